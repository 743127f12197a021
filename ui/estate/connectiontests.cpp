// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/connectiontests.h"

#include "ui/estate/connectiontestdialog.h"

namespace lockscope::ui {

ConnectionTestDialog *ConnectionTests::open(const QList<ConnectRequest> &requests,
                                            const QStringList &labels, QWidget *parent)
{
    delete parent->findChild<ConnectionTestDialog *>(QString(), Qt::FindDirectChildrenOnly);
    auto *dialog = new ConnectionTestDialog(*this, requests, labels, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

int ConnectionTests::start(const QList<ConnectRequest> &requests)
{
    const int id = ++m_last;
    Q_EMIT wanted(id, requests);
    return id;
}

} // namespace lockscope::ui
