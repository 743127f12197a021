// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <QString>

namespace lockscope::wording {

// A sentence of core in the language of the window: its texts are looked up, its data go in as they
// are. Foreign parts, such as the text of a server's error, stay as they are, and every word does
// if no translation is installed. Instants are local times as everywhere in the window, with the
// date if it is not today's. Any thread.
QString said(const Sentence &sentence);
// The same with instants as in English, for reports that leave the machine: "08:15:00Z".
QString saidInUtc(const Sentence &sentence);
// Not of text: as a sentence it would be foreign, and stay English.
QString said(const QString &text) = delete;
// The same, as visibleElided() shows it.
QString said(const Sentence &sentence, qsizetype limit);

// The same as a sentence that stands alone: with a capital letter, unless it begins with a name or
// other data, which must not change, and with a full stop.
QString saidAlone(const Sentence &sentence);
QString saidAlone(const Sentence &sentence, qsizetype limit);

// Translates a text of the audit log, which is in English and may be of another version: the
// sentences of logsentences.h that are recognised in it are translated, all others stay. Some
// microseconds.
QString saidInLog(const QString &english);

} // namespace lockscope::wording
