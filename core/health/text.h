// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>

namespace lockscope::health {

// A sentence as a value: an English text that is marked for translation (context "health"), and
// what stands in place of %1, %2 and so on. Any thread.
struct Text {
    const char *text = "";
    QStringList arguments = {};

    bool isEmpty() const { return *text == '\0'; }

    friend bool operator==(const Text &a, const Text &b)
    {
        return qstrcmp(a.text, b.text) == 0 && a.arguments == b.arguments;
    }
};

// For JSON, lockctl and the audit log. The console translates `text` instead.
QString english(const Text &text);

// A span as it stands in a sentence: "800 ms", "42 s", "3 min 20 s", "2 h 5 min".
QString spanText(std::chrono::milliseconds span);

} // namespace lockscope::health
