// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The user guide and its pictures: a page and a picture for every view, in every language.
#include "app/lockscope/application.h"
#include "app/lockscope/commandline.h"
#include "tests/pictures/picturetour.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "ui/actions/actioncontroller.h"
#include "ui/estate/profilecontroller.h"
#include "ui/guide/guidebook.h"
#include "ui/guide/guidepage.h"
#include "ui/window/commandpalette.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QString project = QStringLiteral(PROJECT_FOLDER);

QString textOf(const QString &file)
{
    QFile page(file);
    return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

QDir docs(const QString &language)
{
    return QDir(project + u"/resources/docs/"_s + language);
}

} // namespace

class TestGuide : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theScriptTakesEveryPicture();
    void everyViewHasItsPage_data() { languages(); }
    void everyViewHasItsPage();
    void everyLinkLeadsSomewhere_data() { languages(); }
    void everyLinkLeadsSomewhere();
    void everyLinkOfReadmeLeadsSomewhere();
    void bothLanguagesHaveTheSamePages();
    void bothLanguagesNameTheSameRights();
    void pagesAreShown();
    void itIsOpenedReadAndClosed();
    void f1OpensThePageOfTheView();
    void viewsAreNamedOnTheCommandLine();
    void theTourTakesEveryPicture();
    void theTourAsksOfWhatIsThere();

private:
    static void languages();
    QStringList scriptNames();
};

void TestGuide::languages()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << u"en"_s;
    QTest::newRow("Chinese") << u"zh_CN"_s;
}

