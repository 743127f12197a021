// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/application.h"
#include "core/redis/deployment/channels.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/latestwidget.h"
#include "ui/actions/actioncontroller.h"
#include "ui/actions/actiondialog.h"
#include "ui/client/actinglock.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"

#include <QAction>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::test {

// Collects the messages on some channels of a server, from its construction on.
class Ears
{
public:
    Ears(const RedisProcess &server, const QByteArrayList &channels)
        : m_channels(configOf(server))
    {
        for (const QByteArray &channel : channels) {
            m_listeners.push_back(m_channels.listen(
                channel, [this](const QByteArray &payload) { m_heard += payload; }));
            m_works &= await(std::move(m_listeners.back().confirmed)).has_value();
        }
    }

    bool works() const { return m_works; }
    const QByteArrayList &heard() const { return m_heard; }

private:
    static redis::ConnectionConfig configOf(const RedisProcess &server)
    {
        redis::ConnectionConfig config;
        config.target = server.target();
        return config;
    }

    QByteArrayList m_heard;
    redis::Channels m_channels;
    std::vector<redis::Channels::Listener> m_listeners; // before the channels go
    bool m_works = true;
};

// The whole console against a real server, with an audit log of its own.
class ActingFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)")));
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("LOCKSCOPE_AUDIT", m_folder->filePath(QStringLiteral("audit.jsonl")).toUtf8());
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup()
    {
        m_console.reset();
        m_server.reset();
        qunsetenv("LOCKSCOPE_AUDIT");
    }

protected:
    void start(const admin::Place &place = {}, const std::vector<format::Pin> &pins = {})
    {
        console::Options options;
        options.view = QStringLiteral("locks");
        app::ChosenTarget target{m_server->target(), place.profile, place.tag, {}, {}};
        target.readOnly = place.readOnly;
        target.pins = pins;
        options.targets = {target};
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
        m_console->window().actingLock().unlock(); // as production wants it
        QVERIFY(eventually([this] {
            const auto *bar = find<QLabel>("server0");
            return bar->text().contains(QLatin1StringView("up, tracking"));
        }));
    }
    template <typename T>
    T *find(const char *name)
    {
        return latestWidget<T>(m_console->window(), name);
    }
    bool isSelected(const QByteArray &name)
    {
        auto *table = find<ui::TableView>("locks");
        return eventually([&] {
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const auto index =
                    table->model()->index(row, static_cast<int>(ui::LockColumn::Name));
                if (index.data(ui::RawRole).toByteArray() == name) {
                    table->selectRow(row);
                    return true;
                }
            }
            return false;
        });
    }
    bool isThere(const QByteArray &name)
    {
        return m_server->command({"EXISTS", name}).integer == 1;
    }
    QByteArray count(const QByteArray &name, const QByteArray &owner)
    {
        return m_server->command({"HGET", name, owner}).bytes;
    }
    QString message() { return find<QLabel>("actionMessage")->text(); }
    bool tells(const QString &text)
    {
        const bool told = eventually([&] { return message().contains(text); });
        if (!told)
            qWarning("%s", qPrintable(message()));
        return told;
    }
    std::vector<QJsonObject> auditLines() const
    {
        QFile file(m_folder->filePath(QStringLiteral("audit.jsonl")));
        std::vector<QJsonObject> lines;
        if (!file.open(QIODevice::ReadOnly))
            return lines;
        while (!file.atEnd())
            lines.push_back(QJsonDocument::fromJson(file.readLine()).object());
        return lines;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RedisProcess> m_server;
    std::unique_ptr<console::Application> m_console;
};

} // namespace lockscope::test
