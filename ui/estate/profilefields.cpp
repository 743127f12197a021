// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/profilefields.h"

#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "core/format/hints.h"
#include "core/profile/profiletext.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct Line {
    int number; // from 1
    QString text;
};

// Owners and prefixes may begin and end with blanks.
std::vector<Line> linesOf(const QString &text)
{
    std::vector<Line> lines;
    const QStringList all = text.split(u'\n');
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (!all[i].trimmed().isEmpty())
            lines.push_back({static_cast<int>(i) + 1, all[i]});
    }
    return lines;
}

// The place and the text of an error from check(), whose text begins with the member.
struct Complaint {
    QString member;
    int index = -1; // of the member's list
    Sentence text;
};

Complaint complaintOf(const Error &error)
{
    static const QRegularExpression form(
        uR"(^([a-z_]+(?:\.[a-z_]+)?)(?:\[(\d+)\])?(?:\.\w+(?:\[\d+\])?)?$)"_s);
    const auto match = form.match(profile::memberOf(error));
    if (!match.hasMatch())
        return {{}, -1, error.text};
    return {match.captured(1), match.hasCaptured(2) ? match.captured(2).toInt() : -1,
            profile::withoutMember(error)};
}

// Of members that are no lists.
constexpr std::array fieldsOfMembers{
    std::pair{"name"_L1, ProfileField::Name},
    std::pair{"password_from"_L1, ProfileField::Password},
    std::pair{"sentinel_password_from"_L1, ProfileField::SentinelPassword},
    std::pair{"key_passphrase_from"_L1, ProfileField::KeyPassphrase},
    std::pair{"reauthenticate"_L1, ProfileField::Reauthenticate},
    std::pair{"operator_user"_L1, ProfileField::OperatorUser},
    std::pair{"operator_password_from"_L1, ProfileField::OperatorPassword},
    std::pair{"aliases_file"_L1, ProfileField::AliasesFile},
    std::pair{"tls.ca_file"_L1, ProfileField::CaFile},
    std::pair{"tls.certificate_file"_L1, ProfileField::CertificateFile},
    std::pair{"tls.key_file"_L1, ProfileField::KeyFile},
    std::pair{"tls.server_name"_L1, ProfileField::ServerName},
    std::pair{"through"_L1, ProfileField::Through},
    std::pair{"notify_command"_L1, ProfileField::NotifyCommand},
    std::pair{"notify_webhook_from"_L1, ProfileField::NotifyWebhook},
};

class Reader
{
public:
    explicit Reader(const ProfileText &text)
        : m_text(text)
    {}

    ReadProfile read()
    {
        profile::Profile &profile = m_read.profile;
        profile.name = m_text.name.trimmed();
        profile.tag = m_text.tag;
        profile.readOnly = m_text.readOnly;
        profile.aliasesFile = m_text.aliasesFile.trimmed();
        profile.learnNames = m_text.learnNames;
        if (const auto checked = profile::checkName(profile.name); !checked)
            complain(ProfileField::Name, 0, checked.error().text);
        for (const Line &line : m_servers)
            profile.urls += line.text.trimmed();
        for (const Line &line : linesOf(m_text.prefixes))
            profile.prefixes.push_back(profile::bytesFrom(line.text));
        readSecrets();
        readGroups();
        readAliases();
        readPins();
        readReach();
        readNotifying();
        if (!m_read.problem)
            checkAll();
        return std::move(m_read);
    }

private:
    void complain(ProfileField field, int line, const Sentence &text)
    {
        if (!m_read.problem)
            m_read.problem = ProfileProblem{field, line, text};
    }

