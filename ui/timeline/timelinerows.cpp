// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinerows.h"

#include "core/base/text.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

qint64 latest(const insight::HoldHistory &history, insight::HoldHistory::Lane lane)
{
    qint64 latest = 0;
    if (const auto ended = history.ended(lane); !ended.empty())
        latest = ended.back().to;
    for (const insight::HoldInterval &hold : history.open(lane))
        latest = std::max(latest, hold.to);
    return latest;
}

bool isAscii(QByteArrayView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
}

char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Compares two found lanes.
template <typename Found>
bool isLater(const Found &a, const Found &b)
{
    return a.latest != b.latest ? a.latest > b.latest : a.lane < b.lane;
}

} // namespace

void TimelineSieve::setText(const QString &text)
{
    m_text = text;
    m_ascii = text.toUtf8();
    if (!isAscii(m_ascii))
        m_ascii.clear();
    std::transform(m_ascii.begin(), m_ascii.end(), m_ascii.begin(), folded);
    m_known.clear();
    m_owners.clear();
    m_revision = 0;
}

// As names mostly are ASCII, without making a text of each.
bool TimelineSieve::contains(const QByteArray &bytes) const
{
    if (m_ascii.isEmpty() || !isAscii(bytes))
        return fromUtf8(bytes).contains(m_text, Qt::CaseInsensitive);
    const auto isSame = [](char c, char wanted) { return folded(c) == wanted; };
    return std::search(bytes.begin(), bytes.end(), m_ascii.begin(), m_ascii.end(), isSame)
        != bytes.end();
}

bool TimelineSieve::isOf(insight::OwnerTable::Number number)
{
    const insight::OwnerTable &owners = m_history.owners();
    if (m_owners.size() <= number)
        m_owners.resize(number + 1);
    Owner &owner = m_owners[number];
    if (owner.turn != owners.turn(number))
        owner = {owners.turn(number),
                 contains(owners.owner(number).bytes) || contains(owners.alias(number).name)};
    return owner.matches;
}

bool TimelineSieve::isOwned(Lane lane)
{
    const auto isIt = [this](const insight::HoldInterval &hold) { return isOf(hold.owner); };
    const auto open = m_history.open(lane);
    const auto ended = m_history.ended(lane);
    return std::any_of(open.begin(), open.end(), isIt)
        || std::any_of(ended.begin(), ended.end(), isIt);
}

void TimelineSieve::look(Lane lane)
{
    ++m_looked;
    Known known;
    known.isThere = !m_history.ended(lane).empty() || !m_history.open(lane).empty();
    if (known.isThere) {
        known.latest = latest(m_history, lane);
        known.isNamed = m_text.isEmpty() || contains(m_history.lockOf(lane).name.bytes);
        known.isOwned = !known.isNamed && isOwned(lane);
    }
    m_known[lane] = known;
}

std::vector<TimelineSieve::Found> TimelineSieve::find()
{
    m_looked = 0;
    // A renamed owner may have locks that have not changed.
    const bool areRenamed = m_renames != m_history.owners().renames();
    if (areRenamed)
        m_owners.clear();
    m_known.resize(m_history.laneCount());
    std::vector<Found> found;
    for (Lane lane = 0; lane < m_known.size(); ++lane) {
        Known &known = m_known[lane];
        if (m_history.changedAt(lane) > m_revision)
            look(lane);
        else if (areRenamed && known.isThere && !known.isNamed)
            known.isOwned = isOwned(lane);
        if ((known.isNamed || known.isOwned) && (!m_lets || m_lets(m_history.lockOf(lane))))
            found.push_back({lane, known.latest});
    }
    m_revision = m_history.revision();
    m_renames = m_history.owners().renames();
    return found;
}

void TimelineSieve::sort(std::vector<Found> &found, TimelineOrder order) const
{
    const auto holds = [this](Lane lane) {
        return m_history.ended(lane).size() + m_history.open(lane).size();
    };
    std::sort(found.begin(), found.end(), [&](const Found &a, const Found &b) {
        if (order == TimelineOrder::Latest)
            return isLater(a, b);
        if (order == TimelineOrder::Holds && holds(a.lane) != holds(b.lane))
            return holds(a.lane) > holds(b.lane);
        const watch::LockId &left = m_history.lockOf(a.lane);
        const watch::LockId &right = m_history.lockOf(b.lane);
        return left.name != right.name ? left.name < right.name
                                       : left.deployment < right.deployment;
    });
}

TimelineRows TimelineSieve::rows(const QString &text, TimelineOrder order, std::size_t most)
{
    if (text != m_text)
        setText(text);
    std::vector<Found> found = find();
    TimelineRows rows;
    rows.matching = found.size();
    if (found.size() > most) {
        std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most),
                         found.end(), isLater<Found>);
        found.resize(most);
    }
    sort(found, order);
    rows.lanes.reserve(found.size());
    for (const Found &each : found)
        rows.lanes.push_back(each.lane);
    return rows;
}

} // namespace lockscope::ui
