// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <QKeySequence>
#include <QWidget>

class QLabel;
class QToolButton;

namespace lockscope::ui {

class ActingLock;
class WatchClient;

// Status that must be visible on every page: the environment in its colour, whether locks can be
// changed there, how much the filter hides, the search over everything, and the pause. At the right
// end of the menu bar, so that it takes no row from the table. GUI thread; the client must outlive
// it.
class StateBar : public QWidget
{
    Q_OBJECT

public:
    explicit StateBar(WatchClient &client, QWidget *parent = nullptr);

    // Adds the button that unlocks acting, where that is needed. It must outlive this.
    void setActingLock(ActingLock &lock);
    // The keys of the search, which stand on its button.
    void setSearchKeys(const QKeySequence &keys);

Q_SIGNALS:
    void filterWanted(); // the operator wants to see or change it
    void searchWanted();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showPlace();
    void showActing();
    void showFilter();
    void showPause();
    void colour();
    void fitSearch();

    WatchClient &m_client;
    QLabel *m_place;
    QLabel *m_acting;
    QToolButton *m_unlock;
    ActingLock *m_lock = nullptr; // none: nothing has to be unlocked
    QToolButton *m_filter;
    QToolButton *m_search;
    QToolButton *m_pause;
    profile::Tag m_tag = profile::Tag::Development;
};

} // namespace lockscope::ui
