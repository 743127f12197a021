// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "core/watch/record/records.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;

namespace lockscope::ui {

class CommandsView;

// A preview of a force-unlock of the shown lock: the consequences for its owners, and the commands.
// Never acts. GUI thread; the clock must outlive it. Recomputed when the lock has changed, at most
// once a second, and not at all while it is hidden.
class UnlockPreview : public QWidget
{
    Q_OBJECT

public:
    explicit UnlockPreview(const Clock &clock, QWidget *parent = nullptr);

    // Empty: the lock is gone. `isLost`: this is how it was last seen.
    void showLock(const watch::LockPointer &lock, bool isLost,
                  admin::Keyspace keyspace = admin::Keyspace::Whole);
    int timesThought() const { return m_timesThought; }
    bool isWanted() const { return m_isWanted; } // it changed since it was thought through

    // The action that ends all holds of such a lock; empty: there is none for its kind.
    static std::optional<admin::ActionType> unlockOf(const QByteArray &kind);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void thinkWhenRested();
    void think();

    const Clock &m_clock;
    watch::LockPointer m_lock;
    bool m_isLost = false;
    admin::Keyspace m_keyspace = admin::Keyspace::Whole;
    bool m_isWanted = true;
    int m_timesThought = 0;
    QTimer m_rest;
    QLabel *m_title;
    QLabel *m_effects;
    CommandsView *m_commands;
};

} // namespace lockscope::ui
