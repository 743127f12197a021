// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/waiterhistory.h"

#include <algorithm>
#include <limits>

namespace lockscope::insight {

namespace {

constexpr quint32 unknown = 0xffff'ffff;
constexpr quint32 connections = 0x8000'0000; // a bit beside the number
constexpr quint32 nobody = 0;
constexpr qint64 longAgo = std::numeric_limits<qint64>::min();
constexpr qint64 never = std::numeric_limits<qint64>::max();

qint64 millisOf(WallInstant at)
{
    return at.time_since_epoch().count();
}

quint32 packed(const std::optional<WaiterCount> &count)
{
    if (!count)
        return unknown;
    const quint32 number = std::min(count->number, connections - 2);
    return number != 0 && count->isConnections ? number | connections : number;
}

std::optional<WaiterCount> unpacked(quint32 value)
{
    if (value == unknown)
        return std::nullopt;
    return WaiterCount{value & ~connections, (value & connections) != 0};
}

// Makes the time from `from` to `to` unknown.
void cut(std::vector<WaiterSpan> &spans, qint64 from, qint64 to)
{
    std::vector<WaiterSpan> left;
    left.reserve(spans.size() + 2);
    for (const WaiterSpan &span : spans) {
        const qint64 begin = std::clamp(from, span.from, span.to);
        const qint64 end = std::clamp(to, span.from, span.to);
        if (begin >= end) {
            left.push_back(span);
            continue;
        }
        if (span.from < begin)
            left.push_back({span.from, begin, span.count});
        left.push_back({begin, end, std::nullopt});
        if (end < span.to)
            left.push_back({end, span.to, span.count});
    }
    spans = std::move(left);
}

void join(std::vector<WaiterSpan> &spans)
{
    std::size_t kept = 0;
    for (const WaiterSpan &span : spans) {
        if (kept > 0 && spans[kept - 1].count == span.count)
            spans[kept - 1].to = span.to;
        else
            spans[kept++] = span;
    }
    spans.resize(kept);
}

} // namespace

std::optional<WaiterCount> waitersOf(const watch::LockRecord &lock)
{
    if (lock.state == watch::LockState::Uncertain)
        return std::nullopt;
    const auto count = [](qint64 number, bool isConnections) {
        constexpr qint64 most = connections - 2;
        return WaiterCount{static_cast<quint32>(std::clamp<qint64>(number, 0, most)),
                           isConnections};
    };
    if (const auto queued = waiterCount(lock))
        return count(*queued, false);
    if (lock.waitingConnections)
        return count(*lock.waitingConnections, true);
    return std::nullopt;
}

WaiterHistory::WaiterHistory(std::size_t steps, std::size_t holes)
    : m_steps(std::max<std::size_t>(1, steps))
    , m_mostHoles(std::max<std::size_t>(1, holes))
    , m_droppedUntil(longAgo)
    , m_blindUntil(longAgo)
{}

bool WaiterHistory::Hole::concerns(const Home &home) const
{
    return (deployment.isNone() || deployment == home.deployment)
        && (server.isNone() || home.server.isNone() || server == home.server);
}

bool WaiterHistory::note(Lane lane, const Home &home, const std::optional<WaiterCount> &count,
                         WallInstant at)
{
    if (lane >= m_states.size())
        m_states.resize(lane + 1, Unasked);
    const quint32 value = packed(count);
    switch (m_states[lane]) {
    case Unasked:
        if (value == unknown || value == nobody)
            m_states[lane] = value == nobody ? Nobody : Unknown;
        else
            startTrack(lane, unknown, value, millisOf(at));
        return true;
    case Unknown:
        if (value == unknown)
            return false;
        startTrack(lane, unknown, value, millisOf(at));
        return true;
    case Nobody:
        // A failover makes all locks uncertain at once, while their server is out of sight anyway.
        if (value == nobody || (value == unknown && isOutOfSight(home)))
            return false;
        startTrack(lane, nobody, value, millisOf(at));
        return true;
    case Tracked:
        break;
    }
    Track &track = m_tracks.at(lane);
    if (value == track.current && !isUnread(track, home))
        return false;
    track.tells = track.tells || value != unknown;
    qint64 instant = millisOf(at);
    if (m_steps.isThere(track.last)) {
        Step &last = m_steps.at(track.last);
        instant = std::max(instant, last.at); // the clock may have been set back
        if (instant - last.at < apart.count() && !isUnread(track, home)) {
            last.value = track.current = value;
            return true;
        }
    }
    addStep(track, value, instant);
    return true;
}

bool WaiterHistory::noteGone(Lane lane, const Home &home, WallInstant at)
{
    if (lane >= m_states.size() || m_states[lane] != Tracked || !m_tracks.at(lane).tells)
        return false;
    return note(lane, home, WaiterCount(), at);
}

void WaiterHistory::startTrack(Lane lane, quint32 before, quint32 value, qint64 at)
{
    m_states[lane] = Tracked;
    Track &track = m_tracks[lane];
    track.before = before;
    track.tells = before != unknown || value != unknown;
    addStep(track, value, at);
}

void WaiterHistory::addStep(Track &track, quint32 value, qint64 at)
{
    if (const Step *gone = m_steps.nextToGo())
        m_droppedUntil = std::max(m_droppedUntil, gone->at);
    if (track.last != Ring::none && !m_steps.isThere(track.last))
        track.before = unknown; // of its steps none is left
    track.last = m_steps.add(track.last, {at, value, 0});
    track.current = value;
}

void WaiterHistory::forget(Lane lane)
{
    if (lane >= m_states.size())
        return;
    m_states[lane] = Unasked;
    m_tracks.erase(lane);
}

bool WaiterHistory::isUnread(const Track &track, const Home &home) const
{
    if (m_openHoles.empty())
        return false;
    const qint64 read = m_steps.isThere(track.last) ? m_steps.at(track.last).at : longAgo;
    return std::any_of(m_openHoles.begin(), m_openHoles.end(), [&](const Hole &hole) {
        return hole.back && read < *hole.back && hole.concerns(home);
    });
}

bool WaiterHistory::isOutOfSight(const Home &home) const
{
    return std::any_of(m_openHoles.begin(), m_openHoles.end(),
                       [&](const Hole &hole) { return hole.concerns(home); });
}

void WaiterHistory::close(std::vector<Hole>::iterator hole, qint64 at)
{
    hole->to = std::max(hole->from, at);
    keep(*hole);
    m_openHoles.erase(hole);
}

void WaiterHistory::keep(const Hole &hole)
{
    m_holes.push_back(hole);
    if (m_holes.size() <= m_mostHoles)
        return;
    m_blindUntil = std::max(m_blindUntil, m_holes.front().to);
    m_holes.pop_front();
}

bool WaiterHistory::noteSight(watch::DeploymentId deployment, watch::ServerId server, Sight sight,
                              WallInstant at)
{
    const auto hole = std::find_if(m_openHoles.begin(), m_openHoles.end(), [&](const Hole &each) {
        return each.deployment == deployment && each.server == server;
    });
    const bool isOpen = hole != m_openHoles.end();
    switch (sight) {
    case Sight::Lost:
        if (isOpen && !hole->back)
            return false;
        if (isOpen) // before all was read again
            close(hole, millisOf(at));
        m_openHoles.push_back({deployment, server, millisOf(at), 0, {}});
        return true;
    case Sight::Returning:
        if (!isOpen || hole->back)
            return false;
        hole->back = std::max(hole->from, millisOf(at));
        return true;
    case Sight::Seen:
        if (isOpen)
            close(hole, millisOf(at));
        return isOpen;
    }
    return false;
}

std::optional<WallInstant> WaiterHistory::lostSince(watch::DeploymentId deployment,
                                                    watch::ServerId server) const
{
    for (const Hole &each : m_openHoles) {
        if (each.deployment == deployment && each.server == server && !each.back)
            return WallInstant(Millis(each.from));
    }
    return std::nullopt;
}

void WaiterHistory::noteUnseen(WallInstant from, WallInstant to)
{
    keep({{}, {}, millisOf(from), std::max(millisOf(from), millisOf(to)), {}});
}

void WaiterHistory::noteLeft(watch::DeploymentId deployment, WallInstant at)
{
    // Its servers are out of sight for good, so that one hole does for all.
    while (true) {
        const auto hole =
            std::find_if(m_openHoles.begin(), m_openHoles.end(),
                         [&](const Hole &each) { return each.deployment == deployment; });
        if (hole == m_openHoles.end())
            break;
        close(hole, millisOf(at));
    }
    m_openHoles.push_back({deployment, {}, millisOf(at), 0, {}});
}

std::vector<WaiterHistory::Step> WaiterHistory::stepsOf(const Track &track, qint64 from,
                                                        qint64 to) const
{
    std::vector<Step> steps;
    if (!m_steps.isThere(track.last)) // it is what it was when that was dropped
        return {{longAgo, unknown, 0}, {m_droppedUntil, track.current, 0}};
    for (Ring::Place place = track.last;; place = m_steps.before(place)) {
        if (place == Ring::none) {
            steps.push_back({longAgo, track.before, 0});
            break;
        }
        if (!m_steps.isThere(place)) { // dropped
            steps.push_back({longAgo, unknown, 0});
            break;
        }
        const Step &step = m_steps.at(place);
        if (step.at < to)
            steps.push_back(step);
        if (step.at <= from)
            break;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

std::vector<WaiterSpan> WaiterHistory::spans(Lane lane, const Home &home, qint64 from,
                                             qint64 to) const
{
    if (from >= to)
        return {};
    const State state = lane < m_states.size() ? m_states[lane] : Unasked;
    const std::vector<Step> steps = state == Tracked
        ? stepsOf(m_tracks.at(lane), from, to)
        : std::vector<Step>{{longAgo, state == Nobody ? nobody : unknown, 0}};
    std::vector<WaiterSpan> spans;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const qint64 begin = std::max(from, steps[i].at);
        const qint64 end = i + 1 < steps.size() ? std::min(to, steps[i + 1].at) : to;
        if (begin < end)
            spans.push_back({begin, end, unpacked(steps[i].value)});
    }
    cut(spans, longAgo, m_blindUntil);
    const bool isTold = state == Tracked && m_steps.isThere(m_tracks.at(lane).last);
    const auto hide = [&](const Hole &hole, qint64 end) {
        if (hole.from >= to || end <= from || !hole.concerns(home))
            return;
        const auto read = std::find_if(steps.begin(), steps.end(), [&](const Step &step) {
            return isTold && hole.back && step.at >= *hole.back;
        });
        cut(spans, hole.from, read == steps.end() ? end : std::min(end, read->at));
    };
    for (const Hole &hole : m_holes)
        hide(hole, hole.to);
    for (const Hole &hole : m_openHoles)
        hide(hole, never);
    join(spans);
    return spans;
}

WaiterRun waiterRun(const std::vector<WaiterSpan> &spans, qint64 at)
{
    const auto after = std::find_if(spans.begin(), spans.end(),
                                    [at](const WaiterSpan &span) { return span.from > at; });
    if (after == spans.begin())
        return {};
    const auto isWaitedFor = [](const WaiterSpan &span) { return span.isWaitedFor(); };
    const auto here = after - 1;
    WaiterRun run{here->count, here->from, {}, false, false};
    if (!isWaitedFor(*here))
        return run;
    auto first = here;
    while (first != spans.begin() && isWaitedFor(*(first - 1)))
        --first;
    run.from = first->from;
    run.hasBeginning = first != spans.begin() && (first - 1)->count.has_value();
    const auto end = std::find_if_not(here, spans.end(), isWaitedFor);
    if (end != spans.end()) {
        run.to = end->from;
        run.hasEnd = end->count.has_value();
    }
    return run;
}

} // namespace lockscope::insight
