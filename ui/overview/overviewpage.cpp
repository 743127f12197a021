// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewpage.h"

#include "ui/blocking/blockingfeed.h"
#include "ui/health/healthfeed.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pictured.h"
#include "ui/overview/numbersfeed.h"
#include "ui/overview/overviewcards.h"
#include "ui/overview/striptiles.h"
#include "ui/overview/summarytiles.h"
#include "ui/quorum/quorumfeed.h"
#include "ui/wording/wording.h"

#include <QEvent>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr std::size_t numberTiles = 7;
constexpr std::size_t serverTiles = 16; // tiles
constexpr std::size_t quorumTiles = 8; // rows

// Turns of the clock.
constexpr int everySecond = 2;
constexpr int seldom = 4; // for computations over all incidents or an hour
constexpr int whenMany = 10; // for searches through very many items
constexpr std::size_t manyItems = 2000;
// A problem that is there from the beginning is told by then: until then nothing is well.
constexpr Millis judgedAfter{2000};

// Those to worry about first; else as they were connected.
bool isMoreTrouble(const ServerFacts &a, const ServerFacts &b)
{
    return a.sight > b.sight;
}

} // namespace

OverviewPage::OverviewPage(const Feeds &feeds, QWidget *parent)
    : QWidget(parent)
    , m_feeds(feeds)
{
    setObjectName("overviewPage"_L1);
    setAccessibleName(tr("Overview"));
    setPicture(this, tr("Overview"));
    makeTiles();
    setFocusProxy(m_verdict);
    setKeys(this, {{{Qt::Key_Enter}, tr("Open what the tile is about")}});
    m_tick.setInterval(period);
    connect(&m_tick, &QTimer::timeout, this, &OverviewPage::tick);
    connect(&feeds.blocking, &BlockingFeed::computed, this, [this] { m_hasBlockerNews = true; });
    for (const auto signal : {&QuorumFeed::changed, &QuorumFeed::groupsChanged})
        connect(&feeds.quorum, signal, this, [this] { m_hasQuorumNews = true; });
}

template <typename T>
T *OverviewPage::makeTile(const QString &name)
{
    auto *tile = new T(name, this);
    tile->setVisible(false);
    connect(tile, &Tile::chosen, this, &OverviewPage::follow);
    return tile;
}

// In the order of Tab; the cards lie beneath the rows.
void OverviewPage::makeTiles()
{
    m_incidentCard =
        new OverviewCard(u"incidentCard"_s, tr("Open problems, the worst first"), this);
    m_blockerCard =
        new OverviewCard(u"blockerCard"_s, tr("Top blockers by total waiting time"), this);
    m_quorumCard = new OverviewCard(u"quorumCard"_s, tr("Quorum"), this);
    m_verdict = makeTile<VerdictTile>(u"verdict"_s);
    m_heartbeat = new Heartbeat(u"heartbeat"_s, this);
    for (std::size_t i = 0; i < numberTiles; ++i)
        m_numbers.push_back(makeTile<NumberTile>(u"number%1"_s.arg(i)));
    for (std::size_t i = 0; i < IncidentsFacts::most; ++i)
        m_incidents.push_back(makeTile<IncidentTile>(u"incident%1"_s.arg(i)));
    m_furtherIncidents = makeTile<MoreTile>(u"furtherIncidents"_s);
    for (std::size_t i = 0; i < mostBlockers; ++i)
        m_blockers.push_back(makeTile<BlockerTile>(u"blocker%1"_s.arg(i)));
    for (std::size_t i = 0; i < quorumTiles; ++i)
        m_quorum.push_back(makeTile<QuorumTile>(u"quorumRow%1"_s.arg(i)));
    for (std::size_t i = 0; i < serverTiles; ++i)
        m_servers.push_back(makeTile<ServerTile>(u"serverTile%1"_s.arg(i)));
    m_furtherServers = makeTile<MoreTile>(u"furtherServers"_s);
    m_ribbon = makeTile<RibbonTile>(u"ribbon"_s);
}

