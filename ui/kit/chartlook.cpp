// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/chartlook.h"

#include "ui/theme/textwidth.h"

#include <QAbstractAxis>
#include <QChart>
#include <QChartView>
#include <QFontMetrics>
#include <QGraphicsLayout>
#include <QLegend>
#include <QMargins>
#include <QPen>

namespace lockscope::ui {

void applyChartLook(QChart &chart, const QPalette &palette, const QFont &font)
{
    const QColor text = palette.color(QPalette::Text);
    const QColor line = palette.color(QPalette::Mid);
    chart.setAnimationOptions(QChart::NoAnimation);
    chart.setDropShadowEnabled(false);
    chart.setBackgroundRoundness(0);
    chart.setBackgroundPen(Qt::NoPen);
    chart.setBackgroundBrush(palette.color(QPalette::Base));
    chart.setPlotAreaBackgroundVisible(false);
    chart.setTitleBrush(text);
    QFont bold = font;
    bold.setBold(true);
    chart.setTitleFont(bold);
    const int space = characterWidth(QFontMetrics(font)) / 2;
    chart.setMargins(QMargins(space, space, space, space));
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    QLegend *const legend = chart.legend();
    legend->setFont(font);
    legend->setLabelColor(text);
    legend->setBackgroundVisible(false);
    for (QAbstractAxis *axis : chart.axes()) {
        axis->setLabelsFont(font);
        axis->setTitleFont(font);
        axis->setLabelsBrush(text);
        axis->setTitleBrush(text);
        axis->setLinePen(QPen(line, 1));
        axis->setGridLinePen(QPen(line, 1, Qt::DotLine));
    }
}

void applyViewLook(QChartView &view, const QString &name)
{
    view.setObjectName(name);
    view.setFrameShape(QFrame::NoFrame);
    view.setRubberBand(QChartView::NoRubberBand);
    // The table beside it has the same, and keys for it.
    view.setFocusPolicy(Qt::NoFocus);
    view.viewport()->setFocusPolicy(Qt::NoFocus);
}

QString chartText(const QString &text)
{
    return text.toHtmlEscaped();
}

} // namespace lockscope::ui
