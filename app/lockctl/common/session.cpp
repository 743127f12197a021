// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/session.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"
#include "core/watch/record/clusternode.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr std::size_t eventCapacity = 100'000;

watch::WatchOptions optionsFor(const TargetChoice &where, std::vector<LockName> names,
                               Session::Look look, bool guesses)
{
    watch::WatchOptions options;
    options.prefixes = where.prefixes;
    options.names = std::move(names);
    options.events = look == Session::Look::Follow;
    options.checkWaiters = look == Session::Look::Waiters;
    options.caFile = where.caFile;
    options.budget = where.scanBudget;
    options.guesses = guesses;
    return options;
}

} // namespace

QString whyNotRead(const watch::ServerRecord &server)
{
    const QString text = wording::errorSentence(*server.error);
    return text.contains(server.label) ? text : server.label + u": "_s + text;
}

Session::Session(const TargetChoice &where, std::vector<LockName> names, Look look, bool guesses,
                 QObject *parent)
    : QObject(parent)
    , m_where(where)
    , m_allNames(names.empty())
    , m_mailbox(eventCapacity,
                [this] {
                    QMetaObject::invokeMethod(
                        this, [this] { take(); }, Qt::QueuedConnection);
                })
    , m_watcher(optionsFor(where, std::move(names), look, guesses), m_mailbox)
{
    for (std::size_t i = 0; i < where.targets.size(); ++i)
        m_aliases.set(static_cast<int>(i), where.targets[i].aliases);
    for (const app::ChosenTarget &target : where.targets)
        m_places.push_back(app::filterPlaceOf(target));
    openAliasFiles();
}

Session::~Session() = default;

void Session::start()
{
    for (const app::ChosenTarget &target : m_where.targets) {
        // Locks that are asked for by name are found wherever they are; what their prefix says of
        // them counts all the same.
        const bool usesOwn = m_where.prefixes.empty();
        m_watcher.addServer(target, usesOwn ? target.prefixes : m_where.prefixes, target.pins,
                            target.learnNames);
    }
    for (std::size_t i = 0; i < m_where.targets.size(); ++i)
        m_watcher.setKnownNames(static_cast<int>(i), m_aliases.rules(static_cast<int>(i)));
}

void Session::stop()
{
    m_watcher.stop();
}

void Session::stopScans()
{
    for (const auto &[index, server] : m_servers)
        m_watcher.stopScan(index);
}

bool Session::isScanning() const
{
    return std::any_of(m_servers.begin(), m_servers.end(), [](const auto &entry) {
        return entry.second.discovering && entry.second.scan.running;
    });
}

bool Session::isSettled() const
{
    const auto isRead = [](const auto &entry) {
        const watch::ServerRecord &server = entry.second;
        return server.state == watch::ServerState::Down
            || (server.state == watch::ServerState::Up && !server.discovering);
    };
    return m_servers.size() + m_doubles.size() == m_where.targets.size()
        && std::all_of(m_servers.begin(), m_servers.end(), isRead)
        && std::all_of(m_doubleRecords.begin(), m_doubleRecords.end(), isRead);
}

std::optional<Error> Session::failure() const
{
    return m_failures.empty() ? std::nullopt : std::optional(m_failures.begin()->second);
}

std::optional<Error> Session::failureOf(int server) const
{
    const auto failure = m_failures.find(server);
    return failure == m_failures.end() ? std::nullopt : std::optional(failure->second);
}

