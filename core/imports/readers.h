// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/imports/draft.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

namespace lockscope::imports {

// The readers, one a format: each makes drafts of what is its own. They take whatever the text
// holds, and a draft that cannot be used says why. No drafts: the text is not of this format.
using Drafts = std::vector<Draft>;

Drafts fromRedisson(const QJsonObject &config, const QString &name);
// The documents of one file: those for a profile of Spring's come over those for all.
Drafts fromSpring(const std::vector<QJsonObject> &documents, const QString &name);
Drafts fromRedisInsight(const QJsonArray &connections);
Drafts fromRedisConf(const QString &text, const QString &name);

} // namespace lockscope::imports
