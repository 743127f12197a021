// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/tile.h"

namespace lockscope::ui {

// The lower part of the overview. GUI thread.

// An owner that blocks others: a row with a bar, whose segments are the waiters.
class BlockerTile : public FactTile<BlockerFacts>
{
    Q_OBJECT

public:
    using FactTile::FactTile;

protected:
    Ground ground() const override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;
};

// A quorum group, or a lock of one that is not held on all servers: a row with a cell for each.
class QuorumTile : public FactTile<QuorumFacts>
{
    Q_OBJECT

public:
    using FactTile::FactTile;

protected:
    Ground ground() const override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;
};

// A server. One that is gone is a field of colour, one of which nothing is heard is grey.
class ServerTile : public FactTile<ServerFacts>
{
    Q_OBJECT

public:
    using FactTile::FactTile;

protected:
    Ground ground() const override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;
};

// The last hour from left to right in three lanes: incidents, sight, and the operator's actions. A
// click leads to its time on the timeline.
class RibbonTile : public FactTile<RibbonFacts>
{
    Q_OBJECT

public:
    RibbonTile(const QString &name, QWidget *parent);

    // All that is drawn at this point, a line each.
    QStringList textsAt(const QPointF &point) const;

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void describe() override;
    void paintFacts(QPainter &painter, const QRectF &area, const QColor &text) override;

private:
    struct Lanes {
        QRectF area; // without names and times
        double lane = 0; // height of one
    };

    QRectF inside() const;
    Lanes lanesIn(const QRectF &area) const;
    QRectF rectOf(const RibbonFacts::Span &span, const Lanes &lanes) const;
    double xOf(WallInstant at, const Lanes &lanes) const;
    WallInstant timeAt(double x) const;
    QStringList names() const;
    void paintSpan(QPainter &painter, const RibbonFacts::Span &span, const QRectF &rect) const;
};

} // namespace lockscope::ui
