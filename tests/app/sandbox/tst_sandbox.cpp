// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests that lockctl sandbox up shows its locks and leaves nothing behind.
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QUuid>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// A sandbox in an environment of its own: every process that it starts has a mark, and every folder
// in which a program may leave files is empty and private.
class Run
{
public:
    explicit Run(const char *path = LOCKCTL_PATH)
        : program(path)
        , m_mark(u"LOCKSCOPE_TEST_RUN"_s, QUuid::createUuid().toString(QUuid::WithoutBraces))
    {
        program.setVariable(m_mark.first, m_mark.second);
        for (const char *variable : {"HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME",
                                     "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            program.setVariable(QString::fromLatin1(variable), m_folder.path());
        program.setFolder(m_folder.path());
    }
    // Kills processes that a failed test leaves running.
    ~Run()
    {
        for (const pid_t process : processes())
            ::kill(process, SIGKILL);
    }
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    [[nodiscard]] bool start(const QStringList &more = {})
    {
        return program.start(QStringList{u"sandbox"_s, u"up"_s} + more);
    }
    [[nodiscard]] bool isUp()
    {
        const bool printed = program.prints("\n");
        if (!printed)
            qWarning("%s", program.err.constData());
        return printed;
    }
    QJsonObject line() const { return QJsonDocument::fromJson(program.out).object(); }
    QStringList urls() const
    {
        QStringList urls;
        for (const auto &url : line()["servers"_L1].toArray())
            urls << u"--url"_s << url.toString();
        return urls;
    }

    // The marked processes that are alive; a zombie has no environment any more.
    std::vector<pid_t> processes(const QByteArray &argument = {}) const
    {
        const QByteArray mark = (m_mark.first + u'=' + m_mark.second).toUtf8();
        std::vector<pid_t> found;
        for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
            const QString folder = u"/proc/"_s + entry;
            const pid_t process = entry.toInt();
            if (process > 0 && contentOf(folder + u"/environ"_s).split('\0').contains(mark)
                && (argument.isEmpty() || commandOf(process).contains(argument)))
                found.push_back(process);
        }
        return found;
    }
    // A server writes its title over its environment, so these bear no mark. isGone() knows those
    // that were seen here.
    std::vector<pid_t> servers()
    {
        std::vector<pid_t> found;
        for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
            const pid_t process = entry.toInt();
            if (process > 0 && isServer(process) && parentOf(process) == program.processId())
                found.push_back(process);
        }
        m_servers.insert(m_servers.end(), found.begin(), found.end());
        return found;
    }
    [[nodiscard]] bool isGone() const
    {
        const bool isSo = eventually([this] {
            return std::ranges::all_of(processes(), isHalfStarted)
                && std::none_of(m_servers.begin(), m_servers.end(), isServer);
        });
        std::vector<pid_t> left = isSo ? std::vector<pid_t>() : processes();
        std::ranges::copy_if(m_servers, std::back_inserter(left), isServer);
        for (const pid_t process : left)
            qWarning("left: %d %s", process, commandOf(process).join(' ').constData());
        return isSo;
    }
    QStringList files() const
    {
        QStringList found;
        QDirIterator each(m_folder.path(),
                          QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                          QDirIterator::Subdirectories);
        while (each.hasNext())
            found << each.next();
        return found;
    }

    Program program;

private:
    static QByteArrayList commandOf(pid_t process)
    {
        return contentOf(u"/proc/%1/cmdline"_s.arg(process)).split('\0');
    }
    // A copy of the sandbox that was to become another program. As Qt 6.8 forks, the copy first
    // waits for its parent, for ever if that is killed in this moment; nothing of ours runs in it
    // yet.
    static bool isHalfStarted(pid_t process)
    {
        return QT_VERSION >= QT_VERSION_CHECK(6, 8, 0) && commandOf(process).contains("up")
            && parentOf(process) == 1;
    }
    // Behind the name: the state, the parent and more.
    static QByteArrayList statusOf(pid_t process)
    {
        const QByteArray status = contentOf(u"/proc/%1/stat"_s.arg(process));
        return status.mid(status.lastIndexOf(')') + 2).split(' ');
    }
    // In a container nobody may collect the zombies of orphans.
    static bool isServer(pid_t process)
    {
        return contentOf(u"/proc/%1/comm"_s.arg(process)) == "redis-server\n"
            && statusOf(process).front() != "Z";
    }
    static pid_t parentOf(pid_t process) { return statusOf(process).value(1).toInt(); }

