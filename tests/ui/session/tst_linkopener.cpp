// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/session/linkopener.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests links in the window: the places to paste them, and their permitted effects.
class tst_LinkOpener : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void opensALockThatIsThere();
    void connectsAProfileAndWaits();
    void asksBeforeItConnectsToAnUnknownServer();
    void leavesAQuestionAsItIs();
    void saysWhyItLeadsNowhere();
    void saysThatTheLockIsNotThere();
    void saysThatTheServerCannotBeRead();
    void aNoticeGoesWithItsCause();
    void isPastedIntoTheFilter();
    void isTypedIntoTheFilterAsText();
    void isPastedIntoThePalette();
    void isPastedIntoTheConnectDialog();
    void theDetailCopiesIt();

private:
    static QString link(const QByteArray &name, int server = 0)
    {
        return lockLinkText({{}, upServer(server).label, name});
    }
    void fill()
    {
        put(upServer());
        put(heldLock("orders", m_clock));
        put(heldLock("ledger", m_clock));
        QTRY_COMPARE(m_client->locks().rowCount(), 2);
    }
    QString shown() { return find<QLabel>("detailName")->text(); }
    QString noticed() { return find<QLabel>("notice")->text(); }
};

void tst_LinkOpener::opensALockThatIsThere()
{
    fill();
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    m_window->links().open(link("orders"));
    QCOMPARE(shown(), u"orders"_s);
    QVERIFY(!find<QLabel>("notice")->isVisible());
    QVERIFY(asked.isEmpty());
    QVERIFY(!m_window->findChild<QMessageBox *>(u"linkBox"_s));
}

void tst_LinkOpener::connectsAProfileAndWaits()
{
    QSignalSpy wanted(&m_window->links(), &LinkOpener::profileWanted);
    m_window->links().open(lockLinkText({u"shop"_s, {}, "orders"}));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.at(0).at(0).toString(), u"shop"_s);
    m_client->setPlace({0}, {upServer().label, u"shop"_s});
    fill();
    QTRY_COMPARE(shown(), u"orders"_s);
}

void tst_LinkOpener::asksBeforeItConnectsToAnUnknownServer()
{
    QSignalSpy wanted(&m_window->links(), &LinkOpener::addressWanted);
    m_window->links().open(link("orders", 3));
    auto *box = find<QMessageBox>("linkBox");
    QVERIFY2(box->text().contains(upServer(3).label), qPrintable(box->text()));
    QVERIFY(wanted.isEmpty());
    box->reject();
    QVERIFY(wanted.isEmpty());
    QTRY_VERIFY(!m_window->findChild<QMessageBox *>(u"linkBox"_s));

    m_window->links().open(link("orders"));
    find<QPushButton>("linkConnect")->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.at(0).at(0).toString(), upServer().label);
    fill();
    QTRY_COMPARE(shown(), u"orders"_s);
}

// The button connects to the server that the question named, and to no other.
void tst_LinkOpener::leavesAQuestionAsItIs()
{
    fill();
    QSignalSpy wanted(&m_window->links(), &LinkOpener::addressWanted);
    m_window->links().open(link("orders", 3));
    const QPointer<QMessageBox> first = find<QMessageBox>("linkBox");
    m_window->links().open(u"lockscope://lock?profile=p&name=%"_s);
    QVERIFY2(noticed().contains("encoding"_L1), qPrintable(noticed()));
    m_window->links().open(link("stock", 4));
    QVERIFY2(noticed().contains("the lock stock was not opened"_L1), qPrintable(noticed()));
    m_window->links().open(link("ledger"));
    QVERIFY(shown() != u"ledger"_s);
    QVERIFY(first && first->text().contains(upServer(3).label));
    find<QPushButton>("linkConnect")->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.at(0).at(0).toString(), upServer(3).label);
}

void tst_LinkOpener::saysWhyItLeadsNowhere()
{
    QSignalSpy address(&m_window->links(), &LinkOpener::addressWanted);
    QSignalSpy profile(&m_window->links(), &LinkOpener::profileWanted);
    m_window->links().setWay([](const LockLink &) {
        return LinkWay{{}, {}, u"Not here."_s, false};
    });
    m_window->links().open(link("orders"));
    QVERIFY(noticed().contains("Not here."_L1));
    m_window->links().open(u"lockscope://lock?profile=p&name=%"_s);
    QVERIFY2(noticed().contains("encoding"_L1), qPrintable(noticed()));
    QVERIFY(address.isEmpty() && profile.isEmpty());
}

