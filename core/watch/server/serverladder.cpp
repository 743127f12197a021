// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that takes the best way to hear of changes which the server grants, goes
// down when it is taken away, and tries whether a better one has come.
#include "core/base/combine.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/record/clusternode.h"
#include "core/watch/record/names.h"
#include "core/watch/server/serverwatch.h"

#include <initializer_list>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// A busy server is spared a wake-up for each message. Far less than until a table shows a change.
constexpr auto gathering = Millis(10);

QString textOf(const std::optional<Error> &error)
{
    return error ? error->text : QString();
}

// The value of a line of INFO; empty: there is none.
QByteArray infoField(const QByteArray &info, const QByteArray &field)
{
    for (const QByteArray &line : info.split('\n')) {
        if (line.startsWith(field) && line.sliced(field.size()).startsWith(':'))
            return line.mid(field.size() + 1).trimmed();
    }
    return {};
}

// How often all keys were taken away at once, or others put in their place, since the server's
// start; empty: it does not tell.
std::optional<qint64> flushesIn(const Result<Reply> &info)
{
    if (!info || info->isError())
        return std::nullopt;
    qint64 sum = 0;
    for (const char *command : {"cmdstat_flushall", "cmdstat_flushdb", "cmdstat_swapdb"}) {
        const QByteArray figures = infoField(info->bytes, command); // calls=1,usec=...
        const qsizetype from = figures.indexOf('=') + 1;
        sum += figures.mid(from, figures.indexOf(',') - from).toLongLong();
    }
    return sum;
}

// Those that speak the protocol of Redis say so, with the version that they are compatible with.
QByteArray versionOf(const QByteArray &info)
{
    for (const auto &[field, product] :
         std::initializer_list<std::pair<const char *, const char *>>{
             {"valkey_version", "Valkey "},
             {"dragonfly_version", "Dragonfly "},
             {"redis_version", "Redis "}}) {
        if (const QByteArray version = infoField(info, field); !version.isEmpty())
            return product + version;
    }
    return {};
}

// To the second, as the server tells it: the same process keeps it, whenever it is asked.
std::optional<Instant> startOf(const QByteArray &info, Instant now)
{
    bool isNumber = false;
    const qint64 uptime = infoField(info, "uptime_in_seconds").toLongLong(&isNumber);
    constexpr qint64 most = 100LL * 365 * 24 * 3600;
    if (!isNumber || uptime < 0 || uptime > most)
        return std::nullopt;
    return now - std::chrono::seconds(uptime);
}

} // namespace

std::unique_ptr<redis::Subscriber> ServerWatch::makeSubscriber()
{
    redis::Subscription subscription;
    subscription.prefixes = m_plan.prefixes;
    subscription.patterns = format::wakeUpPatterns();
    subscription.fallbackPatterns = keyspacePatterns(m_plan, m_connection.config().target.database);
    redis::ConnectionConfig config = m_connection.config();
    config.gathering = gathering;
    auto subscriber = std::make_unique<redis::Subscriber>(std::move(config), subscription);
    const auto *made = subscriber.get();
    // A candidate hears the same as the one in use: each message counts once.
    subscriber->setInvalidationHandler([this, made](const std::vector<QByteArray> &keys) {
        if (made == m_subscriber.get())
            onInvalidated(keys);
    });
    subscriber->setMessageHandler(
        [this, made](const QByteArray &channel, const QByteArray &payload) {
            if (made == m_subscriber.get())
                onMessage(channel, payload);
        });
    connect(made, &redis::Subscriber::listening, this, [this, made] {
        if (made == m_subscriber.get())
            onListening();
        else if (made == m_candidate.get())
            onCandidate();
    });
    connect(made, &redis::Subscriber::lost, this, [this, made](const Error &error) {
        if (made == m_subscriber.get())
            onListenerLost(error);
        else if (made == m_candidate.get())
            dropCandidate();
    });
    return subscriber;
}

