// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incident.h"
#include "core/watch/record/records.h"

#include <QCoreApplication>

#include <deque>
#include <optional>
#include <vector>

namespace lockscope::ui {

class ServerModel;

// The full description of one incident, as lines of plain text and links: the problem, its
// evidence, its consequences, the remedy, its steps, and related events of its lock. Plain
// functions, GUI thread.
class IncidentText
{
    Q_DECLARE_TR_FUNCTIONS(IncidentText)

public:
    // The target of a link.
    struct Link {
        enum class To : quint8 { Lock, Server, Timeline, Guide };

        To to = To::Lock;
        int place = 0; // of the lock among those of the problem

        // "lock:0"; empty: it is none of these.
        QString name() const;
        static std::optional<Link> from(const QString &name);
        friend bool operator==(const Link &, const Link &) = default;
    };
    struct Line {
        enum class Style : quint8 { Title, Heading, Text, Quiet };

        Style style = Style::Text;
        QString text; // may stand before the link
        QString linked = {}; // the words of the link; empty: there is none
        Link link = {};

        friend bool operator==(const Line &, const Line &) = default;
    };

    static constexpr std::size_t mostLocks = 20; // that have links
    static constexpr std::size_t mostEvents = 30;

    static std::vector<Line> lines(const health::Incident &incident,
                                   const std::deque<watch::Event> &events,
                                   const ServerModel &servers, WallInstant now);
    // The events of its locks or its server, from a minute before its start to its end; the latest
    // if there are many.
    static std::vector<const watch::Event *> related(const health::Problem &problem,
                                                     const std::deque<watch::Event> &events);
};

} // namespace lockscope::ui
