// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/estatepane.h"

#include "ui/kit/ownkeys.h"
#include "ui/table/exportrows.h"
#include "ui/table/steadyrows.h"
#include "ui/theme/textwidth.h"

#include <QAction>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using Kind = EstateNode::Kind;

constexpr int margin = 4;
constexpr int leastWidth = 17; // characters

bool isTop(const EstateNode &node)
{
    return node.kind == Kind::Profile || node.kind == Kind::WithoutProfile;
}

} // namespace

QSize EstateDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto lines = index.data(EstateModel::LinesRole).toStringList().size();
    return {leastWidth * characterWidth(option.fontMetrics),
            (2 + static_cast<int>(lines)) * option.fontMetrics.height() + 2 * margin};
}

void EstateDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    const bool quiet = index.data(QuietRole).toBool();
    const auto badge = static_cast<Badge>(index.data(BadgeRole).toInt());
    const QFontMetrics metrics(cell.font);
    const int left = cell.rect.left() + margin;
    const int top = cell.rect.top() + margin;
    const int size = badgeSize(metrics);
    const int room = badgeRoom(metrics);
    const QRectF box(left, top + (metrics.height() - size) / 2.0, size, size);
    paintBadge(painter, box, badge, toneColor(badgeTone(badge), option.palette, selected));

    const QRect first(left + room, top, cell.rect.right() - margin - left - room, metrics.height());
    painter->save();
    painter->setFont(cell.font);
    const QPalette::ColorRole text = selected ? QPalette::HighlightedText : QPalette::Text;
    painter->setPen(quiet ? toneColor(Tone::Quiet, option.palette, selected)
                          : option.palette.color(text));
    painter->drawText(first, Qt::AlignLeft | Qt::TextSingleLine,
                      metrics.elidedText(cell.text, Qt::ElideMiddle, first.width()));
    const Tone tone = badgeTone(badge) == Tone::Alarm ? Tone::Alarm : Tone::Quiet;
    painter->setPen(toneColor(tone, option.palette, selected));
    const QString summary = index.data(EstateModel::SummaryRole).toString();
    painter->drawText(first.translated(0, metrics.height()), Qt::AlignLeft | Qt::TextSingleLine,
                      metrics.elidedText(summary, Qt::ElideRight, first.width()));
    paintLines(painter, cell, index, first.translated(0, 2 * metrics.height()));
    painter->restore();
}

// Production is told by capitals and weight too, not by its colour alone.
void EstateDelegate::paintLines(QPainter *painter, const QStyleOptionViewItem &cell,
                                const QModelIndex &index, const QRect &first)
{
    const QStringList lines = index.data(EstateModel::LinesRole).toStringList();
    const bool production = index.data(EstateModel::ProductionRole).toBool();
    const bool selected = isSelected(cell);
    QRect at = first;
    for (const QString &text : lines) {
        const bool isLoud = production && &text == &lines.front();
        QFont font = cell.font;
        font.setBold(isLoud);
        painter->setFont(font);
        painter->setPen(toneColor(isLoud ? Tone::Alarm : Tone::Quiet, cell.palette, selected));
        painter->drawText(at, Qt::AlignLeft | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, at.width()));
        at.translate(0, first.height());
    }
}

EstatePane::EstatePane(ServerModel &servers, QWidget *parent)
    : QTreeView(parent)
    , m_estate(*new EstateModel(servers, this))
{
    setObjectName("estate"_L1);
    setAccessibleName(tr("Servers"));
    setItemDelegate(new EstateDelegate(this));
    setFrameShape(NoFrame);
    setEditTriggers(NoEditTriggers);
    setExpandsOnDoubleClick(false); // that connects, or opens
    setHeaderHidden(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setIndentation(2 * characterWidth(fontMetrics()));
    header()->setMinimumSectionSize(1);
    // Connected before the view's own slot: otherwise the view chooses another line automatically,
    // and the user must not act on a line that it did not choose.
    connect(&m_estate, &EstateModel::rowsAboutToBeRemoved, this, &EstatePane::forgetChoice);
    new SteadyRows(this, &m_estate);
    setModel(&m_estate);
    setExportRows(this, {.fields = {u"server"_s}});
    header()->setSectionResizeMode(QHeaderView::Stretch);
    connect(&m_estate, &EstateModel::rowsInserted, this, &EstatePane::openNew);
    connect(&m_estate, &EstateModel::dataChanged, this, &EstatePane::openConnected);
    makeActions();
    for (const auto signal : {&EstateModel::rowsInserted, &EstateModel::rowsRemoved})
        connect(&m_estate, signal, this, &EstatePane::refreshActions);
    connect(&m_estate, &EstateModel::dataChanged, this, &EstatePane::refreshActions);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            &EstatePane::refreshActions);
    connect(this, &EstatePane::activated, this, &EstatePane::activate);
    setKeys(this,
            {{{Qt::Key_Left, Qt::Key_Right}, tr("Collapse or expand a row")},
             {{Qt::Key_Enter}, tr("Connect, or collapse or expand the row")}});
    refreshActions();
}

