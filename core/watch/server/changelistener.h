// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment/subscriber.h"
#include "core/watch/find/ladder.h"
#include "core/watch/server/releasechannels.h"
#include "core/watch/server/servercontext.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::watch {

// Listens to a server in the best way of ladder.h that it grants, and chooses by it the mode in
// which the server is watched. Tries now and then on a second connection whether a better way is
// granted, which then takes the first one's place; at once where tracking is refused in RESP2,
// since some servers grant it in RESP3 alone. Owns these connections; without events there are
// none. I/O thread; the context must outlive it.
//
//   subscriber   meaning                              leaves to
//   connecting   not heard of yet                     listening, or refused
//   listening    events are told by the mode          lost
//   refused      it is lost, the reading one is not   listening
//   lost         both are away                        listening
class ChangeListener : public QObject
{
    Q_OBJECT

public:
    struct Handlers {
        std::function<bool()> isReady; // the reading connection may be asked
        std::function<void()>
            settled; // isSettled() or asksFlags() may have changed while the server is down
        std::function<void(const std::vector<QByteArray> &keys)> invalidated;
        std::function<void(const QByteArray &channel, const QByteArray &payload)> message;
        std::function<void()> gap; // changes may have gone unheard
        std::function<void()> modeChosen; // another one, while the server is up
    };

    ChangeListener(const ServerContext &context, Handlers handlers);
    ~ChangeListener() override;

    void open();
    void close();
    // Opens at once what waits for its next attempt or was given up.
    void reconnect();
    // Opens what was given up.
    void reopen();

    // It listens, or it is clear that it does not.
    bool isSettled() const;
    // True if the server is asked first what it notifies of; settled() is called then.
    bool asksFlags();
    // Tells of a change, and of a start on a low rung, once the server is up.
    void chooseMode();
    void noteUp();
    void noteDown();
    void noteKeyspaceEvent(const QByteArray &event);
    // Events did not report every change: keyspace events that were trusted because some came are
    // not any more.
    void doubt();
    // Tries whether more is granted by now.
    QCoro::Task<> probe();
    // Until what the server had to tell by now is known here; at once if nothing listens. Cancelled
    // with the watch, and else an outcome in any case.
    QCoro::Task<Result<void>> catchUp();
    // Those that are heard beside the patterns, where sharded channels are in use.
    ReleaseChannels &releases() { return m_releases; }

private:
    std::unique_ptr<redis::Subscriber> makeSubscriber(redis::Protocol protocol);
    bool mayBePushed() const;
    void tryPushes();
    void takeCandidate();
    Grants grantsOf(const redis::Subscriber &subscriber) const;
    bool wantsFlags() const;
    QCoro::Task<> askFlags();
    QCoro::Task<> tellModeSoon();
    void tellMode();
    void onListening();
    void onLost(const Error &error);
    void onCandidate();
    void dropCandidate();
    void onNotice(const QByteArray &kind);
    void onReleasesChanged();

    const ServerContext &m_context;
    Handlers m_handlers;
    TrackingPlan m_plan;
    std::unique_ptr<redis::Subscriber> m_subscriber; // empty: look once
    std::unique_ptr<redis::Subscriber> m_candidate; // tries whether more is granted by now
    Sentence m_redirectRefused; // why m_subscriber speaks RESP3, if it does
    std::optional<Error> m_error; // why it was lost
    std::optional<QByteArray> m_flags; // as the server told
    Doubt m_doubt; // of keyspace events
    bool m_wasLost = false; // and has not told since that it listens again
    WatchMode m_toldMode = WatchMode::None; // None: no mode was chosen yet
    bool m_isModeDue = false; // another one will be told, if it lasts
    bool m_isRefused = false; // it was lost while the other connection was up
    bool m_areFlagsAsked = false, m_isAskingFlags = false;
    bool m_heardKeyspace = false;
    bool m_probesPushes = false; // next time, in place of RESP2
    bool m_isShardedRefusalTold = false;
    ReleaseChannels m_releases;
};

} // namespace lockscope::watch
