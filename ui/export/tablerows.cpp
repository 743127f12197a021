// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/tablerows.h"

#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "ui/table/roles.h"
#include "ui/table/ttlvalue.h"

#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

const QHeaderView *headerOf(const QAbstractItemView &view)
{
    if (const auto *table = qobject_cast<const QTableView *>(&view))
        return table->horizontalHeader();
    const auto *tree = qobject_cast<const QTreeView *>(&view);
    return tree ? tree->header() : nullptr;
}

bool isUnknown(const QString &text)
{
    return text.isEmpty() || text == u"–"_s || text == u"-"_s;
}

} // namespace

TableRows::TableRows(QAbstractItemView &view, bool selectedOnly, const Clock &clock)
    : m_view(view)
    , m_clock(clock)
    , m_export(exportRowsOf(view))
{
    const QHeaderView *const header = headerOf(view);
    for (int place = 0; header && place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        if (!header->isSectionHidden(column))
            m_columns.push_back(column);
    }
    if (view.model() && !m_columns.empty())
        add(view.rootIndex(), 0, selectedOnly);
}

void TableRows::add(const QModelIndex &parent, int level, bool selectedOnly)
{
    const QAbstractItemModel &model = *m_view.model();
    const auto *const tree = qobject_cast<const QTreeView *>(&m_view);
    const int count = model.rowCount(parent);
    if (!tree)
        m_rows.reserve(static_cast<std::size_t>(count));
    for (int row = 0; row < count; ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const bool isHead = m_export.isHead && m_export.isHead(row);
        if (!isHead && (!selectedOnly || m_view.selectionModel()->isSelected(index)))
            m_rows.push_back({QPersistentModelIndex(index), level});
        if (tree && tree->isExpanded(index))
            add(index, level + 1, selectedOnly);
    }
}

QStringList TableRows::titles() const
{
    QStringList titles;
    for (const int column : m_columns)
        titles += m_view.model()->headerData(column, Qt::Horizontal).toString();
    return titles;
}

bool TableRows::isThere(qsizetype row) const
{
    return m_rows[static_cast<std::size_t>(row)].index.isValid();
}

// The whole bytes where the view shows a part of them, and after the name that it shows in their
// place.
QString TableRows::text(const QModelIndex &cell) const
{
    const QString shown = cell.data(Qt::DisplayRole).toString();
    const QVariant raw = cell.data(RawRole);
    const bool isBytes = raw.typeId() == QMetaType::QByteArray;
    if (!isBytes)
        return shown;
    const QString whole = visible(raw.toByteArray());
    if (shown.contains(QChar(0x2026)))
        return whole;
    const bool isNamed = cell.data(MarkRole).isValid() && !shown.contains(whole);
    return isNamed ? u"%1 (%2)"_s.arg(shown, whole) : shown;
}

QStringList TableRows::cells(qsizetype row) const
{
    const Row &taken = m_rows[static_cast<std::size_t>(row)];
    QStringList cells;
    for (const int column : m_columns)
        cells += text(taken.index.sibling(taken.index.row(), column));
    // The branches of a tree.
    if (taken.level > 0)
        cells.front().prepend(QString(2 * taken.level, u' '));
    return cells;
}

void TableRows::put(QJsonObject &object, const QString &field, const QModelIndex &cell) const
{
    const QVariant raw = cell.data(RawRole);
    if (raw.canConvert<TtlValue>() && raw.typeId() == qMetaTypeId<TtlValue>()) {
        const auto value = raw.value<TtlValue>();
        const Instant now = value.frozenAt.value_or(m_clock.now());
        object[field] = value.applies && value.deadline ? QJsonValue(static_cast<qint64>(
                            std::chrono::floor<Millis>(*value.deadline - now).count()))
                                                        : QJsonValue(QJsonValue::Null);
        return;
    }
    const QString words = text(cell);
    bool isWhole = false;
    const qint64 number = words.toLongLong(&isWhole);
    const bool isBytes = raw.typeId() == QMetaType::QByteArray;
    const QByteArray bytes = isBytes ? raw.toByteArray() : QByteArray();
    if (isUnknown(words))
        object[field] = QJsonValue::Null;
    else if (isWhole && (!isBytes || bytes == words.toLatin1()) && QString::number(number) == words)
        object[field] = number;
    else
        object[field] = words;
    if (isBytes && isAmbiguous(bytes))
        object[field + "_base64"_L1] = QString::fromLatin1(bytes.toBase64());
}

std::optional<QJsonObject> TableRows::object(qsizetype row) const
{
    const Row &taken = m_rows[static_cast<std::size_t>(row)];
    if (m_export.record)
        return m_export.record(taken.index.row());
    QJsonObject object;
    if (qobject_cast<const QTreeView *>(&m_view))
        object["level"_L1] = taken.level;
    for (const int column : m_columns) {
        // A server has its own column.
        QString field = m_export.fields.value(column);
        if (field.isEmpty())
            field = m_view.model()->headerData(column, Qt::Horizontal).toString();
        put(object, field, taken.index.sibling(taken.index.row(), column));
    }
    return object;
}

qsizetype selectedRows(const QAbstractItemView &view)
{
    if (!view.selectionModel())
        return 0;
    qsizetype count = 0;
    for (const QItemSelectionRange &range : view.selectionModel()->selection())
        count += range.height();
    return count;
}

} // namespace lockscope::ui
