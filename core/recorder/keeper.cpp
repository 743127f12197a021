// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/keeper.h"

#include "core/recorder/recordfile.h"
#include "core/recorder/rollups.h"

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
    removeOld(present, now);
    removeRollUps(m_folder, now, m_retention.rollUpMonths);
}

void Keeper::removeOld(int present, WallInstant now)
{
    const std::vector<RecordFile> files = recordFiles(m_folder);
    const QDate oldest = dayOf(now).addDays(-m_retention.days);
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
