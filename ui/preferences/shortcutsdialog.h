// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/dialog.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope::ui {

class ShortcutBook;

// All actions of a window with their keys, which the keys pressed in the field replace at once. GUI
// thread; the book must outlive it.
class ShortcutsDialog : public Dialog
{
    Q_OBJECT

public:
    ShortcutsDialog(ShortcutBook &book, QWidget *parent);

protected:
    bool isChanged() const override { return false; } // all keys apply already
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString current() const; // the name of the selected action; empty: none
    void fill();
    void refresh();
    void showCurrent();
    void filter(const QString &text);
    void take(const QKeySequence &keys);
    void remove();
    void reset();
    void tell(const QString &text);

    ShortcutBook &m_book;
    QTreeWidget *m_list;
    QKeySequenceEdit *m_keys;
    QPushButton *m_remove;
    QPushButton *m_reset;
    QPushButton *m_resetAll;
    QLabel *m_note;
};

} // namespace lockscope::ui
