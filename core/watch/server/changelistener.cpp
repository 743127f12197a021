// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/changelistener.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/record/names.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// A busy server is spared a wake-up for each message. Far less than until a table shows a change.
constexpr auto gathering = Millis(10);

Sentence textOf(const std::optional<Error> &error)
{
    return error ? error->text : Sentence();
}

bool isPushed(const redis::Subscriber &subscriber)
{
    return subscriber.connection().config().protocol == redis::Protocol::Resp3;
}

// As name() says it.
Sentence wordOf(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        break;
    case WatchMode::Tracking:
        return Sentence::say("tracking");
    case WatchMode::TrackingAll:
        return Sentence::say("tracking-all");
    case WatchMode::Notifications:
        return Sentence::say("notifications");
    case WatchMode::Channels:
        return Sentence::say("channels");
    case WatchMode::Polling:
        return Sentence::say("polling");
    }
    return {};
}

// A name that was asked for may be outside the prefixes, so they do not narrow the subscription.
TrackingPlan planFor(const WatchOptions &options)
{
    return trackingPlan(options.names.empty() ? options.prefixes : std::vector<QByteArray>(),
                        options.names);
}

} // namespace

ChangeListener::ChangeListener(const ServerContext &context, Handlers handlers)
    : m_context(context)
    , m_handlers(std::move(handlers))
    , m_plan(planFor(context.options))
    , m_releases(context,
                 {.isListening = [this] { return m_subscriber && m_subscriber->isListening(); },
                  .subscribe =
                      [this](const QByteArray &channel) {
                          return m_subscriber->subscribeSharded(channel);
                      },
                  .unsubscribe =
                      [this](const std::vector<QByteArray> &channels) {
                          m_subscriber->unsubscribeSharded(channels);
                      },
                  .changed = [this] { onReleasesChanged(); }})
{
    if (context.options.events)
        m_subscriber = makeSubscriber(redis::Protocol::Resp2);
}

ChangeListener::~ChangeListener() = default;

std::unique_ptr<redis::Subscriber> ChangeListener::makeSubscriber(redis::Protocol protocol)
{
    redis::ConnectionConfig config = m_context.connection.config();
    config.protocol = protocol;
    config.gathering = gathering;
    redis::Subscription subscription;
    subscription.prefixes = m_plan.prefixes;
    subscription.patterns = format::wakeUpPatterns();
    subscription.fallbackPatterns = keyspacePatterns(m_plan, config.target.database);
    auto subscriber = std::make_unique<redis::Subscriber>(std::move(config), subscription);
    const auto *made = subscriber.get();
    // A candidate hears the same as the one in use: each message counts once.
    subscriber->setInvalidationHandler([this, made](const std::vector<QByteArray> &keys) {
        if (made == m_subscriber.get())
            m_handlers.invalidated(keys);
    });
    subscriber->setMessageHandler(
        [this, made](const QByteArray &channel, const QByteArray &payload) {
            if (made == m_subscriber.get())
                m_handlers.message(channel, payload);
        });
    subscriber->setDroppedHandler([this, made](const QByteArray &channel) {
        if (made == m_subscriber.get())
            m_releases.noteDropped(channel);
    });
    subscriber->setNoticeHandler([this, made](const QByteArray &kind) {
        if (made == m_subscriber.get())
            onNotice(kind);
    });
    connect(made, &redis::Subscriber::listening, this, [this, made] {
        if (made == m_subscriber.get())
            onListening();
        else if (made == m_candidate.get())
            onCandidate();
    });
    connect(made, &redis::Subscriber::lost, this, [this, made](const Error &error) {
        if (made == m_subscriber.get())
            onLost(error);
        else if (made == m_candidate.get())
            dropCandidate();
    });
    return subscriber;
}

void ChangeListener::open()
{
    if (m_subscriber)
        m_subscriber->open();
}

