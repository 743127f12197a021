// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/healthbook.h"
#include "tests/core/recorder/recording.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// What was seen of a real server comes back as it was shown then.
class TestRecordOnServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void everyInstantAsItWasShown();
};

namespace {

struct Shown {
    WallInstant at;
    Instant now;
    std::map<watch::LockId, watch::LockPointer> locks;
    std::map<watch::ServerId, watch::ServerRecord> servers;
    std::vector<watch::Gap> gaps;
    std::map<watch::LockId, std::optional<std::vector<health::Problem>>> problems;
};

// Redisson's locks and plain strings, taken, renewed, queued for, expiring and released at random.
class Traffic
{
public:
    Traffic(const RedisProcess &server, unsigned seed)
        : m_server(server)
        , m_locks(server)
        , m_whim(seed)
    {}

    void step()
    {
        const QByteArray name = "lock:" + QByteArray::number(m_whim.below(12));
        const QByteArray owner = (m_whim.maybe() ? ann : bob) + QByteArray::number(m_whim.below(3));
        switch (m_whim.below(9)) {
        case 0:
        case 1:
            m_locks.acquire(name, owner, m_whim.maybe() ? 200 : 30'000);
            break;
        case 2:
            m_locks.renew(name, 30'000);
            break;
        case 3:
        case 4:
            m_locks.unlock(name);
            break;
        case 5:
            m_locks.enqueue(name, owner, 5000);
            break;
        case 6:
            m_locks.leave(name, owner);
            break;
        case 7:
            m_locks.read("read:" + name, owner, 20'000);
            break;
        default:
            m_server.command({"SET", "token:" + QByteArray::number(m_whim.below(5)), m_whim.hex(32),
                              "PX", "300", "NX"});
        }
    }

private:
    const RedisProcess &m_server;
    LockWriter m_locks;
    Whim m_whim;
};

using Problems = std::optional<std::vector<health::Problem>>;

// The book notes the end of a condition at once, and tells of it when it has lasted.
Problems withoutEnds(Problems problems)
{
    if (problems) {
        for (health::Problem &problem : *problems)
            problem.until.reset();
    }
    return problems;
}

QByteArray textOf(const health::Problem &problem)
{
    QByteArray text = problem.id + ' ' + problem.rule->name + " since "
        + QByteArray::number(problem.since.time_since_epoch().count());
    text += problem.isSuspended ? " suspended" : "";
    for (const watch::LockId &lock : problem.locks)
        text += ' ' + lock.name.bytes;
    return text + ": " + problem.evidence.english().toUtf8() + "; ";
}

// Those of the first that are not in the second.
QByteArray onlyIn(const Problems &first, const Problems &second)
{
    if (!first)
        return "out of sight";
    QByteArray text;
    for (const health::Problem &each : *first) {
        if (!second || std::ranges::find(*second, each) == second->end())
            text += textOf(each);
    }
    return text;
}

} // namespace

void TestRecordOnServer::everyInstantAsItWasShown()
{
    RedisProcess server;
    QVERIFY(server.start());
    const QTemporaryDir home;
    const QString folder = home.filePath(u"one"_s);
    const SystemClock clock;
    watch::IdentityAllocator ids;
    watch::WatchMailbox mailbox(100'000);
    watch::WatchOptions watching = under({"lock:", "read:", "token:"});
    watch::Watcher watcher(watching, mailbox, clock, ids);
    picture::MapStore store;
    picture::Picture picture(store);
    health::HealthBook book;
    Recorder::Options options;
    options.folder = folder;
    options.program = u"the test"_s;
    options.pause = 20ms;
    options.limits.streamBytes = 8000;
    options.limits.fileBytes = 20'000; // several files
    Recorder recorder(options, clock, [](const Sentence &) {});
    QVERIFY(recorder.start());
    picture.addSink(&recorder);

    // As the programs do: into the picture, then what is to be said of it.
    const auto take = [&] {
        auto delivery = mailbox.take();
        const auto [now, wall] = readBoth(clock);
        const health::Moment moment{now, wall};
        const std::vector<watch::KeyedChange> changes = delivery.changes;
        const std::vector<watch::Event> events = delivery.events;
        picture.take(std::move(delivery), clock.wallNow());
        for (const auto &[key, change] : changes) {
            if (const auto *record = std::get_if<watch::ServerPointer>(&change))
                book.note(**record, moment);
            else
                book.note(std::get<watch::LockId>(key), std::get<watch::LockPointer>(change),
                          moment);
        }
        for (const watch::Event &event : events)
            book.note(event, moment);
        // The book judges at once what follows from the end of a problem, and tells it next time.
        do {
            for (const health::ProblemChange &change : book.take(moment))
                recorder.note(change);
        } while (book.nextAt() == Instant());
    };
    const auto problemsOf = [&](const watch::LockId &id) {
        return withoutEnds(book.isInSight(id.deployment) ? std::optional(book.problemsOf(id))
                                                         : std::nullopt);
    };
    // Nothing is taken for some milliseconds around it.
    std::vector<Shown> shown;
    const auto pass = [&](WallInstant from) {
        return eventually([&] { return clock.wallNow() > from + 2ms; });
    };
    const auto look = [&] {
        QVERIFY(pass(clock.wallNow()));
        const BothClocks at = readBoth(clock);
        Shown now{at.wall, at.now, store.locks(), picture.servers(), picture.gaps(), {}};
        for (const auto &[id, lock] : now.locks)
            now.problems.emplace(id, problemsOf(id));
        shown.push_back(std::move(now));
        QVERIFY(pass(shown.back().at));
    };
    watcher.addServer(ids.newDeployment(), ids.newServer(), server.target());
    // Chance leaves none of the locks in trouble for as long as a problem takes to open.
    const LockWriter locks(server);
    const LockName stuck("lock:stuck");
    const auto leaveStuck = [&] {
        locks.acquire(stuck.bytes, ann, 30'000);
        server.command({"PERSIST", stuck.bytes});
        return eventually([&] {
            take();
            const auto found = std::ranges::find_if(
                store.locks(), [&](const auto &each) { return each.first.name == stuck; });
            return found != store.locks().end() && !book.problemsOf(found->first).empty();
        });
    };
    QVERIFY(leaveStuck());
    Traffic traffic(server, 42);
    for (int i = 0; i < 4000; ++i) {
        traffic.step();
        if (i % 3 == 0)
            take();
        if (i % 12 == 0)
            look();
        if (i == 2000) { // out of sight for a moment
            server.kill();
            QVERIFY(eventually([&] {
                take();
                return picture.servers().begin()->second.state == watch::ServerState::Down;
            }));
            look();
            QVERIFY(server.restart());
            QVERIFY(leaveStuck());
        }
    }
    take();
    watcher.stop();
    picture.removeSink(&recorder);
    recorder.stop();

    RecordReader reader(folder);
    QVERIFY(recordFiles(folder).size() > 1);
    std::size_t held = 0;
    std::size_t problems = 0;
    for (const Shown &live : shown) {
        const auto past = reader.stateAt(live.at);
        QVERIFY2(past, qPrintable(past ? QString() : past.error().text.english()));
        QCOMPARE(past->picture.locks().size(), live.locks.size());
        for (const auto &[id, lock] : live.locks) {
            const auto found = past->picture.locks().find(id);
            QVERIFY2(found != past->picture.locks().end() && *found->second == *lock,
                     id.name.bytes.constData());
            const auto judged = withoutEnds(past->picture.problemsOf(id));
            const Problems &seen = live.problems.at(id);
            const QByteArray both = id.name.bytes + " recorded: " + onlyIn(judged, seen)
                + "\nshown: " + onlyIn(seen, judged);
            QVERIFY2(judged == seen, both.constData());
            problems += judged ? judged->size() : 0;
        }
        held += live.locks.size();
        QCOMPARE(past->picture.servers().size(), live.servers.size());
        for (const auto &[id, record] : live.servers)
            QVERIFY(isSame(*past->picture.servers().at(id), record));
        QCOMPARE(past->gaps.size(), live.gaps.size());
        QVERIFY(past->gaps == live.gaps);
        QVERIFY(past->now - live.now < 2ms && live.now - past->now < 2ms);
    }
    QVERIFY(reader.faults().empty());
    QVERIFY2(shown.size() > 300 && held > 500 && problems > 300,
             qPrintable(u"%1 %2 %3"_s.arg(shown.size()).arg(held).arg(problems)));
    QVERIFY(!shown.back().gaps.empty());
}

LOCKSCOPE_TEST_SUITE(TestRecordOnServer)
#include "tst_recordonserver.moc"
