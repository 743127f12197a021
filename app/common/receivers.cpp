// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/receivers.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::app {

namespace {

constexpr Millis attempt{10'000};

} // namespace

bool tellsAnybody(const ChosenTarget &target)
{
    return !target.notifying.command.isEmpty() || target.webhook;
}

std::unique_ptr<notify::Courier> courierFor(const ChosenTarget &target, const QString &program)
{
    if (!target.notifying.command.isEmpty())
        return notify::makeCommandCourier(target.notifying.command, attempt);
    if (!target.webhook)
        return {};
    const QString userAgent = program.section(u' ', 0, 0) + u"/" LOCKSCOPE_VERSION;
    return notify::makeWebhookCourier(target.webhook, userAgent.toUtf8(), attempt);
}

notify::Sender senderFor(const ChosenTarget &target, const QString &program)
{
    return {target.profile, profile::name(target.tag), program, QStringLiteral(LOCKSCOPE_VERSION)};
}

std::unique_ptr<notify::Notifier> notifierFor(const ChosenTarget &target, const QString &program,
                                              notify::ProblemJson json, const Clock &clock)
{
    auto courier = courierFor(target, program);
    if (!courier)
        return {};
    notify::Notifier::Options options;
    options.sender = senderFor(target, program);
    options.warnings = target.notifying.warnings;
    options.ends = target.notifying.ends;
    options.json = std::move(json);
    return std::make_unique<notify::Notifier>(std::move(options), clock, std::move(courier));
}

} // namespace lockscope::app
