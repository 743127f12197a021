// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/bytestream.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QLocalServer>
#include <QLocalSocket>
#include <QNetworkProxy>
#include <QPointer>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <functional>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype tooMuchForASocket = qsizetype(64) * 1024 * 1024;

// Bytes that tell when one is missing or in the wrong place.
QByteArray pattern(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (qsizetype i = 0; i < size; ++i)
        bytes[i] = static_cast<char>((i * 31 + i / 251) & 0x7f);
    return bytes;
}

// The server's end of one connection, which reads only when it is told to.
class Peer
{
public:
    explicit Peer(bool isLocal)
        : m_isLocal(isLocal)
    {
        if (isLocal) {
            m_local.listen(m_folder.filePath(u"peer.sock"_s));
            QObject::connect(&m_local, &QLocalServer::newConnection, &m_local, [this] {
                m_localSocket = m_local.nextPendingConnection();
                m_localSocket->setReadBufferSize(1);
            });
        } else {
            m_tcp.listen(QHostAddress::LocalHost);
            QObject::connect(&m_tcp, &QTcpServer::newConnection, &m_tcp, [this] {
                m_tcpSocket = m_tcp.nextPendingConnection();
                m_tcpSocket->setReadBufferSize(1);
            });
        }
    }

    Target target() const
    {
        Target target;
        target.form = m_isLocal ? Target::Form::Unix : Target::Form::Tcp;
        target.path = m_local.fullServerName();
        target.hosts = {{u"127.0.0.1"_s, m_tcp.serverPort()}};
        return target;
    }
    QString endpoint() const
    {
        return m_isLocal ? m_local.fullServerName() : u"127.0.0.1:%1"_s.arg(m_tcp.serverPort());
    }

    bool isConnected() const
    {
        return m_isLocal ? m_localSocket && m_localSocket->state() == QLocalSocket::ConnectedState
                         : m_tcpSocket && m_tcpSocket->state() == QAbstractSocket::ConnectedState;
    }
    void write(const QByteArray &bytes) { device()->write(bytes); }
    // Written bytes go out first, each time within a second, or else the test fails because they
    // are missing; unread bytes make it a reset.
    void close()
    {
        m_isLocal ? m_localSocket->flush() : m_tcpSocket->flush();
        while (device()->bytesToWrite() > 0 && device()->waitForBytesWritten(1000)) {}
        m_isLocal ? m_localSocket->abort() : m_tcpSocket->abort();
    }
    QByteArray readAll()
    {
        m_isLocal ? m_localSocket->setReadBufferSize(0) : m_tcpSocket->setReadBufferSize(0);
        return device()->readAll();
    }

private:
    QIODevice *device() const
    {
        return m_isLocal ? static_cast<QIODevice *>(m_localSocket) : m_tcpSocket;
    }

    bool m_isLocal;
    QTemporaryDir m_folder;
    QLocalServer m_local;
    QTcpServer m_tcp;
    QPointer<QLocalSocket> m_localSocket;
    QPointer<QTcpSocket> m_tcpSocket;
};

// A stream and all that it has signalled.
struct WatchedStream {
    explicit WatchedStream(const Target &target, Millis gathering = Millis(0))
        : stream(makeByteStream(target))
    {
        QObject::connect(stream.get(), &ByteStream::opened, stream.get(), [this] { ++opens; });
        QObject::connect(stream.get(), &ByteStream::received, stream.get(),
                         [this](const QByteArray &bytes) {
                             largest = std::max(largest, bytes.size());
                             ++pieces;
                             received += bytes;
                             if (onReceived)
                                 onReceived();
                         });
        QObject::connect(stream.get(), &ByteStream::closed, stream.get(),
                         [this](const Error &error) { ends.push_back(error); });
        stream->setGathering(gathering);
        stream->open();
    }

    ByteStream *operator->() const { return stream.get(); }
    [[nodiscard]] bool isConnectedTo(const Peer &peer) const
    {
        return eventually([&] { return opens == 1 && peer.isConnected(); });
    }

    int opens = 0;
    int pieces = 0;
    qsizetype largest = 0;
    QByteArray received;
    std::vector<Error> ends;
    std::function<void()> onReceived;
    std::unique_ptr<ByteStream> stream; // last: it dies first
};

} // namespace

