// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/languages.h"
#include "core/insight/filter/eventfilter.h"
#include "core/insight/filter/filter.h"
#include "core/watch/record/names.h"
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/window/languagemenu.h"
#include "ui/wording/coresentences.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <algorithm>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;

namespace {

struct Message {
    QString context;
    QString source;
    QString comment;
    QString translation;
    QString type; // "unfinished", "vanished" or empty

    QString id() const { return context + u'|' + source + u'|' + comment; }
};

std::vector<Message> messagesOf(const QString &path)
{
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == "name"_L1) {
            context = xml.readElementText();
        } else if (name == "message"_L1) {
            messages.push_back({});
            messages.back().context = context;
        } else if (name == "source"_L1) {
            messages.back().source = xml.readElementText();
        } else if (name == "comment"_L1) {
            messages.back().comment = xml.readElementText();
        } else if (name == "translation"_L1) {
            messages.back().type = xml.attributes().value("type"_L1).toString();
            messages.back().translation = xml.readElementText();
        }
    }
    if (xml.hasError())
        qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
    return messages;
}

QString translationsFile()
{
    return QStringLiteral(PROJECT_FOLDER "/resources/translations/lockscope_zh_CN.ts");
}

QSet<QString> idsOf(const std::vector<Message> &messages)
{
    QSet<QString> ids;
    for (const Message &message : messages)
        ids.insert(message.id());
    return ids;
}

QStringList found(const QString &text, const QString &form)
{
    QStringList all;
    auto matches = QRegularExpression(form).globalMatch(text);
    while (matches.hasNext())
        all += matches.next().captured(0);
    all.sort();
    return all;
}

// The key of Alt, in capitals; empty: none.
QString accelerator(const QString &text)
{
    static const QRegularExpression form(u"&([A-Za-z0-9])"_s);
    return form.match(text).captured(1).toUpper();
}

QString afterTab(const QString &text)
{
    const qsizetype tab = text.indexOf(u'\t');
    return tab < 0 ? QString() : text.sliced(tab);
}

// Sentences between quotation marks of a source file: what has a blank in it. `all`: also those
// that are no QString.
QStringList literalsIn(const QString &path, bool all)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    QString code = QString::fromUtf8(file.readAll());
    static const QRegularExpression remark(u"//[^\n]*"_s);
    static const QRegularExpression include(u"#include[^\n]*"_s);
    // Parts that follow one another are one text.
    static const QRegularExpression literal(u"(?:u?\"(?:[^\"\\\\\n]|\\\\.)*\"\\s*)+"_s);
    static const QRegularExpression part(u"\"((?:[^\"\\\\\n]|\\\\.)*)\""_s);
    code.remove(include);
    code.remove(remark);
    QStringList texts;
    auto literals = literal.globalMatch(code);
    while (literals.hasNext()) {
        const QString whole = literals.next().captured(0);
        if (!all && !whole.startsWith(u'u'))
            continue;
        QString text;
        auto parts = part.globalMatch(whole);
        while (parts.hasNext())
            text += parts.next().captured(1);
        if (text.contains(u' '))
            texts += text.replace(u"\\\""_s, u"\""_s).replace(u"\\\\"_s, u"\\"_s);
    }
    return texts;
}

// Placeholders by any number are the same: a table may count them in another way.
QString unnumbered(QString text)
{
    static const QRegularExpression placeholder(u"%[1-9]"_s);
    return text.replace(placeholder, u"%_"_s);
}

} // namespace

class tst_Translations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }
    void cleanup() { m_translations.reset(); }

    void everyStringOfTheTreeIsTranslated();
    void translationsHaveTheFormOfTheirSources();
    void everySentenceOfCoreIsListed();
    void coreTranslatesNothing();
    void coreSentencesAreShownInTheLanguage_data();
    void coreSentencesAreShownInTheLanguage();
    void dataInSentencesStaysAsItIs();
    void withoutATranslationAllIsEnglish();
    void filtersTakeTheShownWords();
    void jsonStaysEnglish();
    void qtsErrorsStayEnglish();
    void theLanguageIsChosen_data();
    void theLanguageIsChosen();
    void theMenuChoosesForTheNextStart();

