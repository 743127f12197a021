// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/recording.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"

#include <QRegularExpression>

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
    , m_where(where)
    , m_options(options)
    , m_recordings(session.picture(), m_clock, {options.program, options.retention})
{
    connect(&health, &HealthFeed::changed, &m_recordings, &app::Recordings::note);
    connect(&m_recordings, &app::Recordings::told, this,
            [](const QString & /*record*/, const Sentence &sentence) {
                writeError(u"lockctl: %1\n"_s.arg(sentence.english()));
            });
}

Recording::Extent Recording::start()
{
    std::set<QString> started;
    std::set<QString> refused;
    for (std::size_t i = 0; i < m_where.targets.size(); ++i) {
        const QString name = recordNameOf(m_where.targets[i]);
        const watch::DeploymentId deployment = m_session.deployment(i);
        const insight::FilterPlace &place = m_session.placeOf(deployment);
        const auto added = m_recordings.add({deployment, place.profile, place.tag}, name);
        if (!added && added.error().kind == ErrorKind::Busy)
            m_writtenElsewhere.insert(name);
        if (!(added ? started : refused).insert(name).second)
            continue;
        if (added)
            writeError(u"recording %1 in %2, kept for %3 days and up to %4\n"_s.arg(
                visibleElided(name.toUtf8(), 120),
                recorder::shownPath(recorder::recordFolder(name)),
                QString::number(m_options.retention.days), sizeText(m_options.retention.bytes)));
        else
            writeError(u"lockctl: %1\n"_s.arg(added.error().text.english()));
    }
    if (refused.empty())
        return Extent::All;
    QStringList names;
    for (const QString &name : refused)
        names += visibleElided(name.toUtf8(), 120);
    if (started.empty())
        writeError(u"lockctl: nothing is recorded\n"_s);
    else
        writeError(u"lockctl: not recorded: %1; the others are\n"_s.arg(names.join(u", "_s)));
    return started.empty() ? Extent::None : Extent::Some;
}

} // namespace lockscope::lockctl
