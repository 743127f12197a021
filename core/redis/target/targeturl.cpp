// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/targeturl.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

QString encoded(const QByteArray &text)
{
    return QString::fromLatin1(text.toPercentEncoding());
}

// ANNOUNCED:PORT=REACHABLE:PORT with * for what is as announced.
QString ruleText(const AddressRule &rule)
{
    const auto host = [](const QString &text) {
        return text.isEmpty() ? u"*"_s : text.contains(u':') ? QString(u'[' + text + u']') : text;
    };
    QString toPort = rule.toPort ? QString::number(*rule.toPort) : u"*"_s;
    if (rule.toPort && rule.isPortOffset && *rule.toPort >= 0)
        toPort.prepend(u'+');
    const QString port = rule.port ? QString::number(*rule.port) : u"*"_s;
    return host(rule.host) + u':' + port + u'=' + host(rule.toHost) + u':' + toPort;
}

QStringList parametersOf(const Target &target)
{
    QStringList parameters;
    if (target.form == Target::Form::Sentinel) {
        if (!target.sentinelUser.isEmpty())
            parameters += u"sentinel_user="_s + encoded(target.sentinelUser);
        if (target.sentinelTls != target.tls)
            parameters += target.sentinelTls ? u"sentinel_tls=yes"_s : u"sentinel_tls=no"_s;
    }
    for (const AddressRule &rule : target.addressMap)
        parameters += u"map="_s + encoded(ruleText(rule).toUtf8());
    return parameters;
}

} // namespace

QString urlWithoutPasswords(const Target &target)
{
    QString url = target.label();
    if (!target.user.isEmpty())
        url.insert(url.indexOf("://"_L1) + 3, encoded(target.user) + u'@');
    const QStringList parameters = parametersOf(target);
    return parameters.isEmpty() ? url : QString(url + u'?' + parameters.join(u'&'));
}

} // namespace lockscope::redis
