// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/rollups.h"

#include "core/recorder/recordfile.h"
#include "core/recorder/recordfolder.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

constexpr auto minute = std::chrono::minutes(1);
constexpr std::size_t mostKnown = 200'000; // holds and waits that have begun

constexpr const char *tables =
    "CREATE TABLE IF NOT EXISTS lock(id INTEGER PRIMARY KEY, deployment TEXT NOT NULL,"
    " name BLOB NOT NULL, UNIQUE(deployment, name));"
    "CREATE TABLE IF NOT EXISTS minute(minute INTEGER, lock INTEGER, acquisitions INTEGER,"
    " holds INTEGER, held INTEGER, longest_hold INTEGER, waits INTEGER, waited INTEGER,"
    " longest_wait INTEGER, renewals INTEGER, overdue INTEGER, expired INTEGER,"
    " PRIMARY KEY(minute, lock)) WITHOUT ROWID;"
    "PRAGMA user_version=1";

qint64 minuteOf(WallInstant at)
{
    return std::chrono::floor<std::chrono::minutes>(at.time_since_epoch()).count();
}

WallInstant timeOf(qint64 minutes)
{
    return WallInstant(Millis(minutes * Millis(minute).count()));
}

QString monthPath(const QString &folder, QDate day)
{
    return u"%1/minutes-%2.sqlite"_s.arg(folder, day.toString(u"yyyy-MM"_s));
}

template <typename Map, typename Key>
std::optional<Millis> taken(Map &since, const Key &key, Instant now)
{
    const auto known = since.find(key);
    if (known == since.end())
        return std::nullopt;
    const auto span = std::chrono::duration_cast<Millis>(now - known->second);
    since.erase(known);
    return span;
}

} // namespace

RollUp &RollUpBook::of(const Stamped &stamped, const watch::Event &event)
{
    const watch::LockId id{event.deploymentId, *event.name};
    RollUp &row = m_rows[{minuteOf(stamped.wall), id}];
    if (row.minute == 0) {
        row.minute = minuteOf(stamped.wall);
        row.deployment = event.deployment;
        row.name = id.name;
    }
    return row;
}

void RollUpBook::begin(RollUp &row, const Key &key, Instant now, bool isSeen)
{
    ++row.acquisitions;
    if (!isSeen) {
        m_waits.erase(key);
        return;
    }
    if (m_holds.size() < mostKnown)
        m_holds.insert_or_assign(key, now);
    if (const auto span = taken(m_waits, key, now)) {
        ++row.waits;
        row.waited += *span;
        row.longestWait = std::max(row.longestWait, *span);
    }
}

void RollUpBook::end(RollUp &row, const Key &key, Instant now)
{
    if (const auto span = taken(m_holds, key, now)) {
        ++row.holds;
        row.held += *span;
        row.longestHold = std::max(row.longestHold, *span);
    }
}

void RollUpBook::note(const Stamped &stamped, const watch::Event &event)
{
    using watch::EventType;
    if (event.lost) {
        for (const watch::Event &part : watch::partsOf(event)) {
            if (part.name && part.owner)
                m_holds.erase({{part.deploymentId, *part.name}, *part.owner});
        }
        return;
    }
    if (!event.name)
        return;
    const Key key{{event.deploymentId, *event.name}, event.owner.value_or(OwnerId())};
    switch (event.type) {
    case EventType::Acquired:
        begin(of(stamped, event), key, stamped.at, !event.unseen);
        break;
    case EventType::HandedOver:
        if (event.former)
            end(of(stamped, event), {key.first, *event.former}, stamped.at);
        begin(of(stamped, event), key, stamped.at, !event.unseen);
        break;
    case EventType::Released:
    case EventType::ForceUnlocked:
        end(of(stamped, event), key, stamped.at);
        break;
    case EventType::Expired:
        ++of(stamped, event).expired;
        end(of(stamped, event), key, stamped.at);
        break;
    case EventType::Renewed:
        ++of(stamped, event).renewals;
        break;
    case EventType::RenewalOverdue:
        ++of(stamped, event).overdue;
        break;
    case EventType::Queued:
        if (m_waits.size() < mostKnown)
            m_waits.insert_or_assign(key, stamped.at);
        break;
    case EventType::Dequeued: // without the lock
        m_waits.erase(key);
        break;
    default:
        break;
    }
}

