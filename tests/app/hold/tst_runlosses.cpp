// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QFile>

#include <algorithm>
#include <limits>
#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Beat {
    qint64 time;
    qint32 holder;
    qint32 process;
};

constexpr const char *ways[] = {"ends", "ignores", "delays", "forks", "crowd"};

// Losses of each sort; LOCKSCOPE_RUN_LOSSES says how many, as `scripts/test --soak` does.
int wanted()
{
    bool isNumber = false;
    const int number = qEnvironmentVariableIntValue("LOCKSCOPE_RUN_LOSSES", &isNumber);
    if (isNumber && number > 0)
        return number;
    return qgetenv("CI") == "true" ? 20 : 5;
}

// One lock with a holder that loses it, and the next one, who waits for it.
struct Case {
    explicit Case(int number)
        : name(u"job:%1"_s.arg(number))
        , way(QString::fromLatin1(ways[number % 5]))
        , first(std::make_unique<Program>(LOCKCTL_PATH))
        , next(std::make_unique<Program>(LOCKCTL_PATH))
    {}

    std::vector<Beat> beats() const
    {
        QFile in(file);
        if (!in.open(QIODevice::ReadOnly))
            return {};
        const QByteArray all = in.readAll();
        std::vector<Beat> beats(std::size_t(all.size()) / sizeof(Beat));
        std::memcpy(beats.data(), all.constData(), beats.size() * sizeof(Beat));
        return beats;
    }
    bool hasBegun() const { return QFileInfo(file).size() > 0; }

    // Until when the first one worked beside the next; negative: it had ended so long before.
    Millis overlap() const
    {
        qint64 ends = std::numeric_limits<qint64>::min();
        qint64 begins = std::numeric_limits<qint64>::max();
        for (const Beat &beat : beats()) {
            if (beat.holder == 1)
                ends = std::max(ends, beat.time);
            else
                begins = std::min(begins, beat.time);
        }
        if (ends == std::numeric_limits<qint64>::min()
            || begins == std::numeric_limits<qint64>::max())
            return Millis::max(); // one of them never worked
        return std::chrono::ceil<Millis>(std::chrono::nanoseconds(ends - begins));
    }
    std::set<pid_t> survivors() const
    {
        std::set<pid_t> alive;
        for (const Beat &beat : beats()) {
            if (beat.holder == 1 && ::kill(beat.process, 0) == 0)
                alive.insert(beat.process);
        }
        return alive;
    }

    QString name;
    QString way;
    QString file;
    std::unique_ptr<Program> first;
    std::unique_ptr<Program> next;
};

} // namespace

// The command of lockctl run never works beside the next holder, however the lock is lost and
// whatever the command makes of SIGTERM.
class TestRunLosses : public QObject
{
    Q_OBJECT

private:
    enum class Loss {
        LeaseEnd,
        SilentServer,
        KilledHolder,
        KilledGuard,
        StoppedHolder,
        StoppedGuard,
        Deleted,
        Restarted
    };

    static pid_t guardOf(const Case &one)
    {
        const pid_t holder = one.first->processId();
        QFile children(u"/proc/%1/task/%1/children"_s.arg(holder));
        return children.open(QIODevice::ReadOnly) ? children.readAll().trimmed().toInt() : 0;
    }

    QStringList run(const RedisProcess &server, const Case &one, const QStringList &options,
                    const QString &holder, const QString &length) const
    {
        return QStringList{u"run"_s, one.name, u"--url"_s, server.url()} + options
            + QStringList{u"--"_s, QString::fromUtf8(BEATER_PATH), one.file, holder, one.way,
                          length};
    }

    // On a busy machine a lease may be over before the command is there: then once more.
    static bool begins(Case &one, const QStringList &arguments)
    {
        for (int trial = 0; trial < 5; ++trial) {
            if (!eventually([&] { return one.hasBegun() || one.first->hasEnded(); }))
                return false;
            if (one.hasBegun())
                return true;
            one.first = std::make_unique<Program>(LOCKCTL_PATH);
            if (!one.first->start(arguments))
                return false;
        }
        return false;
    }

    // By the next holder of each, if it has not come already.
    static bool areWaitedFor(const RedisProcess &server, const std::vector<Case> &cases)
    {
        const Reply all = server.command({"PUBSUB", "CHANNELS", "redisson_lock__channel*"});
        std::set<QByteArray> channels;
        for (const Reply &channel : all.elements)
            channels.insert(channel.bytes);
        return std::ranges::all_of(cases, [&](const Case &one) {
            return one.first->hasEnded()
                || channels.contains("redisson_lock__channel:{" + one.name.toUtf8() + '}');
        });
    }

