// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/striptiles.h"

#include "ui/table/celldelegate.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using Kind = RibbonFacts::Kind;
using Sight = ServerFacts::Sight;

constexpr int laneCount = 3;
constexpr int times = 4; // quarters of the hour

int laneOf(Kind kind)
{
    switch (kind) {
    case Kind::Critical:
    case Kind::Warning:
        return 0;
    case Kind::Outage:
    case Kind::Gap:
        return 1;
    case Kind::Action:
        break;
    }
    return 2;
}

// Each stance has a shape of its own: full, hollow, crossed.
void paintCell(QPainter &painter, const QRectF &box, insight::Stance stance,
               const QPalette &colours)
{
    const QRectF inner = box.adjusted(1, 1, -1, -1);
    const auto draw = [&](Tone tone, bool isFull) {
        const QColor color = toneColor(tone, colours);
        painter.setPen(QPen(color, std::max(1.5, box.width() * 0.1)));
        painter.setBrush(isFull ? QBrush(color) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(inner, 2, 2);
    };
    const auto cross = [&](const QColor &color) {
        painter.setPen(QPen(color, std::max(1.5, box.width() * 0.1)));
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.bottomLeft(), inner.topRight());
    };
    switch (stance) {
    case insight::Stance::Agrees:
        draw(Tone::Good, true);
        break;
    case insight::Stance::OtherOwner:
    case insight::Stance::Undecided:
        draw(Tone::Notice, true);
        break;
    case insight::Stance::Foreign:
        draw(Tone::Alarm, true);
        cross(colours.color(QPalette::Base));
        break;
    case insight::Stance::Missing:
        draw(Tone::Alarm, false);
        break;
    case insight::Stance::Silent:
        draw(Tone::Quiet, false);
        cross(toneColor(Tone::Quiet, colours));
        break;
    case insight::Stance::Dependent:
        draw(Tone::Quiet, false);
        break;
    }
}

} // namespace

Tile::Ground BlockerTile::ground() const
{
    return {.fill = {},
            .text = facts().isStale ? toneColor(Tone::Quiet, palette())
                                    : palette().color(QPalette::Text),
            .isFramed = false};
}

void BlockerTile::describe()
{
    setLink(facts().link);
    describeTile(*this, tr("%1 blocks others").arg(facts().owner),
                 tr("Holds %1. Waiters: %2.").arg(facts().locks, facts().waits));
}

void BlockerTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const QColor quiet = toneColor(Tone::Quiet, palette());
    const double names = area.width() * 0.36;
    const double numbers = area.width() * 0.3;
    paintText(painter, QRectF(area.left(), area.top(), names, area.height()),
              Qt::AlignLeft | Qt::AlignVCenter, facts().owner, font(), text, Qt::ElideMiddle);
    const QRectF room(area.left() + names + line() * 0.4, area.top() + area.height() * 0.2,
                      area.width() - names - numbers - line() * 0.8, area.height() * 0.6);
    const QColor bar = facts().isStale ? quiet : toneColor(Tone::Neutral, palette());
    painter.setPen(Qt::NoPen);
    double left = room.left();
    const double wide = std::max(2.0, room.width() * facts().share);
    double shade = 1;
    for (const double part : facts().parts) {
        QColor color = bar;
        color.setAlphaF(static_cast<float>(shade));
        painter.setBrush(color);
        painter.drawRect(QRectF(left, room.top(), std::max(1.0, wide * part - 1), room.height()));
        left += wide * part;
        shade = shade > 0.5 ? shade - 0.25 : 1;
    }
    // The names of its locks are painted over the free part of the bar's room.
    if (room.right() - left > 4 * line())
        paintText(
            painter,
            QRectF(left + line() * 0.4, area.top(), room.right() - left - line(), area.height()),
            Qt::AlignLeft | Qt::AlignVCenter, facts().locks, fontOf(0.9), quiet, Qt::ElideMiddle);
    const QString cost =
        facts().waited.isEmpty() ? facts().waits : wording::listed({facts().waits, facts().waited});
    paintText(painter, QRectF(area.right() - numbers, area.top(), numbers, area.height()),
              Qt::AlignRight | Qt::AlignVCenter, cost, font(), text);
}

