// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/kit/rectcanvas.h"

#include <QImage>
#include <QPainter>

#include <random>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace Qt::StringLiterals;

// Tests that rectangles written straight to memory look as if QPainter had filled them.
class tst_RectCanvas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void looksAsPainted_data();
    void looksAsPainted();
    void paintsNothingOutside();
    void forgetsTheStripBefore();

private:
    static QImage ground(qreal ratio)
    {
        QImage image((QSizeF(120, 90) * ratio).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::white);
        return image;
    }
    // An image of the background with the painting on it.
    template <typename Paint>
    static QImage painted(qreal ratio, const Paint &paint)
    {
        QImage image = ground(ratio);
        QPainter painter(&image);
        paint(painter);
        painter.end();
        return image;
    }
};

void tst_RectCanvas::looksAsPainted_data()
{
    QTest::addColumn<qreal>("ratio");
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0, 3.0})
        QTest::addRow("%g", ratio) << ratio;
}

void tst_RectCanvas::looksAsPainted()
{
    QFETCH(qreal, ratio);
    const QRect area(7, 11, 80, 50);
    std::vector<std::pair<QRect, QColor>> rects;
    std::minstd_rand random(3);
    const auto below = [&](int most) { return int(random() % unsigned(most)); };
    for (int i = 0; i < 300; ++i)
        rects.emplace_back(
            QRect(area.left() + below(70), area.top() + below(40), 1 + below(10), 1 + below(10)),
            QColor(below(256), below(256), below(256)));
    const QImage wanted = painted(ratio, [&](QPainter &painter) {
        for (const auto &[rect, color] : rects)
            painter.fillRect(rect, color);
    });
    const QImage seen = painted(ratio, [&](QPainter &painter) {
        ui::RectCanvas canvas;
        canvas.begin(area, painter);
        for (const auto &[rect, color] : rects)
            canvas.fill(rect, color);
        canvas.paint(painter);
    });
    QCOMPARE(seen, wanted);
}

void tst_RectCanvas::paintsNothingOutside()
{
    const QImage seen = painted(1, [](QPainter &painter) {
        ui::RectCanvas canvas;
        canvas.begin({10, 10, 5, 5}, painter);
        canvas.fill({-100, -100, 1000, 1000}, Qt::red);
        canvas.fill({14, 14, 0, 3}, Qt::blue);
        canvas.fill({20, 12, 3, 3}, Qt::blue);
        canvas.paint(painter);
        canvas.begin({50, 50, 0, 5}, painter); // no room at all
        canvas.fill({50, 50, 5, 5}, Qt::blue);
        canvas.paint(painter);
    });
    const QImage wanted =
        painted(1, [](QPainter &painter) { painter.fillRect(10, 10, 5, 5, Qt::red); });
    QCOMPARE(seen, wanted);
}

void tst_RectCanvas::forgetsTheStripBefore()
{
    const QImage seen = painted(1, [](QPainter &painter) {
        ui::RectCanvas canvas;
        canvas.begin({0, 0, 20, 20}, painter);
        canvas.fill({0, 0, 20, 20}, Qt::red);
        canvas.begin({5, 5, 20, 20}, painter);
        canvas.paint(painter);
    });
    QCOMPARE(seen, ground(1));
}

LOCKSCOPE_TEST_SUITE(tst_RectCanvas)
#include "tst_rectcanvas.moc"
