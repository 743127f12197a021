// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recordreader.h"

#include "core/base/text.h"
#include "core/recorder/codec.h"
#include "core/recorder/packing.h"

#include <QFileInfo>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

// A living writer says so each second.
constexpr auto grace = std::chrono::seconds(2);

// A stream that began later than this, in milliseconds, tells of nothing that was before.
constexpr qint64 latest = 60'000;

WallInstant wallOf(qint64 millis)
{
    return WallInstant(Millis(millis));
}

// Far from the ends of the range, where sums would overflow.
qint64 boundedMillis(WallInstant at)
{
    constexpr qint64 most = std::numeric_limits<qint64>::max() / 4;
    return std::clamp(millisOf(at), -most, most);
}

Error damaged(const Database &file)
{
    return {ErrorKind::InvalidInput,
            "CORRUPT",
            Sentence::say("the record %1 is damaged").arg(shownPath(file.path())),
            {}};
}

RecordMark markFrom(const Database::Statement &row)
{
    return {static_cast<MarkKind>(row.number(0)),
            wallOf(row.number(1)),
            wallOf(row.number(2)),
            row.number(3),
            row.text(4),
            row.text(5),
            row.text(6)};
}

// The columns of markFrom().
#define LOCKSCOPE_MARKS "SELECT kind, began, ended, events, deployment, server, reason FROM mark "

bool concerns(const watch::Event &event, const EventQuery &query)
{
    if (query.lock && event.name != query.lock)
        return false;
    return !query.owner || event.owner == query.owner || event.former == query.owner;
}

} // namespace

bool EventQuery::matches(const watch::Event &event) const
{
    if (event.at < since || event.at > until)
        return false;
    if (!lock && !owner)
        return true;
    if (!event.lost)
        return concerns(event, *this);
    const std::vector<watch::Event> parts = watch::partsOf(event);
    return std::ranges::any_of(parts,
                               [this](const watch::Event &part) { return concerns(part, *this); });
}

RecordReader::RecordReader(QString folder)
    : m_folder(std::move(folder))
{
    refresh();
}

RecordReader::RecordReader(RecordFile file)
    : m_files{std::move(file)}
{}

RecordReader::~RecordReader() = default;

bool RecordReader::isEmpty() const
{
    return m_files.empty();
}

// Others may have come, been rewritten or been deleted since.
void RecordReader::refresh()
{
    if (m_folder.isEmpty())
        return;
    m_files = recordFiles(m_folder);
    std::set<QString> there;
    for (const RecordFile &file : m_files)
        there.insert(file.path);
    // Somebody who may write there may have gone on.
    for (auto &[path, log] : std::exchange(m_stranded, {})) {
        if (isStillStranded(path, log))
            m_stranded.emplace(path, log);
        else
            m_open.erase(path);
    }
    std::erase_if(m_open, [&](const auto &each) { return !there.contains(each.first); });
    std::erase_if(m_closedRuns, [&](const auto &each) { return !there.contains(each.first); });
}

Result<std::unique_ptr<Database>> RecordReader::opened(const RecordFile &file)
{
    std::unique_ptr<Database> connection;
    if (file.isClosed) {
        auto opened = Database::open(file.path, Database::How::Immutable);
        if (!opened)
            return opened;
        connection = std::move(*opened);
    } else {
        auto opened = openToRead(file.path);
        if (!opened)
            return fail(opened.error());
        connection = std::move(opened->file);
        if (opened->stranded)
            m_stranded.insert_or_assign(file.path, *opened->stranded);
    }
    if (const auto fits = checkVersion(*connection); !fits)
        return fail(fits.error());
    return connection;
}

