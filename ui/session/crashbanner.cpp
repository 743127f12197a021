// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/crashbanner.h"

#include "ui/kit/text/textlabel.h"
#include "ui/session/reportdialog.h"

#include <QHBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

CrashBanner::CrashBanner(const QString &report, QWidget *parent)
    : QFrame(parent)
    , m_report(report)
{
    setObjectName("crashBanner"_L1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    auto *text = makeTextLabel(u"crashText"_s);
    text->setText(tr("The last run of Lockscope ended unexpectedly. A report is on this computer; "
                     "nothing was sent."));
    auto *show = new QPushButton(tr("Show report"));
    show->setObjectName("crashReport"_L1);
    auto *dismiss = new QPushButton(tr("Dismiss"));
    dismiss->setObjectName("crashDismiss"_L1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->addWidget(text, 1);
    layout->addWidget(show);
    layout->addWidget(dismiss);
    connect(show, &QPushButton::clicked, this, &CrashBanner::showReport);
    connect(dismiss, &QPushButton::clicked, this, &QWidget::hide);
}

void CrashBanner::showReport()
{
    if (auto *shown = window()->findChild<ReportDialog *>()) {
        shown->raise();
        shown->activateWindow();
        return;
    }
    auto *dialog = new ReportDialog(m_report, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

} // namespace lockscope::ui
