// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QVariant>

namespace lockscope::ui {

// A box that says how a view shows what it has: whether it is checked is remembered with the
// window's layout (window/layouts.h), by its object name. Others are as they are at each start.
inline constexpr const char *rememberedProperty = "isRemembered";
inline constexpr const char *rememberedNoteProperty = "rememberedNote";

// The note explains the box where it stands among other settings.
inline void setRemembered(QAbstractButton *box, const QString &note)
{
    box->setProperty(rememberedProperty, true);
    box->setProperty(rememberedNoteProperty, note);
}

inline QString noteOfRemembered(const QAbstractButton &box)
{
    return box.property(rememberedNoteProperty).toString();
}

inline bool isRemembered(const QAbstractButton &box)
{
    return box.property(rememberedProperty).toBool();
}

} // namespace lockscope::ui
