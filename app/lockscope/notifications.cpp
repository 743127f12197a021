// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/notifications.h"

#include "app/common/receivers.h"
#include "app/common/recordings.h"
#include "core/recorder/recordfolder.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

const QString consoleProgram = u"lockscope"_s;
// The window is closed already.
constexpr Millis lastAttempt{2'000};

QString testOutcome(const notify::Outcome &outcome, Millis took)
{
    const QString text = wording::ended(wording::said(outcome.text));
    if (outcome.isDelivered)
        return Notifications::tr("Delivered in %1 ms: %2").arg(QString::number(took.count()), text);
    return outcome.isFinal
        ? Notifications::tr("Not delivered: %1 Such a message would not be tried again.").arg(text)
        : Notifications::tr("Not delivered: %1 Such a message would be tried again.").arg(text);
}

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

// A book of its own: what its source says now is tried, and not what a connection was told before.
void Notifications::test(const profile::Profile &profile, const ui::MessageTold &told)
{
    app::ChosenTarget target;
    target.profile = profile.name;
    target.tag = profile.tag;
    target.notifying = profile.notifying;
    target.webhook = secret::SecretBook(m_clock, {})
                         .credentialsFor(secret::sourcesOf(profile), secret::Which::Webhook);
    auto courier = app::courierFor(target, consoleProgram);
    if (!courier)
        return;
    notify::Courier &sending = **m_tests.insert(std::move(courier)).first;
    const auto ended = [this, &sending, told,
                        sent = m_clock.now()](const notify::Outcome &outcome) {
        const auto took = std::chrono::duration_cast<Millis>(m_clock.now() - sent);
        told({outcome.isDelivered, testOutcome(outcome, took)});
        // It is calling.
        QMetaObject::invokeMethod(
            this,
            [this, &sending] {
                std::erase_if(m_tests, [&](const auto &each) { return each.get() == &sending; });
            },
            Qt::QueuedConnection);
    };
    sending.send(notify::testMessage(app::senderFor(target, consoleProgram), m_clock.wallNow()),
                 ended);
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
