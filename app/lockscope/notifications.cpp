// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/notifications.h"

#include "app/common/receivers.h"
#include "app/common/recordings.h"
#include "core/recorder/recordfolder.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/said.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

const QString consoleProgram = u"lockscope"_s;
// The window is closed already.
constexpr Millis lastAttempt{2'000};

} // namespace

Notifications::Notifications(ui::HealthFeed &feed, const picture::Picture &picture,
                             secret::SecretBook &secrets, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_feed(feed)
    , m_picture(picture)
    , m_secrets(secrets)
    , m_clock(clock)
{
    connect(&feed, &ui::HealthFeed::problemChanged, this, &Notifications::note);
}

Notifications::~Notifications() = default;

void Notifications::add(watch::DeploymentId deployment, const app::ChosenTarget &target)
{
    app::ChosenTarget receiving = target;
    receiving.webhook = m_secrets.credentialsFor(target.secrets, secret::Which::Webhook);
    if (!app::tellsAnybody(receiving))
        return;
    Part &part = m_parts[target.profile];
    part.deployments.insert(deployment);
    if (part.notifier)
        return;
    part.recordFolder = recorder::recordFolder(target.profile);
    part.notifier = app::notifierFor(
        receiving, consoleProgram,
        [](const health::Problem &problem) { return wording::toJson(problem); }, m_clock);
    connect(part.notifier.get(), &notify::Notifier::said, this,
            [this](const Sentence &text) { Q_EMIT said(wording::said(text)); });
}

void Notifications::remove(watch::DeploymentId deployment)
{
    for (auto &[profile, part] : m_parts)
        part.deployments.erase(deployment);
}

void Notifications::note(const health::ProblemChange &change)
{
    using What = health::ProblemChange::What;
    const health::Incident *incident = m_feed.incidents().find(change.problem.id);
    const bool isMuted = incident && m_feed.incidents().isMuted(*incident, m_feed.wallNow());
    if (isMuted && change.what != What::Closed)
        return;
    for (const auto &[profile, part] : m_parts) {
        if (!app::concerns(m_picture, part.deployments, change.problem))
            continue;
        // The end of what was told here is told here.
        if (change.what == What::Closed
            || !recorder::FolderLock::isHeldElsewhere(part.recordFolder))
            part.notifier->note(change);
    }
}

void Notifications::stop()
{
    disconnect(&m_feed, nullptr, this, nullptr);
    QEventLoop loop;
    int running = 1; // this call
    const auto ended = [&] {
        if (--running == 0)
            loop.quit();
    };
    for (const auto &[profile, part] : m_parts) {
        ++running;
        connect(part.notifier.get(), &notify::Notifier::stopped, &loop, ended);
        part.notifier->stop(lastAttempt);
    }
    if (--running > 0)
        loop.exec(QEventLoop::ExcludeUserInputEvents);
}

} // namespace lockscope::console
