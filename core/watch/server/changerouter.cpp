// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/changerouter.h"

#include "core/format/redissonnames.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

ChangeRouter::ChangeRouter(const ServerContext &context, ReadingPump &pump, QueueOwners &queues,
                           Handlers handlers)
    : m_context(context)
    , m_pump(pump)
    , m_queues(queues)
    , m_handlers(std::move(handlers))
    , m_deadlines(context.time)
{}

void ChangeRouter::onInvalidated(const std::vector<QByteArray> &keys)
{
    if (!m_context.isUp())
        return;
    if (keys.empty()) {
        m_context.book.tell(EventType::Gap,
                            Sentence::say("the server reported that any key may have changed: "
                                          "FLUSHALL, FLUSHDB or a full resynchronisation"));
        m_handlers.flushed();
    }
    for (const QByteArray &key : keys)
        onKeyChanged(KeyName(key));
    m_pump.pump();
}

void ChangeRouter::onKeyChanged(const KeyName &key)
{
    const LockName own(key.bytes);
    if (m_handlers.told(own))
        m_context.book.noteAlreadyThere(own, false); // a scan was faster than the event
    if (m_context.book.knows(own)) {
        m_pump.mark(own, key);
        return;
    }
    for (const auto &format : format::allFormats()) {
        if (const auto meaning = format->meaningOfKey(key)) {
            markLocksOf(key, *meaning);
            return;
        }
    }
    onUnknownKey(key);
}

// A key that belongs to a lock of another name.
void ChangeRouter::markLocksOf(const KeyName &key, const format::NameMeaning &meaning)
{
    const bool isLatch = meaning.signal == format::Signal::UnlockLatch;
    const std::vector<LockName> locks = m_context.reader.hints().queues.locksFor(meaning.locks);
    bool known = false;
    for (const LockName &lock : locks) {
        m_handlers.told(lock);
        if (!m_context.book.knows(lock))
            continue;
        known = true;
        if (isLatch)
            m_context.book.noteLatch(lock, key);
        else
            m_pump.mark(lock, key);
    }
    if (known || isLatch)
        return;
    for (const LockName &lock : locks) {
        if (m_context.isOfInterest(lock))
            m_pump.mark(lock, key);
        else if (!meaning.locks.empty() && lock == meaning.locks.front())
            m_queues.noteForeign(lock);
    }
}

void ChangeRouter::onUnknownKey(const KeyName &key)
{
    const LockName lock(key.bytes);
    if (!m_context.isOfInterest(lock))
        return;
    const Instant now = m_context.time.now();
    switch (m_unknown.judge(key, now)) {
    case UnknownKeys::Verdict::Look:
        m_context.book.await(lock);
        m_pump.mark(lock, key);
        break;
    case UnknownKeys::Verdict::Later:
        if (!m_pump.queue().contains(lock))
            m_pump.queue().markLater(lock, m_unknown.laterAt(now));
        m_pump.queue().noteChange(lock);
        break;
    case UnknownKeys::Verdict::Drop:
        ++m_context.record.counters.dropped;
        if (m_dropped++ == 0)
            m_deadlines.add(now + std::chrono::seconds(5), [this] { reportDropped(); });
        break;
    }
}

void ChangeRouter::reportDropped()
{
    const auto dropped = std::exchange(m_dropped, 0);
    m_context.book.tell(
        EventType::Gap,
        dropped == 1
            ? Sentence::say("a changed key was not read: there were more than 2000 new names a "
                            "second; use --prefix to limit the names")
            : Sentence::say("%1 changed keys were not read: there were more than 2000 new names "
                            "a second; use --prefix to limit the names")
                  .arg(dropped));
    m_handlers.dropped();
}

void ChangeRouter::onMessage(const QByteArray &channel, const QByteArray &payload)
{
    if (const auto key = keyOfKeyspaceChannel(channel)) {
        onKeyspaceEvent(*key, payload);
        return;
    }
    LockBook &book = m_context.book;
    for (const auto &format : format::allFormats()) {
        const auto meaning = format->meaningOfChannel(channel);
        if (!meaning)
            continue;
        noteHeard(*meaning);
        const bool isTakenAway = format::redisson::saysTakenAway(channel, payload);
        if (m_context.hearsAll() && !isTakenAway)
            awaitLateSigns(*meaning);
        for (const LockName &lock : book.wokenBy(*meaning)) {
            if (isTakenAway)
                book.noteTakenAway(lock);
            else
                book.noteUnlocked(lock);
            if (!m_context.hearsAll() && m_context.isUp() && book.knows(lock))
                m_pump.mark(lock, KeyName(lock.bytes));
        }
    }
    if (!m_context.hearsAll())
        m_pump.pump();
}

void ChangeRouter::noteHeard(const format::NameMeaning &meaning)
{
    if (meaning.kind.isEmpty())
        return;
    for (const LockName &lock : meaning.locks) {
        const bool isOther = !m_context.options.names.empty() && !m_context.isOfInterest(lock);
        // A message on a plain channel reaches every node of a cluster.
        if (isOther || !m_context.keeps(lock)
            || m_context.reader.hints().kindOf(lock) == meaning.kind)
            continue; // what is heard is bounded, so others than are asked for must not fill it
        m_context.reader.hear(lock, meaning.kind);
        if (m_context.isUp() && m_context.isOfInterest(lock))
            m_pump.queue().markLater(lock, m_context.time.now()); // no change was told
    }
    m_pump.pump();
}

// The wake-up of a release can arrive after the reading that found the key gone. It counts, and
// proves that the key was a lock. The changes that belong to it come at the same time, so a reading
// follows a little later even if none does.
void ChangeRouter::awaitLateSigns(const format::NameMeaning &meaning)
{
    const auto isQueued = [&](const LockName &lock) {
        return std::find(meaning.queued.begin(), meaning.queued.end(), lock)
            != meaning.queued.end();
    };
    for (const LockName &lock : meaning.locks) {
        if (m_context.book.knows(lock) || isQueued(lock) || !m_context.keeps(lock))
            continue;
        const KeyName key(lock.bytes);
        const Instant now = m_context.time.now();
        if (!m_unknown.lookedLately(key, now))
            continue;
        if (!m_unknown.expects(key))
            m_unknown.expect(key, true, now);
        m_context.book.await(lock);
        readLeftSigns(lock);
        m_pump.pump();
    }
}

void ChangeRouter::readLeftSigns(const LockName &lock)
{
    m_pump.queue().markLater(lock, m_context.time.now() + afterGathering);
}

void ChangeRouter::onKeyspaceEvent(const KeyName &key, const QByteArray &event)
{
    m_handlers.keyspaceEvent(event);
    if (!m_context.isUp())
        return;
    onKeyChanged(key);
    m_pump.pump();
}

} // namespace lockscope::watch
