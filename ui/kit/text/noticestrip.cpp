// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/text/noticestrip.h"

#include "ui/kit/text/textlabel.h"
#include "ui/wording/wording.h"

#include <QHBoxLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

NoticeStrip::NoticeStrip(const Clock &clock, QWidget *parent)
    : QFrame(parent)
    , m_clock(clock)
    , m_text(makeTextLabel(u"notice"_s))
{
    setObjectName("noticeStrip"_L1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    auto *close = new QToolButton;
    close->setObjectName("noticeClose"_L1);
    close->setText(QStringLiteral("×"));
    close->setAccessibleName(tr("Dismiss the notice"));
    close->setToolTip(tr("Dismiss the notice"));
    close->setAutoRaise(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 4, 3);
    layout->addWidget(m_text, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeStrip::tell(const QString &text, NoticeAbout about)
{
    m_about = about;
    const WallInstant now = m_clock.wallNow();
    m_text->setText(u"%1  %2"_s.arg(wording::clockTime(now, now), text));
    show();
}

void NoticeStrip::withdraw(NoticeAbout about)
{
    if (m_about == about)
        hide();
}

} // namespace lockscope::ui
