// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recordwriter.h"

#include "core/base/text.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

constexpr auto aliveEvery = std::chrono::seconds(1);
constexpr qint64 jump = 1000; // of the wall clock, in milliseconds; less is the clock being steered

// CORRUPT if SQLite finds a fault in the file; takes a second for the largest.
Result<void> checkPages(Database &file)
{
    auto check = file.prepare("PRAGMA quick_check(1)");
    if (!check)
        return fail(check.error());
    const auto row = check->step();
    if (!row)
        return fail(row.error());
    if (!*row || check->text(0) != u"ok"_s)
        return fail(Error{ErrorKind::InvalidInput,
                          "CORRUPT",
                          Sentence::say("the record %1 is damaged").arg(shownPath(file.path())),
                          {}});
    check->reset();
    return {};
}

qint64 offsetOf(Instant at, WallInstant wall)
{
    return millisOf(wall) - std::chrono::floor<Millis>(at.time_since_epoch()).count();
}

} // namespace

RecordWriter::RecordWriter(QString folder, const Retention &retention, const WriterLimits &limits,
                           std::function<void(const Sentence &)> tell,
                           std::function<Result<void>()> own)
    : m_folder(std::move(folder))
    , m_limits(limits)
    , m_tell(std::move(tell))
    , m_own(std::move(own))
    , m_rollUps(m_folder)
    , m_keeper(m_folder, retention, m_tell)
{}

RecordWriter::~RecordWriter() = default;

void RecordWriter::take(const Batch &batch, Instant now, WallInstant wall)
{
    // A file begins before the first of its entries.
    const Instant from = batch.entries.empty() ? now : batch.entries.front().at;
    const WallInstant fromWall = batch.entries.empty() ? wall : batch.entries.front().wall;
    if (!m_file)
        open(from, fromWall);
    else if (m_day != dayOf(fromWall) || m_fileBytes >= m_limits.fileBytes)
        turnOver(from, fromWall);
    for (const Stamped &stamped : batch.entries)
        add(stamped);
    if (batch.isLate) {
        m_marks.push_back(
            {MarkKind::Dropped, m_run, wall, batch.droppedSince, wall, batch.dropped});
        for (const Stamped &stamped : batch.after)
            add(stamped);
    }
    noteClock(now, wall);
    if (m_file) {
        cut();
        const bool isNews = !m_chunks.empty() || !m_marks.empty() || m_isRunNew;
        if (isNews || wall - m_alive >= aliveEvery || wall < m_alive) {
            if (const auto written = write(now, wall); !written)
                failed(written.error(), now, wall);
        }
    }
    if (m_file && m_streamSize > std::max<qsizetype>(m_limits.streamBytes, 4 * m_frameSize))
        beginStream(now, wall);
    const qint64 minute = millisOf(wall) / 60'000;
    if (std::exchange(m_rollUpMinute, minute).value_or(minute) != minute) {
        writeRollUps(wall, false);
    }
    const qint64 hour = minute / 60;
    if (m_file && m_keptHour != hour) {
        const bool isFirst = !std::exchange(m_keptHour, hour);
        m_keeper.look(m_number, wall);
        if (!isFirst)
            checkFile(now, wall);
    }
    m_figures.closedFiles = m_keeper.closed();
}

void RecordWriter::end(Instant now, WallInstant wall)
{
    take({}, now, wall);
    if (m_file) {
        if (const auto written = write(now, wall); !written)
            failed(written.error(), now, wall);
    }
    writeRollUps(wall, true);
    closeFile();
}

// SQLite tells the writer nothing of damage to pages that it does not read.
void RecordWriter::checkFile(Instant now, WallInstant wall)
{
    // By another connection: the writer's own has pages in its memory.
    auto opened = Database::open(m_file->path(), Database::How::Reader);
    const auto whole = opened ? checkPages(**opened) : fail(opened.error());
    if (!whole && isCorrupt(whole.error()))
        failed(whole.error(), now, wall);
}

// They wait until they can be written; said once.
void RecordWriter::writeRollUps(WallInstant wall, bool all)
{
    const auto written = m_rollUps.write(wall, all);
    const Sentence trouble = written ? Sentence() : written.error().text;
    if (trouble != std::exchange(m_rollUpTrouble, trouble) && !trouble.isEmpty() && !m_failedSince)
        m_tell(trouble);
}

