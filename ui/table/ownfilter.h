// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QLineEdit;
class QWidget;

namespace lockscope::ui {

// A view's filter of its own: the key that leads to the filter of locks from elsewhere leads to
// this one from within the view. Pressed again, it leads on to the filter of locks; typed after
// anything else it is text. Where the field got the focus in another way, such as with its page,
// the first press of the key stays. Escape clears the field and moves the focus back to the
// filtered view; Down moves it there, too. GUI thread; a child of the field.
class OwnFilter : public QObject
{
    Q_OBJECT

public:
    OwnFilter(QWidget *view, QLineEdit *field, QWidget *filtered);

    // The filter field of the view that contains the widget; null if there is none, or if the field
    // has the focus already.
    static QLineEdit *near(const QWidget *widget);
    // The key has led to this field.
    static void reach(QLineEdit *field);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class State {
        Entered, // in another way
        Reached, // by the key
        Typed,
    };
    void enterFiltered();
    bool isKeyFirst(const QKeyEvent &key) const; // nothing was typed since the focus came

    QLineEdit *m_field;
    QWidget *m_filtered;
    State m_state = State::Entered;
};

} // namespace lockscope::ui
