// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/quorum/quorumfixture.h"
#include "ui/actions/actiondialog.h"
#include "ui/quorum/quorumcolumn.h"
#include "ui/quorum/quorumpane.h"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

// Tests the quorum column of the table of locks, and actions on a lock on all of its servers.
class tst_QuorumTable : public QuorumFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theTableOfLocksHasItsColumn();
    void nothingIsJudgedForAColumnThatIsHidden();
    void unlocksOnAllServers();
    void whatCannotBeUnlockedSaysWhy();

private:
    void showColumn(bool shown)
    {
        find<QTableView>("locks")->setColumnHidden(int(LockColumn::Quorum), !shown);
    }
    // The texts of the column in the table of locks, of one row each.
    QStringList quorumCells(int role = Qt::DisplayRole)
    {
        const auto *locks = find<QTableView>("locks")->model();
        QStringList cells;
        for (int row = 0; row < locks->rowCount(); ++row)
            cells += locks->index(row, int(LockColumn::Quorum)).data(role).toString();
        return cells;
    }
    bool showsInTheTable(const QStringList &cells)
    {
        const bool shows = eventually([&] { return quorumCells() == cells; });
        if (!shows)
            qWarning("%s", qPrintable(quorumCells().join(u", "_s)));
        return shows;
    }
};

// Held on all of them; then one loses it, and then one that is needed.
void tst_QuorumTable::theTableOfLocksHasItsColumn()
{
    for (std::size_t i = 0; i < 3; ++i)
        set(i, "lock:a", ann);
    start();
    m_console->window().showView(u"eventsDock"_s); // nobody but the column looks
    QVERIFY(eventually([&] { return !find<QuorumPane>("quorumPane")->isVisible(); }));
    showColumn(true);
    QVERIFY(showsInTheTable({u"held 3/3"_s, u"held 3/3"_s, u"held 3/3"_s}));
    for (const QString &tip : quorumCells(Qt::ToolTipRole))
        QVERIFY2(tip.contains(u"Held on 3 of 3 servers by "_s), qPrintable(tip));
    QVERIFY(m_servers[2].command({"DEL", "lock:a"}).isInteger());
    QVERIFY(showsInTheTable({u"at risk 2/3"_s, u"at risk 2/3"_s}));
    // By the filter alone, too. A lock of one server has no verdict.
    set(0, "lock:other", bob);
    auto *filter = find<QLineEdit>("filter");
    filter->setText(u"quorum:none"_s);
    showColumn(false);
    auto *column = find<QTableView>("locks")->findChild<QuorumColumn *>();
    QVERIFY(showsInTheTable({QString()}));
    QVERIFY(column->isFed());
    filter->setText(u"quorum:residue"_s);
    QVERIFY(showsInTheTable({}));
    m_servers[1].command({"DEL", "lock:a"});
    QVERIFY(showsInTheTable({u"residue"_s}));
    filter->clear();
    QVERIFY(eventually([&] { return !column->isFed(); }));
    QVERIFY(showsInTheTable({QString(), QString()}));
}

void tst_QuorumTable::nothingIsJudgedForAColumnThatIsHidden()
{
    set(0, "lock:a", ann);
    set(1, "lock:a", ann);
    start();
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    const auto *column = find<QTableView>("locks")->findChild<QuorumColumn *>();
    QVERIFY(eventually([&] { return column->isFed(); })); // it is shown at first
    QVERIFY(showsInTheTable({u"at risk 2/3"_s, u"at risk 2/3"_s}));
    showColumn(false);
    QVERIFY(eventually([&] { return !column->isFed(); }));
    showColumn(true);
    QVERIFY(eventually([&] { return column->isFed(); }));
    m_console->window().hide();
    QVERIFY(!column->isFed());
}

void tst_QuorumTable::unlocksOnAllServers()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(u"audit.jsonl"_s);
    qputenv("LOCKSCOPE_AUDIT", log.toUtf8());
    for (std::size_t i = 0; i < 3; ++i)
        set(i, "lock:a", ann);
    set(0, "lock:other", bob);
    start(true, {{}, u"prod"_s, profile::Tag::Production, false});
    QVERIFY(says(u"lock:a"_s, u"held"_s, u"3 of 3"_s));
    auto *unlock = find<QPushButton>("quorumUnlock");
    QVERIFY(!unlock->isEnabled());
    QVERIFY(unlock->accessibleDescription().contains(u"no lock is selected"_s));
    choose(u"lock:a"_s);
    QVERIFY(eventually([&] { return unlock->isEnabled(); }));
    unlock->click();
    auto *dialog = find<ActionDialog>("actionDialog");
    QTRY_COMPARE(QApplication::activeWindow(), dialog);
    QCOMPARE(find<QAbstractItemView>("actionList")->model()->rowCount(), 3);
    auto *act = dialog->findChild<QPushButton *>(u"act"_s);
    QVERIFY(!act->isEnabled()); // production wants a reason, and to be told how many
    dialog->findChild<QLineEdit *>(u"reason"_s)->setText(u"its client is gone"_s);
    dialog->findChild<QLineEdit *>(u"typedName"_s)->setText(u"3 locks"_s);
    QVERIFY(act->isEnabled());
    act->click();
    auto *message = dialog->findChild<QLabel *>(u"actionMessage"_s);
    QVERIFY(eventually([&] { return message->text().startsWith(u"Done: 3 of 3"_s); }));
    for (RedisProcess &server : m_servers)
        QCOMPARE(server.command({"EXISTS", "lock:a"}).integer, 0);
    QCOMPARE(m_servers[0].command({"EXISTS", "lock:other"}).integer, 1);
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    std::array<int, 2> lines{};
    while (!file.atEnd()) {
        const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
        ++lines[line["phase"_L1] == u"intended"_s ? 0 : 1];
        QCOMPARE(line["reason"_L1].toString(), u"its client is gone"_s);
        if (line["phase"_L1] != u"intended"_s)
            QCOMPARE(line["outcome"_L1].toString(), u"done"_s);
    }
    QCOMPARE(lines[0], 3);
    QCOMPARE(lines[1], 3);
    QVERIFY(eventually([&] { return rowOf(u"lock:a"_s) == -1; }));
    QVERIFY(eventually([&] { return !unlock->isEnabled(); }));
}

// Keys of another type stay; a user without the right to write gets a message.
void tst_QuorumTable::whatCannotBeUnlockedSaysWhy()
{
    set(0, "lock:a", ann);
    set(1, "lock:a", ann);
    m_servers[2].command({"HSET", "lock:a", bob + ":1", "1"});
    start();
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    choose(u"lock:a"_s);
    find<QAction>("actionQuorumUnlock")->trigger();
    QCOMPARE(find<QAbstractItemView>("actionList")->model()->rowCount(), 2);
    m_console.reset();
    start(true, {{}, u"prod"_s, profile::Tag::Production, true});
    QVERIFY(says(u"lock:a"_s, u"at risk"_s, u"2 of 3"_s));
    choose(u"lock:a"_s);
    auto *unlock = find<QPushButton>("quorumUnlock");
    QVERIFY(!unlock->isEnabled());
    QVERIFY(unlock->toolTip().contains(u"prod is read-only"_s));
}

LOCKSCOPE_TEST_SUITE(tst_QuorumTable)
#include "tst_quorumtable.moc"
