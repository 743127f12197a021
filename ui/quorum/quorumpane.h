// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/quorum/quorumfeed.h"
#include "ui/quorum/quorummodel.h"
#include "ui/quorum/quorumseatsmodel.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockscope::ui {

class EmptyPage;
class PageSplitter;
class TableView;

// The locks that are kept on a majority of servers: a group's names against its servers, and of the
// chosen one what each server says and why. While it is hidden nothing is judged for it. GUI
// thread; all that it is made from must outlive it.
class QuorumPane : public QWidget
{
    Q_OBJECT

public:
    QuorumPane(QuorumFeed &keeper, const ServerModel &servers, const Clock &clock,
               QWidget *parent = nullptr);

    // Its group and row, if it is a part of a quorum.
    void choose(const watch::LockId &lock);

    // Why a lock cannot be unlocked where it is; empty: at one of the places it can. Without it
    // nothing is unlocked from here.
    using UnlockCheck = std::function<QString(const std::vector<watch::LockId> &places)>;
    void setUnlockCheck(UnlockCheck check);
    // The check may answer otherwise now.
    void fitUnlock();

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);
    // The chosen lock, wherever somebody has it; to be previewed and asked first.
    void unlockRequested(const std::vector<lockscope::watch::LockId> &places);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QLayout *makeBar();
    QWidget *makeMatrix();
    void sortByTrouble();
    QWidget *makeDetail();
    QLayout *makeHead();
    void connectParts();
    void fillGroups();
    void showGroup();
    void updateRows();
    void tellCount(std::size_t shown, std::size_t all);
    void showCurrent();
    void tellSentence();
    QString reasonAgainstUnlock() const;
    void openLock(const QModelIndex &index);
    std::optional<watch::LockId> placeAt(const QModelIndex &index) const; // one of them
    QString groupTitle(const QuorumGroupInfo &info) const;
    QString groupNote() const;
    JudgedPointer current() const;
    const QuorumGroupInfo *group() const;

    QuorumFeed &m_keeper;
    const ServerModel &m_servers;
    const Clock &m_clock;
    QuorumModel m_model;
    QSortFilterProxyModel m_sorted;
    QuorumSeatsModel m_seats;
    QComboBox *m_groups;
    QLabel *m_note;
    QCheckBox *m_severalOnly;
    QLabel *m_count;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    PageSplitter *m_splitter;
    TableView *m_table;
    QLabel *m_sentence;
    QAction *m_unlock; // in the table's menu, as on the button
    QPushButton *m_unlockButton;
    UnlockCheck m_unlockCheck;
    TableView *m_seatTable;
    QTimer m_second{this}; // the sentence tells a time
    int m_shownColumns = 0; // of servers, whose times are repainted
};

} // namespace lockscope::ui
