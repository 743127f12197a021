// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/estate/estatepane.h"
#include "ui/window/commandpalette.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests the tree of profiles and servers by keyboard, and its requests.
class tst_EstatePane : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startWindow();
        find<QDockWidget>("estateDock")->show(); // hidden at first
    }
    void emptyItSaysSo();
    void profilesOpenWhenTheyAreConnected();
    void leftRightAndEnterWorkIt();
    void whatIsChosenAndOpenStaysSo();
    void aProfileIsConnectedAndLeftAsAWhole();
    void whatIsDownIsTriedAgain();
    void whatIsDownCanBeForgotten();
    void hiddenNothingCanBeDone();
    void everyProfileIsInTheMenuAndThePalette();

private:
    EstatePane *estate() { return m_window->findChild<EstatePane *>(); }
    QModelIndex line(int row, const QModelIndex &parent = {})
    {
        return estate()->model()->index(row, 0, parent);
    }
    QString summary(const QModelIndex &index)
    {
        return index.data(EstateModel::SummaryRole).toString();
    }
    void save(const QString &name, const QStringList &urls)
    {
        const auto saved = store().update([&](profile::Profiles &profiles) -> Result<void> {
            profile::Profile profile;
            profile.name = name;
            profile.urls = urls;
            profiles.all.push_back(profile);
            return {};
        });
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().text.english()));
        m_window->profiles().reload();
    }
    // A server of the profile, as the console tells it when it is connected.
    void connectServer(int number, const QString &profile)
    {
        admin::Place place;
        place.profile = profile;
        place.deployment = upServer(number).label;
        m_client->servers().setPlace({number}, place);
        put(upServer(number));
        QTRY_VERIFY(m_client->servers().find(watch::ServerId{number}));
    }
};

void tst_EstatePane::emptyItSaysSo()
{
    QCOMPARE(estate()->model()->rowCount(), 0);
    for (const char *name : {"connectChosen", "disconnectServer", "reconnectServer", "stopScan",
                             "forgetServer", "actionEditProfile", "actionRemoveProfile"})
        QVERIFY2(!find<QAction>(name)->isEnabled(), name);
    QVERIFY(find<QAction>("actionNewProfile")->isEnabled());
    QVERIFY(!find<QMenu>("connectProfileMenu")->isEnabled());
}

void tst_EstatePane::profilesOpenWhenTheyAreConnected()
{
    save(u"dev"_s, {upServer(0).label, upServer(1).label});
    QCOMPARE(estate()->model()->rowCount(), 1);
    QVERIFY(!estate()->isExpanded(line(0)));
    connectServer(0, u"dev"_s);
    QVERIFY(estate()->isExpanded(line(0)));
    QCOMPARE(summary(line(0)), u"1 of 2 servers up"_s);
    // Closed by somebody it stays so.
    estate()->collapse(line(0));
    m_client->removeDeployment({0});
    QCOMPARE(summary(line(0)), u"not connected"_s);
    connectServer(1, u"dev"_s);
    QVERIFY(!estate()->isExpanded(line(0)));
}

