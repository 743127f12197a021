// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdhistory.h"

#include <QString>

#include <functional>
#include <vector>

namespace lockscope::ui {

// In which order the locks of a timeline are.
enum class TimelineOrder { Latest, Name, Holds };

// The locks that a timeline shows.
struct TimelineRows {
    std::vector<insight::HoldHistory::Lane> lanes;
    std::size_t matching = 0; // that could be shown; more than are
};

inline constexpr std::size_t mostLanes = 1000;

// Finds the locks of a timeline, again and again: it looks only at those of which something was
// heard since the last time, or at all where the text is another one. Of the history, which must
// outlive it. One thread.
class TimelineSieve
{
public:
    explicit TimelineSieve(const insight::HoldHistory &history)
        : m_history(history)
    {}

    // Only locks that it lets through; none: all. It may answer differently each time.
    void setLets(std::function<bool(const watch::LockId &)> lets) { m_lets = std::move(lets); }

    // Those with the text in their name or in that of one of their owners, in any case; empty: all.
    // At most so many: those that something was heard of last.
    TimelineRows rows(const QString &text, TimelineOrder order, std::size_t most = mostLanes);

    std::size_t looked() const { return m_looked; } // at so many locks, the last time

private:
    using Lane = insight::HoldHistory::Lane;

    // The facts known about a lane.
    struct Known {
        qint64 latest = 0;
        bool isThere = false;
        bool isNamed = false; // the text is in the lock's name
        bool isOwned = false; // or, where it is not, in an owner's
    };
    struct Found {
        Lane lane;
        qint64 latest;
    };
    struct Owner {
        quint32 turn = 0;
        bool matches = false;
    };

    void setText(const QString &text);
    void look(Lane lane);
    bool contains(const QByteArray &bytes) const;
    bool isOwned(Lane lane);
    bool isOf(insight::OwnerTable::Number number);
    std::vector<Found> find();
    void sort(std::vector<Found> &found, TimelineOrder order) const;

    const insight::HoldHistory &m_history;
    std::function<bool(const watch::LockId &)> m_lets;
    QString m_text;
    QByteArray m_ascii; // the text in small letters; empty: it has others
    std::vector<Known> m_known; // by lane
    std::vector<Owner> m_owners; // by number
    quint64 m_revision = 0; // of the history, when it was asked last
    quint64 m_renames = 0;
    std::size_t m_looked = 0;
};

} // namespace lockscope::ui