void RecordWriter::add(const Stamped &stamped)
{
    noteClock(stamped.at, stamped.wall);
    m_picture.apply(stamped.entry);
    const auto *event = std::get_if<watch::Event>(&stamped.entry);
    if (event != nullptr) {
        m_rollUps.note(stamped, *event);
        // Those of a lock say why it could not be read, and are no time without sight.
        if (event->type == watch::EventType::Gap && !event->name)
            m_marks.push_back({MarkKind::Unseen, m_run, stamped.wall, event->at, event->at, 0,
                               event->deployment, event->server, event->detail.english()});
    }
    if (!m_file) {
        m_unwritten += event != nullptr ? 1 : 0;
        return;
    }
    if (m_encoder.size() == 0)
        m_chunkBegan = millisOf(stamped.wall);
    m_encoder.add(stamped);
    ++m_pendingEntries;
    m_pendingEvents += event != nullptr ? 1 : 0;
    if (m_encoder.size() >= m_limits.chunkBytes)
        cut();
}

// The monotonic clock does not jump, so the wall clock did. Times of a run rise.
void RecordWriter::noteClock(Instant at, WallInstant wall)
{
    const qint64 offset = offsetOf(at, wall);
    const qint64 before = std::exchange(m_offset, offset).value_or(offset);
    if (std::abs(offset - before) < jump || !m_file)
        return;
    cut();
    const WallInstant shown = wall - Millis(offset - before);
    m_runs.back().ended = shown;
    beginRun(RunKind::ClockChanged, at, wall);
    markClock(shown, wall);
}

bool RecordWriter::open(Instant now, WallInstant wall)
{
    if (m_retryAt && now < *m_retryAt)
        return false;
    if (const auto opened = openFile(now, wall); !opened) {
        failed(opened.error(), now, wall);
        return false;
    }
    m_retryAt.reset();
    return true;
}

// A file that can be opened may still have no room.
void RecordWriter::recovered()
{
    if (!m_failedSince)
        return;
    const QString since = isoTime(*m_failedSince);
    m_tell(m_unwritten == 1
               ? Sentence::say("recording goes on; 1 event since %1 is missing in the record")
                     .arg(since)
               : Sentence::say("recording goes on; %1 events since %2 are missing in the record")
                     .arg(m_unwritten, since));
    m_figures.trouble = {};
    m_failedSince.reset();
    m_unwritten = 0;
}

// The last file, if it is of this day and has room; else a new one.
Result<void> RecordWriter::openFile(Instant now, WallInstant wall)
{
    if (m_own) {
        if (auto owned = m_own(); !owned)
            return owned;
    }
    const std::vector<RecordFile> files = recordFiles(m_folder);
    std::optional<WallInstant> last = m_hasRun ? m_failedSince : lastWritten();
    Sentence why = m_figures.trouble;
    const QDate day = dayOf(wall);
    int number = files.empty() ? 1 : files.back().number + 1;
    Result<void> used = fail(ErrorKind::Internal, QString());
    if (!files.empty() && !files.back().isClosed && files.back().day == day
        && files.back().bytes < m_limits.fileBytes) {
        const RecordFile &file = files.back();
        auto opened = Database::open(file.path, Database::How::Writer);
        used = opened ? use(std::move(*opened), file.number, day) : fail(opened.error());
        if (!used && isCorrupt(used.error())) {
            const QString aside = putAside(file);
            why = Sentence::say("%1; it was renamed to %2, and a new one begins")
                      .arg(used.error().text, shownPath(aside));
            m_tell(why);
            // Its entries are gone for a reader, too.
            last = m_hasRun ? last : lastWritten();
        } else if (!used && used.error().kind != ErrorKind::Unsupported) {
            return used;
        }
    }
    if (!used) {
        const QString path = openPath(m_folder, number, day);
        auto opened = Database::open(path, Database::How::Writer);
        used = opened ? use(std::move(*opened), number, day) : fail(opened.error());
        if (!used) {
            const RecordFile empty{number, day, false, path, 0};
            removeFile(empty);
            return used;
        }
    }
    m_figures.since = wall;
    beginRun(m_hasRun ? RunKind::Resumed : RunKind::Opened, now, wall);
    for (Mark &mark : m_marks) // of the time without a file
        mark.run = m_run;
    if (last && *last <= wall)
        m_marks.push_back(
            {MarkKind::NotRecorded, m_run, wall, *last, wall, m_unwritten, {}, {}, why.english()});
    else if (last && *last - wall >= Millis(jump)) // it was set back while nobody recorded
        markClock(*last, wall);
    if (!m_hasRun)
        m_alive = wall;
    m_hasRun = true;
    return {};
}

