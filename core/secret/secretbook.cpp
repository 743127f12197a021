// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/secretbook.h"

#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/redis/target/credentials.h"
#include "core/secret/heldsecret.h"
#include "core/secret/keychain.h"
#include "core/secret/secretcommand.h"
#include "core/secret/secretfile.h"

#include <QObject>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::secret {

namespace {

// Until a password that could not be renewed is fetched again.
constexpr Millis pause{10'000};

using profile::SecretSource;
using From = SecretSource::From;
using redis::Password;

Sentence nameOf(Which which)
{
    switch (which) {
    case Which::Password:
        return Sentence::say("the password");
    case Which::SentinelPassword:
        return Sentence::say("the password of the Sentinels");
    case Which::KeyPassphrase:
        return Sentence::say("the passphrase of the key");
    case Which::OperatorPassword:
        return Sentence::say("the password of the user for acting");
    case Which::Webhook:
        return Sentence::say("the URL of the webhook");
    }
    return {};
}

const SecretSource &sourceOf(const Sources &sources, Which which)
{
    switch (which) {
    case Which::SentinelPassword:
        return sources.sentinelPassword;
    case Which::KeyPassphrase:
        return sources.keyPassphrase;
    case Which::OperatorPassword:
        return sources.operatorPassword;
    case Which::Webhook:
        return sources.webhook;
    case Which::Password:
        break;
    }
    return sources.password;
}

// Those of one secret alone, so that a change of another one makes no new object.
Sources onlyOf(const Sources &sources, Which which)
{
    Sources only{.profile = sources.profile, .password = sourceOf(sources, which)};
    if (which == Which::Password || which == Which::OperatorPassword)
        only.reauthenticate = sources.reauthenticate;
    return only;
}

} // namespace

QString keychainKey(const QString &profile, Which which)
{
    switch (which) {
    case Which::SentinelPassword:
        return profile + u"/sentinel"_s;
    case Which::KeyPassphrase:
        return profile + u"/key"_s;
    case Which::OperatorPassword:
        return profile + u"/operator"_s;
    case Which::Webhook:
        return profile + u"/webhook"_s;
    case Which::Password:
        break;
    }
    return profile;
}

Sources sourcesOf(const profile::Profile &profile)
{
    return {profile.name,          profile.password,       profile.sentinelPassword,
            profile.keyPassphrase, profile.reauthenticate, profile.operatorPassword,
            profile.notifyWebhook};
}

// The parts of the book that its entries need; the book may go before them.
struct SecretBook::Shared {
    Shared(const Clock &usedClock, Options given)
        : clock(usedClock)
        , options(std::move(given))
    {}

