// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/table/tableview.h"
#include "ui/table/ttlvalue.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_Pause : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void spaceFreezesAndGoesOn();
    void timesStandStill();
    void theBannerTellsHowOldThePictureIs();
    void spaceIsLeftToTheControlsThatUseIt();
    void whoConnectsSeesIt();

private:
    QWidget *banner() { return find<QWidget>("pauseBanner"); }
    void pressSpace() { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space); }
};

void tst_Pause::spaceFreezesAndGoesOn()
{
    put(heldLock("a", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    auto *table = find<TableView>("locks");
    table->setFocus();
    table->selectRow(0);
    QVERIFY(!banner()->isVisible());
    pressSpace();
    QVERIFY(m_client->isPaused());
    QVERIFY(banner()->isVisible());
    QVERIFY(m_window->windowTitle().contains("paused"_L1));
    QVERIFY(find<QAction>("actionPause")->isChecked());
    put(heldLock("b", m_clock));
    pressSpace();
    QVERIFY(!m_client->isPaused());
    QVERIFY(!banner()->isVisible());
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    find<QAction>("actionPause")->trigger();
    QVERIFY(m_client->isPaused());
    find<QPushButton>("goOn")->click();
    QVERIFY(!m_client->isPaused());
    QVERIFY(!find<QAction>("actionPause")->isChecked());
}

void tst_Pause::timesStandStill()
{
    put(fairLock("a", m_clock, 2));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->openLock("a");
    const auto texts = [this] {
        const auto *locks = m_client->locks().index(0, 0).model();
        const auto ttl = locks->index(0, static_cast<int>(LockColumn::Ttl));
        const auto *queue = find<TableView>("queue")->model();
        const auto *holds = find<TableView>("holds")->model();
        QStringList all{ttl.data(Qt::AccessibleTextRole).toString(),
                        queue->index(1, 3).data().toString()};
        for (int column = 0; column < holds->columnCount(); ++column)
            all += holds->index(0, column).data().toString();
        return all;
    };
    const QStringList before = texts();
    m_client->setPaused(true);
    m_clock.advance(3s);
    QCOMPARE(texts(), before);
    m_client->setPaused(false);
    QVERIFY(texts() != before);
}

void tst_Pause::theBannerTellsHowOldThePictureIs()
{
    m_client->setPaused(true);
    const auto *text = find<QLabel>("pauseText");
    m_clock.advance(12s);
    put(heldLock("a", m_clock));
    QTRY_VERIFY2(text->text().contains("12 s old"_L1) && text->text().contains("changes: 1"_L1),
                 qPrintable(text->text()));
    takePicture(*m_window, u"pause"_s);
}

void tst_Pause::spaceIsLeftToTheControlsThatUseIt()
{
    auto *filter = find<QLineEdit>("filter");
    filter->setFocus();
    QTest::keyClicks(filter, u"a b"_s);
    QCOMPARE(filter->text(), u"a b"_s);
    filter->clear();
    m_client->setPaused(true);
    find<QPushButton>("goOn")->setFocus();
    pressSpace();
    QVERIFY(!m_client->isPaused()); // pressed once, not twice
    m_window->showView(u"workbenchDock"_s);
    QListWidget boxes(find<QDockWidget>("workbenchDock")->widget());
    auto *item = new QListWidgetItem(u"x"_s, &boxes);
    item->setCheckState(Qt::Unchecked);
    boxes.setCurrentItem(item);
    boxes.show();
    boxes.setFocus();
    pressSpace();
    QCOMPARE(item->checkState(), Qt::Checked);
    QVERIFY(!m_client->isPaused());
}

void tst_Pause::whoConnectsSeesIt()
{
    m_client->setPaused(true);
    m_window->askForConnection();
    find<QDialog>("connectDialog")->accept();
    QVERIFY(!m_client->isPaused());
}

LOCKSCOPE_TEST_SUITE(tst_Pause)
#include "tst_pause.moc"
