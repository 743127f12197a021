// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/recording.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qint64 mebi = qint64(1024) * 1024;

QString sizeText(qint64 bytes)
{
    return bytes % (1024 * mebi) == 0 ? u"%1 GB"_s.arg(bytes / (1024 * mebi))
                                      : u"%1 MB"_s.arg(bytes / mebi);
}

} // namespace

void addKeepOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {u"keep-days"_s, u"How many days before today the record keeps: 7 by default."_s, u"N"_s},
        {u"keep-size"_s,
         u"How large the record may become, such as 500MB or 20GB: 4GB by default. The oldest days "
         "are deleted first."_s,
         u"SIZE"_s},
    });
}

Result<recorder::Retention> retentionFrom(const QCommandLineParser &parser)
{
    recorder::Retention retention;
    if (parser.isSet(u"keep-days"_s)) {
        bool isNumber = false;
        const QString text = parser.value(u"keep-days"_s);
        retention.days = text.toInt(&isNumber);
        constexpr int most = 36'500;
        if (!isNumber || retention.days < 1 || retention.days > most)
            return fail(ErrorKind::InvalidInput,
                        u"--keep-days must be a whole number of 1 or more, not \"%1\""_s.arg(
                            visibleElided(text.toUtf8(), 40)));
    }
    if (parser.isSet(u"keep-size"_s)) {
        static const QRegularExpression form(u"^([1-9]\\d{0,5})(MB|GB)$"_s);
        const QString text = parser.value(u"keep-size"_s);
        const auto match = form.match(text);
        if (!match.hasMatch())
            return fail(ErrorKind::InvalidInput,
                        u"--keep-size must be a size such as 500MB or 20GB, not \"%1\""_s.arg(
                            visibleElided(text.toUtf8(), 40)));
        retention.bytes =
            match.captured(1).toLongLong() * (match.captured(2) == "GB"_L1 ? 1024 * mebi : mebi);
    }
    return retention;
}

QString recordNameOf(const app::ChosenTarget &target)
{
    return target.profile.isEmpty() ? target.label() : target.profile;
}

Recording::Recording(Session &session, HealthFeed &health, const TargetChoice &where,
                     const RecordingOptions &options)
    : m_session(session)
    , m_options(options)
{
    for (std::size_t i = 0; i < where.targets.size(); ++i) {
        const QString name = recordNameOf(where.targets[i]);
        auto part = std::ranges::find(m_parts, name, &Part::name);
        if (part == m_parts.end())
            part = m_parts.insert(m_parts.end(), {name, recorder::recordFolder(name), {}, {}});
        part->deployments.insert(session.deployment(i));
    }
    connect(&health, &HealthFeed::changed, this, &Recording::note);
}

Recording::~Recording()
{
    stop();
}

bool Recording::start()
{
    bool areAllStarted = true;
    for (Part &part : m_parts) {
        recorder::Recorder::Options options;
        options.folder = part.folder;
        options.program = m_options.program;
        options.deployments = part.deployments;
        options.retention = m_options.retention;
        auto made = std::make_unique<recorder::Recorder>(
            options, m_clock, [this](const Sentence &sentence) {
                // From the writer's thread.
                QMetaObject::invokeMethod(
                    this, [text = sentence.english()] { writeError(u"lockctl: %1\n"_s.arg(text)); },
                    Qt::QueuedConnection);
            });
        if (const auto started = made->start(); !started) {
            writeError(u"lockctl: %1\n"_s.arg(started.error().text.english()));
            areAllStarted = false;
            continue;
        }
        for (const watch::DeploymentId deployment : part.deployments) {
            const watch::FilterPlace &place = m_session.placeOf(deployment);
            made->notePlace({deployment, place.profile, place.tag});
        }
        part.recorder = std::move(made);
        m_session.addSink(part.recorder.get());
        writeError(u"recording %1 in %2, kept for %3 days and up to %4\n"_s.arg(
            visibleElided(part.name.toUtf8(), 120), recorder::shownPath(part.folder),
            QString::number(m_options.retention.days), sizeText(m_options.retention.bytes)));
    }
    return areAllStarted;
}

void Recording::stop()
{
    for (Part &part : m_parts) {
        if (!part.recorder)
            continue;
        m_session.removeSink(part.recorder.get());
        part.recorder->stop();
        part.recorder.reset();
    }
}

void Recording::note(const health::ProblemChange &change)
{
    for (const Part &part : m_parts) {
        if (!part.recorder || !concerns(part, change.problem))
            continue;
        part.recorder->note(change);
        if (change.what != health::ProblemChange::What::Changed)
            part.recorder->note({eventOf(change)});
    }
}

bool Recording::concerns(const Part &part, const health::Problem &problem) const
{
    if (problem.subject.type == health::Subject::Type::Server) {
        const auto server = m_session.servers().find(problem.subject.server());
        return server != m_session.servers().end()
            && part.deployments.contains(server->second.deployment);
    }
    return std::ranges::any_of(problem.locks, [&](const watch::LockId &lock) {
        return part.deployments.contains(lock.deployment);
    });
}

} // namespace lockscope::lockctl
