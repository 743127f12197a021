// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/jsontext.h"
#include "core/profile/profilejson.h"
#include "core/profile/profiletext.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace lockscope;
using namespace lockscope::profile;
using namespace Qt::StringLiterals;

class TestProfile : public QObject
{
    Q_OBJECT

private:
    static Profile wholeProfile()
    {
        Profile profile;
        profile.name = u"billing-prod"_s;
        profile.urls = {u"rediss://ops@redis-1.example.com:6380/2"_s,
                        u"redis+unix:///run/redis.sock?db=1"_s};
        profile.tag = Tag::Production;
        profile.readOnly = true;
        profile.prefixes = {"lock:", "\xff\xfe:", "a\\b\n"};
        profile.groups = {
            {u"trio"_s, {u"redis://10.0.0.1"_s, u"redis://10.0.0.2"_s, u"redis://10.0.0.3"_s}}};
        profile.aliases = {{"3f1c2a5e-9b7d-4c11-8a22-0123456789ab", u"billing"_s},
                           {"\x80token=", u"Kassenwart \u00e4"_s}};
        profile.pins = {{"lock:", "string/redis-py"}, {"\xff\xfe:=", "none"}};
        return profile;
    }
    static QString problemOf(const Profile &profile)
    {
        const auto checked = check(profile);
        return checked ? QString() : checked.error().text.english();
    }
    static Result<Profiles> parsed(const QByteArray &text)
    {
        return objectFromJson(text).and_then(profilesFromJson);
    }

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    // Text written for an operator can be read again.
    void partsStandAsText()
    {
        const Profile profile = wholeProfile();
        for (const GroupSpec &group : profile.groups)
            QCOMPARE(groupFrom(groupText(group)).value(), group);
        const GroupSpec commas{u"duo"_s, {u"redis+sentinel://a,b/m"_s, u"redis://c"_s}};
        QCOMPARE(groupFrom(groupText(commas)).value(), commas);
        QVERIFY(groupFrom(u"trio="_s).value().urls.isEmpty()); // to be removed
        const GroupSpec durable = groupFrom(u"trio=durable,redis://a,redis://b"_s).value();
        QVERIFY(durable.isDurable && durable.urls == (QStringList{u"redis://a"_s, u"redis://b"_s}));
        QCOMPARE(groupFrom(groupText(durable)).value(), durable);
        Aliases aliases;
        for (const auto &[owner, alias] : profile.aliases)
            QVERIFY(addAlias(aliases, aliasText(owner, alias)));
        QCOMPARE(aliases, profile.aliases);
        Pins pins;
        for (const auto &[prefix, kind] : profile.pins)
            QVERIFY(addPin(pins, pinText(prefix, kind)));
        QCOMPARE(pins, profile.pins);
        QVERIFY(
            groupFrom(u"redis://:hidden@h"_s).error().text.english().startsWith("give a name"_L1));
        QVERIFY(!groupFrom(u"redis://:hidden@h"_s).error().text.english().contains("hidden"_L1));
        QVERIFY(
            addAlias(aliases, u"billing"_s).error().text.english().startsWith("give an owner"_L1));
        QVERIFY(addAlias(aliases, u"\\x80token==other"_s)
                    .error()
                    .text.english()
                    .contains("two names"_L1));
        QVERIFY(
            addPin(pins, u"lock:"_s).error().text.english().startsWith("give a name or prefix"_L1));
        QVERIFY(addPin(pins, u"lock:=none"_s).error().text.english().contains("two kinds"_L1));
        QCOMPARE(bytesFrom(u"a\\xff"_s), "a\xff"_ba);
        QCOMPARE(bytesFrom(u"a\\"_s), "a\\"_ba); // no escape: as it stands
    }

