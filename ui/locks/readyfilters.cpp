// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/readyfilters.h"

#include "core/base/text.h"
#include "core/insight/filter/filterwords.h"
#include "ui/table/filterbar.h"

#include <QAction>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

ReadyFilters::ReadyFilters(FilterBar *bar)
    : QObject(bar)
    , m_bar(bar)
{
    add(u"danger"_s, tr("In &danger"), Qt::Key_1, u"problem:any"_s);
    add(u"longHeld"_s, tr("&Long held"), Qt::Key_2, u"problem:long-hold"_s);
    add(u"freeButWaited"_s, tr("Free but &waited for"), Qt::Key_3, u"problem:free-but-waited"_s);
    m_mine = add(u"mine"_s, tr("&Mine"), Qt::Key_4, {});
    setOwners({});
    bar->setReadyMade(m_actions);
}

QAction *ReadyFilters::add(const QString &name, const QString &title, Qt::Key key,
                           const QString &text)
{
    auto *action = new QAction(title, this);
    action->setObjectName("readyFilter-"_L1 + name);
    action->setShortcut(QKeySequence(Qt::CTRL | key));
    action->setData(text);
    action->setToolTip(text);
    connect(action, &QAction::triggered, this, [this, action] {
        const QString wanted = action->data().toString();
        FilterField *field = m_bar->field();
        field->setText(field->text().trimmed() == wanted ? QString() : wanted);
    });
    m_actions += action;
    return action;
}

// Only the first of very many: a filter must be readable.
void ReadyFilters::setOwners(const std::vector<OwnerId> &owners)
{
    constexpr std::size_t most = 20;
    QStringList shown;
    for (std::size_t i = 0; i < std::min(most, owners.size()); ++i) {
        const QString owner = visible(owners[i].bytes);
        if (!owner.contains(u'"')) // cannot be written in a filter
            shown += owner;
    }
    const QString text =
        shown.isEmpty() ? QString() : "holder:"_L1 + insight::filterQuoted(shown.join(u','));
    m_mine->setData(text);
    m_mine->setEnabled(!shown.isEmpty());
    m_mine->setToolTip(shown.isEmpty() ? tr("The workbench of this window holds no lock.")
                                       : tr("The locks that the workbench of this window holds"));
}

} // namespace lockscope::ui
