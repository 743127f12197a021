// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/linecache.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

namespace {

std::size_t number(LineCache::Face face)
{
    return (face.bold ? 1U : 0U) + (face.italic ? 2U : 0U);
}

// Line breaks and tabs are replaced by spaces.
QString onOneLine(QString text)
{
    const auto breaks = [](QChar c) { return c == u'\n' || c == u'\r' || c == u'\t'; };
    if (std::any_of(text.cbegin(), text.cend(), breaks))
        std::replace_if(text.begin(), text.end(), breaks, QChar(u' '));
    return text;
}

QStaticText laidOut(const QString &text, const QFont &font)
{
    QStaticText line(text);
    line.setTextFormat(Qt::PlainText);
    line.setTextOption(QTextOption(Qt::AlignLeft)); // of its own width: nothing to wrap at
    line.prepare({}, font);
    return line;
}

} // namespace

const QFont &LineCache::faced(const QFont &font, Face face)
{
    if (m_isEmpty || m_font != font) {
        m_isEmpty = false;
        m_font = font;
        m_lines.clear();
        for (const Face each : {Face{}, Face{true, false}, Face{false, true}, Face{true, true}}) {
            QFont &made = m_faces[number(each)];
            made = font;
            if (each.bold)
                made.setBold(true);
            if (each.italic)
                made.setItalic(true);
        }
    }
    return m_faces[number(face)];
}

const QStaticText &LineCache::line(const Key &key, const QFont &font, Qt::TextElideMode elide)
{
    if (const QStaticText *known = m_lines.object(key))
        return *known;
    QStaticText made = laidOut(onOneLine(key.text), font);
    if (made.size().width() > key.width)
        made = laidOut(
            QFontMetrics(font).elidedText(onOneLine(key.text), elide, std::max(0, key.width)),
            font);
    auto *kept = new QStaticText(std::move(made));
    const auto cost = 1 + key.text.size() / 64;
    m_lines.insert(key, kept, std::min<qsizetype>(cost, m_lines.maxCost()));
    return *kept;
}

void LineCache::draw(QPainter *painter, const QRect &area, Qt::Alignment alignment,
                     const QString &text, const QFont &font, Face face, Qt::TextElideMode elide)
{
    if (text.isEmpty() || area.width() <= 0)
        return;
    const QFont &drawn = faced(font, face);
    const QStaticText &shown =
        line({text, area.width(), static_cast<int>(number(face)) * 4 + static_cast<int>(elide)},
             drawn, elide);
    const QSizeF size = shown.size();
    const double x = alignment.testFlag(Qt::AlignRight) ? area.left() + area.width() - size.width()
                                                        : area.left();
    painter->setFont(drawn);
    painter->drawStaticText(QPointF(x, area.top() + (area.height() - size.height()) / 2), shown);
}

} // namespace lockscope::ui