void ChangeListener::close()
{
    if (m_subscriber)
        m_subscriber->close();
    if (m_candidate)
        m_candidate->close();
}

void ChangeListener::reconnect()
{
    if (!m_subscriber)
        return;
    const auto state = m_subscriber->connection().state();
    if (state != redis::Connection::State::Waiting && state != redis::Connection::State::Closed)
        return;
    m_subscriber->close();
    m_subscriber->open();
}

void ChangeListener::reopen()
{
    if (m_subscriber && m_subscriber->connection().state() == redis::Connection::State::Closed)
        m_subscriber->open();
}

bool ChangeListener::isSettled() const
{
    if (m_candidate && !m_context.isUp())
        return false; // it may be granted more
    return !m_subscriber || m_subscriber->isListening() || m_isRefused
        || m_subscriber->connection().state() == redis::Connection::State::Closed;
}

Grants ChangeListener::grantsOf(const redis::Subscriber &subscriber) const
{
    Grants grants;
    grants.listening = subscriber.isListening();
    grants.lost =
        m_error ? m_error->text : Sentence::say("the server does not allow Lockscope to subscribe");
    grants.tracking = subscriber.isTracking();
    grants.trackingRefused = textOf(subscriber.trackingError());
    if (isPushed(subscriber))
        grants.redirectRefused = m_redirectRefused;
    grants.keyspace = subscriber.isHearingFallback();
    grants.keyspaceRefused = textOf(subscriber.fallbackError());
    grants.notifyFlags = m_flags;
    grants.heardKeyspace = m_heardKeyspace;
    grants.keyspaceDoubtful = m_doubt.isRaised();
    grants.channels = subscriber.isHearing();
    grants.channelsRefused = textOf(subscriber.channelError());
    grants.shardedLacks = m_releases.lacks();
    return grants;
}

// Only if tracking is refused: a user that may not ask leaves a line in the server's ACL log.
bool ChangeListener::wantsFlags() const
{
    return m_subscriber && m_subscriber->isHearingFallback() && m_handlers.isReady()
        && !m_areFlagsAsked;
}

bool ChangeListener::asksFlags()
{
    if (!wantsFlags())
        return false;
    m_context.scope.start([this] { return askFlags(); });
    return true;
}

QCoro::Task<> ChangeListener::askFlags()
{
    if (std::exchange(m_isAskingFlags, true))
        co_return;
    const redis::Arguments question{"CONFIG", "GET", "notify-keyspace-events"};
    auto pending = m_context.connection.send(question);
    const auto reply = co_await m_context.scope.wait(std::move(pending),
                                                     m_context.connection.config().commandTimeout);
    m_isAskingFlags = false;
    if (!reply)
        co_return; // asked again with the next connection
    m_areFlagsAsked = true;
    m_flags.reset();
    if (reply->elements.size() == 2)
        m_flags = reply->elements[1].bytes;
    if (m_context.isUp()) {
        chooseMode();
        m_context.publish();
    } else {
        m_handlers.settled();
    }
}

void ChangeListener::onListening()
{
    m_error.reset();
    m_isShardedRefusalTold = false;
    m_releases.restart();
    if (m_wasLost) // a missing message was perhaps on its way when it was lost
        m_doubt.clear();
    tryPushes();
    if (!m_context.isUp()) {
        m_handlers.settled();
        return;
    }
    if (!asksFlags()) // else the notify flags are known then
        chooseMode();
    if (std::exchange(m_wasLost, false)) {
        m_context.book.tell(EventType::Gap,
                            Sentence::say("the subscriber connection was lost and is restored"));
        m_handlers.gap();
    }
    m_context.publish();
}

