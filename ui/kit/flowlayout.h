// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace lockscope::ui {

// Puts widgets side by side, each as large as it wants to be, and begins another line where the
// width is used up: a row of buttons then does not set how narrow a window may be. Hidden widgets
// take no room. GUI thread.
class FlowLayout : public QLayout
{
    Q_OBJECT

public:
    using QLayout::QLayout;

    // In columns of one width, no more than so many; as many as there is room for.
    void setColumns(int most) { m_columns = most; }

    void addItem(QLayoutItem *item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; // of one line
    QSize minimumSize() const override; // of the widest item
    void setGeometry(const QRect &rect) override;

private:
    QSize sizeOfColumn() const; // of every item that is shown; empty: each has its own
    int arrange(const QRect &rect, bool isReal) const;

    int m_columns = 0; // none: each item is as wide as it wants to be
    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace lockscope::ui
