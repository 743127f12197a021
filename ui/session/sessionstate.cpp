// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/sessionstate.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype mostSessionServers = 200;
constexpr int mostOffset = 1000; // a row is not as high

QJsonObject toJson(const SessionServer &server)
{
    QJsonObject json{{"label"_L1, server.label}};
    if (!server.profile.isEmpty())
        json["profile"_L1] = server.profile;
    if (!server.prefixes.isEmpty())
        json["prefixes"_L1] = QJsonArray::fromStringList(server.prefixes);
    if (!server.caFile.isEmpty())
        json["caFile"_L1] = server.caFile;
    return json;
}

QJsonObject toJson(const SessionLock &lock)
{
    return {{"profile"_L1, lock.profile},
            {"label"_L1, lock.label},
            {"name"_L1, QString::fromLatin1(lock.name.toBase64())}}; // names are bytes
}

SessionServer serverFrom(const QJsonObject &json)
{
    SessionServer server{json["profile"_L1].toString(), json["label"_L1].toString()};
    for (const QJsonValue prefix : json["prefixes"_L1].toArray())
        server.prefixes += prefix.toString();
    server.caFile = json["caFile"_L1].toString();
    return server;
}

std::optional<SessionLock> lockFrom(const QJsonValue &json)
{
    SessionLock lock{json["profile"_L1].toString(), json["label"_L1].toString(),
                     QByteArray::fromBase64(json["name"_L1].toString().toLatin1())};
    if (lock.name.isEmpty() || (lock.profile.isEmpty() && lock.label.isEmpty()))
        return std::nullopt;
    return lock;
}

} // namespace

QByteArray sessionToJson(const SessionState &state)
{
    QJsonObject json{{"on"_L1, state.isOn}};
    if (state.isOn) {
        QJsonArray servers;
        for (const SessionServer &server : state.servers)
            servers += toJson(server);
        json["servers"_L1] = servers;
        json["page"_L1] = state.page;
        json["filter"_L1] = state.filter;
        if (state.selected)
            json["selected"_L1] = toJson(*state.selected);
        if (state.top) {
            json["top"_L1] = toJson(*state.top);
            json["offset"_L1] = state.topOffset;
        }
    }
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

SessionState sessionFromJson(const QByteArray &bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    SessionState state;
    state.isOn = json["on"_L1].toBool(true);
    if (!state.isOn)
        return state;
    const QJsonArray servers = json["servers"_L1].toArray();
    for (qsizetype i = 0; i < std::min(servers.size(), mostSessionServers); ++i) {
        if (SessionServer server = serverFrom(servers[i].toObject()); !server.label.isEmpty())
            state.servers.push_back(std::move(server));
    }
    state.page = json["page"_L1].toString();
    state.filter = json["filter"_L1].toString();
    state.selected = lockFrom(json["selected"_L1]);
    state.top = lockFrom(json["top"_L1]);
    if (state.top)
        state.topOffset = std::clamp(json["offset"_L1].toInt(), -mostOffset, mostOffset);
    return state;
}

} // namespace lockscope::ui
