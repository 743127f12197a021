// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/look.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/lookup.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/look/listing.h"
#include "app/lockctl/look/quorumreport.h"
#include "core/base/text.h"
#include "core/watch/record/names.h"
#include "core/watch/track/heartbeat.h"
#include "ui/wording/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

bool isFollowing(LookKind kind)
{
    return kind == LookKind::Watch || kind == LookKind::Record;
}

bool watchesChanges(const LookOptions &options)
{
    return isFollowing(options.kind) || options.observe;
}

Session::Look sessionLook(const LookOptions &options)
{
    if (watchesChanges(options))
        return Session::Look::Follow;
    return options.kind == LookKind::Show ? Session::Look::Waiters : Session::Look::Once;
}

} // namespace

Look::Look(const LookOptions &options, QObject *parent)
    : Running(parent)
    , m_options(options)
    , m_session(options.where, options.names, sessionLook(options), options.guesses)
    , m_health(m_session, options.where,
               watchesChanges(options) ? HealthFeed::Look::Follow : HealthFeed::Look::Once)
{
    if (options.record) {
        m_recording.emplace(m_session, m_health, options.where, *options.record);
        m_notifying.emplace(m_session, m_health, options.where, options.record->program);
    }
    if (options.kind == LookKind::Watch && !options.filter.isEmpty()) {
        connect(&m_session, &Session::lockChanged, this, &Look::keepGone);
        connect(&m_session, &Session::changed, this, &Look::forgetGone);
    }
    connect(&m_session, &Session::changed, this, &Look::onChanged);
    connect(&m_session, &Session::happened, this, &Look::onEvent);
    connect(&m_health, &HealthFeed::changed, this, &Look::onProblem);
    m_observation.setSingleShot(true);
    connect(&m_observation, &QTimer::timeout, this, &Look::printLocks);
}

Look::~Look() = default;

void Look::start()
{
    // A watch goes on without a record; nothing would be left of `record` without any.
    const auto extent = m_recording ? m_recording->start() : Recording::Extent::All;
    m_isRecordMissing = extent != Recording::Extent::All;
    if (extent == Recording::Extent::None && m_options.kind == LookKind::Record) {
        finish(Unreachable);
        return;
    }
    if (m_notifying)
        m_notifying->start(m_recording->writtenElsewhere());
    m_session.start();
}

void Look::interrupt(int /*signal*/)
{
    if (m_options.kind == LookKind::Record) {
        finish(m_isRecordMissing ? Unreachable : Done);
    } else if (m_options.kind == LookKind::Watch) {
        finish(m_session.failure() || m_isRecordMissing ? Unreachable : Done);
    } else if (m_settled) {
        printLocks(); // cut the observation short
    } else if (m_session.isScanning() && !std::exchange(m_interrupted, true)) {
        m_options.observe.reset();
        m_session.stopScans(); // the locks found so far are printed, with a gap that says so
    } else {
        clearProgress();
        tellInterrupted();
        finish(Unreachable);
    }
}

void Look::onChanged()
{
    if (m_finished)
        return;
    reportServers();
    reportProgress();
    if (!m_settled && m_session.isSettled()) {
        m_settled = true;
        onSettled();
    }
}

// A lost or refused connection is one fault.
QString Look::faultOf(const watch::ServerRecord &server)
{
    if (server.state != watch::ServerState::Down || !server.error)
        return {};
    if (isOfConnection(server.error->kind))
        return u"connection"_s;
    return server.error->kind == ErrorKind::Server ? QString::fromLatin1(server.error->code)
                                                   : server.error->text.english();
}

// A server that goes down closes one connection before the other: that is no other way of watching.
bool Look::isPassing(Reported &reported, const Told &now)
{
    if (reported.told.state != now.state || now.state != watch::ServerState::Up)
        return false;
    constexpr Millis lasting{1000};
    const Instant at = std::chrono::steady_clock::now();
    if (!reported.modeSince) {
        reported.modeSince = at;
        QTimer::singleShot(lasting + lasting / 10, this, &Look::onChanged);
    }
    return at < *reported.modeSince + lasting;
}

