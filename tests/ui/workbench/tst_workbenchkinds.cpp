// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/workbench/workbenchfixture.h"
#include "ui/table/tableview.h"
#include "ui/wording/wording.h"
#include "ui/workbench/acquirerules.h"
#include "ui/workbench/votesmodel.h"

#include <QListWidget>
#include <QRadioButton>

#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using ui::VotesModel;
using ui::WorkbenchModel;
using workbench::KindOptions;

// Every kind of lock that the workbench can take, on one real server or on three.
class tst_WorkbenchKinds : public lockscope::test::WorkbenchFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everyKind_data();
    void everyKind();
    void aLatchIsCountedDown();
    void aRedlockOutlivesAServer();
    void serversThatHaveJustStartedAreNotCounted();

private:
    void startAll() { start({&m_servers[0], &m_servers[1], &m_servers[2]}); }
    // Servers that tell nothing of themselves are counted, however young they are.
    void hideAges()
    {
        for (const RedisProcess &server : m_servers)
            QVERIFY(server.command({"ACL", "SETUSER", "default", "-info"}).isOk());
    }
    void chooseAll()
    {
        auto *list = find<QListWidget>("workbenchServers");
        QCOMPARE(list->count(), 3);
        for (int i = 0; i < 3; ++i)
            list->item(i)->setCheckState(Qt::Checked);
    }
    Reply run(std::size_t server, const std::vector<QByteArray> &command) const
    {
        return m_servers[server].command(command);
    }
    QString sentence() { return find<QLabel>("workbenchState")->text(); }
    const QAbstractItemModel &votes() { return *find<ui::TableView>("workbenchVotes")->model(); }
    QString vote(int server, VotesModel::Column column)
    {
        return votes().index(server, column).data().toString();
    }
    int granted()
    {
        int count = 0;
        for (int server = 0; server < votes().rowCount(); ++server)
            count += vote(server, VotesModel::Answer) == u"granted"_s ? 1 : 0;
        return count;
    }
    std::optional<Instant> validUntil()
    {
        return m_console->window().workbench().model().rowAt(0).entry.validUntil;
    }

    std::array<RedisProcess, 3> m_servers;
};

void tst_WorkbenchKinds::init()
{
    for (RedisProcess &server : m_servers) {
        if (!server.isRunning())
            QVERIFY(server.start());
        QVERIFY(server.command({"ACL", "SETUSER", "default", "+info"}).isOk());
        QVERIFY(server.command({"FLUSHALL"}).isOk());
    }
}

void tst_WorkbenchKinds::cleanup()
{
    m_console.reset();
}

void tst_WorkbenchKinds::everyKind_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const KindOptions &traits : workbench::allKinds()) {
        if (traits.isHeld) // else there is nothing to give back
            QTest::newRow(traits.kind.constData()) << traits.kind;
    }
}

void tst_WorkbenchKinds::everyKind()
{
    QFETCH(const QByteArray, kind);
    const KindOptions &traits = *workbench::optionsOf(kind);
    startAll();
    hideAges();
    chooseKind(kind);
    if (traits.onSeveralServers)
        chooseAll();
    if (traits.hasInitial)
        type("workbenchInitial", u"3"_s);
    if (traits.hasPermits)
        type("workbenchPermits", u"2"_s);
    type("workbenchWait", u"15s"_s);
    acquire(traits.ofSeveralNames ? u"job stock"_s : u"job"_s);
    QVERIFY(isState(0, u"held"_s));

    // As it is kept, and as it is told.
    const std::size_t servers = traits.onSeveralServers ? 3 : 1;
    const bool isString = kind == "string" || kind == "redlock" || traits.hasPermits;
    const QByteArray keyType = isString ? "string" : "hash";
    const auto holders = [&] {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_servers.size(); ++i)
            count += run(i, {"TYPE", "job"}).bytes == keyType ? 1U : 0U;
        return count;
    };
    QVERIFY(eventually([&] { return holders() == servers; }));
    if (traits.ofSeveralNames)
        QCOMPARE(run(2, {"EXISTS", "stock"}).integer, 1);
    if (traits.hasPermits)
        QCOMPARE(run(0, {"GET", "job"}).bytes, "1"_ba);
    QCOMPARE(cell(0, WorkbenchModel::Count), traits.hasPermits ? u"2"_s : u"1"_s);
    QVERIFY2(sentence().startsWith(traits.hasLease ? "Certainly held for "_L1
                                                   : "Held until released"_L1),
             qPrintable(sentence()));
    QCOMPARE(cell(0, WorkbenchModel::Watchdog), traits.hasLease ? u"renewing"_s : u"none"_s);
    QVERIFY(find<QLabel>("workbenchKindOf")->text().startsWith(wording::kind(kind)));
    QCOMPARE(find<QLabel>("workbenchPlace")->text().count(u','), qsizetype(servers) - 1);
    QCOMPARE(find<QPushButton>("workbenchReenter")->isEnabled(),
             ui::reasonAgainstReentering(kind).isEmpty());
    QCOMPARE(find<QPushButton>("workbenchExtend")->isEnabled(), traits.hasLease);

    press("workbenchRelease");
    QVERIFY(isState(0, u"released"_s));
    QCOMPARE(sentence(), u"Released"_s);
    if (traits.hasPermits) {
        QCOMPARE(run(0, {"GET", "job"}).bytes, "3"_ba);
        QCOMPARE(run(0, {"EXISTS", "{job}:timeout"}).integer, 0);
    } else {
        QVERIFY(eventually([&] { return holders() == 0; }));
    }
    if (traits.ofSeveralNames)
        QVERIFY(eventually([&] { return run(2, {"EXISTS", "stock"}).integer == 0; }));
    QVERIFY(!find<QPushButton>("workbenchRelease")->isEnabled());
}

