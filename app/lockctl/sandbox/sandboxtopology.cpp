// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxtopology.h"

#include "core/base/text.h"

#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct Named {
    const char *word;
    SandboxTopology topology;
};

constexpr std::array topologies{
    Named{"single", {.primaries = 1}},
    Named{"five", {.primaries = 5}},
    Named{"replicated", {.primaries = 1, .replicas = 2}},
    Named{"sentinel", {.primaries = 1, .replicas = 2, .sentinels = 3}},
    // Two for each: with one, a calm cluster would take no locks after a failover until the old
    // primary is back, since it requires a replica.
    Named{"cluster", {.primaries = 3, .replicas = 6, .isCluster = true}},
};

} // namespace

QStringList sandboxTopologies()
{
    QStringList words;
    for (const Named &named : topologies)
        words.append(QString::fromLatin1(named.word));
    return words;
}

Result<SandboxTopology> sandboxTopology(const QString &word)
{
    const auto found = std::find_if(topologies.begin(), topologies.end(), [&](const Named &named) {
        return word == QString::fromLatin1(named.word);
    });
    if (found != topologies.end())
        return found->topology;
    const QString known = sandboxTopologies().join(u", "_s);
    return fail(ErrorKind::InvalidInput,
                u"unknown topology \"%1\"; --topology takes %2"_s.arg(
                    visibleElided(word.toUtf8(), 40), known));
}

} // namespace lockscope::lockctl