QStringList TestGuide::scriptNames()
{
    QProcess script;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PICTURES"_s, QStringLiteral(LOCKSCOPE_PICTURES_PATH));
    environment.insert(u"LOCKCTL"_s, QStringLiteral(LOCKCTL_PATH));
    script.setProcessEnvironment(environment);
    script.start(project + u"/scripts/screenshots"_s, {u"--names"_s});
    script.waitForFinished();
    return QString::fromUtf8(script.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
}

void TestGuide::theScriptTakesEveryPicture()
{
    QStringList expected = pictures::PictureTour::pictureNames();
    expected += u"welcome"_s; // of a start without servers
    QStringList taken = scriptNames();
    expected.sort();
    taken.sort();
    QCOMPARE(taken, expected);
}

void TestGuide::everyViewHasItsPage()
{
    QFETCH(QString, language);
    for (const QString &view : console::viewNames()) {
        const QString page = textOf(docs(language).filePath(view + u".md"_s));
        QVERIFY2(page.startsWith(u"# "), qPrintable(view));
        const QString picture = u"(../../screenshots/%1/light/%2.png)"_s.arg(language, view);
        QVERIFY2(page.contains(picture), qPrintable(view));
    }
}

void TestGuide::everyLinkLeadsSomewhere()
{
    QFETCH(QString, language);
    const QStringList pictures = scriptNames();
    const QDir folder = docs(language);
    const QStringList pages = folder.entryList({u"*.md"_s}, QDir::Files);
    const QString index = textOf(folder.filePath(u"index.md"_s));
    static const QRegularExpression link(u"\\]\\(([^)]+)\\)"_s);
    QVERIFY(pages.size() > 15);
    for (const QString &page : pages) {
        if (page != u"index.md")
            QVERIFY2(index.contains(u"("_s + page + u')'), qPrintable(page));
        auto each = link.globalMatch(textOf(folder.filePath(page)));
        while (each.hasNext()) {
            const QString target = each.next().captured(1);
            const QString start = u"../../screenshots/%1/light/"_s.arg(language);
            const bool isPicture = target.startsWith(start) && target.endsWith(u".png")
                && pictures.contains(target.sliced(start.size()).chopped(4));
            QVERIFY2(isPicture || pages.contains(target), qPrintable(page + u": "_s + target));
        }
    }
}

void TestGuide::everyLinkOfReadmeLeadsSomewhere()
{
    static const QRegularExpression link(u"\\]\\(([^)#\\s]+)[^)\\s]*\\)"_s);
    int links = 0;
    auto each = link.globalMatch(textOf(project + u"/README.md"_s));
    for (; each.hasNext(); ++links) {
        const QString target = each.next().captured(1);
        QVERIFY2(QFile::exists(project + u'/' + target), qPrintable(target));
    }
    QVERIFY(links > 10);
}

void TestGuide::bothLanguagesHaveTheSamePages()
{
    const QStringList english = docs(u"en"_s).entryList(QDir::Files);
    QCOMPARE(docs(u"zh_CN"_s).entryList(QDir::Files), english);
}

// The tests of the watch take the rights from the English page.
void TestGuide::bothLanguagesNameTheSameRights()
{
    const auto rights = [](const QString &language) {
        static const QRegularExpression right(u"^    .*$"_s, QRegularExpression::MultilineOption);
        QStringList words;
        auto each = right.globalMatch(textOf(docs(language).filePath(u"connecting.md"_s)));
        while (each.hasNext()) {
            for (const QString &word : each.next().captured().split(u' ', Qt::SkipEmptyParts)) {
                if (word.size() > 1 && u"+&%"_s.contains(word.front()))
                    words += word;
            }
        }
        return words;
    };
    QVERIFY(rights(u"en"_s).size() > 40);
    QCOMPARE(rights(u"zh_CN"_s), rights(u"en"_s));
}

void TestGuide::pagesAreShown()
{
    ui::GuidePage page;
    page.resize(800, 600);
    for (const QString &name : docs(u"en"_s).entryList(QDir::Files)) {
        page.setSource(QUrl::fromLocalFile(docs(u"en"_s).filePath(name)),
                       QTextDocument::MarkdownResource);
        QVERIFY2(page.toPlainText().size() > 200, qPrintable(name));
        QVERIFY(!page.toPlainText().startsWith(u'#')); // read as Markdown
    }
}

void TestGuide::itIsOpenedReadAndClosed()
{
    LOCKSCOPE_REQUIRE(!ui::GuideBook::usualFolder().isEmpty(), "the guide beside the build");
    console::Application console(console::Options{}, QString());
    console.start();
    ui::MainWindow &window = console.window();
    auto *action = findNamed<QAction>(window, "actionGuide");
    action->trigger();
    const QPointer<QDialog> guide = findNamed<QDialog>(window, "guideWindow");
    QTRY_COMPARE(QApplication::activeWindow(), guide);
    QVERIFY(window.isEnabled()); // both go on working
    auto *page = findNamed<QTextBrowser>(*guide, "guideText");
    QCOMPARE(page->source().fileName(), u"index.md"_s);
    // To the first link and along it, and back.
    QTest::keyClick(page, Qt::Key_Tab);
    QTest::keyClick(page, Qt::Key_Return);
    QTRY_COMPARE(page->source().fileName(), u"overview.md"_s);
    QVERIFY(page->toPlainText().size() > 200 && !page->toPlainText().startsWith(u'#'));
    QTest::keyClick(page, Qt::Key_Left, Qt::AltModifier);
    QTRY_COMPARE(page->source().fileName(), u"index.md"_s);
    QVERIFY(!page->toPlainText().startsWith(u'#'));
    // Asked for again it is the same window.
    window.activateWindow();
    action->trigger();
    QCOMPARE(window.findChildren<QDialog *>(u"guideWindow"_s).size(), 1);
    QTRY_COMPARE(QApplication::activeWindow(), guide);
    QTest::keyClick(page, Qt::Key_Escape);
    QTRY_VERIFY(!guide);
    QVERIFY(window.isVisible());
    action->trigger();
    auto *again = findNamed<QDialog>(window, "guideWindow");
    QTRY_VERIFY(again->isVisible());
    QVERIFY(again->close());
}

void TestGuide::f1OpensThePageOfTheView()
{
    LOCKSCOPE_REQUIRE(!ui::GuideBook::usualFolder().isEmpty(), "the guide beside the build");
    console::Application console(console::Options{}, QString());
    console.start();
    ui::MainWindow &window = console.window();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.showView(u"timelineDock"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    const QPointer<QDialog> guide = findNamed<QDialog>(window, "guideWindow");
    QTRY_COMPARE(QApplication::activeWindow(), guide);
    const auto *page = findNamed<QTextBrowser>(*guide, "guideText");
    QCOMPARE(page->source().fileName(), u"timeline.md"_s);
    // In the guide it is about the guide, and the menu does not leave the page.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QCOMPARE(page->source().fileName(), u"finding.md"_s);
    findNamed<QAction>(window, "actionGuide")->trigger();
    QCOMPARE(page->source().fileName(), u"finding.md"_s);
    QCOMPARE(window.findChildren<QDialog *>(u"guideWindow"_s).size(), 1);
}

void TestGuide::viewsAreNamedOnTheCommandLine()
{
    const auto parse = [](const QStringList &more) {
        return console::parseCommandLine(QStringList{u"lockscope"_s, u"redis://127.0.0.1"_s}
                                         + more);
    };
    for (const QString &view : console::viewNames()) {
        const auto good = parse({u"--view"_s, view});
        QVERIFY2(good.options && good.options->view == view, qPrintable(good.text));
    }
    const auto bad = parse({u"--view"_s, u"nowhere"_s});
    QCOMPARE(bad.status, 2);
    for (const QString &view : console::viewNames())
        QVERIFY2(bad.text.contains(view), qPrintable(bad.text));
    QCOMPARE(parse({u"--filter"_s, u"kind:"_s}).status, 2);
    const auto filtered = parse({u"--filter"_s, u"kind:fair"_s});
    QVERIFY(filtered.options && filtered.options->filter == u"kind:fair");
}

void TestGuide::theTourTakesEveryPicture()
{
    const QTemporaryDir folder;
    const SystemClock clock;
    ui::WatchClient client(clock);
    ui::MainWindow window(client, clock, [](const QString &url) -> Result<QString> { return url; });
    window.profiles().setStore(profile::ProfileStore(folder.filePath(u"profiles.json"_s)));
    window.show();
    pictures::PictureTour tour(window, client, folder.filePath(u"made"_s), {}, Millis(0));
    std::optional<QString> problem;
    connect(&tour, &pictures::PictureTour::finished, this,
            [&](const QString &text) { problem = text; });
    tour.start();
    QVERIFY(eventually([&] { return problem.has_value(); }));
    QCOMPARE(*problem, QString());
    for (const QString &name : pictures::PictureTour::pictureNames()) {
        const QImage picture(folder.filePath(u"made/%1.png"_s.arg(name)));
        QVERIFY2(picture.width() > 200 && picture.height() > 100, qPrintable(name));
    }
}

// The dialogs in the pictures are about existing locks; no action is requested.
void TestGuide::theTourAsksOfWhatIsThere()
{
    const QTemporaryDir folder;
    const SystemClock clock;
    ui::WatchClient client(clock);
    watch::WatchMailbox &mailbox = client.addSource();
    ui::MainWindow window(client, clock, [](const QString &url) -> Result<QString> { return url; });
    window.profiles().setStore(profile::ProfileStore(folder.filePath(u"profiles.json"_s)));
    window.show();
    mailbox.put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
    for (const char *name : {"ledger", "orders"}) {
        const watch::LockRecord lock = heldLock(name, clock);
        mailbox.put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    mailbox.post(eventOf(watch::EventType::Acquired, "gone", clock));
    for (const auto type : {watch::EventType::Acquired, watch::EventType::Expired})
        mailbox.post(eventOf(type, "orders", clock));
    QVERIFY(eventually(
        [&] { return client.locks().rowCount() == 2 && client.events().eventCount() == 3; }));

    pictures::PictureTour tour(window, client, folder.filePath(u"made"_s), "orders", Millis(0));
    bool isOver = false;
    bool isAsked = false;
    std::set<QString> dialogs;
    connect(&tour, &pictures::PictureTour::finished, this, [&] { isOver = true; });
    connect(&window.actions(), &ui::ActionController::actionRequested, this,
            [&] { isAsked = true; });
    connect(
        &tour, &pictures::PictureTour::taken, this, [&](const QString &name, const QWidget *of) {
            if (qobject_cast<const QDialog *>(of))
                dialogs.insert(name);
            const auto *palette = window.findChild<ui::CommandPalette *>();
            QCOMPARE(palette->isVisible(), name == u"palette");
            if (name == u"action")
                QCOMPARE(findNamed<QLabel>(*of, "actionName")->text(), u"orders"_s);
            else if (name == u"bulk")
                QCOMPARE(findNamed<QAbstractItemView>(*of, "actionList")->model()->rowCount(), 2);
            else if (name == u"names")
                QCOMPARE(findNamed<QComboBox>(*of, "aliasPattern")->count(), 2);
            if (name != u"exception")
                return;
            QCOMPARE(client.events().rowCount(), 0); // nobody looks at them any more
            const auto *hits = findNamed<QListWidget>(*of, "exceptionHits");
            QVERIFY(hits->count() > 0);
            QVERIFY2(hits->item(0)->text().startsWith(u"orders"),
                     qPrintable(hits->item(0)->text()));
        });
    tour.start();
    QVERIFY(eventually([&] { return isOver; }));
    QCOMPARE(
        dialogs,
        (std::set{u"action"_s, u"bulk"_s, u"connect"_s, u"exception"_s, u"names"_s, u"profile"_s}));
    QVERIFY(!isAsked);
}

LOCKSCOPE_TEST_SUITE(TestGuide)
#include "tst_guide.moc"
