// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/window/viewlist.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>
#include <QTreeView>

#include <vector>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// The test runs with a QT_SCALE_FACTOR above 1. With fonts of twice the size nothing that is
// written in buttons, labels and headers may be cut off, however little of the window is left for
// tables.
class tst_Scaling : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingIsCutOff_data();
    void nothingIsCutOff();
    void marksGrowWithTheFont();
    void cleanupTestCase() { QApplication::setFont(m_usual); }

private:
    void makeWindow(double factor);

    QFont m_usual;
    double m_ratio = 0; // of the screen's points to the window's
};

namespace {

QString describe(const QWidget *widget, const QString &text)
{
    return u"%1 \"%2\", \"%3\": "_s.arg(QString::fromLatin1(widget->metaObject()->className()),
                                        widget->objectName(), text.left(60));
}

// In points of the screen; rounding may take one.
void needsRoom(QStringList &problems, const QWidget *widget, const QString &text,
               const QSize &needed)
{
    if (widget->width() + 1 < needed.width() || widget->height() + 1 < needed.height())
        problems += describe(widget, text)
            + u"needs %1x%2, has %3x%4"_s.arg(needed.width())
                  .arg(needed.height())
                  .arg(widget->width())
                  .arg(widget->height());
}

void checkButtons(QStringList &problems, const QWidget *window)
{
    for (const QAbstractButton *button : window->findChildren<QAbstractButton *>()) {
        if (button->isVisible() && !button->text().isEmpty())
            needsRoom(problems, button, button->text(), button->minimumSizeHint());
    }
}

// Those that say on purpose that they take what is left are elided or wrapped by themselves.
void checkLabels(QStringList &problems, const QWidget *window)
{
    for (const QLabel *label : window->findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty()
            || label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        const int height = label->wordWrap() ? label->heightForWidth(label->width())
                                             : label->minimumSizeHint().height();
        const int width = label->wordWrap() ? 0 : label->minimumSizeHint().width();
        needsRoom(problems, label, label->text(), {width, height});
    }
}

void checkHeaders(QStringList &problems, const QWidget *window)
{
    for (const QHeaderView *header : window->findChildren<QHeaderView *>()) {
        if (!header->isVisible() || header->orientation() != Qt::Horizontal || !header->model())
            continue;
        if (header->height() + 1 < header->fontMetrics().height())
            problems += describe(header, u"height"_s);
        for (int column = 0; column < header->count(); ++column) {
            const QString title = header->model()->headerData(column, Qt::Horizontal).toString();
            if (!header->isSectionHidden(column)
                && header->sectionSize(column) < header->fontMetrics().horizontalAdvance(title))
                problems += describe(header, title)
                    + u"has %1 of %2"_s.arg(header->sectionSize(column))
                          .arg(header->fontMetrics().horizontalAdvance(title));
        }
    }
}

} // namespace

void tst_Scaling::initTestCase()
{
    m_ratio = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble();
    if (m_ratio <= 1)
        QSKIP("ctest runs it with a QT_SCALE_FACTOR of 1.5, 2 and 3");
    m_usual = QApplication::font();
}

void tst_Scaling::makeWindow(double factor)
{
    endWindow();
    QFont font = m_usual;
    font.setPointSizeF(m_usual.pointSizeF() * factor);
    QApplication::setFont(font);
    startWindow();
    m_window->resize(m_window->size() * factor); // the screen grows with its content
    QCOMPARE(m_window->devicePixelRatioF(), m_ratio);
}

void tst_Scaling::nothingIsCutOff_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<double>("factor");
    QStringList places = QStringList{u"empty"_s} + dialogPlaces();
    places.removeAll(u"quit"_s); // Qt keeps a message box within the screen, which is tiny here
    for (const ViewSpec &spec : allViews())
        places += spec.name;
    for (const QString &place : std::as_const(places)) {
        for (const double factor : {1.0, 2.0})
            QTest::newRow(qPrintable(u"%1 x%2"_s.arg(place).arg(factor))) << place << factor;
    }
}

void tst_Scaling::nothingIsCutOff()
{
    QFETCH(QString, place);
    QFETCH(double, factor);
    makeWindow(factor);
    if (QTest::currentTestFailed())
        return;
    const QWidget *window = open(place);
    layOut();
    QStringList problems;
    checkButtons(problems, window);
    checkLabels(problems, window);
    checkHeaders(problems, window);
    takePicture(*m_window, u"scaled-%1"_s.arg(m_ratio));
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

// The mark before the server in the status bar: as much higher as the letters are.
void tst_Scaling::marksGrowWithTheFont()
{
    std::vector<int> rooms;
    for (const double factor : {1.0, 2.0}) {
        makeWindow(factor);
        put(upServer(0));
        QTRY_VERIFY(find<QLabel>("server0")->isVisible());
        rooms.push_back(find<QLabel>("server0")->contentsMargins().left());
    }
    QVERIFY2(rooms[1] > rooms[0] * 3 / 2, qPrintable(u"%1 and %2"_s.arg(rooms[0]).arg(rooms[1])));
}

LOCKSCOPE_TEST_SUITE(tst_Scaling)
#include "tst_scaling.moc"
