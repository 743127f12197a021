// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// A report of who waits for whom: a value, and its printed forms.
struct BlockingReport {
    insight::WaitGraph graph;
    std::vector<watch::Gap> gaps;
    bool watched = false; // for how long is known
};

QJsonObject toJson(const BlockingReport &report);
// The deadlocks; then a tree for each owner that blocks others and waits for nobody; then the dead.
QString text(const BlockingReport &report);

} // namespace lockscope::lockctl
