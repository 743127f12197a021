// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QShortcut>

namespace lockscope::ui {

// Calls `tell` where the keys of the action are pressed while it is disabled: Qt would ignore them,
// and who pressed them would not learn why nothing happens. The keys may be changed. GUI thread; a
// child of the window.
template <typename Tell>
void onRefusedKeys(QAction *action, QWidget *window, Tell tell)
{
    auto *refused = new QShortcut(window);
    refused->setObjectName(action->objectName() + QLatin1StringView("Refused"));
    const auto fit = [refused, action] {
        if (refused->keys() != action->shortcuts())
            refused->setKeys(action->shortcuts());
        refused->setEnabled(!action->isEnabled());
    };
    QObject::connect(action, &QAction::changed, refused, fit);
    QObject::connect(refused, &QShortcut::activated, action, tell);
    fit();
}

} // namespace lockscope::ui
