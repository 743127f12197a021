// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::wording {

// A sentence of core in the language of the window. Core speaks English, whatever the language is:
// so do the audit log, JSON and lockctl. What is shown is looked up here, when it is shown: of a
// list of all sentences (coresentences.h) the one that it is, whose data, such as names and
// numbers, go into the translation as they are. What is no sentence of core, as the text of a
// server's error, and everything where no translation is installed, comes back unchanged. Any
// thread; some microseconds, so for what is painted or told, not for every change of a lock.
QString said(const QString &english);

} // namespace lockscope::wording
