// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/format/format.h"
#include "core/watch/read/commandsupport.h"
#include "core/watch/read/otherlisteners.h"
#include "core/watch/read/readround.h"
#include "core/watch/read/readwork.h"

#include <vector>

namespace lockscope::watch {

// Plans the commands that count the listeners on the channels of locks and their waiters, and
// recognizes by them locks of which no key is left. One thread; all that is passed in must outlive
// it and the rounds.
class ListenerCounter
{
public:
    ListenerCounter(CommandSupport &support, const format::Hints &hints)
        : m_support(support)
        , m_hints(hints)
    {}

    // Waiters here also listen to sharded channels (Redisson in a cluster of 7.0 and newer).
    void setSharded(bool sharded) { m_isSharded = sharded; }
    bool isSharded() const { return m_isSharded; }
    // Clients may listen there as well; they must outlive this.
    void setOthers(OtherListeners *others) { m_others = others; }

    // Plans the counts for the lock as its format is known now.
    void plan(ReadWork &work, ReadRound &round);
    // Looks for a lock without keys: connections may still wait on its channel, since nobody told
    // them that it is free. True: they are to be counted first. Those of a known lock were counted
    // with its key.
    bool find(ReadWork &work, ReadRound &round);
    using Counts = std::vector<qint64>; // one for each that was asked for
    struct AskedOthers {
        std::vector<Listening> asked;
        Pending<Counts> counts;
    };
    // Makes commands of all that was planned for the round, and asks the others.
    std::vector<AskedOthers> ask(ReadRound &round);
    // After the round: adds what the others tell. An Error: cancelled.
    static QCoro::Task<Result<void>> addOthers(TaskScope &scope, std::vector<AskedOthers> others);

private:
    static void note(const std::vector<Listening> &asked, const Counts &counts);
    static void add(const std::vector<Listening> &asked, const Counts *counts);

    CommandSupport &m_support;
    const format::Hints &m_hints;
    bool m_isSharded = false;
    OtherListeners *m_others = nullptr;
};

} // namespace lockscope::watch