// Once, however often a file is opened that has no room.
void RecordWriter::markClock(WallInstant showed, WallInstant wall)
{
    std::erase_if(m_marks, [&](const Mark &mark) {
        return mark.kind == MarkKind::ClockChanged && mark.began == showed;
    });
    m_marks.push_back({MarkKind::ClockChanged, m_run, wall, showed, wall});
}

Result<void> RecordWriter::use(std::unique_ptr<Database> file, int number, QDate day)
{
    if (const auto fits = migrate(*file); !fits)
        return fits;
    if (const auto whole = checkPages(*file); !whole)
        return whole;
    const auto chunk = file->number("SELECT max(id) FROM chunk");
    const auto run = file->number("SELECT max(id) FROM run");
    const auto pages = file->number("PRAGMA page_count");
    const auto page = file->number("PRAGMA page_size");
    for (const auto *each : {&chunk, &run, &pages, &page}) {
        if (!*each)
            return fail(each->error());
    }
    m_nextChunk = *chunk + 1;
    m_run = *run;
    m_pageSize = *page;
    m_fileBytes = *pages * *page;
    m_number = number;
    m_day = day;
    m_file = std::move(file);
    m_fileId = fileIdOf(m_file->path());
    return {};
}

std::optional<WallInstant> RecordWriter::lastWritten() const
{
    const std::vector<RecordFile> files = recordFiles(m_folder);
    for (auto file = files.rbegin(); file != files.rend(); ++file) {
        const auto how = file->isClosed ? Database::How::Immutable : Database::How::Reader;
        auto opened = Database::open(file->path, how);
        if (!opened)
            continue;
        const auto ended = (*opened)->number("SELECT ended FROM run ORDER BY id DESC LIMIT 1");
        if (ended && *ended > 0)
            return WallInstant(Millis(*ended));
    }
    return std::nullopt;
}

void RecordWriter::beginRun(RunKind kind, Instant now, WallInstant wall)
{
    m_runs.push_back(
        {++m_run, kind, wall, wall, std::chrono::floor<Millis>(now.time_since_epoch()).count()});
    m_isRunNew = true;
    m_offset = offsetOf(now, wall);
    beginStream(now, wall);
}

// A key frame: everything that is there.
void RecordWriter::beginStream(Instant now, WallInstant wall)
{
    cut();
    m_encoder.begin();
    m_stream = m_nextChunk;
    m_streamSize = 0;
    m_chunkBegan = millisOf(wall);
    m_tail = Chunk{m_nextChunk++, m_stream, m_run, m_chunkBegan, {}};
    m_chunks.push_back(*m_tail);
    for (Entry &entry : m_picture.entries()) {
        m_encoder.add({now, wall, std::move(entry)});
        if (m_encoder.size() >= m_limits.chunkBytes)
            cut();
    }
    cut();
    m_frameSize = std::exchange(m_streamSize, 0);
}

// If little happens, a row for each batch would be larger than its content, so the last row is
// written again with more in it until it is worth a page.
void RecordWriter::cut()
{
    if (m_encoder.size() == 0)
        return;
    const QByteArray data = m_encoder.take();
    m_streamSize += data.size();
    // Compressed, some pages: one of less than a page would leave half of it empty.
    const qsizetype smallest = std::min<qsizetype>(qsizetype(12) * 1024, m_limits.chunkBytes);
    if (m_tail && m_tail->data.size() < smallest) {
        m_tail->data += data;
        if (!m_chunks.empty() && m_chunks.back().id == m_tail->id)
            m_chunks.pop_back();
    } else {
        m_tail = Chunk{m_nextChunk++, m_stream, m_run, m_chunkBegan, data};
    }
    m_chunks.push_back(*m_tail);
}