const VerdictFacts &OverviewPage::verdict() const
{
    return m_verdict->facts();
}

void OverviewPage::follow(const TileLink &link)
{
    switch (link.to) {
    case TileLink::To::Nowhere:
        break;
    case TileLink::To::Lock:
        Q_EMIT lockChosen(link.lock);
        break;
    case TileLink::To::Server:
        Q_EMIT serverChosen(link.server);
        break;
    case TileLink::To::Filter:
        Q_EMIT filterWanted(link.text);
        break;
    case TileLink::To::View:
        Q_EMIT viewWanted(link.text);
        break;
    case TileLink::To::Incidents:
        Q_EMIT incidentsWanted();
        break;
    case TileLink::To::Time:
        Q_EMIT timeWanted(link.at);
        break;
    }
}

void OverviewPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_feeds.quorum.setWanted(this, true);
    m_turn = 0;
    refresh();
    m_tick.start();
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_tick.stop();
    m_feeds.quorum.setWanted(this, false);
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void OverviewPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_ribbon)
        arrange();
}

void OverviewPage::tick()
{
    ++m_turn;
    refresh();
}

void OverviewPage::refresh()
{
    const Clock &clock = m_feeds.client.shownClock();
    const Instant now = clock.now();
    const WallInstant wallNow = clock.wallNow();
    const LockNumbers &numbers = m_feeds.numbers.numbers();
    const bool isWaitedFor =
        numbers.waiters > 0 || numbers.connections > 0 || !m_blockerFacts.empty();
    if (m_turn % everySecond == 0 && isWaitedFor)
        m_feeds.blocking.request(); // the answer is shown by a later turn
    refreshServers(now);
    refreshIncidents(wallNow);
    refreshRibbon(wallNow);
    refreshNumbers(now, wallNow);
    refreshBlockers();
    refreshQuorum();
    m_verdict->show(verdictFacts(m_serverFacts, m_incidentFacts, numbers.locks, m_ribbon->facts()));
    m_heartbeat->show(m_feeds.realClock.wallNow(), wallNow, m_feeds.client.isPaused());
}

void OverviewPage::refreshServers(Instant now)
{
    std::vector<ServerFacts> servers;
    for (const ServerRow &row : m_feeds.client.servers().rows()) {
        const watch::ServerId id = row.server.server;
        ServerFacts &facts = servers.emplace_back(serverFacts(
            row.server, m_feeds.numbers.heardAt(id), m_feeds.numbers.changesToday(id), now));
        const std::optional<Instant> readSince = m_feeds.numbers.readSince(id);
        facts.isScanning = facts.isScanning || (readSince && now - *readSince < judgedAfter);
    }
    const bool isOtherNumber = servers.size() != m_serverFacts.size();
    m_serverFacts = std::move(servers);
    if (isOtherNumber)
        arrange();
    else
        showServers();
}

NumberFacts::Basis OverviewPage::basis() const
{
    return basisOf(m_serverFacts, m_feeds.numbers.numbers());
}

void OverviewPage::refreshIncidents(WallInstant now)
{
    const std::size_t before =
        m_incidentFacts.shown.size() + m_incidentFacts.further + m_incidentFacts.muted;
    if (before > manyItems && m_turn % whenMany != 0)
        return;
    m_incidentFacts = incidentsFacts(m_feeds.health.incidents(), now);
    showIncidents();
}

void OverviewPage::refreshNumbers(Instant now, WallInstant wallNow)
{
    const std::vector<NumberFacts> all =
        numberFacts(m_feeds.numbers.numbers(), basis(), m_feeds.numbers.series(),
                    m_feeds.numbers.yesterday().get(), m_expired, m_longestWait, now, wallNow);
    for (std::size_t i = 0; i < std::min(all.size(), m_numbers.size()); ++i)
        m_numbers[i]->show(all[i]);
}

