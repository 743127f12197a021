// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/act/terminal.h"
#include "tests/app/profilehome.h"
#include "tests/support/keychainsession.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QFile>

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

// Unique, so that it is found wherever it goes.
const QByteArray canary = "CANARY-7f1d9c52e0";

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

// The passwords of profiles, in lockctl: where they come from, and where they must never be.
class TestSecrets : public QObject, private ProfileHome
{
    Q_OBJECT

private:
    RedisProcess m_server{{.unixSocket = false, .password = canary, .tls = {}, .arguments = {}}};
    KeychainSession m_keychain;
    std::unique_ptr<QTemporaryDir> m_secrets; // what the operator keeps, not we

    QString secretFile(const QByteArray &secret, const QString &name = u"secret"_s) const
    {
        QFile file(m_secrets->filePath(name));
        if (!file.open(QIODevice::WriteOnly)
            || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
            || file.write(secret + '\n') < 0)
            return {};
        return file.fileName();
    }
    void prepare(Program &program) const
    {
        program.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
        program.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
        program.setVariable(u"DBUS_SESSION_BUS_ADDRESS"_s, QString::fromUtf8(m_keychain.address()));
    }
    bool saveFrom(const QString &source, const QStringList &more = {}) const
    {
        return save(QStringList{u"shop"_s, u"--url"_s, m_server.url(), u"--replace"_s,
                                u"--password-from"_s, source}
                    + more)
                   .status
            == 0;
    }
    // Files that the programs have written.
    QStringList filesWithCanary() const
    {
        QStringList found;
        QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (contentsOf(path).contains("CANARY"))
                found += path;
        }
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        LOCKSCOPE_REQUIRE(KeychainSession::isAvailable(), "gnome-keyring or dbus");
        QVERIFY(m_keychain.start());
    }

    void init()
    {
        failOnAnyWarning();
        makeHome();
        m_secrets = std::make_unique<QTemporaryDir>();
    }

    void savesAndShowsSources()
    {
        QVERIFY(saveFrom(u"command:pass show \"redis shop\""_s,
                         {u"--sentinel-password-from"_s, u"env:SENTINEL_PW"_s,
                          u"--key-passphrase-from"_s, u"ask"_s, u"--reauthenticate"_s, u"10m"_s}));
        const QJsonObject shown = this->shown(u"shop"_s);
        QCOMPARE(shown["password_from"_L1].toString(), u"command:pass show \"redis shop\""_s);
        QCOMPARE(shown["sentinel_password_from"_L1].toString(), u"env:SENTINEL_PW"_s);
        QCOMPARE(shown["key_passphrase_from"_L1].toString(), u"ask"_s);
        QCOMPARE(shown["reauthenticate"_L1].toString(), u"600s"_s);
        const Ran text = profile({u"show"_s, u"shop"_s});
        QVERIFY2(text.out.contains("password: command:pass show"), text.out.constData());
        QCOMPARE(save({u"shop"_s, u"--change"_s, u"--password-from"_s, u"ask"_s,
                       u"--reauthenticate"_s, u"0"_s})
                     .status,
                 0);
        QVERIFY(!this->shown(u"shop"_s).contains("reauthenticate"_L1));
    }

    void refusesWhatIsNoSource_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("a password") << QStringList{u"--password-from"_s, u"hunter2"_s}
                                    << "--password-from: this is not a source"_ba;
        QTest::newRow("variable") << QStringList{u"--password-from"_s, u"env:A-B"_s}
                                  << "--password-from: env: needs"_ba;
        QTest::newRow("path") << QStringList{u"--key-passphrase-from"_s, u"file:x"_s}
                              << "--key-passphrase-from: file: needs an absolute path"_ba;
        QTest::newRow("command") << QStringList{u"--sentinel-password-from"_s, u"command: "_s}
                                 << "--sentinel-password-from: command: needs a program"_ba;
        QTest::newRow("age") << QStringList{u"--password-from"_s, u"ask"_s, u"--reauthenticate"_s,
                                            u"10m"_s}
                             << "--reauthenticate: a new password can be had only from"_ba;
    }
    void refusesWhatIsNoSource()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Ran ran =
            save(QStringList{u"shop"_s, u"--url"_s, u"redis://127.0.0.1"_s} + arguments);
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.says(says), ran.err.constData());
        QVERIFY(!ran.err.contains("hunter2"));
    }

    void theKeychainKeepsIt()
    {
        QVERIFY(saveFrom(u"keychain"_s));
        const auto ran = [&](const QStringList &arguments, const QByteArray &input) {
            const QString file = secretFile(input, u"input"_s);
            const int descriptor = ::open(QFile::encodeName(file).constData(), O_RDONLY);
            Program program(LOCKCTL_PATH);
            prepare(program);
            program.setStandardInput(descriptor);
            const int status = program.run(arguments);
            ::close(descriptor);
            return Ran{status, program.out, program.err};
        };
        const QStringList list{u"list"_s, u"--profile"_s, u"shop"_s, u"--json"_s};
        const Ran missing = ran(list, {});
        QVERIFY(missing.status != 0);
        QVERIFY2(missing.says("store it with lockctl profile password shop"),
                 missing.err.constData());
        const Ran stored = ran({u"profile"_s, u"password"_s, u"shop"_s}, canary);
        QVERIFY2(stored.status == 0, stored.err.constData());
        const Ran listed = ran(list, {});
        QVERIFY2(listed.status == 0, listed.err.constData());
        QCOMPARE(ran({u"profile"_s, u"password"_s, u"shop"_s, u"--forget"_s}, {}).status, 0);
        QCOMPARE(ran({u"profile"_s, u"password"_s, u"shop"_s, u"--forget"_s}, {}).status, 0);
        QVERIFY(ran(list, {}).status != 0);
        for (const Ran &each : {missing, stored, listed})
            QVERIFY(!each.out.contains("CANARY") && !each.err.contains("CANARY"));
        QCOMPARE(filesWithCanary(), QStringList());
    }

    void asksOnATerminalOnly()
    {
        QVERIFY(saveFrom(u"ask"_s));
        const QStringList arguments{u"list"_s, u"--profile"_s, u"shop"_s};
        const Ran without = run(arguments);
        QCOMPARE(without.status, 2);
        QVERIFY2(without.says("standard input is no terminal"), without.err.constData());

        const Terminal terminal;
        QVERIFY(terminal.isOpen());
        Program program(LOCKCTL_PATH);
        prepare(program);
        program.setStandardInput(terminal.programsEnd());
        QVERIFY(program.start(arguments));
        QVERIFY(program.complains("Password of the profile shop: "));
        QVERIFY(terminal.type(canary + '\n'));
        QCOMPARE(program.finish(), 0);
        QVERIFY(!program.err.contains("CANARY") && !program.out.contains("CANARY"));
        termios mode{};
        QCOMPARE(::tcgetattr(terminal.programsEnd(), &mode), 0);
        QVERIFY(mode.c_lflag & ECHO);
    }

    void aSignalGivesTheTerminalBack()
    {
        QVERIFY(saveFrom(u"ask"_s));
        const Terminal terminal;
        Program program(LOCKCTL_PATH);
        prepare(program);
        program.setStandardInput(terminal.programsEnd());
        QVERIFY(program.start({u"list"_s, u"--profile"_s, u"shop"_s}));
        QVERIFY(program.complains("Password of the profile shop: "));
        termios mode{};
        QVERIFY(eventually([&] {
            return ::tcgetattr(terminal.programsEnd(), &mode) == 0 && !(mode.c_lflag & ECHO);
        }));
        program.signal(SIGTERM);
        QVERIFY(eventually([&] { return program.hasEnded(); }));
        QCOMPARE(::tcgetattr(terminal.programsEnd(), &mode), 0);
        QVERIFY(mode.c_lflag & ECHO);
    }

    void aWrongPasswordNamesTheSource()
    {
        QVERIFY(saveFrom(u"file:"_s + secretFile("CANARY-wrong")));
        const Ran ran = run({u"doctor"_s, u"--profile"_s, u"shop"_s});
        QVERIFY(ran.status != 0);
        const QByteArray all = ran.out + ran.err;
        QVERIFY2(all.contains("write the right one into the file"), all.constData());
        QVERIFY(!all.contains("CANARY") && !all.contains("LOCKSCOPE_PASSWORD"));
    }

    void nobodySeesIt_data()
    {
        QTest::addColumn<QString>("kind");
        for (const QString &kind : {u"env"_s, u"file"_s, u"command"_s, u"LOCKSCOPE_PASSWORD"_s})
            QTest::newRow(qPrintable(kind)) << kind;
    }
    // Whatever lockctl does with it: in no output, no file, no argument, no child's environment.
    void nobodySeesIt()
    {
        QFETCH(QString, kind);
        const QString file = secretFile(canary);
        const QString source = kind == "env"_L1 ? u"env:SHOP_PASSWORD"_s
            : kind == "file"_L1                 ? u"file:"_s + file
            : kind == "command"_L1              ? u"command:cat "_s + file
                                                : QString();
        if (source.isEmpty())
            QCOMPARE(save({u"shop"_s, u"--url"_s, m_server.url()}).status, 0);
        else
            QVERIFY(saveFrom(source));
        const QString variable = kind == "env"_L1 ? u"SHOP_PASSWORD"_s
            : source.isEmpty()                    ? u"LOCKSCOPE_PASSWORD"_s
                                                  : u"UNUSED"_s;
        const QString environment = m_home->filePath(u"environment"_s);
        const QStringList toShop{u"--profile"_s, u"shop"_s};
        const std::vector<QStringList> commands{
            QStringList{u"list"_s} + toShop,
            QStringList{u"list"_s, u"--json"_s} + toShop,
            QStringList{u"run"_s, u"canary:lock"_s} + toShop
                + QStringList{u"--"_s, u"sh"_s, u"-c"_s,
                              u"env > '%1'; tr '\\0' ' ' < /proc/$PPID/cmdline >> '%1'"_s.arg(
                                  environment)},
            QStringList{u"show"_s, u"canary:lock"_s} + toShop,
            QStringList{u"doctor"_s, u"--json"_s} + toShop,
            QStringList{u"unlock"_s, u"canary:lock"_s, u"--force"_s, u"--yes"_s} + toShop,
            QStringList{u"audit"_s, u"--json"_s},
            {u"profile"_s, u"show"_s, u"shop"_s},
            {u"profile"_s, u"list"_s, u"--json"_s},
        };
        for (const QStringList &arguments : commands) {
            Program program(LOCKCTL_PATH);
            prepare(program);
            if (variable != "UNUSED"_L1)
                program.setVariable(variable, QString::fromUtf8(canary));
            const int status = program.run(arguments);
            const QByteArray all = program.out + program.err;
            QVERIFY2(!all.contains("CANARY"), all.constData());
            QVERIFY2(!all.contains("NOAUTH") && !all.contains("rejected"), all.constData());
            if (arguments.front() != "show"_L1 && arguments.front() != "unlock"_L1)
                QVERIFY2(status == 0, all.constData());
        }
        QVERIFY(contentsOf(environment).contains("LOCKCTL_LOCK"));
        QCOMPARE(filesWithCanary(), QStringList());
    }

    // The program that tells one password must not read another one, nor must the command of run.
    void noChildGetsTheVariablesOfAnotherProfile()
    {
        const QString ofSource = m_home->filePath(u"source"_s);
        const QString ofCommand = m_home->filePath(u"command"_s);
        QVERIFY(saveFrom(
            u"command:sh -c \"env > '%1'; cat '%2'\""_s.arg(ofSource, secretFile(canary))));
        QCOMPARE(save({u"other"_s, u"--url"_s, u"redis://127.0.0.1:1"_s, u"--operator-user"_s,
                       u"ops"_s, u"--operator-password-from"_s, u"env:OTHER_PASSWORD"_s})
                     .status,
                 0);
        Program program(LOCKCTL_PATH);
        prepare(program);
        program.setVariable(u"OTHER_PASSWORD"_s, u"OTHER-CANARY"_s);
        program.setVariable(u"LOCKSCOPE_PROXY_PASSWORD"_s, u"OTHER-CANARY"_s);
        const int status = program.run({u"run"_s, u"canary:lock"_s, u"--profile"_s, u"shop"_s,
                                        u"--"_s, u"sh"_s, u"-c"_s, u"env > '%1'"_s.arg(ofCommand)});
        QVERIFY2(status == 0, program.err.constData());
        for (const QString &file : {ofSource, ofCommand}) {
            QVERIFY2(contentsOf(file).contains("PATH="), qPrintable(file));
            QVERIFY2(!contentsOf(file).contains("OTHER"), qPrintable(file));
        }
    }

    // The console, from its start to a crash and the report of it.
    void nobodySeesItInTheConsole()
    {
        QVERIFY(saveFrom(u"command:cat "_s + secretFile(canary)));
        m_server.command({"SET", "canary:lock", "owner", "PX", "60000"});
        for (const bool crashes : {true, false}) {
            Program console(LOCKSCOPE_PATH);
            prepare(console);
            console.setVariable(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
            console.setVariable(u"LOCKSCOPE_AUDIT"_s, QString());
            console.setVariable(u"QT_LOGGING_RULES"_s, u"*.debug=true"_s);
            QVERIFY(console.start({u"--profile"_s, u"shop"_s}));
            const QByteArray name = "name=lockscope";
            QVERIFY(eventually([&] {
                return m_server.command({"CLIENT", "LIST"}).bytes.count(name) >= 2
                    && QFile::exists(m_home->filePath(u"lockscope/lockscope.ini"_s));
            }));
            const QString process = u"/proc/%1/"_s.arg(console.processId());
            for (const QString &file : {u"cmdline"_s, u"environ"_s})
                QVERIFY(!contentsOf(process + file).contains("CANARY"));
            console.signal(crashes ? SIGSEGV : SIGTERM);
            const int status = console.finish();
            QVERIFY(crashes == (status != 0));
            const QByteArray all = console.out + console.err;
            QVERIFY(!all.contains("CANARY"));
        }
        QDirIterator reports(m_home->path(), {u"crash-*"_s}, QDir::Files,
                             QDirIterator::Subdirectories);
        QVERIFY(reports.hasNext()); // else the search would be of less than it says
        QCOMPARE(filesWithCanary(), QStringList());
    }

    void aCrashLeavesNoCore_data()
    {
        QTest::addColumn<bool>("hasSecret");
        QTest::newRow("with a password") << true;
        QTest::newRow("without") << false; // shows that the test could see one
    }
    void aCrashLeavesNoCore()
    {
        QFETCH(bool, hasSecret);
        rlimit limit{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &limit), 0);
        LOCKSCOPE_REQUIRE(limit.rlim_max != 0, "the right to write core files");
        RedisProcess open;
        QVERIFY(open.start());
        QVERIFY(saveFrom(u"file:"_s + secretFile(canary)));
        const QByteArray profiles =
            QFile::encodeName(m_home->filePath(u"lockscope/profiles.json"_s));
        const QTemporaryDir folder; // where a core file would be
        const QByteArray where = QFile::encodeName(folder.path());
        const QByteArray url = open.url().toUtf8();
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        std::array<int, 2> pipe{};
        QCOMPARE(::pipe2(pipe.data(), O_CLOEXEC), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit most{limit.rlim_max, limit.rlim_max};
            ::setrlimit(RLIMIT_CORE, &most);
            ::setenv("LOCKSCOPE_PROFILES", profiles.constData(), 1);
            ::dup2(pipe[1], STDERR_FILENO); // tells what it watches
            ::dup2(nowhere, STDOUT_FILENO);
            if (::chdir(where.constData()) == 0)
                ::execl(LOCKCTL_PATH, "lockctl", "watch", "--json",
                        hasSecret ? "--profile" : "--url", hasSecret ? "shop" : url.constData(),
                        static_cast<char *>(nullptr));
            ::_exit(127);
        }
        ::close(pipe[1]);
        ::close(nowhere);
        QByteArray told;
        const bool isWatching = eventually([&] {
            std::array<char, 4096> some{};
            pollfd input{pipe[0], POLLIN, 0};
            if (::poll(&input, 1, 0) > 0)
                told.append(some.data(), ::read(pipe[0], some.data(), some.size()));
            return told.contains("watching");
        });
        QCOMPARE(::kill(child, SIGSEGV), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        ::close(pipe[0]);
        QVERIFY2(isWatching, told.constData());
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WCOREDUMP(status) != 0, !hasSecret);
        if (hasSecret)
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList());
    }
};

LOCKSCOPE_TEST_SUITE(TestSecrets)
#include "tst_secrets.moc"
