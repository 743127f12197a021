// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incidentbook.h"

#include <QString>

namespace lockscope::wording {

// The words for problems and incidents. Plain functions, any thread; text, never markup.

// "2 critical, 3 warnings"; empty: there are none.
QString severityCounts(std::size_t critical, std::size_t warning);

// Its lock, its server, or the locks of a deadlock: at most so many characters of each name.
QString problemSubject(const health::Problem &problem, qsizetype limit = 200);

// The report of one problem for a terminal or a ticket, several lines: title, place, beginning,
// evidence, reason, remedy, and its page in the guide. Times are UTC.
QString problemReport(const health::Problem &problem);
// The same with its end, and with each step of the incident.
QString incidentReport(const health::Incident &incident);

// "opened", "became critical", ...
QString incidentStep(health::Incident::Step::What what);

// The scope of a mute: "Long hold on locks that begin with billing:".
QString muteSentence(const health::Mute &mute);
// For how long: "until 16:30:00", "until taken back".
QString muteEnd(const health::Mute &mute, WallInstant now);

} // namespace lockscope::wording