QAction *EstatePane::makeAction(const QString &text, const QString &name, const QString &toolTip,
                                void (EstatePane::*act)())
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setToolTip(toolTip);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    return action;
}

void EstatePane::makeActions()
{
    m_actions = {
        makeAction(tr("C&onnect selected"), u"connectChosen"_s,
                   tr("Connects the selected server, or all unconnected servers of the selected "
                      "profile."),
                   &EstatePane::connectCurrent),
        makeAction(tr("&Disconnect"), u"disconnectServer"_s,
                   tr("Stops watching the selected server, or all servers of the selected profile. "
                      "Locks that the workbench holds there stay held."),
                   &EstatePane::disconnectCurrent),
        makeAction(tr("&Reconnect now"), u"reconnectServer"_s,
                   tr("Immediately retries servers that were disconnected or are down."),
                   &EstatePane::reconnectCurrent),
        makeAction(tr("&Stop scanning"), u"stopScan"_s,
                   tr("Stops the scan for locks. Locks already found stay listed."),
                   &EstatePane::stopScans),
        makeAction(
            tr("For&get server"), u"forgetServer"_s,
            tr("Removes a server without a profile that is not connected, or is down, from the "
               "list."),
            &EstatePane::forgetCurrent)};
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void EstatePane::setProfiles(std::vector<SavedProfile> profiles)
{
    m_estate.setProfiles(std::move(profiles));
    viewport()->update();
    refreshActions();
}

void EstatePane::connectProfile(const QString &name)
{
    m_estate.update();
    connectAt(m_estate.indexOfProfile(name));
}

void EstatePane::choose(watch::ServerId server)
{
    m_estate.update();
    if (const QModelIndex index = m_estate.indexOf(server); index.isValid())
        setCurrentIndex(index);
    refreshActions();
}

const EstateNode *EstatePane::currentNode() const
{
    return currentIndex().isValid() ? &m_estate.nodeAt(currentIndex()) : nullptr;
}

QString EstatePane::currentProfile() const
{
    const EstateNode *node = isVisible() ? currentNode() : nullptr;
    return node && node->isSaved ? node->profile : QString();
}

void EstatePane::connectAt(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const QString profile = m_estate.nodeAt(index).profile;
    if (const QStringList absent = m_estate.absentAt(index); !absent.isEmpty())
        Q_EMIT connectRequested(profile, absent);
}

void EstatePane::connectCurrent()
{
    connectAt(currentIndex());
}

void EstatePane::disconnectCurrent()
{
    const auto servers = m_estate.serversAt(currentIndex());
    std::set<watch::DeploymentId> left;
    for (const watch::ServerRecord &server : servers) {
        if (left.insert(server.deployment).second)
            Q_EMIT disconnectRequested(server.deployment);
    }
    // Another one that is reached in the same way may have come into its place: nobody chose it.
    const EstateNode *node = currentNode();
    const bool isOther = node && node->server
        && std::none_of(servers.begin(), servers.end(), [&](const watch::ServerRecord &server) {
                             return server.server == node->server->server.server;
                         });
    if (isOther)
        selectionModel()->clear();
}

void EstatePane::reconnectCurrent()
{
    const QModelIndex index = currentIndex();
    if (!index.isValid())
        return;
    const QString profile = m_estate.nodeAt(index).profile;
    const QStringList left = m_estate.leftAt(index);
    for (const watch::ServerRecord &server : m_estate.serversAt(index)) {
        if (server.state != watch::ServerState::Up)
            Q_EMIT reconnectRequested(server.server);
    }
    if (!left.isEmpty())
        Q_EMIT connectRequested(profile, left);
}

void EstatePane::stopScans()
{
    for (const watch::ServerRecord &server : m_estate.serversAt(currentIndex())) {
        if (server.scan.running)
            Q_EMIT stopScanRequested(server.server);
    }
}

bool EstatePane::isForgettable(const QModelIndex &index) const
{
    if (!index.isValid())
        return false;
    const EstateNode &node = m_estate.nodeAt(index);
    const bool isWhole = node.kind == Kind::Deployment
        || (node.kind == Kind::Server && index.parent().isValid()
            && isTop(m_estate.nodeAt(index.parent())));
    return isWhole && node.profile.isEmpty() && node.up == 0;
}

void EstatePane::forgetCurrent()
{
    const QModelIndex index = currentIndex();
    if (!isForgettable(index))
        return;
    const QString label = m_estate.nodeAt(index).label;
    std::set<watch::DeploymentId> down;
    for (const watch::ServerRecord &server : m_estate.serversAt(index))
        down.insert(server.deployment);
    for (const watch::DeploymentId deployment : down)
        Q_EMIT disconnectRequested(deployment);
    m_estate.forget(label);
    Q_EMIT forgotten(label);
}

// Connects a line that is not connected; opens or closes any other.
void EstatePane::activate(const QModelIndex &index)
{
    const EstateNode &node = m_estate.nodeAt(index);
    if (!node.isConnected() && node.kind != Kind::WithoutProfile)
        connectAt(index);
    else if (m_estate.rowCount(index) > 0)
        setExpanded(index, !isExpanded(index));
}

// New rows are opened; closed rows were closed by the user and stay closed.
void EstatePane::openNew(const QModelIndex &parent, int first, int last)
{
    if (parent.isValid()) {
        if (!isTop(m_estate.nodeAt(parent)) && m_estate.rowCount(parent) == last - first + 1)
            expand(parent);
        for (int row = first; row <= last; ++row)
            expand(m_estate.index(row, 0, parent));
    }
    openConnected();
}

// A profile is a line until it is connected for the first time.
void EstatePane::openConnected()
{
    for (int row = 0; row < m_estate.rowCount(); ++row) {
        const QModelIndex index = m_estate.index(row, 0);
        const EstateNode &node = m_estate.nodeAt(index);
        if (!node.isConnected() || m_opened.contains(node.key))
            continue;
        m_opened.insert(node.key);
        expandRecursively(index);
    }
}

void EstatePane::forgetChoice(const QModelIndex &parent, int first, int last)
{
    for (QModelIndex at = currentIndex(); at.isValid(); at = at.parent()) {
        if (at.parent() == parent && at.row() >= first && at.row() <= last) {
            selectionModel()->clear();
            return;
        }
    }
}

void EstatePane::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (m_estate.rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     static_cast<int>(Qt::AlignHCenter | Qt::AlignTop) | Qt::TextWordWrap,
                     tr("No server is connected yet."));
}

