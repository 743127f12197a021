// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVariant>
#include <QWidget>

namespace lockscope::ui {

// Keys without an action, since a widget handles them itself, with their effects.
struct OwnKeys {
    QList<QKeySequence> keys; // that do the same, or one thing in several directions
    QString what;

    friend bool operator==(const OwnKeys &, const OwnKeys &) = default;
};

inline constexpr const char *ownKeysProperty = "ownKeys";

// So that the list of all keys (window/keyhelp.h) has them.
inline void setKeys(QWidget *widget, const QList<OwnKeys> &keys)
{
    widget->setProperty(ownKeysProperty, QVariant::fromValue(keys));
}

inline QList<OwnKeys> ownKeysOf(const QWidget &widget)
{
    return widget.property(ownKeysProperty).value<QList<OwnKeys>>();
}

} // namespace lockscope::ui
