// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QLineEdit;
class QWidget;

namespace lockscope::ui {

// A view's filter of its own: the key that leads to the filter of locks from elsewhere leads to
// this one from within the view. Typed there first, that key leads on to the filter of locks; typed
// after anything else it is text. Escape clears the field and moves the focus back to the filtered
// view. GUI thread; a child of the field.
class OwnFilter : public QObject
{
    Q_OBJECT

public:
    OwnFilter(QWidget *view, QLineEdit *field, QWidget *filtered);

    // The filter field of the view that contains the widget; null if there is none, or if the field
    // has the focus already.
    static QLineEdit *near(const QWidget *widget);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool leadsOn(const QKeyEvent &key) const;

    QLineEdit *m_field;
    QWidget *m_filtered;
    bool m_isReached = true; // nothing was typed since it was
};

} // namespace lockscope::ui
