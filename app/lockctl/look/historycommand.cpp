// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/historycommand.h"

#include "app/common/targets.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/recording.h"
#include "app/lockctl/look/listing.h"
#include "core/base/text.h"
#include "core/recorder/recordreader.h"

#include <QCommandLineParser>
#include <QDateTime>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct HistoryOptions {
    QString name; // of the record
    std::optional<WallInstant> at; // empty: events
    recorder::EventQuery query;
    bool json = false;
};

// A mark among the events: as a gap, or as the change of the clock that it is.
QJsonObject toJson(const recorder::RecordMark &mark, const watch::Event &event)
{
    QJsonObject object = wording::toJson(event);
    if (mark.kind == recorder::MarkKind::ClockChanged)
        object["event"_L1] = u"clock-changed"_s;
    object["until"_L1] = isoTime(mark.ended);
    return object;
}

watch::Event eventOf(const recorder::RecordMark &mark, const QString &name)
{
    using Kind = recorder::MarkKind;
    watch::Event event;
    event.type = watch::EventType::Gap;
    event.at = mark.began;
    event.deployment = event.server = mark.server.isEmpty() ? name : mark.server;
    switch (mark.kind) {
    case Kind::Unseen:
        event.detail = mark.reason;
        break;
    case Kind::NotRecorded:
        event.detail = mark.events > 0
            ? u"nothing was recorded until %1; %2 events are missing"_s.arg(
                isoTime(mark.ended), QString::number(mark.events))
            : u"nothing was recorded until %1"_s.arg(isoTime(mark.ended));
        if (!mark.reason.isEmpty())
            event.detail = event.detail.english() + u": "_s + mark.reason;
        break;
    case Kind::Dropped:
        event.detail = u"changes came faster than they could be written until %1; %2 events are "
                       "missing"_s.arg(isoTime(mark.ended), QString::number(mark.events));
        break;
    case Kind::ClockChanged:
        event.detail = u"the clock of the recording machine was set from %1 to %2"_s.arg(
            isoTime(mark.began), isoTime(mark.ended));
        break;
    }
    return event;
}

// Reads a record and prints what was.
class History : public Running
{
    Q_OBJECT

public:
    explicit History(HistoryOptions options)
        : m_options(std::move(options))
        , m_reader(recorder::recordFolder(m_options.name))
    {}

    void start() override
    {
        int status = m_options.at ? printPicture() : printEvents();
        for (const auto &[path, fault] : m_reader.faults()) {
            writeError(u"lockctl: %1\n"_s.arg(fault.text.english()));
            status = Unreachable;
        }
        Q_EMIT finished(status);
    }
    void interrupt(int /*signal*/) override {}

private:
    int printEvents();
    int printPicture();

    const HistoryOptions m_options;
    recorder::RecordReader m_reader;
};

int History::printEvents()
{
    bool isWritten = true;
    bool isAny = false;
    const auto print = [&](const QString &line) {
        isAny = true;
        isWritten = writeOut(line);
        return isWritten;
    };
    recorder::RecordReader::MarkVisitor visitMark;
    if (!m_options.query.lock && !m_options.query.owner) {
        visitMark = [&](const recorder::RecordMark &mark) {
            const watch::Event event = eventOf(mark, m_options.name);
            return print(m_options.json ? jsonLine(toJson(mark, event)) : eventLine(event));
        };
    }
    const auto read = m_reader.events(
        m_options.query,
        [&](const watch::Event &event) {
            return print(m_options.json ? jsonLine(wording::toJson(event)) : eventLine(event));
        },
        visitMark);
    if (!read) {
        writeError(u"lockctl: %1\n"_s.arg(read.error().text.english()));
        return Unreachable;
    }
    if (!isAny)
        writeError(u"lockctl: the record has no matching events\n"_s);
    return isWritten ? Done : Unreachable;
}