    static void strike(Loss loss, RedisProcess &server, const std::vector<Case> &cases)
    {
        if (loss == Loss::SilentServer) {
            server.pause();
            // The leases end on the server meanwhile, though it cannot say so.
            (void)eventually([] { return false; }, 1800ms);
            server.resume();
        } else if (loss == Loss::Restarted) {
            server.kill();
            QVERIFY(server.start());
        }
        for (const Case &one : cases) {
            const pid_t guard = guardOf(one);
            if (loss == Loss::KilledHolder) {
                one.first->signal(SIGKILL);
            } else if (loss == Loss::StoppedHolder) {
                one.first->signal(SIGSTOP);
            } else if (loss == Loss::KilledGuard && guard > 0) {
                ::kill(guard, SIGKILL);
            } else if (loss == Loss::StoppedGuard && guard > 0) {
                ::kill(guard, SIGSTOP);
            } else if (loss == Loss::Deleted) {
                server.command({"DEL", one.name.toUtf8()});
                server.command(
                    {"PUBLISH", "redisson_lock__channel:{" + one.name.toUtf8() + '}', "0"});
            }
        }
    }

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init() { failOnAnyWarning(); }

    void neverWorksBesideTheNextHolder_data()
    {
        QTest::addColumn<int>("loss");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("allowance"); // ms
        const QStringList fixed{u"--lease"_s, u"1500ms"_s};
        const QStringList renewed{u"--watchdog"_s, u"1500ms"_s};
        const auto row = [](const char *name, Loss loss, const QStringList &options, int status,
                            int allowance) {
            QTest::newRow(name) << int(loss) << options << status << allowance;
        };
        row("lease over", Loss::LeaseEnd, fixed, 76, 0);
        row("lease over, with a grace", Loss::LeaseEnd,
            fixed + QStringList{u"--grace"_s, u"400ms"_s}, 76, 0);
        row("silent server", Loss::SilentServer, renewed, 76, 0);
        row("lockctl killed", Loss::KilledHolder, renewed + QStringList{u"--grace"_s, u"1h"_s}, -1,
            0);
        row("guard killed", Loss::KilledGuard, renewed, 128 + SIGKILL, 0);
        row("lockctl stopped", Loss::StoppedHolder, renewed, 76, 0);
        row("guard stopped", Loss::StoppedGuard, fixed, 76, 0);
        // Somebody else broke the promise, not lockctl: lockctl ends the command as soon as it
        // notices the loss, which after a restart is when it is connected again.
        row("deleted", Loss::Deleted, renewed, 76, 500);
        row("restarted empty", Loss::Restarted, renewed, 76, 1500);
    }
    void neverWorksBesideTheNextHolder()
    {
        QFETCH(const int, loss);
        QFETCH(const QStringList, options);
        QFETCH(const int, status);
        QFETCH(const int, allowance);
        const QTemporaryDir folder;
        constexpr int together = 20;
        Millis longest = Millis::min();
        for (int done = 0; done < wanted(); done += together) {
            RedisProcess server;
            QVERIFY(server.start());
            std::vector<Case> cases;
            for (int i = done; i < std::min(wanted(), done + together); ++i) {
                Case &one = cases.emplace_back(i);
                one.file = folder.filePath(QString::number(i));
                QVERIFY(one.first->start(run(server, one, options, u"1"_s, u"30000"_s)));
            }
            for (Case &one : cases) {
                const QStringList first = run(server, one, options, u"1"_s, u"30000"_s);
                QVERIFY(begins(one, first));
                one.way = u"ends"_s;
                QVERIFY(
                    one.next->start(run(server, one, {u"--wait"_s, u"1m"_s}, u"2"_s, u"100"_s)));
            }
            if (Loss(loss) != Loss::LeaseEnd && Loss(loss) != Loss::StoppedGuard)
                QVERIFY(eventually([&] { return areWaitedFor(server, cases); }));
            strike(Loss(loss), server, cases);
            for (Case &one : cases) {
                QCOMPARE(one.next->finish(), 0);
                if (Loss(loss) == Loss::StoppedHolder)
                    one.first->signal(SIGCONT);
                const int ended = one.first->finish();
                const std::set<pid_t> survivors = one.survivors();
                for (const pid_t process : survivors)
                    ::kill(process, SIGKILL);
                const Millis overlap = one.overlap();
                longest = std::max(longest, overlap);
                const auto fault = [&](const QByteArray &what) {
                    return QByteArray(one.name.toUtf8() + ", " + ways[one.name.mid(4).toInt() % 5]
                                      + ": " + what);
                };
                const auto number = QByteArray::number(qint64(overlap.count()));
                QVERIFY2(overlap <= Millis(allowance),
                         fault("overlaps by ms: " + number).constData());
                QVERIFY2(survivors.empty(), fault("is survived by its children").constData());
                QVERIFY2(ended == status || ended == 76, // lost before
                         fault(QByteArray::number(ended) + ' ' + one.first->err).constData());
            }
        }
        qInfo("%d losses, the closest overlap %lld ms", wanted(), qlonglong(longest.count()));
    }
};

LOCKSCOPE_TEST_SUITE(TestRunLosses)
#include "tst_runlosses.moc"
