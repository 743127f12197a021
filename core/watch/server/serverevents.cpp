// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that makes sense of what the server tells: changed keys and wake-ups.
#include "core/watch/server/serverwatch.h"

using namespace Qt::StringLiterals;

namespace lockscope::watch {

void ServerWatch::onInvalidated(const std::vector<QByteArray> &keys)
{
    if (!isUp())
        return;
    if (keys.empty()) {
        m_book.tell(EventType::Gap,
                    u"the server reported that any key may have changed: FLUSHALL, FLUSHDB or a "
                    "full resynchronisation"_s);
        m_book.noteGap(Losses::Cause::Flush, m_inFlight);
        readEverything();
        discover();
    }
    for (const QByteArray &key : keys)
        onKeyChanged(KeyName(key));
    pump();
}

void ServerWatch::onKeyChanged(const KeyName &key)
{
    const LockName own(key.bytes);
    m_suspects.erase(own);
    if (m_unannounced.erase(own) != 0)
        m_book.noteAlreadyThere(own, false); // a scan was faster than the event
    if (m_book.knows(own)) {
        mark(own, key);
        return;
    }
    for (const auto &format : format::allFormats()) {
        const auto meaning = format->meaningOfKey(key);
        if (!meaning)
            continue;
        const std::vector<LockName> locks = m_reader.hints().queues.locksFor(meaning->locks);
        bool known = false;
        for (const LockName &lock : locks) {
            m_suspects.erase(lock);
            m_unannounced.erase(lock);
            if (!m_book.knows(lock))
                continue;
            known = true;
            if (meaning->signal == format::Signal::UnlockLatch)
                m_book.noteLatch(lock, key);
            else
                mark(lock, key);
        }
        if (known || meaning->signal == format::Signal::UnlockLatch)
            return;
        for (const LockName &lock : locks) {
            if (isOfInterest(lock))
                mark(lock, key);
            else if (!meaning->locks.empty() && lock == meaning->locks.front())
                m_queues.noteForeign(lock);
        }
        return;
    }
    onUnknownKey(key);
}

void ServerWatch::onUnknownKey(const KeyName &key)
{
    const LockName lock(key.bytes);
    if (!isOfInterest(lock))
        return;
    constexpr std::size_t maxLater = 2000; // looks at keys that were no locks a second ago
    const Instant now = m_time.now();
    switch (m_inspection.judge(key, now)) {
    case UnknownKeys::Verdict::Look:
        m_book.await(lock);
        mark(lock, key);
        break;
    case UnknownKeys::Verdict::Later:
        if (m_dirty.size() < maxLater)
            m_dirty.markLater(lock, m_inspection.laterAt(now));
        m_dirty.noteChange(lock);
        break;
    case UnknownKeys::Verdict::Drop:
        ++m_record.counters.dropped;
        if (m_dropped++ == 0)
            m_deadlines.add(now + std::chrono::seconds(5), [this] { reportDropped(); });
        break;
    }
}

void ServerWatch::reportDropped()
{
    m_book.tell(EventType::Gap,
                u"%1 changed keys were not read: there were more than 2000 new names a second; "
                "use --prefix to limit the names"_s.arg(std::exchange(m_dropped, 0)));
    discover();
}

void ServerWatch::onMessage(const QByteArray &channel, const QByteArray &payload)
{
    if (const auto key = keyOfKeyspaceChannel(channel)) {
        onKeyspaceEvent(*key, payload);
        return;
    }
    for (const auto &format : format::allFormats()) {
        const auto meaning = format->meaningOfChannel(channel);
        if (!meaning)
            continue;
        noteHeard(*meaning);
        if (hearsAll())
            awaitLateSigns(*meaning);
        for (const LockName &lock : m_book.wokenBy(*meaning)) {
            m_book.noteUnlocked(lock);
            if (!hearsAll() && isUp() && m_book.knows(lock))
                mark(lock, KeyName(lock.bytes));
        }
    }
    if (!hearsAll())
        pump();
}

// The wake-up of a release can arrive after the reading that found the key gone. It counts, and
// proves that the key was a lock. The changes that belong to it come at the same time, so a reading
// follows a little later even if none does.
void ServerWatch::awaitLateSigns(const format::NameMeaning &meaning)
{
    const auto isQueued = [&](const LockName &lock) {
        return std::find(meaning.queued.begin(), meaning.queued.end(), lock)
            != meaning.queued.end();
    };
    for (const LockName &lock : meaning.locks) {
        if (m_book.knows(lock) || isQueued(lock))
            continue;
        const KeyName key(lock.bytes);
        const Instant now = m_time.now();
        if (!m_inspection.lookedLately(key, now))
            continue;
        if (!m_inspection.expects(key))
            m_inspection.expect(key, true, now);
        m_book.await(lock);
        readLeftSigns(lock);
        pump();
    }
}

// Signs that no reading has counted yet, of a lock that is gone.
void ServerWatch::readLeftSigns(const LockName &lock)
{
    m_dirty.markLater(lock, m_time.now() + afterGathering);
}

void ServerWatch::onKeyspaceEvent(const KeyName &key, const QByteArray &event)
{
    // An expiry time or a deletion comes with every lock: where they are told, it is trusted that
    // the rest is, until a sweep finds that it is not.
    static const QByteArrayList general{"expire", "del", "expired"};
    if (!m_heardKeyspace && general.contains(event)) {
        m_heardKeyspace = true;
        if (isUp()) {
            chooseMode();
            publish();
        }
    }
    if (!isUp())
        return;
    onKeyChanged(key);
    pump();
}

void ServerWatch::onRefused(Refusal refusal)
{
    if (refusal.isAboutKey && refusal.question.size() > 1)
        refusal.isOfLock = m_book.knows(LockName(refusal.question[1]));
    const Error error = refusal.error;
    const bool isHarmless = refusal.isHarmless;
    const bool isAboutKey = refusal.isAboutKey;
    if (!m_refusals.note(std::move(refusal)) || isHarmless)
        return;
    (isAboutKey ? m_record.keyRefusal : m_record.error) = error;
    m_book.tell(EventType::Gap, error.text);
    publish();
}

// Some keys may not be read: of the others that says nothing.
void ServerWatch::noteUnreadable()
{
    const auto refusal = m_refusals.error(true);
    const auto told = m_unreadable.told();
    const bool isNews = std::exchange(m_record.keyRefusal, refusal) != refusal;
    if (std::exchange(m_record.unreadable, told) != told || isNews)
        publish();
}

void ServerWatch::readEverything()
{
    for (const LockName &name : m_book.names())
        mark(name, {});
    if (const auto unreadable = m_unreadable.told()) {
        for (const LockName &name : unreadable->names)
            mark(name, {}, DirtyQueue::Urgency::Background);
    }
}

} // namespace lockscope::watch
