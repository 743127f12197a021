// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/guide/guidebook.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope::ui;

class tst_GuideBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pagesComeInTheOrderOfTheIndex();
    void aMissingGuideIsEmpty();
    void everyWordMustBeThere();
    void titlesComeFirst();
    void marksAreNoText();
    void chineseIsFoundAcrossLines();
    void theRealGuideIsRead_data();
    void theRealGuideIsRead();

private:
    // Of files in a folder that goes with the test.
    GuideBook bookOf(const QList<std::pair<QString, QString>> &pages)
    {
        for (const auto &[name, text] : pages) {
            QFile file(m_folder.filePath(name + u".md"_s));
            if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
                qFatal("cannot write %s", qPrintable(file.fileName()));
        }
        return GuideBook(m_folder.path());
    }
    static QStringList names(const std::vector<GuideBook::Hit> &hits)
    {
        QStringList names;
        for (const GuideBook::Hit &hit : hits)
            names += hit.page->name;
        return names;
    }
    static QStringList names(const std::vector<GuideBook::Page> &pages)
    {
        QStringList names;
        for (const GuideBook::Page &page : pages)
            names += page.name;
        return names;
    }

    QTemporaryDir m_folder;
};

void tst_GuideBook::pagesComeInTheOrderOfTheIndex()
{
    const GuideBook book = bookOf(
        {{u"index"_s,
          u"# Guide\n\n## Views\n[B](beta.md), [A\nagain](alpha.md)\n\n## Rest\n[B](beta.md) "
          "[C](gamma.md) [missing](nowhere.md)\n"_s},
         {u"alpha"_s, u"# The first\ntext\n"_s},
         {u"beta"_s, u"# The second\ntext\n"_s},
         {u"gamma"_s, u"# The third\ntext\n"_s},
         {u"unnamed"_s, u"# The last\ntext\n"_s}});
    QCOMPARE(names(book.pages()),
             (QStringList{u"index"_s, u"beta"_s, u"alpha"_s, u"gamma"_s, u"unnamed"_s}));
    QCOMPARE(book.find(u"alpha"_s)->title, u"The first"_s);
    QCOMPARE(book.find(u"alpha"_s)->section, u"Views"_s);
    QCOMPARE(book.find(u"gamma"_s)->section, u"Rest"_s);
    QVERIFY(book.find(u"unnamed"_s)->section.isEmpty());
    QVERIFY(!book.find(u"nowhere"_s));
    QVERIFY(QFile::exists(book.fileOf(u"beta"_s)));
}

void tst_GuideBook::aMissingGuideIsEmpty()
{
    QVERIFY(GuideBook(m_folder.filePath(u"not-there"_s)).isEmpty());
    QVERIFY(GuideBook(QString()).isEmpty());
    QVERIFY(GuideBook(QString()).search(u"anything"_s, 5).empty());
}

void tst_GuideBook::everyWordMustBeThere()
{
    const GuideBook book = bookOf({{u"index"_s, u"# Guide\nnothing\n"_s},
                                   {u"one"_s, u"# One\nA watchdog renews the lease.\n"_s},
                                   {u"two"_s, u"# Two\nA lease ends.\n"_s}});
    QCOMPARE(names(book.search(u"LEASE watch"_s, 9)), QStringList{u"one"_s});
    QCOMPARE(book.search(u"lease"_s, 9).size(), 2U);
    QCOMPARE(book.search(u"lease"_s, 1).size(), 1U);
    QVERIFY(book.search(u"lease nowhere"_s, 9).empty());
    QVERIFY(book.search(u"  "_s, 9).empty());
    QVERIFY(book.search(u"watchdog"_s, 9).front().around.contains(u"renews the lease"_s));
}

void tst_GuideBook::titlesComeFirst()
{
    const GuideBook book =
        bookOf({{u"index"_s, u"# Guide\nnothing\n"_s},
                {u"often"_s, u"# Often\nqueue queue queue queue queue queue queue\n"_s},
                {u"titled"_s, u"# The queue\ntext\n"_s},
                {u"exact"_s, u"# Queue\ntext\n"_s}});
    QCOMPARE(names(book.search(u"queue"_s, 9)), (QStringList{u"exact"_s, u"titled"_s, u"often"_s}));
}

void tst_GuideBook::marksAreNoText()
{
    const GuideBook book = bookOf(
        {{u"index"_s,
          u"# Guide\n![a picture](../secret.png)\n\n| one | two |\n| --- | --- |\n| `kind:fair` "
          "| see *Detail* and [locks](hidden.md) |\n\n## Heading\n- a point\n"_s}});
    const GuideBook::Page &page = *book.find(u"index"_s);
    QCOMPARE(page.text, u"one two kind:fair see Detail and locks Heading - a point"_s);
    QVERIFY(book.search(u"secret"_s, 9).empty());
    QVERIFY(book.search(u"hidden"_s, 9).empty());
}

void tst_GuideBook::chineseIsFoundAcrossLines()
{
    const GuideBook book = bookOf({{u"index"_s, u"# 指南\n看门狗逾\n期时没有续期。\n"_s}});
    QCOMPARE(names(book.search(u"逾期"_s, 9)), QStringList{u"index"_s});
}

void tst_GuideBook::theRealGuideIsRead_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("word");
    QTest::newRow("English") << u"en"_s << u"watchdog"_s;
    QTest::newRow("Chinese") << u"zh_CN"_s << u"看门狗"_s;
}

void tst_GuideBook::theRealGuideIsRead()
{
    QFETCH(QString, language);
    QFETCH(QString, word);
    const QString usual = GuideBook::usualFolder();
    QVERIFY(!usual.isEmpty());
    const QString folder = QDir(usual).absoluteFilePath(u"../"_s + language);
    const GuideBook book(folder);
    QCOMPARE(book.pages().size(),
             static_cast<std::size_t>(QDir(folder).entryList({u"*.md"_s}, QDir::Files).size()));
    QCOMPARE(book.pages().front().name, u"index"_s);
    for (const GuideBook::Page &page : book.pages()) {
        QVERIFY2(page.section.isEmpty() == (page.name == GuideBook::index), qPrintable(page.name));
        QVERIFY2(!page.title.isEmpty() && page.text.size() > 20, qPrintable(page.name));
        const auto hits = book.search(page.title, book.pages().size());
        const auto isIt = [&page](const GuideBook::Hit &hit) { return hit.page == &page; };
        QVERIFY2(std::any_of(hits.begin(), hits.end(), isIt), qPrintable(page.name));
    }
    QVERIFY(book.search(word, 99).size() > 3);
}

LOCKSCOPE_TEST_SUITE(tst_GuideBook)
#include "tst_guidebook.moc"
