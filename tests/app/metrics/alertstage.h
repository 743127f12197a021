// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"
#include "tests/support/certificates.h"
#include "tests/support/clusterset.h"
#include "tests/support/flavourproxy.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/sentinelset.h"

#include <QJsonObject>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <vector>

namespace lockscope::test {

// How a real deployment comes into the state that an alert is about, and out of it again.
struct AlertScenario {
    QByteArray alert;
    QByteArray label; // that names the deployment: server, group or instance
    QString place; // its value
    std::function<void()> begin;
    std::function<void()> end = {}; // as soon as it fires; empty: the state ends on its own
    // Further alerts of the place, which the state brings about for a good reason.
    QByteArrayList also = {};
    // A query of Prometheus that has to have a result before it begins; empty: none.
    QByteArray ready = {};
    // Of what has just happened: makes another attempt possible, where the computer was too busy to
    // see it. Empty: the state lasts.
    std::function<void()> again = {};
};

// All deployments of the alerts' test, `lockctl metrics` over them, and one scenario for each
// alert. Owns all processes. On the thread of the test.
class AlertStage
{
public:
    AlertStage();
    ~AlertStage();
    AlertStage(const AlertStage &) = delete;
    AlertStage &operator=(const AlertStage &) = delete;

    // Starts the servers, some locks on them, and both exporters.
    [[nodiscard]] bool start();
    const std::vector<AlertScenario> &scenarios() const { return m_scenarios; }
    const std::vector<quint16> &exporters() const { return m_exporters; } // their ports
    // Deployments that nothing happens to, though locks are taken and renewed there: they have no
    // alert at any time.
    const QStringList &healthy() const { return m_healthy; }
    int deploymentCount() const { return m_deployments; }
    QString folder() const { return m_folder.path(); }
    QByteArray describe() const; // for the log of a test that fails: what the exporters have said

private:
    // Settings of a profile; they hold for all its deployments.
    struct Settings {
        std::map<QString, QString> thresholds = {};
        std::map<QString, QStringList> groups = {};
        QStringList prefixes = {};
        QString password = {};
        QJsonObject tls = {};
    };

    RedisProcess &add(RedisOptions options = {});
    // A server of a profile, whose rules are a little impatient if it is not told otherwise.
    RedisProcess &serverIn(const QString &profile);
    void watch(const QString &url, const QString &profile);
    AlertScenario &scene(AlertScenario scenario)
    {
        return m_scenarios.emplace_back(std::move(scenario));
    }
    void sleepOn(const RedisProcess &server, const QByteArray &lock, const QByteArray &owner);

    void setLocks();
    void setQueues();
    void setServers();
    void setRights();
    [[nodiscard]] bool setGroups();
    [[nodiscard]] bool setReplicas();
    [[nodiscard]] bool setCluster();
    [[nodiscard]] bool setCertificates();
    void setSight();
    [[nodiscard]] bool setHealthy();
    [[nodiscard]] bool setExporters();
    bool writeProfiles() const;
    void prepare(Program &program) const;

    QTemporaryDir m_folder;
    bool m_areStarted = true;
    std::vector<AlertScenario> m_scenarios;
    QStringList m_healthy;
    int m_deployments = 0;
    std::map<QString, QStringList> m_urls; // by profile
    std::map<QString, Settings> m_settings; // by profile
    std::list<std::unique_ptr<RedisProcess>> m_servers;
    std::list<std::unique_ptr<SentinelSet>> m_sets;
    std::unique_ptr<ClusterSet> m_cluster;
    std::unique_ptr<Certificates> m_certificates;
    Flavour m_flavour;
    std::unique_ptr<FlavouredServer> m_flavoured;
    std::list<std::unique_ptr<Listener>> m_listeners;
    std::list<std::unique_ptr<Program>> m_holders;
    std::vector<std::unique_ptr<Program>> m_metrics;
    std::vector<quint16> m_exporters;
};

} // namespace lockscope::test
