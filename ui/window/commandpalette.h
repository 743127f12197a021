// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/guide/guidebook.h"
#include "ui/window/palettematches.h"
#include "ui/window/palettesearch.h"
#include "ui/window/viewlist.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

class QLineEdit;
class QMainWindow;
class QTreeWidget;

namespace lockscope::ui {

// Finds everything by its name, in groups: the views and the menu's actions, all locks, also those
// that the filter holds back, owners, servers, events and the pages of the guide. A sign in front
// searches one group alone. Lies over the window, goes when the focus leaves it. Locks and events
// are searched over several turns of the event loop, and not while it is hidden. GUI thread; client
// and navigator must outlive it.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t mostShown = 50; // of one group alone
    static constexpr std::size_t mostOfEach = 8; // of several groups

    CommandPalette(WatchClient &client, Navigator &navigator, QMainWindow *window);

    void open();

Q_SIGNALS:
    void linkWanted(const QString &link); // a link to a lock that was pasted

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Entry {
        QString text;
        QString place; // its kind, or the menu that has it
        std::function<void()> act; // empty: not now
        QString keys = {}; // that do the same
        QString id = {}; // of the thing in its group; empty: the text is it
    };
    struct Group {
        PaletteGroup group;
        std::vector<Entry> entries;
        std::optional<int> score; // of the best one; empty: it is empty, or nothing was typed
    };

    void addViews();
    void addActions();
    void addServers();
    int rowHeight() const;
    void refresh();
    void searchOn();
    void showFound(bool isComplete);
    std::vector<Group> found();
    Group bestOf(PaletteGroup group, const std::vector<Entry> &all) const;
    Group guidePages() const;
    Group searched(PaletteGroup group) const;
    void addGroup(const Group &group);
    QString chosenId() const;
    void restoreChoice(const QString &id);
    void sayChoice();
    Entry entryOf(const watch::LockRecord &lock) const;
    Entry entryOf(const PaletteOwner &owner) const;
    Entry entryOf(const watch::Event &event) const;
    Entry entryOf(const GuideBook::Page &page) const;
    Group pastedLink();
    void close(bool restoresFocus);
    void choose();

    WatchClient &m_client;
    Navigator &m_navigator;
    QMainWindow *m_window;
    QLineEdit *m_field;
    QTreeWidget *m_list;
    std::vector<Entry> m_actions; // with the views
    std::vector<Entry> m_servers;
    std::optional<GuideBook> m_guide; // empty: not read yet
    PaletteInput m_input;
    PaletteQuery m_query{QString()};
    PaletteSearch m_search;
    QTimer m_turn; // of the search
    std::vector<std::pair<QString, Entry>> m_shown; // with their distinguishing part
    bool m_isMoved = false; // the choice, by a key
    QPointer<QWidget> m_focusBefore;
};

} // namespace lockscope::ui
