// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/zoom.h"

#include <QAction>
#include <QApplication>
#include <QMenu>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr std::array steps{50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300};

// Also for a font that has its size in pixels.
QFont zoomed(const QFont &font, int percent)
{
    QFont zoomed = font;
    if (font.pixelSize() > 0)
        zoomed.setPixelSize(std::max(1, font.pixelSize() * percent / 100));
    else
        zoomed.setPointSizeF(font.pointSizeF() * percent / 100);
    return zoomed;
}

} // namespace

Zoom::Zoom(QObject *parent)
    : QObject(parent)
    , m_font(QApplication::font())
{}

void Zoom::setPercent(int percent)
{
    const int wanted = std::clamp(percent, least, most);
    if (wanted == m_percent)
        return;
    m_percent = wanted;
    QApplication::setFont(zoomed(m_font, m_percent));
    Q_EMIT changed(m_percent);
}

void Zoom::zoomIn()
{
    const auto next = std::upper_bound(steps.begin(), steps.end(), m_percent);
    setPercent(next == steps.end() ? most : *next);
}

void Zoom::zoomOut()
{
    const auto next = std::lower_bound(steps.begin(), steps.end(), m_percent);
    setPercent(next == steps.begin() ? least : *(next - 1));
}

void Zoom::fillMenu(QMenu *menu)
{
    QAction *in = menu->addAction(tr("Zoom &in"), this, &Zoom::zoomIn);
    in->setObjectName("actionZoomIn"_L1);
    in->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    QAction *out = menu->addAction(tr("Zoom &out"), this, &Zoom::zoomOut);
    out->setObjectName("actionZoomOut"_L1);
    out->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Minus));
    QAction *actual = menu->addAction(tr("&Usual size"), this, [this] { setPercent(usual); });
    actual->setObjectName("actionZoomReset"_L1);
    actual->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    const auto fit = [this, in, out, actual] {
        in->setEnabled(m_percent < most);
        out->setEnabled(m_percent > least);
        actual->setEnabled(m_percent != usual);
    };
    connect(this, &Zoom::changed, menu, fit);
    fit();
}

} // namespace lockscope::ui
