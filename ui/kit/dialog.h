// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QPushButton;

namespace lockscope::ui {

// A dialog in which Tab reaches every control, and which opens no higher than its screen if it can
// be made so small. Enter does what the dialog is for as soon as that is possible and never
// cancels; on a focused button it presses that button. Escape, Cancel and the close button ask
// before they discard a form that the user has changed; who goes on editing is in a field again.
// GUI thread.
class Dialog : public QDialog
{
    Q_OBJECT

public:
    using QDialog::QDialog;

    void reject() override;

protected:
    // The button that Enter presses while it is enabled; with Ctrl also from fields of several
    // lines.
    void setAffirmative(QPushButton *button);
    // The form counts as unchanged from now on; it does when it is shown.
    void setUnchanged();
    // Whether something would be lost: by default, whether any input is other than when it was
    // unchanged.
    virtual bool isChanged() const;
    // Asked before what was entered is lost.
    virtual QString discardQuestion() const;
    // Whether Escape on that question discards, too: where to leave is safer than to stay.
    virtual bool leavesOnEscape() const { return false; }

    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    // For a dialog that grows while it is open, too.
    void resizeOnScreen(const QSize &wanted);

private:
    QStringList inputs() const;
    void askWhetherToDiscard();
    void goOn();

    QPushButton *m_affirmative = nullptr;
    QStringList m_unchanged;
    bool m_wasShown = false;
};

} // namespace lockscope::ui
