// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helppages.h"

#include "ui/window/viewlist.h"

#include <QDockWidget>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// By object names; widgets inside of one have its page, too.
constexpr auto pages = std::to_array<std::pair<QLatin1StringView, QLatin1StringView>>({
    {"centre"_L1, "locks"_L1},
    {"overviewPage"_L1, "overview"_L1},
    {"commandPalette"_L1, "finding"_L1},
    {"guideWindow"_L1, "finding"_L1},
    {"connectDialog"_L1, "estate"_L1},
    {"connectionTestDialog"_L1, "estate"_L1},
    {"profileDialog"_L1, "profiles"_L1},
    {"secretDialog"_L1, "profiles"_L1},
    {"importDialog"_L1, "profiles"_L1},
    {"removeProfileBox"_L1, "profiles"_L1},
    {"aliasDialog"_L1, "aliases"_L1},
    {"actionDialog"_L1, "actions"_L1},
    {"exceptionDialog"_L1, "exception"_L1},
    {"exportDialog"_L1, "export"_L1},
    {"preferencesDialog"_L1, "preferences"_L1},
    {"shortcutsDialog"_L1, "preferences"_L1},
    {"quitBox"_L1, "workbench"_L1},
    {"keyHelp"_L1, "index"_L1},
    {"aboutBox"_L1, "index"_L1},
});

} // namespace

QString helpPageOf(const QWidget *widget)
{
    constexpr auto dockEnd = "Dock"_L1;
    for (; widget; widget = widget->parentWidget()) {
        const QString name = widget->objectName();
        const auto at = std::find_if(pages.begin(), pages.end(),
                                     [&](const auto &page) { return page.first == name; });
        if (at != pages.end())
            return at->second;
        if (const QString view = widget->property(viewProperty).toString(); view.endsWith(dockEnd))
            return view.chopped(dockEnd.size());
        if (qobject_cast<const QDockWidget *>(widget) && name.endsWith(dockEnd))
            return name.chopped(dockEnd.size());
    }
    return u"index"_s;
}

} // namespace lockscope::ui
