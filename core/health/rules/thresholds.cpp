// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/thresholds.h"

#include "core/base/sentence.h"
#include "core/base/text.h"

#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::health {

namespace {

struct Setting {
    const char *name;
    Millis Thresholds::*member;
};

constexpr std::array settings{
    Setting{"wait", &Thresholds::wait},
    Setting{"critical-wait", &Thresholds::criticalWait},
    Setting{"hold", &Thresholds::hold},
    Setting{"least-hold", &Thresholds::leastHold},
    Setting{"free-but-waited", &Thresholds::freeButWaited},
    Setting{"recent", &Thresholds::recent},
    Setting{"unsaved", &Thresholds::unsaved},
};

QStringList known()
{
    QStringList names;
    for (const Setting &setting : settings)
        names += QString::fromLatin1(setting.name);
    return names;
}

} // namespace

Result<Thresholds> thresholdsFrom(const std::map<QByteArray, Millis> &given)
{
    Thresholds thresholds;
    for (const auto &[name, value] : given) {
        const auto setting =
            std::find_if(settings.begin(), settings.end(),
                         [&name = name](const Setting &each) { return name == each.name; });
        if (setting == settings.end())
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("unknown threshold \"%1\"; thresholds: %2")
                            .arg(visibleElided(name, 64), known().join(u", "_s)));
        thresholds.*(setting->member) = value;
    }
    return thresholds;
}

} // namespace lockscope::health