    std::pair<QString, QString> m_mark;
    std::vector<pid_t> m_servers;
    QTemporaryDir m_folder;
};

bool isStopped(pid_t process)
{
    const QByteArray status = contentOf(u"/proc/%1/stat"_s.arg(process));
    return status.mid(status.lastIndexOf(')') + 2, 1) == "T";
}

Reply ask(quint16 port, const QStringList &command)
{
    QProcess client;
    client.start(u"redis-cli"_s, QStringList{u"-p"_s, QString::number(port)} + command);
    client.waitForFinished();
    Reply reply;
    reply.type = Reply::Type::String;
    reply.bytes = client.readAllStandardOutput().trimmed();
    return reply;
}

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }

    void announcesItselfAndEnds_data();
    void announcesItselfAndEnds();
    void keepsNothingOnDisk();
    void leavesNothingWhenKilled();
    void leavesNoStoppedClient();
    void endsWhenNobodyReads();
    void endsWhenThereIsNoOutput();
    void endsWithItsServers();
    void startsAClientAgain();
    void showsEveryState();
    void showsTroubles();
    void showsLongQueues_data();
    void showsLongQueues();
    void aCalmOneIsHealthy();
    void startsTopologies_data();
    void startsTopologies();
    void showsQuorumsOfFive();
    void startsAServerOfASetAgain();
    void tellsThatThereIsNoRedis();
    void refusesBadUsage();
    void helpsWithoutTheClients();

private:
    static void note(const QJsonObject &lock, QSet<QString> &seen);
};

void TestSandbox::announcesItselfAndEnds_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("interrupted") << SIGINT;
    QTest::newRow("terminated") << SIGTERM;
    QTest::newRow("hung up") << SIGHUP;
}

void TestSandbox::announcesItselfAndEnds()
{
    QFETCH(int, signal);
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    QCOMPARE(run.program.out.count('\n'), 1);
    QVERIFY(run.program.out.startsWith("{\"servers\":[\"redis://127.0.0.1:"));
    QCOMPARE(run.line()["pid"_L1].toInt(), run.program.processId());
    QCOMPARE(run.urls().size(), 6);
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run(QStringList{u"list"_s, u"--json"_s} + run.urls()), 0);
    QVERIFY(list.out.contains("billing:ledger") && list.out.contains("stock:prices")
            && list.out.contains("payment:settlement"));
    run.program.signal(signal);
    QCOMPARE(run.program.finish(), 0);
    QVERIFY(run.isGone());
    QCOMPARE(run.files(), QStringList());
    QVERIFY2(run.program.err.isEmpty(), run.program.err.constData());
}

void TestSandbox::keepsNothingOnDisk()
{
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    for (const QString &url : run.urls()) {
        if (url == u"--url")
            continue;
        const quint16 port = url.section(u':', -1).toUShort();
        QVERIFY(!ask(port, {u"SAVE"_s}).bytes.contains("OK"));
        QCOMPARE(ask(port, {u"CONFIG"_s, u"GET"_s, u"appendonly"_s}).bytes, "appendonly\nno"_ba);
        QCOMPARE(ask(port, {u"CONFIG"_s, u"GET"_s, u"bind"_s}).bytes, "bind\n127.0.0.1"_ba);
        QCOMPARE(ask(port, {u"CONFIG"_s, u"GET"_s, u"pidfile"_s}).bytes.trimmed(), "pidfile"_ba);
    }
    QCOMPARE(run.files(), QStringList());
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
}

// At every stage of its start, and when it is up.
void TestSandbox::leavesNothingWhenKilled()
{
    constexpr int starts = 20;
    for (int i = 0; i < starts; ++i) {
        Run run;
        QVERIFY(run.start());
        if (i % 2 == 0) {
            QVERIFY(run.isUp());
            QVERIFY(run.processes("client").size() > 10);
            QCOMPARE(run.servers().size(), std::size_t(3));
        } else if (i % 4 == 1) {
            QVERIFY(eventually([&] { return run.servers().size() >= 2; }));
        } else {
            const auto enough = static_cast<std::size_t>(i);
            QVERIFY(eventually([&] { return run.processes().size() >= enough; }));
        }
        run.program.signal(SIGKILL);
        QCOMPARE(run.program.finish(), -1);
        QVERIFY2(run.isGone(), qPrintable(QString::number(i)));
        QCOMPARE(run.files(), QStringList());
    }
}

