// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/historycommand.h"

#include "app/common/pastinstant.h"
#include "app/common/targets.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/recording.h"
#include "app/lockctl/look/hindsightreport.h"
#include "app/lockctl/look/listing.h"
#include "core/base/text.h"
#include "core/recorder/incidentfile.h"

#include <QCommandLineParser>
#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct HistoryOptions {
    QString name; // of the record
    std::optional<WallInstant> at; // empty: events
    recorder::EventQuery query;
    bool json = false;
    QString exportTo; // a file; empty: to standard output
    bool isVeiled = false;
    bool isFile = false; // not of the records here
    bool isFindings = false; // second owners
    std::optional<LockName> usual; // of this lock
    std::vector<insight::GroupMembers> groups; // of the profile, or those that the file names
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

// One that tells of a problem has it, as in watch; null if so much happened that it was left out.
QJsonObject toJson(const watch::Event &event, const health::ProblemChange &change)
{
    QJsonObject object = wording::toJson(event);
    if (!health::isOfProblem(event.type))
        return object;
    const bool isIts = change.problem.rule != nullptr && [&] {
        const watch::Event told = health::eventOf(change, event.at);
        return told.type == event.type && told.name == event.name && told.server == event.server;
    }();
    object["problem"_L1] = isIts ? QJsonValue(wording::toJson(change.problem)) : QJsonValue();
    return object;
}

QString lapsingText(const std::vector<LockName> &locks)
{
    const QString names = visibleNames(locks);
    return locks.size() == 1
        ? u"1 lock usually ends by its expiry, so nothing is said of it: %1"_s.arg(names)
        : u"%1 locks usually end by their expiry, so nothing is said of them: %2"_s.arg(
            QString::number(locks.size()), names);
}

// Reads a record and prints what was.
class History : public Running
{
    Q_OBJECT

public:
    History(HistoryOptions options, std::unique_ptr<recorder::RecordReader> reader)
        : m_options(std::move(options))
        , m_reader(std::move(reader))
    {}

    void start() override
    {
        int status = !m_options.exportTo.isEmpty() ? writeFile()
            : m_options.at                         ? printPicture()
            : m_options.isFindings                 ? printFindings()
            : m_options.usual                      ? printUsual()
                                                   : printEvents();
        for (const auto &[path, fault] : m_reader->faults()) {
            const QString advice = recorder::isCorrupt(fault)
                ? u"; "_s + recorder::damageAdvice().english()
                : QString();
            writeError(u"lockctl: %1\n"_s.arg(fault.text.english() + advice));
            status = Unreachable;
        }
        for (const recorder::RecordFile &file : putAside()) {
            writeError(u"lockctl: %1\n"_s.arg(recorder::putAsideText(file).english()));
            status = Unreachable;
        }
        Q_EMIT finished(status);
    }
    void interrupt(int /*signal*/) override {}

private:
    int printEvents();
    std::pair<std::optional<recorder::RecordMark>, std::optional<recorder::RecordMark>>
    unrecordedEnds();
    int printPicture();
    int printFindings();
    bool hasEvents() const; // of the lock that was asked for
    int printUsual();
    int writeFile();
    void putUnread(QJsonObject &object) const;
    std::vector<recorder::RecordFile> putAside() const;
    bool isWhole() const { return m_reader->faults().empty() && putAside().empty(); }

