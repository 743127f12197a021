// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/servers/servermodel.h"
#include "ui/contention/contentionmodel.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace lockscope::ui {

class ContentionCharts;
class ContentionFeed;
class EmptyPage;
class PageSplitter;
class TableView;

// Shows the most contended locks: a table, bars, and the use of the chosen lock, or of all of them,
// over time. Refreshed once a second while it is shown; hidden it does nothing. GUI thread; keeper
// and servers must outlive it.
class ContentionPane : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t mostLocks = 200;

    ContentionPane(const ContentionFeed &keeper, const ServerModel &servers,
                   QWidget *parent = nullptr);

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeBar();
    void makeTable();
    void refresh();
    void showCharts(Instant since, Instant now);
    void choose(int row);
    ContentionModel::Harm harm() const;

    const ContentionFeed &m_keeper;
    const ServerModel &m_servers;
    ContentionModel m_model;
    QTimer m_tick{this};
    QComboBox *m_harm;
    QComboBox *m_window;
    QLabel *m_count;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    PageSplitter *m_splitter;
    TableView *m_table;
    ContentionCharts *m_charts;
};

} // namespace lockscope::ui
