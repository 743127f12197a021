// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/recordplayer.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace std::chrono_literals;

namespace lockscope::console {

namespace {

using recorder::Entry;
using recorder::LockEntry;
using recorder::PlaceEntry;
using recorder::RemovedEntry;
using recorder::Stamped;
using ProblemChange = health::ProblemChange;

// Changes so near to each other are told together.
constexpr Millis together = 20ms;
// Between the files of two days there is less.
constexpr Millis shortestHole = 2s;

// When an entry was told, by both clocks.
struct Told {
    Instant at;
    WallInstant wall;
};

Told toldAt(const Stamped &stamped)
{
    return {stamped.at, stamped.wall};
}

template <typename... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>; // Clang before 17 does not deduce it

} // namespace

// Takes a part of the record as one row of entries. What is told again in between, in key frames,
// is left out; where another run begins, the difference is put in.
class RecordPlayer::Collector final : public recorder::StretchVisitor
{
public:
    explicit Collector(std::size_t most)
        : m_most(most)
    {}

    bool isTooMuch() const { return m_isTooMuch; }
    // From the beginning to the last entry that was taken.
    Millis spanned() const { return m_stretch ? lastWall() - m_stretch->base.at : Millis(0); }
    std::optional<Stretch> take()
    {
        if (m_isOpen)
            end(lastWall());
        return std::move(m_stretch);
    }

    Result<void> begin(recorder::RunKind kind, const recorder::PastPicture &past) override
    {
        if (std::exchange(m_isOpen, true))
            end(lastWall()); // its file could not be read any further
        m_began = past.at;
        if (!m_stretch) {
            m_stretch.emplace();
            m_stretch->base = past;
            m_known = past.picture;
            return {};
        }
        using Kind = recorder::RunKind;
        if (kind == Kind::Opened || kind == Kind::Resumed)
            forgetAll();
        else
            forgetMissing(past);
        for (Entry &entry : past.picture.entries()) {
            if (isKnown(entry))
                continue;
            m_known.apply(entry);
            put({past.now, past.at}, std::move(entry));
        }
        return {};
    }

    Result<void> take(const Stamped &stamped) override
    {
        if (isKnown(stamped.entry))
            return {};
        m_known.apply(stamped.entry);
        m_stretch->entries.push_back(stamped);
        noteProblem(stamped);
        m_isTooMuch = m_stretch->entries.size() > m_most;
        if (m_isTooMuch) // the caller asks for less
            return fail(ErrorKind::Cancelled, Sentence());
        return {};
    }

    Result<void> beginAnew(WallInstant /*at*/) override { return {}; }

    Result<void> end(WallInstant at) override
    {
        m_isOpen = false;
        m_stretch->recorded.emplace_back(m_began, at);
        return {};
    }

    Result<void> take(const recorder::RecordMark & /*mark*/, WallInstant /*taken*/) override
    {
        return {}; // gaps are events, too
    }

private:
    bool isKnown(const Entry &entry) const
    {
        return std::visit(
            Overloaded{[&](const LockEntry &lock) {
                           const auto known = m_known.locks().find(lock.id);
                           if (known == m_known.locks().end())
                               return !lock.lock;
                           return lock.lock && *known->second == *lock.lock;
                       },
                       [&](const ProblemChange &change) {
                           const auto known = m_known.problems().find(change.problem.id);
                           return known != m_known.problems().end()
                               && change.what != ProblemChange::What::Closed
                               && known->second == change.problem;
                       },
                       [&](const PlaceEntry &place) {
                           const auto known = m_known.places().find(place.deployment);
                           return known != m_known.places().end() && known->second == place;
                       },
                       // A server's news say that it was in sight, whatever they tell.
                       [](const auto &) { return false; }},
            entry);
    }

    // Behind the end of what was recorded: what became of it is not known.
    void forgetAll()
    {
        Told last = lastTold();
        last.at += Millis(1);
        last.wall += Millis(1);
        std::map<watch::DeploymentId, QString> all;
        for (const auto &[id, server] : m_known.servers())
            all.emplace(server->deployment, server->label);
        for (const auto &[id, problem] : m_known.problems())
            put(last, ProblemChange{ProblemChange::What::Closed, problem});
        for (const auto &[deployment, label] : all) {
            watch::Event gap;
            gap.at = last.wall;
            gap.type = watch::EventType::Gap;
            gap.deploymentId = deployment;
            gap.deployment = gap.server = label;
            gap.detail = Sentence::say("nothing was recorded");
            put(last, gap);
            put(last, RemovedEntry{deployment});
        }
        m_known = {};
    }