private:
    void speakChinese()
    {
        m_translations = std::make_unique<console::Translations>();
        QVERIFY(m_translations->install(u"zh_CN"_s));
    }

    std::unique_ptr<console::Translations> m_translations;
};

void tst_Translations::everyStringOfTheTreeIsTranslated()
{
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const QString copy = folder.filePath(u"lockscope_zh_CN.ts"_s);
    QVERIFY(QFile::copy(translationsFile(), copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    QProcess update;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LUPDATE"_s, QStringLiteral(LUPDATE));
    update.setProcessEnvironment(environment);
    update.setProcessChannelMode(QProcess::MergedChannels);
    update.start(QStringLiteral(PROJECT_FOLDER "/scripts/translations"), {copy});
    QVERIFY2(update.waitForFinished(60'000), qPrintable(update.errorString()));
    const QByteArray said = update.readAll();
    QVERIFY2(update.exitStatus() == QProcess::NormalExit && update.exitCode() == 0,
             said.constData());
    // A text in a context that is not the one in which it is looked for.
    QVERIFY2(!said.contains("lacks Q_OBJECT") && !said.contains("unknown namespace"),
             said.constData());

    const std::vector<Message> kept = messagesOf(translationsFile());
    const std::vector<Message> now = messagesOf(copy);
    QVERIFY(now.size() > 1000);
    QStringList missing;
    for (const Message &message : now) {
        if (message.context.isEmpty() || message.translation.trimmed().isEmpty()
            || !message.type.isEmpty())
            missing += message.context + u": "_s + message.source;
    }
    QVERIFY2(missing.isEmpty(),
             qPrintable(u"run scripts/translations and translate\n"_s + missing.join(u'\n')));
    const QSet<QString> gone = idsOf(kept) - idsOf(now);
    QVERIFY2(gone.isEmpty(),
             qPrintable(u"run scripts/translations, no longer used are\n"_s
                        + QStringList(gone.begin(), gone.end()).join(u'\n')));
}

void tst_Translations::translationsHaveTheFormOfTheirSources()
{
    QStringList wrong;
    for (const Message &message : messagesOf(translationsFile())) {
        const QString &source = message.source;
        const QString &translation = message.translation;
        const QString where = message.context + u": "_s + source;
        if (found(source, u"%L?[1-9n]"_s) != found(translation, u"%L?[1-9n]"_s))
            wrong += u"placeholders: "_s + where;
        if (accelerator(source) != accelerator(translation))
            wrong += u"accelerator: "_s + where;
        if (afterTab(source) != afterTab(translation))
            wrong += u"keys behind the tab: "_s + where;
        if (source.count(u'\n') != translation.count(u'\n'))
            wrong += u"lines: "_s + where;
        if (source.endsWith(u'…') != translation.endsWith(u'…'))
            wrong += u"ellipsis: "_s + where;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

// Whoever adds a sentence to core adds it to ui/wording/watchsentences.cpp or errorsentences.cpp,
// too.
void tst_Translations::everySentenceOfCoreIsListed()
{
    QStringList listed;
    for (const auto &table : {wording::watchSentences(), wording::errorSentences()}) {
        for (const wording::CoreSentence &sentence : table)
            listed += unnumbered(QString::fromLatin1(sentence.text));
    }
    // Between sentences, and a hold as the audit log writes it.
    const QSet<QString> notation{u"; "_s, u", "_s, u": "_s, u"%_ x%_%_"_s};
    QStringList missing;
    int seen = 0;
    for (const QString &folder : {u"core"_s, u"app/common"_s}) {
        QDirIterator files(QStringLiteral(PROJECT_FOLDER "/") + folder, {u"*.cpp"_s, u"*.h"_s},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const bool isTable =
                path.endsWith("/stringrules.cpp"_L1) || path.endsWith("/sortedsetlocks.cpp"_L1);
            for (const QString &text : literalsIn(path, isTable)) {
                ++seen;
                const QString wanted = unnumbered(text);
                const bool isListed = notation.contains(wanted)
                    || std::any_of(listed.begin(), listed.end(),
                                   [&](const QString &one) { return one.contains(wanted); });
                if (!isListed)
                    missing += path + u": "_s + text;
            }
        }
    }
    QVERIFY(seen > 300);
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
}

// So what it writes, as the audit log, cannot depend on the language.
void tst_Translations::coreTranslatesNothing()
{
    QDirIterator files(QStringLiteral(PROJECT_FOLDER "/core"), {u"*.cpp"_s, u"*.h"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    static const QRegularExpression form(
        u"\\btr\\(|QCoreApplication::translate|Q_DECLARE_TR_FUNCTIONS|QT_TR"_s);
    int seen = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString code = QString::fromUtf8(file.readAll());
        ++seen;
        QVERIFY2(!form.match(code).hasMatch(), qPrintable(file.fileName()));
    }
    QVERIFY(seen > 100);
}

void tst_Translations::coreSentencesAreShownInTheLanguage_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char *english, const char *chinese) {
        QTest::newRow(english) << QString::fromUtf8(english) << QString::fromUtf8(chinese);
    };
    row("not connected", "未连接");
    row("not connected: the connection was refused", "未连接：连接被拒绝");
    row("from a:1, wake-up seen", "来自 a:1，看到了唤醒消息");
    row("due 120 ms ago, no renewal of 3 other locks of the same client since",
        "本应在 120 毫秒前续期，此后同一客户端的另外 3 把锁也没有续期");
    row("no majority: 1 of 3 servers granted it, 2 are needed (a: held by another "
        "owner; b: no reply within 5 ms)",
        "未达多数：3 台服务器中有 1 台授予，需要 2 台（a：被其他人持有；b：5 毫秒内没有应答）");
    row("watched by channels instead of tracking: keyspace notifications are off; no "
        "keyspace notification was received",
        "监视方式为“唤醒频道与轮询”而不是“客户端跟踪”：键空间通知已关闭；没有收到任何键空间通知");
    row("a uuid, and the name contains \"lock\", kind set by the user",
        "一个 uuid，且名称含 lock，按用户指定");
    row("1 woken; found free", "唤醒了 1 个；发现状态为空闲");
    row("/n, line 3: the owner \"x\" also appears in line 2; remove one of the lines",
        "/n，第 3 行：所有者 \"x\" 也出现在第 2 行；请去掉其中一个");
    row("the port is not a number from 1 to 65535; write for example redis://h:1",
        "端口不是 1 到 65535 的数字；写法例如 redis://h:1");
}

void tst_Translations::coreSentencesAreShownInTheLanguage()
{
    QFETCH(const QString, english);
    QFETCH(const QString, chinese);
    speakChinese();
    QCOMPARE(wording::said(english), chinese);
}

void tst_Translations::dataInSentencesStaysAsItIs()
{
    speakChinese();
    // What a server says, and what only looks like a sentence.
    for (const QString &text :
         {u"WRONGTYPE Operation against a key"_s, QString(), u"; "_s, u"%1"_s})
        QCOMPARE(wording::said(text), text);
    // The names of locks and owners, also where they are words of ours or look like placeholders.
    QCOMPARE(wording::said(u"from free"_s), u"来自 free"_s);
    QCOMPARE(wording::said(u"from a, b"_s), u"来自 a, b"_s);
    QCOMPARE(wording::said(u"%2%1 was given twice"_s), u"%2%1 指明了两次"_s);
    QCOMPARE(wording::said(u"inferred: the same owner holds not connected, %1"_s),
             u"推断：同一所有者持有 not connected, %1"_s);
}

void tst_Translations::withoutATranslationAllIsEnglish()
{
    for (const auto &table : {wording::watchSentences(), wording::errorSentences()}) {
        for (const wording::CoreSentence &sentence : table) {
            const QString text = QString::fromLatin1(sentence.text);
            QCOMPARE(wording::said(text), text);
        }
    }
    QCOMPARE(wording::state(watch::LockState::Held), u"held"_s);
    QCOMPARE(wording::event(watch::EventType::ForceUnlocked), u"force-unlocked"_s);
    QCOMPARE(wording::watchdog(watch::Watchdog::Unknown), u"unknown"_s);
    QVERIFY(wording::filterSynonyms().isEmpty());
    QCOMPARE(wording::filterChoices({u"held"_s}), QStringList{u"held"_s});
}

void tst_Translations::filtersTakeTheShownWords()
{
    speakChinese();
    using watch::EventFilter;
    using watch::LockFilter;
    const watch::FilterSynonyms synonyms = wording::filterSynonyms();
    const auto sameLocks = [&](const QString &shown, const QString &own) {
        const auto filter = LockFilter::read(shown, synonyms);
        const auto wanted = LockFilter::read(own);
        return filter && wanted && *filter == *wanted && LockFilter::read(own, synonyms) == wanted;
    };
    for (const watch::LockState state :
         {watch::LockState::Free, watch::LockState::Held, watch::LockState::Contended})
        QVERIFY(sameLocks(u"state:"_s + wording::state(state),
                          u"state:"_s + QString::fromLatin1(watch::name(state))));
    for (const watch::Watchdog watchdog : {watch::Watchdog::Unknown, watch::Watchdog::None,
                                           watch::Watchdog::Renewing, watch::Watchdog::Overdue})
        QVERIFY(sameLocks(u"-watchdog:"_s + wording::watchdog(watchdog),
                          u"-watchdog:"_s + QString::fromLatin1(watch::name(watchdog))));
    QVERIFY(sameLocks(u"mode:"_s + wording::mode(watch::Mode::Write), u"mode:write"_s));
    for (const QString &word : wording::filterChoices(LockFilter::choices(u"quorum"_s)))
        QVERIFY2(LockFilter::read(u"quorum:"_s + word, synonyms), qPrintable(word));
    QCOMPARE(wording::filterChoices({u"at-risk"_s, u"split"_s}).size(), 4);
    // A name is no word of ours.
    const QString held = wording::state(watch::LockState::Held);
    QVERIFY(sameLocks(u"name:"_s + held, u"name:"_s + held));
    QVERIFY(!LockFilter::read(u"state:"_s + held));
    QVERIFY(wording::filterChoices(LockFilter::choices(u"state"_s)).contains(held));

    // Kept it is the same in every language.
    QCOMPARE(wording::filterInOwnWords(u"orders  state:%1 -mode:\"%2\" name:%1 ttl:<5s"_s.arg(
                 held, wording::mode(watch::Mode::Read))),
             u"orders  state:held -mode:read name:%1 ttl:<5s"_s.arg(held));
    QCOMPARE(wording::filterInOwnWords(u"\"open state:"_s + held), u"\"open state:"_s + held);

    // Every event, and several of them.
    const test::StandingClock clock;
    for (int i = 0; i <= static_cast<int>(watch::EventType::ServerDown); ++i) {
        const auto type = static_cast<watch::EventType>(i);
        const QString shown = wording::event(type);
        const auto byWord = EventFilter::read(u"event:expired,"_s + shown, synonyms);
        const auto bare = EventFilter::read(shown, synonyms);
        QVERIFY2(byWord && bare, qPrintable(shown));
        QVERIFY(byWord->matches(test::eventOf(type, "orders", clock)));
        QVERIFY(bare->matches(test::eventOf(type, "orders", clock)));
        QVERIFY(byWord->matches(test::eventOf(watch::EventType::Expired, "orders", clock)));
    }
    const auto acquired = EventFilter::read(wording::event(watch::EventType::Acquired), synonyms);
    QVERIFY(!acquired->matches(test::eventOf(watch::EventType::Gap, "orders", clock)));
}

void tst_Translations::jsonStaysEnglish()
{
    const test::StandingClock clock;
    watch::LockRecord lock = test::fairLock("orders", clock, 2);
    lock.candidates =
        std::vector<watch::Candidate>{{"fair", "redisson", u"has a queue of waiters"_s}};
    watch::Event event = test::eventOf(watch::EventType::Gap, "orders", clock);
    event.detail = u"during a gap"_s;
    const auto json = [&]() -> QByteArray { // no builder of what is gone
        return QJsonDocument(wording::toJson(lock, clock.now(), true)).toJson()
            + QJsonDocument(wording::toJson(event)).toJson();
    };
    const QByteArray before = json();
    speakChinese();
    QVERIFY(wording::state(lock.state) != QString::fromLatin1(watch::name(lock.state)));
    QCOMPARE(json(), before);
}

void tst_Translations::qtsErrorsStayEnglish()
{
    speakChinese();
    QVERIFY(QCoreApplication::translate("QPlatformTheme", "Cancel") != u"Cancel"_s);
    QCOMPARE(QCoreApplication::translate("QAbstractSocket", "Host not found"), u"Host not found"_s);
}

void tst_Translations::theLanguageIsChosen_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("remembered");
    QTest::addColumn<QStringList>("preferred");
    QTest::addColumn<QString>("language");
    QTest::newRow("nothing known") << QStringList() << QString() << QStringList() << u"en"_s;
    QTest::newRow("the system's") << QStringList() << QString()
                                  << QStringList{u"zh-Hans-CN"_s, u"zh-CN"_s} << u"zh_CN"_s;
    QTest::newRow("the best of the system's")
        << QStringList() << QString() << QStringList{u"de-DE"_s, u"en-GB"_s, u"zh-CN"_s} << u"en"_s;
    QTest::newRow("traditional") << QStringList() << QString() << QStringList{u"zh-Hant-TW"_s}
                                 << u"en"_s;
    QTest::newRow("Singapore") << QStringList() << QString() << QStringList{u"zh-Hans-SG"_s}
                               << u"zh_CN"_s;
    QTest::newRow("remembered") << QStringList() << u"en"_s << QStringList{u"zh-CN"_s} << u"en"_s;
    QTest::newRow("remembered nonsense")
        << QStringList() << u"../x"_s << QStringList{u"zh-CN"_s} << u"zh_CN"_s;
    QTest::newRow("asked for") << QStringList{u"--language"_s, u"zh_CN"_s} << u"en"_s
                               << QStringList() << u"zh_CN"_s;
    QTest::newRow("with =") << QStringList{u"--language=zh_CN"_s} << QString() << QStringList()
                            << u"zh_CN"_s;
    QTest::newRow("behind --") << QStringList{u"--"_s, u"--language=zh_CN"_s} << QString()
                               << QStringList() << u"en"_s;
}

void tst_Translations::theLanguageIsChosen()
{
    QFETCH(QStringList, arguments);
    QFETCH(const QString, remembered);
    QFETCH(const QStringList, preferred);
    QFETCH(const QString, language);
    arguments.prepend(u"lockscope"_s);
    QCOMPARE(console::languageFor(console::languageIn(arguments), remembered, preferred), language);
}

void tst_Translations::theMenuChoosesForTheNextStart()
{
    ui::LanguageMenu menu;
    QSignalSpy changed(&menu, &ui::LanguageMenu::changed);
    QCOMPARE(menu.chosen(), QString());
    menu.setChosen(u"zh_CN"_s);
    QCOMPARE(menu.chosen(), u"zh_CN"_s);
    menu.setChosen(u"xx"_s); // as a newer version may have remembered it
    QCOMPARE(menu.chosen(), u"zh_CN"_s);
    QCOMPARE(changed.count(), 0);
    auto *english = menu.findChild<QAction *>(u"language-en"_s);
    QVERIFY(english);
    english->trigger();
    QCOMPARE(menu.chosen(), u"en"_s);
    QVERIFY(english->isChecked());
    QCOMPARE(changed.count(), 1);
    english->trigger(); // the same again
    QCOMPARE(changed.count(), 1);
}

LOCKSCOPE_TEST_SUITE(tst_Translations)
#include "tst_translations.moc"
