// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QHash>

class QLabel;

namespace lockscope::ui {

// Fields below each other, each with its title at its left; rows can be hidden. In place of Qt's
// form layout, which up to 6.4 at least writes behind its own memory when a hidden row has a text
// that wraps: it numbers only the rows that are shown, and measures those that are hidden, too.
// GUI thread.
class FormGrid : public QGridLayout
{
    Q_OBJECT

public:
    explicit FormGrid(QWidget *parent = nullptr);

    // The title leads to the field by its mnemonic; none if it is empty.
    void addRow(const QString &title, QWidget *field);
    void addRow(const QString &title, QLayout *field);
    void addRow(QLabel *title, QWidget *field);
    void addRow(QLabel *title, QLayout *field);

    // The field's row, title and all. The field was added as a widget.
    void setRowVisible(QWidget *field, bool visible);

private:
    QLabel *makeTitle(const QString &title, QWidget *field);
    void addTitle(QLabel *title, int row, bool atTop);

    QHash<QWidget *, QLabel *> m_titles; // by field
};

} // namespace lockscope::ui
