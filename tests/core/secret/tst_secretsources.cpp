// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childenvironment.h"
#include "tests/core/secret/askedbook.h"
#include "tests/support/clocks.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::secret;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestSecretSources : public QObject
{
    Q_OBJECT

private:
    ManualClock m_clock;
    QTemporaryDir m_folder;

    Sources sourcesFrom(const QString &text) const { return {u"shop"_s, source(text), {}, {}, {}}; }

    Result<redis::Password> fetched(const QString &text, SecretBook::Options options = {}) const
    {
        SecretBook book(m_clock, std::move(options));
        const auto credentials = book.credentialsFor(sourcesFrom(text), Which::Password);
        return await(credentials->password());
    }
    QString counter(const QString &name) const
    {
        return u"command:sh -c \"echo x >> %1/%2; wc -l < %1/%2\""_s.arg(m_folder.path(), name);
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void readsAFile()
    {
        const QString file = written(m_folder, u"usual"_s, "pass word\r\nuser: x\n");
        const auto secret = fetched(u"file:"_s + file);
        QVERIFY(secret);
        QCOMPARE(secret->bytes, "pass word");
    }

    void refusesAFile_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("permissions");
        QTest::addColumn<QString>("says");
        const int own = QFile::ReadOwner | QFile::WriteOwner;
        QTest::newRow("group") << "CANARY"_ba << (own | QFile::ReadGroup) << u"chmod 600"_s;
        QTest::newRow("others") << "CANARY"_ba << (own | QFile::ReadOther) << u"chmod 600"_s;
        QTest::newRow("empty") << ""_ba << own << u"first line is empty"_s;
        QTest::newRow("empty line") << "\nCANARY"_ba << own << u"first line is empty"_s;
        QTest::newRow("large") << QByteArray(20'000, 'C') << own << u"too large"_s;
    }
    void refusesAFile()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, permissions);
        QFETCH(QString, says);
        const QString file = written(m_folder, u"refused"_s, text, QFile::Permissions(permissions));
        const auto secret = fetched(u"file:"_s + file);
        QVERIFY(!secret);
        const QString told = secret.error().text.english();
        QVERIFY2(told.contains(says) && told.contains(file), qPrintable(told));
        QVERIFY(told.startsWith("the password of the profile shop: "_L1));
        QVERIFY(!told.contains("CANARY"_L1) && !told.contains("CCCC"_L1));
        QCOMPARE(secret.error().kind, ErrorKind::Auth);
    }

    void refusesWhatIsNoFile()
    {
        QVERIFY(fetched(u"file:"_s + m_folder.path())
                    .error()
                    .text.english()
                    .contains("is not a file"_L1));
        QVERIFY(
            fetched(u"file:/nonexistent/x"_s).error().text.english().contains("No such file"_L1));
    }

    void readsAVariable()
    {
        qputenv("LOCKSCOPE_TEST_SECRET", "of the environment");
        SecretBook book(m_clock, {});
        const auto credentials =
            book.credentialsFor(sourcesFrom(u"env:LOCKSCOPE_TEST_SECRET"_s), Which::Password);
        // As lockctl does, so that no child gets it.
        QVERIFY(hiddenFromChildren().contains(u"LOCKSCOPE_TEST_SECRET"_s));
        qunsetenv("LOCKSCOPE_TEST_SECRET");
        QCOMPARE(await(credentials->password())->bytes, "of the environment");
        const auto missing = fetched(u"env:LOCKSCOPE_TEST_SECRET"_s);
        QVERIFY(missing.error().text.english().contains("LOCKSCOPE_TEST_SECRET is not set"_L1));
    }

    void runsACommand()
    {
        QCOMPARE(fetched(u"command:printf \"two words\\nmore\""_s)->bytes, "two words");
        // No shell: nothing of this is a command, a variable or a pipe.
        QCOMPARE(fetched(u"command:echo $HOME | cat; id"_s)->bytes, "$HOME | cat; id");
    }

    void commandsFail_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("says");
        QTest::newRow("status") << u"sh -c \"echo CANARY; echo CANARY >&2; exit 3\""_s
                                << u"the program sh failed with status 3"_s;
        QTest::newRow("crash") << u"sh -c \"kill -KILL $$\""_s << u"the program sh crashed"_s;
        QTest::newRow("missing") << u"/nonexistent/tool CANARY"_s << u"cannot be started"_s;
        QTest::newRow("nothing") << u"true"_s << u"wrote no password"_s;
        QTest::newRow("only errors") << u"sh -c \"echo CANARY >&2\""_s << u"wrote no password"_s;
        QTest::newRow("much") << u"sh -c \"yes CANARY\""_s << u"wrote too much"_s;
        QTest::newRow("long") << u"sleep 1000"_s << u"did not end within 0 s"_s;
    }
    void commandsFail()
    {
        QFETCH(QString, command);
        QFETCH(QString, says);
        SecretBook::Options options;
        if (command.startsWith("sleep"_L1))
            options.commandLimit = Millis(100);
        const auto secret = fetched(u"command:"_s + command, std::move(options));
        QVERIFY(!secret);
        const QString told = secret.error().text.english();
        QVERIFY2(told.contains(says), qPrintable(told));
        QVERIFY(!told.contains("CANARY"_L1));
    }

    // Those are for servers, and none of a helper's business.
    void aCommandGetsNoPasswordOfOurs()
    {
        qputenv("LOCKSCOPE_PASSWORD", "CANARY-1");
        qputenv("LOCKSCOPE_TEST_SECRET", "CANARY-2");
        SecretBook book(m_clock, {});
        const auto hidden =
            book.credentialsFor(sourcesFrom(u"env:LOCKSCOPE_TEST_SECRET"_s), Which::Password);
        const auto credentials = book.credentialsFor(
            sourcesFrom(u"command:sh -c \"env | grep -c CANARY || true\""_s), Which::Password);
        const auto count = await(credentials->password());
        qunsetenv("LOCKSCOPE_PASSWORD");
        qunsetenv("LOCKSCOPE_TEST_SECRET");
        QCOMPARE(count->bytes, "0");
        QCOMPARE(await(hidden->password())->bytes, "CANARY-2");
    }

    void isFetchedOnceForAll()
    {
        SecretBook book(m_clock, {});
        const Sources sources = sourcesFrom(counter(u"once"_s));
        const auto first = book.credentialsFor(sources, Which::Password);
        QCOMPARE(book.credentialsFor(sources, Which::Password), first); // targets stay equal
        auto one = first->password();
        auto two = first->password();
        QCOMPARE(await(std::move(one))->bytes, "1");
        QCOMPARE(await(std::move(two))->bytes, "1");
        QCOMPARE(await(first->password())->bytes, "1");
        Sources other = sources;
        other.profile = u"other"_s;
        QVERIFY(book.credentialsFor(other, Which::Password) != first);
        QVERIFY(!book.credentialsFor(sources, Which::SentinelPassword));
    }

    void aRejectedOneIsFetchedAgain()
    {
        SecretBook book(m_clock, {});
        const auto credentials =
            book.credentialsFor(sourcesFrom(counter(u"again"_s)), Which::Password);
        QCOMPARE(await(credentials->password())->bytes, "1");
        QCOMPARE(credentials->refused("1"), redis::Credentials::Next::Once);
        // Another connection says so of the same one: that is known already.
        QCOMPARE(credentials->refused("1"), redis::Credentials::Next::Once);
        QCOMPARE(await(credentials->password())->bytes, "2");
        QCOMPARE(credentials->refused("1"), redis::Credentials::Next::Once);
        QCOMPARE(await(credentials->password())->bytes, "2");
    }

    // Repeating a wrong password locks accounts out.
    void aRejectedOneIsNotToldTwice()
    {
        const QString file = written(m_folder, u"same"_s, "wrong\n");
        SecretBook book(m_clock, {});
        const auto credentials =
            book.credentialsFor(sourcesFrom(u"file:"_s + file), Which::Password);
        QCOMPARE(await(credentials->password())->bytes, "wrong");
        QCOMPARE(credentials->refused("wrong"), redis::Credentials::Next::Once);
        const auto again = await(credentials->password());
        QVERIFY(!again);
        QCOMPARE(again.error().code, "BADSECRET");
        QCOMPARE(again.error().text.english(),
                 u"the server rejected the password of the profile shop: write the right one into "
                 "the file "_s
                     + file);
        // The user may want to try it all the same.
        QCOMPARE(await(credentials->password())->bytes, "wrong");
    }

    void expires()
    {
        SecretBook book(m_clock, {});
        Sources sources = sourcesFrom(counter(u"age"_s));
        sources.reauthenticate = Millis(60'000);
        const auto credentials = book.credentialsFor(sources, Which::Password);
        const auto first = await(credentials->password());
        QCOMPARE(first->bytes, "1");
        QVERIFY(first->renewAt && *first->renewAt < m_clock.now() + Millis(60'000));
        m_clock.advanceTo(*first->renewAt - Millis(1));
        QCOMPARE(await(credentials->password())->bytes, "1");
        m_clock.advance(Millis(1));
        const auto second = await(credentials->password());
        QCOMPARE(second->bytes, "2");
        QVERIFY(*second->renewAt > *first->renewAt);
    }

    // The old one does until it is too old.
    void staysIfItCannotBeRenewed()
    {
        const QString file = written(m_folder, u"renewed"_s, "good\n");
        SecretBook book(m_clock, {});
        Sources sources = sourcesFrom(u"file:"_s + file);
        sources.reauthenticate = Millis(60'000);
        const auto credentials = book.credentialsFor(sources, Which::Password);
        const auto first = await(credentials->password());
        QVERIFY(QFile::remove(file));
        m_clock.advanceTo(*first->renewAt);
        const auto old = await(credentials->password());
        QCOMPARE(old->bytes, "good");
        QVERIFY(*old->renewAt > m_clock.now());
        m_clock.advance(Millis(60'000));
        QVERIFY(!await(credentials->password()));
    }

    void asksTheUser()
    {
        AskedUser user;
        SecretBook::Options options;
        options.asker = user.asker();
        options.asksAgain = true;
        options.howToRetry = u"choose Reconnect"_s;
        SecretBook book(m_clock, std::move(options));
        const auto credentials = book.credentialsFor(sourcesFrom(u"ask"_s), Which::Password);
        auto one = credentials->password();
        auto two = credentials->password();
        QCOMPARE(user.questions.size(), 1U); // one question for both
        QCOMPARE(user.questions[0].profile, u"shop"_s);
        QVERIFY(!user.questions[0].wasRejected && !user.questions[0].mayRemember);
        user.says("wrong");
        QCOMPARE(await(std::move(one))->bytes, "wrong");
        QCOMPARE(await(std::move(two))->bytes, "wrong");
        QCOMPARE(credentials->refused("wrong"), redis::Credentials::Next::Ask);
        auto again = credentials->password();
        QCOMPARE(user.questions.size(), 2U);
        QVERIFY(user.questions[1].wasRejected);
        user.declines();
        const auto declined = await(std::move(again));
        QVERIFY(!declined);
        QVERIFY(declined.error().text.english().endsWith("none was given; choose Reconnect"_L1));
        // Attempts that nobody asked for do not bring the question back.
        QVERIFY(!await(credentials->password()));
        QCOMPARE(user.questions.size(), 2U);
        credentials->retry();
        auto third = credentials->password();
        QCOMPARE(user.questions.size(), 3U);
        user.says("right");
        QCOMPARE(await(std::move(third))->bytes, "right");
    }

    void saysWhyNobodyIsAsked()
    {
        SecretBook::Options options;
        options.notAsked = u"there is no terminal"_s;
        const auto secret = fetched(u"ask"_s, std::move(options));
        QVERIFY(secret.error().text.english().endsWith("there is no terminal"_L1));
    }

    void noneIsNone() { QCOMPARE(fetched(u"none"_s)->bytes, ""); }

    void equipsATarget()
    {
        SecretBook book(m_clock, {});
        Sources sources{u"shop"_s, source(u"none"_s), source(u"none"_s), source(u"none"_s), {}};
        redis::Target target = redis::parseTarget(u"redis+sentinel://127.0.0.1/m"_s).value();
        target.password = "of the environment";
        book.equip(target, sources);
        QVERIFY(target.credentials && target.sentinelCredentials && !target.keyCredentials);
        QVERIFY(target.credentials != target.sentinelCredentials);
        QCOMPARE(target.password, "");
        redis::Target other = redis::parseTarget(u"redis+sentinel://127.0.0.1/m"_s).value();
        book.equip(other, sources);
        QVERIFY(other == target); // they share their connections
        redis::Target plain;
        plain.password = "of the environment";
        book.equip(plain, {});
        QCOMPARE(plain.password, "of the environment");
        QVERIFY(!plain.credentials);
    }
};

LOCKSCOPE_TEST_SUITE(TestSecretSources)
#include "tst_secretsources.moc"
