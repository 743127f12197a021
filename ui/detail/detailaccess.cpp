// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/detailaccess.h"

#include "ui/detail/ttlchart.h"

#include <QAccessibleWidget>

namespace lockscope::ui {

namespace {

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
