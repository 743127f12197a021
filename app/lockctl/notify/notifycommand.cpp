// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/notify/notifycommand.h"

#include "app/common/receivers.h"
#include "app/lockctl/common/notifying.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/secrets.h"
#include "core/base/text.h"
#include "core/profile/profilestore.h"

#include <QCommandLineParser>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

const QString notifyProgram = u"lockctl notify"_s;

// One message to each receiver, one after the other; connects to no Redis.
class NotifyTest : public Running
{
    Q_OBJECT

public:
    explicit NotifyTest(std::vector<app::ChosenTarget> targets)
        : m_targets(std::move(targets))
    {}

    void start() override { next(); }
    void interrupt(int /*signal*/) override
    {
        m_courier.reset();
        tellInterrupted();
        Q_EMIT finished(Unreachable);
    }

private:
    void next();
    void onEnded(const notify::Outcome &outcome);
    void tellStep(const QString &text) const
    {
        (void)writeOut(u"%1: %2\n"_s.arg(m_targets[m_at].profile, text));
    }

    const std::vector<app::ChosenTarget> m_targets; // one a profile
    std::size_t m_at = 0;
    std::unique_ptr<notify::Courier> m_courier;
    Instant m_sentAt;
    bool m_hasFailed = false;
};

void NotifyTest::next()
{
    if (m_at == m_targets.size()) {
        Q_EMIT finished(m_hasFailed ? Unreachable : Done);
        return;
    }
    const app::ChosenTarget &target = m_targets[m_at];
    tellStep(target.notifying.command.isEmpty() ? u"its URL comes from %1"_s.arg(
                 visible(profile::toText(target.secrets.webhook).toUtf8()))
                                                : u"running %1"_s.arg(receiverOf(target)));
    m_courier = app::courierFor(target, notifyProgram);
    m_sentAt = std::chrono::steady_clock::now();
    m_courier->send(
        notify::testMessage(app::senderFor(target, notifyProgram), SystemClock().wallNow()),
        [this](const notify::Outcome &outcome) {
            // It is calling, and the next one replaces it.
            QMetaObject::invokeMethod(
                this, [this, outcome] { onEnded(outcome); }, Qt::QueuedConnection);
        });
}

void NotifyTest::onEnded(const notify::Outcome &outcome)
{
    if (!m_courier)
        return; // interrupted
    const auto took =
        std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - m_sentAt);
    if (outcome.isDelivered) {
        tellStep(u"delivered in %1 ms: %2"_s.arg(took.count()).arg(outcome.text.english()));
    } else {
        m_hasFailed = true;
        tellStep(u"not delivered: %1"_s.arg(outcome.text.english()));
        tellStep(outcome.isFinal ? u"such a message would not be tried again"_s
                                 : u"such a message would be tried again"_s);
    }
    m_courier.reset();
    ++m_at;
    next();
}

void addNotifyOptions(QCommandLineParser &parser)
{
    parser.addPositionalArgument(u"test"_s, u"Send a test message, and show what becomes of it."_s);
    parser.addPositionalArgument(
        u"PROFILE"_s,
        u"The profiles whose receivers are tested; the default profile if none is "
        "given."_s,
        u"[PROFILE...]"_s);
}

// Those that are named, or the default one; each once.
Result<std::vector<profile::Profile>> profilesFrom(const QStringList &names)
{
    const auto saved = profile::ProfileStore().load();
    if (!saved)
        return fail(saved.error());
    QStringList wanted = names;
    if (wanted.isEmpty() && !saved->defaultName.isEmpty())
        wanted += saved->defaultName;
    if (wanted.isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"no profile was given, and there is no default profile"_s);
    wanted.removeDuplicates();
    std::vector<profile::Profile> profiles;
    for (const QString &name : std::as_const(wanted)) {
        auto profile = saved->named(name);
        if (!profile)
            return fail(profile.error());
        profiles.push_back(*std::move(profile));
    }
    return profiles;
}

Result<std::unique_ptr<Running>> prepareNotify(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    if (words.isEmpty())
        return fail(ErrorKind::InvalidInput, u"an action is missing: test"_s);
    if (words.front() != "test"_L1)
        return fail(
            ErrorKind::InvalidInput,
            u"unknown action \"%1\"; use test"_s.arg(visibleElided(words.front().toUtf8(), 60)));
    const auto profiles = profilesFrom(words.sliced(1));
    if (!profiles)
        return fail(profiles.error());
    static const SystemClock clock;
    secret::SecretBook book(clock, {});
    std::vector<app::ChosenTarget> targets;
    for (const profile::Profile &profile : *profiles) {
        app::ChosenTarget target;
        target.profile = profile.name;
        target.tag = profile.tag;
        target.secrets = secret::sourcesOf(profile);
        target.notifying = profile.notifying;
        target.webhook = book.credentialsFor(target.secrets, secret::Which::Webhook);
        if (!app::tellsAnybody(target))
            return fail(ErrorKind::InvalidInput,
                        u"the profile \"%1\" tells nobody; use lockctl profile save %1 --change "
                        "--notify-command or --notify-webhook-from"_s.arg(profile.name));
        targets.push_back(std::move(target));
    }
    hideVariables();
    return std::make_unique<NotifyTest>(std::move(targets));
}

} // namespace

CommandSpec notifyCommand()
{
    return {u"notify"_s, u"test who is told of the problems of a profile"_s,
            u"lockctl notify test [PROFILE...]"_s, addNotifyOptions, prepareNotify};
}

} // namespace lockscope::lockctl

#include "notifycommand.moc"
