// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lookback/timestrip.h"

#include "ui/kit/ownkeys.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/timeline/timelinegeometry.h"
#include "ui/wording/wording.h"

#include <QAccessible>
#include <QDateTime>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr int edge = 8; // so that the mark of the time is whole at both ends
constexpr qint64 dayMillis = qint64(24) * 3600 * 1000;

// As short as the distance of the labels allows.
QString labelOf(qint64 at, qint64 step)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at);
    if (step >= dayMillis)
        return QLocale().toString(time.date(), QLocale::ShortFormat);
    return time.toString(step >= 60'000 ? u"HH:mm"_s : step >= 1000 ? u"HH:mm:ss"_s : u"ss.zzz"_s);
}

} // namespace

TimeStrip::TimeStrip(QWidget *parent)
    : QWidget(parent)
{
    setObjectName("timeStrip"_L1);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time of the record"));
    setToolTip(tr("Click or drag to go to a time. Grey: nothing was recorded. Marks: a problem "
                  "opened."));
    m_rest.setSingleShot(true);
    m_rest.setInterval(300ms);
    connect(&m_rest, &QTimer::timeout, this, &TimeStrip::rest);
    setKeys(this,
            {{{Qt::Key_Left, Qt::Key_Right}, tr("A second back or on; with Ctrl a tenth of it")},
             {{Qt::Key_PageUp, Qt::Key_PageDown}, tr("A minute back or on")},
             {{Qt::Key_Home, Qt::Key_End}, tr("To the first or the last time shown here")}});
}

void TimeStrip::setRange(const Stretch &range)
{
    m_range = range;
    m_range.to = std::max(range.to, range.from + Millis(1));
    update();
}

void TimeStrip::setRecorded(std::vector<Stretch> recorded)
{
    m_recorded = std::move(recorded);
    update();
}

void TimeStrip::setProblems(std::vector<WallInstant> opened)
{
    m_problems = std::move(opened);
    update();
}

void TimeStrip::setTime(WallInstant at)
{
    if (m_at == at)
        return;
    m_at = at;
    update();
    describe();
}

void TimeStrip::describe()
{
    setAccessibleDescription(wording::exactTime(m_at, m_at));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

QSize TimeStrip::sizeHint() const
{
    return {60 * characterWidth(fontMetrics()), fontMetrics().height() * 2 + 6};
}

QSize TimeStrip::minimumSizeHint() const
{
    return {20 * characterWidth(fontMetrics()), sizeHint().height()};
}

int TimeStrip::xOf(WallInstant at) const
{
    const double all = double((m_range.to - m_range.from).count());
    const double part = double((at - m_range.from).count()) / all;
    return edge + int(std::clamp(part, -0.1, 1.1) * std::max(1, width() - 2 * edge));
}

WallInstant TimeStrip::timeAt(int x) const
{
    const double part = double(x - edge) / std::max(1, width() - 2 * edge);
    const double all = double((m_range.to - m_range.from).count());
    return m_range.from + Millis(qint64(std::clamp(part, 0.0, 1.0) * all));
}

void TimeStrip::want(WallInstant at)
{
    at = std::clamp(at, m_range.from, m_range.to);
    if (at != m_at)
        Q_EMIT wanted(at);
}

void TimeStrip::pass(WallInstant at)
{
    if (at == m_passed)
        return;
    m_passed = at;
    m_rest.start();
    Q_EMIT passed(at);
}

void TimeStrip::rest()
{
    m_rest.stop();
    if (const auto at = std::exchange(m_passed, {}))
        Q_EMIT wanted(*at);
}

void TimeStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        pass(timeAt(event->position().toPoint().x()));
}

void TimeStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        pass(timeAt(event->position().toPoint().x()));
}

void TimeStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        rest();
}

void TimeStrip::keyPressEvent(QKeyEvent *event)
{
    const Millis step = event->modifiers().testFlag(Qt::ControlModifier) ? 100ms : 1000ms;
    switch (event->key()) {
    case Qt::Key_Left:
        want(m_at - step);
        break;
    case Qt::Key_Right:
        want(m_at + step);
        break;
    case Qt::Key_PageUp:
        want(m_at - 1min);
        break;
    case Qt::Key_PageDown:
        want(m_at + 1min);
        break;
    case Qt::Key_Home:
        want(m_range.from);
        break;
    case Qt::Key_End:
        want(m_range.to);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void TimeStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void TimeStrip::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const int line = fontMetrics().height();
    const QRect track(edge, 3, std::max(1, width() - 2 * edge), line - 2);
    painter.fillRect(track, toneFill(Tone::Quiet, palette()));
    for (const Stretch &each : m_recorded) {
        if (each.to < m_range.from || each.from > m_range.to)
            continue;
        const int from = std::max(track.left(), xOf(each.from));
        const int to = std::min(track.right(), xOf(each.to));
        painter.fillRect(QRect(from, track.top(), std::max(1, to - from + 1), track.height()),
                         toneFill(Tone::Good, palette()));
    }
    int last = -1;
    for (const WallInstant each : m_problems) {
        const int x = xOf(each);
        if (x == last || x < track.left() || x > track.right())
            continue;
        last = x;
        // In the lower half, so that many of them do not hide what was recorded.
        painter.fillRect(QRect(x, track.center().y(), 2, track.bottom() - track.center().y()),
                         toneColor(Tone::Alarm, palette()));
    }
    painter.setPen(borderColor(palette()));
    painter.drawRect(track.adjusted(0, 0, -1, -1));

    const TimeScale scale =
        TimeScale::fitting(double(m_range.from.time_since_epoch().count()),
                           double(m_range.to.time_since_epoch().count()), track.width());
    const TimeTicks ticks = timeTicks(scale, 12 * characterWidth(fontMetrics()));
    painter.setPen(palette().color(QPalette::WindowText));
    for (const qint64 at : ticks.at) {
        const int x = xOf(WallInstant(Millis(at)));
        const QString label = labelOf(at, ticks.step);
        const int wide = fontMetrics().horizontalAdvance(label);
        if (x - wide / 2 < 0 || x + wide / 2 > width())
            continue;
        painter.drawLine(x, track.bottom(), x, track.bottom() + 3);
        painter.drawText(x - wide / 2, track.bottom() + 3 + fontMetrics().ascent(), label);
    }

    const int now = xOf(m_at);
    QPainterPath mark;
    mark.moveTo(now - 5, 0);
    mark.lineTo(now + 5, 0);
    mark.lineTo(now + 1, 6);
    mark.lineTo(now + 1, track.bottom() + 3);
    mark.lineTo(now - 1, track.bottom() + 3);
    mark.lineTo(now - 1, 6);
    mark.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(mark, palette().color(QPalette::WindowText));
    if (hasFocus()) {
        painter.setPen(QPen(focusColor(palette()), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(0.5, 0.5, width() - 1, height() - 1));
    }
}

} // namespace lockscope::ui
