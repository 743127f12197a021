// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lockscope::wording {

// The sentences of core and of app/common, listed for translation in the context "Core". Core
// itself speaks English only (see said.h). Constant data, any thread. A test finds what core says
// and is not listed.
struct CoreSentence {
    // mustBe, mayBe: digits of the placeholders that stand for another sentence of core. Where one
    // that must be is something else, it is not this sentence; the others stand for data.
    constexpr CoreSentence(const char *text_, const char *mustBe_ = "", const char *mayBe_ = "")
        : text(text_)
        , mustBe(mustBe_)
        , mayBe(mayBe_)
    {}

    const char *text;
    const char *mustBe;
    const char *mayBe;
};

std::span<const CoreSentence> watchSentences();
std::span<const CoreSentence> errorSentences();

} // namespace lockscope::wording
