// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/watch/record/records.h"

#include <QAbstractItemModel>
#include <QObject>

#include <vector>

namespace lockscope::test {

// A clock that stands still until it is told otherwise.
class StandingClock final : public Clock
{
public:
    Instant now() const override { return m_now; }
    WallInstant wallNow() const override { return m_wall; }
    void advance(Millis span)
    {
        m_now += span;
        m_wall += span;
    }

private:
    Instant m_now = Instant(std::chrono::hours(1));
    WallInstant m_wall = WallInstant(std::chrono::hours(24 * 365 * 55));
};

inline watch::LockRecord heldLock(const QByteArray &name, const Clock &clock,
                                  Millis left = std::chrono::seconds(20), int server = 0)
{
    watch::HoldRecord hold;
    hold.owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7");
    hold.deadline = clock.now() + left;
    hold.lease = std::chrono::seconds(30);
    hold.observedSince = clock.wallNow();
    hold.watchdog = watch::Watchdog::Renewing;
    hold.renewals = 3;
    watch::LockRecord lock;
    lock.id = {server, LockName(name)};
    lock.serverId = {server};
    // One for all, as a watch has them.
    static const Shared<QByteArray> kind("reentrant");
    static const Shared<QByteArray> library("redisson");
    static const Shared<QString> address(QStringLiteral("redis://127.0.0.1:6379"));
    lock.kind = kind;
    lock.library = library;
    lock.deployment = address;
    lock.server = address;
    lock.state = watch::LockState::Held;
    lock.holds = {hold};
    lock.deadline = hold.deadline;
    lock.waitingConnections = 0;
    lock.mainKey = format::KeyType::Hash;
    return lock;
}

inline watch::LockRecord fairLock(const QByteArray &name, const Clock &clock, int waiters,
                                  int server = 0)
{
    watch::LockRecord lock = heldLock(name, clock, std::chrono::seconds(12), server);
    lock.kind = "fair";
    lock.state = watch::LockState::Contended;
    lock.waiters.emplace();
    for (int i = 1; i <= waiters; ++i)
        lock.waiters->push_back({OwnerId("waiter-" + QByteArray::number(i) + ":1"), i,
                                 clock.now() + std::chrono::seconds(5 * i), false, i == 3});
    lock.otherKeys = std::vector<watch::KeyRecord>{
        {KeyName("redisson_lock_queue:{" + name + "}"), "list", std::nullopt}};
    return lock;
}

// A semaphore or a latch that has this number left.
inline watch::LockRecord countedLock(const QByteArray &name, const QByteArray &kind, qint64 number,
                                     const Clock &clock)
{
    watch::LockRecord lock = heldLock(name, clock);
    lock.kind = kind;
    lock.holds.clear();
    lock.deadline.reset();
    lock.permits = watch::Permits{number, {}};
    lock.mainKey = format::KeyType::String;
    return lock;
}

inline watch::ServerRecord upServer(int server = 0)
{
    watch::ServerRecord record;
    record.server = {server};
    record.deployment = {server};
    record.label = QStringLiteral("redis://127.0.0.1:%1").arg(6379 + server);
    record.state = watch::ServerState::Up;
    record.mode = watch::WatchMode::Tracking;
    record.latency = std::chrono::microseconds(420);
    return record;
}

inline watch::ServerRecord lostServer(const Clock &clock, Millis ago, int server = 0)
{
    watch::ServerRecord record = upServer(server);
    record.state = watch::ServerState::Down;
    record.mode = watch::WatchMode::None;
    record.lostAt = clock.now() - ago;
    record.error = Error{ErrorKind::Refused, {}, QStringLiteral("refused"), record.label.mid(8)};
    return record;
}

inline watch::Event eventOf(watch::EventType type, const QByteArray &name, const Clock &clock)
{
    watch::Event event;
    event.at = clock.wallNow();
    event.type = type;
    event.name = LockName(name);
    event.kind = "reentrant";
    event.server = QStringLiteral("redis://127.0.0.1:6379");
    event.deploymentId = {0};
    event.serverId = {0};
    event.owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7");
    event.ttl = std::chrono::seconds(30);
    return event;
}

// Follows a model by its signals alone, as a view does. Rows are told apart by the text of one
// column.
class Mirror : public QObject
{
    Q_OBJECT

public:
    Mirror(const QAbstractItemModel &model, int column)
        : m_model(model)
        , m_column(column)
    {
        using Model = QAbstractItemModel;
        connect(&model, &Model::rowsInserted, this,
                [this](const QModelIndex &, int first, int last) {
                    for (int row = first; row <= last; ++row)
                        m_rows.insert(m_rows.begin() + row, text(row));
                });
        connect(&model, &Model::rowsRemoved, this,
                [this](const QModelIndex &, int first, int last) {
                    m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
                });
        connect(&model, &Model::dataChanged, this,
                [this](const QModelIndex &a, const QModelIndex &b) {
                    ++m_dataSignals;
                    for (int row = a.row(); row <= b.row(); ++row)
                        m_rows[static_cast<std::size_t>(row)] = text(row);
                });
        connect(&model, &Model::layoutAboutToBeChanged, this, [this] {
            m_before.clear();
            for (int row = 0; row < m_model.rowCount(); ++row)
                m_before.emplace_back(m_model.index(row, m_column));
        });
        connect(&model, &Model::layoutChanged, this, [this] {
            ++m_layoutSignals;
            const std::vector<QString> old = m_rows;
            for (std::size_t i = 0; i < m_before.size(); ++i)
                m_rows[static_cast<std::size_t>(m_before[i].row())] = old[i];
        });
        connect(&model, &Model::modelReset, this, [this] { ++m_resets; });
    }

    const std::vector<QString> &rows() const { return m_rows; }
    int resets() const { return m_resets; }
    int layoutSignals() const { return m_layoutSignals; }
    int dataSignals() const { return m_dataSignals; }

    std::vector<QString> actual() const
    {
        std::vector<QString> rows;
        for (int row = 0; row < m_model.rowCount(); ++row)
            rows.push_back(text(row));
        return rows;
    }

private:
    QString text(int row) const { return m_model.index(row, m_column).data().toString(); }

    const QAbstractItemModel &m_model;
    int m_column;
    std::vector<QString> m_rows;
    std::vector<QPersistentModelIndex> m_before;
    int m_resets = 0;
    int m_layoutSignals = 0;
    int m_dataSignals = 0;
};

} // namespace lockscope::test
