// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QFont>
#include <QStaticText>

#include <array>

class QPainter;

namespace lockscope::ui {

// Single lines of text as tables draw them, over and over: to shape a text takes several times as
// long as to draw it, so a line is laid out once and kept for as long as it is drawn. GUI thread.
class LineCache
{
public:
    struct Face {
        bool bold = false;
        bool italic = false;
    };

    // Within the area, cut short as `elide` says; in the painter's pen, whose font changes. Lines
    // are of one font and its faces: another font forgets them all.
    void draw(QPainter *painter, const QRect &area, Qt::Alignment alignment, const QString &text,
              const QFont &font, Face face, Qt::TextElideMode elide);

private:
    struct Key {
        QString text;
        int width = 0;
        int look = 0; // face and way of cutting short

        friend bool operator==(const Key &, const Key &) = default;
        friend std::size_t qHash(const Key &key, std::size_t seed = 0)
        {
            return qHashMulti(seed, key.text, key.width, key.look);
        }
    };

    const QFont &faced(const QFont &font, Face face);
    const QStaticText &line(const Key &key, const QFont &font, Qt::TextElideMode elide);

    QFont m_font; // of the cached lines
    std::array<QFont, 4> m_faces;
    bool m_isEmpty = true;
    QCache<Key, QStaticText> m_lines{4096}; // at most so many short lines, or fewer long ones
};

} // namespace lockscope::ui
