// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/relay.h"

#include "core/base/text.h"
#include "core/redis/target/target.h"

#include <QHostAddress>
#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

struct RelayScheme {
    Relay::Kind kind;
    QStringView name;
    quint16 port;
};

constexpr std::array relaySchemes{
    RelayScheme{Relay::Kind::Ssh, u"ssh", 0},
    RelayScheme{Relay::Kind::Socks5, u"socks5", 1080},
    RelayScheme{Relay::Kind::Http, u"http", 3128},
};

// The text of an unusable one is not shown: it may hold a password.
tl::unexpected<Error> refused(const Sentence &why)
{
    return fail(ErrorKind::InvalidInput, why);
}

} // namespace

QString Relay::text() const
{
    for (const RelayScheme &scheme : relaySchemes) {
        if (scheme.kind != kind)
            continue;
        QString text = scheme.name + u"://"_s;
        if (!user.isEmpty())
            text += user + u'@';
        text += host.contains(u':') ? u'[' + host + u']' : host;
        return port == 0 || port == scheme.port ? text : text + u':' + QString::number(port);
    }
    return {};
}

Result<Relay> relayFrom(const QString &text)
{
    if (text.isEmpty())
        return Relay();
    static const QRegularExpression form(
        u"^(ssh|socks5|http)://(?:([^@]*)@)?(\\[[0-9A-Fa-f:.]+\\]|[^:/@\\[\\]]+)(?::([0-9]{1,5}))?/?$"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return refused(Sentence::say(
            "this is not a way to the servers; examples are ssh://ops@bastion.example.com, "
            "socks5://127.0.0.1:1080 and http://proxy.example.com:3128"));
    Relay relay;
    for (const RelayScheme &scheme : relaySchemes) {
        if (scheme.name == match.captured(1)) {
            relay.kind = scheme.kind;
            relay.port = scheme.port;
        }
    }
    relay.user = match.captured(2);
    relay.host = match.captured(3);
    if (relay.host.startsWith(u'['))
        relay.host = relay.host.sliced(1, relay.host.size() - 2);
    if (match.hasCaptured(4)) {
        const uint port = match.captured(4).toUInt();
        if (port == 0 || port > 65535)
            return refused(Sentence::say("the port of the way to the servers is not 1 to 65535"));
        relay.port = static_cast<quint16>(port);
    }
    if (relay.user.contains(u':'))
        return refused(
            Sentence::say("the way to the servers contains a password; leave it out, and set "
                          "LOCKSCOPE_PROXY_PASSWORD when you connect"));
    const bool isAddress = QHostAddress(relay.host).protocol() == QAbstractSocket::IPv6Protocol;
    if ((!isHostName(relay.host) && !isAddress) || relay.host.startsWith(u'-'))
        return refused(Sentence::say("\"%1\" cannot be the name of a host")
                           .arg(visibleElided(relay.host.toUtf8(), 60)));
    // ssh would take it for an option, or for more than a name.
    static const QRegularExpression userForm(u"^[A-Za-z0-9_][A-Za-z0-9_.\\\\-]*\\$?$"_s);
    if (relay.kind == Relay::Kind::Ssh && !relay.user.isEmpty()
        && !userForm.match(relay.user).hasMatch())
        return refused(Sentence::say("\"%1\" cannot be the name of a user of ssh")
                           .arg(visibleElided(relay.user.toUtf8(), 60)));
    return relay;
}

} // namespace lockscope::redis
