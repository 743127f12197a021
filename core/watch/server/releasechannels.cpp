// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/releasechannels.h"

#include "core/base/async/combine.h"
#include "core/redis/deployment/channelmark.h"
#include "core/redis/notnow.h"
#include "core/watch/read/replyerrors.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lockscope::watch {

namespace {

// On the server each takes two entries of some hundred bytes.
constexpr std::size_t mostChannels = 2000;
constexpr std::size_t channelsAtATime = 100;
constexpr Millis untilWorthIt{100};
constexpr Millis untilAskedAgain{500};
constexpr auto lingering = std::chrono::seconds(30);

bool isConfirmed(const Result<Reply> &reply)
{
    return reply && !reply->isError();
}

bool isNotHere(const Reply &reply)
{
    return reply.errorCode() == "MOVED" || reply.errorCode() == "ASK" || redis::isNotNow(reply);
}

} // namespace

ReleaseChannels::ReleaseChannels(const ServerContext &context, Link link)
    : m_context(context)
    , m_link(std::move(link))
{}

// Rights to channels are given by the beginning of their names.
QByteArrayView ReleaseChannels::sortOf(QByteArrayView channel)
{
    const qsizetype brace = channel.indexOf('{');
    return brace < 0 ? channel : channel.first(brace);
}

ReleaseChannels::Worth ReleaseChannels::worthOf(const LockName &lock) const
{
    const LockPointer shown = m_context.book.record(lock);
    const bool isWaited =
        (shown->waiters && !shown->waiters->empty()) || shown->waitingConnections.value_or(0) > 0;
    if (isWaited)
        return Worth::Waited;
    return !shown->holds.empty() || shown->permits ? Worth::Held : Worth::Gone;
}

void ReleaseChannels::note(const LockName &lock)
{
    const QByteArray name =
        m_context.reader.isSharded() ? m_context.book.releaseChannel(lock) : QByteArray();
    const auto before = m_channelOf.find(lock);
    if (before != m_channelOf.end() && before->second != name)
        forget(lock); // it is of another kind
    if (name.isEmpty())
        return;
    const Worth worth = worthOf(lock);
    if (worth == Worth::Gone) {
        noteGone(lock);
        return;
    }
    const bool isNew = !m_channels.contains(name);
    const bool hasNoRoom = m_channels.size() >= 2 * mostChannels || worth <= m_fullFor;
    if (isNew && (hasNoRoom || !redis::isMarkable(name)))
        return; // the next reading may find room
    Channel &channel = m_channels[name];
    if (worth < channel.worth)
        m_fullFor.reset();
    if (m_channelOf.try_emplace(lock, name).second) {
        channel.locks.push_back(lock);
        if (channel.state == State::Confirmed)
            m_context.book.noteSharded(lock, true);
    }
    channel.worth = worth;
    if (channel.state == State::Wanted)
        begin();
}

void ReleaseChannels::noteGone(const LockName &lock)
{
    const auto known = m_channelOf.find(lock);
    if (known == m_channelOf.end())
        return;
    const auto at = m_channels.find(known->second);
    if (at->second.state == State::Wanted) {
        end(at);
        return;
    }
    if (std::exchange(at->second.worth, Worth::Gone) == Worth::Gone)
        return;
    at->second.at = m_context.time.now();
    m_fullFor.reset();
}

void ReleaseChannels::forget(const LockName &lock)
{
    const auto known = m_channelOf.find(lock);
    if (known == m_channelOf.end())
        return;
    const auto at = m_channels.find(known->second);
    m_channelOf.erase(known);
    m_context.book.noteSharded(lock, false);
    std::erase(at->second.locks, lock);
    if (at->second.locks.empty())
        end(at);
}

// Forgets the channel with its locks.
void ReleaseChannels::end(Channels::iterator at)
{
    unhear(at->second);
    for (const LockName &lock : at->second.locks)
        m_channelOf.erase(lock);
    if (at->second.state == State::Confirmed)
        m_link.unsubscribe({at->first, redis::markOf(at->first)});
    if (at->second.state != State::Wanted)
        m_fullFor.reset();
    m_channels.erase(at); // the reply to one that was asked for ends it
}

