// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/format.h"
#include "core/format/kinds.h"
#include "core/format/redissonnames.h"
#include "core/format/redissonpermits.h"
#include "core/format/stringrules.h"
#include "core/format/traits.h"
#include "tests/support/testmain.h"

#include <QByteArrayList>
#include <QTest>

#include <algorithm>
#include <functional>
#include <typeinfo>

using namespace lockscope;
using namespace lockscope::format;

namespace {

using Family = KindTraits::Family;
using Queue = KindTraits::Queue;
using Servers = KindTraits::Servers;

// The kinds of Redisson of which that is so, sorted.
QByteArrayList redissonKinds(const std::function<bool(const KindTraits &)> &isSo)
{
    QByteArrayList kinds;
    for (const KindTraits &row : allKindTraits()) {
        if (row.library == QByteArrayView("redisson") && row.isShown && isSo(row))
            kinds.append(row.kind.toByteArray());
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
}

bool matches(QByteArrayView pattern, const QByteArray &channel)
{
    return pattern.endsWith('*') && channel.startsWith(pattern.chopped(1));
}

} // namespace

class TestTraits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasARow()
    {
        QVERIFY(kindNames().size() > 15);
        for (const QString &word : kindNames()) {
            const QByteArray kind = word.toLatin1();
            QVERIFY2(traitsOf(kind).kind == kind, kind.constData());
            QVERIFY2(traitsOf(kind).isShown, kind.constData());
        }
    }

    void everyLibraryHasAName()
    {
        QVERIFY(libraryNames().contains(QStringLiteral("redisson")));
        for (const LibraryTraits &row : allLibraryTraits())
            QVERIFY2(libraryNames().contains(QString::fromLatin1(row.library)), row.library.data());
        for (const KindTraits &row : allKindTraits()) {
            if (!row.library.isEmpty())
                QVERIFY2(libraryTraitsOf(row.library).library == row.library, row.library.data());
        }
    }

    // A string rule whose kind has no plan is a forgotten row.
    void everyStringCanBeActedOn()
    {
        for (const StringRule &rule : stringRules())
            QVERIFY2(traitsOf(rule.kind, rule.library).family != Family::None, rule.kind);
    }

    void rowsOfAWordAgreeInItsFacts()
    {
        for (const KindTraits &row : allKindTraits()) {
            const KindTraits &first = traitsOf(row.kind);
            QCOMPARE(row.isShown, first.isShown);
            QCOMPARE(row.hasOwners, first.hasOwners);
            QCOMPARE(row.isReentrant, first.isReentrant);
            QCOMPARE(row.mayBeFair, first.mayBeFair);
            QCOMPARE(row.hasModes, first.hasModes);
            QCOMPARE(row.hasFencingToken, first.hasFencingToken);
            QCOMPARE(row.isPlainString, first.isPlainString);
            QCOMPARE(row.isRedlockPart, first.isRedlockPart);
            QCOMPARE(row.servers, first.servers);
            QCOMPARE(row.number, first.number);
            QCOMPARE(row.hasFairQueue(), first.hasFairQueue());
        }
    }

    // The first row that fits is taken, so a row for any library hides those behind it.
    void everyRowIsFound()
    {
        for (const KindTraits &row : allKindTraits())
            QVERIFY2(&traitsOf(row.kind, row.library) == &row, row.kind.data());
    }

    void unknownWordsHaveNoFacts()
    {
        for (const KindTraits *traits :
             {&traitsOf("no-such-kind"), &traitsOf(""), &traitsOf("fair", "laravel")}) {
            QVERIFY(traits->hasOwners);
            QVERIFY(!traits->hasQueue() && !traits->isReentrant && !traits->isNumber());
            QCOMPARE(traits->family, Family::None);
        }
        QVERIFY(!libraryTraitsOf("no-such-library").hasClients);
        QVERIFY(!libraryTraitsOf("").hasFreshTokens);
    }

