// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/server/servercontext.h"

#include <functional>
#include <optional>

namespace lockscope::watch {

// Knows by INFO which process replies, its role and its facts on memory and persistence, and by the
// server's own count of commands whether all keys were removed or exchanged. I/O thread; the
// context must outlive it.
class ServerIdentity
{
public:
    struct Handlers {
        std::function<void()> otherProcess; // the cursors of SCAN mean something else now
        std::function<void()> failover; // the locks of a promoted replica may be others
        std::function<void()> flushed;
        std::function<void(const QByteArray &)> replication = {}; // that section of INFO was read
        std::function<void(const redis::HostPort &)> formerPrimary = {}; // it was until now
    };

    ServerIdentity(const ServerContext &context, Handlers handlers);

    // Asks for the process and its role, before any other reading. An Error: the server does not
    // read its data at the moment, or the connection failed. `wasUp`: it was watched before.
    QCoro::Task<Result<void>> identify(bool wasUp);
    // True once after another process had replied: the caller tells of it.
    bool takeRestart() { return std::exchange(m_isRestarted, false); }
    // Asks for the role and the facts, if the server told a role before.
    QCoro::Task<Result<void>> refresh();
    // Tells whether events report that all keys have gone. If not, flushes are counted from now on:
    // call it before anything is read.
    void setFlushesTold(bool told);
    // Call it when locks have gone. False: the reading does not count, since the server is a
    // replica now, which may be loading other data, or was one meanwhile; the connection is lost
    // then. Asks only if the primary may be another server.
    QCoro::Task<bool> isStillPrimary();
    // True once after another server was the primary meanwhile.
    bool takeFailover() { return std::exchange(m_isFailedOver, false); }
    // Locks have gone without an event: asks for the count, if flushes are counted.
    QCoro::Task<> countFlushes();

private:
    QCoro::Task<> noteRequired(QByteArray replication);
    QCoro::Task<Result<Reply>> askCount();
    QCoro::Task<> startCounting();
    void noteRole(const QByteArray &replication);
    void noteProcess(const QByteArray &runId, const QByteArray &replication, bool wasUp);
    bool wasPromoted(const QByteArray &replication) const;
    bool leaveFormer(const QByteArray &replication);

    const ServerContext &m_context;
    Handlers m_handlers;
    QByteArray m_runId; // of the server's process; empty: it does not tell
    QByteArray m_role;
    bool m_refusesConfig = false; // on this connection
    bool m_isCounting = false; // flushes, since this connection was made or events went away
    bool m_isCountDue = false; // the first one, which did not come yet: with the next refresh()
    std::optional<qint64> m_flushes; // that this process has carried out; empty: not known
    bool m_isRestarted = false;
    bool m_isFailedOver = false;
    std::optional<redis::HostPort> m_address; // of the server that replied last
};

} // namespace lockscope::watch