void ChangeListener::onLost(const Error &error)
{
    m_isRefused = m_handlers.isReady(); // else both are away, and it will be tried again
    m_error = error;
    m_wasLost = true;
    m_releases.restart();
    if (isPushed(*m_subscriber) && error.kind == ErrorKind::Unsupported) {
        m_subscriber.release()->deleteLater(); // it is closed for good, and calls
        m_subscriber = makeSubscriber(redis::Protocol::Resp2);
        m_subscriber->open();
    }
    if (m_context.isUp()) {
        chooseMode();
        m_context.publish();
    } else {
        m_handlers.settled();
    }
}

void ChangeListener::noteUp()
{
    if (!m_subscriber || m_subscriber->isListening())
        m_wasLost = false;
}

void ChangeListener::noteDown()
{
    m_isRefused = m_areFlagsAsked = false;
    m_heardKeyspace = false;
    m_doubt.clear();
}

void ChangeListener::chooseMode()
{
    if (!m_subscriber)
        return;
    ServerRecord &record = m_context.record;
    const WatchMode before = record.mode;
    const Rung rung = chooseRung(grantsOf(*m_subscriber), m_plan);
    record.mode = rung.mode;
    record.modeReason = rung.reason;
    m_context.book.noteHearing(m_subscriber->isListening() && !m_subscriber->channelError(),
                               isEventDriven(rung.mode));
    if (!m_context.isUp())
        return;
    if (rung.mode != before)
        m_handlers.modeChosen();
    if (rung.mode == m_toldMode)
        return;
    if (m_toldMode == WatchMode::None || m_subscriber->isListening())
        tellMode();
    else if (!std::exchange(m_isModeDue, true))
        m_context.scope.start([this] { return tellModeSoon(); });
}

// A server that goes down closes one connection before the other, and one that comes back answers
// on one before the other: that is no other way of watching.
QCoro::Task<> ChangeListener::tellModeSoon()
{
    constexpr Millis pause{1000};
    const auto slept = co_await m_context.scope.sleep(pause);
    if (!slept)
        co_return;
    m_isModeDue = false;
    if (m_context.isUp() && m_context.record.mode != m_toldMode)
        tellMode();
}

void ChangeListener::tellMode()
{
    const ServerRecord &record = m_context.record;
    const WatchMode before = std::exchange(m_toldMode, record.mode);
    const bool isLess = !isTracking(record.mode) || m_subscriber->channelError();
    if (before == WatchMode::None && !isLess)
        return;
    Sentence text = Sentence::say("watched by %1").arg(wordOf(record.mode));
    if (before != WatchMode::None)
        text =
            Sentence::say("watched by %1 instead of %2").arg(wordOf(record.mode), wordOf(before));
    if (isLess && !record.modeReason.isEmpty())
        text = Sentence::say("%1: %2").arg(text, record.modeReason);
    m_context.book.tell(EventType::Gap, text);
}

void ChangeListener::noteKeyspaceEvent(const QByteArray &event)
{
    // Every lock causes an expiry or a deletion event: if one arrives, the others are trusted to,
    // until a sweep finds that they do not.
    static const QByteArrayList general{"expire", "del", "expired"};
    if (m_heardKeyspace || !general.contains(event))
        return;
    m_heardKeyspace = true;
    if (m_context.isUp()) {
        chooseMode();
        m_context.publish();
    }
}

void ChangeListener::doubt()
{
    if (m_context.record.mode != WatchMode::Notifications)
        return;
    m_doubt.raise(m_context.time.now(), m_context.options.probePeriod);
    m_areFlagsAsked = false;
    m_context.scope.start([this] { return askFlags(); });
}

// A better way than the one in use takes its place without a moment in which nothing listens.
void ChangeListener::onCandidate()
{
    const WatchMode mode = m_context.record.mode;
    const Rung offered = chooseRung(grantsOf(*m_candidate), m_plan);
    const bool hearsMore =
        offered.mode == mode && m_subscriber->channelError() && !m_candidate->channelError();
    if (!m_context.isUp() && m_candidate->isTracking()) {
        takeCandidate();
        m_handlers.settled();
        return;
    }
    if (!m_context.isUp() || (!isBetter(offered.mode, mode) && !hearsMore)) {
        dropCandidate();
        return;
    }
    takeCandidate();
    chooseMode();
    m_handlers.gap();
    m_context.publish();
}

