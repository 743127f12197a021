// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/layouts.h"

#include "core/base/text.h"
#include "ui/kit/detailsections.h"
#include "ui/kit/remembered.h"
#include "ui/table/tableheader.h"

#include <QDialog>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QHeaderView *headerOf(QAbstractItemView *view)
{
    if (const auto *table = qobject_cast<QTableView *>(view))
        return table->horizontalHeader();
    const auto *tree = qobject_cast<QTreeView *>(view);
    return tree ? tree->header() : nullptr;
}

bool isInDialog(const QWidget *part, const QWidget &root)
{
    for (const QWidget *each = part; each && each != &root; each = each->parentWidget()) {
        if (qobject_cast<const QDialog *>(each))
            return true;
    }
    return false;
}

// Calls visit(key, part) for each header and splitter.
template <typename Visit>
void forEachPart(const QWidget &root, const Visit &visit)
{
    for (QAbstractItemView *view : root.findChildren<QAbstractItemView *>()) {
        QHeaderView *header = headerOf(view);
        if (header && header->count() > 0 && !view->objectName().isEmpty()
            && !isInDialog(view, root))
            visit(u"%1.%2"_s.arg(view->objectName()).arg(header->count()), header, view);
    }
    for (QSplitter *splitter : root.findChildren<QSplitter *>()) {
        if (!splitter->objectName().isEmpty() && !isInDialog(splitter, root))
            visit(u"%1.%2"_s.arg(splitter->objectName()).arg(splitter->count()), splitter,
                  static_cast<QAbstractItemView *>(nullptr));
    }
}

void sortAsShown(QAbstractItemView *view, const QHeaderView &header)
{
    if (auto *table = qobject_cast<QTableView *>(view); table && table->isSortingEnabled())
        table->sortByColumn(header.sortIndicatorSection(), header.sortIndicatorOrder());
    else if (auto *tree = qobject_cast<QTreeView *>(view); tree && tree->isSortingEnabled())
        tree->sortByColumn(header.sortIndicatorSection(), header.sortIndicatorOrder());
}

// Restores a state from before the table got its latest columns.
bool restoreFormer(TableHeader &header, const QString &name, const PartStates &states)
{
    for (int fewer = 1; fewer <= header.newColumns(); ++fewer) {
        const int columns = header.count() - fewer;
        const auto saved = states.find(u"%1.%2"_s.arg(name).arg(columns));
        if (saved != states.end())
            return header.restoreFormerState(*saved, columns);
    }
    return false;
}

QString foldsKey(const DetailSections &sections)
{
    return sections.objectName() + u".folded"_s;
}

QString checkedKey(const QAbstractButton &box)
{
    return box.objectName() + u".checked"_s;
}

} // namespace

PartStates partStates(const QWidget &root)
{
    PartStates states;
    forEachPart(root, [&](const QString &key, auto *part, QAbstractItemView *) {
        if (auto *header = qobject_cast<TableHeader *>(part))
            states.insert(key, header->ownState());
        else
            states.insert(key, part->saveState());
    });
    for (const DetailSections *sections : root.findChildren<DetailSections *>())
        states.insert(foldsKey(*sections), sections->folded().join(u',').toUtf8());
    for (const QAbstractButton *box : root.findChildren<QAbstractButton *>()) {
        if (isRemembered(*box))
            states.insert(checkedKey(*box), box->isChecked() ? "yes" : "no");
    }
    return states;
}

void restorePartStates(const QWidget &root, const PartStates &states)
{
    forEachPart(root, [&](const QString &key, auto *part, QAbstractItemView *view) {
        const auto saved = states.find(key);
        auto *const header = qobject_cast<TableHeader *>(part);
        if (saved == states.end()) {
            if constexpr (std::is_same_v<decltype(part), QHeaderView *>) {
                if (header && restoreFormer(*header, view->objectName(), states))
                    sortAsShown(view, *part);
            }
            return;
        }
        if (header ? !header->restoreOwnState(*saved) : !part->restoreState(*saved))
            return;
        if constexpr (std::is_same_v<decltype(part), QHeaderView *>)
            sortAsShown(view, *part);
    });
    for (DetailSections *sections : root.findChildren<DetailSections *>()) {
        const auto saved = states.find(foldsKey(*sections));
        if (saved != states.end())
            sections->setFolded(fromUtf8(*saved).split(u','));
    }
    for (QAbstractButton *box : root.findChildren<QAbstractButton *>()) {
        const auto saved = isRemembered(*box) ? states.find(checkedKey(*box)) : states.end();
        if (saved != states.end() && (*saved == "yes" || *saved == "no"))
            box->setChecked(*saved == "yes");
    }
}

} // namespace lockscope::ui
