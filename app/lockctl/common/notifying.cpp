// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/notifying.h"

#include "app/common/receivers.h"
#include "app/common/recordings.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "core/base/text.h"
#include "ui/wording/lockjson.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// A service manager that ends a program waits longer.
constexpr Millis lastAttempt{3'000};

} // namespace

QString receiverOf(const app::ChosenTarget &target)
{
    if (target.notifying.command.isEmpty())
        return u"a webhook"_s;
    return u"the program %1"_s.arg(visibleElided(target.notifying.command.front().toUtf8(), 100));
}

Notifying::Notifying(Session &session, HealthFeed &health, const TargetChoice &where,
                     const QString &program)
    : m_session(session)
    , m_program(program)
{
    for (std::size_t i = 0; i < where.targets.size(); ++i) {
        const app::ChosenTarget &target = where.targets[i];
        if (!app::tellsAnybody(target))
            continue;
        auto part = std::ranges::find_if(
            m_parts, [&](const Part &known) { return known.target.profile == target.profile; });
        if (part == m_parts.end())
            part = m_parts.insert(m_parts.end(), {target, {}, {}});
        part->deployments.insert(session.deployment(i));
    }
    connect(&health, &HealthFeed::changed, this, [this](const health::ProblemChange &change) {
        for (const Part &part : m_parts) {
            if (part.notifier
                && app::concerns(m_session.picture(), part.deployments, change.problem))
                part.notifier->note(change);
        }
    });
}

Notifying::~Notifying() = default;

void Notifying::start(const std::set<QString> &leftOut)
{
    for (Part &part : m_parts) {
        const app::ChosenTarget &target = part.target;
        if (leftOut.contains(target.profile))
            continue;
        part.notifier = app::notifierFor(
            target, m_program,
            [](const health::Problem &problem) { return wording::toJson(problem); }, m_clock);
        connect(part.notifier.get(), &notify::Notifier::said, this,
                [](const Sentence &text) { writeError(u"lockctl: %1\n"_s.arg(text.english())); });
        writeError(u"telling %1 of %2 problems of %3\n"_s.arg(
            receiverOf(target), target.notifying.warnings ? u"all"_s : u"critical"_s,
            visibleElided(target.profile.toUtf8(), 120)));
    }
}

void Notifying::stop()
{
    m_running = 1; // this call
    for (const Part &part : m_parts) {
        if (!part.notifier)
            continue;
        ++m_running;
        connect(part.notifier.get(), &notify::Notifier::stopped, this, &Notifying::onStopped);
        part.notifier->stop(lastAttempt);
    }
    onStopped();
}

void Notifying::onStopped()
{
    if (--m_running == 0)
        Q_EMIT stopped();
}

} // namespace lockscope::lockctl
