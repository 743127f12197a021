// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace lockscope::ui {

// The icons of the window's pages: one set of line drawings, painted in any one colour, so that
// they go with every theme and need no plugin. GUI thread.
enum class Glyph : quint8 {
    None,
    Overview, // tiles
    Locks, // a padlock
    Queue, // a line that waits, with its head
    Timeline, // bars one below the other
    Blocking, // one that points to another
    Contention, // columns
    Quorum, // three of which two are filled
    Incidents, // a bell
    Events, // a pulse
    Servers, // a stack
    Workbench, // a spanner
    Audit, // a page with a tick
    Estate, // a tree
};

// Fills the rectangle, which should be square.
void paintGlyph(QPainter *painter, const QRectF &place, Glyph glyph, const QColor &color);

} // namespace lockscope::ui
