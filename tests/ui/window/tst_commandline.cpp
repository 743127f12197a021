// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/commandline.h"
#include "app/lockscope/settings.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::console;

class tst_CommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        qunsetenv("LOCKSCOPE_PASSWORD");
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("LOCKSCOPE_PROFILES", m_folder->filePath(u"p.json"_s).toUtf8());
    }
    void cleanup() { qunsetenv("LOCKSCOPE_PROFILES"); }

    void readsAllOptions();
    void withoutAnythingThereIsAWindow();
    void refuses_data();
    void refuses();
    void helpAndVersionAreNoErrors();
    void thePasswordOfTheEnvironmentIsForUrlsWithoutOne();
    void namesServersByProfile();
    void theDefaultProfileIsForNobodyElse();
    void theServersOfQuorumGroupsAreWatched();
    void aBrokenFileOfProfilesKeepsNobodyOut();
    void aLinkIsOpenedAndConnectsNothing();
    void theSessionIsResumedUnlessSomethingIsNamed();
    void settingsComeBack();
    void theSessionComesBack();
    void brokenSettingsAreLeftAlone();

private:
    void writeProfiles(const QByteArray &text) const
    {
        QFile file(m_folder->filePath(u"p.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

CommandLine parse(QStringList arguments)
{
    arguments.prepend(u"lockscope"_s);
    return parseCommandLine(arguments);
}

} // namespace

void tst_CommandLine::readsAllOptions()
{
    const auto line =
        parse({u"redis://localhost:7000"_s, u"--url"_s, u"rediss://other"_s, u"--prefix"_s, u"a:"_s,
               u"--prefix=b:"_s, u"--ca-file"_s, u"/ca.pem"_s, u"--theme"_s, u"dark"_s, u"--size"_s,
               u"1600x900"_s, u"--lock"_s, u"orders"_s, u"--language"_s, u"zh_CN"_s});
    QVERIFY2(line.options, qPrintable(line.text));
    QCOMPARE(line.options->targets.size(), std::size_t(2));
    QVERIFY(line.options->targets.back().tls);
    QCOMPARE(line.options->prefixes, QStringList({u"a:"_s, u"b:"_s}));
    QCOMPARE(line.options->caFile, u"/ca.pem"_s);
    QCOMPARE(line.options->theme, ui::Theme::Dark);
    QCOMPARE(line.options->size, QSize(1600, 900));
    QCOMPARE(line.options->lock, QByteArray("orders"));
}

void tst_CommandLine::withoutAnythingThereIsAWindow()
{
    const auto line = parse({});
    QVERIFY(line.options);
    QVERIFY(line.options->targets.empty());
    QVERIFY(!line.options->theme);
}

void tst_CommandLine::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("scheme") << QStringList{u"http://localhost"_s} << u"redis://"_s;
    QTest::newRow("no scheme") << QStringList{u"localhost"_s} << u"redis://"_s;
    QTest::newRow("option") << QStringList{u"--frobnicate"_s} << u"frobnicate"_s;
    QTest::newRow("theme") << QStringList{u"--theme"_s, u"pink"_s} << u"--theme"_s;
    QTest::newRow("language") << QStringList{u"--language"_s, u"zh"_s} << u"zh_CN"_s;
    QTest::newRow("size") << QStringList{u"--size"_s, u"big"_s} << u"1280x800"_s;
    QTest::newRow("view") << QStringList{u"--view"_s, u"all"_s} << u"locks, estate"_s;
    QTest::newRow("kiosk and view")
        << QStringList{u"--kiosk"_s, u"--view"_s, u"locks"_s} << u"--kiosk"_s;
    QTest::newRow("half a link") << QStringList{u"lockscope://"_s} << u"not a whole link"_s;
    QTest::newRow("less of a link") << QStringList{u"Lockscope:"_s} << u"not a whole link"_s;
    QTest::newRow("picture") << QStringList{u"--screenshot"_s, u"x"_s} << u"screenshot"_s;
}

void tst_CommandLine::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto line = parse(arguments);
    QVERIFY(!line.options);
    QCOMPARE(line.status, 2);
    QVERIFY2(line.text.startsWith("lockscope: "_L1) && line.text.contains(says),
             qPrintable(line.text));
}

void tst_CommandLine::helpAndVersionAreNoErrors()
{
    const auto help = parse({u"--help"_s});
    QVERIFY(!help.options);
    QCOMPARE(help.status, 0);
    QVERIFY(help.text.contains("--scan-budget"_L1));
    QVERIFY(help.text.contains("--kiosk"_L1));
    QVERIFY(help.text.contains("redis+cluster://"_L1));
    QVERIFY(parse({u"--kiosk"_s}).options->isKiosk);
    QVERIFY(!parse({}).options->isKiosk);
    const auto version = parse({u"--version"_s});
    QCOMPARE(version.status, 0);
    QVERIFY(version.text.startsWith("lockscope "_L1));
}