    const HistoryOptions m_options;
    const std::unique_ptr<recorder::RecordReader> m_reader;
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
    const auto printMark = [&](const recorder::RecordMark &mark) {
        const watch::Event event = eventOf(mark, m_options.name);
        return print(m_options.json ? jsonLine(toJson(mark, event)) : eventLine(event));
    };
    recorder::RecordReader::MarkVisitor visitMark;
    if (!m_options.query.lock && !m_options.query.owner)
        visitMark = printMark;
    const auto [before, after] = unrecordedEnds();
    const auto sayEnd = [&](const std::optional<recorder::RecordMark> &end) {
        if (end && visitMark)
            printMark(*end);
        else if (end) // of one lock only its events are printed
            writeError(u"lockctl: nothing was recorded between %1 and %2\n"_s.arg(
                isoTime(end->began), isoTime(end->ended)));
    };
    sayEnd(before);
    health::ProblemChange change; // the last one
    const auto read = m_reader->events(
        m_options.query,
        [&](const watch::Event &event) {
            return print(m_options.json ? jsonLine(toJson(event, change)) : eventLine(event));
        },
        visitMark,
        [&](const health::ProblemChange &noted) {
            if (noted.isEvent())
                change = noted;
        });
    if (!read) {
        writeError(u"lockctl: %1\n"_s.arg(read.error().text.english()));
        return Unreachable;
    }
    sayEnd(after);
    if (!isAny && isWhole())
        writeError(u"lockctl: the record has no matching events\n"_s);
    return isWritten ? Done : Unreachable;
}

// The parts of the time that was asked for before the record begins, and after it ends. A file has
// no more than it says.
std::pair<std::optional<recorder::RecordMark>, std::optional<recorder::RecordMark>> History::
    unrecordedEnds()
{
    const auto span = m_options.isFile ? std::nullopt : m_reader->span();
    if (!span || !m_reader->faults().empty()) // what could not be read may have been then
        return {};
    const auto &[since, until] = std::pair(m_options.query.since, m_options.query.until);
    std::optional<recorder::RecordMark> before;
    if (since != WallInstant::min() && since < span->first
        && m_reader->putAside(since, span->first).empty())
        before = {recorder::MarkKind::NotRecorded, since, std::min(span->first, until)};
    // A living writer says each second that it is there.
    constexpr auto grace = std::chrono::seconds(5);
    const WallInstant end = std::min(until, SystemClock().wallNow());
    std::optional<recorder::RecordMark> after;
    if (end > span->second + grace)
        after = {recorder::MarkKind::NotRecorded, std::max(span->second, since), end};
    return {before, after};
}

int History::printPicture()
{
    const auto past = m_reader->stateAt(*m_options.at);
    if (!past) {
        // Of a time that may be in a file that could not be read, only that is said, by start().
        const bool isFault = std::ranges::any_of(m_reader->faults(), [&](const auto &each) {
            return each.second.text == past.error().text;
        });
        if (m_reader->faults().empty() || (recorder::isCorrupt(past.error()) && !isFault))
            writeError(u"lockctl: %1\n"_s.arg(past.error().text.english()));
        return recorder::isCorrupt(past.error()) ? Unreachable : Refused;
    }
    // Of a server that was out of reach nothing was known, whatever it had before.
    int status = Done;
    for (const auto &[id, server] : past->picture.servers()) {
        if (server->state == watch::ServerState::Up)
            continue;
        status = Unreachable;
        writeError(server->error
                       ? u"lockctl: %1: was out of reach: %2\n"_s.arg(watch::nameOf(*server),
                                                                      server->error->text.english())
                       : u"lockctl: %1: was out of reach\n"_s.arg(watch::nameOf(*server)));
    }
    std::vector<watch::LockPointer> all;
    for (const auto &[id, lock] : past->picture.locks()) {
        const auto server = past->picture.servers().find(lock->serverId);
        if (server != past->picture.servers().end()
            && server->second->state == watch::ServerState::Up)
            all.push_back(lock);
    }
    std::ranges::sort(all, {}, [](const watch::LockPointer &lock) { return lock->id; });
    Servers servers;
    for (const auto &[id, server] : past->picture.servers())
        servers.emplace(id, *server);
    std::vector<watch::LockPointer> shown = all;
    completeListing(shown, all, servers);
    const auto placeOf = [&](watch::DeploymentId deployment) {
        const auto place = past->picture.places().find(deployment);
        return place == past->picture.places().end()
            ? insight::FilterPlace()
            : insight::FilterPlace{place->second.profile, place->second.tag};
    };
    const bool isWatched = true; // a record is of a watch
    if (m_options.json) {
        Listing listing{shown, servers, allGaps(past->gaps, servers, past->at), past->now,
                        isWatched};
        listing.placeOf = placeOf;
        listing.problemsOf = [&](const watch::LockId &id) { return past->picture.problemsOf(id); };
        return writeOut(listingJson(listing)) ? status : Unreachable;
    }
    writeError(u"as it was at %1\n"_s.arg(isoTime(past->at)));
    if (shown.empty() && status == Done)
        writeError(u"no locks\n"_s);
    else if (!shown.empty() && !writeOut(lockTable(shown, past->now, isWatched, placeOf)))
        return Unreachable;
    tellGaps(past->gaps);
    return status;
}

