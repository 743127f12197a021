// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that decides which keys may be locks where their type does not tell:
// strings and numbers.
#include "core/format/tokens.h"
#include "core/format/traits.h"
#include "core/watch/server/serverwatch.h"

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// A value like those of many libraries is nobody's in particular.
QString guessText(const QString &type, const QString &library)
{
    if (library == "generic"_L1)
        return u"a %1 whose value looks like that of a lock; there is no other sign of a lock, "
               "and its library is unknown"_s.arg(type);
    return u"a %1 whose value looks like that of a %2 lock; there is no other sign of a "
           "lock"_s.arg(type, library);
}

} // namespace

// A bounded number of keys of any name is looked at, so that guesses can be counted.
bool ServerWatch::isWorthALook(const QByteArray &key)
{
    if (m_options.guesses || format::mayBeLockName(key) || m_reader.hints().covers(LockName(key)))
        return true;
    if (m_samples == 0) {
        m_record.guessesSampled = true;
        return false;
    }
    --m_samples;
    return true;
}

void ServerWatch::noteHeard(const format::NameMeaning &meaning)
{
    if (meaning.kind.isEmpty())
        return;
    for (const LockName &lock : meaning.locks) {
        const bool isOther = !m_options.names.empty() && !isOfInterest(lock);
        if (isOther || m_reader.hints().kindOf(lock) == meaning.kind)
            continue; // what is heard is bounded, so others than are asked for must not fill it
        m_reader.hear(lock, meaning.kind);
        if (isUp() && isOfInterest(lock))
            m_dirty.markLater(lock, m_time.now()); // no change was told
    }
    pump();
}

// Names that were asked for are recognised by the same rules as all that a scan finds: by what
// clients listen to, too.
QCoro::Task<> ServerWatch::lookAtNames()
{
    const auto asked = co_await findByChannels();
    m_scanning = m_scanAgain = false;
    if (!asked && asked.error().kind == ErrorKind::Cancelled)
        co_return;
    if (!asked && isTemporary(asked.error())) {
        m_scanAgain = true;
        onHindered(asked.error());
        co_return;
    }
    if (!asked && (!isUp() || asked.error().kind == ErrorKind::ConnectionLost)) {
        m_scanAgain = true;
        co_return;
    }
    for (const LockName &name : m_options.names) {
        m_book.noteAlreadyThere(name);
        mark(name, {}, DirtyQueue::Urgency::Background);
    }
    pump();
}

// Waiters of a number listen to its channel: that proves what the number is. And a lock whose key
// is gone, but not its waiters, has no other trace than its channel.
QCoro::Task<Result<void>> ServerWatch::findByChannels()
{
    // The server walks through all of its channels for each such question.
    constexpr auto seldom = std::chrono::minutes(1);
    const Instant now = m_time.now();
    const redis::Arguments question{"PUBSUB", "CHANNELS", format::channelPattern()};
    if (m_refusals.holds(question)
        || (m_checking && m_channelsAskedAt && now - *m_channelsAskedAt < seldom))
        co_return Result<void>();
    m_channelsAskedAt = now;
    auto pending = m_connection.send(question);
    const auto reply =
        co_await m_scope.wait(std::move(pending), m_connection.config().commandTimeout * 2);
    if (!reply)
        co_return fail(reply.error());
    if (isRefused(*reply)) {
        Refusal refusal = refusalOf(*reply, question, m_connection.label());
        refusal.isHarmless = true;
        // A server may word other refusals the same; this one is told by itself.
        refusal.error.text =
            u"semaphores and latches that are visible only through their waiters are not "
            "found: "_s
            + refusal.error.text;
        const QString told = refusal.error.text;
        if (m_refusals.note(std::move(refusal)))
            m_book.tell(EventType::Gap, told);
    }
    constexpr std::size_t most = 10'000;
    const std::size_t looked =
        m_options.names.empty() ? std::min(most, reply->elements.size()) : reply->elements.size();
    for (std::size_t i = 0; i < looked; ++i) {
        m_queues.noteChannel(reply->elements[i].bytes);
        for (const auto &format : format::allFormats()) {
            const auto meaning = format->meaningOfChannel(reply->elements[i].bytes);
            if (!meaning)
                continue;
            // A waiter of a queue listens to a channel of its own: that is no lock by itself.
            const bool isWaiters =
                !meaning->queued.empty() && meaning->queued.front() == meaning->locks.front();
            for (const LockName &lock : isWaiters ? meaning->queued : meaning->locks) {
                if (m_book.knows(lock) || !isOfInterest(lock))
                    continue;
                if (m_record.discovering)
                    m_book.noteAlreadyThere(lock);
                mark(lock, {}, DirtyQueue::Urgency::Background);
            }
            noteHeard(*meaning);
        }
    }
    co_return Result<void>();
}

// What a name that was asked for turned out to be.
void ServerWatch::explainNoLock(const ReadOutcome &outcome)
{
    const auto main = outcome.keys.find(KeyName(outcome.lock.bytes));
    if (main == outcome.keys.end() || !main->second.exists())
        return;
    const format::RawKey &key = main->second;
    const QString type = QString::fromUtf8(format::typeName(key.type));
    QString what = u"a %1, but not in the form of a known lock"_s.arg(type);
    if (outcome.reading && outcome.reading->isGuess())
        what = guessText(type, QString::fromUtf8(outcome.reading->library));
    else if (key.type == format::KeyType::String && format::token::isNumber(key.value))
        what = u"a number with an unknown purpose"_s;
    else if (key.type == format::KeyType::String && !key.expireAt)
        what = u"a string without expiry, with no sign that it is a lock"_s;
    else if (key.truncated)
        what = u"a %1 of %2 elements; more than %3 are not read"_s.arg(type)
                   .arg(key.length)
                   .arg(format::maxElements);
    m_book.tell(EventType::Gap, what, outcome.lock);
}

void ServerWatch::showGuesses(bool shown)
{
    if (std::exchange(m_options.guesses, shown) == shown)
        return;
    m_book.showGuesses(shown);
    if (shown)
        discover();
    readEverything(); // what is not to be shown any more is forgotten by its next reading
    pump();
}

} // namespace lockscope::watch