Grants ServerWatch::grantsOf(const redis::Subscriber &subscriber) const
{
    Grants grants;
    grants.listening = subscriber.isListening();
    grants.lost = m_listenerError ? m_listenerError->text
                                  : u"the server does not allow Lockscope to subscribe"_s;
    grants.tracking = subscriber.isTracking();
    grants.trackingRefused = textOf(subscriber.trackingError());
    grants.keyspace = subscriber.isHearingFallback();
    grants.keyspaceRefused = textOf(subscriber.fallbackError());
    grants.notifyFlags = m_notifyFlags;
    grants.heardKeyspace = m_heardKeyspace;
    grants.keyspaceDoubtful = m_keyspaceDoubt.isRaised();
    grants.channels = subscriber.isHearing();
    grants.channelsRefused = textOf(subscriber.channelError());
    return grants;
}

// Only where tracking is refused: a user who may not ask leaves a line in the server's ACL log.
bool ServerWatch::wantsNotifyFlags() const
{
    return m_subscriber && m_subscriber->isHearingFallback() && isReady() && !m_notifyAsked;
}

QCoro::Task<> ServerWatch::askNotifyFlags()
{
    if (std::exchange(m_askingNotify, true))
        co_return;
    const redis::Arguments question{"CONFIG", "GET", "notify-keyspace-events"};
    auto pending = m_connection.send(question);
    const auto reply =
        co_await m_scope.wait(std::move(pending), m_connection.config().commandTimeout);
    m_askingNotify = false;
    if (!reply)
        co_return; // asked again with the next connection
    m_notifyAsked = true;
    m_notifyFlags.reset();
    if (reply->elements.size() == 2)
        m_notifyFlags = reply->elements[1].bytes;
    if (isUp()) {
        chooseMode();
        publish();
    } else {
        goUp();
    }
}

// Which process answers, and as what: SCAN's cursors hold for one process only, and the locks of a
// promoted replica may be others.
QCoro::Task<Result<void>> ServerWatch::identify()
{
    std::vector<Pending<Reply>> pendings;
    for (const char *section : {"server", "replication", "persistence"}) {
        const redis::Arguments question{"INFO", section};
        pendings.push_back(m_connection.send(question));
    }
    // Touches the data: a server that reads nothing at the moment says so.
    const redis::Arguments touch{"DBSIZE"};
    pendings.push_back(m_connection.send(touch));
    const redis::Arguments commands{"INFO", "commandstats"};
    pendings.push_back(m_connection.send(commands));
    auto all = whenAll(std::move(pendings));
    const auto replies =
        co_await m_scope.wait(std::move(all), m_connection.config().commandTimeout * 2);
    if (!replies)
        co_return fail(replies.error());
    for (const Result<Reply> &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
        if (isTemporary(reply->errorCode()))
            co_return fail(errorOf(*reply, m_connection.label()));
    }
    if (infoField((*replies)[2]->bytes, "loading") == "1")
        co_return fail(Error{ErrorKind::Server, "LOADING", u"the server is loading its data"_s,
                             m_connection.label()});
    const QByteArray runId = infoField((*replies)[0]->bytes, "run_id");
    if (runId.isEmpty() || runId != m_runId)
        m_discovery.startAnew();
    if (m_everUp && !m_runId.isEmpty() && runId != m_runId) {
        m_restarted = true;
        m_book.tell(EventType::Gap, u"another server process replies: restart or failover"_s);
    }
    m_runId = m_record.runId = runId;
    m_flushes = flushesIn(replies->back());
    if (m_connection.serverMode() == "cluster" && !std::exchange(m_record.isPartOfCluster, true))
        m_book.tell(EventType::Gap, clusterNodeText());
    m_record.version = versionOf((*replies)[0]->bytes);
    m_record.startedAt = startOf((*replies)[0]->bytes, m_time.now());
    noteRole((*replies)[1]->bytes);
    co_return Result<void>();
}