// As doctor, it ends with Refused if it has found something.
int History::printFindings()
{
    const auto report = recorder::findClashes(*m_reader, m_options.query, m_options.groups);
    if (!report) {
        writeError(u"lockctl: %1\n"_s.arg(report.error().text.english()));
        return Unreachable;
    }
    const auto say = [](qint64 count, const QString &one, const QString &several) {
        if (count > 0)
            writeError(u"lockctl: %1\n"_s.arg(count == 1 ? one : several.arg(count)));
    };
    // A name with a slip of the pen has no second owner either.
    const bool unknown =
        report->clashes.empty() && m_options.query.lock && isWhole() && !hasEvents();
    QJsonObject json = clashesJson(*report);
    json["recorded"_L1] = report->span && !unknown;
    putUnread(json);
    if (!writeOut(m_options.json ? jsonLine(json) : clashesText(*report)))
        return Unreachable;
    if (const QString gaps = gapsText(report->marks); !gaps.isEmpty())
        writeError(u"lockctl: %1\n"_s.arg(gaps));
    say(report->more, u"1 more is left out"_s, u"%1 more are left out"_s);
    if (!report->lapsing.empty())
        writeError(u"lockctl: %1\n"_s.arg(lapsingText(report->lapsing)));
    say(report->several,
        u"1 lock is on several servers that are no quorum group, where one alone proves nothing; "
        "nothing is said of it"_s,
        u"%1 locks are on several servers that are no quorum group, where one alone proves "
        "nothing; nothing is said of them"_s);
    if (!report->clashes.empty())
        return Refused;
    if (!isWhole())
        return Done; // start() says what is missing
    if (!report->span || unknown) {
        writeError(unknown ? u"lockctl: the record has no event of %1\n"_s.arg(
                       nameText(*m_options.query.lock))
                           : u"lockctl: nothing was recorded in that time\n"_s);
        return Unreachable;
    }
    const bool isLeftOut = !report->lapsing.empty() || report->several > 0;
    if (!m_options.json && !(isLeftOut && m_options.query.lock))
        writeError(isLeftOut ? u"no second owner of any other lock was found\n"_s
                             : u"no second owner was found\n"_s);
    return Done;
}

bool History::hasEvents() const
{
    bool isAny = false;
    const recorder::EventQuery query{.lock = m_options.query.lock}; // at any time
    (void)m_reader->events(query, [&](const watch::Event &) {
        isAny = true;
        return false;
    });
    return isAny;
}

int History::printUsual()
{
    const QString folder = m_options.isFile ? QString() : recorder::recordFolder(m_options.name);
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const auto report = recorder::usualOf(*m_reader, folder, *m_options.usual,
                                          m_options.query.since, m_options.query.until, zone);
    if (!report) {
        writeError(u"lockctl: %1\n"_s.arg(report.error().text.english()));
        return Unreachable;
    }
    int status = Done;
    if (report->rollUpFault) {
        writeError(u"lockctl: %1\n"_s.arg(report->rollUpFault->text.english()));
        status = Unreachable;
    }
    const bool isNone = report->deployments.empty() && !report->rolledSince;
    if (m_options.json || !isNone) {
        QJsonObject json = usualJson(*report, *m_options.usual, zone);
        putUnread(json);
        if (!writeOut(m_options.json ? jsonLine(json) : usualText(*report)))
            return Unreachable;
    }
    if (const QString gaps = gapsText(report->marks); !gaps.isEmpty())
        writeError(u"lockctl: %1\n"_s.arg(gaps));
    if (isNone && !isWhole())
        return Unreachable; // it may be in what could not be read
    if (isNone) {
        writeError(u"lockctl: the record has no hold of %1 from beginning to end\n"_s.arg(
            nameText(*m_options.usual)));
        return status == Done ? Refused : status;
    }
    return status;
}

