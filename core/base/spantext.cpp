// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spantext.h"

namespace lockscope {

Sentence spanText(Millis span)
{
    using namespace std::chrono;
    if (span < seconds(1))
        return Sentence::say("%1 ms").arg(span.count());
    const qint64 whole = duration_cast<seconds>(span).count();
    if (whole < 60)
        return Sentence::say("%1 s").arg(whole);
    if (whole < 3600)
        return whole % 60 == 0 ? Sentence::say("%1 min").arg(whole / 60)
                               : Sentence::say("%1 min %2 s").arg(whole / 60, whole % 60);
    return whole / 60 % 60 == 0 ? Sentence::say("%1 h").arg(whole / 3600)
                                : Sentence::say("%1 h %2 min").arg(whole / 3600, whole / 60 % 60);
}

} // namespace lockscope
