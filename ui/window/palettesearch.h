// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/window/palettematches.h"

#include <QHash>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockscope::ui {

// An owner, or all owners of one name, with its current holds and waits.
struct PaletteOwner {
    QByteArray bytes; // the owner, or the name
    bool isAlias = false;
    Alias alias = {}; // of the owner, or itself
    int held = 0;
    int awaited = 0;
    std::optional<watch::LockId> waitsFor = {}; // the first one that was found
};

// Looks for locks, owners and events, of which there may be very many: some thousands in each turn,
// or as many as fit into 4 ms, so that no key waits for all of them. GUI thread; the client must
// outlive it. Only the best are kept, and of owners a count for each that fits.
class PaletteSearch
{
public:
    // At most; the names and owners of so many locks take about 2 ms.
    static constexpr std::size_t perTurn = 4096;

    explicit PaletteSearch(WatchClient &client)
        : m_client(client)
    {}

    // Searches these groups, for at most so many results of each. Earlier results are dropped.
    void start(const PaletteQuery &query, const std::set<PaletteGroup> &groups, std::size_t most);
    // One turn. False: all was looked at.
    bool next();
    void clear(); // nothing is kept any more

    // The best first, as far as it went.
    std::vector<LockPointer> locks() const { return m_locks.best(); }
    std::vector<PaletteOwner> owners() const;
    std::vector<watch::Event> events() const { return m_events.best(); }
    // The score of the best match in a group; empty: nothing in the group matches.
    std::optional<int> bestScore(PaletteGroup group) const;

private:
    void lookAt(const LockPointer &lock);
    void lookAt(const watch::LockRecord &lock, const OwnerId &owner, const Alias &alias,
                bool holds);
    void count(bool isAlias, const QByteArray &bytes, const Alias &alias, int score,
               const watch::LockRecord &lock, bool holds);
    void lookAtEvents(std::size_t most);
    bool wants(PaletteGroup group) const { return m_groups.contains(group); }

    using OwnerKey = std::pair<bool, QByteArray>;

    WatchClient &m_client;
    PaletteQuery m_query{QString()};
    std::set<PaletteGroup> m_groups;
    std::optional<std::size_t> m_nextLock; // empty: all were looked at
    std::optional<quint64> m_nextEvent; // its number; they are looked at from the newest on
    BestMatches<LockPointer> m_locks{0};
    BestMatches<OwnerKey> m_owners{0};
    BestMatches<watch::Event> m_events{0};
    QHash<OwnerKey, PaletteOwner> m_counts; // of those that fit
    std::map<watch::EventType, QByteArray> m_typeWords;
};

} // namespace lockscope::ui
