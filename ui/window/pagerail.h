// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/glyph.h"

#include <QPointer>
#include <QToolBar>

#include <vector>

namespace lockscope::ui {

class HealthFeed;
class RailButton;
class ViewDocks;
class WindowPages;

// The rail at the left edge of the window: the overview, the locks and each view that is a page, in
// one column, and a button that folds the estate. A page is chosen there and never hidden; the one
// with the focus, or that was chosen last, is marked. It is one stop of Tab: Up and Down move on
// it. GUI thread; a child of the window, as all it is given.
class PageRail : public QToolBar
{
    Q_OBJECT

public:
    PageRail(ViewDocks &docks, WindowPages &pages, const HealthFeed &health, QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Page {
        QString name;
        RailButton *button;
        QAction *action;
        QPointer<const QWidget> content;
    };

    void addPage(const QString &name, Glyph glyph, QAction *action, const QWidget *content);
    void addEstate(ViewDocks &docks);
    void mark(std::size_t page);
    void follow(const QWidget *focus);
    bool moveFocus(int key);

    QWidget *m_column;
    std::vector<Page> m_pages;
    std::vector<RailButton *> m_buttons; // from top to bottom
    std::size_t m_front = 0; // the page in the window: the overview or the locks
    std::size_t m_current = 0;
};

} // namespace lockscope::ui
