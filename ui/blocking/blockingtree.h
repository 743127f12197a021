// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::ui {

// The graph of who waits for whom as a tree of lines, made in a worker: plain values, any thread.

struct BlockingNode {
    enum class Kind {
        Deadlock, // its children are the steps
        Step,
        Blocker, // waits for nobody; its children are the locks
        Lock, // its children wait for it
        Waiter, // its children are the locks that it holds
        Dead,
        More, // the lines left out
    };

    Kind kind = Kind::Lock;
    QByteArray key; // tells it from its siblings, for as long as it is the same
    QString text;
    QString brief = {}; // a shorter text for little room; empty: the text is cut
    QString sentence; // all that there is to say, without a look at the others
    std::optional<qint64> waiting; // the waiters, as far as they are known
    std::optional<Millis> waited; // all of them together
    std::optional<qint64> connections; // if only their number is known: another unit
    Millis connectionTime{0};
    std::optional<watch::LockId> lock; // which it is about
    bool stale = false; // the lock's server is lost: so it was
    std::vector<BlockingNode> children;

    // But for the children.
    bool looksLike(const BlockingNode &other) const;
};

struct BlockingTree {
    std::vector<BlockingNode> roots; // deadlocks, blockers, what nobody blocks, the dead
    std::size_t deadlocks = 0;
    std::size_t leftOut = 0; // lines
    bool partial = false; // sums may be too small
};

inline constexpr std::size_t mostBlockingNodes = 4000;

// `lost`: servers whose locks are shown as they last were. A lock is written out below its first
// holder, an owner below its first wait; further on they are only named.
BlockingTree blockingTree(const insight::WaitGraph &graph, const insight::LostAt &lost,
                          std::size_t most = mostBlockingNodes);

} // namespace lockscope::ui
