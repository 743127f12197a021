// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/locks/lockcopymenu.h"
#include "ui/locks/lockselection.h"
#include "ui/table/tableview.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockCopyMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesTheSelectionInEachForm();
};

void tst_LockCopyMenu::copiesTheSelectionInEachForm()
{
    const StandingClock clock;
    WatchClient client(clock);
    for (const char *name : {"a", "b"}) {
        const watch::LockRecord lock = heldLock(name, clock);
        client.locks().merge({{lock.id, std::make_shared<const watch::LockRecord>(lock)}});
    }
    TableView table(u"locks"_s);
    table.setModel(&client.locks());
    const LockSelection selection(table, client.locks(), nullptr);
    LockCopyMenu copies(client, selection, *table.horizontalHeader(), clock, nullptr);
    QGuiApplication::clipboard()->setText(u"before"_s);
    copies.copy(CopyForm::Text);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"before"_s); // nothing is selected
    table.selectRow(1);
    QVERIFY(copies.copied(CopyForm::Commands).contains(u"HGETALL b\n"_s));
    QVERIFY(copies.copied(CopyForm::Json).contains(u"\"schema\": 1"_s));
    const qsizetype columns = copies.copied(CopyForm::Text).count(u'\t');
    table.setColumnHidden(static_cast<int>(LockColumn::Kind), true);
    QVERIFY(copies.copied(CopyForm::Text).count(u'\t') < columns);
    QMenu menu;
    copies.fill(&menu);
    QCOMPARE(menu.actions().size(), 4);
    QMenu other;
    copies.fill(&other);
    QCOMPARE(other.actions(), menu.actions()); // keys of one are those of the other
    QCOMPARE(copies.copied(CopyForm::Link).count(u'\n'), 0);
    QVERIFY(copies.copied(CopyForm::Link).startsWith(u"lockscope://lock?"_s));
    copies.findChild<QAction *>(u"actionCopyCommands"_s)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), copies.copied(CopyForm::Commands));
}

LOCKSCOPE_TEST_SUITE(tst_LockCopyMenu)
#include "tst_lockcopymenu.moc"
