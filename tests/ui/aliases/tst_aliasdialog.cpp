// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/aliases/aliasbindings.h"
#include "ui/aliases/aliasdialog.h"
#include "ui/aliases/aliasmodel.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStringList>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::LockColumn;

namespace {

const QByteArray uuid = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d"; // of heldLock()

} // namespace

// Owners are named from where they are shown, and a name is where its owner is shown.
class tst_AliasDialog : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theModelMerges();
    void theHolderInTheTableIsNamed();
    void waitersAndEventsAreNamed();
    void aWrongNameIsExplained();
    void theListIsWorkedByKeyboard();
    void eachNameShowsWhereItIsFrom();
    void whatIsShownIsNamedAnew();
    void nobodyToNameIsSaid();

private:
    ui::AliasDialog *dialog() { return m_window->findChild<ui::AliasDialog *>(); }
    QString cell(const QByteArray &lock, LockColumn column, int role = Qt::DisplayRole)
    {
        const int row = m_client->locks().rowOf({0, LockName(lock)});
        return m_client->locks().index(row, static_cast<int>(column)).data(role).toString();
    }
    void choose(const watch::LockRecord &lock)
    {
        put(upServer());
        put(lock);
        QTRY_VERIFY(m_client->locks().rowOf(lock.id) >= 0);
        auto *table = find<ui::TableView>("locks");
        table->setFocus();
        table->selectRow(m_client->locks().rowOf(lock.id));
    }
};

void tst_AliasDialog::theModelMerges()
{
    ui::AliasModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    put(upServer());
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
    model.refresh(*m_client);
    QCOMPARE(model.rowCount(), 0);
    m_client->picture().setAliases({0}, {{"b", u"two"_s}, {"d", u"four"_s}});
    m_client->picture().setAliases({0}, AliasOrigin::Learned,
                                   {{"b", u"guess"_s}, {"a*", u"some"_s}});
    m_client->picture().setAliases({0}, AliasOrigin::File, {{"c", u"three"_s}});
    model.refresh(*m_client);
    QStringList shown;
    for (int row = 0; row < model.rowCount(); ++row)
        shown += model.index(row, ui::AliasModel::Owner).data().toString() + u' '
            + model.index(row, ui::AliasModel::Origin).data().toString();
    QCOMPARE(shown,
             (QStringList{u"b operator"_s, u"d operator"_s, u"c ≡ file"_s,
                          u"a* ≈ learned (a guess)"_s, u"b ≈ learned (a guess)"_s}));
    QCOMPARE(model.index(0, ui::AliasModel::Owner).data(ui::RawRole).toByteArray(), "b"_ba);
    const QPersistentModelIndex stays = model.index(1, ui::AliasModel::Name);
    m_client->picture().setAliases({0}, {{"a", u"one"_s}, {"d", u"vier"_s}});
    model.refresh(*m_client);
    QCOMPARE(stays.data().toString(), u"vier"_s);
    m_client->picture().setAliases({0}, picture::AliasBook::Aliases());
    m_client->picture().setAliases({0}, AliasOrigin::File, {});
    m_client->picture().setAliases({0}, AliasOrigin::Learned, {});
    model.refresh(*m_client);
    QCOMPARE(model.rowCount(), 0);
}

void tst_AliasDialog::theHolderInTheTableIsNamed()
{
    choose(heldLock("a", m_clock));
    QSignalSpy wanted(&m_window->names(), &ui::AliasBindings::nameWanted);
    find<QAction>("actionNameOwner")->trigger();
    QVERIFY(dialog() && dialog()->isVisible() && !dialog()->isModal());
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), QString::fromLatin1(uuid));
    QCOMPARE(find<QComboBox>("aliasPattern")->itemText(1), QString::fromLatin1(uuid + ":7"));
    QCOMPARE(find<QComboBox>("aliasServer")->currentText(), u"127.0.0.1:6379"_s);
    QVERIFY(!find<QPushButton>("aliasSet")->isEnabled()); // there is no name yet
    QVERIFY(!find<QPushButton>("aliasRemove")->isEnabled());
    auto *name = find<QLineEdit>("aliasName");
    QTest::keyClicks(name, u"billing"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().at(0).value<watch::DeploymentId>(), watch::DeploymentId{0});
    QCOMPARE(wanted.front().at(1).toByteArray(), uuid);
    QCOMPARE(wanted.front().at(2).toString(), u"billing"_s);
    QVERIFY(dialog()->isVisible());
    m_client->picture().setAliases({0}, {{uuid, u"billing"_s}});
    QCOMPARE(cell("a", LockColumn::Holder), u"billing:7"_s);
    QVERIFY(find<QPushButton>("aliasRemove")->isEnabled());
    m_window->names().tell(u"Saved."_s);
    QCOMPARE(find<QLabel>("aliasStatus")->text(), u"Saved."_s);
    takePicture(*m_window, u"aliases"_s);
    // The same owner again: it is renamed by the rule that it has.
    dialog()->close();
    m_client->picture().setAliases({0}, {{"3f2a9c44-*", u"billing"_s}});
    find<ui::TableView>("locks")->setFocus();
    find<QAction>("actionNameOwner")->trigger();
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), u"3f2a9c44-*"_s);
    QCOMPARE(name->text(), u"billing"_s);
    find<QPushButton>("aliasRemove")->click();
    QCOMPARE(wanted.back().at(1).toByteArray(), "3f2a9c44-*"_ba);
    QVERIFY(wanted.back().at(2).toString().isEmpty());
}