    // They stand in the file only where they say something, and go with what they said.
    void otherNamesOfOwnersAreKept()
    {
        Profile profile = wholeProfile();
        QVERIFY(!toJson(profile).contains("aliases_file"_L1));
        QVERIFY(!toJson(profile).contains("learn_names"_L1));
        profile.aliasesFile = u"/etc/lockscope/names.csv"_s;
        profile.learnNames = true;
        profile.aliases = {{"cron-*", u"cron"_s}, {"a[*]", u"star"_s}};
        const QJsonObject file = toJson(Profiles{{profile}, {}}, {});
        QCOMPARE(profilesFromJson(file).value().all, std::vector<Profile>{profile});
        profile.aliasesFile.clear();
        profile.learnNames = false;
        const QJsonObject without = toJson(Profiles{{profile}, {}}, file);
        QCOMPARE(profilesFromJson(without).value().all, std::vector<Profile>{profile});
        profile.aliasesFile = u"names.csv"_s;
        QVERIFY(problemOf(profile).startsWith(u"aliases_file: "_s));
        profile.aliasesFile.clear();
        profile.aliases = {{"*", u"all"_s}};
        QVERIFY(problemOf(profile).startsWith(u"aliases[\"*\"]: "_s));
    }

    void whoIsToldOfProblemsIsKept()
    {
        Profile profile = wholeProfile();
        for (const auto member : {"notify_command"_L1, "notify_webhook_from"_L1,
                                  "notify_severity"_L1, "notify_ends"_L1})
            QVERIFY(!toJson(profile).contains(member));
        profile.notifying = {{u"/opt/page me"_s, u"--to"_s, u""_s, u"a \"b\""_s}, true, false};
        QJsonObject file = toJson(Profiles{{profile}, {}}, {});
        QCOMPARE(profilesFromJson(file).value().all, std::vector<Profile>{profile});
        QCOMPARE(toJson(profile)["notify_severity"_L1], "warning"_L1);
        profile.notifyWebhook = {SecretSource::From::File, u"/run/hook"_s};
        QVERIFY(problemOf(profile).startsWith(u"notify_command: there is a webhook"_s));
        profile.notifying.command.clear();
        file = toJson(Profiles{{profile}, {}}, {});
        QCOMPARE(profilesFromJson(file).value().all, std::vector<Profile>{profile});
        profile.notifyWebhook = {SecretSource::From::Ask, {}}; // a service has nobody to ask
        QVERIFY(problemOf(profile).startsWith(u"notify_webhook_from: "_s));
        profile.notifyWebhook = {};
        profile.notifying.command = {QString(), u"x"_s};
        QVERIFY(problemOf(profile).startsWith(u"notify_command: "_s));
        for (const auto &[member, bad] :
             {std::pair{u"notify_severity"_s, QJsonValue(u"info"_s)},
              std::pair{u"notify_severity"_s, QJsonValue(1)},
              std::pair{u"notify_ends"_s, QJsonValue(u"no"_s)},
              std::pair{u"notify_command"_s, QJsonValue(u"page me"_s)},
              std::pair{u"notify_webhook_from"_s, QJsonValue(u"https://hidden.example/x"_s)},
              std::pair{u"notifyCommand"_s, QJsonValue(QJsonArray{u"x"_s})}}) {
            QJsonObject object = toJson(wholeProfile());
            object[member] = bad;
            file["profiles"_L1] = QJsonArray{object};
            const auto read = profilesFromJson(file);
            QVERIFY(!read);
            const QString text = read.error().text.english();
            QVERIFY2(text.startsWith(u"profiles[0]."_s + member), qPrintable(text));
            QVERIFY(!text.contains("hidden"_L1));
        }
    }

    void thresholdsAreKept()
    {
        Profile profile = wholeProfile();
        QVERIFY(!toJson(profile).contains("thresholds"_L1));
        profile.thresholds = {{"wait", std::chrono::minutes(2)}, {"recent", Millis(1500)}};
        QJsonObject file = toJson(Profiles{{profile}, {}}, {});
        QCOMPARE(profilesFromJson(file).value().all, std::vector<Profile>{profile});
        QCOMPARE(toJson(profile)["thresholds"_L1]["recent"_L1].toString(), u"1500ms"_s);
        profile.thresholds = {{"wait", Millis(0)}};
        QVERIFY(problemOf(profile).startsWith(u"thresholds.wait: "_s));
        QJsonObject bad = toJson(wholeProfile());
        bad["thresholds"_L1] = QJsonObject{{"wait"_L1, u"30"_s}}; // no unit
        file["profiles"_L1] = QJsonArray{bad};
        QVERIFY(profilesFromJson(file).error().text.english().startsWith(
            u"profiles[0].thresholds.wait: "_s));
    }