void TestSandbox::leavesNoStoppedClient()
{
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    pid_t stopped = 0;
    QVERIFY(eventually([&] {
        for (const pid_t client : run.processes("reindex"))
            stopped = isStopped(client) ? client : 0;
        return stopped != 0;
    }));
    run.program.signal(SIGKILL);
    QCOMPARE(run.program.finish(), -1);
    QVERIFY(run.isGone());
}

void TestSandbox::endsWhenNobodyReads()
{
    Run run("/bin/sh");
    QVERIFY(run.program.start({u"-c"_s, u"\"$0\" sandbox up | head -n 1; echo ended"_s,
                               QString::fromUtf8(LOCKCTL_PATH)}));
    QCOMPARE(run.program.finish(), 0); // the shell waits for both
    QVERIFY(run.program.out.startsWith("{\"servers\":") && run.program.out.endsWith("ended\n"));
    QVERIFY(run.isGone());
}

void TestSandbox::endsWhenThereIsNoOutput()
{
    Program shell("/bin/sh");
    QCOMPARE(shell.run({u"-c"_s, u"exec \"$0\" sandbox up >&-"_s, QString::fromUtf8(LOCKCTL_PATH)}),
             3); // an output that cannot be written is no success
}

void TestSandbox::endsWithItsServers()
{
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    const QByteArray port = run.urls().last().section(u':', -1).toUtf8();
    ask(port.toUShort(), {u"SHUTDOWN"_s, u"NOSAVE"_s});
    QCOMPARE(run.program.finish(), 3);
    QVERIFY2(run.program.err.contains("server of the sandbox exited"), run.program.err.constData());
    QVERIFY(run.isGone());
}

void TestSandbox::startsAClientAgain()
{
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    const auto before = run.processes("payouts");
    QCOMPARE(before.size(), std::size_t(1));
    ::kill(before.front(), SIGKILL);
    QVERIFY(eventually([&] {
        const auto now = run.processes("payouts");
        return now.size() == 1 && now != before;
    }));
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
    QVERIFY(run.isGone());
}

void TestSandbox::note(const QJsonObject &lock, QSet<QString> &seen)
{
    const QString state = lock["state"_L1].toString();
    const QJsonArray waiters = lock["waiters"_L1].toArray();
    seen << state << lock["kind"_L1].toString();
    if (state == u"free" && !waiters.isEmpty())
        seen << u"free with waiters"_s;
    if (waiters.size() > 1)
        seen << u"queue"_s;
    for (const auto &waiter : waiters) {
        if (waiter.toObject()["stale"_L1].toBool())
            seen << u"dead waiter"_s;
    }
    for (const auto &each : lock["holds"_L1].toArray()) {
        const QJsonObject hold = each.toObject();
        seen << hold["mode"_L1].toString() << hold["watchdog"_L1].toString();
        if (hold["stale"_L1].toBool())
            seen << u"dead reader"_s;
        if (hold["count"_L1].toInt() > 1)
            seen << u"re-entered"_s;
        if (hold["ttl_ms"_L1].toInt() == -1 && lock["name"_L1] == u"stock:migration"_s)
            seen << u"no expiry"_s;
    }
    if (lock["fencing_token"_L1].toInt() > 0)
        seen << u"token"_s;
}

