// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>
#include <QWidget>

namespace lockscope::ui {

// A chart that can be exported as a picture (ui/export), with its name there.
inline constexpr const char *pictureProperty = "pictureTitle";

inline void setPicture(QWidget *chart, const QString &title)
{
    chart->setProperty(pictureProperty, title);
}

// Empty: it is no chart.
inline QString pictureTitleOf(const QWidget &widget)
{
    return widget.property(pictureProperty).toString();
}

} // namespace lockscope::ui
