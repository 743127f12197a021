// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/metrics/metricsbook.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace lockscope::metrics {

// Answers Prometheus by HTTP, with prometheus-cpp, whose threads take the requests. What is asked
// for is collected on the thread of this object, which needs an event loop there. Plain HTTP
// without a password: it is for the loopback interface, or a network that may know the names of
// servers.
class MetricsServer : public QObject
{
    Q_OBJECT

public:
    // The metrics of one profile; of all if it is empty.
    using Collect = std::function<Families(const QString &profile)>;

    // "127.0.0.1:9750", "[::]:9750", port 0 for any. `profiles` have a path each, /metrics/NAME;
    // /metrics has all. Every other path is answered with 404 and a header Lockscope-Paths, which
    // names these. InvalidInput: no such address; Unreachable: it cannot be listened on.
    static Result<std::unique_ptr<MetricsServer>> listen(const QString &address,
                                                         const QStringList &profiles,
                                                         Collect collect);
    ~MetricsServer() override;

    QString url() const; // of /metrics

private:
    struct Private;

    explicit MetricsServer(std::unique_ptr<Private> p);

    std::unique_ptr<Private> m_p;
};

} // namespace lockscope::metrics
