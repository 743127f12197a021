// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "ui/client/watchclient.h"
#include "ui/theme/theme.h"

#include <QRegularExpression>
#include <QTest>

#include <memory>

namespace lockscope::test {

// Part of a test: a pane alone, shown, with its keeper over made-up records of one server; by a
// clock that the test moves.
template <typename Keeper, typename Pane>
class PaneFixture
{
protected:
    PaneFixture() = default;
    ~PaneFixture() = default;

    void startPane(const QSize &size)
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
        ui::applyTheme(ui::Theme::Light);
        m_client = std::make_unique<ui::WatchClient>(m_clock);
        m_mailbox = &m_client->addSource();
        m_mailbox->put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
        m_owner = std::make_unique<QObject>();
        m_keeper = new Keeper(*m_client, m_clock, m_owner.get());
        m_pane = std::make_unique<Pane>(*m_keeper, m_client->servers());
        m_pane->resize(size);
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
    }
    void endPane()
    {
        m_pane.reset();
        m_owner.reset();
        m_client.reset();
    }

    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    template <typename T>
    T *find(const char *name) const
    {
        return findNamed<T>(*m_pane, name);
    }

    StandingClock m_clock;
    std::unique_ptr<ui::WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
    std::unique_ptr<QObject> m_owner;
    Keeper *m_keeper = nullptr;
    std::unique_ptr<Pane> m_pane;
};

} // namespace lockscope::test
