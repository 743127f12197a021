// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"
#include "ui/session/sessionstate.h"

#include <QObject>
#include <QTimer>

class QAction;

namespace lockscope::ui {

class FilterField;
class LocksPane;
class WatchClient;

// Knows what the table of locks is looking at, and brings it back: the filter at once, the selected
// lock as soon as it has a row, the scroll position once the servers have been searched. Any action
// of the user in the table ends the restoring. GUI thread; client and pane must outlive it.
class SessionKeeper : public QObject
{
    Q_OBJECT

public:
    SessionKeeper(WatchClient &client, LocksPane &locks, QObject *parent);

    // The state of the table; the caller adds servers and page. State that is not restored yet is
    // included.
    SessionState state() const;
    void restore(const SessionState &state);

    // Whether the session is remembered, for a menu.
    QAction *action() const { return m_action; }
    bool isOn() const;
    void setOn(bool on);

    // Something that belongs to the session is different.
    void note();

Q_SIGNALS:
    void changed(); // some seconds after the first of the changes

private:
    void onUserMoved();
    void follow();
    void select();
    void scroll();
    bool isSettled() const;
    std::optional<SessionLock> topRow(int *offset) const;
    std::optional<watch::LockId> find(const SessionLock &lock) const;
    SessionLock lasting(const watch::LockId &lock) const;

    WatchClient &m_client;
    LocksPane &m_locks;
    FilterField *m_filter;
    QAction *m_action;
    QTimer m_soon; // changed() follows
    QTimer m_late; // the row to scroll to has gone
    std::optional<SessionLock> m_selected; // still to be selected
    std::optional<SessionLock> m_top; // still to be scrolled to
    int m_topOffset = 0;
    bool m_isOwnMove = false;
};

} // namespace lockscope::ui
