// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/sandbox/sandboxprocess.h"
#include "app/lockctl/sandbox/sandboxtopology.h"

#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace lockscope::lockctl {

// The servers of a sandbox, on free ports of the loopback interface: primaries, then the replicas
// of the first, then the sentinels that watch it, each group once the one before is in place. The
// nodes of a cluster are joined by redis-cli once all of them listen.
// Primaries alone keep nothing on disk; calm ones keep a log in a temporary folder, since a restart
// must not lose locks there, and replicas and sentinels their files. Main thread; owns the
// processes, none of which outlives it.
class SandboxServers : public QObject
{
    Q_OBJECT

public:
    SandboxServers(const SandboxTopology &topology, bool isCalm, QObject *parent = nullptr);
    ~SandboxServers() override;

    void start();
    void kill(); // all of them, and none is started again
    bool isRunning() const;

    // One for each deployment, in the form that names all its servers or sentinels. Its clients
    // connect to the same, so that they follow a failover.
    QStringList urls() const;

Q_SIGNALS:
    void ready(); // once
    void failed(const QString &complaint); // this does not work, or not any more
    void ended(); // one of them has ended after kill()

private:
    enum class Part { Primary, Replica, Sentinel };
    struct Server {
        Part part = Part::Primary;
        std::unique_ptr<SandboxProcess> process;
        quint16 port = 0;
        int attempts = 0;
        int known = 0; // of a sentinel: the replicas and other sentinels that it has found
        bool isReady = false;
    };

    void add(Part part, int count);
    void startReady(); // those whose turn has come
    void formCluster();
    void onCliEnded();
    void startAnew(Server &server);
    void launch(Server &server);
    QStringList dataArguments(const Server &server) const;
    QString folder(const Server &server) const;
    bool writeSentinelFile(const Server &server) const;
    bool isPlaced(Server &server, const QByteArray &line);
    void onPrinted(Server &server, const QByteArray &line);
    void onEnded(Server &server);
    QStringList hosts(std::initializer_list<Part> parts) const;
    quint16 primaryPort() const { return m_servers.front()->port; }

    const SandboxTopology m_topology;
    const bool m_isCalm;
    std::unique_ptr<QTemporaryDir> m_folder; // empty: nothing is kept
    QString m_program;
    bool m_isEnding = false;
    std::vector<std::unique_ptr<Server>> m_servers; // in the order in which they are started
    std::unique_ptr<SandboxProcess> m_cli; // that forms the cluster
    bool m_isFormed = false;
    int m_synced = 0; // replicas of the cluster that have the data
};

} // namespace lockscope::lockctl