    void rulesForTlsAreKept()
    {
        Profile profile = wholeProfile();
        QVERIFY(!toJson(profile).contains("tls"_L1));
        profile.tls = {.caFile = u"/etc/ca.pem"_s,
                       .certificateFile = u"/etc/c.pem"_s,
                       .keyFile = u"/etc/c.key"_s,
                       .keyPassphrase = {},
                       .serverName = u"redis.example"_s,
                       .fingerprints = {QByteArray(32, 'a'), QByteArray(32, '\xff')}};
        QJsonObject file = toJson(Profiles{{profile}, {}}, {});
        QCOMPARE(profilesFromJson(file).value().all, std::vector<Profile>{profile});
        QCOMPARE(targetsOf(profile).value().front().tlsRules, profile.tls);
        // Members of a newer version stay.
        QJsonObject newer = toJson(profile);
        QJsonObject tls = newer["tls"_L1].toObject();
        tls["ocsp"_L1] = true;
        newer["tls"_L1] = tls;
        file["profiles"_L1] = QJsonArray{newer};
        const Profiles read = profilesFromJson(file).value();
        QCOMPARE(toJson(read, file), file);
        // The passphrase is a secret, and never saved.
        profile.tls.keyPassphrase = "hidden"_ba;
        QVERIFY(!QJsonDocument(toJson(profile)).toJson().contains("hidden"));
        profile.tls = {};
        profile.tls.keyFile = u"/etc/c.key"_s;
        QVERIFY(problemOf(profile).startsWith(u"tls.key_file: "_s));
        profile.tls = {};
        profile.tls.caFile = u"ca.pem"_s;
        QVERIFY(problemOf(profile).startsWith(u"tls.ca_file: "_s));
        profile.tls = {};
        profile.tls.serverName = u"a b"_s;
        QVERIFY(problemOf(profile).startsWith(u"tls.server_name: "_s));
        QJsonObject bad = toJson(wholeProfile());
        bad["tls"_L1] = QJsonObject{{"fingerprints"_L1, QJsonArray{u"AB"_s}}};
        file["profiles"_L1] = QJsonArray{bad};
        const QString problem = profilesFromJson(file).error().text.english();
        QVERIFY2(problem.startsWith(u"profiles[0].tls: fingerprints[0]: "_s), qPrintable(problem));
        bad["tls"_L1] = QJsonObject{{"CA-File"_L1, u"/etc/ca.pem"_s}};
        file["profiles"_L1] = QJsonArray{bad};
        QVERIFY(!profilesFromJson(file)); // it would be trusted less than its writer thinks
    }

    void theWayToTheServersIsKept()
    {
        Profile profile = wholeProfile();
        profile.urls = {u"redis://h"_s};
        QVERIFY(!toJson(profile).contains("through"_L1));
        profile.relay = redis::relayFrom(u"ssh://ops@bastion:2222"_s).value();
        QJsonObject file = toJson(Profiles{{profile}, {}}, {});
        QCOMPARE(profilesFromJson(file).value().all, std::vector<Profile>{profile});
        QCOMPARE(targetsOf(profile).value().front().relay, profile.relay);
        profile.relay.password = "hidden"_ba; // never saved
        QVERIFY(!QJsonDocument(toJson(profile)).toJson().contains("hidden"));
        profile.urls += u"redis+unix:///s"_s;
        QVERIFY(problemOf(profile).startsWith(u"through: "_s));
        QJsonObject bad = toJson(wholeProfile());
        bad["through"_L1] = u"socks5://u:hidden@h"_s;
        file["profiles"_L1] = QJsonArray{bad};
        const QString problem = profilesFromJson(file).error().text.english();
        QVERIFY2(problem.startsWith(u"profiles[0].through: "_s), qPrintable(problem));
        QVERIFY(!problem.contains("hidden"_L1));
    }

