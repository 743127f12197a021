// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The watch under everything at once, for as long as one likes: servers are killed, stopped and
// restarted, its connections are cut, clients come and go. Every now and then all is put right and
// kept still, and then its picture must be that of a fresh look, lock for lock; and its memory must
// not grow.
//
//   watchsoak --minutes 60 --seed 7
//
// Ends with status 0 if every picture was right and memory stayed level, 77 without redis-server.
#include "tests/core/watch/server/harness.h"
#include "tests/soak/lockload.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QFile>
#include <QRandomGenerator>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <random>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int skipped = 77;
constexpr int servers = 3;
constexpr int changesPerSecond = 300; // on each server
constexpr Millis roundLength = 15s;
// A lock may lapse under the listeners: then a look at all channels finds them, once a minute.
constexpr Millis patienceWhenQuiet = 75s;
// A way of hearing that was lost comes back with a probe.
const Millis patienceForTheBestWay = watch::WatchOptions().probePeriod + 5s;
constexpr int listeners = 5; // waiting for locks on each server while it is quiet

double residentMegabytes()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

// The properties that must be equal in two pictures, as text. Others, such as when a hold was first
// seen, belong to each watch.
QByteArray described(const watch::LockRecord &lock)
{
    QByteArrayList words{lock.kind};
    QByteArrayList holds;
    for (const watch::HoldRecord &hold : lock.holds) {
        holds.append(hold.owner.bytes + '*' + QByteArray::number(hold.count) + ' '
                     + watch::name(hold.mode) + (hold.deadline ? "" : " for ever"));
    }
    std::sort(holds.begin(), holds.end());
    words += holds;
    if (lock.permits) {
        words.append("permits " + QByteArray::number(lock.permits->available) + " of "
                     + QByteArray::number(lock.permits->total.value_or(-1)));
    }
    words.append(lock.waitingConnections
                     ? "awaited by " + QByteArray::number(*lock.waitingConnections)
                     : QByteArray("perhaps awaited"));
    if (lock.waiters) {
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            words.append("waits " + waiter.owner.bytes);
    }
    return words.join(", ");
}

using Picture = std::map<QByteArray, QByteArray>;

Picture pictureOf(const Watching &watching)
{
    Picture picture;
    for (const auto &[name, lock] : watching.locks) {
        // A queue makes a lock fair; a watch that has seen one before remembers.
        const bool wasFair = lock.kind == "fair" && (!lock.waiters || lock.waiters->empty());
        if (!wasFair) {
            picture.emplace(name, described(lock));
            continue;
        }
        watch::LockRecord plain = lock;
        plain.kind = "reentrant";
        plain.waitingConnections = 0; // of a fair lock it says nothing
        picture.emplace(name, described(plain));
    }
    return picture;
}

// Server by server, since names repeat on them.
class Subject
{
public:
    Subject(unsigned seed, int number)
        : m_load(m_first.start() ? m_first.port() : 0, seed * 10 + unsigned(number),
                 changesPerSecond)
        , m_watching(under({"lock:"}))
    {
        m_watching.add(m_first.target());
    }

    RedisProcess &server() { return m_first; }
    LockLoad &load() { return m_load; }
    Watching &watching() { return m_watching; }

    // Something goes wrong.
    void strike(int which)
    {
        switch (which) {
        case 0:
            m_first.kill();
            break;
        case 1:
            m_first.pause();
            break;
        case 2: // all subscribed clients
            (void)m_first.command({"CLIENT", "KILL", "TYPE", "pubsub"});
            break;
        case 3: // everybody, load included
            (void)m_first.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
            break;
        case 4: // a client stops for good, another comes
            m_load.stop();
            m_load.start();
            break;
        case 5:
            (void)m_first.command({"SWAPDB", "0", "1"});
            break;
        default: // the listener cannot keep up
            (void)m_first.command(
                {"CONFIG", "SET", "client-output-buffer-limit", "pubsub 2048 1024 1"});
            break;
        }
    }
    void heal()
    {
        if (!m_first.isRunning())
            (void)m_first.restart();
        m_first.resume();
        (void)m_first.command(
            {"CONFIG", "SET", "client-output-buffer-limit", "pubsub 33554432 8388608 60"});
    }