// The files of the time that were damaged and put aside. Of one instant, the answer says it.
std::vector<recorder::RecordFile> History::putAside() const
{
    return m_options.at ? std::vector<recorder::RecordFile>()
                        : m_reader->putAside(m_options.query.since, m_options.query.until);
}

// Names the faults of the record: an empty answer beside them is not one about all of it.
void History::putUnread(QJsonObject &object) const
{
    QJsonArray faults;
    for (const auto &[path, fault] : m_reader->faults())
        faults.append(fault.text.english());
    for (const recorder::RecordFile &file : putAside())
        faults.append(recorder::putAsideText(file).english());
    object["unread"_L1] = faults;
}

// A fault of the record is the reason then, and is said as such.
int History::writeFile()
{
    recorder::IncidentFacts facts;
    facts.record = m_options.name;
    facts.since = m_options.query.since;
    facts.until = m_options.query.until;
    facts.made = SystemClock().wallNow();
    facts.isVeiled = m_options.isVeiled;
    facts.groups = m_options.groups;
    const auto written = recorder::writeIncident(*m_reader, m_options.exportTo, facts);
    if (!written) {
        if (m_reader->faults().empty())
            writeError(u"lockctl: %1\n"_s.arg(written.error().text.english()));
        return Refused;
    }
    writeError(u"%1: %2 events from %3 to %4, %5 KB\n"_s.arg(
        visibleElided(m_options.exportTo.toUtf8(), 500), QString::number(written->events),
        isoTime(written->began), isoTime(written->ended),
        QString::number((written->bytes + 1023) / 1024)));
    return Done;
}

void addHistoryOptions(QCommandLineParser &parser)
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
         "for the last time that the clock showed that, or an age such as 15m or 2d."_s,
         u"T"_s},
        {u"until"_s, u"Only events until T."_s, u"T"_s},
        {u"lock"_s, u"Only events of this lock; its name as stored or as shown."_s, u"NAME"_s},
        {u"owner"_s, u"Only events of this owner, as a holder or as a waiter."_s, u"O"_s},
        {u"json"_s,
         u"Print JSON: one object per event; with at, one object as list prints it; with findings "
         "and usual, one object."_s},
        {u"hide-names"_s,
         u"With export: replace the names of locks, owners, clients and their hosts, the same name "
         "by the same one everywhere. Servers and profiles keep theirs."_s},
    });
    parser.addPositionalArgument(
        u"at"_s, u"Print the locks as they were at TIME, as list would have done then."_s,
        u"[at TIME]"_s);
    parser.addPositionalArgument(
        u"findings"_s,
        u"Print the locks that came to a second owner while the first had not released them, also "
        "by the majority of a quorum group, with the cause where the record proves it. Ends with 1 "
        "if there are any."_s,
        u"[findings]"_s);
    parser.addPositionalArgument(
        u"usual"_s,
        u"Print how long the lock LOCK is held and waited for, by hour and weekday, holds that "
        "were far longer than those before, and who holds it since when."_s,
        u"[usual LOCK]"_s);
    parser.addPositionalArgument(
        u"export"_s,
        u"Write what was recorded between --since and --until into FILE, an incident file."_s,
        u"[export FILE]"_s);
    parser.addPositionalArgument(u"open"_s, u"Read FILE, an incident file, in place of a record."_s,
                                 u"[open FILE]"_s);
    parser.addPositionalArgument(u"PROFILE"_s, u"The record of this profile or URL."_s,
                                 u"[PROFILE|URL]"_s);
}

Result<WallInstant> timeFrom(const QString &what, const QString &text)
{
    auto at = app::pastInstant(text, SystemClock().wallNow());
    if (!at)
        return fail(ErrorKind::InvalidInput, what + u' ' + at.error().text.english());
    return at;
}