void OverviewPage::refreshBlockers()
{
    const bool isNews = std::exchange(m_hasBlockerNews, false);
    if (isNews) {
        m_blockerFacts = blockerFacts(m_feeds.blocking.tree());
        m_longestWait = longestWait(m_feeds.blocking.tree());
    }
    QString empty;
    if (m_blockerFacts.empty())
        empty = basis() == NumberFacts::Basis::InSight ? tr("Nobody blocks others") : u"–"_s;
    m_blockerCard->setEmptyText(empty);
    if (!isNews)
        return;
    const std::size_t room = std::min(m_places.blockerRows.size(), m_blockers.size());
    for (std::size_t i = 0; i < m_blockers.size(); ++i) {
        if (i < m_blockerFacts.size() && i < room)
            m_blockers[i]->show(m_blockerFacts[i]);
        else
            m_blockers[i]->setVisible(false);
    }
}

void OverviewPage::refreshQuorum()
{
    if (!m_hasQuorumNews || (m_quorumLocks > manyItems && m_turn % whenMany != 0))
        return;
    m_hasQuorumNews = false;
    std::vector<GroupSight> groups;
    m_quorumLocks = 0;
    const std::vector<QuorumGroupInfo> &known = m_feeds.quorum.groups();
    for (std::size_t i = 0; i < known.size(); ++i) {
        groups.push_back({known[i].group.members.name, m_feeds.quorum.locksOf(static_cast<int>(i)),
                          m_feeds.quorum.isInSight(static_cast<int>(i))});
        m_quorumLocks += groups.back().locks.size();
    }
    std::vector<QuorumFacts> facts = quorumFacts(groups, quorumTiles);
    const bool isOther = facts.empty() != m_quorumFacts.empty();
    m_quorumFacts = std::move(facts);
    if (isOther)
        arrange();
    else
        showQuorum();
}

void OverviewPage::refreshRibbon(WallInstant now)
{
    if (m_turn % seldom != 0)
        return;
    const health::IncidentBook &incidents = m_feeds.health.incidents();
    const std::size_t open =
        m_incidentFacts.shown.size() + m_incidentFacts.further + m_incidentFacts.muted;
    if (open > manyItems && m_turn % (seldom * whenMany) != 0)
        return;
    m_expired = expiredToday(incidents, m_feeds.health.expiredHolds(), now);
    const RibbonFacts facts = ribbonFacts(incidents, m_feeds.history, now);
    m_ribbon->show(facts);
    m_ribbon->setVisible(!m_places.ribbon.isEmpty());
}

void OverviewPage::showIncidents()
{
    const std::size_t room = std::min(m_places.incidentRows.size(), m_incidents.size());
    const std::size_t shown = std::min(room, m_incidentFacts.shown.size());
    for (std::size_t i = 0; i < m_incidents.size(); ++i) {
        if (i < shown)
            m_incidents[i]->show(m_incidentFacts.shown[i]);
        else
            m_incidents[i]->setVisible(false);
    }
    const std::size_t further = m_incidentFacts.further + m_incidentFacts.shown.size() - shown;
    QStringList texts;
    if (further > 0)
        texts += tr("and %1 more").arg(further);
    if (m_incidentFacts.muted > 0)
        texts += tr("muted: %1").arg(m_incidentFacts.muted);
    const bool hasRoom = !m_places.furtherIncidents.isEmpty();
    if (texts.isEmpty() || !hasRoom)
        m_furtherIncidents->setVisible(false);
    else
        m_furtherIncidents->show(wording::listed(texts), TileLink::toIncidents());
    const bool isCalm = m_incidentFacts.shown.empty();
    m_incidentCard->setEmptyText(isCalm && texts.isEmpty() ? tr("No open problem") : QString());
}

