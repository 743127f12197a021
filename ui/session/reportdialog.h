// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/dialog.h"

namespace lockscope::ui {

// The report of a run that ended unexpectedly, to read and to copy. GUI thread.
class ReportDialog : public Dialog
{
    Q_OBJECT

public:
    explicit ReportDialog(const QString &file, QWidget *parent = nullptr);
};

} // namespace lockscope::ui
