// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/filter.h"
#include "core/insight/filter/filtercompletion.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;

class tst_FilterCompletion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void offers_data();
    void offers();
    void replacesTheWordOfTheCursor_data();
    void replacesTheWordOfTheCursor();
    void offersNoMoreThanCanBeRead();
    void whatIsOfferedCanBeRead();
};

namespace {

FilterVocabulary vocabulary()
{
    FilterVocabulary vocabulary;
    vocabulary.fields = LockFilter::fields();
    for (const QString &field : vocabulary.fields)
        vocabulary.words.insert(field, LockFilter::choices(field));
    vocabulary.words.insert(u"kind"_s, {u"fair"_s, u"fenced"_s, u"read-write"_s});
    vocabulary.words.insert(u"holder"_s, {u"billing worker"_s, u"mail"_s, u"say \"hello\""_s});
    return vocabulary;
}

// The input with the cursor at the bar.
std::pair<QString, qsizetype> split(QString text)
{
    const qsizetype cursor = text.indexOf(u'|');
    text.remove(cursor, 1);
    return {text, cursor};
}

} // namespace

void tst_FilterCompletion::offers_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *input, const QStringList &expected) {
        QTest::newRow(input) << QString::fromUtf8(input) << expected;
    };
    QStringList all;
    for (const QString &field : LockFilter::fields())
        all += QString(field + u':');
    row("|", all);
    row("kind:fair |", all);
    row("sta|", {u"state:"_s, u"stale:"_s});
    row("-sta|", {u"state:"_s, u"stale:"_s});
    row("STA|", {u"state:"_s, u"stale:"_s});
    row("ime|", {});
    row("ers|", {u"waiters:"_s});
    row("kind:|", {u"fair"_s, u"fenced"_s, u"read-write"_s});
    row("kind:f|", {u"fair"_s, u"fenced"_s});
    row("kind:rite|", {u"read-write"_s});
    row("kind:fair|", {});
    row("state:he|", {u"held"_s});
    row("quo|", {u"quorum:"_s});
    row("quorum:ri|", {u"at-risk"_s});
    row("-quorum:s|", {u"split"_s, u"residue"_s, u"at-risk"_s});
    row("ttl:|", {u"none"_s});
    row("holder:b|", {u"billing worker"_s});
    row("holder:\"billing w|", {u"billing worker"_s});
    row("holder:say|", {});
    row("\"sta|", {});
    row("\"sta\"|", {});
    row("colour:r|", {});
}

void tst_FilterCompletion::offers()
{
    QFETCH(QString, input);
    QFETCH(QStringList, expected);
    const auto [text, cursor] = split(input);
    QStringList shown;
    for (const FilterCompletion &offer : filterCompletions(text, cursor, vocabulary()).offers)
        shown += offer.shown;
    QCOMPARE(shown, expected);
}

void tst_FilterCompletion::replacesTheWordOfTheCursor_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *input, const char *expected) {
        QTest::newRow(input) << QString::fromUtf8(input) << QString::fromUtf8(expected);
    };
    row("kin|", "kind:");
    row("orders -kin| x", "orders -kind: x");
    row("ki|n:fair", "kind:fair");
    row("kind:fe| ttl:none", "kind:fenced ttl:none");
    row("kind:fe|nc ttl:none", "kind:fenced ttl:none");
    row("holder:bill|", "holder:\"billing worker\"");
    row("holder:\"bill| x\" y", "holder:\"billing worker\" y");
}

void tst_FilterCompletion::replacesTheWordOfTheCursor()
{
    QFETCH(QString, input);
    QFETCH(QString, expected);
    auto [text, cursor] = split(input);
    const FilterCompletions completions = filterCompletions(text, cursor, vocabulary());
    QVERIFY(!completions.offers.empty());
    text.replace(completions.at, completions.length, completions.offers.front().text);
    QCOMPARE(text, expected);
}

void tst_FilterCompletion::offersNoMoreThanCanBeRead()
{
    FilterVocabulary many;
    for (int i = 0; i < 1000; ++i)
        many.words[u"holder"_s] += u"holder%1"_s.arg(i);
    QCOMPARE(filterCompletions(u"holder:"_s, 7, many).offers.size(), mostFilterCompletions);
    // A cursor that is nowhere is at the end.
    QCOMPARE(filterCompletions(u"holder:"_s, 70, many).offers.size(), mostFilterCompletions);
}

// Each word that a field offers is one that the field takes.
void tst_FilterCompletion::whatIsOfferedCanBeRead()
{
    int words = 0;
    for (const QString &field : LockFilter::fields()) {
        const QString text = field + u':';
        for (const FilterCompletion &offer :
             filterCompletions(text, text.size(), vocabulary()).offers) {
            const QString whole = text + offer.text;
            const auto filter = LockFilter::read(whole);
            QVERIFY2(filter, qPrintable(whole));
            QVERIFY(!filter->isEmpty());
            ++words;
        }
    }
    QVERIFY(words > 10);
}

LOCKSCOPE_TEST_SUITE(tst_FilterCompletion)
#include "tst_filtercompletion.moc"
