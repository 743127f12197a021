// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/detail/lockfacts.h"

#include <QWidget>

class QLabel;

namespace lockscope::ui {

class FormGrid;

// What the shown lock is, in lines of text; a line that does not apply is not there. GUI thread;
// the clock must outlive it.
class DetailSummary : public QWidget
{
    Q_OBJECT

public:
    explicit DetailSummary(const Clock &clock, QWidget *parent = nullptr);

    void setName(const LockName &name);
    void showLock(const watch::LockRecord &lock, const std::optional<Instant> &lostAt);
    void showGone();
    void showRelated(const RelatedFacts &facts);

private:
    QLabel *addLine(const QString &title, const QString &name);
    void setLine(QLabel *label, const QString &text);

    const Clock &m_clock;
    FormGrid *m_form;
    QLabel *m_name;
    QLabel *m_state;
    QLabel *m_kind;
    QLabel *m_reason;
    QLabel *m_problems;
    QLabel *m_server;
    QLabel *m_fencing;
    QLabel *m_permits;
    QLabel *m_multi;
    QLabel *m_client;
};

} // namespace lockscope::ui
