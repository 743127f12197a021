// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/estatepane.h"

#include "ui/theme/textwidth.h"

#include <QAction>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int margin = 8;
constexpr int leastWidth = 17; // characters

} // namespace

QSize ServerDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto lines = index.data(ServerModel::PlaceRole).toStringList().size();
    return {leastWidth * characterWidth(option.fontMetrics),
            (2 + static_cast<int>(lines)) * option.fontMetrics.height() + 12};
}

void ServerDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    const auto badge = static_cast<Badge>(index.data(BadgeRole).toInt());
    const QFontMetrics metrics(cell.font);
    const int left = cell.rect.left() + margin;
    const int size = badgeSize(metrics);
    const int room = badgeRoom(metrics);
    const QRectF box(left, cell.rect.top() + 6 + (metrics.height() - size) / 2.0, size, size);
    paintBadge(painter, box, badge, toneColor(badgeTone(badge), option.palette, selected));

    const QRect first(left + room, cell.rect.top() + 6, cell.rect.right() - margin - left - room,
                      metrics.height());
    painter->save();
    painter->setFont(option.font);
    painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(first, Qt::AlignLeft | Qt::TextSingleLine,
                      metrics.elidedText(cell.text, Qt::ElideMiddle, first.width()));
    const Tone tone = badgeTone(badge) == Tone::Alarm ? Tone::Alarm : Tone::Quiet;
    painter->setPen(toneColor(tone, option.palette, selected));
    const QString summary = index.data(ServerModel::SummaryRole).toString();
    painter->drawText(first.translated(0, metrics.height()), Qt::AlignLeft | Qt::TextSingleLine,
                      metrics.elidedText(summary, Qt::ElideRight, first.width()));
    paintPlace(painter, cell, index, first.translated(0, 2 * metrics.height()));
    painter->restore();
}

// Production is told by capitals and weight too, not by its colour alone.
void ServerDelegate::paintPlace(QPainter *painter, const QStyleOptionViewItem &cell,
                                const QModelIndex &index, const QRect &line)
{
    const QStringList lines = index.data(ServerModel::PlaceRole).toStringList();
    const bool production = index.data(ServerModel::ProductionRole).toBool();
    const bool selected = isSelected(cell);
    QRect at = line;
    for (const QString &text : lines) {
        const bool isLoud = production && &text == &lines.front();
        QFont font = cell.font;
        font.setBold(isLoud);
        painter->setFont(font);
        painter->setPen(toneColor(isLoud ? Tone::Alarm : Tone::Quiet, cell.palette, selected));
        painter->drawText(at, Qt::AlignLeft | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, at.width()));
        at.translate(0, line.height());
    }
}

EstatePane::EstatePane(ServerModel &servers, QWidget *parent)
    : QListView(parent)
    , m_servers(servers)
    , m_stopScan(new QAction(tr("Stop Scanning"), this))
    , m_disconnect(new QAction(tr("&Disconnect server"), this))
{
    setObjectName("estate"_L1);
    setAccessibleName(tr("Servers"));
    setModel(&servers);
    setItemDelegate(new ServerDelegate(this));
    setFrameShape(NoFrame);
    setEditTriggers(NoEditTriggers);
    m_stopScan->setObjectName("stopScan"_L1);
    m_stopScan->setToolTip(tr("Ends the scan for locks; what it has found stays."));
    addAction(m_stopScan);
    m_disconnect->setObjectName("disconnectServer"_L1);
    m_disconnect->setToolTip(tr("Watches the chosen server no more; what the workbench holds on it "
                                "stays held."));
    addAction(m_disconnect);
    connect(m_disconnect, &QAction::triggered, this, [this] {
        if (!currentIndex().isValid())
            return;
        Q_EMIT disconnectRequested(m_servers.rowAt(currentIndex().row()).server.server);
        selectionModel()->clear(); // nobody chose the next one
    });
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_stopScan, &QAction::triggered, this, [this] {
        if (currentIndex().isValid())
            Q_EMIT stopScanRequested(m_servers.rowAt(currentIndex().row()).server.server);
    });
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            &EstatePane::refreshActions);
    connect(&servers, &ServerModel::dataChanged, this, &EstatePane::refreshActions);
    connect(&servers, &ServerModel::rowsRemoved, this, &EstatePane::refreshActions);
    refreshActions();
}

void EstatePane::choose(int server)
{
    const auto &rows = m_servers.rows();
    for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        if (rows[static_cast<std::size_t>(row)].server.server == server)
            setCurrentIndex(m_servers.index(row, 0));
    }
}

void EstatePane::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (m_servers.rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     static_cast<int>(Qt::AlignHCenter | Qt::AlignTop) | Qt::TextWordWrap,
                     tr("No server is watched yet."));
}

void EstatePane::refreshActions()
{
    const QModelIndex current = currentIndex();
    m_disconnect->setEnabled(current.isValid());
    m_stopScan->setEnabled(current.isValid() && m_servers.rowAt(current.row()).server.scan.running);
}

} // namespace lockscope::ui
