// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/savedfilters.h"

#include <algorithm>

namespace lockscope::ui {

// The place of the filter, or its insertion point.
std::vector<SavedFilter>::const_iterator SavedFilters::place(const QString &name) const
{
    return std::lower_bound(m_filters.begin(), m_filters.end(), name,
                            [](const SavedFilter &filter, const QString &wanted) {
                                return filter.name.compare(wanted, Qt::CaseInsensitive) < 0;
                            });
}

const SavedFilter *SavedFilters::find(const QString &name) const
{
    const auto found = place(name);
    const bool isThere =
        found != m_filters.end() && found->name.compare(name, Qt::CaseInsensitive) == 0;
    return isThere ? &*found : nullptr;
}

bool SavedFilters::put(const QString &name, const QString &text)
{
    const SavedFilter filter{name.simplified(), text.trimmed()};
    if (filter.name.isEmpty() || filter.text.isEmpty())
        return false;
    const bool isThere = find(filter.name) != nullptr;
    if (!isThere && m_filters.size() >= most)
        return false;
    const auto at = m_filters.begin() + (place(filter.name) - m_filters.cbegin());
    if (isThere)
        *at = filter;
    else
        m_filters.insert(at, filter);
    return true;
}

void SavedFilters::remove(const QString &name)
{
    if (find(name))
        m_filters.erase(place(name));
}

QStringList SavedFilters::toList() const
{
    QStringList list;
    for (const SavedFilter &filter : m_filters)
        list << filter.name << filter.text;
    return list;
}

SavedFilters SavedFilters::fromList(const QStringList &list)
{
    SavedFilters filters;
    for (qsizetype i = 0; i + 1 < list.size(); i += 2)
        filters.put(list[i], list[i + 1]);
    return filters;
}

} // namespace lockscope::ui
