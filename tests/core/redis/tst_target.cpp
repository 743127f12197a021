// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/target.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace Qt::StringLiterals;

namespace {

using Hosts = std::vector<HostPort>;

Target tcp(QString host, quint16 port = 6379, int database = 0)
{
    Target target;
    target.hosts = {{std::move(host), port}};
    target.database = database;
    return target;
}

Target with(Target target, QByteArray user, QByteArray password)
{
    target.user = std::move(user);
    target.password = std::move(password);
    return target;
}

Target over(Target target, Target::Form form, Hosts hosts, QString master = {})
{
    target.form = form;
    target.hosts = std::move(hosts);
    target.masterName = std::move(master);
    return target;
}

Target unixSocket(QString path, int database = 0)
{
    Target target;
    target.form = Target::Form::Unix;
    target.path = std::move(path);
    target.database = database;
    return target;
}

Target tls(Target target)
{
    target.tls = true;
    target.sentinelTls = target.form == Target::Form::Sentinel;
    return target;
}

} // namespace

class TestTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    // Another name for the same scheme: the same target, and the same label.
    void knowsValkeysNames_data()
    {
        QTest::addColumn<QString>("valkey");
        QTest::addColumn<QString>("redis");
        for (const auto &[valkey, redis] :
             {std::pair("valkey://u:p@h:1/2", "redis://u:p@h:1/2"),
              std::pair("VALKEY://h", "redis://h"), std::pair("valkeys://h", "rediss://h"),
              std::pair("valkey+unix:///run/s?db=2", "redis+unix:///run/s?db=2"),
              std::pair("valkey+sentinel://a,b/m", "redis+sentinel://a,b/m"),
              std::pair("valkeys+sentinel://a,b/m", "rediss+sentinel://a,b/m"),
              std::pair("valkey://a,b", "redis://a,b"), std::pair("valkeys://a,b", "rediss://a,b"),
              std::pair("valkey+cluster://a,b", "redis+cluster://a,b")})
            QTest::newRow(valkey) << QString::fromLatin1(valkey) << QString::fromLatin1(redis);
    }

    void knowsValkeysNames()
    {
        QFETCH(QString, valkey);
        QFETCH(QString, redis);
        const auto parsed = parseTarget(valkey);
        const auto expected = parseTarget(redis);
        QVERIFY(parsed && expected);
        QVERIFY(*parsed == *expected);
        QCOMPARE(parsed->label(), expected->label());
    }

    void namesAnUnknownScheme_data()
    {
        QTest::addColumn<QString>("url");
        for (const char *url : {"valkeyx://h", "valkey", "valkey:/h", "valke://h"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }

    void namesAnUnknownScheme()
    {
        QFETCH(QString, url);
        const auto parsed = parseTarget(url);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().kind, ErrorKind::InvalidInput);
    }

    void parses_data()
    {
        using Form = Target::Form;
        QTest::addColumn<QString>("url");
        QTest::addColumn<Target>("expected");
        QTest::addColumn<QString>("label");

        const auto row = [](const char *url, const Target &target, const char *label) {
            QTest::newRow(url) << QString::fromUtf8(url) << target << QString::fromUtf8(label);
        };
        row("redis://127.0.0.1", tcp(u"127.0.0.1"_s), "redis://127.0.0.1:6379");
        row("redis://host:1234/7", tcp(u"host"_s, 1234, 7), "redis://host:1234/7");
        row("redis://host/", tcp(u"host"_s), "redis://host:6379");
        row("REDIS://Host:65535", tcp(u"Host"_s, 65535), "redis://Host:65535");
        row("redis://my_host-1.example.com", tcp(u"my_host-1.example.com"_s),
            "redis://my_host-1.example.com:6379");
        row("redis://m\xc3\xbcnchen.example", tcp(u"m\u00fcnchen.example"_s),
            "redis://m\xc3\xbcnchen.example:6379");
        row("redis://[::1]:7000/1", tcp(u"::1"_s, 7000, 1), "redis://[::1]:7000/1");
        row("redis://[2001:db8::1]", tcp(u"2001:db8::1"_s), "redis://[2001:db8::1]:6379");
        row("rediss://host", tls(tcp(u"host"_s)), "rediss://host:6379");
        row("redis://:pw@host", with(tcp(u"host"_s), {}, "pw"), "redis://host:6379");
        row("redis://me@host", with(tcp(u"host"_s), "me", {}), "redis://host:6379");
        row("redis://me:pw@host", with(tcp(u"host"_s), "me", "pw"), "redis://host:6379");
        row("redis://@host", tcp(u"host"_s), "redis://host:6379");
        row("redis://me:p%40%3a%2F%25%00w@host",
            with(tcp(u"host"_s), "me", QByteArray("p@:/%\0w", 7)), "redis://host:6379");
        row("redis://me:a:b@c@host", with(tcp(u"host"_s), "me", "a:b@c"), "redis://host:6379");
        row("redis+unix:///run/redis.sock", unixSocket(u"/run/redis.sock"_s),
            "redis+unix:///run/redis.sock");
        row("redis+unix:///run/my%20redis.sock?db=3", unixSocket(u"/run/my redis.sock"_s, 3),
            "redis+unix:///run/my%20redis.sock?db=3");
        row("redis+unix://me:pw@/r.sock", with(unixSocket(u"/r.sock"_s), "me", "pw"),
            "redis+unix:///r.sock");
        row("redis+sentinel://a:1,b/mymaster/2",
            over(tcp({}, 0, 2), Form::Sentinel, {{u"a"_s, 1}, {u"b"_s, 26379}}, u"mymaster"_s),
            "redis+sentinel://a:1,b:26379/mymaster/2");
        row("redis+sentinel://:pw@[::1]/m",
            with(over({}, Form::Sentinel, {{u"::1"_s, 26379}}, u"m"_s), {}, "pw"),
            "redis+sentinel://[::1]:26379/m");
        row("redis+sentinel://a/my%2Fmaster%3f/2",
            over(tcp({}, 0, 2), Form::Sentinel, {{u"a"_s, 26379}}, u"my/master?"_s),
            "redis+sentinel://a:26379/my%2Fmaster%3F/2");
        row("redis://[fe80::1%eth0.1]", tcp(u"fe80::1%eth0.1"_s), "redis://[fe80::1%eth0.1]:6379");
        row("rediss+sentinel://a,b/m",
            tls(over({}, Form::Sentinel, {{u"a"_s, 26379}, {u"b"_s, 26379}}, u"m"_s)),
            "rediss+sentinel://a:26379,b:26379/m");
        row("redis://a,b:7000,[::1]/3",
            over(tcp({}, 0, 3), Form::Replicated,
                 {{u"a"_s, 6379}, {u"b"_s, 7000}, {u"::1"_s, 6379}}),
            "redis://a:6379,b:7000,[::1]:6379/3");
        row("rediss://me:pw@a,b",
            tls(with(over({}, Form::Replicated, {{u"a"_s, 6379}, {u"b"_s, 6379}}), "me", "pw")),
            "rediss://a:6379,b:6379");
        row("rediss+cluster://a:7000", tls(over({}, Form::Cluster, {{u"a"_s, 7000}})),
            "rediss+cluster://a:7000");
        row("redis+cluster://a:7000,b:7001",
            over({}, Form::Cluster, {{u"a"_s, 7000}, {u"b"_s, 7001}}),
            "redis+cluster://a:7000,b:7001");
    }

    void parses()
    {
        QFETCH(QString, url);
        QFETCH(Target, expected);
        QFETCH(QString, label);
        const auto target = parseTarget(url);
        QVERIFY2(target, target ? "" : qPrintable(target.error().text.english()));
        QVERIFY(*target == expected);
        QCOMPARE(target->label(), label);

        // A label is a URL of the same deployment.
        const auto again = parseTarget(target->label());
        QVERIFY(again);
        QVERIFY(*again == with(expected, {}, {}));
    }

    // Neither is in the label; as parameters they are in any order.
    void takesWhatTheSentinelsNeed()
    {
        const auto target = parseTarget(
            u"redis+sentinel://me:pw@a/m/1?sentinel_password=hun%26ter&sentinel_user=za%3Dphod"
            u"&sentinel_tls=yes&map=*:6379=gate.example.com:7000&map=10.0.0.5:*=*:%2B1000"_s);
        QVERIFY2(target, target ? "" : qPrintable(target.error().text.english()));
        QCOMPARE(target->label(), u"redis+sentinel://a:26379/m/1"_s);
        QCOMPARE(target->user, "me"_ba);
        QCOMPARE(target->password, "pw"_ba);
        QCOMPARE(target->sentinelUser, "za=phod"_ba);
        QCOMPARE(target->sentinelPassword, "hun&ter"_ba);
        QVERIFY(target->sentinelTls && !target->tls);
        QCOMPARE(target->addressMap.size(), std::size_t(2));

        const auto plain = parseTarget(u"rediss+sentinel://a/m?sentinel_tls=no"_s);
        QVERIFY(plain && plain->tls && !plain->sentinelTls);
    }

    void mapsAddresses_data()
    {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("announced");
        QTest::addColumn<QString>("reached");
        const auto row = [](const char *rules, const char *announced, const char *reached) {
            QTest::addRow("%s %s", rules, announced)
                << QString::fromLatin1(rules) << QString::fromLatin1(announced)
                << QString::fromLatin1(reached);
        };
        row("map=a:1=b:2", "a:1", "b:2");
        row("map=a:1=b:2", "A:1", "b:2");
        row("map=a:1=b:2", "a:2", "a:2");
        row("map=a:1=b:2", "c:1", "c:1");
        row("map=*:*=gate:*", "a:1", "gate:1");
        row("map=*:*=*:%2B1000", "a:1", "a:1001");
        row("map=*:*=*:-1000", "a:6379", "a:5379");
        row("map=*:*=*:-1000", "a:1000", "a:1000"); // there is no port 0
        row("map=*:1=*:2", "[::1]:1", "[::1]:2");
        row("map=[::1]:1=h:2", "[::1]:1", "h:2");
        row("map=a:1=b:2&map=*:*=c:3", "a:1", "b:2"); // the first one counts
        row("map=a:1=b:2&map=*:*=c:3", "b:2", "c:3");
    }

    void mapsAddresses()
    {
        QFETCH(QString, rules);
        QFETCH(QString, announced);
        QFETCH(QString, reached);
        const auto target = parseTarget(u"redis://x,y?"_s + rules);
        QVERIFY2(target, target ? "" : qPrintable(target.error().text.english()));
        const auto place = parseTarget(u"redis://"_s + announced);
        QVERIFY(place);
        QCOMPARE(toText(mapped(place->hosts.front(), target->addressMap)), reached);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("part"); // the part that the text must name

        const auto row = [](const char *url, const char *part) {
            QTest::newRow(url) << QString::fromUtf8(url) << QString::fromUtf8(part);
        };
        row("", "empty");
        row("host:6379", "scheme");
        row("://host", "scheme");
        row("http://host", "\"http\"");
        row("redis:host", "scheme");
        row("redis://", "host");
        row("redis:///1", "host");
        row("redis://:6379", "host");
        row("redis://host:", "port");
        row("redis://host:0", "port");
        row("redis://host:65536", "port");
        row("redis://host:+1", "port");
        row("redis://host:99999999999999999999", "port");
        row("redis://host:6379x", "port");
        row("redis://::1", "host");
        row("redis://fe80::1", "colon");
        row("redis://[::1", "IPv6");
        row("redis://[127.0.0.1]", "IPv6");
        row("redis://[::1]6379", "port");
        row("redis://[fe80::1%]", "IPv6");
        row("redis://[fe80::1%eth\xe2\x80\xae"
            "0]",
            "IPv6"); // right to left
        row("redis://host\xf3\xa0\x81\x81", "host"); // an invisible tag
        row("redis://a,a:6379", "twice");
        row("redis://a,", "host");
        row("redis://a,b?sentinel_user=x", "map");
        row("redis://a?map=b:1=c:2", "follow");
        row("redis://ho st", "space");
        row("redis://host\n", "control");
        row("redis://host\x1b[2J", "control");
        row("redis://host\xc2\xa0", "space");
        row("redis://-host", "host");
        row("redis://.host", "host");
        row("redis://a..b", "host");
        row("redis://h%6fst", "host");
        row("redis://host/-1", "database");
        row("redis://host/x", "database");
        row("redis://host/1/2", "database");
        row("redis://host/99999999999", "database");
        row("redis://host?db=1", "follow");
        row("redis://host/1#x", "follow");
        row("redis://u:%zz@host", "%");
        row("redis://u:%2@host", "%");
        row("redis+unix://relative/path", "absolute");
        row("redis+unix://", "path");
        row("redis+unix:///", "path");
        row("redis+unix:///a%00b", "path");
        row("redis+unix:///a%ff", "path");
        row("redis+unix:///a?db=x", "database");
        row("redis+unix:///a?x=1", "db=");
        row("redis+sentinel://a:1", "master");
        row("redis+sentinel://a:1/", "master");
        row("redis+sentinel://a:1,/m", "host");
        row("redis+sentinel://a/m/x", "database");
        row("redis+sentinel://a/m?user=x", "sentinel_user");
        row("redis+sentinel://a/m?", "sentinel_user");
        row("redis+sentinel://a/m?sentinel_tls=maybe", "yes or no");
        row("redis+sentinel://a/m?sentinel_password=%zz", "%");
        for (const char *map : {"", "a", "a:1", "a:1=b", "a:1=b:x", "a:1=b:70000", "a:0=b:1",
                                "a:+1=b:2", "a:1=b:2=c:3", "a b:1=c:2", ":1=b:2", "a:1=:2"})
            QTest::newRow(map) << QString(u"redis+sentinel://a/m?map="_s
                                          + QString::fromLatin1(map).replace(u' ', u"%20"_s))
                               << u"map"_s;
        row("redis+cluster://a:1/x", "database");
        row("redis+cluster://a,,b", "host");
        QTest::newRow("half a character") << QString(u"redis://h"_s + QChar(0xd800)) << u"host"_s;
        const QString path(120, u'p');
        QTest::newRow("long path") << QString(u"redis+unix:///"_s + path) << u"longer"_s;
        QTest::newRow("long host") << QString(u"redis://"_s + QString(300, u'h')) << u"host"_s;
        QTest::newRow("long url") << QString(u"redis://"_s + QString(9000, u'h')) << u"long"_s;
    }

    void refuses()
    {
        QFETCH(QString, url);
        QFETCH(QString, part);
        const auto target = parseTarget(url);
        QVERIFY(!target);
        QCOMPARE(target.error().kind, ErrorKind::InvalidInput);
        const QString text = target.error().text.english();
        QVERIFY2(text.contains(part), qPrintable(text));
        QVERIFY2(text.contains(u"for example"_s), qPrintable(text));
        QVERIFY2(text.size() < 250 && !text.contains(u'\n') && !text.contains(u'\x1b'),
                 qPrintable(text));
    }

    void neverTellsCredentials_data()
    {
        QTest::addColumn<QString>("url");
        for (const char *url :
             {"redis://zaphod:hunter2@host:x",
              "redis://zaphod:hunter2@",
              "redis://zaphod:hunter2",
              "redis://:hunter2@host/x/y/z",
              "redis://host/2&password=hunter2",
              "redis+unix:///run/redis.sock?db=2&password=hunter2",
              "redis://zaphod:hunt/hunter2@host",
              "hunter2@host",
              "zaphod:hunter2@host:6379",
              "redis:/zaphod:hunter2@host",
              "zaphod:hunter2://host",
              "http://zaphod:hunter2@host",
              "redis://zaphod:hunter2%@host",
              "redis://zaphod:hunter2 @host",
              "redis://zaphod:hunter2#@host/1",
              "redis://zaphod:?hunter2@host",
              "redis+unix://zaphod:hunter2@relative",
              "redis+cluster://zaphod:hunter2@a,b/x",
              "redis+sentinel://zaphod:hunter2@a",
              "redis+sentinel://a/m?sentinel_user=zaphod&password=hunter2",
              "redis+sentinel://a/m?sentinel_password=hunter2%&sentinel_user=zaphod",
              "redis+sentinel://a/m?zaphod:hunter2",
              "redis+sentinel://a/m?hunter2=zaphod",
              "redis+sentinel://a/m?sentinel_tls=hunter2",
              "redis+sentinel://a/m?sentinel_password=hunter2&map=zaphod",
              "redis+sentinel://a/m?map=hunter2:1=zaphod"})
            QTest::newRow(url) << QString::fromUtf8(url);
    }

    void neverTellsCredentials()
    {
        QFETCH(QString, url);
        const auto target = parseTarget(url);
        QVERIFY(!target);
        QVERIFY2(!target.error().text.english().contains("hunter2"_L1),
                 qPrintable(target.error().text.english()));
        QVERIFY2(!target.error().text.english().contains("zaphod"_L1),
                 qPrintable(target.error().text.english()));
        QVERIFY(target.error().endpoint.isEmpty());
    }
};

LOCKSCOPE_TEST_SUITE(TestTarget)
#include "tst_target.moc"
