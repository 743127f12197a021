// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/export/picture.h"
#include "ui/export/svgdevice.h"
#include "ui/kit/rectcanvas.h"

#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QTest>
#include <QVBoxLayout>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

// The number of elements of a name; -1: the document is no XML.
int elementsIn(const QByteArray &document, const QString &name)
{
    QXmlStreamReader reader(document);
    int count = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == name)
            ++count;
    }
    if (reader.hasError())
        qWarning("%s", qPrintable(reader.errorString()));
    return reader.hasError() ? -1 : count;
}

template <typename Paint>
QByteArray painted(const Paint &paint)
{
    SvgDevice device({100, 50}, 96, 2);
    {
        QPainter painter(&device);
        paint(painter);
    }
    return device.document();
}

} // namespace

class tst_SvgDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void shapesStayShapes();
    void hostileTextStaysText();
    void whatClipsIsKept();
    void theCanvasOfRectanglesIsOfShapes();
    void aWidgetIsPaintedWithItsChildren();
    void picturesAreTwiceAsLarge();
};

void tst_SvgDevice::shapesStayShapes()
{
    const QByteArray svg = painted([](QPainter &painter) {
        painter.setPen(QPen(Qt::red, 2));
        painter.setBrush(QColor(0, 0, 255, 128));
        painter.drawRect(10, 10, 20, 20);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(40, 10, 20, 20);
        painter.translate(5, 5);
        painter.drawImage(QPoint(70, 10), QImage(4, 4, QImage::Format_RGB32));
    });
    QCOMPARE(elementsIn(svg, u"image"_s), 1);
    QCOMPARE(elementsIn(svg, u"path"_s), 2);
    QVERIFY(svg.contains("stroke=\"#ff0000\""));
    QVERIFY(svg.contains("fill=\"#0000ff\" fill-opacity=\"0.50"));
    QVERIFY(svg.contains("matrix(1,0,0,1,5,5)"));
    QVERIFY(svg.contains("width=\"200\" height=\"100\" viewBox=\"0 0 100 50\""));
}

void tst_SvgDevice::hostileTextStaysText()
{
    const QString text = u"</text><script>\"&\u0001"_s;
    const QByteArray svg = painted([&](QPainter &painter) { painter.drawText(5, 20, text); });
    QVERIFY(elementsIn(svg, u"text"_s) >= 1);
    QCOMPARE(elementsIn(svg, u"script"_s), 0);
}

void tst_SvgDevice::whatClipsIsKept()
{
    const QByteArray svg = painted([](QPainter &painter) {
        painter.save();
        painter.setClipRect(10, 10, 5, 5);
        painter.fillRect(0, 0, 100, 50, Qt::red);
        painter.restore();
        painter.fillRect(0, 0, 10, 10, Qt::blue);
    });
    QCOMPARE(elementsIn(svg, u"clipPath"_s), 1);
    const auto red = svg.indexOf("#ff0000");
    const auto end = svg.indexOf("</g>");
    const auto blue = svg.indexOf("#0000ff");
    QVERIFY2(red >= 0 && red < end && end < blue, svg.constData());
}

void tst_SvgDevice::theCanvasOfRectanglesIsOfShapes()
{
    const QByteArray svg = painted([](QPainter &painter) {
        RectCanvas canvas;
        canvas.begin({0, 0, 100, 50}, painter);
        canvas.fill({1, 2, 3, 4}, Qt::green);
        canvas.fill({10, 2, 3, 4}, Qt::red);
        canvas.paint(painter);
    });
    QCOMPARE(elementsIn(svg, u"image"_s), 0);
    QCOMPARE(elementsIn(svg, u"path"_s), 2);
}

void tst_SvgDevice::aWidgetIsPaintedWithItsChildren()
{
    QWidget widget;
    auto *layout = new QVBoxLayout(&widget);
    auto *first = new QLabel(u"orders:1"_s);
    first->setTextFormat(Qt::PlainText);
    layout->addWidget(first);
    layout->addWidget(new QLabel(u"orders:2"_s));
    widget.resize(200, 100);
    const QByteArray svg = svgOf(widget);
    QVERIFY(elementsIn(svg, u"text"_s) >= 2);
    QVERIFY2(svg.contains(">orders:1<") && svg.contains(">orders:2<"), svg.constData());
}

void tst_SvgDevice::picturesAreTwiceAsLarge()
{
    QLabel label(u"orders"_s);
    label.resize(120, 40);
    const QImage image = QImage::fromData(pngOf(label));
    QCOMPARE(image.size(), QSize(240, 80));
}

LOCKSCOPE_TEST_SUITE(tst_SvgDevice)
#include "tst_svgdevice.moc"
