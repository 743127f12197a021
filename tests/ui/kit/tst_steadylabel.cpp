// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "ui/kit/text/steadylabel.h"

#include <QHBoxLayout>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

// Counts the layouts of its content.
class Frame : public QWidget
{
public:
    bool event(QEvent *event) override
    {
        layouts += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return QWidget::event(event);
    }

    int layouts = 0;
};

} // namespace

class tst_SteadyLabel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersMoveNothing();
    void aLongerTextHasRoom();
    void aMuchShorterTextGivesRoomBack();
    void anotherFontHasRoom();

private:
    static int wanted(const ui::SteadyLabel &label)
    {
        return label.fontMetrics().size(Qt::TextSingleLine, label.text()).width();
    }
};

void tst_SteadyLabel::numbersMoveNothing()
{
    Frame frame;
    auto *const row = new QHBoxLayout(&frame);
    auto *const label = new ui::SteadyLabel;
    row->addWidget(label);
    label->say(u"Locks: 99999"_s);
    frame.show();
    QVERIFY(QTest::qWaitForWindowExposed(&frame));
    layOut();
    frame.layouts = 0;
    const QRect place = label->geometry();
    for (const QString &text : {u"Locks: 99998"_s, u"Locks: 1111"_s, u"Locks: 99999"_s}) {
        label->say(text);
        QCOMPARE(label->text(), text);
        layOut();
        QCOMPARE(label->geometry(), place);
    }
    QCOMPARE(frame.layouts, 0);
    label->say(u"Locks: 100000, still scanning"_s);
    layOut();
    QVERIFY(frame.layouts > 0); // else the count counts nothing
}

void tst_SteadyLabel::aLongerTextHasRoom()
{
    ui::SteadyLabel label;
    label.say(u"Locks: 1"_s);
    label.say(u"Locks: 1 of 100000"_s);
    QVERIFY(label.width() >= wanted(label));
}

void tst_SteadyLabel::aMuchShorterTextGivesRoomBack()
{
    ui::SteadyLabel label;
    label.say(u"Locks: 1 of 100000, still scanning"_s);
    const int before = label.width();
    label.say(u"Locks: 1"_s);
    QVERIFY(label.width() < before / 2);
    QVERIFY(label.width() >= wanted(label));
}

void tst_SteadyLabel::anotherFontHasRoom()
{
    ui::SteadyLabel label;
    label.say(u"Locks: 1000"_s);
    QFont large = label.font();
    large.setPointSizeF(3 * large.pointSizeF());
    label.setFont(large);
    QVERIFY(label.width() >= wanted(label));
    QVERIFY(label.height() >= label.fontMetrics().height());
}

LOCKSCOPE_TEST_SUITE(tst_SteadyLabel)
#include "tst_steadylabel.moc"
