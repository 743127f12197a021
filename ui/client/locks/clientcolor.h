// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QColor>
#include <QVariant>

class QPalette;

namespace lockscope::ui {

// A colour that stays with a client: the same for all its threads, in every view and every run. It
// stands beside the owner's name and never alone, since several clients may share one. Plain
// functions over values, GUI thread.
QColor clientColor(const OwnerId &owner, const QPalette &palette);

// Determines the colour: a hash of the client's id, or of the whole owner if it names no client.
quint64 clientNumber(const OwnerId &owner);

// For MarkRole. Empty: the owner names no client; a token that is new each time has no colour that
// could stay.
QVariant clientMark(const OwnerId &owner);

} // namespace lockscope::ui
