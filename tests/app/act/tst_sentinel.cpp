// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl sentinel, as its users run it, on real Sentinels.
#include "tests/app/act/terminal.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// The set is shared: each test leaves it settled, with all processes up.
class TestSentinel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>();
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init()
    {
        failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void cleanup()
    {
        QVERIFY(m_set->settle());
        QVERIFY(eventually([this] { return isCalm(); }));
        m_set->primary()->command({"FLUSHALL"});
    }

    void refusesBadUsage_data();
    void refusesBadUsage();
    void failsOver();
    void showsWhatAFailoverWouldDo();
    void refusesOnAReadOnlyProfile();
    void asksFirst_data();
    void asksFirst();
    void refusesWithoutAPromotableReplica();
    void namesThePrimariesThatThereAre();
    void monitorsAndRemoves();
    void monitorsNoReplica();
    void leavesOutASentinelThatIsDown();
    void resetsOneAfterTheOther();
    void tellsThatTheOutcomeIsUnknown();
    void tellsWhatASentinelRefuses();

private:
    QStringList with(const QStringList &words, const QStringList &more,
                     const QString &name = u"mymaster"_s) const
    {
        return QStringList{u"sentinel"_s} + words + QStringList{u"--url"_s, urlOf(name)} + more;
    }
    QString urlOf(const QString &name) const { return m_set->url().replace(u"mymaster"_s, name); }
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(arguments);
    }
    std::vector<QJsonObject> told() const
    {
        QFile file(m_folder->filePath(u"audit.jsonl"_s));
        std::vector<QJsonObject> lines;
        if (!file.open(QIODevice::ReadOnly))
            return lines;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (!line.isEmpty())
                lines.push_back(QJsonDocument::fromJson(line).object());
        }
        return lines;
    }
    static QString addressOf(const RedisProcess &server)
    {
        return u"127.0.0.1:%1"_s.arg(server.port());
    }
    static QJsonObject objectOf(const QByteArray &line)
    {
        return QJsonDocument::fromJson(line).object();
    }
    static QStringList outcomesIn(const QJsonObject &result)
    {
        QStringList outcomes;
        for (const QJsonValue &sentinel : result["sentinels"_L1].toArray())
            outcomes += sentinel["outcome"_L1].toString();
        return outcomes;
    }
    Reply ask(int sentinel, const QByteArray &what, const QByteArray &name = "mymaster") const
    {
        return m_set->sentinel(sentinel).command({"SENTINEL", what, name});
    }
    static QByteArray valueOf(const Reply &reply, const QByteArray &field)
    {
        for (std::size_t at = 0; at + 1 < reply.elements.size(); at += 2) {
            if (reply.elements[at].bytes == field)
                return reply.elements[at + 1].bytes;
        }
        return {};
    }
    // No failover is under way, and each Sentinel has looked at all replicas since the last one.
    bool isCalm() const
    {
        for (int i = 0; i < m_set->sentinelCount(); ++i) {
            if (valueOf(ask(i, "MASTER"), "flags") != "master" || ask(i, "CKQUORUM").isError())
                return false;
            const auto replicas = ask(i, "REPLICAS").elements;
            const bool areLinked = std::ranges::all_of(replicas, [](const Reply &replica) {
                return valueOf(replica, "flags") == "slave"
                    && valueOf(replica, "master-link-status") == "ok";
            });
            if (replicas.size() != 2 || !areLinked)
                return false;
        }
        return true;
    }
    bool hasOnAll(const QByteArray &name) const
    {
        return eventually([&] {
            return std::ranges::all_of(m_set->replicas(), [&](const RedisProcess *replica) {
                return replica->command({"EXISTS", name}).integer == 1;
            });
        });
    }
    // Until every Sentinel has heard of it.
    bool setPriorities(const QByteArray &priority) const
    {
        for (int i = 0; i < m_set->serverCount(); ++i)
            m_set->server(i).command({"CONFIG", "SET", "replica-priority", priority});
        return eventually([&] {
            for (int i = 0; i < m_set->sentinelCount(); ++i) {
                for (const Reply &replica : ask(i, "REPLICAS").elements) {
                    if (valueOf(replica, "slave-priority") != priority)
                        return false;
                }
            }
            return true;
        });
    }

    std::unique_ptr<SentinelSet> m_set;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSentinel::refusesBadUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QString url = u"--url=redis+sentinel://127.0.0.1:1/mymaster"_s;
    const auto row = [&](const char *what, const QStringList &words, const QByteArray &says) {
        QTest::newRow(what) << QStringList{u"sentinel"_s} + words + QStringList{u"--yes"_s} << says;
    };
    row("nothing", {url}, "no action was given");
    row("unknown", {u"promote"_s, url}, "unknown action \"promote\"");
    row("too much", {u"failover"_s, u"now"_s, url}, "\"now\"");
    row("no address", {u"monitor"_s, url, u"--quorum=2"_s}, "needs the address");
    row("no port", {u"monitor"_s, u"redis://a"_s, url, u"--quorum=2"_s}, "needs the address");
    row("no quorum", {u"monitor"_s, u"127.0.0.1:6379"_s, url}, "needs --quorum");
    row("quorum 0", {u"monitor"_s, u"127.0.0.1:6379"_s, url, u"--quorum=0"_s}, "needs --quorum");
    row("quorum of nothing", {u"reset"_s, url, u"--quorum=2"_s}, "--quorum requires monitor");
    row("a server", {u"reset"_s, u"--url=redis://127.0.0.1:1"_s}, "needs a URL with Sentinels");
    QTest::newRow("nobody to ask")
        << QStringList{u"sentinel"_s, u"failover"_s, url} << "no terminal for the confirmation"_ba;
}

