// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/eventmodel.h"

#include <QString>

#include <optional>

namespace lockscope::ui {

// Lets a view open other places without knowing the window. GUI thread.
class Navigator
{
public:
    // Chooses the lock in the table, if the filter shows it, and opens its detail.
    virtual void openLock(const watch::LockId &id) = 0;
    // Chooses the lock without opening anything: it is the lock of the detail, and of the actions.
    // Empty: none is.
    virtual void chooseLock(const std::optional<watch::LockId> &id) = 0;
    // Opens the lock that the event tells of; nothing if it is about a server.
    virtual void openLockOf(const watch::Event &event) = 0;
    virtual void openServer(watch::ServerId server) = 0;
    // The table with this filter in place of its own.
    virtual void showLocks(const QString &filter) = 0;
    // Shows the lock on the timeline, at that time if one is given; a notice if the timeline has
    // nothing of the lock.
    virtual void showOnTimeline(const watch::LockId &lock, std::optional<WallInstant> at) = 0;
    // Chooses the event in the view of events; a notice if it cannot be shown.
    virtual void showInEvents(const EventPlace &place) = 0;
    // A page of the user guide, by its file name without the end; a notice where it is missing.
    virtual void showGuide(const QString &page) = 0;
    // Brings a view of the list to the front, with the focus; by the object name of its dock.
    virtual void showView(const QString &name) = 0;

protected:
    ~Navigator() = default;
};

} // namespace lockscope::ui