class TestByteStream : public QObject
{
    Q_OBJECT

private:
    static void addForms()
    {
        QTest::addColumn<bool>("isLocal");
        QTest::newRow("tcp") << false;
        QTest::newRow("unix") << true;
    }

    static void endedOnce(const WatchedStream &stream, const Peer &peer)
    {
        QVERIFY(eventually([&] { return !stream.ends.empty(); }));
        QCOMPARE(stream.ends.size(), std::size_t(1));
        QCOMPARE(stream.ends[0].kind, ErrorKind::ConnectionLost);
        QCOMPARE(stream.ends[0].text.english(), u"the server closed the connection"_s);
        QCOMPARE(stream.ends[0].endpoint, peer.endpoint());
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void carriesLargeAnswersInPieces_data() { addForms(); }
    void carriesLargeAnswersInPieces()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        const QByteArray answer = pattern(3'000'001);
        peer.write(answer);
        QVERIFY(eventually([&] { return stream.received.size() >= answer.size(); }));
        QVERIFY(stream.received == answer);
        QVERIFY(stream.pieces > 1);
        QVERIFY(stream.largest <= 64 * 1024);
        QVERIFY(stream.ends.empty());
    }

    void keepsWhatTheSocketDoesNotTake_data() { addForms(); }
    void keepsWhatTheSocketDoesNotTake()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        const QByteArray question = pattern(tooMuchForASocket);
        const qsizetype half = question.size() / 2 + 1;
        stream->write(question.first(half));
        stream->write(question.sliced(half)); // behind what is kept
        peer.write("meanwhile"_ba);
        QVERIFY(eventually([&] { return stream.received == "meanwhile"; }));
        QByteArray arrived;
        QVERIFY(eventually([&] {
            arrived += peer.readAll();
            return arrived.size() >= question.size();
        }));
        stream->write("after"_ba); // nothing is kept any more
        QVERIFY(eventually([&] {
            arrived += peer.readAll();
            return arrived.size() >= question.size() + 5;
        }));
        QVERIFY(arrived == question + "after");
        QVERIFY(stream.ends.empty());
    }

    void deliversWhatStandsInFrontOfTheEnd_data() { addForms(); }
    void deliversWhatStandsInFrontOfTheEnd()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        peer.write("$10\r\nhalf"_ba);
        peer.close();
        endedOnce(stream, peer);
        QCOMPARE(stream.received, "$10\r\nhalf"_ba);
        stream->write("to nobody"_ba); // no harm
    }

    // The end is found by the one who writes, not by the one who reads.
    void deliversWhatStandsInFrontOfAReset_data() { addForms(); }
    void deliversWhatStandsInFrontOfAReset()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        // More than one piece, if the system buffers so much for a peer that does not read.
        const QByteArray lastWords = pattern(isLocal ? 150'000 : 30'000);
        stream->write(pattern(tooMuchForASocket));
        peer.write(lastWords);
        peer.close();
        stream->write("more"_ba);
        QVERIFY(stream.ends.empty()); // write() does not call
        endedOnce(stream, peer);
        QVERIFY(stream.received == lastWords);
    }

    void writesIntoABrokenConnectionWithoutASignal_data() { addForms(); }
    void writesIntoABrokenConnectionWithoutASignal()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        peer.close();
        for (int i = 0; i < 10; ++i)
            stream->write("is anybody there?"_ba);
        endedOnce(stream, peer);
    }

    void saysNothingAfterClose_data() { addForms(); }
    void saysNothingAfterClose()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        stream.onReceived = [&] {
            stream->close();
            stream->write("no further"_ba);
        };
        peer.write(pattern(1'000'000));
        QVERIFY(eventually([&] { return !peer.isConnected(); })); // no descriptor was left open
        QCOMPARE(stream.pieces, 1);
        QVERIFY(stream.ends.empty());
    }

    void maySayGoodbyeWhileItCalls_data() { addForms(); }
    void maySayGoodbyeWhileItCalls()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        const QPointer<ByteStream> dying = stream.stream.get();
        stream.onReceived = [&] { stream.stream.release()->deleteLater(); };
        peer.write("goodbye"_ba);
        QVERIFY(eventually([&] { return dying.isNull() && !peer.isConnected(); }));
        QCOMPARE(stream.pieces, 1);
        QVERIFY(stream.ends.empty());
    }

    // A slot that runs an event loop of its own keeps what it was given.
    void keepsItsBytesInANestedLoop_data() { addForms(); }
    void keepsItsBytesInANestedLoop()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target());
        QVERIFY(stream.isConnectedTo(peer));
        std::vector<QByteArray> seen;
        QObject::connect(stream.stream.get(), &ByteStream::received, stream.stream.get(),
                         [&](const QByteArray &bytes) {
                             if (stream.pieces == 1) {
                                 peer.write("second"_ba);
                                 QVERIFY(eventually([&] { return stream.pieces == 2; }));
                             }
                             seen.push_back(bytes);
                         });
        peer.write("first"_ba);
        QVERIFY(eventually([&] { return seen.size() == 2; }));
        QCOMPARE(seen, (std::vector<QByteArray>{"second"_ba, "first"_ba}));
    }

    // Then the bytes belong to the proxy's socket, which must stay.
    void restsInAFlood_data() { addForms(); }
    void restsInAFlood()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target(), Millis(50));
        QVERIFY(stream.isConnectedTo(peer));
        QByteArray written;
        // A reader that does not pause has read each piece before a few more are written.
        const auto writeUntilItRests = [&] {
            const QDeadlineTimer deadline(std::chrono::seconds(20));
            while (written.size() - stream.received.size() < 100 && !deadline.hasExpired()) {
                const auto piece = static_cast<char>(written.size() & 0x7f);
                written.append(piece);
                peer.write(QByteArray(1, piece));
                QCoreApplication::processEvents();
            }
            return written.size() - stream.received.size() >= 100;
        };
        QVERIFY(writeUntilItRests());
        QVERIFY(eventually([&] { return stream.received.size() == written.size(); }));
        QVERIFY(stream.received == written);
        QVERIFY(stream.pieces < written.size() / 2);
        QVERIFY(writeUntilItRests());
        peer.close();
        endedOnce(stream, peer);
        QVERIFY(stream.received == written); // the bytes that had arrived before the end
    }

    void saysNothingAfterARest_data() { addForms(); }
    void saysNothingAfterARest()
    {
        QFETCH(const bool, isLocal);
        Peer peer(isLocal);
        WatchedStream stream(peer.target(), Millis(1));
        QVERIFY(stream.isConnectedTo(peer));
        // Closed by its own slot, in any state.
        stream.onReceived = [&] {
            if (stream.received.size() > 5000)
                stream->close();
        };
        const QDeadlineTimer deadline(std::chrono::seconds(20));
        while (stream.received.size() <= 5000 && !deadline.hasExpired()) {
            peer.write("x");
            QCoreApplication::processEvents();
        }
        QVERIFY(stream.received.size() > 5000);
        const qsizetype at = stream.received.size();
        QVERIFY(eventually([&] { return !peer.isConnected(); }));
        QCOMPARE(stream.received.size(), at);
        QVERIFY(stream.ends.empty());
    }

    void goesThroughAProxy()
    {
        Peer peer(false);
        QNetworkProxy::setApplicationProxy(
            {QNetworkProxy::HttpProxy, u"127.0.0.1"_s, peer.target().hosts.front().port});
        const auto restore =
            qScopeGuard([] { QNetworkProxy::setApplicationProxy(QNetworkProxy::NoProxy); });
        Target beyond;
        beyond.hosts = {{u"redis.invalid"_s, 6379}};
        WatchedStream stream(beyond);
        QByteArray arrived;
        QVERIFY(eventually([&] {
            if (peer.isConnected())
                arrived += peer.readAll();
            return arrived.endsWith("\r\n\r\n");
        }));
        QVERIFY(arrived.startsWith("CONNECT redis.invalid:6379 "));
        peer.write("HTTP/1.1 200 OK\r\n\r\n"_ba);
        QVERIFY(eventually([&] { return stream.opens == 1; }));
        arrived.clear();
        stream->write("PING"_ba);
        QVERIFY(eventually([&] { return (arrived += peer.readAll()) == "PING"; }));
        peer.write("PONG"_ba);
        QVERIFY(eventually([&] { return stream.received == "PONG"; }));
    }
};

LOCKSCOPE_TEST_SUITE(TestByteStream)
#include "tst_bytestream.moc"