void TestSentinel::refusesBadUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, arguments), 2);
    QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    QVERIFY(told().empty());
}

void TestSentinel::failsOver()
{
    RedisProcess *const former = m_set->primary();
    LockWriter(*former).acquire("orders", ann, 600'000);
    QVERIFY(hasOnAll("orders"));
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 with({u"failover"_s}, {u"--yes"_s, u"--json"_s, u"--reason"_s, u"maintenance"_s})),
             0);
    QVERIFY(m_set->awaitPromotion(*former));
    const QString now = addressOf(*m_set->primary());
    const QJsonObject result = objectOf(lockctl.out);
    QCOMPARE(result["outcome"_L1].toString(), u"done"_s);
    QCOMPARE(result["action"_L1].toString(), u"sentinel-failover"_s);
    QCOMPARE(result["primary"_L1].toString(), addressOf(*former));
    QCOMPARE(result["new_primary"_L1].toString(), now);
    QVERIFY(result["took_ms"_L1].toInt(-1) >= 0);
    const QJsonObject lock = result["locks"_L1].toArray().at(0).toObject();
    QCOMPARE(lock["name"_L1].toString(), u"orders"_s);
    QCOMPARE(lock["kept"_L1], QJsonValue(true));
    QVERIFY2(lockctl.err.contains(QString(now + u" is the primary after "_s).toUtf8()),
             lockctl.err.constData());
    QCOMPARE(m_set->primary()->command({"EXISTS", "orders"}).integer, qint64(1));
    const auto log = told();
    QCOMPARE(log.size(), std::size_t(2));
    QCOMPARE(log[0]["phase"_L1].toString(), u"intended"_s);
    QCOMPARE(log[0]["action"_L1].toString(), u"sentinel-failover"_s);
    QCOMPARE(log[0]["lock"_L1].toString(), u"mymaster"_s);
    QCOMPARE(log[0]["reason"_L1].toString(), u"maintenance"_s);
    QVERIFY(log[0]["seen"_L1].toString().contains(addressOf(*former)));
    QCOMPARE(log[1]["outcome"_L1].toString(), u"done"_s);
    QVERIFY(log[1]["detail"_L1].toString().contains(now));
}

