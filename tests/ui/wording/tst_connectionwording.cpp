// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tlsfault.h"
#include "tests/support/testmain.h"
#include "ui/wording/connectionwording.h"

using namespace Qt::StringLiterals;
using namespace lockscope;
using wording::ConnectionStep;

class tst_ConnectionWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void everyFailureHasCauseAndCure_data();
    void everyFailureHasCauseAndCure();
    void stepsAreTold();
};

namespace {

Error errorOf(ErrorKind kind, const Sentence &text = {}, const QByteArray &code = {})
{
    return {kind, code, text, u"host:1"_s};
}

} // namespace

void tst_ConnectionWording::everyFailureHasCauseAndCure_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QString>("cure");
    const auto row = [](const char *name, const Error &error, const QString &cause,
                        const QString &cure) { QTest::newRow(name) << error << cause << cure; };
    using enum ErrorKind;
    row("silent", errorOf(Timeout), u"no reply"_s, u"firewall"_s);
    row("name", errorOf(Unreachable, Sentence::say("no host has that name")), u"unknown host"_s,
        u"name of the host"_s);
    row("socket", errorOf(Unreachable, Sentence::say("there is no such socket")),
        u"no such socket"_s, u"path"_s);
    row("network", errorOf(Unreachable, u"Network unreachable"_s), u"unreachable"_s, u"network"_s);
    row("refused", errorOf(Refused), u"refused"_s, u"port"_s);
    row("lost", errorOf(ConnectionLost), u"connection lost"_s, u"Check the server"_s);
    row("certificate", tlsError(TlsFault::UnknownAuthority, Sentence::say("it is unknown")),
        u"certificate not trusted"_s, u"CA file"_s);
    row("handshake", errorOf(Tls, u"no TLS"_s), u"TLS failed"_s, u"settings for TLS"_s);
    row("no password", errorOf(Auth, {}, "NOAUTH"), u"password required"_s, u"right password"_s);
    row("wrong password", errorOf(Auth, {}, "WRONGPASS"), u"password rejected"_s,
        u"right password"_s);
    row("none set",
        errorOf(Auth, Sentence::say("a password was given, but the server has no password set"),
                "ERR"),
        u"password rejected"_s, u"without a password"_s);
    row("acl", errorOf(Permission, u"no permissions to run the 'scan' command"_s, "NOPERM"),
        u"no permission"_s, u"ACL"_s);
    row("http", errorOf(Protocol), u"not Redis"_s, u"port"_s);
    row("cluster", errorOf(Unsupported, u"Cluster"_s), u"not supported"_s, u"primary"_s);
    row("sentinel", errorOf(Unsupported, u"a Sentinel"_s, "SENTINEL"), u"a Sentinel"_s,
        u"redis+sentinel://"_s);
    row("name of a primary", errorOf(Unsupported, u"no such name"_s, "NOMASTER"),
        u"unknown name of a primary"_s, u"name"_s);
    row("no primary", errorOf(Unreachable, u"a replica"_s, "NOPRIMARY"), u"no primary"_s,
        u"network"_s);
    row("password of Sentinels", errorOf(Auth, u"rejected"_s, "SENTINELAUTH"),
        u"password rejected"_s, u"right password"_s);
    row("loading", errorOf(Server, u"loading"_s, "LOADING"), u"error reply"_s,
        u"Check the server"_s);
}

void tst_ConnectionWording::everyFailureHasCauseAndCure()
{
    QFETCH(const Error, error);
    QFETCH(const QString, cause);
    QFETCH(const QString, cure);
    QCOMPARE(wording::connectionCause(error), cause);
    const QString told = wording::connectionCure(error);
    QVERIFY2(told.contains(cure) && told.endsWith(u'.'), qPrintable(told));
    // The views say it of the servers that they retry; the test of a connection retries none.
    QVERIFY2(!told.contains("retries"_L1), qPrintable(told));
    QVERIFY(!told.contains("LOCKSCOPE_PASSWORD"_L1) && !told.contains("--"_L1));
    const QString problem = wording::connectionProblem(error);
    QVERIFY2(!problem.isEmpty() && !problem.contains("--ca-file"_L1), qPrintable(problem));
}

void tst_ConnectionWording::stepsAreTold()
{
    using Kind = ConnectionStep::Kind;
    QCOMPARE(wording::stepLines({Kind::Connection, {}, {}}), QStringList{u"Connection: passed"_s});
    QCOMPARE(wording::stepLines({Kind::Ping, u"0.42 ms\n"_s, {}}),
             QStringList{u"PING: passed (0.42 ms\\n)"_s});
    QCOMPARE(wording::stepLines({Kind::Connection, {}, errorOf(ErrorKind::Refused)}),
             (QStringList{u"Connection: failed"_s, u"Cause: host:1 refused the connection."_s,
                          u"Next step: Start the server, or correct the port."_s}));
}

LOCKSCOPE_TEST_SUITE(tst_ConnectionWording)
#include "tst_connectionwording.moc"