void ReleaseChannels::hear(Channel &channel)
{
    channel.state = State::Confirmed;
    for (const LockName &lock : channel.locks)
        m_context.book.noteSharded(lock, true);
}

void ReleaseChannels::unhear(const Channel &channel)
{
    for (const LockName &lock : channel.locks)
        m_context.book.noteSharded(lock, false);
}

void ReleaseChannels::restart()
{
    for (auto &[name, channel] : m_channels) {
        unhear(channel);
        channel.state = State::Wanted;
        channel.at = {};
    }
    m_refused.clear();
    m_granted.clear();
    m_refusal.reset();
    m_isFull = false;
    m_fullFor.reset();
    std::erase_if(m_channels, [this](const auto &each) {
        if (each.second.worth != Worth::Gone)
            return false;
        for (const LockName &lock : each.second.locks)
            m_channelOf.erase(lock);
        return true;
    });
    if (!m_channels.empty())
        begin();
}

// The slot moves to another shard, which the map says a little later.
void ReleaseChannels::noteDropped(const QByteArray &name)
{
    const auto at = m_channels.find(name);
    if (at == m_channels.end())
        return;
    Channel &channel = at->second;
    if (channel.state == State::Asked)
        channel.isDropped = true;
    if (channel.state != State::Confirmed)
        return;
    unhear(channel);
    channel.state = State::Wanted;
    m_fullFor.reset();
    if (channel.worth == Worth::Gone) {
        end(at);
        return;
    }
    channel.at = m_context.time.now() + untilAskedAgain;
    begin();
}

void ReleaseChannels::probe()
{
    const Instant now = m_context.time.now();
    for (auto at = m_channels.begin(); at != m_channels.end();) {
        const auto next = std::next(at);
        const Channel &channel = at->second;
        if (channel.state == State::Confirmed && channel.worth == Worth::Gone
            && now - channel.at >= lingering)
            end(at);
        at = next;
    }
    const bool wasFull = std::exchange(m_isFull, m_isFull && subscribed() >= mostChannels);
    if (wasFull && !m_isFull)
        m_link.changed();
    m_refused.clear();
    if (!m_channels.empty())
        begin();
}

Sentence ReleaseChannels::lacks() const
{
    if (m_refusal)
        return Sentence::say("releases on sharded channels are not heard: %1").arg(m_refusal->text);
    if (m_isFull)
        return Sentence::say("of sharded channels, only those of %1 locks are heard")
            .arg(mostChannels);
    return {};
}

void ReleaseChannels::begin()
{
    if (!m_isRunning && m_link.isListening())
        m_context.scope.start([this] { return run(); });
}

// Until nothing is wanted that may be asked for.
QCoro::Task<> ReleaseChannels::run()
{
    m_isRunning = true;
    while (true) {
        const auto slept = co_await m_context.scope.sleep(untilWorthIt);
        if (!slept)
            co_return;
        const Choice choice = choose();
        if (choice.channels.empty() && choice.isMoreLater)
            continue;
        if (choice.channels.empty())
            break;
        std::vector<Pending<Reply>> asked;
        for (const QByteArray &channel : choice.channels) {
            asked.push_back(m_link.subscribe(channel));
            asked.push_back(m_link.subscribe(redis::markOf(channel)));
        }
        auto all = whenAll(std::move(asked));
        const auto replies = co_await m_context.scope.wait(std::move(all), answerPatience);
        if (!replies && replies.error().kind == ErrorKind::Cancelled)
            co_return;
        const Result<Reply> none = fail(ErrorKind::Timeout, Sentence());
        for (std::size_t i = 0; i < choice.channels.size(); ++i) {
            if (replies)
                onAnswer(choice.channels[i], (*replies)[2 * i], (*replies)[2 * i + 1]);
            else
                onAnswer(choice.channels[i], none, none);
        }
        if (m_refusal && m_refused.empty()) {
            m_refusal.reset();
            m_link.changed();
        }
    }
    m_isRunning = false;
}

