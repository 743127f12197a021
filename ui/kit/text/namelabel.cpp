// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/text/namelabel.h"

#include "ui/theme/textwidth.h"

#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWrapAnywhere;
constexpr int usualWidth = 60; // characters

} // namespace

NameLabel::NameLabel(const QString &text, QWidget *parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setWordWrap(true); // or each new text makes it one line high again
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int NameLabel::heightForWidth(int width) const
{
    return fontMetrics().boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), flags, text()).height();
}

QSize NameLabel::sizeHint() const
{
    const int width = usualWidth * characterWidth(fontMetrics());
    return {width, heightForWidth(width)};
}

QSize NameLabel::minimumSizeHint() const
{
    return {0, fontMetrics().lineSpacing()};
}

void NameLabel::paintEvent(QPaintEvent *event)
{
    if (fontMetrics().horizontalAdvance(text()) <= contentsRect().width()) {
        QLabel::paintEvent(event); // with what is selected in it
        return;
    }
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), flags, text());
}

} // namespace lockscope::ui