    const Clock &clock;
    const Options options;
};

// One secret. It belongs to no thread until the first call, and from then on to that of the caller.
class SecretBook::Entry final : public QObject,
                                public redis::Credentials,
                                public std::enable_shared_from_this<Entry>
{
public:
    Entry(std::shared_ptr<Shared> shared, const Sources &sources, Which which)
        : m_shared(std::move(shared))
        , m_profile(sources.profile)
        , m_which(which)
        , m_source(sources.password)
        , m_lifetime(sources.reauthenticate)
    {
        if (m_source.from == From::Variable)
            m_variable = HeldSecret(qgetenv(m_source.where.toUtf8().constData()));
        moveToThread(nullptr);
    }

    // On its own thread, wherever the last user was.
    static void destroy(Entry *entry)
    {
        if (!entry->thread() || entry->thread() == QThread::currentThread())
            delete entry;
        else
            entry->deleteLater();
    }

    Pending<Password> password() override
    {
        adopt();
        if (m_isRetryWanted.exchange(false) && m_waiting.empty())
            m_declined.reset();
        const bool isExpired = m_renewAt && m_shared->clock.now() >= *m_renewAt;
        if (m_isKnown && !isExpired)
            return Pending<Password>::ready(Password{m_secret.bytes(), m_renewAt});
        if (m_declined)
            return Pending<Password>::ready(fail(*m_declined));
        auto pending = m_waiting.emplace_back().pending();
        if (m_waiting.size() == 1)
            fetch();
        return pending;
    }

    Next refused(const QByteArray &password) override
    {
        const bool isAsked = m_source.from == From::Ask || m_isFromUser;
        if (isAsked && !m_shared->options.asksAgain)
            return Next::End;
        if (m_source.from == From::Variable || m_source.from == From::None)
            return Next::End;
        const Next next = isAsked ? Next::Ask : Next::Once;
        if (!m_isKnown || m_secret.bytes() != password)
            return next; // another one is known already, or on its way
        m_rejected = std::exchange(m_secret, HeldSecret());
        m_isKnown = false;
        m_renewAt.reset();
        m_expiresAt.reset();
        m_wasRejected = true;
        return next;
    }

    void retry() override { m_isRetryWanted = true; }

    Sentence refusal() const override
    {
        return Sentence::say("the server rejected %1 of the profile %2: %3")
            .arg(nameOf(m_which), m_profile, cure());
    }

    std::optional<QByteArray> known() const override
    {
        return m_isKnown ? std::optional(m_secret.bytes()) : std::nullopt;
    }

private:
    void adopt()
    {
        if (!thread())
            moveToThread(QThread::currentThread());
    }

    void fetch()
    {
        switch (m_source.from) {
        case From::Unset:
        case From::None:
            settle(QByteArray());
            break;
        case From::Variable:
            if (m_variable.bytes().isEmpty())
                settle(fail(ErrorKind::InvalidInput,
                            Sentence::say("the environment variable %1 is not set; set it before "
                                          "the program starts")
                                .arg(m_source.where)));
            else
                settle(m_variable.bytes());
            break;
        case From::File:
            settle(readSecretFile(m_source.where));
            break;
        case From::Command:
            m_command = std::make_unique<SecretCommand>(
                profile::commandWords(m_source), m_shared->options.commandLimit,
                [this](Result<QByteArray> &&secret) {
                    m_command.release()->deleteLater(); // it is calling
                    settle(std::move(secret));
                });
            break;
        case From::Keychain:
            if (m_isFromUser && m_wasRejected)
                ask({});
            else
                askKeychain();
            break;
        case From::Ask:
            ask({});
            break;
        }
    }

    void askKeychain()
    {
        keychain::read(keychainKey(m_profile, m_which), m_shared->options.keychainLimit, this,
                       [this](tl::expected<QByteArray, keychain::Problem> &&secret) {
                           const bool isRejected =
                               secret && m_wasRejected && *secret == m_rejected.bytes();
                           if (secret && !isRejected)
                               settle(*std::move(secret));
                           else if (m_which != Which::Webhook && m_shared->options.asksAgain
                                    && m_shared->options.asker)
                               ask(secret ? Sentence() : secret.error().text,
                                   secret || secret.error().failure == keychain::Failure::Missing);
                           else if (secret)
                               settle(*std::move(secret)); // and so it is refused
                           else
                               settle(fail(ErrorKind::InvalidInput, nextStep(secret.error())));
                       });
    }

    Sentence cure() const
    {
        switch (m_source.from) {
        case From::Ask:
            return m_shared->options.howToRetry;
        case From::Keychain:
            return Sentence::say("store the right one in the keychain with lockctl profile "
                                 "password %1")
                .arg(m_profile);
        case From::Variable:
            return Sentence::say("set the environment variable %1 to the right one and start the "
                                 "program again")
                .arg(m_source.where);
        case From::File:
            return Sentence::say("write the right one into the file %1")
                .arg(visibleElided(m_source.where.toUtf8(), 200));
        case From::Command:
            return Sentence::say("see what the program %1 writes")
                .arg(visibleElided(profile::commandWords(m_source).value(0).toUtf8(), 100));
        case From::Unset:
        case From::None:
            break;
        }
        return Sentence::say("the profile says that there is none");
    }

    Sentence nextStep(const keychain::Problem &problem) const
    {
        if (problem.failure != keychain::Failure::Missing)
            return problem.text;
        return Sentence::say("%1; store it with lockctl profile password %2")
            .arg(problem.text, m_profile);
    }

    void ask(const Sentence &why, bool mayRemember = false)
    {
        const Options &options = m_shared->options;
        if (!options.asker) {
            settle(fail(ErrorKind::InvalidInput, options.notAsked));
            return;
        }
        const Question question{m_profile, m_which, m_wasRejected, why,
                                mayRemember || (m_source.from == From::Keychain && m_mayRemember)};
        m_mayRemember = question.mayRemember;
        options.asker(question, [weak = weak_from_this()](Answer &&answer) {
            if (const auto self = weak.lock())
                self->onAnswered(std::move(answer));
        });
    }

    void onAnswered(Answer &&answer)
    {
        if (m_waiting.empty())
            return;
        if (!answer.secret) {
            m_declined =
                errorOf(Sentence::say("none was given; %1").arg(m_shared->options.howToRetry));
            m_wasRejected = false;
            answerAll(fail(*m_declined));
            return;
        }
        m_isFromUser = true;
        if (answer.isToBeRemembered)
            keychain::write(keychainKey(m_profile, m_which), *answer.secret,
                            m_shared->options.keychainLimit, this,
                            [](const tl::expected<void, keychain::Problem> &) {});
        settle(*std::move(answer.secret));
    }

    // Wrong passwords lock accounts out, so one that was rejected just now is not sent again,
    // unless the user insists.
    void settle(Result<QByteArray> &&secret)
    {
        const bool wasRejected = std::exchange(m_wasRejected, false);
        const HeldSecret rejected = std::exchange(m_rejected, HeldSecret());
        const Instant now = m_shared->clock.now();
        if (!secret && m_isKnown && m_expiresAt && now < *m_expiresAt) {
            // The old one, while it is good.
            m_renewAt = std::min(now + pause, *m_expiresAt);
            answerAll(Password{m_secret.bytes(), m_renewAt});
            return;
        }
        if (!secret) {
            answerAll(fail(errorOf(secret.error().text)));
            return;
        }
        if (wasRejected && !m_isFromUser && *secret == rejected.bytes()) {
            wipe(*secret);
            answerAll(fail(Error{ErrorKind::Auth, "BADSECRET", refusal(), {}}));
            return;
        }
        m_secret = HeldSecret(*std::move(secret));
        m_isKnown = true;
        // Earlier, for the time that it takes and for attempts that fail.
        if (m_lifetime) {
            m_renewAt = now + *m_lifetime * 3 / 4;
            m_expiresAt = now + *m_lifetime;
        }
        answerAll(Password{m_secret.bytes(), m_renewAt});
    }

    Error errorOf(const Sentence &problem) const
    {
        return {ErrorKind::Auth,
                "NOSECRET",
                Sentence::say("%1 of the profile %2: %3").arg(nameOf(m_which), m_profile, problem),
                {}};
    }

    // The waiters may drop the last reference to this.
    void answerAll(const Result<Password> &answer)
    {
        const auto self = shared_from_this();
        auto waiting = std::exchange(m_waiting, {});
        for (Completion<Password> &each : waiting)
            each.complete(answer);
    }

    const std::shared_ptr<Shared> m_shared;
    const QString m_profile;
    const Which m_which;
    const SecretSource m_source;
    const std::optional<Millis> m_lifetime;
    HeldSecret m_variable;
    HeldSecret m_secret;
    HeldSecret m_rejected; // until the next one
    bool m_isKnown = false;
    bool m_wasRejected = false;
    bool m_isFromUser = false;
    bool m_mayRemember = false;
    std::optional<Instant> m_renewAt; // of one that expires
    std::optional<Instant> m_expiresAt;
    std::optional<Error> m_declined;
    std::atomic<bool> m_isRetryWanted = false;
    std::vector<Completion<Password>> m_waiting;
    std::unique_ptr<SecretCommand> m_command;
};

SecretBook::SecretBook(const Clock &clock, Options options)
    : m_shared(std::make_shared<Shared>(clock, std::move(options)))
{}

SecretBook::~SecretBook() = default;

std::shared_ptr<redis::Credentials> SecretBook::credentialsFor(const Sources &sources, Which which)
{
    const Sources only = onlyOf(sources, which);
    if (!only.password.isSet())
        return {};
    std::erase_if(m_known, [](const Known &known) { return known.entry.expired(); });
    for (const Known &known : m_known) {
        if (const auto entry = known.entry.lock();
            entry && known.which == which && known.sources == only) {
            entry->retry();
            return entry;
        }
    }
    if (only.password.from == From::Variable)
        hideFromChildren({only.password.where});
    const std::shared_ptr<Entry> entry(new Entry(m_shared, only, which), &Entry::destroy);
    m_known.push_back({only, which, entry});
    return entry;
}

void SecretBook::equip(redis::Target &target, const Sources &sources)
{
    if (const auto password = credentialsFor(sources, Which::Password)) {
        target.credentials = password;
        wipe(target.password);
    }
    if (target.form == redis::Target::Form::Sentinel) {
        if (const auto password = credentialsFor(sources, Which::SentinelPassword)) {
            target.sentinelCredentials = password;
            wipe(target.sentinelPassword);
        }
    }
    if (target.tls || target.sentinelTls)
        target.keyCredentials = credentialsFor(sources, Which::KeyPassphrase);
}

} // namespace lockscope::secret
