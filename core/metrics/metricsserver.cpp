// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metricsserver.h"

#include "core/base/sentence.h"
#include "core/base/text.h"

#include <QMetaObject>

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace Qt::StringLiterals;

namespace lockscope::metrics {

namespace {

// Of one path. A request comes on a thread of the HTTP server and waits until the thread of the
// book has collected.
class Path final : public prometheus::Collectable
{
public:
    Path(QObject *collector, QString profile, MetricsServer::Collect collect)
        : m_collector(collector)
        , m_profile(std::move(profile))
        , m_collect(std::move(collect))
    {}

    Families Collect() const override
    {
        // A program that does not answer for so long is down for Prometheus, too.
        constexpr std::chrono::seconds patience{5};
        std::unique_lock lock(m_mutex);
        if (m_isOver)
            return {};
        const quint64 mine = ++m_asked;
        QMetaObject::invokeMethod(
            m_collector, [this] { answer(); }, Qt::QueuedConnection);
        m_changed.wait_for(lock, patience, [&] { return m_isOver || m_answered >= mine; });
        return m_answered >= mine && !m_isOver ? m_families : Families();
    }
    // On the collector's thread; requests end at once from now on.
    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
        m_changed.notify_all();
    }

private:
    void answer() const
    {
        quint64 latest = 0;
        {
            const std::lock_guard lock(m_mutex);
            if (m_isOver || m_answered == m_asked)
                return; // another answer was for several
            latest = m_asked;
        }
        Families families = m_collect(m_profile);
        const std::lock_guard lock(m_mutex);
        m_families = std::move(families);
        m_answered = latest;
        m_changed.notify_all();
    }

    QObject *m_collector;
    QString m_profile;
    MetricsServer::Collect m_collect;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    mutable quint64 m_asked = 0;
    mutable quint64 m_answered = 0;
    mutable Families m_families;
    bool m_isOver = false;
};

// civetweb takes a path for all paths below it as well. As a pattern that ends in "$" it matches
// itself alone, but without regard to case: two profiles that differ in nothing else keep the form
// that tells them apart, and are also told for longer paths. Names of profiles have no other
// character that patterns know.
QString registered(const QString &path, const QStringList &paths)
{
    const bool isAlone = std::ranges::none_of(paths, [&path](const QString &other) {
        return other != path && other.compare(path, Qt::CaseInsensitive) == 0;
    });
    return isAlone ? path + u'$' : path;
}

// The paths, as many as a header that people read may have.
QString listed(const QStringList &paths)
{
    constexpr qsizetype most = 2000;
    QString text;
    for (const QString &path : paths) {
        if (text.size() + path.size() > most)
            return text + u", ..."_s;
        text += (text.isEmpty() ? QString() : u", "_s) + path;
    }
    return text;
}

tl::unexpected<Error> noAddress(const QString &address)
{
    return fail(ErrorKind::InvalidInput,
                Sentence::say("\"%1\" is no address to listen on; examples are 127.0.0.1:9750, "
                              "[::1]:9750 and 0.0.0.0:9750")
                    .arg(visibleElided(address.toUtf8(), 60)));
}

} // namespace

struct MetricsServer::Private {
    QString address;
    std::vector<std::shared_ptr<Path>> paths;
    std::unique_ptr<prometheus::Exposer> exposer; // first to go: its threads use the paths
};

MetricsServer::MetricsServer(std::unique_ptr<Private> p)
    : m_p(std::move(p))
{}

MetricsServer::~MetricsServer()
{
    for (const auto &path : m_p->paths)
        path->stop();
}

QString MetricsServer::url() const
{
    return u"http://%1/metrics"_s.arg(m_p->address);
}

Result<std::unique_ptr<MetricsServer>> MetricsServer::listen(const QString &address,
                                                             const QStringList &profiles,
                                                             Collect collect)
{
    const qsizetype colon = address.lastIndexOf(u':');
    bool isNumber = false;
    const uint port = colon < 0 ? 0 : QStringView(address).sliced(colon + 1).toUInt(&isNumber);
    const QString host = address.left(std::max<qsizetype>(colon, 0));
    if (!isNumber || port > 65535)
        return noAddress(address);
    if (host.isEmpty()) // not all addresses by an oversight
        return noAddress(address);
    for (const QChar c : host) {
        if (!c.isLetterOrNumber() && !u".:[]%"_s.contains(c))
            return noAddress(address); // the HTTP server would take commas and letters for more
    }
    auto server = std::unique_ptr<MetricsServer>(new MetricsServer(std::make_unique<Private>()));
    Private &p = *server->m_p;
    const QString place = host + u':' + QString::number(port);
    QStringList paths{u"/metrics"_s};
    for (const QString &profile : profiles)
        paths += u"/metrics/"_s + profile;
    // civetweb writes the body of its errors; only a header can say more.
    const QString known = u"Lockscope-Paths: "_s + listed(paths);
    try {
        // A connection that says nothing, or half of a request, keeps a thread until its time is
        // over. The time is also that of each step of sending, and may not be too short for that.
        p.exposer = std::make_unique<prometheus::Exposer>(std::vector<std::string>{
            "listening_ports", place.toStdString(), "num_threads", "100", "request_timeout_ms",
            "2000", "additional_header", known.toStdString()});
    } catch (const std::exception &) {
        return fail(ErrorKind::Unreachable,
                    Sentence::say("cannot listen on %1: the address is not of this computer, or "
                                  "another program listens there")
                        .arg(visibleElided(address.toUtf8(), 60)));
    }
    const std::vector<int> ports = p.exposer->GetListeningPorts();
    p.address = host + u':' + QString::number(ports.empty() ? 0 : ports.front());
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString profile = i == 0 ? QString() : profiles[i - 1];
        p.paths.push_back(std::make_shared<Path>(server.get(), profile, collect));
        p.exposer->RegisterCollectable(p.paths.back(), registered(paths[i], paths).toStdString());
    }
    return server;
}

} // namespace lockscope::metrics