Database *RecordReader::database(const RecordFile &file)
{
    if (m_faults.contains(file.path))
        return nullptr;
    std::unique_ptr<Database> &known = m_open[file.path];
    if (known)
        return known.get();
    auto opened = this->opened(file);
    if (!opened) {
        m_open.erase(file.path);
        if (QFileInfo::exists(file.path)) // else it was rewritten or deleted meanwhile
            m_faults.emplace(file.path, opened.error());
        return nullptr;
    }
    if (const auto isMade = isPrepared(**opened); !isMade || !*isMade) {
        m_open.erase(file.path);
        if (!isMade)
            m_faults.emplace(file.path, isMade.error());
        return nullptr;
    }
    known = std::move(*opened);
    return known.get();
}

Result<std::vector<RecordReader::Place>> RecordReader::runsOf(std::size_t file)
{
    const RecordFile &from = m_files.at(file);
    std::vector<Place> places;
    if (const auto known = m_closedRuns.find(from.path); known != m_closedRuns.end()) {
        places = known->second;
    } else if (Database *open = database(from)) {
        auto rows = open->prepare("SELECT id, kind, began, ended FROM run ORDER BY id");
        if (!rows)
            return fail(rows.error());
        const auto visited = rows->each([&] {
            places.push_back({0, rows->number(0), static_cast<RunKind>(rows->number(1)),
                              wallOf(rows->number(2)), wallOf(rows->number(3))});
        });
        if (!visited)
            return fail(visited.error());
        if (from.isClosed)
            m_closedRuns.emplace(from.path, places);
    }
    for (Place &place : places)
        place.file = static_cast<int>(file);
    return places;
}

// All, in order. A file that cannot be read is a fault of its own.
std::vector<RecordReader::Place> RecordReader::runs()
{
    refresh();
    std::vector<Place> all;
    for (std::size_t file = 0; file < m_files.size(); ++file) {
        const auto places = runsOf(file);
        if (places)
            all.insert(all.end(), places->begin(), places->end());
        else
            m_faults.emplace(m_files[file].path, places.error());
    }
    return all;
}

std::optional<std::pair<WallInstant, WallInstant>> RecordReader::span()
{
    const std::vector<Place> all = runs();
    if (all.empty())
        return std::nullopt;
    return std::pair(all.front().began, all.back().ended);
}

std::vector<std::pair<WallInstant, WallInstant>> RecordReader::stretches()
{
    std::vector<std::pair<WallInstant, WallInstant>> all;
    for (const Place &place : runs()) {
        const bool goesOn = !all.empty() && place.began >= all.back().first
            && place.began <= all.back().second + grace;
        if (goesOn)
            all.back().second = std::max(all.back().second, place.ended);
        else
            all.emplace_back(place.began, place.ended);
    }
    std::ranges::sort(all); // a clock that was set back
    return all;
}

std::vector<RecordFile> RecordReader::putAside(WallInstant since, WallInstant until) const
{
    std::vector<RecordFile> files;
    if (m_folder.isEmpty())
        return files;
    files = filesPutAside(m_folder);
    // When they begin and end is not known, only that each is of one day.
    constexpr WallInstant lastDay{Millis(253'402'300'799'000)}; // of a QDate with four digits
    const QDate first = dayOf(std::clamp(since, WallInstant(), lastDay));
    const QDate last = dayOf(std::clamp(until, WallInstant(), lastDay));
    std::erase_if(files,
                  [&](const RecordFile &file) { return file.day < first || file.day > last; });
    return files;
}

// Why there is no picture of that time: where a file of that day was damaged, it may have been in
// it.
Error RecordReader::missingAt(WallInstant at, const Sentence &missing) const
{
    const std::vector<RecordFile> aside = putAside(at, at);
    if (aside.empty())
        return {ErrorKind::InvalidInput, {}, missing, {}};
    return {ErrorKind::InvalidInput,
            "CORRUPT",
            Sentence::say("the record of %1 cannot be read: %2")
                .arg(isoTime(at), putAsideText(aside.front())),
            {}};
}

