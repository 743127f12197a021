// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/kit/flowlayout.h"

#include <QTest>
#include <QWidget>

using namespace lockscope;
using namespace lockscope::ui;

class tst_FlowLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesBreakWhereTheWidthEnds();
};

void tst_FlowLayout::linesBreakWhereTheWidthEnds()
{
    QWidget parent;
    auto *layout = new FlowLayout(&parent);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(5);
    QList<QWidget *> parts;
    for (int i = 0; i < 3; ++i) {
        parts += new QWidget;
        parts.back()->setFixedSize(100, 20);
        layout->addWidget(parts.back());
    }
    QCOMPARE(layout->sizeHint(), QSize(326, 32));
    QCOMPARE(layout->minimumSize(), QSize(116, 32));
    QCOMPARE(layout->heightForWidth(326), 32);
    QCOMPARE(layout->heightForWidth(325), 57);
    QCOMPARE(layout->heightForWidth(116), 82);
    layout->setGeometry({0, 0, 325, 57});
    QCOMPARE(parts[0]->geometry(), QRect(8, 6, 100, 20));
    QCOMPARE(parts[1]->geometry(), QRect(113, 6, 100, 20));
    QCOMPARE(parts[2]->geometry(), QRect(8, 31, 100, 20));
    delete layout->takeAt(0);
    QCOMPARE(layout->count(), 2);
    QVERIFY(!layout->itemAt(2));
}

LOCKSCOPE_TEST_SUITE(tst_FlowLayout)
#include "tst_flowlayout.moc"