void tst_AliasDialog::waitersAndEventsAreNamed()
{
    choose(fairLock("f", m_clock, 2));
    QTest::keyClick(find<ui::TableView>("locks"), Qt::Key_Return);
    auto *queue = find<ui::TableView>("queue");
    QTRY_COMPARE(queue->model()->rowCount(), 3); // with the holder
    queue->setFocus();
    queue->selectRow(2);
    find<QAction>("actionNameOwner")->trigger();
    QVERIFY(dialog());
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), u"waiter-2"_s);
    dialog()->close();
    auto *holds = find<ui::TableView>("holds");
    holds->setFocus();
    holds->selectRow(0);
    find<QAction>("actionNameOwner")->trigger();
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), QString::fromLatin1(uuid));
    dialog()->close();

    watch::Event event = eventOf(watch::EventType::Acquired, "f", m_clock);
    event.owner = OwnerId("token*");
    m_window->showView(u"eventsDock"_s);
    m_mailbox->post(event);
    auto *events = find<ui::TableView>("events");
    QTRY_COMPARE(events->model()->rowCount(), 1);
    events->selectRow(0);
    find<QAction>("eventsNameOwner")->trigger();
    QVERIFY(dialog()->isVisible());
    // Of a token there is no client, and a star of its own is no wildcard.
    QCOMPARE(find<QComboBox>("aliasPattern")->count(), 1);
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), u"token[*]"_s);
}

void tst_AliasDialog::aWrongNameIsExplained()
{
    choose(heldLock("a", m_clock));
    QSignalSpy wanted(&m_window->names(), &ui::AliasBindings::nameWanted);
    find<QAction>("actionNameOwner")->trigger();
    auto *name = find<QLineEdit>("aliasName");
    name->setText(u"a=b"_s);
    find<QPushButton>("aliasSet")->click();
    QVERIFY(find<QLabel>("aliasStatus")->text().contains(u"1 to 64 characters"_s));
    find<QComboBox>("aliasPattern")->setEditText(u"*"_s);
    name->setText(u"all"_s);
    find<QPushButton>("aliasSet")->click();
    QVERIFY(find<QLabel>("aliasStatus")->text().contains(u"every owner"_s));
    find<QComboBox>("aliasPattern")->setEditText(u"\\q"_s); // no escape that there is
    QVERIFY(!find<QPushButton>("aliasSet")->isEnabled());
    QCOMPARE(wanted.count(), 0);
}

void tst_AliasDialog::theListIsWorkedByKeyboard()
{
    put(upServer());
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
    m_client->picture().setAliases({0}, {{"b", u"two"_s}});
    m_client->picture().setAliases({0}, AliasOrigin::File, {{"c", u"three"_s}});
    QSignalSpy wanted(&m_window->names(), &ui::AliasBindings::nameWanted);
    find<QAction>("actionOwnerNames")->trigger();
    dialog()->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), dialog());
    auto *table = find<ui::TableView>("aliases");
    QCOMPARE(table->model()->rowCount(), 2);
    table->setFocus();
    table->selectRow(1);
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), u"c"_s);
    QTest::keyClick(table, Qt::Key_Delete); // of a file: it is not the console's to remove
    QCOMPARE(wanted.count(), 0);
    QVERIFY(!find<QPushButton>("aliasRemove")->toolTip().isEmpty());
    QTest::keyClick(table, Qt::Key_Up);
    QCOMPARE(find<QLineEdit>("aliasName")->text(), u"two"_s);
    QTest::keyClick(table, Qt::Key_F2);
    QCOMPARE(dialog()->focusWidget(), find<QLineEdit>("aliasName"));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().at(1).toByteArray(), "b"_ba);
    // A row that disappears without the user leaves half-typed text in place.
    table->selectRow(1);
    find<QLineEdit>("aliasName")->setFocus();
    find<QLineEdit>("aliasName")->setText(u"half"_s);
    m_client->picture().setAliases({0}, AliasOrigin::File, {});
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(find<QComboBox>("aliasPattern")->currentText(), u"c"_s);
    QCOMPARE(find<QLineEdit>("aliasName")->text(), u"half"_s);
    // Each part has a name for assistive technology.
    for (const QWidget *part : std::initializer_list<QWidget *>{
             table, find<QComboBox>("aliasServer"), find<QComboBox>("aliasPattern"),
             find<QLineEdit>("aliasName")})
        QVERIFY(!part->accessibleName().isEmpty());
    QTest::keyClick(dialog(), Qt::Key_Escape); // which asks: a name is half typed
    QVERIFY(dialog()->isVisible());
    dialog()->findChild<QPushButton *>(u"discard"_s)->click();
    QVERIFY(!dialog()->isVisible());
}

