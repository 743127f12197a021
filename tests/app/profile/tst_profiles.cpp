// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/profilehome.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

#include <sys/stat.h>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Saved profiles from one end to the other: as lockctl saves them, and as both programs use them.
class TestProfiles : public QObject, private ProfileHome
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        makeHome();
        m_server.command({"FLUSHALL"});
    }

    void savesListsShowsAndRemoves();
    void manySaveAtOnce();
    void savesForItsOwnerAlone();
    void doesNotOverwriteUnasked();
    void changesOnlyWhatIsGiven();
    void takesOverWhatAnotherSays();
    void importsAndExports();
    void anImportLosesNothing();
    void refusesWhatAHurriedPersonTypes_data();
    void refusesWhatAHurriedPersonTypes();
    void neverShowsOrSavesAPassword();
    void reportsABrokenFileAndLeavesItAlone();
    void commandsUseProfiles();
    void theDefaultProfile();
    void aliasesAreShown();
    void prefixesAreThoseOfEachProfile();
    void pinsSayWhatKeysAre();
    void guessesAreShownOnRequest();
    void aReadOnlyProfileWritesNothing();
    void theConsoleTakesProfiles();

private:
    QString file() const { return m_home->filePath(u"lockscope/profiles.json"_s); }
    QByteArray contents() const
    {
        QFile in(file());
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    RedisProcess m_server;
};

void TestProfiles::importsAndExports()
{
    const QString config = m_home->filePath(u"shop.yml"_s);
    QFile out(config);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write("sentinelServersConfig:\n  masterName: m\n  password: hunter2\n"
              "  sentinelAddresses: ['redis://a:26379', 'redis://b:26379']\n");
    out.close();
    const Ran tried = profile({u"import"_s, config, u"--dry-run"_s});
    QVERIFY2(tried.status == 0 && tried.says("would save the profile \"shop\""),
             tried.err.constData());
    QVERIFY(contents().isEmpty());
    const Ran imported =
        profile({u"import"_s, config, u"--tag"_s, u"production"_s, u"--read-only"_s});
    QVERIFY2(imported.status == 0, imported.err.constData());
    QVERIFY(imported.says("was not taken over"));
    const QJsonObject shop = shown(u"shop"_s);
    QCOMPARE(shop["urls"_L1].toArray(), QJsonArray{u"redis+sentinel://a:26379,b:26379/m"_s});
    QCOMPARE(shop["tag"_L1].toString(), u"production"_s);
    QVERIFY(shop["read_only"_L1].toBool());
    QCOMPARE(shop["password_from"_L1].toString(), u"ask"_s);
    for (const QByteArray &text : {contents(), imported.out, imported.err, tried.err})
        QVERIFY(!text.contains("hunter"));
    // To another machine and back.
    QCOMPARE(save({u"second"_s, u"redis://c"_s, u"--password-from"_s, u"command:pass x"_s}).status,
             0);
    const Ran exported = profile({u"export"_s});
    QCOMPARE(exported.status, 0);
    QVERIFY(!exported.out.contains("command:"));
    QFile there(m_home->filePath(u"there.json"_s));
    QVERIFY(there.open(QIODevice::WriteOnly) && there.write(exported.out) == exported.out.size());
    there.close();
    for (const char *name : {"shop", "second"})
        QCOMPARE(profile({u"remove"_s, QString::fromLatin1(name)}).status, 0);
    QCOMPARE(profile({u"import"_s, there.fileName()}).status, 0);
    QCOMPARE(shown(u"shop"_s), shop);
    QCOMPARE(shown(u"second"_s)["password_from"_L1].toString(), u"ask"_s);
}

