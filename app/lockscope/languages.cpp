// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/languages.h"

#include "ui/window/languagemenu.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

#include <algorithm>
#include <array>
#include <vector>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

// The language in which somebody who prefers this one can read; empty: none.
QString match(const QString &preferred)
{
    const QLocale locale(preferred);
    if (locale.language() == QLocale::English || locale.language() == QLocale::C)
        return u"en"_s;
    // Not for readers of the traditional characters, who may well read English better.
    if (locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedHanScript)
        return u"zh_CN"_s;
    return {};
}

} // namespace

bool isLanguage(const QString &name)
{
    const std::vector<ui::Language> &all = ui::languages();
    return std::any_of(all.begin(), all.end(),
                       [&](const ui::Language &one) { return one.name == name; });
}

void setFontsFor(const QString &language)
{
    if (language == "zh_CN"_L1 && !qEnvironmentVariableIsSet("FC_LANG"))
        qputenv("FC_LANG", "zh-cn");
}

QString languageFor(const QString &asked, const QString &remembered, const QStringList &preferred)
{
    for (const QString &name : {asked, remembered}) {
        if (isLanguage(name))
            return name;
    }
    for (const QString &name : preferred) {
        if (const QString found = match(name); !found.isEmpty())
            return found;
    }
    return u"en"_s;
}

QString languageIn(const QStringList &arguments)
{
    const QString option = u"--language"_s;
    QString found;
    for (qsizetype i = 1; i < arguments.size() && arguments[i] != "--"_L1; ++i) {
        if (arguments[i] == option && i + 1 < arguments.size())
            found = arguments[++i];
        else if (arguments[i].startsWith(option + u'='))
            found = arguments[i].sliced(option.size() + 1);
    }
    return found;
}

QString QtTranslator::translate(const char *context, const char *source, const char *disambiguation,
                                int n) const
{
    static constexpr std::array ofWindows{
        "QAbstractSpinBox", "QApplication",     "QComboBox",      "QCommandLineParser",
        "QDialog",          "QDialogButtonBox", "QDockWidget",    "QErrorMessage",
        "QFileDialog",      "QInputDialog",     "QTabBar",        "QUnicodeControlCharacterMenu",
        "QFileSystemModel", "QGnomeTheme",      "QLineEdit",      "QMenu",
        "QMenuBar",         "QMessageBox",      "QPlatformTheme", "QScrollBar",
        "QShortcut",        "QSideBar",         "QWidget",        "QWidgetTextControl",
    };
    const QLatin1StringView wanted(context);
    const bool isOfWindows = std::any_of(ofWindows.begin(), ofWindows.end(), [&](const char *one) {
        return wanted == QLatin1StringView(one);
    });
    return isOfWindows ? QTranslator::translate(context, source, disambiguation, n) : QString();
}

bool Translations::install(const QString &language)
{
    if (language == "en"_L1)
        return true;
    const bool hasOwn = m_own.load(u":/lockscope/translations/lockscope_%1.qm"_s.arg(language));
    if (hasOwn)
        QCoreApplication::installTranslator(&m_own);
    // If Qt was installed without its translations, its buttons stay English.
    const bool hasQt =
        m_qt.load(u"qtbase_"_s + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (hasQt)
        QCoreApplication::installTranslator(&m_qt);
    return hasOwn && hasQt;
}

} // namespace lockscope::console
