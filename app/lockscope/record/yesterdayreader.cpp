// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/yesterdayreader.h"

#include "app/lockscope/record/recordkeeper.h"
#include "core/recorder/recordreader.h"

#include <algorithm>
#include <unordered_map>

using namespace std::chrono_literals;

namespace lockscope::console {

namespace {

using recorder::PastPicture;
using recorder::RecordMark;
using recorder::RunKind;
using recorder::Stamped;
using ui::NumberSeries;
using ui::Yesterday;
using Series = std::vector<std::vector<float>>; // of each number

// Servers come one after the other.
constexpr Millis pause = 3s;
// An hour of what is read is ahead.
constexpr Millis again = 50min;

constexpr std::size_t perHour = NumberSeries::most / NumberSeries::perPoint;

// Counts what one record has of two hours, as the overview counts what it sees.
class RecordedNumbers : public recorder::StretchVisitor
{
public:
    // `first`: where the two hours begin, at a whole point.
    RecordedNumbers(const std::set<QString> &labels, WallInstant first,
                    const BackgroundRead::Stop &stop)
        : m_labels(labels)
        , m_middle(first + 1h)
        , m_end(first + 2h)
        , m_stop(stop)
    {
        m_series.advance(instantOf(first));
    }

    Result<void> begin(RunKind, const PastPicture &picture) override;
    Result<void> take(const Stamped &stamped) override;
    Result<void> beginAnew(WallInstant) override { return {}; }
    Result<void> end(WallInstant at) override
    {
        m_series.setSeen(false, reach(at));
        return {};
    }
    Result<void> take(const RecordMark &, WallInstant) override { return {}; }

    Series finish();

private:
    static Instant instantOf(WallInstant at) { return Instant(at.time_since_epoch()); }
    bool isWanted(watch::DeploymentId deployment) const { return m_wanted.contains(deployment); }
    Instant reach(WallInstant at);
    void keepHour();
    void apply(const recorder::LockEntry &entry);
    void apply(const watch::ServerPointer &server);
    void remove(watch::DeploymentId deployment);
    void tellSight(WallInstant at);

