// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QMetaType>
#include <QString>

#include <optional>

namespace lockscope::ui {

// A time to live as a model knows it: instants, not a number, which would change constantly. A
// value, any thread.
struct TtlValue {
    bool applies = false; // false: nothing is held
    std::optional<Instant> deadline; // empty: no expiry
    std::optional<Millis> lease; // the full length; empty: unknown
    std::optional<Instant> frozenAt; // since when nothing is known any more

    friend bool operator==(const TtlValue &, const TtlValue &) = default;
};

enum class TtlTone {
    None, // nothing is held
    Endless, // no expiry: stands for ever if its owner dies
    Calm,
    Low, // less than a third of the lease
    Passed, // the deadline is over and nothing has told of the end
};

// The appearance of a value at one instant.
struct TtlView {
    QString text;
    double fraction = 0; // of the bar, 0 to 1
    TtlTone tone = TtlTone::None;
    bool frozen = false;
};

// The bar is remaining / lease, or of 30 s where the lease is not known; frozen at frozenAt.
TtlView ttlView(const TtlValue &value, Instant now);

} // namespace lockscope::ui

Q_DECLARE_METATYPE(lockscope::ui::TtlValue)
