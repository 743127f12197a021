// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/names.h"
#include "core/watch/track/track.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lockscope;
using namespace lockscope::watch;
using format::ServerMs;

namespace {

constexpr int lease = 1500;
const LockName name("a");

// A real change, with its time.
struct Deed {
    double at = 0; // ms
    enum { Acquire, Renew, Reenter, GiveBack, Release } what = Acquire;
    int owner = 0;
};

QByteArray word(const Deed &deed)
{
    switch (deed.what) {
    case Deed::Acquire:
        return "acquired";
    case Deed::Renew:
        return "renewed";
    case Deed::Reenter:
        return "reentered";
    case Deed::GiveBack:
        return "partially-released";
    case Deed::Release:
        return "released";
    }
    return {};
}

// A random life of a lock; `pause`: the mean time between two deeds.
std::vector<Deed> randomLife(std::mt19937 &random, int length, double least, double pause)
{
    std::vector<Deed> life;
    std::exponential_distribution<double> wait(1 / pause);
    double at = 10;
    int owner = 0;
    int count = 0;
    for (int i = 0; i < length; ++i) {
        at += least + wait(random);
        const int dice = std::uniform_int_distribution(0, 9)(random);
        if (count == 0) {
            owner = dice < 7 ? owner : 1 - owner;
            life.push_back({at, Deed::Acquire, owner});
            count = 1;
        } else if (dice < 4) {
            life.push_back({at, Deed::Renew, owner});
        } else if (dice < 5) {
            life.push_back({at, Deed::Reenter, owner});
            ++count;
        } else if (count > 1) {
            life.push_back({at, Deed::GiveBack, owner});
            --count;
        } else {
            life.push_back({at, Deed::Release, owner});
            count = 0;
        }
    }
    return life;
}

// The server: returns the reading at a moment.
std::optional<format::LockReading> stateAt(const std::vector<Deed> &life, double when)
{
    std::optional<format::LockReading> state;
    for (const Deed &deed : life) {
        if (deed.at > when)
            break;
        if (deed.what == Deed::Release) {
            state.reset();
            continue;
        }
        if (!state) {
            state.emplace();
            state->kind = "reentrant";
            state->library = "redisson";
            const QByteArray client =
                deed.owner == 0 ? "3f1c2a5e-9b7d-4c11-8a22-0123456789ab" : "b";
            state->holds = {{OwnerId(client + ":1"), Mode::Exclusive, 0, std::nullopt, false}};
        }
        format::Hold &hold = state->holds.front();
        hold.count += deed.what == Deed::Acquire || deed.what == Deed::Reenter ? 1
            : deed.what == Deed::GiveBack                                      ? -1
                                                                               : 0;
        hold.expireAt = state->expireAt = static_cast<ServerMs>(deed.at) + lease;
    }
    return state;
}

// A watcher as the program has it: each deed is heard of as it happens, at most one reading is
// under way, signs are told to be before it or late, doubts are looked at again.
class Observer
{
public:
    explicit Observer(std::vector<Deed> life, std::mt19937 &random, bool latches)
        : m_life(std::move(life))
        , m_random(random)
        , m_latches(latches)
    {}

    void run()
    {
        std::size_t heard = 0;
        double now = 0;
        bool dirty = false;
        while (heard < m_life.size() || dirty) {
            if (!dirty)
                now = std::max(now, m_life[heard].at);
            heard = hear(heard, now);
            m_book.asked(name, Instant(Millis(static_cast<qint64>(now))));
            const double read = now + delay();
            const double applied = read + delay();
            const std::size_t before = heard;
            heard = hear(heard, applied);
            dirty = !apply(stateAt(m_life, read), applied) || heard != before;
            now = applied + (m_doubt ? 3 : 0);
        }
    }

    QByteArray told() const
    {
        QByteArrayList words;
        for (const LockEvent &event : m_events)
            words.append(watch::name(event.type));
        return words.join(' ').replace("handed-over", "released acquired");
    }
    // Deadlines of the renewals that were told for certain.
    std::vector<ServerMs> renewals() const { return m_renewals; }

private:
    double delay() { return std::uniform_real_distribution<double>(0.05, 1)(m_random); }

    std::size_t hear(std::size_t heard, double until)
    {
        for (; heard < m_life.size() && m_life[heard].at <= until; ++heard) {
            const Deed &deed = m_life[heard];
            const Instant at(Millis(static_cast<qint64>(deed.at)));
            if (!m_lock && !m_book.awaits(name))
                continue; // nothing is noted for unknown locks
            if (deed.what == Deed::Release)
                m_book.noteUnlocked(name, at);
            if (m_latches && (deed.what == Deed::Release || deed.what == Deed::GiveBack))
                m_book.noteLatch(name, KeyName(QByteArray::number(++m_latchCount)), at);
        }
        return heard;
    }