void tst_AliasDialog::eachNameShowsWhereItIsFrom()
{
    choose(heldLock("a", m_clock));
    const auto shown = [&](int role) { return cell("a", LockColumn::Holder, role); };
    m_client->picture().setAliases({0}, AliasOrigin::Learned, {{uuid, u"guess"_s}});
    QCOMPARE(shown(Qt::DisplayRole), u"≈guess:7"_s);
    QVERIFY(shown(Qt::ToolTipRole).contains(u"CLIENT LIST"_s));
    QVERIFY(shown(Qt::AccessibleTextRole).contains(u"learned"_s));
    m_client->picture().setAliases({0}, AliasOrigin::File, {{uuid, u"listed"_s}});
    QCOMPARE(shown(Qt::DisplayRole), u"≡listed:7"_s);
    QVERIFY(shown(Qt::AccessibleTextRole).contains(u"file"_s));
    m_client->picture().setAliases({0}, {{uuid, u"mine"_s}});
    QCOMPARE(shown(Qt::DisplayRole), u"mine:7"_s);
    QVERIFY(shown(Qt::AccessibleTextRole).contains(u"operator"_s));
    QVERIFY(shown(Qt::ToolTipRole).contains(u"operator"_s));
}

// Many locks over several turns, what has happened, and in a pause, too.
void tst_AliasDialog::whatIsShownIsNamedAnew()
{
    constexpr int count = 3 * static_cast<int>(ui::WatchClient::changesPerTurn) / 2;
    put(upServer());
    for (int i = 0; i < count; ++i)
        put(heldLock("lock-" + QByteArray::number(i), m_clock));
    put(heldLock("other", m_clock, std::chrono::seconds(20), 1));
    m_mailbox->post(eventOf(watch::EventType::Acquired, "lock-1", m_clock));
    m_window->showView(u"eventsDock"_s);
    QTRY_COMPARE(m_client->locks().lockCount(), std::size_t(count) + 1);
    QTRY_COMPARE(m_client->events().rowCount(), 1);
    m_client->setPaused(true);
    m_client->picture().setAliases({0}, {{uuid, u"billing"_s}});
    const auto named = [&](const QByteArray &name) {
        int with = 0;
        m_client->locks().forEachLock([&](const watch::LockPointer &lock) {
            with += lock->holds.front().alias == Alias(name) ? 1 : 0;
        });
        return with;
    };
    QTRY_COMPARE(named("billing"), count); // not those of the other server
    const QModelIndex event = m_client->events().index(0, ui::EventModel::Owner);
    QCOMPARE(event.data().toString(), u"billing:7"_s);
    QVERIFY(event.data(Qt::ToolTipRole).toString().contains(u"operator"_s));
    m_client->picture().setAliases({0}, {{uuid, u"cron"_s}});
    QTRY_COMPARE(named("cron"), count);
    m_client->picture().setAliases({0}, picture::AliasBook::Aliases());
    QTRY_COMPARE(named({}), count + 1);
    QCOMPARE(event.data().toString(), QString::fromLatin1(uuid + ":7"));
    m_client->setPaused(false);
}

void tst_AliasDialog::nobodyToNameIsSaid()
{
    QSignalSpy noticed(&m_window->names(), &ui::AliasBindings::noticed);
    find<QAction>("actionNameOwner")->trigger();
    QCOMPARE(noticed.count(), 1);
    QVERIFY(!dialog());
}

LOCKSCOPE_TEST_SUITE(tst_AliasDialog)
#include "tst_aliasdialog.moc"
