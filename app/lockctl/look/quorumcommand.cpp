// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/quorumcommand.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/reachoptions.h"
#include "app/lockctl/common/secrets.h"
#include "app/lockctl/common/singlelook.h"
#include "app/lockctl/look/quorumreport.h"
#include "app/lockctl/look/quorumwatch.h"
#include "core/base/text.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// Reads the name on every server, once, and prints the verdict.
class QuorumLook : public SingleLook
{
    Q_OBJECT

public:
    explicit QuorumLook(QuorumOptions options)
        : SingleLook(options.where, {options.name.value()}, Session::Look::Once)
        , m_options(std::move(options))
    {
        m_session.keepDoubles();
    }

private:
    void onChanged() override;
    std::optional<QuorumReport> report() const;
    QJsonObject nothingKnown() const;

    const QuorumOptions m_options;
};

// Empty: no group is named, and nothing looks like one.
std::optional<QuorumReport> QuorumLook::report() const
{
    QuorumReport report;
    report.name = *m_options.name;
    report.now = std::chrono::steady_clock::now();
    const std::map<watch::DeploymentId, QString> labels = m_session.labels();
    auto groups = insight::matchGroups(m_options.where.groups, labels);
    if (groups.empty()) {
        std::vector<watch::LockPointer> locks;
        for (const auto &[id, lock] : m_session.locks())
            locks.push_back(lock);
        const auto proposals = insight::proposeGroups(locks, m_session.servers(), report.now);
        if (proposals.empty())
            return std::nullopt;
        report.proposal = proposals.front();
        groups.push_back(proposedGroup(proposals.front(), labels));
    }
    report.group = groups.front().members.name;
    report.labels = groups.front().members.labels;
    readServers(report, groups.front(), m_session);
    if (report.finding.owner)
        report.alias = m_session.aliases().find(m_session.deployment(0), *report.finding.owner);
    return report;
}

// For a name without a known group: a report with all fields and without values.
QJsonObject QuorumLook::nothingKnown() const
{
    QuorumReport report;
    report.name = *m_options.name;
    QJsonObject object = toJson(report);
    object["votes"_L1] = object["needed"_L1] = QJsonValue::Null;
    return object;
}

void QuorumLook::onChanged()
{
    if (!m_session.isSettled())
        return;
    const auto seen = report();
    bool written = true;
    if (seen)
        written = writeOut(m_options.json ? jsonLine(toJson(*seen)) : text(*seen));
    else if (m_options.json)
        written = writeOut(jsonLine(nothingKnown()));
    if (!seen)
        writeError(u"lockctl: no quorum group was given, and no owner has \"%1\" on several of "
                   "these servers; use --group or --url to give the servers\n"_s.arg(
                       nameText(*m_options.name)));
    bool isWhole = written;
    for (std::size_t i = 0; i < m_options.where.targets.size(); ++i) {
        if (const auto error = m_session.failureOf(m_session.deployment(i))) {
            isWhole = false;
            if (m_options.json || !seen)
                writeError(u"lockctl: %1: %2\n"_s.arg(m_options.where.targets[i].label(),
                                                      wording::errorSentence(*error)));
        }
    }
    finish(!isWhole ? Unreachable : seen ? Done : Refused);
}

void addQuorumOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    addNameForm(parser);
    parser.addOptions({
        {u"group"_s,
         u"A quorum group of the profile (--profile, or the default profile). Not needed "
         "if the profile has only one group."_s,
         u"G"_s},
        {u"watch"_s,
         u"Keep running until Ctrl+C and print a line, or with --json an object, for "
         "each change of a verdict."_s},
        {u"several"_s, u"Without NAME: only locks that are on several of the servers."_s},
        {u"json"_s,
         u"Print JSON: one object; without NAME or with --watch, one object per line."_s},
    });
    parser.addPositionalArgument(
        u"NAME"_s,
        u"The lock's name, as stored or as shown. Escapes such as \\n and \\xff are "
        "accepted. Without NAME, one line for each lock on the servers; strings whose "
        "value does not look like a token are found only under a --prefix."_s,
        u"[NAME]"_s);
}

Result<void> chooseUrls(const QCommandLineParser &parser, QuorumOptions &options)
{
    if (parser.isSet(u"group"_s) || parser.isSet(u"profile"_s))
        return fail(ErrorKind::InvalidInput, u"--url and --group cannot be used together"_s);
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    insight::GroupMembers members;
    for (const auto &target : options.where.targets) {
        const QString label = target.label();
        if (std::find(members.labels.begin(), members.labels.end(), label) != members.labels.end())
            return fail(
                ErrorKind::InvalidInput,
                u"%1 was given twice: a quorum needs independent servers, and each has one vote"_s
                    .arg(label));
        members.labels.push_back(label);
    }
    if (members.labels.size() < 2)
        return fail(ErrorKind::InvalidInput,
                    u"a quorum needs several servers; use --url for each server"_s);
    options.where.groups = {members};
    return {};
}

