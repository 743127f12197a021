// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

class QWidget;

namespace lockscope::ui {

// The state of the tables' columns, the splitters and some boxes of a window, by object name. The
// bytes are Qt's own, except for boxes.
using PartStates = QMap<QString, QByteArray>;

// The states of all tables, trees, splitters, folding sections and remembered boxes
// (ui/kit/remembered.h) below root that have a name; those of dialogs are left out. A table whose
// number of columns has changed since is a new one, unless its header says which are new
// (TableHeader::setNewColumns()).
PartStates partStates(const QWidget &root);

// Parts with missing or invalid states are left as they are. Tables are sorted as they were.
void restorePartStates(const QWidget &root, const PartStates &states);

} // namespace lockscope::ui
