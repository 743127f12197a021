// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/notify/notifier.h"

#include <memory>

namespace lockscope::app {

// The receivers of the problems of a target's profile, for core/notify. Plain functions; what they
// make is used on a thread with an event loop. `program` says who sends: "lockctl record".

bool tellsAnybody(const ChosenTarget &target);

// Null: it tells nobody. An attempt may take ten seconds.
std::unique_ptr<notify::Courier> courierFor(const ChosenTarget &target, const QString &program);

notify::Sender senderFor(const ChosenTarget &target, const QString &program);

// Tells of its problems, as the profile says; null: it tells nobody. `json` writes a problem.
// The clock must outlive it.
std::unique_ptr<notify::Notifier> notifierFor(const ChosenTarget &target, const QString &program,
                                              notify::ProblemJson json, const Clock &clock);

} // namespace lockscope::app
