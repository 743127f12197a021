// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonnames.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::format;

class TestRedissonNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tagsNamesWithoutBraces()
    {
        QCOMPARE(redisson::tagged(LockName("orders")), QByteArray("{orders}"));
        QCOMPARE(redisson::tagged(LockName("{acct}:42")), QByteArray("{acct}:42"));
        QCOMPARE(redisson::tagged(LockName("a{b}c")), QByteArray("a{b}c"));
        QCOMPARE(redisson::tagged(LockName("x{")), QByteArray("x{"));
    }

    void untagsToEveryNameThatHasTheTag_data()
    {
        QTest::addColumn<QByteArray>("tag");
        QTest::addColumn<QByteArrayList>("names");
        QTest::newRow("plain") << QByteArray("{foo}") << QByteArrayList{"foo", "{foo}"};
        QTest::newRow("tag inside") << QByteArray("{a}:42") << QByteArrayList{"{a}:42"};
        QTest::newRow("braces within") << QByteArray("{a{b}}") << QByteArrayList{"{a{b}}"};
        QTest::newRow("empty braces") << QByteArray("{}") << QByteArrayList{"{}"};
        QTest::newRow("nothing") << QByteArray("") << QByteArrayList{};
    }

    void untagsToEveryNameThatHasTheTag()
    {
        QFETCH(QByteArray, tag);
        QFETCH(QByteArrayList, names);
        QByteArrayList found;
        for (const LockName &name : redisson::untagged(tag)) {
            found.append(name.bytes);
            QCOMPARE(redisson::tagged(name), tag);
        }
        QCOMPARE(found, names);
    }

    void takesOwnersApart_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<int>("form");
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<bool>("write");
        const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
        const QByteArray id32(32, 'a');
        const auto strict = static_cast<int>(redisson::OwnerForm::Strict);
        const auto lenient = static_cast<int>(redisson::OwnerForm::Lenient);
        const auto none = static_cast<int>(redisson::OwnerForm::None);
        QTest::newRow("lock") << uuid + ":1" << strict << uuid + ":1" << false;
        QTest::newRow("negative thread") << uuid + ":-7" << strict << uuid + ":-7" << false;
        QTest::newRow("write") << uuid + ":1:write" << strict << uuid + ":1" << true;
        QTest::newRow("transaction")
            << uuid + ":1:" + id32 << strict << uuid + ":1:" + id32 << false;
        QTest::newRow("transactional write")
            << uuid + ":1:write:" + id32 << strict << uuid + ":1:" + id32 << true;
        QTest::newRow("other token")
            << QByteArray("host-a:12") << lenient << QByteArray("host-a:12") << false;
        QTest::newRow("upper case")
            << uuid.toUpper() + ":1" << lenient << uuid.toUpper() + ":1" << false;
        QTest::newRow("no thread") << uuid << none << QByteArray() << false;
        QTest::newRow("no number") << uuid + ":x" << none << QByteArray() << false;
        QTest::newRow("no token") << QByteArray(":1") << none << QByteArray() << false;
        QTest::newRow("empty") << QByteArray() << none << QByteArray() << false;
        QTest::newRow("only colons") << QByteArray(":::") << none << QByteArray() << false;
        QTest::newRow("huge") << QByteArray(100'000, 'x') << none << QByteArray() << false;
    }

    void takesOwnersApart()
    {
        QFETCH(QByteArray, field);
        const auto parsed = redisson::parseOwner(field);
        QTEST(static_cast<int>(parsed.form), "form");
        QTEST(parsed.owner.bytes, "owner");
        QTEST(parsed.write, "write");
    }

    void countsArePositiveIntegers()
    {
        QCOMPARE(redisson::parseCount("2"), 2);
        QCOMPARE(redisson::parseCount("0"), 0);
        QCOMPARE(redisson::parseCount("-1"), -1);
        QCOMPARE(redisson::parseCount("007"), 7);
        for (const char *const none : {"+1", "1.5", "", " 1", "99999999999999999999"})
            QVERIFY(!redisson::parseCount(none));
    }

    void findsTheTagBeforeAnOwner()
    {
        const QByteArray owner = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
        QCOMPARE(redisson::withoutOwner("{orders}:" + owner).value_or(""), QByteArray("{orders}"));
        QCOMPARE(redisson::withoutOwner("{m}:x:lock:" + owner).value_or(""),
                 QByteArray("{m}:x:lock"));
        QVERIFY(!redisson::withoutOwner("{orders}").has_value());
        QVERIFY(!redisson::withoutOwner("{a:b:1}").has_value());
    }
};

LOCKSCOPE_TEST_SUITE(TestRedissonNames)
#include "tst_redissonnames.moc"
