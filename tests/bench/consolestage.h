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
#include <deque>
#include <random>
#include <vector>

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
        , m_lives(std::size_t(locks))
        , m_client(m_clock)
        , m_mailbox(m_client.addSource())
        , m_window(m_client, m_clock, [](const QString &url) { return Result<QString>(url); })
    {
        for (std::size_t owner = 0; owner < 512; ++owner)
            m_owners.push_back(ownerOf(owner));
        m_window.resize(1280, 800);
        // All columns: more than are shown at first.
        for (int column = 0; column < table()->horizontalHeader()->count(); ++column)
            table()->setColumnHidden(column, false);
        m_window.show();
        m_mailbox.put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
        std::minstd_rand random(1);
        for (int lock = 0; lock < locks; ++lock) {
            const Millis left(1 + qint64(random()) % leaseOf(lock).count());
            take(lock, watch::EventType::Appeared, left);
        }
        const bool isThere = eventually([&] {
            return int(m_client.locks().lockCount()) == m_locks && !m_client.locks().isOrdering();
        });
        if (!isThere)
            qFatal("the locks do not come");
    }

    enum class Front { Locks, Overview, Nothing };
    void show(Front front)
    {
        if (front == Front::Overview)
            m_window.showOverview();
        else
            m_window.showLocks();
        m_window.setVisible(front != Front::Nothing);
    }

    // Delivers a change as a watch does, by a record and an event: of ten changes eight are
    // renewals, one is a release, after which the lock is gone, and one an acquisition of a
    // released lock by another owner. Any thread, but one at a time.
    void change(int lock, std::minstd_rand &random)
    {
        const auto roll = random() % 10;
        if (roll == 9 && !m_released.empty()) {
            lock = m_released.front();
            m_released.pop_front();
        }
        const Life &life = m_lives[std::size_t(lock)];
        if (!life.isHeld)
            take(lock, watch::EventType::Acquired, leaseOf(lock));
        else if (roll == 8)
            release(lock);
        else
            renew(lock);
    }

    QTableView *table() { return m_table; }
    QLineEdit *filter() { return m_filter; }
    ui::LockTableModel &locks() { return m_client.locks(); }

private:
    // The state of a lock according to the records so far.
    struct Life {
        WallInstant since{};
        qint64 renewals = 0;
        std::size_t owner = 0;
        bool isHeld = false;
    };

    // Of different lengths, so that renewed locks are spread over the order by remaining time.
    static Millis leaseOf(int lock) { return std::chrono::seconds(20 + lock % 41); }

    // Threads of some dozens of clients.
    static OwnerId ownerOf(std::size_t number)
    {
        return OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c" + QByteArray::number(10 + number % 64)
                       + ':' + QByteArray::number(number / 64));
    }

    void take(int lock, watch::EventType type, Millis left)
    {
        Life &life = m_lives[std::size_t(lock)];
        life = {m_clock.wallNow(), 0, (life.owner + std::size_t(lock) + 1) % m_owners.size(), true};
        tell(lock, type, left);
    }
    void renew(int lock)
    {
        ++m_lives[std::size_t(lock)].renewals;
        tell(lock, watch::EventType::Renewed, leaseOf(lock));
    }
    void release(int lock)
    {
        m_lives[std::size_t(lock)].isHeld = false;
        m_released.push_back(lock);
        tell(lock, watch::EventType::Released, {});
    }

    void tell(int lock, watch::EventType type, std::optional<Millis> left)
    {
        const Life &life = m_lives[std::size_t(lock)];
        const QByteArray name = "orders:checkout:" + QByteArray::number(lock);
        watch::Event event = eventOf(type, name, m_clock);
        event.deployment = event.server;
        event.owner = m_owners[life.owner];
        event.mode = watch::Mode::Exclusive;
        event.count = 1;
        event.ttl = left;
        watch::LockId id{0, *event.name};
        m_mailbox.post(std::move(event));
        watch::LockPointer shown;
        if (left) {
            watch::LockRecord record = heldLock(name, m_clock, *left);
            record.id.name = id.name;
            watch::HoldRecord &hold = record.holds.front();
            hold.owner = m_owners[life.owner];
            hold.lease = leaseOf(lock);
            hold.observedSince = life.since;
            hold.renewals = life.renewals;
            hold.watchdog =
                life.renewals > 0 ? watch::Watchdog::Renewing : watch::Watchdog::Unknown;
            shown = std::make_shared<const watch::LockRecord>(std::move(record));
        }
        m_mailbox.put(std::move(id), std::move(shown));
    }

    template <typename T>
    T *find(const char *name)
    {
        auto *found = m_window.findChild<T *>(QLatin1String(name));
        if (!found)
            qFatal("nothing is named %s", name);
        return found;
    }

    int m_locks;
    std::vector<Life> m_lives;
    std::vector<OwnerId> m_owners;
    std::deque<int> m_released;
    SystemClock m_clock;
    ui::WatchClient m_client;
    watch::WatchMailbox &m_mailbox;
    ui::MainWindow m_window;
    // Looked for once: a search takes as long as a part of a frame.
    QTableView *const m_table = find<QTableView>("locks");
    QLineEdit *const m_filter = find<QLineEdit>("filter");
};

} // namespace lockscope::test
