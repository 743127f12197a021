// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/languages.h"
#include "core/insight/filter/eventfilter.h"
#include "core/insight/filter/filter.h"
#include "core/redis/target/target.h"
#include "core/watch/record/names.h"
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/window/languagemenu.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/logsentences.h"
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

struct Literal {
    QString text;
    bool isSaid = false; // by Sentence::say() or marked()
};

// The texts between quotation marks of a source file.
std::vector<Literal> literalsIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    QString code = QString::fromUtf8(file.readAll());
    static const QRegularExpression remark(u"(^|\\s)//[^\n]*"_s,
                                           QRegularExpression::MultilineOption);
    static const QRegularExpression forCompilers(u"#include[^\n]*|static_assert\\([^;]*;"_s);
    // Parts that follow one another are one text.
    static const QRegularExpression literal(
        u"(\\b(?:say|marked)\\(\\s*)?((?:u?\"(?:[^\"\\\\\n]|\\\\.)*\"\\s*)+)"_s);
    static const QRegularExpression part(u"\"((?:[^\"\\\\\n]|\\\\.)*)\""_s);
    code.remove(forCompilers);
    code.remove(remark);
    std::vector<Literal> found;
    auto literals = literal.globalMatch(code);
    while (literals.hasNext()) {
        const auto match = literals.next();
        QString text;
        auto parts = part.globalMatch(match.captured(2));
        while (parts.hasNext())
            text += parts.next().captured(1);
        text.replace(u"\\\""_s, u"\""_s).replace(u"\\\\"_s, u"\\"_s);
        found.push_back({text, !match.captured(1).isEmpty()});
    }
    return found;
}

QStringList sourcesBelow(const QStringList &folders)
{
    QStringList paths;
    for (const QString &folder : folders) {
        QDirIterator files(QStringLiteral(PROJECT_FOLDER "/") + folder, {u"*.cpp"_s, u"*.h"_s},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            paths += files.next();
    }
    return paths;
}

QSet<QString> translatedInCore()
{
    QSet<QString> texts;
    for (const Message &message : messagesOf(translationsFile())) {
        if (message.context == u"Core"_s)
            texts.insert(message.source);
    }
    return texts;
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
    void everySentenceIsKnownToTheTranslation();
    void coreSpeaksInSentences();
    void sentencesInTheLogAreThoseOfCore();
    void coreTranslatesNothing();
    void coreSentencesAreShownInTheLanguage_data();
    void coreSentencesAreShownInTheLanguage();
    void dataInSentencesStaysAsItIs();
    void withoutATranslationAllIsEnglish();
    void filtersTakeTheShownWords();
    void everyEventHasAWord();
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

// In the context in which said() looks: lupdate takes some code for that of another class, such as
// what follows a qualified name before a brace.
void tst_Translations::everySentenceIsKnownToTheTranslation()
{
    const QSet<QString> known = translatedInCore();
    QStringList missing;
    int seen = 0;
    for (const QString &path :
         sourcesBelow({u"core"_s, u"ui"_s, u"app/common"_s, u"app/lockscope"_s})) {
        for (const Literal &literal : literalsIn(path)) {
            if (!literal.isSaid)
                continue;
            ++seen;
            if (!known.contains(literal.text))
                missing += path + u": "_s + literal.text;
        }
    }
    QVERIFY(seen > 500);
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
}

// No text of its own for people that the window could not translate.
void tst_Translations::coreSpeaksInSentences()
{
    static const QRegularExpression words(u"[a-z]{2,},? [a-z]"_s);
    static const QRegularExpression sql(
        u"^ *(SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|WHERE|ALTER) "_s);
    const QStringList others{
        u"/format/exceptiontext.cpp"_s, // texts of other programs' exceptions
        u"/redis/handshake.cpp"_s,
        u"/redis/notnow.h"_s,
        u"/redis/wire.cpp"_s, // texts of servers
        u"/redis/target/sshtunnel.cpp"_s, // of ssh
        u"/watch/read/refusals.cpp"_s,
        u"/admin/verdict.cpp"_s, // the same
        u"/redis/topologywords.cpp"_s,
        u"/redis/stream/opensslwords.cpp"_s,
        u"/base/unsupported.h"_s,
        u"/redis/deployment/channels.cpp"_s,
        u"/admin/withoutscript.cpp"_s, // the same
        u"/admin/rights.cpp"_s, // the same
        u"/redis/deployment/clusterrouter.cpp"_s, // replies in the words of a server
        u"/common/interrupts.cpp"_s,
        u"/recorder/clashfacts.cpp"_s,
        u"/recorder/veil.cpp"_s, // found in a record, which has sentences as text
        u"/metrics/metricsbook.cpp"_s, // for Prometheus
        u"/base/async/taskscope.cpp"_s, // for programmers
        u"/admin/plan/mutexplan.cpp"_s,
        u"/admin/plan/severalplan.cpp"_s, // stand for values in commands
    };
    static const QStringList forProgrammers{
        u"permit look"_s,      u"rights look"_s,          u"quorum group"_s,
        u"hold book"_s,        u"lock space"_s,           u"server watch"_s,
        u"semaphore lock"_s,   u"latch lock"_s,           u"permits lock"_s,
        u"no script %s"_s,     u"replicas of a server"_s, u"action on Sentinels"_s,
        u"look at Sentinels"_s};
    QStringList unsaid;
    for (const QString &path : sourcesBelow({u"core"_s, u"app/common"_s})) {
        if (std::any_of(others.begin(), others.end(),
                        [&](const QString &other) { return path.endsWith(other); }))
            continue;
        for (const Literal &literal : literalsIn(path)) {
            if (!literal.isSaid && literal.text.contains(words) && !literal.text.contains(sql)
                && !forProgrammers.contains(literal.text))
                unsaid += path + u": "_s + literal.text;
        }
    }
    QVERIFY2(unsaid.isEmpty(), qPrintable(unsaid.join(u'\n')));
}

void tst_Translations::sentencesInTheLogAreThoseOfCore()
{
    const QSet<QString> known = translatedInCore();
    for (const wording::LogSentence &sentence : wording::logSentences())
        QVERIFY2(known.contains(QString::fromLatin1(sentence.text)), sentence.text);

    speakChinese();
    QCOMPARE(wording::saidInLog(u"1 woken; found free"_s), u"唤醒了 1 个；发现状态为空闲"_s);
    QCOMPARE(wording::saidInLog(u"not connected: the connection was refused"_s),
             u"未连接：连接被拒绝"_s);
    QCOMPARE(wording::saidInLog(u"a x2; b x1 write"_s), u"a x2; b x1 write"_s);
    // A sentence of another version, and a server's text.
    for (const QString &text :
         {u"WRONGTYPE Operation against a key"_s, QString(), u"; "_s, u"%1"_s})
        QCOMPARE(wording::saidInLog(text), text);
}

// So its output, such as the audit log, cannot depend on the language.
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
    QTest::addColumn<Sentence>("sentence");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const Sentence &sentence, const char *chinese) {
        QTest::newRow(qPrintable(sentence.english())) << sentence << QString::fromUtf8(chinese);
    };
    const auto say = [](const char *text) { return Sentence::say(text); };
    row(say("not connected"), "未连接");
    row(say("not connected: %1").arg(say("the connection was refused")), "未连接：连接被拒绝");
    row(say("from %1, %2").arg(u"a:1"_s, say("wake-up seen")), "来自 a:1，看到了唤醒消息");
    row(joined(say("keyspace notifications are off"), say("no keyspace notification was received")),
        "键空间通知已关闭；没有收到任何键空间通知");
    row(say("%1: %2").arg(say("watched by %1 instead of %2").arg(say("channels"), say("tracking")),
                          say("keyspace notifications are off")),
        "监视方式为“唤醒频道与轮询”而不是“客户端跟踪”：键空间通知已关闭");
    row(say("%1, kind set by the user")
            .arg(say("%1, and the name contains \"lock\"").arg(say("a uuid"))),
        "一个 uuid，且名称含 lock，按用户指定");
    row(redis::parseTarget(u"redis://h:99999"_s).error().text,
        "端口不是 1 到 65535 的数字；写法例如 redis://127.0.0.1:6379/0");
}