Tile::Ground QuorumTile::ground() const
{
    return {.fill = {}, .text = palette().color(QPalette::Text), .isFramed = false};
}

void QuorumTile::describe()
{
    describeTile(*this, u"%1: %2"_s.arg(facts().name, facts().verdict), {});
}

void QuorumTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const bool isGroup = facts().cells.empty();
    // A group has no cells: its name takes what the verdict leaves.
    const double verdict = QFontMetricsF(font()).horizontalAdvance(facts().verdict) + line();
    const double usual = area.width() * 0.44;
    const double names = isGroup ? std::max(usual, area.width() - verdict) : usual;
    const double indent = isGroup ? 0 : line() * 0.6;
    paintText(painter, QRectF(area.left() + indent, area.top(), names - indent, area.height()),
              Qt::AlignLeft | Qt::AlignVCenter, facts().name, isGroup ? fontOf(1, true) : font(),
              text, Qt::ElideMiddle);
    double left = area.left() + names + line() * 0.4;
    const double size = line() * 0.85;
    for (const insight::Stance stance : facts().cells) {
        if (left + size > area.right() - 5 * line())
            break;
        paintCell(painter, QRectF(left, area.top() + (area.height() - size) / 2, size * 1.1, size),
                  stance, palette());
        left += size * 1.35;
    }
    left += facts().cells.empty() ? 0 : line() * 0.3;
    paintText(painter, QRectF(left, area.top(), area.right() - left, area.height()),
              Qt::AlignLeft | Qt::AlignVCenter, facts().verdict, font(),
              toneColor(facts().tone, palette()));
}

Tile::Ground ServerTile::ground() const
{
    const QPalette &colours = palette();
    switch (facts().sight) {
    case Sight::Gone:
        return {.fill = toneColor(Tone::Alarm, colours),
                .text = colours.color(QPalette::Base),
                .isHatched = true};
    case Sight::Stale:
        return {.fill = toneColor(Tone::Quiet, colours),
                .text = colours.color(QPalette::Base),
                .isHatched = true};
    case Sight::Connecting:
        return {.fill = colours.color(QPalette::Base),
                .text = colours.color(QPalette::Text),
                .bar = toneColor(Tone::Notice, colours)};
    case Sight::Seen:
        break;
    }
    return {.fill = colours.color(QPalette::Base),
            .text = colours.color(QPalette::Text),
            .bar = toneColor(Tone::Good, colours)};
}

void ServerTile::describe()
{
    setLink(facts().link);
    QString state;
    switch (facts().sight) {
    case Sight::Gone:
        state = tr("out of sight");
        break;
    case Sight::Stale:
        state = tr("no news");
        break;
    case Sight::Connecting:
        state = tr("connecting");
        break;
    case Sight::Seen:
        state = tr("in sight");
        break;
    }
    QStringList details;
    for (const QString &each : {facts().use, facts().remarks, facts().reason}) {
        if (!each.isEmpty())
            details += each;
    }
    describeTile(*this, u"%1: %2"_s.arg(facts().name, state), details.join(u". "_s));
}

void ServerTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const bool isSeen = facts().sight == Sight::Seen || facts().sight == Sight::Connecting;
    const double half = area.height() / 2;
    const QColor quiet = isSeen ? toneColor(Tone::Quiet, palette()) : text;
    QFont name = fontOf(1.05, true);
    name.setStrikeOut(!isSeen);
    // The age of a lost server has to be readable from afar, but leaves the cause its room.
    const auto widthOf = [](const QString &words, const QFont &font) {
        return QFontMetricsF(font).horizontalAdvance(words) + 1;
    };
    const QFont large = fontOf(1.3, true);
    const bool isLarge = !isSeen
        && widthOf(facts().cause, fontOf(0.95)) + line() * 0.4 + widthOf(facts().age, large)
            <= area.width();
    const QFont age = isLarge ? large : fontOf(0.95, !isSeen);
    const double wide = std::min(widthOf(facts().age, age), area.width() * 0.6);
    const QRectF right(area.right() - wide, area.top(), wide, isLarge ? area.height() : half);
    paintText(painter, QRectF(area.left(), area.top(), area.width() - wide - line() * 0.4, half),
              Qt::AlignLeft | Qt::AlignVCenter, facts().name, name, text, Qt::ElideMiddle);
    paintText(painter, right, Qt::AlignRight | Qt::AlignVCenter, facts().age, age,
              isSeen ? quiet : text);
    const QString latency = isSeen ? facts().latency : QString();
    const double few = latency.isEmpty()
        ? (isLarge ? wide : 0)
        : QFontMetricsF(fontOf(0.95)).horizontalAdvance(latency) + line() * 0.4;
    const bool hasRemarks = isSeen && !facts().remarks.isEmpty();
    const QString lower = !isSeen ? facts().cause
        : hasRemarks              ? wording::listed({facts().remarks, facts().use})
                                  : facts().use;
    paintText(painter,
              QRectF(area.left(), area.top() + half, area.width() - few - line() * 0.2, half),
              Qt::AlignLeft | Qt::AlignVCenter, lower, fontOf(0.95),
              hasRemarks ? toneColor(Tone::Notice, palette()) : quiet);
    paintText(painter, QRectF(area.right() - few, area.top() + half, few, half),
              Qt::AlignRight | Qt::AlignVCenter, latency, fontOf(0.95), quiet);
}

RibbonTile::RibbonTile(const QString &name, QWidget *parent)
    : FactTile(name, parent)
{
    setLink(TileLink::toView(u"timelineDock"_s));
}

void RibbonTile::describe()
{
    if (accessibleName() != facts().summary)
        setAccessibleName(facts().summary);
}

QStringList RibbonTile::names() const
{
    return {tr("Incidents"), tr("Sight"), tr("Actions")};
}

// As paintEvent() gives it to paintFacts().
QRectF RibbonTile::inside() const
{
    const double edge = line() * 0.2;
    return QRectF(rect()).adjusted(line() * 0.55, edge, -line() * 0.55, -edge);
}

RibbonTile::Lanes RibbonTile::lanesIn(const QRectF &area) const
{
    double names = 0;
    const QFontMetricsF metrics(fontOf(0.9));
    for (const QString &name : this->names())
        names = std::max(names, metrics.horizontalAdvance(name));
    const double below = line(); // for the times
    const QRectF inner = area.adjusted(names + line() * 0.6, 0, 0, -below);
    return {inner, inner.height() / laneCount};
}

double RibbonTile::xOf(WallInstant at, const Lanes &lanes) const
{
    const double all = std::max(1.0, double((facts().to - facts().from).count()));
    return lanes.area.left()
        + lanes.area.width() * std::clamp(double((at - facts().from).count()) / all, 0.0, 1.0);
}

