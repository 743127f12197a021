// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/watch/record/losthold.h"
#include "core/watch/track/losses.h"

#include <functional>
#include <optional>
#include <unordered_set>
#include <vector>

namespace lockscope::watch {

// Holds back the events of a reading after changes may have gone unseen, and reports them as one
// loss or lock by lock as soon as all is read. Owns the rules (Losses). No I/O; one thread; the
// clock must outlive it.
class LossBook
{
public:
    struct Handlers {
        std::function<void(const Losses::Ended &ended)> ended; // to be reported alone
        // The names are sorted, and the holds by name and owner.
        std::function<void(Losses::Cause cause, const std::vector<LockName> &names,
                           std::vector<LostHold> holds)>
            lost;
        // Calls back when all that the server had to tell by now is known; maybe at once.
        std::function<void(std::function<void()> heard)> catchUp;
    };

    LossBook(const Clock &time, Handlers handlers);

    // `names`: each is read again. `underWay`: readings of them that may be older than this.
    void begin(Losses::Cause cause, const std::vector<LockName> &names,
               const std::unordered_set<LockName> &underWay);
    bool expects(const LockName &name) const { return m_losses.expects(name); }
    // A reading of an expected lock. Takes the events that are held back, unless signs of a release
    // were heard: then there is nothing to decide. True: read it once more.
    bool noteRead(const LockName &name, const QByteArray &kind, const TrackedLock &before,
                  const std::optional<format::LockReading> &after, bool hasSigns,
                  std::vector<LockEvent> &events);
    // It is not read: no loss waits for it.
    void passOver(const LockName &name);
    // A wake-up or a latch of it. True: it disproves a loss, and counts for nothing else.
    bool noteSign(const LockName &name) { return m_losses.noteSign(name); }
    bool holdsBack(const LockName &name) const { return m_losses.holdsBack(name); }
    // Tells as soon as all is known, or has been waited for long enough.
    void settle();

private:
    void tell(Losses::Verdict verdict) const;

    const Clock &m_time;
    Handlers m_handlers;
    Losses m_losses;
    quint64 m_round = 0; // of what is waited for
    bool m_isCatchingUp = false;
};

} // namespace lockscope::watch
