// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/recorder/recording.h"

namespace lockscope::test {

// A record that a test tells event by event, as a watch would.
class ToldRecord
{
public:
    explicit ToldRecord(QString folder, std::size_t mostWaiting = 200'000,
                        const recorder::WriterLimits &limits = {})
        : m_folder(std::move(folder))
        , m_mostWaiting(mostWaiting)
        , m_limits(limits)
    {}

    TwoClocks clock;
    watch::Event next; // what the next event has beside its type, lock and owner
    int place = 0; // the server of all that is told: redis://a:6379, redis://b:6379 ...

    static QString label(int place)
    {
        return QStringLiteral("redis://%1:6379").arg(QChar(u'a' + place));
    }

    [[nodiscard]] bool start()
    {
        recorder::Recorder::Options options;
        options.folder = m_folder;
        options.program = QStringLiteral("the test");
        options.mostWaiting = m_mostWaiting;
        options.pause = m_mostWaiting < 1000 ? Millis(3'600'000) : Millis(1);
        options.limits = m_limits;
        m_told = 0;
        m_recorder = std::make_unique<recorder::Recorder>(options, clock, [](const Sentence &) {});
        return m_recorder->start().has_value();
    }
    void stop()
    {
        clock.advance(Millis(5));
        m_recorder->stop();
        m_recorder.reset();
    }
    [[nodiscard]] bool isWritten()
    {
        return eventually([this] {
            return m_recorder->waiting() == 0 && m_recorder->figures().events >= m_told;
        });
    }

    watch::Event tell(watch::EventType type, const QByteArray &lock, const QByteArray &owner = {},
                      const QByteArray &former = {})
    {
        watch::Event event = next;
        next = {};
        event.at = clock.wallNow();
        event.type = type;
        if (!lock.isEmpty())
            event.name = LockName(lock);
        if (event.kind.isEmpty() && !lock.isEmpty())
            event.kind = "reentrant";
        if (!event.mode)
            event.mode = watch::Mode::Exclusive;
        event.deploymentId = {place};
        event.serverId = {place};
        event.deployment = event.server = label(place);
        if (!owner.isEmpty())
            event.owner = OwnerId(owner);
        if (!former.isEmpty())
            event.former = OwnerId(former);
        m_recorder->note({event});
        ++m_told;
        return event;
    }
    // A restart, failover or flush took the locks of these owners.
    void lose(const QByteArray &detail, const std::vector<watch::LostHold> &holds)
    {
        next.detail = QString::fromUtf8(detail);
        next.lost = std::make_shared<const std::vector<watch::LostHold>>(holds);
        next.unseen = true;
        if (holds.size() == 1)
            next.name = holds.front().name;
        tell(watch::EventType::Lost, holds.size() == 1 ? holds.front().name.bytes : QByteArray());
    }
    void show(const watch::LockRecord &lock)
    {
        m_recorder->note(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void show(const QByteArray &runId, std::optional<bool> keepsLog = {})
    {
        watch::ServerRecord server;
        server.server = {place};
        server.deployment = {place};
        server.label = label(place);
        server.state = watch::ServerState::Up;
        server.runId = runId;
        server.facts.keepsLog = keepsLog;
        m_recorder->note(server);
    }

private:
    const QString m_folder;
    const std::size_t m_mostWaiting;
    const recorder::WriterLimits m_limits;
    std::unique_ptr<recorder::Recorder> m_recorder;
    quint64 m_told = 0;
};

} // namespace lockscope::test
