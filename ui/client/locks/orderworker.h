// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/lockorder.h"
#include "ui/kit/framepace.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <mutex>
#include <optional>
#include <vector>

namespace lockscope::ui {

// Computes the orders of a long table on a thread of its own, one at a time, and rests between two.
// GUI thread; it owns the thread and what that knows of the locks. An order that is outdated when
// it is ready is not given out.
class OrderWorker : public QObject
{
    Q_OBJECT

public:
    explicit OrderWorker(QObject *parent = nullptr);
    ~OrderWorker() override;

    // By which orders are told of; without one at once. Must outlive the worker.
    void setPace(FramePace *pace) { m_pace = pace; }

    bool isBusy() const { return m_isBusy; }
    // An order is wanted. True: start() it now; else wanted() tells when.
    bool ask();
    // `changes` is what became of slots since the last.
    void start(OrderRequest request, std::vector<SlotLock> changes);
    // Changes without an order: unsent changes keep old states of locks alive.
    void tell(std::vector<SlotLock> changes);
    // Marks the running computation as outdated; the next one begins without a rest.
    void outdate();
    // Nothing is wanted any more, since it was done without the worker.
    void cancel();

    // After ready(): the order. Empty: it was outdated.
    std::optional<LockOrder> take();
    // Until it is over nothing is started.
    void rest() { m_rest.start(); }

    // Slots whose lock went since the start, though another may be there now, and slots that came
    // to have a row.
    void noteGone(quint32 slot);
    void noteAdded(const std::vector<quint32> &added);
    const std::vector<quint32> &gone() const { return m_gone; }
    const std::vector<quint32> &added() const { return m_added; }

    // Orders of many new locks leave much free memory behind: gives it back if there are clearly
    // more slots than the last time.
    void giveBackMemory(std::size_t slotCount);

Q_SIGNALS:
    void ready();
    void wanted(); // after a rest, if an order was requested meanwhile
    void rested(); // after a rest without a request

private:
    struct Result {
        LockOrder order;
        quint64 generation = 0;
    };

    void onOrdered();

    FramePace *m_pace = nullptr;
    quint64 m_generation = 0; // of the wanted order
    bool m_isBusy = false;
    bool m_isWanted = false;
    QTimer m_rest;
    std::vector<quint32> m_gone;
    std::vector<quint32> m_added;
    std::size_t m_slotCount = 0; // when memory was given back
    LockReplica m_replica; // the thread's alone
    std::mutex m_mutex;
    Result m_result; // by the thread, under the mutex
    QThreadPool m_pool; // last: its end waits for the thread, which uses what is above
};

} // namespace lockscope::ui
