// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Both programs as processes, with everything they send written down.
#include "tests/app/program.h"
#include "tests/core/watch/server/commands.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

#include <QImage>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestPrograms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
        m_proxy = std::make_unique<RecordingProxy>(m_server->port());
        const LockWriter writer(*m_server);
        writer.acquire("a", ann, 600'000);
        writer.enqueue("a", bob, 300'000);
        writer.read("rw", ann, 600'000);
        m_server->command({"HSET", "session:1", "user", "bob"});
    }
    void cleanup()
    {
        m_proxy.reset();
        m_server.reset();
    }

    void lockctlSendsNothingThatWrites();
    void theConsoleSendsNothingThatWrites();
    void theConsoleSaysWhenItHasStarted();
    void theConsoleSurvivesItsServer();
    void theConsoleRefusesWhatItCannotUse();
    void thePhotographerRefusesWhatItCannotUse();

private:
    QString url() const { return u"redis://127.0.0.1:%1"_s.arg(m_proxy->port()); }
    void prepare(Program &console) const;
    void expectHarmless() const;

    std::unique_ptr<RedisProcess> m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    QTemporaryDir m_settings;
};

// A console of its own: no display, no settings of anybody's.
void TestPrograms::prepare(Program &console) const
{
    console.setVariable(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    console.setVariable(u"XDG_CONFIG_HOME"_s, m_settings.path());
    console.setVariable(u"XDG_STATE_HOME"_s, m_settings.path());
}

void TestPrograms::expectHarmless() const
{
    QVERIFY(m_proxy->commands().size() > 10);
    for (const auto &command : m_proxy->commands())
        QVERIFY2(isHarmless(command.front()), command.front().constData());
}

void TestPrograms::lockctlSendsNothingThatWrites()
{
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run({u"list"_s, u"--url"_s, url(), u"--observe"_s, u"500ms"_s}), 0);
    Program show(LOCKCTL_PATH);
    QCOMPARE(show.run({u"show"_s, u"a"_s, u"rw"_s, u"nothing"_s, u"--url"_s, url()}), 1);
    Program watching(LOCKCTL_PATH);
    QVERIFY(watching.start({u"watch"_s, u"--url"_s, url(), u"--prefix"_s, u"a"_s}));
    QVERIFY(watching.complains("watching"));
    LockWriter(*m_server).acquire("another", bob, 60'000);
    QVERIFY(watching.prints("another"));
    watching.interrupt();
    QCOMPARE(watching.finish(), 0);
    expectHarmless();
}

void TestPrograms::theConsoleSendsNothingThatWrites()
{
    const QString file = m_settings.filePath(u"shot.png"_s);
    Program console(LOCKSCOPE_PICTURES_PATH);
    prepare(console);
    QCOMPARE(console.run({url(), u"--picture"_s, file, u"--after"_s, u"2s"_s}), 0);
    const QImage picture(file);
    QVERIFY(picture.width() > 600 && picture.height() > 400);
    expectHarmless();
    QVERIFY(eventually([&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 0;
    }));
}

// For bench_start.
void TestPrograms::theConsoleSaysWhenItHasStarted()
{
    Program console(LOCKSCOPE_PICTURES_PATH);
    prepare(console);
    QVERIFY(console.start({u"--trace"_s, m_server->url()}));
    QVERIFY2(console.complains("first lock painted"), console.err.constData());
    QVERIFY2(console.err.contains("window painted"), console.err.constData());
    console.interrupt();
    QCOMPARE(console.finish(), 0);
    QCOMPARE(console.err.count("painted"), 2);
}

void TestPrograms::theConsoleSurvivesItsServer()
{
    const auto isWatched = [&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 2;
    };
    Program console(LOCKSCOPE_PATH);
    prepare(console);
    QVERIFY(console.start({m_server->url()}));
    QVERIFY(eventually(isWatched));
    m_server->kill();
    QVERIFY(m_server->start());
    QVERIFY(eventually(isWatched)); // it has come back on its own
    m_server->pause();
    QVERIFY(!eventually([&] { return console.hasEnded(); }, Millis(3500)));
    m_server->resume();
    QVERIFY(eventually(isWatched));
    console.interrupt();
    const int status = console.finish();
    QVERIFY2(status == 0, console.err.constData());
    QVERIFY(eventually([&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 0;
    }));
}

void TestPrograms::theConsoleRefusesWhatItCannotUse()
{
    for (const QStringList &arguments : {QStringList{u"http://127.0.0.1"_s},
                                         {u"redis://h:x"_s},
                                         {url(), u"--picture"_s, u"x.png"_s},
                                         {url(), u"--theme"_s, u"pink"_s},
                                         {u"--no-such-option"_s}}) {
        Program console(LOCKSCOPE_PATH);
        prepare(console);
        QCOMPARE(console.run(arguments), 2);
        QVERIFY(!console.err.isEmpty());
    }
}

void TestPrograms::thePhotographerRefusesWhatItCannotUse()
{
    Program undated(LOCKSCOPE_PICTURES_PATH);
    prepare(undated);
    QCOMPARE(undated.run({url(), u"--after"_s, u"3"_s}), 2);
    QVERIFY(undated.err.contains("--after"));
    Program unwritable(LOCKSCOPE_PICTURES_PATH);
    prepare(unwritable);
    QCOMPARE(unwritable.run(
                 {url(), u"--picture"_s, u"/no/such/folder/shot.png"_s, u"--after"_s, u"10ms"_s}),
             1);
    QVERIFY(unwritable.err.contains("/no/such/folder"));
}

LOCKSCOPE_TEST_SUITE(TestPrograms)
#include "tst_programs.moc"