    void sourcesOfSecretsAreKept()
    {
        Profile profile = wholeProfile();
        QVERIFY(!toJson(profile).contains("password_from"_L1));
        profile.password = secretSourceFrom(u"command:pass show \"a b\""_s).value();
        profile.sentinelPassword = secretSourceFrom(u"env:SENTINEL_PW"_s).value();
        profile.keyPassphrase = secretSourceFrom(u"keychain"_s).value();
        profile.reauthenticate = std::chrono::minutes(10);
        QCOMPARE(problemOf(profile), QString());
        const QJsonObject object = toJson(profile);
        QCOMPARE(object["password_from"_L1].toString(), u"command:pass show \"a b\""_s);
        const QJsonObject file{{"version"_L1, 1}, {"profiles"_L1, QJsonArray{object}}};
        QCOMPARE(profilesFromJson(file)->all.front(), profile);
        QCOMPARE(commandWords(profile.password), (QStringList{u"pass"_s, u"show"_s, u"a b"_s}));
        for (const QString &text : {u"ask"_s, u"keychain"_s, u"env:A"_s, u"file:/a b"_s, u"none"_s,
                                    u"command:a b"_s, QString()})
            QCOMPARE(toText(secretSourceFrom(text).value()), text);
    }

    void namesTags()
    {
        for (const Tag tag : {Tag::Development, Tag::Staging, Tag::Production})
            QCOMPARE(tagFromName(QString::fromLatin1(profile::name(tag))).value(), tag);
        for (const QString &text : {u""_s, u"prod"_s, u"Production"_s, u"production "_s})
            QVERIFY(!tagFromName(text));
        QVERIFY(tagFromName(u"prod"_s).error().text.english().contains(
            "production, staging or development"_L1));
    }

    void checksNames()
    {
        for (const QString &name : {u"a"_s, u"7"_s, u"eu-1.prod_B"_s, QString(64, u'x')})
            QVERIFY2(checkName(name), qPrintable(name));
        for (const QString &name : {u""_s, u"-a"_s, u".a"_s, u"_a"_s, u"a b"_s, u"a/b"_s, u"a\n"_s,
                                    u"\u00e4"_s, QString(65, u'x')})
            QVERIFY2(!checkName(name), qPrintable(name));
    }

    void aWholeProfileIsFine() { QCOMPARE(problemOf(wholeProfile()), QString()); }

    void tellsWhatIsWrong_data()
    {
        using Change = std::function<void(Profile &)>;
        QTest::addColumn<std::function<void(Profile &)>>("change");
        QTest::addColumn<QString>("member");
        const auto row = [](const char *name, const Change &change, const QString &member) {
            QTest::newRow(name) << change << member;
        };
        row(
            "no server", [](Profile &p) { p.urls.clear(), p.groups.clear(); }, u"urls: "_s);
        row(
            "an URL", [](Profile &p) { p.urls[1] = u"http://x"_s; }, u"urls[1]: "_s);
        row(
            "a password", [](Profile &p) { p.urls[0] = u"redis://u:hidden@h"_s; }, u"urls[0]: "_s);
        row(
            "a password alone", [](Profile &p) { p.urls[0] = u"redis://:hidden@h"_s; },
            u"urls[0]: "_s);
        row(
            "one server twice",
            [](Profile &p) {
                p.urls = {u"redis://h"_s, u"redis://h:6379/0"_s};
            },
            u"urls[1]: "_s);
        row(
            "an empty prefix", [](Profile &p) { p.prefixes.emplace_back(); }, u"prefixes[3]: "_s);
        row(
            "a group's name", [](Profile &p) { p.groups[0].name = u"a b"_s; },
            u"groups[0].name: "_s);
        row(
            "two groups of a name", [](Profile &p) { p.groups.push_back(p.groups[0]); },
            u"groups[1].name: "_s);
        row(
            "a group of one", [](Profile &p) { p.groups[0].urls = {u"redis://h"_s}; },
            u"groups[0].urls: "_s);
        row(
            "a group's URL", [](Profile &p) { p.groups[0].urls[2] = u"redis://x:hidden"_s; },
            u"groups[0].urls[2]: "_s);
        row(
            "an empty owner", [](Profile &p) { p.aliases[""] = u"x"_s; }, u"aliases[\"\"]: "_s);
        row(
            "an empty alias", [](Profile &p) { p.aliases["o"] = u"  "_s; }, u"aliases[\"o\"]: "_s);
        row(
            "a long alias", [](Profile &p) { p.aliases["o"] = QString(65, u'x'); },
            u"aliases[\"o\"]: "_s);
        row(
            "an alias that acts on a terminal", [](Profile &p) { p.aliases["o"] = u"\u001b[2J"_s; },
            u"aliases[\"o\"]: "_s);
        row(
            "a pin of everything", [](Profile &p) { p.pins[""] = "none"; }, u"pins[\"\"]: "_s);
        row(
            "a pin to no kind", [](Profile &p) { p.pins["a:"] = "a kind"; }, u"pins[\"a:\"]: "_s);
        row(
            "an alias that turns the line", [](Profile &p) { p.aliases["o"] = u"a\u202eb"_s; },
            u"aliases[\"o\"]: "_s);
    }
    void tellsWhatIsWrong()
    {
        QFETCH(std::function<void(Profile &)>, change);
        QFETCH(QString, member);
        Profile profile = wholeProfile();
        change(profile);
        const QString problem = problemOf(profile);
        QVERIFY2(problem.startsWith(member), qPrintable(problem));
        QVERIFY2(!problem.contains("hidden"_L1), qPrintable(problem));
    }