void tst_EstatePane::leftRightAndEnterWorkIt()
{
    save(u"dev"_s, {upServer(0).label, upServer(1).label});
    QSignalSpy wanted(m_window.get(), &MainWindow::deploymentsRequested);
    m_window->showView(u"estateDock"_s);
    QVERIFY(estate()->hasFocus());
    estate()->setCurrentIndex(line(0));
    QTest::keyClick(estate(), Qt::Key_Right);
    QVERIFY(estate()->isExpanded(line(0)));
    QTest::keyClick(estate(), Qt::Key_Left);
    QVERIFY(!estate()->isExpanded(line(0)));
    QTest::keyClick(estate(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), u"dev"_s);
    QCOMPARE(wanted[0][1].toStringList(), (QStringList{upServer(0).label, upServer(1).label}));
    connectServer(0, u"dev"_s);
    QVERIFY(estate()->isExpanded(line(0)));
    // A connected line opens and closes; its missing servers can be connected.
    QTest::keyClick(estate(), Qt::Key_Return);
    QVERIFY(!estate()->isExpanded(line(0)));
    QTest::keyClick(estate(), Qt::Key_Right);
    QTest::keyClick(estate(), Qt::Key_Down);
    QTest::keyClick(estate(), Qt::Key_Down);
    QCOMPARE(estate()->currentIndex(), line(1, line(0)));
    QTest::keyClick(estate(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 2);
    QCOMPARE(wanted[1][1].toStringList(), QStringList{upServer(1).label});
    // As by a double click.
    const QPoint where = estate()->visualRect(line(1, line(0))).center();
    QTest::mouseClick(estate()->viewport(), Qt::LeftButton, {}, where);
    QTest::mouseDClick(estate()->viewport(), Qt::LeftButton, {}, where);
    QCOMPARE(wanted.count(), 3);
}

void tst_EstatePane::whatIsChosenAndOpenStaysSo()
{
    save(u"dev"_s, {upServer(0).label, upServer(1).label});
    connectServer(0, u"dev"_s);
    connectServer(1, u"dev"_s);
    estate()->choose({1});
    QCOMPARE(estate()->currentIndex().data().toString(), u"127.0.0.1:6380"_s);
    put(lostServer(m_clock, 1s, 1));
    QTRY_COMPARE(summary(line(1, line(0))), u"down: refused"_s);
    m_client->removeDeployment({1});
    QCOMPARE(summary(estate()->currentIndex()), u"not connected"_s);
    QVERIFY(find<QAction>("connectChosen")->isEnabled());
    QVERIFY(find<QAction>("reconnectServer")->isEnabled());
    QVERIFY(!find<QAction>("disconnectServer")->isEnabled());
    save(u"another"_s, {upServer(5).label}); // above it
    QCOMPARE(estate()->currentIndex(), line(1, line(1)));
    QVERIFY(estate()->isExpanded(line(1)));
    // Gone with its profile nothing is chosen: nobody chose another one.
    m_client->removeDeployment({0});
    QVERIFY(store().update([](profile::Profiles &profiles) -> Result<void> {
        std::erase_if(profiles.all, [](const auto &each) { return each.name == "dev"_L1; });
        return {};
    }));
    m_window->profiles().reload();
    QCOMPARE(estate()->model()->rowCount(), 1);
    QVERIFY(!estate()->currentIndex().isValid());
    QVERIFY(!find<QAction>("connectChosen")->isEnabled());
}

void tst_EstatePane::aProfileIsConnectedAndLeftAsAWhole()
{
    save(u"dev"_s, {upServer(0).label, upServer(1).label, upServer(5).label});
    connectServer(0, u"dev"_s);
    connectServer(1, u"dev"_s);
    QSignalSpy wanted(m_window.get(), &MainWindow::deploymentsRequested);
    QSignalSpy left(m_window.get(), &MainWindow::disconnectRequested);
    estate()->setCurrentIndex(line(0));
    QVERIFY(find<QAction>("actionEditProfile")->isEnabled());
    m_client->setPaused(true);
    find<QAction>("connectChosen")->trigger();
    QCOMPARE(wanted.takeFirst()[1].toStringList(), QStringList{upServer(5).label});
    QVERIFY(!m_client->isPaused()); // connecting ends the pause
    find<QAction>("disconnectServer")->trigger();
    QCOMPARE(left.count(), 2);
    QCOMPARE(left[0][0].value<watch::DeploymentId>(), watch::DeploymentId{0});
    QCOMPARE(left[1][0].value<watch::DeploymentId>(), watch::DeploymentId{1});
}

void tst_EstatePane::whatIsDownIsTriedAgain()
{
    QSignalSpy tried(m_window.get(), &MainWindow::reconnectRequested);
    QSignalSpy wanted(m_window.get(), &MainWindow::deploymentsRequested);
    put(upServer(0));
    put(lostServer(m_clock, 3s, 1));
    QTRY_COMPARE(m_client->servers().rowCount(), 2);
    auto *reconnect = find<QAction>("reconnectServer");
    estate()->choose({0});
    QVERIFY(!reconnect->isEnabled());
    estate()->choose({1});
    QVERIFY(reconnect->isEnabled());
    reconnect->trigger();
    QCOMPARE(tried.count(), 1);
    QCOMPARE(tried[0][0].value<watch::ServerId>(), watch::ServerId{1});
    QCOMPARE(wanted.count(), 0);
    m_client->removeDeployment({1});
    reconnect->trigger();
    QCOMPARE(tried.count(), 1);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), QString());
    QCOMPARE(wanted[0][1].toStringList(), QStringList{upServer(1).label});
    // A forgotten server is removed from the list.
    find<QAction>("forgetServer")->trigger();
    QCOMPARE(estate()->model()->rowCount(line(0)), 1);
    QVERIFY(!estate()->currentIndex().isValid());
}

