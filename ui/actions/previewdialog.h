// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/outcome.h"
#include "ui/kit/dialog.h"
#include "ui/table/roles.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockscope::ui {

class BadgeLabel;

// The common part of the dialogs that preview an action and ask for it: headings with texts, the
// line that tells why it cannot be done yet and then the outcome, and the three buttons. Enter
// leads from field to field, then to the button that acts, and never closes what is half filled in.
// GUI thread.
class PreviewDialog : public Dialog
{
    Q_OBJECT

public:
    using Dialog::Dialog;

protected:
    static QLabel *addHeading(QVBoxLayout *layout, const QString &text);
    static QLabel *addText(QVBoxLayout *layout, const QString &heading, const QString &name);
    static QString sentence(const QString &text); // with a capital and a full stop
    void addMessage(QVBoxLayout *layout);
    void addButtons(QVBoxLayout *layout, const QString &act);
    void tell(const QString &text, Badge badge);
    static Badge badgeOf(admin::Outcome::Status status);

    void keyPressEvent(QKeyEvent *event) override;
    // Escape, pressed often enough, never leads to the button that acts.
    bool leavesOnEscape() const override { return true; }

    BadgeLabel *m_message = nullptr;
    QPushButton *m_act = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace lockscope::ui