    // Whether it shows what a fresh look shows, some time soon.
    bool isRight()
    {
        const bool isBest = eventually(
            [&] {
                m_watching.take();
                const auto server = m_watching.servers.find(0);
                return server != m_watching.servers.end()
                    && server->second.state == watch::ServerState::Up
                    && server->second.mode == watch::WatchMode::Tracking;
            },
            patienceForTheBestWay);
        if (!isBest) {
            std::printf("  the server is not watched by tracking\n");
            return false;
        }
        const auto waiting = listen();
        Picture fresh;
        const bool isSame = eventually(
            [&] {
                m_watching.take();
                fresh = freshPicture();
                return !fresh.contains({}) && fresh == pictureOf(m_watching);
            },
            patienceWhenQuiet);
        if (!isSame)
            explain(fresh);
        return isSame;
    }

private:
    // Connections that wait for one lock or another.
    std::deque<Listener> listen() const
    {
        std::deque<Listener> all;
        for (const auto &[name, lock] : m_watching.locks) {
            const bool isPlain = lock.kind == "reentrant";
            if (!isPlain || all.size() == listeners)
                continue;
            all.emplace_back(m_first, "SUBSCRIBE",
                             QByteArray("redisson_lock__channel:{" + name + '}'));
        }
        return all;
    }
    Picture freshPicture() const
    {
        watch::WatchOptions options = under({"lock:"});
        options.events = false;
        Watching once(options);
        once.add(m_first.target());
        if (!once.settled())
            return {{QByteArray(), "no look was possible"}};
        return pictureOf(once);
    }
    void explain(const Picture &fresh)
    {
        const Picture shown = pictureOf(m_watching);
        int told = 0;
        for (const auto &[name, text] : fresh) {
            const auto known = shown.find(name);
            if ((known == shown.end() || known->second != text) && ++told <= 10)
                std::printf("  %s is %s, shown as %s\n", name.constData(), text.constData(),
                            known == shown.end() ? "nothing" : known->second.constData());
        }
        for (const auto &[name, text] : shown) {
            if (!fresh.contains(name) && ++told <= 10)
                std::printf("  %s is gone, shown as %s\n", name.constData(), text.constData());
        }
        std::printf("  %d locks differ of %zu\n", told, fresh.size());
    }

    RedisProcess m_first;
    LockLoad m_load;
    Watching m_watching;
};

class Soak
{
public:
    Soak(unsigned seed, Millis length)
        : m_random(seed)
        , m_length(length)
    {
        for (int i = 0; i < servers; ++i)
            m_subjects.push_back(std::make_unique<Subject>(seed, i));
    }

    bool run()
    {
        const Instant end = std::chrono::steady_clock::now() + m_length;
        bool isRight = true;
        for (int round = 1; std::chrono::steady_clock::now() < end && isRight; ++round) {
            disturb();
            isRight = isQuietAndRight(round);
        }
        return isRight && isLevel();
    }

private:
    void disturb()
    {
        for (const auto &subject : m_subjects)
            subject->load().start();
        const Instant end = std::chrono::steady_clock::now() + roundLength;
        while (std::chrono::steady_clock::now() < end) {
            Subject &subject = *m_subjects[m_random() % m_subjects.size()];
            subject.strike(int(m_random() % 7));
            pass(Millis(200 + m_random() % 2000));
            subject.heal();
            pass(Millis(200 + m_random() % 1500));
        }
        for (const auto &subject : m_subjects)
            subject->load().stop();
    }

    // Takes what comes in the meantime, as a program would.
    void pass(Millis span)
    {
        (void)eventually(
            [&] {
                for (const auto &subject : m_subjects) {
                    subject->watching().take();
                    subject->watching().events.clear();
                }
                return false;
            },
            span);
    }

    bool isQuietAndRight(int round)
    {
        bool isRight = true;
        std::size_t locks = 0;
        qint64 changes = 0;
        for (const auto &subject : m_subjects) {
            isRight = subject->isRight() && isRight;
            locks += subject->watching().locks.size();
            changes += subject->load().changes();
        }
        m_sizes.push_back(residentMegabytes());
        std::printf("round %4d: %8lld changes so far, %4zu locks, %6.1f MB, %s\n", round, changes,
                    locks, m_sizes.back(), isRight ? "right" : "WRONG");
        std::fflush(stdout);
        return isRight;
    }

    // The last third beside the first, once there is enough of both to compare.
    bool isLevel() const
    {
        constexpr std::size_t enough = 30;
        if (m_sizes.size() < enough)
            return true;
        const std::size_t third = m_sizes.size() / 3;
        const auto middle = [&](std::size_t from) {
            std::vector<double> part(m_sizes.begin() + std::ptrdiff_t(from),
                                     m_sizes.begin() + std::ptrdiff_t(from + third));
            std::sort(part.begin(), part.end());
            return part[third / 2];
        };
        const double early = middle(third / 2);
        const double late = middle(m_sizes.size() - third);
        std::printf("memory: %.1f MB early, %.1f MB late\n", early, late);
        return late <= early * 1.1 + 2;
    }

    std::minstd_rand m_random;
    const Millis m_length;
    std::vector<std::unique_ptr<Subject>> m_subjects;
    std::vector<double> m_sizes;
};

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"minutes"_s, u"How long it goes on; 0: one round."_s, u"N"_s, u"0"_s},
                       {u"seed"_s, u"What everything random comes from."_s, u"N"_s}});
    parser.process(application);
    if (!RedisProcess::isAvailable()) {
        std::fputs("watchsoak: redis-server is missing\n", stderr);
        return qgetenv("CI") == "true" ? 1 : skipped;
    }
    const unsigned seed = parser.isSet(u"seed"_s)
        ? parser.value(u"seed"_s).toUInt()
        : QRandomGenerator::system()->generate() % 1'000'000;
    const std::chrono::minutes length(parser.value(u"minutes"_s).toInt());
    std::printf("seed %u\n", seed);
    std::fflush(stdout);
    return Soak(seed, std::max<Millis>(length, 1ms)).run() ? 0 : 1;
}
