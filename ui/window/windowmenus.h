// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/theme/theme.h"
#include "ui/window/viewlist.h"

#include <QObject>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace lockscope::ui {

class ActingLock;
class ActionBindings;
class AliasBindings;
class CommandPalette;
class Exporter;
class FullScreen;
class LanguageMenu;
class LocksPane;
class PastSearch;
class ProfileController;
class SessionKeeper;
class ViewDocks;
class WindowPages;
class WindowSettings;

// The menus of the console's window, and its keys that are in no menu. GUI thread; everything it is
// given must outlive it. Commands that it cannot run itself are signals.
class WindowMenus : public QObject
{
    Q_OBJECT

public:
    struct Parts {
        LocksPane *locks;
        ViewDocks *docks;
        ActionBindings *actions;
        ActingLock *acting;
        AliasBindings *names;
        ProfileController *profiles;
        CommandPalette *palette;
        WindowPages *pages;
        FullScreen *fullScreen;
        SessionKeeper *session;
        Exporter *exporter;
        WindowSettings *settings;
    };

    WindowMenus(QMainWindow &window, ViewContext &context, const Parts &parts);

    // Marks the theme; emits no signal.
    void showTheme(Theme theme);
    LanguageMenu &languages() { return *m_languages; }
    // Whether problems are to be told on the desktop: as the user wants it, also where there is no
    // tray today. noticesWanted() follows.
    void showNotices(bool wanted);
    bool wantsNotices() const { return m_wantsNotices; }
    // Whether owners without a name are called by words, in all views.
    void showWordNames(bool wanted);
    // Whether a record is kept; recordWanted() follows.
    void showRecord(bool wanted);
    bool wantsRecord() const;
    // Over a record: no entries that connect, watch or record. The key of the pause is that of
    // `play`.
    void leaveOutLive(QAction &play);
    // For pasted exceptions. It must outlive this.
    void setPastSearch(PastSearch &search) { m_pastSearch = &search; }

Q_SIGNALS:
    void lookBackWanted(const QString &record, const lockscope::WallInstant &at);
    void recordMenuWanted(QMenu *menu); // to be filled with what can be looked back at
    void recordWanted(bool wanted);
    void connectWanted();
    void detailWanted();
    void themeChosen(lockscope::ui::Theme theme);
    void guessesWanted(bool shown);
    void noticesWanted(bool wanted);
    void partWanted(bool next); // moves the focus to a part
    void layoutResetWanted();
    void helpWanted(); // about what has the focus

private:
    void addConnectionMenu();
    void addLocksMenu();
    void addActMenu();
    void addUnlock(QMenu *menu);
    void addViewMenu();
    void addThemes(QMenu *menu);
    void addNotices(QMenu *menu);
    void addWordNames(QMenu *menu);
    void addPause(QMenu *menu);
    void addPages(QMenu *menu);
    void goToFilter();
    void goToNextFilter();
    void addParts(QMenu *menu);
    void addHelpMenu();
    void addShortcuts();
    void showAbout();

    QMainWindow &m_window;
    ViewContext &m_context;
    Parts m_parts;
    PastSearch *m_pastSearch = nullptr;
    QAction *m_notices = nullptr;
    QAction *m_wordNames = nullptr;
    QAction *m_record = nullptr;
    QMenu *m_connection = nullptr;
    QAction *m_pause = nullptr;
    bool m_wantsNotices = true;
    QActionGroup *m_themes = nullptr;
    LanguageMenu *m_languages = nullptr;
};

} // namespace lockscope::ui
