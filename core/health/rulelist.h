// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

#include <QStringList>

#include <span>

namespace lockscope::health {

// Every rule, in the order of product.md.
std::span<const Rule *const> allRules();
// Their names, as filters and commands take them.
QStringList ruleNames();
// The rule of this name; null: there is none.
const Rule *findRule(QByteArrayView name);

} // namespace lockscope::health
