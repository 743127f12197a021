// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/wording/quorumwording.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const Instant now = Instant(1h);

// A holds a string, h a hash, . nothing, ? silent, x another type.
std::vector<QuorumReading> readings(const QByteArray &group)
{
    using What = QuorumReading::What;
    std::vector<QuorumReading> all;
    for (const char letter : group) {
        QuorumReading reading;
        reading.what = letter == '.' ? What::Nothing
            : letter == '?'          ? What::Silent
            : letter == 'x'          ? What::Foreign
                                     : What::Lock;
        if (reading.what == What::Lock) {
            reading.form = letter == 'h' ? QuorumForm::Hash : QuorumForm::String;
            reading.holds = {{OwnerId(QByteArray(1, letter)), now + 30s}};
        }
        if (letter == 'x')
            reading.detail = u"a list\x1b[2J"_s;
        all.push_back(reading);
    }
    return all;
}

} // namespace

class TestQuorumWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyVerdictHasASentence_data()
    {
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *group, const QString &sentence) {
            QTest::newRow(group) << QByteArray(group) << sentence;
        };
        row("AAA", u"held on 3 of 3 servers by me, valid for 29.6 s"_s);
        row("AA.", u"at risk: held on 2 of 3 servers by me, valid for 29.6 s; no spare server"_s);
        row("A??",
            u"at risk: seen on 1 of 3 servers, held by me; a majority of 2 cannot be "
            "determined, because 2 of 3 servers could not be read"_s);
        row("AB.", u"split: 2 owners, and none has the 2 of 3 servers needed"_s);
        row("A..",
            u"residue: me has it on 1 of 3 servers only, but 2 are needed: nobody holds the "
            "lock, and the residue expires"_s);
        row("xxA",
            u"blocked: keys of another type are on 2 of 3 servers: no owner can get a "
            "majority until they are removed"_s);
        row("xA.",
            u"blocked: keys of another type are on 1 of 3 servers, and one owner's keys are "
            "on 1: no owner can get a majority of 2"_s);
        row("..?", u"free: not held; 1 of 3 servers could not be read"_s);
        row("???", u"unknown: 3 of 3 servers could not be read"_s);
    }
    void everyVerdictHasASentence()
    {
        QFETCH(const QByteArray, group);
        const QString owner = group.contains('A') ? u"me"_s : QString();
        QTEST(wording::verdictSentence(judge(readings(group), now), owner, now), "sentence");
    }

    // Placeholders in the owner stay: owners are other people's text.
    void anOwnerIsPutInAsItIs()
    {
        const QString owner = u"a%1b%3"_s;
        QCOMPARE(wording::verdictSentence(judge(readings("A.."), now), owner, now),
                 u"residue: a%1b%3 has it on 1 of 3 servers only, but 2 are needed: nobody holds "
                 "the lock, and the residue expires"_s);
        QVERIFY(wording::verdictSentence(judge(readings("A??"), now), owner, now)
                    .contains(u"held by a%1b%3; a majority of 2"_s));
    }

    // Votes are told where they make the verdict.
    void inShortForACell()
    {
        const auto inShort = [](const char *group) {
            return wording::verdictInShort(judge(readings(group), now));
        };
        QCOMPARE(inShort("AAAA."), u"held 4/5"_s);
        QCOMPARE(inShort("AA."), u"at risk 2/3"_s);
        QCOMPARE(inShort("AB."), u"split"_s);
        QCOMPARE(inShort("A.."), u"residue"_s);
        QCOMPARE(inShort("xxA"), u"blocked"_s);
        QCOMPARE(inShort("..."), u"free"_s);
        QCOMPARE(inShort("???"), u"unknown"_s);
    }

    void littleValidityIsSaid()
    {
        auto all = readings("AAA");
        for (auto &one : all)
            one.holds.front().deadline = now + 500ms;
        QCOMPARE(wording::verdictSentence(judge(all, now), u"me"_s, now),
                 u"at risk: held on 3 of 3 servers by me, valid for only 0.4 s"_s);
        for (auto &one : all)
            one.holds.front().deadline = std::nullopt;
        QCOMPARE(wording::verdictSentence(judge(all, now), u"me"_s, now),
                 u"held on 3 of 3 servers by me, without expiry"_s);
    }

    void whatIsInferredIsSaidToBe()
    {
        auto all = readings("AAA");
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].form = QuorumForm::Hash;
            all[i].holds.front().owner =
                OwnerId("1000000" + QByteArray::number(int(i)) + "-5d1e-4b7a-9c0d-8e6f1a2b3c4d:42");
        }
        QCOMPARE(wording::verdictSentence(judge(all, now), u"me"_s, now),
                 u"held on 3 of 3 servers by me and the same thread of other clients (inferred), "
                 "valid for 29.6 s"_s);
    }

    void whatDoesNotCountIsSaidToo()
    {
        auto all = readings("AAA");
        all[1].what = QuorumReading::What::Dependent;
        all[1].holds.clear();
        all[1].detail = u"the same server\x1b"_s;
        const auto finding = judge(all, now);
        QCOMPARE(wording::verdictSentence(finding, u"me"_s, now),
                 u"held on 2 of 2 servers by me, valid for 29.6 s"_s);
        QCOMPARE(wording::seatReason(finding.seats[1], all[1]), u"the same server\\x1b"_s);
    }

    void serversSayWhyTheyDisagree()
    {
        const auto all = readings("AAABxh.");
        const auto finding = judge(all, now);
        const QStringList expected{{},
                                   {},
                                   {},
                                   u"another owner"_s,
                                   u"another type of key: a list\\x1b[2J"_s,
                                   u"another type of key: a hash, like the locks of Redisson"_s,
                                   u"no key"_s};
        for (std::size_t i = 0; i < all.size(); ++i)
            QCOMPARE(wording::seatReason(finding.seats[i], all[i]), expected[qsizetype(i)]);
    }

    void offsetsOfClocks_data()
    {
        QTest::addColumn<int>("offset");
        QTest::addColumn<QString>("text");
        QTest::newRow("exact") << 0 << u"0 ms"_s;
        QTest::newRow("too little to tell") << -5 << u"0 ms"_s;
        QTest::newRow("ahead") << 12 << u"+12 ms"_s;
        QTest::newRow("behind") << -7400 << u"-7.4 s"_s;
    }
    void offsetsOfClocks()
    {
        QFETCH(const int, offset);
        QTEST(wording::clockOffset(ClockOffset{Millis(offset), Millis(5)}), "text");
        QCOMPARE(wording::clockOffset(std::nullopt), u"unknown"_s);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumWording)
#include "tst_quorumwording.moc"
