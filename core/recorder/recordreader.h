// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/recordedpicture.h"
#include "core/recorder/recordfile.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::recorder {

// The picture of one instant, with both clocks as they were: deadlines are compared with `now`.
struct PastPicture {
    WallInstant at;
    Instant now;
    RecordedPicture picture;
    std::vector<watch::Gap> gaps; // that the watch had by then, oldest first
};

// A time that is not as others.
struct RecordMark {
    MarkKind kind = MarkKind::Unseen;
    WallInstant began;
    WallInstant ended; // of a clock that was set: what it shows since
    qint64 events = 0; // that are missing, as far as they were counted
    QString deployment = {};
    QString server = {};
    QString reason = {};

    friend bool operator==(const RecordMark &, const RecordMark &) = default;
};

// In which events are looked for, and of which. `at` of an event counts.
struct EventQuery {
    WallInstant since = WallInstant::min();
    WallInstant until = WallInstant::max();
    std::optional<LockName> lock = {};
    std::optional<OwnerId> owner = {}; // holder, waiter or former holder

    bool matches(const watch::Event &event) const;
};

// A part of a record without a hole, as it is told for a copy: all that was there when it began,
// and each entry after that.
class StretchVisitor
{
public:
    virtual ~StretchVisitor() = default;

    virtual Result<void> begin(RunKind kind, const PastPicture &picture) = 0;
    virtual Result<void> take(const Stamped &stamped) = 0;
    // All that is there is told again from here on.
    virtual Result<void> beginAnew(WallInstant at) = 0;
    virtual Result<void> end(WallInstant at) = 0;
    // Of the present stretch, after all of its entries.
    virtual Result<void> take(const RecordMark &mark, WallInstant taken) = 0;
};

// Reads a record, also while it is written. Never writes. One thread. Keeps the files open, so that
// a second look at the same time is quick.
class RecordReader
{
public:
    explicit RecordReader(QString folder);
    // Of this one closed file, wherever it is.
    explicit RecordReader(RecordFile file);
    ~RecordReader();

    bool isEmpty() const; // there is no file
    // From the beginning of the first run to the end of the last.
    std::optional<std::pair<WallInstant, WallInstant>> span();
    // In which something was recorded, in order; those that follow each other at once are one.
    std::vector<std::pair<WallInstant, WallInstant>> stretches();

    // The picture as it was then. InvalidInput says between which times nothing was recorded, or
    // that the file of that day was damaged. If the wall clock was set back, so that it showed a
    // time twice, the later one counts.
    Result<PastPicture> stateAt(WallInstant at);

    // In the order in which they were recorded. `visit` returns false to end. Marks come among the
    // events, in their places, if no lock and no owner is asked for. `note` is called with each
    // change of a problem, also of other locks and just outside of the time: before the event that
    // tells of it.
    using Visitor = std::function<bool(const watch::Event &)>;
    using MarkVisitor = std::function<bool(const RecordMark &)>;
    using ProblemNoter = std::function<void(const health::ProblemChange &)>;
    Result<void> events(const EventQuery &query, const Visitor &visit,
                        const MarkVisitor &visitMark = {}, const ProblemNoter &note = {});
    Result<std::vector<RecordMark>> marks(WallInstant since, WallInstant until);
    // Tells what was recorded in a time, in order. A file that cannot be read ends it.
    Result<void> copy(WallInstant since, WallInstant until, StretchVisitor &visitor);
    // The same for whoever can do with less: a file that cannot be read is a fault, and a hole,
    // after which the next stretch begins as one that was resumed, without an end() of the one
    // before. A visitor that answers Cancelled ends it, and gets that back.
    Result<void> tell(WallInstant since, WallInstant until, StretchVisitor &visitor);

    // The files of a time that were damaged and put aside: what they had cannot be read.
    std::vector<RecordFile> putAside(WallInstant since, WallInstant until) const;

    // Files that could not be read by the calls so far, and why.
    const std::map<QString, Error> &faults() const { return m_faults; }

private:
    struct Place {
        int file = 0; // index
        qint64 run = 0;
        RunKind kind = RunKind::Opened;
        WallInstant began;
        WallInstant ended;
    };

    void refresh();
    Database *database(const RecordFile &file);
    Result<std::unique_ptr<Database>> opened(const RecordFile &file);
    Result<std::vector<Place>> runsOf(std::size_t file);
    std::vector<Place> runs();
    Result<PastPicture> replay(const Place &place, WallInstant at);
    Error missingAt(WallInstant at, const Sentence &missing) const;
    Result<void> addGaps(const std::vector<Place> &runs, std::size_t place, PastPicture &picture);
    Result<void> copyPlace(const std::vector<Place> &all, std::size_t place,
                           const EventQuery &window, bool isFirst, StretchVisitor &visitor);
    Result<void> copyEntries(const Place &place, const EventQuery &window, WallInstant began,
                             StretchVisitor &visitor);
    Result<void> copyMarks(const Place &place, const EventQuery &window, WallInstant began,
                           StretchVisitor &visitor);
    Result<bool> eventsOf(const Place &place, const EventQuery &query, const Visitor &visit,
                          const MarkVisitor &visitMark, const ProblemNoter &note);

    const QString m_folder; // empty: one file alone
    std::vector<RecordFile> m_files;
    std::map<QString, std::unique_ptr<Database>> m_open;
    // Of those, open files without a writer in a folder where nothing can be written: the length of
    // each one's log then, or none.
    std::map<QString, qint64> m_stranded;
    std::map<QString, std::vector<Place>> m_closedRuns; // of files that do not change
    std::map<QString, Error> m_faults;
};

} // namespace lockscope::recorder