// One that was connected by hand, and is not in use. What a profile names cannot be forgotten.
void tst_EstatePane::whatIsDownCanBeForgotten()
{
    connectServer(0, {});
    connectServer(1, {});
    connectServer(2, u"dev"_s);
    connect(m_window.get(), &MainWindow::disconnectRequested, this,
            [this](watch::DeploymentId deployment) { m_client->removeDeployment(deployment); });
    QSignalSpy forgotten(m_window.get(), &MainWindow::forgetRequested);
    auto *forget = find<QAction>("forgetServer");
    const QModelIndex others = line(1);
    estate()->setCurrentIndex(line(0, others));
    QVERIFY(!forget->isEnabled()); // it is up
    for (const int number : {0, 2})
        put(lostServer(m_clock, 5s, number));
    QTRY_VERIFY(forget->isEnabled());
    estate()->setCurrentIndex(line(0, line(0)));
    QVERIFY(!forget->isEnabled());
    estate()->setCurrentIndex(line(0, others));
    forget->trigger();
    QCOMPARE(forgotten, QList<QVariantList>({{upServer(0).label}}));
    QVERIFY(!m_client->servers().find(watch::ServerId{0}));
    QCOMPARE(estate()->model()->rowCount(others), 1); // nor is it listed as one to connect again
}

void tst_EstatePane::hiddenNothingCanBeDone()
{
    save(u"dev"_s, {upServer(0).label});
    connectServer(0, u"dev"_s);
    estate()->setCurrentIndex(line(0));
    QVERIFY(find<QAction>("disconnectServer")->isEnabled());
    find<QDockWidget>("estateDock")->hide();
    QTRY_VERIFY(!find<QAction>("disconnectServer")->isEnabled());
    QVERIFY(!find<QAction>("actionEditProfile")->isEnabled());
    m_client->removeDeployment({0});
    QCOMPARE(summary(line(0)), u"1 of 1 server up"_s); // nobody sees it
    m_window->showView(u"estateDock"_s);
    QCOMPARE(summary(line(0)), u"not connected"_s);
    QVERIFY(find<QAction>("connectChosen")->isEnabled());
}

void tst_EstatePane::everyProfileIsInTheMenuAndThePalette()
{
    save(u"stage"_s, {upServer(0).label});
    save(u"prod-eu"_s, {upServer(1).label});
    QSignalSpy wanted(m_window.get(), &MainWindow::deploymentsRequested);
    QStringList texts;
    for (const QAction *action : find<QMenu>("connectProfileMenu")->actions())
        texts += action->text();
    QCOMPARE(texts, (QStringList{u"prod-eu"_s, u"stage"_s}));
    find<QDockWidget>("estateDock")->hide(); // it needs not be seen
    find<QAction>("actionPalette")->trigger();
    find<QLineEdit>("paletteField")->setText(u"prod-eu"_s);
    QCOMPARE(find<QTreeWidget>("paletteList")->currentItem()->text(0), u"prod-eu"_s);
    QTest::keyClick(find<QLineEdit>("paletteField"), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), u"prod-eu"_s);
    QCOMPARE(wanted[0][1].toStringList(), QStringList{upServer(1).label});
}

LOCKSCOPE_TEST_SUITE(tst_EstatePane)
#include "tst_estatepane.moc"