void tst_CommandLine::thePasswordOfTheEnvironmentIsForUrlsWithoutOne()
{
    qputenv("LOCKSCOPE_PASSWORD", "from-environment");
    const auto line = parse({u"redis://h1"_s, u"redis://user:own@h2"_s});
    QVERIFY(line.options);
    QCOMPARE(line.options->targets.at(0).password, QByteArray("from-environment"));
    QCOMPARE(line.options->targets.at(1).password, QByteArray("own"));
    const auto wrong = parse({u"redis://user:own@h2:port"_s});
    QVERIFY(!wrong.options);
    QVERIFY(!wrong.text.contains("own"_L1));
}

// Two profiles, of which the first is the default.
static const QByteArray twoProfiles =
    "{\"version\":1,\"default\":\"prod\",\"profiles\":["
    "{\"name\":\"prod\",\"urls\":[\"redis://a\",\"redis://b\"],\"tag\":\"production\","
    "\"read_only\":true,\"prefixes\":[\"lock:\"],\"aliases\":{\"o\":\"billing\"}},"
    "{\"name\":\"dev\",\"urls\":[\"redis://c\"]}]}";

void tst_CommandLine::namesServersByProfile()
{
    writeProfiles(twoProfiles);
    const auto line = parse({u"redis://z"_s, u"--profile"_s, u"dev"_s, u"--profile=prod"_s});
    QVERIFY2(line.options, qPrintable(line.text));
    const auto &targets = line.options->targets;
    QCOMPARE(targets.size(), std::size_t(4));
    QVERIFY(targets[0].profile.isEmpty() && !targets[0].readOnly);
    QCOMPARE(targets[1].profile, u"dev"_s);
    QVERIFY(targets[1].tag == profile::Tag::Development && !targets[1].readOnly);
    QCOMPARE(targets[3].label(), u"redis://b:6379"_s);
    QVERIFY(targets[3].tag == profile::Tag::Production && targets[3].readOnly);
    QCOMPARE(targets[3].prefixes, std::vector<QByteArray>{"lock:"});
    QCOMPARE(targets[3].aliases.at("o"), u"billing"_s);
    const auto unknown = parse({u"--profile"_s, u"prd"_s});
    QCOMPARE(unknown.status, 2);
    QVERIFY2(unknown.text.contains("dev, prod"_L1), qPrintable(unknown.text));
}

void tst_CommandLine::theDefaultProfileIsForNobodyElse()
{
    writeProfiles(twoProfiles);
    QCOMPARE(parse({}).options->targets.size(), std::size_t(2));
    QCOMPARE(parse({u"redis://z"_s}).options->targets.size(), std::size_t(1));
    QCOMPARE(parse({u"--profile"_s, u"dev"_s}).options->targets.size(), std::size_t(1));
}

// A named group is to be judged, which takes all of its servers.
void tst_CommandLine::theServersOfQuorumGroupsAreWatched()
{
    writeProfiles("{\"version\":1,\"default\":\"red\",\"profiles\":["
                  "{\"name\":\"red\",\"urls\":[],\"read_only\":true,\"groups\":["
                  "{\"name\":\"q\",\"urls\":[\"redis://a\",\"redis://b\",\"redis://c\"]}]},"
                  "{\"name\":\"more\",\"urls\":[\"redis://a\"],\"groups\":["
                  "{\"name\":\"r\",\"urls\":[\"redis://b:6379\",\"redis://a\"]}]}]}");
    const auto usual = parse({});
    QVERIFY2(usual.options && usual.options->notice.isEmpty(), qPrintable(usual.text));
    QCOMPARE(usual.options->targets.size(), std::size_t(3));
    QVERIFY(usual.options->targets[2].readOnly);
    QCOMPARE(usual.options->groups.size(), std::size_t(1));
    const std::vector<insight::GroupMembers> red = usual.options->groups.at(u"red"_s);
    QCOMPARE(red[0].name, u"q"_s);
    QCOMPARE(red[0].labels[1], u"redis://b:6379"_s);
    const auto more = parse({u"--profile"_s, u"more"_s});
    QVERIFY2(more.options, qPrintable(more.text));
    QCOMPARE(more.options->targets.size(), std::size_t(2)); // each once
    QCOMPARE(more.options->targets[0].label(), u"redis://a:6379"_s);
    QCOMPARE(more.options->groups.at(u"more"_s)[0].name, u"r"_s);
    QVERIFY(parse({u"redis://z"_s}).options->groups.empty());
}

void tst_CommandLine::aBrokenFileOfProfilesKeepsNobodyOut()
{
    writeProfiles("{");
    const auto line = parse({});
    QVERIFY(line.options && line.options->targets.empty());
    QVERIFY2(line.options->notice.contains("p.json: line 1"_L1), qPrintable(line.options->notice));
    QVERIFY(parse({u"redis://z"_s}).options->notice.isEmpty());
    const auto asked = parse({u"--profile"_s, u"prod"_s});
    QCOMPARE(asked.status, 2);
    QVERIFY(asked.text.contains("line 1"_L1));
}

