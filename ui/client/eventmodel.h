// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/eventfilter.h"
#include "core/watch/record/records.h"

#include <QAbstractTableModel>

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace lockscope::ui {

// Describes an event to find: the one nearest to a time, of the lock or, if no lock is named, of
// the server itself.
struct EventPlace {
    watch::DeploymentId deployment; // none: the event is reported for all of them
    std::optional<LockName> name;
    WallInstant at;
    std::optional<OwnerId> owner = {}; // rather its than another's at the same time
};

// The events, newest last, up to a capacity: the oldest are dropped. GUI thread. The rows are the
// events that match a filter; one batch is at most one removal from the front and one insertion at
// the end. While no view is shown there are no rows, so that views cost nothing; events are kept
// all the same.
class EventModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Type, Lock, Owner, Detail, Server, ColumnCount };
    static constexpr std::size_t defaultCapacity = 10'000;

    explicit EventModel(const Clock &clock, std::size_t capacity = defaultCapacity,
                        QObject *parent = nullptr);

    void append(std::vector<watch::Event> events);
    // As if none had ever been there.
    void clear();
    // Other events in place of all that are there.
    void replace(std::vector<watch::Event> events);

    // Changes names of owners in place; `change` says whether it did. Rows that matched the filter
    // stay, as readers expect.
    void rename(const std::function<bool(watch::Event &)> &change);

    void setFilter(const insight::EventFilter &filter);
    void setShown(bool shown);

    const watch::Event &eventAt(int row) const
    {
        return m_events[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)] - m_first)];
    }
    // All of them, let through or not and whether anybody looks or not.
    const std::deque<watch::Event> &events() const { return m_events; }
    std::size_t eventCount() const { return m_events.size(); }
    quint64 forgottenCount() const { return m_first + m_leftOut; } // that are not here any more
    std::vector<watch::Event> eventsOf(const watch::LockId &id) const;

    // The number of the event at a place, let through or not; empty: none is, or it went.
    std::optional<quint64> find(const EventPlace &place) const;
    int rowOf(quint64 number) const; // -1: it is not let through

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    // Other events are kept, or other ones of them have rows; rows alone do not tell of those that
    // are not let through.
    void countsChanged();

private:
    QString text(const watch::Event &event, Column column) const;
    void leaveOut(std::vector<watch::Event> &events);
    void showFrom(quint64 number);
    void removeFirst(std::size_t count);

    const Clock &m_clock;
    std::size_t m_capacity;
    std::deque<watch::Event> m_events;
    std::size_t m_appeared = 0; // of them, so many were there already when they were first seen
    quint64 m_leftOut = 0; // more of those
    quint64 m_first = 0; // number of the first of them; each has its own
    std::deque<quint64> m_rows; // numbers
    insight::EventFilter m_filter;
    bool m_isShown = true;
};

} // namespace lockscope::ui
