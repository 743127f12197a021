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
    // The text to type is the lock's name or, for several locks, their number.
    ActionConfirmation(bool isProduction, bool isOfOne, QWidget *parent = nullptr);

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
    const bool m_isProduction;
    const bool m_isOfOne;
    QString m_text;
    QLineEdit *m_reason;
    QLabel *m_wanted;
    QLineEdit *m_typed;
};

} // namespace lockscope::ui
