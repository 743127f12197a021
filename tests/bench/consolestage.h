// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>

#include <unistd.h>

#include <ctime>
#include <random>

namespace lockscope::test {

// Milliseconds of this thread's processor.
inline double threadTime()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return double(spent.tv_sec) * 1000 + double(spent.tv_nsec) / 1e6;
}

// Resident memory of this process.
inline double residentMegabytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the system does not tell how much memory is resident");
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return pages * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

// The console's window as people have it, 1280 by 800, over made-up locks of one server.
class ConsoleStage
{
public:
    explicit ConsoleStage(int locks)
        : m_locks(locks)
        , m_client(m_clock)
        , m_mailbox(m_client.addSource(1))
        , m_window(m_client, m_clock, [](const QString &url) { return Result<QString>(url); })
    {
        m_window.resize(1280, 800);
        // All columns: more than are shown at first.
        for (int column = 0; column < table()->horizontalHeader()->count(); ++column)
            table()->setColumnHidden(column, false);
        m_window.show();
        m_mailbox.put({0, {}}, std::make_shared<const watch::ServerRecord>(upServer()));
        std::minstd_rand random(1);
        for (int lock = 0; lock < locks; ++lock)
            change(lock, random);
        const bool isThere = eventually([&] {
            return int(m_client.locks().lockCount()) == m_locks && !m_client.locks().isOrdering();
        });
        if (!isThere)
            qFatal("the locks do not come");
    }

    // Any thread, each with numbers of its own.
    void change(int lock, std::minstd_rand &random)
    {
        const QByteArray name = "orders:checkout:" + QByteArray::number(lock);
        watch::LockRecord record = heldLock(name, m_clock, Millis(1000 + int(random() % 29'000)));
        record.holds.front().count = qint64(1 + random() % 3);
        watch::LockId id = record.id;
        m_mailbox.put(std::move(id), std::make_shared<const watch::LockRecord>(std::move(record)));
    }

    QTableView *table() { return find<QTableView>("locks"); }
    QLineEdit *filter() { return find<QLineEdit>("filter"); }
    ui::LockTableModel &locks() { return m_client.locks(); }

private:
    template <typename T>
    T *find(const char *name)
    {
        auto *found = m_window.findChild<T *>(QLatin1String(name));
        if (!found)
            qFatal("nothing is named %s", name);
        return found;
    }

    int m_locks;
    SystemClock m_clock;
    ui::WatchClient m_client;
    watch::WatchMailbox &m_mailbox;
    ui::MainWindow m_window;
};

} // namespace lockscope::test