    void readSecrets()
    {
        profile::Profile &profile = m_read.profile;
        readSource(m_text.password, profile.password, ProfileField::Password);
        readSource(m_text.sentinelPassword, profile.sentinelPassword,
                   ProfileField::SentinelPassword);
        readSource(m_text.keyPassphrase, profile.keyPassphrase, ProfileField::KeyPassphrase);
        profile.operatorUser = m_text.operatorUser.trimmed();
        readSource(m_text.operatorPassword, profile.operatorPassword,
                   ProfileField::OperatorPassword);
        if (m_text.reauthenticate.trimmed().isEmpty())
            return;
        const auto age = parseDuration(m_text.reauthenticate.trimmed());
        if (age)
            profile.reauthenticate = *age;
        else
            complain(ProfileField::Reauthenticate, 0, age.error().text);
    }

    void readSource(const QString &text, profile::SecretSource &into, ProfileField field)
    {
        const auto source = profile::secretSourceFrom(text.trimmed());
        if (source)
            into = *source;
        else
            complain(field, 0, source.error().text);
    }

    void readGroups()
    {
        for (const Line &line : m_groups) {
            auto group = profile::groupFrom(line.text.trimmed());
            if (group)
                m_read.profile.groups.push_back(*std::move(group));
            else
                complain(ProfileField::Groups, line.number, group.error().text);
        }
    }

    void readAliases()
    {
        for (const Line &line : linesOf(m_text.aliases)) {
            const auto added = profile::addAlias(m_read.profile.aliases, line.text);
            if (!added) {
                complain(ProfileField::Aliases, line.number, added.error().text);
                continue;
            }
            profile::Profile probe = probeProfile();
            if (profile::addAlias(probe.aliases, line.text))
                checkProbe(probe, ProfileField::Aliases, line.number);
        }
    }

    void readPins()
    {
        for (const Line &line : linesOf(m_text.pins)) {
            profile::Profile probe = probeProfile();
            const auto added = profile::addPin(m_read.profile.pins, line.text);
            if (!added || !profile::addPin(probe.pins, line.text)) {
                complain(ProfileField::Pins, line.number, added ? Sentence() : added.error().text);
                continue;
            }
            if (const auto checked = format::checkPinKind(probe.pins.begin()->second); !checked)
                complain(ProfileField::Pins, line.number, checked.error().text);
            checkProbe(probe, ProfileField::Pins, line.number);
        }
    }

    void readReach()
    {
        redis::TlsRules &rules = m_read.profile.tls;
        rules.caFile = m_text.caFile.trimmed();
        rules.certificateFile = m_text.certificateFile.trimmed();
        rules.keyFile = m_text.keyFile.trimmed();
        rules.serverName = m_text.serverName.trimmed();
        if (const auto relay = redis::relayFrom(m_text.through.trimmed()))
            m_read.profile.relay = *relay;
        else
            complain(ProfileField::Through, 0, relay.error().text);
        for (const Line &line : linesOf(m_text.fingerprints)) {
            if (auto fingerprint = fingerprintFrom(line.text))
                rules.fingerprints.push_back(*std::move(fingerprint));
            else
                complain(ProfileField::Fingerprints, line.number, fingerprint.error().text);
        }
    }

    void readNotifying()
    {
        profile::Notifying &notifying = m_read.profile.notifying;
        notifying.warnings = m_text.notifyWarnings;
        notifying.ends = m_text.notifyEnds;
        notifying.command = profile::commandFrom(m_text.notifyCommand);
        if (notifying.command.isEmpty() && !m_text.notifyCommand.trimmed().isEmpty())
            notifying.command = QStringList{QString()}; // quotes alone; check() says what is wrong
        readSource(m_text.notifyWebhook, m_read.profile.notifyWebhook, ProfileField::NotifyWebhook);
    }

    // Nothing is wrong with it but what is put in.
    static profile::Profile probeProfile()
    {
        profile::Profile probe;
        probe.name = u"probe"_s;
        probe.urls = QStringList{u"redis://127.0.0.1"_s};
        return probe;
    }

