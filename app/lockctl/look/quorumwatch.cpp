// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/quorumwatch.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// A client takes and releases its servers one after the other: on the way it has a few of them.
constexpr Millis together{100};

std::vector<LockName> namesOf(const QuorumOptions &options)
{
    return options.name ? std::vector{*options.name} : std::vector<LockName>();
}

} // namespace

// Tokens look like anything; those that a quorum's servers share are no guesses.
QuorumWatch::QuorumWatch(QuorumOptions options, QObject *parent)
    : Running(parent)
    , m_options(std::move(options))
    , m_session(m_options.where, namesOf(m_options), m_options.watch, true)
{
    m_session.keepDoubles();
    connect(&m_session, &Session::changed, this, &QuorumWatch::onChanged);
    connect(&m_session, &Session::lockChanged, this,
            [this](const watch::LockId &id, const watch::LockPointer &lock) {
                if (m_book)
                    m_book->note(id, lock);
            });
    connect(&m_session, &Session::happened, this, [this](const watch::Event &event) {
        if (!m_finished && event.type == watch::EventType::Gap && !event.name)
            tellGap(event.server, event.detail);
    });
    for (QTimer *timer : {&m_pause, &m_due}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &QuorumWatch::takeChanges);
    }
}

void QuorumWatch::interrupt(int /*signal*/)
{
    if (m_options.watch) {
        finish(m_session.failure() ? Unreachable : Done);
        return;
    }
    tellInterrupted();
    finish(Unreachable);
}

void QuorumWatch::onChanged()
{
    if (m_finished)
        return;
    reportServers();
    if (!m_book) {
        if (m_session.isSettled())
            onSettled();
        return;
    }
    noteServers();
    const auto next = m_book->nextAt();
    if (next && *next <= std::chrono::steady_clock::now() && !m_pause.isActive())
        m_pause.start(together);
}

void QuorumWatch::reportServers()
{
    for (const auto &[index, server] : m_session.servers()) {
        const auto before = std::exchange(m_states[index], server.state);
        if (before == server.state)
            continue;
        if (server.state == watch::ServerState::Down && server.error)
            writeError(u"lockctl: %1\n"_s.arg(whyNotRead(server)));
        if (server.state == watch::ServerState::Up && before == watch::ServerState::Down)
            writeError(u"lockctl: %1 is connected again\n"_s.arg(server.label));
    }
}

void QuorumWatch::onSettled()
{
    const std::map<watch::DeploymentId, QString> labels = m_session.labels();
    std::vector<insight::WatchedGroup> groups =
        insight::matchGroups(m_options.where.groups, labels);
    if (groups.empty()) {
        std::vector<watch::LockPointer> locks;
        for (const auto &[id, lock] : m_session.locks())
            locks.push_back(lock);
        m_proposed =
            insight::proposeGroups(locks, m_session.servers(), std::chrono::steady_clock::now());
        for (const insight::ProposedGroup &proposed : m_proposed)
            groups.push_back(proposedGroup(proposed, labels));
    }
    m_book.emplace(std::move(groups));
    if (m_options.name)
        m_book->trust(*m_options.name);
    noteServers();
    for (const auto &[id, lock] : m_session.locks())
        m_book->note(id, lock);
    takeChanges();
    if (m_finished)
        return;
    const bool noneUp = std::none_of(m_states.begin(), m_states.end(), [](const auto &entry) {
        return entry.second == watch::ServerState::Up;
    });
    if (m_told.empty() && !m_session.failure())
        writeError(m_proposed.empty() && m_options.where.groups.empty()
                       ? u"no owner has a lock on several of these servers\n"_s
                       : u"no lock is on several of the servers\n"_s);
    if (noneUp || !m_options.watch)
        finish(m_session.failure() ? Unreachable : Done);
}

void QuorumWatch::noteServers()
{
    for (const auto &[index, server] : m_session.servers())
        m_book->note(server);
}