void OverviewPage::showServers()
{
    const std::size_t room = std::min(m_places.servers.size(), m_servers.size());
    std::vector<ServerFacts> servers = m_serverFacts;
    const bool isMore = servers.size() > room && room > 0;
    const std::size_t shown = isMore ? room - 1 : std::min(room, servers.size());
    if (isMore)
        std::stable_sort(servers.begin(), servers.end(), isMoreTrouble);
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (i < shown)
            m_servers[i]->show(servers[i]);
        else
            m_servers[i]->setVisible(false);
    }
    if (!isMore) {
        m_furtherServers->setVisible(false);
        return;
    }
    const bool isAnyLost = std::any_of(servers.begin() + static_cast<std::ptrdiff_t>(shown),
                                       servers.end(), [](const ServerFacts &server) {
                                           return server.sight == ServerFacts::Sight::Gone
                                               || server.sight == ServerFacts::Sight::Stale;
                                       });
    m_furtherServers->setGeometry(m_places.servers[room - 1]);
    m_furtherServers->show(tr("and %1 more").arg(servers.size() - shown),
                           TileLink::toView(u"serversDock"_s),
                           isAnyLost ? Tone::Alarm : Tone::Neutral);
}

void OverviewPage::showQuorum()
{
    const std::size_t room = std::min(m_places.quorumRows.size(), m_quorum.size());
    for (std::size_t i = 0; i < m_quorum.size(); ++i) {
        if (i >= m_quorumFacts.size() || i >= room) {
            m_quorum[i]->setVisible(false);
            continue;
        }
        const QuorumFacts &facts = m_quorumFacts[i];
        const auto place = facts.lock ? m_feeds.quorum.placeOf(*facts.lock) : std::nullopt;
        m_quorum[i]->setLink(place ? TileLink::toLock(*place) : TileLink::toView(u"quorumDock"_s));
        m_quorum[i]->show(facts);
    }
}

void OverviewPage::arrange()
{
    const QFontInfo usual(font());
    const int line = QFontMetrics(font()).height();
    const double scale = overviewScale(size(), line);
    OverviewSpace space;
    space.size = size();
    space.unit = line * scale;
    space.numbers = static_cast<int>(m_numbers.size());
    space.servers = static_cast<int>(std::min(m_serverFacts.size(), m_servers.size() + 1));
    space.hasQuorum = !m_quorumFacts.empty();
    m_places = overviewPlaces(space);
    QFont scaled = font();
    scaled.setPixelSize(std::max(1, static_cast<int>(usual.pixelSize() * scale)));
    for (QWidget *tile : findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        tile->setFont(scaled);
    const auto place = [](const auto &tiles, const std::vector<QRect> &rects) {
        for (std::size_t i = 0; i < std::min(tiles.size(), rects.size()); ++i)
            tiles[i]->setGeometry(rects[i]);
    };
    m_verdict->setGeometry(m_places.verdict);
    m_heartbeat->setGeometry(m_places.heartbeat);
    place(m_numbers, m_places.numbers);
    m_incidentCard->setGeometry(m_places.incidents);
    place(m_incidents, m_places.incidentRows);
    m_furtherIncidents->setGeometry(m_places.furtherIncidents);
    m_blockerCard->setGeometry(m_places.blockers);
    place(m_blockers, m_places.blockerRows);
    m_quorumCard->setGeometry(m_places.quorum);
    place(m_quorum, m_places.quorumRows);
    place(m_servers, m_places.servers);
    m_ribbon->setGeometry(m_places.ribbon);
    m_incidentCard->setVisible(!m_places.incidents.isEmpty());
    m_blockerCard->setVisible(!m_places.blockers.isEmpty());
    m_quorumCard->setVisible(!m_places.quorum.isEmpty());
    showAll();
}

// As many as there is room for now.
void OverviewPage::showAll()
{
    if (!isVisible())
        return;
    showIncidents();
    showServers();
    showQuorum();
    m_hasBlockerNews = true;
    refreshBlockers();
    m_ribbon->setVisible(!m_places.ribbon.isEmpty());
}

} // namespace lockscope::ui
