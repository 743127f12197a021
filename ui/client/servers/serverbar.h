// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/client/servers/servermodel.h"
#include "ui/table/roles.h"

#include <QLabel>
#include <QTimer>

#include <functional>

class QHBoxLayout;

namespace lockscope::ui {

// A line of text with a mark of its own shape before it. Without room its end is left out, marked
// by an ellipsis; several lines are wrapped instead.
class BadgeLabel : public QLabel
{
    Q_OBJECT

public:
    explicit BadgeLabel(QWidget *parent = nullptr);

    void setBadge(Badge badge);
    // As much of the text as there is room for.
    QString shownText() const;

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void makeRoom();

    Badge m_badge = Badge::None;
};

// The servers in the status bar: state, how it is watched, how old what is shown is when one is
// lost. Those that are down come first; servers that do not fit are counted. GUI thread; model and
// clock must outlive it.
class ServerBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int shownServers = 3;

    // hasLocks: whether anything of a server is shown, whose age would have to be told.
    ServerBar(ServerModel &servers, const Clock &clock,
              std::function<bool(watch::ServerId)> hasLocks, QWidget *parent = nullptr);

    void refresh();

Q_SIGNALS:
    void chosen(lockscope::watch::ServerId server); // by a click

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString text(const watch::ServerRecord &server) const;

    ServerModel &m_servers;
    const Clock &m_clock;
    std::function<bool(watch::ServerId)> m_hasLocks;
    QHBoxLayout *m_layout;
    std::vector<BadgeLabel *> m_labels;
    std::vector<watch::ServerId> m_shown; // by label
    QLabel *m_more;
    QTimer m_ages;
};

} // namespace lockscope::ui
