// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/table/tableview.h"
#include "ui/theme/theme.h"
#include "ui/workbench/ownwaits.h"
#include "ui/workbench/workbenchmodel.h"
#include "ui/workbench/workbenchpane.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using workbench::Entry;

// Tests the workbench beyond acquiring and releasing: extending, names for owners, a cap on
// renewals, groups by name, and the reports of its waits. With made-up entries.
class tst_WorkbenchWays : public QObject
{
    Q_OBJECT

private:
    StandingClock m_clock;
    ServerModel m_servers;
    std::unique_ptr<WorkbenchPane> m_pane;

    template <typename T>
    T *find(const char *name)
    {
        auto *found = m_pane->findChild<T *>(QString::fromLatin1(name));
        if (!found)
            qFatal("no widget is named %s", name);
        return found;
    }
    static watch::ServerRecord server(int number)
    {
        watch::ServerRecord record = upServer(number);
        record.label = label(number);
        return record;
    }
    static std::vector<watch::DeploymentId> deployments(const std::vector<int> &numbers)
    {
        std::vector<watch::DeploymentId> all;
        for (const int number : numbers)
            all.push_back({number});
        return all;
    }
    static QString label(int number) { return u"redis://10.0.0.%1:6379"_s.arg(number); }
    Entry entry(int id, Entry::State state = Entry::State::Held) const
    {
        Entry entry;
        entry.id = id;
        entry.state = state;
        entry.names = {LockName("orders")};
        entry.kind = "reentrant";
        entry.servers = {label(1)};
        entry.places = {1};
        entry.owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");
        entry.count = 1;
        entry.askedAt = m_clock.now();
        if (state == Entry::State::Held)
            entry.validUntil = m_clock.now() + 30s;
        return entry;
    }
    void chooseKind(const QByteArray &kind)
    {
        auto *box = find<QComboBox>("workbenchKind");
        box->setCurrentIndex(box->findData(kind));
        QCOMPARE(box->currentData().toByteArray(), kind);
    }
    void type(const char *field, const QString &text)
    {
        auto *edit = find<QLineEdit>(field);
        edit->clear();
        QTest::keyClicks(edit, text);
    }
    // Places of the servers that are checked.
    QList<int> checked()
    {
        const auto *list = find<QListWidget>("workbenchServers");
        QList<int> rows;
        for (int row = 0; row < list->count(); ++row) {
            if (list->item(row)->checkState() == Qt::Checked)
                rows += row;
        }
        return rows;
    }
    QStringList hintsAndProblem()
    {
        return {find<QLabel>("workbenchHint")->text(), find<QLabel>("workbenchProblem")->text()};
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        applyTheme(Theme::Light);
        for (int number = 0; number < 4; ++number)
            m_servers.mergeOne(server(number));
        m_pane = std::make_unique<WorkbenchPane>(m_servers, m_clock);
        m_pane->resize(1100, 300);
        static_cast<QWidget *>(m_pane.get())->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
    }
    void cleanup()
    {
        m_pane.reset();
        m_servers.merge({});
    }

