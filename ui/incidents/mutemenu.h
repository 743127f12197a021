// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/incidents/mutes.h"

#include <QMenu>

#include <map>

namespace lockscope::ui {

// The scopes in which an incident can be muted, each with how long. GUI thread.
class MuteMenu : public QMenu
{
    Q_OBJECT

public:
    explicit MuteMenu(QWidget *parent = nullptr);

    // Null: nothing is chosen.
    void offer(const health::Problem *problem);

Q_SIGNALS:
    // `hours`: for so many; 0: until it is taken back.
    void chosen(lockscope::ui::MuteScope scope, int hours);

private:
    std::map<MuteScope, QMenu *> m_scopes;
};

} // namespace lockscope::ui
