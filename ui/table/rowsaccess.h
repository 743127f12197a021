// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <vector>

namespace lockscope::ui {

// The accessible interface of a scroll area that paints its rows itself: a list with one item a
// row. The View describes the rows by count(), currentRow(), nameOf(row), rowText(row) and
// rowRect(row), which is empty out of sight. GUI thread.

// One row. Rows come and go: it asks each time.
template <typename View>
class RowAccess : public QAccessibleInterface
{
public:
    RowAccess(View *view, int row)
        : m_view(view)
        , m_row(row)
    {}

    bool isValid() const override { return m_view && m_row < m_view->count(); }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString &) override {}

    QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        if (which == QAccessible::Name)
            return m_view->nameOf(m_row);
        if (which == QAccessible::Description || which == QAccessible::Value)
            return m_view->rowText(m_row);
        return {};
    }
    QRect rect() const override
    {
        const QRect area = isValid() ? m_view->rowRect(m_row) : QRect();
        return area.isEmpty() ? area
                              : QRect(m_view->viewport()->mapToGlobal(area.topLeft()), area.size());
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.selectable = state.focusable = true;
        state.offscreen = isValid() && m_view->rowRect(m_row).isEmpty();
        state.selected = isValid() && m_view->currentRow() == m_row;
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }

private:
    QPointer<View> m_view;
    int m_row;
};

template <typename View>
class RowsAccess : public QAccessibleWidget
{
public:
    explicit RowsAccess(View *view)
        : QAccessibleWidget(view, QAccessible::List)
    {}
    ~RowsAccess() override
    {
        for (const QAccessible::Id id : m_rows) {
            if (id != 0)
                QAccessible::deleteAccessibleInterface(id);
        }
    }

    int childCount() const override { return view()->count(); }
    QAccessibleInterface *child(int row) const override
    {
        if (row < 0 || row >= childCount())
            return nullptr;
        const auto at = static_cast<std::size_t>(row);
        if (at >= m_rows.size())
            m_rows.resize(at + 1, 0);
        if (m_rows[at] == 0)
            m_rows[at] = QAccessible::registerAccessibleInterface(new RowAccess<View>(view(), row));
        return QAccessible::accessibleInterface(m_rows[at]);
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            if (m_rows[row] != 0 && QAccessible::accessibleInterface(m_rows[row]) == child)
                return static_cast<int>(row);
        }
        return -1;
    }
    QAccessibleInterface *focusChild() const override { return child(view()->currentRow()); }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        for (int row = 0; row < childCount(); ++row) {
            QAccessibleInterface *const each = child(row);
            if (each && each->rect().contains(x, y))
                return each;
        }
        return nullptr;
    }

private:
    View *view() const { return static_cast<View *>(widget()); }

    mutable std::vector<QAccessible::Id> m_rows; // 0: nobody has asked for it
};

} // namespace lockscope::ui
