// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/records.h"

#include <QAbstractTableModel>

#include <deque>
#include <vector>

namespace lockscope::ui {

// What happened, newest last, at most so many: the oldest go. GUI thread. One batch is at most one
// removal from the front and one insertion at the end.
class EventModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Type, Lock, Owner, Detail, Server, ColumnCount };
    static constexpr std::size_t defaultCapacity = 10'000;

    explicit EventModel(const Clock &clock, std::size_t capacity = defaultCapacity,
                        QObject *parent = nullptr);

    void append(std::vector<watch::Event> events);
    // Other events in place of all that are there.
    void replace(std::vector<watch::Event> events);

    const watch::Event &eventAt(int row) const { return m_events[static_cast<std::size_t>(row)]; }
    std::vector<watch::Event> eventsOf(const watch::LockId &id) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const watch::Event &event, Column column) const;

    const Clock &m_clock;
    std::size_t m_capacity;
    std::deque<watch::Event> m_events;
};

} // namespace lockscope::ui
