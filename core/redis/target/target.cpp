// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/target.h"

#include "core/base/text.h"

#include <QHostAddress>
#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr qsizetype longestUrl = 4096;
constexpr qsizetype longestHost = 253; // of a DNS name
constexpr qsizetype longestSocketPath = 107; // sockaddr_un::sun_path without its final NUL

struct Scheme {
    QStringView name;
    Target::Form form = Target::Form::Tcp;
    bool tls = false;
    quint16 port = 0;
    QStringView example;
};

constexpr std::array schemes{
    Scheme{u"redis", Target::Form::Tcp, false, 6379, u"redis://127.0.0.1:6379/0"},
    Scheme{u"rediss", Target::Form::Tcp, true, 6379, u"rediss://redis.example.com:6379/0"},
    Scheme{u"redis+unix", Target::Form::Unix, false, 0, u"redis+unix:///run/redis/redis.sock"},
    Scheme{u"redis+sentinel", Target::Form::Sentinel, false, 26379,
           u"redis+sentinel://10.0.0.1:26379,10.0.0.2:26379/mymaster/0"},
    Scheme{u"rediss+sentinel", Target::Form::Sentinel, true, 26379,
           u"rediss+sentinel://a.example.com:26379,b.example.com:26379/mymaster/0"},
    Scheme{u"redis+cluster", Target::Form::Cluster, false, 6379,
           u"redis+cluster://10.0.0.1:7000,10.0.0.2:7000"},
    Scheme{u"rediss+cluster", Target::Form::Cluster, true, 6379,
           u"rediss+cluster://a.example.com:7000,b.example.com:7000"},
};

// Only parts that cannot hold a credential, even in a mistyped URL, are ever quoted: neither the
// host nor the port is, since redis://user:password without a host reads as one.
tl::unexpected<Error> invalid(const Sentence &what, QStringView example)
{
    return fail(ErrorKind::InvalidInput,
                Sentence::say("%1; write for example %2").arg(what, example));
}

std::optional<QByteArray> percentDecoded(QStringView text)
{
    const QByteArray in = text.toUtf8();
    QByteArray out;
    out.reserve(in.size());
    for (qsizetype i = 0; i < in.size(); ++i) {
        if (in[i] != '%') {
            out += in[i];
            continue;
        }
        bool ok = false;
        const QByteArray hex = in.mid(i + 1, 2);
        // toUInt() would also take a sign or a space.
        const bool digits =
            hex.size() == 2 && std::ranges::all_of(hex, [](char c) {
                return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
            });
        const uint value = hex.toUInt(&ok, 16);
        if (!digits || !ok)
            return {};
        out += static_cast<char>(value);
        i += 2;
    }
    return out;
}

bool isControl(QChar c)
{
    return c.unicode() < 0x20 || (c.unicode() >= 0x7f && c.unicode() < 0xa0);
}

std::optional<int> wholeNumber(QStringView text, int highest)
{
    const bool digits = !text.isEmpty() && text.size() <= 10
        && std::ranges::all_of(text, [](QChar c) { return c >= u'0' && c <= u'9'; });
    if (!digits)
        return {};
    const qint64 value = text.toLongLong();
    return value <= highest ? std::optional(static_cast<int>(value)) : std::nullopt;
}

std::optional<bool> yesOrNo(QStringView text)
{
    if (text == "yes"_L1)
        return true;
    if (text == "no"_L1)
        return false;
    return {};
}

// One parse: the scheme, and the target as far as it is known.
struct Parser {
    const Scheme &scheme;
    Target target;

    Result<void> userInfo(QStringView text);
    Result<HostPort> hostPort(QStringView text) const;
    Result<HostPort> bracketed(QStringView text) const;
    Result<HostPort> withPort(const QString &host, QStringView port) const;
    Result<void> hosts(QStringView text);
    Result<void> database(QStringView text);
    Result<void> socket(QStringView path, QStringView query);
    Result<void> path(QStringView text);
    Result<void> parameters(QStringView query);
    Result<void> parameter(QStringView name, QStringView value);
    Result<void> addressRule(QStringView text);
};

