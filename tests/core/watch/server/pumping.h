// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/server/readingpump.h"
#include "tests/core/watch/server/partstage.h"

namespace lockscope::test {

// A pump that keeps what it read in the stage's book.
class Pumping
{
public:
    explicit Pumping(PartStage &stage)
        : pump(stage.context,
               {.isReady = [this] { return isReady; },
                .prepare = [](watch::ReadJob &) {},
                .someGone = [this] { return onGone(); },
                .catchUp = [this] { return onCatchUp(); },
                .apply =
                    [this](watch::BatchOutcome batch, const watch::ReadingPump::Entries &entries) {
                        apply(std::move(batch), entries);
                    },
                .idle = [this] { ++idle; }})
        , m_stage(stage)
    {}

    ~Pumping() { m_stage.scope.cancel(); }
    Pumping(const Pumping &) = delete;
    Pumping &operator=(const Pumping &) = delete;

    int readings(const LockName &lock) const
    {
        return static_cast<int>(std::count(read.begin(), read.end(), lock));
    }

    bool isReady = true;
    std::vector<LockName> read;
    int batches = 0;
    int gone = 0;
    bool mayBeTold = true; // what was gone counts
    int caughtUp = 0;
    std::function<void()> whileCatchingUp; // what comes then
    int idle = 0;
    watch::ReadingPump pump;

private:
    QCoro::Task<bool> onGone()
    {
        ++gone;
        co_return mayBeTold;
    }
    QCoro::Task<Result<void>> onCatchUp()
    {
        ++caughtUp;
        if (whileCatchingUp)
            whileCatchingUp();
        co_return Result<void>();
    }
    void apply(watch::BatchOutcome batch, const watch::ReadingPump::Entries &entries)
    {
        ++batches;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            read.push_back(entries[i].lock);
            m_stage.book.apply(std::move(batch.locks[i]), {1, false, false});
        }
    }

    PartStage &m_stage;
};

} // namespace lockscope::test
