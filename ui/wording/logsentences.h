// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lockscope::wording {

// The sentences of core that the audit log often has, to recognise them there (see said.h).
// Constant data, any thread. A test finds one that core no longer says.
struct LogSentence {
    // mustBe, mayBe: digits of the placeholders that stand for another of these sentences. If a
    // mustBe placeholder is not such a sentence, the text is not this sentence; all other
    // placeholders stand for data.
    constexpr LogSentence(const char *text_, const char *mustBe_ = "", const char *mayBe_ = "")
        : text(text_)
        , mustBe(mustBe_)
        , mayBe(mayBe_)
    {}

    const char *text;
    const char *mustBe;
    const char *mayBe;
};

std::span<const LogSentence> logSentences();

} // namespace lockscope::wording