    const std::set<QString> &m_labels;
    const WallInstant m_middle;
    const WallInstant m_end;
    const BackgroundRead::Stop &m_stop;
    NumberSeries m_series;
    Series m_lines = Series(NumberSeries::NumberCount);
    ui::LockNumbers m_numbers;
    std::unordered_map<watch::LockId, watch::LockPointer> m_locks;
    std::map<watch::ServerId, watch::ServerPointer> m_servers;
    std::set<watch::DeploymentId> m_wanted;
};

// As far as the series has come, which is the last step of an hour.
void RecordedNumbers::keepHour()
{
    for (std::size_t number = 0; number < m_lines.size(); ++number) {
        const auto line = m_series.line(static_cast<NumberSeries::Number>(number));
        m_lines[number].insert(m_lines[number].end(), line.begin(), line.end());
    }
}

// The series counts by the wall clock, so that its points are those of the day. It has an hour:
// the first one is kept before the second begins.
Instant RecordedNumbers::reach(WallInstant at)
{
    if (at >= m_middle && m_lines.front().empty()) {
        m_series.advance(instantOf(m_middle - NumberSeries::step));
        keepHour();
    }
    return instantOf(std::min(at, m_end - Millis(1)));
}

Series RecordedNumbers::finish()
{
    m_series.advance(reach(m_end));
    keepHour();
    return std::move(m_lines);
}

void RecordedNumbers::apply(const watch::ServerPointer &server)
{
    if (server->hasLeft)
        m_servers.erase(server->server);
    else
        m_servers.insert_or_assign(server->server, server);
    if (m_labels.contains(server->label))
        m_wanted.insert(server->deployment);
}

void RecordedNumbers::apply(const recorder::LockEntry &entry)
{
    if (!isWanted(entry.id.deployment))
        return;
    watch::LockPointer &known = m_locks[entry.id];
    if (known)
        m_numbers.add(*known, -1);
    if (entry.lock)
        m_numbers.add(*entry.lock, 1);
    known = entry.lock;
    if (!known)
        m_locks.erase(entry.id);
}

void RecordedNumbers::remove(watch::DeploymentId deployment)
{
    std::erase_if(m_servers,
                  [&](const auto &each) { return each.second->deployment == deployment; });
    std::erase_if(m_locks, [&](const auto &each) {
        if (each.first.deployment != deployment)
            return false;
        m_numbers.add(*each.second, -1);
        return true;
    });
}

void RecordedNumbers::tellSight(WallInstant at)
{
    std::set<QString> up;
    for (const auto &[id, server] : m_servers) {
        if (server->state == watch::ServerState::Up && m_labels.contains(server->label))
            up.insert(server->label);
    }
    m_series.setSeen(up.size() == m_labels.size(), reach(at));
}

Result<void> RecordedNumbers::begin(RunKind, const PastPicture &picture)
{
    m_locks.clear();
    m_servers.clear();
    m_wanted.clear();
    m_numbers = {};
    for (const auto &[id, server] : picture.picture.servers())
        apply(server);
    for (const auto &[id, lock] : picture.picture.locks())
        apply(recorder::LockEntry{id, lock});
    m_series.setLevels(m_numbers, reach(picture.at));
    tellSight(picture.at);
    return {};
}

Result<void> RecordedNumbers::take(const Stamped &stamped)
{
    if (m_stop)
        return fail(ErrorKind::Cancelled, Sentence::say("nobody needs it any more"));
    const Instant at = reach(stamped.wall);
    if (const auto *lock = std::get_if<recorder::LockEntry>(&stamped.entry)) {
        apply(*lock);
        m_series.setLevels(m_numbers, at);
    } else if (const auto *server = std::get_if<watch::ServerPointer>(&stamped.entry)) {
        apply(*server);
        tellSight(stamped.wall);
    } else if (const auto *event = std::get_if<watch::Event>(&stamped.entry)) {
        if (isWanted(event->deploymentId))
            m_series.note(*event, at);
    } else if (const auto *gone = std::get_if<recorder::RemovedEntry>(&stamped.entry)) {
        remove(gone->deployment);
        m_series.setLevels(m_numbers, at);
        tellSight(stamped.wall);
    }
    return {};
}

} // namespace

YesterdayReader::YesterdayReader(ui::WatchClient &client, ui::NumbersFeed &numbers,
                                 const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_numbers(numbers)
    , m_clock(clock)
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &YesterdayReader::start);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&client.servers(), signal, this, [this] { m_again.start(pause); });
}

void YesterdayReader::start()
{
    Wanted wanted;
    for (const ui::ServerRow &row : m_client.servers().rows())
        wanted[recordOf(row)].insert(row.server.label);
    m_again.start(again);
    m_read.start([this, wanted, now = m_clock.wallNow()](const BackgroundRead::Stop &stop,
                                                         const BackgroundRead::Tell &tell) {
        tell([this, yesterday = read(wanted, now, stop)] {
            m_numbers.setYesterday(yesterday);
            Q_EMIT done();
        });
    });
}

std::shared_ptr<const Yesterday> YesterdayReader::read(const Wanted &wanted, WallInstant now,
                                                       const BackgroundRead::Stop &stop)
{
    if (wanted.empty())
        return nullptr;
    const auto points =
        (now - std::chrono::days(1) - 1h).time_since_epoch() / NumberSeries::pointLength;
    const WallInstant first{Millis(NumberSeries::pointLength) * points};
    auto yesterday = std::make_shared<Yesterday>();
    yesterday->first = points;
    for (const auto &[record, labels] : wanted) {
        recorder::RecordReader reader(recorder::recordFolder(record));
        RecordedNumbers numbers(labels, first, stop);
        if (reader.isEmpty() || stop || !reader.tell(first, first + 2h, numbers))
            return nullptr;
        const Series lines = numbers.finish();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::vector<float> &sum = yesterday->points[i];
            if (sum.empty()) {
                sum = lines[i];
                continue;
            }
            for (std::size_t at = 0; at < std::min(sum.size(), lines[i].size()); ++at)
                sum[at] = sum[at] < 0 || lines[i][at] < 0 ? NumberSeries::nothing
                                                          : sum[at] + lines[i][at];
        }
    }
    return yesterday;
}

} // namespace lockscope::console