void TestSentinel::showsWhatAFailoverWouldDo()
{
    RedisProcess *const primary = m_set->primary();
    LockWriter(*primary).acquire("orders", ann, 600'000);
    LockWriter(*primary).acquire("stock", bob, 600'000);
    QVERIFY(hasOnAll("orders") && hasOnAll("stock"));
    RedisProcess &lacking = *m_set->replicas().front();
    QVERIFY(lacking.command({"CONFIG", "SET", "replica-read-only", "no"}).isOk());
    QCOMPARE(lacking.command({"DEL", "stock"}).integer, qint64(1));
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, with({u"failover"_s}, {u"--dry-run"_s})), 0);
    QVERIFY(lacking.command({"CONFIG", "SET", "replica-read-only", "yes"}).isOk());
    const QString text = QString::fromUtf8(lockctl.out);
    for (const QString &part :
         {u"Primary: %1, up\n"_s.arg(addressOf(*primary)), u", priority 100\n"_s,
          u"Locks held now, 2:\n  stock "_s, u"may be lost\n"_s, u"all replicas have it\n"_s,
          u"SENTINEL FAILOVER mymaster\n"_s, u"Consequences:\n"_s})
        QVERIFY2(text.contains(part), qPrintable(part + u" is not in\n"_s + text));
    QVERIFY(told().empty());
    QCOMPARE(m_set->primary(), primary);
}

void TestSentinel::refusesOnAReadOnlyProfile()
{
    RedisProcess *const primary = m_set->primary();
    const auto use = [&](Program &program, const QStringList &arguments) {
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder->filePath(u"profiles.json"_s));
        return run(program, arguments);
    };
    Program save(LOCKCTL_PATH);
    QCOMPARE(
        use(save, {u"profile"_s, u"save"_s, u"shop"_s, u"--url"_s, m_set->url(), u"--read-only"_s}),
        0);
    for (const QString &action : {u"failover"_s, u"remove"_s, u"reset"_s}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(use(lockctl,
                     {u"sentinel"_s, action, u"--profile"_s, u"shop"_s, u"--yes"_s, u"--json"_s}),
                 3);
        QVERIFY2(lockctl.err.contains("read-only"), lockctl.err.constData());
        QCOMPARE(objectOf(lockctl.out)["outcome"_L1].toString(), u"refused"_s);
    }
    // The URL alone is guarded by the profile, too.
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(use(lockctl, with({u"failover"_s}, {u"--yes"_s})), 3);
    QVERIFY2(lockctl.err.contains("\"shop\""), lockctl.err.constData());
    QCOMPARE(m_set->primary(), primary);
    const auto log = told();
    QCOMPARE(log.size(), std::size_t(1 + 3 + 3 + 1)); // a line for each Sentinel
    for (const QJsonObject &line : log) {
        QCOMPARE(line["phase"_L1].toString(), u"done"_s);
        QCOMPARE(line["outcome"_L1].toString(), u"refused"_s);
    }
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        QVERIFY(!ask(i, "CKQUORUM").isError());
}

void TestSentinel::asksFirst_data()
{
    QTest::addColumn<bool>("isProduction");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("status");
    QTest::newRow("no") << false << "n\n"_ba << 1;
    QTest::newRow("production, y") << true << "y\n"_ba << 1;
    QTest::newRow("production, another name") << true << "shop\n"_ba << 1;
    QTest::newRow("production, the name") << true << "mymaster\n"_ba << 0;
}

