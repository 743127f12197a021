// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/detail/lockfacts.h"

#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace lockscope::ui {

class FormGrid;
class RoomyLabel;

// The shown lock in lines of text. A line that may come and go while the lock is shown
// keeps its room, so that nothing below it moves; one that does not apply is not there. GUI thread;
// the clock must outlive it.
class DetailSummary : public QWidget
{
    Q_OBJECT

public:
    explicit DetailSummary(const Clock &clock, QWidget *parent = nullptr);

    // Inserts the widget at a place that does not move while a lock is shown.
    void insertBelowName(QWidget *widget);
    void setName(const LockName &name);
    void showLock(const watch::LockRecord &lock, const std::optional<Instant> &lostAt);
    void showGone(bool isInSight);
    void showServer(const QString &label); // of a lock of which nothing else is known
    void showReplicas(const QString &text);
    void showRelated(const RelatedFacts &facts);
    void copyLink(const QString &link);

Q_SIGNALS:
    void linkWanted(); // to the shown lock, to be copied

private:
    RoomyLabel *addLine(const QString &title, const QString &name, int leastLines = 1);
    void setLine(RoomyLabel *label, const QString &text);

    const Clock &m_clock;
    QVBoxLayout *m_layout;
    FormGrid *m_form;
    QLabel *m_name;
    QToolButton *m_link;
    RoomyLabel *m_state;
    RoomyLabel *m_kind;
    RoomyLabel *m_reason;
    RoomyLabel *m_problems;
    RoomyLabel *m_server;
    RoomyLabel *m_replicas;
    RoomyLabel *m_fencing;
    RoomyLabel *m_permits;
    RoomyLabel *m_multi;
    RoomyLabel *m_client;
};

} // namespace lockscope::ui