Result<PastPicture> RecordReader::stateAt(WallInstant at)
{
    const std::vector<Place> all = runs();
    // Nobody writes a file that stands alone.
    const Millis mayBeAlive = m_folder.isEmpty() ? Millis(0) : Millis(grace);
    std::optional<WallInstant> before;
    std::optional<WallInstant> after;
    for (std::size_t i = all.size(); i-- > 0;) {
        const Place &place = all[i];
        const bool isLast = i + 1 == all.size();
        if (place.began <= at
            && (at <= place.ended || (isLast && at <= place.ended + mayBeAlive))) {
            auto picture = replay(place, at);
            if (!picture)
                return picture;
            if (const auto added = addGaps(all, i, *picture); !added)
                return fail(added.error());
            return picture;
        }
        if (place.ended < at)
            before = std::max(before.value_or(place.ended), place.ended);
        else
            after = std::min(after.value_or(place.began), place.began);
    }
    if (before && after)
        return fail(missingAt(at,
                              Sentence::say("nothing was recorded at %1, between %2 and %3")
                                  .arg(isoTime(at), isoTime(*before), isoTime(*after))));
    if (before)
        return fail(missingAt(at,
                              Sentence::say("nothing was recorded at %1; the record ends at %2")
                                  .arg(isoTime(at), isoTime(*before))));
    if (after)
        return fail(missingAt(at,
                              Sentence::say("nothing was recorded at %1; the record begins at %2")
                                  .arg(isoTime(at), isoTime(*after))));
    if (!m_faults.empty())
        return fail(m_faults.begin()->second);
    return fail(ErrorKind::InvalidInput, Sentence::say("nothing was recorded yet"));
}

Result<PastPicture> RecordReader::replay(const Place &place, WallInstant at)
{
    Database *file = database(m_files.at(static_cast<std::size_t>(place.file)));
    if (file == nullptr)
        return fail(ErrorKind::InvalidInput, Sentence::say("nothing was recorded yet"));
    auto last = file->prepare("SELECT stream, id FROM chunk WHERE run=? AND began<=?"
                              " ORDER BY began DESC, id DESC LIMIT 1");
    auto run = file->prepare("SELECT began, monotonic FROM run WHERE id=?");
    auto chunks = file->prepare("SELECT form, data FROM chunk WHERE id BETWEEN ? AND ?"
                                " ORDER BY id");
    for (const auto *each : {&last, &run, &chunks}) {
        if (!*each)
            return fail(each->error());
    }
    const auto hasLast = last->bind(place.run).bind(boundedMillis(at)).step();
    if (!hasLast)
        return fail(hasLast.error());
    const auto hasRun = run->bind(place.run).step();
    if (!hasRun)
        return fail(hasRun.error());
    if (!*hasLast || !*hasRun)
        return fail(damaged(*file));

    PastPicture past;
    past.at = at;
    past.now = Instant(std::chrono::duration_cast<Instant::duration>(
        Millis(run->number(1) + millisOf(at) - run->number(0))));
    Decoder decoder;
    decoder.begin();
    bool isPast = false;
    chunks->bind(last->number(0)).bind(last->number(1));
    while (!isPast) {
        const auto row = chunks->step();
        if (!row)
            return fail(row.error());
        if (!*row)
            break;
        const auto chunk = restored(static_cast<ChunkForm>(chunks->number(0)), chunks->bytes(1));
        if (!chunk)
            return fail(damaged(*file));
        const bool isWhole = decoder.feed(*chunk, [&](const Stamped &stamped) {
            isPast = stamped.wall > at;
            if (isPast)
                return false;
            past.picture.apply(stamped.entry);
            past.now = stamped.at + (at - stamped.wall);
            return true;
        });
        if (!isWhole)
            return fail(damaged(*file));
    }
    return past;
}

