// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/names.h"

namespace lockscope::watch {

QByteArray name(EventType type)
{
    switch (type) {
    case EventType::Appeared:
        return "appeared";
    case EventType::Acquired:
        return "acquired";
    case EventType::Reentered:
        return "reentered";
    case EventType::PartiallyReleased:
        return "partially-released";
    case EventType::Released:
        return "released";
    case EventType::Renewed:
        return "renewed";
    case EventType::RenewalOverdue:
        return "renewal-overdue";
    case EventType::RenewalResumed:
        return "renewal-resumed";
    case EventType::Expired:
        return "expired";
    case EventType::ForceUnlocked:
        return "force-unlocked";
    case EventType::HandedOver:
        return "handed-over";
    case EventType::Queued:
        return "queued";
    case EventType::Dequeued:
        return "dequeued";
    case EventType::PermitsChanged:
        return "permits-changed";
    case EventType::LatchChanged:
        return "latch-changed";
    case EventType::ChangesReadTogether:
        return "changes-read-together";
    case EventType::Lost:
        return "lost";
    case EventType::ProblemOpened:
        return "problem-opened";
    case EventType::ProblemWorsened:
        return "problem-worsened";
    case EventType::ProblemClosed:
        return "problem-closed";
    case EventType::Failover:
        return "failover";
    case EventType::Gap:
        return "gap";
    case EventType::ServerUp:
        return "server-up";
    case EventType::ServerDown:
        return "server-down";
    }
    return {};
}

QByteArray name(Mode mode)
{
    switch (mode) {
    case Mode::Exclusive:
        return "exclusive";
    case Mode::Read:
        return "read";
    case Mode::Write:
        return "write";
    }
    return {};
}

QByteArray name(LockState state)
{
    switch (state) {
    case LockState::Free:
        return "free";
    case LockState::Held:
        return "held";
    case LockState::Contended:
        return "contended";
    case LockState::Uncertain:
        return "uncertain";
    }
    return {};
}

QByteArray name(Watchdog watchdog)
{
    switch (watchdog) {
    case Watchdog::Unknown:
        return "unknown";
    case Watchdog::None:
        return "none";
    case Watchdog::Renewing:
        return "renewing";
    case Watchdog::Overdue:
        return "overdue";
    }
    return {};
}

QByteArray name(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        return "none";
    case WatchMode::Tracking:
        return "tracking";
    case WatchMode::TrackingAll:
        return "tracking-all";
    case WatchMode::Notifications:
        return "notifications";
    case WatchMode::Channels:
        return "channels";
    case WatchMode::Polling:
        return "polling";
    }
    return {};
}

QByteArray name(ServerState state)
{
    switch (state) {
    case ServerState::Connecting:
        return "connecting";
    case ServerState::Up:
        return "up";
    case ServerState::Down:
        return "down";
    }
    return {};
}

} // namespace lockscope::watch
