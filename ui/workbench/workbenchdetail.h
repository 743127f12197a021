// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workbench/workbench.h"
#include "ui/workbench/votesmodel.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;

namespace lockscope::ui {

class FormGrid;

class BadgeLabel;
class NameLabel;
class TableView;

// One lock of the workbench in full: whether it is held and for how long that is certain, or why
// not, and each server's answer. GUI thread; the clock must outlive it.
class WorkbenchDetail : public QWidget
{
    Q_OBJECT

public:
    explicit WorkbenchDetail(const Clock &clock, QWidget *parent = nullptr);

    void show(const workbench::Entry *entry); // null: none is chosen

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QLabel *addFact(const QString &title, const char *name);
    void tick();

    const Clock &m_clock;
    std::optional<workbench::Entry> m_entry;
    QTimer m_timer; // while something is seen to count down
    VotesModel m_votes;
    NameLabel *m_names;
    BadgeLabel *m_state;
    FormGrid *m_facts;
    QLabel *m_kind;
    QLabel *m_place;
    QLabel *m_owner;
    QLabel *m_renewal;
    QLabel *m_token;
    QLabel *m_heading;
    TableView *m_table;
};

} // namespace lockscope::ui
