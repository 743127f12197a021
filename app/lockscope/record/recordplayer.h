// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/record/pastclock.h"
#include "core/recorder/recordreader.h"
#include "ui/client/watchclient.h"
#include "ui/health/healthfeed.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace lockscope::console {

// Shows the times of a record in the models of a window, as if these had watched the time before
// it: of a stretch around it each entry is told in its turn, with the clock set to it, so that
// histories, judges and numbers are those of then. To a later time of the stretch it goes on; for
// an earlier one everything begins anew. GUI thread; reader, clock, client and feed must outlive
// it. The feed has to use what was recorded (HealthFeed::useRecorded()).
class RecordPlayer
{
public:
    struct Limits {
        Millis before = std::chrono::hours(1); // that is told before the time that is shown
        Millis after = std::chrono::minutes(5); // that is read with it
        std::size_t entries = 60'000; // of one stretch; a busy record gets a shorter time before
    };

    RecordPlayer(recorder::RecordReader &reader, PastClock &clock, ui::WatchClient &client,
                 ui::HealthFeed &health);
    RecordPlayer(recorder::RecordReader &reader, PastClock &clock, ui::WatchClient &client,
                 ui::HealthFeed &health, const Limits &limits);

    // Shows it. An Error says between which times nothing was recorded, or what is damaged; then
    // all stays as it is.
    Result<void> show(WallInstant at);
    // The same for a hand that is on its way: in some hundredths of a second, also in a busy
    // record, but without the time before, unless that is at hand. show() brings it when the hand
    // rests.
    Result<void> glance(WallInstant at);
    WallInstant at() const { return m_at; }
    bool isEmpty() const { return !m_stretch; } // nothing is shown yet

    // When the event before or after the time was told; empty: there is none.
    std::optional<WallInstant> nextEvent(int direction);
    // When the problems of the stretch opened; only once something is shown.
    const std::vector<WallInstant> &problems() const { return m_stretch->problems; }

private:
    struct Stretch {
        recorder::PastPicture base;
        std::vector<recorder::Stamped> entries;
        std::vector<std::pair<WallInstant, WallInstant>> recorded;
        std::vector<WallInstant> problems; // when they opened
        bool isGlance = false; // an instant alone: the time around it was not read

        bool covers(WallInstant at) const;
    };
    struct Waiting {
        watch::WatchMailbox::Delivery all;
        std::set<watch::LockId> locks; // that change in it
    };
    class Collector;

    std::optional<WallInstant> farEvent(int direction);
    Result<Stretch> read(WallInstant at);
    bool isAhead(WallInstant at) const;
    void play(WallInstant at, bool isAnew);
    std::size_t placeOf(WallInstant at) const;
    void begin();
    void playTo(std::size_t place, WallInstant at);
    void tell(Waiting &waiting, const recorder::Stamped &last);
    void tellBegin();
    void tellHoles(WallInstant at);
    void takeServer(const watch::ServerRecord &server);

    recorder::RecordReader &m_reader;
    PastClock &m_clock;
    ui::WatchClient &m_client;
    ui::HealthFeed &m_health;
    const Limits m_limits;
    std::optional<Stretch> m_stretch;
    std::size_t m_place = 0; // entries of the stretch that are told
    std::size_t m_holesTold = 0; // of the stretch
    WallInstant m_at;
    std::map<watch::DeploymentId, recorder::PlaceEntry> m_places;
    std::map<watch::DeploymentId, admin::Place> m_told;
};

} // namespace lockscope::console
