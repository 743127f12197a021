// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/sourcefield.h"

#include <QComboBox>
#include <QLineEdit>

namespace lockscope::ui {

QComboBox *makeSourceField(const QString &name, const QString &example, const QStringList &words)
{
    auto *field = new QComboBox;
    field->setObjectName(name);
    field->setEditable(true);
    field->setInsertPolicy(QComboBox::NoInsert);
    field->addItem(QString());
    field->addItems(words);
    field->lineEdit()->setPlaceholderText(example);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field->setMinimumContentsLength(12);
    return field;
}

} // namespace lockscope::ui
