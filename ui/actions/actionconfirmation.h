// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace lockscope::ui {

class FormGrid;

// Why an action is done, and on production what has to be typed before it can be. GUI thread.
class ActionConfirmation : public QWidget
{
    Q_OBJECT

public:
    // The text to type is the name of the lock or primary or, for several locks, their number.
    enum class Subject { Lock, Locks, Primary };

    ActionConfirmation(bool isProduction, Subject subject, QWidget *parent = nullptr);

    void setWanted(const QString &text);
    // Text typed for the last preview does not count for the next one.
    void reset();

    QString reason() const;
    // The missing input, as a sentence; empty: nothing is missing.
    QString notNow() const;
    // Something was entered.
    bool isFilled() const;

Q_SIGNALS:
    void changed();

private:
    QString labelOf(const QString &text) const;
    QString hint() const;

    const bool m_isProduction;
    const Subject m_subject;
    QString m_text;
    QLineEdit *m_reason;
    QLabel *m_wanted;
    QLineEdit *m_typed;
};

} // namespace lockscope::ui
