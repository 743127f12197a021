// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/keys.h"
#include "core/insight/filter/filter.h"
#include "core/watch/record/lockid.h"

#include <optional>

namespace lockscope::lockctl {

// The order of the table.
enum class LockSort : quint8 {
    Problems, // the worst first, then most waiters
    Waiters, // most first
    Held, // the longest first
    Expiry, // the soonest first
    Name, // by server and name
};

QString name(LockSort sort); // as the screen says it

// A filter that is being written.
struct FilterEdit {
    QString text;
    qsizetype cursor = 0;
    std::optional<insight::FilterProblem> problem; // why it cannot be taken; empty: it can
};

// The choices of the screen's user, and the effects of keys on them. A value without I/O, one
// thread.
class TopView
{
public:
    enum class Act {
        None,
        Draw, // the same facts in another way
        Gather, // other facts are wanted: the filter has changed
        TogglePause,
        Repaint, // everything, since the terminal shows something else
        Suspend,
        Quit,
    };

    TopView() = default;
    TopView(QString text, insight::LockFilter filter)
        : m_filterText(std::move(text))
        , m_filter(std::move(filter))
    {}

    // `count`: of the locks that match; `page`: how many of them are shown.
    Act press(const Key &key, std::size_t count, std::size_t page);

    LockSort sort() const { return m_sort; }
    bool isReversed() const { return m_isReversed; }
    bool isProblemsOnly() const { return m_isProblemsOnly; }
    bool isHelp() const { return m_isHelp; }
    bool isDetail() const { return m_isDetail && m_place.has_value(); }
    const std::optional<FilterEdit> &edit() const { return m_edit; }
    const QString &filterText() const { return m_filterText; }
    const insight::LockFilter &filter() const { return m_filter; }

    // The selected lock. It is known by its place until the table has been arranged, then by its
    // id, which it keeps when other locks come before it.
    const std::optional<std::size_t> &place() const { return m_place; }
    const std::optional<watch::LockId> &selected() const { return m_selected; }
    void select(std::optional<std::size_t> place, std::optional<watch::LockId> id = {});

    // The first row that is shown, so that the selected one is among them.
    std::size_t scrollTo(std::size_t count, std::size_t page);

private:
    Act pressInFilter(const Key &key);
    Act pressText(QChar character);
    Act move(qsizetype by, std::size_t count, std::size_t page);
    Act moveTo(std::size_t place);
    void check();

    LockSort m_sort = LockSort::Problems;
    bool m_isReversed = false;
    bool m_isProblemsOnly = false;
    bool m_isHelp = false;
    bool m_isDetail = false;
    QString m_filterText;
    insight::LockFilter m_filter;
    std::optional<FilterEdit> m_edit;
    std::optional<std::size_t> m_place;
    std::optional<watch::LockId> m_selected;
    std::size_t m_first = 0;
};

// Reads a filter of this command: one that asks for verdicts of quorums is a problem.
insight::FilterResult<insight::LockFilter> readTopFilter(const QString &text);

} // namespace lockscope::lockctl
