// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/profile/profilepassword.h"

#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/secretprompt.h"
#include "app/lockctl/profile/atonce.h"
#include "core/base/text.h"
#include "core/profile/profilestore.h"
#include "core/secret/heldsecret.h"
#include "core/secret/keychain.h"
#include "core/secret/secretbook.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using secret::Which;
namespace keychain = secret::keychain;

// The keychain may ask the user to unlock it.
constexpr Millis limit{120'000};

struct Part {
    QLatin1StringView word;
    Which which;
    QLatin1StringView name;
    QLatin1StringView option; // of profile save
};

constexpr std::array passwordParts{
    Part{"server"_L1, Which::Password, "password"_L1, "--password-from"_L1},
    Part{"sentinel"_L1, Which::SentinelPassword, "password of the Sentinels"_L1,
         "--sentinel-password-from"_L1},
    Part{"operator"_L1, Which::OperatorPassword, "password of the user for acting"_L1,
         "--operator-password-from"_L1},
    Part{"webhook"_L1, Which::Webhook, "URL of the webhook"_L1, "--notify-webhook-from"_L1},
    Part{"key"_L1, Which::KeyPassphrase, "passphrase of the key"_L1, "--key-passphrase-from"_L1},
};

const QList<QCommandLineOption> &passwordOptions()
{
    static const QList<QCommandLineOption> options{
        {u"of"_s,
         u"password: which secret: \"server\" (the default), \"sentinel\", \"operator\", "
         "\"webhook\" for the URL that is told of problems, or \"key\" for the passphrase of the key of a client certificate."_s,
         u"PART"_s},
        {u"forget"_s, u"password: remove it from the keychain."_s},
    };
    return options;
}

class PasswordCommand final : public Running
{
public:
    PasswordCommand(profile::Profile profile, const Part &part, bool forgets)
        : m_profile(std::move(profile))
        , m_part(part)
        , m_forgets(forgets)
    {}

    void start() override
    {
        const QString key = secret::keychainKey(m_profile.name, m_part.which);
        const auto told = [this](tl::expected<void, keychain::Problem> &&done) {
            end(std::move(done));
        };
        if (m_forgets) {
            keychain::forget(key, limit, this, told);
            return;
        }
        auto typed = read();
        if (!typed) {
            writeError(u"lockctl: %1\n"_s.arg(typed.error().text.english()));
            Q_EMIT finished(Refused);
            return;
        }
        keychain::write(key, *typed, limit, this, told);
        secret::wipe(*typed);
    }

    void interrupt(int /*signal*/) override { Q_EMIT finished(Refused); }

private:
    Result<QByteArray> read() const
    {
        if (!canPrompt())
            return secretFromInput();
        auto typed = promptForSecret(
            u"New %1 of the profile %2 for the keychain: "_s.arg(m_part.name, m_profile.name));
        if (!typed)
            return fail(ErrorKind::InvalidInput, u"nothing was typed, nothing was changed"_s);
        return *std::move(typed);
    }

    void end(tl::expected<void, keychain::Problem> &&done)
    {
        if (!done) {
            writeError(u"lockctl: %1\n"_s.arg(done.error().text.english()));
            Q_EMIT finished(Unreachable);
            return;
        }
        writeError(u"lockctl: the keychain %1 the %2 of the profile \"%3\"%4\n"_s.arg(
            m_forgets ? u"no longer has"_s : u"has"_s, m_part.name, m_profile.name, hint()));
        Q_EMIT finished(Done);
    }

    // Says so if the stored password will never be asked for.
    QString hint() const
    {
        const profile::SecretSource &source = m_part.which == Which::Password ? m_profile.password
            : m_part.which == Which::SentinelPassword ? m_profile.sentinelPassword
            : m_part.which == Which::OperatorPassword ? m_profile.operatorPassword
            : m_part.which == Which::Webhook          ? m_profile.notifyWebhook
                                                      : m_profile.keyPassphrase;
        if (m_forgets || source.from == profile::SecretSource::From::Keychain)
            return {};
        return u"; to use it, run lockctl profile save %1 --change %2 keychain"_s.arg(
            m_profile.name, m_part.option);
    }

    const profile::Profile m_profile;
    const Part m_part;
    const bool m_forgets;
};

} // namespace

void addProfilePasswordOptions(QCommandLineParser &parser)
{
    parser.addOptions(passwordOptions());
}

QStringList givenPasswordOptions(const QCommandLineParser &parser)
{
    QStringList given;
    for (const QCommandLineOption &option : passwordOptions()) {
        if (parser.isSet(option))
            given += option.names().front();
    }
    return given;
}

Result<std::unique_ptr<Running>> profilePassword(const QCommandLineParser &parser,
                                                 const QString &name)
{
    const QString word = parser.isSet(u"of"_s) ? parser.value(u"of"_s) : u"server"_s;
    const auto *const part = std::ranges::find(passwordParts, word, &Part::word);
    if (part == passwordParts.end())
        return fail(ErrorKind::InvalidInput,
                    u"--of is server, sentinel, operator, webhook or key, not \"%1\""_s.arg(
                        visibleElided(word.toUtf8(), 60)));
    // With the status that show and remove have after the same.
    const auto refusal = [](const Error &error) -> std::unique_ptr<Running> {
        return std::make_unique<AtOnce>([error] { return refused(error); });
    };
    const auto profiles = profile::ProfileStore().load();
    if (!profiles)
        return refusal(profiles.error());
    const auto profile = profiles->named(name);
    if (!profile)
        return refusal(profile.error());
    return std::make_unique<PasswordCommand>(*profile, *part, parser.isSet(u"forget"_s));
}

} // namespace lockscope::lockctl
