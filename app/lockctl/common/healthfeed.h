// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/session.h"
#include "core/health/healthbook.h"
#include "core/insight/contention/contentionbook.h"

#include <QTimer>

namespace lockscope::lockctl {

// Judges what a session watches, on the main thread. Owns the books; the session must outlive it.
class HealthFeed : public QObject
{
    Q_OBJECT

public:
    enum class Look {
        Once, // for a single look: no condition has to last
        Follow,
    };

    HealthFeed(const Session &session, const TargetChoice &where, Look look,
               QObject *parent = nullptr);

    const health::HealthBook &book() const { return *m_book; }
    // All that was told by now is judged.
    void take();
    // The problems of the lock; empty: it could not be judged.
    std::optional<std::vector<health::Problem>> problemsOf(const watch::LockId &id) const;
    // The same for a filter; empty as above.
    std::optional<insight::LockProblems> wordsOf(const watch::LockId &id) const;

Q_SIGNALS:
    void changed(const lockscope::health::ProblemChange &change);

private:
    void start();
    void noteServers();
    static health::Moment now();

    const Session &m_session;
    const TargetChoice m_where;
    const Look m_look;
    insight::ContentionBook m_contention;
    // Made with the first news: the session gives out its ids when it starts.
    std::optional<health::HealthBook> m_book;
    std::optional<insight::QuorumBook> m_quorums;
    std::map<watch::ServerId, watch::ServerRecord> m_told;
    QTimer m_timer;
};

} // namespace lockscope::lockctl