// Where no event tells that all keys have gone, the server's own count of commands does.
QCoro::Task<> ServerWatch::countFlushes()
{
    const redis::Arguments question{"INFO", "commandstats"};
    auto asked = m_connection.send(question);
    const auto reply =
        co_await m_scope.wait(std::move(asked), m_connection.config().commandTimeout);
    const auto flushes = flushesIn(reply);
    const auto before = std::exchange(m_flushes, flushes ? flushes : m_flushes);
    if (!isUp() || !before || !flushes || *flushes <= *before)
        co_return;
    m_book.tell(EventType::Gap, u"the server executed FLUSHALL, FLUSHDB or SWAPDB"_s);
    m_book.noteGap(Losses::Cause::Flush, {});
    readEverything();
}

void ServerWatch::noteRole(const QByteArray &replication)
{
    m_record.replicationId = infoField(replication, "master_replid");
    const QByteArray role = infoField(replication, "role");
    m_record.role = role;
    const QByteArray before = std::exchange(m_role, role);
    if (before.isEmpty() || role.isEmpty() || role == before)
        return;
    m_book.tell(EventType::Gap,
                u"the server was a %1 and is now a %2: failover"_s.arg(visibleElided(before, 20),
                                                                       visibleElided(role, 20)));
    onGap();
}

// Changes may have gone unseen, of which nobody had to tell.
void ServerWatch::onGap(Losses::Cause cause)
{
    m_suspects.clear();
    m_unannounced.clear();
    m_book.noteGap(cause, m_inFlight);
    readEverything();
    discover();
    pump();
}

void ServerWatch::onListening()
{
    m_listenerError.reset();
    if (m_listenerLostAt) // what did not come was perhaps on its way when it was lost
        m_keyspaceDoubt.clear();
    if (!isUp()) {
        goUp();
        return;
    }
    if (wantsNotifyFlags()) // and what it hears is known then
        m_scope.start([this] { return askNotifyFlags(); });
    else
        chooseMode();
    if (std::exchange(m_listenerLostAt, std::nullopt)) {
        m_book.tell(EventType::Gap, u"the subscriber connection was lost and is restored"_s);
        onGap();
    }
    publish();
}

void ServerWatch::onListenerLost(const Error &error)
{
    m_listenerRefused = isReady(); // else both are away, and it will be tried again
    m_listenerError = error;
    if (!m_listenerLostAt)
        m_listenerLostAt = m_time.now();
    if (isUp()) {
        chooseMode();
        publish();
    } else {
        goUp();
    }
}

// Tells of a change, and of a start on a low rung, once it is up.
void ServerWatch::chooseMode()
{
    if (!m_subscriber)
        return;
    const WatchMode before = m_record.mode;
    const Rung rung = chooseRung(grantsOf(*m_subscriber), m_plan);
    m_record.mode = rung.mode;
    m_record.modeReason = rung.reason;
    m_book.noteHearing(m_subscriber->isListening() && !m_subscriber->channelError(),
                       isEventDriven(rung.mode));
    if (!isUp() || rung.mode == before)
        return;
    const auto shown = [](WatchMode mode) { return QString::fromLatin1(name(mode)); };
    QString text = u"watched by %1"_s.arg(shown(rung.mode));
    if (before != WatchMode::None)
        text += u" instead of %1"_s.arg(shown(before));
    if ((!isTracking(rung.mode) || m_subscriber->channelError()) && !rung.reason.isEmpty())
        text += u": "_s + rung.reason;
    if (before != WatchMode::None || !isTracking(rung.mode) || m_subscriber->channelError())
        m_book.tell(EventType::Gap, text);
}

