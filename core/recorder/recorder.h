// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bothclocks.h"
#include "core/base/result.h"
#include "core/picture/changesink.h"
#include "core/recorder/keeper.h"
#include "core/recorder/recordwriter.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <unordered_map>
#include <vector>

namespace lockscope::recorder {

// Keeps a record of what a picture is told: every event, and each state of locks and servers, so
// that the picture of any instant can be made again (RecordReader). Fed on the picture's thread,
// which never waits for the disk: a thread of its own writes in batches. If that one is too slow,
// events are left out, with a mark that says how many, and of states the newest are kept.
class Recorder final : public picture::ChangeSink
{
public:
    struct Options {
        QString folder; // recordFolder()
        QString program; // that of the lock, for a second writer to read: "lockctl record"
        // Those that belong into it at first; empty: all, and add() is not used.
        std::optional<std::set<watch::DeploymentId>> deployments = {};
        Retention retention = {};
        WriterLimits limits = {};
        Millis pause{250}; // between two batches
        std::size_t mostWaiting = 200'000; // entries
    };
    using Figures = RecordWriter::Figures;

    // `tell` is called on the writer's threads, with what is wrong and with its end, each once. The
    // clock may be asked on any thread, and must outlive this.
    Recorder(Options options, const Clock &clock, std::function<void(const Sentence &)> tell);
    ~Recorder(); // stop()

    // Takes the record for this process, and begins. An Error says why not: Busy names the other
    // writer.
    Result<void> start();
    // Writes what waits, and ends.
    void stop();

    // One more deployment belongs into it, or one less. On the picture's thread, as all that
    // follows.
    void add(watch::DeploymentId deployment) { m_deployments.insert(deployment); }
    void remove(watch::DeploymentId deployment) { m_deployments.erase(deployment); }

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteRemoved(watch::DeploymentId deployment) override;
    void noteStart() override {} // there is none in what is watched
    void note(const health::ProblemChange &change);
    void notePlace(const PlaceEntry &place);

    // As of the last batch; any thread.
    Figures figures() const;
    // Entries that are not written yet, nor lost in a fault.
    std::size_t waiting() const;

private:
    bool isOurs(watch::DeploymentId deployment) const;
    void put(Entry entry);
    void putLate(Entry entry);
    void work();

    const Options m_options;
    std::set<watch::DeploymentId> m_deployments;
    const Clock &m_clock;
    const std::function<void(const Sentence &)> m_tell;
    std::unique_ptr<FolderLock> m_lock; // the writer's thread's, while there is one
    std::thread m_thread;
    BothClocks m_started;

    mutable std::mutex m_mutex; // of all below
    std::condition_variable m_ending;
    bool m_isEnding = false;
    bool m_isRunning = false;
    std::vector<Stamped> m_waiting;
    std::size_t m_inHand = 0; // entries of the batch that is written now
    // Once there were too many: the newest states, and what has no state, in order.
    std::unordered_map<watch::LockId, watch::LockPointer> m_lateLocks;
    std::map<watch::ServerId, watch::ServerPointer> m_lateServers;
    std::vector<Entry> m_lateOthers;
    qint64 m_dropped = 0;
    WallInstant m_droppedSince;
    bool m_isLate = false;
    Figures m_figures;
};

} // namespace lockscope::recorder
