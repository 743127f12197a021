// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/expiredholds.h"
#include "core/health/incidentbook.h"
#include "core/insight/intervals/holdhistory.h"
#include "ui/blocking/blockingtree.h"
#include "ui/client/locks/verdicts.h"
#include "ui/client/servers/servermodel.h"
#include "ui/overview/numberseries.h"
#include "ui/theme/tones.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::ui {

// The contents of the overview, as values that are computed from the feeds. Plain functions, the
// time passed in, any thread; the words are those of the window's language, and text from a server
// is escaped.

// The target of a tile.
struct TileLink {
    enum class To : quint8 { Nowhere, Lock, Server, Filter, View, Incidents, Time };

    To to = To::Nowhere;
    watch::LockId lock = {};
    watch::ServerId server = {};
    QString text = {}; // of a filter; of a view, the name of its dock
    WallInstant at = {}; // on the timeline

    static TileLink toLock(const watch::LockId &lock) { return {.to = To::Lock, .lock = lock}; }
    static TileLink toServer(watch::ServerId server)
    {
        return {.to = To::Server, .server = server};
    }
    static TileLink toFilter(const QString &text) { return {.to = To::Filter, .text = text}; }
    static TileLink toView(const QString &dock) { return {.to = To::View, .text = dock}; }
    static TileLink toIncidents() { return {.to = To::Incidents}; }
    static TileLink toTime(WallInstant at) { return {.to = To::Time, .at = at}; }

    friend bool operator==(const TileLink &, const TileLink &) = default;
};

struct ServerFacts {
    // The worst last.
    enum class Sight : quint8 { Seen, Connecting, Stale, Gone };

    // An up server of which nothing is heard: its watch asks it every second.
    static constexpr std::chrono::seconds staleAfter{5};

    watch::ServerId server;
    QString name;
    QString use; // "primary, tracking"
    Sight sight = Sight::Connecting;
    QString latency; // empty: not known
    QString age; // "seen 1 s ago", "gone for 12 s", "not seen yet"
    bool wasSeen = true; // if not, nothing is known of its locks
    QString cause; // why it is not seen, in few words: "Password rejected"; else empty
    QString reason; // the same as sentences, with the next step; else empty
    QString remarks; // "clock +1.2 s, 2 restarts or failovers today"; empty: nothing unusual
    bool isScanning = false; // the first look at its locks is not over, or what it found not judged
    TileLink link;

    friend bool operator==(const ServerFacts &, const ServerFacts &) = default;
};

struct VerdictFacts {
    enum class Level : quint8 { NoServers, Starting, Well, Watch, Blind, Act };

    Level level = Level::NoServers;
    QString word; // "Act now"
    QString title; // "Deadlock: payment:account:1042"
    QString detail; // is cut where there is no room
    QString action; // the action in short, and the number of further ones; else empty
    TileLink link;

    QString sentence() const; // "Act now: Deadlock: payment:account:1042"
    friend bool operator==(const VerdictFacts &, const VerdictFacts &) = default;
};

struct IncidentFacts {
    QByteArray id;
    health::Severity severity = health::Severity::Warning;
    QString title;
    QString evidence; // is cut where there is no room
    QString action; // the action in short
    QString age;
    bool isAcknowledged = false;
    bool isSuspended = false; // its server is out of sight
    TileLink link;

    friend bool operator==(const IncidentFacts &, const IncidentFacts &) = default;
};

struct IncidentsFacts {
    static constexpr std::size_t most = 6;

    std::vector<IncidentFacts> shown; // the worst first
    std::size_t further = 0;
    std::size_t muted = 0; // in neither of them

    friend bool operator==(const IncidentsFacts &, const IncidentsFacts &) = default;
};

struct NumberFacts {
    // The worth of the numbers of locks: some server is in sight, none is any more, or none ever
    // was.
    enum class Basis : quint8 { InSight, LastSeen, Nothing };

