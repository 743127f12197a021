// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/settings.h"

#include "ui/incidents/mutes.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

// QSettings writes plain characters alone, and would take anything for a setting.
bool isForeign(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.readAll();
    return std::ranges::any_of(text, [](char c) {
        return static_cast<signed char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
    });
}

} // namespace

Settings::Settings(QString file)
    : m_file(std::move(file))
{}

QString Settings::usualFile()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    return folder.isEmpty() ? QString() : folder + u"/lockscope.ini"_s;
}

ui::WindowState Settings::load()
{
    ui::WindowState state;
    if (m_file.isEmpty())
        return state;
    QSettings settings(m_file, QSettings::IniFormat);
    if (settings.status() != QSettings::NoError || isForeign(m_file)) {
        m_problem =
            QCoreApplication::translate(
                "Settings",
                "The settings file %1 cannot be read. It is not changed, and this session's "
                "settings are not saved.")
                .arg(m_file);
        return state;
    }
    // Said now: what is lost at the end of a session is nobody's to be told any more.
    if (!settings.isWritable())
        m_problem = QCoreApplication::translate(
                        "Settings",
                        "The settings file %1 cannot be written. This session's settings are not "
                        "saved.")
                        .arg(m_file);
    state.geometry = settings.value(u"window/geometry"_s).toByteArray();
    state.docks = settings.value(u"window/docks"_s).toByteArray();
    state.theme =
        ui::themeFromName(settings.value(u"window/theme"_s).toString()).value_or(ui::Theme::System);
    state.language = settings.value(u"window/language"_s).toString();
    state.recentUrls = settings.value(u"recentUrls"_s).toStringList();
    state.filters = ui::SavedFilters::fromList(settings.value(u"filters"_s).toStringList());
    state.mutes = ui::mutesFrom(settings.value(u"mutes"_s).toStringList());
    state.notifies = settings.value(u"window/notifications"_s, true).toBool();
    state.wordNames = settings.value(u"window/wordNames"_s, true).toBool();
    state.records = settings.value(u"window/records"_s).toBool();
    if (const int zoom = settings.value(u"window/zoom"_s).toInt(); zoom > 0)
        state.zoom = zoom;
    settings.beginGroup(u"keys"_s);
    for (const QStringList names = settings.childKeys(); const QString &name : names)
        state.shortcuts.insert(name, settings.value(name).toString());
    settings.endGroup();
    settings.beginGroup(u"parts"_s);
    const QStringList parts = settings.childKeys();
    for (const QString &part : parts)
        state.parts.insert(part, settings.value(part).toByteArray());
    return state;
}

ui::SessionState Settings::loadSession() const
{
    if (m_file.isEmpty())
        return {};
    const QSettings settings(m_file, QSettings::IniFormat);
    return ui::sessionFromJson(settings.value(u"session"_s).toByteArray());
}

void Settings::saveSession(const ui::SessionState &state) const
{
    if (m_file.isEmpty() || !m_problem.isEmpty())
        return;
    QSettings settings(m_file, QSettings::IniFormat);
    settings.setValue(u"session"_s, ui::sessionToJson(state));
}

void Settings::save(const ui::WindowState &state) const
{
    if (m_file.isEmpty() || !m_problem.isEmpty())
        return;
    QSettings settings(m_file, QSettings::IniFormat);
    settings.setValue(u"window/geometry"_s, state.geometry);
    settings.setValue(u"window/docks"_s, state.docks);
    settings.setValue(u"window/theme"_s, ui::themeName(state.theme));
    settings.setValue(u"window/language"_s, state.language);
    settings.setValue(u"recentUrls"_s, state.recentUrls);
    settings.setValue(u"filters"_s, state.filters.toList());
    settings.setValue(u"mutes"_s, ui::muteLines(state.mutes));
    settings.setValue(u"window/notifications"_s, state.notifies);
    settings.setValue(u"window/wordNames"_s, state.wordNames);
    settings.setValue(u"window/records"_s, state.records);
    settings.setValue(u"window/zoom"_s, state.zoom);
    settings.beginGroup(u"keys"_s);
    settings.remove(QString()); // the group as a whole
    for (auto keys = state.shortcuts.begin(); keys != state.shortcuts.end(); ++keys)
        settings.setValue(keys.key(), keys.value());
    settings.endGroup();
    settings.beginGroup(u"parts"_s);
    settings.remove(QString());
    for (auto part = state.parts.begin(); part != state.parts.end(); ++part)
        settings.setValue(part.key(), part.value());
}

} // namespace lockscope::console