void TestSentinel::asksFirst()
{
    QFETCH(const bool, isProduction);
    QFETCH(const QByteArray, answer);
    QFETCH(const int, status);
    RedisProcess *const former = m_set->primary();
    Program save(LOCKCTL_PATH);
    save.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder->filePath(u"profiles.json"_s));
    QCOMPARE(run(save,
                 {u"profile"_s, u"save"_s, u"shop"_s, u"--url"_s, m_set->url(), u"--tag"_s,
                  isProduction ? u"production"_s : u"staging"_s}),
             0);
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder->filePath(u"profiles.json"_s));
    lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
    lockctl.setStandardInput(terminal.programsEnd());
    QVERIFY(lockctl.start(
        {u"sentinel"_s, u"failover"_s, u"--profile"_s, u"shop"_s, u"--reason"_s, u"test"_s}));
    QVERIFY(lockctl.complains(isProduction ? "type the name of the primary as shown: "
                                           : "Continue? [y/N] "));
    QVERIFY(terminal.type(answer));
    QCOMPARE(lockctl.finish(), status);
    QCOMPARE(told().size(), std::size_t(status == 0 ? 2 : 0));
    if (status == 0)
        QVERIFY(m_set->awaitPromotion(*former));
    else
        QCOMPARE(m_set->primary(), former);
}

void TestSentinel::refusesWithoutAPromotableReplica()
{
    QVERIFY(setPriorities("0"));
    Program lockctl(LOCKCTL_PATH);
    const int status = run(lockctl, with({u"failover"_s}, {u"--yes"_s, u"--json"_s}));
    QVERIFY(setPriorities("100"));
    QCOMPARE(status, 1);
    QVERIFY2(lockctl.err.contains("no replica can be promoted: 127.0.0.1:"),
             lockctl.err.constData());
    QVERIFY(lockctl.err.contains("has the priority 0"));
    QCOMPARE(objectOf(lockctl.out)["outcome"_L1].toString(), u"failed"_s);
    QVERIFY(told().empty());
}

void TestSentinel::namesThePrimariesThatThereAre()
{
    for (const QString &action : {u"failover"_s, u"remove"_s, u"reset"_s}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(run(lockctl, with({action}, {u"--yes"_s, u"--json"_s}, u"elsewhere"_s)), 1);
        QVERIFY2(lockctl.err.contains(
                     "no Sentinel watches a primary named \"elsewhere\"; they watch mymaster"),
                 lockctl.err.constData());
        QCOMPARE(objectOf(lockctl.out)["outcome"_L1].toString(), u"no-such-primary"_s);
    }
    QVERIFY(told().empty());
}

// A primary with a password, which is given to the Sentinels and appears nowhere.
void TestSentinel::monitorsAndRemoves()
{
    RedisOptions options;
    options.password = "S3CR3T-DATA";
    RedisProcess shop(options);
    QVERIFY(shop.start());
    const QStringList monitor{u"monitor"_s, addressOf(shop), u"--quorum"_s, u"2"_s};
    Program add(LOCKCTL_PATH);
    add.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"S3CR3T-DATA"_s);
    QCOMPARE(run(add, with(monitor, {u"--yes"_s, u"--json"_s}, u"shop"_s)), 0);
    QCOMPARE(objectOf(add.out)["outcome"_L1].toString(), u"done"_s);
    QCOMPARE(outcomesIn(objectOf(add.out)), QStringList(3, u"done"_s));
    for (int i = 0; i < m_set->sentinelCount(); ++i) {
        QVERIFY(eventually([&] { return !ask(i, "CKQUORUM", "shop").isError(); }));
        QVERIFY(eventually([&] { // it is let in
            return valueOf(ask(i, "MASTER", "shop"), "flags") == "master";
        }));
    }
    Program again(LOCKCTL_PATH);
    again.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"S3CR3T-DATA"_s);
    QCOMPARE(run(again, with(monitor, {u"--yes"_s}, u"shop"_s)), 1);
    QVERIFY2(again.err.contains("watch this primary already"), again.err.constData());
    Program other(LOCKCTL_PATH);
    QCOMPARE(run(other,
                 with({u"monitor"_s, addressOf(*m_set->primary()), u"--quorum"_s, u"2"_s},
                      {u"--yes"_s}, u"shop"_s)),
             1);
    QVERIFY2(other.err.contains("watches another primary by this name"), other.err.constData());
    Program remove(LOCKCTL_PATH);
    QCOMPARE(run(remove, with({u"remove"_s}, {u"--yes"_s, u"--json"_s}, u"shop"_s)), 0);
    QCOMPARE(outcomesIn(objectOf(remove.out)), QStringList(3, u"done"_s));
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        QVERIFY(ask(i, "MASTER", "shop").isError());
    QCOMPARE(told().size(), std::size_t(12));
    QFile log(m_folder->filePath(u"audit.jsonl"_s));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray everything =
        log.readAll() + add.out + add.err + again.err + other.err + remove.out + remove.err;
    QVERIFY(everything.contains("auth-pass"));
    QVERIFY(!everything.contains("S3CR3T"));
}

