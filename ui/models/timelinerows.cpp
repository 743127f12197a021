// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timelinerows.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

using Lane = watch::HoldHistory::Lane;

qint64 latest(const watch::HoldHistory &history, Lane lane)
{
    qint64 latest = 0;
    if (const auto ended = history.ended(lane); !ended.empty())
        latest = ended.back().to;
    for (const watch::HoldInterval &hold : history.open(lane))
        latest = std::max(latest, hold.to);
    return latest;
}

bool contains(const QByteArray &bytes, const QString &text)
{
    return QString::fromUtf8(bytes).contains(text, Qt::CaseInsensitive);
}

std::vector<bool> owners(const watch::HoldHistory &history, const QString &text)
{
    std::vector<bool> found;
    history.owners().visit([&](watch::OwnerTable::Number number) {
        found.resize(number + 1, false);
        found[number] = contains(history.owners().owner(number).bytes, text)
            || contains(history.owners().alias(number).name, text);
    });
    return found;
}

} // namespace

TimelineRows timelineRows(const watch::HoldHistory &history, const QString &text,
                          TimelineOrder order, std::size_t most)
{
    struct Known {
        Lane lane;
        qint64 latest;
    };
    const std::vector<bool> wanted = text.isEmpty() ? std::vector<bool>() : owners(history, text);
    const auto isOf = [&](const watch::HoldInterval &hold) -> bool { return wanted[hold.owner]; };
    std::vector<Known> found;
    for (const Lane lane : history.lanes()) {
        const auto ended = history.ended(lane);
        const auto open = history.open(lane);
        if (text.isEmpty() || contains(history.lockOf(lane).name.bytes, text)
            || std::any_of(open.begin(), open.end(), isOf)
            || std::any_of(ended.begin(), ended.end(), isOf))
            found.push_back({lane, latest(history, lane)});
    }
    TimelineRows rows;
    rows.matching = found.size();
    const auto isLater = [](const Known &a, const Known &b) {
        return a.latest != b.latest ? a.latest > b.latest : a.lane < b.lane;
    };
    if (found.size() > most) {
        std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most),
                         found.end(), isLater);
        found.resize(most);
    }
    const auto holds = [&](Lane lane) {
        return history.ended(lane).size() + history.open(lane).size();
    };
    std::sort(found.begin(), found.end(), [&](const Known &a, const Known &b) {
        if (order == TimelineOrder::Latest)
            return isLater(a, b);
        if (order == TimelineOrder::Holds && holds(a.lane) != holds(b.lane))
            return holds(a.lane) > holds(b.lane);
        const watch::LockId &left = history.lockOf(a.lane);
        const watch::LockId &right = history.lockOf(b.lane);
        return left.name != right.name ? left.name < right.name : left.server < right.server;
    });
    rows.lanes.reserve(found.size());
    for (const Known &known : found)
        rows.lanes.push_back(known.lane);
    return rows;
}

} // namespace lockscope::ui
