// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/window/palettematches.h"
#include "ui/window/viewlist.h"

#include <QFrame>
#include <QPointer>

#include <functional>

class QLineEdit;
class QMainWindow;
class QTreeWidget;

namespace lockscope::ui {

// Finds everything by its name: the views, the menu's actions, servers and all locks, also those
// that the filter holds back. Lies over the window, goes when the focus leaves it. GUI thread;
// client and navigator must outlive it.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t mostShown = 50;

    CommandPalette(WatchClient &client, Navigator &navigator, QMainWindow *window);

    void open();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Entry {
        QString text;
        QString place; // what it is, or the menu that has it
        std::function<void()> act; // empty: not now
    };

    void addViews();
    void addActions();
    void addServers();
    int rowHeight() const;
    void refresh();
    std::vector<Entry> matches(const PaletteQuery &query) const;
    Entry entryOf(const watch::LockRecord &lock) const;
    void close(bool restoresFocus);
    void choose();

    WatchClient &m_client;
    Navigator &m_navigator;
    QMainWindow *m_window;
    QLineEdit *m_field;
    QTreeWidget *m_list;
    std::vector<Entry> m_fixed; // all but the locks
    std::vector<Entry> m_shown;
    QPointer<QWidget> m_focusBefore;
};

} // namespace lockscope::ui
