// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Other lock libraries, the real ones from npm, PyPI and Maven, take locks; lockctl has to
// recognise them by their keys in Redis.
#include "core/format/tokens.h"
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/prctl.h>

#include <algorithm>
#include <csignal>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString holders = QStringLiteral(HOLDERS_FOLDER);

// The expected properties of a lock that a holder has taken.
struct Expected {
    QString kind;
    QString library;
    bool isGuess = false; // by its value alone: hidden unless asked for
    bool tellsHost = false;
    bool tellsTime = false; // when it was acquired
};

// A uuid alone may be of several libraries: the right one has to be among the candidates.
const std::map<QString, Expected> expectations{
    {u"redlock-5"_s, {u"string"_s, u"node-redlock"_s, true}},
    {u"redlock-4"_s, {u"string"_s, u"node-redlock"_s, true}},
    {u"redis-semaphore-mutex"_s, {u"string"_s, u"redis-semaphore"_s}},
    {u"redis-semaphore-redlock-mutex"_s, {u"string"_s, u"redis-semaphore"_s}},
    {u"redis-semaphore-semaphore"_s, {u"counting-semaphore"_s, u"redis-semaphore"_s}},
    {u"bullmq"_s, {u"job-lock"_s, u"bullmq"_s}},
    {u"redis-py"_s, {u"string"_s, u"redis-py"_s, true, true, true}},
    {u"redis-py-endless"_s, {u"string"_s, u"redis-py"_s, true, true, true}},
    {u"python-redis-lock"_s, {u"signal-string"_s, u"python-redis-lock"_s}},
    {u"python-redis-lock-named"_s, {u"string"_s, u"generic"_s}},
    {u"redlock-py"_s, {u"string"_s, u"redlock-py"_s, true}}, // the holder sees to digits in it
    {u"shedlock"_s, {u"string"_s, u"shedlock"_s, false, true, true}},
    {u"spring-integration"_s, {u"string"_s, u"spring-integration"_s, true}},
};

// The program that holds, until its input ends.
class Holder
{
public:
    Holder(const QString &language, quint16 port)
    {
        m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        const QString folder = holders + u'/' + language;
        const QString number = QString::number(port);
        if (language == u"node"_s) {
            m_process.start(u"node"_s, {folder + u"/holder.mjs"_s, number});
        } else if (language == u"python"_s) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"PYTHONPATH"_s, folder + u"/lib"_s);
            m_process.setProcessEnvironment(environment);
            m_process.start(u"python3"_s, {folder + u"/holder.py"_s, number});
        } else {
            m_process.start(u"java"_s,
                            {u"-Xmx256m"_s, u"-cp"_s,
                             folder + u"/classes:"_s + folder + u"/lib/*"_s,
                             u"lockscope.libraries.Holder"_s, number});
        }
    }
    ~Holder()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Holder(const Holder &) = delete;
    Holder &operator=(const Holder &) = delete;

    // Until it holds everything; one object for each lock.
    [[nodiscard]] bool isReady()
    {
        return eventually(
            [this] {
                while (m_process.canReadLine()) {
                    const QByteArray line = m_process.readLine().trimmed();
                    if (line == "ready")
                        return true;
                    taken.push_back(QJsonDocument::fromJson(line).object());
                }
                return false;
            },
            60s);
    }
    // Gives everything back.
    [[nodiscard]] bool ends()
    {
        m_process.closeWriteChannel();
        return eventually([this] { return m_process.state() == QProcess::NotRunning; }, 60s)
            && m_process.exitCode() == 0;
    }

    std::vector<QJsonObject> taken;

private:
    QProcess m_process;
};

} // namespace

class TestLibraries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void tells_data();
    void tells();

private:
    QJsonObject locks(const RedisProcess &server, const QStringList &options);
    void compare(const QJsonObject &taken, const QJsonObject &shown, const QJsonObject &certain);
};