void QuorumWatch::takeChanges()
{
    if (m_finished || !m_book)
        return;
    m_pause.stop();
    const Instant now = std::chrono::steady_clock::now();
    auto changes = m_book->take(now);
    std::sort(changes.begin(), changes.end(),
              [](const auto &a, const auto &b) { return a.id < b.id; });
    for (const auto &change : changes) {
        if (!tell(change)) {
            finish(Done); // the reader has closed the output
            return;
        }
    }
    constexpr Millis longest = std::chrono::hours(1); // a timer's interval is limited
    if (const auto next = m_book->nextAt())
        m_due.start(std::clamp(std::chrono::ceil<Millis>(*next - now), Millis(1), longest));
    else
        m_due.stop();
}

// A lock that has had a line gets another one when it changes.
bool QuorumWatch::isWorthALine(const insight::QuorumRecord &record) const
{
    if (m_options.name || m_told.contains(record.id))
        return true;
    if (m_options.several && !insight::isOnSeveral(record.servers))
        return false;
    return isKnownName(record);
}

// Unrecognised names count only if several servers agree on them.
bool QuorumWatch::isKnownName(const insight::QuorumRecord &record) const
{
    if (record.finding.votes > 1)
        return true;
    const auto &locks = m_session.locks();
    for (const auto &server : m_book->groups()[static_cast<std::size_t>(record.id.group)].servers) {
        const auto lock = server ? locks.find({*server, record.id.name}) : locks.end();
        if (lock != locks.end() && !lock->second->guess)
            return true;
    }
    return false;
}

bool QuorumWatch::tell(const insight::QuorumBook::Change &change)
{
    if (change.record && !isWorthALine(*change.record))
        return true;
    if (!change.record && !m_told.contains(change.id))
        return true;
    const auto group = static_cast<std::size_t>(change.id.group);
    const bool isProposal = group < m_proposed.size();
    // A group that was linked by other locks says nothing of this one.
    if (isProposal
        && !std::binary_search(m_proposed[group].names.begin(), m_proposed[group].names.end(),
                               change.id.name))
        return true;
    const Instant now = std::chrono::steady_clock::now();
    const QuorumReport report = reportOf(change, now);
    const insight::QuorumFinding &finding = report.finding;
    const Told told{finding.verdict, finding.owner, finding.votes,
                    finding.total,   finding.bare,  finding.lapsing};
    const auto [known, isNew] = m_told.try_emplace(change.id, told);
    if (!isNew && std::exchange(known->second, told) == told)
        return true;
    if (!change.record)
        m_told.erase(known);
    if (m_options.json) {
        QJsonObject object = toJson(report);
        object["at"_L1] = isoTime(SystemClock().wallNow());
        return writeOut(jsonLine(object));
    }
    const QString line = summary(report) + u'\n';
    return writeOut(m_options.watch ? isoTime(SystemClock().wallNow()) + u"  "_s + line : line);
}

QuorumReport QuorumWatch::reportOf(const insight::QuorumBook::Change &change, Instant now) const
{
    const insight::WatchedGroup &group =
        m_book->groups()[static_cast<std::size_t>(change.id.group)];
    QuorumReport report;
    report.name = change.id.name;
    report.now = now;
    report.labels = group.members.labels;
    if (static_cast<std::size_t>(change.id.group) < m_proposed.size())
        report.proposal = m_proposed[static_cast<std::size_t>(change.id.group)];
    else
        report.group = group.members.name;
    if (change.record) {
        report.servers = change.record->servers;
        report.finding = change.record->finding;
    } else { // held nowhere any more
        readServers(report, group, m_session);
    }
    if (report.finding.owner)
        report.alias = m_session.aliases().find(m_session.deployment(0), *report.finding.owner);
    return report;
}

void QuorumWatch::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_pause.stop();
    m_due.stop();
    m_session.stop();
    Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
