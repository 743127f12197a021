// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"

#include <QString>

namespace lockscope::wording {

// Texts about who waits for whom. Plain functions, any thread. Numbers are places in the graph.

// The number of waiters for the lock that may not listen any more.
std::size_t uncheckedWaits(const insight::WaitGraph &graph, int lock);
QString waitCount(std::size_t count); // "3 wait", "1 waits"
QString connectionCount(qint64 count); // "2 waiting connections"
QString connectionSeconds(Millis time); // "12.0 connection-seconds"

QString blockingOwner(const insight::WaitGraph &graph, int owner);
// "x (fair) on redis://127.0.0.1:6379"
QString blockingPlace(const insight::WaitGraph &graph, int lock);

// "Deadlock: 3 owners wait for each other (the smallest cycle among 5 owners)"
QString deadlockTitle(const insight::WaitGraph::Cycle &cycle);
// "A waits for x (fair) on S, held by B"
QString deadlockStep(const insight::WaitGraph &graph, const insight::WaitGraph::Cycle &cycle,
                     std::size_t step);
// The same where there is little room: the names of locks in full, of owners a part.
QString deadlockStepInShort(const insight::WaitGraph &graph, const insight::WaitGraph::Cycle &cycle,
                            std::size_t step);
// "Dead: A, a waiter of x on S"
QString deadTitle(const insight::WaitGraph::Dead &dead);

// Each in one or two full sentences.
QString deadlockSentence(const insight::WaitGraph &graph, const insight::WaitGraph::Cycle &cycle);
QString blockerSentence(const insight::WaitGraph &graph,
                        const insight::WaitGraph::Blocker &blocker);
QString waitedLockSentence(const insight::WaitGraph &graph, int lock);
QString waiterSentence(const insight::WaitGraph &graph, int wait);
QString deadSentence(const insight::WaitGraph::Dead &dead);

} // namespace lockscope::wording
