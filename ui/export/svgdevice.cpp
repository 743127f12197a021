// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/svgdevice.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QByteArray svgNumber(double value)
{
    return QByteArray::number(std::round(value * 1000) / 1000, 'g', 10);
}

QByteArray svgAttribute(QByteArrayView name, const QByteArray &value)
{
    return ' ' + name.toByteArray() + "=\"" + value + '"';
}

// Nothing of a text may end what it stands in, or be no character of XML.
QByteArray svgText(const QString &text)
{
    QString allowed = text;
    for (QChar &c : allowed) {
        if (c.unicode() < 0x20 || c.unicode() == 0xfffe || c.unicode() == 0xffff)
            c = QChar(0xfffd);
    }
    return allowed.toHtmlEscaped().toUtf8();
}

QByteArray pathData(const QPainterPath &path)
{
    QByteArray data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        if (element.type == QPainterPath::MoveToElement)
            data += 'M';
        else if (element.type == QPainterPath::LineToElement)
            data += 'L';
        else if (element.type == QPainterPath::CurveToElement)
            data += 'C';
        else
            data += ' '; // further points of a curve
        data += svgNumber(element.x) + ',' + svgNumber(element.y);
    }
    return data;
}

QByteArray colorAttributes(QByteArrayView name, const QColor &color)
{
    QByteArray attributes = svgAttribute(name, color.name().toLatin1());
    if (color.alpha() < 255)
        attributes +=
            svgAttribute(QByteArray(name.toByteArray() + "-opacity"), svgNumber(color.alphaF()));
    return attributes;
}

QByteArray fillAttributes(const QBrush &brush)
{
    return brush.style() == Qt::NoBrush ? svgAttribute("fill", "none")
                                        : colorAttributes("fill", brush.color());
}

QByteArray strokeAttributes(const QPen &pen)
{
    if (pen.style() == Qt::NoPen)
        return {};
    const double width = pen.widthF() > 0 ? pen.widthF() : 1;
    QByteArray attributes =
        colorAttributes("stroke", pen.color()) + svgAttribute("stroke-width", svgNumber(width));
    if (pen.isCosmetic())
        attributes += svgAttribute("vector-effect", "non-scaling-stroke");
    if (pen.capStyle() != Qt::FlatCap)
        attributes +=
            svgAttribute("stroke-linecap", pen.capStyle() == Qt::RoundCap ? "round" : "square");
    if (pen.joinStyle() == Qt::RoundJoin || pen.joinStyle() == Qt::BevelJoin)
        attributes +=
            svgAttribute("stroke-linejoin", pen.joinStyle() == Qt::RoundJoin ? "round" : "bevel");
    QByteArrayList dashes;
    if (pen.style() != Qt::SolidLine) {
        for (const qreal dash : pen.dashPattern())
            dashes += svgNumber(dash * width);
        attributes += svgAttribute("stroke-dasharray", dashes.join(','));
    }
    return attributes;
}

QByteArray fontAttributes(const QFont &font, int dotsPerInch)
{
    const double size =
        font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * dotsPerInch / 72;
    QByteArray attributes = svgAttribute("font-family", svgText(font.family()))
        + svgAttribute("font-size", svgNumber(size));
    if (font.weight() != QFont::Normal)
        attributes += svgAttribute("font-weight", QByteArray::number(int(font.weight())));
    if (font.italic())
        attributes += svgAttribute("font-style", "italic");
    return attributes;
}

} // namespace

// QPainter renders anything without a feature flag here, such as patterns, to an image and passes
// that on.
class SvgEngine : public QPaintEngine
{
public:
    explicit SvgEngine(int dotsPerInch)
        : QPaintEngine(PrimitiveTransform | PixmapTransform | PainterPaths | AlphaBlend
                       | Antialiasing | ConstantOpacity | BlendModes)
        , m_dotsPerInch(dotsPerInch)
    {}

    const QByteArray &body() const { return m_body; }

    Type type() const override { return SVG; }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override
    {
        closeClip();
        m_isClipKnown = false;
        return true;
    }
    void updateState(const QPaintEngineState &changed) override
    {
        if (changed.state() & (DirtyClipRegion | DirtyClipPath | DirtyClipEnabled))
            m_isClipKnown = false;
    }

