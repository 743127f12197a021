// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/secrets.h"

#include "app/common/hiddenvariables.h"
#include "app/lockctl/common/secretprompt.h"
#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/profile/profilestore.h"
#include "core/redis/target/credentials.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using From = profile::SecretSource::From;

QString promptFor(const secret::Question &question)
{
    const QString profile = visibleElided(question.profile.toUtf8(), 64);
    switch (question.which) {
    case secret::Which::SentinelPassword:
        return u"Password of the Sentinels of the profile %1: "_s.arg(profile);
    case secret::Which::KeyPassphrase:
        return u"Passphrase of the key of the profile %1: "_s.arg(profile);
    case secret::Which::OperatorPassword:
        return u"Password of the user for acting of the profile %1: "_s.arg(profile);
    case secret::Which::Webhook: // never asked for
    case secret::Which::Password:
        break;
    }
    return u"Password of the profile %1: "_s.arg(profile);
}

secret::SecretBook::Options bookOptions()
{
    secret::SecretBook::Options options;
    options.notAsked =
        Sentence::say("the profile says that you are asked for it, but standard input is no "
                      "terminal; use another source (lockctl profile save --change "
                      "--password-from), or run it in a terminal");
    options.howToRetry = Sentence::say("run the command again to be asked again");
    if (canPrompt())
        options.asker = [](const secret::Question &question, const auto &reply) {
            reply({promptForSecret(promptFor(question))});
        };
    return options;
}

Result<void> askNow(const std::shared_ptr<redis::Credentials> &credentials,
                    const profile::SecretSource &source)
{
    if (!credentials || source.from != From::Ask)
        return {};
    auto asked = credentials->password(); // the asker replies in the call
    if (!asked.isReady())
        return {};
    if (const auto typed = asked.take(); !typed)
        return fail(ErrorKind::InvalidInput, typed.error().text);
    return {};
}

} // namespace

void hideVariables()
{
    app::hideSecretVariables(profile::ProfileStore());
    for (const QString &variable : hiddenFromChildren())
        qunsetenv(variable.toLocal8Bit().constData());
}

Result<void> takeSecrets(TargetChoice &choice, Purpose purpose)
{
    std::vector<app::ChosenTarget> &targets = choice.targets;
    if (purpose == Purpose::Act)
        choice.operatorPassword = qgetenv("LOCKSCOPE_OPERATOR_PASSWORD");
    static const SystemClock clock;
    secret::SecretBook book(clock, bookOptions());
    for (app::ChosenTarget &target : targets) {
        book.equip(target, target.secrets);
        target.webhook = book.credentialsFor(target.secrets, secret::Which::Webhook);
    }
    if (purpose == Purpose::Act) {
        for (const app::ChosenTarget &target : targets)
            choice.operators.push_back(
                target.operatorUser.isEmpty()
                    ? nullptr
                    : book.credentialsFor(target.secrets, secret::Which::OperatorPassword));
    }
    hideVariables();
    for (const app::ChosenTarget &target : targets) {
        const secret::Sources &sources = target.secrets;
        if (const auto done = askNow(target.credentials, sources.password); !done)
            return done;
        if (const auto done = askNow(target.sentinelCredentials, sources.sentinelPassword); !done)
            return done;
        if (const auto done = askNow(target.keyCredentials, sources.keyPassphrase); !done)
            return done;
    }
    for (std::size_t target = 0; target < choice.operators.size(); ++target) {
        if (const auto done =
                askNow(choice.operators[target], targets[target].secrets.operatorPassword);
            !done)
            return done;
    }
    return {};
}

} // namespace lockscope::lockctl
