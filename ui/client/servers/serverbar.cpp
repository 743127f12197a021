// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/servers/serverbar.h"

#include "ui/table/celldelegate.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

BadgeLabel::BadgeLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    makeRoom();
}

void BadgeLabel::setBadge(Badge badge)
{
    m_badge = badge;
    update();
}

void BadgeLabel::makeRoom()
{
    setContentsMargins(badgeRoom(fontMetrics()), 0, 0, 0);
}

void BadgeLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        makeRoom();
}

QString BadgeLabel::shownText() const
{
    return wordWrap() ? text()
                      : fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

void BadgeLabel::paintEvent(QPaintEvent *event)
{
    const QString shown = shownText();
    const bool isWhole = shown == text();
    if (isWhole)
        QLabel::paintEvent(event);
    QPainter painter(this);
    if (!isWhole)
        style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(),
                              isEnabled(), shown, foregroundRole());
    const int size = badgeSize(fontMetrics());
    const QRectF box(0, (height() - size) / 2.0, size, size);
    paintBadge(&painter, box, m_badge, toneColor(badgeTone(m_badge), palette()));
}

ServerBar::ServerBar(ServerModel &servers, const Clock &clock,
                     std::function<bool(watch::ServerId)> hasLocks, QWidget *parent)
    : QWidget(parent)
    , m_servers(servers)
    , m_clock(clock)
    , m_hasLocks(std::move(hasLocks))
    , m_layout(new QHBoxLayout(this))
    , m_more(new QLabel)
{
    setObjectName("serverBar"_L1);
    m_layout->setContentsMargins(6, 0, 6, 0);
    m_layout->setSpacing(2 * badgeSize(fontMetrics()));
    for (int i = 0; i < shownServers; ++i) {
        auto *label = new BadgeLabel;
        label->setObjectName(u"server%1"_s.arg(i));
        label->setCursor(Qt::PointingHandCursor);
        label->installEventFilter(this);
        m_labels.push_back(label);
        m_layout->addWidget(label);
    }
    m_more->setObjectName("moreServers"_L1);
    m_layout->addWidget(m_more);
    connect(&servers, &ServerModel::rowsInserted, this, [this] { refresh(); });
    connect(&servers, &ServerModel::dataChanged, this, [this] { refresh(); });
    m_ages.setInterval(1s);
    connect(&m_ages, &QTimer::timeout, this, [this] { refresh(); });
    m_ages.start();
    refresh();
}

QString ServerBar::text(const watch::ServerRecord &server) const
{
    QString state = m_servers.index(m_servers.rowOf(server.server), 0)
                        .data(ServerModel::SummaryRole)
                        .toString();
    if (server.lostAt && m_hasLocks(server.server))
        state += tr(", the data shown is %1 old")
                     .arg(wording::age(std::chrono::floor<Millis>(m_clock.now() - *server.lostAt)));
    const QString place = placeText(m_servers.placeOf(server.deployment));
    if (!place.isEmpty())
        return tr("%1 (%2)  %3").arg(shortLabel(server), place, state);
    return shortLabel(server) + u"  "_s + state;
}

void ServerBar::refresh()
{
    std::vector<watch::ServerRecord> servers;
    for (const ServerRow &row : m_servers.rows())
        servers.push_back(row.server);
    std::stable_sort(servers.begin(), servers.end(), [](const auto &a, const auto &b) {
        return a.state == watch::ServerState::Down && b.state != watch::ServerState::Down;
    });
    m_shown.clear();
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        BadgeLabel *label = m_labels[i];
        label->setVisible(i < servers.size());
        if (i >= servers.size())
            continue;
        const watch::ServerRecord &server = servers[i];
        m_shown.push_back(server.server);
        label->setText(text(server));
        label->setToolTip(toolTipOf(serverSentence(server, m_clock.now())));
        const int row = m_servers.rowOf(server.server);
        label->setBadge(static_cast<Badge>(m_servers.index(row, 0).data(BadgeRole).toInt()));
    }
    const auto more = static_cast<int>(servers.size()) - shownServers;
    m_more->setVisible(more > 0);
    m_more->setText(tr("and %1 more").arg(more));
}

bool ServerBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease
        && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        const auto at = static_cast<std::size_t>(
            std::find(m_labels.begin(), m_labels.end(), watched) - m_labels.begin());
        if (at < m_shown.size())
            Q_EMIT chosen(m_shown[at]);
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lockscope::ui
