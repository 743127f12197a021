// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/look/quorumreport.h"
#include "core/insight/quorum/quorumbook.h"

#include <QTimer>

namespace lockscope::lockctl {

struct QuorumOptions {
    TargetChoice where; // its groups are read; none: the servers that look like one
    std::optional<LockName> name; // empty: every lock that is kept on servers of the groups
    bool watch = false; // go on until interrupted
    bool several = false; // not of names that one server alone has
    bool json = false;
};

// lockctl quorum without a name, or with --watch: a line for each lock of the groups, and another
// whenever its verdict changes.
class QuorumWatch : public Running
{
    Q_OBJECT

public:
    explicit QuorumWatch(QuorumOptions options, QObject *parent = nullptr);

    void start() override { m_session.start(); }
    void interrupt(int signal) override;

private:
    // The facts in a line, without times to live, which change all the time.
    struct Told {
        insight::QuorumVerdict verdict = insight::QuorumVerdict::Free;
        std::optional<OwnerId> owner;
        std::size_t votes = 0;
        std::size_t total = 0;
        bool bare = false;
        bool lapsing = false;

        friend bool operator==(const Told &, const Told &) = default;
    };

    void onChanged();
    void onSettled();
    void noteServers();
    void reportServers();
    void takeChanges();
    bool tell(const insight::QuorumBook::Change &change);
    bool isWorthALine(const insight::QuorumRecord &record) const;
    bool isKnownName(const insight::QuorumRecord &record) const;
    QuorumReport reportOf(const insight::QuorumBook::Change &change, Instant now) const;
    void finish(int status);

    const QuorumOptions m_options;
    Session m_session;
    std::vector<insight::ProposedGroup> m_proposed;
    std::optional<insight::QuorumBook> m_book; // from when everything was read
    std::map<insight::QuorumId, Told> m_told;
    std::map<watch::ServerId, watch::ServerState> m_states;
    QTimer m_pause; // simultaneous changes are reported together
    QTimer m_due;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
