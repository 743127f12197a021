// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/incidentfile.h"

#include "core/base/text.h"
#include "core/recorder/codec.h"
#include "core/recorder/veil.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryFile>
#include <QtEndian>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

// "Lksc" in the header of the file, where SQLite keeps a number for each application: so it is told
// apart from other databases before it is read.
constexpr qint64 applicationId = 0x4c6b7363;

class IncidentWriter final : public StretchVisitor
{
public:
    IncidentWriter(Database &file, bool isVeiled, qsizetype chunkBytes)
        : m_file(file)
        , m_chunkBytes(chunkBytes)
    {
        if (isVeiled)
            m_veil.emplace();
    }

    const IncidentFigures &figures() const { return m_figures; }
    bool isEmpty() const { return m_run == 0; }

    Result<void> begin(RunKind kind, const PastPicture &past) override
    {
        if (isEmpty())
            m_figures.began = past.at;
        ++m_run;
        m_kind = kind;
        m_began = past.at;
        m_monotonic = std::chrono::floor<Millis>(past.now.time_since_epoch()).count();
        beginStream(past.at);
        for (Entry &entry : past.picture.entries()) {
            if (auto added = add({past.now, past.at, std::move(entry)}); !added)
                return added;
        }
        for (const watch::Gap &gap : past.gaps) {
            const RecordMark mark{MarkKind::Unseen, gap.at,     gap.until.value_or(gap.at), 0,
                                  gap.deployment,   gap.server, gap.reason.english()};
            if (auto taken = take(mark, past.at); !taken)
                return taken;
        }
        return {};
    }

    Result<void> take(const Stamped &stamped) override
    {
        m_figures.events += std::holds_alternative<watch::Event>(stamped.entry) ? 1 : 0;
        return add(stamped);
    }

    Result<void> beginAnew(WallInstant at) override
    {
        auto written = endStream();
        beginStream(at);
        return written;
    }

    Result<void> end(WallInstant at) override
    {
        m_figures.ended = at;
        if (auto written = endStream(); !written)
            return written;
        auto run = m_file.prepare("INSERT INTO run(id, kind, began, ended, monotonic)"
                                  " VALUES(?, ?, ?, ?, ?)");
        if (!run)
            return fail(run.error());
        return run->bind(m_run)
            .bind(static_cast<qint64>(m_kind))
            .bind(millisOf(m_began))
            .bind(millisOf(at))
            .bind(m_monotonic)
            .run();
    }

