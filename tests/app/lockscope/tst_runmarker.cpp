// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/runmarker.h"
#include "tests/app/consolehome.h"
#include "tests/support/testmain.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

// Runs and their ends: markers alone, and the console as a process.
class tst_RunMarker : public QObject, private ConsoleHome
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        makeHome();
    }

    void anExpectedEndLeavesNothing();
    void twoThatRunDoNotReportEachOther();
    void aMarkerWithoutAProcessIsReportedOnce();
    void anEndThatWasAskedForIsNoCrash();
    void fewReportsAreKept();
    void aFolderThatCannotBeMadeIsNoTrouble();
    void aCrashIsReported_data();
    void aCrashIsReported();
    void aKilledConsoleLeavesItsFiles_F33();
    void theConsoleEndsWithoutATrace();
    void aSignalDuringTheStartLeavesNoTrace_data();
    void aSignalDuringTheStartLeavesNoTrace();

private:
    QString folder() const { return inHome(u"lockscope/runs"_s); }
    QStringList files(const QString &form) const
    {
        return QDir(folder()).entryList({form}, QDir::Files, QDir::Name);
    }
    void put(const QString &name, const QByteArray &text) const
    {
        QVERIFY(QDir().mkpath(folder()));
        QFile file(folder() + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

void tst_RunMarker::anExpectedEndLeavesNothing()
{
    {
        const RunMarker marker(folder());
        QVERIFY(marker.descriptor() >= 0);
        const QByteArray text = contentOf(marker.file());
        QVERIFY2(text.contains("\nversion: ") && text.contains("\nQt: "), text.constData());
        QVERIFY(!(QFile::permissions(marker.file()) & (QFile::ReadGroup | QFile::ReadOther)));
    }
    QVERIFY(files(u"*"_s).isEmpty());
    QVERIFY(takeCrashReport(folder()).isEmpty());
}

void tst_RunMarker::twoThatRunDoNotReportEachOther()
{
    const RunMarker other(folder());
    QVERIFY(takeCrashReport(folder()).isEmpty());
    QVERIFY(QFile::exists(other.file()));
}

// Also where another process has its id today: this one.
void tst_RunMarker::aMarkerWithoutAProcessIsReportedOnce()
{
    put(u"run-1000-%1.txt"_s.arg(QCoreApplication::applicationPid()), "version: 0\n");
    const QString report = takeCrashReport(folder());
    QCOMPARE(QFileInfo(report).fileName(),
             u"crash-1000-%1.txt"_s.arg(QCoreApplication::applicationPid()));
    const QByteArray text = contentOf(report);
    QVERIFY2(text.startsWith("version: 0\n") && text.contains("no signal"), text.constData());
    QVERIFY(takeCrashReport(folder()).isEmpty());
    QVERIFY(QFile::exists(report));
}

// A second signal does not wait until the first one's end is in order.
void tst_RunMarker::anEndThatWasAskedForIsNoCrash()
{
    const QByteArray killed = [&] {
        const RunMarker marker(folder());
        marker.noteAskedToEnd();
        return contentOf(marker.file());
    }();
    put(u"run-1000-1.txt"_s, killed);
    QVERIFY(takeCrashReport(folder()).isEmpty());
    QVERIFY(files(u"*"_s).isEmpty());
    put(u"run-1000-1.txt"_s, killed + "\nsignal: 11 (SIGSEGV)\n");
    QVERIFY(!takeCrashReport(folder()).isEmpty());
}

void tst_RunMarker::fewReportsAreKept()
{
    for (int i = 1; i <= 9; ++i)
        put(u"run-%1-1.txt"_s.arg(i), "version: 0\n");
    QVERIFY(takeCrashReport(folder()).endsWith("crash-9-1.txt"_L1));
    QCOMPARE(files(u"*"_s).size(), 5);
    QCOMPARE(files(u"*"_s).front(), u"crash-5-1.txt"_s);
}

void tst_RunMarker::aFolderThatCannotBeMadeIsNoTrouble()
{
    for (const QString &path : {QString(), u"/proc/none/runs"_s}) {
        const RunMarker marker(path);
        QCOMPARE(marker.descriptor(), -1);
        QVERIFY(takeCrashReport(path).isEmpty());
    }
}

void tst_RunMarker::aCrashIsReported_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("fault") << SIGSEGV << QByteArray("(SIGSEGV)");
    QTest::newRow("abort") << SIGABRT << QByteArray("(SIGABRT)");
    QTest::newRow("kill") << SIGKILL << QByteArray("no signal");
}

void tst_RunMarker::aCrashIsReported()
{
    QFETCH(int, number);
    QFETCH(QByteArray, says);
    Program console(LOCKSCOPE_PATH);
    prepare(console, u"one"_s);
    // A port where nobody is: the console tries it, and that is all it does.
    QVERIFY(console.start({u"redis://127.0.0.1:1"_s}));
    QVERIFY(hasStarted(u"one"_s));
    const QDateTime before = QDateTime::currentDateTimeUtc();
    console.signal(number);
    QVERIFY(console.finish() != 0);
    QVERIFY(console.hasEnded());
    const QDateTime after = QDateTime::currentDateTimeUtc();

    const QString report = takeCrashReport(folder());
    const QByteArray text = contentOf(report);
    QVERIFY2(text.contains(says), text.constData());
    QVERIFY2(text.contains("\nstarted: "), text.constData());
    QCOMPARE(text.contains("\ncalls"), number != SIGKILL);
    if (number != SIGKILL) {
        // Beside the time of the start, in the same form.
        static const QRegularExpression form(
            u"\nended: (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)\n"_s);
        const auto match = form.match(QString::fromUtf8(text));
        QVERIFY2(match.hasMatch(), text.constData());
        const QDateTime ended = QDateTime::fromString(match.captured(1), Qt::ISODateWithMs);
        // The clocks of two processors may differ a little.
        QVERIFY2(before.addMSecs(-100) <= ended && ended <= after.addMSecs(100), text.constData());
    }
    QVERIFY(!text.contains("127.0.0.1"));
}

// Settings and profiles are whole after each kill, and the next start reads them.
void tst_RunMarker::aKilledConsoleLeavesItsFiles_F33()
{
    const QString profiles = inHome(u"profiles.json"_s);
    const QByteArray saved = "{\"version\":1,\"profiles\":[{\"name\":\"shop\","
                             "\"urls\":[\"redis://127.0.0.1:1\"]}]}";
    {
        QFile file(profiles);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(saved) == saved.size());
    }
    for (int i = 0; i < 3; ++i) {
        Program console(LOCKSCOPE_PATH);
        prepare(console, u"one"_s);
        QVERIFY(console.start({u"--profile"_s, u"shop"_s}));
        QVERIFY(hasStarted(u"one"_s));
        QVERIFY(!console.hasEnded());
        console.signal(SIGKILL);
        QCOMPARE(console.finish(), -1);
        QCOMPARE(contentOf(profiles), saved);
        const QSettings settings(inHome(u"one/lockscope/lockscope.ini"_s), QSettings::IniFormat);
        QCOMPARE(settings.status(), QSettings::NoError);
        QVERIFY(!settings.allKeys().isEmpty());
    }
}

