// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recordingmark.h"

#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QDateTime>
#include <QEvent>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QString clockText(WallInstant at)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count());
    return local.date() == QDate::currentDate() ? QLocale().toString(local.time(), u"HH:mm"_s)
                                                : QLocale().toString(local, QLocale::ShortFormat);
}

QString namesText(const QStringList &names)
{
    QStringList shown;
    for (const QString &name : names)
        shown += wording::shown(name.toUtf8(), 60);
    return wording::listed(shown);
}

} // namespace

RecordingMark::RecordingMark(QWidget *parent)
    : QLabel(parent)
{
    setObjectName("recordingMark"_L1);
    setTextFormat(Qt::PlainText);
    setContentsMargins(6, 0, 6, 0);
    hide();
}

void RecordingMark::show(const RecordingState &state)
{
    m_state = state;
    setVisible(state.since.has_value());
    if (!state.since)
        return;
    const bool isWritten = state.trouble.isEmpty();
    setText(isWritten ? tr("● recording since %1").arg(clockText(*state.since))
                      : tr("○ not recording"));
    QStringList lines;
    if (!isWritten)
        lines += state.trouble;
    if (!state.records.isEmpty())
        lines += tr("Recorded: %1").arg(namesText(state.records));
    if (!state.elsewhere.isEmpty())
        lines += tr("Recorded by another program: %1").arg(namesText(state.elsewhere));
    if (lines.isEmpty())
        lines += tr("Begins with the first server.");
    setToolTip(toolTipOf(lines.join(u'\n')));
    setAccessibleName(text());
    setAccessibleDescription(lines.join(u'\n'));
    colour();
}

void RecordingMark::colour()
{
    const QPalette around = parentWidget() ? parentWidget()->palette() : palette();
    QPalette own = palette();
    const QColor wanted =
        toneColor(m_state.trouble.isEmpty() ? Tone::Neutral : Tone::Alarm, around);
    if (own.color(QPalette::WindowText) == wanted)
        return;
    own.setColor(QPalette::WindowText, wanted);
    setPalette(own);
}

void RecordingMark::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ParentChange)
        colour();
}

} // namespace lockscope::ui
