// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/holdbook.h"
#include "core/lock/single/waitroom.h"

#include <list>
#include <unordered_map>

namespace lockscope::lock {

// Gives back leftovers whose state on the server is unknown, or that the server cannot be told of:
// a place in a queue, or a hold of which an attempt or a release was never answered. Both are given
// back as soon as the server can be told, however long that takes, or until they have surely
// expired. A place or a hold that was given up is given up once more where another process keeps
// the lock: a replica that was promoted may not have heard of it, and would keep all others
// waiting. I/O thread; owned by a space.
class Departures
{
public:
    // The leftovers that the owner may have on the server.
    struct Remains {
        std::shared_ptr<const Protocol> protocol;
        bool isQueued = false;
        std::optional<Millis> wait; // isQueued: with which it came
        std::optional<Millis> lease; // of an unknown hold; empty: there is none
        QByteArray request = {}; // of the release that was not answered; empty: there was none
    };

    Departures(redis::Deployment &deployment, const Clock &clock, HoldBook &holds,
               WaitRooms &rooms);
    // Does not wait for answers any more; sends the releases that can be sent.
    ~Departures();

    // Ready when nothing is left; dropping it takes nothing back.
    Pending<void> leave(const LockName &name, const OwnerId &owner, Remains remains);
    // The owner is about to try again: its leftovers are removed first, or a late departure would
    // take the new grant. To be waited for.
    Pending<Reply> comeBack(const HoldKey &key);

    bool isEmpty() const { return m_outstanding.empty(); }

    // The owner stood in a queue and does not any more, granted or not.
    void noteGone(const HoldKey &key, Remains place);
    // It has given its hold back. `lease`: the longest that the hold can last where this is lost.
    void noteReleased(const HoldKey &key, std::shared_ptr<const Protocol> protocol, Millis lease,
                      const QByteArray &request);
    // It is about to try again: what it has then is no leftover.
    void noteBack(const HoldKey &key);
    void onServerChanged();

private:
    struct Departure {
        std::uint64_t number = 0; // tells a later one from this
        QByteArray request; // of the release: nothing is given back twice
        Remains remains;
    };

    struct Gone {
        HoldKey key;
        Remains remains;
        Instant at{};
    };
    using InOrder = std::list<Gone>;

    Gone &remember(const HoldKey &key);
    Pending<Reply> tell(const HoldKey &key, const Departure &departure);
    QCoro::Task<> run(HoldKey key, Departure departure);
    bool isOutstanding(const HoldKey &key, const Departure &departure) const;

    redis::Deployment &m_deployment;
    const Clock &m_clock;
    HoldBook &m_holds;
    WaitRooms &m_rooms;
    std::map<HoldKey, Departure> m_outstanding;
    InOrder m_gone; // lately, and not back
    std::unordered_map<HoldKey, InOrder::iterator, HoldKey::Hash> m_goneByKey;
    std::uint64_t m_last = 0;
    TaskScope m_scope{"departures"}; // last
};

} // namespace lockscope::lock
