// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/ownwaits.h"

#include "ui/workbench/acquirerules.h"

namespace lockscope::ui {

namespace {

watch::Mode modeOf(const workbench::Entry &entry)
{
    const workbench::KindOptions *const traits = workbench::optionsOf(entry.kind);
    if (!traits || !traits->hasModes)
        return watch::Mode::Exclusive;
    return entry.mode == lock::Mode::Read ? watch::Mode::Read : watch::Mode::Write;
}

} // namespace

std::vector<insight::OwnWaiter> ownWaiters(const std::vector<workbench::Entry> &entries)
{
    std::vector<insight::OwnWaiter> waiters;
    for (const workbench::Entry &entry : entries) {
        if (entry.state != workbench::Entry::State::Waiting || entry.owner.isEmpty())
            continue;
        const bool isReentrant = reasonAgainstReentering(entry.kind).isEmpty();
        for (const int place : entry.places) {
            for (const LockName &name : entry.names)
                waiters.push_back({entry.owner,
                                   {watch::DeploymentId{place}, name},
                                   entry.askedAt,
                                   modeOf(entry),
                                   isReentrant,
                                   entry.label.toUtf8()});
        }
    }
    return waiters;
}

} // namespace lockscope::ui
