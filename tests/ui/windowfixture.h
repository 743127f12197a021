// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/profilecontroller.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"
#include "ui/workbench/quitguard.h"

#include <QAction>
#include <QDialog>
#include <QItemSelectionModel>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace lockscope::test {

// The console's window, shown and active, over made-up servers and without profiles; by a clock
// that the test moves.
class WindowFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { startWindow(); }
    void cleanup() { endWindow(); }

protected:
    void startWindow()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)")));
        ui::applyTheme(ui::Theme::Light);
        m_client = std::make_unique<ui::WatchClient>(m_clock);
        m_mailbox = &m_client->addSource();
        m_window = std::make_unique<ui::MainWindow>(
            *m_client, m_clock, [](const QString &url) { return Result<QString>(url); });
        m_folder = std::make_unique<QTemporaryDir>();
        m_window->profiles().setStore(store());
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void endWindow()
    {
        m_window.reset();
        m_client.reset();
    }

    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(*m_window, name);
    }
    profile::ProfileStore store() const
    {
        return profile::ProfileStore(m_folder->filePath(QStringLiteral("profiles.json")));
    }
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }

    // Everything that can be opened over the window, for open().
    static QStringList dialogPlaces()
    {
        QStringList places;
        for (const char *action :
             {"Connect",          "Keys",        "About",         "PasteException", "Palette",
              "NewProfile",       "EditProfile", "RemoveProfile", "NameOwner",      "OwnerNames",
              "ForceUnlock",      "ReleaseHold", "RemoveWaiter",  "Nudge",          "SetTimeToLive",
              "ExtendTimeToLive", "AddPermits",  "DrainPermits",  "SetLatch",       "CountDown",
              "OpenLatch",        "Export",      "Preferences"})
            places += QStringLiteral("action") + QLatin1StringView(action);
        return places + QStringList{QStringLiteral("bulk"), QStringLiteral("quit")};
    }

    // Brings a place into sight: of the empty window, with a few records, with a view, or with the
    // dialog of an action. The window that the place is in.
    QWidget *open(const QString &place)
    {
        if (place == QLatin1StringView("empty"))
            return m_window.get();
        put(upServer(0));
        put(lostServer(m_clock, std::chrono::seconds(12), 1));
        put(fairLock("ledger", m_clock, 3));
        put(heldLock("orders", m_clock));
        put(countedLock("printers", "semaphore", 3, m_clock));
        put(countedLock("sale", "count-down-latch", 4, m_clock));
        m_mailbox->post(eventOf(watch::EventType::Acquired, "ledger", m_clock));
        [&] { QTRY_COMPARE(m_client->locks().rowCount(), 4); }();
        [&] { QTRY_COMPARE(m_client->events().rowCount(), 1); }();
        auto *table = find<ui::TableView>("locks");
        table->setFocus();
        // selectRow() selects nothing as long as the header has not been laid out.
        table->selectionModel()->setCurrentIndex(
            m_client->locks().index(m_client->locks().rowOf({0, lockFor(place)}), 0),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        if (place.endsWith(QLatin1StringView("Dock"))) {
            m_window->openLock("ledger");
            m_window->showView(place);
        } else if (place == QLatin1StringView("bulk")) {
            table->selectAll();
            find<QAction>("actionForceUnlock")->trigger();
        } else if (place == QLatin1StringView("quit")) {
            m_window->quitGuard().setOpenCount(2);
            m_window->close();
        } else if (place.startsWith(QLatin1StringView("action"))) {
            if (place == QLatin1StringView("actionEditProfile")
                || place == QLatin1StringView("actionRemoveProfile"))
                chooseProfile();
            find<QAction>(qPrintable(place))->trigger();
        }
        QWidget *window = m_window.get();
        for (QDialog *dialog : m_window->findChildren<QDialog *>()) {
            if (dialog->isVisible())
                window = dialog;
        }
        return window;
    }

    // The lock for which the place can be opened.
    static LockName lockFor(const QString &place)
    {
        if (place.endsWith(QLatin1StringView("Permits")))
            return LockName("printers");
        const bool isOfLatch = place.endsWith(QLatin1StringView("Latch"))
            || place.endsWith(QLatin1StringView("CountDown"));
        return LockName(isOfLatch ? "sale" : "ledger");
    }

    // A saved profile, chosen in the estate.
    void chooseProfile()
    {
        profile::Profile profile;
        profile.name = QStringLiteral("shop");
        profile.urls = QStringList{QStringLiteral("redis://redis.example:6379")};
        const auto saved = store().update([&](profile::Profiles &profiles) -> Result<void> {
            profiles.all = {profile};
            return {};
        });
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().text.english()));
        m_window->profiles().reload();
        m_window->showView(QStringLiteral("estateDock"));
        auto *estate = m_window->findChild<ui::EstatePane *>();
        estate->setCurrentIndex(estate->model()->index(0, 0));
        QTRY_COMPARE(estate->currentProfile(), profile.name);
    }

    StandingClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ui::WatchClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
    watch::WatchMailbox *m_mailbox = nullptr;
};

} // namespace lockscope::test
