// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pane of locks does besides showing them: what its filter may be completed with, moving
// about in groups, and copying.
#include "core/base/text.h"
#include "ui/locks/lockspane.h"
#include "ui/table/tableview.h"
#include "ui/wording/wording.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSet>

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qint64 vocabularyLasts = 2000; // ms
constexpr qsizetype mostHolders = 500;

QStringList sorted(const QSet<QString> &words)
{
    QStringList list(words.begin(), words.end());
    list.sort(Qt::CaseInsensitive);
    return list;
}

} // namespace

// What occurs among the locks. Of many locks it takes milliseconds, so it serves a few keystrokes.
watch::FilterVocabulary LocksPane::vocabulary()
{
    if (m_vocabularyAge.isValid() && m_vocabularyAge.elapsed() < vocabularyLasts)
        return m_vocabulary;
    QSet<QString> kinds;
    QSet<QString> libraries;
    QSet<QString> deployments;
    QSet<QString> holders;
    m_client.locks().forEachLock([&](const LockPointer &lock) {
        kinds.insert(QString::fromUtf8(lock->kind));
        libraries.insert(QString::fromUtf8(lock->library));
        deployments.insert(lock->deployment);
        for (const watch::HoldRecord &hold : lock->holds) {
            if (holders.size() < mostHolders)
                holders.insert(
                    visible(hold.alias->isEmpty() ? hold.owner.bytes : hold.alias->name));
        }
    });
    m_vocabulary = {};
    m_vocabulary.fields = watch::LockFilter::fields();
    for (const QString &field : std::as_const(m_vocabulary.fields))
        m_vocabulary.words.insert(field, wording::filterChoices(watch::LockFilter::choices(field)));
    m_vocabulary.words.insert(u"kind"_s, sorted(kinds));
    m_vocabulary.words.insert(u"library"_s, sorted(libraries));
    m_vocabulary.words.insert(u"deployment"_s, sorted(deployments));
    m_vocabulary.words.insert(u"holder"_s, sorted(holders));
    QSet<QString> profiles{u"none"_s};
    for (const ServerRow &row : m_client.servers().rows()) {
        if (!row.place.profile.isEmpty())
            profiles.insert(row.place.profile);
    }
    m_vocabulary.words.insert(u"profile"_s, sorted(profiles));
    m_vocabularyAge.start();
    return m_vocabulary;
}

// Left closes a group, or leads from a lock to its group; Right opens it. As in a tree.
bool LocksPane::moveInGroups(int key)
{
    LockTableModel &locks = m_client.locks();
    const QModelIndex current = m_table->currentIndex();
    if (locks.grouping() == LockGrouping::None || !current.isValid()
        || (key != Qt::Key_Left && key != Qt::Key_Right))
        return false;
    const int head = locks.headOf(current.row());
    if (head < 0)
        return false;
    if (head == current.row())
        locks.setOpen(head, key == Qt::Key_Right);
    else if (key == Qt::Key_Left)
        m_table->setCurrentIndex(locks.index(head, current.column()));
    else
        return false;
    return true;
}

QString LocksPane::copied(CopyForm form) const
{
    std::vector<LockCopyInput> chosen;
    for (const watch::LockId &id : selectedLocks(mostCopied)) {
        if (LockPointer lock = m_client.locks().find(id))
            chosen.push_back({std::move(lock), m_client.locks().lostAt(id),
                              m_client.locks().verdictOf(id),
                              m_client.servers().placeOf(id.deployment)});
    }
    if (chosen.empty())
        return {};
    switch (form) {
    case CopyForm::Json:
        return locksAsJson(chosen, m_clock.now());
    case CopyForm::Commands:
        return locksAsCommands(chosen);
    case CopyForm::Text:
        break;
    }
    QList<LockColumn> columns;
    const QHeaderView *header = m_table->horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        if (!header->isSectionHidden(column))
            columns += static_cast<LockColumn>(column);
    }
    return locksAsText(chosen, columns, m_clock.now(), m_clock.wallNow());
}

void LocksPane::copy(CopyForm form) const
{
    const QString text = copied(form);
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void LocksPane::fillCopyMenu(QMenu *menu, const QString &prefix)
{
    const std::initializer_list<std::tuple<CopyForm, QString, QString>> forms{
        {CopyForm::Text, u"Text"_s, tr("Cop&y as text")},
        {CopyForm::Json, u"Json"_s, tr("Copy as &JSON")},
        {CopyForm::Commands, u"Commands"_s, tr("Copy redis-cli co&mmands")}};
    for (const auto &[form, name, text] : forms) {
        QAction *action = menu->addAction(text, this, [this, form = form] { copy(form); });
        action->setObjectName(prefix + name);
    }
}

} // namespace lockscope::ui
