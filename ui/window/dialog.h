// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/focusring.h"

#include <QDialog>
#include <QLayout>
#include <QScreen>
#include <QStyle>

#include <algorithm>

namespace lockscope::ui {

// A dialog in which Tab reaches every control, and which opens no higher than its screen if it can
// be made so small. GUI thread.
class Dialog : public QDialog
{
public:
    using QDialog::QDialog;

protected:
    void showEvent(QShowEvent *event) override
    {
        resizeOnScreen(size());
        QDialog::showEvent(event);
    }
    // For a dialog that grows while it is open, too.
    void resizeOnScreen(const QSize &wanted)
    {
        const int title = style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, this);
        const int room = screen()->availableSize().height() - title;
        const int least = layout() && layout()->hasHeightForWidth()
            ? layout()->totalMinimumHeightForWidth(wanted.width())
            : 0; // texts that wrap are not cut
        resize(wanted.width(), std::min(wanted.height(), std::max(room, least)));
    }
    bool focusNextPrevChild(bool next) override
    {
        return moveToNextStop(this, {}, next) || QDialog::focusNextPrevChild(next);
    }
};

} // namespace lockscope::ui
