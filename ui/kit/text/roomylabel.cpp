// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/text/roomylabel.h"

#include "ui/kit/text/followfont.h"

#include <algorithm>

namespace lockscope::ui {

RoomyLabel::RoomyLabel(const QString &name, int leastLines, QWidget *parent)
    : QLabel(parent)
    , m_leastLines(leastLines)
{
    setObjectName(name);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setWordWrap(true);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    followFont(this, [this] {
        setMinimumHeight(m_leastLines * fontMetrics().lineSpacing());
        giveRoomBack();
    });
}

void RoomyLabel::giveRoomBack()
{
    m_most.clear();
    updateGeometry();
}

int RoomyLabel::heightForWidth(int width) const
{
    constexpr qsizetype mostWidths = 16; // while somebody drags an edge
    if (m_most.size() > mostWidths)
        m_most.clear();
    const int least = m_leastLines * fontMetrics().lineSpacing();
    int &most = m_most[width];
    most = std::max({most, least, QLabel::heightForWidth(width)});
    return most;
}

} // namespace lockscope::ui
