// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/insight/quorum/quorumgroups.h"
#include "core/workbench/assembly.h"
#include "ui/client/servers/servermodel.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace lockscope::ui {

class FormGrid;

class ServerChooser;

// A lock that the operator wants to take. A value; the window does not make connections.
struct AcquireWish {
    std::vector<watch::DeploymentId> servers; // several for a quorum or a multi-lock
    std::vector<LockName> names; // several for a multi-lock
    QByteArray kind;
    lock::Mode mode = lock::Mode::Write; // read-write
    qint64 permits = 1; // semaphores
    std::optional<qint64> initial; // set up with so many if it is not there; empty: as it is
    std::optional<Millis> minValidity; // quorums; empty: half the lease
    bool areServersDurable = false; // quorums: a restart loses nothing there
    OwnerId owner; // empty: a fresh one
    QString label; // the name for the owner; empty: none, the owner is shown as it is
    Millis wait{0};
    std::optional<Millis> lease; // empty: the watchdog renews
    Millis watchdogTimeout = std::chrono::seconds(30);
    std::optional<int> maxRenewals; // the watchdog stops after so many; empty: never

    friend bool operator==(const AcquireWish &, const AcquireWish &) = default;
};

// Asks for all that taking a lock of the chosen kind needs, and says beneath what is still missing
// or wrong. Fields that mean nothing for the kind are not shown. GUI thread; the model must outlive
// it.
class AcquireForm : public QWidget
{
    Q_OBJECT

public:
    explicit AcquireForm(ServerModel &servers, QWidget *parent = nullptr);

    // The operator's quorum groups, any of which can be chosen by its name.
    void setGroups(const std::vector<insight::GroupMembers> &groups);

    // Sets name and kind of an existing lock; the cursor moves to the first missing field.
    void fill(watch::DeploymentId deployment, const LockName &name, const QByteArray &kind);

    // The request in the form, or its first error.
    Result<AcquireWish> wish() const;

Q_SIGNALS:
    void acquireRequested(const lockscope::ui::AcquireWish &wish);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeFields();
    void makeRows(FormGrid *form);
    QWidget *makeTimes();
    QLayout *makeFoot();
    void connectFields();
    const workbench::KindOptions &traits() const;
    void fitToKind();
    Result<void> readTimes(AcquireWish &wish) const;
    Result<void> readWatchdog(Millis time, AcquireWish &wish) const;
    Result<void> readNumbers(AcquireWish &wish) const;
    void refresh();

    ServerChooser *m_servers;
    QLabel *m_group;
    QLineEdit *m_name;
    QComboBox *m_kind;
    QComboBox *m_side;
    QLineEdit *m_permits;
    QLineEdit *m_initial;
    QLineEdit *m_minValidity;
    QCheckBox *m_durable;
    QLineEdit *m_owner;
    QLineEdit *m_label;
    QLineEdit *m_wait;
    QWidget *m_times;
    QRadioButton *m_renewed;
    QRadioButton *m_leased;
    QLineEdit *m_time;
    QLineEdit *m_maxRenewals;
    QPushButton *m_acquire;
    QLabel *m_problem;
    FormGrid *m_form = nullptr;
    bool m_isTouched = false; // an empty form is not scolded
};

} // namespace lockscope::ui
