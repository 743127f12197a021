// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace lockscope::ui {

// Commands to be read and copied, a line each; as high as they are many, within reason. GUI thread.
class CommandsView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CommandsView(QWidget *parent = nullptr);

    void setCommands(const QStringList &commands);
};

} // namespace lockscope::ui