    void aPasswordIsRefusedWithTheWayOut()
    {
        Profile profile = wholeProfile();
        profile.urls = {u"redis://u:hidden@h"_s};
        QVERIFY(problemOf(profile).contains("LOCKSCOPE_PASSWORD"_L1));
    }

    void targetsSayThatTheyAreReadOnly()
    {
        const auto targets = targetsOf(wholeProfile());
        QVERIFY(targets && targets->size() == 2);
        QCOMPARE(targets->front().label(), u"rediss://redis-1.example.com:6380/2"_s);
        QCOMPARE(targets->front().user, "ops"_ba);
        QVERIFY(targets->front().readOnly && targets->back().readOnly);
        Profile writable = wholeProfile();
        writable.readOnly = false;
        QVERIFY(!targetsOf(writable)->front().readOnly);
        writable.urls.append(u"nonsense"_s);
        QVERIFY(targetsOf(writable).error().text.english().contains("urls[2]"_L1));
    }

    void keepsAMarkAtTheBeginningOfAText()
    {
        const QByteArray text = R"({"profiles": [], "\ufeffx": "\ufeffy"})"_ba;
        const auto object = objectFromJson(text);
        QVERIFY(object);
        QCOMPARE((*object)[u"\ufeffx"_s].toString(), u"\ufeffy"_s);
        QCOMPARE(*objectFromJson(readableJson(*object, memberOrder())), *object);
    }

    void whatIsWrittenIsReadBack()
    {
        Profiles profiles;
        profiles.all = {wholeProfile()};
        profiles.all.push_back({u"dev"_s, {u"redis://127.0.0.1"_s}, {}, false, {}, {}, {}});
        profiles.defaultName = u"dev"_s;
        const QByteArray text = readableJson(toJson(profiles, {}), memberOrder());
        const auto back = parsed(text);
        QVERIFY2(back, back ? "" : qPrintable(back.error().text.english()));
        QCOMPARE(*back, profiles);
        // The same again, and the result of a standard JSON reader.
        QCOMPARE(readableJson(toJson(*back, {}), memberOrder()), text);
        QCOMPARE(QJsonDocument::fromJson(text).object(), toJson(profiles, {}));
    }

