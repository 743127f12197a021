// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/quorum/quorumfixture.h"
#include "ui/quorum/quorumpane.h"
#include "ui/table/columnticker.h"
#include "ui/table/tableview.h"
#include "ui/table/ttlvalue.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScopeGuard>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

// The view of quorums over real servers.
class tst_QuorumPane : public QuorumFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aMajorityIsHeld();
    void verdictsFollowTheServers();
    void otherOwnersAndOtherKeysAreInTheWay();
    void troubleComesFirstAgainWithoutItsColumn();
    void aLostServerIsSilent();
    void aLostGroupIsNotFree();
    void aChangedGroupTakesThePlaceOfTheOld();
    void theChosenLockIsExplained();
    void enterLeadsToTheLock();
    void withoutAGroupItSaysHowToNameOne();
    void aGroupThatNobodyNamedIsProposed();
    void aHiddenPaneDoesNothing();
    void onlyLocksOnSeveralServers();
    void painted();
};

void tst_QuorumPane::aMajorityIsHeld()
{
    for (std::size_t i = 0; i < 3; ++i)
        set(i, "lock:a", ann);
    start();
    QVERIFY(says(u"lock:a"_s, u"held"_s, u"3 of 3"_s));
    QCOMPARE(find<QComboBox>("quorumGroup")->currentText(), u"red"_s);
    QCOMPARE(find<QLabel>("quorumCount")->text(), u"1 lock"_s);
    QCOMPARE(table().columnCount(), int(QuorumModel::FirstServer) + 3);
    QCOMPARE(cell(u"lock:a"_s, QuorumModel::Owner, RawRole), QString::fromLatin1(ann));
    const auto validity = table().index(0, QuorumModel::Validity).data(RawRole).value<TtlValue>();
    QVERIFY(validity.applies && validity.deadline);
    QVERIFY(*validity.deadline > std::chrono::steady_clock::now());
    // It counts down: the text is another one though the model tells of no change.
    const QString before = cell(u"lock:a"_s, QuorumModel::Validity);
    QVERIFY(eventually([&] { return cell(u"lock:a"_s, QuorumModel::Validity) != before; }));
    for (int column = 0; column < table().columnCount(); ++column)
        QVERIFY(!table().index(0, column).data(Qt::AccessibleTextRole).toString().isEmpty());
}

void tst_QuorumPane::verdictsFollowTheServers()
{
    start();
    set(0, "lock:a", ann);
    set(1, "lock:a", ann);
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s)); // none to spare
    m_servers[1].command({"DEL", "lock:a"});
    QVERIFY(says(u"lock:a"_s, u"residue"_s, u"1 of 3"_s));
    set(1, "lock:a", ann);
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    set(2, "lock:a", ann);
    QVERIFY(says(u"lock:a"_s, u"held"_s, u"3 of 3"_s));
    for (RedisProcess &server : m_servers)
        server.command({"DEL", "lock:a"});
    // Free: it is held nowhere, so that there is nothing to show.
    QVERIFY(eventually([&] { return rowOf(u"lock:a"_s) == -1; }));
    QVERIFY(eventually([&] { return find<QLabel>("quorumEmptyTitle")->isVisible(); }));
    QVERIFY(find<QLabel>("quorumEmptyTitle")->text().contains(u"red"_s));
}

void tst_QuorumPane::otherOwnersAndOtherKeysAreInTheWay()
{
    set(0, "lock:split", ann);
    set(1, "lock:split", bob);
    // Two hashes of two owners, and a string: of equals a string is the lock.
    for (std::size_t i = 0; i < 2; ++i) {
        const QByteArray owner = (i == 0 ? ann : bob) + ":" + QByteArray::number(i + 1);
        m_servers[i].command({"HSET", "lock:blocked", owner, "1"});
        m_servers[i].command({"PEXPIRE", "lock:blocked", "60000"});
    }
    set(2, "lock:blocked", ann);
    start();
    QVERIFY(says(u"lock:split"_s, u"split"_s, u"1 of 3"_s));
    QVERIFY(says(u"lock:blocked"_s, u"blocked"_s, u"1 of 3"_s));
    // The worst comes first, independent of the order of arrival.
    set(0, "lock:a", "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d");
    set(1, "lock:a", "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d");
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    m_servers[1].command({"DEL", "lock:a"});
    QVERIFY(says(u"lock:a"_s, u"residue"_s, u"1 of 3"_s));
    QVERIFY(eventually([&] { return rowOf(u"lock:blocked"_s) == 0; }));
    QVERIFY(eventually([&] { return rowOf(u"lock:split"_s) == 1; }));
    QVERIFY(eventually([&] { return rowOf(u"lock:a"_s) == 2; }));
    // Trouble comes first.
    QCOMPARE(rowOf(u"lock:blocked"_s), 0);
    QVERIFY(table().index(0, 0).data(AlarmRole).toBool());
    const int first = QuorumModel::FirstServer;
    QVERIFY(cell(u"lock:blocked"_s, first).startsWith(u"other type"_s));
    QVERIFY(cell(u"lock:split"_s, first).startsWith(u"undecided"_s));
    QCOMPARE(cell(u"lock:split"_s, first + 2), u"none"_s);
}

