// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/madeup.h"
#include "ui/actions/actioncontroller.h"
#include "ui/actions/actiondialog.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include <memory>

namespace lockscope::test {

struct Asked {
    watch::DeploymentId deployment;
    admin::Plan plan;
    QString reason;
    int request = 0;
};

// The console's window over made-up servers and locks: server 0 without a profile, 1 of a
// production profile, 2 of a read-only one. Requests of the window are recorded.
class ActionFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)")));
        ui::applyTheme(ui::Theme::Light);
        m_client = std::make_unique<ui::WatchClient>(m_clock);
        m_mailbox = &m_client->addSource();
        m_client->setPlace({1}, production(false));
        m_client->setPlace({2}, production(true));
        m_window = std::make_unique<ui::MainWindow>(
            *m_client, m_clock, [](const QString &url) { return Result<QString>(url); });
        m_asked.clear();
        connect(&m_window->actions(), &ui::ActionController::actionRequested, this,
                [this](watch::DeploymentId deployment, const admin::Plan &plan,
                       const QString &reason, int request) {
                    m_asked.push_back({deployment, plan, reason, request});
                });
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        for (int server = 0; server < 3; ++server)
            put(upServer(server));
        QTRY_COMPARE(m_client->servers().rowCount(), 3);
    }

    void cleanup()
    {
        m_window.reset();
        m_client.reset();
    }

protected:
    template <typename T>
    T *find(const char *name)
    {
        // The latest: closed dialogs go a little later.
        const auto all = m_window->findChildren<T *>(QString::fromLatin1(name));
        if (all.isEmpty())
            qFatal("no widget is named %s", name);
        return all.last();
    }
    ui::ActionDialog *dialog()
    {
        const auto all = m_window->findChildren<ui::ActionDialog *>();
        return all.isEmpty() ? nullptr : all.last();
    }
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    // Selected in the table, its detail open.
    void select(const watch::LockRecord &lock)
    {
        put(lock);
        QTRY_VERIFY(m_client->locks().rowOf(lock.id) >= 0);
        auto *table = find<ui::TableView>("locks");
        table->setFocus();
        table->selectRow(m_client->locks().rowOf(lock.id));
        QTest::keyClick(table, Qt::Key_Return);
    }
    void trigger(const char *action) { find<QAction>(action)->trigger(); }
    QString message() { return find<QLabel>("actionMessage")->text(); }
    QPushButton *act() { return find<QPushButton>("act"); }

    SystemClock m_clock;
    std::unique_ptr<ui::WatchClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
    watch::WatchMailbox *m_mailbox = nullptr;
    std::vector<Asked> m_asked;

private:
    static admin::Place production(bool readOnly)
    {
        return {QStringLiteral("redis://127.0.0.1:6380"), QStringLiteral("prod-eu"),
                profile::Tag::Production, readOnly};
    }
};

} // namespace lockscope::test