    void drawPath(const QPainterPath &path) override
    {
        const QByteArray rule =
            path.fillRule() == Qt::OddEvenFill ? svgAttribute("fill-rule", "evenodd") : "";
        putShape(path, fillAttributes(painter()->brush()) + rule);
    }

    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        if (count == 0)
            return;
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode == PolylineMode)
            return putShape(path, svgAttribute("fill", "none"));
        path.closeSubpath();
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        drawPath(path);
    }

    void drawPixmap(const QRectF &target, const QPixmap &pixmap, const QRectF &source) override
    {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawImage(const QRectF &target, const QImage &image, const QRectF &source,
                   Qt::ImageConversionFlags) override
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.copy(source.toAlignedRect()).save(&buffer, "PNG");
        fitClip();
        m_body += "<image" + svgAttribute("x", svgNumber(target.x()))
            + svgAttribute("y", svgNumber(target.y()))
            + svgAttribute("width", svgNumber(target.width()))
            + svgAttribute("height", svgNumber(target.height()))
            + svgAttribute("preserveAspectRatio", "none") + common()
            + svgAttribute("xlink:href", "data:image/png;base64," + bytes.toBase64()) + "/>\n";
    }

    void drawTextItem(const QPointF &place, const QTextItem &item) override
    {
        if (painter()->pen().style() == Qt::NoPen)
            return;
        fitClip();
        // As wide as measured, with any font of the viewer.
        m_body += "<text" + svgAttribute("x", svgNumber(place.x()))
            + svgAttribute("y", svgNumber(place.y()))
            + colorAttributes("fill", painter()->pen().color())
            + fontAttributes(item.font(), m_dotsPerInch)
            + svgAttribute("textLength", svgNumber(item.width()))
            + svgAttribute("lengthAdjust", "spacingAndGlyphs")
            + svgAttribute("xml:space", "preserve") + common() + '>' + svgText(item.text())
            + "</text>\n";
    }

private:
    void putShape(const QPainterPath &path, const QByteArray &fill)
    {
        fitClip();
        m_body += "<path" + svgAttribute("d", pathData(path)) + fill
            + strokeAttributes(painter()->pen()) + common() + "/>\n";
    }

    QByteArray common() const
    {
        QByteArray attributes;
        const QTransform &at = painter()->deviceTransform();
        if (!at.isIdentity()) {
            QByteArrayList numbers;
            for (const double part : {at.m11(), at.m12(), at.m21(), at.m22(), at.dx(), at.dy()})
                numbers += QByteArray::number(part, 'g', 10);
            attributes += svgAttribute("transform", "matrix(" + numbers.join(',') + ')');
        }
        if (painter()->opacity() < 1)
            attributes += svgAttribute("opacity", svgNumber(painter()->opacity()));
        return attributes;
    }

    // The painter's own, within that of the widget that it paints.
    void fitClip()
    {
        const QRegion system = systemClip();
        if (m_isClipKnown && system == m_system)
            return;
        m_isClipKnown = true;
        m_system = system;
        const bool hasOwn = painter()->hasClipping();
        QPainterPath clip;
        if (!system.isEmpty())
            clip.addRegion(system);
        if (hasOwn) {
            const QPainterPath own = painter()->deviceTransform().map(painter()->clipPath());
            clip = system.isEmpty() ? own : clip.intersected(own);
        }
        const bool isClipped = hasOwn || !system.isEmpty();
        if (m_isClipOpen == isClipped && clip == m_clip)
            return;
        closeClip();
        m_clip = clip;
        if (!isClipped)
            return;
        m_isClipOpen = true;
        const QByteArray name = "c" + QByteArray::number(++m_clips);
        m_body += "<clipPath" + svgAttribute("id", name) + "><path"
            + svgAttribute("d", pathData(clip)) + "/></clipPath>\n<g"
            + svgAttribute("clip-path", "url(#" + name + ')') + ">\n";
    }

    void closeClip()
    {
        if (m_isClipOpen)
            m_body += "</g>\n";
        m_isClipOpen = false;
        m_clip = {};
    }

    int m_dotsPerInch;
    QByteArray m_body;
    QPainterPath m_clip; // of the group that is open
    QRegion m_system; // of which it was made
    bool m_isClipOpen = false;
    bool m_isClipKnown = false;
    int m_clips = 0;
};

SvgDevice::SvgDevice(const QSize &size, int dotsPerInch, int scale)
    : m_size(size)
    , m_dotsPerInch(dotsPerInch)
    , m_scale(scale)
    , m_engine(std::make_unique<SvgEngine>(dotsPerInch))
{}

SvgDevice::~SvgDevice() = default;

QPaintEngine *SvgDevice::paintEngine() const
{
    return m_engine.get();
}

QByteArray SvgDevice::document() const
{
    const QByteArray width = QByteArray::number(m_size.width());
    const QByteArray height = QByteArray::number(m_size.height());
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" "
           "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\""
        + svgAttribute("width", QByteArray::number(m_scale * m_size.width()))
        + svgAttribute("height", QByteArray::number(m_scale * m_size.height()))
        + svgAttribute("viewBox", "0 0 " + width + ' ' + height) + ">\n" + m_engine->body()
        + "</svg>\n";
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    const auto millimetres = [this](int points) {
        return static_cast<int>(std::lround(points * 25.4 / m_dotsPerInch));
    };
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return millimetres(m_size.width());
    case PdmHeightMM:
        return millimetres(m_size.height());
    case PdmNumColors:
        return std::numeric_limits<int>::max();
    case PdmDepth:
        return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return m_dotsPerInch;
    case PdmDevicePixelRatio:
        return 1;
    default: // of the scaled ratio, and metrics of later versions
        return QPaintDevice::metric(metric);
    }
}

} // namespace lockscope::ui
