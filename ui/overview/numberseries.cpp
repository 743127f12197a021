// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/numberseries.h"

#include "core/health/problem.h"

#include <algorithm>

namespace lockscope::ui {

void LockNumbers::add(const watch::LockRecord &lock, int sign)
{
    locks += sign;
    held += lock.holds.empty() ? 0 : sign;
    contended += lock.state == watch::LockState::Contended ? sign : 0;
    if (const std::optional<qint64> count = watch::waiterCount(lock))
        waiters += sign * *count;
    else
        connections += sign * lock.waitingConnections.value_or(0);
    const bool isOverdue =
        std::any_of(lock.holds.begin(), lock.holds.end(), [](const watch::HoldRecord &hold) {
            return hold.watchdog == watch::Watchdog::Overdue;
        });
    overdue += isOverdue ? sign : 0;
}

qint64 NumberSeries::numberOf(Instant at)
{
    return std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()) / step;
}

NumberSeries::Sample NumberSeries::begun() const
{
    Sample sample = m_levels;
    if (!m_isSeen)
        sample.fill(unseen);
    return sample;
}

void NumberSeries::keep(const Sample &sample)
{
    if (m_kept.size() < most)
        m_kept.push_back(sample);
    else
        m_kept[m_next] = sample;
    m_next = (m_next + 1) % most;
}

void NumberSeries::advance(Instant now)
{
    const qint64 number = numberOf(now);
    if (!m_step) {
        m_begin = now;
        m_step = number;
        m_now = begun();
        return;
    }
    if (number <= *m_step)
        return;
    keep(m_now);
    const qint64 quiet = std::min<qint64>(number - *m_step - 1, most);
    m_now = begun();
    for (qint64 i = 0; i < quiet; ++i)
        keep(m_now);
    m_step = number;
}

void NumberSeries::setLevels(const LockNumbers &numbers, Instant now)
{
    advance(now);
    const auto level = [](qint64 value) {
        return static_cast<quint32>(std::clamp<qint64>(value, 0, unseen - 1));
    };
    m_levels[Held] = level(numbers.held);
    m_levels[Contended] = level(numbers.contended);
    m_levels[Waiters] = level(numbers.waiters);
    m_levels[Overdue] = level(numbers.overdue);
    if (!m_isSeen)
        return;
    for (int i = 0; i < NumberCount; ++i) {
        const auto place = static_cast<std::size_t>(i);
        if (!isRate(i))
            m_now[place] = std::max(m_now[place], m_levels[place]);
    }
}

void NumberSeries::setSeen(bool isSeen, Instant now)
{
    advance(now);
    if (isSeen == m_isSeen)
        return;
    m_isSeen = isSeen;
    if (isSeen)
        m_now = begun(); // from here on; earlier steps were not in sight
}

void NumberSeries::note(const watch::Event &event, Instant now)
{
    using enum watch::EventType;
    if (!event.name || event.type == Appeared || event.type == Gap
        || health::isOfProblem(event.type))
        return;
    advance(now);
    if (!m_isSeen)
        return;
    ++m_now[Changes];
    if (event.type == Acquired || event.type == HandedOver)
        ++m_now[Acquisitions];
}

// Points lie at multiples of their length, so that a line moves by whole points.
std::vector<float> NumberSeries::line(Number number) const
{
    if (!m_step)
        return {};
    constexpr qint64 length = perPoint;
    const qint64 last = *m_step / length;
    const qint64 first = last - qint64(most) / length + 1;
    std::vector<float> points(most / perPoint, nothing);
    const float unit =
        isRate(number) ? static_cast<float>(std::chrono::seconds(step).count()) : 1.0F;
    const auto add = [&](qint64 at, const Sample &sample) {
        const qint64 point = at / length - first;
        if (point < 0 || sample[number] == unseen)
            return;
        float &value = points[static_cast<std::size_t>(point)];
        value = std::max(value, static_cast<float>(sample[number]) / unit);
    };
    const std::size_t count = m_kept.size();
    const std::size_t oldest = count < most ? 0 : m_next;
    for (std::size_t i = 0; i < count; ++i)
        add(*m_step - qint64(count - i), m_kept[(oldest + i) % most]);
    add(*m_step, m_now);
    return points;
}

// The step that goes on alone would be too short at its beginning.
std::optional<double> NumberSeries::rate(Number number, Instant now) const
{
    if (!m_step || !m_isSeen || m_now[number] == unseen)
        return std::nullopt;
    using Seconds = std::chrono::duration<double>;
    double count = m_now[number];
    Instant from{std::chrono::seconds(*m_step * step.count())};
    if (!m_kept.empty()) {
        const Sample &before = m_kept[(m_next + most - 1) % most];
        if (before[number] != unseen) {
            count += before[number];
            from -= step;
        }
    }
    from = std::max(from, *m_begin);
    return count / std::max(1.0, Seconds(now - from).count());
}

std::vector<float> Yesterday::line(NumberSeries::Number number, WallInstant now) const
{
    const std::vector<float> &known = points[number];
    const auto at = std::chrono::floor<std::chrono::seconds>(now - std::chrono::days(1));
    const qint64 last = at.time_since_epoch() / NumberSeries::pointLength;
    std::vector<float> line(NumberSeries::most / NumberSeries::perPoint, NumberSeries::nothing);
    bool isEmpty = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const qint64 place = last - qint64(line.size() - 1 - i) - first;
        if (place < 0 || place >= qint64(known.size()))
            continue;
        line[i] = known[static_cast<std::size_t>(place)];
        isEmpty = isEmpty && line[i] < 0;
    }
    return isEmpty ? std::vector<float>() : line;
}

} // namespace lockscope::ui
