// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/configtree.h"
#include "core/imports/readers.h"

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

using Form = redis::Target::Form;

void addNodes(Draft &draft, const QJsonObject &connection)
{
    const QJsonArray nodes = memberAt(connection, u"nodes").toArray();
    for (const QJsonValue &node : nodes) {
        const QJsonObject place = node.toObject();
        draft.setHost(textAt(place, u"host"), textAt(place, u"port"));
    }
}

// Certificates stand in the export as texts, keys and passwords too if the user wanted it.
void readTls(Draft &draft, const QJsonObject &connection)
{
    draft.target.tls = truthAt(connection, u"tls");
    if (!draft.target.tls)
        return;
    draft.target.tlsRules.serverName = textAt(connection, u"tlsServername");
    if (!objectAt(connection, u"caCert").isEmpty())
        draft.remark(Sentence::say("its CA certificate was not taken over: save it as a PEM file "
                                   "and name that as CA file"));
    if (!objectAt(connection, u"clientCert").isEmpty())
        draft.remark(Sentence::say("its client certificate and key were not taken over: name their "
                                   "files"));
    if (textAt(connection, u"verifyServerCert") == "false"_L1)
        draft.remark(Sentence::say("the application does not check the server's certificate; "
                                   "Lockscope does: name a CA file or pin the certificate"));
}

void readTunnel(Draft &draft, const QJsonObject &connection)
{
    if (!truthAt(connection, u"ssh"))
        return;
    const QJsonObject options = objectAt(connection, u"sshOptions");
    const QString host = textAt(options, u"host");
    if (host.isEmpty())
        return draft.remark(Sentence::say("its tunnel by ssh has no host, and was left out"));
    const QString user = textAt(options, u"username");
    const QString port = textAt(options, u"port");
    draft.setThrough(u"ssh://"_s + (user.isEmpty() ? QString() : QString(user + u'@')) + host
                     + (port.isEmpty() ? QString() : QString(u':' + port)));
    draft.remark(Sentence::say("its tunnel uses your own ssh, with your keys and agent; a password "
                               "or key in the file was not taken over"));
}

Draft draftOf(const QJsonObject &connection)
{
    Draft draft(textAt(connection, u"name"));
    redis::Target &target = draft.target;
    const QString type = textAt(connection, u"connectionType").toUpper();
    const QJsonObject primary = objectAt(connection, u"sentinelMaster");
    if (type == "SENTINEL"_L1) {
        // The address is the Sentinel's, and so are user and password; the primary has its own.
        target.form = Form::Sentinel;
        target.masterName = textAt(primary, u"name");
        draft.setSentinelUser(textAt(connection, u"username"), textAt(connection, u"password"));
        draft.setUser(textAt(primary, u"username"), textAt(primary, u"password"));
    } else {
        target.form = type == "CLUSTER"_L1 ? Form::Cluster : Form::Tcp;
        draft.setUser(textAt(connection, u"username"), textAt(connection, u"password"));
    }
    draft.setHost(textAt(connection, u"host"), textAt(connection, u"port"));
    if (target.form != Form::Tcp)
        addNodes(draft, connection);
    if (target.form != Form::Cluster)
        draft.setDatabase(textAt(connection, u"db"));
    readTls(draft, connection);
    target.sentinelTls = target.form == Form::Sentinel && target.tls;
    readTunnel(draft, connection);
    if (const QString prefix = textAt(connection, u"keyPrefix"); !prefix.isEmpty())
        draft.remark(Sentence::say("its prefix of keys was left out"));
    return draft;
}

} // namespace

Drafts fromRedisInsight(const QJsonArray &connections)
{
    Drafts drafts;
    for (const QJsonValue &value : connections) {
        const QJsonObject connection = value.toObject();
        if (!textAt(connection, u"host").isEmpty())
            drafts.push_back(draftOf(connection));
    }
    return drafts;
}

} // namespace lockscope::imports