    bool apply(const std::optional<format::LockReading> &reading, double when)
    {
        const auto ms = static_cast<qint64>(when);
        const Moment now{Instant(Millis(ms)), WallInstant(Millis(ms)), ms};
        const Evidence evidence = m_book.evidence(name);
        const auto doubt = std::exchange(m_doubt, std::nullopt);
        const auto result = doubt ? differenceAfterDoubt(m_lock, *doubt, reading, evidence, now)
                                  : difference(m_lock, reading, evidence, now);
        if (result.wantsProof) {
            m_book.noteProof(name, result.missesSign);
            if (reading)
                m_doubt = reading;
            return false;
        }
        m_book.applied(name, result.changed, result.lateUsed);
        m_lock = result.lock;
        if (!m_lock)
            m_book.forget(name);
        for (const LockEvent &event : result.events) {
            if (event.type == EventType::Renewed
                && event.detail != QStringLiteral("renewed or re-acquired"))
                m_renewals.push_back(ms + event.ttl->count());
            m_events.push_back(event);
        }
        return true;
    }

    const std::vector<Deed> m_life;
    std::mt19937 &m_random;
    const bool m_latches;
    EvidenceBook m_book;
    std::optional<TrackedLock> m_lock;
    std::optional<format::LockReading> m_doubt;
    std::vector<LockEvent> m_events;
    std::vector<ServerMs> m_renewals;
    int m_latchCount = 0;
};

} // namespace

// Random lives of a lock, watched through readings and signs: compares the reports with the truth.
class TestHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void toldAsItWasWhereEachDeedIsRead();
    void renewalsAreToldApartHoweverFast_data();
    void renewalsAreToldApartHoweverFast();
};

void TestHistory::toldAsItWasWhereEachDeedIsRead()
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const auto life = randomLife(random, 60, 8, 20); // a look takes 2 ms, a second one 3 more
        QByteArrayList truth;
        for (const Deed &deed : life)
            truth.append(word(deed));
        Observer observer(life, random, seed % 2 == 0);
        observer.run();
        if (observer.told() != truth.join(' ')) {
            qWarning("seed %u\ntruth %s\ntold  %s", seed, truth.join(' ').constData(),
                     observer.told().constData());
            QFAIL("it was told otherwise");
        }
    }
}

void TestHistory::renewalsAreToldApartHoweverFast_data()
{
    QTest::addColumn<double>("pause");
    QTest::addColumn<bool>("latches");
    // The least share of renewals that is reported, as certain: a renewal that is read together
    // with the next change cannot be seen.
    QTest::addColumn<double>("least");
    QTest::newRow("100 ms") << 100.0 << true << 0.98;
    QTest::newRow("20 ms") << 20.0 << true << 0.94;
    QTest::newRow("5 ms") << 5.0 << true << 0.79;
    QTest::newRow("2 ms") << 2.0 << true << 0.5;
    QTest::newRow("0.5 ms") << 0.5 << true << 0.05;
    // A count given back and taken again leaves no sign with older clients.
    QTest::newRow("100 ms, older clients") << 100.0 << false << 0.98;
    QTest::newRow("5 ms, older clients") << 5.0 << false << 0.79;
}

void TestHistory::renewalsAreToldApartHoweverFast()
{
    QFETCH(double, pause);
    QFETCH(bool, latches);
    QFETCH(double, least);
    std::size_t renewals = 0;
    std::size_t told = 0;
    std::size_t right = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        auto life = randomLife(random, 60, 0, pause);
        renewals += std::size_t(std::ranges::count(life, Deed::Renew, &Deed::what));
        Observer observer(life, random, latches);
        observer.run();
        for (const ServerMs deadline : observer.renewals()) {
            ++told;
            const auto truth = std::ranges::find_if(life, [&](const Deed &deed) {
                return deed.what == Deed::Renew
                    && std::abs(static_cast<ServerMs>(deed.at) + lease - deadline) <= 1;
            });
            if (truth == life.end())
                continue;
            ++right;
            life.erase(truth); // it is told once
        }
    }
    const double precision = static_cast<double>(right) / static_cast<double>(told);
    const double recall = static_cast<double>(right) / static_cast<double>(renewals);
    qInfo("%zu renewals told, %.4f of them were some, of %zu; recall %.4f", told, precision,
          renewals, recall);
    QVERIFY(told > 100);
    QVERIFY2(recall >= least, qPrintable(QString::number(recall)));
    QVERIFY2(precision >= 0.97, qPrintable(QString::number(precision)));
}

LOCKSCOPE_TEST_SUITE(TestHistory)
#include "tst_history.moc"
