// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/actionrules.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace lockscope::ui {

class FormGrid;

// What an action leaves to choose: whose hold and how much of it, which waiter, which time to live,
// how many permits. GUI thread.
class ActionOptions : public QWidget
{
    Q_OBJECT

public:
    ActionOptions(admin::ActionType type, QWidget *parent = nullptr);

    // The holds or waiters there are now; what was chosen stays chosen while it is there.
    void setLock(const watch::LockRecord &lock, const ActionChoice &choice = {});

    // Of several locks whoever holds some of them, and always the whole hold.
    void setLocks(const std::vector<LockPointer> &locks, const ActionChoice &choice = {});

    // What has been chosen, or what is missing.
    Result<admin::Action> action() const;

    // Nothing to choose.
    bool isEmpty() const;

Q_SIGNALS:
    void changed();

private:
    void makeHolder(FormGrid *form);
    void makeWaiter(FormGrid *form);
    void makeTime(FormGrid *form);
    void makeNumber(FormGrid *form);
    void fillHolds(const watch::LockRecord &lock);
    void fillWaiters(const watch::LockRecord &lock);

    admin::ActionType m_type;
    std::vector<std::pair<OwnerId, format::Mode>> m_holds; // as in the box
    std::vector<OwnerId> m_waiters; // as in the box
    QComboBox *m_owner = nullptr;
    QRadioButton *m_oneCount = nullptr;
    QRadioButton *m_wholeHold = nullptr;
    QLineEdit *m_time = nullptr;
    QSpinBox *m_number = nullptr;
};

} // namespace lockscope::ui
