// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/sentence.h"
#include "core/profile/profile.h"
#include "core/redis/target/target.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::secret {

// The secrets of a profile.
enum class Which { Password, SentinelPassword, KeyPassphrase, OperatorPassword, Webhook };

// The key of its entry in the keychain: "shop", "shop/sentinel", "shop/key", "shop/operator",
// "shop/webhook".
QString keychainKey(const QString &profile, Which which);

// The sources of a profile's secrets. A value.
struct Sources {
    QString profile;
    profile::SecretSource password = {};
    profile::SecretSource sentinelPassword = {};
    profile::SecretSource keyPassphrase = {};
    std::optional<Millis> reauthenticate = {};
    profile::SecretSource operatorPassword = {};
    profile::SecretSource webhook = {}; // its URL

    bool isEmpty() const
    {
        return !password.isSet() && !sentinelPassword.isSet() && !keyPassphrase.isSet()
            && !operatorPassword.isSet() && !webhook.isSet();
    }
    friend bool operator==(const Sources &, const Sources &) = default;
};
Sources sourcesOf(const profile::Profile &profile);

// A question to the user, and what to know of it.
struct Question {
    QString profile;
    Which which = Which::Password;
    bool wasRejected = false; // the one before
    Sentence why; // the keychain could not tell it; empty: the profile says that the user is asked
    bool mayRemember = false; // there is a keychain to keep it in
};
struct Answer {
    std::optional<QByteArray> secret; // empty: the user does not say
    bool isToBeRemembered = false;
};
// Called on the thread of the connections, where `reply` is to be called, too, once: in the call or
// later.
using Asker = std::function<void(const Question &question, std::function<void(Answer &&)> reply)>;

// Gives targets what fetches their passwords: one object for each secret of a profile, shared by
// all targets that are equipped while one lives, so that a user is asked once. Variables that it
// reads are hidden from children (core/base/childenvironment.h). Made and used on one
// thread; what it gives away is used on that of the connections. The clock and what the asker needs
// outlive both.
class SecretBook
{
public:
    struct Options {
        Asker asker = {}; // empty: nobody can be asked
        Sentence notAsked = {}; // why, with the next step
        bool asksAgain = false; // after a wrong password, and where the keychain has none
        Sentence howToRetry = {}; // for one who has declined to answer
        Millis commandLimit{60'000};
        Millis keychainLimit{60'000}; // it may ask to be unlocked
    };

    SecretBook(const Clock &clock, Options options);
    ~SecretBook();

    // Targets whose sources are not set stay as they are. For watching: the operator's password is
    // fetched only for who acts, by credentialsFor().
    void equip(redis::Target &target, const Sources &sources);
    std::shared_ptr<redis::Credentials> credentialsFor(const Sources &sources, Which which);

private:
    class Entry;
    struct Shared;
    struct Known {
        Sources sources; // only of this one
        Which which;
        std::weak_ptr<Entry> entry;
    };

    std::shared_ptr<Shared> m_shared;
    std::vector<Known> m_known;
};

} // namespace lockscope::secret
