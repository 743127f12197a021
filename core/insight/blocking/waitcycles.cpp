// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/blocking/waitcycles.h"

#include <algorithm>
#include <unordered_map>

namespace lockscope::insight {

namespace {

constexpr int unseen = -1;

class Tarjan
{
public:
    explicit Tarjan(const Successors &graph)
        : m_graph(graph)
        , m_order(graph.size(), unseen)
        , m_low(graph.size(), unseen)
        , m_component(graph.size(), unseen)
    {}

    std::vector<int> run()
    {
        for (std::size_t node = 0; node < m_graph.size(); ++node) {
            if (m_order[node] == unseen)
                explore(static_cast<int>(node));
        }
        return std::move(m_component);
    }

private:
    struct Frame {
        int node = 0;
        std::size_t next = 0; // successor
    };

    static std::size_t at(int node) { return static_cast<std::size_t>(node); }

    void enter(int node)
    {
        m_order[at(node)] = m_low[at(node)] = m_count++;
        m_open.push_back(node);
        m_frames.push_back({node});
    }

    void explore(int start)
    {
        enter(start);
        while (!m_frames.empty()) {
            Frame &frame = m_frames.back();
            const int node = frame.node;
            if (frame.next < m_graph[at(node)].size()) {
                const int next = m_graph[at(node)][frame.next++];
                if (m_order[at(next)] == unseen)
                    enter(next);
                else if (m_component[at(next)] == unseen)
                    m_low[at(node)] = std::min(m_low[at(node)], m_order[at(next)]);
                continue;
            }
            m_frames.pop_back();
            if (!m_frames.empty()) {
                int &low = m_low[at(m_frames.back().node)];
                low = std::min(low, m_low[at(node)]);
            }
            if (m_low[at(node)] == m_order[at(node)])
                close(node);
        }
    }

    void close(int root)
    {
        int node = unseen;
        do {
            node = m_open.back();
            m_open.pop_back();
            m_component[at(node)] = m_components;
        } while (node != root);
        ++m_components;
    }

    const Successors &m_graph;
    std::vector<int> m_order;
    std::vector<int> m_low;
    std::vector<int> m_component;
    std::vector<int> m_open;
    std::vector<Frame> m_frames;
    int m_count = 0;
    int m_components = 0;
};

// Breadth first from `start` until a node leads back to it, over at most `limit` nodes of a way.
std::vector<int> loopFrom(int start, const Successors &graph, const std::vector<int> &components,
                          std::size_t limit, std::size_t &used)
{
    const auto at = [](int node) { return static_cast<std::size_t>(node); };
    std::unordered_map<int, int> cameFrom{{start, start}};
    std::vector<int> layer{start};
    for (std::size_t length = 1; !layer.empty() && length < limit; ++length) {
        std::vector<int> following;
        for (const int node : layer) {
            for (const int next : graph[at(node)]) {
                ++used;
                if (next == start) {
                    std::vector<int> loop{node};
                    while (loop.back() != start)
                        loop.push_back(cameFrom.at(loop.back()));
                    std::reverse(loop.begin(), loop.end());
                    return loop;
                }
                if (components[at(next)] == components[at(start)]
                    && cameFrom.try_emplace(next, node).second)
                    following.push_back(next);
            }
        }
        layer = std::move(following);
    }
    return {};
}

} // namespace

std::vector<int> componentsOf(const Successors &graph)
{
    return Tarjan(graph).run();
}

Loop shortestLoop(const Successors &graph, const std::vector<int> &components,
                  const std::vector<int> &starts, std::size_t &effort)
{
    Loop loop;
    for (const int start : starts) {
        if (!loop.nodes.empty() && effort == 0) {
            loop.isShortest = false;
            break;
        }
        std::size_t used = 0;
        // Only a shorter one than the best so far is worth finding.
        const std::size_t limit = loop.nodes.empty() ? graph.size() + 1 : loop.nodes.size();
        auto found = loopFrom(start, graph, components, limit, used);
        effort -= std::min(effort, used);
        if (!found.empty())
            loop.nodes = std::move(found);
    }
    return loop;
}

} // namespace lockscope::insight
