// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/filterfield.h"
#include "ui/table/savedfilters.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace lockscope::ui {

// The row above a table: its filter, the named filters, further widgets, and a line for the
// filter's error. GUI thread.
class FilterBar : public QWidget
{
    Q_OBJECT

public:
    // The owner puts problemLine() below its table, where it moves nothing else when it appears or
    // disappears. Its parts are named after it: NAME, NAMEProblem, NAMESaved.
    explicit FilterBar(const QString &name, QWidget *parent = nullptr);

    FilterField *field() { return m_field; }
    // To the right of the filter.
    void addWidget(QWidget *widget);
    // Beside the filter: when it gets wider the filter alone gives way. Hidden where the bar has no
    // room for both.
    void addLabel(QWidget *label);

    QLabel *problemLine() { return m_problem; }
    void showProblem(const std::optional<insight::FilterProblem> &problem);

    // Filters that are always there: above the saved ones in the menu.
    void setReadyMade(const QList<QAction *> &actions);
    void setSaved(const SavedFilters &saved) { m_saved = saved; }
    const SavedFilters &saved() const { return m_saved; }

    // Somebody goes on from the filter: edited() is late no more.
    void settle();

Q_SIGNALS:
    // At once; but a word that may become the name of a field is no search of its own for half a
    // second, which would empty the table on the way to `watchdog:`.
    void edited(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    void tell();
    void makeItems();
    void addSaver();
    void colourProblem();

    FilterField *m_field;
    QToolButton *m_button;
    QMenu *m_menu;
    QLabel *m_problem;
    QWidget *m_label = nullptr;
    QHBoxLayout *m_row;
    SavedFilters m_saved;
    QList<QAction *> m_readyMade;
    QTimer m_unsettled;
};

} // namespace lockscope::ui