    Result<void> take(const RecordMark &mark, WallInstant taken) override
    {
        auto row = m_file.prepare("INSERT INTO mark(kind, run, taken, began, ended, events,"
                                  " deployment, server, reason)"
                                  " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
        if (!row)
            return fail(row.error());
        return row->bind(static_cast<qint64>(mark.kind))
            .bind(m_run)
            .bind(millisOf(taken))
            .bind(millisOf(mark.began))
            .bind(millisOf(mark.ended))
            .bind(mark.events)
            .bind(mark.deployment)
            .bind(mark.server)
            // A fault of the disk names the path of the record, and with it a user.
            .bind(m_veil && mark.kind == MarkKind::NotRecorded ? QString() : mark.reason)
            .run();
    }

private:
    void beginStream(WallInstant at)
    {
        m_stream.reset();
        m_chunkBegan = at;
        m_encoder.begin();
    }

    Result<void> endStream()
    {
        return m_stream && m_encoder.size() == 0 ? Result<void>() : writeChunk();
    }

    Result<void> add(const Stamped &stamped)
    {
        if (m_stream && m_encoder.size() == 0)
            m_chunkBegan = stamped.wall;
        m_encoder.add(m_veil ? Stamped{stamped.at, stamped.wall, (*m_veil)(stamped.entry)}
                             : stamped);
        return m_encoder.size() < m_chunkBytes ? Result<void>() : writeChunk();
    }

    // The first one of a stream has its number.
    Result<void> writeChunk()
    {
        auto row = m_file.prepare("INSERT INTO chunk(id, stream, run, began, form, data)"
                                  " VALUES(?, ?, ?, ?, ?, ?)");
        if (!row)
            return fail(row.error());
        ++m_chunk;
        m_stream = m_stream.value_or(m_chunk);
        const auto [form, data] = storedTightly(m_encoder.take());
        return row->bind(m_chunk)
            .bind(*m_stream)
            .bind(m_run)
            .bind(millisOf(m_chunkBegan))
            .bind(static_cast<qint64>(form))
            .bind(data)
            .run();
    }

    Database &m_file;
    qsizetype m_chunkBytes = 0;
    std::optional<Veil> m_veil;
    Encoder m_encoder;
    IncidentFigures m_figures;
    qint64 m_run = 0;
    RunKind m_kind = RunKind::Opened;
    WallInstant m_began;
    qint64 m_monotonic = 0;
    qint64 m_chunk = 0;
    std::optional<qint64> m_stream; // none: nothing of it was written yet
    WallInstant m_chunkBegan;
};

QString groupsText(const std::vector<insight::GroupMembers> &groups)
{
    QJsonArray all;
    for (const insight::GroupMembers &group : groups)
        all.append(QJsonObject{
            {"name"_L1, group.name},
            {"servers"_L1, QJsonArray::fromStringList({group.labels.begin(), group.labels.end()})},
            {"durable"_L1, group.isDurable}});
    return fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

// Somebody else's text: whatever is no group is left out.
std::vector<insight::GroupMembers> groupsFrom(const QString &text)
{
    constexpr std::size_t most = 100;
    constexpr std::size_t mostServers = 100;
    std::vector<insight::GroupMembers> groups;
    for (const QJsonValue &value : QJsonDocument::fromJson(text.toUtf8()).array()) {
        insight::GroupMembers group;
        group.name = value["name"_L1].toString();
        group.isDurable = value["durable"_L1].toBool();
        for (const QJsonValue &server : value["servers"_L1].toArray()) {
            if (server.isString() && group.labels.size() < mostServers)
                group.labels.push_back(server.toString());
        }
        if (!group.labels.empty() && groups.size() < most)
            groups.push_back(std::move(group));
    }
    return groups;
}

Result<void> writeFacts(Database &file, const IncidentFacts &facts)
{
    const QByteArray prepared = "CREATE TABLE about(record TEXT NOT NULL, since INTEGER NOT NULL,"
                                " until INTEGER NOT NULL, made INTEGER NOT NULL,"
                                " veiled INTEGER NOT NULL, quorums TEXT NOT NULL);"
                                "PRAGMA application_id="
        + QByteArray::number(applicationId);
    if (auto made = file.execute(prepared.constData()); !made)
        return made;
    auto row = file.prepare("INSERT INTO about VALUES(?, ?, ?, ?, ?, ?)");
    if (!row)
        return fail(row.error());
    return row->bind(facts.record)
        .bind(millisOf(facts.since))
        .bind(millisOf(facts.until))
        .bind(millisOf(facts.made))
        .bind(qint64(facts.isVeiled ? 1 : 0))
        .bind(groupsText(facts.groups))
        .run();
}

// Either end may be open.
Sentence nothingIn(WallInstant since, WallInstant until)
{
    if (until == WallInstant::max())
        return Sentence::say("nothing was recorded since %1").arg(isoTime(since));
    if (since == WallInstant::min())
        return Sentence::say("nothing was recorded until %1").arg(isoTime(until));
    return Sentence::say("nothing was recorded between %1 and %2")
        .arg(isoTime(since), isoTime(until));
}

Result<IncidentFigures> writeTo(Database &file, RecordReader &from, const IncidentFacts &facts,
                                qsizetype chunkBytes)
{
    if (const auto made = migrate(file); !made)
        return fail(made.error());
    if (const auto begun = file.execute("BEGIN"); !begun)
        return fail(begun.error());
    IncidentFacts written = facts;
    IncidentWriter writer(file, facts.isVeiled, chunkBytes);
    if (const auto copied = from.copy(facts.since, facts.until, writer); !copied)
        return fail(copied.error());
    if (writer.isEmpty())
        return fail(ErrorKind::InvalidInput, nothingIn(facts.since, facts.until));
    // An open end is where the record ends.
    written.since = std::max(facts.since, writer.figures().began);
    written.until = std::min(facts.until, writer.figures().ended);
    if (const auto said = writeFacts(file, written); !said)
        return fail(said.error());
    if (const auto done = file.execute("COMMIT"); !done)
        return fail(done.error());
    return writer.figures();
}

tl::unexpected<Error> failNoIncident(const QString &path)
{
    return fail(ErrorKind::InvalidInput,
                Sentence::say("%1 is no incident file; 'lockctl history export' makes one")
                    .arg(shownPath(path)));
}

// The first bytes of every file of SQLite; all numbers are big-endian.
namespace header {
constexpr qsizetype size = 100;
constexpr std::array magic{'S', 'Q', 'L', 'i', 't', 'e', ' ', 'f',
                           'o', 'r', 'm', 'a', 't', ' ', '3', '\0'};
constexpr qsizetype pageSize = 16; // of 16 bits; 1 stands for 65536
constexpr qsizetype pages = 28; // of 32 bits
constexpr qsizetype application = 68; // of 32 bits
} // namespace header

// A copy or a download that did not come to its end. SQLite would read what is there of it, and
// show the rest as a time in which nothing happened. Files of others are left to hasOurTables().
Result<void> checkWhole(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {}; // SQLite says why
    const QByteArray head = file.read(header::size);
    if (head.isEmpty())
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("%1 is empty, so it is no incident file; 'lockctl history export' "
                          "makes one")
                .arg(shownPath(path)));
    const QByteArray magic(header::magic.data(), qsizetype(header::magic.size()));
    const bool isBegun = head.size() < header::size && magic.startsWith(head.left(magic.size()));
    const auto number = [&head](qsizetype at) {
        return qFromBigEndian<quint32>(head.constData() + at);
    };
    const bool isOurs = head.size() == header::size && head.startsWith(magic)
        && number(header::application) == quint32(applicationId);
    if (!isBegun && !isOurs)
        return {};
    if (isOurs) {
        const qint64 given = qFromBigEndian<quint16>(head.constData() + header::pageSize);
        const qint64 whole = (given == 1 ? 65536 : given) * qint64(number(header::pages));
        if (file.size() >= whole)
            return {};
    }
    return fail(
        ErrorKind::InvalidInput,
        Sentence::say("%1 is cut short: only its first %2 bytes are there; copy it again, or "
                      "make another with 'lockctl history export'")
            .arg(shownPath(path), QString::number(file.size())));
}

// Somebody else made the file. SQL that hides behind the names of our tables is not run.
Result<bool> hasOurTables(Database &file)
{
    if (auto careful = file.execute("PRAGMA trusted_schema=0; PRAGMA cell_size_check=1"); !careful)
        return fail(careful.error());
    const auto number = file.number("PRAGMA application_id");
    if (!number)
        return fail(number.error());
    if (*number != applicationId)
        return false;
    const auto tables = file.number(
        "SELECT count(*) FROM sqlite_schema WHERE type='table' AND sql LIKE 'CREATE TABLE%'"
        " AND name IN ('about', 'run', 'chunk', 'mark')");
    const auto others =
        file.number("SELECT count(*) FROM sqlite_schema WHERE type IN ('view', 'trigger')");
    if (!tables || !others)
        return fail((!tables ? tables : others).error());
    constexpr int ours = 4;
    return *tables == ours && *others == 0;
}

Result<IncidentFacts> factsOf(Database &file)
{
    auto row = file.prepare("SELECT record, since, until, made, veiled FROM about");
    if (!row)
        return fail(row.error());
    const auto isThere = row->step();
    if (!isThere)
        return fail(isThere.error());
    if (!*isThere)
        return failNoIncident(file.path());
    const auto time = [&](int column) { return WallInstant(Millis(row->number(column))); };
    IncidentFacts facts{row->text(0), time(1), time(2), time(3), row->number(4) != 0};
    // Files of earlier versions do not name groups.
    const auto named =
        file.number("SELECT count(*) FROM pragma_table_info('about') WHERE name='quorums'");
    if (!named)
        return fail(named.error());
    if (*named == 0)
        return facts;
    auto groups = file.prepare("SELECT quorums FROM about");
    if (!groups)
        return fail(groups.error());
    const auto isNamed = groups->step();
    if (!isNamed)
        return fail(isNamed.error());
    if (*isNamed)
        facts.groups = groupsFrom(groups->text(0));
    return facts;
}

} // namespace

