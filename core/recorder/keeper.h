// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/recorder/recordfolder.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace lockscope::recorder {

// How much of a record is kept.
struct Retention {
    int days = 7; // besides the present one
    qint64 bytes = qint64(4) * 1024 * 1024 * 1024; // of all files
    int rollUpMonths = 13;
};

// Rewrites the files of a record that are not written any more, and deletes those that are too old
// or too many, on a thread of its own: rewriting a day takes seconds, and the writer must not wait.
// Made and used by the writer's thread.
class Keeper
{
public:
    // `tell` is called on the keeper's thread.
    Keeper(QString folder, const Retention &retention, std::function<void(const Sentence &)> tell);
    ~Keeper(); // gives up what it is doing, for the next time
    Keeper(const Keeper &) = delete;
    Keeper &operator=(const Keeper &) = delete;

    // Look after the files; the one of this number is being written.
    void look(int present, WallInstant now);
    int closed() const { return m_closed; } // files that it has rewritten

private:
    void work();
    void keep(int present, WallInstant now);
    static QDate believedDay(const std::vector<RecordFile> &files, int present, QDate today);
    void removeOld(const std::vector<RecordFile> &files, int present, QDate oldest);

    const QString m_folder;
    const Retention m_retention;
    const std::function<void(const Sentence &)> m_tell;
    std::atomic<bool> m_isEnding = false;
    std::atomic<int> m_closed = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isWanted = false;
    int m_present = 0;
    WallInstant m_now;
    Sentence m_told; // the last trouble; said once
    std::thread m_thread;
};

} // namespace lockscope::recorder