void TestProfiles::anImportLosesNothing()
{
    QFile urls(m_home->filePath(u"urls"_s));
    QVERIFY(urls.open(QIODevice::WriteOnly));
    urls.write("redis://new.example\nredis://shop.example/1\n");
    urls.close();
    QCOMPARE(save({u"shop.example"_s, u"redis://other"_s}).status, 0);
    const QByteArray before = contents();
    // One name is taken: none is saved.
    const Ran taken = profile({u"import"_s, urls.fileName()});
    QVERIFY2(taken.status == 1 && taken.says("shop.example; --replace"), taken.err.constData());
    QCOMPARE(contents(), before);
    QCOMPARE(profile({u"import"_s, urls.fileName(), u"--only"_s, u"shop.example"_s, u"--as"_s,
                      u"mine"_s})
                 .status,
             0);
    QCOMPARE(shown(u"mine"_s)["urls"_L1].toArray(), QJsonArray{u"redis://shop.example:6379/1"_s});
    QCOMPARE(shown(u"shop.example"_s)["urls"_L1].toArray(), QJsonArray{u"redis://other"_s});
    const Ran replaced = profile({u"import"_s, urls.fileName(), u"--replace"_s});
    QVERIFY2(replaced.status == 0 && replaced.says("it was: {") && replaced.says("redis://other"),
             replaced.err.constData());
    QCOMPARE(shown(u"shop.example"_s)["urls"_L1].toArray(),
             QJsonArray{u"redis://shop.example:6379/1"_s});
    // What cannot be meant.
    for (const QStringList &words : {QStringList{u"import"_s},
                                     {u"import"_s, u"a"_s, u"b"_s},
                                     {u"list"_s, u"--dry-run"_s},
                                     {u"import"_s, urls.fileName(), u"--json"_s},
                                     {u"import"_s, u"x"_s, u"--as"_s, u"a b"_s},
                                     {u"import"_s, u"x"_s, u"--tag"_s, u"prod"_s},
                                     {u"import"_s, u"x"_s, u"--default"_s}})
        QCOMPARE(profile(words).status, 2);
    for (const QStringList &words : {QStringList{u"import"_s, m_home->filePath(u"none"_s)},
                                     {u"import"_s, m_home->path()},
                                     {u"import"_s, urls.fileName(), u"--as"_s, u"one"_s},
                                     {u"import"_s, urls.fileName(), u"--only"_s, u"nobody"_s},
                                     {u"export"_s, u"nobody"_s}})
        QCOMPARE(profile(words).status, 1);
}

void TestProfiles::manySaveAtOnce()
{
    constexpr int count = 12;
    std::vector<std::unique_ptr<Program>> programs;
    for (int i = 0; i < count; ++i) {
        auto &program = *programs.emplace_back(std::make_unique<Program>(LOCKCTL_PATH));
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, file());
        QVERIFY(program.start({u"profile"_s, u"save"_s, u"p%1"_s.arg(i), u"--url"_s,
                               u"redis://127.0.0.1:%1"_s.arg(7000 + i)}));
    }
    for (const auto &program : programs) {
        const int status = program->finish();
        QVERIFY2(status == 0, program->err.constData());
    }
    const Ran listed = profile({u"list"_s, u"--json"_s});
    QCOMPARE(listed.json()["profiles"_L1].toArray().size(), qsizetype(count));
}

