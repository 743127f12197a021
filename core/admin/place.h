// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <QString>

namespace lockscope::admin {

// The deployment on which an action is carried out.
struct Place {
    QString deployment; // label, without credentials
    QString profile; // empty: none
    profile::Tag tag = profile::Tag::Development;
    bool readOnly = false;
    QString guardedBy = {}; // the read-only profile that says so, if it is another one
    // In the console: acting there has to be unlocked first, and whether it is locked now.
    bool isUnlockNeeded = false;
    bool isActingLocked = false;
    bool isRecorded = false; // it is seen as it was: there is no server to act on

    friend bool operator==(const Place &, const Place &) = default;
};

struct Decision {
    bool confirmed = false;
    QString reason; // why it is done, for the log
};

} // namespace lockscope::admin
