// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/ttlgeometry.h"

#include <algorithm>
#include <cmath>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

using insight::Tooth;
using insight::ToothEnd;

double seconds(std::chrono::steady_clock::duration span)
{
    return std::chrono::duration<double>(span).count();
}

// The latest tooth with a known lease, for the lines.
const Tooth *latestWithLease(const std::vector<Tooth> &teeth)
{
    const auto found = std::find_if(teeth.rbegin(), teeth.rend(), [](const Tooth &tooth) {
        return tooth.lease.has_value() && *tooth.lease > 0ms;
    });
    return found == teeth.rend() ? nullptr : &*found;
}

bool isRenewed(const std::vector<Tooth> &teeth, const Tooth &latest)
{
    return std::any_of(teeth.begin(), teeth.end(), [&](const Tooth &tooth) {
        return tooth.owner == latest.owner && tooth.mode == latest.mode
            && (tooth.end == ToothEnd::Renewed || tooth.overdueSince);
    });
}

std::optional<TtlMark::Type> markOf(ToothEnd end)
{
    using Type = TtlMark::Type;
    switch (end) {
    case ToothEnd::Expired:
        return Type::Expired;
    case ToothEnd::Released:
        return Type::Released;
    case ToothEnd::ForceUnlocked:
        return Type::ForceUnlocked;
    case ToothEnd::HandedOver:
        return Type::HandedOver;
    case ToothEnd::CutShort:
        return Type::CutShort;
    case ToothEnd::Unknown:
        return Type::Unknown;
    case ToothEnd::Running:
    case ToothEnd::Renewed:
        break;
    }
    return std::nullopt;
}

// A whole number that leaves some air above the highest.
Millis roundedTop(Millis highest)
{
    for (Millis step = 1s; step < 24h * 365; step *= 10) {
        for (const int factor : {1, 2, 3, 5}) {
            if (step * factor >= highest + highest / 20)
                return step * factor;
        }
    }
    return std::max(Millis(1s), highest);
}

Millis topOf(const std::vector<Tooth> &teeth, Instant from)
{
    Millis highest = 1s;
    for (const Tooth &tooth : teeth) {
        if (const auto ttl = tooth.ttlAt(std::max(tooth.from, from)))
            highest = std::max(highest, *ttl);
        if (tooth.deadline && tooth.lease)
            highest = std::max(highest, *tooth.lease);
    }
    return roundedTop(highest);
}

// Draws the teeth one after the other.
class Pen
{
public:
    Pen(TtlDrawing &drawing, Instant end, const std::vector<UnseenTime> &unseen)
        : m_drawing(drawing)
        , m_scale(drawing.scale)
        , m_end(end)
        , m_unseen(unseen)
    {}

    void draw(const Tooth &tooth, std::size_t index)
    {
        const Instant from = std::max(tooth.from, m_scale.from);
        const Instant to = std::max(from, std::min(tooth.to.value_or(m_end), m_end));
        const auto mark = tooth.to && *tooth.to <= m_end ? markOf(tooth.end) : std::nullopt;
        const bool isOverdue = tooth.overdueSince && *tooth.overdueSince < to;
        const int column = static_cast<int>(std::floor(m_scale.x(to)));
        if (column == m_lastColumn && m_scale.x(from) >= m_lastColumn && !mark && !isOverdue)
            return;
        m_lastColumn = column;
        const Instant seenTo = lastSight(tooth, to);
        if (isOverdue) {
            const Instant since = std::max(from, *tooth.overdueSince);
            line(tooth, index, from, std::min(since, seenTo), false);
            line(tooth, index, since, seenTo, true);
            if (since == *tooth.overdueSince)
                m_drawing.marks.push_back({place(tooth, since), TtlMark::Type::Overdue, index});
        } else {
            line(tooth, index, from, seenTo, false);
        }
        if (mark)
            m_drawing.marks.push_back({place(tooth, to), *mark, index});
    }

    QPointF place(const Tooth &tooth, Instant at) const
    {
        const auto ttl = tooth.ttlAt(at);
        return {m_scale.x(at), ttl ? m_scale.y(*ttl) : 0.0};
    }

private:
    // A tooth that ended out of sight was seen until the last time without sight began.
    Instant lastSight(const Tooth &tooth, Instant to) const
    {
        if (!tooth.vague)
            return to;
        const auto last =
            std::find_if(m_unseen.rbegin(), m_unseen.rend(), [&](const UnseenTime &time) {
                return time.from > tooth.from && time.from < to;
            });
        return last == m_unseen.rend() ? to : last->from;
    }