void tst_WorkbenchKinds::aLatchIsCountedDown()
{
    startAll();
    chooseKind("count-down-latch");
    type("workbenchInitial", u"2"_s);
    type("workbenchWait", u"5m"_s);
    acquire(u"gate"_s);
    QVERIFY(isState(0, u"waiting"_s));
    QVERIFY(sentence().startsWith("Waiting, for "_L1));
    QVERIFY(eventually([this] { return run(0, {"GET", "gate"}).bytes == "2"; }));
    QCOMPARE(find<QPushButton>("workbenchReenter")->text(), u"Count &down"_s);
    press("workbenchReenter");
    QVERIFY(eventually([this] { return run(0, {"GET", "gate"}).bytes == "1"; }));
    QVERIFY(eventually([this] { return cell(0, WorkbenchModel::Count) == u"1"_s; }));
    QCOMPARE(cell(0, WorkbenchModel::State), u"waiting"_s);
    press("workbenchReenter");
    QVERIFY(isState(0, u"open"_s));
    QCOMPARE(sentence(), u"Open"_s);
    QCOMPARE(run(0, {"EXISTS", "gate"}).integer, 0);
}

void tst_WorkbenchKinds::aRedlockOutlivesAServer()
{
    startAll();
    hideAges();
    chooseKind("redlock");
    auto *groups = find<QComboBox>("workbenchQuorumGroup");
    find<QListWidget>("workbenchServers")->item(2)->setCheckState(Qt::Unchecked);
    QCOMPARE(groups->currentIndex(), 0);
    QVERIFY(find<QLabel>("workbenchGroup")->text().startsWith("Select at least 3 servers"_L1));
    QTest::keyClick(groups, Qt::Key_Down);
    QCOMPARE(groups->currentText(), u"all"_s);
    QCOMPARE(find<QLabel>("workbenchGroup")->text(),
             u"2 of 3 servers must grant the lock; 1 may fail."_s);
    find<QRadioButton>("workbenchLeased")->click();
    type("workbenchTime", u"15s"_s);
    type("workbenchWait", u"15s"_s);
    acquire(u"orders"_s);
    QVERIFY(isState(0, u"held"_s));

    // The majority decides: the third may answer a little later.
    QCOMPARE(votes().rowCount(), 3);
    QVERIFY(granted() >= 2);
    for (int server = 0; server < 3; ++server) {
        const QByteArray port =
            QByteArray::number(m_servers[static_cast<std::size_t>(server)].port());
        QVERIFY(vote(server, VotesModel::Server).endsWith(QString::fromLatin1(port)));
        if (vote(server, VotesModel::Answer) == u"granted"_s)
            QVERIFY(vote(server, VotesModel::Took).endsWith(" ms"_L1));
    }
    const auto isCertain = [this] {
        return sentence().startsWith("Certainly held for "_L1) && sentence().endsWith(" more"_L1);
    };
    QVERIFY2(isCertain(), qPrintable(sentence()));
    const auto kept = [this](std::size_t server) {
        return run(server, {"PTTL", "orders"}).integer;
    };
    for (std::size_t server = 0; server < 3; ++server)
        QVERIFY(eventually([&] { return kept(server) > 0; }));
    const QByteArray token = run(0, {"GET", "orders"}).bytes;
    QCOMPARE(run(1, {"GET", "orders"}).bytes, token);

    m_servers[2].stop();
    const auto later = *validUntil() + 5s;
    type("workbenchExtension", u"30s"_s);
    // A server that answers too late is not counted, and the machine may be busy.
    for (int attempt = 0; attempt < 5 && validUntil() < later; ++attempt) {
        press("workbenchExtend");
        QVERIFY(eventually(
            [&] { return validUntil() > later || !cell(0, WorkbenchModel::Note).isEmpty(); }));
    }
    QVERIFY(eventually([&] { return validUntil() > later; }));
    QCOMPARE(cell(0, WorkbenchModel::State), u"held"_s);
    QVERIFY(kept(0) > 15'000 && kept(1) > 15'000);
    QVERIFY(eventually([&] { return granted() == 2; }));
    QVERIFY(eventually(isCertain));
    QVERIFY(vote(2, VotesModel::Answer) != u"granted"_s);
    QVERIFY(!vote(2, VotesModel::Reason).isEmpty());
    if (vote(2, VotesModel::Answer) == u"not asked"_s)
        QCOMPARE(vote(2, VotesModel::Took), u"–"_s);

    press("workbenchRelease");
    QVERIFY(isState(0, u"released"_s));
    for (const std::size_t server : {0U, 1U})
        QVERIFY(eventually([&] { return run(server, {"EXISTS", "orders"}).integer == 0; }));
}

// They may have forgotten locks that are held still.
void tst_WorkbenchKinds::serversThatHaveJustStartedAreNotCounted()
{
    for (RedisProcess &server : m_servers)
        QVERIFY(server.restart());
    startAll();
    chooseKind("redlock");
    chooseAll();
    acquire(u"orders"_s);
    QVERIFY(isState(0, u"failed"_s));
    QVERIFY(sentence().startsWith("Not held: "_L1));
    QCOMPARE(votes().rowCount(), 3);
    for (int server = 0; server < 3; ++server) {
        QCOMPARE(vote(server, VotesModel::Answer), u"not asked"_s);
        QCOMPARE(vote(server, VotesModel::Took), u"–"_s);
        QVERIFY(vote(server, VotesModel::Reason).contains("restarted"_L1));
        QCOMPARE(run(static_cast<std::size_t>(server), {"EXISTS", "orders"}).integer, 0);
    }
}

LOCKSCOPE_TEST_SUITE(tst_WorkbenchKinds)
#include "tst_workbenchkinds.moc"
