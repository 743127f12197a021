// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/formgrid.h"

#include <QAbstractScrollArea>
#include <QLabel>
#include <QVBoxLayout>

namespace lockscope::ui {

namespace {

// Beside what has several lines, or may have, the title stands at the first.
bool isTall(const QWidget *field)
{
    return field->hasHeightForWidth() || qobject_cast<const QAbstractScrollArea *>(field);
}

// A widget that was never hidden appears with its window; shown earlier, it would become a window
// itself.
void setShown(QWidget *widget, bool visible)
{
    if (!visible || widget->testAttribute(Qt::WA_WState_ExplicitShowHide))
        widget->setVisible(visible);
}

} // namespace

FormGrid::FormGrid(QWidget *parent)
    : QGridLayout(parent)
{
    setColumnStretch(1, 1);
}

QLabel *FormGrid::makeTitle(const QString &title, QWidget *field)
{
    if (title.isEmpty())
        return nullptr;
    auto *label = new QLabel(title);
    label->setBuddy(field);
    return label;
}

void FormGrid::addTitle(QLabel *title, int row, bool atTop)
{
    if (title)
        addWidget(title, row, 0, Qt::AlignLeft | (atTop ? Qt::AlignTop : Qt::AlignVCenter));
}

void FormGrid::addRow(const QString &title, QWidget *field)
{
    addRow(makeTitle(title, field), field);
}

void FormGrid::addRow(const QString &title, QLayout *field)
{
    addRow(makeTitle(title, nullptr), field);
}

void FormGrid::addRow(QLabel *title, QWidget *field)
{
    const int row = rowCount();
    addTitle(title, row, isTall(field));
    addWidget(field, row, 1);
    m_titles.insert(field, title);
}

void FormGrid::addRow(QLabel *title, QLayout *field)
{
    const int row = rowCount();
    addTitle(title, row, qobject_cast<const QVBoxLayout *>(field) != nullptr);
    addLayout(field, row, 1);
}

void FormGrid::setRowVisible(QWidget *field, bool visible)
{
    if (QLabel *title = m_titles.value(field))
        setShown(title, visible);
    setShown(field, visible);
}

} // namespace lockscope::ui
