// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/alarmbar.h"

#include "ui/blocking/blockingfeed.h"
#include "ui/theme/tones.h"

#include <QEvent>

#include <chrono>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

AlarmBar::AlarmBar(BlockingFeed &keeper, QWidget *parent)
    : QToolButton(parent)
    , m_keeper(keeper)
{
    setObjectName("deadlocks"_L1);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setToolTip(tr("Opens the Blocking view"));
    QFont bold = font();
    bold.setBold(true);
    setFont(bold);
    colour();
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::seconds(2));
    connect(&m_soon, &QTimer::timeout, &keeper, &BlockingFeed::request);
    connect(&keeper, &BlockingFeed::queuesChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    connect(&keeper, &BlockingFeed::computed, this, &AlarmBar::refresh);
    refresh();
}

void AlarmBar::refresh()
{
    const auto count = static_cast<qulonglong>(m_keeper.tree().deadlocks);
    const QString text = count == 1 ? tr("1 deadlock") : tr("%1 deadlocks").arg(count);
    if (text != this->text())
        setText(text);
    setVisible(count > 0);
}

void AlarmBar::colour()
{
    const QPalette around = parentWidget() ? parentWidget()->palette() : palette();
    QPalette colours = palette();
    const QColor wanted = toneColor(Tone::Alarm, around);
    if (colours.color(QPalette::ButtonText) == wanted)
        return;
    colours.setColor(QPalette::ButtonText, wanted);
    setPalette(colours);
}

void AlarmBar::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ParentChange)
        colour();
}

} // namespace lockscope::ui
