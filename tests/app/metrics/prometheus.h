// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"
#include "tests/support/redisprocess.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTcpSocket>

#include <optional>
#include <vector>

namespace lockscope::test {

inline QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// An answer to GET, with its head; empty: there is none yet. Blocks.
inline QByteArray answerOf(quint16 port, const QByteArray &path)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    if (!socket.waitForConnected(5000))
        return {};
    socket.write("GET " + path + " HTTP/1.0\r\n\r\n");
    while (socket.waitForReadyRead(10'000)) {}
    return socket.readAll();
}

// The body of an answer; empty: there is none yet.
inline QByteArray get(quint16 port, const QByteArray &path)
{
    const QByteArray answer = answerOf(port, path);
    return answer.startsWith("HTTP/") && answer.contains(" 200 ")
        ? answer.sliced(answer.indexOf("\r\n\r\n") + 4)
        : QByteArray();
}

// The port on which a started `lockctl metrics` answers; 0: it does not.
inline quint16 portOf(Program &metrics)
{
    static const QRegularExpression place(
        QStringLiteral("metrics at http://127\\.0\\.0\\.1:([0-9]+)/"));
    quint16 port = 0;
    (void)eventually([&] {
        metrics.readMore();
        const auto match = place.match(QString::fromUtf8(metrics.err));
        port = match.captured(1).toUShort();
        return port != 0;
    });
    return port;
}

// A real Prometheus that scrapes and judges once a second, with its files in a folder of the test.
// It dies with this object.
class Prometheus
{
public:
    explicit Prometheus(QString folder)
        : m_folder(std::move(folder))
        , m_port(freePort())
        , m_program("prometheus")
    {}

    // `rules` is a file, `exporters` are ports of 127.0.0.1.
    [[nodiscard]] bool start(const QString &rules, const std::vector<quint16> &exporters)
    {
        const QString config = m_folder + QStringLiteral("/prometheus.yml");
        QFile out(config);
        if (!out.open(QIODevice::WriteOnly))
            return false;
        QByteArrayList targets;
        for (const quint16 port : exporters)
            targets += "'127.0.0.1:" + QByteArray::number(port) + '\'';
        out.write("global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
                  "rule_files: ['"
                  + rules.toUtf8()
                  + "']\nscrape_configs:\n- job_name: lockscope\n  static_configs:\n"
                    "  - targets: ["
                  + targets.join(", ") + "]\n");
        out.close();
        return m_program.start({QStringLiteral("--config.file=") + config,
                                QStringLiteral("--storage.tsdb.path=%1/tsdb").arg(m_folder),
                                QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(m_port)});
    }

    QByteArray asked(const QByteArray &expression) const
    {
        return get(m_port, "/api/v1/query?query=" + expression.toPercentEncoding());
    }
    // The series of an instant vector.
    QJsonArray seriesOf(const QByteArray &expression) const
    {
        return QJsonDocument::fromJson(asked(expression))
            .object()[QLatin1StringView("data")][QLatin1StringView("result")]
            .toArray();
    }
    // All that are pending or firing; nothing: it gave no answer.
    std::optional<QJsonArray> alerts() const
    {
        const QJsonObject answer = QJsonDocument::fromJson(get(m_port, "/api/v1/alerts")).object();
        if (answer[QLatin1StringView("status")] != QLatin1StringView("success"))
            return std::nullopt;
        return answer[QLatin1StringView("data")][QLatin1StringView("alerts")].toArray();
    }
    // The groups of rules, as it has read them.
    QJsonArray groups() const
    {
        return QJsonDocument::fromJson(get(m_port, "/api/v1/rules"))
            .object()[QLatin1StringView("data")][QLatin1StringView("groups")]
            .toArray();
    }

private:
    QString m_folder;
    quint16 m_port;
    Program m_program;
};

} // namespace lockscope::test
