// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/roles.h"
#include "ui/table/tableview.h"

#include <QStringList>

class QStandardItemModel;

namespace lockscope::ui {

// The locks that one action is about to change, each with its facts. GUI thread.
class ActionList : public TableView
{
    Q_OBJECT

public:
    struct Line {
        QStringList texts; // lock, server, holder, note
        Badge badge = Badge::None; // of the note
        bool isQuiet = false; // it is left out
    };

    explicit ActionList(QWidget *parent = nullptr);

    void setLines(const std::vector<Line> &lines);

private:
    QStandardItemModel *m_model;
};

} // namespace lockscope::ui
