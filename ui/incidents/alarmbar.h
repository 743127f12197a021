// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace lockscope::ui {

class HealthFeed;

// The number of incidents that are open and not muted, in the status bar; nothing while there are
// none. A click shows them. GUI thread; the feed must outlive it.
class AlarmBar : public QToolButton
{
    Q_OBJECT

public:
    explicit AlarmBar(const HealthFeed &feed, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void colour();

    const HealthFeed &m_feed;
};

} // namespace lockscope::ui