    void line(const Tooth &tooth, std::size_t index, Instant from, Instant to, bool isOverdue)
    {
        for (const UnseenTime &time : m_unseen) {
            if (time.from >= to || time.to <= from)
                continue;
            seenLine(tooth, index, from, time.from, isOverdue);
            from = time.to;
        }
        seenLine(tooth, index, from, to, isOverdue);
    }

    // A deadline that passed leaves the line on the ground: it breaks there.
    void seenLine(const Tooth &tooth, std::size_t index, Instant from, Instant to, bool isOverdue)
    {
        if (from >= to)
            return;
        const bool isEndless = !tooth.deadline;
        const auto add = [&](Instant a, Instant b) {
            m_drawing.lines.push_back(
                {place(tooth, a), place(tooth, b), isOverdue, isEndless, index});
        };
        if (tooth.deadline && *tooth.deadline > from && *tooth.deadline < to) {
            add(from, *tooth.deadline);
            add(*tooth.deadline, to);
        } else {
            add(from, to);
        }
    }

    TtlDrawing &m_drawing;
    const TtlScale &m_scale;
    Instant m_end;
    const std::vector<UnseenTime> &m_unseen;
    int m_lastColumn = -1;
};

} // namespace

double TtlScale::x(Instant at) const
{
    const double span = seconds(to - from);
    return span <= 0 ? 0 : seconds(at - from) / span * size.width();
}

double TtlScale::y(Millis ttl) const
{
    const double part = top <= 0ms ? 0 : seconds(ttl) / seconds(top);
    return (1 - std::clamp(part, 0.0, 1.0)) * size.height();
}

Millis TtlScale::ttlAt(double y) const
{
    const double part = size.height() <= 0 ? 0 : 1 - y / size.height();
    return Millis(std::llround(static_cast<double>(top.count()) * std::clamp(part, 0.0, 1.0)));
}

Instant TtlScale::timeAt(double x) const
{
    const double part = size.width() <= 0 ? 0 : x / size.width();
    return from
        + std::chrono::duration_cast<Instant::duration>(
               std::chrono::duration<double>(seconds(to - from) * part));
}

TtlDrawing drawTtl(const std::vector<Tooth> &teeth, Instant from, Instant to, const QSize &size,
                   const std::optional<Instant> &frozenAt, const std::vector<UnseenTime> &unseen)
{
    TtlDrawing drawing;
    drawing.scale = {from, to, topOf(teeth, from), size};
    const Instant end = frozenAt ? std::min(*frozenAt, to) : to;
    for (const UnseenTime &time : unseen) {
        if (time.to <= from || time.from >= end)
            continue;
        const double left = drawing.scale.x(std::max(time.from, from));
        drawing.unseen.emplace_back(left, 0, drawing.scale.x(std::min(time.to, end)) - left,
                                    size.height());
    }
    Pen pen(drawing, end, unseen);
    for (std::size_t i = 0; i < teeth.size(); ++i) {
        const Tooth &tooth = teeth[i];
        if (tooth.from > end || (tooth.to && *tooth.to < from))
            continue;
        pen.draw(tooth, i);
        if (!tooth.to || (tooth.end != ToothEnd::Renewed && tooth.end != ToothEnd::CutShort))
            continue;
        const auto next = std::find_if(teeth.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                       teeth.end(), [&](const Tooth &other) {
                                           return other.owner == tooth.owner
                                               && other.mode == tooth.mode
                                               && other.from == *tooth.to;
                                       });
        if (next != teeth.end() && !tooth.vague && *tooth.to >= from && *tooth.to <= end)
            drawing.jumps.push_back(
                {pen.place(tooth, *tooth.to), pen.place(*next, next->from), false, false, i});
    }
    if (const Tooth *const latest = latestWithLease(teeth)) {
        drawing.lease = drawing.scale.y(*latest->lease);
        if (latest->period || isRenewed(teeth, *latest))
            drawing.due =
                drawing.scale.y(*latest->lease - latest->period.value_or(*latest->lease / 3));
    }
    return drawing;
}

Millis ttlWindow(const std::vector<Tooth> &teeth)
{
    const Tooth *const latest = latestWithLease(teeth);
    return latest ? std::clamp<Millis>(*latest->lease * 4, Millis(30s), Millis(30min))
                  : Millis(2min);
}

std::optional<std::size_t> toothAt(const std::vector<Tooth> &teeth, const TtlScale &scale, double x)
{
    constexpr double near = 4;
    for (std::size_t i = teeth.size(); i-- > 0;) {
        const double left = scale.x(teeth[i].from);
        const double right = scale.x(teeth[i].to.value_or(scale.to));
        if (x >= left - near && x <= right + near)
            return i;
    }
    return std::nullopt;
}

} // namespace lockscope::ui
