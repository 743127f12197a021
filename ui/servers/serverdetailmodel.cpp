// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/servers/serverdetailmodel.h"

#include "core/base/text.h"
#include "ui/table/columnheader.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/connectionwording.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <array>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct ServerFactsWords {
    Q_DECLARE_TR_FUNCTIONS(ServerFacts)
};

constexpr qsizetype textLimit = 400;

QString shown(const QString &text)
{
    return visibleElided(text.toUtf8(), textLimit);
}

Badge stateBadge(watch::ServerState state)
{
    switch (state) {
    case watch::ServerState::Connecting:
        return Badge::Connecting;
    case watch::ServerState::Up:
        return Badge::Up;
    case watch::ServerState::Down:
        return Badge::Down;
    }
    return Badge::None;
}

// Collects the rows of one server.
class Facts
{
public:
    void add(ServerFact fact, const QString &label, const QString &text, Badge badge = Badge::None)
    {
        m_rows.push_back({fact, {}, label, text, badge, false});
    }
    // Shows values that the server does not report as such.
    void addTold(ServerFact fact, const QString &label, const QString &text)
    {
        if (text.isEmpty())
            m_rows.push_back(
                {fact, {}, label, ServerFactsWords::tr("not reported"), Badge::None, true});
        else
            add(fact, label, text);
    }
    // A counter that counts what ought not to happen.
    void addCount(ServerFact fact, const QString &label, quint64 count)
    {
        m_rows.push_back({fact,
                          {},
                          label,
                          QString::number(count),
                          count == 0 ? Badge::None : Badge::Trouble,
                          count == 0});
    }
    void addName(const QString &label, const LockName &name)
    {
        m_rows.push_back({ServerFact::UnreadableName, name.bytes, label, wording::shown(name.bytes),
                          Badge::Trouble, false});
    }

    void addMember(ServerFact fact, const watch::MemberRecord &member, const QString &primary)
    {
        m_rows.push_back(
            {fact, member.address.toUtf8(), wording::capitalised(wording::memberRole(member.role)),
             ServerFactsWords::tr("%1: %2").arg(wording::shown(member.address.toUtf8(), 100),
                                                wording::memberFacts(member, primary)),
             member.isUp ? Badge::None : Badge::Trouble, false});
    }

    void addFormerPrimary(const watch::ReplicaRecord &replica)
    {
        add(ServerFact::FormerPrimary, ServerFactsWords::tr("Former primary"),
            ServerFactsWords::tr("%1: %2").arg(shown(replica.server),
                                               wording::clientsText(*replica.clients)),
            replica.clients->connections > 0 ? Badge::Trouble : Badge::None);
    }

    std::vector<FactRow> take() { return std::move(m_rows); }

private:
    std::vector<FactRow> m_rows;
};

QString scanText(const watch::ServerRecord &server)
{
    const QString progress = wording::scanProgress(server.scan);
    if (server.scan.running)
        return server.discovering ? ServerFactsWords::tr("looking for locks: %1").arg(progress)
                                  : ServerFactsWords::tr("verifying events: %1").arg(progress);
    if (server.scan.stopped)
        return ServerFactsWords::tr("stopped after %1: locks may be missing").arg(progress);
    if (server.discovering)
        return ServerFactsWords::tr("not complete yet");
    return ServerFactsWords::tr("complete: %1").arg(progress);
}

// Each role in the order of the addresses, as text.
void addMembers(Facts &facts, const watch::ServerRecord &server)
{
    using Role = watch::MemberRecord::Role;
    if (server.members) {
        for (const auto &[role, fact] : {std::pair(Role::Primary, ServerFact::Primary),
                                         std::pair(Role::Replica, ServerFact::Replica),
                                         std::pair(Role::Sentinel, ServerFact::Sentinel)}) {
            std::map<QString, const watch::MemberRecord *> members;
            for (const watch::MemberRecord &member : *server.members) {
                if (member.role == role)
                    members[member.address] = &member;
            }
            for (const auto &[address, member] : members)
                facts.addMember(fact, *member, server.address);
        }
    }
    if (server.replication) {
        for (const watch::ReplicaRecord &replica : server.replication->replicas) {
            if (replica.wasPrimary && replica.clients)
                facts.addFormerPrimary(replica);
        }
    }
    if (!server.topologyDoubt.isEmpty())
        facts.add(ServerFact::Doubt, ServerFactsWords::tr("Doubt"),
                  wording::capitalised(shown(wording::said(server.topologyDoubt))), Badge::Trouble);
}

