// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/recorder/recording.h"
#include "tests/core/watch/server/harness.h"

namespace lockscope::test {

// A watch of real servers, its picture and the recorder, as a program has them. A server is known
// by its place among those that it was started with.
class RecordedWatch
{
public:
    explicit RecordedWatch(const QString &folder)
        : m_recorder(optionsOf(folder), m_clock, [](const Sentence &) {})
    {
        m_picture.addSink(&m_recorder);
    }
    ~RecordedWatch() { stop(); }
    RecordedWatch(const RecordedWatch &) = delete;
    RecordedWatch &operator=(const RecordedWatch &) = delete;

    [[nodiscard]] bool start(const std::vector<redis::Target> &targets)
    {
        if (!m_recorder.start())
            return false;
        for (const redis::Target &target : targets)
            m_watcher.addServer(m_ids.newDeployment(), m_ids.newServer(), target);
        return until([&] {
            return std::ranges::count_if(m_picture.servers(),
                                         [](const auto &each) {
                                             return each.second.state == watch::ServerState::Up
                                                 && !each.second.discovering;
                                         })
                == static_cast<std::ptrdiff_t>(targets.size());
        });
    }
    void stop()
    {
        if (std::exchange(m_isStopped, true))
            return;
        take();
        m_watcher.stop();
        m_picture.removeSink(&m_recorder);
        m_recorder.stop();
    }
    template <typename Condition>
    [[nodiscard]] bool until(Condition condition)
    {
        return eventually([&] {
            take();
            return condition();
        });
    }
    // Its holder, as the watch sees it; empty: it is free.
    [[nodiscard]] bool isHeldBy(const QByteArray &name, const QByteArray &owner, int place = 0)
    {
        return until([&] {
            const auto lock = m_picture.find({{place}, LockName(name)});
            if (owner.isEmpty())
                return !lock || lock->holds.empty();
            return lock && lock->holds.size() == 1 && lock->holds.front().owner.bytes == owner;
        });
    }
    [[nodiscard]] bool isUp(int place = 0) { return isIn(watch::ServerState::Up, place); }
    [[nodiscard]] bool isDown(int place = 0) { return isIn(watch::ServerState::Down, place); }

private:
    static recorder::Recorder::Options optionsOf(const QString &folder)
    {
        recorder::Recorder::Options options;
        options.folder = folder;
        options.program = QStringLiteral("the test");
        options.pause = Millis(20);
        return options;
    }
    [[nodiscard]] bool isIn(watch::ServerState state, int place)
    {
        return until([&] { return m_picture.servers().at({place}).state == state; });
    }
    void take() { m_picture.take(m_mailbox.take(), m_clock.wallNow()); }

    const SystemClock m_clock;
    watch::IdentityAllocator m_ids;
    watch::WatchMailbox m_mailbox{100'000};
    watch::Watcher m_watcher{under({"lock:"}), m_mailbox, m_clock, m_ids};
    picture::MapStore m_store;
    picture::Picture m_picture{m_store};
    recorder::Recorder m_recorder;
    bool m_isStopped = false;
};

} // namespace lockscope::test
