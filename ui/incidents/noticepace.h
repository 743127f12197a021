// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

// A notice for the desktop.
struct DesktopNotice {
    QString title;
    QString text;
    health::Severity severity = health::Severity::Warning;
    QByteArray id; // of the incident; empty: of several

    friend bool operator==(const DesktopNotice &, const DesktopNotice &) = default;
};

// When which new problems are told on the desktop: one at once, at most one notice in ten seconds,
// and those that came meanwhile together in the next one. A value, the time passed in, one thread.
class NoticePace
{
public:
    static constexpr Millis pause{10'000};
    // Problems that were there when a server came into sight for the first time open within this.
    static constexpr Millis firstLook{3'000};

    // A server is seen for the first time: its problems are told together.
    void gather(Instant now);
    void add(const health::Problem &problem);
    void remove(const QByteArray &id); // over before it was told
    void clear() { m_waiting.clear(); }

    // The notice that is due now; empty: none.
    std::optional<DesktopNotice> take(Instant now);
    // When to take again; empty: not before add().
    std::optional<Instant> nextAt() const;

private:
    std::vector<health::Problem> m_waiting;
    std::optional<Instant> m_notBefore;
    bool m_isFirstLook = false; // the waiting ones existed before
};

} // namespace lockscope::ui
