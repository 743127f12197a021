// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/inspect.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/preferences/zoom.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_Preferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform of the tests says what it cannot do when a window is shown.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_values = {1, 0, 120};
    }

    void eachAppliesAtOnce();
    void eachGoesBackToItsDefault();
    void allGoBackTogether();
    void itFollowsWhatIsSetElsewhere();
    void whatIsNotPossibleIsLeftAlone();
    void zoomHasStepsAndLimits();
    void zoomIsOfTheFont();
    void zoomHasItsKeys();

private:
    QList<Preference> preferences();

    QList<int> m_values;
};

QList<Preference> tst_Preferences::preferences()
{
    QList<Preference> all;
    for (int i = 0; i < 3; ++i) {
        Preference preference;
        preference.name = u"p%1"_s.arg(i);
        preference.group = i < 2 ? u"One"_s : u"Other"_s;
        preference.label = u"&%1"_s.arg(QChar(u'a' + i));
        preference.value = [this, i] { return m_values[i]; };
        preference.set = [this, i](int value) { m_values[i] = value; };
        all += preference;
    }
    all[1].choices = QStringList{u"x"_s, u"y"_s, u"z"_s};
    all[2].least = 50;
    all[2].most = 300;
    all[2].usual = 100;
    return all;
}

void tst_Preferences::eachAppliesAtOnce()
{
    PreferencesDialog dialog(preferences(), nullptr);
    dialog.show();
    auto *check = findNamed<QCheckBox>(dialog, "p0");
    QVERIFY(check->isChecked());
    check->click();
    QCOMPARE(m_values[0], 0);
    auto *choice = findNamed<QComboBox>(dialog, "p1");
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(m_values[1], 1);
    auto *number = findNamed<QSpinBox>(dialog, "p2");
    QCOMPARE(number->value(), 120);
    number->setValue(150);
    QCOMPARE(m_values[2], 150);
}

void tst_Preferences::eachGoesBackToItsDefault()
{
    PreferencesDialog dialog(preferences(), nullptr);
    auto *reset = findNamed<QToolButton>(dialog, "p2Reset");
    QVERIFY(reset->isEnabled());
    QVERIFY(!findNamed<QToolButton>(dialog, "p1Reset")->isEnabled());
    reset->click();
    QCOMPARE(m_values[2], 100);
    QCOMPARE(m_values[0], 1);
    QVERIFY(!reset->isEnabled());
}

void tst_Preferences::allGoBackTogether()
{
    PreferencesDialog dialog(preferences(), nullptr);
    auto *all = findNamed<QPushButton>(dialog, "resetAllPreferences");
    all->click();
    QCOMPARE(m_values, (QList<int>{0, 0, 100}));
    QVERIFY(!all->isEnabled());
}

void tst_Preferences::itFollowsWhatIsSetElsewhere()
{
    PreferencesDialog dialog(preferences(), nullptr);
    m_values = {0, 2, 75};
    dialog.refresh();
    QVERIFY(!findNamed<QCheckBox>(dialog, "p0")->isChecked());
    QCOMPARE(findNamed<QComboBox>(dialog, "p1")->currentIndex(), 2);
    QCOMPARE(findNamed<QSpinBox>(dialog, "p2")->value(), 75);
    QCOMPARE(m_values, (QList<int>{0, 2, 75}));
}

void tst_Preferences::whatIsNotPossibleIsLeftAlone()
{
    QList<Preference> all = preferences();
    all[0].isPossible = false;
    PreferencesDialog dialog(all, nullptr);
    QVERIFY(!findNamed<QCheckBox>(dialog, "p0")->isEnabled());
    findNamed<QPushButton>(dialog, "resetAllPreferences")->click();
    QCOMPARE(m_values[0], 1);
}

void tst_Preferences::zoomHasStepsAndLimits()
{
    Zoom zoom;
    QSignalSpy changed(&zoom, &Zoom::changed);
    zoom.zoomIn();
    QCOMPARE(zoom.percent(), 110);
    zoom.setPercent(117);
    zoom.zoomOut();
    QCOMPARE(zoom.percent(), 110);
    for (int i = 0; i < 20; ++i)
        zoom.zoomIn();
    QCOMPARE(zoom.percent(), 300);
    zoom.setPercent(1);
    QCOMPARE(zoom.percent(), 50);
    const qsizetype before = changed.count();
    zoom.zoomOut();
    QCOMPARE(changed.count(), before);
    zoom.setPercent(100);
}

void tst_Preferences::zoomIsOfTheFont()
{
    const QFont usual = QApplication::font();
    QLabel label(u"orders"_s);
    label.show(); // before that a widget does not hear of fonts
    const int height = label.sizeHint().height();
    Zoom zoom;
    zoom.setPercent(200);
    QCOMPARE(QApplication::font().pointSizeF(), 2 * usual.pointSizeF());
    QTRY_VERIFY(label.sizeHint().height() > height * 3 / 2);
    zoom.setPercent(100);
    QTRY_COMPARE(label.sizeHint().height(), height);
}

void tst_Preferences::zoomHasItsKeys()
{
    Zoom zoom;
    QMenu menu;
    zoom.fillMenu(&menu);
    auto *reset = findNamed<QAction>(menu, "actionZoomReset");
    QVERIFY(!reset->isEnabled());
    auto *in = findNamed<QAction>(menu, "actionZoomIn");
    QVERIFY(in->shortcuts().contains(QKeySequence(u"Ctrl++"_s)));
    in->trigger();
    QCOMPARE(zoom.percent(), 110);
    QVERIFY(reset->isEnabled());
    reset->trigger();
    QCOMPARE(zoom.percent(), 100);
}

LOCKSCOPE_TEST_SUITE(tst_Preferences)
#include "tst_preferences.moc"
