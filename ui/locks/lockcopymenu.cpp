// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockcopymenu.h"

#include "ui/client/locklink.h"
#include "ui/locks/lockselection.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <initializer_list>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

LockCopyMenu::LockCopyMenu(WatchClient &client, const LockSelection &selection,
                           const QHeaderView &header, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_selection(selection)
    , m_header(header)
    , m_clock(clock)
{
    const std::initializer_list<std::tuple<CopyForm, QString, QString>> forms{
        {CopyForm::Text, u"actionCopyText"_s, tr("Cop&y as text")},
        {CopyForm::Json, u"actionCopyJson"_s, tr("Copy as &JSON")},
        {CopyForm::Commands, u"actionCopyCommands"_s, tr("Copy redis-cli co&mmands")},
        {CopyForm::Link, u"actionCopyLink"_s, tr("Copy link")}};
    for (const auto &[form, name, text] : forms) {
        auto *action = new QAction(text, this);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [this, form = form] { copy(form); });
        m_actions += action;
    }
}

QString LockCopyMenu::copied(CopyForm form) const
{
    if (form == CopyForm::Link) {
        QStringList links;
        for (const watch::LockId &id : m_selection.selected(mostCopied))
            links += lockLinkText(lockLinkTo(id, m_client.servers()));
        return links.join(u'\n');
    }
    std::vector<LockCopyInput> chosen;
    for (const watch::LockId &id : m_selection.selected(mostCopied)) {
        if (LockPointer lock = m_client.locks().find(id))
            chosen.push_back(
                {std::move(lock), m_client.locks().lostAt(id), m_client.locks().verdictOf(id),
                 m_client.servers().placeOf(id.deployment), m_client.locks().problemsOf(id)});
    }
    if (chosen.empty())
        return {};
    switch (form) {
    case CopyForm::Json:
        return locksAsJson(chosen, m_clock.now());
    case CopyForm::Commands:
        return locksAsCommands(chosen);
    case CopyForm::Text:
    case CopyForm::Link:
        break;
    }
    QList<LockColumn> columns;
    for (int place = 0; place < m_header.count(); ++place) {
        const int column = m_header.logicalIndex(place);
        if (!m_header.isSectionHidden(column))
            columns += static_cast<LockColumn>(column);
    }
    return locksAsText(chosen, columns, m_clock.now(), m_clock.wallNow());
}

void LockCopyMenu::copy(CopyForm form) const
{
    const QString text = copied(form);
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void LockCopyMenu::fill(QMenu *menu) const
{
    menu->addActions(m_actions);
}

} // namespace lockscope::ui