// A better way than the one in use takes its place without a moment in which nothing listens.
void ServerWatch::onCandidate()
{
    const Rung offered = chooseRung(grantsOf(*m_candidate), m_plan);
    const bool hearsMore = offered.mode == m_record.mode && m_subscriber->channelError()
        && !m_candidate->channelError();
    if (!isUp() || (!isBetter(offered.mode, m_record.mode) && !hearsMore)) {
        dropCandidate();
        return;
    }
    m_subscriber->close();
    m_subscriber.release()->deleteLater();
    m_subscriber = std::move(m_candidate);
    chooseMode();
    onGap();
    publish();
}

// Called from its own signals.
void ServerWatch::dropCandidate()
{
    if (!m_candidate)
        return;
    m_candidate->close();
    m_candidate.release()->deleteLater();
}

QCoro::Task<> ServerWatch::runProbes()
{
    while (true) {
        const auto slept = co_await m_scope.sleep(m_options.probePeriod);
        if (!slept)
            co_return;
        reopenWhatIsClosed();
        if (!isUp())
            continue;
        co_await probeReading();
        if (!isUp())
            continue;
        if (m_keyspaceDoubt.isOver(m_time.now())) {
            m_keyspaceDoubt.settle();
            m_heardKeyspace = false; // until one is heard again
            chooseMode();
            publish();
        }
        const bool wantsMore = !isTracking(m_record.mode) || m_subscriber->channelError();
        if (!wantsMore || !m_subscriber->isListening())
            continue;
        m_notifyAsked = false;
        if (wantsNotifyFlags())
            co_await askNotifyFlags();
        if (m_candidate || m_scope.isCancelled())
            continue;
        m_candidate = makeSubscriber();
        m_candidate->open();
    }
}

// A connection that was refused at its handshake is given up at once: repeating a wrong password
// locks accounts out. But this server has let us in before, so it is tried once now and then.
void ServerWatch::reopenWhatIsClosed()
{
    if (m_connection.state() == redis::Connection::State::Closed)
        m_connection.open();
    if (m_subscriber->connection().state() == redis::Connection::State::Closed)
        m_subscriber->open();
}

// The operator knows that it is worth an attempt: nothing waits for its turn, nothing stays given
// up.
void ServerWatch::reconnect()
{
    const auto isAway = [](const redis::Connection &connection) {
        return connection.state() == redis::Connection::State::Waiting
            || connection.state() == redis::Connection::State::Closed;
    };
    if (m_subscriber && isAway(m_subscriber->connection())) {
        m_subscriber->close();
        m_subscriber->open();
    }
    if (isAway(m_connection)) {
        m_connection.close();
        m_connection.open();
    }
}

// Asks again what was refused, and that alone. Everything else that may have been refused with it
// is read again once one of the questions is granted.
QCoro::Task<> ServerWatch::probeReading()
{
    if (m_refusals.isEmpty())
        co_return;
    const std::vector<Refusal> refused = m_refusals.all();
    std::vector<Pending<Reply>> pendings;
    for (const Refusal &refusal : refused)
        pendings.push_back(m_connection.send(refusal.question));
    auto all = whenAll(std::move(pendings));
    const auto replies =
        co_await m_scope.wait(std::move(all), m_connection.config().commandTimeout * 2);
    if (!replies || !isUp())
        co_return;
    std::set<QString> granted;
    bool isAny = false;
    for (std::size_t i = 0; i < refused.size(); ++i) {
        const auto &reply = (*replies)[i];
        if (!reply || !isGranted(refused[i], *reply))
            continue;
        isAny = true;
        m_refusals.remove(refused[i]);
        if (!refused[i].isHarmless)
            granted.insert(refused[i].error.text);
    }
    if (!isAny)
        co_return;
    for (const QString &text : granted)
        m_book.tell(EventType::Gap, u"now permitted: "_s + text);
    m_record.error = m_refusals.error(false);
    m_record.keyRefusal = m_refusals.error(true);
    m_reader.forgetRefusals();
    m_shardsAskedAt.reset();
    m_inspection.clear();
    onGap();
    publish();
}

} // namespace lockscope::watch