// The name is as foreign as the file.
void sayFacts(const recorder::IncidentFacts &facts)
{
    writeError(u"incident file of %1, %2 to %3%4\n"_s.arg(
        visibleElided(facts.record.toUtf8(), 120), isoTime(facts.since), isoTime(facts.until),
        facts.isVeiled ? u"; names are replaced"_s : QString()));
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

Result<WallInstant> timeOption(const QCommandLineParser &parser, const QString &option,
                               WallInstant otherwise)
{
    return parser.isSet(option) ? timeFrom(u"--"_s + option, parser.value(option)) : otherwise;
}

Result<void> refuseOptions(const QCommandLineParser &parser, const QStringList &options,
                           const QString &with)
{
    for (const QString &option : options) {
        if (parser.isSet(option))
            return fail(ErrorKind::InvalidInput,
                        u"--%1 cannot be used with \"%2\""_s.arg(option, with));
    }
    return {};
}

// The word and what belongs to it; both are gone from `words` then. Empty: another word is first.
Result<QString> taken(QStringList &words, const QString &word, const QString &what)
{
    if (words.value(0) != word)
        return QString();
    if (words.value(1).isEmpty())
        return fail(
            ErrorKind::InvalidInput,
            u"give a %1 after \"%2\": lockctl history %2 %3"_s.arg(what, word, what.toUpper()));
    const QString value = words[1];
    words = words.mid(2);
    return value;
}

// The name of a record where the file belongs: it would be the file's name, and the record another.
Result<void> checkFile(const QCommandLineParser &parser, const QString &file,
                       const QStringList &words)
{
    if (file == "-"_L1)
        return fail(ErrorKind::InvalidInput,
                    u"an incident file cannot go to standard output; give a file name"_s);
    const bool isUrl = file.contains("://"_L1);
    const bool hasRecord = !words.isEmpty() || parser.isSet(u"url"_s) || parser.isSet(u"profile"_s);
    const auto profiles = profile::ProfileStore().load();
    const bool isName = isRecord(file) || (profiles && profiles->named(file));
    if (!isUrl && (hasRecord || !isName))
        return {};
    // A password in a URL is not shown again.
    return fail(
        ErrorKind::InvalidInput,
        isUrl ? u"\"export\" needs the file to write before the URL: lockctl history export "
                "FILE URL"_s
              : u"\"%1\" is a record or profile, and \"export\" needs the file to write before it: "
                "lockctl history export FILE %1"_s.arg(visibleElided(file.toUtf8(), 120)));
}

Result<recorder::EventQuery> queryFrom(const QCommandLineParser &parser)
{
    recorder::EventQuery query;
    const auto since = timeOption(parser, u"since"_s, query.since);
    const auto until = timeOption(parser, u"until"_s, query.until);
    if (!since || !until)
        return fail((!since ? since : until).error());
    query.since = *since;
    query.until = *until;
    if (query.until < query.since)
        return fail(ErrorKind::InvalidInput, u"--until must be later than --since"_s);
    if (parser.isSet(u"lock"_s)) {
        auto lock = nameFrom(parser, parser.value(u"lock"_s));
        if (!lock)
            return fail(lock.error());
        query.lock = std::move(*lock);
    }
    if (parser.isSet(u"owner"_s)) {
        auto owner = bytesFrom(parser, parser.value(u"owner"_s));
        if (!owner)
            return fail(owner.error());
        query.owner = OwnerId(std::move(*owner));
    }
    return query;
}

Result<std::unique_ptr<Running>> prepareHistory(const QCommandLineParser &parser)
{
    HistoryOptions options;
    options.json = parser.isSet(u"json"_s);
    options.isVeiled = parser.isSet(u"hide-names"_s);
    QStringList words = parser.positionalArguments();
    const auto opened = taken(words, u"open"_s, u"file"_s);
    if (!opened)
        return fail(opened.error());
    const auto usual = taken(words, u"usual"_s, u"lock"_s);
    if (!usual)
        return fail(usual.error());
    options.isFindings = words.value(0) == "findings"_L1;
    if (options.isFindings)
        words.removeFirst();
    const auto exported = taken(words, u"export"_s, u"file"_s);
    if (!exported)
        return fail(exported.error());
    const auto at = taken(words, u"at"_s, u"time"_s);
    if (!at)
        return fail(at.error());
    const auto isSet = [](const QString &word) { return word.isEmpty() ? 0 : 1; };
    if (isSet(*exported) + isSet(*at) + isSet(*usual) + (options.isFindings ? 1 : 0) > 1
        && (exported->isEmpty() || at->isEmpty()))
        return fail(ErrorKind::InvalidInput,
                    u"give one of \"at\", \"findings\", \"usual\" and \"export\""_s);
    if (!exported->isEmpty() && !at->isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"\"export\" writes a time from --since to --until, and takes no \"at\""_s);
    options.exportTo = *exported;
    Result<void> fits;
    if (!exported->isEmpty())
        fits = checkFile(parser, *exported, words);
    if (!fits)
        return fail(fits.error());
    if (!at->isEmpty()) {
        fits = refuseOptions(parser, {u"since"_s, u"until"_s, u"lock"_s, u"owner"_s}, u"at"_s);
        const auto instant = timeFrom(u"the time"_s, *at);
        if (!instant)
            return fail(instant.error());
        options.at = *instant;
    }
    if (fits && options.isFindings)
        fits = refuseOptions(parser, {u"owner"_s}, u"findings"_s);
    if (fits && !usual->isEmpty()) {
        fits = refuseOptions(parser, {u"owner"_s, u"lock"_s}, u"usual"_s);
        auto lock = nameFrom(parser, *usual);
        if (!lock)
            return fail(lock.error());
        options.usual = std::move(*lock);
    }
    if (fits && !exported->isEmpty())
        fits = refuseOptions(parser, {u"lock"_s, u"owner"_s, u"json"_s}, u"export"_s);
    else if (fits && options.isVeiled)
        fits = fail(ErrorKind::InvalidInput, u"--hide-names can only be used with \"export\""_s);
    if (!fits)
        return fail(fits.error());
    auto query = queryFrom(parser);
    if (!query)
        return fail(query.error());
    options.query = std::move(*query);
    if (!opened->isEmpty()) {
        if (!words.isEmpty() || parser.isSet(u"url"_s) || parser.isSet(u"profile"_s))
            return fail(ErrorKind::InvalidInput,
                        u"an incident file is read alone; give no profile and no URL"_s);
        auto incident = recorder::openIncident(*opened);
        if (!incident)
            return fail(incident.error());
        options.name = incident->facts.record;
        options.isFile = true;
        options.groups = incident->facts.groups;
        options.isVeiled |= incident->facts.isVeiled; // a copy of such a file says so too
        sayFacts(incident->facts);
        return std::make_unique<History>(std::move(options), std::move(incident->reader));
    }
    auto name = recordFrom(parser, words);
    if (!name)
        return fail(name.error());
    options.name = std::move(*name);
    options.groups = app::groupsOf({options.name}, profile::ProfileStore());
    auto reader = std::make_unique<recorder::RecordReader>(recorder::recordFolder(options.name));
    return std::make_unique<History>(std::move(options), std::move(reader));
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

CommandSpec historyCommand()
{
    return {u"history"_s,
            u"print recorded events, the locks as they were at a time, or second owners"_s,
            u"lockctl history [--since T] [--until T] [--lock NAME] [--owner O] [--json] "
            "[PROFILE|URL]\n"
            "lockctl history at TIME [--json] [PROFILE|URL]\n"
            "lockctl history findings [--since T] [--until T] [--lock NAME] [--json] "
            "[PROFILE|URL]\n"
            "lockctl history usual LOCK [--since T] [--until T] [--json] [PROFILE|URL]\n"
            "lockctl history export FILE [--since T] [--until T] [--hide-names] [PROFILE|URL]\n"
            "lockctl history open FILE [at TIME|findings|usual LOCK] [--since T] [--until T] "
            "[--lock NAME] [--owner O] [--json]"_s,
            addHistoryOptions,
            prepareHistory,
            false,
            nullptr,
            arrange};
}

} // namespace lockscope::lockctl

#include "historycommand.moc"
