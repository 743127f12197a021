// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/targets.h"
#include "app/lockctl/common/secrets.h"
#include "app/lockctl/common/targetoptions.h"
#include "app/lockctl/sandbox/sandbox.h"
#include "app/lockctl/sandbox/sandboxclient.h"
#include "core/base/text.h"

#include <QCommandLineParser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

void addSandboxOptions(QCommandLineParser &parser)
{
    parser.addOption({u"calm"_s,
                      u"Only clients that do well: no deadlock, no dead clients, no split "
                      "quorum, no lock that expires."_s});
    parser.addOption({u"topology"_s,
                      u"How the servers belong together: %1. Default: three servers, each on its "
                      "own."_s.arg(sandboxTopologies().join(u", "_s)),
                      u"T"_s});
    QCommandLineOption url(u"url"_s, QString(), u"URL"_s);
    url.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(url);
}

Result<std::unique_ptr<Running>> prepareClient(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    const auto &scenes = sandboxScenes();
    const auto scene = std::find_if(scenes.begin(), scenes.end(), [&](const SandboxScene &each) {
        return QString::fromLatin1(each.name) == words.value(1);
    });
    const int part = words.value(2).toInt();
    if (words.size() != 3 || scene == scenes.end() || part < 0 || part >= scene->parts)
        return fail(ErrorKind::InvalidInput, u"the sandbox has no such client"_s);
    auto targets = app::targetsFrom(parser.values(u"url"_s));
    if (!targets)
        return fail(targets.error());
    if (scene->server ? targets->size() != 1 : targets->size() < 2)
        return fail(ErrorKind::InvalidInput, u"a client of the sandbox needs its servers"_s);
    return std::make_unique<SandboxClient>(*scene, part, *targets);
}

Result<std::unique_ptr<Running>> prepareSandbox(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    if (words.value(0) == "client"_L1)
        return prepareClient(parser);
    if (words.isEmpty())
        return fail(ErrorKind::InvalidInput, u"an action is missing: lockctl sandbox up"_s);
    if (words.front() != "up"_L1)
        return fail(ErrorKind::InvalidInput,
                    u"unknown action \"%1\"; use 'lockctl sandbox up'"_s.arg(
                        visibleElided(words.front().toUtf8(), 60)));
    if (const auto checked = refuseMoreWords(parser, 1); !checked)
        return fail(checked.error());
    if (parser.isSet(u"url"_s))
        return fail(ErrorKind::InvalidInput,
                    u"the sandbox starts its own servers; leave out --url"_s);
    SandboxTopology topology;
    if (parser.isSet(u"topology"_s)) {
        const auto chosen = sandboxTopology(parser.value(u"topology"_s));
        if (!chosen)
            return fail(chosen.error());
        topology = *chosen;
    }
    hideVariables(); // the passwords are for other servers
    return std::make_unique<Sandbox>(topology, parser.isSet(u"calm"_s));
}

} // namespace

CommandSpec sandboxCommand()
{
    return {u"sandbox"_s, u"run local servers with live lock clients, until Ctrl+C"_s,
            u"lockctl sandbox up [--calm] [--topology T]"_s, addSandboxOptions, prepareSandbox};
}

} // namespace lockscope::lockctl
