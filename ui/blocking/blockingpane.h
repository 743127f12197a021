// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blocking/blockingmodel.h"
#include "ui/client/servers/servermodel.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QStackedWidget;
class QTreeView;

namespace lockscope::ui {

class BlockingFeed;
class EmptyPage;

// Shows who waits for whom, across locks and servers, the deadlocks first: a tree, and the chosen
// line as a full sentence. Refreshed once a second while it is shown; hidden it does nothing. GUI
// thread; keeper and servers must outlive it.
class BlockingPane : public QWidget
{
    Q_OBJECT

public:
    BlockingPane(BlockingFeed &keeper, const ServerModel &servers, QWidget *parent = nullptr);

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeTree();
    void refresh();
    void openNew(const QModelIndex &parent, int first, int last);
    void open(const QModelIndex &row);
    void openAll(const QModelIndex &row);
    void forgetChoice(const QModelIndex &parent, int first, int last);
    void updateSentence();
    QString note() const;

    BlockingFeed &m_keeper;
    const ServerModel &m_servers;
    BlockingModel m_model;
    QTimer m_tick{this};
    bool m_isKnown = false; // was computed once
    QLabel *m_note;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    QTreeView *m_tree;
    QLabel *m_sentence;
};

} // namespace lockscope::ui