void TestProfiles::savesListsShowsAndRemoves()
{
    const Ran none = profile({u"list"_s});
    QCOMPARE(none.status, 0);
    QVERIFY(none.out.isEmpty() && none.says("no profiles yet"));
    QCOMPARE(profile({u"list"_s, u"--json"_s}).json()["profiles"_L1].toArray().size(), 0);

    const Ran saved = save(
        {u"prod"_s, u"redis://10.0.0.1"_s, u"--url"_s, u"rediss://ops@10.0.0.2/3"_s, u"--tag"_s,
         u"production"_s, u"--read-only"_s, u"--prefix"_s, u"lock:"_s, u"--prefix"_s, u"\\xff:"_s,
         u"--group"_s, u"trio=redis://1.1.1.1,redis+sentinel://a,b/m,redis://1.1.1.3"_s,
         u"--alias"_s, u"3f1c2a5e=billing"_s, u"--alias"_s, u"dG9rZW4===cron job"_s});
    QVERIFY2(saved.status == 0, saved.err.constData());
    QVERIFY(saved.out.isEmpty() && saved.says(file().toUtf8()));
    const QJsonObject prod = shown(u"prod"_s);
    QCOMPARE(prod["tag"_L1].toString(), u"production"_s);
    QCOMPARE(prod["read_only"_L1].toBool(), true);
    QCOMPARE(prod["urls"_L1].toArray(),
             QJsonArray({u"rediss://ops@10.0.0.2/3"_s, u"redis://10.0.0.1"_s}));
    QCOMPARE(prod["prefixes"_L1].toArray(), QJsonArray({u"lock:"_s, u"\\xff:"_s}));
    QCOMPARE(prod["groups"_L1][0]["urls"_L1].toArray(),
             QJsonArray({u"redis://1.1.1.1"_s, u"redis+sentinel://a,b/m"_s, u"redis://1.1.1.3"_s}));
    QCOMPARE(prod["aliases"_L1].toObject(),
             QJsonObject({{"3f1c2a5e"_L1, u"billing"_s}, {"dG9rZW4=="_L1, u"cron job"_s}}));

    QCOMPARE(save({u"dev"_s, u"--url"_s, u"redis://127.0.0.1"_s, u"--default"_s}).status, 0);
    const Ran listed = profile({u"list"_s});
    const QByteArrayList lines = listed.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].startsWith("dev") && lines[1].contains("yes"));
    QVERIFY(lines[2].startsWith("prod") && lines[2].contains("read-only"));
    const Ran details = profile({u"show"_s, u"prod"_s});
    for (const QByteArray &part : {"production"_ba, "read-only"_ba, "3f1c2a5e = billing"_ba,
                                   "redis+sentinel://a,b/m"_ba, "\\xff:"_ba})
        QVERIFY2(details.out.contains(part), part.constData());

    const Ran removed = profile({u"remove"_s, u"dev"_s});
    QVERIFY(removed.status == 0 && removed.says("now no default profile"));
    QVERIFY2(removed.says("redis://127.0.0.1"), "what was removed can be typed again");
    QCOMPARE(profile({u"remove"_s, u"dev"_s}).status, 1);
    const Ran missing = profile({u"show"_s, u"dev"_s});
    QVERIFY(missing.status == 1 && missing.says("available profiles: prod"));
}

void TestProfiles::savesForItsOwnerAlone()
{
    QCOMPARE(save({u"a"_s, u"redis://h"_s}).status, 0);
    struct stat found = {};
    QCOMPARE(::stat(QFile::encodeName(file()).constData(), &found), 0);
    QCOMPARE(found.st_mode & 0777U, 0600U);
    QCOMPARE(::stat(QFile::encodeName(m_home->filePath(u"lockscope"_s)).constData(), &found), 0);
    QCOMPARE(found.st_mode & 0777U, 0700U);
}

void TestProfiles::doesNotOverwriteUnasked()
{
    QCOMPARE(save({u"prod"_s, u"redis://a"_s, u"--read-only"_s, u"--alias"_s, u"o=x"_s}).status, 0);
    const QByteArray before = contents();
    const Ran again = save({u"prod"_s, u"redis://b"_s});
    QCOMPARE(again.status, 1);
    QVERIFY(again.says("--change") && again.says("--replace") && again.says("read-only"));
    QCOMPARE(contents(), before);
    // Nothing else would be said: the same again, and only what is beside the profile.
    QCOMPARE(save({u"prod"_s, u"redis://a"_s, u"--read-only"_s, u"--alias"_s, u"o=x"_s}).status, 0);
    QCOMPARE(save({u"prod"_s, u"--default"_s}).status, 0);
    QVERIFY(shown(u"prod"_s)["read_only"_L1].toBool());
    const Ran replaced = save({u"prod"_s, u"redis://b"_s, u"--replace"_s});
    QVERIFY(replaced.status == 0 && replaced.says("\"o\":\"x\""));
    QVERIFY(!shown(u"prod"_s)["read_only"_L1].toBool());
}

