// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>

namespace lockscope {

// Bytes from Redis as a member of a JSON object: as text where they are UTF-8, else with visible
// escapes, and in full as ..._base64 beside it. Any thread.
void putBytes(QJsonObject &object, const QString &field, const QByteArray &bytes);

} // namespace lockscope
