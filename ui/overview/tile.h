// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/overviewfacts.h"

#include <QAbstractButton>
#include <QColor>
#include <QFont>

#include <utility>

class QPainter;

namespace lockscope::ui {

// A painted part of the overview that leads somewhere: by a click, or by Enter where Tab stops. It
// is a button to assistive technology. Painted again only where what it says is another. GUI
// thread.
class Tile : public QAbstractButton
{
    Q_OBJECT

public:
    Tile(const QString &name, QWidget *parent);

    const TileLink &link() const { return m_link; }
    void setLink(const TileLink &link);

Q_SIGNALS:
    void chosen(const lockscope::ui::TileLink &link);

protected:
    // The background of the text.
    struct Ground {
        QColor fill; // invalid: that of the surroundings
        QColor text;
        QColor bar = {}; // at the left edge; invalid: none
        bool isFramed = true;
        bool isHatched = false;
    };

    virtual Ground ground() const;
    // Inside of the frame.
    virtual void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) = 0;

    double line() const; // height, of the tile's own font
    QFont fontOf(double share, bool isBold = false) const; // of the tile's own

    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    TileLink m_link;
};

// One of facts.
template <typename Facts>
class FactTile : public Tile
{
public:
    using Tile::Tile;

    void show(const Facts &facts)
    {
        if (!isHidden() && m_isTold && facts == m_facts)
            return;
        m_facts = facts;
        m_isTold = true;
        describe();
        update();
        setVisible(true);
    }
    const Facts &facts() const { return m_facts; }

protected:
    // In words, for assistive technology and tool tips.
    virtual void describe() = 0;

private:
    Facts m_facts;
    bool m_isTold = false;
};

// One line of text for the parts left out.
class MoreTile : public Tile
{
    Q_OBJECT

public:
    using Tile::Tile;

    void show(const QString &text, const TileLink &link, Tone tone = Tone::Neutral);
    const QString &shownText() const { return m_text; }

protected:
    Ground ground() const override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;

private:
    QString m_text;
    Tone m_tone = Tone::Neutral;
};

// Within the area, cut with an ellipsis.
void paintText(QPainter &painter, const QRectF &area, Qt::Alignment where, const QString &text,
               const QFont &font, const QColor &color, Qt::TextElideMode mode = Qt::ElideRight);

// A tool tip and the words of assistive technology, set where they differ.
void describeTile(QWidget &tile, const QString &name, const QString &description);

} // namespace lockscope::ui
