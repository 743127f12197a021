// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl on servers with TLS: each failure has its own sentence and next step, and each option is
// a way past one of them. And on servers behind ssh.
#include "core/base/tlsfault.h"
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/sshserver.h"
#include "tests/support/testmain.h"
#include "tests/support/tlsservers.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class tst_ReachOptions : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TlsServers> m_servers;
    QTemporaryDir m_folder;

    static QString urlOf(quint16 port) { return u"rediss://127.0.0.1:%1"_s.arg(port); }

    static QStringList optionsFor(const redis::TlsRules &rules)
    {
        QStringList options;
        const auto add = [&](const QString &option, const QString &value) {
            if (!value.isEmpty())
                options += {option, value};
        };
        add(u"--ca-file"_s, rules.caFile);
        add(u"--cert"_s, rules.certificateFile);
        add(u"--key"_s, rules.keyFile);
        add(u"--tls-name"_s, rules.serverName);
        for (const QByteArray &fingerprint : rules.fingerprints)
            add(u"--tls-pin"_s, fingerprintText(fingerprint));
        return options;
    }

    // "REASON; NEXT STEP" of "... no secure connection to ADDRESS: REASON; NEXT STEP".
    static QByteArray toldBy(const QStringList &arguments)
    {
        Program lockctl(LOCKCTL_PATH);
        const int status = lockctl.run(arguments);
        const QByteArray begin = "no secure connection to ";
        const qsizetype at = lockctl.err.indexOf(begin);
        if (status != 3 || at < 0)
            return "exit status " + QByteArray::number(status) + ": " + lockctl.err;
        const QByteArray line = lockctl.err.sliced(at + begin.size()).trimmed();
        return line.sliced(line.indexOf(": ") + 2);
    }

    void lists(const QStringList &options)
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
        const int status = lockctl.run(QStringList{u"list"_s, u"--json"_s} + options);
        QVERIFY2(status == 0, lockctl.err.constData());
    }

    void saves(const QStringList &options)
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
        const int status = lockctl.run(QStringList{u"profile"_s, u"save"_s, u"shop"_s} + options);
        QVERIFY2(status == 0, lockctl.err.constData());
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_TLS();
        m_servers = std::make_unique<TlsServers>();
        QVERIFY(m_servers->areRunning());
    }

    void eachFailureHasItsSentenceAndNextStep()
    {
        std::map<TlsFault, QByteArray> reasons;
        std::set<QByteArray> different;
        for (const TlsServers::Case &given : m_servers->cases()) {
            const QByteArray told = toldBy(QStringList{u"list"_s, u"--url"_s, urlOf(given.port)}
                                           + optionsFor(given.rules));
            QVERIFY2(!told.startsWith("exit status"), told.constData());
            const qsizetype end = told.lastIndexOf("; ");
            QVERIFY2(end > 0 && told.size() > end + 10, told.constData());
            reasons[given.fault] = told;
            different.insert(told);
        }
        QCOMPARE(reasons.size(), std::size_t(11));
        QVERIFY(different.size() >= reasons.size());
        const auto says = [&](TlsFault fault, const char *text) {
            return reasons[fault].contains(text);
        };
        using enum TlsFault;
        QVERIFY(says(Expired, "expired on 2021-01-01 00:00 UTC; renew"));
        QVERIFY(says(NotYetValid, "not valid before 2090-01-01 00:00 UTC; check the clocks"));
        QVERIFY(says(WrongHost, "for other.example and not for 127.0.0.1"));
        QVERIFY(says(WrongHost, "(--tls-name)"));
        QVERIFY(says(SelfSigned, "self-signed; its SHA-256 fingerprint is "));
        QVERIFY(says(SelfSigned, m_servers->selfSignedFingerprint().toLatin1().constData()));
        QVERIFY(says(SelfSigned, "(--tls-pin)"));
        QVERIFY(says(UnknownAuthority, "issued by \"Lockscope test 1\""));
        QVERIFY(says(UnknownAuthority, "(--ca-file)"));
        QVERIFY(says(OtherFingerprint, "not the pinned one"));
        QVERIFY(says(OtherFingerprint, "do not connect"));
        QVERIFY(says(PlainServer, "redis://"));
        QVERIFY(says(CertificateWanted, "(--cert, --key)"));
        QVERIFY(says(CertificateRefused, "refused the client certificate"));
        QVERIFY(says(OldProtocol, "enable TLS 1.2 or 1.3"));
        QVERIFY(says(UnusableFile, "encrypted, and no passphrase was given"));
    }

    void theOptionsLeadPastThem()
    {
        const auto url = [](quint16 port) { return QStringList{u"--url"_s, urlOf(port)}; };
        const QStringList ca{u"--ca-file"_s, m_servers->certificates().caFile()};
        lists(url(m_servers->goodPort()) + ca);
        lists(url(m_servers->selfSignedPort())
              + QStringList{u"--tls-pin"_s, m_servers->selfSignedFingerprint()});
        lists(url(m_servers->otherNamePort()) + ca
              + QStringList{u"--tls-name"_s, u"other.example"_s});
        const auto client = m_servers->certificates().issue(u"DNS:client"_s);
        lists(url(m_servers->askingPort()) + ca
              + QStringList{u"--cert"_s, client.certificate, u"--key"_s, client.key});
    }

    void aProfileKeepsThem()
    {
        const auto client = m_servers->certificates().issue(u"DNS:client"_s);
        saves({u"--url"_s, urlOf(m_servers->askingPort()), u"--ca-file"_s,
               m_servers->certificates().caFile(), u"--cert"_s, client.certificate, u"--key"_s,
               client.key});
        lists({u"--profile"_s, u"shop"_s});
        Program show(LOCKCTL_PATH);
        show.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
        QCOMPARE(show.run({u"profile"_s, u"show"_s, u"shop"_s}), 0);
        QVERIFY2(show.out.contains(QByteArray("certificate " + client.certificate.toUtf8())),
                 show.out.constData());
        // Options replace what the profile says, and an empty one removes it.
        const QString pin = m_servers->selfSignedFingerprint();
        QVERIFY(toldBy({u"list"_s, u"--url"_s, urlOf(m_servers->goodPort()), u"--tls-pin"_s, pin})
                    .contains("not the pinned one"));
        saves({u"--change"_s, u"--url"_s, urlOf(m_servers->selfSignedPort()), u"--cert"_s,
               QString(), u"--key"_s, QString(), u"--ca-file"_s, QString(), u"--tls-pin"_s, pin});
        lists({u"--profile"_s, u"shop"_s});
    }

    // The passphrase of a client's key is a secret like the password.
    void anEncryptedKeyIsOpenedByItsPassphrase()
    {
        const QByteArray passphrase = "open sesame";
        const auto client = m_servers->certificates().encrypted(
            m_servers->certificates().issue(u"DNS:client"_s), passphrase);
        saves({u"--replace"_s, u"--url"_s, urlOf(m_servers->askingPort()), u"--ca-file"_s,
               m_servers->certificates().caFile(), u"--cert"_s, client.certificate, u"--key"_s,
               client.key, u"--key-passphrase-from"_s, u"env:SHOP_KEY_PASSPHRASE"_s});
        const auto listed = [&](const QByteArray &given) {
            Program lockctl(LOCKCTL_PATH);
            lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
            lockctl.setVariable(u"SHOP_KEY_PASSPHRASE"_s, QString::fromUtf8(given));
            const int status = lockctl.run({u"list"_s, u"--profile"_s, u"shop"_s});
            return std::pair(status, lockctl.err);
        };
        const auto [status, err] = listed(passphrase);
        QVERIFY2(status == 0, err.constData());
        const auto [wrong, told] = listed("S3CR3T-WRONG");
        QCOMPARE(wrong, 3);
        QVERIFY2(told.contains("the passphrase does not open the private key"), told.constData());
        QVERIFY(!told.contains("S3CR3T"));
    }

    // ssh ends with lockctl, however that ends.
    void aTunnelLivesAsLongAsItsProgram()
    {
        LOCKSCOPE_REQUIRE(SshServer::isAvailable(), "openssh-server");
        SshServer ssh;
        QVERIFY(ssh.start());
        const QString path = ssh.programs() + u':' + qEnvironmentVariable("PATH");
        RedisProcess server;
        QVERIFY(server.start());
        QVERIFY(server.command({"HSET", "orders", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"})
                    .isInteger());
        QVERIFY(server.command({"PEXPIRE", "orders", "60000"}).isInteger());
        const QStringList through{u"--url"_s, server.url(), u"--through"_s, SshServer::bastion()};
        const auto allHaveEnded = [&] {
            return eventually([&] {
                const auto all = ssh.processes();
                return !all.empty() && std::ranges::none_of(all, &SshServer::isAlive);
            });
        };
        Program list(LOCKCTL_PATH);
        list.setVariable(u"PATH"_s, path);
        QCOMPARE(list.run(QStringList{u"list"_s} + through), 0);
        QVERIFY2(list.out.contains("orders"), list.out.constData());
        QVERIFY(allHaveEnded());
        Program watch(LOCKCTL_PATH);
        watch.setVariable(u"PATH"_s, path);
        QVERIFY(watch.start(QStringList{u"watch"_s} + through));
        QVERIFY(watch.prints("orders"));
        watch.signal(SIGKILL);
        QVERIFY(allHaveEnded());
        // The profile has it, too.
        saves({u"--replace"_s, u"--url"_s, server.url(), u"--through"_s, SshServer::stranger()});
        Program refused(LOCKCTL_PATH);
        refused.setVariable(u"PATH"_s, path);
        refused.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
        QCOMPARE(refused.run({u"list"_s, u"--profile"_s, u"shop"_s}), 3);
        QVERIFY2(refused.err.contains("Permission denied"), refused.err.constData());
        QVERIFY2(refused.err.contains("try the same ssh in a terminal"), refused.err.constData());
    }

    void wrongOptionsAreRefused_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        const QString url = urlOf(1);
        QTest::newRow("no fingerprint")
            << QStringList{u"--url"_s, url, u"--tls-pin"_s, u"AB:CD"_s} << "--tls-pin: "_ba;
        QTest::newRow("key alone")
            << QStringList{u"--url"_s, url, u"--key"_s, u"/k.pem"_s} << "needs the certificate"_ba;
        QTest::newRow("no name") << QStringList{u"--url"_s, url, u"--tls-name"_s, u"a b"_s}
                                 << "cannot be the name of a server"_ba;
        QTest::newRow("no TLS") << QStringList{u"--url"_s, u"redis://127.0.0.1:1"_s, u"--tls-pin"_s,
                                               u"AB"_s.repeated(32)}
                                << "need a server with TLS"_ba;
        QTest::newRow("no relay") << QStringList{u"--url"_s, url, u"--through"_s, u"bastion"_s}
                                  << "--through: this is not a way"_ba;
        QTest::newRow("Unix socket")
            << QStringList{u"--url"_s, u"redis+unix:///s"_s, u"--through"_s, u"ssh://b"_s}
            << "--through: a Unix socket"_ba;
    }

    void wrongOptionsAreRefused()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, says);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(QStringList{u"list"_s} + options), 2);
        QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    }
};

LOCKSCOPE_TEST_SUITE(tst_ReachOptions)
#include "tst_reachoptions.moc"
