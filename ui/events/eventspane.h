// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/eventmodel.h"
#include "ui/client/locks/lockcopy.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <utility>

class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class EmptyPage;
class FilterBar;
class LockChoice;
class SteadyLabel;
class TableView;

// The log of events, newest at the end, with a filter above it; follows its end until the user
// scrolls away or stops it, and resumes when the user returns there. GUI thread; the model must
// outlive it. While it is hidden the model has no rows.
class EventsPane : public QWidget
{
    Q_OBJECT

public:
    explicit EventsPane(EventModel &events, QWidget *parent = nullptr);

    bool isFollowing() const { return m_follows; }
    void setFollowing(bool follows);
    // Whether a record is shown in place of servers, asked for whenever there is no event.
    void setLooksBack(std::function<bool()> looksBack);
    // The selected rows as text; empty if none is selected.
    QString copied(CopyForm form) const;
    // Chooses the event, while the pane is visible; in words why not, empty: it is chosen.
    QString choose(const EventPlace &place);
    // The owner in the current row, and its server.
    std::optional<std::pair<watch::DeploymentId, OwnerId>> currentOwner() const;

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &id);
    void timelineWanted(const lockscope::watch::LockId &id, lockscope::WallInstant at);
    // To be named.
    void ownerChosen(lockscope::watch::DeploymentId deployment, const lockscope::OwnerId &owner);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeTable();
    void makeBar();
    void makeMenu();
    void onFilterEdited(const QString &text);
    void onScrolled();
    void holdStill();
    void updatePage();

    EventModel &m_events;
    std::function<bool()> m_looksBack; // none: it does not
    FilterBar *m_filter;
    QToolButton *m_follow;
    SteadyLabel *m_count;
    EmptyPage *m_nothing;
    QStackedWidget *m_stack;
    TableView *m_table;
    LockChoice *m_choice = nullptr;
    bool m_follows = true;
};

} // namespace lockscope::ui