void TestSentinel::monitorsNoReplica()
{
    // Both at once: on a busy machine the Sentinels may fail over by themselves meanwhile.
    const QString primary = addressOf(*m_set->primary());
    const QString replica = addressOf(*m_set->replicas().front());
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(
        run(lockctl, with({u"monitor"_s, replica, u"--quorum"_s, u"2"_s}, {u"--yes"_s}, u"shop"_s)),
        1);
    QVERIFY2(lockctl.err.contains(QString(u"is a replica of "_s + primary).toUtf8()),
             lockctl.err.constData());
    QVERIFY(told().empty());
}

void TestSentinel::leavesOutASentinelThatIsDown()
{
    RedisProcess shop;
    QVERIFY(shop.start());
    m_set->sentinel(0).kill();
    Program add(LOCKCTL_PATH);
    QCOMPARE(run(add,
                 with({u"monitor"_s, addressOf(shop), u"--quorum"_s, u"2"_s},
                      {u"--yes"_s, u"--json"_s}, u"shop"_s)),
             3);
    QCOMPARE(objectOf(add.out)["outcome"_L1].toString(), u"partly"_s);
    QCOMPARE(outcomesIn(objectOf(add.out)),
             (QStringList{u"done"_s, u"done"_s, u"failed"_s})); // what is done comes first
    Program remove(LOCKCTL_PATH);
    QCOMPARE(run(remove, with({u"remove"_s}, {u"--yes"_s}, u"shop"_s)), 3);
    QVERIFY2(remove.err.contains("not asked"), remove.err.constData());
    // Another one starts the failover.
    RedisProcess *const former = m_set->primary();
    Program failover(LOCKCTL_PATH);
    const int status = run(failover, with({u"failover"_s}, {u"--yes"_s, u"--json"_s}));
    QVERIFY(m_set->sentinel(0).start());
    QVERIFY2(status == 0, failover.err.constData());
    QCOMPARE(objectOf(failover.out)["outcome"_L1].toString(), u"done"_s);
    QVERIFY(m_set->awaitPromotion(*former));
    // All of them.
    Program nobody(LOCKCTL_PATH);
    QCOMPARE(run(nobody,
                 {u"sentinel"_s, u"reset"_s, u"--yes"_s, u"--url"_s,
                  u"redis+sentinel://127.0.0.1:1/mymaster"_s}),
             3);
}

// Each is told when it knows its peers again, and only then the next one is asked.
void TestSentinel::resetsOneAfterTheOther()
{
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        QVERIFY(eventually([&] { return ask(i, "REPLICAS").elements.size() == 2; }));
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, with({u"reset"_s}, {u"--yes"_s, u"--json"_s})), 0);
    QCOMPARE(objectOf(lockctl.out)["outcome"_L1].toString(), u"done"_s);
    QCOMPARE(outcomesIn(objectOf(lockctl.out)), QStringList(3, u"done"_s));
    QCOMPARE(lockctl.err.count("it knows 2 other Sentinels and 2 replicas"), 3);
    for (int i = 0; i < m_set->sentinelCount(); ++i) {
        QVERIFY(!ask(i, "CKQUORUM").isError());
        QCOMPARE(ask(i, "SENTINELS").elements.size(), std::size_t(2));
    }
    const auto log = told();
    QCOMPARE(log.size(), std::size_t(6));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(log[i]["phase"_L1].toString(), u"intended"_s);
        QCOMPARE(log[i + 3]["outcome"_L1].toString(), u"done"_s);
        QVERIFY(
            log[i]["seen"_L1].toString().contains(addressOf(m_set->sentinel(static_cast<int>(i)))));
    }
}

