// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/reachoptions.h"

#include "core/base/tlsfault.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// A profile keeps the whole path: the next run may begin in another folder.
std::optional<QString> fileOption(const QCommandLineParser &parser, const QString &option)
{
    if (!parser.isSet(option))
        return std::nullopt;
    const QString file = parser.value(option);
    return file.isEmpty() ? file : QFileInfo(file).absoluteFilePath();
}

} // namespace

void ReachChange::apply(redis::TlsRules &rules, redis::Relay &way) const
{
    rules.caFile = caFile.value_or(rules.caFile);
    rules.certificateFile = certificateFile.value_or(rules.certificateFile);
    rules.keyFile = keyFile.value_or(rules.keyFile);
    rules.serverName = serverName.value_or(rules.serverName);
    rules.fingerprints = fingerprints.value_or(rules.fingerprints);
    way = relay.value_or(way);
}

QList<QCommandLineOption> reachOptions()
{
    return {
        {u"ca-file"_s,
         u"PEM file with the certificates to trust for rediss://, instead of the "
         "system's."_s,
         u"FILE"_s},
        {u"cert"_s, u"PEM file with a client certificate for servers that ask for one."_s,
         u"FILE"_s},
        {u"key"_s, u"PEM file with its private key, if --cert does not contain it."_s, u"FILE"_s},
        {u"tls-name"_s,
         u"The name that the server's certificate must have, if it is not the host of the URL; "
         "also sent to the server (SNI)."_s,
         u"NAME"_s},
        {u"tls-pin"_s,
         u"Trust only the server certificate with this SHA-256 fingerprint, whoever issued it. "
         "Can be repeated, one for each server."_s,
         u"FINGERPRINT"_s},
        {u"through"_s,
         u"The way to the servers: ssh://[user@]host[:port] for a tunnel by the system's ssh, with "
         "its own configuration and keys, or a proxy, socks5://host[:port] or "
         "http://host[:port]."_s,
         u"URL"_s},
    };
}

Result<ReachChange> reachChangeFrom(const QCommandLineParser &parser)
{
    ReachChange change{fileOption(parser, u"ca-file"_s),
                       fileOption(parser, u"cert"_s),
                       fileOption(parser, u"key"_s),
                       {},
                       {},
                       {}};
    if (parser.isSet(u"tls-name"_s))
        change.serverName = parser.value(u"tls-name"_s);
    if (parser.isSet(u"through"_s)) {
        const auto relay = redis::relayFrom(parser.value(u"through"_s));
        if (!relay)
            return fail(ErrorKind::InvalidInput, u"--through: "_s + relay.error().text.english());
        change.relay = *relay;
    }
    if (!parser.isSet(u"tls-pin"_s))
        return change;
    change.fingerprints.emplace();
    for (const QString &pin : parser.values(u"tls-pin"_s)) {
        if (pin.isEmpty())
            continue;
        auto fingerprint = fingerprintFrom(pin);
        if (!fingerprint)
            return fail(ErrorKind::InvalidInput,
                        u"--tls-pin: "_s + fingerprint.error().text.english());
        change.fingerprints->push_back(*std::move(fingerprint));
    }
    return change;
}

Result<void> takeReach(const QCommandLineParser &parser, std::vector<app::ChosenTarget> &targets)
{
    const auto change = reachChangeFrom(parser);
    if (!change)
        return fail(change.error());
    const bool anyIsLocal = std::ranges::any_of(
        targets, [](const auto &target) { return target.form == redis::Target::Form::Unix; });
    if (anyIsLocal && change->relay && change->relay->kind != redis::Relay::Kind::None)
        return fail(ErrorKind::InvalidInput,
                    u"--through: a Unix socket is of this computer; nothing leads to it"_s);
    for (app::ChosenTarget &target : targets) {
        if (change->relay)
            app::takeRelay(target, *change->relay);
    }
    if (!change->saysTls())
        return {};
    const bool anyUsesTls = std::ranges::any_of(
        targets, [](const auto &target) { return target.tls || target.sentinelTls; });
    if (!anyUsesTls)
        return fail(ErrorKind::InvalidInput,
                    u"--ca-file, --cert, --key, --tls-name and --tls-pin need a server with TLS; "
                    "use rediss:// in its URL"_s);
    for (app::ChosenTarget &target : targets) {
        change->apply(target.tlsRules, target.relay);
        if (const auto checked = redis::checkTlsRules(target.tlsRules); !checked)
            return fail(ErrorKind::InvalidInput, checked.error().text.english());
    }
    return {};
}

} // namespace lockscope::lockctl
