// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/changesink.h"
#include "ui/client/watchclient.h"
#include "ui/overview/numberseries.h"

#include <QObject>

#include <map>
#include <memory>
#include <utility>

namespace lockscope::ui {

// Counts what the console watches, change by change from the beginning, whether a view shows it or
// not: no timer, no look at all locks but the first one. And when each server was last heard of.
// GUI thread; one for all views of a window. Stands still in a pause.
class NumbersFeed : public QObject, public picture::ChangeSink
{
    Q_OBJECT

public:
    NumbersFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~NumbersFeed() override;

    const LockNumbers &numbers() const { return m_numbers; }
    // Up to now.
    const NumberSeries &series();
    // Of what is in sight now, if a record has it; empty: none has.
    const std::shared_ptr<const Yesterday> &yesterday() const { return m_yesterday; }
    void setYesterday(std::shared_ptr<const Yesterday> yesterday)
    {
        m_yesterday = std::move(yesterday);
    }
    // The last news of the server, which prove that it was in sight; empty: none since it is
    // connected.
    std::optional<Instant> heardAt(watch::ServerId server) const;
    // Since when the server is in sight with all of its locks read; empty: it is not.
    std::optional<Instant> readSince(watch::ServerId server) const;

    // The number of times since midnight that another process replied than before, or in another
    // role.
    std::size_t changesToday(watch::ServerId server) const;

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteRemoved(watch::DeploymentId deployment) override;
    void noteStart() override;

private:
    struct Heard {
        watch::DeploymentId deployment;
        bool isUp = false;
        std::optional<Instant> at;
        std::optional<Instant> readSince;
        QByteArray runId;
        QByteArray role;
        std::vector<WallInstant> changes; // of one of these, on the day of the last
    };

    Instant now() const { return m_client.shownClock().now(); }
    void hear(watch::ServerId server, Instant at);
    void look();

    WatchClient &m_client;
    LockNumbers m_numbers;
    NumberSeries m_series;
    std::shared_ptr<const Yesterday> m_yesterday;
    std::map<watch::ServerId, Heard> m_servers;
};

} // namespace lockscope::ui