namespace {

// A Sentinel that watches a primary with one replica, and answers FAILOVER as told.
QByteArray scripted(const Command &command, quint16 primary, const QByteArray &toFailover)
{
    if (command.front() == "PING")
        return "+PONG\r\n";
    if (command.front() != "SENTINEL" || command.size() < 2)
        return {};
    const QByteArray port = QByteArray::number(primary);
    const QByteArray &what = command[1];
    if (what == "FAILOVER")
        return toFailover;
    if (what == "MASTER")
        return bulks({"name", "shop", "ip", "127.0.0.1", "port", port, "flags", "master", "quorum",
                      "1", "config-epoch", "1", "failover-timeout", "3000"});
    if (what == "GET-MASTER-ADDR-BY-NAME")
        return bulks({"127.0.0.1", port});
    if (what == "MYID")
        return bulk("0123456789abcdef");
    if (what == "REPLICAS")
        return list({bulks({"ip", "127.0.0.1", "port", "1", "flags", "slave", "master-link-status",
                            "ok", "slave-priority", "100"})});
    return list({});
}

} // namespace

void TestSentinel::tellsThatTheOutcomeIsUnknown()
{
    RedisProcess shop;
    QVERIFY(shop.start());
    ScriptedServer sentinel([&](const Command &command) {
        return scripted(command, shop.port(), "+O"); // and not the rest
    });
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 {u"sentinel"_s, u"failover"_s, u"--yes"_s, u"--json"_s, u"--url"_s,
                  u"redis+sentinel://%1/shop"_s.arg(redis::toText(sentinel.address()))}),
             3);
    QVERIFY2(lockctl.err.contains("the outcome is unknown"), lockctl.err.constData());
    QVERIFY(lockctl.err.contains("no other primary was seen within"));
    QCOMPARE(objectOf(lockctl.out)["outcome"_L1].toString(), u"unknown"_s);
    const auto log = told();
    QCOMPARE(log.size(), std::size_t(2));
    QCOMPARE(log[1]["outcome"_L1].toString(), u"unknown"_s);
}

void TestSentinel::tellsWhatASentinelRefuses()
{
    RedisProcess shop;
    QVERIFY(shop.start());
    ScriptedServer sentinel([&](const Command &command) {
        return scripted(command, shop.port(), "-NOGOODSLAVE No suitable replica to promote\r\n");
    });
    const QString url = u"redis+sentinel://%1/shop"_s.arg(redis::toText(sentinel.address()));
    const QStringList failover{u"sentinel"_s, u"failover"_s, u"--yes"_s,
                               u"--json"_s,   u"--url"_s,    url};
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, failover), 1);
    QVERIFY2(lockctl.err.contains("No suitable replica to promote"), lockctl.err.constData());
    QCOMPARE(objectOf(lockctl.out)["outcome"_L1].toString(), u"failed"_s);
    sentinel.setAnswer([&](const Command &command) {
        return scripted(command, shop.port(), "-NOPERM this user has no permissions\r\n");
    });
    Program forbidden(LOCKCTL_PATH);
    QCOMPARE(run(forbidden, failover), 3);
    QCOMPARE(objectOf(forbidden.out)["outcome"_L1].toString(), u"not-permitted"_s);
    QCOMPARE(told().size(), std::size_t(4));
}

LOCKSCOPE_TEST_SUITE(TestSentinel)
#include "tst_sentinel.moc"