void Look::reportServers()
{
    for (const auto &[index, server] : m_session.servers()) {
        // Up is reported when the first look is over: later changes are seen as they happen.
        const bool looking = server.state == watch::ServerState::Up && server.discovering;
        Reported &reported = m_reported[index];
        const Told now{server.state, server.mode, faultOf(server)};
        if (reported.told == now)
            reported.modeSince.reset();
        if (reported.told == now || looking || isPassing(reported, now))
            continue;
        const bool isOther = reported.told.state != now.state || reported.told.fault != now.fault;
        reported = {now, {}};
        if (!isOther && now.state != watch::ServerState::Up)
            continue;
        if (server.state == watch::ServerState::Down && server.error)
            writeError(u"lockctl: %1\n"_s.arg(whyNotRead(server)));
        if (server.state == watch::ServerState::Up && isFollowing(m_options.kind)) {
            QString how = u"watching %1 by %2"_s.arg(watch::nameOf(server),
                                                     QString::fromLatin1(watch::name(server.mode)));
            if (!server.modeReason.isEmpty())
                how += u" (%1)"_s.arg(server.modeReason.english());
            writeError(how + u'\n');
        }
    }
}

// For a person who waits for a long scan: one line that overwrites itself.
void Look::reportProgress()
{
    constexpr auto patience = std::chrono::seconds(1);
    const Instant now = std::chrono::steady_clock::now();
    const Instant started = m_started.value_or(now);
    m_started = started;
    if (m_settled || !m_session.isScanning() || !isErrorTerminal()) {
        clearProgress();
        return;
    }
    if (now - started < patience)
        return;
    watch::ScanProgress all;
    for (const auto &[index, server] : m_session.servers()) {
        all.scanned += server.scan.scanned;
        all.total += server.scan.total;
    }
    m_showsProgress = true;
    writeError(
        u"\r\x1b[Klockctl: scanning for locks, %1 (Ctrl+C: print the locks found so far)"_s.arg(
            wording::scanProgress(all)));
}

void Look::clearProgress()
{
    if (std::exchange(m_showsProgress, false))
        writeError(u"\r\x1b[K"_s);
}

void Look::onSettled()
{
    clearProgress();
    const auto &servers = m_session.servers();
    const bool noneUp = std::none_of(servers.begin(), servers.end(), [](const auto &entry) {
        return entry.second.state == watch::ServerState::Up;
    });
    if (m_options.kind == LookKind::Record)
        return; // a service waits for its servers
    if (m_options.kind == LookKind::Watch) {
        if (noneUp)
            finish(Unreachable);
        return;
    }
    if (noneUp || !m_options.observe)
        printLocks();
    else
        m_observation.start(*m_options.observe);
}

// The filter asks of a lock that is gone what it was: nothing else is known of it.
void Look::keepGone(const watch::LockId &id, const watch::LockPointer &lock)
{
    const auto before = m_session.locks().find(id);
    if (lock || before == m_session.locks().end())
        return;
    const Instant now = std::chrono::steady_clock::now();
    m_gone.insert_or_assign(id, std::pair(now, before->second));
    m_goneSince.emplace_back(now, id);
}

// A loss is told when all locks have been read again, some seconds after the first of them; its
// problem opens later still.
void Look::forgetGone()
{
    constexpr auto kept = std::chrono::seconds(10);
    constexpr std::size_t most = 10'000;
    const Instant now = std::chrono::steady_clock::now();
    for (; !m_goneSince.empty() && now - m_goneSince.front().first > kept;
         m_goneSince.pop_front()) {
        const auto &[since, id] = m_goneSince.front();
        const auto gone = m_gone.find(id);
        const bool isSame = gone != m_gone.end() && gone->second.first == since;
        if (isSame && !m_lost.contains(id)) // else it went once more meanwhile
            m_gone.erase(gone);
    }
    if (m_lost.size() > most) {
        for (const watch::LockId &id : m_lost)
            m_gone.erase(id);
        m_lost.clear();
    }
}

// As it is, or was when it was seen last.
watch::LockPointer Look::lastOf(const watch::LockId &id) const
{
    if (const auto known = m_session.locks().find(id); known != m_session.locks().end())
        return known->second;
    const auto gone = m_gone.find(id);
    return gone == m_gone.end() ? watch::LockPointer() : gone->second.second;
}

