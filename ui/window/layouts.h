// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

class QWidget;

namespace lockscope::ui {

// How the tables' columns, the splitters and some boxes of a window are, by object name. Bytes of
// Qt's own, but of boxes.
using PartStates = QMap<QString, QByteArray>;

// Of all tables, trees, splitters, folding sections and remembered boxes (views/remembered.h) below
// root that have a name; those of dialogs are left out. A table whose number of columns has changed
// since is a new one, unless its header says which are new (TableHeader::setNewColumns()).
PartStates partStates(const QWidget &root);

// What is not there, or is nonsense, is left as it is. Tables are sorted as they were.
void restorePartStates(const QWidget &root, const PartStates &states);

} // namespace lockscope::ui