    void readsWell()
    {
        Profiles profiles;
        profiles.all = {{u"dev"_s,
                         {u"redis://h"_s},
                         {},
                         false,
                         {},
                         {},
                         {{"o", u"x"_s}},
                         {{"lock:", "string/redsync"}}}};
        const QByteArrayList lines{"{",
                                   "  'version': 1,",
                                   "  'default': null,",
                                   "  'profiles': [",
                                   "    {",
                                   "      'name': 'dev',",
                                   "      'tag': 'development',",
                                   "      'read_only': false,",
                                   "      'urls': [",
                                   "        'redis://h'",
                                   "      ],",
                                   "      'prefixes': [],",
                                   "      'groups': [],",
                                   "      'aliases': {",
                                   "        'o': 'x'",
                                   "      },",
                                   "      'pins': {",
                                   "        'lock:': 'string/redsync'",
                                   "      }",
                                   "    }",
                                   "  ]",
                                   "}",
                                   ""};
        QCOMPARE(readableJson(toJson(profiles, {}), memberOrder()),
                 lines.join('\n').replace('\'', '"'));
    }

    void keepsWhatItDoesNotKnow()
    {
        const QByteArray text =
            "{\"version\":1,\"colour\":\"blue\",\"profiles\":[{\"name\":\"a\",\"urls\":[\"redis://"
            "h\"],"
            "\"icon\":{\"name\":\"x\",\"big\":9007199254740993},\"groups\":[{\"name\":\"g\","
            "\"quorum\":2,"
            "\"urls\":[\"redis://1.1.1.1\",\"redis://1.1.1.2\"]}]},"
            "{\"name\":\"b\",\"urls\":[\"redis://i\"],\"note\":\"goes with b\"}]}";
        const QJsonObject before = *objectFromJson(text);
        Profiles profiles = *profilesFromJson(before);
        profiles.all[0].tag = Tag::Staging;
        profiles.all.pop_back();
        const QJsonObject after = toJson(profiles, before);
        QCOMPARE(after["colour"_L1].toString(), u"blue"_s);
        const QJsonValue a = after["profiles"_L1][0];
        QCOMPARE(a["icon"_L1], before["profiles"_L1][0]["icon"_L1]);
        QVERIFY(readableJson(after, memberOrder()).contains("\"big\": 9007199254740993"));
        QCOMPARE(a["groups"_L1][0]["quorum"_L1].toInt(), 2);
        QCOMPARE(a["tag"_L1].toString(), u"staging"_s);
        QCOMPARE(after["profiles"_L1].toArray().size(), 1);
    }