WallInstant RibbonTile::timeAt(double x) const
{
    const QRectF area = lanesIn(inside()).area;
    const double share = std::clamp((x - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    const double all = double((facts().to - facts().from).count());
    return facts().from + Millis(std::llround(all * share));
}

void RibbonTile::mousePressEvent(QMouseEvent *event)
{
    setLink(TileLink::toTime(timeAt(event->position().x())));
    FactTile::mousePressEvent(event);
}

// Enter is not about a place.
void RibbonTile::keyPressEvent(QKeyEvent *event)
{
    setLink(TileLink::toView(u"timelineDock"_s));
    FactTile::keyPressEvent(event);
}

QRectF RibbonTile::rectOf(const RibbonFacts::Span &span, const Lanes &lanes) const
{
    const double least = line() * 0.35; // seen, however short it was
    double left = xOf(span.from, lanes);
    double wide = xOf(span.to, lanes) - left;
    if (wide < least) {
        left = std::min(left - (least - wide) / 2, lanes.area.right() - least);
        wide = least;
    }
    const double top = lanes.area.top() + laneOf(span.kind) * lanes.lane;
    return QRectF(left, top + lanes.lane * 0.12, wide, lanes.lane * 0.76);
}

QStringList RibbonTile::textsAt(const QPointF &point) const
{
    const Lanes lanes = lanesIn(inside());
    QStringList texts;
    for (const RibbonFacts::Span &span : facts().spans) {
        if (rectOf(span, lanes).adjusted(-2, -2, 2, 2).contains(point) && texts.size() < 8)
            texts += span.text;
    }
    return texts;
}

bool RibbonTile::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return FactTile::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QStringList texts = textsAt(QPointF(help->pos()));
    QToolTip::showText(help->globalPos(),
                       toolTipOf(texts.isEmpty() ? facts().summary : texts.join(u"; "_s)), this);
    return true;
}

void RibbonTile::paintSpan(QPainter &painter, const RibbonFacts::Span &span,
                           const QRectF &rect) const
{
    painter.setPen(Qt::NoPen);
    switch (span.kind) {
    case Kind::Critical:
        painter.setBrush(toneColor(Tone::Alarm, palette()));
        painter.drawRect(rect);
        break;
    case Kind::Warning: // lower, so that it is no field of colour alone
        painter.setBrush(toneColor(Tone::Notice, palette()));
        painter.drawRect(rect.adjusted(0, rect.height() * 0.35, 0, 0));
        break;
    case Kind::Outage:
        painter.setBrush(toneFill(Tone::Alarm, palette()));
        painter.drawRect(rect);
        painter.setBrush(QBrush(palette().color(QPalette::Text), Qt::BDiagPattern));
        painter.drawRect(rect);
        break;
    case Kind::Gap:
        painter.setBrush(toneColor(Tone::Quiet, palette()));
        painter.drawRect(QRectF(rect.center().x() - 1, rect.top(), 2, rect.height()));
        break;
    case Kind::Action: {
        const double size = std::min(rect.height(), line() * 0.7);
        const QPointF at = rect.center();
        const QPolygonF diamond({at + QPointF(0, -size / 2), at + QPointF(size / 2, 0),
                                 at + QPointF(0, size / 2), at + QPointF(-size / 2, 0)});
        painter.setBrush(toneColor(Tone::Neutral, palette()));
        painter.drawPolygon(diamond);
        break;
    }
    }
}

void RibbonTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const Lanes lanes = lanesIn(area);
    const QFont small = fontOf(0.9);
    const QColor quiet = toneColor(Tone::Quiet, palette());
    const QStringList names = this->names();
    for (int i = 0; i < laneCount; ++i) {
        const double top = lanes.area.top() + i * lanes.lane;
        paintText(painter, QRectF(area.left(), top, lanes.area.left() - area.left(), lanes.lane),
                  Qt::AlignLeft | Qt::AlignVCenter, names[i], small, text);
        painter.setPen(QPen(palette().color(QPalette::Mid), 1));
        painter.drawLine(QPointF(lanes.area.left(), top + lanes.lane - 0.5),
                         QPointF(lanes.area.right(), top + lanes.lane - 0.5));
    }
    if (facts().begin) { // nobody watched before
        const double end = xOf(*facts().begin, lanes);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(palette().color(QPalette::Mid), Qt::BDiagPattern));
        painter.drawRect(QRectF(lanes.area.left(), lanes.area.top(), end - lanes.area.left(),
                                lanes.area.height()));
    }
    for (const RibbonFacts::Span &span : facts().spans)
        paintSpan(painter, span, rectOf(span, lanes));
    const double wide = lanes.area.width() / times;
    for (int i = 0; i <= times; ++i) {
        const int minutes = 60 - i * 60 / times;
        const QString label = minutes == 0 ? tr("now") : tr("%1 min ago").arg(minutes);
        const double at = lanes.area.left() + i * wide;
        const QRectF place(i == 0           ? at
                               : i == times ? at - wide
                                            : at - wide / 2,
                           lanes.area.bottom(), wide, area.bottom() - lanes.area.bottom());
        paintText(painter, place,
                  (i == 0           ? Qt::AlignLeft
                       : i == times ? Qt::AlignRight
                                    : Qt::AlignHCenter)
                      | Qt::AlignVCenter,
                  label, fontOf(0.8), quiet);
    }
}

} // namespace lockscope::ui
