// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/profilefields.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class RoomyLabel;

// The outcome of a test message, in the words of the window.
struct TestedMessage {
    bool isDelivered = false;
    QString text;
};
// Called once, on the GUI thread; also after the form was closed.
using MessageTold = std::function<void(const TestedMessage &)>;

// The page of a profile's form that says who is told of its problems outside the window, and of
// which. It asks for a test message by a signal, and shows in one place what became of it. GUI
// thread.
class NotifyPage : public QWidget
{
    Q_OBJECT

public:
    explicit NotifyPage(QWidget *parent = nullptr);

    void fill(const ProfileText &text);
    void readInto(ProfileText &text) const;
    // Whether the fields name somebody to whom a message can be sent.
    void setTestable(bool isTestable);

Q_SIGNALS:
    void changed();
    void testWanted(const lockscope::ui::MessageTold &told);

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeFields();
    void onChanged();
    void test();
    void tell(const TestedMessage &message);
    void colourResult();

    QLineEdit *m_command;
    QComboBox *m_webhook;
    QComboBox *m_severity;
    QCheckBox *m_ends;
    QPushButton *m_test;
    RoomyLabel *m_result;
    int m_attempt = 0; // a result of an earlier one, or of other fields, is not shown
    bool m_isSending = false;
    bool m_hasFailed = false;
};

} // namespace lockscope::ui
