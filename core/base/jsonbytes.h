// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>

namespace lockscope {

// Bytes from Redis as a member of a JSON object: as text if they are UTF-8, else with visible
// escapes. In full as ..._base64 beside it if it isAmbiguous(). Any thread.
void putBytes(QJsonObject &object, const QString &field, const QByteArray &bytes);

// The text does not yield the bytes again: it has escapes, or a backslash, which would begin one
// where the text is given back to a command. Or it begins with U+FEFF, which readers of JSON may
// take for a mark of the encoding.
bool isAmbiguous(const QByteArray &bytes);

} // namespace lockscope
