// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/assembly.h"

#include "core/base/text.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

namespace {

QString wordsOf(bool (*wanted)(const KindTraits &))
{
    QStringList words;
    for (const KindTraits &traits : allKinds()) {
        if (wanted(traits))
            words.append(QString::fromLatin1(traits.kind));
    }
    return words.join(u", "_s);
}

Error unknownKind(const QByteArray &kind)
{
    if (kind == "faster-multi")
        return {ErrorKind::InvalidInput,
                {},
                u"faster multi-locks are shown but not taken: the names of their fields depend on "
                "the codec of the Java client"_s,
                {}};
    return {ErrorKind::InvalidInput,
            {},
            u"there is no kind of lock \"%1\" to take; there are %2"_s.arg(
                visibleElided(kind, 40), wordsOf([](const KindTraits &) { return true; })),
            {}};
}

} // namespace

const std::vector<KindTraits> &allKinds()
{
    using Owner = KindTraits::Owner;
    static const std::vector<KindTraits> all = [] {
        std::vector<KindTraits> list;
        for (const QByteArray &kind : lock::kinds()) {
            KindTraits traits;
            traits.kind = kind;
            traits.owner = kind == "string" ? Owner::Token : Owner::ThreadId;
            traits.hasModes = kind == "read-write";
            list.push_back(traits);
        }
        return list;
    }();
    return all;
}

const KindTraits *traitsOf(const QByteArray &kind)
{
    const auto &all = allKinds();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const KindTraits &traits) { return traits.kind == kind; });
    return found == all.end() ? nullptr : &*found;
}

Result<void> check(const Asked &asked)
{
    const KindTraits *const traits = traitsOf(asked.kind);
    if (!traits)
        return fail(unknownKind(asked.kind));
    const QString kind = QString::fromLatin1(asked.kind);
    if (asked.servers.empty())
        return fail(ErrorKind::InvalidInput, u"no server is named"_s);
    if (asked.servers.size() > 1 && !traits->onSeveralServers)
        return fail(ErrorKind::InvalidInput,
                    u"a lock of kind %1 is kept on one server, and %2 are named"_s.arg(
                        kind, QString::number(asked.servers.size())));
    if (asked.names.size() > 1 && !traits->ofSeveralNames)
        return fail(ErrorKind::InvalidInput,
                    u"one lock at a time for kind %1, and %2 are named"_s.arg(
                        kind, QString::number(asked.names.size())));
    const bool isNamed = !asked.names.empty()
        && std::none_of(asked.names.begin(), asked.names.end(),
                        [](auto &n) { return n.isEmpty(); });
    if (!isNamed)
        return fail(ErrorKind::InvalidInput, u"which lock? give its name"_s);
    return {};
}

struct Servers::Server {
    Server(const redis::ConnectionConfig &config, const Clock &clock)
        : deployment(config)
        , space(deployment, clock)
    {}
    redis::Deployment deployment;
    lock::LockSpace space;
};

Servers::Servers(const Clock &clock)
    : m_clock(clock)
{}

Servers::~Servers() = default;

const Clock &Servers::clock() const
{
    return m_clock;
}

lock::LockSpace &Servers::space(const redis::ConnectionConfig &config)
{
    for (const auto &server : m_servers) {
        const redis::ConnectionConfig &known = server->deployment.config();
        if (known.target == config.target && known.caFile == config.caFile)
            return server->space;
    }
    return m_servers.emplace_back(std::make_unique<Server>(config, m_clock))->space;
}

Assembly::Assembly(Asked asked)
    : m_asked(std::move(asked))
{}

Assembly::~Assembly() = default;

Result<std::unique_ptr<Assembly>> Assembly::create(Servers &servers, const Asked &asked)
{
    if (const auto possible = check(asked); !possible)
        return fail(possible.error());
    std::unique_ptr<Assembly> assembly(new Assembly(asked));
    for (const redis::ConnectionConfig &config : asked.servers)
        assembly->m_deployments.push_back(&servers.space(config).deployment());
    lock::LockSpace &first = servers.space(asked.servers.front());
    assembly->m_lock = lock::makeLock(first, asked.names.front(), asked.kind, asked.mode);
    return assembly;
}

void Assembly::open()
{
    for (redis::Deployment *const deployment : m_deployments)
        deployment->open();
}

QString Assembly::place() const
{
    QStringList labels;
    for (const redis::Deployment *const deployment : m_deployments)
        labels.append(deployment->label());
    return labels.join(u", "_s);
}

} // namespace lockscope::workbench
