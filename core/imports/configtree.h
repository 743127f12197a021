// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::imports {

// Configuration files as trees, and finding members in them. Plain functions, any thread. The
// trees are hostile: sizes and depths are bounded.

// The documents of a YAML text, all scalars as strings, tags ignored. InvalidInput says in which
// line what is wrong; it never quotes the text.
Result<std::vector<QJsonValue>> documentsFromYaml(const QByteArray &text);
// The lines "name = value" of a .properties file, names with dots as objects within each other.
QJsonObject treeFromProperties(const QString &text);
// Members whose names have dots become objects within each other; they come over what is there.
QJsonObject withoutDots(const QJsonObject &tree);
// `over` on top of `base`, objects member by member.
QJsonObject merged(const QJsonObject &base, const QJsonObject &over);

// The member at a path such as "spring.data.redis"; upper case and hyphens of names do not count,
// as in Spring. Undefined if there is none.
QJsonValue memberAt(const QJsonObject &tree, QStringView path);
QJsonObject objectAt(const QJsonObject &tree, QStringView path);
// A string, or a number or truth value as text; empty for null and for what is none of them.
QString textAt(const QJsonObject &tree, QStringView path);
bool truthAt(const QJsonObject &tree, QStringView path);
// A list of texts, or one text with commas.
QStringList textsAt(const QJsonObject &tree, QStringView path);

} // namespace lockscope::imports
