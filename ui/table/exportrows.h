// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QJsonObject>
#include <QMetaType>
#include <QStringList>

#include <functional>
#include <optional>

namespace lockscope::ui {

// Information that an export (ui/export) of a table or tree needs beside its model. GUI thread.
struct ExportRows {
    // Names of the columns in JSON, which are the same in every language; a column without a name
    // is called by its title.
    QStringList fields = {};
    // The row as a record of product.md, in place of its cells; empty: it has none and is left out.
    std::function<std::optional<QJsonObject>(int row)> record = {};
    // No entry of its own: the head of a group.
    std::function<bool(int row)> isHead = {};
};

inline constexpr const char *exportRowsProperty = "exportRows";

} // namespace lockscope::ui

Q_DECLARE_METATYPE(lockscope::ui::ExportRows)

namespace lockscope::ui {

inline void setExportRows(QAbstractItemView *view, const ExportRows &rows)
{
    view->setProperty(exportRowsProperty, QVariant::fromValue(rows));
}

inline ExportRows exportRowsOf(const QAbstractItemView &view)
{
    return view.property(exportRowsProperty).value<ExportRows>();
}

} // namespace lockscope::ui
