// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QObject>
#include <QStringList>

namespace lockscope::test {

// The one of this name in there; a test that does not find it ends.
template <typename T>
T *findNamed(const QObject &root, const char *name)
{
    T *const found = root.findChild<T *>(QString::fromLatin1(name));
    if (!found)
        qFatal("nothing is named %s", name);
    return found;
}

// The texts in the first column of a tree, a line each.
inline QStringList lines(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        all += index.data().toString();
        all += lines(model, index);
    }
    return all;
}

} // namespace lockscope::test
