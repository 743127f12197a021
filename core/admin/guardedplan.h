// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plans.h"

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

private:
    QByteArray placeOf(const QByteArray &key);

    std::vector<QByteArray> m_keys;
    std::vector<Words> m_conditions;
    std::vector<redis::Arguments> m_shown;
    std::vector<redis::Arguments> m_given;
    std::vector<Effect> m_effects;
};

} // namespace lockscope::admin
