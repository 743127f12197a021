// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locklink.h"

#include "core/base/text.h"
#include "ui/client/servers/servermodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct LockLinkWords {
    Q_DECLARE_TR_FUNCTIONS(LockLink)
};

constexpr auto linkScheme = "lockscope://"_L1;
constexpr qsizetype longestProfile = 200;

QString encodedPart(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toPercentEncoding());
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

// QByteArray::fromPercentEncoding() takes what is broken for something else.
std::optional<QByteArray> decodedPart(const QByteArray &in)
{
    for (qsizetype i = 0; i < in.size(); ++i) {
        if (in[i] == '%'
            && (i + 2 >= in.size() || !isHexDigit(in[i + 1]) || !isHexDigit(in[i + 2])))
            return std::nullopt;
    }
    return QByteArray::fromPercentEncoding(in);
}

// A text of one line, as profiles and URLs are.
bool isPlainText(const QByteArray &bytes)
{
    const QString text = fromUtf8(bytes);
    return isUtf8(bytes) && visible(bytes).size() == text.size() + text.count(u'\\');
}

tl::unexpected<QString> unreadable()
{
    return tl::unexpected(LockLinkWords::tr("This link cannot be read: its encoding is damaged."));
}

// Reads the part of the link behind the "?".
tl::expected<LockLink, QString> readParts(const QByteArray &query)
{
    LockLink link;
    for (const QByteArray &part : query.split('&')) {
        const qsizetype equals = part.indexOf('=');
        const QByteArray key = equals < 0 ? part : part.first(equals);
        if (key != "profile" && key != "url" && key != "name")
            continue; // of a later version, or of a program that passed it on
        const auto value = decodedPart(equals < 0 ? QByteArray() : part.sliced(equals + 1));
        if (!value || (key != "name" && !isPlainText(*value)))
            return unreadable();
        const QString text = fromUtf8(*value);
        if ((key == "name" && !link.name.isEmpty()) || (key == "profile" && !link.profile.isEmpty())
            || (key == "url" && !link.url.isEmpty()))
            return tl::unexpected(
                LockLinkWords::tr("This link cannot be opened: it says \"%1\" twice.")
                    .arg(QString::fromLatin1(key)));
        if (key == "name")
            link.name = *value;
        else if (key == "profile")
            link.profile = text;
        else
            link.url = text;
    }
    return link;
}

} // namespace

bool isLockLink(QStringView text)
{
    const QStringView link = text.trimmed();
    return link.size() > linkScheme.size() && link.startsWith(linkScheme, Qt::CaseInsensitive);
}

QString lockLinkText(const LockLink &link)
{
    const QString place = link.profile.isEmpty()
        ? "url="_L1 + encodedPart(link.url.toUtf8())
        : "profile="_L1 + encodedPart(link.profile.toUtf8());
    return u"%1lock?%2&name=%3"_s.arg(linkScheme, place, encodedPart(link.name));
}

LockLink lockLinkTo(const watch::LockId &lock, const ServerModel &servers)
{
    const admin::Place place = servers.placeOf(lock.deployment);
    if (!place.profile.isEmpty())
        return {place.profile, {}, lock.name.bytes};
    const watch::ServerRecord *const server = servers.find(lock.deployment);
    const bool isNamed = !place.deployment.isEmpty() || !server;
    return {{}, isNamed ? place.deployment : server->label, lock.name.bytes};
}

tl::expected<LockLink, QString> readLockLink(const QString &text)
{
    const QString whole = text.trimmed();
    if (whole.size() > longestLockLink)
        return tl::unexpected(LockLinkWords::tr("This link is too long to be a link to a lock."));
    if (std::ranges::any_of(whole, [](QChar c) { return c <= u' ' || c >= u'\x7f'; }))
        return unreadable();
    QString rest = isLockLink(whole) ? whole.sliced(linkScheme.size()) : QString();
    const qsizetype mark = rest.indexOf(u'?');
    QString what = mark < 0 ? rest : rest.first(mark);
    if (what.endsWith(u'/')) // some programs put it there
        what.chop(1);
    if (what.compare("lock"_L1, Qt::CaseInsensitive) != 0 || mark < 0)
        return tl::unexpected(
            LockLinkWords::tr("This link is of no known kind: a link to a lock begins with "
                              "lockscope://lock?"));
    const auto link = readParts(rest.sliced(mark + 1).toLatin1());
    if (!link)
        return link;
    if (link->name.isEmpty())
        return tl::unexpected(LockLinkWords::tr("This link names no lock."));
    if (link->profile.isEmpty() == link->url.isEmpty())
        return tl::unexpected(LockLinkWords::tr(
            "This link cannot be opened: it must name either a profile (profile=) or a server "
            "(url=)."));
    if (link->profile.size() > longestProfile)
        return unreadable();
    if (link->url.contains(u'@'))
        return tl::unexpected(LockLinkWords::tr(
            "This link is not opened: its address contains a user or a password."));
    return link;
}

} // namespace lockscope::ui
