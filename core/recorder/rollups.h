// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/database.h"
#include "core/recorder/entry.h"

#include <QDate>

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace lockscope::recorder {

// The figures of one lock in one minute.
struct RollUp {
    qint64 minute = 0; // since 1970
    QString deployment;
    LockName name;
    qint64 acquisitions = 0;
    qint64 holds = 0; // that ended, and whose beginning was seen
    Millis held{0}; // by all of these
    Millis longestHold{0};
    qint64 waits = 0; // that were seen from the queue to the hold
    Millis waited{0};
    Millis longestWait{0};
    qint64 renewals = 0;
    qint64 overdue = 0;
    qint64 expired = 0;

    friend bool operator==(const RollUp &, const RollUp &) = default;
};

// Counts what events tell, by lock and minute, and writes each minute when it is over, into a file
// a month. One thread, that of the writer.
class RollUpBook
{
public:
    explicit RollUpBook(QString folder)
        : m_folder(std::move(folder))
    {}

    void note(const Stamped &stamped, const watch::Event &event);
    // The watch begins anew: what it saw begin is not known to go on.
    void forget() { m_holds.clear(), m_waits.clear(); }
    // Writes the minutes that are over, or all.
    Result<void> write(WallInstant now, bool all = false);

private:
    using Key = std::pair<watch::LockId, OwnerId>;
    struct KeyHash {
        std::size_t operator()(const Key &key) const noexcept
        {
            return std::hash<watch::LockId>()(key.first) ^ std::hash<OwnerId>()(key.second);
        }
    };
    using Since = std::unordered_map<Key, Instant, KeyHash>;

    RollUp &of(const Stamped &stamped, const watch::Event &event);
    void end(RollUp &row, const Key &key, Instant now);
    void begin(RollUp &row, const Key &key, Instant now, bool isSeen);
    Result<void> writeMonth(const QString &path, const std::vector<const RollUp *> &rows);

    const QString m_folder;
    std::map<std::pair<qint64, watch::LockId>, RollUp> m_rows; // not yet written
    Since m_holds;
    Since m_waits;
};

// Those of a time, by minute and name. Of no certain lock: of all.
Result<std::vector<RollUp>> readRollUps(const QString &folder, WallInstant since, WallInstant until,
                                        const std::optional<LockName> &name = {});
// Deletes the files of months that are older than that many.
void removeRollUps(const QString &folder, QDate today, int months);

} // namespace lockscope::recorder