    void forgetMissing(const recorder::PastPicture &past)
    {
        std::vector<Entry> gone;
        for (const auto &[id, lock] : m_known.locks()) {
            if (!past.picture.locks().contains(id))
                gone.emplace_back(LockEntry{id, {}});
        }
        for (const auto &[id, server] : m_known.servers()) {
            if (past.picture.servers().contains(id))
                continue;
            auto left = std::make_shared<watch::ServerRecord>(*server);
            left->hasLeft = true;
            gone.emplace_back(watch::ServerPointer(std::move(left)));
        }
        for (const auto &[id, problem] : m_known.problems()) {
            if (!past.picture.problems().contains(id))
                gone.emplace_back(ProblemChange{ProblemChange::What::Closed, problem});
        }
        for (Entry &each : gone) {
            m_known.apply(each);
            put({past.now, past.at}, std::move(each));
        }
    }

    WallInstant lastWall() const
    {
        const auto &entries = m_stretch->entries;
        return std::max(m_began, entries.empty() ? m_stretch->base.at : entries.back().wall);
    }

    Told lastTold() const
    {
        const Stretch &stretch = *m_stretch;
        const WallInstant ended = stretch.recorded.back().second;
        Told last{stretch.base.now, stretch.base.at};
        if (!stretch.entries.empty())
            last = toldAt(stretch.entries.back());
        return {last.at + (ended - last.wall), ended};
    }

    void put(const Told &told, Entry entry)
    {
        Stamped &put = m_stretch->entries.emplace_back();
        put.at = told.at;
        put.wall = told.wall;
        put.entry = std::move(entry);
    }

    void noteProblem(const Stamped &stamped)
    {
        const auto *change = std::get_if<ProblemChange>(&stamped.entry);
        if (change != nullptr && change->what == ProblemChange::What::Opened)
            m_stretch->problems.push_back(stamped.wall);
    }