// Those since the watch began, which may have been in an earlier file.
Result<void> RecordReader::addGaps(const std::vector<Place> &runs, std::size_t place,
                                   PastPicture &picture)
{
    std::size_t first = place;
    while (first > 0 && runs[first].kind != RunKind::Opened)
        --first;
    for (std::size_t i = first; i <= place; ++i) {
        Database *file = database(m_files.at(static_cast<std::size_t>(runs[i].file)));
        if (file == nullptr)
            continue;
        auto rows = file->prepare(LOCKSCOPE_MARKS
                                  "WHERE run=? AND kind=0 AND (taken<=? OR run<>?) ORDER BY id");
        if (!rows)
            return fail(rows.error());
        // Those of an earlier run are earlier, whatever the clock showed.
        rows->bind(runs[i].run)
            .bind(boundedMillis(picture.at))
            .bind(i == place ? runs[i].run : qint64(-1));
        const auto visited = rows->each([&] {
            const RecordMark mark = markFrom(*rows);
            picture.gaps.push_back({mark.began, mark.ended, mark.deployment, mark.server,
                                    mark.reason.isEmpty() ? Sentence() : Sentence(mark.reason)});
        });
        if (!visited)
            return fail(visited.error());
    }
    return {};
}

Result<void> RecordReader::events(const EventQuery &query, const Visitor &visit,
                                  const MarkVisitor &visitMark, const ProblemNoter &note)
{
    for (const Place &place : runs()) {
        // An event may be told some time after it happened, never before.
        if (place.ended + grace < query.since)
            continue;
        const auto goesOn = eventsOf(place, query, visit, visitMark, note);
        if (!goesOn)
            m_faults.emplace(m_files.at(static_cast<std::size_t>(place.file)).path, goesOn.error());
        else if (!*goesOn)
            break;
    }
    return {};
}

Result<bool> RecordReader::eventsOf(const Place &place, const EventQuery &query,
                                    const Visitor &visit, const MarkVisitor &visitMark,
                                    const ProblemNoter &note)
{
    Database *file = database(m_files.at(static_cast<std::size_t>(place.file)));
    if (file == nullptr)
        return true;
    if (visitMark) {
        auto rows = file->prepare(LOCKSCOPE_MARKS "WHERE run=? AND kind<>0 ORDER BY id");
        if (!rows)
            return fail(rows.error());
        rows->bind(place.run);
        while (true) {
            const auto row = rows->step();
            if (!row)
                return fail(row.error());
            if (!*row)
                break;
            const RecordMark mark = markFrom(*rows);
            const bool isIn = std::max(mark.began, mark.ended) >= query.since
                && std::min(mark.began, mark.ended) <= query.until;
            if (isIn && !visitMark(mark))
                return false;
        }
    }
    // The stream in which the time begins, or the first of the run, and all after it.
    auto first = file->prepare("SELECT stream FROM chunk WHERE run=? AND began<=?"
                               " ORDER BY began DESC, id DESC LIMIT 1");
    auto very = file->prepare("SELECT stream FROM chunk WHERE run=? ORDER BY began, id LIMIT 1");
    auto chunks = file->prepare("SELECT form, data, stream, began, run FROM chunk WHERE id>=?"
                                " ORDER BY id");
    for (const auto *each : {&first, &very, &chunks}) {
        if (!*each)
            return fail(each->error());
    }
    const auto hasFirst = first->bind(place.run).bind(boundedMillis(query.since)).step();
    if (!hasFirst)
        return fail(hasFirst.error());
    const auto hasVery = very->bind(place.run).step();
    if (!hasVery)
        return fail(hasVery.error());
    if (!*hasVery)
        return true;
    chunks->bind(*hasFirst ? first->number(0) : very->number(0));
    Decoder decoder;
    qint64 stream = -1;
    bool goesOn = true;
    while (goesOn) {
        const auto row = chunks->step();
        if (!row)
            return fail(row.error());
        if (!*row || chunks->number(4) != place.run
            || chunks->number(3) > boundedMillis(query.until) + latest)
            return true;
        if (stream != chunks->number(2))
            decoder.begin();
        stream = chunks->number(2);
        const auto chunk = restored(static_cast<ChunkForm>(chunks->number(0)), chunks->bytes(1));
        if (!chunk)
            return fail(damaged(*file));
        const bool isWhole = decoder.feed(*chunk, [&](const Stamped &stamped) {
            const auto *change = std::get_if<health::ProblemChange>(&stamped.entry);
            if (change != nullptr && note)
                note(*change);
            const auto *event = std::get_if<watch::Event>(&stamped.entry);
            if (event != nullptr && query.matches(*event))
                goesOn = visit(*event);
            return goesOn;
        });
        if (!isWhole)
            return fail(damaged(*file));
    }
    return false;
}