// Those with waiters come first; of a sort that was not granted yet only one.
ReleaseChannels::Choice ReleaseChannels::choose()
{
    Choice choice;
    if (!m_link.isListening())
        return choice; // restart() begins anew
    const Instant now = m_context.time.now();
    std::vector<Channels::iterator> wanted;
    std::vector<QByteArrayView> tried;
    for (auto at = m_channels.begin(); at != m_channels.end(); ++at) {
        const Channel &channel = at->second;
        const QByteArrayView sort = sortOf(at->first);
        if (channel.state != State::Wanted || isRefused(sort))
            continue;
        if (channel.at > now || !m_context.keeps(channel.locks.front())) {
            choice.isMoreLater = true;
            continue;
        }
        if (std::ranges::find(m_granted, sort) == m_granted.end()) {
            if (std::ranges::find(tried, sort) != tried.end()) {
                choice.isMoreLater = true;
                continue;
            }
            tried.push_back(sort);
        }
        wanted.push_back(at);
    }
    std::ranges::stable_sort(wanted, std::ranges::greater(),
                             [](const auto &at) { return at->second.worth; });
    std::size_t room = mostChannels - std::min(mostChannels, subscribed());
    for (const Channels::iterator at : wanted) {
        if (choice.channels.size() >= channelsAtATime) {
            choice.isMoreLater = true;
            break;
        }
        const Worth worth = at->second.worth;
        if (room == 0 && (worth <= m_fullFor || !makeRoom(worth))) {
            m_fullFor = std::max(worth, m_fullFor.value_or(worth));
            end(at); // until its next reading
            if (!std::exchange(m_isFull, true))
                m_link.changed();
            continue;
        }
        room -= room == 0 ? 0 : 1;
        at->second.state = State::Asked;
        at->second.isDropped = false;
        choice.channels.push_back(at->first);
    }
    return choice;
}

// Ends a subscription of less worth, of a lock that has gone the one that went first.
bool ReleaseChannels::makeRoom(Worth newcomer)
{
    auto least = m_channels.end();
    for (auto at = m_channels.begin(); at != m_channels.end(); ++at) {
        const Channel &channel = at->second;
        if (channel.state != State::Confirmed || channel.worth >= newcomer)
            continue;
        const bool isLess = least == m_channels.end() || channel.worth < least->second.worth
            || (channel.worth == least->second.worth && channel.worth == Worth::Gone
                && channel.at < least->second.at);
        if (isLess)
            least = at;
    }
    if (least == m_channels.end())
        return false;
    end(least);
    return true;
}

void ReleaseChannels::onAnswer(const QByteArray &name, const Result<Reply> &own,
                               const Result<Reply> &mark)
{
    const auto at = m_channels.find(name);
    const bool isWanted = at != m_channels.end() && at->second.state == State::Asked;
    const bool isHeard = isConfirmed(own) && isConfirmed(mark) && isWanted && !at->second.isDropped;
    if (isHeard) {
        hear(at->second);
        m_fullFor.reset(); // one with waiters may push it out
        const QByteArrayView sort = sortOf(name);
        if (std::ranges::find(m_granted, sort) == m_granted.end())
            m_granted.push_back(sort.toByteArray());
        return;
    }
    if (isConfirmed(own) || isConfirmed(mark))
        m_link.unsubscribe({name, redis::markOf(name)});
    if (!isWanted)
        return;
    at->second.state = State::Wanted;
    m_fullFor.reset();
    at->second.at = m_context.time.now() + untilAskedAgain;
    const Result<Reply> &refused = isConfirmed(own) ? mark : own;
    if (refused && refused->isError() && !isNotHere(*refused))
        onRefused(name, *refused);
}

void ReleaseChannels::onRefused(const QByteArray &channel, const Reply &reply)
{
    const Error error = errorOf(reply, m_context.connection.label());
    m_refused.insert_or_assign(sortOf(channel).toByteArray(), error);
    if (!std::exchange(m_refusal, error))
        m_link.changed();
}

std::size_t ReleaseChannels::subscribed() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_channels, [](const auto &each) { return each.second.state != State::Wanted; }));
}

} // namespace lockscope::watch
