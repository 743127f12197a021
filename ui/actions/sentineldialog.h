// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentineladministrator.h"
#include "ui/actions/previewdialog.h"
#include "ui/wording/sentinelwording.h"

class QLineEdit;
class QSpinBox;
class QWidget;

namespace lockscope::ui {

class ActionConfirmation;
class CommandsView;

// Previews an action on the Sentinels of a deployment, asks for confirmation, and shows the
// outcome at each of them. What it previews is a look at the Sentinels, which it asks for by a
// signal; it requests the action by another. On production the user must type a reason and the name
// of the primary. GUI thread. Not modal.
class SentinelDialog : public PreviewDialog
{
    Q_OBJECT

public:
    SentinelDialog(admin::SentinelActionType type, admin::Place place, QWidget *parent = nullptr);

    // Looks, unless something has to be entered first.
    void begin();
    admin::SentinelActionType type() const { return m_type; }
    bool isPreview() const { return m_stage != Stage::Sent && m_stage != Stage::Over; }

    // The answers to lookRequested() and requested(). One to what was entered before is dropped.
    void showPlan(const admin::SentinelPlan &plan);
    void showProblem(const admin::SentinelAction &action, const Error &why);
    void showOutcome(const admin::SentinelOutcome &outcome);

Q_SIGNALS:
    void lookRequested(const lockscope::admin::SentinelAction &action);
    void requested(const lockscope::admin::SentinelPlan &plan, const QString &reason);

protected:
    bool isChanged() const override;
    void changeEvent(QEvent *event) override;

private:
    // Entry: what the action needs is not entered yet, or was changed since the look.
    enum class Stage { Entry, Looking, Preview, NotPossible, Sent, Over };

    void makeContents();
    QWidget *makeEntry();
    std::optional<admin::SentinelAction> entered() const;
    void look();
    static QString listed(const std::vector<wording::NamedFact> &facts);
    void fill();
    void grow();
    void fillLocks();
    void refresh();
    void send();
    bool isProduction() const { return m_place.tag == profile::Tag::Production; }

    const admin::SentinelActionType m_type;
    const admin::Place m_place;
    Stage m_stage = Stage::Entry;
    std::optional<admin::SentinelPlan> m_plan;
    QString m_problem; // why there is no plan

    QWidget *m_entry = nullptr; // of Monitor
    QLineEdit *m_primary = nullptr;
    QSpinBox *m_quorum = nullptr;
    QLabel *m_servers = nullptr;
    QLabel *m_locks = nullptr; // of Failover
    QLabel *m_effects = nullptr;
    CommandsView *m_commands = nullptr;
    ActionConfirmation *m_confirmation = nullptr;
};

} // namespace lockscope::ui