    void wakesAsRedissonDoes()
    {
        QCOMPARE(redissonKinds([](const auto &row) { return row.wakesWhenFree; }),
                 QByteArrayList({"fair", "fenced", "read-write", "reentrant"}));
        QCOMPARE(redissonKinds([](const auto &row) { return row.wakesOnEachRelease; }),
                 QByteArrayList({"faster-multi"}));
        QCOMPARE(redissonKinds([](const auto &row) { return row.leavesLatches(); }),
                 QByteArrayList({"fair", "faster-multi", "fenced", "read-write", "reentrant"}));
        QVERIFY(!traitsOf("spin", "redisson").leavesLatches());
        QVERIFY(!traitsOf("read-write", "madelson").wakesWhenFree);
        QVERIFY(!traitsOf("read-write", "symfony").wakesWhenFree);
    }

    void queues()
    {
        QCOMPARE(redissonKinds([](const auto &row) { return row.hasQueue(); }),
                 QByteArrayList({"fair"}));
        QVERIFY(traitsOf("fair").hasFairQueue());
        QCOMPARE(redissonKinds([](const auto &row) { return row.mayBeFair; }),
                 QByteArrayList({"reentrant"}));
        QVERIFY(traitsOf("non-reentrant-fair").hasFairQueue());
        for (const char *kind : {"queued", "unique-job"}) {
            QVERIFY(traitsOf(kind).hasQueue());
            QVERIFY(!traitsOf(kind).hasFairQueue());
        }
        QCOMPARE(traitsOf("read-write", "madelson").queue, Queue::Library);
        QCOMPARE(traitsOf("read-write", "symfony").queue, Queue::None);
    }

    void numbers()
    {
        QCOMPARE(redissonKinds([](const auto &row) { return row.isNumber(); }),
                 QByteArrayList({latchKind, expirableKind, semaphoreKind}));
        QVERIFY(traitsOf(latchKind).isLatch() && !traitsOf(latchKind).isSemaphore());
        QVERIFY(traitsOf(semaphoreKind).isSemaphore() && traitsOf(expirableKind).isSemaphore());
        QVERIFY(!traitsOf("counting-semaphore").isNumber());
        QCOMPARE(redissonKinds([](const auto &row) { return !row.hasOwners; }),
                 QByteArrayList({latchKind, "faster-multi", expirableKind, semaphoreKind}));
    }

    void severalServers()
    {
        QCOMPARE(traitsOf("redlock").servers, Servers::Majority);
        QCOMPARE(traitsOf("red").servers, Servers::Majority);
        QCOMPARE(traitsOf("multi").servers, Servers::All);
        QVERIFY(traitsOf("reentrant").isOnOneServer());
        QVERIFY(!traitsOf("fair").isRedlockPart);
        QVERIFY(!traitsOf("read-write").isRedlockPart);
        QVERIFY(traitsOf("reentrant").isRedlockPart);
    }

    void entering()
    {
        QCOMPARE(
            redissonKinds([](const auto &row) { return row.isReentrant; }),
            QByteArrayList({"fair", "fenced", "multi", "read-write", "red", "reentrant", "spin"}));
        for (const char *kind : {"string", "redlock", "non-reentrant", "non-reentrant-fair"})
            QVERIFY(!traitsOf(kind).isReentrant);
        QVERIFY(traitsOf("string").isPlainString && traitsOf("redlock").isPlainString);
        QVERIFY(!traitsOf("signal-string").isPlainString);
    }

    void actsByLibrary()
    {
        QCOMPARE(traitsOf("read-write", "redisson").family, Family::ReadWrite);
        QCOMPARE(traitsOf("read-write", "madelson").family, Family::ReadersAndWriter);
        QCOMPARE(traitsOf("read-write", "symfony").family, Family::MarkedSet);
        QCOMPARE(traitsOf("read-write", "redsync").family, Family::None);
        QCOMPARE(traitsOf("reentrant", "redsync").family, Family::None);
        QCOMPARE(traitsOf("counting-semaphore", "redis-semaphore-ruby").family,
                 Family::ReturnedTokens);
        QCOMPARE(traitsOf("counting-semaphore", "generic").family, Family::SortedSet);
        QCOMPARE(traitsOf("string", "redsync").family, Family::String);
        for (const char *kind : {"red", "multi", "redlock", "non-reentrant"})
            QCOMPARE(traitsOf(kind, "redisson").family, Family::None);
    }

