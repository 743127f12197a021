// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/connectiontester.h"

#include "core/base/async/taskscope.h"
#include "core/base/text.h"
#include "core/redis/stream/bytestream.h"
#include "core/watch/read/refusals.h"
#include "ui/wording/wording.h"

#include <QHostAddress>
#include <QHostInfo>

#include <functional>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

using Step = wording::ConnectionStep;

namespace {

// The commands by which a watch reads locks. No key has the name, so that nothing large is read.
std::vector<redis::Arguments> readingCommands(const QByteArray &name)
{
    return {{"TYPE", name},
            {"PTTL", name},
            {"GET", name},
            {"HGETALL", name},
            {"LRANGE", name, "0", "0"},
            {"ZRANGE", name, "0", "0"},
            {"TIME"},
            {"PUBSUB", "NUMSUB"}};
}

constexpr auto namedAfter = "lockscope-test";

} // namespace

// One server of a test.
class ConnectionTester::Run
{
public:
    Run(ServerTest test, std::function<void(const Step &)> tell, std::function<void()> end)
        : m_test(std::move(test))
        , m_tell(std::move(tell))
        , m_end(std::move(end))
    {
        m_test.config.makeStream = [this](const redis::Target &server) {
            return makeStream(server);
        };
        m_connection = std::make_unique<redis::Connection>(m_test.config);
        QObject::connect(m_connection.get(), &redis::Connection::ready, m_connection.get(),
                         [this] { m_tried.complete({}); });
        QObject::connect(m_connection.get(), &redis::Connection::lost, m_connection.get(),
                         [this](const Error &error) { onLost(error); });
    }

    void start()
    {
        (void)m_scope.start([this] { return play(); });
    }

private:
    const redis::Target &target() const { return m_test.config.target; }
    void tellPassed(Step::Kind kind, const QString &detail = {}) { m_tell({kind, detail, {}}); }
    void tellFailed(Step::Kind kind, const Error &error) { m_tell({kind, {}, error}); }

    std::unique_ptr<redis::ByteStream> makeStream(const redis::Target &server)
    {
        auto stream = redis::makeByteStream(server);
        QObject::connect(stream.get(), &redis::ByteStream::opened, stream.get(),
                         [this] { m_wasOpened = true; });
        return stream;
    }

    // No second attempt: a refused password only locks the account out.
    void onLost(const Error &error)
    {
        m_isBeforeAll = m_isOpening;
        m_connection->close();
        m_tried.complete(lockscope::fail(error));
    }

    QCoro::Task<> play()
    {
        if (m_test.problem) {
            tellFailed(Step::Kind::Address, *m_test.problem);
            m_end();
            co_return;
        }
        const bool isNamed = co_await resolve();
        if (isNamed) {
            const bool isConnected = co_await tryToConnect();
            if (isConnected) {
                const bool answers = co_await ping();
                if (answers)
                    co_await askForRights();
            }
        }
        m_connection->close();
        if (!m_scope.isCancelled())
            m_end();
    }

    QCoro::Task<bool> resolve()
    {
        // A relay resolves it.
        const bool hasHost = target().form == redis::Target::Form::Tcp && !target().hosts.empty()
            && target().relay.kind == redis::Relay::Kind::None;
        const QString host = hasHost ? target().hosts.front().host : QString();
        if (host.isEmpty() || !QHostAddress(host).isNull())
            co_return true;
        const auto found = std::make_shared<Completion<QStringList>>();
        auto lookup = found->pending();
        const Error unknown{
            ErrorKind::Unreachable, {}, Sentence::say("no host has that name"), host};
        QHostInfo::lookupHost(host, &m_context, [found, unknown](const QHostInfo &info) {
            QStringList addresses;
            for (const QHostAddress &address : info.addresses())
                addresses += address.toString();
            if (addresses.isEmpty())
                found->complete(lockscope::fail(unknown));
            else
                found->complete(addresses);
        });
        const auto addresses =
            co_await m_scope.wait(std::move(lookup), m_test.config.connectTimeout);
        if (m_scope.isCancelled())
            co_return false;
        if (addresses) {
            tellPassed(Step::Kind::Name, wording::listed(addresses->mid(0, 3)));
            co_return true;
        }
        Error error = addresses.error();
        error.endpoint = host;
        tellFailed(Step::Kind::Name, error);
        co_return false;
    }

    // Programs, keychains and users have more time than servers.
    Millis timeForSecrets() const
    {
        const bool isFetched =
            target().credentials || target().sentinelCredentials || target().keyCredentials;
        return isFetched ? Millis(std::chrono::minutes(10)) : Millis(0);
    }

