// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/alarmbar.h"

#include "ui/health/healthfeed.h"
#include "ui/theme/tones.h"
#include "ui/wording/incidentwording.h"

#include <QEvent>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

AlarmBar::AlarmBar(const HealthFeed &feed, QWidget *parent)
    : QToolButton(parent)
    , m_feed(feed)
{
    setObjectName("incidentAlarm"_L1);
    setAutoRaise(true);
    // The height of its text, also before there is one: with room for an icon the first incident
    // would move the window.
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::TabFocus);
    setToolTip(tr("Opens the Incidents view"));
    QFont bold = font();
    bold.setBold(true);
    setFont(bold);
    connect(&feed, &HealthFeed::incidentsChanged, this, &AlarmBar::refresh);
    refresh();
}

void AlarmBar::refresh()
{
    const auto counts = m_feed.incidents().counts(m_feed.wallNow());
    const QString text = wording::severityCounts(counts.critical, counts.warning);
    if (text != this->text())
        setText(text);
    colour();
    setVisible(counts.total() > 0);
}

// By the worst that nobody has acknowledged.
void AlarmBar::colour()
{
    const QPalette around = parentWidget() ? parentWidget()->palette() : palette();
    QPalette colours = palette();
    const auto worst = m_feed.incidents().worst(m_feed.wallNow());
    const Tone tone = !worst                   ? Tone::Quiet
        : *worst == health::Severity::Critical ? Tone::Alarm
                                               : Tone::Notice;
    const QColor wanted = toneColor(tone, around);
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