Result<void> Parser::userInfo(QStringView text)
{
    const qsizetype colon = text.indexOf(u':');
    const auto user = percentDecoded(colon < 0 ? text : text.first(colon));
    const auto password = percentDecoded(colon < 0 ? QStringView() : text.sliced(colon + 1));
    if (!user || !password)
        return invalid(Sentence::say("the user name or password contains a % that is not followed "
                                     "by two hexadecimal digits (write % as %25)"),
                       scheme.example);
    target.user = *user;
    target.password = *password;
    return {};
}

// An IPv6 address in brackets, with its port.
Result<HostPort> Parser::bracketed(QStringView text) const
{
    const QStringView example = u"redis://[::1]:6379";
    const qsizetype end = text.indexOf(u']');
    const QString inner = end < 0 ? QString() : text.sliced(1, end - 1).toString();
    if (!isIpv6Address(inner))
        return invalid(Sentence::say("the text in brackets is not an IPv6 address"), example);
    const QStringView rest = text.sliced(end + 1);
    if (rest.isEmpty())
        return HostPort{inner, scheme.port};
    if (!rest.startsWith(u':'))
        return invalid(Sentence::say("only a port may follow the bracketed address"), example);
    return withPort(inner, rest.sliced(1));
}

Result<HostPort> Parser::withPort(const QString &host, QStringView port) const
{
    const auto number = wholeNumber(port, 65535);
    if (!number || *number == 0)
        return invalid(Sentence::say("the port is not a number from 1 to 65535"), scheme.example);
    return HostPort{host, static_cast<quint16>(*number)};
}

Result<HostPort> Parser::hostPort(QStringView text) const
{
    if (text.startsWith(u'['))
        return bracketed(text);
    const qsizetype colon = text.indexOf(u':');
    const QStringView host = colon < 0 ? text : text.first(colon);
    if (host.isEmpty())
        return invalid(Sentence::say("the host is missing"), scheme.example);
    if (text.count(u':') > 1)
        return invalid(Sentence::say("there is more than one colon (put an IPv6 address in "
                                     "brackets, and an @ after a password)"),
                       u"redis://[::1]:6379");
    if (!isHostName(host))
        return invalid(Sentence::say("the host is neither a name nor an address"), scheme.example);
    if (colon < 0)
        return HostPort{host.toString(), scheme.port};
    return withPort(host.toString(), text.sliced(colon + 1));
}

Result<void> Parser::hosts(QStringView text)
{
    const auto parts = text.split(u',');
    if (target.form == Target::Form::Tcp && parts.size() > 1)
        target.form = Target::Form::Replicated;
    for (const QStringView part : parts) {
        auto host = hostPort(part);
        if (!host)
            return fail(host.error());
        if (std::ranges::find(target.hosts, *host) != target.hosts.end())
            return invalid(Sentence::say("a host is listed twice"), scheme.example);
        target.hosts.push_back(*std::move(host));
    }
    return {};
}

Result<void> Parser::database(QStringView text)
{
    const auto number = wholeNumber(text, std::numeric_limits<int>::max());
    // Behind a number there may be a parameter that is none of this URL's, such as a password.
    const bool isWord = std::ranges::all_of(text, [](QChar c) { return c.isLetterOrNumber(); });
    if (!number && !isWord)
        return invalid(Sentence::say("no text may follow the database number"), scheme.example);
    if (!number)
        return invalid(
            Sentence::say("\"%1\" is not a database number").arg(visibleElided(text.toUtf8(), 40)),
            scheme.example);
    target.database = *number;
    return {};
}

