// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/filerow.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct FileRowWords {
    Q_DECLARE_TR_FUNCTIONS(FileRow)
};

void chooseFile(QLineEdit *field, const QString &title, const QString &filter)
{
    const QString name = field->objectName() + u"Dialog"_s;
    if (auto *shown = field->findChild<QFileDialog *>(name)) {
        shown->raise();
        return;
    }
    auto *dialog = new QFileDialog(field, title, QString(), filter);
    dialog->setObjectName(name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
    dialog->show();
}

} // namespace

QLayout *makeFileRow(QLineEdit *field, const QString &title, const QString &filter)
{
    auto *choose = new QPushButton(FileRowWords::tr("Choose…"));
    choose->setObjectName(u"choose-"_s + field->objectName());
    choose->setAccessibleName(FileRowWords::tr("Choose: %1").arg(title));
    choose->setAutoDefault(false);
    QObject::connect(choose, &QPushButton::clicked, field,
                     [=] { chooseFile(field, title, filter); });
    auto *row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(choose);
    return row;
}

} // namespace lockscope::ui
