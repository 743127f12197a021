// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/rectcanvas.h"
#include "ui/timeline/timelinegeometry.h"

#include <QFontMetrics>
#include <QPalette>
#include <QStaticText>

#include <array>
#include <unordered_map>

class QPainter;

namespace lockscope::ui {

// Paints what timelinegeometry.h computed: filled rectangles, since pens and text are what costs;
// an outline is a rectangle beneath a smaller one. Every end has a shape of its own, besides its
// colour. GUI thread; one for a view, since it remembers texts that it has laid out.
class TimelinePainter
{
public:
    // For all painting from now on.
    void setLook(const QPalette &palette, const QFont &font);

    int rowHeight() const { return m_rowHeight; }
    int gap() const { return m_gap; } // above and below the bars of a lane
    int axisHeight() const { return m_rowHeight + 2 * m_gap; }

    // `origin` is where x is 0 and the lane begins; `label` gives the text of an owner in
    // so many characters, `client` the number that its colour is chosen by (markFill()).
    template <typename Label, typename Client>
    void lane(QPainter &painter, const QPoint &origin, const TimelineLane &lane, int width,
              Label label, Client client)
    {
        m_canvas.begin({origin, QSize(width, 2 * m_gap + lane.rows * (m_rowHeight + 1))}, painter);
        for (const TimelineBar &bar : lane.bars)
            paintBar(origin, bar, width,
                     bar.merged > 1 ? m_several
                                    : clientFill(client(bar.interval.owner), bar.interval));
        for (const TimelineTick &tick : lane.ticks)
            paintTick(origin, tick);
        for (const TimelineWaiters &waiters : lane.waiters)
            paintWaiters(bandOf(origin, waiters, lane.rows, width), waiters.number);
        m_canvas.paint(painter);
        for (const TimelineBar &bar : lane.bars) {
            if (bar.merged == 1 && bar.width >= m_leastForText && m_textsLeft > 0)
                paintOwner(painter, origin, bar, width,
                           label(bar.interval.owner, charactersIn(bar.width)));
        }
    }
    void selection(QPainter &painter, const QPoint &origin, const TimelineBar &bar,
                   int width) const;
    void axis(QPainter &painter, const QRect &area, const TimeScale &scale,
              const TimeTicks &ticks) const;
    // A time in which nothing could be seen, over the height of a lane.
    void hole(QPainter &painter, const QRect &area) const;
    void holeLine(QPainter &painter, int x, int top, int height) const;
    void action(QPainter &painter, int x, const QRect &lane, bool succeeded) const;
    void nowLine(QPainter &painter, int x, int top, int height) const;

    // So many owners are written in one frame; before each.
    void beginFrame();

    // A small picture of a sort of thing, for the legend.
    enum class Sample {
        Held,
        Ended,
        Several, // too short to be told apart
        Expired,
        Lost, // in a restart, a failover or a flush
        Forced,
        Unseen,
        Renewal,
        Reentry,
        Overdue,
        Resumed,
        Outage,
        Gap, // an instant at which something may have gone unseen
        Waiters, // few, then more
        UnknownWaiters,
        Action,
        FailedAction,
    };
    void sample(QPainter &painter, const QRect &area, Sample sample);

private:
    // Into the canvas.
    void paintBar(const QPoint &origin, const TimelineBar &bar, int width, const QColor &fill);
    // Current holds have a stronger fill than ended ones.
    const QColor &clientFill(quint64 client, const insight::HoldInterval &hold);
    void paintEnd(const QRect &rect, const insight::HoldInterval &hold);
    void paintTick(const QPoint &origin, const TimelineTick &tick);
    void paintWaiters(const QRect &band, const std::optional<quint32> &number);
    // The room for it under the last row of bars.
    QRect bandOf(const QPoint &origin, const TimelineWaiters &waiters, int rows, int width) const;

    void paintOwner(QPainter &painter, const QPoint &origin, const TimelineBar &bar, int width,
                    const QString &text);
    qsizetype charactersIn(int width) const;
    QRect rectOf(const QPoint &origin, const TimelineBar &bar, int width) const;

    RectCanvas m_canvas;
    QPalette m_palette;
    QFont m_font;
    int m_rowHeight = 14;
    int m_gap = 3;
    int m_mark = 3; // the width of an end that matters
    int m_character = 7;
    int m_leastForText = 60;
    int m_textsLeft = 0;
    QColor m_held;
    QColor m_heldText;
    QColor m_ended;
    QColor m_several;
    QColor m_alarm;
    QColor m_notice;
    QColor m_border; // of bars
    QColor m_line;
    QColor m_quiet;
    std::array<QColor, waiterLevels> m_waiting; // by number
    std::unordered_map<QString, QStaticText> m_texts;
    std::unordered_map<quint64, QColor> m_fills; // of the few marks there are
};

} // namespace lockscope::ui
