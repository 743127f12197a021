// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/codec.h"
#include "core/recorder/keeper.h"
#include "core/recorder/recordedpicture.h"
#include "core/recorder/recordfile.h"
#include "core/recorder/rollups.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::recorder {

// Entries that are recorded together.
struct Batch {
    std::vector<Stamped> entries;
    // Changes came faster than they were taken: how many were left out since, and the newest state
    // of what they were about.
    bool isLate = false;
    qint64 dropped = 0;
    WallInstant droppedSince;
    std::vector<Stamped> after;
};

struct WriterLimits {
    qint64 fileBytes = qint64(256) * 1024 * 1024;
    qsizetype streamBytes = qsizetype(512) * 1024; // between two key frames, at least
    qsizetype chunkBytes = fullChunk; // before they are packed; a longer key frame has several
    Millis retry = std::chrono::seconds(5); // after a fault
};

// Writes a record into its files. Whatever happens to these, it goes on, says once what is wrong,
// and marks the time in which nothing could be written. On the recorder's writer thread alone.
class RecordWriter
{
public:
    struct Figures {
        quint64 entries = 0; // written
        quint64 events = 0;
        std::optional<WallInstant> since; // of the present file
        Sentence trouble; // empty: none
        int closedFiles = 0;
    };

    // `own` is called before a file is opened: the folder, which may have been removed, is there
    // then, and has no other writer.
    RecordWriter(QString folder, const Retention &retention, const WriterLimits &limits,
                 std::function<void(const Sentence &)> tell,
                 std::function<Result<void>()> own = {});
    ~RecordWriter(); // closes the file; what was not written is lost

    // Nothing new is fine: then it says that it is alive.
    void take(const Batch &batch, Instant now, WallInstant wall);
    void end(Instant now, WallInstant wall);
    const Figures &figures() const { return m_figures; }

private:
    struct Chunk {
        qint64 id = 0;
        qint64 stream = 0;
        qint64 run = 0;
        qint64 began = 0;
        QByteArray data;
    };
    struct Mark {
        MarkKind kind = MarkKind::Unseen;
        qint64 run = 0;
        WallInstant taken;
        WallInstant began;
        WallInstant ended;
        qint64 events = 0;
        QString deployment = {};
        QString server = {};
        QString reason = {};
    };

    void add(const Stamped &stamped);
    void noteClock(Instant at, WallInstant wall);
    void checkFile(Instant now, WallInstant wall);
    void markClock(WallInstant showed, WallInstant wall);
    bool open(Instant now, WallInstant wall);
    void recovered();
    Result<void> openFile(Instant now, WallInstant wall);
    Result<void> use(std::unique_ptr<Database> file, int number, QDate day);
    std::optional<WallInstant> lastWritten() const;
    void beginRun(RunKind kind, Instant now, WallInstant wall);
    void beginStream(Instant now, WallInstant wall);
    void cut();
    Result<void> write(Instant now, WallInstant wall);
    void failed(const Error &error, Instant now, WallInstant wall);
    void closeFile();
    void writeRollUps(WallInstant wall, bool all);
    void setTrouble(const Sentence &trouble);
    void turnOver(Instant now, WallInstant wall);

    const QString m_folder;
    const WriterLimits m_limits;
    const std::function<void(const Sentence &)> m_tell;
    const std::function<Result<void>()> m_own;
    Figures m_figures;
    RecordedPicture m_picture;
    RollUpBook m_rollUps;
    Keeper m_keeper;

    std::unique_ptr<Database> m_file;
    std::optional<std::pair<quint64, quint64>> m_fileId;
    int m_number = 0;
    QDate m_day;
    qint64 m_fileBytes = 0;
    qint64 m_pageSize = 0;
    bool m_hasRun = false; // in this process
    std::optional<Instant> m_retryAt;
    std::optional<WallInstant> m_failedSince; // since when nothing is written
    qint64 m_unwritten = 0; // events that could not be written since

    Encoder m_encoder;
    qint64 m_run = 0;
    qint64 m_stream = 0;
    qint64 m_nextChunk = 1;
    qint64 m_chunkBegan = 0;
    qsizetype m_frameSize = 0;
    qsizetype m_streamSize = 0;
    quint64 m_pendingEntries = 0;
    quint64 m_pendingEvents = 0;
    std::vector<Chunk> m_chunks;
    std::optional<Chunk> m_tail; // the last one of the stream, which grows while it is small
    std::vector<Mark> m_marks;
    struct Run {
        qint64 id = 0;
        RunKind kind = RunKind::Opened;
        WallInstant began;
        WallInstant ended;
        qint64 monotonic = 0;
    };
    std::vector<Run> m_runs; // the present one last; those before it end
    bool m_isRunNew = false;

    std::optional<qint64> m_offset; // of the wall clock from the monotonic one, in milliseconds
    WallInstant m_alive;
    std::optional<qint64> m_rollUpMinute;
    Sentence m_rollUpTrouble;
    std::optional<qint64> m_keptHour;
};

} // namespace lockscope::recorder
