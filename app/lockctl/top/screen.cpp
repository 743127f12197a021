// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/screen.h"

#include "app/lockctl/top/textcolumns.h"

#include <algorithm>

namespace lockscope::lockctl {

namespace {

QByteArray number(int value)
{
    return QByteArray::number(value);
}

bool isAscii(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar each) { return each < u'\x80'; });
}

} // namespace

void Line::add(const QString &text, Style style, int width)
{
    const QString fits = cut(harmless(text), width - columns());
    if (!fits.isEmpty())
        pieces.push_back({fits, style});
}

QString Line::text() const
{
    QString all;
    for (const Piece &piece : pieces)
        all += piece.text;
    return all;
}

int Line::columns() const
{
    int sum = 0;
    for (const Piece &piece : pieces)
        sum += columnsOf(piece.text);
    return sum;
}

QByteArray Painter::codesOf(Style style, bool isSelected) const
{
    QByteArray codes("\x1b[0");
    const auto add = [&](const char *always, const char *colour = "") {
        codes += always;
        if (m_hasColours)
            codes += colour;
    };
    switch (style) {
    case Style::Plain:
        break;
    case Style::Strong:
        add(";1");
        break;
    case Style::Dim:
        add(";2");
        break;
    case Style::Good:
        add("", ";32");
        break;
    case Style::Warning:
        add("", ";33");
        break;
    case Style::Critical:
        add(";1", ";31");
        break;
    case Style::Heading:
        add(";4");
        break;
    case Style::Wrong:
        add(";4", ";31");
        break;
    case Style::Notice:
        add(";1;7");
        break;
    }
    return codes + (isSelected ? ";7m" : "m");
}

QByteArray Painter::bytesOf(const Line &line) const
{
    QByteArray bytes;
    int column = 1;
    bool isSure = true; // in which column the terminal is
    for (const Piece &piece : line.pieces) {
        if (!isSure)
            bytes += "\x1b[" + number(column) + 'G';
        bytes += codesOf(piece.style, line.isSelected) + piece.text.toUtf8();
        column += columnsOf(piece.text);
        isSure = isSure && isAscii(piece.text);
    }
    return bytes;
}

QByteArray Painter::paint(const Screen &screen)
{
    if (m_shown == screen)
        return {};
    // A terminal that knows it shows the whole at once.
    QByteArray bytes("\x1b[?2026h\x1b[?25l");
    const bool isAnew =
        !m_shown || m_shown->width != screen.width || m_shown->height != screen.height;
    if (isAnew)
        bytes += "\x1b[0m\x1b[2J";
    const Line empty;
    const auto lineOf = [&](const Screen &of, std::size_t row) -> const Line & {
        return row < of.lines.size() ? of.lines[row] : empty;
    };
    for (int row = 0; row < screen.height; ++row) {
        const Line &line = lineOf(screen, static_cast<std::size_t>(row));
        const Line &before = isAnew ? empty : lineOf(*m_shown, static_cast<std::size_t>(row));
        if (line != before)
            bytes += "\x1b[" + number(row + 1) + ";1H\x1b[0m\x1b[K" + bytesOf(line);
    }
    bytes += "\x1b[0m";
    if (screen.cursor)
        bytes += "\x1b[" + number(screen.cursor->row + 1) + ';' + number(screen.cursor->column + 1)
            + "H\x1b[?25h";
    m_shown = screen;
    return bytes + "\x1b[?2026l";
}

} // namespace lockscope::lockctl
