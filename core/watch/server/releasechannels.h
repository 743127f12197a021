// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/server/servercontext.h"

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::watch {

// Subscribes to the sharded channels on which Redisson announces releases in a cluster of 7.0 and
// newer. There are no patterns for them, so each is named, and has to be worth it: that of a known
// lock that is held, waited for or a number, and still is after a tenth of a second. At most 2,000
// on one server; then locks with waiters push out those without. Each also has its mark
// (core/redis/deployment/channelmark.h), so that no watch takes another one for a waiter. A channel
// stays for half a minute or more after its lock has gone, for the next holder. Releases of all
// other locks are known by their keys. Left out: guesses, and the channels of the single waiters in
// a queue.
//
// A channel that the server drops, or does not keep yet, is asked for again while its lock is here;
// a refused sort of channel with each probe(). I/O thread; the context must outlive it.
//
//   channel     meaning                               leaves to
//   Wanted      not subscribed                        Asked
//   Asked       no reply yet                          Confirmed; Wanted: elsewhere or refused
//   Confirmed   heard                                 Wanted: dropped, or the connection is lost
class ReleaseChannels
{
public:
    // The listening connection.
    struct Link {
        std::function<bool()> isListening;
        std::function<Pending<Reply>(const QByteArray &channel)> subscribe;
        std::function<void(const std::vector<QByteArray> &channels)> unsubscribe;
        std::function<void()> changed; // lacks() answers otherwise
    };

    ReleaseChannels(const ServerContext &context, Link link);

    // The lock as it was read just now.
    void note(const LockName &lock);
    void noteGone(const LockName &lock);
    // It is watched elsewhere.
    void forget(const LockName &lock);

    // Another connection listens, or none: nothing is subscribed.
    void restart();
    void noteDropped(const QByteArray &channel);
    // Tries again what was refused, and ends what is not needed any more.
    void probe();

    // Why not every release is heard; empty: all of them may be.
    Sentence lacks() const;
    std::optional<Error> refusal() const { return m_refusal; }

private:
    enum class State { Wanted, Asked, Confirmed };
    enum class Worth { Gone, Held, Waited };
    struct Channel {
        std::vector<LockName> locks; // those of a brace form share one
        State state = State::Wanted;
        Worth worth = Worth::Held;
        bool isDropped = false; // while it is asked for
        Instant at; // Wanted: not before; Gone: since
    };
    using Channels = std::unordered_map<QByteArray, Channel>;
    struct Choice {
        std::vector<QByteArray> channels;
        bool isMoreLater = false;
    };

    static QByteArrayView sortOf(QByteArrayView channel);
    bool isRefused(QByteArrayView sort) const
    {
        return !m_refused.empty() && m_refused.contains(sort.toByteArray());
    }
    Worth worthOf(const LockName &lock) const;
    void begin();
    QCoro::Task<> run();
    Choice choose();
    bool makeRoom(Worth newcomer);
    void onAnswer(const QByteArray &channel, const Result<Reply> &own, const Result<Reply> &mark);
    void onRefused(const QByteArray &channel, const Reply &reply);
    void hear(Channel &channel);
    void unhear(const Channel &channel);
    void end(Channels::iterator at);
    std::size_t subscribed() const;

    const ServerContext &m_context;
    Link m_link;
    Channels m_channels;
    std::unordered_map<LockName, QByteArray> m_channelOf;
    std::unordered_map<QByteArray, Error> m_refused; // sorts of channels
    std::vector<QByteArray> m_granted; // the same
    std::optional<Error> m_refusal;
    bool m_isFull = false;
    // As long as nothing changes there is no room for a channel of this worth or less.
    std::optional<Worth> m_fullFor;
    bool m_isRunning = false;
};

} // namespace lockscope::watch