void TestProfiles::changesOnlyWhatIsGiven()
{
    QCOMPARE(save({u"none"_s, u"--change"_s, u"--tag"_s, u"staging"_s}).status, 1);
    QCOMPARE(save({u"p"_s, u"redis://a"_s, u"--tag"_s, u"production"_s, u"--read-only"_s,
                   u"--group"_s, u"g=redis://1.1.1.1,redis://1.1.1.2"_s, u"--alias"_s, u"o=x"_s})
                 .status,
             0);
    QCOMPARE(
        save({u"p"_s, u"--change"_s, u"--alias"_s, u"n=y"_s, u"--prefix"_s, u"lock:"_s}).status, 0);
    QJsonObject p = shown(u"p"_s);
    QCOMPARE(p["tag"_L1].toString(), u"production"_s);
    QVERIFY(p["read_only"_L1].toBool());
    QCOMPARE(p["aliases"_L1].toObject(), QJsonObject({{"n"_L1, u"y"_s}, {"o"_L1, u"x"_s}}));
    QCOMPARE(save({u"p"_s, u"--change"_s, u"--alias"_s, u"o="_s, u"--group"_s, u"g="_s,
                   u"--no-read-only"_s})
                 .status,
             0);
    p = shown(u"p"_s);
    QVERIFY(!p["read_only"_L1].toBool() && p["groups"_L1].toArray().isEmpty());
    QCOMPARE(p["aliases"_L1].toObject(), QJsonObject({{"n"_L1, u"y"_s}}));
    const Ran nothingThere = save({u"p"_s, u"--change"_s, u"--alias"_s, u"o="_s});
    QVERIFY(nothingThere.status == 1 && nothingThere.says("no alias of \"o\""));
}

void TestProfiles::takesOverWhatAnotherSays()
{
    QCOMPARE(save({u"a"_s, u"redis://a"_s, u"--tag"_s, u"production"_s, u"--read-only"_s}).status,
             0);
    QCOMPARE(save({u"b"_s, u"redis://b"_s, u"--profile"_s, u"a"_s}).status, 0);
    const QJsonObject b = shown(u"b"_s);
    QCOMPARE(b["urls"_L1].toArray(), QJsonArray({u"redis://b"_s, u"redis://a"_s}));
    QVERIFY(b["read_only"_L1].toBool());
    QCOMPARE(b["tag"_L1].toString(), u"production"_s);
    QCOMPARE(save({u"c"_s, u"--profile"_s, u"z"_s}).status, 1);
}

void TestProfiles::refusesWhatAHurriedPersonTypes_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const QStringList &words, const QByteArray &says) {
        QTest::newRow(name) << words << says;
    };
    row("nothing", {}, "list, show, save, password, remove, import or export");
    row("another word", {u"lst"_s}, "list, show, save, password, remove, import or export");
    row("no name", {u"save"_s}, "no profile name was given");
    row("show nothing", {u"show"_s}, "no profile name was given");
    row("list with a name", {u"list"_s, u"prod"_s}, "use show for one profile");
    row("two names", {u"remove"_s, u"a"_s, u"b"_s}, "one profile");
    row("a name of two words", {u"save"_s, u"my"_s, u"prod"_s, u"--url"_s, u"redis://h"_s},
        "no spaces in a name");
    row("a URL for a name", {u"save"_s, u"redis://h"_s}, "is not a valid name");
    row("nothing to save", {u"save"_s, u"a"_s}, "--url");
    row("no scheme", {u"save"_s, u"a"_s, u"--url"_s, u"127.0.0.1:6379"_s}, "--url: ");
    row("a tag", {u"save"_s, u"a"_s, u"redis://h"_s, u"--tag"_s, u"prod"_s}, "production, staging");
    row("an alias the wrong way", {u"save"_s, u"a"_s, u"redis://h"_s, u"--alias"_s, u"billing"_s},
        "--alias: ");
    row("an empty alias", {u"save"_s, u"a"_s, u"redis://h"_s, u"--alias"_s, u"o="_s}, "--change");
    row("an owner with two names",
        {u"save"_s, u"a"_s, u"redis://h"_s, u"--alias"_s, u"o=x"_s, u"--alias"_s, u"o=y"_s},
        "two names");
    row("a group without a name", {u"save"_s, u"a"_s, u"--group"_s, u"redis://1,redis://2"_s},
        "--group: ");
    row("a group of one", {u"save"_s, u"a"_s, u"--group"_s, u"g=redis://1.1.1.1"_s}, "--group: ");
    row("an empty prefix", {u"save"_s, u"a"_s, u"redis://h"_s, u"--prefix"_s, u""_s}, "--prefix");
    row("both ways", {u"save"_s, u"a"_s, u"redis://h"_s, u"--change"_s, u"--replace"_s},
        "cannot be used together");
    row("read-only and not",
        {u"save"_s, u"a"_s, u"redis://h"_s, u"--read-only"_s, u"--no-read-only"_s},
        "cannot be used together");
    row("an option of save", {u"show"_s, u"a"_s, u"--tag"_s, u"staging"_s}, "requires save");
    row("JSON of a save", {u"save"_s, u"a"_s, u"redis://h"_s, u"--json"_s}, "list or show");
    row("an unknown option", {u"save"_s, u"a"_s, u"redis://h"_s, u"--readonly"_s}, "readonly");
    row("the same server twice", {u"save"_s, u"a"_s, u"redis://h"_s, u"redis://h:6379"_s}, "twice");
}

