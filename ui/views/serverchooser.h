// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/models/servermodel.h"

#include <QWidget>

class QComboBox;
class QListWidget;

namespace lockscope::ui {

// On which of the connected servers: a list to choose one from, or check boxes for several. Keeps
// both choices while the other one is asked for. GUI thread; the model must outlive it.
class ServerChooser : public QWidget
{
    Q_OBJECT

public:
    explicit ServerChooser(ServerModel &servers, QWidget *parent = nullptr);

    // Of several all that may be written to are chosen at first, or the one that was.
    void setSeveral(bool several, bool all);
    void choose(int server);

    // Indexes of the model's servers; or what is wrong, such as a read-only one.
    Result<std::vector<int>> chosen() const;
    int count() const; // chosen

Q_SIGNALS:
    void changed();

private:
    void fill();
    std::vector<int> checked() const;

    ServerModel &m_servers;
    QComboBox *m_one;
    QListWidget *m_several;
    bool m_isSeveral = false;
};

} // namespace lockscope::ui
