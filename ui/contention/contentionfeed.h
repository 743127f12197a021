// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/contention/contentionbook.h"
#include "core/picture/changesink.h"
#include "ui/client/watchclient.h"

#include <QObject>

namespace lockscope::ui {

// Records the contention of locks from the beginning, whether a view shows it or not. GUI thread;
// one for all views of a window.
class ContentionFeed : public QObject, public picture::ChangeSink
{
    Q_OBJECT

public:
    ContentionFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~ContentionFeed() override;

    const insight::ContentionBook &book() const { return m_book; }
    // The time of the book: stands still in a pause.
    Instant now() const { return m_client.shownClock().now(); }

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteRemoved(watch::DeploymentId deployment) override;
    void noteStart() override { m_book.clear(); }

private:
    WatchClient &m_client;
    insight::ContentionBook m_book;
};

} // namespace lockscope::ui
