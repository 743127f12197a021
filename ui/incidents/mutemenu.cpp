// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/mutemenu.h"

#include "ui/wording/incidentwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype titleLimit = 90;

QString nameOf(MuteScope scope)
{
    switch (scope) {
    case MuteScope::Subject:
        return u"Subject"_s;
    case MuteScope::Prefix:
        return u"Prefix"_s;
    case MuteScope::Rule:
        return u"Rule"_s;
    case MuteScope::Deployment:
        return u"Deployment"_s;
    }
    return {};
}

} // namespace

MuteMenu::MuteMenu(QWidget *parent)
    : QMenu(parent)
{
    setObjectName("incidentMuteMenu"_L1);
    setTitle(tr("&Mute"));
    for (const MuteScope scope : muteScopes) {
        QMenu *menu = addMenu(QString());
        menu->setObjectName("incidentMute"_L1 + nameOf(scope));
        const auto add = [&](const QString &text, int hours) {
            QAction *action =
                menu->addAction(text, this, [this, scope, hours] { Q_EMIT chosen(scope, hours); });
            action->setObjectName(u"%1-%2"_s.arg(menu->objectName()).arg(hours));
        };
        add(tr("For &1 hour"), 1);
        add(tr("For &8 hours"), 8);
        add(tr("&Until taken back"), 0);
        m_scopes.emplace(scope, menu);
    }
    offer(nullptr);
}

void MuteMenu::offer(const health::Problem *problem)
{
    int number = 0;
    for (const auto &[scope, menu] : m_scopes) {
        const auto mutes =
            problem ? mutesOf(*problem, scope, std::nullopt) : std::vector<health::Mute>();
        menu->menuAction()->setVisible(!mutes.empty());
        if (mutes.empty())
            continue;
        QString title = mutes.size() == 1
            ? wording::muteSentence(mutes.front())
            : tr("%1: its %2 locks").arg(wording::said(problem->rule->title)).arg(mutes.size());
        title = wording::shown(title.toUtf8(), titleLimit).replace(u'&', "&&"_L1);
        menu->setTitle(u"&%1  %2"_s.arg(++number).arg(title));
    }
    setEnabled(problem != nullptr);
    menuAction()->setEnabled(problem != nullptr);
}

} // namespace lockscope::ui
