// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/configtree.h"
#include "core/imports/readers.h"

#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

using Form = redis::Target::Form;

// The members of Redisson's Config, one for each way to run Redis.
struct Mode {
    QStringView member;
    Form form;
    QStringView addresses;
};

constexpr std::array modes{
    Mode{u"singleServerConfig", Form::Tcp, u"address"},
    Mode{u"sentinelServersConfig", Form::Sentinel, u"sentinelAddresses"},
    Mode{u"clusterServersConfig", Form::Cluster, u"nodeAddresses"},
    Mode{u"replicatedServersConfig", Form::Replicated, u"nodeAddresses"},
    Mode{u"elasticacheServersConfig", Form::Replicated, u"nodeAddresses"},
    Mode{u"masterSlaveServersConfig", Form::Replicated, u"slaveAddresses"},
};

// Newer versions have some settings beside the servers', older ones among them.
QString setting(const QJsonObject &servers, const QJsonObject &config, QStringView name)
{
    const QString own = textAt(servers, name);
    return own.isEmpty() ? textAt(config, name) : own;
}

Draft draftOf(const QJsonObject &config, const Mode &mode, const QString &name)
{
    const QJsonObject servers = objectAt(config, mode.member);
    Draft draft(name);
    draft.target.form = mode.form;
    if (mode.member == u"masterSlaveServersConfig")
        draft.addHost(textAt(servers, u"masterAddress"));
    draft.addHosts(textsAt(servers, mode.addresses), mode.form == Form::Sentinel ? 26379 : 6379);
    // A single address of several servers is one server to Lockscope's URLs.
    if (mode.form == Form::Replicated && draft.target.hosts.size() == 1)
        draft.target.form = Form::Tcp;
    draft.setUser(setting(servers, config, u"username"), setting(servers, config, u"password"));
    draft.setDatabase(textAt(servers, u"database"));
    if (mode.form == Form::Sentinel) {
        draft.target.masterName = draft.resolved(textAt(servers, u"masterName"));
        draft.target.sentinelTls = draft.target.tls;
        draft.setSentinelUser(textAt(servers, u"sentinelUsername"),
                              textAt(servers, u"sentinelPassword"));
    }
    if (!setting(servers, config, u"sslTruststore").isEmpty()
        || !setting(servers, config, u"sslKeystore").isEmpty())
        draft.remark(Sentence::say("Java's stores of keys and certificates cannot be read: export "
                                   "them as PEM files, and name these as CA file, certificate and "
                                   "key"));
    const QString verification = setting(servers, config, u"sslVerificationMode").toUpper();
    if ((!verification.isEmpty() && verification != "STRICT"_L1)
        || setting(servers, config, u"sslEnableEndpointIdentification") == "false"_L1)
        draft.remark(Sentence::say("the application does not check the server's certificate; "
                                   "Lockscope does: name a CA file or pin the certificate"));
    return draft;
}

} // namespace

Drafts fromRedisson(const QJsonObject &config, const QString &name)
{
    Drafts drafts;
    for (const Mode &mode : modes) {
        if (memberAt(config, mode.member).isObject())
            drafts.push_back(draftOf(config, mode, name));
    }
    return drafts;
}

} // namespace lockscope::imports
