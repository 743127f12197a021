// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyreader.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>

using namespace lockscope;
using namespace lockscope::redis;
using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    std::vector<Reply> replies;
    std::optional<Error> error;
};

using Decoder = ReplyReader::Decoder;

Outcome readBy(ReplyReader &reader, const QByteArray &bytes, qsizetype piece)
{
    Outcome outcome;
    const qsizetype step = piece > 0 ? piece : std::max<qsizetype>(bytes.size(), 1);
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        const auto fed = reader.feed(bytes.mid(at, step), outcome.replies);
        if (!fed) {
            outcome.error = fed.error();
            break;
        }
    }
    return outcome;
}

// As a connection reads it. Both decoders have to agree on it.
Outcome read(const QByteArray &bytes, qsizetype piece = 0, const ReplyLimits &limits = {},
             Protocol protocol = Protocol::Resp2)
{
    ReplyReader reader(limits, protocol);
    const Outcome outcome = readBy(reader, bytes, piece);
    ReplyReader own(limits, protocol, Decoder::Own);
    const Outcome other = readBy(own, bytes, piece);
    if (other.replies != outcome.replies || other.error.has_value() != outcome.error.has_value())
        qWarning("the decoders differ about %s", bytes.left(100).toPercentEncoding().constData());
    return outcome;
}

Outcome read3(const QByteArray &bytes, qsizetype piece = 0, const ReplyLimits &limits = {})
{
    return read(bytes, piece, limits, Protocol::Resp3);
}

Reply text(Reply::Type type, QByteArray bytes)
{
    Reply reply;
    reply.type = type;
    reply.bytes = std::move(bytes);
    return reply;
}

Reply integer(qint64 value)
{
    Reply reply;
    reply.type = Reply::Type::Integer;
    reply.integer = value;
    return reply;
}

Reply array(std::vector<Reply> elements, Reply::Type type = Reply::Type::Array)
{
    Reply reply;
    reply.type = type;
    reply.elements = std::move(elements);
    return reply;
}

// Something that a server might send, and now and then something that it would not.
QByteArray randomWire(QRandomGenerator &random, Protocol protocol)
{
    static const QByteArrayList good{"+OK\r\n",       "-ERR no\r\n", ":12\r\n", ":-1\r\n",
                                     "$3\r\na\r\r\n", "$0\r\n\r\n",  "$-1\r\n", "*-1\r\n",
                                     "*0\r\n",        "*2\r\n",      "*1\r\n",  "*3\r\n"};
    static const QByteArrayList more{"_\r\n",
                                     "#t\r\n",
                                     "#f\r\n",
                                     ",-1.5e3\r\n",
                                     ",inf\r\n",
                                     "(-123456789012345678901234567890\r\n",
                                     "=7\r\ntxt:abc\r\n",
                                     "~2\r\n",
                                     "%1\r\n",
                                     "%0\r\n",
                                     ">2\r\n"};
    QByteArray wire;
    for (int i = random.bounded(1, 12); i > 0; --i) {
        const bool isNew = protocol == Protocol::Resp3 && random.bounded(2) == 0;
        const QByteArrayList &from = isNew ? more : good;
        wire += from[random.bounded(static_cast<int>(from.size()))];
    }
    if (random.bounded(3) == 0) {
        static const QByteArray bytes("0123456789-+:$*_#,(=~%>|!tfx.\r\n");
        wire[random.bounded(static_cast<int>(wire.size()))] =
            bytes[random.bounded(static_cast<int>(bytes.size()))];
    }
    return wire;
}

QByteArray nested(int depth)
{
    return QByteArray("*1\r\n").repeated(depth) + ":1\r\n";
}

} // namespace

class TestReplyReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void reads_data()
    {
        using Type = Reply::Type;
        QTest::addColumn<QByteArray>("wire");
        QTest::addColumn<std::vector<Reply>>("expected");

        const auto row = [](const char *name, const QByteArray &wire, std::vector<Reply> replies) {
            QTest::newRow(name) << wire << std::move(replies);
        };
        const QByteArray binary("a\r\n\0$9\r\n\xff", 9);
        row("status", "+OK\r\n", {text(Type::Status, "OK")});
        row("empty status", "+\r\n", {text(Type::Status, "")});
        row("error", "-NOPERM no\r\n", {text(Type::Error, "NOPERM no")});
        row("integers", ":-5\r\n:9223372036854775807\r\n",
            {integer(-5), integer(std::numeric_limits<qint64>::max())});
        row("string", "$9\r\n" + binary + "\r\n", {text(Type::String, binary)});
        row("empty string", "$0\r\n\r\n:1\r\n", {text(Type::String, ""), integer(1)});
        row("nil", "$-1\r\n", {Reply()});
        row("nil array", "*-1\r\n:2\r\n", {Reply(), integer(2)});
        row("empty array", "*0\r\n", {array({})});
        row("arrays", "*3\r\n*0\r\n*2\r\n$1\r\nx\r\n$-1\r\n:7\r\n+OK\r\n",
            {array({array({}), array({text(Type::String, "x"), Reply()}), integer(7)}),
             text(Type::Status, "OK")});
        row("push", "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$1\r\nk\r\n",
            {array({text(Type::String, "message"), text(Type::String, "__redis__:invalidate"),
                    array({text(Type::String, "k")})})});
        Reply eight = integer(1);
        for (int depth = 0; depth < 8; ++depth)
            eight = array({eight});
        row("eight deep", nested(8), {eight});
        row("large string", "$70000\r\n" + QByteArray(70000, 'x') + "\r\n",
            {text(Type::String, QByteArray(70000, 'x'))});
    }

    void reads()
    {
        QFETCH(QByteArray, wire);
        QFETCH(std::vector<Reply>, expected);
        for (const qsizetype piece : {0, 1, 2, 3, 5, 7, 4096}) {
            const Outcome outcome = read(wire, piece);
            QVERIFY2(!outcome.error,
                     outcome.error ? qPrintable(outcome.error->text.english()) : "");
            QVERIFY2(outcome.replies == expected, QByteArray::number(piece).constData());
        }
    }

    void readsResp3_data()
    {
        using Type = Reply::Type;
        QTest::addColumn<QByteArray>("wire");
        QTest::addColumn<std::vector<Reply>>("expected");

        const auto row = [](const char *name, const QByteArray &wire, std::vector<Reply> replies) {
            QTest::newRow(name) << wire << std::move(replies);
        };
        row("null", "_\r\n", {Reply()});
        row("booleans", "#t\r\n#f\r\n", {integer(1), integer(0)});
        row("doubles", ",1.5\r\n,-inf\r\n,1e-7\r\n",
            {text(Type::String, "1.5"), text(Type::String, "-inf"), text(Type::String, "1e-7")});
        row("big number", "(3492890328409238509324850943850943825024385\r\n",
            {text(Type::String, "3492890328409238509324850943850943825024385")});
        row("verbatim string", "=8\r\ntxt:a\r\nb\r\n", {text(Type::String, "a\r\nb")});
        row("set", "~2\r\n:1\r\n:2\r\n", {array({integer(1), integer(2)})});
        row("map", "%2\r\n+a\r\n:1\r\n+b\r\n%0\r\n",
            {array({text(Type::Status, "a"), integer(1), text(Type::Status, "b"), array({})})});
        row("pushes between replies",
            ">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n+OK\r\n"
            ">2\r\n$10\r\ninvalidate\r\n_\r\n",
            {array({text(Type::String, "invalidate"), array({text(Type::String, "k")})},
                   Type::Push),
             text(Type::Status, "OK"),
             array({text(Type::String, "invalidate"), Reply()}, Type::Push)});
        row("RESP2", "*2\r\n$-1\r\n:7\r\n*-1\r\n", {array({Reply(), integer(7)}), Reply()});
    }

    void readsResp3()
    {
        QFETCH(QByteArray, wire);
        QFETCH(std::vector<Reply>, expected);
        for (const qsizetype piece : {0, 1, 2, 3, 5, 7}) {
            const Outcome outcome = read3(wire, piece);
            QVERIFY2(!outcome.error,
                     outcome.error ? qPrintable(outcome.error->text.english()) : "");
            QVERIFY2(outcome.replies == expected, QByteArray::number(piece).constData());
        }
    }

    void refusesWhatIsNoResp3_data()
    {
        QTest::addColumn<QByteArray>("wire");
        for (const char *wire : {"_x\r\n",
                                 "#\r\n",
                                 "#x\r\n",
                                 "#true\r\n",
                                 ",\r\n",
                                 ",one\r\n",
                                 "(\r\n",
                                 "(1.5\r\n",
                                 "=3\r\ntxt\r\n",
                                 "=5\r\ntxtxx\r\n",
                                 "=-1\r\n",
                                 "~-2\r\n",
                                 "%-1\r\n",
                                 "%x\r\n",
                                 "~01\r\n",
                                 "%1000001\r\n",
                                 "*1\r\n>1\r\n:1\r\n",
                                 "|1\r\n+a\r\n+b\r\n",
                                 "!3\r\nERR\r\n",
                                 "$?\r\n;1\r\na\r\n;0\r\n",
                                 "*?\r\n.\r\n",
                                 ":01\r\n"})
            QTest::newRow(QByteArray(wire).toPercentEncoding().constData()) << QByteArray(wire);
    }

    void refusesWhatIsNoResp3()
    {
        QFETCH(QByteArray, wire);
        for (const qsizetype piece : {0, 1, 13}) {
            const Outcome outcome = read3(":1\r\n" + wire + ":2\r\n", piece);
            QVERIFY(outcome.error);
            QCOMPARE(outcome.error->kind, ErrorKind::Protocol);
            QCOMPARE(outcome.replies.size(), std::size_t(1));
        }
    }

    // Both decoders give the same results for all input: ours replaces hiredis.
    void bothDecodersAgree_data()
    {
        QTest::addColumn<Protocol>("protocol");
        QTest::newRow("RESP2") << Protocol::Resp2;
        QTest::newRow("RESP3") << Protocol::Resp3;
    }

    void bothDecodersAgree()
    {
        QFETCH(Protocol, protocol);
        QRandomGenerator random(7);
        int broken = 0;
        for (int i = 0; i < 5'000; ++i) {
            const QByteArray wire = randomWire(random, protocol);
            const Outcome outcome = read(wire, random.bounded(4), {}, protocol);
            broken += outcome.error.has_value() ? 1 : 0;
        }
        QVERIFY(broken > 200);
        QVERIFY(broken < 3'000);
    }

    // The same result wherever the stream is cut in two.
    void doesNotDependOnTheCut()
    {
        const QByteArray wire = "*4\r\n$3\r\nkey\r\n:12\r\n*2\r\n+a\r\n-ERR b\r\n$-1\r\n$0\r\n\r\n"
                                "*-1\r\n+x\r\n*0\r\n$2\r\n\r\n\r\n";
        const Outcome whole = read(wire);
        QVERIFY(!whole.error);
        QCOMPARE(whole.replies.size(), std::size_t(6));
        for (qsizetype cut = 1; cut < wire.size(); ++cut) {
            ReplyReader reader{ReplyLimits()};
            std::vector<Reply> replies;
            QVERIFY(reader.feed(QByteArrayView(wire).first(cut), replies));
            QVERIFY(reader.feed(QByteArrayView(wire).sliced(cut), replies));
            QVERIFY(replies == whole.replies);
        }
    }

    // Of two breaches in one line it is the first, even if both come at once.
    void errorsDoNotDependOnTheCut()
    {
        ReplyLimits limits;
        limits.lineBytes = 99;
        for (const QByteArray &wire : std::vector<QByteArray>{
                 "$60\r"_ba + QByteArray(60, 'x'), ':' + QByteArray(32, '1') + "\rx\r\n",
                 "+a\rb" + QByteArray(200, 'x'), "-a\nb" + QByteArray(200, 'x'),
                 '+' + QByteArray(200, 'x') + "\rx\r\n", "+a\r\n\x15"_ba}) {
            for (const Decoder decoder : {Decoder::Hiredis, Decoder::Own}) {
                ReplyReader whole(limits, Protocol::Resp2, decoder);
                ReplyReader cut(limits, Protocol::Resp2, decoder);
                const auto expected = readBy(whole, wire, 0).error;
                QVERIFY(expected);
                QCOMPARE(readBy(cut, wire, 1).error->text.english(), expected->text.english());
            }
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("wire");
        const auto row = [](const char *name, const QByteArray &wire) {
            QTest::newRow(name) << wire;
        };
        row("array of 100 million", "*100000000\r\n");
        row("array of 2^32", "*4294967296\r\n");
        row("array of 2^61", "*2305843009213693952\r\n");
        row("array of 2^64", "*18446744073709551616\r\n");
        row("array of -2", "*-2\r\n");
        row("array of nothing", "*\r\n");
        row("array of x", "*1x\r\n");
        row("string of -5", "$-5\r\n");
        row("string of 2^63-1", "$9223372036854775807\r\n");
        row("string of 2^64", "$18446744073709551617\r\n");
        row("string of 17 MiB", "$17825792\r\n");
        row("string of +1", "$+1\r\nx\r\n");
        row("string of nothing", "$\r\n");
        row("longer than its declared length", "$1\r\nxy\r\n");
        row("integer of nothing", ":\r\n");
        row("integer of text", ":1e3\r\n");
        row("integer of 2^63", ":9223372036854775808\r\n");
        row("integer without end", ':' + QByteArray(100, '1'));
        row("line without end", '+' + QByteArray(70'000, 'x'));
        row("error line without end", '-' + QByteArray(70'000, '\n'));
        row("nine deep", nested(9));
        row("200 thousand deep", nested(200'000));
        row("lone line feed", "+a\nb\r\n");
        row("lone return", "-ERR a\rb\r\n");
        row("two returns", "+a\r\r\n");
        row("return in a number", ":1\r2\r\n");
        row("zero byte", QByteArray(1, '\0'));
        row("no type", "\r\n");
        row("HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n");
        row("TLS alert", QByteArray("\x15\x03\x01\x00\x02\x02\x16", 7));
        for (const char *type : {">1\r\n", "%1\r\n", "_\r\n", "#t\r\n", ",1.5\r\n", "~1\r\n",
                                 "(12\r\n", "=5\r\ntxt:x\r\n", "|1\r\n", "!3\r\nERR\r\n"})
            row(qPrintable("RESP3 "_L1 + QLatin1String(type, 1)), type);
    }

    void refuses()
    {
        QFETCH(QByteArray, wire);
        for (const qsizetype piece : {0, 1, 13}) {
            // A good reply in front comes through; nothing behind the error does.
            const Outcome outcome = read(":1\r\n" + wire + "\r\n:2\r\n", piece);
            QVERIFY(outcome.error);
            QCOMPARE(outcome.error->kind, ErrorKind::Protocol);
            QVERIFY(outcome.error->text.english().contains(u"broke the Redis protocol"_s));
            QCOMPARE(outcome.replies.size(), std::size_t(1));
        }
        const Outcome first = read(wire + "\r\n");
        QVERIFY(first.error
                && first.error->text.english().contains(u"does not speak the Redis protocol"_s));
        QVERIFY(first.replies.empty());
        QVERIFY(first.error->text.english().size() < 200);
        QVERIFY(!first.error->text.english().contains(u'\n'));
    }

    // hiredis before 1.0 refuses it there; an answer that both see may not depend on the decoder.
    void ourOwnRefusesTheNinthArrayAtItsType()
    {
        ReplyReader reader({}, Protocol::Resp2, Decoder::Own);
        std::vector<Reply> replies;
        QVERIFY(reader.feed(QByteArray("*1\r\n").repeated(8), replies));
        const auto fed = reader.feed("*", replies);
        QVERIFY(!fed);
        QVERIFY2(fed.error().text.english().contains(u"nested"_s),
                 qPrintable(fed.error().text.english()));
        QVERIFY(replies.empty());
    }

    void staysRefused()
    {
        ReplyReader reader{ReplyLimits()};
        std::vector<Reply> replies;
        QVERIFY(!reader.feed("x", replies));
        QVERIFY(!reader.feed("+OK\r\n", replies));
        QVERIFY(replies.empty());
    }

    void keepsTheLimits_data()
    {
        QTest::addColumn<QByteArray>("within");
        QTest::addColumn<QByteArray>("beyond");

        const QByteArray longest("$50\r\n" + QByteArray(50, 'x') + "\r\n");
        const QByteArray eight("*8\r\n" + QByteArray("*0\r\n").repeated(8));
        QTest::newRow("line") << QByteArray('+' + QByteArray(97, 'x') + "\r\n")
                              << QByteArray('+' + QByteArray(98, 'x') + "\r\n\r\n");
        QTest::newRow("string") << QByteArray("$50\r\n" + QByteArray(50, 'x') + "\r\n")
                                << QByteArray("$51\r\n");
        QTest::newRow("array") << QByteArray("*20\r\n" + QByteArray(":1\r\n").repeated(20))
                               << QByteArray("*21\r\n");
        QTest::newRow("bytes of a reply")
            << QByteArray("*2\r\n" + longest.repeated(2))
            << QByteArray("*3\r\n" + longest.repeated(2) + "$1\r\nx\r\n");
        QTest::newRow("elements of a reply") << QByteArray("*3\r\n" + eight.repeated(3))
                                             << QByteArray("*4\r\n" + eight.repeated(3) + "*8\r\n");
    }

    void keepsTheLimits()
    {
        QFETCH(QByteArray, within);
        QFETCH(QByteArray, beyond);
        ReplyLimits limits;
        limits.lineBytes = 99;
        limits.bulkBytes = 50;
        limits.replyBytes = 100;
        limits.arrayElements = 20;
        limits.replyElements = 30;
        for (const Protocol protocol : {Protocol::Resp2, Protocol::Resp3}) {
            for (const qsizetype piece : {0, 1, 3}) {
                // The counts are of one reply: many of them are fine.
                const Outcome good = read(within.repeated(5), piece, limits, protocol);
                QVERIFY2(!good.error, good.error ? qPrintable(good.error->text.english()) : "");
                QCOMPARE(good.replies.size(), std::size_t(5));
                QVERIFY(read(beyond, piece, limits, protocol).error);
            }
        }
    }

    // Few bytes must not become much memory: four million nodes are the most.
    void boundsAmplification()
    {
        const QByteArray million = "*1000000\r\n" + QByteArray("*0\r\n").repeated(1'000'000);
        const Outcome one = read(million, 65536);
        QVERIFY(!one.error);
        QCOMPARE(one.replies.front().elements.size(), std::size_t(1'000'000));
        const Outcome five = read("*5\r\n" + million.repeated(5), 65536);
        QVERIFY(five.error);
        QVERIFY(five.replies.empty());
    }

    // The reader gives an endless line up by its length, long before rescanning it could cost time.
    void givesUpAnEndlessLine()
    {
        ReplyReader reader{ReplyLimits()};
        std::vector<Reply> replies;
        QVERIFY(reader.feed("+", replies));
        qsizetype fed = 0;
        const QByteArray piece(1000, 'x');
        while (reader.feed(piece, replies))
            fed += piece.size();
        QVERIFY(fed <= ReplyLimits().lineBytes);
    }
};

LOCKSCOPE_TEST_SUITE(TestReplyReader)
#include "tst_replyreader.moc"
