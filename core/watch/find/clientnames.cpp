// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/clientnames.h"

#include "core/base/parts.h"
#include "core/base/text.h"

#include <QByteArrayList>
#include <QString>

#include <algorithm>

namespace lockscope::watch {

namespace {

// A shorter id is in some name by chance.
constexpr qsizetype shortestClient = 8;

bool isWordByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The position of the whole word in the text; -1: not there.
qsizetype findWord(const QByteArray &text, const QByteArray &word)
{
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        const qsizetype end = at + word.size();
        const bool beginsIt = at == 0 || !isWordByte(text[at - 1]) || !isWordByte(word.front());
        const bool endsIt =
            end == text.size() || !isWordByte(text[end]) || !isWordByte(word.back());
        if (beginsIt && endsIt)
            return at;
    }
    return -1;
}

QByteArray trimmedSeparators(const QByteArray &text)
{
    qsizetype begin = 0;
    qsizetype end = text.size();
    const auto isSeparator = [](char c) { return QByteArrayView("-_:./@#|[]() ").contains(c); };
    while (begin < end && isSeparator(text[begin]))
        ++begin;
    while (end > begin && isSeparator(text[end - 1]))
        --end;
    return text.sliced(begin, end - begin);
}

// The text without the word; empty if the word is not in it, or there is nothing else.
QByteArray without(const QByteArray &text, const QByteArray &word)
{
    const qsizetype at = word.isEmpty() ? -1 : findWord(text, word);
    if (at < 0)
        return {};
    const QByteArray before = trimmedSeparators(text.first(at));
    const QByteArray after = trimmedSeparators(text.sliced(at + word.size()));
    const bool hasBoth = !before.isEmpty() && !after.isEmpty();
    return before + (hasBoth ? "-" : "") + after;
}

QByteArray nameFrom(const UnnamedOwner &owner, const ClientLine &client)
{
    if (owner.client.size() >= shortestClient) {
        if (const QByteArray rest = without(client.name, owner.client); !rest.isEmpty())
            return rest;
    }
    if (!owner.host.isEmpty() && owner.pid) {
        const QByteArray rest = without(client.name, owner.host);
        const QByteArray pid = QByteArray::number(*owner.pid);
        if (!rest.isEmpty() && findWord(rest, pid) >= 0)
            return without(rest, pid);
    }
    return {};
}

bool isUsable(const QByteArray &name)
{
    return !name.isEmpty() && fromUtf8(name).toUtf8() == name
        && checkAliasName(fromUtf8(name)).has_value();
}

struct ParsedLine {
    ClientLine client;
    QByteArray flags;
};

ParsedLine parsed(QByteArrayView line)
{
    ParsedLine parsed;
    ClientLine &client = parsed.client;
    forEachPart(line, ' ', [&](QByteArrayView field) {
        if (field.startsWith("name=") && client.name.isEmpty())
            client.name = field.sliced(5).trimmed().toByteArray();
        else if (field.startsWith("addr=") && client.host.isEmpty())
            client.host = field.sliced(5).toByteArray();
        else if (field.startsWith("flags=") && parsed.flags.isEmpty())
            parsed.flags = field.sliced(6).toByteArray();
        return true;
    });
    client.host.truncate(std::max<qsizetype>(0, client.host.lastIndexOf(':')));
    if (client.host.startsWith('[') && client.host.endsWith(']'))
        client.host = client.host.sliced(1, client.host.size() - 2);
    return parsed;
}

bool isOfThisProgram(const ClientLine &client)
{
    return client.name.startsWith("lockscope");
}

// A primary, a replica, or a Sentinel: "sentinel-1a2b3c4d-cmd".
bool isOfTheDeployment(const ParsedLine &line)
{
    return line.flags.contains('M') || line.flags.contains('S')
        || line.client.name.startsWith("sentinel-");
}

} // namespace

std::vector<ClientLine> clientsFrom(const QByteArray &answer)
{
    constexpr std::size_t most = 2000;
    std::set<ClientLine> known; // a pool's connections are as one
    forEachPart(answer, '\n', [&](QByteArrayView line) {
        ClientLine client = parsed(line).client;
        if (!client.name.isEmpty() && !isOfThisProgram(client))
            known.insert(std::move(client));
        return known.size() < most;
    });
    return {known.begin(), known.end()};
}

