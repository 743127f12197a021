// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/summarytiles.h"

#include "ui/table/celldelegate.h"
#include "ui/wording/wording.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using Level = VerdictFacts::Level;

// Shares of the tile's height.
constexpr double titleShare = 0.48;
constexpr double detailShare = 0.19;
// A long title is made smaller before it is cut.
constexpr double smallestTitle = 0.4;
// The minimal share of its line.
constexpr double leastDetail = 0.3;

// An eye that is closed: a circle with a stroke across.
void paintBlind(QPainter &painter, const QRectF &box, const QColor &color)
{
    const double wide = std::max(1.6, box.width() * 0.16);
    const QRectF inner = box.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2);
    painter.setPen(QPen(color, wide));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(inner);
    const double part = 0.146; // where the diagonal meets the circle
    painter.drawLine(inner.topLeft() + QPointF(inner.width(), inner.height()) * part,
                     inner.bottomRight() - QPointF(inner.width(), inner.height()) * part);
}

Badge badgeOf(Level level)
{
    switch (level) {
    case Level::NoServers:
        return Badge::Free;
    case Level::Starting:
        return Badge::Connecting;
    case Level::Well:
        return Badge::Renewing; // a tick
    case Level::Watch:
        return Badge::Overdue;
    case Level::Blind:
        break;
    case Level::Act:
        return Badge::Down;
    }
    return Badge::None;
}

// The points of each stretch without a hole, from left to right.
std::vector<QPolygonF> stretchesOf(const QRectF &area, const std::vector<float> &line, float top)
{
    std::vector<QPolygonF> stretches;
    bool isOpen = false;
    const double step = area.width() / double(line.size() - 1);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] < 0) {
            isOpen = false;
            continue;
        }
        if (!isOpen)
            stretches.emplace_back();
        stretches.back() += QPointF(area.left() + double(i) * step,
                                    area.bottom() - area.height() * double(line[i] / top));
        isOpen = true;
    }
    return stretches;
}

// The hour as a line, and behind it the hour of the day before as a ground; half minutes without
// sight leave a hole.
void paintLines(QPainter &painter, const QRectF &area, const NumberFacts &facts,
                const QColor &color, const QColor &ground)
{
    if (facts.line.size() < 2 || area.height() < 4)
        return;
    float top = std::max(1.0F, std::ranges::max(facts.line));
    if (facts.before.size() == facts.line.size()) {
        top = std::max(top, std::ranges::max(facts.before));
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        for (QPolygonF each : stretchesOf(area, facts.before, top)) {
            each.prepend(QPointF(each.first().x(), area.bottom()));
            each += QPointF(each.last().x(), area.bottom());
            painter.drawPolygon(each);
        }
    }
    QPainterPath path;
    for (const QPolygonF &each : stretchesOf(area, facts.line, top))
        path.addPolygon(each);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, std::max(1.4, area.height() * 0.08), Qt::SolidLine, Qt::RoundCap,
                        Qt::RoundJoin));
    painter.drawPath(path);
}

// Without enough room the detail is cut before the action.
void paintDetail(QPainter &painter, const QRectF &area, const QString &detail,
                 const QString &action, const QFont &font, const QColor &color,
                 const QColor &actionColor)
{
    const QFontMetricsF metrics(font);
    const QString last = detail.isEmpty() || action.isEmpty() ? action : u" · "_s + action;
    const double needed = metrics.horizontalAdvance(last) + 1;
    const double room = std::max(area.width() - needed, area.width() * leastDetail);
    const double wide =
        detail.isEmpty() ? 0 : std::min(room, metrics.horizontalAdvance(detail) + 1);
    paintText(painter, QRectF(area.left(), area.top(), wide, area.height()),
              Qt::AlignLeft | Qt::AlignVCenter, detail, font, color);
    paintText(painter, area.adjusted(wide, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, last, font,
              actionColor);
}

} // namespace

