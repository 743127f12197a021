// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/quorumcommand.h"

#include "app/lockctl/jsonform.h"
#include "app/lockctl/printing.h"
#include "app/lockctl/quorumreport.h"
#include "app/lockctl/session.h"
#include "core/base/text.h"
#include "core/watch/quorumbook.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct QuorumOptions {
    TargetChoice where;
    QString group; // empty: by URLs
    LockName name;
    bool json = false;
};

// Looks at the name on every server, once, and prints what comes of it.
class QuorumLook : public Running
{
    Q_OBJECT

public:
    explicit QuorumLook(QuorumOptions options)
        : m_options(std::move(options))
        , m_session(m_options.where, {m_options.name}, false)
    {
        connect(&m_session, &Session::changed, this, &QuorumLook::onChanged);
    }

    void start() override { m_session.start(); }
    void interrupt(int /*signal*/) override
    {
        writeError(u"lockctl: interrupted before everything was read\n"_s);
        finish(Unreachable);
    }

private:
    void onChanged();
    watch::QuorumReading readingOn(int server) const;
    QuorumReport report() const;
    void finish(int status);

    const QuorumOptions m_options;
    Session m_session;
    bool m_finished = false;
};

watch::QuorumReading QuorumLook::readingOn(int server) const
{
    const watch::LockId id{server, m_options.name};
    const auto record = m_session.servers().find(server);
    const auto lock = m_session.locks().find(id);
    auto reading = watch::readingOf(record == m_session.servers().end() ? nullptr : &record->second,
                                    lock == m_session.locks().end() ? nullptr : lock->second.get());
    using What = watch::QuorumReading::What;
    const auto explained = m_session.explanationsByServer().find(id);
    if (reading.what == What::Nothing && explained != m_session.explanationsByServer().end()) {
        reading.what = What::Foreign;
        reading.detail = explained->second;
    }
    if (const auto error = m_session.failureOf(server); error && reading.what == What::Silent)
        reading.detail = wording::errorSentence(*error);
    return reading;
}

QuorumReport QuorumLook::report() const
{
    QuorumReport report{
        m_options.name, m_options.group, {}, {}, {}, {}, std::chrono::steady_clock::now()};
    for (std::size_t i = 0; i < m_options.where.targets.size(); ++i) {
        const int server = static_cast<int>(i);
        report.labels.push_back(m_options.where.targets[i].label());
        report.servers.push_back(readingOn(server));
    }
    report.finding = watch::judge(report.servers, report.now);
    if (report.finding.owner && !m_options.where.targets.empty())
        report.alias = m_session.aliases().find(0, *report.finding.owner);
    return report;
}

void QuorumLook::onChanged()
{
    if (m_finished || !m_session.isSettled())
        return;
    const QuorumReport seen = report();
    const bool written = writeOut(m_options.json ? jsonLine(toJson(seen)) : text(seen));
    if (!written)
        writeError(u"lockctl: standard output could not be written\n"_s);
    bool isWhole = written;
    for (std::size_t i = 0; i < seen.servers.size(); ++i) {
        if (const auto error = m_session.failureOf(static_cast<int>(i))) {
            isWhole = false;
            if (m_options.json)
                writeError(
                    u"lockctl: %1: %2\n"_s.arg(seen.labels[i], wording::errorSentence(*error)));
        }
    }
    finish(isWhole ? Done : Unreachable);
}

void QuorumLook::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_session.stop();
    Q_EMIT finished(status);
}

void addOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, false);
    parser.addOptions({
        {u"group"_s,
         u"A quorum group of the profile given with --profile, or of the default profile. Not "
         "needed where the profile has only one."_s,
         u"G"_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
    parser.addPositionalArgument(u"NAME"_s,
                                 u"The lock's name, as it is or as it was shown: escapes such as "
                                 "\\n and \\xff are understood."_s);
}

Result<void> chooseServers(const QCommandLineParser &parser, QuorumOptions &options)
{
    const bool byUrl = parser.isSet(u"url"_s);
    if (byUrl && (parser.isSet(u"group"_s) || parser.isSet(u"profile"_s)))
        return fail(ErrorKind::InvalidInput,
                    u"give the servers either by --url or by --group, not by both"_s);
    if (byUrl) {
        auto where = targetChoice(parser);
        if (!where)
            return fail(where.error());
        options.where = std::move(*where);
        if (options.where.targets.size() < 2)
            return fail(ErrorKind::InvalidInput,
                        u"a quorum is of several servers; give --url for each of them"_s);
        return {};
    }
    const QStringList profiles = parser.values(u"profile"_s);
    if (profiles.size() > 1)
        return fail(ErrorKind::InvalidInput,
                    u"a quorum group is of one profile; %1 are named"_s.arg(profiles.size()));
    auto group =
        app::groupFrom(parser.value(u"group"_s), profiles.value(0), profile::ProfileStore());
    if (!group)
        return fail(group.error());
    options.group = group->name;
    options.where = {std::move(group->targets), {}, parser.value(u"ca-file"_s)};
    return {};
}

Result<std::unique_ptr<Running>> prepare(const QCommandLineParser &parser)
{
    const auto name = lockNameFrom(parser);
    if (!name)
        return fail(name.error());
    if (const auto words = parser.positionalArguments(); words.size() > 1)
        return fail(ErrorKind::InvalidInput,
                    u"unexpected argument \"%1\""_s.arg(visibleElided(words[1].toUtf8(), 60)));
    QuorumOptions options;
    options.name = *name;
    options.json = parser.isSet(u"json"_s);
    if (const auto chosen = chooseServers(parser, options); !chosen)
        return fail(chosen.error());
    return std::make_unique<QuorumLook>(std::move(options));
}

} // namespace

CommandSpec quorumCommand()
{
    return {u"quorum"_s,
            u"show whether a lock over several servers has its majority, and why not"_s,
            u"lockctl quorum NAME (--group G [--profile P] | --url URL --url URL ...) [--json]"_s,
            addOptions, prepare};
}

} // namespace lockscope::lockctl

#include "quorumcommand.moc"
