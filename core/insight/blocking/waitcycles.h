// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace lockscope::insight {

// The arithmetic beneath the wait-for graph: a directed graph of numbers. Plain functions.

using Successors = std::vector<std::vector<int>>; // of each node

// Strongly connected components (Tarjan's algorithm, without recursion): the component's number for
// each node. A component's number is greater than those of all that it leads to.
std::vector<int> componentsOf(const Successors &graph);

// A shortest way from one of the nodes back to itself within their component.
struct Loop {
    std::vector<int> nodes; // in their order, each leads to the next and the last to the first
    bool isShortest = true; // false: the effort was at an end before every start was tried
};
// `starts`: where it may begin, all of one component. `effort`: the number of edges that may be
// followed beyond the first loop found; the used part is subtracted. Empty: there is no way back.
Loop shortestLoop(const Successors &graph, const std::vector<int> &components,
                  const std::vector<int> &starts, std::size_t &effort);

} // namespace lockscope::insight
