// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/readers.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

using Form = redis::Target::Form;

// The words of a line, as Redis splits them: quotes keep words together.
QStringList wordsOf(QStringView line)
{
    QStringList words;
    QString word;
    QChar quote;
    bool isWord = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!quote.isNull()) {
            if (c == u'\\' && quote == u'"' && i + 1 < line.size())
                word += line[++i];
            else if (c == quote)
                quote = QChar();
            else
                word += c;
        } else if (c == u'"' || c == u'\'') {
            quote = c;
            isWord = true;
        } else if (c.isSpace()) {
            if (isWord)
                words += word;
            word.clear();
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (isWord)
        words += word;
    return words;
}

// The lines of a file, the last of each directive; those of Sentinel are kept apart.
struct Conf {
    std::map<QString, QStringList> lines;
    std::map<QString, QStringList> masters; // name -> host, port
    std::map<QString, QString> users; // name -> auth-user
    std::map<QString, bool> passwords; // name -> has an auth-pass
    bool hasUsers = false; // lines of ACL users
    bool includes = false;

    bool has(const QString &directive) const { return lines.contains(directive); }
    QString first(const QString &directive) const
    {
        const auto found = lines.find(directive);
        return found == lines.end() ? QString() : found->second.value(0);
    }
};

void takeSentinelLine(Conf &conf, const QStringList &words)
{
    const QString verb = words.value(1).toLower();
    const QString name = words.value(2);
    if (verb == "monitor"_L1 && words.size() >= 5)
        conf.masters[name] = {words[3], words[4]};
    else if (verb == "auth-user"_L1)
        conf.users[name] = words.value(3);
    else if (verb == "auth-pass"_L1)
        conf.passwords[name] = true;
}

Conf confFrom(const QString &text)
{
    Conf conf;
    const auto lines = QStringView(text).split(u'\n');
    for (const QStringView line : lines) {
        const QStringView bare = line.trimmed();
        if (bare.isEmpty() || bare.startsWith(u'#'))
            continue;
        const QStringList words = wordsOf(bare);
        const QString directive = words.value(0).toLower();
        if (directive == "sentinel"_L1)
            takeSentinelLine(conf, words);
        else if (directive == "user"_L1)
            conf.hasUsers = true;
        else if (directive == "include"_L1)
            conf.includes = true;
        else if (words.size() > 1)
            conf.lines[directive] = words.sliced(1);
    }
    return conf;
}

bool isEverywhere(const QString &address)
{
    return address == "*"_L1 || address == "0.0.0.0"_L1 || address == "::"_L1
        || address == "-::*"_L1 || address == "::*"_L1;
}

// The first address of `bind` that others can use; a hyphen before one says that it may be missing.
void setPlace(Draft &draft, const Conf &conf, const QString &usualPort)
{
    const auto bind = conf.lines.find(u"bind"_s);
    QString host;
    bool isLocal = bind == conf.lines.end();
    for (QString address : bind == conf.lines.end() ? QStringList() : bind->second) {
        if (isEverywhere(address)) {
            isLocal = true;
            continue;
        }
        if (address.startsWith(u'-'))
            address.remove(0, 1);
        const bool isLoopback = address.startsWith("127."_L1) || address == "::1"_L1;
        if (host.isEmpty() || (host.startsWith("127."_L1) && !isLoopback))
            host = address;
    }
    if (host.isEmpty()) {
        host = u"127.0.0.1"_s;
        if (isLocal)
            draft.remark(Sentence::say("the file does not say by which name its machine is "
                                       "reached; 127.0.0.1 stands for it"));
    }
    const QString tlsPort = conf.first(u"tls-port"_s);
    const QString port = conf.has(u"port"_s) ? conf.first(u"port"_s) : usualPort;
    draft.target.tls = port == "0"_L1 && !tlsPort.isEmpty() && tlsPort != "0"_L1;
    if (port == "0"_L1 && !draft.target.tls && conf.has(u"unixsocket"_s)) {
        draft.target.form = Form::Unix;
        draft.target.path = conf.first(u"unixsocket"_s);
        return;
    }
    draft.setHost(host, draft.target.tls ? tlsPort : port);
    if (draft.target.tls && !conf.first(u"tls-ca-cert-file"_s).isEmpty())
        draft.target.tlsRules.caFile = conf.first(u"tls-ca-cert-file"_s);
    if (draft.target.tls && conf.first(u"tls-auth-clients"_s) != "no"_L1)
        draft.remark(Sentence::say("the server asks for a client certificate: name its file and "
                                   "the key's"));
}

void remarkOnRest(Draft &draft, const Conf &conf)
{
    if (conf.includes)
        draft.remark(Sentence::say("the file includes others, which were not read"));
    if (conf.hasUsers || conf.has(u"aclfile"_s))
        draft.remark(Sentence::say("the server has users of its own: write the user into the URL "
                                   "if yours is not the default one"));
}

Draft ofServer(const Conf &conf, const QString &name)
{
    Draft draft(name);
    if (conf.first(u"cluster-enabled"_s) == "yes"_L1)
        draft.target.form = Form::Cluster;
    setPlace(draft, conf, u"6379"_s);
    if (conf.has(u"requirepass"_s) && !conf.first(u"requirepass"_s).isEmpty())
        draft.hasPassword();
    if (conf.has(u"replicaof"_s) && conf.first(u"replicaof"_s).toLower() != "no"_L1)
        draft.remark(Sentence::say("the file is that of a replica: the profile reaches its primary "
                                   "only if the URL names both (redis://A,B)"));
    remarkOnRest(draft, conf);
    return draft;
}

Draft ofSentinel(const Conf &conf, const QString &master, const QString &name)
{
    Draft draft(conf.masters.size() > 1 ? name + u'-' + master : name);
    draft.target.form = Form::Sentinel;
    draft.target.masterName = master;
    setPlace(draft, conf, u"26379"_s);
    draft.target.sentinelTls = draft.target.tls;
    if (conf.has(u"requirepass"_s))
        draft.hasSentinelPassword();
    const auto user = conf.users.find(master);
    draft.setUser(user == conf.users.end() ? QString() : user->second, {});
    if (conf.passwords.contains(master))
        draft.hasPassword();
    remarkOnRest(draft, conf);
    return draft;
}

} // namespace

Drafts fromRedisConf(const QString &text, const QString &name)
{
    const Conf conf = confFrom(text);
    Drafts drafts;
    for (const auto &[master, place] : conf.masters)
        drafts.push_back(ofSentinel(conf, master, name));
    static const QStringList telling{u"port"_s,          u"tls-port"_s,    u"bind"_s,
                                     u"unixsocket"_s,    u"requirepass"_s, u"cluster-enabled"_s,
                                     u"appendonly"_s,    u"maxmemory"_s,   u"databases"_s,
                                     u"protected-mode"_s};
    const bool isServer =
        std::ranges::any_of(telling, [&](const QString &directive) { return conf.has(directive); });
    if (drafts.empty() && isServer)
        drafts.push_back(ofServer(conf, name));
    return drafts;
}

} // namespace lockscope::imports
