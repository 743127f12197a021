// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditfile.h"
#include "core/base/async/pending.h"
#include "core/platform/bell.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lockscope::admin {

// Writes the log on a thread of its own, since a disk takes its time and the thread that acts has
// watchdogs to run. The writer starts with the first line and writes one line after the other, in
// the order in which they were asked for. One thread calls append(); its event loop brings the
// answers, in the same order.
//
// A line that was asked for is written even if nobody waits for its answer any more. The
// destructor, on the same thread and not from inside an answer, blocks until all of them are
// written; remaining waiters are answered Cancelled then.
//
// The two threads touch these members, and may for these reasons:
//   m_file                       constant
//   m_bell                       constant from the start of the writer to its end; the writer only
//                                rings
//   m_lines, m_answers, m_ends   with m_mutex, which is not held while a line is written
//   all else                     the owner's thread alone; the writer knows no Completion
class Audit
{
public:
    // While `most` lines wait no line before an action is accepted. Others always are: each is owed
    // to an action that was begun or refused.
    explicit Audit(QString file, std::size_t most = 4096);
    ~Audit();
    Audit(const Audit &) = delete;
    Audit &operator=(const Audit &) = delete;

    // $LOCKSCOPE_AUDIT, else audit.jsonl in the user's state folder ($XDG_STATE_HOME/lockscope).
    static QString usualFile();

    const QString &file() const { return m_file.path(); }

    // Ready when the line is on the disk. An Error names the file and the fault; the action must
    // not be done then.
    [[nodiscard]] Pending<void> append(AuditRecord record);

private:
    Result<void> start();
    void write(); // the writer's thread
    void answer();

    const AuditFile m_file;
    const std::size_t m_most;
    std::unique_ptr<platform::Bell> m_bell; // wakes the owner's thread when there are answers
    std::deque<Completion<void>> m_waiting; // of the lines that are not answered yet, in order
    bool m_hasEnded = false; // no line is accepted any more

    std::mutex m_mutex;
    std::condition_variable m_changed; // there is a line to write, or the end has come
    std::deque<AuditRecord> m_lines; // not taken by the writer yet
    std::vector<Result<void>> m_answers; // of lines that were written, not taken by the owner yet
    bool m_ends = false;

    std::thread m_writer; // last: it uses what is above
};

} // namespace lockscope::admin
