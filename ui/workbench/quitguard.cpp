// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/quitguard.h"

#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

QuitGuard::QuitGuard(QWidget *window)
    : QObject(window)
    , m_window(window)
{}

bool QuitGuard::mayClose()
{
    if (m_mayClose || m_openCount == 0)
        return true;
    if (m_box) {
        m_box->raise();
        m_box->activateWindow();
    } else {
        ask();
    }
    return false;
}

void QuitGuard::ask()
{
    m_box = new QMessageBox(m_window);
    m_box->setObjectName("quitBox"_L1);
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    m_box->setIcon(QMessageBox::Warning);
    m_box->setWindowTitle(tr("Quit"));
    m_box->setTextFormat(Qt::PlainText);
    m_box->setText(tr("The workbench still holds or waits for locks: %1.").arg(m_openCount));
    m_box->setInformativeText(
        tr("If you leave them, they stay locked until their leases end, and Lockscope no "
           "longer renews them."));
    QPushButton *release = m_box->addButton(tr("&Release all and quit"), QMessageBox::AcceptRole);
    release->setObjectName("quitRelease"_L1);
    QPushButton *leave =
        m_box->addButton(tr("&Leave until leases end"), QMessageBox::DestructiveRole);
    leave->setObjectName("quitLeave"_L1);
    QPushButton *stay = m_box->addButton(QMessageBox::Cancel);
    stay->setObjectName("quitCancel"_L1);
    m_box->setDefaultButton(stay);
    m_box->setEscapeButton(stay);
    connect(release, &QPushButton::clicked, this, &QuitGuard::releaseAndClose);
    connect(leave, &QPushButton::clicked, this, &QuitGuard::close);
    m_box->setModal(false); // the watch goes on, and can be looked at before an answer
    m_box->show();
}

void QuitGuard::releaseAndClose()
{
    if (m_openCount == 0) {
        close();
        return;
    }
    m_isReleasing = true;
    Q_EMIT releaseAllRequested();
}

void QuitGuard::onAllReleased()
{
    if (m_isReleasing)
        close();
}

void QuitGuard::close()
{
    m_mayClose = true;
    m_window->close();
    Q_EMIT closed();
}

} // namespace lockscope::ui