void Session::take()
{
    auto delivery = m_mailbox.take();
    for (auto &[id, change] : delivery.changes) {
        if (const auto *server = std::get_if<watch::ServerPointer>(&change)) {
            noteServer(**server);
            continue;
        }
        auto &lock = std::get<watch::LockPointer>(change);
        watch::LockId shown = id;
        if (m_doubles.contains(id.server)) {
            const auto own = borrowed(id, lock);
            if (!own)
                continue;
            shown = *own;
        } else {
            m_borrowed.erase(id);
        }
        m_aliases.apply(lock);
        Q_EMIT lockChanged(shown, lock);
        if (lock)
            m_locks[shown] = std::move(lock);
        else
            m_locks.erase(shown);
    }
    for (watch::Event &event : delivery.events) {
        if (const int kept = listedAs(event.serverIndex); kept != event.serverIndex) {
            if (!event.name || event.type == watch::EventType::Gap || !isBeyond(kept, *event.name))
                continue;
            event.serverIndex = kept;
            event.deployment = event.server =
                m_where.targets[static_cast<std::size_t>(kept)].label();
        }
        m_aliases.apply(event);
        if (event.type == watch::EventType::Gap)
            noteGap(event);
        Q_EMIT happened(event);
    }
    Q_EMIT changed();
}

std::vector<watch::Gap> Session::allGaps() const
{
    std::vector<watch::Gap> gaps = m_gaps;
    for (const auto &[index, server] : m_servers) {
        if (server.state == watch::ServerState::Down && server.error)
            gaps.push_back({SystemClock().wallNow(), std::nullopt, server.label, server.label,
                            whyNotRead(server)});
        const auto &counters = server.counters;
        const auto add = [&](quint64 count, const QString &what) {
            if (count > 0)
                gaps.push_back({SystemClock().wallNow(), std::nullopt, server.label, server.label,
                                what.arg(count)});
        };
        add(counters.unreadable, u"a key could not be read %1 times"_s);
        add(counters.dropped, u"%1 changed keys were not read: too many new names"_s);
        add(counters.missed, u"%1 changes were found late, because no event reported them"_s);
    }
    return gaps;
}

// A file that a profile names must not keep anybody from seeing locks.
void Session::openAliasFiles()
{
    for (std::size_t i = 0; i < m_where.targets.size(); ++i) {
        const QString &name = m_where.targets[i].aliasesFile;
        if (name.isEmpty())
            continue;
        const int server = static_cast<int>(i);
        std::unique_ptr<app::AliasFile> &file = m_aliasFiles[name];
        if (!file) {
            file = std::make_unique<app::AliasFile>(name);
            const auto tell = [each = file.get()] {
                if (!each->problem().isEmpty())
                    writeError(u"lockctl: %1\n"_s.arg(each->problem()));
            };
            tell();
            connect(file.get(), &app::AliasFile::problemChanged, this, tell);
        }
        m_aliases.set(server, AliasOrigin::File, file->rules());
        connect(file.get(), &app::AliasFile::rulesChanged, this, [this, server, each = file.get()] {
            setNames(server, AliasOrigin::File, each->rules());
        });
    }
}

void Session::setNames(int server, AliasOrigin origin, std::vector<AliasRule> rules)
{
    if (!m_aliases.set(server, origin, std::move(rules)))
        return;
    if (origin != AliasOrigin::Learned)
        m_watcher.setKnownNames(server, m_aliases.rules(server));
    for (auto &[id, lock] : m_locks) {
        const watch::LockPointer before = lock;
        if (id.server == server)
            m_aliases.apply(lock);
        if (lock != before)
            Q_EMIT lockChanged(id, lock);
    }
}

int Session::listedAs(int server) const
{
    const auto found = m_doubles.find(server);
    return found == m_doubles.end() ? server : found->second;
}

const watch::FilterPlace &Session::placeOf(int server) const
{
    return m_places.at(static_cast<std::size_t>(server));
}

void Session::leaveOutDoubles()
{
    std::vector<app::Reached> up;
    for (const auto &[index, server] : m_servers) {
        if (server.state == watch::ServerState::Up)
            up.push_back({index, &m_where.targets[static_cast<std::size_t>(index)], server.runId});
    }
    for (const auto &[server, kept] : app::doublesOf(up))
        leaveOut(server, kept);
}