Result<void> Parser::socket(QStringView path, QStringView query)
{
    const auto decoded = percentDecoded(path);
    if (!decoded)
        return invalid(
            Sentence::say("the path contains a % that is not followed by two hexadecimal digits"),
            scheme.example);
    if (decoded->size() < 2)
        return invalid(Sentence::say("the socket path is missing"), scheme.example);
    target.path = fromUtf8(*decoded);
    if (!isUtf8(*decoded) || std::ranges::any_of(target.path, isControl))
        return invalid(Sentence::say("the socket path contains control characters or is not UTF-8"),
                       scheme.example);
    if (decoded->size() > longestSocketPath)
        return invalid(
            Sentence::say("the socket path is longer than %1 bytes").arg(longestSocketPath),
            scheme.example);
    if (query.isNull())
        return {};
    if (!query.startsWith("db="_L1))
        return invalid(Sentence::say("only ?db=N may follow the socket path"),
                       u"redis+unix:///run/redis/redis.sock?db=2");
    return database(query.sliced(3));
}

// Parses the text after the hosts; `text` is empty or starts with a slash.
Result<void> Parser::path(QStringView text)
{
    QStringView rest = text.isEmpty() ? text : text.sliced(1);
    if (target.form == Target::Form::Cluster) {
        return rest.isEmpty() ? Result<void>() : database(rest); // Valkey 9 has several
    }
    if (target.form == Target::Form::Sentinel) {
        const qsizetype slash = rest.indexOf(u'/');
        const auto name = percentDecoded(slash < 0 ? rest : rest.first(slash));
        target.masterName = name ? fromUtf8(*name) : QString();
        if (target.masterName.isEmpty() || !isUtf8(*name)
            || std::ranges::any_of(target.masterName, isControl))
            return invalid(Sentence::say("the master name is missing or not valid"),
                           scheme.example);
        rest = slash < 0 ? QStringView() : rest.sliced(slash + 1);
    }
    return rest.isEmpty() ? Result<void>() : database(rest);
}

// One server announces no other ones.
bool takesNoParameters(Target::Form form, QStringView authority)
{
    return form == Target::Form::Tcp && !authority.contains(u',');
}

// "10.0.0.5:6379=127.0.0.1:7001": either part of the announced address may be *, and of the other
// one too, which then is the announced one; a port of +N or -N is added to the announced one.
Result<void> Parser::addressRule(QStringView text)
{
    const auto wrong = [] {
        return invalid(Sentence::say("an address map is not ANNOUNCED:PORT=REACHABLE:PORT, with * "
                                     "for any host or port and +N or -N to count from the port"),
                       u"redis+sentinel://10.0.0.1/mymaster?map=10.0.0.5:*=127.0.0.1:+1000");
    };
    const auto halves = text.split(u'=');
    if (halves.size() != 2)
        return wrong();
    AddressRule rule;
    for (std::size_t i = 0; i < 2; ++i) {
        const QStringView half = halves[static_cast<qsizetype>(i)];
        const qsizetype colon = half.lastIndexOf(u':');
        if (colon <= 0)
            return wrong();
        QStringView host = half.first(colon);
        const QStringView port = half.sliced(colon + 1);
        if (host.startsWith(u'[') && host.endsWith(u']'))
            host = host.sliced(1, host.size() - 2);
        if (host != u"*" && !isHostName(host) && !isIpv6Address(host.toString()))
            return wrong();
        const bool isOffset = i == 1 && (port.startsWith(u'+') || port.startsWith(u'-'));
        const auto number = wholeNumber(isOffset ? port.sliced(1) : port, 65535);
        if (port != u"*" && (!number || (*number == 0 && !isOffset)))
            return wrong();
        if (i == 0) {
            rule.host = host == u"*" ? QString() : host.toString();
            if (number)
                rule.port = static_cast<quint16>(*number);
        } else {
            rule.toHost = host == u"*" ? QString() : host.toString();
            rule.isPortOffset = isOffset;
            if (number)
                rule.toPort = port.startsWith(u'-') ? -*number : *number;
        }
    }
    target.addressMap.push_back(std::move(rule));
    return {};
}

