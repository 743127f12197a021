// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"
#include "ui/table/mergemodel.h"
#include "ui/table/ttlvalue.h"

#include <tuple>

namespace lockscope::ui {

// The tables of one lock's detail: its holds and its keys. GUI thread; the clock must
// outlive them. RawRole holds the TtlValue of columns that count down, and the bytes behind owners
// and keys.

struct HoldRow {
    watch::HoldRecord hold;
    std::optional<Instant> lostAt;

    auto key() const { return std::tuple(hold.owner, hold.mode); }
    friend bool operator==(const HoldRow &, const HoldRow &) = default;
};

class HoldsModel : public MergeModel<HoldRow>
{
public:
    enum Column {
        Owner,
        Mode,
        Count,
        Ttl,
        Watchdog,
        Renewals,
        Since,
        Period, // between renewals
        Origin, // where the owner says that it is
        ColumnCount
    };

    explicit HoldsModel(const Clock &clock, QObject *parent = nullptr);

    void show(const watch::LockRecord *lock, const std::optional<Instant> &lostAt);

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const HoldRow &row, Column column) const;

    const Clock &m_clock;
};

struct KeyRow {
    watch::KeyRecord record;
    std::optional<Millis> lease; // of the hold that the key ends with
    std::optional<Instant> lostAt;

    auto key() const { return record.key; }
    friend bool operator==(const KeyRow &, const KeyRow &) = default;
};

class KeysModel : public MergeModel<KeyRow>
{
public:
    enum Column { Key, Type, Ttl, ColumnCount };

    explicit KeysModel(const Clock &clock, QObject *parent = nullptr);

    void show(const watch::LockRecord *lock, const std::optional<Instant> &lostAt);

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const Clock &m_clock;
};

} // namespace lockscope::ui
