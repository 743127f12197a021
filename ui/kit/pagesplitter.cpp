// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/pagesplitter.h"

#include "ui/theme/textwidth.h"

namespace lockscope::ui {

namespace {

constexpr int highLines = 26; // so that a dozen rows and a dozen lines are in sight
constexpr int wideCharacters = 210; // for all columns of a table and a text beside them

} // namespace

PageSplitter::PageSplitter(const QString &name, int share)
    : QSplitter(Qt::Horizontal)
    , m_share(share)
{
    setObjectName(name);
    setChildrenCollapsible(false);
}

void PageSplitter::setParts(QWidget *first, QWidget *second)
{
    addWidget(first);
    addWidget(second);
    setStretchFactor(0, m_share);
    setStretchFactor(1, 100 - m_share);
    setSizes({m_share, 100 - m_share}); // in proportion
}

void PageSplitter::resizeEvent(QResizeEvent *event)
{
    fit();
    QSplitter::resizeEvent(event);
}

// A layout that was restored may be of the other direction.
void PageSplitter::showEvent(QShowEvent *event)
{
    QSplitter::showEvent(event);
    fit();
}

void PageSplitter::fit()
{
    const bool isHigh = height() >= highLines * fontMetrics().lineSpacing();
    const bool isWide = width() >= wideCharacters * characterWidth(fontMetrics());
    const Qt::Orientation wanted = isHigh && !isWide ? Qt::Vertical : Qt::Horizontal;
    if (orientation() == wanted)
        return;
    setOrientation(wanted);
    setSizes({m_share, 100 - m_share});
}

} // namespace lockscope::ui
