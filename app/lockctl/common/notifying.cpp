// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/notifying.h"

#include "app/common/recordings.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "core/base/text.h"
#include "ui/wording/lockjson.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr Millis attempt{10'000};
// A service manager that ends a program waits longer.
constexpr Millis lastAttempt{3'000};

} // namespace

std::unique_ptr<notify::Courier> courierFor(const app::ChosenTarget &target)
{
    if (!target.notifying.command.isEmpty())
        return notify::makeCommandCourier(target.notifying.command, attempt);
    if (target.webhook)
        return notify::makeWebhookCourier(target.webhook, "lockctl/" LOCKSCOPE_VERSION, attempt);
    return {};
}

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
        if (target.notifying.command.isEmpty() && !target.webhook)
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

void Notifying::start()
{
    for (Part &part : m_parts) {
        const app::ChosenTarget &target = part.target;
        notify::Notifier::Options options;
        options.sender = {target.profile, profile::name(target.tag), m_program,
                          QStringLiteral(LOCKSCOPE_VERSION)};
        options.warnings = target.notifying.warnings;
        options.ends = target.notifying.ends;
        options.json = [](const health::Problem &problem) { return wording::toJson(problem); };
        part.notifier =
            std::make_unique<notify::Notifier>(std::move(options), m_clock, courierFor(target));
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
