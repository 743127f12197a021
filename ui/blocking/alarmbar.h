// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QToolButton>

namespace lockscope::ui {

class BlockingFeed;

// How many deadlocks there are, in the status bar; nothing while there are none. A click leads to
// them. It asks for them where a queue has changed, no more than every two seconds. GUI thread; the
// keeper must outlive it.
class AlarmBar : public QToolButton
{
    Q_OBJECT

public:
    explicit AlarmBar(BlockingFeed &keeper, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void colour();

    BlockingFeed &m_keeper;
    QTimer m_soon{this};
};

} // namespace lockscope::ui