void Session::leaveOut(int server, int kept)
{
    const app::ChosenTarget &target = m_where.targets[static_cast<std::size_t>(kept)];
    writeError(u"lockctl: %1 is the same server as %2, so it is listed once%3\n"_s.arg(
        m_servers.at(server).label, target.label(),
        target.profile.isEmpty()
            ? QString()
            : u", and the profile \"%1\" decides which actions are allowed on it"_s.arg(
                visibleElided(target.profile.toUtf8(), 64))));
    for (auto &[each, listed] : m_doubles) {
        if (listed == server)
            listed = kept;
    }
    m_doubles.emplace(server, kept);
    m_doubleRecords.insert(m_servers.extract(server));
    m_failures.erase(server);
    std::vector<watch::LockPointer> moved;
    for (const auto &[id, lock] : m_locks) {
        if (id.server == server)
            moved.push_back(lock);
    }
    for (watch::LockPointer &lock : moved) {
        const watch::LockId before = lock->id;
        m_locks.erase(before);
        Q_EMIT lockChanged(before, {});
        if (const auto id = borrowed(before, lock)) {
            m_locks[*id] = lock;
            Q_EMIT lockChanged(*id, lock);
        }
    }
    std::erase_if(m_explanations, [&](const auto &each) { return each.first.server == server; });
}

// A lock that the watch of a server that is reached twice knows, as one of the listed server;
// empty: that one tells of it itself.
std::optional<watch::LockId> Session::borrowed(const watch::LockId &id, watch::LockPointer &lock)
{
    const int kept = m_doubles.at(id.server);
    const watch::LockId own{kept, id.name};
    if (!lock)
        return m_borrowed.erase(own) > 0 ? std::optional(own) : std::nullopt;
    if (m_locks.contains(own) && !m_borrowed.contains(own))
        return std::nullopt;
    watch::LockRecord record = *lock;
    record.id = own;
    record.deployment = record.server = m_where.targets[static_cast<std::size_t>(kept)].label();
    lock = std::make_shared<const watch::LockRecord>(std::move(record));
    m_borrowed.insert(own);
    return own;
}

// Whether the listed server's own watch does not look at such names.
bool Session::isBeyond(int kept, const LockName &name) const
{
    const app::ChosenTarget &target = m_where.targets[static_cast<std::size_t>(kept)];
    return m_allNames && m_where.prefixes.empty() && !target.prefixes.empty()
        && !format::Hints{target.prefixes, target.pins}.covers(name);
}

void Session::noteServer(const watch::ServerRecord &server)
{
    if (m_doubles.contains(server.server)) {
        m_doubleRecords[server.server] = server;
        return;
    }
    if (server.learned)
        setNames(server.server, AliasOrigin::Learned, *server.learned);
    if (server.learningRefusal && !std::exchange(m_isRefusalTold, true))
        writeError(u"lockctl: owner names cannot be learned from %1: %2; the user needs the right "
                   "+client|list\n"_s.arg(server.label, server.learningRefusal->text));
    m_servers[server.server] = server;
    if (!m_keepsDoubles && m_where.targets.size() > 1 && server.state == watch::ServerState::Up) {
        leaveOutDoubles();
        if (m_doubles.contains(server.server))
            return;
    }
    if (server.error)
        m_failures.try_emplace(server.server, *server.error);
    if (server.keyRefusal)
        m_failures.try_emplace(server.server, *server.keyRefusal);
    if (server.isPartOfCluster)
        m_failures.try_emplace(
            server.server,
            Error{ErrorKind::Unsupported, "CLUSTER", watch::clusterNodeText(), server.label});
}

void Session::noteGap(const watch::Event &event)
{
    if (event.name) {
        m_explanations[{event.serverIndex, *event.name}] = event.detail;
    } else {
        m_gaps.push_back({event.at, event.at, event.deployment, event.server, event.detail});
    }
}

} // namespace lockscope::lockctl
