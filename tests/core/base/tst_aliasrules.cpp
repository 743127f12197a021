// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/aliasrules.h"
#include "tests/support/testmain.h"

#include <QByteArrayList>

#include <algorithm>

using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";

QString nameOf(const AliasRules &rules, const QByteArray &owner)
{
    return QString::fromUtf8(rules.find(OwnerId(owner)).name);
}

AliasRules one(const QByteArray &pattern)
{
    return AliasRules({{pattern, u"x"_s}});
}

} // namespace

class TestAliasRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void ownersAndTheirClientsAreFound()
    {
        const AliasRules rules({{uuid, u"billing"_s}, {uuid + ":2", u"cron"_s}, {"tok", u"t"_s}});
        QCOMPARE(nameOf(rules, uuid + ":1"), u"billing"_s);
        QCOMPARE(nameOf(rules, uuid + ":2"), u"cron"_s);
        QCOMPARE(nameOf(rules, "tok"), u"t"_s);
        for (const QByteArray &stranger :
             QByteArrayList{"to", "token", "tok:1:2", uuid + "x:1", ""})
            QCOMPARE(nameOf(rules, stranger), QString());
        QVERIFY(AliasRules().find(OwnerId("tok")).isEmpty());
    }

    void patternsMatch_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *pattern, const QByteArray &owner, bool matches) {
            const QByteArray tag =
                QByteArray(pattern).toPercentEncoding() + " on " + owner.toPercentEncoding();
            QTest::newRow(tag.constData()) << QByteArray(pattern) << owner << matches;
        };
        row("cron-*", "cron-7:1", true);
        row("cron-*", "cron-", true);
        row("cron-*", "acron-7", false);
        row("*-cron", "daily-cron", true);
        row("*-cron", "daily-cron:1", false); // a pattern is of the whole owner
        row("*-cron:?", "daily-cron:1", true);
        row("a*b*c", "a--b--c", true);
        row("a*b*c", "a--c--b", false);
        row("a**c", "abc", true);
        row("?b", "ab", true);
        row("?b", "b", false);
        row("a[*]c", "a*c", true);
        row("a[*]c", "abc", false);
        row("a[?]", "a?", true);
        row("a[[]*", "a[*", true);
        row("a[b]", "a[b]", true); // no set of characters
        row("\xff*", "\xff\x00z"_ba, true);
        row("*ab", "aab", true);
    }
    void patternsMatch()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, owner);
        QFETCH(bool, matches);
        QCOMPARE(!one(pattern).find(OwnerId(owner)).isEmpty(), matches);
    }

    void theMostSpecificWins()
    {
        std::vector<AliasRule> rules{{"cron*", u"short"_s},
                                     {"cron-eu*", u"longer"_s},
                                     {"cron-eu-?", u"longest"_s},
                                     {"*-eu-7", u"by its end"_s},
                                     {"cron-eu-7", u"whole"_s}};
        for (int turn = 0; turn < 5; ++turn) { // in any order
            std::rotate(rules.begin(), rules.begin() + 1, rules.end());
            const AliasRules all(rules);
            QCOMPARE(nameOf(all, "cron-eu-7"), u"whole"_s);
            QCOMPARE(nameOf(all, "cron-eu-8"), u"longest"_s);
            QCOMPARE(nameOf(all, "cron-eu-88"), u"longer"_s);
            QCOMPARE(nameOf(all, "cron-us-7"), u"short"_s);
            QCOMPARE(nameOf(all, "at-eu-7"), u"by its end"_s);
        }
    }

    void operatorsBeatFilesAndFilesWhatIsLearned()
    {
        const AliasRules all({{"a", u"learned"_s, AliasOrigin::Learned},
                              {"a", u"file"_s, AliasOrigin::File},
                              {"a*", u"operator"_s, AliasOrigin::Operator},
                              {"b", u"learned"_s, AliasOrigin::Learned},
                              {"b*", u"file"_s, AliasOrigin::File},
                              {"c", u"learned"_s, AliasOrigin::Learned}});
        QCOMPARE(all.find(OwnerId("a")), Alias("operator", AliasOrigin::Operator));
        QCOMPARE(all.find(OwnerId("b")), Alias("file", AliasOrigin::File));
        QCOMPARE(all.find(OwnerId("c")), Alias("learned", AliasOrigin::Learned));
    }

    void anyOwnerCanBeNamedAlone()
    {
        for (const QByteArray &owner :
             QByteArrayList{"a*b", "?", "[*]", "[[]x", "a[b]c]", "\x00\xff*"_ba, uuid + ":7"}) {
            const AliasRules rules = one(aliasPatternOf(owner));
            QVERIFY(!isAliasGlob(aliasPatternOf(owner)));
            QCOMPARE(nameOf(rules, owner), u"x"_s);
            QCOMPARE(nameOf(rules, owner + "y"), QString());
        }
    }

    void whatCannotBeIsRefused()
    {
        for (const QByteArray &pattern : {""_ba, "*"_ba, "?*?"_ba, QByteArray(513, 'x')})
            QVERIFY(!checkAliasPattern(pattern));
        QVERIFY(checkAliasPattern("a*"));
        for (const QString &name : {u""_s, u"  "_s, u"a=b"_s, u"a\u202eb"_s, u"\u001b[2J"_s,
                                    QString(65, u'x'), u"≈billing"_s, u"≡billing"_s})
            QVERIFY2(!checkAliasName(name), qPrintable(name));
        QVERIFY(checkAliasName(u"Kassenwart ä"_s));
    }

    // Data from a server must not keep the program busy.
    void hostilePatternsAndOwnersAreQuick()
    {
        QByteArray pattern;
        for (int i = 0; i < 250; ++i)
            pattern += "a*";
        const AliasRules rules = one(pattern + 'b');
        QCOMPARE(nameOf(rules, QByteArray(4096, 'a')), QString());
        QCOMPARE(nameOf(one("a*"), QByteArray(5000, 'a')), QString()); // nobody names that
    }
};

LOCKSCOPE_TEST_SUITE(TestAliasRules)
#include "tst_aliasrules.moc"
