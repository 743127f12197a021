// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/tile.h"

namespace lockscope::ui {

// The upper part of the overview. GUI thread.

// The verdict, in one line that can be read from afar. Filled with colour only if somebody has to
// act; its symbol and its words say the same without colour.
class VerdictTile : public FactTile<VerdictFacts>
{
    Q_OBJECT

public:
    using FactTile::FactTile;

    // The height of the large line, after it was made to fit; for tests.
    double titleHeight() const;
    bool isTitleCut() const;

protected:
    Ground ground() const override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;

private:
    QRectF textArea(const QRectF &area) const;
    double titleWidth() const; // that there is
    QFont titleFont(double width) const;
};

// A number, how it was in the last hour, and in the same hour of the day before.
class NumberTile : public FactTile<NumberFacts>
{
    Q_OBJECT

public:
    using FactTile::FactTile;

protected:
    Ground ground() const override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;
};

// A problem that is open: a row of its card.
class IncidentTile : public FactTile<IncidentFacts>
{
    Q_OBJECT

public:
    using FactTile::FactTile;

protected:
    Ground ground() const override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;
};

} // namespace lockscope::ui
