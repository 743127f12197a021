// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/theme/tones.h"
#include "ui/timeline/timelinepainter.h"

#include <QCheckBox>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QTableView>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <tuple>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests the contrast that WCAG 2.1 requires for text (AA: 4.5, AAA: 7), for every palette and all
// text in it.
class tst_Theme : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void textCanBeRead_data() { palettes(); }
    void textCanBeRead();
    void tonesCanBeRead_data() { palettes(); }
    void tonesCanBeRead();
    void framesCanBeSeen_data() { palettes(); }
    void framesCanBeSeen();
    void barsCanBeSeen_data() { palettes(); }
    void barsCanBeSeen();
    void theFocusIsPainted();
    void whatCanBeChosenHasAnEdge();
    void goesWithTheDesktop();
    void followsTheDesktopWhileItRuns();
    void everyThemeIsInTheMenu();
    void painted();

private:
    static void palettes();
};

namespace {

// QVERIFY2 would stop at the first.
void compare(QStringList &problems, const QString &what, const QColor &text, const QColor &ground,
             double least)
{
    const double found = contrast(text, ground);
    if (found < least)
        problems += u"%1: %2 on %3 is %4 to 1"_s.arg(what, text.name(), ground.name())
                        .arg(found, 0, 'f', 2);
}

} // namespace

void tst_Theme::palettes()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<double>("least");
    QTest::newRow("light") << lightPalette() << 4.5;
    QTest::newRow("dark") << darkPalette() << 4.5;
    QTest::newRow("high contrast") << highContrastPalette() << 7.0;
}

