// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPalette>

QT_BEGIN_NAMESPACE
class QChart;
class QChartView;
QT_END_NAMESPACE

namespace lockscope::ui {

// Applies the common look of all charts: the colours and the font of the widget around them, no
// frame, no animation, no shadow. To be called again when palette or font change, and only when
// axes and series exist. The pens and brushes of series are their own affair. GUI thread.
void applyChartLook(QChart &chart, const QPalette &palette, const QFont &font);

// A view that is part of a pane: without a frame, with its own name.
void applyViewLook(QChartView &view, const QString &name);

// Qt Charts takes all its texts for markup.
QString chartText(const QString &text);

} // namespace lockscope::ui
