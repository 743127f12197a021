// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "ui/models/servermodel.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace lockscope::ui {

// A lock that the operator wants to take. A value; who makes connections is not the window's
// concern.
struct AcquireWish {
    int server = -1;
    LockName name;
    QByteArray kind; // reentrant or string
    OwnerId owner; // empty: a fresh one
    Millis wait{0};
    std::optional<Millis> lease; // empty: the watchdog renews
    Millis watchdogTimeout = std::chrono::seconds(30);

    friend bool operator==(const AcquireWish &, const AcquireWish &) = default;
};

// Asks for all that taking a lock needs, and says beneath what is still missing or wrong. GUI
// thread; the model must outlive it.
class AcquireForm : public QWidget
{
    Q_OBJECT

public:
    explicit AcquireForm(ServerModel &servers, QWidget *parent = nullptr);

    // Name and kind of a lock that is there; the cursor goes to what is left to say.
    void fill(int server, const LockName &name, const QByteArray &kind);

    // What is asked for, or the first thing that is wrong.
    Result<AcquireWish> wish() const;

    // The kinds that can be taken by hand.
    static bool canTake(const QByteArray &kind);

Q_SIGNALS:
    void acquireRequested(const lockscope::ui::AcquireWish &wish);

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeFields();
    QLayout *makeKindAndWait();
    QLayout *makeTimes();
    void fillServers();
    void refresh();

    ServerModel &m_servers;
    QComboBox *m_server;
    QLineEdit *m_name;
    QComboBox *m_kind;
    QLineEdit *m_owner;
    QLineEdit *m_wait;
    QRadioButton *m_renewed;
    QRadioButton *m_leased;
    QLineEdit *m_time;
    QPushButton *m_acquire;
    QLabel *m_problem;
    bool m_isTouched = false; // an empty form is not scolded
};

} // namespace lockscope::ui