Result<void> RollUpBook::write(WallInstant now, bool all)
{
    const qint64 present = minuteOf(now);
    std::map<QString, std::vector<const RollUp *>> months;
    for (const auto &[key, row] : m_rows) {
        if (all || row.minute != present)
            months[monthPath(m_folder, dayOf(timeOf(row.minute)))].push_back(&row);
    }
    for (const auto &[path, rows] : months) {
        if (auto written = writeMonth(path, rows); !written) {
            if (m_rows.size() > mostKnown) // it may be long until the disk has room
                m_rows.clear();
            return written;
        }
    }
    std::erase_if(m_rows, [&](const auto &each) { return all || each.second.minute != present; });
    return {};
}

// A minute may be written in two parts, at the end of a program and by the next one.
Result<void> RollUpBook::writeMonth(const QString &path, const std::vector<const RollUp *> &rows)
{
    auto file = Database::open(path, Database::How::Writer);
    if (!file)
        return fail(file.error());
    if (auto made = (*file)->execute(tables); !made)
        return made;
    if (auto begun = (*file)->execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    auto lock = (*file)->prepare("INSERT OR IGNORE INTO lock(deployment, name) VALUES(?, ?)");
    auto row = (*file)->prepare(
        "INSERT INTO minute SELECT ?1, id, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM lock"
        " WHERE deployment=?2 AND name=?3"
        " ON CONFLICT DO UPDATE SET acquisitions=acquisitions+excluded.acquisitions,"
        " holds=holds+excluded.holds, held=held+excluded.held,"
        " longest_hold=max(longest_hold, excluded.longest_hold), waits=waits+excluded.waits,"
        " waited=waited+excluded.waited, longest_wait=max(longest_wait, excluded.longest_wait),"
        " renewals=renewals+excluded.renewals, overdue=overdue+excluded.overdue,"
        " expired=expired+excluded.expired");
    if (!lock)
        return fail(lock.error());
    if (!row)
        return fail(row.error());
    for (const RollUp *each : rows) {
        auto done = lock->bind(each->deployment).bind(each->name.bytes).run();
        if (done)
            done = row->bind(each->minute)
                       .bind(each->deployment)
                       .bind(each->name.bytes)
                       .bind(each->acquisitions)
                       .bind(each->holds)
                       .bind(each->held.count())
                       .bind(each->longestHold.count())
                       .bind(each->waits)
                       .bind(each->waited.count())
                       .bind(each->longestWait.count())
                       .bind(each->renewals)
                       .bind(each->overdue)
                       .bind(each->expired)
                       .run();
        if (!done)
            return done;
    }
    return (*file)->execute("COMMIT");
}

Result<std::vector<RollUp>> readRollUps(const QString &folder, WallInstant since, WallInstant until,
                                        const std::optional<LockName> &name)
{
    std::vector<RollUp> all;
    const QDate first = dayOf(since);
    const QDate last = dayOf(until);
    for (QDate month(first.year(), first.month(), 1); month <= last; month = month.addMonths(1)) {
        const QString path = monthPath(folder, month);
        if (!QFileInfo::exists(path))
            continue;
        auto file = openToRead(path);
        if (!file)
            return fail(file.error());
        auto rows = file->file->prepare(
            "SELECT minute, deployment, name, acquisitions, holds, held, longest_hold, waits,"
            " waited, longest_wait, renewals, overdue, expired FROM minute JOIN lock ON id=lock"
            " WHERE minute BETWEEN ?1 AND ?2 AND (?3 IS NULL OR name=?3) ORDER BY minute, name");
        if (!rows)
            return fail(rows.error());
        rows->bind(minuteOf(since)).bind(minuteOf(until));
        if (name)
            rows->bind(name->bytes);
        else
            rows->bindNull();
        const auto visited = rows->each([&] {
            all.push_back({rows->number(0), rows->text(1), LockName(rows->bytes(2)),
                           rows->number(3), rows->number(4), Millis(rows->number(5)),
                           Millis(rows->number(6)), rows->number(7), Millis(rows->number(8)),
                           Millis(rows->number(9)), rows->number(10), rows->number(11),
                           rows->number(12)});
        });
        if (!visited)
            return fail(visited.error());
    }
    return all;
}

void removeRollUps(const QString &folder, QDate today, int months)
{
    static const QRegularExpression form(u"^minutes-(\\d{4}-\\d{2})\\.sqlite(-wal|-shm)?$"_s);
    const QString oldest = today.addMonths(-months).toString(u"yyyy-MM"_s);
    QDir there(folder);
    for (const QString &name : there.entryList(QDir::Files)) {
        const auto match = form.match(name);
        if (match.hasMatch() && match.captured(1) < oldest)
            there.remove(name);
    }
}

} // namespace lockscope::recorder