    const std::size_t m_most;
    std::optional<Stretch> m_stretch;
    recorder::RecordedPicture m_known;
    WallInstant m_began;
    bool m_isOpen = false;
    bool m_isTooMuch = false;
};

RecordPlayer::RecordPlayer(recorder::RecordReader &reader, PastClock &clock,
                           ui::WatchClient &client, ui::HealthFeed &health)
    : RecordPlayer(reader, clock, client, health, Limits{})
{}

RecordPlayer::RecordPlayer(recorder::RecordReader &reader, PastClock &clock,
                           ui::WatchClient &client, ui::HealthFeed &health, const Limits &limits)
    : m_reader(reader)
    , m_clock(clock)
    , m_client(client)
    , m_health(health)
    , m_limits(limits)
{}

// With less of the time before where there is too much. The time itself is always shown.
Result<RecordPlayer::Stretch> RecordPlayer::read(WallInstant at)
{
    Millis before = m_limits.before;
    Millis after = m_limits.after;
    while (true) {
        Collector collector(m_limits.entries);
        const auto told = m_reader.tell(at - before, at + after, collector);
        if (told) {
            auto stretch = collector.take();
            if (stretch && stretch->covers(at))
                return std::move(*stretch);
            const auto why = m_reader.stateAt(at);
            return why ? fail(ErrorKind::InvalidInput, Sentence::say("nothing was recorded yet"))
                       : fail(why.error());
        }
        if (!collector.isTooMuch() || before == Millis(0))
            return fail(told.error());
        // The time that fits if as much happens in all of it.
        const Millis shorter = std::min(before / 4, collector.spanned() * 3 / 4);
        after = after * shorter.count() / before.count();
        before = shorter;
    }
}

bool RecordPlayer::Stretch::covers(WallInstant at) const
{
    return !isGlance && std::ranges::any_of(recorded, [at](const auto &each) {
        return each.first <= at && at <= each.second;
    });
}

// After the last entry that was told by then: if the wall clock showed a time twice, the later one
// counts.
std::size_t RecordPlayer::placeOf(WallInstant at) const
{
    const auto &entries = m_stretch->entries;
    std::size_t place = entries.size();
    while (place > 0 && entries[place - 1].wall > at)
        --place;
    return place;
}

Result<void> RecordPlayer::show(WallInstant at)
{
    const bool isElsewhere = !m_stretch || !m_stretch->covers(at);
    if (isElsewhere) {
        auto stretch = read(at);
        if (!stretch)
            return fail(stretch.error());
        m_stretch = std::move(*stretch);
    }
    play(at, isElsewhere);
    return {};
}

// A short way on in the stretch that is shown.
bool RecordPlayer::isAhead(WallInstant at) const
{
    constexpr std::size_t most = 2000; // entries; a window follows them in a hundredth of a second
    return m_stretch && at >= m_at && m_stretch->covers(at) && placeOf(at) - m_place < most;
}

Result<void> RecordPlayer::glance(WallInstant at)
{
    if (isAhead(at))
        return show(at);
    auto past = m_reader.stateAt(at);
    if (!past)
        return fail(past.error());
    Stretch instant;
    instant.base = std::move(*past);
    instant.recorded.emplace_back(at, at);
    if (m_stretch)
        instant.problems = std::move(m_stretch->problems);
    instant.isGlance = true;
    m_stretch = std::move(instant);
    play(at, true);
    return {};
}

void RecordPlayer::play(WallInstant at, bool isAnew)
{
    const std::size_t place = placeOf(at);
    m_client.beginReplay();
    if (isAnew || at < m_at || place < m_place)
        begin();
    playTo(place, at);
    m_client.endReplay();
    m_at = at;
    m_client.noteTimeSet();
}

// As it was when the stretch began.
void RecordPlayer::begin()
{
    const recorder::PastPicture &base = m_stretch->base;
    m_clock.set(base.now, base.at);
    m_client.startAnew();
    m_places = base.picture.places();
    m_told.clear(); // with the servers their places were forgotten
    watch::WatchMailbox::Delivery all;
    for (const auto &[id, server] : base.picture.servers()) {
        takeServer(*server);
        all.changes.emplace_back(id, server);
    }
    for (const auto &[id, lock] : base.picture.locks())
        all.changes.emplace_back(id, lock);
    m_client.take(std::move(all), base.at);
    for (const auto &[id, problem] : base.picture.problems())
        m_health.noteRecorded({ProblemChange::What::Opened, problem}, problem.since);
    tellBegin();
    m_place = 0;
    m_holesTold = 0;
}

void RecordPlayer::playTo(std::size_t place, WallInstant at)
{
    Waiting waiting;
    const Stamped *first = nullptr;
    const auto &entries = m_stretch->entries;
    for (; m_place < place; ++m_place) {
        const Stamped &each = entries[m_place];
        if (first != nullptr && each.at - first->at > together) {
            tell(waiting, entries[m_place - 1]);
            first = nullptr;
        }
        if (first == nullptr)
            first = &each;
        std::visit(
            Overloaded{[&](const LockEntry &lock) {
                           // Events are about the state before them, and of a lock there is
                           // one change at a time, as from a mailbox.
                           if (!waiting.all.events.empty() || waiting.locks.contains(lock.id))
                               tell(waiting, each);
                           waiting.locks.insert(lock.id);
                           waiting.all.changes.emplace_back(lock.id, lock.lock);
                       },
                       [&](const watch::ServerPointer &server) {
                           takeServer(*server);
                           waiting.all.changes.emplace_back(server->server, server);
                       },
                       [&](const watch::Event &event) { waiting.all.events.push_back(event); },
                       [&](const RemovedEntry &removed) {
                           tell(waiting, each);
                           m_client.picture().removeDeployment(removed.deployment);
                           m_client.picture().readmitRemoved();
                           m_told.erase(removed.deployment);
                       },
                       [&](const ProblemChange &change) {
                           tell(waiting, each);
                           m_health.noteRecorded(change, each.wall);
                       },
                       [&](const PlaceEntry &reached) {
                           m_places.insert_or_assign(reached.deployment, reached);
                           tell(waiting, each);
                           for (const watch::ServerRecord &server :
                                m_client.picture().serversOf(reached.deployment))
                               takeServer(server);
                       }},
            each.entry);
    }
    if (m_place > 0)
        tell(waiting, entries[m_place - 1]);
    tellHoles(at);
    Told last{m_stretch->base.now, m_stretch->base.at};
    if (m_place > 0)
        last = toldAt(entries[m_place - 1]);
    m_clock.set(last.at + (at - last.wall), at);
}

// Before the stretch there may be more of the record, a hole of it, or nothing.
void RecordPlayer::tellBegin()
{
    const WallInstant began = m_stretch->base.at;
    std::optional<WallInstant> before; // the end of what was recorded before a hole
    for (const auto &[from, to] : m_reader.stretches()) {
        const bool isBefore = from < began - shortestHole;
        if (isBefore && to >= began - shortestHole)
            return;
        if (isBefore)
            before = std::max(before.value_or(to), to);
    }
    if (before)
        m_client.noteNotRecorded(*before, began);
    else
        m_client.noteRecordBegin(began);
}

void RecordPlayer::tellHoles(WallInstant at)
{
    const auto &recorded = m_stretch->recorded;
    for (; m_holesTold + 1 < recorded.size() && recorded[m_holesTold + 1].first <= at;
         ++m_holesTold) {
        const WallInstant from = recorded[m_holesTold].second;
        const WallInstant to = recorded[m_holesTold + 1].first;
        if (to - from > shortestHole)
            m_client.noteNotRecorded(from, to);
    }
}

void RecordPlayer::tell(Waiting &waiting, const Stamped &last)
{
    m_clock.set(last.at, last.wall);
    waiting.locks.clear();
    if (!waiting.all.changes.empty() || !waiting.all.events.empty())
        m_client.take(std::exchange(waiting.all, {}), last.wall);
}

// Before it is told: its rows are greyed out from the beginning.
void RecordPlayer::takeServer(const watch::ServerRecord &server)
{
    admin::Place place;
    place.deployment = server.label;
    if (const auto known = m_places.find(server.deployment); known != m_places.end()) {
        place.profile = known->second.profile;
        if (const auto tag = profile::tagFromName(known->second.tag))
            place.tag = *tag;
    }
    const auto told = m_told.find(server.deployment);
    if (told != m_told.end() && told->second == place)
        return;
    m_told.insert_or_assign(server.deployment, place);
    m_client.setPlace(server.deployment, place);
}

std::optional<WallInstant> RecordPlayer::nextEvent(int direction)
{
    if (!m_stretch)
        return std::nullopt;
    const auto &entries = m_stretch->entries;
    const auto isEvent = [this](const Stamped &each) {
        return std::holds_alternative<watch::Event>(each.entry) && m_stretch->covers(each.wall);
    };
    if (direction > 0) {
        for (std::size_t i = m_place; i < entries.size(); ++i) {
            if (isEvent(entries[i]) && entries[i].wall > m_at)
                return entries[i].wall;
        }
    } else {
        for (std::size_t i = m_place; i-- > 0;) {
            if (isEvent(entries[i]) && entries[i].wall < m_at)
                return entries[i].wall;
        }
    }
    return farEvent(direction);
}

// Beyond the stretch, by the times at which the events happened.
std::optional<WallInstant> RecordPlayer::farEvent(int direction)
{
    std::optional<WallInstant> found;
    recorder::EventQuery query;
    if (direction > 0) {
        query.since = std::max(m_at, m_stretch->recorded.back().second) + Millis(1);
        const auto visited = m_reader.events(query, [&](const watch::Event &event) {
            found = event.at;
            return false;
        });
        return visited ? found : std::nullopt;
    }
    query.until = std::min(m_at, m_stretch->recorded.front().first) - Millis(1);
    const auto span = m_reader.span();
    for (Millis before = 1h; span && !found && query.until > span->first; before *= 24) {
        query.since = std::max(span->first, query.until - before);
        const auto visited = m_reader.events(query, [&](const watch::Event &event) {
            found = std::max(found.value_or(event.at), event.at);
            return true;
        });
        if (!visited || query.since == span->first)
            break;
    }
    return found;
}

} // namespace lockscope::console
