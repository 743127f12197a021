// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/detailaccess.h"

#include "ui/charts/ttlchart.h"
#include "ui/views/queuelane.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <vector>

namespace lockscope::ui {

namespace {

// One waiter. The queue moves on: it asks each time.
class Waiter : public QAccessibleInterface
{
public:
    Waiter(QueueLane *lane, int row)
        : m_lane(lane)
        , m_row(row)
    {}

    bool isValid() const override { return m_lane && m_row < m_lane->count(); }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_lane);
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
            return m_lane->nameOf(m_row);
        if (which == QAccessible::Description || which == QAccessible::Value)
            return m_lane->waiterText(m_row);
        return {};
    }
    QRect rect() const override
    {
        const QRect area = isValid() ? m_lane->waiterRect(m_row) : QRect();
        return area.isEmpty() ? area
                              : QRect(m_lane->viewport()->mapToGlobal(area.topLeft()), area.size());
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.selectable = state.focusable = true;
        state.offscreen = isValid() && m_lane->waiterRect(m_row).isEmpty();
        state.selected = isValid() && m_lane->currentRow() == m_row;
        state.focused = state.selected && m_lane->hasFocus();
        return state;
    }

private:
    QPointer<QueueLane> m_lane;
    int m_row;
};

class Lane : public QAccessibleWidget
{
public:
    explicit Lane(QueueLane *lane)
        : QAccessibleWidget(lane, QAccessible::List)
    {}
    ~Lane() override
    {
        for (const QAccessible::Id id : m_waiters) {
            if (id != 0)
                QAccessible::deleteAccessibleInterface(id);
        }
    }

    int childCount() const override { return lane()->count(); }
    QAccessibleInterface *child(int row) const override
    {
        if (row < 0 || row >= childCount())
            return nullptr;
        const auto at = static_cast<std::size_t>(row);
        if (at >= m_waiters.size())
            m_waiters.resize(at + 1, 0);
        if (m_waiters[at] == 0)
            m_waiters[at] = QAccessible::registerAccessibleInterface(new Waiter(lane(), row));
        return QAccessible::accessibleInterface(m_waiters[at]);
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        for (std::size_t row = 0; row < m_waiters.size(); ++row) {
            if (m_waiters[row] != 0 && QAccessible::accessibleInterface(m_waiters[row]) == child)
                return static_cast<int>(row);
        }
        return -1;
    }
    QAccessibleInterface *focusChild() const override { return child(lane()->currentRow()); }
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
    QueueLane *lane() const { return static_cast<QueueLane *>(widget()); }

    mutable std::vector<QAccessible::Id> m_waiters; // 0: nobody has asked for it
};

class Chart : public QAccessibleWidget
{
public:
    explicit Chart(TtlChart *chart)
        : QAccessibleWidget(chart, QAccessible::Chart)
    {}

    QString text(QAccessible::Text which) const override
    {
        if (which == QAccessible::Description || which == QAccessible::Value)
            return static_cast<TtlChart *>(widget())->caption();
        return QAccessibleWidget::text(which);
    }
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    if (auto *lane = qobject_cast<QueueLane *>(object))
        return new Lane(lane);
    if (auto *chart = qobject_cast<TtlChart *>(object))
        return new Chart(chart);
    return nullptr;
}

} // namespace

void installDetailAccess()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

} // namespace lockscope::ui