Result<void> RecordReader::copy(WallInstant since, WallInstant until, StretchVisitor &visitor)
{
    const std::vector<Place> all = runs();
    if (!m_faults.empty())
        return fail(m_faults.begin()->second);
    EventQuery window;
    window.since = since;
    window.until = until;
    bool isFirst = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].ended < since || all[i].began > until)
            continue;
        if (const auto copied = copyPlace(all, i, window, std::exchange(isFirst, false), visitor);
            !copied)
            return copied;
    }
    return {};
}

Result<void> RecordReader::copyPlace(const std::vector<Place> &all, std::size_t place,
                                     const EventQuery &window, bool isFirst,
                                     StretchVisitor &visitor)
{
    auto picture = replay(all[place], std::max(window.since, all[place].began));
    if (!picture)
        return fail(picture.error());
    const WallInstant began = picture->at;
    // The first stretch begins with the gaps before it; those of later ones are among their marks,
    // also what was noticed in their first moment.
    WallInstant noticed = began - Millis(1);
    if (isFirst) {
        noticed = began;
        if (const auto added = addGaps(all, place, *picture); !added)
            return added;
    }
    if (const auto begun = visitor.begin(all[place].kind, *picture); !begun)
        return begun;
    if (const auto copied = copyEntries(all[place], window, began, visitor); !copied)
        return copied;
    if (const auto ended = visitor.end(std::min(all[place].ended, window.until)); !ended)
        return ended;
    return copyMarks(all[place], window, noticed, visitor);
}

Result<void> RecordReader::tell(WallInstant since, WallInstant until, StretchVisitor &visitor)
{
    std::vector<Place> all = runs();
    EventQuery window;
    window.since = since;
    window.until = until;
    std::optional<int> before; // the file of the last stretch
    bool isAfterFault = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (int file = before.value_or(0); file < all[i].file; ++file)
            isAfterFault |= m_faults.contains(m_files.at(static_cast<std::size_t>(file)).path);
        if (all[i].ended < since || all[i].began > until)
            continue;
        if (std::exchange(isAfterFault, false) && all[i].kind != RunKind::Opened)
            all[i].kind = RunKind::Resumed;
        if (const auto told = copyPlace(all, i, window, !before, visitor); !told) {
            if (told.error().kind == ErrorKind::Cancelled)
                return told;
            m_faults.emplace(m_files.at(static_cast<std::size_t>(all[i].file)).path, told.error());
            isAfterFault = true;
        }
        before = all[i].file;
    }
    return {};
}

