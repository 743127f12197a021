// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/base/compact.h"
#include "core/base/hashindex.h"
#include "tests/support/testmain.h"

#include <QByteArray>

#include <map>
#include <random>

using namespace lockscope;

class TestCompact : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aRareValueIsLikeAnOptionalOne()
    {
        Rare<std::vector<int>> rare;
        QVERIFY(!rare && !rare.has_value());
        QVERIFY(rare == std::optional<std::vector<int>>());
        QCOMPARE(rare.value_or({7}), (std::vector<int>{7}));
        rare.emplace().push_back(1);
        const Rare<std::vector<int>> copy = rare;
        rare->push_back(2);
        QCOMPARE(*copy, std::vector<int>{1});
        QVERIFY(copy != rare);
        QVERIFY((rare == std::optional(std::vector{1, 2})));
        QVERIFY(rare != std::optional<std::vector<int>>());
        rare = copy;
        QVERIFY(copy == rare);
        rare.reset();
        QVERIFY(!rare && copy != rare);
        QVERIFY((std::optional<std::vector<int>>(copy) == std::vector<int>{1}));
        QCOMPARE(sizeof(rare), sizeof(void *));
    }

    void aSlimValueIsLikeAnOptionalOne()
    {
        Slim<qint64> slim;
        QVERIFY(!slim && slim == std::optional<qint64>() && slim.value_or(7) == 7);
        QVERIFY(!std::optional<qint64>(slim));
        for (const qint64 value : {qint64(0), qint64(-1), std::numeric_limits<qint64>::max()}) {
            slim = value;
            QVERIFY(slim && *slim == value && slim == std::optional(value));
            QVERIFY(slim != std::optional(value - 1) && slim != Slim<qint64>());
            QCOMPARE(std::optional<qint64>(slim), std::optional(value));
        }
        slim = std::optional<qint64>();
        QVERIFY(!slim.has_value());
        Slim<Millis> time = std::chrono::seconds(2);
        QCOMPARE(time->count(), 2000);
        time.reset();
        QVERIFY(!time);
        QVERIFY(!Slim<Instant>() && Slim<Instant>(Instant()));
        QCOMPARE(sizeof(slim), sizeof(qint64));
    }

    void sharedValuesAreOne()
    {
        const Shared<QByteArray> a = QByteArray("reentrant");
        const Shared<QByteArray> b = a;
        QCOMPARE(static_cast<const void *>(&*a), static_cast<const void *>(&*b));
        QVERIFY(a == b && a == "reentrant" && a != QByteArray("fair"));
        QVERIFY((a == Shared<QByteArray>("reentrant")));
        QVERIFY((Shared<QByteArray>() == Shared<QByteArray>(QByteArray())));
        QVERIFY(Shared<QByteArray>()->isEmpty());
        QCOMPARE(sizeof(a), sizeof(void *));
        Shares<QByteArray> shares;
        for (int i = 0; i < 1000; ++i) { // more than it remembers
            const QByteArray word = QByteArray::number(i);
            QCOMPARE(*shares.of(word), word);
        }
        QCOMPARE(static_cast<const void *>(&*shares.of("3")),
                 static_cast<const void *>(&*shares.of("3")));
    }

    // Against a std::map, with a hash that has few values, so that many collide.
    void theIndexFindsWhatIsThere_data()
    {
        QTest::addColumn<quint32>("hashes");
        QTest::newRow("all alike") << 1U;
        QTest::newRow("few") << 7U;
        QTest::newRow("the end of the table") << 0xfffffff0U;
        QTest::newRow("many") << 100'003U;
    }
    void theIndexFindsWhatIsThere()
    {
        QFETCH(quint32, hashes);
        const auto hashOf = [&](int thing) {
            return hashes == 0xfffffff0U ? std::size_t(hashes + unsigned(thing % 16))
                                         : std::size_t(unsigned(thing) * 7919U % hashes);
        };
        std::mt19937 random(20261121);
        HashIndex index;
        std::map<int, quint32> known;
        std::vector<int> things; // by number
        for (int step = 0; step < 4000; ++step) {
            const int thing = int(random() % 300);
            const auto isIt = [&](quint32 number) { return things[number] == thing; };
            const quint32 found = index.find(hashOf(thing), isIt);
            QCOMPARE(found != HashIndex::none, known.contains(thing));
            if (found == HashIndex::none) {
                known[thing] = quint32(things.size());
                index.insert(hashOf(thing), quint32(things.size()));
                things.push_back(thing);
            } else {
                QCOMPARE(found, known[thing]);
                if (random() % 2 == 0) {
                    index.erase(hashOf(thing), found);
                    known.erase(thing);
                }
            }
            QCOMPARE(index.size(), known.size());
        }
        for (const auto &[thing, number] : known) {
            const int wanted = thing;
            QCOMPARE(index.find(hashOf(wanted), [&](quint32 at) { return things[at] == wanted; }),
                     number);
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestCompact)
#include "tst_compact.moc"
