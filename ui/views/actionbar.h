// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/actionrules.h"

#include <QWidget>

#include <functional>
#include <map>

class QLabel;
class QPushButton;

namespace lockscope::ui {

// The actions on one lock as buttons, and beneath them in words what cannot be done and why. GUI
// thread.
class ActionBar : public QWidget
{
    Q_OBJECT

public:
    // Why an action cannot be done; empty: it can.
    using Reasons = std::function<QString(admin::ActionType)>;

    explicit ActionBar(QWidget *parent = nullptr);

    void setReasons(const Reasons &reasonAgainst, const QString &reasonAgainstAcquiring);

Q_SIGNALS:
    void chosen(lockscope::admin::ActionType type);
    void acquireChosen();

private:
    void colour();
    void changeEvent(QEvent *event) override;

    std::map<admin::ActionType, QPushButton *> m_buttons;
    QPushButton *m_acquire;
    QLabel *m_reasons;
};

} // namespace lockscope::ui