void tst_Translations::coreSentencesAreShownInTheLanguage()
{
    QFETCH(const Sentence, sentence);
    QFETCH(const QString, chinese);
    const QString english = sentence.english();
    QCOMPARE(wording::said(sentence), english);
    speakChinese();
    QCOMPARE(wording::said(sentence), chinese);
    QCOMPARE(sentence.english(), english);
}

void tst_Translations::dataInSentencesStaysAsItIs()
{
    speakChinese();
    // Texts of a server, even if they read like a sentence of ours.
    for (const QString &text :
         {u"WRONGTYPE Operation against a key"_s, QString(), u"; "_s, u"%1"_s, u"not connected"_s})
        QCOMPARE(wording::said(Sentence(text)), text);
    // The names of locks and owners, even if they are words of ours or look like placeholders.
    QCOMPARE(wording::said(Sentence::say("from %1").arg(u"free"_s)), u"来自 free"_s);
    QCOMPARE(wording::said(Sentence::say("%1 was given twice").arg(u"%2%1"_s)),
             u"%2%1 指明了两次"_s);
}

void tst_Translations::withoutATranslationAllIsEnglish()
{
    for (const wording::LogSentence &sentence : wording::logSentences()) {
        const QString text = QString::fromLatin1(sentence.text);
        QCOMPARE(wording::saidInLog(text), text);
        QCOMPARE(wording::said(Sentence::say(sentence.text)), text);
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
    using insight::EventFilter;
    using insight::LockFilter;
    const insight::FilterSynonyms synonyms = wording::filterSynonyms();
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
    for (int i = 0; i <= static_cast<int>(watch::lastEventType); ++i) {
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

void tst_Translations::everyEventHasAWord()
{
    speakChinese();
    for (int type = 0; type <= static_cast<int>(watch::lastEventType); ++type) {
        const auto each = static_cast<watch::EventType>(type);
        QVERIFY2(wording::event(each) != QString::fromLatin1(watch::name(each)),
                 watch::name(each).constData());
    }
}

void tst_Translations::jsonStaysEnglish()
{
    const test::StandingClock clock;
    watch::LockRecord lock = test::fairLock("orders", clock, 2);
    lock.candidates =
        std::vector<watch::Candidate>{{"fair", "redisson", u"has a queue of waiters"_s}};
    watch::Event event = test::eventOf(watch::EventType::Gap, "orders", clock);
    event.detail = u"during a gap"_s;
    const auto json = [&]() -> QByteArray { // no string builder over temporaries
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
