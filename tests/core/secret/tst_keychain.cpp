// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/keychain.h"
#include "tests/core/secret/askedbook.h"
#include "tests/support/keychainsession.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDirIterator>

using namespace lockscope;
using namespace lockscope::secret;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// A real keychain on a bus of its own.
class TestKeychain : public QObject
{
    Q_OBJECT

private:
    SystemClock m_clock;
    KeychainSession m_session;

    static std::optional<keychain::Failure> stored(const QString &key, const QByteArray &secret)
    {
        std::optional<std::optional<keychain::Failure>> done;
        QObject context;
        const auto told = [&](tl::expected<void, keychain::Problem> &&result) {
            done = result ? std::nullopt : std::optional(result.error().failure);
        };
        if (secret.isEmpty())
            keychain::forget(key, Millis(10'000), &context, told);
        else
            keychain::write(key, secret, Millis(10'000), &context, told);
        return eventually([&] { return done.has_value(); })
            ? *done
            : std::optional(keychain::Failure::NoKeychain);
    }
    static Sources inKeychain(const QString &profile)
    {
        return {profile, source(u"keychain"_s), source(u"keychain"_s), {}, {}};
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE(KeychainSession::isAvailable(), "gnome-keyring or dbus");
        QVERIFY(m_session.start());
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_session.address());
    }

    void init() { failOnAnyWarning(); }

    void keepsForgetsAndMisses()
    {
        QCOMPARE(stored(u"shop"_s, "CANARY-in-keychain ä"), std::nullopt);
        QCOMPARE(stored(u"shop/sentinel"_s, "another"), std::nullopt);
        SecretBook book(m_clock, {});
        const auto password = book.credentialsFor(inKeychain(u"shop"_s), Which::Password);
        const auto ofSentinels =
            book.credentialsFor(inKeychain(u"shop"_s), Which::SentinelPassword);
        QCOMPARE(await(password->password())->bytes, "CANARY-in-keychain ä");
        QCOMPARE(await(ofSentinels->password())->bytes, "another");
        QCOMPARE(stored(u"shop"_s, {}), std::nullopt);
        QCOMPARE(stored(u"shop"_s, {}), std::nullopt); // it is not there, as was wanted
        const auto other = book.credentialsFor(inKeychain(u"other"_s), Which::Password);
        const auto missing = await(other->password());
        QVERIFY(!missing);
        QVERIFY(missing.error().text.english().endsWith(
            "no such entry; store it with lockctl profile password other"_L1));
        // Encrypted by the keychain, and nothing of ours beside it.
        QDirIterator files(m_session.folder(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(!file.open(QIODevice::ReadOnly) || !file.readAll().contains("CANARY"));
        }
    }

    void asksAndRemembers()
    {
        AskedUser user;
        SecretBook::Options options;
        options.asker = user.asker();
        options.asksAgain = true;
        SecretBook book(m_clock, std::move(options));
        const auto credentials = book.credentialsFor(inKeychain(u"new"_s), Which::Password);
        auto asked = credentials->password();
        QVERIFY(user.isAsked(1));
        QVERIFY(user.questions[0].mayRemember);
        QVERIFY(user.questions[0].why.english().contains("no such entry"_L1));
        user.says("typed", true);
        QCOMPARE(await(std::move(asked))->bytes, "typed");
        SecretBook later(m_clock, {});
        QVERIFY(eventually([&] {
            const auto again = later.credentialsFor(inKeychain(u"new"_s), Which::Password);
            const auto secret = await(again->password());
            return secret && secret->bytes == "typed";
        }));
    }

    // The keychain has the password that the server does not take any more.
    void asksAgainWhereItHasAnOldOne()
    {
        QCOMPARE(stored(u"old"_s, "before"), std::nullopt);
        AskedUser user;
        SecretBook::Options options;
        options.asker = user.asker();
        options.asksAgain = true;
        SecretBook book(m_clock, std::move(options));
        const auto credentials = book.credentialsFor(inKeychain(u"old"_s), Which::Password);
        QCOMPARE(await(credentials->password())->bytes, "before");
        QCOMPARE(credentials->refused("before"), redis::Credentials::Next::Once);
        auto asked = credentials->password();
        QVERIFY(user.isAsked(1));
        QVERIFY(user.questions[0].wasRejected && user.questions[0].mayRemember);
        user.says("after");
        QCOMPARE(await(std::move(asked))->bytes, "after");
    }
};

LOCKSCOPE_TEST_SUITE(TestKeychain)
#include "tst_keychain.moc"
