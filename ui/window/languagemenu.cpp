// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/languagemenu.h"

#include <QAction>
#include <QActionGroup>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

const std::vector<Language> &languages()
{
    static const std::vector<Language> all{{u"en"_s, u"English"_s},
                                           {u"zh_CN"_s, u"\u7b80\u4f53\u4e2d\u6587"_s}};
    return all;
}

LanguageMenu::LanguageMenu(QWidget *parent)
    : QMenu(tr("&Language"), parent)
{
    setObjectName("languageMenu"_L1);
    auto *group = new QActionGroup(this);
    std::vector<Language> all{{QString(), tr("&System")}};
    all.insert(all.end(), languages().begin(), languages().end());
    for (const Language &language : all) {
        QAction *action = addAction(language.title, this, [this, name = language.name] {
            if (m_chosen == name)
                return;
            m_chosen = name;
            Q_EMIT changed();
        });
        action->setObjectName("language-"_L1
                              + (language.name.isEmpty() ? u"system"_s : language.name));
        action->setData(language.name);
        action->setCheckable(true);
        action->setChecked(language.name.isEmpty());
        group->addAction(action);
    }
}

void LanguageMenu::setChosen(const QString &name)
{
    const QList<QAction *> all = actions();
    for (QAction *action : all) {
        if (action->data().toString() != name)
            continue;
        action->setChecked(true);
        m_chosen = name;
    }
}

} // namespace lockscope::ui