// An event of several locks passes if one of them does, one of a server always.
bool Look::passes(const watch::Event &event) const
{
    if (m_options.filter.isEmpty())
        return true;
    if (event.lost) {
        const auto parts = watch::partsOf(event);
        return std::any_of(parts.begin(), parts.end(),
                           [this](const watch::Event &part) { return passes(part); });
    }
    if (!event.name)
        return true;
    const watch::LockId id{event.deploymentId, *event.name};
    watch::LockRecord lock;
    if (const watch::LockPointer last = lastOf(id))
        lock = *last;
    lock.id.name = *event.name;
    if (!event.kind.isEmpty())
        lock.kind = event.kind;
    lock.deployment = lock.server = event.server;
    // The owner counts also after it has left.
    if (event.owner && event.mode) {
        const bool listed =
            std::any_of(lock.holds.begin(), lock.holds.end(),
                        [&](const auto &hold) { return hold.owner == *event.owner; });
        if (!listed) {
            watch::HoldRecord hold;
            hold.owner = *event.owner;
            hold.alias = event.alias;
            hold.mode = *event.mode;
            hold.count = event.count.value_or(1);
            lock.holds.push_back(hold);
        }
    }
    insight::FilterSight sight(SystemClock().now(), SystemClock().wallNow());
    std::optional<insight::LockProblems> problems;
    if (m_options.filter.dependsOnProblems())
        problems = m_health.wordsOf(id);
    sight.problems = problems ? &*problems : nullptr;
    sight.place = &m_session.placeOf(event.deploymentId);
    return m_options.filter.matches(lock, sight);
}

void Look::onEvent(const watch::Event &event)
{
    if (event.lost && !m_options.filter.isEmpty()) {
        for (const watch::LostHold &hold : *event.lost)
            m_lost.insert({event.deploymentId, hold.name});
    }
    if (m_finished || m_options.kind != LookKind::Watch || !passes(event))
        return;
    const QString line = m_options.json ? jsonLine(toJson(event)) : eventLine(event);
    if (!writeOut(line))
        finish(Unreachable);
}

// As its event; one of a server names no lock.
bool Look::isShown(const health::Problem &problem) const
{
    if (m_options.filter.isEmpty() || problem.locks.empty())
        return true;
    return std::any_of(problem.locks.begin(), problem.locks.end(), [&](const watch::LockId &id) {
        watch::Event event;
        event.name = id.name;
        event.deploymentId = id.deployment;
        event.kind = problem.kind;
        event.server = problem.deployment;
        return passes(event);
    });
}

void Look::onProblem(const health::ProblemChange &change)
{
    const health::Problem &problem = change.problem;
    if (m_finished || m_options.kind != LookKind::Watch || !change.isEvent() || !isShown(problem))
        return;
    const watch::Event event = health::eventOf(change, SystemClock().wallNow());
    QJsonObject object = toJson(event);
    object["problem"_L1] = toJson(problem);
    if (!writeOut(m_options.json ? jsonLine(object) : eventLine(event)))
        finish(Unreachable);
}

void Look::printLocks()
{
    m_health.take();
    const Instant now = SystemClock().now();
    const WallInstant wallNow = SystemClock().wallNow();
    std::map<watch::LockId, insight::QuorumVerdict> verdicts;
    if (m_options.filter.dependsOnQuorum())
        verdicts = verdictsOf(m_session, m_options.where, now);
    std::vector<watch::LockPointer> shown;
    for (const auto &[id, lock] : m_session.locks()) {
        insight::FilterSight sight = sightOf(m_session, id, verdicts, now, wallNow);
        std::optional<insight::LockProblems> problems;
        if (m_options.filter.dependsOnProblems())
            problems = m_health.wordsOf(id);
        sight.problems = problems ? &*problems : nullptr;
        if (m_options.filter.matches(*lock, sight))
            shown.push_back(lock);
    }
    const auto multis = completeListing(shown, allLocks(), m_session.servers());
    const bool watched = m_options.observe.has_value();
    ExitStatus status = Done;
    if (m_options.kind == LookKind::Show)
        status = printMissing();
    if (m_options.json) {
        printJson(shown, now);
    } else if (m_options.kind == LookKind::Show) {
        QString text;
        for (const watch::LockPointer &lock : shown)
            text += (text.isEmpty() ? QString() : u"\n"_s)
                + lockDetails(*lock, now, watched, m_health.problemsOf(lock->id),
                              replicationOf(*lock, m_session.servers()));
        QString together = membersOf(shown);
        together += multisText(multis);
        if (watched) {
            auto seen = allLocks();
            std::erase_if(seen, [&](const auto &lock) {
                return isOutOfSight(lock->serverId, m_session.servers());
            });
            together += clientsText(watch::heartbeats(seen, now), now);
        }
        together += quorumLines(m_session, m_options.where, now);
        (void)writeOut(together.isEmpty() ? text : text + u'\n' + together);
    } else if (!shown.empty()) {
        (void)writeOut(lockTable(shown, now, watched, [this](watch::DeploymentId deployment) {
            return m_session.placeOf(deployment);
        }));
    } else if (!m_session.failure()) {
        writeError(m_session.locks().empty() ? u"no locks\n"_s : u"no lock matches the filter\n"_s);
        for (const QString &word : m_options.filter.noFields())
            writeError(
                u"lockctl: \"%1:\" is not a filter field, so it is treated as plain text\n"_s.arg(
                    visibleElided(word.toUtf8(), 60)));
    }
    if (m_options.kind == LookKind::List) {
        if (const QString field = m_options.filter.observedField(); !watched && !field.isEmpty())
            writeError(u"lockctl: one look does not tell %1:; use --observe D\n"_s.arg(field));
        reportGuesses();
        reportQuorums(now);
    }
    tellGaps(m_session.gaps());
    tellRefusedWrites(m_session.servers());
    finish(m_session.failure() ? Unreachable : status);
}

