// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/redis/target/target.h"
#include "tests/fuzz/fuzz.h"

// URLs: what is shown of one leads to the same servers again, and no password is ever shown.
using namespace Qt::StringLiterals;

namespace lockscope::fuzz {

using redis::parseTarget;
using redis::Target;

namespace {

constexpr auto secret = "pW-7secret7-Wp";

void requireStable(const Target &target)
{
    const QString label = target.label();
    require(visible(label.toUtf8()) == label, "a label can be shown");
    const auto again = parseTarget(label);
    require(again.has_value(), "a label is a URL");
    require(again->label() == label, "the label of a label is the same");
    require(again->form == target.form && again->tls == target.tls && again->hosts == target.hosts
                && again->path == target.path && again->masterName == target.masterName
                && again->database == target.database,
            "a label leads to the same servers");
    Target other = target;
    other.user = other.sentinelUser = "another";
    other.password = other.sentinelPassword = secret;
    require(other.label() == label, "no credentials are in a label");
}

void requireSecret(const QString &url)
{
    const auto target = parseTarget(url);
    const QString shown = target ? target->label() : target.error().text.english();
    require(!shown.contains(QLatin1StringView(secret)), "no password is shown");
}

} // namespace

void run(QByteArrayView input)
{
    Bytes bytes(input);
    QString before = QString::fromUtf8(bytes.text()); // a part of a password with other characters
    const QString url = QString::fromUtf8(bytes.rest());
    if (const auto target = parseTarget(url)) {
        require(target->form == Target::Form::Unix || !target->hosts.empty(), "there is a host");
        for (const auto &host : target->hosts) {
            require(host.port != 0 && !host.host.isEmpty(), "an address is whole");
            redis::mapped(host, target->addressMap);
        }
        require(target->database >= 0, "a database has a number");
        requireStable(*target);
    }
    const qsizetype mark = url.indexOf("://"_L1);
    if (mark < 0 || url.contains(QLatin1StringView(secret)))
        return;
    while (before.startsWith(u'/')) // it would be a path
        before = before.sliced(1);
    const QString password = before + QLatin1StringView(secret);
    requireSecret(url.first(mark + 3) + u"ann:"_s + password + u'@' + url.sliced(mark + 3));
    requireSecret(url + (url.contains(u'?') ? u'&' : u'?') + u"sentinel_password="_s + password);
}

} // namespace lockscope::fuzz
