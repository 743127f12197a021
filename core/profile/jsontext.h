// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QStringList>

namespace lockscope::profile {

// JSON that people edit: errors with their line, members in a readable order. Plain functions.

// The object that the text holds. InvalidInput says in which line what is wrong; a member that
// stands twice in one object is wrong too, since only one of the two would survive.
Result<QJsonObject> objectFromJson(const QByteArray &text);

// Indented, with a newline at the end. Members named in `first` come in that order, before all
// others, which are sorted: the same object always gives the same text.
QByteArray readableJson(const QJsonObject &object, const QStringList &first);

} // namespace lockscope::profile
