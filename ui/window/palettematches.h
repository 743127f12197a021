// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QString>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::ui {

// A query typed to find something by its name, as pure functions over values. Any thread.
class PaletteQuery
{
public:
    explicit PaletteQuery(const QString &typed);

    bool isEmpty() const { return m_words.isEmpty(); }

    // The quality of the match with a text in UTF-8: more is better, empty is no match. Every word
    // must be in the text: best at its start, then at the start of one of its parts, then anywhere,
    // then letter by letter. ASCII letters match in either case.
    std::optional<int> score(QByteArrayView text) const;
    // The same of several texts that belong together: each word may be in another one.
    std::optional<int> score(std::initializer_list<QByteArrayView> texts) const;

private:
    QByteArrayList m_words;
};

// The groups that the palette finds; of equally good ones the first is on top.
enum class PaletteGroup { Actions, Locks, Owners, Servers, Events, Guide };
inline constexpr int paletteGroups = 6;

// The sign that limits a search to the group; empty: it has none.
QString paletteSign(PaletteGroup group);

// The typed text: "@bill" is a search for owners alone.
struct PaletteInput {
    std::optional<PaletteGroup> only; // empty: all groups
    QString text; // without the sign
};
PaletteInput readPaletteInput(const QString &typed);

// The best of all that is offered one by one, at most so many: no more is ever kept. Equally good
// matches stay in their order.
template <typename Thing>
class BestMatches
{
public:
    explicit BestMatches(std::size_t most)
        : m_most(most)
    {}

    // Copies it only if it is kept for now.
    template <typename Offered>
    void offer(int score, const Offered &thing)
    {
        const std::size_t order = m_offered++;
        if (m_kept.size() == m_most) {
            if (m_most == 0 || score <= m_kept.front().score)
                return; // of two the first one stays
            std::pop_heap(m_kept.begin(), m_kept.end(), isBetter);
            m_kept.pop_back();
        }
        m_kept.push_back({score, order, Thing(thing)});
        std::push_heap(m_kept.begin(), m_kept.end(), isBetter);
    }

    std::size_t size() const { return m_kept.size(); }

    // The best first.
    std::vector<Thing> best() const { return BestMatches(*this).take(); }
    // The score of the best one; empty: nothing fits.
    std::optional<int> bestScore() const
    {
        if (m_kept.empty())
            return std::nullopt;
        return std::min_element(m_kept.begin(), m_kept.end(), isBetter)->score;
    }

    // The best first; nothing is left here.
    std::vector<Thing> take()
    {
        std::sort_heap(m_kept.begin(), m_kept.end(), isBetter);
        std::vector<Thing> things;
        things.reserve(m_kept.size());
        for (Kept &kept : m_kept)
            things.push_back(std::move(kept.thing));
        m_kept.clear();
        return things;
    }

private:
    struct Kept {
        int score;
        std::size_t order;
        Thing thing;
    };

    static bool isBetter(const Kept &a, const Kept &b)
    {
        return a.score != b.score ? a.score > b.score : a.order < b.order;
    }

    std::size_t m_most;
    std::size_t m_offered = 0;
    std::vector<Kept> m_kept; // a heap with the worst in front
};

} // namespace lockscope::ui