void TestProfiles::refusesWhatAHurriedPersonTypes()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, says);
    const Ran ran = profile(words);
    QVERIFY2(ran.status == 2, ran.err.constData());
    QVERIFY2(ran.says(says), ran.err.constData());
    QVERIFY(ran.says("lockctl profile --help"));
    QVERIFY(ran.out.isEmpty());
    QVERIFY(!QFileInfo::exists(m_home->filePath(u"lockscope"_s)));
}

void TestProfiles::neverShowsOrSavesAPassword()
{
    const std::vector<QStringList> attempts{
        {u"a"_s, u"redis://u:hidden@h"_s},
        {u"a"_s, u"--url"_s, u"redis://:hidden@h"_s},
        {u"a"_s, u"--url"_s, u"u:hidden@h:6379"_s},
        {u"a"_s, u"u:hidden@h:6379"_s},
        {u"a"_s, u"--url"_s, u"redis://u:hid#den@h"_s},
        {u"a"_s, u"--group"_s, u"g=redis://:hidden@1.1.1.1,redis://1.1.1.2"_s},
    };
    for (const QStringList &attempt : attempts) {
        const Ran ran = save(attempt);
        QCOMPARE(ran.status, 2);
        QVERIFY2(!ran.says("hid"), ran.err.constData());
        QVERIFY(contents().isEmpty());
    }
    QVERIFY(save(attempts[0]).says("LOCKSCOPE_PASSWORD"));
}

void TestProfiles::reportsABrokenFileAndLeavesItAlone()
{
    QCOMPARE(save({u"a"_s, u"redis://h"_s}).status, 0);
    const QByteArray broken = contents().replace("\"tag\"", "tag");
    QFile out(file());
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(broken);
    out.close();
    for (const QStringList &words :
         {QStringList{u"list"_s}, QStringList{u"show"_s, u"a"_s},
          QStringList{u"save"_s, u"b"_s, u"redis://h"_s}, QStringList{u"remove"_s, u"a"_s}}) {
        const Ran ran = profile(words);
        QVERIFY2(ran.status == 1, ran.err.constData());
        QVERIFY2(ran.says(file().toUtf8() + ": line 7: "), ran.err.constData());
        QCOMPARE(contents(), broken);
    }
    const Ran used = run({u"list"_s, u"--profile"_s, u"a"_s});
    QVERIFY(used.status == 2 && used.says("line 7"));
    // A command with --url needs no profiles.
    QCOMPARE(run({u"list"_s, u"--url"_s, m_server.url()}).status, 0);
}

