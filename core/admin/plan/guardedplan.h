// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plans.h"

namespace lockscope::admin {

// Builds a plan for the script library_act: conditions on keys, and commands that are run as they
// are shown if all of them hold. A plain value, any thread.
class GuardedPlan
{
public:
    using Words = std::vector<QByteArray>;

    // A condition of scripts/library.lua on a key.
    void needs(const char *condition, const QByteArray &key, const Words &words);
    // The script also reports this key's state if the lock has changed.
    void tells(const QByteArray &key);

    void run(const redis::Arguments &command);
    // Adds a command: as the operator is shown it, and as the script is given it.
    void run(const redis::Arguments &shown, const redis::Arguments &given);
    // Sets or extends the key's time to live; the preview counts from the one in `sight`.
    void setTime(const QByteArray &key, const Sight &sight, const Action &action);

    void follows(std::initializer_list<Effect> effects);
    void follows(const std::vector<Effect> &effects);

    Plan plan() const;

    // On a cluster the keys of one hash slot are a part. The parts go by the order of the commands,
    // but for the one of this key, which is the first.
    void beginsWith(const QByteArray &key) { m_first = key; }
    // There is no order in which a failure between two parts does no harm; with several slots
    // parts() fails for this reason.
    void onlyAtOnce(const Sentence &why) { m_whyAtOnce = why; }
    // The conditions of all parts but the first are also compared before it.
    Result<std::vector<PlanPart>> parts() const;

private:
    PlanPart partOf(int slot, bool acts) const;
    QByteArray placeOf(const QByteArray &key);

    std::vector<QByteArray> m_keys;
    std::vector<Words> m_conditions;
    std::vector<redis::Arguments> m_shown;
    std::vector<redis::Arguments> m_given;
    std::vector<Effect> m_effects;
    QByteArray m_first;
    Sentence m_whyAtOnce;
};

} // namespace lockscope::admin