// Neither a name nor a value that is not understood is quoted: it may be part of a password.
Result<void> Parser::parameter(QStringView name, QStringView value)
{
    const bool isSentinel = target.form == Target::Form::Sentinel;
    const auto decoded = percentDecoded(value);
    if (!decoded)
        return invalid(Sentence::say("a parameter contains a % that is not followed by two "
                                     "hexadecimal digits (write % as %25)"),
                       scheme.example);
    if (name == "map"_L1)
        return addressRule(fromUtf8(*decoded));
    if (isSentinel && name == "sentinel_user"_L1) {
        target.sentinelUser = *decoded;
    } else if (isSentinel && name == "sentinel_password"_L1) {
        target.sentinelPassword = *decoded;
    } else if (isSentinel && name == "sentinel_tls"_L1) {
        const auto tls = yesOrNo(value);
        if (!tls)
            return invalid(Sentence::say("sentinel_tls is yes or no"), scheme.example);
        target.sentinelTls = *tls;
    } else {
        return invalid(isSentinel ? Sentence::say("the parameters of a Sentinel URL are "
                                                  "sentinel_user, sentinel_password, sentinel_tls "
                                                  "and map")
                                  : Sentence::say("the only parameter of this URL is map"),
                       scheme.example);
    }
    return {};
}

Result<void> Parser::parameters(QStringView query)
{
    target.sentinelTls = target.form == Target::Form::Sentinel && target.tls;
    if (query.isNull())
        return {};
    const auto parts = query.split(u'&');
    for (const QStringView part : parts) {
        const qsizetype equals = part.indexOf(u'=');
        if (auto taken = parameter(equals < 0 ? part : part.first(equals),
                                   equals < 0 ? QStringView() : part.sliced(equals + 1));
            !taken)
            return taken;
    }
    return {};
}

Result<void> parseInto(Parser &parser, QStringView rest)
{
    // An authority ends at the first of these characters; an @ after it means that a password holds
    // one of them unencoded, and the rest must not be taken for a host.
    qsizetype end = 0;
    while (end < rest.size() && !"/?#"_L1.contains(rest[end]))
        ++end;
    QStringView authority = rest.first(end);
    QStringView tail = rest.sliced(end);
    const bool isUnix = parser.target.form == Target::Form::Unix;
    if (!isUnix && tail.contains(u'@'))
        return invalid(
            Sentence::say(
                "a / ? # or @ in a user name or password must be written %2F %3F %23 %40"),
            parser.scheme.example);
    QStringView query;
    if (const qsizetype mark = tail.indexOf(u'?'); mark >= 0) {
        query = tail.sliced(mark + 1);
        tail = tail.first(mark);
    }
    if (tail.contains(u'#') || query.contains(u'#')
        || (!isUnix && !query.isNull() && takesNoParameters(parser.target.form, authority)))
        return invalid(Sentence::say("no text may follow the database number"),
                       parser.scheme.example);
    if (const qsizetype at = authority.lastIndexOf(u'@'); at >= 0) {
        if (auto user = parser.userInfo(authority.first(at)); !user)
            return user;
        authority = authority.sliced(at + 1);
    }
    if (isUnix) {
        if (!authority.isEmpty())
            return invalid(Sentence::say("the socket path must be absolute"),
                           parser.scheme.example);
        return parser.socket(tail, query);
    }
    if (auto hosts = parser.hosts(authority); !hosts)
        return hosts;
    if (auto path = parser.path(tail); !path)
        return path;
    return parser.parameters(query);
}

QString encoded(const QString &text, const QByteArray &plain = {})
{
    return QString::fromLatin1(text.toUtf8().toPercentEncoding(plain));
}

} // namespace

QString toText(const HostPort &place)
{
    const bool bracket = place.host.contains(u':');
    return (bracket ? u"[%1]:%2"_s : u"%1:%2"_s).arg(place.host, QString::number(place.port));
}

bool isHostName(QStringView host)
{
    const auto allowed = [](uint c) {
        return QChar::isLetterOrNumber(c) || c == u'-' || c == u'.' || c == u'_';
    };
    return !host.isEmpty() && host.size() <= longestHost && !host.startsWith(u'.')
        && !host.startsWith(u'-') && !host.contains(".."_L1) && host.isValidUtf16()
        && std::ranges::all_of(host.toUcs4(), allowed);
}

