// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/top/topfacts.h"
#include "app/lockctl/top/topview.h"

#include <QObject>

#include <map>

namespace lockscope::lockctl {

// Gathers what lockctl top shows from a session: numbers with each change, everything else when it
// is asked for. The session and the feed must outlive it; main thread.
class TopFeed : public QObject
{
    Q_OBJECT

public:
    TopFeed(const Session &session, const HealthFeed &health, QObject *parent = nullptr);

    // All locks that the view's filter lets through, and everything else that is shown of them now.
    // Takes time with many locks: not for each key.
    void gather(const TopView &view, Instant now, WallInstant wallNow);
    // Puts the rows that are shown in order, and into the facts.
    void arrange(TopView &view, std::size_t page);
    const TopFacts &facts() const { return m_facts; }
    std::size_t matching() const { return m_table.size(); }

    // Updates the times of the facts gathered before.
    void setTime(Instant now, WallInstant wallNow);
    // From now on everything that is shown stays as it is, and filters and sorting work on that.
    void pause(const TopView &view, Instant now, WallInstant wallNow);
    void goOn();
    bool isPaused() const { return m_facts.pausedAt.has_value(); }

Q_SIGNALS:
    void changed(); // something is to be gathered

private:
    void noteLock(const watch::LockId &id, const watch::LockPointer &lock);
    void noteEvent(const watch::Event &event);
    void noteServers();
    void gatherBlockers(Instant now);
    std::vector<LockEntry> allLocks() const;
    bool matches(const LockEntry &entry, const TopView &view) const;

    const Session &m_session;
    const HealthFeed &m_health;
    LockCounts m_counts;
    ChangeRate m_rate;
    insight::WaitMeter m_meter;
    std::map<watch::LockId, watch::LockPointer> m_waitedFor; // locks with waiters
    std::map<watch::ServerId, watch::ServerRecord> m_told;
    std::map<watch::ServerId, Instant> m_seenAt;
    std::vector<LockEntry> m_frozen; // all locks at the time of the pause
    LockTable m_table;
    TopFacts m_facts;
};

} // namespace lockscope::lockctl
