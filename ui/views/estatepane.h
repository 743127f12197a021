// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/delegates/celldelegate.h"
#include "ui/models/servermodel.h"

#include <QListView>

namespace lockscope::ui {

// A server's address with its state's mark, how it is watched, and beneath, where it was reached by
// a profile, which one and what it is used for.
class ServerDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    static void paintPlace(QPainter *painter, const QStyleOptionViewItem &cell,
                           const QModelIndex &index, const QRect &line);
};

// The servers that are watched, and what can be asked of a watch. GUI thread; the model must
// outlive it.
class EstatePane : public QListView
{
    Q_OBJECT

public:
    explicit EstatePane(ServerModel &servers, QWidget *parent = nullptr);

    void choose(int server);
    // For a menu: of the chosen server.
    QAction *disconnectAction() { return m_disconnect; }

Q_SIGNALS:
    void stopScanRequested(int server);
    void disconnectRequested(int server);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refreshActions();

    ServerModel &m_servers;
    QAction *m_stopScan;
    QAction *m_disconnect;
};

} // namespace lockscope::ui