void EstatePane::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    m_estate.setFollowing(true);
    refreshActions();
}

void EstatePane::hideEvent(QHideEvent *event)
{
    QTreeView::hideEvent(event);
    m_estate.setFollowing(false);
    refreshActions();
}

void EstatePane::refreshActions()
{
    const QModelIndex index = isVisible() ? currentIndex() : QModelIndex();
    const auto servers = m_estate.serversAt(index);
    const bool isAnyDown =
        std::any_of(servers.begin(), servers.end(), [](const watch::ServerRecord &server) {
            return server.state != watch::ServerState::Up;
        });
    const bool isScanning =
        std::any_of(servers.begin(), servers.end(),
                    [](const watch::ServerRecord &server) { return server.scan.running; });
    m_actions.connect->setEnabled(!m_estate.absentAt(index).isEmpty());
    m_actions.disconnect->setEnabled(!servers.empty());
    m_actions.reconnect->setEnabled(isAnyDown || !m_estate.leftAt(index).isEmpty());
    m_actions.stopScan->setEnabled(isScanning);
    m_actions.forget->setEnabled(isForgettable(index));
    if (const QString profile = currentProfile(); std::exchange(m_toldProfile, profile) != profile)
        Q_EMIT currentProfileChanged();
}

} // namespace lockscope::ui
