// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/ttlvalue.h"

#include "ui/wording/wording.h"

#include <algorithm>

namespace lockscope::ui {

TtlView ttlView(const TtlValue &value, Instant now)
{
    TtlView view;
    if (!value.applies)
        return view;
    view.frozen = value.frozenAt.has_value();
    const Instant at = value.frozenAt.value_or(now);
    view.text = wording::timeLeft(value.deadline, at);
    if (!value.deadline) {
        view.tone = TtlTone::Endless;
        return view;
    }
    const auto left = std::chrono::ceil<Millis>(*value.deadline - at);
    if (left <= Millis(0)) {
        view.tone = TtlTone::Passed;
        return view;
    }
    constexpr Millis usualLease = std::chrono::seconds(30);
    const Millis whole = value.lease && *value.lease > Millis(0) ? *value.lease : usualLease;
    view.fraction = std::clamp(
        static_cast<double>(left.count()) / static_cast<double>(whole.count()), 0.0, 1.0);
    view.tone = view.fraction < 1.0 / 3 ? TtlTone::Low : TtlTone::Calm;
    return view;
}

} // namespace lockscope::ui