void TestProfiles::commandsUseProfiles()
{
    const LockWriter writer(m_server);
    writer.acquire("orders", ann, 60'000);
    QCOMPARE(save({u"here"_s, m_server.url()}).status, 0);
    QCOMPARE(names(run({u"list"_s, u"--profile"_s, u"here"_s, u"--json"_s})),
             QStringList{u"orders"_s});
    QCOMPARE(run({u"show"_s, u"orders"_s, u"--profile"_s, u"here"_s}).status, 0);
    const Ran unknown = run({u"list"_s, u"--profile"_s, u"her"_s});
    QCOMPARE(unknown.status, 2);
    QVERIFY(unknown.says("\"her\"") && unknown.says("available profiles: here"));
    QCOMPARE(save({u"quorum"_s, u"--group"_s, u"g=redis://1.1.1.1,redis://1.1.1.2"_s}).status, 0);
    QVERIFY(run({u"list"_s, u"--profile"_s, u"quorum"_s}).says("only quorum groups"));
}

void TestProfiles::theDefaultProfile()
{
    const Ran none = run({u"list"_s});
    QVERIFY(none.status == 2 && none.says("--url redis://"));
    QCOMPARE(save({u"here"_s, m_server.url()}).status, 0);
    const Ran undecided = run({u"list"_s});
    QVERIFY(undecided.status == 2 && undecided.says("available: here"));
    QCOMPARE(save({u"here"_s, u"--default"_s}).status, 0);
    const Ran listed = run({u"list"_s, u"--json"_s});
    QVERIFY2(listed.status == 0, listed.err.constData());
    // A server that is named is the only one.
    QCOMPARE(run({u"list"_s, u"--url"_s, u"redis://127.0.0.1:1"_s}).status, 3);
}

void TestProfiles::aliasesAreShown()
{
    const LockWriter writer(m_server);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 60'000);
    QCOMPARE(save({u"p"_s, m_server.url(), u"--default"_s, u"--alias"_s,
                   QString::fromLatin1(ann.left(36)) + u"=billing"_s, u"--alias"_s,
                   QString::fromLatin1(bob) + u"=cron"_s})
                 .status,
             0);
    const QJsonValue lock = run({u"list"_s, u"--json"_s}).json()["locks"_L1][0];
    QCOMPARE(lock["holds"_L1][0]["alias"_L1].toString(), u"billing"_s);
    QCOMPARE(lock["holds"_L1][0]["owner"_L1].toString(), QString::fromLatin1(ann));
    QCOMPARE(lock["waiters"_L1][0]["alias"_L1].toString(), u"cron"_s);
    QVERIFY(run({u"list"_s}).out.contains(QByteArray("billing (" + ann + ")")));
    const Ran details = run({u"show"_s, u"f"_s});
    QVERIFY(details.out.contains(QByteArray("billing (" + ann + ")")));
    QVERIFY(details.out.contains(QByteArray("cron (" + bob + ")")));
    QCOMPARE(names(run({u"list"_s, u"--json"_s, u"--filter"_s, u"holder:billing"_s})),
             QStringList{u"f"_s});
    QCOMPARE(names(run({u"list"_s, u"--json"_s, u"--filter"_s, u"holder:nobody"_s})),
             QStringList());
    const QJsonValue plain = run({u"list"_s, u"--url"_s, m_server.url(), u"--json"_s}).json();
    QVERIFY(plain["locks"_L1][0]["holds"_L1][0]["alias"_L1].isNull());
}

void TestProfiles::prefixesAreThoseOfEachProfile()
{
    m_server.command({"SET", "a:plain", "token", "PX", "60000"});
    m_server.command({"SET", "b:plain", "token", "PX", "60000"});
    QString other = m_server.url() + u"/1"_s;
    QCOMPARE(save({u"a"_s, m_server.url(), u"--prefix"_s, u"a:"_s}).status, 0);
    QCOMPARE(save({u"b"_s, other, u"--prefix"_s, u"b:"_s}).status, 0);
    const QStringList both{u"list"_s, u"--json"_s, u"--profile"_s, u"a"_s, u"--profile"_s, u"b"_s};
    QCOMPARE(names(run(both)), QStringList{u"a:plain"_s});
    // Options on the command line apply to all profiles.
    QCOMPARE(names(run(both + QStringList{u"--prefix"_s, u"b:"_s})), QStringList{u"b:plain"_s});
    // A lock given by name is shown under any prefix.
    QCOMPARE(names(run({u"show"_s, u"b:plain"_s, u"--json"_s, u"--profile"_s, u"a"_s, u"--kind"_s,
                        u"string"_s})),
             QStringList{u"b:plain"_s});
}

void TestProfiles::pinsSayWhatKeysAre()
{
    m_server.command({"SET", "jobs:nightly", "worker-3"}); // might be anything
    m_server.command({"SET", "lock:feature", "d3adc0de", "PX", "60000"}); // called a lock
    const QString url = m_server.url();
    QCOMPARE(save({u"ops"_s, u"--url"_s, url}).status, 0);
    const QStringList list{u"list"_s, u"--profile"_s, u"ops"_s, u"--json"_s};
    QCOMPARE(names(run(list)), QStringList{u"lock:feature"_s});

    const QStringList change{u"ops"_s, u"--change"_s, u"--pin"_s};
    QCOMPARE(
        save(change + QStringList{u"jobs:=string"_s, u"--pin"_s, u"lock:feature=none"_s}).status,
        0);
    QCOMPARE(shown(u"ops"_s)["pins"_L1].toObject(),
             QJsonObject({{"jobs:"_L1, u"string"_s}, {"lock:feature"_L1, u"none"_s}}));
    const Ran pinned = run(list);
    QCOMPARE(names(pinned), QStringList{u"jobs:nightly"_s});
    const QJsonValue lock = pinned.json()["locks"_L1][0];
    QCOMPARE(lock["kind"_L1].toString(), u"string"_s);
    QCOMPARE(lock["state"_L1].toString(), u"held"_s);
    QCOMPARE(lock["holds"_L1][0]["owner"_L1].toString(), u"worker-3"_s);

    const Ran wrong = save(change + QStringList{u"jobs:=mutex"_s});
    QCOMPARE(wrong.status, 2);
    QVERIFY(wrong.says("\"mutex\" is not a kind") && wrong.says("string/shedlock"));
    QCOMPARE(save(change + QStringList{u"lock:feature="_s}).status, 0);
    QCOMPARE(names(run(list)), QStringList({u"jobs:nightly"_s, u"lock:feature"_s}));
}

void TestProfiles::guessesAreShownOnRequest()
{
    m_server.command({"SET", "sess:abc", "9f86d081884c7d659a2feaa0c55ad015", "PX", "60000"});
    const QStringList list{u"list"_s, u"--url"_s, m_server.url(), u"--json"_s};
    const Ran usual = run(list);
    QVERIFY(names(usual).isEmpty() && usual.says("--guesses"));
    const Ran asked = run(list + QStringList{u"--guesses"_s});
    QCOMPARE(names(asked), QStringList{u"sess:abc"_s});
    QVERIFY(!asked.says("--guesses"));
    for (const QJsonValue candidate : asked.json()["locks"_L1][0]["candidates"_L1].toArray())
        QVERIFY(!candidate["reason"_L1].toString().isEmpty());
}

void TestProfiles::aReadOnlyProfileWritesNothing()
{
    const LockWriter writer(m_server);
    writer.acquire("orders", ann, 600'000);
    RecordingProxy proxy(m_server.port());
    const QString url = u"redis://127.0.0.1:%1"_s.arg(proxy.port());
    QCOMPARE(save({u"ro"_s, url, u"--read-only"_s, u"--default"_s}).status, 0);
    QCOMPARE(names(run({u"list"_s, u"--json"_s})), QStringList{u"orders"_s});
    const std::vector<QStringList> attempts{
        {u"unlock"_s, u"orders"_s, u"--force"_s, u"--yes"_s},
        {u"unlock"_s, u"orders"_s, u"--owner"_s, QString::fromLatin1(ann), u"--yes"_s},
        {u"queue"_s, u"orders"_s, u"nudge"_s, u"--yes"_s},
        {u"acquire"_s, u"another"_s},
        {u"run"_s, u"another"_s, u"--"_s, u"true"_s},
    };
    for (const QStringList &attempt : attempts) {
        const Ran ran = run(attempt);
        QVERIFY2(ran.status != 0, qPrintable(attempt.join(u' ')));
        QVERIFY2(ran.says("read-only"), ran.err.constData());
    }
    for (const QByteArray &verb : {"EVAL"_ba, "EVALSHA"_ba, "DEL"_ba, "PUBLISH"_ba, "HINCRBY"_ba})
        QCOMPARE(proxy.count(verb), 0);
    QCOMPARE(m_server.command({"HGET", "orders", ann}).bytes, "1"_ba);
    QCOMPARE(m_server.command({"EXISTS", "another"}).integer, 0);
}

void TestProfiles::theConsoleTakesProfiles()
{
    QCOMPARE(save({u"here"_s, m_server.url()}).status, 0);
    const QString picture = m_home->filePath(u"shot.png"_s);
    const Ran shot =
        run({u"--profile"_s, u"here"_s, u"--picture"_s, picture, u"--after"_s, u"10ms"_s},
            LOCKSCOPE_PICTURES_PATH);
    QVERIFY2(shot.status == 0, shot.err.constData());
    QVERIFY(QFileInfo(picture).size() > 0);
    const Ran unknown = run({u"--profile"_s, u"hre"_s}, LOCKSCOPE_PATH);
    QVERIFY(unknown.status == 2 && unknown.says("available profiles: here"));
}

LOCKSCOPE_TEST_SUITE(TestProfiles)
#include "tst_profiles.moc"
