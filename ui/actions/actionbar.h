// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/actionrules.h"

#include <QWidget>

#include <functional>
#include <map>

class QPushButton;

namespace lockscope::ui {

class RoomyLabel;

// The actions on one lock as buttons, and beneath them in words what cannot be done and why. GUI
// thread.
class ActionBar : public QWidget
{
    Q_OBJECT

public:
    // Why an action cannot be done; empty: it can.
    using Reasons = std::function<QString(admin::ActionType)>;

    explicit ActionBar(QWidget *parent = nullptr);

    // Shows buttons for the actions on locks of that kind only.
    void setKind(const QByteArray &kind);
    void setReasons(const Reasons &reasonAgainst, const QString &reasonAgainstAcquiring);

Q_SIGNALS:
    void chosen(lockscope::admin::ActionType type);
    void acquireChosen();

private:
    void showButtons();
    void colour();
    void changeEvent(QEvent *event) override;

    std::map<admin::ActionType, QPushButton *> m_buttons;
    QByteArray m_kind;
    QPushButton *m_acquire;
    RoomyLabel *m_reasons;
};

} // namespace lockscope::ui
