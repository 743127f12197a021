// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/incidenttray.h"

#include "ui/theme/appicon.h"
#include "ui/wording/incidentwording.h"

#include <QPainter>
#include <QSystemTrayIcon>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// Many desktops take the text of a notice for markup.
QString plain(const QString &text)
{
    QString shown = text;
    return shown.replace(u'<', u'‹').replace(u'>', u'›').replace(u'&', u'+');
}

} // namespace

QIcon badgedIcon(const QIcon &icon, std::size_t count, bool isCritical)
{
    if (count == 0)
        return icon;
    const QString text = count > 99 ? u"99+"_s : QString::number(count);
    QIcon badged;
    for (const int size : {16, 24, 32, 48, 64, 128}) {
        QPixmap pixmap = icon.pixmap(QSize(size, size), 1.0);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        const double high = size * 0.62;
        const double wide = std::min<double>(
            size, high * (text.size() == 1 ? 1 : static_cast<double>(text.size()) * 0.7));
        const QRectF area(size - wide, size - high, wide, high);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isCritical ? QColor(0xc6, 0x28, 0x28) : QColor(0x8a, 0x5a, 0x00));
        painter.drawRoundedRect(area, high / 2, high / 2);
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(std::max(6, static_cast<int>(high * (text.size() > 2 ? 0.6 : 0.8))));
        painter.setFont(font);
        painter.setPen(Qt::white);
        painter.drawText(area, Qt::AlignCenter, text);
        painter.end();
        badged.addPixmap(pixmap);
    }
    return badged;
}

IncidentTray::IncidentTray(QObject *parent)
    : QObject(parent)
{}

bool IncidentTray::isPossible()
{
    return QSystemTrayIcon::isSystemTrayAvailable();
}

void IncidentTray::setOn(bool isOn)
{
    const bool isWanted = isOn && isPossible();
    if (isWanted == (m_icon != nullptr))
        return;
    if (!isWanted) {
        delete m_icon;
        m_icon = nullptr;
        return;
    }
    m_icon = new QSystemTrayIcon(this);
    connect(m_icon, &QSystemTrayIcon::activated, this, [this] { Q_EMIT opened({}); });
    connect(m_icon, &QSystemTrayIcon::messageClicked, this, [this] { Q_EMIT opened(m_told); });
    fit();
    m_icon->show();
}

void IncidentTray::showCounts(const health::IncidentBook::Counts &counts)
{
    if (counts == m_counts)
        return;
    m_counts = counts;
    if (m_icon)
        fit();
}

void IncidentTray::fit()
{
    m_icon->setIcon(badgedIcon(appIcon(), m_counts.total(), m_counts.critical > 0));
    const QString counts = wording::severityCounts(m_counts.critical, m_counts.warning);
    m_icon->setToolTip(counts.isEmpty() ? tr("Lockscope") : tr("Lockscope: %1").arg(counts));
}

void IncidentTray::tell(const DesktopNotice &notice)
{
    if (!m_icon)
        return;
    m_told = notice.id;
    m_icon->showMessage(plain(notice.title), plain(notice.text),
                        notice.severity == health::Severity::Critical ? QSystemTrayIcon::Critical
                                                                      : QSystemTrayIcon::Warning);
}

} // namespace lockscope::ui