Result<IncidentFigures> writeIncident(RecordReader &from, const QString &path,
                                      const IncidentFacts &facts, qsizetype chunkBytes)
{
    if (QFileInfo(path).exists() || QFileInfo(path).isSymLink())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("%1 is there already; give another file").arg(shownPath(path)));
    QTemporaryFile draft(path + u".XXXXXX"_s); // removed if it does not get its name
    if (!draft.open())
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("%1 cannot be written: %2").arg(shownPath(path), draft.errorString()));
    draft.close();
    auto file = Database::open(draft.fileName(), Database::How::Once);
    if (!file)
        return fail(file.error());
    auto figures = writeTo(**file, from, facts, chunkBytes);
    file->reset();
    if (!figures)
        return figures;
    if (const auto placed = placeFile(draft.fileName(), path); !placed)
        return fail(placed.error());
    draft.setAutoRemove(false);
    figures->bytes = QFileInfo(path).size();
    return figures;
}

Result<Incident> openIncident(const QString &path)
{
    const QFileInfo there(path);
    if (!there.exists())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("there is no file %1").arg(shownPath(path)));
    if (!there.isFile())
        return failNoIncident(path);
    if (const auto isWhole = checkWhole(path); !isWhole)
        return fail(isWhole.error());
    auto file = Database::open(there.absoluteFilePath(), Database::How::Immutable);
    if (!file)
        return fail(file.error());
    const auto isOurs = hasOurTables(**file);
    if (!isOurs && isCorrupt(isOurs.error()))
        return failNoIncident(path);
    if (!isOurs)
        return fail(isOurs.error());
    if (!*isOurs)
        return failNoIncident(path);
    if (const auto fits = checkVersion(**file); !fits)
        return fail(fits.error());
    auto facts = factsOf(**file);
    if (!facts)
        return fail(facts.error());
    RecordFile alone;
    alone.number = 1;
    alone.isClosed = true;
    alone.path = there.absoluteFilePath();
    return Incident{std::move(*facts), std::make_unique<RecordReader>(std::move(alone))};
}

} // namespace lockscope::recorder
