// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/sandbox/sandboxservers.h"

#include <QTimer>

namespace lockscope::lockctl {

struct SandboxScene;

// `lockctl sandbox up`: servers (`SandboxServers`), and client processes, each this very program,
// that play scenes on them. Main thread; owns all processes. None of them outlives it, and none is
// left when it has finished.
//
//   state     does                                            leaves to
//   Starting  servers, each with another port if its own      Playing when all are in place
//             was taken meanwhile
//   Playing   clients; kills, stops and starts them again as  Ending by interrupt(), the end of a
//             they ask; prints its line once all are placed   server, a client that fails at once,
//                                                             or when nobody reads its output
//   Ending    kills all of them                               finished() when the last has ended
class Sandbox : public Running
{
    Q_OBJECT

public:
    // `isCalm`: without deadlocks, dead clients and other troubles.
    Sandbox(const SandboxTopology &topology, bool isCalm, QObject *parent = nullptr);
    ~Sandbox() override;

    void start() override;
    void interrupt(int signal) override;

private:
    enum class State { Starting, Playing, Ending };
    struct Client {
        std::unique_ptr<SandboxProcess> process;
        const SandboxScene *scene = nullptr;
        int part = 0;
        bool isPlaced = false;
        Millis absence{0}; // until it is started again
        bool isKilled = false; // by us
    };

    bool isPlayed(const SandboxScene &scene) const;
    void startClients();
    void startClient(Client &client);
    void onClientPrinted(Client &client, const QByteArray &line);
    void onClientEnded(Client &client);
    void announce();
    void endUnread();
    void end(int status, const QString &complaint = {});
    void finishWhenAllEnded();

    const bool m_isCalm;
    SandboxServers m_servers;
    State m_state = State::Starting;
    int m_status = Done;
    bool m_isAnnounced = false;
    int m_failures = 0; // of clients
    std::vector<std::unique_ptr<Client>> m_clients;
    QTimer m_patience; // until all is ready
    QTimer m_readers; // looks whether somebody still reads
};

// The word sandbox. Its clients are `lockctl sandbox client SCENE PART --url URL...`, which is
// nobody's business but its own and in no help.
CommandSpec sandboxCommand();

} // namespace lockscope::lockctl
