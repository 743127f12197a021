// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/reportdialog.h"

#include "core/base/text.h"
#include "ui/kit/copying.h"
#include "ui/kit/text/textlabel.h"
#include "ui/theme/textwidth.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qint64 longestReport = 1 << 18;

// Safe to show, line by line.
QString reportText(QIODevice &file)
{
    QStringList lines;
    for (const QByteArray &line : file.read(longestReport).split('\n'))
        lines += visible(line);
    return lines.join(u'\n');
}

} // namespace

ReportDialog::ReportDialog(const QString &file, QWidget *parent)
    : Dialog(parent)
{
    setObjectName("reportDialog"_L1);
    setWindowTitle(tr("Report of the last run"));
    auto *where = makeTextLabel(u"reportFile"_s);
    auto *text = new QPlainTextEdit;
    text->setObjectName("reportText"_L1);
    text->setAccessibleName(tr("Report"));
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setTabChangesFocus(true);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setMinimumSize(60 * characterWidth(fontMetrics()), 12 * fontMetrics().lineSpacing());
    QFile report(file);
    if (report.open(QIODevice::ReadOnly)) {
        text->setPlainText(reportText(report));
        where->setText(
            tr("This report is the file %1. It stays on this computer unless you pass it on.")
                .arg(file));
    } else {
        where->setText(tr("The report %1 cannot be read: %2.").arg(file, report.errorString()));
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setObjectName("copyReport"_L1);
    copy->setEnabled(report.isOpen());
    connect(copy, &QPushButton::clicked, this,
            [copy, text] { copyFrom(*copy, text->toPlainText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(where);
    layout->addWidget(text, 1);
    layout->addWidget(buttons);
    resize(90 * characterWidth(fontMetrics()), 26 * fontMetrics().lineSpacing());
}

} // namespace lockscope::ui
