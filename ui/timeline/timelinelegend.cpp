// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelegend.h"

#include "ui/theme/textwidth.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QPainter>

namespace lockscope::ui {

TimelineLegend::TimelineLegend(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineLegend"));
    using enum TimelinePainter::Sample;
    m_entries = {{Held, tr("held")},
                 {Ended, tr("released")},
                 {Several, tr("several holds")},
                 {Expired, tr("expired")},
                 {Lost, tr("lost in a restart or flush")},
                 {Forced, tr("force-unlocked")},
                 {Unseen, tr("ended while not watched")},
                 {Renewal, tr("renewal")},
                 {Reentry, tr("count changed")},
                 {Overdue, tr("overdue")},
                 {Resumed, tr("renewed again")},
                 {Outage, tr("no connection")},
                 {Gap, tr("gap")},
                 {Waiters, tr("waiting: one, many")},
                 {UnknownWaiters, tr("waiters unknown")},
                 {Action, tr("your action")},
                 {FailedAction, tr("an action that failed")}};
    QStringList words;
    for (const Entry &entry : m_entries)
        words += entry.text;
    setToolTip(tr("A hold has the colour of its client, stronger while it is held. Several clients "
                  "may share a colour."));
    setAccessibleName(tr("Legend: %1").arg(wording::listed(words)));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_painter.setLook(palette(), font());
}

template <typename Visit>
int TimelineLegend::layOut(int width, Visit visit) const
{
    const QFontMetrics metrics = fontMetrics();
    const int picture = 4 * characterWidth(metrics);
    const int space = characterWidth(metrics);
    const int line = m_painter.rowHeight() + 2 * m_painter.gap();
    int x = space;
    int y = 0;
    for (const Entry &entry : m_entries) {
        const int needed = picture + space + metrics.horizontalAdvance(entry.text);
        if (x > space && x + needed > width) {
            x = space;
            y += line;
        }
        visit(entry, QRect(x, y + m_painter.gap(), picture, m_painter.rowHeight()));
        x += needed + 2 * space;
    }
    return y + line;
}

int TimelineLegend::heightForWidth(int width) const
{
    return layOut(width, [](const Entry &, const QRect &) {});
}

QSize TimelineLegend::sizeHint() const
{
    return {60 * characterWidth(fontMetrics()), heightForWidth(width())};
}

QSize TimelineLegend::minimumSizeHint() const
{
    return {20 * characterWidth(fontMetrics()), m_painter.rowHeight() + 2 * m_painter.gap()};
}

void TimelineLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_painter.setLook(palette(), font());
        updateGeometry();
        update();
    }
}

void TimelineLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    layOut(width(), [&](const Entry &entry, const QRect &picture) {
        painter.fillRect(picture, palette().color(QPalette::Base));
        m_painter.sample(painter, picture, entry.sample);
        const QRect text(picture.right() + characterWidth(fontMetrics()), picture.top(), width(),
                         picture.height());
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    });
}

} // namespace lockscope::ui
