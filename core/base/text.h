// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArrayView>
#include <QString>

#include <limits>
#include <vector>

namespace lockscope {

// Bytes from the network as text that is safe to show: valid UTF-8 stays, everything that could act
// on a terminal or reorder a line (C0, C1, DEL, bidirectional and zero-width controls, line
// separators) and every byte that is not UTF-8 becomes a visible escape: \n \r \t \xHH for bytes,
// \u{HHHH} for code points above 0x7f; a backslash is doubled, so that escapes stay unambiguous.
// Any thread; linear.
QString visible(QByteArrayView bytes);

// The same, cut to at most `limit` characters of text with an ellipsis. Only the needed part of
// the input is looked at.
QString visibleElided(QByteArrayView bytes, qsizetype limit);

// A name: as visibleElided(), with \x20 for a blank at its beginning or end, which nobody would see
// there and which makes it another name.
QString visibleName(QByteArrayView bytes, qsizetype limit = std::numeric_limits<qsizetype>::max());

// The first of some names, with a comma between them, and an ellipsis if there are more. The empty
// name is \u{}.
QString visibleNames(const std::vector<LockName> &names);

// The bytes that visible() shows as this text: undoes its escapes. InvalidInput if there is an
// unfinished or unknown escape.
Result<QByteArray> fromVisible(const QString &text);

// As the one of QString, which drops a U+FEFF at the beginning, since it takes that for a mark of
// the encoding: here it stays, since a name that begins with it is another name. All of core, ui
// and app call this one.
QString fromUtf8(QByteArrayView bytes);

// Whether the bytes are valid UTF-8 (no surrogates, no overlong forms).
bool isUtf8(QByteArrayView bytes);

// "500ms", "30s", "5m", "2h", "3d": a whole number and a unit, at most a year. Anything else is
// InvalidInput with a text that names the input and the units; a bare number is refused.
Result<Millis> parseDuration(const QString &text);

// ISO 8601 UTC with milliseconds: 2026-01-31T12:00:00.000Z.
QString isoTime(WallInstant at);

} // namespace lockscope
