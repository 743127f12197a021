// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyreader.h"
#include "core/redis/topologywords.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

Reply replyOf(const QByteArray &bytes)
{
    ReplyReader reader{ReplyLimits()};
    std::vector<Reply> replies;
    return reader.feed(bytes, replies) && replies.size() == 1 ? replies.front() : Reply();
}

} // namespace

class TestTopologyWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void readsAPrimary()
    {
        const auto role = roleFrom(replyOf(
            list({bulk("master"), ":3129659\r\n",
                  list({bulks({"127.0.0.1", "9001", "3129242"}), bulks({"::1", "9002", "7"}),
                        bulks({"", "9002", "7"}), bulks({"h", "0", "7"}), bulks({"h", "99999"}),
                        bulks({"bad host", "1", "7"}), ":3\r\n"})})));
        QVERIFY(role && role->isPrimary);
        QCOMPARE(role->offset, qint64(3129659));
        QCOMPARE(role->replicas.size(), std::size_t(2));
        QCOMPARE(toText(role->replicas[0].announced), u"127.0.0.1:9001"_s);
        QCOMPARE(role->replicas[0].offset, qint64(3129242));
        QCOMPARE(toText(role->replicas[1].announced), u"[::1]:9002"_s);
    }

    void readsAReplica()
    {
        const auto role = roleFrom(replyOf(list(
            {bulk("slave"), bulk("127.0.0.1"), ":9000\r\n", bulk("connected"), ":3167038\r\n"})));
        QVERIFY(role && !role->isPrimary && role->isLinked);
        QCOMPARE(toText(role->follows), u"127.0.0.1:9000"_s);
        QCOMPARE(role->offset, qint64(3167038));
        // It does not know where its primary is to be found.
        const auto lost = roleFrom(
            replyOf(list({bulk("slave"), bulk("?"), ":0\r\n", bulk("connect"), ":-1\r\n"})));
        QVERIFY(lost && !lost->isPrimary && !lost->isLinked && lost->follows.host.isEmpty());
    }

    // INFO tells the same.
    void readsInfoInstead()
    {
        const auto primary =
            roleFrom(replyOf(bulk("# Replication\r\nrole:master\r\nconnected_slaves:1\r\n"
                                  "slave0:ip=127.0.0.1,port=9001,state=online,offset=42,lag=0\r\n"
                                  "master_repl_offset:56\r\n")));
        QVERIFY(primary && primary->isPrimary);
        QCOMPARE(primary->offset, qint64(56));
        QCOMPARE(primary->replicas.size(), std::size_t(1));
        QCOMPARE(primary->replicas[0].offset, qint64(42));
        const auto replica =
            roleFrom(replyOf(bulk("role:slave\r\nmaster_host:h\r\nmaster_port:1\r\n"
                                  "master_link_status:up\r\nslave_repl_offset:5\r\n")));
        QVERIFY(replica && !replica->isPrimary && replica->isLinked);
        QCOMPARE(toText(replica->follows), u"h:1"_s);
    }

    // All replies of a server are read as a role or as none.
    void endures_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const QByteArray &bytes :
             {"$-1\r\n"_ba, "*0\r\n"_ba, ":1\r\n"_ba, "-NOPERM no\r\n"_ba, bulk(""_ba),
              bulk("role:sentinel\r\n"_ba), bulks({"master"}), bulks({"sentinel", "a", "b"}),
              list({bulk("sentinel"), list({bulk("mymaster")})}), bulks({"slave", "h", "1"}),
              list({list({}), list({}), list({})}),
              list({bulk("slave"), bulk("h"), bulk("1"), bulk("connected")})})
            QTest::newRow(bytes.toPercentEncoding().constData()) << bytes;
    }

    void endures()
    {
        QFETCH(const QByteArray, bytes);
        QVERIFY(!roleFrom(replyOf(bytes)));
        QVERIFY(!primaryFrom(replyOf(bytes)));
    }

    void countsNoMoreThanAreThere()
    {
        std::vector<QByteArray> many;
        for (int i = 1; i <= 3000; ++i)
            many.push_back(bulks({"127.0.0.1", QByteArray::number(i), "1"}));
        const auto role = roleFrom(replyOf(list({bulk("master"), ":1\r\n", list(many)})));
        QVERIFY(role);
        QCOMPARE(role->replicas.size(), std::size_t(256));
    }

    // An address is shown, and connected to.
    void takesOnlyPlainAddresses()
    {
        QVERIFY(addressFrom("fe80::1%eth0", "6379"));
        for (const char *host : {"fe80::1%\x1b[31m", "fe80::1%\xe2\x80\xae", "h\xf3\xa0\x81\x81",
                                 "fe80::1%", "h\xed\xa0\x80", "h st"})
            QVERIFY2(!addressFrom(host, "6379"), host);
        QVERIFY(!addressFrom("fe80::1\0\x1b[31m"_ba, "6379"));
    }

    void readsFields()
    {
        const auto fields = fieldsFrom(replyOf(bulks({"name", "m", "ip", "h", "odd"})));
        QCOMPARE(fields.size(), std::size_t(2));
        QCOMPARE(fields.at("ip"), "h"_ba);
        const auto masters = listFrom(
            replyOf(list({bulks({"name", "shop"}), bulks({"name", "b\nilling"}), ":1\r\n"})));
        QCOMPARE(namesFrom(masters), (QStringList{u"b\\nilling"_s, u"shop"_s}));
    }
};

LOCKSCOPE_TEST_SUITE(TestTopologyWords)
#include "tst_topologywords.moc"