Tile::Ground VerdictTile::ground() const
{
    const QPalette &colours = palette();
    const QColor base = colours.color(QPalette::Base);
    switch (facts().level) {
    case Level::Act:
        return {.fill = toneColor(Tone::Alarm, colours), .text = base};
    case Level::Blind:
        return {.fill = toneColor(Tone::Alarm, colours), .text = base, .isHatched = true};
    case Level::Watch:
        return {.fill = toneFill(Tone::Notice, colours),
                .text = colours.color(QPalette::Text),
                .bar = toneColor(Tone::Notice, colours)};
    case Level::Well:
        return {.fill = base,
                .text = toneColor(Tone::Good, colours),
                .bar = toneColor(Tone::Good, colours)};
    case Level::Starting:
    case Level::NoServers:
        break;
    }
    return {.fill = base,
            .text = colours.color(QPalette::Text),
            .bar = toneColor(Tone::Quiet, colours)};
}

void VerdictTile::describe()
{
    setLink(facts().link);
    // Without the time that it lasts, which would be told anew each second.
    describeTile(*this, facts().sentence(), {});
}

QRectF VerdictTile::textArea(const QRectF &area) const
{
    return area.adjusted(height() * titleShare + line() * 0.5, 0, 0, 0);
}

QFont VerdictTile::titleFont(double width) const
{
    QFont large = font();
    large.setBold(true);
    const double wanted = height() * titleShare;
    large.setPixelSize(std::max(1, static_cast<int>(wanted)));
    const double needed = QFontMetricsF(large).horizontalAdvance(facts().sentence());
    if (needed <= width)
        return large;
    const int smallest = std::max(1, static_cast<int>(wanted * smallestTitle));
    large.setPixelSize(std::max(smallest, static_cast<int>(wanted * width / needed)));
    // Glyphs do not grow evenly: without this the name would be cut for the sake of a pixel.
    while (large.pixelSize() > smallest
           && QFontMetricsF(large).horizontalAdvance(facts().sentence()) > width)
        large.setPixelSize(large.pixelSize() - 1);
    return large;
}

double VerdictTile::titleWidth() const
{
    return textArea(QRectF(rect()).adjusted(line(), 0, -line() * 0.55, 0)).width();
}

double VerdictTile::titleHeight() const
{
    return titleFont(titleWidth()).pixelSize();
}

bool VerdictTile::isTitleCut() const
{
    const double width = titleWidth();
    return QFontMetricsF(titleFont(width)).horizontalAdvance(facts().sentence()) > width;
}

void VerdictTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const double size = height() * titleShare * 0.8;
    const QRectF box(area.left(), area.top() + area.height() * 0.34 - size / 2, size, size);
    if (facts().level == Level::Blind)
        paintBlind(painter, box, text);
    else
        paintBadge(&painter, box, badgeOf(facts().level), text);
    const QRectF words = textArea(area);
    const QRectF upper(words.left(), words.top(), words.width(), words.height() * 0.68);
    paintText(painter, upper, Qt::AlignLeft | Qt::AlignVCenter, facts().sentence(),
              titleFont(words.width()), text, Qt::ElideMiddle);
    QFont small = font();
    small.setPixelSize(
        std::max(QFontInfo(font()).pixelSize(), static_cast<int>(height() * detailShare)));
    const bool isPlain = facts().level == Level::Well;
    const QColor color = isPlain ? palette().color(QPalette::Text) : text;
    paintDetail(
        painter,
        QRectF(words.left(), upper.bottom(), words.width(), words.bottom() - upper.bottom()),
        facts().detail, facts().action, small, color, color);
}

Tile::Ground NumberTile::ground() const
{
    Ground ground = Tile::ground();
    if (facts().tone == Tone::Alarm || facts().tone == Tone::Notice)
        ground.bar = toneColor(facts().tone, palette());
    return ground;
}

void NumberTile::describe()
{
    setLink(facts().link);
    describeTile(*this, u"%1: %2"_s.arg(facts().label, facts().value),
                 facts().note.isEmpty() ? facts().meaning
                                        : facts().note + u". "_s + facts().meaning);
}

void NumberTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const QColor quiet = toneColor(Tone::Quiet, palette());
    QColor past = quiet;
    past.setAlphaF(0.3F);
    const bool isMarked = facts().tone == Tone::Alarm || facts().tone == Tone::Notice;
    const double height = area.height();
    const QRectF label(area.left(), area.top(), area.width(), height * 0.24);
    const QRectF value(area.left(), label.bottom(), area.width(), height * 0.44);
    const QRectF below(area.left(), value.bottom(), area.width(), area.bottom() - value.bottom());
    paintText(painter, label, Qt::AlignLeft | Qt::AlignVCenter, facts().label, fontOf(0.95), quiet);
    QFont large = fontOf(1.9, true);
    paintText(painter, value, Qt::AlignLeft | Qt::AlignVCenter, facts().value, large,
              facts().tone == Tone::Neutral ? text : toneColor(facts().tone, palette()));
    // Beside the number, where there is room.
    const double left =
        value.left() + QFontMetricsF(large).horizontalAdvance(facts().value) + line() * 0.5;
    if (!facts().note.isEmpty() && !facts().line.empty())
        paintText(painter, QRectF(left, value.top(), value.right() - left, value.height() * 0.92),
                  Qt::AlignLeft | Qt::AlignBottom, facts().note, fontOf(0.85), quiet);
    if (facts().line.empty())
        paintText(painter, below, Qt::AlignLeft | Qt::AlignVCenter, facts().note, fontOf(0.9),
                  quiet);
    else
        paintLines(painter, below.adjusted(0, below.height() * 0.15, 0, -below.height() * 0.1),
                   facts(), toneColor(isMarked ? facts().tone : Tone::Neutral, palette()), past);
}

Tile::Ground IncidentTile::ground() const
{
    return {.fill = {}, .text = palette().color(QPalette::Text), .isFramed = false};
}

void IncidentTile::describe()
{
    setLink(facts().link);
    const QString severity =
        facts().severity == health::Severity::Critical ? tr("critical problem") : tr("problem");
    QStringList details;
    for (const QString &each : {facts().evidence, facts().action}) {
        if (!each.isEmpty())
            details += each;
    }
    describeTile(*this, wording::listed({facts().title, severity}), details.join(u". "_s));
}

void IncidentTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    const bool isCritical = facts().severity == health::Severity::Critical;
    const bool isQuiet = facts().isAcknowledged || facts().isSuspended;
    const QColor mark = toneColor(isQuiet          ? Tone::Quiet
                                      : isCritical ? Tone::Alarm
                                                   : Tone::Notice,
                                  palette());
    const double size = line() * 0.85;
    const double half = area.height() / 2;
    paintBadge(&painter, QRectF(area.left(), area.top() + (half - size) / 2, size, size),
               isCritical ? Badge::Down : Badge::Overdue, mark);
    QString age = facts().age;
    if (facts().isSuspended)
        age = tr("out of sight, %1").arg(age);
    else if (facts().isAcknowledged)
        age = tr("acknowledged, %1").arg(age);
    const QFont small = fontOf(0.95);
    const double wide = QFontMetricsF(small).horizontalAdvance(age);
    const double left = area.left() + size + line() * 0.5;
    const QRectF upper(left, area.top(), area.right() - wide - line() - left, half);
    paintText(painter, upper, Qt::AlignLeft | Qt::AlignVCenter, facts().title, fontOf(1.05, true),
              isQuiet ? toneColor(Tone::Quiet, palette()) : text, Qt::ElideMiddle);
    paintText(painter, QRectF(area.right() - wide - 1, area.top(), wide + 1, half),
              Qt::AlignRight | Qt::AlignVCenter, age, small, text);
    const QColor quiet = toneColor(Tone::Quiet, palette());
    paintDetail(painter, QRectF(left, area.top() + half, area.right() - left, half),
                facts().evidence, facts().action, small, quiet, isQuiet ? quiet : text);
}

} // namespace lockscope::ui