void tst_CommandLine::aLinkIsOpenedAndConnectsNothing()
{
    writeProfiles(twoProfiles);
    // Also a wrong one: a user who clicks a link sees a window, but no terminal.
    for (const QString &link : {u"lockscope://lock?profile=dev&name=a%20b"_s, u"lockscope://x%%"_s,
                                QString(u"lockscope://"_s + QString(1 << 20, u'x'))}) {
        const auto line = parse({link});
        QVERIFY2(line.options, qPrintable(line.text));
        QCOMPARE(line.options->link, link);
        QVERIFY(line.options->targets.empty()); // nor the default profile's
    }
    const QString link = u"lockscope://lock?profile=dev&name=a"_s;
    QCOMPARE(parse({u"redis://z"_s, link}).options->targets.size(), std::size_t(1));
    QCOMPARE(parse({link, link}).status, 2);
    QCOMPARE(parse({link, u"--kiosk"_s}).status, 2);
}

void tst_CommandLine::theSessionIsResumedUnlessSomethingIsNamed()
{
    writeProfiles(twoProfiles);
    QVERIFY(parse({}).options->resumesSession);
    QVERIFY(parse({u"--theme"_s, u"dark"_s}).options->resumesSession);
    for (const QStringList &arguments :
         {QStringList{u"redis://z"_s}, QStringList{u"--profile"_s, u"dev"_s},
          QStringList{u"--lock"_s, u"a"_s}, QStringList{u"--view"_s, u"locks"_s},
          QStringList{u"--filter"_s, u"a"_s}, QStringList{u"--kiosk"_s},
          QStringList{u"lockscope://lock?profile=dev&name=a"_s}, QStringList{u"--no-resume"_s}})
        QVERIFY2(!parse(arguments).options->resumesSession, qPrintable(arguments.join(u' ')));
}

void tst_CommandLine::theSessionComesBack()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"lockscope.ini"_s);
    ui::SessionState state;
    state.servers = {{u"shop"_s, u"redis://a:6379"_s}};
    state.filter = u"holder:\"a, b\";%"_s;
    state.selected = ui::SessionLock{{}, u"redis://a:6379"_s, "\xff\0"_ba};
    Settings settings(file);
    QCOMPARE(settings.loadSession(), ui::SessionState());
    settings.saveSession(state);
    settings.save({}); // beside it
    QCOMPARE(Settings(file).loadSession(), state);
    Settings(QString()).saveSession(state);
    QCOMPARE(Settings(QString()).loadSession(), ui::SessionState());
}

void tst_CommandLine::settingsComeBack()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"new/lockscope.ini"_s);
    ui::WindowState state;
    state.geometry = "geometry\n\x01";
    state.theme = ui::Theme::Dark;
    state.language = u"zh_CN"_s;
    state.recentUrls = {u"redis://a"_s, u"redis://b"_s};
    state.mutes = {{.rule = "no-expiry", .name = "billing:\xff", .isPrefix = true}};
    state.notifies = false;
    state.wordNames = false;
    state.parts = {{u"gone.3"_s, "old"}};
    state.shortcuts = {{u"actionGone"_s, u"Ctrl+G"_s}};
    Settings(file).save(state);
    state.parts = {{u"events.6"_s, "columns"}, {u"locks.11"_s, "\0\x01"_ba}};
    state.shortcuts = {{u"actionFind"_s, u"F9, Ctrl+;"_s}, {u"actionQuit"_s, QString()}};
    Settings(file).save(state);
    Settings settings(file);
    const ui::WindowState loaded = settings.load();
    QVERIFY(settings.problem().isEmpty());
    QCOMPARE(loaded.geometry, state.geometry);
    QCOMPARE(loaded.theme, ui::Theme::Dark);
    QCOMPARE(loaded.language, u"zh_CN"_s);
    QCOMPARE(loaded.recentUrls, state.recentUrls);
    QCOMPARE(loaded.parts, state.parts);
    QCOMPARE(loaded.mutes, state.mutes);
    QCOMPARE(loaded.shortcuts, state.shortcuts);
    QVERIFY(!loaded.notifies);
    QVERIFY(!loaded.wordNames);
}

void tst_CommandLine::brokenSettingsAreLeftAlone()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"lockscope.ini"_s);
    const QByteArray broken = "[window\ntheme dark\n\0\0garbage";
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(broken) > 0);
    file.close();
    Settings settings(path);
    const ui::WindowState state = settings.load();
    QVERIFY(settings.problem().contains(path));
    QVERIFY(state.geometry.isEmpty());
    settings.save(state);
    settings.saveSession({});
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), broken);
}

LOCKSCOPE_TEST_SUITE(tst_CommandLine)
#include "tst_commandline.moc"
