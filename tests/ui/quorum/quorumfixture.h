// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "ui/client/actinglock.h"
#include "ui/quorum/quorummodel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QObject>
#include <QTest>

#include <array>
#include <memory>

namespace lockscope::test {

// The console over three real servers of a quorum group, the view of quorums in front.
class QuorumFixture : public QObject
{
    Q_OBJECT

protected:
    static inline const QByteArray ann = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
    static inline const QByteArray bob = "99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d";

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        for (RedisProcess &server : m_servers)
            QVERIFY(server.start());
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)")));
        for (RedisProcess &server : m_servers) {
            if (!server.isRunning())
                QVERIFY(server.start());
            QVERIFY(server.command({"FLUSHALL"}).isOk());
        }
    }
    void cleanup()
    {
        m_console.reset();
        qunsetenv("LOCKSCOPE_AUDIT");
    }

protected:
    QStringList urls() const
    {
        QStringList all;
        for (const RedisProcess &server : m_servers)
            all += server.url();
        return all;
    }
    // The pair is a second group, of the first two.
    void start(bool withGroup = true, const admin::Place &place = {}, bool withPair = false)
    {
        console::Options options;
        options.view = QStringLiteral("locks");
        insight::GroupMembers members{QStringLiteral("red"), {}};
        for (const RedisProcess &server : m_servers) {
            app::ChosenTarget target{server.target(), place.profile, place.tag, {}, {}};
            target.readOnly = place.readOnly;
            options.targets.push_back(target);
            members.labels.push_back(server.url());
        }
        if (withGroup)
            options.groups[place.profile] = {members};
        if (withPair)
            options.groups[place.profile].push_back(
                {QStringLiteral("pair"), {members.labels[0], members.labels[1]}});
        options.prefixes = QStringList{QStringLiteral("lock:")};
        options.size = QSize(1400, 900);
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
        m_console->window().actingLock().unlock(); // as production wants it
        m_console->window().showView(QStringLiteral("quorumDock")); // below the locks
    }
    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(m_console->window(), name);
    }
    void choose(const QString &name)
    {
        find<QAbstractItemView>("quorum")->setCurrentIndex(table().index(rowOf(name), 0));
    }
    QAbstractItemModel &table() { return *find<QAbstractItemView>("quorum")->model(); }
    int rowOf(const QString &name)
    {
        for (int row = 0; row < table().rowCount(); ++row) {
            if (table().index(row, ui::QuorumModel::Name).data() == name)
                return row;
        }
        return -1;
    }
    QString cell(const QString &name, int column, int role = Qt::DisplayRole)
    {
        const int row = rowOf(name);
        return row < 0 ? QString() : table().index(row, column).data(role).toString();
    }
    bool says(const QString &name, const QString &verdict, const QString &votes)
    {
        const bool said = eventually([&] {
            return cell(name, ui::QuorumModel::Verdict) == verdict
                && cell(name, ui::QuorumModel::Votes) == votes;
        });
        if (!said)
            qWarning("%s: %s, %s", qPrintable(name),
                     qPrintable(cell(name, ui::QuorumModel::Verdict)),
                     qPrintable(cell(name, ui::QuorumModel::Votes)));
        return said;
    }
    void set(std::size_t server, const QByteArray &name, const QByteArray &token)
    {
        QVERIFY(m_servers[server].command({"SET", name, token, "PX", "60000"}).isOk());
    }

    std::array<RedisProcess, 3> m_servers;
    std::unique_ptr<console::Application> m_console;
};

} // namespace lockscope::test