// All groups of the profile, where a list of their locks is wanted and none is chosen.
QStringList groupNames(const QCommandLineParser &parser, const QuorumOptions &options,
                       const std::vector<insight::GroupMembers> &known)
{
    if (parser.isSet(u"group"_s) || (options.name && !options.watch))
        return {parser.value(u"group"_s)};
    QStringList names;
    for (const insight::GroupMembers &group : known)
        names.append(group.name);
    return names;
}

Result<void> chooseServers(const QCommandLineParser &parser, QuorumOptions &options)
{
    if (parser.isSet(u"url"_s))
        return chooseUrls(parser, options);
    const QStringList profiles = parser.values(u"profile"_s);
    if (profiles.size() > 1)
        return fail(
            ErrorKind::InvalidInput,
            u"a quorum group belongs to one profile, but %1 were given"_s.arg(profiles.size()));
    const profile::ProfileStore store;
    const auto known =
        profiles.isEmpty() ? app::defaultGroups(store) : app::groupsOf(profiles, store);
    // Without a group the servers may show one.
    if (known.empty() && !parser.isSet(u"group"_s)) {
        auto where = targetChoice(parser);
        if (!where)
            return fail(where.error());
        options.where = std::move(*where);
        if (!options.watch)
            return {};
        return fail(ErrorKind::InvalidInput,
                    u"--watch needs the servers of the quorum; use --group or --url"_s);
    }
    const auto names = groupNames(parser, options, known);
    auto prefixes = prefixesFrom(parser);
    if (!prefixes)
        return fail(prefixes.error());
    options.where.prefixes = std::move(*prefixes);
    for (const QString &name : names) {
        auto group = app::groupFrom(name, profiles.value(0), store);
        if (!group)
            return fail(group.error());
        insight::GroupMembers members{group->name, {}, group->isDurable};
        for (app::ChosenTarget &target : group->targets) {
            members.labels.push_back(target.label());
            auto &all = options.where.targets;
            if (std::none_of(all.begin(), all.end(),
                             [&](const auto &one) { return one.label() == members.labels.back(); }))
                all.push_back(std::move(target));
        }
        options.where.groups.push_back(std::move(members));
    }
    const auto words = wordNamesFrom(parser);
    if (!words)
        return fail(words.error());
    options.where.hasWordNames = *words;
    if (const auto taken = takeReach(parser, options.where.targets); !taken)
        return taken;
    if (const auto taken = takeNames(parser, options.where.targets); !taken)
        return taken;
    return takeSecrets(options.where);
}

Result<std::unique_ptr<Running>> prepareQuorum(const QCommandLineParser &parser)
{
    QuorumOptions options;
    const auto words = parser.positionalArguments();
    if (!words.isEmpty()) {
        const auto name = lockNameFrom(parser);
        if (!name)
            return fail(name.error());
        options.name = *name;
    }
    if (const auto checked = refuseMoreWords(parser, 1); !checked)
        return fail(checked.error());
    options.watch = parser.isSet(u"watch"_s);
    options.json = parser.isSet(u"json"_s);
    options.several = parser.isSet(u"several"_s);
    if (options.several && options.name)
        return fail(ErrorKind::InvalidInput, u"--several cannot be used with NAME"_s);
    if (const auto chosen = chooseServers(parser, options); !chosen)
        return fail(chosen.error());
    if (options.name) // asked for as a Redlock: a string is one, whatever it looks like
        pinName(options.where, *options.name, "string");
    if (!options.name || options.watch)
        return std::make_unique<QuorumWatch>(std::move(options));
    return std::make_unique<QuorumLook>(std::move(options));
}

} // namespace

CommandSpec quorumCommand()
{
    return {
        u"quorum"_s,
        u"show whether locks over several servers have their majority, and if not, why"_s,
        u"lockctl quorum [NAME] [--group G] [--profile P] [--prefix PREFIX] [--several] [--watch] "
        "[--json]\n"
        "lockctl quorum [NAME] --url URL --url URL ... [--prefix PREFIX] [--several] [--watch] "
        "[--json]"_s,
        addQuorumOptions,
        prepareQuorum,
        true};
}

} // namespace lockscope::lockctl

#include "quorumcommand.moc"
