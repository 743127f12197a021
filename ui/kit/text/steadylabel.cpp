// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/text/steadylabel.h"

#include <QEvent>

namespace lockscope::ui {

SteadyLabel::SteadyLabel()
{
    setTextFormat(Qt::PlainText);
    fit();
}

void SteadyLabel::say(const QString &text)
{
    if (text == this->text())
        return;
    setText(text);
    const int wanted = wantedSize().width();
    // Half of the room empty is more than a digit or two that may come back.
    if (wanted > minimumWidth() || wanted < minimumWidth() / 2)
        fit();
}

void SteadyLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

// Not the size that QLabel asks for: that is never smaller than the room it has.
QSize SteadyLabel::wantedSize() const
{
    return fontMetrics().size(Qt::TextSingleLine, text()) + QSize(2, 0);
}

// Qt knows that no text changes a fixed size.
void SteadyLabel::fit()
{
    setFixedSize(wantedSize());
}

} // namespace lockscope::ui
