// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/client/watchclient.h"
#include "ui/health/healthfeed.h"
#include "ui/incidents/incidentdetail.h"
#include "ui/incidents/incidentmodel.h"
#include "ui/incidents/incidentspane.h"
#include "ui/incidents/incidenttext.h"
#include "ui/incidents/mutes.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <deque>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

using What = health::ProblemChange::What;

health::Problem problemOf(const QByteArray &name, health::Severity severity, WallInstant since)
{
    health::Problem problem;
    problem.id = name;
    problem.rule = health::findRule("long-hold");
    problem.subject = health::Subject::of(watch::LockId{watch::DeploymentId{0}, LockName(name)});
    problem.locks = {problem.subject.lock()};
    problem.deployment = u"redis://127.0.0.1:6379"_s;
    problem.severity = severity;
    problem.evidence = Sentence::say("held for %1").arg(u"5 min"_s);
    problem.since = since;
    return problem;
}

} // namespace

// Tests the view of incidents: the list, one of them in full, and their actions.
class tst_IncidentsPane : public QObject
{
    Q_OBJECT

private:
    template <typename T>
    T *find(const char *name) const
    {
        return findNamed<T>(*m_pane, name);
    }
    QAbstractItemModel *model() const { return find<TableView>("incidents")->model(); }
    QString text(int row, int column) const
    {
        return model()->index(row, column).data().toString();
    }
    QString detail() const { return find<IncidentDetail>("incidentDetail")->toPlainText(); }

    void makePane()
    {
        m_pane = std::make_unique<IncidentsPane>(*m_feed, m_client->servers(), m_client->events());
        m_pane->resize(1200, 340);
        m_pane->show();
        m_pane->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
    }
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    // A lock that lacks an expiry.
    void putEndless(const QByteArray &name)
    {
        watch::LockRecord lock = heldLock(name, m_clock);
        lock.holds.front().deadline.reset();
        lock.holds.front().watchdog = watch::Watchdog::None;
        lock.deadline.reset();
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    // Time passes until so many incidents are listed.
    bool listed(int count)
    {
        return eventually([&] {
            m_clock.advance(20ms);
            return model()->rowCount() == count;
        });
    }
    void choose(int row)
    {
        auto *table = find<TableView>("incidents");
        table->setFocus();
        table->setCurrentIndex(model()->index(row, IncidentModel::Problem));
    }
    void twoEndless()
    {
        put(upServer(0));
        putEndless("billing:a");
        putEndless("stock:b");
        QVERIFY(listed(2));
    }

    StandingClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
    std::unique_ptr<QObject> m_owner;
    HealthFeed *m_feed = nullptr;
    std::unique_ptr<IncidentsPane> m_pane;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        applyTheme(Theme::Light);
        m_client = std::make_unique<WatchClient>(m_clock);
        m_mailbox = &m_client->addSource();
        m_owner = std::make_unique<QObject>();
        m_feed = new HealthFeed(*m_client, m_clock, m_owner.get());
        makePane();
    }
    void cleanup()
    {
        m_pane.reset();
        m_owner.reset();
        m_client.reset();
    }

