// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/ttlchart.h"

#include "ui/detail/detailaccess.h"
#include "ui/detail/ttlfeed.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pictured.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

using insight::Tooth;
using insight::ToothEnd;

constexpr Millis leastWindow = 5s;
constexpr Millis mostWindow = 24h;

bool isOfSame(const Tooth &a, const Tooth &b)
{
    return a.owner == b.owner && a.mode == b.mode && a.from == b.from;
}

} // namespace

TtlChart::TtlChart(const insight::TtlTrace &trace, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_trace(trace)
    , m_clock(clock)
{
    installDetailAccess();
    setObjectName("ttlChart"_L1);
    setAccessibleName(tr("Time to live over time"));
    setPicture(this, tr("Time to live over time"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    setKeys(this,
            {{{Qt::Key_Left, Qt::Key_Right}, tr("Select an interval between two renewals")},
             {{Qt::Key_Home, Qt::Key_End}, tr("Select the first or last interval")},
             {{Qt::Key_Plus}, tr("Show less time")},
             {{Qt::Key_Minus}, tr("Show more time")},
             {{Qt::Key_Escape}, tr("Clear the selection")}});
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &TtlChart::refresh);
}

QSize TtlChart::minimumSizeHint() const
{
    return {characterWidth(fontMetrics()) * 20, fontMetrics().height() * 6};
}

QSize TtlChart::sizeHint() const
{
    return {characterWidth(fontMetrics()) * 50, fontMetrics().height() * 9};
}

Instant TtlChart::endOfTime() const
{
    return m_frozenAt ? std::min(*m_frozenAt, m_clock.now()) : m_clock.now();
}

void TtlChart::setFrozenAt(const std::optional<Instant> &at)
{
    if (m_frozenAt == at)
        return;
    m_frozenAt = at;
    refresh();
}

void TtlChart::restart()
{
    m_span.reset();
    m_chosen.reset();
    m_chosenTooth.reset();
    m_frozenAt.reset();
    refresh();
}

void TtlChart::refresh()
{
    if (!isVisible())
        return;
    const Instant end = endOfTime();
    // The shown time depends on the lease, which is taken from the teeth of the longest time.
    const Millis shown = m_span ? *m_span : ttlWindow(m_trace.teeth(end - Millis(30min), end));
    m_teeth = m_trace.teeth(end - shown, end);
    m_unseen = m_unseenSince ? m_unseenSince(end - shown) : std::vector<UnseenTime>();
    m_chosen.reset();
    for (std::size_t i = 0; m_chosenTooth && i < m_teeth.size(); ++i) {
        if (isOfSame(m_teeth[i], *m_chosenTooth))
            m_chosen = i;
    }
    const bool isRunning = !m_frozenAt
        && std::any_of(m_teeth.begin(), m_teeth.end(),
                       [](const Tooth &tooth) { return tooth.end == ToothEnd::Running; });
    // Ended holds still move to the left, until they are out of sight.
    const bool isMoving = isRunning || (!m_frozenAt && !m_teeth.empty());
    if (!isMoving)
        m_tick.stop();
    else if (!m_tick.isActive())
        m_tick.start();
    tell();
    update();
}

void TtlChart::tell()
{
    m_caption = m_chosen ? toothText(m_teeth[*m_chosen]) : summary();
}

QString TtlChart::toothText(const Tooth &tooth) const
{
    const WallInstant now = m_clock.wallNow();
    QString text = wording::listed(
        {wording::shortOwner(tooth.owner, m_nameOf ? m_nameOf(tooth.owner) : Alias(), 40),
         tr("from %1").arg(wording::clockTime(wallInstantOf(tooth.from, m_clock), now))});
    if (const auto ttl = tooth.ttlAt(tooth.from))
        text += tr(", time to live %1").arg(wording::span(*ttl));
    else
        text += tr(" without expiry");
    if (tooth.overdueSince)
        text += tr(", renewal overdue since %1")
                    .arg(wording::clockTime(wallInstantOf(*tooth.overdueSince, m_clock), now));
    if (!tooth.to)
        return text + tr(", still running");
    QString at = wording::clockTime(wallInstantOf(*tooth.to, m_clock), now);
    if (tooth.vague)
        at = tr("some time before %1").arg(at);
    switch (tooth.end) {
    case ToothEnd::Running:
        return text + tr(", still running");
    case ToothEnd::Renewed: {
        const auto left = tooth.vague ? std::nullopt : tooth.ttlAt(*tooth.to);
        return text
            + (left ? tr(", renewed at %1 with %2 left").arg(at, wording::span(*left))
                    : tr(", set again at %1").arg(at));
    }
    case ToothEnd::CutShort:
        return text + tr(", shortened at %1").arg(at);
    case ToothEnd::Released:
        return text + tr(", released at %1").arg(at);
    case ToothEnd::Expired:
        return text + tr(", expired at %1").arg(at);
    case ToothEnd::ForceUnlocked:
        return text + tr(", force-unlocked at %1").arg(at);
    case ToothEnd::HandedOver:
        return text + tr(", handed over at %1").arg(at);
    case ToothEnd::Unknown:
        return text + tr(", gone at %1").arg(at);
    }
    return text;
}

QString TtlChart::leftText(const Tooth &tooth) const
{
    if (!tooth.deadline)
        return tr(", now without expiry");
    return *tooth.deadline <= m_clock.now()
        ? tr(", expired")
        : tr(", now %1 left").arg(wording::timeLeft(tooth.deadline, m_clock.now()));
}

QString TtlChart::summary() const
{
    const auto renewals = std::count_if(m_teeth.begin(), m_teeth.end(), [](const Tooth &tooth) {
        return tooth.end == ToothEnd::Renewed;
    });
    const auto overdue = std::count_if(m_teeth.begin(), m_teeth.end(), [](const Tooth &tooth) {
        return tooth.overdueSince.has_value();
    });
    if (m_teeth.empty())
        return tr("Not held in the last %1").arg(wording::age(shownSpan()));
    QString text = tr("Last %1: renewals %2").arg(wording::age(shownSpan())).arg(renewals);
    if (overdue > 0)
        text += tr(", %1 overdue").arg(overdue);
    Instant::duration unseen{0};
    for (const UnseenTime &time : m_unseen)
        unseen += time.to - std::max(time.from, endOfTime() - shownSpan());
    if (unseen > Instant::duration(0))
        text += tr(", not seen for %1").arg(wording::age(std::chrono::ceil<Millis>(unseen)));
    if (m_frozenAt)
        text +=
            tr(", not seen since %1")
                .arg(wording::clockTime(wallInstantOf(*m_frozenAt, m_clock), m_clock.wallNow()));
    else if (m_teeth.back().end == ToothEnd::Running)
        text += leftText(m_teeth.back());
    return text;
}

QRect TtlChart::plotArea() const
{
    const int line = fontMetrics().height();
    const int gap = std::max(2, line / 4);
    return {gap, line + 2 * gap, std::max(1, width() - 2 * gap - levelRoom()),
            std::max(1, height() - 2 * line - 4 * gap)};
}

// To the right of the curves, whose last seconds are what is looked at. In a chart that is too
// narrow for both, the levels have no names.
int TtlChart::levelRoom() const
{
    const QString longest = tr("%1: %2").arg(tr("renewal due"), wording::span(20s));
    const int room = fontMetrics().horizontalAdvance(longest) + fontMetrics().height() / 2;
    return 5 * room <= 2 * width() ? room : 0;
}

std::vector<TtlChart::Level> TtlChart::levels(const TtlDrawing &drawing) const
{
    std::vector<Level> all;
    if (levelRoom() == 0)
        return all;
    const int line = fontMetrics().height();
    const QRect plot = plotArea();
    const auto add = [&](const std::optional<double> &level, const QString &name) {
        if (!level)
            return;
        const QString text = tr("%1: %2").arg(name, wording::span(drawing.scale.ttlAt(*level)));
        int top = plot.top() + static_cast<int>(*level) - line / 2;
        if (!all.empty()) // the lower one
            top = std::max(top, all.back().place.bottom() + 1);
        all.push_back({text,
                       {plot.right() + line / 2, std::max(plot.top() - line / 2, top),
                        levelRoom() - line / 2, line}});
    };
    add(drawing.lease, tr("lease"));
    add(drawing.due, tr("renewal due"));
    return all;
}

TtlDrawing TtlChart::drawing() const
{
    const Instant end = endOfTime();
    return drawTtl(m_teeth, end - shownSpan(), end, plotArea().size(), m_frozenAt, m_unseen);
}

void TtlChart::choose(std::optional<std::size_t> tooth)
{
    if (tooth && *tooth >= m_teeth.size())
        return;
    m_chosen = tooth;
    m_chosenTooth = tooth ? std::optional(m_teeth[*tooth]) : std::nullopt;
    tell();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void TtlChart::step(int by)
{
    if (m_teeth.empty())
        return;
    const auto last = static_cast<int>(m_teeth.size()) - 1;
    const int at = m_chosen ? static_cast<int>(*m_chosen) + by : last;
    choose(static_cast<std::size_t>(std::clamp(at, 0, last)));
}

void TtlChart::zoom(double factor)
{
    const double wanted = static_cast<double>(shownSpan().count()) * factor;
    m_span = std::clamp(Millis(std::llround(wanted)), leastWindow, mostWindow);
    refresh();
}

void TtlChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        step(-1);
        return;
    case Qt::Key_Right:
        step(1);
        return;
    case Qt::Key_Home:
        step(-static_cast<int>(m_teeth.size()));
        return;
    case Qt::Key_End:
        step(static_cast<int>(m_teeth.size()));
        return;
    case Qt::Key_Plus:
        zoom(0.5);
        return;
    case Qt::Key_Minus:
        zoom(2);
        return;
    case Qt::Key_Escape:
        if (m_chosen) {
            choose(std::nullopt);
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void TtlChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        choose(toothAt(m_teeth, drawing().scale, event->position().x() - plotArea().left()));
}

bool TtlChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto tooth = toothAt(m_teeth, drawing().scale, help->pos().x() - plotArea().left());
    if (tooth)
        QToolTip::showText(help->globalPos(), toolTipOf(toothText(m_teeth[*tooth])), this);
    else
        QToolTip::hideText();
    return true;
}

void TtlChart::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void TtlChart::hideEvent(QHideEvent *event)
{
    m_tick.stop();
    QWidget::hideEvent(event);
}

void TtlChart::paintLevel(QPainter &painter, double y, Qt::PenStyle style,
                          const TtlScale &scale) const
{
    const QColor color = toneColor(Tone::Quiet, palette());
    painter.setPen(QPen(color, 1, style));
    painter.drawLine(QPointF(0, y), QPointF(scale.size.width(), y));
}

void TtlChart::paintLevels(QPainter &painter, const TtlDrawing &drawing) const
{
    const QColor quiet = toneColor(Tone::Quiet, palette());
    painter.setPen(QPen(quiet, 1));
    const double ground = drawing.scale.y(0ms);
    painter.drawLine(QPointF(0, ground), QPointF(drawing.scale.size.width(), ground));
    if (drawing.lease)
        paintLevel(painter, *drawing.lease, Qt::DashLine, drawing.scale);
    if (drawing.due)
        paintLevel(painter, *drawing.due, Qt::DotLine, drawing.scale);
    painter.setPen(quiet);
    painter.drawText(QRectF(0, 0, drawing.scale.size.width(), fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignTop, wording::span(drawing.scale.top));
}

// Each mark has a shape of its own.
void TtlChart::paintMark(QPainter &painter, const TtlMark &mark) const
{
    using Type = TtlMark::Type;
    const double half = std::max(3.0, fontMetrics().height() / 4.0);
    const bool isBad = mark.type == Type::Expired || mark.type == Type::ForceUnlocked;
    const QColor color = toneColor(isBad                            ? Tone::Alarm
                                       : mark.type == Type::Overdue ? Tone::Notice
                                                                    : Tone::Neutral,
                                   palette());
    const double x = mark.at.x();
    const double y = mark.at.y();
    painter.setPen(QPen(color, 2));
    painter.setBrush(Qt::NoBrush);
    switch (mark.type) {
    case Type::Overdue: // a warning's triangle
        painter.setBrush(color);
        painter.drawPolygon(
            QPolygonF({QPointF(x, y - 2 * half), QPointF(x + half, y), QPointF(x - half, y)}));
        break;
    case Type::Expired: // a cross
        painter.drawLine(QPointF(x - half, y - half), QPointF(x + half, y + half));
        painter.drawLine(QPointF(x - half, y + half), QPointF(x + half, y - half));
        break;
    case Type::ForceUnlocked: // cut through
        painter.drawLine(QPointF(x, y - 2 * half), QPointF(x, y + 2 * half));
        painter.drawLine(QPointF(x - half, y), QPointF(x + half, y));
        break;
    case Type::Released: // a ring
        painter.drawEllipse(mark.at, half, half);
        break;
    case Type::HandedOver: // an arrow on
        painter.drawLine(QPointF(x, y - half), QPointF(x + half, y));
        painter.drawLine(QPointF(x, y + half), QPointF(x + half, y));
        break;
    case Type::CutShort: // a step down
        painter.drawLine(QPointF(x - half, y), QPointF(x + half, y));
        break;
    case Type::Unknown: // a hollow square
        painter.drawRect(QRectF(x - half, y - half, 2 * half, 2 * half));
        break;
    }
}

void TtlChart::paintUnseen(QPainter &painter, const TtlDrawing &drawing) const
{
    const QBrush stripes(toneColor(Tone::Quiet, palette()), Qt::BDiagPattern);
    for (const QRectF &time : drawing.unseen)
        painter.fillRect(time, stripes);
}

void TtlChart::paintTeeth(QPainter &painter, const TtlDrawing &drawing) const
{
    const QColor good = toneColor(Tone::Good, palette());
    const QColor notice = toneColor(Tone::Notice, palette());
    painter.setPen(QPen(good, 1));
    for (const TtlLine &jump : drawing.jumps)
        painter.drawLine(jump.from, jump.to);
    for (const TtlLine &line : drawing.lines) {
        const bool isChosen = m_chosen == line.tooth;
        const double width = isChosen ? 4 : line.isOverdue ? 3 : 2;
        painter.setPen(QPen(line.isOverdue ? notice : good, width,
                            line.isOverdue       ? Qt::DashLine
                                : line.isEndless ? Qt::DashDotLine
                                                 : Qt::SolidLine));
        painter.drawLine(line.from, line.to);
    }
    for (const TtlMark &mark : drawing.marks)
        paintMark(painter, mark);
}

void TtlChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect plot = plotArea();
    const int gap = plot.left();
    const int line = fontMetrics().height();
    painter.setPen(palette().color(QPalette::Text));
    const int whole = width() - 2 * gap;
    painter.drawText(QRect(gap, gap, whole, line), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_caption, Qt::ElideRight, whole));
    const TtlDrawing picture = drawing();
    painter.setPen(toneColor(Tone::Quiet, palette()));
    const QRect feet(gap, plot.bottom() + gap, plot.width(), line);
    painter.drawText(feet, Qt::AlignLeft, tr("%1 ago").arg(wording::age(shownSpan())));
    painter.drawText(feet, Qt::AlignRight, m_frozenAt ? tr("last seen") : tr("now"));
    painter.save();
    painter.translate(plot.topLeft());
    paintUnseen(painter, picture);
    paintLevels(painter, picture);
    paintTeeth(painter, picture);
    painter.restore();
    painter.setPen(toneColor(Tone::Quiet, palette()));
    for (const Level &level : levels(picture))
        painter.drawText(level.place, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(level.text, Qt::ElideRight, level.place.width()));
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

} // namespace lockscope::ui
