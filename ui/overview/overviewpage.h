// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/overview/overviewfacts.h"
#include "ui/overview/overviewlayout.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace lockscope::ui {

class BlockerTile;
class BlockingFeed;
class HealthFeed;
class Heartbeat;
class IncidentTile;
class MoreTile;
class NumbersFeed;
class NumberTile;
class OverviewCard;
class QuorumFeed;
class QuorumTile;
class RibbonTile;
class ServerTile;
class Tile;
class VerdictTile;

// The state of everything, on one page without scrolling: one verdict first, then the facts behind
// it. The text grows with the page, so that a wall display can be read from afar. Every tile opens
// its subject. Looks at the feeds twice a second while it is shown, and paints changed tiles;
// hidden it does nothing. GUI thread; the feeds must outlive it.
class OverviewPage : public QWidget
{
    Q_OBJECT

public:
    struct Feeds {
        WatchClient &client;
        HealthFeed &health;
        BlockingFeed &blocking;
        QuorumFeed &quorum;
        NumbersFeed &numbers;
        const insight::HoldHistory &history;
        const Clock &realClock; // of the clock that is shown to go on in a pause, too
    };

    static constexpr Millis period{500};

    explicit OverviewPage(const Feeds &feeds, QWidget *parent = nullptr);

    const VerdictFacts &verdict() const;
    bool isTicking() const { return m_tick.isActive(); }

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);
    void serverChosen(lockscope::watch::ServerId server);
    void filterWanted(const QString &filter); // the locks that match
    void viewWanted(const QString &dock);
    void incidentsWanted();
    void timeWanted(lockscope::WallInstant at); // on the timeline

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeTiles();
    template <typename T>
    T *makeTile(const QString &name);
    void follow(const TileLink &link);
    void tick();
    void refresh();
    NumberFacts::Basis basis() const; // of the servers as of the last look
    void refreshIncidents(WallInstant now);
    void refreshServers(Instant now);
    void refreshNumbers(Instant now, WallInstant wallNow);
    void refreshBlockers();
    void refreshQuorum();
    void refreshRibbon(WallInstant now);
    void arrange();
    void showAll();
    void showIncidents();
    void showServers();
    void showQuorum();

    Feeds m_feeds;
    QTimer m_tick{this};
    int m_turn = 0;
    OverviewPlaces m_places;
    OverviewCard *m_incidentCard = nullptr;
    OverviewCard *m_blockerCard = nullptr;
    OverviewCard *m_quorumCard = nullptr;
    VerdictTile *m_verdict = nullptr;
    Heartbeat *m_heartbeat = nullptr;
    std::vector<NumberTile *> m_numbers;
    std::vector<IncidentTile *> m_incidents;
    MoreTile *m_furtherIncidents = nullptr;
    std::vector<BlockerTile *> m_blockers;
    std::vector<QuorumTile *> m_quorum;
    std::vector<ServerTile *> m_servers;
    MoreTile *m_furtherServers = nullptr;
    RibbonTile *m_ribbon = nullptr;

    // As of the last look.
    std::vector<ServerFacts> m_serverFacts;
    IncidentsFacts m_incidentFacts;
    std::vector<BlockerFacts> m_blockerFacts;
    std::optional<Millis> m_longestWait;
    std::vector<QuorumFacts> m_quorumFacts;
    ExpiredToday m_expired;
    std::size_t m_quorumLocks = 0;
    bool m_hasBlockerNews = true;
    bool m_hasQuorumNews = true;
};

} // namespace lockscope::ui
