// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/text/followfont.h"

#include <QStringList>

#include <algorithm>

namespace lockscope::ui {

// Room for each of the texts that a button or label may have, so that what is beside it stays where
// it is when the text changes. GUI thread.
template <typename Widget>
inline void keepRoomFor(Widget *widget, const QStringList &texts)
{
    followFont(widget, [widget, texts] {
        const QString shown = widget->text();
        int width = 0;
        for (const QString &text : texts) {
            widget->setText(text);
            width = std::max(width, widget->sizeHint().width());
        }
        widget->setText(shown);
        widget->setMinimumWidth(width);
    });
}

} // namespace lockscope::ui
