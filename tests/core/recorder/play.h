// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/recorder/recording.h"

// A watch that changes at random and is recorded, and what it showed at some instants.
namespace lockscope::test {

using Locks = std::map<watch::LockId, watch::LockPointer>;

// What the live picture had at an instant.
struct Snapshot {
    WallInstant at;
    Instant now;
    Locks locks;
    std::map<watch::ServerId, watch::ServerRecord> servers;
    std::vector<watch::Gap> gaps;
    std::map<QByteArray, health::Problem> problems;
};

// A watch that changes at random, its picture and the recorder.
class Play final : private picture::ChangeSink
{
public:
    Play(const QString &folder, TwoClocks &clock, unsigned seed,
         const recorder::WriterLimits &limits)
        : m_clock(clock)
        , m_whim(seed)
        , m_recorder(optionsOf(folder, limits), clock, [](const Sentence &) {})
    {
        m_picture.addSink(&m_recorder);
        m_picture.addSink(this);
    }
    ~Play()
    {
        m_picture.removeSink(&m_recorder);
        m_picture.removeSink(this);
    }
    Play(const Play &) = delete;
    Play &operator=(const Play &) = delete;

    recorder::Recorder &recorder() { return m_recorder; }
    std::vector<Snapshot> snapshots;
    std::vector<watch::Event> events;

    void step()
    {
        m_clock.advance(Millis(m_whim.below(30)));
        const watch::LockId id{{m_whim.below(2)},
                               LockName("lock:" + QByteArray::number(m_whim.below(20)))};
        std::vector<watch::KeyedChange> changes;
        if (m_whim.maybe(10)) {
            watch::ServerRecord &server = m_servers[m_whim.below(2)];
            server.server = {m_whim.below(2)};
            server.deployment = {server.server.number};
            server = m_whim.server(server, m_clock.now());
            server.hasLeft = m_whim.maybe(5);
            changes.emplace_back(server.server,
                                 std::make_shared<const watch::ServerRecord>(server));
        } else {
            changes.emplace_back(id,
                                 m_whim.maybe(20) ? watch::LockPointer()
                                                  : m_whim.lock(id, m_picture.find(id),
                                                                m_clock.now(), m_clock.wallNow()));
        }
        m_picture.merge(changes);
        if (m_whim.maybe(10)) {
            const health::ProblemChange change = m_whim.problem(id, m_clock.wallNow());
            m_recorder.note(change);
            if (change.what == health::ProblemChange::What::Closed)
                m_problems.erase(change.problem.id);
            else
                m_problems.insert_or_assign(change.problem.id, change.problem);
        }
        if (m_whim.maybe(70)) {
            watch::Event event = m_whim.event(id, m_picture.find(id), m_clock.wallNow());
            m_picture.append({std::move(event)}, 0, m_clock.wallNow());
        }
    }

    // Away from both its neighbours, since times are stored to the millisecond.
    void look()
    {
        m_clock.advance(Millis(3));
        snapshots.push_back({m_clock.wallNow(), m_clock.now(), m_store.locks(), m_picture.servers(),
                             m_picture.gaps(), m_problems});
        m_clock.advance(Millis(3));
    }

    [[nodiscard]] bool isWritten()
    {
        return eventually([this] { return m_recorder.waiting() == 0; })
            && eventually([this, before = m_recorder.figures().entries] {
                   return m_recorder.waiting() == 0 && m_recorder.figures().events >= events.size()
                       && before <= m_recorder.figures().entries;
               });
    }

private:
    void note(const watch::LockId & /*id*/, const watch::LockPointer & /*lock*/) override {}
    void note(const watch::ServerRecord & /*server*/) override {}
    void noteStart() override {}
    void note(const std::vector<watch::Event> &told) override
    {
        events.insert(events.end(), told.begin(), told.end());
    }

    static recorder::Recorder::Options optionsOf(const QString &folder,
                                                 const recorder::WriterLimits &limits)
    {
        recorder::Recorder::Options options;
        options.folder = folder;
        options.program = QStringLiteral("the test");
        options.limits = limits;
        options.pause = Millis(1);
        return options;
    }

    TwoClocks &m_clock;
    Whim m_whim;
    picture::MapStore m_store;
    picture::Picture m_picture{m_store};
    recorder::Recorder m_recorder;
    std::map<int, watch::ServerRecord> m_servers;
    std::map<QByteArray, health::Problem> m_problems;
};

// Empty: the same.
inline QString difference(const Snapshot &live, const recorder::PastPicture &past)
{
    if (past.now - live.now > Millis(1) || live.now - past.now > Millis(1))
        return QStringLiteral("clock");
    if (past.picture.locks().size() != live.locks.size())
        return QStringLiteral("locks: %1, not %2")
            .arg(past.picture.locks().size())
            .arg(live.locks.size());
    for (const auto &[id, lock] : live.locks) {
        const auto found = past.picture.locks().find(id);
        if (found == past.picture.locks().end() || *found->second != *lock)
            return QString::fromUtf8(id.name.bytes);
    }
    if (past.picture.servers().size() != live.servers.size())
        return QStringLiteral("servers");
    for (const auto &[id, server] : live.servers) {
        const auto found = past.picture.servers().find(id);
        if (found == past.picture.servers().end() || !isSame(*found->second, server))
            return QStringLiteral("server %1").arg(id.number);
    }
    if (past.gaps != live.gaps)
        return QStringLiteral("gaps: %1, not %2").arg(past.gaps.size()).arg(live.gaps.size());
    return past.picture.problems() == live.problems ? QString() : QStringLiteral("problems");
}

inline recorder::WriterLimits smallLimits()
{
    recorder::WriterLimits limits;
    limits.streamBytes = 4000;
    return limits;
}

} // namespace lockscope::test
