// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

namespace {

QString path(const char *text)
{
    return QString::fromUtf8(text);
}

// The page of use in HACKING.md, as it stands there.
QByteArray example()
{
    QFile file(path(PROJECT_FOLDER "/HACKING.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    const QByteArray fence = "```cpp\n"_ba;
    const auto begin = text.indexOf(fence);
    const auto end = text.indexOf("\n```", begin + 1);
    return begin < 0 || end < 0 ? QByteArray()
                                : text.mid(begin + fence.size(), end + 1 - begin - fence.size());
}

void write(const QString &name, const QByteArray &text)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

// The library as another program finds it: installed, linked by the CMake package and by
// pkg-config, and used as HACKING.md says.
class TestPackage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cmakePackage();
    void pkgConfig();

private:
    bool run(const QString &program, const QStringList &arguments);
    void takesTheLock(const QString &program);

    QTemporaryDir m_folder;
};

bool TestPackage::run(const QString &program, const QStringList &arguments)
{
    constexpr int patience = 300'000; // a compiler runs, perhaps on a busy machine
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0)
        return true;
    qWarning("%s failed:\n%s", qPrintable(program), process.readAll().right(4000).constData());
    return false;
}

void TestPackage::takesTheLock(const QString &program)
{
    RedisProcess server;
    QVERIFY(server.start());
    Program user(program.toUtf8().constData());
    user.setVariable(u"LD_LIBRARY_PATH"_s, m_folder.filePath(u"stage/" LIBRARY_FOLDER ""_s));
    QCOMPARE(user.run({server.url()}), 0);
    QVERIFY2(user.err.contains("held for"), user.err.constData());
    QCOMPARE(server.command({"EXISTS", "orders:nightly"}).integer, 0);

    // Somebody else's: it says so by its status, after the wait.
    server.command({"HSET", "orders:nightly", "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1", "1"});
    Program other(program.toUtf8().constData());
    other.setVariable(u"LD_LIBRARY_PATH"_s, m_folder.filePath(u"stage/" LIBRARY_FOLDER ""_s));
    QCOMPARE(other.run({server.url()}), 1);
}

void TestPackage::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
    QVERIFY(m_folder.isValid());
    for (const QString &component : {u"library"_s, u"development"_s}) {
        QVERIFY(run(path(CMAKE_PATH),
                    {u"--install"_s, path(BUILD_FOLDER), u"--component"_s, component, u"--prefix"_s,
                     m_folder.filePath(u"stage"_s)}));
    }
    QVERIFY(!example().isEmpty());
    write(m_folder.filePath(u"main.cpp"_s), example());
    write(m_folder.filePath(u"CMakeLists.txt"_s),
          "cmake_minimum_required(VERSION 3.25)\n"
          "project(user LANGUAGES CXX)\n"
          "find_package(Lockscope " LIBRARY_VERSION " REQUIRED)\n"
          "add_executable(user main.cpp)\n"
          "target_link_libraries(user PRIVATE Lockscope::core)\n");
}

void TestPackage::cmakePackage()
{
    const QString build = m_folder.filePath(u"build"_s);
    QVERIFY(run(path(CMAKE_PATH),
                {u"-G"_s, u"Ninja"_s, u"-S"_s, m_folder.path(), u"-B"_s, build,
                 u"-DCMAKE_PREFIX_PATH="_s + m_folder.filePath(u"stage"_s),
                 u"-DCMAKE_CXX_COMPILER="_s + path(COMPILER_PATH)}));
    QVERIFY(run(path(CMAKE_PATH), {u"--build"_s, build}));
    takesTheLock(build + u"/user"_s);
}

void TestPackage::pkgConfig()
{
    const QString binary = m_folder.filePath(u"user-pc"_s);
    const QString command =
        u"export PKG_CONFIG_PATH=%1/stage/" LIBRARY_FOLDER "/pkgconfig; "
        "%2 -fPIC %1/main.cpp $(pkg-config --cflags --libs lockscope-core) -o %3"_s.arg(
            m_folder.path(), path(COMPILER_PATH), binary);
    QVERIFY(run(u"/bin/sh"_s, {u"-ec"_s, command}));
    takesTheLock(binary);
}

LOCKSCOPE_TEST_SUITE(TestPackage)
#include "tst_package.moc"
