// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QTextBrowser>
#include <QUrl>

namespace lockscope::ui {

// A page of the guide. It is never wider than its room: long lines wrap, and pictures shrink; only
// a table needs room for its longest words. Pictures are dark where the window is. Tab leads from
// link to link. GUI thread.
class GuidePage : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuidePage(QWidget *parent = nullptr);

protected:
    QVariant loadResource(int type, const QUrl &name) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void wrapLines();
    QImage fitted(const QImage &picture) const;

    QUrl m_file; // of this page; source() is the one before while pictures load
    QHash<QUrl, QImage> m_pictures; // of this page, in their own size
};

} // namespace lockscope::ui
