// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/incidentdetail.h"

#include "ui/theme/tones.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

IncidentDetail::IncidentDetail(QWidget *parent)
    : QTextBrowser(parent)
{
    setObjectName("incidentDetail"_L1);
    setAccessibleName(tr("Details of the selected incident"));
    setFrameShape(NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &url) {
        if (const auto link = IncidentText::Link::from(url.toString()))
            Q_EMIT linkChosen(*link);
    });
}

void IncidentDetail::show(std::vector<IncidentText::Line> lines)
{
    if (lines == m_lines)
        return;
    // The scroll position stays for the same incident.
    const bool isSame = !lines.empty() && !m_lines.empty() && lines.front() == m_lines.front();
    const int place = isSame ? verticalScrollBar()->value() : 0;
    m_lines = std::move(lines);
    write();
    verticalScrollBar()->setValue(place);
}

void IncidentDetail::write()
{
    using Style = IncidentText::Line::Style;
    clear();
    QTextCursor cursor(document());
    for (const IncidentText::Line &line : m_lines) {
        QTextCharFormat format;
        if (line.style == Style::Title || line.style == Style::Heading)
            format.setFontWeight(QFont::Bold);
        if (line.style == Style::Quiet)
            format.setForeground(toneColor(Tone::Quiet, palette()));
        QTextBlockFormat block;
        if (line.style == Style::Heading)
            block.setTopMargin(fontMetrics().height() / 2.0);
        if (&line == &m_lines.front())
            cursor.setBlockFormat(block);
        else
            cursor.insertBlock(block, format);
        cursor.insertText(line.text, format);
        if (line.linked.isEmpty())
            continue;
        QTextCharFormat anchor = format;
        anchor.setAnchor(true);
        anchor.setAnchorHref(line.link.name());
        anchor.setFontUnderline(true);
        anchor.setForeground(palette().link());
        cursor.insertText(line.linked, anchor);
    }
    moveCursor(QTextCursor::Start);
}

void IncidentDetail::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        write();
}

// There is nothing to load.
QVariant IncidentDetail::loadResource(int /*type*/, const QUrl & /*name*/)
{
    return {};
}

} // namespace lockscope::ui
