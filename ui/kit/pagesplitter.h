// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace lockscope::ui {

// A table and what it tells of its current row: one above the other where the view is a page that
// is not very wide, so that no column is cut while half of the page is empty; side by side below
// the table of locks, where the view is low, and on a wide screen. The sizes that a user has chosen
// are those of one of the two. GUI thread.
class PageSplitter : public QSplitter
{
    Q_OBJECT

public:
    // `share`: percent of the room that the first part gets.
    PageSplitter(const QString &name, int share);

    void setParts(QWidget *first, QWidget *second);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fit();

    int m_share;
};

} // namespace lockscope::ui