Result<void> RecordWriter::write(Instant /*now*/, WallInstant wall)
{
    // SQLite writes on into a file that has no name any more, and nobody would ever read it.
    if (!m_fileId || fileIdOf(m_file->path()) != m_fileId)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the record %1 was removed while it was written")
                        .arg(shownPath(m_file->path())));
    m_runs.back().ended = wall;
    if (auto begun = m_file->execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    auto run = m_file->prepare("INSERT INTO run(id, kind, began, ended, monotonic)"
                               " VALUES(?, ?, ?, ?, ?)"
                               " ON CONFLICT DO UPDATE SET ended=excluded.ended");
    auto chunk = m_file->prepare("INSERT INTO chunk(id, stream, run, began, form, data)"
                                 " VALUES(?, ?, ?, ?, ?, ?)"
                                 " ON CONFLICT DO UPDATE SET form=excluded.form,"
                                 " data=excluded.data");
    auto mark = m_file->prepare("INSERT INTO mark(kind, run, taken, began, ended, events,"
                                " deployment, server, reason) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto *each : {&run, &chunk, &mark}) {
        if (!*each)
            return fail(each->error());
    }
    for (const Run &each : m_runs) {
        if (auto done = run->bind(each.id)
                            .bind(static_cast<qint64>(each.kind))
                            .bind(millisOf(each.began))
                            .bind(millisOf(each.ended))
                            .bind(each.monotonic)
                            .run();
            !done)
            return done;
    }
    for (const Chunk &each : m_chunks) {
        const auto [form, data] = stored(each.data);
        if (auto done = chunk->bind(each.id)
                            .bind(each.stream)
                            .bind(each.run)
                            .bind(each.began)
                            .bind(static_cast<qint64>(form))
                            .bind(data)
                            .run();
            !done)
            return done;
    }
    for (const Mark &each : m_marks) {
        if (auto done = mark->bind(static_cast<qint64>(each.kind))
                            .bind(each.run)
                            .bind(millisOf(each.taken))
                            .bind(millisOf(each.began))
                            .bind(millisOf(each.ended))
                            .bind(each.events)
                            .bind(each.deployment)
                            .bind(each.server)
                            .bind(each.reason)
                            .run();
            !done)
            return done;
    }
    if (auto done = m_file->execute("COMMIT"); !done)
        return done;
    const auto pages = m_file->number("PRAGMA page_count");
    m_fileBytes = pages.value_or(0) * m_pageSize;
    m_figures.entries += std::exchange(m_pendingEntries, 0);
    m_figures.events += std::exchange(m_pendingEvents, 0);
    m_chunks.clear();
    m_marks.clear();
    m_runs.erase(m_runs.begin(), m_runs.end() - 1);
    m_isRunNew = false;
    m_alive = wall;
    recovered();
    return {};
}

// Committed data stays. The next file begins with all that is known by then.
void RecordWriter::failed(const Error &error, Instant now, WallInstant wall)
{
    if (!m_failedSince)
        m_failedSince = m_hasRun ? std::min(m_alive, wall) : wall;
    m_unwritten += static_cast<qint64>(std::exchange(m_pendingEvents, 0));
    m_pendingEntries = 0;
    m_chunks.clear();
    m_runs.clear();
    m_tail.reset();
    m_encoder.begin();
    std::erase_if(m_marks, [](const Mark &mark) { return mark.kind == MarkKind::NotRecorded; });
    constexpr std::size_t mostMarks = 10'000;
    if (m_marks.size() > mostMarks)
        m_marks.erase(m_marks.begin(), m_marks.end() - std::ptrdiff_t(mostMarks));
    const QString path = m_file ? m_file->path() : QString();
    m_file.reset();
    if (isCorrupt(error) && !path.isEmpty()) {
        const QString aside = putAside({m_number, m_day, false, path, 0});
        setTrouble(Sentence::say("%1; it was renamed to %2, and a new one begins")
                       .arg(error.text, shownPath(aside)));
    } else {
        setTrouble(error.text);
    }
    m_retryAt = now + m_limits.retry;
}

void RecordWriter::setTrouble(const Sentence &trouble)
{
    if (m_figures.trouble.isEmpty())
        m_tell(trouble);
    m_figures.trouble = trouble;
}

void RecordWriter::closeFile()
{
    m_file.reset();
    m_runs.clear();
    m_chunks.clear();
    m_marks.clear();
}

void RecordWriter::turnOver(Instant now, WallInstant wall)
{
    // A clock that is set to another day turns the file over, too.
    const qint64 offset = offsetOf(now, wall);
    const qint64 difference = offset - m_offset.value_or(offset);
    const bool isClockSet = std::abs(difference) >= jump;
    const WallInstant shown = isClockSet ? wall - Millis(difference) : wall;
    if (const auto written = write(now, shown); !written) {
        failed(written.error(), now, wall);
        return;
    }
    const int number = m_number + 1;
    m_file.reset();
    m_runs.clear();
    const QString path = openPath(m_folder, number, dayOf(wall));
    auto opened = Database::open(path, Database::How::Writer);
    const auto used = opened ? use(std::move(*opened), number, dayOf(wall)) : fail(opened.error());
    if (!used) {
        removeFile({number, dayOf(wall), false, path, 0});
        failed(used.error(), now, wall);
        return;
    }
    m_figures.since = wall;
    beginRun(isClockSet ? RunKind::ClockChanged : RunKind::Continued, now, wall);
    if (isClockSet)
        markClock(shown, wall);
    m_keeper.look(m_number, wall);
}

} // namespace lockscope::recorder
