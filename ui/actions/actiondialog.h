// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/previewdialog.h"
#include "ui/client/actionrules.h"

class QLabel;

namespace lockscope::ui {

class ActionConfirmation;
class ActionList;
class ActionOptions;
class CommandsView;
class PlaceBanner;

// Previews an action, asks for confirmation, and shows the outcome: for one lock, or for several
// that are all listed. GUI thread. It requests the action by a signal only. When a lock changes
// meanwhile, the preview is invalid and has to be made again; on production the user must type a
// reason and the lock's name (for several locks their number). Not modal: the window and other
// dialogs stay usable beside it.
class ActionDialog : public PreviewDialog
{
    Q_OBJECT

public:
    ActionDialog(admin::ActionType type, std::vector<ActionSubject> subjects,
                 const ActionChoice &choice, QWidget *parent = nullptr);

    // The locks as they are now, in the order of the constructor.
    void setSubjects(std::vector<ActionSubject> subjects);
    const std::vector<watch::LockId> &ids() const { return m_ids; }
    admin::ActionType type() const { return m_type; }
    // Nothing has been sent yet.
    bool isPreview() const { return m_stage == Stage::Preview; }
    // Shows the outcome of the plan at this place in requested().
    void showOutcome(std::size_t index, const admin::Outcome &outcome);

Q_SIGNALS:
    // `subjects`: to which of the dialog's locks each plan belongs.
    void requested(const std::vector<lockscope::admin::Plan> &plans,
                   const std::vector<std::size_t> &subjects, const QString &reason);

protected:
    bool isChanged() const override;
    QString discardQuestion() const override;
    void changeEvent(QEvent *event) override;

private:
    enum class Stage { Preview, Sent, Over };
    struct Item {
        ActionSubject seen; // the state that the plan is bound to
        ActionSubject now;
        std::optional<admin::Plan> plan;
        QString reason; // why there is no plan
        std::optional<admin::Outcome> outcome;
    };

    void makeContents();
    bool isBulk() const { return m_items.size() > 1; }
    bool isProduction() const;
    bool hasChangedSince() const;
    std::size_t planCount() const;
    QString wantedText() const; // to be typed on production

    void preview();
    void setOptions(const ActionChoice &choice = {});
    void plan();
    void fillPreview();
    void fillList();
    QString listNote(const Item &item) const;
    void refresh();
    QString howRun() const; // the heading of the commands
    QString notNow() const;
    void send();
    void finish();
    QStringList typedOptions() const;

    admin::ActionType m_type;
    std::vector<watch::LockId> m_ids;
    std::vector<Item> m_items;
    Stage m_stage = Stage::Preview;
    QStringList m_optionsBefore; // as the preview was made with

    PlaceBanner *m_place;
    ActionOptions *m_options;
    ActionConfirmation *m_confirmation = nullptr;
    ActionList *m_list = nullptr; // of several
    QLabel *m_seen = nullptr; // of one
    QLabel *m_effects = nullptr;
    QLabel *m_howRun = nullptr;
    CommandsView *m_commands = nullptr;
};

} // namespace lockscope::ui