void tst_LinkOpener::saysThatTheLockIsNotThere()
{
    fill();
    m_window->links().open(link("gone"));
    QTRY_VERIFY2(noticed().contains("the lock gone"_L1), qPrintable(noticed()));
    put(heldLock("gone", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    QVERIFY(shown() != u"gone"_s); // later it would come as a surprise
    QTRY_VERIFY(!find<QLabel>("notice")->isVisible());
}

// Nobody has looked whether the lock is there.
void tst_LinkOpener::saysThatTheServerCannotBeRead()
{
    put(lostServer(m_clock, 5s));
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
    m_window->links().open(link("orders"));
    QTRY_VERIFY2(noticed().contains("the lock orders"_L1), qPrintable(noticed()));
    QVERIFY2(noticed().contains("cannot be read now (refused)"_L1), qPrintable(noticed()));
    QVERIFY2(!noticed().contains("not on"_L1), qPrintable(noticed()));

    // It is back, and has no such lock; then it has one.
    put(upServer());
    QTRY_VERIFY2(noticed().contains("not on"_L1), qPrintable(noticed()));
    QVERIFY(find<QLabel>("notice")->isVisible());
    put(heldLock("orders", m_clock));
    QTRY_VERIFY(!find<QLabel>("notice")->isVisible());
}

void tst_LinkOpener::aNoticeGoesWithItsCause()
{
    fill();
    const auto *notice = find<QLabel>("notice");
    m_window->links().open(link("gone"));
    QTRY_VERIFY(notice->isVisible());
    m_window->links().open(link("orders"));
    QVERIFY(!notice->isVisible());

    // A lock that the filter hides, until it does no more.
    auto *filter = find<QLineEdit>("filter");
    filter->setText(u"ledger"_s);
    m_window->links().open(link("orders"));
    QTRY_VERIFY2(noticed().contains("hides the lock orders"_L1), qPrintable(noticed()));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QVERIFY(notice->isVisible());
    filter->clear();
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    QTRY_VERIFY(!notice->isVisible());

    // A notice of an event stays.
    m_window->showNotice(u"The backup has ended."_s);
    m_window->links().open(link("orders"));
    QVERIFY(notice->isVisible());
}

void tst_LinkOpener::isPastedIntoTheFilter()
{
    fill();
    auto *filter = find<QLineEdit>("filter");
    filter->setText(u"ledger"_s);
    filter->selectAll();
    filter->setFocus();
    QGuiApplication::clipboard()->setText(link("orders"));
    filter->paste();
    QCOMPARE(shown(), u"orders"_s);
    QCOMPARE(filter->text(), u"ledger"_s);
    QCOMPARE(m_client->locks().rowCount(), 1);
    QVERIFY2(noticed().contains("hides the lock orders"_L1), qPrintable(noticed()));
}

void tst_LinkOpener::isTypedIntoTheFilterAsText()
{
    fill();
    auto *filter = find<QLineEdit>("filter");
    filter->setFocus();
    QTest::keyClicks(filter, u"lockscope://lock?"_s);
    QCOMPARE(filter->text(), u"lockscope://lock?"_s);
    QVERIFY(!find<QLabel>("notice")->isVisible());
}

void tst_LinkOpener::isPastedIntoThePalette()
{
    fill();
    find<QAction>("actionPalette")->trigger();
    auto *field = find<QLineEdit>("paletteField");
    auto *list = find<QTreeWidget>("paletteList");
    field->setText(u"lockscope://lock?profile=p"_s);
    QVERIFY(list->topLevelItem(1)->isDisabled());
    QVERIFY(list->topLevelItem(1)->text(0).contains("names no lock"_L1));
    field->setText(link("orders"));
    QCOMPARE(list->topLevelItemCount(), 2); // with its heading
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(shown(), u"orders"_s);
}

void tst_LinkOpener::isPastedIntoTheConnectDialog()
{
    fill();
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    m_window->askForConnection();
    auto *url = find<QComboBox>("url");
    auto *connectButton = find<QPushButton>("connect");
    url->setEditText(u"lockscope://lock?name=n"_s);
    QVERIFY(!connectButton->isEnabled());
    QVERIFY(find<QLabel>("urlMessage")->text().contains("either"_L1));
    url->setEditText(link("orders"));
    QVERIFY(find<QLabel>("urlMessage")->text().contains("orders"_L1));
    QVERIFY(!find<QPushButton>("testConnection")->isEnabled());
    connectButton->click();
    QCOMPARE(shown(), u"orders"_s);
    QVERIFY(asked.isEmpty());
    QVERIFY(m_window->windowState().recentUrls.isEmpty());
}

void tst_LinkOpener::theDetailCopiesIt()
{
    fill();
    m_window->openLock("orders");
    find<QToolButton>("detailCopyLink")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), link("orders"));
    QCOMPARE(QToolTip::text(), u"Copied"_s);
    find<QAction>("actionCopyLink")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), link("orders"));
}

LOCKSCOPE_TEST_SUITE(tst_LinkOpener)
#include "tst_linkopener.moc"