int History::printPicture()
{
    const auto past = m_reader.stateAt(*m_options.at);
    if (!past) {
        writeError(u"lockctl: %1\n"_s.arg(past.error().text.english()));
        return Refused;
    }
    std::vector<watch::LockPointer> all;
    for (const auto &[id, lock] : past->picture.locks())
        all.push_back(lock);
    std::ranges::sort(all, {}, [](const watch::LockPointer &lock) { return lock->id; });
    Servers servers;
    for (const auto &[id, server] : past->picture.servers())
        servers.emplace(id, *server);
    std::vector<watch::LockPointer> shown = all;
    completeListing(shown, all, servers);
    const auto placeOf = [&](watch::DeploymentId deployment) {
        const auto place = past->picture.places().find(deployment);
        return place == past->picture.places().end()
            ? watch::FilterPlace()
            : watch::FilterPlace{place->second.profile, place->second.tag};
    };
    const bool isWatched = true; // a record is of a watch
    if (m_options.json) {
        Listing listing{shown, servers, allGaps(past->gaps, servers, past->at), past->now,
                        isWatched};
        listing.placeOf = placeOf;
        listing.problemsOf = [&](const watch::LockId &id) { return past->picture.problemsOf(id); };
        return writeOut(listingJson(listing)) ? Done : Unreachable;
    }
    writeError(u"as it was at %1\n"_s.arg(isoTime(past->at)));
    if (shown.empty())
        writeError(u"no locks\n"_s);
    else if (!writeOut(lockTable(shown, past->now, isWatched, placeOf)))
        return Unreachable;
    for (const watch::Gap &gap : past->gaps)
        writeError(u"lockctl: gap: %1: %2\n"_s.arg(gap.server, gap.reason.english()));
    return Done;
}

void addOptions(QCommandLineParser &parser)
{
    addNameForm(parser);
    parser.addOptions({
        {u"url"_s, u"The record of the server with this URL."_s, u"URL"_s},
        {u"profile"_s,
         u"The record of this profile. Without --url and --profile, that of the default profile, "
         "or the only one that there is."_s,
         u"P"_s},
        {u"since"_s,
         u"Only events since T: a time such as 2026-11-22T08:30:00Z (local time without Z), 03:12 "
         "for the last time that the clock showed that, or an age such as 15m."_s,
         u"T"_s},
        {u"until"_s, u"Only events until T."_s, u"T"_s},
        {u"lock"_s, u"Only events of this lock; its name as stored or as shown."_s, u"NAME"_s},
        {u"owner"_s, u"Only events of this owner, as a holder or as a waiter."_s, u"O"_s},
        {u"json"_s, u"Print JSON: one object per event; with at, one object as list prints it."_s},
    });
    parser.addPositionalArgument(
        u"at"_s, u"Print the locks as they were at TIME, as list would have done then."_s,
        u"[at TIME]"_s);
    parser.addPositionalArgument(u"PROFILE"_s, u"The record of this profile or URL."_s,
                                 u"[PROFILE|URL]"_s);
}

Result<WallInstant> timeFrom(const QString &what, const QString &text)
{
    auto at = pastInstant(text, SystemClock().wallNow());
    if (!at)
        return fail(ErrorKind::InvalidInput, what + u' ' + at.error().text.english());
    return at;
}

bool isRecord(const QString &name)
{
    return !recorder::recordFiles(recorder::recordFolder(name)).empty();
}

QString listed(const std::vector<QString> &names)
{
    QStringList list;
    for (const QString &name : names)
        list += visibleElided(name.toUtf8(), 120);
    return list.join(u", "_s);
}

// A profile may have been removed since, so a record counts before a profile.
Result<QString> recordFrom(const QCommandLineParser &parser, const QStringList &words)
{
    const QStringList given = words + parser.values(u"url"_s) + parser.values(u"profile"_s);
    if (given.size() > 1)
        return fail(ErrorKind::InvalidInput, u"give one profile or URL"_s);
    const std::vector<QString> names = recorder::recordNames();
    const profile::ProfileStore store;
    QString name;
    if (given.size() == 1 && !isRecord(given.front()) && given.front().contains("://"_L1)) {
        const auto targets = app::targetsFrom({given.front()}, {}, store);
        if (!targets)
            return fail(targets.error());
        name = recordNameOf(targets->front());
    } else if (given.size() == 1) {
        name = given.front();
    } else {
        const auto targets = app::defaultTargets(store);
        if (targets && !targets->empty())
            name = recordNameOf(targets->front());
        else if (names.size() == 1)
            name = names.front();
        else if (!names.empty())
            return fail(ErrorKind::InvalidInput,
                        u"there are several records; give one of %1"_s.arg(listed(names)));
    }
    if (!name.isEmpty() && isRecord(name))
        return name;
    const QString have =
        names.empty() ? u"nothing was recorded yet"_s : u"there are records of "_s + listed(names);
    return name.isEmpty()
        ? fail(ErrorKind::InvalidInput, u"there is no record; 'lockctl record' makes one"_s)
        : fail(ErrorKind::InvalidInput,
               u"there is no record of \"%1\"; %2"_s.arg(visibleElided(name.toUtf8(), 120), have));
}

