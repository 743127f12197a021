// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/record/backgroundread.h"
#include "ui/client/watchclient.h"
#include "ui/overview/numbersfeed.h"

#include <QTimer>

#include <set>

namespace lockscope::console {

// Reads the same hour of the day before from the records of what is connected, and the hour after
// it, for the numbers of the overview. Each point is the sum of all that is connected, so one that
// was not in sight of all of it is empty. GUI thread; reads on another. What it is given must
// outlive it.
class YesterdayReader : public QObject
{
    Q_OBJECT

public:
    YesterdayReader(ui::WatchClient &client, ui::NumbersFeed &numbers, const Clock &clock,
                    QObject *parent = nullptr);

    // The labels of deployments by the record that has them.
    using Wanted = std::map<QString, std::set<QString>>;
    // From the records of this machine, on any thread; `stop` ends it early. Empty: they have
    // nothing of that time.
    static std::shared_ptr<const ui::Yesterday> read(const Wanted &wanted, WallInstant now,
                                                     const BackgroundRead::Stop &stop);

Q_SIGNALS:
    void done(); // the numbers have what there is

private:
    void start();

    ui::WatchClient &m_client;
    ui::NumbersFeed &m_numbers;
    const Clock &m_clock;
    QTimer m_again;
    BackgroundRead m_read;
};

} // namespace lockscope::console
