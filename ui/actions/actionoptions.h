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

// The options of an action: the hold and its part, the waiter, the time to live, the number of
// permits. GUI thread.
class ActionOptions : public QWidget
{
    Q_OBJECT

public:
    ActionOptions(admin::ActionType type, QWidget *parent = nullptr);

    // The holds or waiters there are now; the choice is kept while it is among them.
    void setLock(const watch::LockRecord &lock, const ActionChoice &choice = {});

    // For several locks: offers the owners that hold any of them, and always whole holds.
    void setLocks(const std::vector<LockPointer> &locks, const ActionChoice &choice = {});

    // The chosen action, or an error that tells what is missing.
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
