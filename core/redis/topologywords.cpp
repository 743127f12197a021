// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/topologywords.h"

#include "core/base/parts.h"
#include "core/base/text.h"
#include "core/redis/info.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// Far more than any deployment has.
constexpr std::size_t mostMembers = 256;

// A topology's questions have short answers.
constexpr ReplyLimits shortReplies{
    .lineBytes = qsizetype(16) * 1024,
    .bulkBytes = qsizetype(256) * 1024,
    .replyBytes = qsizetype(1024) * 1024,
    .arrayElements = 10'000,
    .replyElements = 40'000,
};

qint64 numberFrom(const Reply &reply)
{
    return reply.isInteger() ? reply.integer : reply.bytes.toLongLong();
}

std::optional<HostPort> placeFrom(const Reply &host, const Reply &port)
{
    return addressFrom(host.bytes, QByteArray::number(numberFrom(port)));
}

ConnectionConfig quietConfig(const ConnectionConfig &config, const HostPort &address)
{
    ConnectionConfig own;
    own.target.form = Target::Form::Tcp;
    own.target.hosts = {address};
    own.target.readOnly = true; // it has nothing to write
    own.clientName = config.clientName;
    own.target.tlsRules = config.target.tlsRules;
    own.target.relay = config.target.relay;
    own.certificates = config.certificates;
    own.connectTimeout = config.connectTimeout;
    own.commandTimeout = config.commandTimeout;
    own.limits = shortReplies;
    return own;
}

std::optional<RoleWord> roleFromInfo(const QByteArray &info)
{
    const QByteArray role = infoField(info, "role");
    if (role != "master" && role != "slave")
        return {};
    RoleWord word;
    for (int i = 0; static_cast<std::size_t>(i) < mostMembers; ++i) {
        const QByteArray line = infoField(info, "slave" + QByteArray::number(i));
        if (line.isEmpty())
            break;
        QByteArray host;
        QByteArray port;
        qint64 offset = 0;
        forEachPart(line, ',', [&](QByteArrayView part) {
            if (part.startsWith("ip="))
                host = part.sliced(3).toByteArray();
            else if (part.startsWith("port="))
                port = part.sliced(5).toByteArray();
            else if (part.startsWith("offset="))
                offset = part.sliced(7).toByteArray().toLongLong();
            return true;
        });
        if (auto address = addressFrom(host, port))
            word.replicas.push_back({*std::move(address), offset});
    }
    word.isPrimary = role == "master";
    if (word.isPrimary) {
        word.offset = infoField(info, "master_repl_offset").toLongLong();
        return word;
    }
    word.follows = addressFrom(infoField(info, "master_host"), infoField(info, "master_port"))
                       .value_or(HostPort{{}, 0});
    word.isLinked = infoField(info, "master_link_status") == "up";
    word.offset = infoField(info, "slave_repl_offset").toLongLong();
    return word;
}

} // namespace

std::optional<HostPort> addressFrom(const QByteArray &host, const QByteArray &port)
{
    bool isNumber = false;
    const uint number = port.toUInt(&isNumber);
    const QString text = fromUtf8(host);
    const bool isHost = isHostName(text) || isIpv6Address(text);
    if (!isNumber || number == 0 || number > 65535 || !isHost)
        return {};
    return HostPort{text, static_cast<quint16>(number)};
}

std::optional<RoleWord> roleFrom(const Reply &reply)
{
    if (reply.isString())
        return roleFromInfo(reply.bytes);
    if (!reply.isArray() || reply.elements.size() < 3)
        return {};
    const auto &parts = reply.elements;
    RoleWord word;
    if (parts[0].bytes == "master") {
        word.isPrimary = true;
        word.offset = numberFrom(parts[1]);
        for (const Reply &replica : parts[2].elements) {
            if (replica.elements.size() < 3 || word.replicas.size() >= mostMembers)
                continue;
            if (auto address = placeFrom(replica.elements[0], replica.elements[1]))
                word.replicas.push_back({*std::move(address), numberFrom(replica.elements[2])});
        }
        return word;
    }
    if (parts[0].bytes != "slave" || parts.size() < 5)
        return {};
    const auto follows = placeFrom(parts[1], parts[2]);
    word.follows = follows.value_or(HostPort{{}, 0});
    word.isLinked = parts[3].bytes == "connected";
    word.offset = numberFrom(parts[4]);
    return word;
}

std::optional<HostPort> primaryFrom(const Reply &reply)
{
    if (!reply.isArray() || reply.elements.size() != 2)
        return {};
    return placeFrom(reply.elements[0], reply.elements[1]);
}

Fields fieldsFrom(const Reply &reply)
{
    Fields fields;
    if (!reply.isArray())
        return fields;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
        fields[reply.elements[i].bytes] = reply.elements[i + 1].bytes;
    return fields;
}

std::vector<Fields> listFrom(const Reply &reply)
{
    std::vector<Fields> list;
    if (!reply.isArray())
        return list;
    for (const Reply &element : reply.elements) {
        if (list.size() >= mostMembers)
            break;
        if (auto fields = fieldsFrom(element); !fields.empty())
            list.push_back(std::move(fields));
    }
    return list;
}

QByteArray valueOf(const Fields &fields, const QByteArray &name)
{
    const auto found = fields.find(name);
    return found == fields.end() ? QByteArray() : found->second;
}

bool isNoSuchPrimary(const Reply &reply)
{
    return reply.isNil() || reply.bytes.startsWith("ERR No such master")
        || reply.bytes.startsWith("IDONTKNOW");
}

ConnectionConfig configForNode(const ConnectionConfig &config, const HostPort &address)
{
    ConnectionConfig own = quietConfig(config, address);
    own.target.tls = config.target.tls;
    own.target.user = config.target.user;
    own.target.password = config.target.password;
    own.target.credentials = config.target.credentials;
    own.target.keyCredentials = config.target.keyCredentials;
    return own;
}

ConnectionConfig configForSentinel(const ConnectionConfig &config, const HostPort &address)
{
    ConnectionConfig own = quietConfig(config, address);
    own.target.tls = config.target.sentinelTls;
    own.target.user = config.target.sentinelUser;
    own.target.password = config.target.sentinelPassword;
    own.target.credentials = config.target.sentinelCredentials;
    own.target.keyCredentials = config.target.keyCredentials;
    own.asksMode = false; // it would be refused as one
    return own;
}

QStringList namesFrom(const std::vector<Fields> &masters)
{
    constexpr qsizetype most = 10;
    QStringList names;
    for (const Fields &master : masters) {
        const auto name = master.find("name");
        if (name != master.end() && names.size() < most)
            names += visibleElided(name->second, 60);
    }
    names.sort();
    return names;
}

} // namespace lockscope::redis