void tst_Theme::textCanBeRead()
{
    QFETCH(QPalette, palette);
    QFETCH(double, least);
    using P = QPalette;
    const std::initializer_list<std::tuple<const char *, P::ColorRole, P::ColorRole>> pairs{
        {"window", P::WindowText, P::Window},
        {"cells", P::Text, P::Base},
        {"every other row", P::Text, P::AlternateBase},
        {"buttons", P::ButtonText, P::Button},
        {"the selection", P::HighlightedText, P::Highlight},
        {"tool tips", P::ToolTipText, P::ToolTipBase},
        {"links", P::Link, P::Base},
        {"links in windows", P::Link, P::Window},
        {"hints in fields", P::PlaceholderText, P::Base},
        {"headers", P::PlaceholderText, P::Window},
    };
    QStringList problems;
    for (const auto &[what, text, ground] : pairs)
        compare(problems, QString::fromLatin1(what), palette.color(text), palette.color(ground),
                least);
    // WCAG does not require disabled text to be readable; here it is, since it tells the reason.
    compare(problems, u"disabled buttons"_s, palette.color(P::Disabled, P::ButtonText),
            palette.color(P::Button), 4.5);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void tst_Theme::tonesCanBeRead()
{
    QFETCH(QPalette, palette);
    QFETCH(double, least);
    QStringList problems;
    for (const Tone tone : {Tone::Good, Tone::Notice, Tone::Alarm, Tone::Neutral, Tone::Quiet}) {
        const QString name = u"tone %1"_s.arg(static_cast<int>(tone));
        for (const auto role : {QPalette::Base, QPalette::AlternateBase})
            compare(problems, name, toneColor(tone, palette), palette.color(role), least);
        // Marks and short words of the status bar.
        compare(problems, name + u" in windows"_s, toneColor(tone, palette),
                palette.color(QPalette::Window), least);
        compare(problems, name + u" selected"_s, toneColor(tone, palette, true),
                palette.color(QPalette::Highlight), least);
        compare(problems, u"text over the fill of "_s + name, palette.color(QPalette::Text),
                toneFill(tone, palette), 4.5);
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void tst_Theme::framesCanBeSeen()
{
    QFETCH(QPalette, palette);
    QStringList problems;
    for (const auto ground :
         {QPalette::Base, QPalette::AlternateBase, QPalette::Window, QPalette::Button}) {
        compare(problems, u"borders"_s, borderColor(palette), palette.color(ground), 3);
        compare(problems, u"the focus"_s, focusColor(palette), palette.color(ground), 3);
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

// Bars of the timeline stand out from the ground by their outlines, and a released hold differs
// from a current one by a line at its end, not by its fill alone.
void tst_Theme::barsCanBeSeen()
{
    QFETCH(QPalette, palette);
    using enum TimelinePainter::Sample;
    TimelinePainter painter;
    painter.setLook(palette, QApplication::font());
    constexpr int width = 40;
    const int middle = painter.rowHeight() / 4; // above what is in the middle of a bar
    const QColor base = palette.color(QPalette::Base);
    const auto pictureOf = [&](TimelinePainter::Sample sample) {
        QImage picture(width, painter.rowHeight(), QImage::Format_RGB32);
        picture.fill(base);
        QPainter on(&picture);
        painter.sample(on, picture.rect(), sample);
        on.end();
        return picture;
    };
    QStringList problems;
    for (const auto sample : {Held, Ended, Several, Expired, Forced}) {
        const QImage picture = pictureOf(sample);
        const QString name = u"bar %1"_s.arg(static_cast<int>(sample));
        compare(problems, name + u", top"_s, picture.pixelColor(width / 2, 0), base, 3);
        compare(problems, name + u", bottom"_s, picture.pixelColor(width / 2, picture.height() - 1),
                base, 3);
        compare(problems, name + u", beginning"_s, picture.pixelColor(0, middle), base, 3);
    }
    const QImage ended = pictureOf(Ended);
    compare(problems, u"the end of what was released"_s, ended.pixelColor(width - 1, middle),
            ended.pixelColor(width - 2, middle), 3);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    const QImage held = pictureOf(Held);
    QCOMPARE(held.pixelColor(width - 1, middle), held.pixelColor(width - 2, middle));
    // No two mean different things and look the same.
    const std::initializer_list<TimelinePainter::Sample> all{
        Held,    Ended,   Several, Expired, Forced, Unseen, Renewal,
        Reentry, Overdue, Resumed, Outage,  Gap,    Action, FailedAction};
    for (auto a = all.begin(); a != all.end(); ++a) {
        for (auto b = std::next(a); b != all.end(); ++b)
            QVERIFY2(pictureOf(*a) != pictureOf(*b),
                     qPrintable(u"%1 and %2"_s.arg(int(*a)).arg(int(*b))));
    }
}

// The colour must be in the picture, too: a frame that the style does not paint helps nobody.
void tst_Theme::theFocusIsPainted()
{
    for (const Theme theme : {Theme::Light, Theme::Dark, Theme::HighContrast}) {
        m_window->setTheme(theme);
        auto *field = find<QLineEdit>("filter");
        // Of the middle of the left edge; the corners are round.
        const auto edge = [&] {
            const QImage picture = field->grab().toImage();
            return picture.pixelColor(0, picture.height() / 2);
        };
        const auto hasFrame = [&] {
            const QImage picture = field->grab().toImage();
            const QColor wanted = focusColor(field->palette());
            for (int x = 0; x < picture.width(); ++x) {
                if (picture.pixelColor(x, 0).rgb() != wanted.rgb())
                    return false;
            }
            return true;
        };
        field->setFocus();
        QVERIFY2(hasFrame(), qPrintable(themeName(theme)));
        find<QTableView>("locks")->setFocus();
        find<QPushButton>("emptyConnect")->setFocus();
        QVERIFY2(!hasFrame(), qPrintable(themeName(theme)));
        const double seen = contrast(edge(), field->palette().color(QPalette::Base));
        QVERIFY2(seen >= 3, qPrintable(u"%1: %2"_s.arg(themeName(theme)).arg(seen)));
    }
}

// Also where it is not chosen.
void tst_Theme::whatCanBeChosenHasAnEdge()
{
    for (const Theme theme : {Theme::Light, Theme::Dark, Theme::HighContrast}) {
        m_window->setTheme(theme);
        QCheckBox box;
        QRadioButton round;
        for (QAbstractButton *button : std::initializer_list<QAbstractButton *>{&box, &round}) {
            button->resize(button->sizeHint());
            const QImage picture = button->grab().toImage();
            const QColor ground = button->palette().color(QPalette::Window);
            double seen = 0;
            for (int x = 0; x < picture.width() / 2; ++x)
                seen =
                    std::max(seen, contrast(picture.pixelColor(x, picture.height() / 2), ground));
            QVERIFY2(seen >= 3,
                     qPrintable(u"%1, %2: %3"_s
                                    .arg(themeName(theme),
                                         QLatin1String(button->metaObject()->className()))
                                    .arg(seen)));
        }
    }
}

void tst_Theme::goesWithTheDesktop()
{
    QCOMPARE(paletteLike(QPalette(Qt::lightGray)), lightPalette());
    QCOMPARE(paletteLike(QPalette(QColor(0x30, 0x30, 0x30))), darkPalette());
    QPalette desktop(Qt::black);
    desktop.setColor(QPalette::WindowText, Qt::yellow);
    QVERIFY(isHighContrast(desktop));
    QVERIFY(!isHighContrast(QPalette(QColor(0xef, 0xef, 0xef)))); // black on it: 18.3 to 1
    desktop.setColor(QPalette::WindowText, Qt::white);
    desktop.setColor(QPalette::Highlight, Qt::green);
    QCOMPARE(paletteLike(desktop), desktop);
    QVERIFY(!isHighContrast(lightPalette()));
    QVERIFY(!isHighContrast(darkPalette()));
    QVERIFY(isHighContrast(highContrastPalette()));
}

void tst_Theme::followsTheDesktopWhileItRuns()
{
    const auto change = [this] {
        QApplication::setPalette(QPalette(Qt::red)); // as something outside might
        QEvent event(QEvent::ThemeChange);
        QApplication::sendEvent(m_window.get(), &event);
        return QApplication::palette().color(QPalette::Window);
    };
    m_window->setTheme(Theme::System);
    const QColor ofDesktop = QApplication::palette().color(QPalette::Window);
    QCOMPARE(change(), ofDesktop);
    m_window->setTheme(Theme::Dark);
    QCOMPARE(change(), QPalette(Qt::red).color(QPalette::Window)); // none of its business
}

void tst_Theme::everyThemeIsInTheMenu()
{
    for (const char *name : {"system", "light", "dark", "high-contrast"}) {
        const auto theme = themeFromName(QString::fromLatin1(name));
        QVERIFY(theme);
        QCOMPARE(themeName(*theme), QString::fromLatin1(name));
        find<QAction>(qPrintable(u"theme-"_s + themeName(*theme)))->trigger();
        QCOMPARE(m_window->windowState().theme, *theme);
    }
    QVERIFY(!themeFromName(u"pink"_s));
}

void tst_Theme::painted()
{
    m_window->setTheme(Theme::HighContrast);
    put(upServer(0));
    put(lostServer(m_clock, std::chrono::seconds(12), 1));
    put(fairLock("ledger", m_clock, 3));
    put(heldLock("orders", m_clock));
    put(heldLock("stale", m_clock, std::chrono::seconds(20), 1));
    m_mailbox->post(eventOf(watch::EventType::Expired, "ledger", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    m_window->openLock("ledger");
    takePicture(*m_window, u"high-contrast"_s);
    applyTheme(Theme::Light);
}

LOCKSCOPE_TEST_SUITE(tst_Theme)
#include "tst_theme.moc"