bool isIpv6Address(const QString &host)
{
    const qsizetype mark = host.indexOf(u'%');
    // Qt would take any text behind a zero.
    const auto allowed = [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c.toLower() >= u'a' && c.toLower() <= u'f') || c == u':'
            || c == u'.';
    };
    return std::ranges::all_of(QStringView(host).first(mark < 0 ? host.size() : mark), allowed)
        && QHostAddress(host).protocol() == QAbstractSocket::IPv6Protocol
        && (mark < 0 || isHostName(QStringView(host).sliced(mark + 1)));
}

HostPort mapped(const HostPort &announced, const std::vector<AddressRule> &rules)
{
    for (const AddressRule &rule : rules) {
        const bool isHost =
            rule.host.isEmpty() || rule.host.compare(announced.host, Qt::CaseInsensitive) == 0;
        if (!isHost || rule.port.value_or(announced.port) != announced.port)
            continue;
        HostPort reachable = announced;
        if (!rule.toHost.isEmpty())
            reachable.host = rule.toHost;
        const int port =
            rule.toPort.value_or(announced.port) + (rule.isPortOffset ? announced.port : 0);
        if (port >= 1 && port <= 65535)
            reachable.port = static_cast<quint16>(port);
        return reachable;
    }
    return announced;
}

Result<Target> parseTarget(const QString &url)
{
    const QStringView example = schemes[0].example;
    if (url.isEmpty())
        return invalid(Sentence::say("the address of the server is empty"), example);
    if (url.size() > longestUrl)
        return invalid(Sentence::say("the address of the server is too long"), example);
    if (std::ranges::any_of(url, [](QChar c) { return c.isSpace() || isControl(c); }))
        return invalid(
            Sentence::say("the address of the server contains a space or a control character"),
            example);
    const qsizetype mark = url.indexOf("://"_L1);
    if (mark < 0)
        return invalid(Sentence::say("the address of the server has no scheme"), example);
    // Valkey's names for the same schemes.
    const bool isValkey = url.startsWith("valkey"_L1, Qt::CaseInsensitive);
    const QString name = isValkey ? u"redis"_s + url.sliced(6, mark - 6) : url.first(mark);
    const auto *const scheme = std::ranges::find_if(schemes, [&](const Scheme &candidate) {
        return name.compare(candidate.name, Qt::CaseInsensitive) == 0;
    });
    if (scheme == std::end(schemes)) {
        // A colon or an @ in front of "://" may be part of a credential.
        const bool quotable = !name.contains(u':') && !name.contains(u'@');
        return invalid(
            quotable ? Sentence::say("\"%1\" is not a Redis URL scheme")
                           .arg(visibleElided(name.toUtf8(), 20))
                     : Sentence::say("the address of the server does not begin with a scheme"),
            example);
    }
    Parser parser{*scheme, {}};
    parser.target.form = scheme->form;
    parser.target.tls = scheme->tls;
    if (const auto parsed = parseInto(parser, QStringView(url).sliced(mark + 3)); !parsed)
        return fail(parsed.error());
    return std::move(parser.target);
}

QString Target::label() const
{
    const auto *const scheme = std::ranges::find_if(schemes, [&](const Scheme &candidate) {
        return candidate.form == (form == Form::Replicated ? Form::Tcp : form)
            && candidate.tls == tls;
    });
    QString text = (scheme != std::end(schemes) ? scheme->name : u"redis") + "://"_L1;
    if (form == Form::Unix) {
        text += encoded(path, "/"_ba);
        return database == 0 ? text : QString(text + "?db="_L1 + QString::number(database));
    }
    QStringList parts;
    for (const HostPort &host : hosts)
        parts += toText(host);
    text += parts.join(u',');
    if (form == Form::Sentinel)
        text += u'/' + encoded(masterName);
    if (database != 0)
        text += u'/' + QString::number(database);
    return text;
}

} // namespace lockscope::redis