    QCoro::Task<bool> tryToConnect()
    {
        auto tried = m_tried.pending();
        m_isOpening = true;
        m_connection->open();
        m_isOpening = false;
        // The connection has a deadline of its own, and says more about it.
        const auto connected = co_await m_scope.wait(
            std::move(tried), 2 * m_test.config.connectTimeout + timeForSecrets());
        if (m_scope.isCancelled())
            co_return false;
        if (!connected) {
            tellNotConnected(connected.error());
            co_return false;
        }
        tellTransport();
        tellPassed(Step::Kind::Login, fromUtf8(target().user));
        tellPassed(Step::Kind::Greeting, fromUtf8(m_connection->serverMode()));
        co_return true;
    }

    void tellTransport()
    {
        const auto primary = m_connection->address();
        tellPassed(Step::Kind::Connection,
                   target().isResolved() && primary ? redis::toText(*primary)
                                                    : m_connection->label());
        if (target().tls)
            tellPassed(Step::Kind::Tls);
    }

    void tellNotConnected(const Error &error)
    {
        // With TLS 1.3 a client certificate is refused after the handshake.
        if (m_wasOpened && error.kind != ErrorKind::Tls) {
            tellTransport();
            tellFailed(error.kind == ErrorKind::Auth ? Step::Kind::Login : Step::Kind::Greeting,
                       error);
        } else if (target().tls
                   && (error.kind == ErrorKind::Tls || error.kind == ErrorKind::ConnectionLost)) {
            if (!m_isBeforeAll) // a CA file that cannot be used ends it before anything is sent
                tellPassed(Step::Kind::Connection, m_connection->label());
            tellFailed(Step::Kind::Tls, error);
        } else {
            tellFailed(Step::Kind::Connection, error);
        }
    }

    QCoro::Task<bool> ping()
    {
        const auto sent = std::chrono::steady_clock::now();
        auto asked = m_connection->send({"PING"});
        const auto reply = co_await m_scope.wait(std::move(asked), m_test.config.commandTimeout);
        if (m_scope.isCancelled())
            co_return false;
        if (!reply) {
            tellFailed(Step::Kind::Ping, reply.error());
            co_return false;
        }
        if (reply->isError() && !watch::isRefused(*reply)) {
            tellFailed(Step::Kind::Ping, errorOf(*reply, ErrorKind::Server));
            co_return false;
        }
        tellPassed(Step::Kind::Ping,
                   wording::latency(std::chrono::duration_cast<std::chrono::microseconds>(
                       std::chrono::steady_clock::now() - sent)));
        co_return true;
    }

    Error errorOf(const Reply &reply, ErrorKind kind) const
    {
        return {kind, reply.errorCode(), visible(reply.bytes), m_connection->label()};
    }

    // One step for each right that is missing, so that all can be given at once.
    QCoro::Task<> askForRights()
    {
        QByteArray name = namedAfter;
        if (!m_test.prefixes.empty())
            name.prepend(m_test.prefixes.front());
        std::vector<redis::Arguments> commands = readingCommands(name);
        commands.insert(commands.begin(), redis::Arguments{"SCAN", "0", "COUNT", "10"});
        QStringList granted;
        bool isAnyRefused = false;
        for (const redis::Arguments &command : commands) {
            auto asked = m_connection->send(command);
            const auto reply =
                co_await m_scope.wait(std::move(asked), m_test.config.commandTimeout);
            if (m_scope.isCancelled())
                co_return;
            if (!reply) {
                tellFailed(Step::Kind::Rights, reply.error());
                co_return;
            }
            if (!watch::isRefused(*reply)) {
                granted += fromUtf8(command.front());
                continue;
            }
            isAnyRefused = true;
            tellFailed(Step::Kind::Rights, errorOf(*reply, ErrorKind::Permission));
            if (watch::isAboutKey(*reply)) // and so are the others
                co_return;
        }
        if (!isAnyRefused)
            tellPassed(Step::Kind::Rights, wording::listed(granted));
    }

    ServerTest m_test;
    std::function<void(const Step &)> m_tell;
    std::function<void()> m_end;
    bool m_wasOpened = false;
    bool m_isOpening = false;
    bool m_isBeforeAll = false; // it ended within open()
    QObject m_context; // of the search for the name
    Completion<void> m_tried;
    std::unique_ptr<redis::Connection> m_connection;
    TaskScope m_scope{"connection test"}; // last: its destructor ends all tasks
};

ConnectionTester::ConnectionTester(QObject *parent)
    : QObject(parent)
{}

ConnectionTester::~ConnectionTester() = default;

void ConnectionTester::test(int id, const std::vector<ServerTest> &servers)
{
    auto &runs = m_runs[id];
    runs.clear();
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const int server = static_cast<int>(i);
        runs.push_back(std::make_unique<Run>(
            servers[i], [this, id, server](const Step &step) { Q_EMIT stepped(id, server, step); },
            [this, id, server] { Q_EMIT ended(id, server); }));
    }
    for (const auto &run : runs)
        run->start();
}

void ConnectionTester::stop(int id)
{
    m_runs.erase(id);
}

void ConnectionTester::stopAll()
{
    m_runs.clear();
}

} // namespace lockscope::console