    void theModelMerges()
    {
        const WallInstant start = m_clock.wallNow();
        IncidentModel model([&] { return m_clock.wallNow(); });
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        health::IncidentBook book;
        for (int i = 0; i < 20; ++i)
            book.note({What::Opened,
                       problemOf("lock-" + QByteArray::number(i), health::Severity::Warning,
                                 start + i * 1s)},
                      start + 30s);
        model.merge(book);
        QCOMPARE(model.rowCount(), 20);
        QCOMPARE(model.index(0, IncidentModel::Subject).data().toString(), u"lock-0"_s);
        // One that gets worse comes first and keeps its index.
        const QPersistentModelIndex moved = model.index(7, 0);
        book.note({What::Changed, problemOf("lock-7", health::Severity::Critical, start + 7s)},
                  start + 31s);
        model.merge(book);
        QCOMPARE(moved.row(), 0);
        QCOMPARE(moved.data().toString(), u"critical"_s);
        QCOMPARE(moved.data(BadgeRole).toInt(), int(Badge::Trouble));
        // One that ends goes behind the open ones.
        health::Problem over = problemOf("lock-7", health::Severity::Critical, start + 7s);
        over.until = start + 40s;
        book.note({What::Closed, over}, start + 50s);
        model.merge(book);
        QCOMPARE(moved.row(), 19);
        QCOMPARE(moved.data(BadgeRole).toInt(), int(Badge::Gone));
        QCOMPARE(model.index(19, IncidentModel::Duration).data().toString(), u"33 s"_s);
        QCOMPARE(model.index(0, IncidentModel::End).data().toString(), u"open"_s);
        model.setShown(IncidentModel::Shown::Open);
        model.merge(book);
        QCOMPARE(model.rowCount(), 19);
        book.mute({health::Mute{.name = "lock-3"}}, start + 51s);
        model.merge(book);
        QCOMPARE(model.rowCount(), 18);
        model.setShown(IncidentModel::Shown::Muted);
        model.merge(book);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, IncidentModel::Mark).data().toString(), u"muted"_s);
        model.merge(health::IncidentBook());
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(resets.isEmpty());
    }

    void ofManyTheWorstAreShown()
    {
        const WallInstant start = m_clock.wallNow();
        IncidentModel model([&] { return m_clock.wallNow(); });
        health::IncidentBook book;
        for (int i = 0; i < 3000; ++i)
            book.note({What::Opened,
                       problemOf(QByteArray::number(i),
                                 i == 2999 ? health::Severity::Critical : health::Severity::Warning,
                                 start + i * 1ms)},
                      start);
        model.merge(book);
        QCOMPARE(model.rowCount(), int(IncidentModel::most));
        QVERIFY(model.isCut());
        QCOMPARE(model.index(0, IncidentModel::Subject).data().toString(), u"2999"_s);
    }

    void itSaysThatThereIsNothing()
    {
        auto *title = find<QLabel>("incidentsEmptyTitle");
        QVERIFY(title->isVisible());
        QCOMPARE(title->text(), u"No server in sight"_s);
        put(upServer(0));
        QVERIFY(eventually(
            [&] { return title->text() == u"Nothing is wrong, as far as can be seen"_s; }));
        put(lostServer(m_clock, 1s, 1));
        put(lostServer(m_clock, 5s, 0));
        QVERIFY(eventually([&] { return title->text() == u"No server in sight"_s; }));
    }

    void anIncidentIsListedAndToldInFull()
    {
        twoEndless();
        QCOMPARE(text(0, IncidentModel::Severity), u"warning"_s);
        QCOMPARE(text(0, IncidentModel::Problem), u"No expiry"_s);
        QCOMPARE(text(0, IncidentModel::End), u"open"_s);
        QVERIFY2(find<QLabel>("incidentsCount")->text().contains(u"2 warnings"_s),
                 qPrintable(find<QLabel>("incidentsCount")->text()));
        choose(0);
        const QByteArray name =
            model()->index(0, IncidentModel::Subject).data(RawRole).toByteArray();
        for (const QString &part :
             {u"Warning: No expiry"_s, QString::fromLatin1(name), u"without an expiry"_s,
              u"Ask whether the owner is alive"_s, u"The lock has no time to live"_s, u"opened"_s})
            QVERIFY2(detail().contains(part), qPrintable(part + u'\n' + detail()));
        // It ends: it is listed all the same.
        const watch::LockRecord lock = heldLock(name, m_clock, 10min);
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
        QVERIFY(eventually([&] {
            m_clock.advance(20ms);
            put(upServer(0)); // something to judge by
            return text(1, IncidentModel::End) != u"open"_s;
        }));
        QCOMPARE(find<TableView>("incidents")->currentIndex().row(), 1);
        QVERIFY(detail().contains(u"ended"_s));
    }

    // Or the docks beside the page make room for it, with their buttons.
    void theCountTakesNoRoomFromOthers()
    {
        auto *count = find<QLabel>("incidentsCount");
        const int least = m_pane->minimumSizeHint().width();
        twoEndless();
        const QString said = count->text();
        QVERIFY(said.contains(u"2 warnings"_s));
        QCOMPARE(m_pane->minimumSizeHint().width(), least);
        // A tool tip has the cut text in full.
        m_pane->resize(least, 340);
        QVERIFY(eventually(
            [&] { return count->fontMetrics().horizontalAdvance(said) > count->width(); }));
        QHelpEvent asked(QEvent::ToolTip, QPoint(1, 1), count->mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(count, &asked);
        QVERIFY2(QToolTip::text().contains(said), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    // They have one name on all of its servers.
    void theLocksOfARedlockAreToldApart()
    {
        put(upServer(0));
        put(upServer(1));
        QVERIFY(eventually([&] { return m_client->servers().rowCount() == 2; }));
        health::Incident incident;
        incident.problem = problemOf("orders", health::Severity::Critical, m_clock.wallNow());
        incident.problem.locks = {{0, LockName("orders")}, {1, LockName("orders")}};
        std::deque<watch::Event> events;
        for (const int server : {0, 1}) {
            watch::Event event;
            event.at = m_clock.wallNow();
            event.type = watch::EventType::Acquired;
            event.name = LockName("orders");
            event.deploymentId = watch::DeploymentId{server};
            event.server = upServer(server).label;
            events.push_back(event);
        }
        const auto lines =
            IncidentText::lines(incident, events, m_client->servers(), m_clock.wallNow());
        for (const int server : {0, 1}) {
            const QString place = shortLabel(upServer(server).label);
            const auto names = [&](const IncidentText::Line &line) {
                return line.linked == u"orders on "_s + place;
            };
            const auto tells = [&](const IncidentText::Line &line) {
                return line.text.contains(u"acquired  "_s + place);
            };
            QCOMPARE(std::ranges::count_if(lines, names), 1);
            QCOMPARE(std::ranges::count_if(lines, tells), 1);
        }
        // One lock is no server's more than another's.
        incident.problem.locks.resize(1);
        const auto one =
            IncidentText::lines(incident, events, m_client->servers(), m_clock.wallNow());
        QVERIFY(
            std::ranges::any_of(one, [](const auto &line) { return line.linked == u"orders"_s; }));
    }

    void itLeadsElsewhere()
    {
        twoEndless();
        choose(0);
        const watch::LockId id{
            0, LockName(model()->index(0, IncidentModel::Subject).data(RawRole).toByteArray())};
        QSignalSpy locks(m_pane.get(), &IncidentsPane::lockChosen);
        QSignalSpy times(m_pane.get(), &IncidentsPane::timelineWanted);
        QSignalSpy pages(m_pane.get(), &IncidentsPane::guideWanted);
        auto *table = find<TableView>("incidents");
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(locks.size(), 1);
        QCOMPARE(locks[0][0].value<watch::LockId>(), id);
        QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(times.size(), 1);
        QCOMPARE(times[0][0].value<watch::LockId>(), id);
        QTest::keyClick(table, Qt::Key_G);
        QCOMPARE(pages.size(), 1);
        QCOMPARE(pages[0][0].toString(), u"problem-no-expiry"_s);
        // The same by the links.
        auto *detail = find<IncidentDetail>("incidentDetail");
        for (const char *link : {"lock:0", "timeline:0", "guide:0", "lock:99", "http://x", ""})
            Q_EMIT detail->anchorClicked(QUrl(QString::fromLatin1(link)));
        QCOMPARE(locks.size(), 2);
        QCOMPARE(times.size(), 2);
        QCOMPARE(pages.size(), 2);
    }

    void hostileNamesStayText()
    {
        put(upServer(0));
        putEndless("<b>x</b><a href='http://evil'>\xff\xe2\x80\xae\n");
        QVERIFY(listed(1));
        choose(0);
        QVERIFY2(detail().contains(u"<b>x</b><a href="_s), qPrintable(detail()));
        QVERIFY(!detail().contains(QChar(0x202e)));
        QVERIFY(!find<IncidentDetail>("incidentDetail")->toHtml().contains(u"href=\"http"_s));
    }

    void itIsAcknowledgedByKeyAndButton()
    {
        twoEndless();
        auto *button = find<QPushButton>("incidentsAcknowledge");
        QVERIFY(!button->isEnabled()); // nothing is selected
        choose(0);
        QVERIFY(button->isEnabled());
        QTest::keyClick(find<TableView>("incidents"), Qt::Key_A);
        QVERIFY(eventually([&] { return text(0, IncidentModel::Mark) == u"acknowledged"_s; }));
        QVERIFY(!button->isEnabled());
        choose(1);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(eventually([&] { return text(1, IncidentModel::Mark) == u"acknowledged"_s; }));
        QVERIFY(!m_feed->incidents().worst(m_feed->wallNow()));
        QCOMPARE(m_feed->incidents().count(m_feed->wallNow()), std::size_t(2));
    }

    void itIsMutedByScopeAndTime_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<int>("left");
        QTest::newRow("lock") << u"incidentMuteSubject-1"_s << 1;
        QTest::newRow("prefix") << u"incidentMutePrefix-8"_s << 1;
        QTest::newRow("rule") << u"incidentMuteRule-0"_s << 0;
        QTest::newRow("deployment") << u"incidentMuteDeployment-1"_s << 0;
    }
    void itIsMutedByScopeAndTime()
    {
        QFETCH(QString, action);
        QFETCH(int, left);
        twoEndless();
        choose(0);
        find<QAction>(qPrintable(action))->trigger();
        QCOMPARE(m_feed->incidents().count(m_feed->wallNow()), std::size_t(left));
        QVERIFY(eventually([&] { return text(0, IncidentModel::Mark) == u"muted"_s; }));
        find<QComboBox>("incidentsShown")->setCurrentIndex(1);
        QCOMPARE(model()->rowCount(), left);
        find<QComboBox>("incidentsShown")->setCurrentIndex(2);
        QCOMPARE(model()->rowCount(), 2 - left);
        find<QComboBox>("incidentsShown")->setCurrentIndex(0);
        QCOMPARE(model()->rowCount(), 2);
        if (action.endsWith(u'0'))
            return;
        m_clock.advance(9h); // it has run out; the count knows at once
        QCOMPARE(m_feed->incidents().count(m_feed->wallNow()), std::size_t(2));
    }

    void mutesAreListedAndTakenBack()
    {
        twoEndless();
        choose(0);
        find<QAction>("incidentMuteSubject-8")->trigger();
        QTest::mouseClick(find<QPushButton>("incidentsMutes"), Qt::LeftButton);
        auto *list = find<QListWidget>("muteList");
        QVERIFY(list->isVisible());
        QCOMPARE(list->count(), 1);
        QVERIFY2(list->item(0)->text().startsWith(u"No expiry: the lock "_s),
                 qPrintable(list->item(0)->text()));
        QVERIFY(list->item(0)->text().contains(u"until "_s));
        QCOMPARE(list->selectedItems().size(), 1); // for the keyboard
        // Its end, the time, is the last word of a line that may be too long.
        list->window()->resize(list->window()->minimumSizeHint().width(), 300);
        const QFontMetrics metrics(list->font());
        QVERIFY(metrics.horizontalAdvance(list->item(0)->text()) > list->viewport()->width());
        QTRY_VERIFY(list->visualItemRect(list->item(0)).height() >= 2 * metrics.height());
        QVERIFY(list->visualItemRect(list->item(0)).width() <= list->viewport()->width());
        QTest::mouseClick(find<QPushButton>("unmute"), Qt::LeftButton);
        QVERIFY(m_feed->incidents().mutes().empty());
        QCOMPARE(list->count(), 0);
        QCOMPARE(m_feed->incidents().count(m_feed->wallNow()), std::size_t(2));
    }

    void mutesAreRemembered()
    {
        const health::Mute mute{.rule = "no-expiry",
                                .deployment = u"redis://127.0.0.1:6379"_s,
                                .name = "billing:\xff",
                                .isPrefix = true,
                                .until = m_clock.wallNow() + 1h};
        const health::Mute endless{.rule = "long-hold", .isPrefix = true};
        QStringList lines = muteLines({mute, endless});
        QCOMPARE(mutesFrom(lines), (std::vector{mute, endless}));
        lines += {u"nonsense"_s, u"{}"_s, u"[1]"_s, u"{\"name\":\"\",\"prefix\":true}"_s,
                  u"{\"name\":\"?\",\"prefix\":false,\"rule\":\"x\"}"_s};
        QCOMPARE(mutesFrom(lines), (std::vector{mute, endless}));
    }

    void prefixesEndWithASeparator()
    {
        QCOMPARE(prefixOf("billing:ledger:7"), "billing:ledger:"_ba);
        QCOMPARE(prefixOf("app/jobs/nightly"), "app/jobs/"_ba);
        QCOMPARE(prefixOf("nightly"), QByteArray());
        QCOMPARE(prefixOf("ends:"), QByteArray());
        QCOMPARE(prefixOf(""), QByteArray());
    }

    void itIsCopiedForATicket()
    {
        twoEndless();
        QVERIFY(m_pane->copied(CopyForm::Text).isEmpty());
        choose(0);
        const QByteArray name =
            model()->index(0, IncidentModel::Subject).data(RawRole).toByteArray();
        QTest::keyClick(find<TableView>("incidents"), Qt::Key_T);
        const QString report = QGuiApplication::clipboard()->text();
        QCOMPARE(QToolTip::text(), u"Copied"_s);
        QVERIFY2(report.startsWith(u"warning   no-expiry  "_s + QString::fromLatin1(name)
                                   + u" on redis://127.0.0.1:6379\n  since       "_s),
                 qPrintable(report));
        for (const char *part : {"\n  evidence    ", "\n  what to do  ",
                                 "\n  guide       problem-no-expiry\n", "Z  opened\n"})
            QVERIFY2(report.contains(QLatin1StringView(part)), part);
        QTest::keyClick(find<TableView>("incidents"), Qt::Key_J);
        const auto json =
            QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(json["schema"_L1].toInt(), 1);
        QCOMPARE(json["problems"_L1].toArray().size(), 1);
        const QJsonObject problem = json["problems"_L1].toArray()[0].toObject();
        // All fields of doctor, and the further course of the incident.
        for (const char *field :
             {"id",        "fingerprint",  "rule",       "severity",   "since",      "until",
              "suspended", "name",         "kind",       "deployment", "server",     "title",
              "text",      "why",          "what_to_do", "guide",      "lost_locks", "locks",
              "worst",     "acknowledged", "muted",      "steps"})
            QVERIFY2(problem.contains(QLatin1StringView(field)), field);
        QCOMPARE(problem["name"_L1].toString().toLatin1(), name);
        QCOMPARE(problem["steps"_L1].toArray()[0].toObject()["step"_L1].toString(), u"opened"_s);
        find<TableView>("incidents")->selectAll();
        QCOMPARE(QJsonDocument::fromJson(m_pane->copied(CopyForm::Json).toUtf8())
                     .object()["problems"_L1]
                     .toArray()
                     .size(),
                 2);
    }

    void hiddenItDoesNothing()
    {
        twoEndless();
        m_pane->hide();
        for (const QTimer *timer : m_pane->findChildren<QTimer *>())
            QVERIFY(!timer->isActive());
        QSignalSpy rows(model(), &QAbstractItemModel::rowsInserted);
        putEndless("third");
        QVERIFY(eventually([&] {
            m_clock.advance(20ms);
            return m_feed->incidents().openCount() == 3; // it is kept all the same
        }));
        QVERIFY(rows.isEmpty());
        m_pane->show();
        QCOMPARE(model()->rowCount(), 3);
    }

    // Pictures for people to look at, where LOCKSCOPE_TEST_PICTURES names a folder.
    void painted_data() { addThemes(); }
    void painted()
    {
        QFETCH(int, theme);
        applyTheme(static_cast<Theme>(theme));
        twoEndless();
        choose(0);
        takePicture(*m_pane, u"incidents"_s);
    }
};

LOCKSCOPE_TEST_SUITE(tst_IncidentsPane)
#include "tst_incidentspane.moc"