void TestSandbox::showsEveryState()
{
    const QSet<QString> all{u"held"_s,
                            u"contended"_s,
                            u"free"_s,
                            u"reentrant"_s,
                            u"fair"_s,
                            u"fenced"_s,
                            u"string"_s,
                            u"read-write"_s,
                            u"free with waiters"_s,
                            u"queue"_s,
                            u"dead waiter"_s,
                            u"dead reader"_s,
                            u"exclusive"_s,
                            u"read"_s,
                            u"write"_s,
                            u"renewing"_s,
                            u"overdue"_s,
                            u"none"_s,
                            u"no expiry"_s,
                            u"re-entered"_s,
                            u"token"_s,
                            u"semaphore"_s,
                            u"permit-expirable-semaphore"_s,
                            u"count-down-latch"_s};
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    // A look over a while sees the states in that while; the looks overlap, so that each short
    // state falls near the end of one.
    QStringList arguments{u"list"_s, u"--json"_s, u"--observe"_s, u"18s"_s};
    for (const char *prefix : {"billing:", "stock:", "payment:", "lock:"})
        arguments << u"--prefix"_s << QString::fromLatin1(prefix);
    QSet<QString> seen;
    std::vector<std::unique_ptr<Program>> looks;
    const Instant start = std::chrono::steady_clock::now();
    const auto take = [&] {
        std::erase_if(looks, [&](const auto &look) {
            if (!look->hasEnded())
                return false;
            if (look->finish() == 0) {
                const auto root = QJsonDocument::fromJson(look->out).object();
                for (const auto &lock : root["locks"_L1].toArray())
                    note(lock.toObject(), seen);
            }
            return true;
        });
        return seen.contains(all);
    };
    while (!take() && std::chrono::steady_clock::now() - start < std::chrono::minutes(3)) {
        looks.push_back(std::make_unique<Program>(LOCKCTL_PATH));
        QVERIFY(looks.back()->start(arguments + run.urls()));
        if (eventually(take, Millis(2000)))
            break;
    }
    QVERIFY2(seen.contains(all), qPrintable((all - seen).values().join(u", ")));
    looks.clear();
    // A process that dies as part of its scene is started again.
    QVERIFY(eventually([&] { return run.processes("price-report").size() == 1; }, Millis(60'000)));
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
    QVERIFY2(run.program.err.isEmpty(), run.program.err.constData());
}

// Troubles across locks and servers exist as soon as the sandbox is up.
void TestSandbox::showsTroubles()
{
    Run run;
    QVERIFY(run.start());
    QVERIFY(run.isUp());
    Program blocking(LOCKCTL_PATH);
    const QStringList payments{u"--prefix"_s, u"payment:"_s, u"--url"_s, run.urls().last()};
    QCOMPARE(blocking.run(QStringList{u"blocking"_s, u"--json"_s} + payments), 0);
    const auto cycles = QJsonDocument::fromJson(blocking.out).object()["deadlocks"_L1].toArray();
    QVERIFY2(!cycles.isEmpty(), blocking.out.constData());
    QVERIFY(blocking.out.contains("payment:account:1042")
            && blocking.out.contains("payment:account:2071")
            && blocking.out.contains("payment:statement"));
    const std::initializer_list<std::pair<const char *, const char *>> verdicts{
        {"lock:checkout-rollout", "at-risk"},
        {"lock:price-feed", "split"},
        {"lock:mail-digest", "residue"}};
    for (const auto &[name, verdict] : verdicts) {
        Program quorum(LOCKCTL_PATH);
        quorum.run(QStringList{u"quorum"_s, QString::fromLatin1(name), u"--json"_s} + run.urls());
        const auto told = QJsonDocument::fromJson(quorum.out).object();
        QCOMPARE(told["verdict"_L1].toString(), QString::fromLatin1(verdict));
    }
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
}

void TestSandbox::showsLongQueues_data()
{
    QTest::addColumn<bool>("calm");
    QTest::newRow("lively") << false;
    QTest::newRow("calm") << true;
}

// Ten and fifty who wait, of several clients, and all of them alive.
void TestSandbox::showsLongQueues()
{
    QFETCH(const bool, calm);
    Run run;
    QVERIFY(run.start(calm ? QStringList{u"--calm"_s} : QStringList()));
    QVERIFY(run.isUp());
    const auto waiters = [&](const QString &name) {
        Program queue(LOCKCTL_PATH);
        const QStringList place = run.urls().mid(2, 2);
        if (queue.run(QStringList{u"queue"_s, name, u"--json"_s} + place) != 0)
            return QJsonArray();
        return QJsonDocument::fromJson(queue.out).object()["waiters"_L1].toArray();
    };
    // One that has just had its turn may be on its way back.
    QVERIFY(eventually([&] { return waiters(u"stock:picking"_s).size() >= 9; }, Millis(20'000)));
    QJsonArray fifty;
    QVERIFY(eventually(
        [&] {
            fifty = waiters(u"stock:pallets"_s);
            return fifty.size() >= 49
                && std::none_of(fifty.begin(), fifty.end(), [](const QJsonValue &waiter) {
                       return waiter["stale"_L1].toBool();
                   });
        },
        Millis(20'000)));
    QVERIFY(fifty.size() <= 51);
    QSet<QString> clients;
    for (const auto &each : std::as_const(fifty))
        clients << each["owner"_L1].toString().section(u':', 0, 0);
    QCOMPARE(clients.size(), 4);
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
    QVERIFY2(run.program.err.isEmpty(), run.program.err.constData());
}

void TestSandbox::aCalmOneIsHealthy()
{
    Run run;
    QVERIFY(run.start({u"--calm"_s}));
    QVERIFY(run.isUp());
    // As a quorum group, too: locks of one server are no residue of the group.
    const QTemporaryDir home;
    QStringList members = run.urls();
    members.removeAll(u"--url"_s);
    const auto withProfile = [&](const QStringList &arguments, Program &lockctl) {
        lockctl.setVariable(u"XDG_CONFIG_HOME"_s, home.path());
        lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
        return lockctl.run(arguments);
    };
    Program save(LOCKCTL_PATH);
    QCOMPARE(withProfile(QStringList{u"profile"_s, u"save"_s, u"calm"_s, u"--prefix"_s,
                                     u"billing:"_s, u"--prefix"_s, u"stock:"_s, u"--prefix"_s,
                                     u"payment:"_s, u"--prefix"_s, u"lock:"_s, u"--group"_s,
                                     u"trio="_s + members.join(u',')}
                             + run.urls(),
                         save),
             0);
    Program doctor(LOCKCTL_PATH);
    const int status =
        withProfile({u"doctor"_s, u"--observe"_s, u"12s"_s, u"--profile"_s, u"calm"_s}, doctor);
    QVERIFY2(status == 0, doctor.out.constData());
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run(QStringList{u"list"_s, u"--json"_s} + run.urls()), 0);
    QVERIFY(list.out.contains("billing:ledger") && list.out.contains("payment:settlement"));
    QVERIFY(!list.out.contains("stock:migration") && !list.out.contains("payment:account"));
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
    QVERIFY(run.isGone());
    QCOMPARE(run.files(), QStringList()); // nor its folder
}

void TestSandbox::startsTopologies_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("deployments");
    QTest::addColumn<QString>("url");
    QTest::addColumn<std::size_t>("servers");
    const QString place = u"127\\.0\\.0\\.1:\\d+"_s;
    const QString places = u"%1,%1,%1"_s.arg(place);
    QTest::newRow("three") << QStringList() << 3 << u"redis://"_s + place << std::size_t(3);
    for (const bool isCalm : {false, true}) {
        const auto row = [&](const QString &word, int deployments, const QString &url,
                             std::size_t servers) {
            QStringList options{u"--topology"_s, word};
            if (isCalm)
                options << u"--calm"_s;
            QTest::newRow(qPrintable(isCalm ? word + u", calm"_s : word))
                << options << deployments << url << servers;
        };
        row(u"single"_s, 1, u"redis://"_s + place, 1);
        row(u"five"_s, 5, u"redis://"_s + place, 5);
        row(u"replicated"_s, 1, u"redis://"_s + places, 3);
        row(u"sentinel"_s, 1, u"redis\\+sentinel://%1/mymaster"_s.arg(places), 6);
        row(u"cluster"_s, 1, u"redis\\+cluster://%1,%1,%1"_s.arg(places), 9);
    }
}

void TestSandbox::startsTopologies()
{
    QFETCH(const QStringList, options);
    QFETCH(const int, deployments);
    QFETCH(const QString, url);
    QFETCH(const std::size_t, servers);
    Run run;
    QVERIFY(run.start(options));
    QVERIFY(run.isUp());
    const QStringList urls = run.urls();
    QCOMPARE(urls.size(), 2 * deployments);
    for (qsizetype i = 1; i < urls.size(); i += 2)
        QVERIFY2(QRegularExpression(QRegularExpression::anchoredPattern(url))
                     .match(urls.at(i))
                     .hasMatch(),
                 qPrintable(urls.at(i)));
    QCOMPARE(run.servers().size(), servers);
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
    QVERIFY(run.isGone());
    QCOMPARE(run.files(), QStringList());
    QVERIFY2(run.program.err.isEmpty(), run.program.err.constData());
}

void TestSandbox::showsQuorumsOfFive()
{
    Run run;
    QVERIFY(run.start({u"--topology"_s, u"five"_s}));
    QVERIFY(run.isUp());
    for (const auto &[name, verdict] : std::initializer_list<std::pair<const char *, const char *>>{
             {"lock:checkout-rollout", "at-risk"},
             {"lock:price-feed", "split"},
             {"lock:mail-digest", "residue"}}) {
        Program quorum(LOCKCTL_PATH);
        quorum.run(QStringList{u"quorum"_s, QString::fromLatin1(name), u"--json"_s} + run.urls());
        const auto told = QJsonDocument::fromJson(quorum.out).object();
        QCOMPARE(told["verdict"_L1].toString(), QString::fromLatin1(verdict));
    }
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
}

// As a supervisor would; the sentinels have made another the primary meanwhile.
void TestSandbox::startsAServerOfASetAgain()
{
    Run run;
    QVERIFY(run.start({u"--calm"_s, u"--topology"_s, u"sentinel"_s}));
    QVERIFY(run.isUp());
    const quint16 sentinel = run.urls().last().section(u'/', 2, 2).section(u':', -1).toUShort();
    const auto primary = [&] {
        return ask(sentinel, {u"SENTINEL"_s, u"GET-MASTER-ADDR-BY-NAME"_s, u"mymaster"_s})
            .bytes.split('\n')
            .last()
            .toUShort();
    };
    const quint16 first = primary();
    QVERIFY(first != 0);
    ask(first, {u"SHUTDOWN"_s, u"NOSAVE"_s});
    QVERIFY(eventually([&] { return primary() != first && primary() != 0; }));
    QVERIFY(ask(primary(), {u"ROLE"_s}).bytes.startsWith("master"));
    // And the clients have followed: they take their locks there.
    ask(primary(), {u"FLUSHALL"_s});
    QVERIFY(eventually([&] { return ask(primary(), {u"DBSIZE"_s}).bytes.toInt() > 1; },
                       Millis(60'000)));
    QVERIFY(eventually([&] { return run.servers().size() == 6; }));
    // Told by a sentinel that it is a replica now.
    QVERIFY(eventually([&] { return ask(first, {u"ROLE"_s}).bytes.startsWith("slave"); },
                       Millis(60'000)));
    run.program.interrupt();
    QCOMPARE(run.program.finish(), 0);
    QVERIFY(run.isGone());
    QCOMPARE(run.files(), QStringList());
}

void TestSandbox::tellsThatThereIsNoRedis()
{
    const QTemporaryDir empty;
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"PATH"_s, empty.path());
    QCOMPARE(lockctl.run({u"sandbox"_s, u"up"_s}), 3);
    QVERIFY2(lockctl.err.contains("apt-get install redis-server"), lockctl.err.constData());
    QVERIFY(lockctl.out.isEmpty());
}

void TestSandbox::refusesBadUsage()
{
    for (const QStringList &words : {QStringList{},
                                     {u"down"_s},
                                     {u"up"_s, u"up"_s},
                                     {u"up"_s, u"--json"_s},
                                     {u"up"_s, u"--topology"_s, u"ring"_s},
                                     {u"up"_s, u"--url"_s, u"redis://127.0.0.1"_s},
                                     {u"client"_s},
                                     {u"client"_s, u"nobody"_s, u"0"_s},
                                     {u"client"_s, u"ledger"_s, u"2"_s},
                                     {u"client"_s, u"ledger"_s, u"0"_s}}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(QStringList{u"sandbox"_s} + words), 2);
        QVERIFY(!lockctl.err.isEmpty() && lockctl.out.isEmpty());
    }
}

void TestSandbox::helpsWithoutTheClients()
{
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run({u"sandbox"_s, u"--help"_s}), 0);
    QVERIFY(lockctl.out.contains("lockctl sandbox up"));
    QVERIFY(!lockctl.out.contains("client SCENE") && !lockctl.out.contains("--url"));
}

LOCKSCOPE_TEST_SUITE(TestSandbox)
#include "tst_sandbox.moc"