void TestLibraries::tells_data()
{
    QTest::addColumn<int>("locks");
    QTest::newRow("node") << 6;
    QTest::newRow("python") << 5;
    QTest::newRow("java") << 2;
}

// By name.
QJsonObject TestLibraries::locks(const RedisProcess &server, const QStringList &options)
{
    Program lockctl(LOCKCTL_PATH);
    if (lockctl.run(QStringList{u"list"_s, u"--json"_s, u"--url"_s, server.url()} + options) != 0)
        return {};
    QJsonObject found;
    const QJsonArray all = QJsonDocument::fromJson(lockctl.out)[u"locks"_s].toArray();
    for (const QJsonValue lock : all)
        found.insert(lock[u"name"_s].toString(), lock.toObject());
    return found;
}

void TestLibraries::compare(const QJsonObject &taken, const QJsonObject &shown,
                            const QJsonObject &certain)
{
    const QString which = taken[u"case"_s].toString();
    QVERIFY(expectations.contains(which));
    const Expected &expected = expectations.at(which);
    const QString name = taken[u"name"_s].toString();
    QVERIFY2(shown.contains(name), qPrintable(name));
    const QJsonObject lock = shown[name].toObject();
    QCOMPARE(lock[u"kind"_s].toString(), expected.kind);
    const QJsonArray candidates = lock[u"candidates"_s].toArray();
    QVERIFY(std::any_of(candidates.begin(), candidates.end(), [&](const QJsonValue &candidate) {
        return candidate[u"library"_s].toString() == expected.library
            && candidate[u"kind"_s].toString() == expected.kind;
    }));
    QCOMPARE(!certain.contains(name), expected.isGuess);
    QCOMPARE(lock[u"holds"_s].toArray().size(), 1);
    const QJsonValue hold = lock[u"holds"_s][0];
    QCOMPARE(hold[u"owner"_s], taken[u"owner"_s]);
    QCOMPARE(hold[u"stale"_s].toBool(), false);
    QCOMPARE(hold[u"ttl_ms"_s].toInt() > 60'000, which != u"redis-py-endless"_s);
    // One in some thousand random tokens reads like a uuid made from time; and such a one tells of
    // its host only where that has a network card.
    const QByteArray token = taken[u"owner"_s].toString().toLatin1();
    const bool isUuid1 = format::token::isUuid1(token);
    const bool hasCard = isUuid1 && (token.sliced(20, 2).toInt(nullptr, 16) & 1) == 0;
    QCOMPARE(hold[u"host"_s].isString(), isUuid1 ? hasCard : expected.tellsHost);
    QCOMPARE(hold[u"acquired_at"_s].isString(), isUuid1 || expected.tellsTime);
}

void TestLibraries::tells()
{
    LOCKSCOPE_REQUIRE(QFileInfo::exists(holders + u'/' + QString::fromUtf8(QTest::currentDataTag())
                                        + u"/built"_s),
                      "the libraries of npm, PyPI or Maven");
    QFETCH(int, locks);
    RedisProcess server;
    QVERIFY(server.start());
    Holder holder(QString::fromUtf8(QTest::currentDataTag()), server.port());
    QVERIFY(holder.isReady());
    QCOMPARE(holder.taken.size(), std::size_t(locks));

    const QJsonObject certain = this->locks(server, {});
    const QJsonObject all = this->locks(server, {u"--guesses"_s});
    for (const QJsonObject &taken : holder.taken) {
        compare(taken, all, certain);
        if (QTest::currentTestFailed())
            qCritical("%s", QJsonDocument(taken).toJson(QJsonDocument::Compact).constData());
    }
    QCOMPARE(all.size(), qsizetype(holder.taken.size())); // and nothing else looks like a lock

    QVERIFY(holder.ends());
    const QJsonObject left = this->locks(server, {u"--guesses"_s});
    QVERIFY2(left.isEmpty(), QJsonDocument(left).toJson().constData());
}

LOCKSCOPE_TEST_SUITE(TestLibraries)

#include "tst_libraries.moc"
