// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/focusring.h"

#include <QDialog>

namespace lockscope::ui {

// A dialog in which Tab reaches every control. GUI thread.
class Dialog : public QDialog
{
public:
    using QDialog::QDialog;

protected:
    bool focusNextPrevChild(bool next) override
    {
        return moveToNextStop(this, {}, next) || QDialog::focusNextPrevChild(next);
    }
};

} // namespace lockscope::ui
