// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::lockctl {

// The contents of a terminal, as values, and the bytes that bring them there. Any thread.

enum class Style : quint8 {
    Plain,
    Strong,
    Dim, // old or unimportant
    Good,
    Warning,
    Critical,
    Heading,
    Wrong, // the part of an input that is not understood
    Notice, // not to be overlooked
};

struct Piece {
    QString text; // harmless(), on one line
    Style style = Style::Plain;

    friend bool operator==(const Piece &, const Piece &) = default;
};

struct Line {
    std::vector<Piece> pieces;
    bool isSelected = false;

    Line() = default;
    Line(QString text, Style style = Style::Plain)
        : pieces{{std::move(text), style}}
    {}
    // Without what does not fit.
    void add(const QString &text, Style style, int width);

    QString text() const; // all pieces together
    int columns() const;

    friend bool operator==(const Line &, const Line &) = default;
};

struct Place {
    int row = 0;
    int column = 0;

    friend bool operator==(const Place &, const Place &) = default;
};

struct ScreenSize {
    int width = 80;
    int height = 24;

    friend bool operator==(const ScreenSize &, const ScreenSize &) = default;
};

struct Screen {
    int width = 0;
    int height = 0;
    std::vector<Line> lines; // at most `height`; the others are empty
    std::optional<Place> cursor; // empty: it is hidden

    friend bool operator==(const Screen &, const Screen &) = default;
};

// Knows what the terminal shows and writes only the lines that differ. Each line is cleared first,
// and after a wide character the column is named: a terminal with other widths spoils one word
// only.
class Painter
{
public:
    explicit Painter(bool hasColours)
        : m_hasColours(hasColours)
    {}

    QByteArray paint(const Screen &screen); // empty: nothing has changed
    void forget() { m_shown.reset(); } // the terminal shows something else

private:
    QByteArray bytesOf(const Line &line) const;
    QByteArray codesOf(Style style, bool isSelected) const;

    const bool m_hasColours;
    std::optional<Screen> m_shown;
};

} // namespace lockscope::lockctl
