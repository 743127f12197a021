// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::ui {

struct SavedFilter {
    QString name;
    QString text;

    friend bool operator==(const SavedFilter &, const SavedFilter &) = default;
};

// Filters that people gave a name, in alphabetical order. A value.
class SavedFilters
{
public:
    static constexpr std::size_t most = 100;

    const std::vector<SavedFilter> &all() const { return m_filters; }
    // nullptr: there is none of this name.
    const SavedFilter *find(const QString &name) const;

    // Takes the place of one of the same name, in any case. False: there is no name or no text, or
    // there are too many.
    bool put(const QString &name, const QString &text);
    void remove(const QString &name);

    // As they are remembered: name and text by turns. Malformed entries are left out.
    QStringList toList() const;
    static SavedFilters fromList(const QStringList &list);

    friend bool operator==(const SavedFilters &, const SavedFilters &) = default;

private:
    std::vector<SavedFilter>::const_iterator place(const QString &name) const;

    std::vector<SavedFilter> m_filters;
};

} // namespace lockscope::ui