void tst_RunMarker::theConsoleEndsWithoutATrace()
{
    Program console(LOCKSCOPE_PATH);
    Program other(LOCKSCOPE_PATH);
    prepare(console, u"one"_s);
    prepare(other, u"two"_s);
    QVERIFY(console.start({u"redis://127.0.0.1:1"_s}));
    QVERIFY(other.start({u"redis://127.0.0.1:1"_s}));
    QVERIFY(hasStarted(u"one"_s) && hasStarted(u"two"_s));
    QCOMPARE(files(u"run-*.txt"_s).size(), 2);
    for (Program *each : {&console, &other}) {
        each->interrupt();
        const int status = each->finish();
        QVERIFY2(status == 0, each->err.constData());
    }
    QVERIFY(files(u"*"_s).isEmpty());
}

void tst_RunMarker::aSignalDuringTheStartLeavesNoTrace_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says"); // empty: as soon as the run has its marker
    QTest::addColumn<int>("status");
    // Beside what it says it shows a message, which is open then: not on "offscreen".
    QTest::newRow("no such file") << QStringList{u"/nonexistent.lockscope"_s}
                                  << QByteArray("there is no file") << 1;
    QTest::newRow("no such record")
        << QStringList{u"--record"_s, u"nosuch"_s} << QByteArray("nosuch") << 1;
    QTest::newRow("at once") << QStringList{u"redis://127.0.0.1:1"_s} << QByteArray() << 0;
}

void tst_RunMarker::aSignalDuringTheStartLeavesNoTrace()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    QFETCH(int, status);
    for (const int number : {SIGTERM, SIGINT}) {
        Program console(LOCKSCOPE_PATH);
        prepare(console, u"one"_s);
        if (!says.isEmpty())
            console.setVariable(u"QT_QPA_PLATFORM"_s, u"minimal"_s);
        console.setVariable(u"LOCKSCOPE_RECORDS"_s, inHome(u"records"_s));
        QVERIFY(console.start(arguments));
        QVERIFY(eventually([&] { return !files(u"run-*.txt"_s).isEmpty(); }));
        QVERIFY2(says.isEmpty() || console.complains(says), console.err.constData());
        console.signal(number);
        QCOMPARE(console.finish(), status);
        QCOMPARE(files(u"*"_s), QStringList());
    }
}

LOCKSCOPE_TEST_SUITE(tst_RunMarker)
#include "tst_runmarker.moc"