// Events that are older than the time are left out, states are not: they are the picture.
Result<void> RecordReader::copyEntries(const Place &place, const EventQuery &window,
                                       WallInstant began, StretchVisitor &visitor)
{
    Database *file = database(m_files.at(static_cast<std::size_t>(place.file)));
    if (file == nullptr)
        return fail(ErrorKind::InvalidInput, Sentence::say("nothing was recorded yet"));
    auto first = file->prepare("SELECT stream FROM chunk WHERE run=? AND began<=?"
                               " ORDER BY began DESC, id DESC LIMIT 1");
    auto chunks = file->prepare("SELECT form, data, stream, began FROM chunk"
                                " WHERE run=? AND id>=? AND began<=? ORDER BY id");
    for (const auto *each : {&first, &chunks}) {
        if (!*each)
            return fail(each->error());
    }
    const auto hasFirst = first->bind(place.run).bind(boundedMillis(began)).step();
    if (!hasFirst)
        return fail(hasFirst.error());
    if (!*hasFirst)
        return fail(damaged(*file));
    chunks->bind(place.run)
        .bind(first->number(0))
        .bind(boundedMillis(std::min(place.ended, window.until)) + latest);
    Decoder decoder;
    std::optional<qint64> stream;
    Result<void> taken;
    const auto take = [&](const Stamped &stamped) {
        const auto *event = std::get_if<watch::Event>(&stamped.entry);
        const bool isWanted = event != nullptr
            ? window.matches(*event)
            : stamped.wall > began && stamped.wall <= window.until;
        if (isWanted) {
            // One that was told late, or with the first picture.
            Stamped kept = stamped;
            kept.wall = std::clamp(stamped.wall, began, std::max(began, window.until));
            kept.at += kept.wall - stamped.wall;
            taken = visitor.take(kept);
        }
        return taken.has_value();
    };
    while (true) {
        const auto row = chunks->step();
        if (!row)
            return fail(row.error());
        if (!*row)
            return {};
        if (stream != chunks->number(2)) {
            decoder.begin();
            const WallInstant at = wallOf(chunks->number(3));
            if (stream && at <= window.until)
                taken = visitor.beginAnew(at);
            if (!taken)
                return taken;
        }
        stream = chunks->number(2);
        const auto chunk = restored(static_cast<ChunkForm>(chunks->number(0)), chunks->bytes(1));
        if (!chunk || !decoder.feed(*chunk, take))
            return fail(damaged(*file));
        if (!taken)
            return taken;
    }
}

Result<void> RecordReader::copyMarks(const Place &place, const EventQuery &window,
                                     WallInstant began, StretchVisitor &visitor)
{
    Database *file = database(m_files.at(static_cast<std::size_t>(place.file)));
    if (file == nullptr)
        return fail(ErrorKind::InvalidInput, Sentence::say("nothing was recorded yet"));
    // A gap counts by when it was noticed: those before are in the picture of the first stretch.
    auto rows = file->prepare("SELECT kind, began, ended, events, deployment, server, reason, taken"
                              " FROM mark WHERE run=? AND ((kind=0 AND taken>? AND taken<=?)"
                              " OR (kind<>0 AND max(began, ended)>=? AND min(began, ended)<=?))"
                              " ORDER BY id");
    if (!rows)
        return fail(rows.error());
    rows->bind(place.run)
        .bind(boundedMillis(began))
        .bind(boundedMillis(window.until))
        .bind(boundedMillis(window.since))
        .bind(boundedMillis(window.until));
    Result<void> taken;
    const auto visited = rows->each([&] {
        if (taken)
            taken = visitor.take(markFrom(*rows), wallOf(rows->number(7)));
    });
    return visited ? taken : visited;
}

Result<std::vector<RecordMark>> RecordReader::marks(WallInstant since, WallInstant until)
{
    std::vector<RecordMark> all;
    for (std::size_t i = 0; i < (refresh(), m_files.size()); ++i) {
        Database *file = database(m_files[i]);
        if (file == nullptr)
            continue;
        auto rows =
            file->prepare(LOCKSCOPE_MARKS "WHERE max(began, ended)>=? AND min(began, ended)<=?"
                                          " ORDER BY id");
        if (!rows)
            return fail(rows.error());
        rows->bind(boundedMillis(since)).bind(boundedMillis(until));
        const auto visited = rows->each([&] { all.push_back(markFrom(*rows)); });
        if (!visited)
            return fail(visited.error());
    }
    return all;
}

} // namespace lockscope::recorder