ServerClients serverClientsFrom(const QByteArray &answer)
{
    constexpr std::size_t most = 100;
    std::map<std::pair<QByteArray, QByteArray>, int> counts; // by host and name
    ServerClients all;
    forEachPart(answer, '\n', [&](QByteArrayView line) {
        const ParsedLine one = parsed(line);
        if (one.client.host.isEmpty() || isOfThisProgram(one.client) || isOfTheDeployment(one))
            return true;
        ++all.connections;
        ++counts[{one.client.host, one.client.name}];
        return true;
    });
    for (const auto &[client, connections] : counts) {
        if (all.groups.size() < most)
            all.groups.push_back({client.first, client.second, connections});
    }
    return all;
}

QByteArray learnName(const UnnamedOwner &owner, const std::vector<ClientLine> &clients)
{
    std::set<QByteArray> byId;
    std::set<QByteArray> byHost;
    for (const ClientLine &client : clients) {
        if (const QByteArray found = nameFrom(owner, client); isUsable(found))
            byId.insert(found);
        if (!owner.host.isEmpty() && client.host == owner.host)
            byHost.insert(client.name);
    }
    if (!byId.empty())
        return byId.size() == 1 ? *byId.begin() : QByteArray();
    return byHost.size() == 1 && isUsable(*byHost.begin()) ? *byHost.begin() : QByteArray();
}

void NameLearner::note(const LockRecord &lock)
{
    for (const HoldRecord &hold : lock.holds)
        note(hold.owner, hold.origin.value_or({}));
    if (lock.waiters) {
        for (const WaiterRecord &waiter : *lock.waiters)
            note(waiter.owner, {});
    }
}

void NameLearner::note(const OwnerId &owner, const format::Origin &origin)
{
    constexpr qsizetype longest = 512;
    const QByteArray before = clientPart(owner);
    const QByteArray client = before.isEmpty() ? owner.bytes : before;
    if (client.isEmpty() || client.size() > longest || m_learned.contains(client))
        return;
    UnnamedOwner unnamed{client, origin.host, origin.pid};
    if (m_unnamed.contains(unnamed) || (m_known && m_known->ruleOf(owner)))
        return;
    // When the list is full, owners that were asked about often enough without success make room.
    if (m_unnamed.size() >= mostOwners)
        std::erase_if(m_unnamed, [](const auto &entry) { return entry.second >= tries; });
    if (m_unnamed.size() < mostOwners)
        m_unnamed.emplace(std::move(unnamed), 0);
}

bool NameLearner::wantsToAsk(Instant now) const
{
    return (!m_askedAt || now - *m_askedAt >= rest)
        && std::any_of(m_unnamed.begin(), m_unnamed.end(),
                       [](const auto &entry) { return entry.second < tries; });
}

// Each owner is compared with each connection, so both numbers are bounded; an owner that is left
// out now has its turn the next time.
bool NameLearner::learn(const std::vector<ClientLine> &clients)
{
    constexpr std::size_t atOnce = 200;
    std::vector<UnnamedOwner> turn;
    for (int tried = 0; tried < tries; ++tried) {
        for (const auto &[owner, asked] : m_unnamed) {
            if (asked == tried && turn.size() < atOnce)
                turn.push_back(owner);
        }
    }
    bool isNew = false;
    for (const UnnamedOwner &owner : turn) {
        const QByteArray name = learnName(owner, clients);
        if (name.isEmpty()) {
            ++m_unnamed[owner];
            continue;
        }
        m_unnamed.erase(owner);
        if (m_learned.size() < mostOwners) {
            m_learned.insert_or_assign(owner.client, name);
            isNew = true;
        }
    }
    return isNew;
}

std::vector<AliasRule> NameLearner::learned() const
{
    std::vector<AliasRule> rules;
    for (const auto &[client, name] : m_learned)
        rules.push_back({aliasPatternOf(client), fromUtf8(name), AliasOrigin::Learned});
    return rules;
}

} // namespace lockscope::watch