void addState(Facts &facts, const ServerRow &row, Instant now)
{
    const watch::ServerRecord &server = row.server;
    facts.add(ServerFact::State, ServerFactsWords::tr("State"), wording::serverState(server.state),
              stateBadge(server.state));
    const bool isDown = server.state == watch::ServerState::Down;
    if (server.error)
        facts.add(ServerFact::Problem, ServerFactsWords::tr("Problem"),
                  isDown ? wording::connectionProblem(*server.error)
                         : wording::capitalised(wording::errorSentence(*server.error)),
                  Badge::Trouble);
    if (const QString cure = serverCure(server); !cure.isEmpty())
        facts.add(ServerFact::Cure, ServerFactsWords::tr("Next step"), cure);
    if (server.lostAt)
        facts.add(ServerFact::Age, ServerFactsWords::tr("Data shown"),
                  ServerFactsWords::tr("%1 old").arg(
                      wording::age(std::chrono::floor<Millis>(now - *server.lostAt))),
                  Badge::Trouble);
    const QString place = placeText(row.place);
    if (!place.isEmpty())
        facts.add(ServerFact::Place, ServerFactsWords::tr("Profile"), place);
    facts.addTold(ServerFact::Role, ServerFactsWords::tr("Role"), wording::role(server.role));
    addMembers(facts, server);
    facts.addTold(ServerFact::Version, ServerFactsWords::tr("Version"),
                  wording::shown(server.version, 60));
    // The uptime of a process that may be gone is unknown.
    const bool isUp = server.state == watch::ServerState::Up;
    facts.addTold(ServerFact::Uptime, ServerFactsWords::tr("Uptime"),
                  isUp && server.startedAt
                      ? wording::age(std::chrono::floor<Millis>(now - *server.startedAt))
                      : QString());
}

void addWatch(Facts &facts, const watch::ServerRecord &server)
{
    const bool isUp = server.state == watch::ServerState::Up;
    facts.add(ServerFact::WatchedBy, ServerFactsWords::tr("Watched by"),
              isUp ? wording::watchMode(server.mode) : wording::watchMode(watch::WatchMode::None));
    // If every change is told, it is no trouble that a better way was not open.
    const bool isAsked =
        server.mode == watch::WatchMode::Channels || server.mode == watch::WatchMode::Polling;
    if (isUp && !server.modeReason.isEmpty())
        facts.add(ServerFact::NotBetter, ServerFactsWords::tr("Reason for this mode"),
                  shown(wording::said(server.modeReason)), isAsked ? Badge::Trouble : Badge::None);
    facts.addTold(ServerFact::Latency, ServerFactsWords::tr("Latency"),
                  isUp && server.latency ? wording::latency(server.latency) : QString());
    facts.addTold(ServerFact::Clock, ServerFactsWords::tr("Clock difference"),
                  server.clock ? ServerFactsWords::tr("%1 ± %2 ms")
                                     .arg(wording::clockOffset(server.clock))
                                     .arg(server.clock->uncertainty.count())
                               : QString());
    facts.add(ServerFact::Scan, ServerFactsWords::tr("Scan"), scanText(server),
              server.scan.stopped ? Badge::Trouble : Badge::None);
    if (server.hiddenGuesses > 0)
        facts.add(ServerFact::Guesses, ServerFactsWords::tr("Hidden guesses"),
                  server.guessesSampled
                      ? ServerFactsWords::tr("at least %1").arg(server.hiddenGuesses)
                      : QString::number(server.hiddenGuesses));
}

void addCounters(Facts &facts, const watch::WatchCounters &counters)
{
    facts.addCount(ServerFact::Missed, ServerFactsWords::tr("Changes found late"), counters.missed);
    facts.addCount(ServerFact::Dropped, ServerFactsWords::tr("Changed keys not read"),
                   counters.dropped);
    facts.add(ServerFact::Coalesced, ServerFactsWords::tr("Changes read together"),
              QString::number(counters.coalesced));
    facts.addCount(ServerFact::NotReadable, ServerFactsWords::tr("Reads refused"),
                   counters.unreadable);
}

void addRefusals(Facts &facts, const watch::ServerRecord &server)
{
    if (server.keyRefusal)
        facts.add(ServerFact::KeyRefusal, ServerFactsWords::tr("Not permitted"),
                  wording::capitalised(wording::errorSentence(*server.keyRefusal)), Badge::Trouble);
    if (!server.unreadable)
        return;
    for (const LockName &name : server.unreadable->names)
        facts.addName(ServerFactsWords::tr("Not readable"), name);
    if (server.unreadable->isPartial)
        facts.add(ServerFact::MoreUnreadable, ServerFactsWords::tr("Not readable"),
                  ServerFactsWords::tr("and more than can be listed"), Badge::Trouble);
}

} // namespace

void ServerDetailModel::show(const ServerRow *row, Instant now)
{
    Facts facts;
    if (row) {
        addState(facts, *row, now);
        addWatch(facts, row->server);
        addCounters(facts, row->server.counters);
        addRefusals(facts, row->server);
    }
    merge(facts.take());
}

int ServerDetailModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant ServerDetailModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FactRow &row = rowAt(index.row());
    const bool isValue = index.column() == Value;
    switch (role) {
    case Qt::DisplayRole:
        return isValue ? row.text : row.label;
    case Qt::ToolTipRole:
        return toolTipOf(isValue ? row.text : row.label);
    case Qt::AccessibleTextRole:
        return isValue ? u"%1: %2"_s.arg(row.label, row.text) : row.label;
    case RawRole: // copied with its label, except for names, which are bytes
        return row.fact == ServerFact::UnreadableName
            ? QVariant(row.name)
            : QVariant(u"%1: %2"_s.arg(row.label, row.text).toUtf8());
    case BadgeRole:
        return static_cast<int>(isValue ? row.badge : Badge::None);
    case QuietRole:
        return !isValue || row.isQuiet;
    default:
        return {};
    }
}

QVariant ServerDetailModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{ServerFactsWords::tr("Fact"),
                                                ServerFactsWords::tr("Value")};
    });
}

} // namespace lockscope::ui
