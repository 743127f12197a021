// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowsettings.h"

#include "ui/kit/actiontext.h"
#include "ui/kit/remembered.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/preferences/shortcutsdialog.h"
#include "ui/window/languagemenu.h"
#include "ui/window/viewlist.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QString withoutLetter(const QString &text)
{
    QString plain = text;
    return plain.remove(u'&');
}

} // namespace

WindowSettings::WindowSettings(QMainWindow &window)
    : QObject(&window)
    , m_window(window)
{
    for (const QAbstractButton *box : window.findChildren<QAbstractButton *>()) {
        if (isRemembered(*box))
            m_usual.insert(box->objectName(), box->isChecked());
    }
}

void WindowSettings::fillMenu(QMenu *menu)
{
    QMenu *zoom = menu->addMenu(tr("&Zoom"));
    zoom->setObjectName("zoomMenu"_L1);
    m_zoom.fillMenu(zoom);
    QAction *preferences = menu->addAction(tr("Pref&erences…"), this, &WindowSettings::open);
    preferences->setObjectName("actionPreferences"_L1);
    preferences->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Comma));
    QAction *keys = menu->addAction(tr("Change &keys…"), this, &WindowSettings::openShortcuts);
    keys->setObjectName("actionShortcuts"_L1);
    keys->setToolTip(tr("Gives actions of the menus other keys."));
}

void WindowSettings::collectShortcuts()
{
    for (const QShortcut *shortcut : m_window.findChildren<QShortcut *>()) {
        if (shortcut->context() != Qt::WidgetShortcut && !shortcut->whatsThis().isEmpty())
            m_shortcuts.addFixed(shortcut->key(), shortcut->whatsThis());
    }
    for (const QAction *action : m_window.menuBar()->actions()) {
        if (const auto *menu = action->menu<QMenu *>())
            collectMenu(*menu, plainText(*action));
    }
}

void WindowSettings::collectMenu(const QMenu &menu, const QString &title)
{
    for (QAction *action : menu.actions()) {
        if (const auto *inner = action->menu<QMenu *>())
            collectMenu(*inner, title);
        else if (!action->isSeparator())
            m_shortcuts.add(*action, title);
    }
}

void WindowSettings::openShortcuts()
{
    auto *dialog = m_window.findChild<ShortcutsDialog *>();
    if (!dialog) {
        dialog = new ShortcutsDialog(m_shortcuts, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

Preference WindowSettings::choice(const QString &name, const QString &group, const QString &label,
                                  const QList<QAction *> &actions)
{
    Preference preference;
    preference.name = name;
    preference.group = group;
    preference.label = label;
    for (const QAction *action : actions)
        preference.choices += withoutLetter(action->text());
    preference.value = [actions] {
        const auto at = std::find_if(actions.begin(), actions.end(),
                                     [](const QAction *action) { return action->isChecked(); });
        return at == actions.end() ? 0 : static_cast<int>(at - actions.begin());
    };
    preference.set = [actions](int index) { actions.value(index)->trigger(); };
    return preference;
}

Preference WindowSettings::check(const QString &name, const QString &group, QAction *action)
{
    Preference preference;
    preference.name = name;
    preference.group = group;
    preference.label = action->text();
    preference.note = action->toolTip();
    preference.value = [action] { return action->isChecked() ? 1 : 0; };
    preference.set = [action](int value) {
        if (action->isChecked() != (value != 0))
            action->trigger();
    };
    preference.isPossible = action->isEnabled();
    return preference;
}

Preference WindowSettings::check(QAbstractButton *box)
{
    Preference preference;
    preference.name = u"preference-"_s + box->objectName();
    preference.group = tr("Views");
    preference.label = tr("%1: %2").arg(viewTitleOf(box), withoutLetter(box->text()));
    preference.note = wording::ended(noteOfRemembered(*box));
    preference.usual = m_usual.value(box->objectName()) ? 1 : 0;
    preference.value = [box] { return box->isChecked() ? 1 : 0; };
    preference.set = [box](int value) { box->setChecked(value != 0); };
    return preference;
}

QList<Preference> WindowSettings::preferences()
{
    QList<Preference> all;
    const QString looks = tr("Appearance");
    if (const auto *theme = m_window.findChild<QAction *>(u"theme-system"_s))
        all += choice(u"preferenceTheme"_s, looks, tr("&Theme"), theme->actionGroup()->actions());
    if (const auto *languages = m_window.findChild<LanguageMenu *>()) {
        all += choice(u"preferenceLanguage"_s, looks, tr("&Language"), languages->actions());
        all.back().note = tr("The language changes at the next start.");
    }
    Preference zoom;
    zoom.name = u"preferenceZoom"_s;
    zoom.group = looks;
    zoom.label = tr("&Zoom");
    zoom.least = Zoom::least;
    zoom.most = Zoom::most;
    zoom.usual = Zoom::usual;
    zoom.suffix = u" %"_s;
    zoom.value = [this] { return m_zoom.percent(); };
    zoom.set = [this](int percent) { m_zoom.setPercent(percent); };
    all += zoom;
    if (auto *guesses = m_window.findChild<QAction *>(u"actionGuesses"_s)) {
        all += check(u"preferenceGuesses"_s, tr("Watching"), guesses);
        all.back().note = tr("%1 Until the program ends.").arg(all.back().note);
    }
    if (auto *notices = m_window.findChild<QAction *>(u"actionNotices"_s)) {
        all += check(u"preferenceNotices"_s, tr("Incidents"), notices);
        all.back().usual = 1;
    }
    for (QAbstractButton *box : m_window.findChildren<QAbstractButton *>()) {
        if (isRemembered(*box))
            all += check(box);
    }
    return all;
}

void WindowSettings::open()
{
    if (auto *shown = m_window.findChild<PreferencesDialog *>()) {
        shown->raise();
        shown->activateWindow();
        return;
    }
    auto *dialog = new PreferencesDialog(preferences(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    // Follows settings that are changed in a menu or a view meanwhile.
    for (const QAction *action : m_window.findChildren<QAction *>()) {
        if (action->isCheckable())
            connect(action, &QAction::toggled, dialog, &PreferencesDialog::refresh);
    }
    for (const QAbstractButton *box : m_window.findChildren<QAbstractButton *>()) {
        if (isRemembered(*box))
            connect(box, &QAbstractButton::toggled, dialog, &PreferencesDialog::refresh);
    }
    connect(&m_zoom, &Zoom::changed, dialog, &PreferencesDialog::refresh);
    dialog->show();
}

} // namespace lockscope::ui
