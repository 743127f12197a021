// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>

#include <tuple>

namespace lockscope::ui {

// The alignment of a cell and of the title above it: numbers are right-aligned.
inline QVariant columnAlignment(bool isNumber)
{
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

// A model's headerData() where a column has a title and no more. `titles` gives them, as an array
// with one for each column, and is asked only when one of them is wanted.
template <typename Titles>
QVariant columnHeader(int section, Qt::Orientation orientation, int role, const Titles &titles,
                      bool isNumber = false)
{
    constexpr auto count = static_cast<int>(std::tuple_size_v<decltype(titles())>);
    if (orientation != Qt::Horizontal || section < 0 || section >= count)
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(isNumber);
    if (role != Qt::DisplayRole)
        return {};
    return titles()[static_cast<std::size_t>(section)];
}

} // namespace lockscope::ui
