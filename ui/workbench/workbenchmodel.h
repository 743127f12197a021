// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workbench/workbench.h"
#include "ui/table/mergemodel.h"
#include "ui/table/roles.h"
#include "ui/table/ttlvalue.h"

namespace lockscope::ui {

struct WorkbenchRow {
    workbench::Entry entry;
    std::optional<Millis> span; // the longest time left that was seen: the whole of the bar

    auto key() const { return entry.id; }
    friend bool operator==(const WorkbenchRow &, const WorkbenchRow &) = default;
};

// Texts of an entry, for its row and its detail: its state, the reason if it is not held, the
// locked names, and the servers.
Badge entryBadge(const workbench::Entry &entry);
// The state as a whole sentence: never only "held", but for how long that is certain.
QString entrySentence(const workbench::Entry &entry, Instant now);
QString troubleText(const workbench::Entry &entry);
QString namesText(const workbench::Entry &entry);
QString kindText(const workbench::Entry &entry); // with the side of a read-write lock
QString serversText(const workbench::Entry &entry);
// With the operator's name for the owner before it; empty: the server keeps none.
QString ownerText(const workbench::Entry &entry);
// "every 10.0 s, at most 3 times"; empty: it is not.
QString renewalText(const workbench::Entry &entry);

// The locks that this process holds by hand, in the order in which they were asked for. GUI thread;
// the clock must outlive it. RawRole holds the TtlValue of the time left, which is that of the wait
// while it waits, and the bytes of name and owner.
class WorkbenchModel : public MergeModel<WorkbenchRow>
{
public:
    enum Column { State, Name, Count, Ttl, Watchdog, Note, Kind, Server, Owner, ColumnCount };

    explicit WorkbenchModel(const Clock &clock, QObject *parent = nullptr);

    void show(const std::vector<workbench::Entry> &entries);

    // Those that are held or asked for: they would be left behind by a program that just ended.
    int openCount() const;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const WorkbenchRow &row, Column column) const;
    TtlValue ttl(const WorkbenchRow &row) const;

    const Clock &m_clock;
};

} // namespace lockscope::ui