// Sorted by a server that the next group does not have.
void tst_QuorumPane::troubleComesFirstAgainWithoutItsColumn()
{
    start(true, {}, true);
    auto *view = find<TableView>("quorum");
    QVERIFY(eventually([&] { return table().columnCount() == QuorumModel::FirstServer + 3; }));
    view->sortByColumn(QuorumModel::FirstServer + 2, Qt::AscendingOrder);
    auto *group = find<QComboBox>("quorumGroup");
    group->setCurrentIndex(group->findText(u"pair"_s));
    QCOMPARE(table().columnCount(), int(QuorumModel::FirstServer) + 2);
    const QHeaderView *header = view->horizontalHeader();
    QCOMPARE(header->sortIndicatorSection(), int(QuorumModel::Verdict));
    QCOMPARE(header->sortIndicatorOrder(), Qt::DescendingOrder);
    const auto *sorted = qobject_cast<const QSortFilterProxyModel *>(view->model());
    QVERIFY(sorted);
    QCOMPARE(sorted->sortColumn(), int(QuorumModel::Verdict));
}

void tst_QuorumPane::aLostServerIsSilent()
{
    for (std::size_t i = 0; i < 3; ++i)
        set(i, "lock:a", ann);
    start();
    QVERIFY(says(u"lock:a"_s, u"held"_s, u"3 of 3"_s));
    m_servers[2].kill();
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    QCOMPARE(cell(u"lock:a"_s, QuorumModel::FirstServer + 2), u"silent"_s);
    m_servers[1].kill();
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"1 of 3"_s)); // a majority is possible
}

void tst_QuorumPane::aLostGroupIsNotFree()
{
    start();
    const auto titleIs = [this](const QString &title) {
        return eventually([&] {
            auto *label = find<QLabel>("quorumEmptyTitle");
            return label->isVisible() && label->text() == title;
        });
    };
    QVERIFY(titleIs(u"No lock on red"_s));
    m_servers[2].kill();
    m_servers[1].kill();
    QVERIFY(titleIs(u"The locks of red are not known"_s));
    QVERIFY(m_servers[1].start());
    QVERIFY(titleIs(u"No lock on red"_s)); // a majority has none
}

// The profile is changed while it is connected, and one of its servers is connected anew.
void tst_QuorumPane::aChangedGroupTakesThePlaceOfTheOld()
{
    const QTemporaryDir folder;
    const profile::ProfileStore store(folder.filePath(u"profiles.json"_s));
    qputenv("LOCKSCOPE_PROFILES", store.file().toUtf8());
    const auto unset = qScopeGuard([] { qunsetenv("LOCKSCOPE_PROFILES"); });
    const auto save = [&](const QStringList &members) {
        return store.update([&](profile::Profiles &profiles) -> Result<void> {
            profile::Profile changed;
            changed.name = u"p"_s;
            changed.urls = urls();
            changed.groups = {{u"red"_s, members}};
            profiles.all = {changed};
            return {};
        });
    };
    QVERIFY(save(urls()));
    set(0, "lock:a", ann);
    set(1, "lock:a", ann);
    admin::Place place;
    place.profile = u"p"_s;
    start(true, place);
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    QVERIFY(save(urls().first(2)));
    Q_EMIT m_console->window().disconnectRequested(watch::DeploymentId{2});
    Q_EMIT m_console->window().deploymentsRequested(u"p"_s, {urls().last()});
    QVERIFY(says(u"lock:a"_s, u"held"_s, u"2 of 2"_s));
    const auto *groups = find<QComboBox>("quorumGroup");
    QCOMPARE(groups->count(), 1);
    QCOMPARE(groups->itemData(0, Qt::ToolTipRole).toString().count(u','), 1);
    // Disconnected as a whole it has none.
    for (const int server : {0, 1, 3})
        Q_EMIT m_console->window().disconnectRequested(watch::DeploymentId{server});
    QVERIFY(eventually([&] { return rowOf(u"lock:a"_s) == -1; }));
}