void ChangeListener::takeCandidate()
{
    if (isPushed(*m_candidate) && !isPushed(*m_subscriber))
        m_redirectRefused = textOf(m_subscriber->trackingError());
    auto *const former = std::exchange(m_subscriber, std::move(m_candidate)).release();
    former->close(); // which may ask the new one
    former->deleteLater();
    m_releases.restart();
}

// If a server refuses tracking with RESP2, it may grant it with RESP3, which needs no redirection.
bool ChangeListener::mayBePushed() const
{
    if (isPushed(*m_subscriber))
        return true;
    const auto refused = m_subscriber->trackingError();
    // A user who may not track may not do so in any protocol, and each try leaves a line in the
    // server's ACL log.
    return refused && refused->kind != ErrorKind::Permission;
}

void ChangeListener::tryPushes()
{
    if (m_candidate || isPushed(*m_subscriber) || !mayBePushed())
        return;
    m_candidate = makeSubscriber(redis::Protocol::Resp3);
    m_candidate->open();
}

void ChangeListener::onNotice(const QByteArray &kind)
{
    static const QByteArrayList announcements{"MOVING",       "MIGRATING",   "MIGRATED",
                                              "FAILING_OVER", "FAILED_OVER", "SMIGRATING",
                                              "SMIGRATED"};
    if (announcements.contains(kind))
        m_context.book.tell(
            EventType::Gap,
            Sentence::say("the server announces maintenance: %1").arg(visible(kind)));
}

void ChangeListener::onReleasesChanged()
{
    const bool isRefused = m_releases.refusal().has_value();
    const bool wasTold = std::exchange(m_isShardedRefusalTold, isRefused);
    if (!m_context.isUp())
        return;
    chooseMode();
    if (isRefused && !wasTold)
        m_context.book.tell(EventType::Gap, m_releases.lacks());
    m_context.publish();
}

// Called from its own signals.
void ChangeListener::dropCandidate()
{
    if (!m_candidate)
        return;
    m_candidate->close();
    m_candidate.release()->deleteLater();
    if (!m_context.isUp())
        m_handlers.settled();
}

QCoro::Task<Result<void>> ChangeListener::catchUp()
{
    if (!m_subscriber || !m_subscriber->isListening())
        co_return Result<void>();
    auto answer = m_subscriber->catchUp();
    const auto caughtUp = co_await m_context.scope.wait(
        std::move(answer), m_context.connection.config().commandTimeout);
    if (caughtUp)
        co_return Result<void>();
    Error error = caughtUp.error();
    if (error.kind == ErrorKind::Cancelled && !m_context.scope.isCancelled())
        error.kind = ErrorKind::ConnectionLost; // another one has taken its place
    co_return fail(std::move(error));
}

QCoro::Task<> ChangeListener::probe()
{
    if (m_doubt.isOver(m_context.time.now())) {
        m_doubt.settle();
        m_heardKeyspace = false; // until one is heard again
        chooseMode();
        m_context.publish();
    }
    m_releases.probe();
    const bool wantsMore = !isTracking(m_context.record.mode) || m_subscriber->channelError();
    if (!wantsMore || !m_subscriber->isListening())
        co_return;
    m_areFlagsAsked = false;
    if (wantsFlags())
        co_await askFlags();
    if (m_candidate || m_context.scope.isCancelled())
        co_return;
    const bool isPush = std::exchange(m_probesPushes, !m_probesPushes) && mayBePushed();
    m_candidate = makeSubscriber(isPush ? redis::Protocol::Resp3 : redis::Protocol::Resp2);
    m_candidate->open();
}

} // namespace lockscope::watch
