// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/importer.h"
#include "core/profile/profilejson.h"
#include "core/redis/target/targeturl.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonDocument>
#include <QSet>

using namespace lockscope;
using namespace lockscope::imports;
using namespace Qt::StringLiterals;

namespace {

QStringList englishOf(const std::vector<Sentence> &sentences)
{
    QStringList texts;
    for (const Sentence &sentence : sentences)
        texts += sentence.english();
    return texts;
}

// JSON with single quotes, which are easier to read in a string.
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

// Everything that a user may come to see of a text.
QString allOf(const Result<Imported> &result)
{
    if (!result)
        return result.error().text.english();
    QStringList texts = englishOf(result->remarks);
    for (const Found &found : result->all) {
        texts += QString::fromUtf8(QJsonDocument(profile::toJson(found.profile)).toJson());
        texts += englishOf(found.remarks);
    }
    return texts.join(u'\n');
}

} // namespace

// Connections in other programs' files, as profiles.
class TestImports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // yaml-cpp finds empty documents in these without an end.
    void whatNeverEndsIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a comma") << QByteArray(",");
        QTest::newRow("found by fuzzing") << QByteArray(",\0\0\0`\0", 6);
        QTest::newRow("after a document")
            << QByteArray("spring:\n  redis:\n    port: 1\n---\n, b\n");
        QTest::newRow("a bracket") << QByteArray("]");
        QTest::newRow("a brace") << QByteArray("} a");
    }
    void whatNeverEndsIsRefused()
    {
        QFETCH(QByteArray, text);
        const auto imported = importFrom(text, u"application.yml"_s);
        QVERIFY(!imported);
        QVERIFY2(imported.error().text.english().contains(u"YAML"_s),
                 qPrintable(imported.error().text.english()));
    }

    // And not what stands there, which may be a password.
    void aLineThatIsNoUrlIsNamed()
    {
        const auto result = importFrom("redis://ok.example:6379/2\n# and\nS3CR3T\n", {});
        QVERIFY(!result);
        QVERIFY2(result.error().text.english().startsWith(u"line 3 is no URL"_s),
                 qPrintable(result.error().text.english()));
        QVERIFY(!result.error().text.english().contains(u"S3CR3T"_s));
    }

    void urlsComeBack_data()
    {
        QTest::addColumn<QString>("url");
        for (const char *url :
             {"redis://127.0.0.1:6379", "rediss://ops@10.0.0.1:6380/3", "redis://[::1]:6379",
              "redis+unix:///run/redis/a%20b.sock?db=2", "redis+unix://me@/run/redis.sock",
              "redis://a:1,b:2/4?map=10.0.0.5%3A%2A%3D127.0.0.1%3A%2B1000",
              "rediss+cluster://x%40y@a:7000,b:7001",
              "redis+sentinel://u@h1:26379,h2:26379/my%2Fmaster/1?sentinel_user=s&sentinel_tls=yes",
              "rediss+sentinel://h1:26379/m?sentinel_tls=no&map=%2A%3A6379%3D%5B%3A%3A1%5D%3A-5"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }
    void urlsComeBack()
    {
        QFETCH(QString, url);
        const auto target = redis::parseTarget(url);
        QVERIFY2(target, qPrintable(target ? QString() : target.error().text.english()));
        const QString text = redis::urlWithoutPasswords(*target);
        const auto again = redis::parseTarget(text);
        QVERIFY2(again, qPrintable(text));
        QVERIFY2(*again == *target, qPrintable(text));
    }
    void aUrlLosesItsPasswords()
    {
        const auto target = redis::parseTarget(
            u"redis+sentinel://u:hunter2@h/m?sentinel_user=s&sentinel_password=hunter3"_s);
        QVERIFY(target);
        const QString text = redis::urlWithoutPasswords(*target);
        QVERIFY(!text.contains("hunter"_L1));
        QCOMPARE(text, u"redis+sentinel://u@h:26379/m?sentinel_user=s"_s);
    }

    void connectionsAreFound_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("urls");
        QTest::addColumn<bool>("asks");

        QTest::newRow("Redisson, one server")
            << QByteArray("codec: !<org.redisson.codec.Kryo5Codec> {}\nthreads: 16\n"
                          "singleServerConfig:\n  idleConnectionTimeout: 10000\n"
                          "  password: hunter2\n  username: app\n"
                          "  address: \"rediss://redis.example:6380\"\n  database: 2\n")
            << QStringList{u"rediss://app@redis.example:6380/2"_s} << true;
        QTest::newRow("Redisson, settings beside the servers")
            << QByteArray("password: hunter2\nsingleServerConfig: {address: 'redis://a:1'}\n")
            << QStringList{u"redis://a:1"_s} << true;
        QTest::newRow("Redisson, Sentinel, JSON")
            << json("{'sentinelServersConfig':{'masterName':'mymaster','database':1,"
                    "'sentinelAddresses':['redis://10.0.0.1:26379','redis://10.0.0.2:26380'],"
                    R"("sentinelPassword":"hunter2","password":null}})")
            << QStringList{u"redis+sentinel://10.0.0.1:26379,10.0.0.2:26380/mymaster/1"_s} << false;
        QTest::newRow("Redisson, cluster")
            << QByteArray("clusterServersConfig:\n  nodeAddresses:\n  - \"redis://[::1]:7000\"\n"
                          "  - \"redis://b:7001\"\n  password: null\n")
            << QStringList{u"redis+cluster://[::1]:7000,b:7001"_s} << false;
        QTest::newRow("Redisson, primary and replicas")
            << QByteArray("masterSlaveServersConfig:\n  masterAddress: redis://a:6379\n"
                          "  slaveAddresses: [ 'redis://b:6379', 'redis://c:6379' ]\n")
            << QStringList{u"redis://a:6379,b:6379,c:6379"_s} << false;
        QTest::newRow("Redisson, default of a variable")
            << QByteArray("singleServerConfig:\n"
                          "  address: \"redis://${REDIS_HOST:-10.1.1.1}:${REDIS_PORT:-6390}\"\n"
                          "  password: ${REDIS_PASSWORD}\n")
            << QStringList{u"redis://10.1.1.1:6390"_s} << true;

        QTest::newRow("Spring 3") << QByteArray("spring:\n  data:\n    redis:\n      host: r1\n"
                                                "      port: 6400\n      password: hunter2\n"
                                                "      ssl:\n        enabled: true\n")
                                  << QStringList{u"rediss://r1:6400"_s} << true;
        QTest::newRow("Spring 2, dots in names")
            << QByteArray("spring.redis:\n  host: r1\n  database: 3\n")
            << QStringList{u"redis://r1:6379/3"_s} << false;
        QTest::newRow("Spring, nothing but a database")
            << QByteArray("spring:\n  redis:\n    database: 1\n")
            << QStringList{u"redis://localhost:6379/1"_s} << false;
        QTest::newRow("Spring, URL")
            << QByteArray("spring:\n  data:\n    redis:\n      url: redis://u:hunter2@h:1/2\n")
            << QStringList{u"redis://u@h:1/2"_s} << true;
        QTest::newRow("Spring, Sentinel")
            << QByteArray("spring:\n  redis:\n    sentinel:\n      master: m\n"
                          "      nodes: a:26379, b\n      password: hunter2\n")
            << QStringList{u"redis+sentinel://a:26379,b:26379/m"_s} << false;
        QTest::newRow("Spring, cluster")
            << QByteArray("spring:\n  data:\n    redis:\n      cluster:\n        nodes:\n"
                          "          - a:7000\n          - b:7001\n")
            << QStringList{u"redis+cluster://a:7000,b:7001"_s} << false;
        QTest::newRow("Spring, profiles")
            << QByteArray("spring:\n  application:\n    name: shop\n  data:\n    redis:\n"
                          "      host: localhost\n      database: 4\n---\n"
                          "spring:\n  config:\n    activate:\n      on-profile: prod\n"
                          "  data:\n    redis:\n      host: redis.prod\n      password: hunter2\n")
            << QStringList{u"redis://localhost:6379/4"_s, u"redis://redis.prod:6379/4"_s} << false;
        QTest::newRow("Spring, Redisson's text")
            << QByteArray("spring:\n  redis:\n    redisson:\n      config: |\n"
                          "        singleServerConfig:\n          address: redis://inner:1\n")
            << QStringList{u"redis://inner:1"_s} << false;
        QTest::newRow("Spring, merged keys") << QByteArray(
            "base: &base\n  host: shared\nspring:\n  redis:\n    <<: *base\n    port: 7\n")
                                             << QStringList{u"redis://shared:7"_s} << false;
        QTest::newRow("Spring, properties")
            << QByteArray("# settings\r\nserver.port=8080\r\nspring.data.redis.host = r2\r\n"
                          "spring.data.redis.password=hunter2\r\n")
            << QStringList{u"redis://r2:6379"_s} << true;

        QTest::newRow("RedisInsight")
            << json(
                   "[{'id':'1','host':'localhost','port':6379,'name':'Local','db':null,"
                   "'username':null,'password':'hunter2','connectionType':'STANDALONE'},"
                   "{'host':'10.0.0.7','port':7000,'name':'Shards','connectionType':'CLUSTER',"
                   "'nodes':[{'host':'10.0.0.7','port':7000},{'host':'10.0.0.8','port':7000}],"
                   "'tls':true,'verifyServerCert':false},"
                   "{'host':'s1','port':26379,'name':'HA','connectionType':'SENTINEL',"
                   R"("sentinelMaster":{"name":"mymaster","username":"app","password":"hunter2"}}])")
            << QStringList{u"redis://localhost:6379"_s,
                           u"rediss+cluster://10.0.0.7:7000,10.0.0.8:7000"_s,
                           u"redis+sentinel://app@s1:26379/mymaster"_s}
            << true;

        QTest::newRow("redis.conf")
            << QByteArray("# comment\nbind 127.0.0.1 10.0.0.3 -::1\nport 6390\n"
                          "requirepass \"hunter2 \\\"x\"\n")
            << QStringList{u"redis://10.0.0.3:6390"_s} << true;
        QTest::newRow("redis.conf, TLS")
            << QByteArray("port 0\ntls-port 6380\nbind *\ntls-ca-cert-file /etc/ssl/ca.pem\n")
            << QStringList{u"rediss://127.0.0.1:6380"_s} << false;
        QTest::newRow("redis.conf, socket")
            << QByteArray("port 0\nunixsocket /run/redis.sock\n")
            << QStringList{u"redis+unix:///run/redis.sock"_s} << false;
        QTest::newRow("redis.conf, cluster")
            << QByteArray("port 7000\ncluster-enabled yes\n")
            << QStringList{u"redis+cluster://127.0.0.1:7000"_s} << false;
        QTest::newRow("sentinel.conf")
            << QByteArray("port 26379\nbind 10.0.0.9\nsentinel monitor a 10.0.0.1 6379 2\n"
                          "sentinel auth-pass a hunter2\nsentinel auth-user a app\n")
            << QStringList{u"redis+sentinel://app@10.0.0.9:26379/a"_s} << true;

        QTest::newRow("URLs") << QByteArray("redis://:hunter2@a\n\n  valkeys://b:1/2  \n")
                              << QStringList{u"redis://a:6379"_s, u"rediss://b:1/2"_s} << true;
        QTest::newRow("URLs with comments")
            << QByteArray("# the shop's, 2026\r\nredis://a\r\n   \r\n  #redis://old\r\n"
                          "redis://b\r\n#")
            << QStringList{u"redis://a:6379"_s, u"redis://b:6379"_s} << false;
    }
    void connectionsAreFound()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, urls);
        QFETCH(bool, asks);
        const auto result = importFrom(text, u"app.yml"_s);
        QVERIFY2(result, qPrintable(result ? QString() : result.error().text.english()));
        QStringList found;
        QStringList names;
        for (const Found &one : result->all) {
            found += one.profile.urls;
            names += one.profile.name;
            QVERIFY(profile::check(one.profile));
        }
        QCOMPARE(found, urls);
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
        QCOMPARE(result->all.front().profile.password.from == profile::SecretSource::From::Ask,
                 asks);
        QVERIFY(!allOf(result).contains("hunter"_L1));
    }

    // A realistic file as Debian installs it.
    void theServersOwnFileIsUnderstood()
    {
        QFile file(u"/etc/redis/redis.conf"_s);
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("there is no readable /etc/redis/redis.conf");
        const auto result = importFrom(file.readAll(), u"redis.conf"_s);
        QVERIFY2(result, qPrintable(result ? QString() : result.error().text.english()));
        QCOMPARE(result->all.size(), 1U);
        QCOMPARE(result->all.front().profile.urls, QStringList{u"redis://127.0.0.1:6379"_s});
        QCOMPARE(result->all.front().profile.name, u"redis"_s);
    }

    void namesAndTagsAreTakenOver()
    {
        const auto result = importFrom(
            json("[{'host':'a','port':1,'name':'Shop (PROD) #1','connectionType':'STANDALONE'},"
                 "{'host':'b','port':1,'name':'Shop (PROD) #1','connectionType':'STANDALONE'},"
                 "{'host':'c','port':1,'name':'\\u5546\\u5e97','connectionType':'STANDALONE'},"
                 "{'host':'d','port':1,'name':'reproduce','connectionType':'STANDALONE'}]"),
            {});
        QVERIFY(result);
        QStringList names;
        QStringList tags;
        for (const Found &one : result->all) {
            names += one.profile.name;
            tags += QString::fromLatin1(profile::name(one.profile.tag));
        }
        QCOMPARE(names,
                 (QStringList{u"Shop-PROD-1"_s, u"Shop-PROD-1-2"_s, u"redis"_s, u"reproduce"_s}));
        QCOMPARE(
            tags,
            (QStringList{u"production"_s, u"production"_s, u"development"_s, u"development"_s}));
    }
    void aTunnelIsTakenOver()
    {
        const auto result = importFrom(
            json("{'databases':[{'host':'a','port':1,'ssh':true,'sshOptions':"
                 "{'host':'bastion','port':2222,'username':'ops','password':'hunter2'}},"
                 "{'host':'b','port':1,'ssh':true,'sshOptions':{'host':'-oProxyCommand=x'}}]}"),
            {});
        QVERIFY(result);
        QCOMPARE(result->all.size(), 1U);
        QCOMPARE(result->all.front().profile.relay.text(), u"ssh://ops@bastion:2222"_s);
        QCOMPARE(result->remarks.size(), 1U);
        QVERIFY(!allOf(result).contains("hunter"_L1));
    }
    void anUnknownVariableIsNamed()
    {
        const auto result = importFrom(
            "singleServerConfig: {address: 'redis://${REDIS_HOST}:6379', password: hunter2}", {});
        QVERIFY(!result);
        QVERIFY(result.error().text.english().contains("REDIS_HOST"_L1));
        QVERIFY(!allOf(result).contains("hunter"_L1));
    }
    void anotherFileIsNamed()
    {
        const auto result =
            importFrom("spring: {redis: {redisson: {file: classpath:redisson.yml}}}", {});
        QVERIFY(!result);
        QVERIFY(result.error().text.english().contains("redisson.file"_L1));
    }

    void profilesComeBackWithoutSecrets()
    {
        profile::Profile shop;
        shop.name = u"shop"_s;
        shop.urls = {u"redis://ops@a:6379"_s};
        shop.tag = profile::Tag::Production;
        shop.readOnly = true;
        shop.prefixes = {"billing:", "\xff\x01"};
        shop.password = {profile::SecretSource::From::Command, u"pass show hunter2"_s};
        shop.sentinelPassword = {profile::SecretSource::From::None, {}};
        shop.keyPassphrase = {profile::SecretSource::From::Variable, u"KEY"_s};
        shop.operatorUser = u"admin"_s;
        shop.operatorPassword = {profile::SecretSource::From::File, u"/secret/hunter2"_s};
        shop.reauthenticate = Millis(60'000);
        shop.notifying.command = {u"/opt/page"_s, u"hunter2"_s};
        const QByteArray text = exported({shop});
        QVERIFY(!text.contains("hunter"));
        const auto result = importFrom(text, u"x.json"_s);
        QVERIFY2(result, qPrintable(result ? QString() : result.error().text.english()));
        QCOMPARE(result->format, Format::Profiles);
        profile::Profile wanted = shop;
        wanted.password = {profile::SecretSource::From::Ask, {}};
        wanted.keyPassphrase = wanted.password;
        wanted.operatorPassword = wanted.password;
        wanted.reauthenticate.reset();
        wanted.notifying = {};
        QVERIFY(result->all.front().profile == wanted);
    }
    // Somebody else's file runs nothing here, and sends nothing of this machine anywhere.
    void foreignSourcesAreNotFollowed_data()
    {
        QTest::addColumn<QString>("source");
        for (const char *source :
             {"command:curl http://x", "file:/etc/shadow", "env:HOME", "keychain"})
            QTest::newRow(source) << QString::fromLatin1(source);
    }
    void foreignSourcesAreNotFollowed()
    {
        QFETCH(QString, source);
        const QByteArray text = json("{'version':1,'profiles':[{'name':'x','urls':['redis://a'],"
                                     "'password_from':'@','sentinel_password_from':'env:HOME',"
                                     "'operator_user':'o','operator_password_from':'file:/x'}]}");
        const auto result = importFrom(text.split('@').join(source.toUtf8()), {});
        QVERIFY2(result, qPrintable(result ? QString() : result.error().text.english()));
        const Found &found = result->all.front();
        QCOMPARE(found.profile.password.from, profile::SecretSource::From::Ask);
        QCOMPARE(found.profile.sentinelPassword.from, profile::SecretSource::From::Ask);
        QCOMPARE(found.profile.operatorPassword.from, profile::SecretSource::From::Ask);
        QCOMPARE(found.remarks.size(), 3U);
    }

    // Neither run a program for it, nor tell somebody what is seen.
    void foreignReceiversAreNotTold()
    {
        for (const QByteArray &member :
             {"'notify_command':['/bin/rm','x']"_ba, "'notify_webhook_from':'file:/etc/hook'"_ba}) {
            const auto result =
                importFrom(json("{'version':1,'profiles':[{'name':'x','urls':['redis://a'],'@'}]}")
                               .replace("\"@\"", json(member)),
                           {});
            QVERIFY2(result, qPrintable(result ? QString() : result.error().text.english()));
            const Found &found = result->all.front();
            QVERIFY(found.profile.notifying.command.isEmpty());
            QVERIFY(!found.profile.notifyWebhook.isSet());
            QCOMPARE(found.remarks.size(), 1U);
        }
    }

    void whatIsNoneIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray(" \n");
        QTest::newRow("prose") << QByteArray("the password is hunter2");
        QTest::newRow("list") << QByteArray("[1, 2, \"hunter2\"]");
        QTest::newRow("object") << QByteArray("{\"password\": \"hunter2\"}");
        QTest::newRow("cut JSON") << QByteArray("{\"password\": \"hunter2");
        QTest::newRow("bad YAML") << QByteArray("a: b\nhunter2: [}\n");
        QTest::newRow("bytes") << QByteArray("hunter2\xff\xfe");
        QTest::newRow("zero") << QByteArray("hunter2\0x", 9);
        QTest::newRow("bad URL") << QByteArray("redis://u:hunter2@x:y");
        QTest::newRow("bad URL with a slash") << QByteArray("redis://u:hun/ter:hunter2@x");
        QTest::newRow("password for a host")
            << QByteArray("singleServerConfig: {address: 'redis://:hunter2@h:1'}");
        QTest::newRow("password for a port")
            << QByteArray("spring: {redis: {host: a, port: hunter2}}");
        QTest::newRow("Spring's URL")
            << QByteArray("spring: {redis: {url: 'redis://u:hunter2@h:x'}}");
        QTest::newRow("sentinel without a name") << QByteArray(
            "sentinelServersConfig: {sentinelAddresses: ['redis://a:1'], password: hunter2}");
        QTest::newRow("exported with a password")
            << json("{'version':1,'profiles':[{'name':'x','urls':['redis://:hunter2@a']}]}");
        QTest::newRow("huge") << QByteArray("x").repeated(largestImport + 1);
        QByteArray laughs("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 12; ++i) {
            const QByteArray last = "*a" + QByteArray::number(i - 1);
            laughs += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " ["
                + QByteArray(last + ",").repeated(9) + last + "]\n";
        }
        QTest::newRow("unfolding aliases") << laughs;
        QTest::newRow("deep YAML") << QByteArray("a: " + QByteArray("[").repeated(5000));
        QTest::newRow("deep JSON") << QByteArray("[").repeated(300'000);
        QTest::newRow("deep names") << QByteArray(QByteArray("a.").repeated(100'000) + "b: 1");
        QTest::newRow("many anchors") << QByteArray("? &a\n").repeated(60'000);
        QTest::newRow("many members") << QByteArray("a:\n").repeated(200'000);
    }
    void whatIsNoneIsRefused()
    {
        QFETCH(QByteArray, text);
        const auto result = importFrom(text, u"x"_s);
        QVERIFY(!result);
        const QString words = result.error().text.english();
        QVERIFY2(!words.contains("hunter"_L1), qPrintable(words));
        QVERIFY(words.size() < 400);
    }
};

LOCKSCOPE_TEST_SUITE(TestImports)
#include "tst_imports.moc"
