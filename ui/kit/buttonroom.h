// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/followfont.h"

#include <QAbstractButton>
#include <QStringList>

#include <algorithm>

namespace lockscope::ui {

// Room for each of the texts that the button may have, so that what is beside it stays where it is
// when the text changes. GUI thread.
inline void keepRoomFor(QAbstractButton *button, const QStringList &texts)
{
    followFont(button, [button, texts] {
        const QString shown = button->text();
        int width = 0;
        for (const QString &text : texts) {
            button->setText(text);
            width = std::max(width, button->sizeHint().width());
        }
        button->setText(shown);
        button->setMinimumWidth(width);
    });
}

} // namespace lockscope::ui