void tst_QuorumPane::theChosenLockIsExplained()
{
    set(0, "lock:a", ann);
    set(1, "lock:a", ann);
    set(2, "lock:a", bob);
    start();
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    auto *seats = find<QAbstractItemView>("quorumSeats");
    QCOMPARE(seats->model()->rowCount(), 0);
    // By hand: no row of a lock stays selected that is not the one to be acted on.
    m_console->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_console->window()));
    find<QAbstractItemView>("quorum")->setFocus();
    find<QAbstractItemView>("quorum")->setCurrentIndex(table().index(0, 0));
    QCOMPARE(seats->model()->rowCount(), 3);
    const auto seat = [&](int row, int column) {
        return seats->model()->index(row, column).data().toString();
    };
    QCOMPARE(seat(0, QuorumSeatsModel::Answer), u"agrees"_s);
    QCOMPARE(seat(2, QuorumSeatsModel::Answer), u"other"_s);
    QCOMPARE(seat(2, QuorumSeatsModel::Owner), QString::fromLatin1(bob));
    QCOMPARE(seat(2, QuorumSeatsModel::Reason), u"another owner"_s);
    QVERIFY(seat(0, QuorumSeatsModel::Server).contains(QString::number(m_servers[0].port())));
    QVERIFY(find<QLabel>("quorumSentence")->text().contains(u"no spare server"_s));
    // It follows what happens.
    m_servers[2].command({"DEL", "lock:a"});
    QVERIFY(eventually([&] { return seat(2, QuorumSeatsModel::Reason) == u"no key"_s; }));
}

