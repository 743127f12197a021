// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guidepage.h"

#include "ui/theme/tones.h"

#include <QFileInfo>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

GuidePage::GuidePage(QWidget *parent)
    : QTextBrowser(parent)
{
    setObjectName("guideText"_L1);
    setAccessibleName(tr("User guide"));
    setOpenExternalLinks(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    connect(this, &QTextBrowser::sourceChanged, this, &GuidePage::wrapLines);
}

QVariant GuidePage::loadResource(int type, const QUrl &name)
{
    if (type != QTextDocument::ImageResource) {
        m_pictures.clear(); // those of the page before
        m_file = m_file.resolved(name);
        return QTextBrowser::loadResource(type, name);
    }
    QString file = m_file.resolved(name).toLocalFile();
    if (isDark(palette())) {
        QString dark = file;
        dark.replace("/light/"_L1, "/dark/"_L1);
        if (QFileInfo::exists(dark))
            file = dark;
    }
    const QImage picture(file);
    m_pictures.insert(name, picture);
    return fitted(picture);
}

QImage GuidePage::fitted(const QImage &picture) const
{
    const int room = viewport()->width() - 4 * static_cast<int>(document()->documentMargin());
    return picture.width() > room && room > 0
        ? picture.scaledToWidth(room, Qt::SmoothTransformation)
        : picture;
}

// Wraps lines of code, which Markdown keeps in one line.
void GuidePage::wrapLines()
{
    QTextBlockFormat wrapped;
    wrapped.setNonBreakableLines(false);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().nonBreakableLines())
            QTextCursor(block).mergeBlockFormat(wrapped);
    }
}

void GuidePage::resizeEvent(QResizeEvent *event)
{
    for (auto each = m_pictures.cbegin(); each != m_pictures.cend(); ++each)
        document()->addResource(QTextDocument::ImageResource, each.key(), fitted(each.value()));
    if (!m_pictures.isEmpty())
        document()->markContentsDirty(0, document()->characterCount());
    QTextBrowser::resizeEvent(event);
}

} // namespace lockscope::ui
