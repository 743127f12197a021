// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/dialog.h"

class QListWidget;
class QPushButton;
class QStackedWidget;

namespace lockscope::ui {

class HealthFeed;

// All mutes, each of which can be taken back. Beside the window, which it does not block. GUI
// thread; the feed must outlive it.
class MutesDialog : public Dialog
{
    Q_OBJECT

public:
    explicit MutesDialog(HealthFeed &feed, QWidget *parent = nullptr);

    // One at a time for each parent.
    static void open(HealthFeed &feed, QWidget *parent);

protected:
    bool isChanged() const override { return false; }

private:
    void refresh();
    void unmute();

    HealthFeed &m_feed;
    QListWidget *m_list;
    QPushButton *m_unmute;
    QStackedWidget *m_stack;
};

} // namespace lockscope::ui