std::vector<watch::LockPointer> Look::allLocks() const
{
    std::vector<watch::LockPointer> locks;
    for (const auto &[id, lock] : m_session.locks())
        locks.push_back(lock);
    return locks;
}

void Look::reportGuesses()
{
    qint64 hidden = 0;
    bool isSample = false;
    for (const auto &[index, server] : m_session.servers()) {
        hidden += server.hiddenGuesses;
        isSample |= server.guessesSampled;
    }
    const QString lowerBound = isSample ? u"at least "_s : QString();
    if (hidden == 1)
        writeError(u"lockctl: "_s + lowerBound
                   + u"1 key looks like a lock by its value only; --guesses shows it\n"_s);
    else if (hidden > 1)
        writeError(
            u"lockctl: %1%2 keys look like locks by their value only; --guesses shows them\n"_s
                .arg(lowerBound)
                .arg(hidden));
}

void Look::reportQuorums(Instant now) const
{
    const std::size_t count = proposedLocks(m_session, m_options.where, now);
    if (count == 0)
        return;
    const QString what = count == 1
        ? u"1 lock has the same owner on several of these servers"_s
        : u"%1 locks have the same owner on several of these servers"_s.arg(count);
    writeError(u"lockctl: %1, like a quorum lock; see lockctl quorum\n"_s.arg(what));
}

// The servers that keep these locks, with all members of their deployments.
QString Look::membersOf(const std::vector<watch::LockPointer> &shown) const
{
    QString text;
    for (const auto &[id, server] : m_session.servers()) {
        const bool isKeeper = std::ranges::any_of(
            shown, [id = id](const auto &lock) { return lock->serverId == id; });
        if (isKeeper)
            text += membersText(server);
    }
    return text;
}

void Look::printJson(const std::vector<watch::LockPointer> &shown, Instant now)
{
    Listing listing{shown, m_session.servers(), m_session.allGaps(), now,
                    m_options.observe.has_value()};
    listing.placeOf = [this](watch::DeploymentId id) { return m_session.placeOf(id); };
    listing.problemsOf = [this](const watch::LockId &id) { return m_health.problemsOf(id); };
    (void)writeOut(listingJson(listing));
}

// Reports the given names that are not a lock on any server.
ExitStatus Look::printMissing()
{
    ExitStatus status = Done;
    for (const LockName &name : m_options.names) {
        const auto &locks = m_session.locks();
        if (std::any_of(locks.begin(), locks.end(),
                        [&](const auto &entry) { return entry.first.name == name; }))
            continue;
        if (m_session.failure())
            continue; // it may be there, where we could not look
        writeError(u"lockctl: \"%1\" is %2\n"_s.arg(
            nameText(name), whyNoLock(m_session, name, m_options.kindOfNames)));
        status = Refused;
    }
    return status;
}

void Look::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_observation.stop();
    m_session.stop();
    if (m_recording)
        m_recording->stop();
    if (!m_notifying) {
        Q_EMIT finished(status);
        return;
    }
    connect(&*m_notifying, &Notifying::stopped, this, [this, status] { Q_EMIT finished(status); });
    m_notifying->stop();
}

} // namespace lockscope::lockctl
