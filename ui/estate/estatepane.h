// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/estatemodel.h"
#include "ui/table/celldelegate.h"

#include <QSet>
#include <QTreeView>

namespace lockscope::ui {

// A profile's name or a server's address with the mark of its state, its watch mode or the number
// of its servers that are up, and beneath, its use.
class EstateDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    static void paintLines(QPainter *painter, const QStyleOptionViewItem &cell,
                           const QModelIndex &index, const QRect &first);
};

// Profiles, their deployments and servers as a tree, and the actions on the chosen line: on a
// server, or on all servers beneath it. Hidden it costs nothing, and nothing can be done. GUI
// thread; the model must outlive it.
class EstatePane : public QTreeView
{
    Q_OBJECT

public:
    // For menus; each of the chosen line.
    struct Actions {
        QAction *connect;
        QAction *disconnect;
        QAction *reconnect;
        QAction *stopScan;
        QAction *forget;
    };

    explicit EstatePane(ServerModel &servers, QWidget *parent = nullptr);

    void setProfiles(std::vector<SavedProfile> profiles);
    // All of its servers that are not connected; nothing where all are, or there is no such
    // profile.
    void connectProfile(const QString &name);

    void choose(watch::ServerId server);
    QString currentProfile() const; // saved, of the chosen line; empty: none
    const Actions &lineActions() const { return m_actions; }

Q_SIGNALS:
    void stopScanRequested(lockscope::watch::ServerId server);
    void disconnectRequested(lockscope::watch::DeploymentId deployment);
    // One that is connected, but down.
    void reconnectRequested(lockscope::watch::ServerId server);
    // By their labels; an empty profile: they were connected before, in this run.
    void connectRequested(const QString &profile, const QStringList &deployments);
    // A server without a profile is not to be connected again as it was; if it was connected, but
    // down, it is disconnected first.
    void forgotten(const QString &deployment);
    void currentProfileChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    const EstateNode *currentNode() const; // null: nothing is chosen
    void makeActions();
    QAction *makeAction(const QString &text, const QString &name, const QString &toolTip,
                        void (EstatePane::*act)());
    void connectCurrent();
    void disconnectCurrent();
    void reconnectCurrent();
    void stopScans();
    // Without a profile, and nothing of it is up.
    bool isForgettable(const QModelIndex &index) const;
    void forgetCurrent();
    void activate(const QModelIndex &index);
    void connectAt(const QModelIndex &index);
    void openNew(const QModelIndex &parent, int first, int last);
    void openConnected();
    void forgetChoice(const QModelIndex &parent, int first, int last);
    void refreshActions();

    EstateModel &m_estate; // its child
    Actions m_actions{};
    QSet<QByteArray> m_opened; // lines opened once, since they were connected
    QString m_toldProfile;
};

} // namespace lockscope::ui