    // Its plan needs the field, and the key of the queue in which a waiter stands.
    void ownerFieldsHaveTheirFacts()
    {
        int seen = 0;
        for (const KindTraits &row : allKindTraits()) {
            const bool isOne = row.family == Family::OwnerField;
            seen += isOne ? 1 : 0;
            QVERIFY2((row.ownerField != nullptr) == isOne, row.kind.data());
            QVERIFY2((row.queuesOf != nullptr) == (isOne && row.hasQueue()), row.kind.data());
        }
        QVERIFY(seen > 0);
        QCOMPARE(traitsOf("queued").queuesOf(LockName("rql:lock:mail")).front(),
                 KeyName("rql:lock_queue:mail"));
    }

    // Those of Redisson come first, those that any library may use last.
    void formatsOfRowsAreAsked()
    {
        const auto &formats = allFormats();
        const auto isAsked = [&](const Format &made) {
            return std::any_of(formats.begin() + 1, formats.end() - 2, [&](const auto &format) {
                const Format &asked = *format;
                return typeid(asked) == typeid(made);
            });
        };
        int seen = 0;
        for (const LibraryTraits &row : allLibraryTraits()) {
            if (row.makeFormat == nullptr)
                continue;
            ++seen;
            QVERIFY2(isAsked(*row.makeFormat()), row.library.data());
        }
        QVERIFY(seen >= 4);
    }

    void freshTokens()
    {
        QVERIFY(hasFreshTokens("string", "redis-py"));
        QVERIFY(hasFreshTokens("redlock", "redsync"));
        QVERIFY(!hasFreshTokens("string", "generic"));
        QVERIFY(!hasFreshTokens("string", "laravel"));
        QVERIFY(!hasFreshTokens("counting-semaphore", "madelson"));
        QVERIFY(!hasFreshTokens("reentrant", "redisson"));
    }

    void patternsCoverTheChannels()
    {
        const LockName name("orders");
        const auto areCovered = [](const char *kind, const QByteArray &channel) {
            const auto &patterns = traitsOf(kind, "redisson").wakeUpPatterns;
            const bool isWoken =
                std::any_of(patterns.begin(), patterns.end(), [&](const char *pattern) {
                    return pattern != nullptr && matches(pattern, channel);
                });
            return isWoken && matches(channelPattern(), channel);
        };
        namespace names = redisson;
        for (const char *kind : {"reentrant", "fair", "fenced", "faster-multi"})
            QVERIFY2(areCovered(kind, names::prefixed(names::channelPrefix, name).bytes), kind);
        QVERIFY(areCovered("reentrant", QByteArray(names::oldChannelPrefix) + "{orders}"));
        QVERIFY(
            areCovered("read-write", names::prefixed(names::readWriteChannelPrefix, name).bytes));
        QVERIFY(
            areCovered(semaphoreKind, names::prefixed(names::semaphoreChannelPrefix, name).bytes));
        QVERIFY(
            areCovered(expirableKind, names::prefixed(names::semaphoreChannelPrefix, name).bytes));
        QVERIFY(areCovered(latchKind, names::latchChannel(name)));
        QCOMPARE(wakeUpPatterns().size(), 5U);
        QVERIFY(std::none_of(traitsOf("spin").wakeUpPatterns.begin(),
                             traitsOf("spin").wakeUpPatterns.end(),
                             [](const char *pattern) { return pattern != nullptr; }));
    }

    void patternsCoverTheKeys()
    {
        const LockName name("orders");
        for (const char *prefix : {redisson::queuePrefix, redisson::timeoutPrefix,
                                   redisson::tokenPrefix, redisson::latchPrefix})
            QVERIFY2(redisson::prefixed(prefix, name).bytes.startsWith(keyPrefixes().front()),
                     prefix);
        for (const char *prefix :
             {redisson::queuePrefix, redisson::timeoutPrefix, redisson::tokenPrefix})
            QVERIFY2(matches(auxiliaryPatterns().front(), redisson::prefixed(prefix, name).bytes),
                     prefix);
        QCOMPARE(keyPrefixes().size(), 1U);
    }
};

LOCKSCOPE_TEST_SUITE(TestTraits)
#include "tst_traits.moc"