void tst_QuorumPane::enterLeadsToTheLock()
{
    set(1, "lock:b", ann);
    set(2, "lock:b", ann);
    start();
    QVERIFY(says(u"lock:b"_s, u"at risk"_s, u"2 of 3"_s));
    auto *view = find<QAbstractItemView>("quorum");
    view->setCurrentIndex(table().index(0, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QVERIFY(eventually([&] {
        auto *name = find<QLabel>("detailName");
        return name->isVisible() && name->text() == u"lock:b"_s;
    }));
}

void tst_QuorumPane::withoutAGroupItSaysHowToNameOne()
{
    set(0, "lock:a", ann);
    start(false);
    QVERIFY(eventually([&] { return find<QLabel>("quorumEmptyTitle")->isVisible(); }));
    QCOMPARE(find<QLabel>("quorumEmptyTitle")->text(), u"No quorum group"_s);
    QVERIFY(find<QLabel>("quorumEmptyText")->text().contains(u"lockctl profile save"_s));
    QVERIFY(!find<QComboBox>("quorumGroup")->isEnabled());
}

void tst_QuorumPane::aGroupThatNobodyNamedIsProposed()
{
    for (std::size_t i = 0; i < 3; ++i)
        set(i, "lock:a", ann);
    set(0, "lock:other", bob);
    start(false);
    auto *group = find<QComboBox>("quorumGroup");
    QVERIFY(eventually([&] { return group->currentText().startsWith(u"Proposed: "_s); }));
    QVERIFY(says(u"lock:a"_s, u"held"_s, u"3 of 3"_s));
    QVERIFY(find<QLabel>("quorumNote")->text().contains(u"same tokens"_s));
    QVERIFY(find<QLabel>("quorumNote")->toolTip().contains(urls().join(u',')));
    QCOMPARE(rowOf(u"lock:other"_s), -1); // says nothing of a group
    // A group once seen stays one between two acquisitions.
    for (RedisProcess &server : m_servers)
        server.command({"DEL", "lock:a"});
    QVERIFY(eventually([&] { return rowOf(u"lock:a"_s) == -1; }));
    set(0, "lock:a", bob);
    set(1, "lock:a", bob);
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
}

void tst_QuorumPane::aHiddenPaneDoesNothing()
{
    start();
    set(0, "lock:a", ann);
    set(1, "lock:a", ann);
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    auto *pane = find<QuorumPane>("quorumPane");
    find<QAction>("view-eventsDock")->trigger();
    QVERIFY(eventually([&] { return !pane->isVisible(); }));
    for (const QTimer *timer : pane->findChildren<QTimer *>())
        QVERIFY(!timer->isActive());
    for (const ColumnTicker *ticker : pane->findChildren<ColumnTicker *>())
        QVERIFY(!ticker->isRunning());
    set(0, "lock:b", ann);
    set(1, "lock:b", ann);
    auto *locks = find<QAbstractItemView>("locks")->model();
    QVERIFY(eventually([&] { return locks->rowCount() == 4; }));
    QCOMPARE(table().rowCount(), 1);
    find<QAction>("view-quorumDock")->trigger();
    QVERIFY(says(u"lock:b"_s, u"at risk"_s, u"2 of 3"_s));
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
}

void tst_QuorumPane::onlyLocksOnSeveralServers()
{
    for (const QByteArray &name : {QByteArray("lock:one"), QByteArray("lock:two")})
        set(0, name, ann);
    set(1, "lock:one", ann);
    set(1, "lock:two", bob);
    set(2, "lock:ordinary", ann); // of one server, and no Redlock
    start();
    QVERIFY(says(u"lock:one"_s, u"at risk"_s, u"2 of 3"_s));
    m_servers[1].command({"DEL", "lock:one"});
    QVERIFY(says(u"lock:one"_s, u"residue"_s, u"1 of 3"_s));
    QCOMPARE(rowOf(u"lock:ordinary"_s), -1);
    QVERIFY(says(u"lock:two"_s, u"split"_s, u"1 of 3"_s));
    auto *box = find<QCheckBox>("severalOnly");
    QVERIFY(!box->isChecked());
    box->click();
    QCOMPARE(rowOf(u"lock:one"_s), -1);
    QVERIFY(rowOf(u"lock:two"_s) >= 0);
    QCOMPARE(find<QLabel>("quorumCount")->text(), u"1 of 2 locks"_s);
    // It is remembered with the layout.
    WindowState state;
    state.parts = m_console->window().windowState().parts;
    box->click();
    QVERIFY(rowOf(u"lock:one"_s) >= 0);
    QCOMPARE(find<QLabel>("quorumCount")->text(), u"2 locks"_s);
    m_console->window().restoreWindowState(state);
    QVERIFY(box->isChecked());
    QCOMPARE(rowOf(u"lock:one"_s), -1);
    // A lock that comes to several servers, and locks that leave one.
    set(1, "lock:one", ann);
    QVERIFY(says(u"lock:one"_s, u"at risk"_s, u"2 of 3"_s));
    m_servers[1].command({"DEL", "lock:one", "lock:two"});
    QVERIFY(eventually([&] { return find<QLabel>("quorumEmptyTitle")->isVisible(); }));
    QCOMPARE(find<QLabel>("quorumEmptyTitle")->text(), u"No lock on several servers"_s);
    QVERIFY(find<QLabel>("quorumEmptyText")->text().startsWith(u"2 locks"_s));
    // Where nothing can be seen, nobody knows on how many they are.
    for (RedisProcess &server : m_servers)
        server.kill();
    QVERIFY(says(u"lock:one"_s, u"unknown"_s, u"0 of 3"_s));
    QVERIFY(says(u"lock:two"_s, u"unknown"_s, u"0 of 3"_s));
}

// A picture for people to look at, where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_QuorumPane::painted()
{
    for (std::size_t i = 0; i < 3; ++i)
        set(i, "lock:held", ann);
    set(0, "lock:residue", ann);
    set(1, "lock:residue", ann);
    set(0, "lock:split", ann);
    set(1, "lock:split", bob);
    start();
    QVERIFY(says(u"lock:residue"_s, u"at risk"_s, u"2 of 3"_s));
    m_servers[1].command({"DEL", "lock:residue"});
    QVERIFY(says(u"lock:residue"_s, u"residue"_s, u"1 of 3"_s));
    QVERIFY(says(u"lock:held"_s, u"held"_s, u"3 of 3"_s));
    QVERIFY(says(u"lock:split"_s, u"split"_s, u"1 of 3"_s));
    find<QAbstractItemView>("quorum")->setCurrentIndex(table().index(0, 0));
    takePicture(m_console->window(), u"quorum"_s);
}

LOCKSCOPE_TEST_SUITE(tst_QuorumPane)
#include "tst_quorumpane.moc"