    void extendingAsksForTheTimeThatIsTyped()
    {
        QSignalSpy asked(m_pane.get(), &WorkbenchPane::extendRequested);
        auto *button = find<QPushButton>("workbenchExtend");
        auto *time = find<QLineEdit>("workbenchExtension");
        QVERIFY(!button->isEnabled() && !time->isEnabled());
        m_pane->show({entry(7)});
        QVERIFY(button->isEnabled() && time->isEnabled());
        type("workbenchExtension", u"5m"_s);
        button->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.at(0).at(0).toInt(), 7);
        QCOMPARE(asked.at(0).at(1).value<Millis>(), Millis(5min));
        type("workbenchExtension", u"90s"_s);
        QTest::keyClick(time, Qt::Key_Return);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked.at(1).at(1).value<Millis>(), Millis(90s));
    }

    void aTimeThatIsNoneIsNotAskedFor_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("bare number") << u"30"_s;
        QTest::newRow("words") << u"a while"_s;
        QTest::newRow("nothing") << u"0s"_s;
    }
    void aTimeThatIsNoneIsNotAskedFor()
    {
        QFETCH(const QString, typed);
        QSignalSpy asked(m_pane.get(), &WorkbenchPane::extendRequested);
        m_pane->show({entry(7)});
        type("workbenchExtension", typed);
        QVERIFY(!find<QPushButton>("workbenchExtend")->isEnabled());
        QVERIFY(!find<QLabel>("workbenchHint")->text().isEmpty());
        QTest::keyClick(find<QLineEdit>("workbenchExtension"), Qt::Key_Return);
        QVERIFY(asked.isEmpty());
    }

    void whatCannotBeExtendedSaysWhy()
    {
        auto *button = find<QPushButton>("workbenchExtend");
        Entry semaphore = entry(1);
        semaphore.kind = "semaphore";
        m_pane->show({semaphore, entry(2, Entry::State::Waiting), entry(3, Entry::State::Lost)});
        auto *table = find<TableView>("workbench");
        table->selectRow(0);
        QVERIFY(!button->isEnabled());
        QVERIFY(button->toolTip().contains("no expiry"_L1));
        for (const int row : {1, 2}) {
            table->selectRow(row);
            QVERIFY(!button->isEnabled());
            QVERIFY(button->toolTip().contains("not held"_L1));
        }
        QVERIFY(hintsAndProblem().join(QString()).isEmpty());
    }

    void aRefusalIsTold_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("told");
        using Status = lock::ExtendOutcome::Status;
        QTest::newRow("not held") << int(Status::NotHeld) << u"no longer held"_s;
        QTest::newRow("failed") << int(Status::Failed) << u"was not extended"_s;
        QTest::newRow("unknown") << int(Status::Unknown) << u"unknown"_s;
    }
    void aRefusalIsTold()
    {
        QFETCH(const int, status);
        QFETCH(const QString, told);
        Entry refused = entry(1);
        lock::ExtendOutcome outcome;
        outcome.status = static_cast<lock::ExtendOutcome::Status>(status);
        outcome.error = Error{ErrorKind::Timeout, {}, u"no majority"_s, {}};
        refused.trouble = outcome;
        refused.votes = {{label(1), lock::Vote::Kind::Granted, 420us, {}},
                         {label(2), lock::Vote::Kind::NoAnswer, 50ms, {}}};
        m_pane->show({refused});
        const QString sentence = find<QLabel>("workbenchState")->text();
        QVERIFY2(sentence.contains(told), qPrintable(sentence));
        QVERIFY(sentence.startsWith("Held, but"_L1));
        QCOMPARE(find<TableView>("workbenchVotes")->model()->rowCount(), 2);
        m_pane->show({entry(1)});
        QVERIFY(find<QLabel>("workbenchState")->text().startsWith("Certainly held"_L1));
    }

    void theFormAsksForCapAndName()
    {
        type("workbenchName", u"orders"_s);
        QVERIFY(!m_pane->form()->wish()->maxRenewals);
        QVERIFY(m_pane->form()->wish()->label.isEmpty());
        type("workbenchMaxRenewals", u"3"_s);
        type("workbenchLabel", u" night shift "_s);
        QCOMPARE(m_pane->form()->wish()->maxRenewals, std::optional(3));
        QCOMPARE(m_pane->form()->wish()->label, u"night shift"_s);
        type("workbenchMaxRenewals", u"-1"_s);
        QVERIFY(!m_pane->form()->wish());
        QVERIFY(find<QLabel>("workbenchProblem")->text().contains("Renewals"_L1));
        // A fixed lease is not renewed: text typed there is ignored then.
        find<QRadioButton>("workbenchLeased")->click();
        QVERIFY(!find<QLineEdit>("workbenchMaxRenewals")->isVisibleTo(m_pane.get()));
        QVERIFY(m_pane->form()->wish());
        QVERIFY(!m_pane->form()->wish()->maxRenewals);
        chooseKind("semaphore"); // which has no owner
        QVERIFY(!find<QLineEdit>("workbenchLabel")->isVisibleTo(m_pane.get()));
        QVERIFY(m_pane->form()->wish()->label.isEmpty());
    }

    void nameAndCapAreShown()
    {
        Entry named = entry(1);
        named.label = u"night shift"_s;
        named.watchdog = Entry::Watchdog::Running;
        named.watchdogTimeout = 30s;
        named.maxRenewals = 3;
        QSignalSpy told(m_pane.get(), &WorkbenchPane::ownerNamed);
        m_pane->show({named});
        QCOMPARE(find<QLabel>("workbenchRenewal")->text(), u"every 10.0 s, at most 3 times"_s);
        named.watchdog = Entry::Watchdog::Paused;
        m_pane->show({named});
        QCOMPARE(find<QLabel>("workbenchRenewal")->text(), u"paused; otherwise every 10.0 s"_s);
        QVERIFY(find<QLabel>("workbenchOwnerOf")->text().startsWith("night shift ("_L1));
        const auto cell = m_pane->model().index(0, WorkbenchModel::Owner);
        QVERIFY(cell.data().toString().startsWith("night shift ("_L1));
        QCOMPARE(told.size(), 1);
        QCOMPARE(told.at(0).at(0).value<watch::DeploymentId>(), watch::DeploymentId{1});
        QCOMPARE(told.at(0).at(1).value<OwnerId>(), named.owner);
        QCOMPARE(told.at(0).at(2).toString(), u"night shift"_s);
        m_clock.advance(1s);
        m_pane->show({named}); // nothing new
        QCOMPARE(told.size(), 1);
        Entry later = entry(2); // of the same owner
        later.label = u"day shift"_s;
        m_pane->show({named, later});
        m_pane->show({named, later});
        QCOMPARE(told.size(), 2);
        QCOMPARE(told.at(1).at(2).toString(), u"day shift"_s);
    }

    void aGroupIsChosenByItsName()
    {
        m_pane->form()->setGroups({{u"left"_s, {label(0), label(1), label(2)}},
                                   {u"right"_s, {label(1), label(2), label(3)}},
                                   {u"far"_s, {label(0), label(1), u"redis://10.9.9.9:6379"_s}}});
        auto *groups = find<QComboBox>("workbenchQuorumGroup");
        QVERIFY(!groups->isVisibleTo(m_pane.get()));
        chooseKind("redlock");
        QVERIFY(groups->isVisibleTo(m_pane.get()));
        QCOMPARE(groups->count(), 4);
        QCOMPARE(groups->currentIndex(), 0);
        QCOMPARE(checked(), QList<int>({0, 1, 2, 3}));
        groups->setFocus();
        QTest::keyClick(groups, Qt::Key_Down);
        QTest::keyClick(groups, Qt::Key_Down);
        QCOMPARE(groups->currentText(), u"right"_s);
        QCOMPARE(checked(), QList<int>({1, 2, 3}));
        type("workbenchName", u"orders"_s);
        QCOMPARE(m_pane->form()->wish()->servers, deployments({1, 2, 3}));
        QVERIFY(find<QLabel>("workbenchGroup")->text().contains("2 of 3"_L1));
        // The one that is not connected altogether is passed over.
        QTest::keyClick(groups, Qt::Key_Down);
        QCOMPARE(groups->currentText(), u"right"_s);
        QVERIFY(groups->itemData(3, Qt::ToolTipRole).toString().contains("10.9.9.9"_L1));
        // By hand it is another choice, or another group.
        auto *list = find<QListWidget>("workbenchServers");
        list->item(0)->setCheckState(Qt::Checked);
        QCOMPARE(groups->currentIndex(), 0);
        list->item(3)->setCheckState(Qt::Unchecked);
        QCOMPARE(groups->currentText(), u"left"_s);
        chooseKind("multi"); // several servers, but no quorum
        QVERIFY(!groups->isVisibleTo(m_pane.get()));
    }

    void aGroupWaitsForItsServers()
    {
        m_pane->form()->setGroups({{u"late"_s, {label(1), label(2), label(9)}}});
        chooseKind("redlock");
        auto *groups = find<QComboBox>("workbenchQuorumGroup");
        groups->setFocus();
        QTest::keyClick(groups, Qt::Key_Down);
        QCOMPARE(groups->currentIndex(), 0);
        m_servers.mergeOne(server(9));
        QTest::keyClick(groups, Qt::Key_Down);
        QCOMPARE(groups->currentText(), u"late"_s);
        QCOMPARE(m_pane->form()->wish().has_value(), false); // a name is wanted still
        type("workbenchName", u"orders"_s);
        QCOMPARE(m_pane->form()->wish()->servers, deployments({1, 2, 9}));
    }

    // Servers are left while others are checked: no check mark passes to the next in the list.
    void aServerThatWasLeftIsNotOffered()
    {
        type("workbenchName", u"orders"_s);
        chooseKind("redlock");
        auto *list = find<QListWidget>("workbenchServers");
        list->item(0)->setCheckState(Qt::Unchecked);
        QCOMPARE(m_pane->form()->wish()->servers, deployments({1, 2, 3}));
        m_servers.remove(watch::DeploymentId{0});
        QCOMPARE(list->count(), 3);
        QCOMPARE(checked(), QList<int>({0, 1, 2}));
        QCOMPARE(m_pane->form()->wish()->servers, deployments({1, 2, 3}));
        m_servers.remove(watch::DeploymentId{2});
        QCOMPARE(list->count(), 2);
        QVERIFY(list->item(1)->text().contains("10.0.0.3"_L1));
        QVERIFY(find<QLabel>("workbenchGroup")->text().startsWith("Select at least 3 servers"_L1));
        const auto asked = m_pane->form()->wish();
        QVERIFY(!asked && asked.error().text.english().contains("quorum"_L1)); // two are none
        // A new server is not checked, at any row.
        m_servers.mergeOne(server(2));
        QCOMPARE(checked(), QList<int>({0, 2}));
        m_servers.mergeOne(server(4));
        QCOMPARE(checked(), QList<int>({0, 2}));
        m_servers.merge({});
        QCOMPARE(list->count(), 0);
        QCOMPARE(find<QComboBox>("workbenchServer")->count(), 0);
        QVERIFY(!m_pane->form()->wish());
    }

    void theChosenServerIsNotExchanged()
    {
        type("workbenchName", u"orders"_s);
        chooseKind("reentrant");
        auto *one = find<QComboBox>("workbenchServer");
        one->setCurrentIndex(1);
        QCOMPARE(m_pane->form()->wish()->servers, deployments({1}));
        m_servers.remove(watch::DeploymentId{0});
        QCOMPARE(one->count(), 3);
        QCOMPARE(m_pane->form()->wish()->servers, deployments({1}));
        QVERIFY(one->currentText().contains("10.0.0.1"_L1));
        m_servers.remove(watch::DeploymentId{1});
        QCOMPARE(one->count(), 2);
        QCOMPARE(one->currentIndex(), -1);
        QVERIFY(!m_pane->form()->wish()); // nobody chose another
        QVERIFY(!find<QPushButton>("workbenchAcquire")->isEnabled());
        m_servers.mergeOne(server(2)); // as it was
        QCOMPARE(one->currentIndex(), -1);
        one->setCurrentIndex(1);
        QCOMPARE(m_pane->form()->wish()->servers, deployments({3}));
    }

    void itTellsWhatIsWaitedFor()
    {
        QSignalSpy told(m_pane.get(), &WorkbenchPane::waitsChanged);
        Entry waiting = entry(1, Entry::State::Waiting);
        waiting.places = {0, 2};
        waiting.names = {LockName("a"), LockName("b")};
        waiting.kind = "multi";
        waiting.label = u"night shift"_s;
        m_pane->show({entry(5), waiting});
        QCOMPARE(told.size(), 1);
        const auto waits = told.at(0).at(0).value<std::vector<insight::OwnWaiter>>();
        QCOMPARE(waits.size(), 4U);
        QVERIFY(waits[1].lock == (watch::LockId{0, LockName("b")}));
        QVERIFY(waits[2].lock == (watch::LockId{2, LockName("a")}));
        QCOMPARE(waits[0].owner, waiting.owner);
        QVERIFY(waits[0].since == waiting.askedAt);
        QCOMPARE(waits[0].alias, QByteArray("night shift"));
        m_clock.advance(1s);
        m_pane->show({entry(5), waiting});
        QCOMPARE(told.size(), 1);
        m_pane->show({entry(5), entry(1)}); // granted
        QCOMPARE(told.size(), 2);
        QVERIFY(told.at(1).at(0).value<std::vector<insight::OwnWaiter>>().empty());
    }

    void everyWaitSaysHowItWaits_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("isReader");
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("isReentrant");
        QTest::newRow("reentrant")
            << "reentrant"_ba << false << int(watch::Mode::Exclusive) << true;
        QTest::newRow("reader") << "read-write"_ba << true << int(watch::Mode::Read) << true;
        QTest::newRow("writer") << "read-write"_ba << false << int(watch::Mode::Write) << true;
        QTest::newRow("string") << "string"_ba << false << int(watch::Mode::Exclusive) << false;
        QTest::newRow("redlock") << "redlock"_ba << false << int(watch::Mode::Exclusive) << false;
    }
    void everyWaitSaysHowItWaits()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isReader);
        QFETCH(const int, mode);
        QFETCH(const bool, isReentrant);
        Entry waiting = entry(1, Entry::State::Waiting);
        waiting.kind = kind;
        waiting.mode = isReader ? lock::Mode::Read : lock::Mode::Write;
        const auto waits = ownWaiters({waiting});
        QCOMPARE(waits.size(), 1U);
        QCOMPARE(int(waits[0].mode), mode);
        QCOMPARE(waits[0].reentrant, isReentrant);
        waiting.owner = {}; // a latch's
        QVERIFY(ownWaiters({waiting}).empty());
    }
};

LOCKSCOPE_TEST_SUITE(tst_WorkbenchWays)
#include "tst_workbenchways.moc"
