// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/keeper.h"

#include "core/recorder/recordfile.h"
#include "core/recorder/rollups.h"

#include <algorithm>

namespace lockscope::recorder {

Keeper::Keeper(QString folder, const Retention &retention,
               std::function<void(const Sentence &)> tell)
    : m_folder(std::move(folder))
    , m_retention(retention)
    , m_tell(std::move(tell))
    , m_thread([this] { work(); })
{}

Keeper::~Keeper()
{
    m_isEnding = true;
    {
        const std::scoped_lock guard(m_mutex);
        m_isWanted = true;
    }
    m_changed.notify_one();
    m_thread.join();
}

void Keeper::look(int present, WallInstant now)
{
    {
        const std::scoped_lock guard(m_mutex);
        m_isWanted = true;
        m_present = present;
        m_now = now;
    }
    m_changed.notify_one();
}

void Keeper::work()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_isWanted; });
        if (m_isEnding)
            return;
        m_isWanted = false;
        const int present = m_present;
        const WallInstant now = m_now;
        lock.unlock();
        keep(present, now);
        lock.lock();
    }
}

void Keeper::keep(int present, WallInstant now)
{
    for (const RecordFile &file : recordFiles(m_folder)) {
        if (file.number >= present || file.isClosed || m_isEnding)
            continue;
        const auto closed = closeFile(file, m_isEnding);
        if (closed && *closed) {
            ++m_closed;
        } else if (!closed) {
            if (isCorrupt(closed.error()))
                putAside(file);
            if (m_told != closed.error().text)
                m_tell(closed.error().text);
            m_told = closed.error().text;
        }
    }
    const std::vector<RecordFile> files = recordFiles(m_folder);
    const QDate today = believedDay(files, present, dayOf(now));
    removeOld(files, present, today.addDays(-m_retention.days));
    removeRollUps(m_folder, today, m_retention.rollUpMonths);
}

// A machine may start with a clock that is years ahead, and must not delete all that there is. So
// the present day counts as the one after the last day that was recorded: after a long pause the
// old files go a day later.
QDate Keeper::believedDay(const std::vector<RecordFile> &files, int present, QDate today)
{
    QDate last;
    for (const RecordFile &file : files) {
        if (file.number < present && file.day < today)
            last = std::max(last, file.day);
    }
    return last.isValid() ? std::min(today, last.addDays(1)) : today;
}

void Keeper::removeOld(const std::vector<RecordFile> &files, int present, QDate oldest)
{
    qint64 bytes = 0;
    for (const RecordFile &file : files)
        bytes += file.bytes;
    for (const RecordFile &file : files) {
        if (file.number >= present)
            return;
        if (file.day >= oldest && bytes <= m_retention.bytes)
            continue;
        if (removeFile(file))
            bytes -= file.bytes;
    }
}

} // namespace lockscope::recorder