    void checkProbe(const profile::Profile &probe, ProfileField field, int line)
    {
        if (const auto checked = profile::check(probe); !checked) {
            // "aliases["cron"]": the owner is in the line that is named instead.
            const Error &error = checked.error();
            complain(field, line,
                     profile::memberOf(error).endsWith("\"]"_L1) ? profile::withoutMember(error)
                                                                 : error.text);
        }
    }

    void checkAll()
    {
        const auto checked = profile::check(m_read.profile);
        if (checked)
            return;
        const Complaint found = complaintOf(checked.error());
        const auto lineIn = [&](const std::vector<Line> &lines) {
            const auto at = static_cast<std::size_t>(found.index);
            return found.index < 0 || at >= lines.size() ? 0 : lines[at].number;
        };
        if (found.member == "urls"_L1)
            complain(ProfileField::Servers, lineIn(m_servers), found.text);
        else if (found.member == "prefixes"_L1)
            complain(ProfileField::Prefixes, lineIn(linesOf(m_text.prefixes)), found.text);
        else if (found.member == "groups"_L1)
            complain(ProfileField::Groups, lineIn(m_groups), found.text);
        else
            complainOfMember(checked.error(), found);
    }

    void complainOfMember(const Error &error, const Complaint &found)
    {
        const auto *const known = std::ranges::find_if(
            fieldsOfMembers, [&](const auto &each) { return each.first == found.member; });
        if (known != fieldsOfMembers.end())
            complain(known->second, 0, found.text);
        else
            complain(ProfileField::Name, 0, error.text);
    }

    const ProfileText &m_text;
    const std::vector<Line> m_servers = linesOf(m_text.servers);
    const std::vector<Line> m_groups = linesOf(m_text.groups);
    ReadProfile m_read;
};

} // namespace

ProfileText textOf(const profile::Profile &profile)
{
    QStringList prefixes;
    for (const QByteArray &prefix : profile.prefixes)
        prefixes += visible(prefix);
    QStringList groups;
    for (const profile::GroupSpec &group : profile.groups)
        groups += profile::groupText(group);
    QStringList aliases;
    for (const auto &[owner, alias] : profile.aliases)
        aliases += profile::aliasText(owner, alias);
    QStringList pins;
    for (const auto &[prefix, kind] : profile.pins)
        pins += profile::pinText(prefix, kind);
    ProfileText text;
    text.name = profile.name;
    text.tag = profile.tag;
    text.readOnly = profile.readOnly;
    text.servers = profile.urls.join(u'\n');
    text.prefixes = prefixes.join(u'\n');
    text.groups = groups.join(u'\n');
    text.aliases = aliases.join(u'\n');
    text.aliasesFile = profile.aliasesFile;
    text.learnNames = profile.learnNames;
    text.pins = pins.join(u'\n');
    QStringList fingerprints;
    for (const QByteArray &fingerprint : profile.tls.fingerprints)
        fingerprints += fingerprintText(fingerprint);
    text.caFile = profile.tls.caFile;
    text.certificateFile = profile.tls.certificateFile;
    text.keyFile = profile.tls.keyFile;
    text.serverName = profile.tls.serverName;
    text.fingerprints = fingerprints.join(u'\n');
    text.through = profile.relay.text();
    text.password = profile::toText(profile.password);
    text.sentinelPassword = profile::toText(profile.sentinelPassword);
    text.keyPassphrase = profile::toText(profile.keyPassphrase);
    if (profile.reauthenticate)
        text.reauthenticate = profile::durationText(*profile.reauthenticate);
    text.operatorUser = profile.operatorUser;
    text.operatorPassword = profile::toText(profile.operatorPassword);
    text.notifyCommand = profile::commandText(profile.notifying.command);
    text.notifyWebhook = profile::toText(profile.notifyWebhook);
    text.notifyWarnings = profile.notifying.warnings;
    text.notifyEnds = profile.notifying.ends;
    return text;
}

ReadProfile readProfile(const ProfileText &text)
{
    return Reader(text).read();
}

} // namespace lockscope::ui