Result<std::unique_ptr<Running>> prepare(const QCommandLineParser &parser)
{
    HistoryOptions options;
    options.json = parser.isSet(u"json"_s);
    QStringList words = parser.positionalArguments();
    if (words.value(0) == "at"_L1) {
        if (words.size() < 2)
            return fail(ErrorKind::InvalidInput, u"give a time after \"at\""_s);
        const auto at = timeFrom(u"the time"_s, words[1]);
        if (!at)
            return fail(at.error());
        options.at = *at;
        words = words.mid(2);
        for (const QString &option : {u"since"_s, u"until"_s, u"lock"_s, u"owner"_s}) {
            if (parser.isSet(option))
                return fail(ErrorKind::InvalidInput,
                            u"--%1 cannot be used with \"at\""_s.arg(option));
        }
    }
    if (parser.isSet(u"since"_s)) {
        const auto since = timeFrom(u"--since"_s, parser.value(u"since"_s));
        if (!since)
            return fail(since.error());
        options.query.since = *since;
    }
    if (parser.isSet(u"until"_s)) {
        const auto until = timeFrom(u"--until"_s, parser.value(u"until"_s));
        if (!until)
            return fail(until.error());
        options.query.until = *until;
    }
    if (parser.isSet(u"lock"_s)) {
        auto lock = nameFrom(parser, parser.value(u"lock"_s));
        if (!lock)
            return fail(lock.error());
        options.query.lock = std::move(*lock);
    }
    if (parser.isSet(u"owner"_s)) {
        auto owner = bytesFrom(parser, parser.value(u"owner"_s));
        if (!owner)
            return fail(owner.error());
        options.query.owner = OwnerId(std::move(*owner));
    }
    auto name = recordFrom(parser, words);
    if (!name)
        return fail(name.error());
    options.name = std::move(*name);
    return std::make_unique<History>(std::move(options));
}

// An age may have a sign, which would make an option of it.
void arrange(QStringList &arguments)
{
    static const QRegularExpression age(u"^-\\d"_s);
    for (qsizetype i = 1; i + 1 < arguments.size(); ++i) {
        if (arguments[i] == "at"_L1 && age.match(arguments[i + 1]).hasMatch())
            arguments[i + 1].remove(0, 1);
    }
}

} // namespace

Result<WallInstant> pastInstant(const QString &text, WallInstant now)
{
    static const QRegularExpression clock(u"^([01]?\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d))?$"_s);
    if (const auto ago = parseDuration(text.startsWith(u'-') ? text.mid(1) : text))
        return now - *ago;
    if (const auto match = clock.match(text); match.hasMatch()) {
        const QDateTime local = QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count());
        const QTime time(match.captured(1).toInt(), match.captured(2).toInt(),
                         match.captured(3).toInt());
        QDateTime at(local.date(), time);
        if (at > local)
            at = QDateTime(local.date().addDays(-1), time);
        return WallInstant(Millis(at.toMSecsSinceEpoch()));
    }
    const QDateTime at = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!at.isValid())
        return fail(ErrorKind::InvalidInput,
                    u"must be a time such as 2026-11-22T08:30:00Z or 03:12, or an age such as 15m, "
                    "not \"%1\""_s.arg(visibleElided(text.toUtf8(), 40)));
    return WallInstant(Millis(at.toMSecsSinceEpoch()));
}

CommandSpec historyCommand()
{
    return {u"history"_s,
            u"print recorded events, or the locks as they were at a time"_s,
            u"lockctl history [--since T] [--until T] [--lock NAME] [--owner O] [--json] "
            "[PROFILE|URL]\n"
            "lockctl history at TIME [--json] [PROFILE|URL]"_s,
            addOptions,
            prepare,
            false,
            nullptr,
            arrange};
}

} // namespace lockscope::lockctl

#include "historycommand.moc"