    QString key; // the same in every language
    QString label;
    QString value;
    QString note = {};
    QString meaning = {}; // a sentence
    Tone tone = Tone::Neutral;
    std::vector<float> line = {}; // an hour, see NumberSeries; empty: not kept
    std::vector<float> before = {}; // the same a day before; empty: not recorded
    TileLink link = {};

    friend bool operator==(const NumberFacts &, const NumberFacts &) = default;
};

struct BlockerFacts {
    QString owner;
    QString locks; // that it holds
    QString waits; // how many
    QString waited;
    double share = 0; // of the most that one of them costs
    std::vector<double> parts; // of its bar, by waiter; together 1
    bool isStale = false;
    TileLink link;

    friend bool operator==(const BlockerFacts &, const BlockerFacts &) = default;
};

// A line of the quorum strip: a group with how many locks have which verdict, or a lock that needs
// a look.
struct QuorumFacts {
    QString name;
    QString verdict;
    Tone tone = Tone::Good;
    std::vector<insight::Stance> cells; // one a server; empty: a group
    std::optional<insight::QuorumId> lock; // empty: a group

    friend bool operator==(const QuorumFacts &, const QuorumFacts &) = default;
};

struct RibbonFacts {
    static constexpr std::chrono::minutes length{60};
    static constexpr std::size_t mostSpans = 600;

    enum class Kind : quint8 { Critical, Warning, Outage, Gap, Action };
    struct Span {
        Kind kind = Kind::Gap;
        WallInstant from;
        WallInstant to; // the same: an instant
        QString text;

        friend bool operator==(const Span &, const Span &) = default;
    };

    WallInstant from;
    WallInstant to;
    std::size_t holes = 0; // outages and gaps
    std::optional<WallInstant> begin; // of the watch, where it is later than `from`
    std::vector<Span> spans;
    QString summary;

    friend bool operator==(const RibbonFacts &, const RibbonFacts &) = default;
};

// `heard`: the time of the server's last news; `changes`: the number of times today that another
// process replied, or in another role.
ServerFacts serverFacts(const watch::ServerRecord &server, std::optional<Instant> heard,
                        std::size_t changes, Instant now);

IncidentsFacts incidentsFacts(const health::IncidentBook &incidents, WallInstant now);

// The worst open problem that is not muted; but before warnings comes what cannot be seen.
VerdictFacts verdictFacts(const std::vector<ServerFacts> &servers, const IncidentsFacts &incidents,
                          qint64 locks, const RibbonFacts &hour);

// The holds that expired since midnight before they were released: each of them, also of a lock
// whose incident was open already.
struct ExpiredToday {
    std::size_t count = 0;
    std::optional<WallInstant> last;
    std::optional<watch::LockId> lock; // of the last

    friend bool operator==(const ExpiredToday &, const ExpiredToday &) = default;
};
ExpiredToday expiredToday(const health::IncidentBook &incidents,
                          const health::ExpiredHolds &expired, WallInstant now);

// The longest wait of one known owner; empty: none waits.
std::optional<Millis> longestWait(const BlockingTree &tree);

NumberFacts::Basis basisOf(const std::vector<ServerFacts> &servers, const LockNumbers &numbers);

// `yesterday`: nullptr if it is not known.
std::vector<NumberFacts> numberFacts(const LockNumbers &numbers, NumberFacts::Basis basis,
                                     const NumberSeries &series, const Yesterday *yesterday,
                                     const ExpiredToday &expired, std::optional<Millis> longest,
                                     Instant now, WallInstant wallNow);

inline constexpr std::size_t mostBlockers = 5;
std::vector<BlockerFacts> blockerFacts(const BlockingTree &tree);

// One group and its locks.
struct GroupSight {
    QString name; // empty: nobody named it
    std::vector<JudgedPointer> locks;
    bool isInSight = true; // if not, there may be other locks
};
// At most so many lines: one for each group, then the locks that are not held by all, the worst
// first.
std::vector<QuorumFacts> quorumFacts(const std::vector<GroupSight> &groups, std::size_t most);

RibbonFacts ribbonFacts(const health::IncidentBook &incidents, const insight::HoldHistory &history,
                        WallInstant now);

} // namespace lockscope::ui
