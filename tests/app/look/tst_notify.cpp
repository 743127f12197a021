// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The receivers of problems: told by lockctl record and watch --record, and by a test message.
#include "tests/app/profilehome.h"
#include "tests/core/notify/hookserver.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QFile>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestNotify : public QObject, private ProfileHome
{
    Q_OBJECT

private:
    static constexpr auto ann = "0aa1b0f4-0f3f-4c0f-9d2c-000000000001:1";

    QString path(const QString &name) const { return m_home->filePath(name); }
    void write(const QString &name, const QByteArray &text,
               QFile::Permissions permissions = QFile::ReadOwner | QFile::WriteOwner) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(text) == text.size());
        QVERIFY(file.setPermissions(permissions));
    }
    // Appends what it is told to a file.
    QString pager() const
    {
        write(u"pager"_s, "#!/bin/sh\ncat >> " + path(u"told"_s).toUtf8() + "\n",
              QFile::ReadOwner | QFile::ExeOwner);
        return path(u"pager"_s);
    }
    QList<QJsonObject> told() const
    {
        QFile file(path(u"told"_s));
        QList<QJsonObject> messages;
        if (!file.open(QIODevice::ReadOnly))
            return messages;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (!line.isEmpty())
                messages += QJsonDocument::fromJson(line).object();
        }
        return messages;
    }
    void prepare(Program &program) const
    {
        program.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
        program.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
        program.setVariable(u"LOCKSCOPE_RECORDS"_s, path(u"records"_s));
    }

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        failOnAnyWarning();
        makeHome();
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void recordTellsOfAProblemAndItsEnd()
    {
        QCOMPARE(save({u"shop"_s, u"--url"_s, m_server->url(), u"--tag"_s, u"staging"_s,
                       u"--notify-command"_s, pager(), u"--notify-severity"_s, u"warning"_s})
                     .status,
                 0);
        Program record(LOCKCTL_PATH);
        prepare(record);
        QVERIFY(record.start({u"record"_s, u"shop"_s}));
        QVERIFY(record.complains("watching "));
        QVERIFY2(record.err.contains(QByteArray("telling the program ")), record.err.constData());
        m_server->command({"HSET", "orders:<!channel>", ann, "1"});
        QVERIFY(eventually([&] { return told().size() == 1; }));
        const QJsonObject first = told()[0];
        QCOMPARE(first["format"_L1], 1);
        QCOMPARE(first["event"_L1], u"opened"_s);
        QCOMPARE(first["profile"_L1], u"shop"_s);
        QCOMPARE(first["tag"_L1], u"staging"_s);
        QCOMPARE(first["program"_L1], u"lockctl record"_s);
        QVERIFY(!first["text"_L1].toString().contains(u'<'));
        const QJsonObject incident = first["incident"_L1].toObject();
        QCOMPARE(incident["rule"_L1], u"no-expiry"_s);
        QCOMPARE(incident["name"_L1], u"orders:<!channel>"_s);
        QCOMPARE(incident["guide"_L1], u"problem-no-expiry"_s);
        QVERIFY(incident["until"_L1].isNull());
        m_server->command({"DEL", "orders:<!channel>"});
        QVERIFY(eventually([&] { return told().size() == 2; }));
        QCOMPARE(told()[1]["event"_L1], u"closed"_s);
        QCOMPARE(told()[1]["incident"_L1]["id"_L1], incident["id"_L1]);
        QVERIFY(told()[1]["incident"_L1]["until"_L1].isString());
        record.signal(SIGTERM);
        QCOMPARE(record.finish(), 0);
        QCOMPARE(told().size(), 2);
    }

    // Its URL is nowhere, and a receiver that is away keeps nothing up.
    void aWebhookIsToldAndItsUrlIsNot()
    {
        HookServer hook;
        write(u"hook"_s, hook.url() + '\n');
        QCOMPARE(save({u"shop"_s, u"--url"_s, m_server->url(), u"--notify-webhook-from"_s,
                       u"file:"_s + path(u"hook"_s), u"--notify-severity"_s, u"warning"_s,
                       u"--no-notify-ends"_s})
                     .status,
                 0);
        hook.answers = {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"};
        Program watch(LOCKCTL_PATH);
        prepare(watch);
        QVERIFY(watch.start({u"watch"_s, u"--record"_s, u"--profile"_s, u"shop"_s}));
        QVERIFY(watch.complains("telling a webhook of all problems of shop"));
        QVERIFY(watch.complains("watching "));
        m_server->command({"HSET", "orders", ann, "1"});
        QVERIFY(watch.complains("was given up: http://127.0.0.1:"));
        QCOMPARE(hook.requests().size(), 1);
        QCOMPARE(QJsonDocument::fromJson(hook.requests()[0].body)["event"_L1], u"opened"_s);
        watch.signal(SIGTERM);
        QCOMPARE(watch.finish(), 0);
        QVERIFY(!watch.err.contains("canary"));
        QVERIFY(!watch.out.contains("canary"));

        const Ran refused = run({u"notify"_s, u"test"_s, u"shop"_s});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.out.contains("shop: not delivered: http://127.0.0.1:"),
                 refused.out.constData());
        hook.answers = {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"};
        const Ran sent = run({u"notify"_s, u"test"_s, u"shop"_s});
        QVERIFY2(sent.status == 0 && sent.out.contains("shop: delivered in "),
                 QByteArray(sent.out + sent.err).constData());
        QCOMPARE(QJsonDocument::fromJson(hook.requests().last().body)["event"_L1], u"test"_s);
        for (const Ran &ran :
             {refused, sent, profile({u"show"_s, u"shop"_s}),
              profile({u"show"_s, u"shop"_s, u"--json"_s}), profile({u"export"_s, u"shop"_s})})
            QVERIFY(!ran.out.contains("canary") && !ran.err.contains("canary"));
    }

    void profilesKeepWhoIsTold()
    {
        QCOMPARE(save({u"shop"_s, u"--url"_s, m_server->url(), u"--notify-command"_s,
                       u"/opt/page \"me too\" -x"_s})
                     .status,
                 0);
        QCOMPARE(shown(u"shop"_s)["notify_command"_L1].toArray(),
                 (QJsonArray{u"/opt/page"_s, u"me too"_s, u"-x"_s}));
        const Ran details = profile({u"show"_s, u"shop"_s});
        QVERIFY2(details.out.contains("Notifies   /opt/page me too -x\n"
                                      "           of critical problems, and of their end\n"),
                 details.out.constData());
        // One in place of the other.
        QCOMPARE(save({u"shop"_s, u"--change"_s, u"--notify-webhook-from"_s, u"env:HOOK"_s}).status,
                 0);
        QVERIFY(!shown(u"shop"_s).contains("notify_command"_L1));
        QCOMPARE(shown(u"shop"_s)["notify_webhook_from"_L1], u"env:HOOK"_s);
        QCOMPARE(save({u"shop"_s, u"--change"_s, u"--notify-webhook-from"_s, QString()}).status, 0);
        const Ran nobody = run({u"notify"_s, u"test"_s, u"shop"_s});
        QCOMPARE(nobody.status, 2);
        QVERIFY2(nobody.says("the profile \"shop\" tells nobody"), nobody.err.constData());
        for (const QStringList &bad :
             {QStringList{u"--notify-command"_s, u"x"_s, u"--notify-webhook-from"_s, u"env:H"_s},
              QStringList{u"--notify-severity"_s, u"info"_s},
              QStringList{u"--notify-webhook-from"_s, u"https://hooks.example/canary"_s},
              QStringList{u"--notify-webhook-from"_s, u"ask"_s},
              QStringList{u"--notify-command"_s, QString()},
              QStringList{u"--notify-ends"_s, u"--no-notify-ends"_s}}) {
            const Ran ran = save(QStringList{u"other"_s, u"--url"_s, m_server->url()} + bad);
            QVERIFY2(ran.status == 2 && ran.says("--notify-"), ran.err.constData());
            QVERIFY(!ran.says("canary"));
        }
        QCOMPARE(run({u"notify"_s}).status, 2);
        QCOMPARE(run({u"notify"_s, u"send"_s}).status, 2);
        QCOMPARE(run({u"notify"_s, u"test"_s, m_server->url()}).status, 2);
    }

    // Neither with record nor with the test.
    void aCommandGetsNoSecretsOfTheEnvironment()
    {
        write(u"pager"_s,
              "#!/bin/sh\ncat > /dev/null\nenv > \"" + path(u"told"_s).toUtf8() + "\"\n",
              QFile::ReadOwner | QFile::ExeOwner);
        QCOMPARE(save({u"shop"_s, u"--url"_s, m_server->url(), u"--notify-command"_s,
                       path(u"pager"_s), u"--notify-severity"_s, u"warning"_s, u"--operator-user"_s,
                       u"ops"_s, u"--operator-password-from"_s, u"env:OPS_PASSWORD"_s,
                       u"--sentinel-password-from"_s, u"env:SENTINELS"_s})
                     .status,
                 0);
        const auto textOf = [this] {
            QFile file(path(u"told"_s));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        for (const QStringList &arguments : {QStringList{u"notify"_s, u"test"_s, u"shop"_s},
                                             QStringList{u"record"_s, u"shop"_s}}) {
            QFile::remove(path(u"told"_s));
            Program program(LOCKCTL_PATH);
            prepare(program);
            program.setVariable(u"OPS_PASSWORD"_s, u"canary-1"_s);
            program.setVariable(u"SENTINELS"_s, u"canary-2"_s);
            program.setVariable(u"LOCKSCOPE_SENTINEL_PASSWORD"_s, u"canary-3"_s);
            program.setVariable(u"LOCKSCOPE_PROXY_PASSWORD"_s, u"canary-4"_s);
            program.setVariable(u"LOCKSCOPE_OPERATOR_PASSWORD"_s, u"canary-5"_s);
            QVERIFY(program.start(arguments));
            m_server->command({"HSET", "orders", ann, "1"});
            QVERIFY(eventually([&] { return textOf().contains("XDG_CONFIG_HOME"); }));
            QVERIFY2(!textOf().contains("canary"), textOf().constData());
            if (arguments[0] == "record"_L1) // the test of the receivers ends by itself
                program.signal(SIGTERM);
            QVERIFY2(program.finish() == 0, program.err.constData());
        }
    }

    void aCommandThatFailsIsSaidByTheTest()
    {
        QCOMPARE(save({u"shop"_s, u"--url"_s, m_server->url(), u"--notify-command"_s,
                       u"sh -c \"echo no pager >&2; exit 4\""_s})
                     .status,
                 0);
        const Ran ran = run({u"notify"_s, u"test"_s, u"shop"_s});
        QCOMPARE(ran.status, 3);
        QVERIFY2(ran.out.contains("shop: running the program sh\n"
                                  "shop: not delivered: the program sh failed with status 4: no "
                                  "pager\n"),
                 ran.out.constData());
    }

private:
    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestNotify)

#include "tst_notify.moc"
