// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/aliasfile.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::profile;
using namespace Qt::StringLiterals;

namespace {

QString problemOf(const QByteArray &text)
{
    const auto rules = aliasesFromText(text);
    return rules ? QString() : rules.error().text.english();
}

std::vector<AliasRule> fileRules(const std::vector<std::pair<QByteArray, QString>> &pairs)
{
    std::vector<AliasRule> rules;
    for (const auto &[pattern, name] : pairs)
        rules.push_back({pattern, name, AliasOrigin::File});
    return rules;
}

} // namespace

class TestAliasFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void readsCsv()
    {
        const auto wanted = fileRules(
            {{"3f1c2a5e", u"billing"_s}, {"cron-*", u"cron, nightly"_s}, {"\xff", u"ä"_s}});
        const QByteArray lines = "3f1c2a5e , billing\n\n# who else\n"
                                 "\"cron-*\",\"cron, nightly\"\n\\xff,\xc3\xa4";
        QCOMPARE(aliasesFromText(lines).value(), wanted);
        QCOMPARE(aliasesFromText("\xef\xbb\xbfOwner,Name\r\n" + lines + "\r\n").value(), wanted);
        QCOMPARE(aliasesFromText("a,\"the \"\"best\"\"\"").value(),
                 fileRules({{"a", u"the \"best\""_s}}));
        QVERIFY(aliasesFromText("").value().empty());
        QVERIFY(aliasesFromText("\n# nobody\n").value().empty());
    }

    void readsJson()
    {
        const auto wanted = fileRules({{"3f1c", u"billing"_s}, {"cron-*", u"cron"_s}});
        QCOMPARE(aliasesFromText("{\"3f1c\": \"billing\",\n \"cron-*\": \"cron\"}").value(),
                 wanted);
        QCOMPARE(aliasesFromText("\n [{\"owner\":\"3f1c\",\"name\":\"billing\"},\n"
                                 "{\"name\":\"cron\",\"owner\":\"cron-\\u002a\"}]")
                     .value(),
                 wanted);
        QVERIFY(aliasesFromText("{}").value().empty());
        QVERIFY(aliasesFromText("[]").value().empty());
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        QTest::addColumn<QString>("what");
        const auto row = [](const char *name, const QByteArray &text, const QString &begin,
                            const QString &what) { QTest::newRow(name) << text << begin << what; };
        row("one field", "a,x\nb\n", u"line 2: "_s, u"OWNER,NAME"_s);
        row("three fields", "a,x,y", u"line 1: there are 3"_s, u"quotation marks"_s);
        row("an open mark", "a,\"x\n", u"line 1: "_s, u"quotation mark is missing"_s);
        row("behind the mark", "\"a\"b,x", u"line 1: "_s, u"after the closing"_s);
        row("no owner", "\n,x", u"line 2: the owner is empty"_s, u"OWNER,NAME"_s);
        row("no name", "a,", u"line 1: the name \"\""_s, u"1 to 64"_s);
        row("of everybody", "*,x", u"line 1: "_s, u"every owner"_s);
        row("a bad escape", "\\q,x", u"line 1: the owner"_s, u"backslash"_s);
        row("twice", "a,x\nb,y\na,z", u"line 3: the owner \"a\" also appears in line 1"_s,
            u"remove"_s);
        row("twice by an escape", "a,x\n\\x61,z", u"line 2: "_s, u"line 1"_s);
        row("not UTF-8", "a,x\nb,\xff\xfe", u"line 2: this is not UTF-8"_s, u"save"_s);
        row("a terminal's escape", "a,\x1b[2Jx", u"line 1: the name"_s, u"invisible"_s);
        row("a hidden owner", "a\x07z,x", u"line 1: the owner"_s, u"\\xHH"_s);
        row("a turned line", "a,x\xe2\x80\xae", u"line 1: the name"_s, u"invisible"_s);
        row("a sign", "a,\xe2\x89\x88x", u"line 1: the name"_s, u"does not begin"_s);
        row("NUL", "a,x\0y"_ba, u"line 1: the name"_s, u"invisible"_s);
        row("broken JSON", "{\"a\": \"x\",\n\"b\"}", u"line 2: not JSON"_s, u"OWNER"_s);
        row("a number", "{\"a\": 1}", u"line 1: the name of \"a\""_s, u"OWNER"_s);
        row("twice in JSON", "{\"a\": \"x\",\n\"a\": \"y\"}", u"line 2: "_s, u"line 1"_s);
        row("half a character", "{\"\\ud800\": \"x\"}", u"line 1: the owner"_s, u"invisible"_s);
        row("no entry", "[{\"owner\":\"a\"}]", u"line 1: entry 1"_s, u"\"name\""_s);
        row("a nested entry", "[[\"a\",\"b\"]]", u"line 1: entry 1"_s, u"\"name\""_s);
        row("a member twice", "[{\"owner\":\"a\",\"name\":\"b\",\n\"name\":\"c\"}]", u"line 2: "_s,
            u"twice"_s);
        row("more of an entry", "[{\"owner\":\"a\",\"name\":\"b\",\"x\":1}]", u"line 1: entry 1"_s,
            u"OWNER"_s);
    }
    void saysWhatIsWrongAndWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        QFETCH(QString, what);
        const QString said = problemOf(text);
        QVERIFY2(said.startsWith(problem), qPrintable(said));
        QVERIFY2(said.contains(what), qPrintable(said));
    }

    void hugeOnesAreRefused()
    {
        QVERIFY(problemOf(QByteArray(largestAliasFile + 1, 'x')).contains("4 MiB"_L1));
        QByteArray many;
        for (std::size_t i = 0; i <= mostAliases; ++i)
            many += QByteArray::number(qulonglong(i)) + ",x\n";
        QVERIFY(problemOf(many).startsWith(u"line %1: "_s.arg(mostAliases + 1)));
        QByteArray globs;
        for (std::size_t i = 0; i <= mostAliasGlobs; ++i)
            globs += QByteArray::number(qulonglong(i)) + "*,x\n";
        QVERIFY(problemOf(globs).startsWith(u"line %1: "_s.arg(mostAliasGlobs + 1)));
        // As deep as it is large.
        QVERIFY(problemOf(QByteArray(100'000, '[')).startsWith(u"line 1: not JSON"_s));
        QVERIFY(!problemOf(QByteArray(1'000'000, '"')).isEmpty());
    }

    void readsFiles()
    {
        const QTemporaryDir folder;
        const QString name = folder.filePath(u"names.csv"_s);
        const auto missing = readAliasFile(name);
        QCOMPARE(missing.error().kind, ErrorKind::Permission);
        QVERIFY(missing.error().text.english().contains(name));
        QVERIFY(!readAliasFile(folder.path()));
        QVERIFY(!readAliasFile(u"/dev/zero"_s)); // would not end
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a,x\nb\n") == 6 && file.flush());
        QVERIFY(readAliasFile(name).error().text.english().startsWith(name + u", line 2: "_s));
        QVERIFY(file.resize(4));
        QCOMPARE(readAliasFile(name).value(), fileRules({{"a", u"x"_s}}));
    }
};

LOCKSCOPE_TEST_SUITE(TestAliasFile)
#include "tst_aliasfile.moc"
