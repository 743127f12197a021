// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/table/celldelegate.h"
#include "ui/table/linecache.h"

#include <QPainter>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;

// Tests that a line laid out once is drawn as Qt draws it each time.
class tst_LineCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aLineIsWhereDrawTextHasIt_data();
    void aLineIsWhereDrawTextHasIt();
    void whatIsTooLongIsCutShort();
    void anotherFontIsAnotherLine();
    void breaksAreSpaces();
    void marksAreKeptForEachColour();
};

namespace {

const QSize size(240, 24);

QImage blank()
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    return image;
}

QImage cached(LineCache &cache, const QString &text, const QFont &font,
              Qt::Alignment alignment = Qt::AlignLeft, LineCache::Face face = {},
              int width = size.width())
{
    QImage image = blank();
    QPainter painter(&image);
    painter.setPen(Qt::black);
    cache.draw(&painter, QRect(0, 0, width, size.height()), alignment, text, font, face,
               Qt::ElideMiddle);
    return image;
}

// The columns in which anything is drawn, first and last.
std::pair<int, int> inked(const QImage &image)
{
    int first = image.width();
    int last = -1;
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y) {
            if (image.pixelColor(x, y) == Qt::white)
                continue;
            first = std::min(first, x);
            last = x;
        }
    }
    return {first, last};
}

} // namespace

void tst_LineCache::aLineIsWhereDrawTextHasIt_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Qt::Alignment>("alignment");
    QTest::newRow("name") << u"orders:checkout:4711"_s << Qt::Alignment(Qt::AlignLeft);
    QTest::newRow("number") << u"12"_s << Qt::Alignment(Qt::AlignRight);
    QTest::newRow("Chinese") << u"持有者"_s << Qt::Alignment(Qt::AlignLeft);
    QTest::newRow("markup") << u"<b>bold</b>&amp;"_s << Qt::Alignment(Qt::AlignLeft);
}

void tst_LineCache::aLineIsWhereDrawTextHasIt()
{
    QFETCH(QString, text);
    QFETCH(Qt::Alignment, alignment);
    const QFont font = QApplication::font();
    QImage expected = blank();
    {
        QPainter painter(&expected);
        painter.setPen(Qt::black);
        painter.setFont(font);
        painter.drawText(QRect(QPoint(), size),
                         static_cast<int>(alignment | Qt::AlignVCenter | Qt::TextSingleLine), text);
    }
    LineCache cache;
    const QImage first = cached(cache, text, font, alignment);
    QCOMPARE(cached(cache, text, font, alignment), first); // the second time from the cache
    const auto [left, right] = inked(first);
    const auto [wantedLeft, wantedRight] = inked(expected);
    QVERIFY(right > 0);
    QVERIFY(std::abs(left - wantedLeft) <= 1);
    QVERIFY(std::abs(right - wantedRight) <= 1);
}

void tst_LineCache::whatIsTooLongIsCutShort()
{
    LineCache cache;
    const QString name = u"orders:"_s + QString(200, u'x') + u":end"_s;
    const QImage narrow = cached(cache, name, QApplication::font(), Qt::AlignLeft, {}, 100);
    QVERIFY(inked(narrow).second < 100);
    const QImage wide = cached(cache, name, QApplication::font());
    QVERIFY(inked(wide).second >= 100);
    QVERIFY(inked(wide).second < size.width());
    QVERIFY(inked(cached(cache, name, QApplication::font(), Qt::AlignLeft, {}, 0)).second < 0);
}

void tst_LineCache::anotherFontIsAnotherLine()
{
    LineCache cache;
    QFont font = QApplication::font();
    const QImage plain = cached(cache, u"orders"_s, font);
    const QImage bold = cached(cache, u"orders"_s, font, Qt::AlignLeft, {true, false});
    QVERIFY(bold != plain);
    QVERIFY(cached(cache, u"orders"_s, font, Qt::AlignLeft, {false, true}) != plain);
    font.setPointSize(font.pointSize() + 6);
    const QImage large = cached(cache, u"orders"_s, font);
    QVERIFY(inked(large).second > inked(plain).second);
}

void tst_LineCache::breaksAreSpaces()
{
    LineCache cache;
    const QFont font = QApplication::font();
    QCOMPARE(cached(cache, u"a\nb\tc"_s, font), cached(cache, u"a b c"_s, font));
}

// A mark is drawn once and shown again: in another palette it is another one.
void tst_LineCache::marksAreKeptForEachColour()
{
    QStandardItemModel model(1, 1);
    model.setData(model.index(0, 0), static_cast<int>(Badge::Overdue), BadgeRole);
    const CellDelegate delegate;
    const auto painted = [&](const QColor &base) {
        QImage image = blank();
        image.fill(base);
        QPainter painter(&image);
        QStyleOptionViewItem option;
        option.rect = QRect(QPoint(), size);
        option.palette.setColor(QPalette::Base, base);
        option.palette.setColor(QPalette::Text, base == Qt::white ? Qt::black : Qt::white);
        delegate.paint(&painter, option, model.index(0, 0));
        painter.end();
        return image.pixelColor(CellDelegate::margin + badgeSize(option.fontMetrics) / 2,
                                size.height() / 2);
    };
    const QColor onWhite = painted(Qt::white);
    const QColor onBlack = painted(Qt::black);
    QVERIFY(onWhite != onBlack);
    QVERIFY(contrast(onWhite, Qt::white) >= 3);
    QVERIFY(contrast(onBlack, Qt::black) >= 3);
    QCOMPARE(painted(Qt::white), onWhite);
}

LOCKSCOPE_TEST_SUITE(tst_LineCache)
#include "tst_linecache.moc"