    void refusesBrokenFiles_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char *name, const QByteArray &text, const QString &problem) {
            QTest::newRow(name) << text << problem;
        };
        const auto inProfile = [](const QByteArray &members) {
            return QByteArray(
                "{\"version\":1,\"profiles\":[{\"name\":\"a\",\"urls\":[\"redis://h\"]," + members
                + "}]}");
        };
        row("empty", "", u"line 1: not JSON: "_s);
        row("cut off", "{\n\"version\": 1,\n\"profiles\": [", u"line 3: not JSON: "_s);
        row("a comma too many", "{\n\"version\": 1,\n}", u"line "_s);
        row("binary", QByteArray("\0\1\xff", 3), u"line 1: "_s);
        row("another kind", "[]", u"line 1: not a JSON object"_s);
        row("a member twice", "{\"version\":1,\n\"profiles\":[],\n\"profiles\":[]}",
            u"line 3: \"profiles\" appears twice"_s);
        row("a member twice, escaped",
            inProfile("\"aliases\":{\"x\":\"one \\\" { , \\\\\", \"\\u0078\":\"other\"}"),
            u"line 1: \"x\""_s);
        row("no version", "{\"profiles\":[]}", u"version: "_s);
        row("a newer version", "{\"version\":2,\"profiles\":[]}",
            u"version: the file has version 2"_s);
        row("a version of text", "{\"version\":\"1\"}", u"version: "_s);
        row("profiles no list", "{\"version\":1,\"profiles\":{}}", u"profiles: "_s);
        row("a profile no object", "{\"version\":1,\"profiles\":[\"a\"]}", u"profiles[0]: "_s);
        row("no name", "{\"version\":1,\"profiles\":[{\"urls\":[\"redis://h\"]}]}",
            u"profiles[0].name: "_s);
        row("a name twice",
            "{\"version\":1,\"profiles\":[{\"name\":\"a\",\"urls\":[\"redis://"
            "h\"]},{\"name\":\"a\",\"urls\":[\"redis://i\"]}]}",
            u"profiles[1].name: there are two"_s);
        row("no such default", "{\"version\":1,\"default\":\"b\",\"profiles\":[]}",
            u"default: there is no profile \"b\""_s);
        row("a default of another type", "{\"version\":1,\"default\":7,\"profiles\":[]}",
            u"default: "_s);
        row("a bad URL", "{\"version\":1,\"profiles\":[{\"name\":\"a\",\"urls\":[\"redis:/h\"]}]}",
            u"profiles[0].urls[0]: "_s);
        row("a password",
            "{\"version\":1,\"profiles\":[{\"name\":\"a\",\"urls\":[\"redis://:hidden@h\"]}]}",
            u"profiles[0].urls[0]: the URL contains a password"_s);
        row("a URL no text", "{\"version\":1,\"profiles\":[{\"name\":\"a\",\"urls\":[6379]}]}",
            u"profiles[0].urls[0]: this is not a string"_s);
        row("a tag", inProfile("\"tag\":\"prod\""), u"profiles[0].tag: "_s);
        row("read_only a string", inProfile("\"read_only\":\"yes\""), u"profiles[0].read_only: "_s);
        row("read-only misspelt", inProfile("\"readonly\":true"),
            u"profiles[0].readonly: the name of this member must be \"read_only\""_s);
        row("a member that is none of ours", inProfile("\"Prefix\":[]"), u""_s);
        row("prefixes misspelt", inProfile("\"Prefixes\":[\"a\"]"), u"profiles[0].Prefixes: "_s);
        row("a prefix", inProfile("\"prefixes\":[\"a\\\\q\"]"), u"profiles[0].prefixes: "_s);
        row("an alias no text", inProfile("\"aliases\":{\"o\":1}"), u"profiles[0].aliases: "_s);
        row("one owner twice", inProfile("\"aliases\":{\"a\":\"x\",\"\\\\x61\":\"y\"}"),
            u"profiles[0].aliases: two entries"_s);
        row("half a character", inProfile("\"aliases\":{\"\\ud800\":\"x\"}"),
            u"profiles[0].aliases"_s);
        row("a password for its source", inProfile("\"password_from\":\"hunter2\""),
            u"profiles[0].password_from: this is not a source"_s);
        row("a source misspelt", inProfile("\"passwordFrom\":\"ask\""),
            u"profiles[0].passwordFrom: the name of this member must be \"password_from\""_s);
        row("an age without a unit", inProfile("\"reauthenticate\":\"10\""),
            u"profiles[0].reauthenticate: "_s);
        row("an age that nothing renews",
            inProfile("\"reauthenticate\":\"10m\",\"password_from\":\"ask\""),
            u"profiles[0].reauthenticate: a new password"_s);
        row("a group", inProfile("\"groups\":[{\"name\":\"g\",\"urls\":\"redis://h\"}]"),
            u"profiles[0].groups[0]: urls: "_s);
    }
    void refusesBrokenFiles()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        const auto profiles = parsed(text);
        if (problem.isEmpty()) {
            QVERIFY2(profiles, profiles ? "" : qPrintable(profiles.error().text.english()));
            return;
        }
        QVERIFY(!profiles);
        QCOMPARE(profiles.error().kind, ErrorKind::InvalidInput);
        QVERIFY2(profiles.error().text.english().startsWith(problem),
                 qPrintable(profiles.error().text.english()));
        QVERIFY(!profiles.error().text.english().contains("hidden"_L1));
    }

    void anUnknownProfileNamesTheKnown()
    {
        Profiles profiles;
        QVERIFY(profiles.named(u"x"_s).error().text.english().contains("lockctl profile save"_L1));
        profiles.all = {{u"prod"_s, {u"redis://h"_s}, {}, false, {}, {}, {}},
                        {u"dev"_s, {u"redis://i"_s}, {}, false, {}, {}, {}}};
        QVERIFY(profiles.named(u"prd"_s).error().text.english().contains("dev, prod"_L1));
        QCOMPARE(profiles.named(u"dev"_s)->urls, QStringList{u"redis://i"_s});
    }
};

LOCKSCOPE_TEST_SUITE(TestProfile)
#include "tst_profile.moc"
