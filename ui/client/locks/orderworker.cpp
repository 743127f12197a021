// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/orderworker.h"

#include "core/base/memory.h"

#include <utility>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr auto restBetweenOrders = 200ms;

} // namespace

OrderWorker::OrderWorker(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(restBetweenOrders);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_isWanted)
            Q_EMIT wanted();
        else
            Q_EMIT rested();
    });
}

OrderWorker::~OrderWorker() = default;

bool OrderWorker::ask()
{
    m_isWanted = true;
    return !m_isBusy && !m_rest.isActive();
}

void OrderWorker::start(OrderRequest request, std::vector<SlotLock> changes)
{
    m_isWanted = false;
    m_isBusy = true;
    m_gone.clear();
    m_added.clear();
    // The result waits under the mutex; Qt only delivers the notification.
    m_pool.start([this, request = std::move(request), changes = std::move(changes),
                  generation = m_generation]() mutable {
        m_replica.apply(std::move(changes));
        Result result{orderLocks(request, m_replica.locks()), generation};
        {
            const std::scoped_lock guard(m_mutex);
            m_result = std::move(result);
        }
        QMetaObject::invokeMethod(this, &OrderWorker::onOrdered, Qt::QueuedConnection);
    });
}

void OrderWorker::tell(std::vector<SlotLock> changes)
{
    m_pool.start(
        [this, changes = std::move(changes)]() mutable { m_replica.apply(std::move(changes)); });
}

void OrderWorker::outdate()
{
    ++m_generation;
    m_rest.stop();
}

void OrderWorker::cancel()
{
    m_isWanted = false;
    ++m_generation;
    m_gone.clear();
    m_added.clear();
}

void OrderWorker::onOrdered()
{
    if (m_pace)
        m_pace->ask([this] { Q_EMIT ready(); });
    else
        Q_EMIT ready();
}

std::optional<LockOrder> OrderWorker::take()
{
    Result result;
    {
        const std::scoped_lock guard(m_mutex);
        result = std::exchange(m_result, {});
    }
    m_isBusy = false;
    if (result.generation != m_generation)
        return std::nullopt;
    return std::move(result.order);
}

void OrderWorker::noteGone(quint32 slot)
{
    if (m_isBusy)
        m_gone.push_back(slot);
}

void OrderWorker::noteAdded(const std::vector<quint32> &added)
{
    if (m_isBusy)
        m_added.insert(m_added.end(), added.begin(), added.end());
}

void OrderWorker::giveBackMemory(std::size_t slotCount)
{
    if (slotCount <= m_slotCount + m_slotCount / 8)
        return;
    m_slotCount = slotCount;
    m_pool.start([] { lockscope::giveBackMemory(); });
}

} // namespace lockscope::ui
