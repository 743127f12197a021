// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditfile.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::AuditFile;
using admin::AuditRecord;

class TestAuditFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void writesOneLineForEach();
    void makesFoldersForItsOwnerAlone();
    void escapesHostileText();
    void survivesManyWriters();
    void waitsForAnothersLine();
    void keepsACutLineAlone();
    void tellsWhatIsWrong_data();
    void tellsWhatIsWrong();
    void tellsOfAFullDisk();
    void putsAFullFileAside();
    void writersGoOnWhileFilesArePutAside();
    void growsWhereNothingCanBePutAside();

private:
    QString path(const QString &name = u"audit.jsonl"_s) const { return m_folder->filePath(name); }
    static AuditRecord record()
    {
        AuditRecord record;
        record.at = WallInstant(Millis(1'700'000'000'123));
        record.id = u"one"_s;
        record.phase = u"intended"_s;
        record.user = u"ann"_s;
        record.action = "force-unlock";
        record.lock = "orders";
        record.kind = "reentrant";
        record.commands = {"\"DEL\" \"orders\""};
        record.reason = u"stuck"_s;
        return record;
    }
    std::vector<QByteArray> lines(const QString &file) const
    {
        QFile opened(file);
        std::vector<QByteArray> lines;
        if (opened.open(QIODevice::ReadOnly)) {
            for (QByteArray &line : opened.readAll().split('\n'))
                lines.push_back(std::move(line));
        }
        return lines;
    }
    // The ids in all files, the oldest first; a line that is none is told as such.
    QStringList ids(int older) const
    {
        QStringList ids;
        for (int age = older; age >= 0; --age) {
            for (const QByteArray &line : lines(admin::auditFileAt(path(), age))) {
                if (!line.isEmpty())
                    ids += QJsonDocument::fromJson(line)["id"_L1].toString(u"no line"_s);
            }
        }
        return ids;
    }
    static AuditRecord numbered(int number)
    {
        AuditRecord entry = record();
        entry.id = QString::number(number);
        entry.reason = QString(500, u'x');
        return entry;
    }
    static mode_t modeOf(const QString &file)
    {
        struct stat status = {};
        return ::stat(QFile::encodeName(file).constData(), &status) == 0 ? status.st_mode & 07777U
                                                                         : 0;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAuditFile::writesOneLineForEach()
{
    const AuditFile audit(path());
    QVERIFY(audit.append(record()));
    AuditRecord after = record();
    after.phase = u"done"_s;
    after.outcome = u"changed"_s;
    QVERIFY(audit.append(after));
    const auto written = lines(path());
    QCOMPARE(written.size(), 3); // the last one is empty
    const QJsonObject first = QJsonDocument::fromJson(written[0]).object();
    QCOMPARE(first["at"_L1].toString(), u"2023-11-14T22:13:20.123Z"_s);
    QCOMPARE(first["user"_L1].toString(), u"ann"_s);
    QCOMPARE(first["lock"_L1].toString(), u"orders"_s);
    QCOMPARE(first["commands"_L1].toArray().at(0).toString(), u"\"DEL\" \"orders\""_s);
    const QJsonObject second = QJsonDocument::fromJson(written[1]).object();
    QCOMPARE(second["phase"_L1].toString(), u"done"_s);
    QCOMPARE(second["outcome"_L1].toString(), u"changed"_s);
    QCOMPARE(modeOf(path()), 0600U);
}

void TestAuditFile::makesFoldersForItsOwnerAlone()
{
    const QString file = path(u"state/lockscope/audit.jsonl"_s);
    QVERIFY(AuditFile(file).append(record()));
    QCOMPARE(modeOf(path(u"state"_s)), 0700U);
    QCOMPARE(modeOf(path(u"state/lockscope"_s)), 0700U);
    QCOMPARE(modeOf(file), 0600U);
}

void TestAuditFile::escapesHostileText()
{
    AuditRecord hostile = record();
    hostile.lock = "a\n{\"forged\":true}\x1b[2J\xff";
    hostile.reason = u"\ufeff\u202egnp\u0085\u2028\U000e0041 done\n\"x\""_s;
    hostile.commands = {"\xff\n", "\xef\xbb\xbfjob"};
    QVERIFY(AuditFile(path()).append(hostile));
    const auto written = lines(path());
    QCOMPARE(written.size(), 2);
    for (const char byte : written[0])
        QVERIFY(byte >= 0x20 && byte < 0x7f);
    const QJsonObject object = QJsonDocument::fromJson(written[0]).object();
    QCOMPARE(QByteArray::fromBase64(object["lock_base64"_L1].toString().toLatin1()), hostile.lock);
    QCOMPARE(object["reason"_L1].toString(), hostile.reason);
    QCOMPARE(object["commands"_L1].toArray().last().toString(), u"\ufeffjob"_s);
    QVERIFY(!object.contains("forged"_L1));
}

void TestAuditFile::survivesManyWriters()
{
    constexpr int writers = 4;
    constexpr int each = 25;
    std::vector<std::thread> threads;
    std::atomic<int> failures = 0;
    for (int i = 0; i < writers; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < each; ++j) {
                AuditRecord entry = record();
                entry.reason = QString(5000, u'x');
                if (!AuditFile(path()).append(entry))
                    ++failures;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(failures.load(), 0);
    // A writer may take the line that another one is writing for one that was cut short: then an
    // empty line follows it.
    auto written = lines(path());
    std::erase(written, QByteArray());
    QCOMPARE(written.size(), writers * each);
    for (const QByteArray &line : written)
        QVERIFY(QJsonDocument::fromJson(line).isObject());
}

void TestAuditFile::keepsACutLineAlone()
{
    QVERIFY(AuditFile(path()).append(record()));
    QFile file(path());
    QVERIFY(file.open(QIODevice::Append));
    file.write("{\"cut");
    file.close();
    QVERIFY(AuditFile(path()).append(record()));
    const auto written = lines(path());
    QCOMPARE(written.size(), 4);
    QCOMPARE(written[1], "{\"cut"_ba);
    QVERIFY(QJsonDocument::fromJson(written[2]).isObject());
}

// A long line may be seen in part while it is written: that is not one that was cut short.
void TestAuditFile::waitsForAnothersLine()
{
    QVERIFY(AuditFile(path()).append(record()));
    const int other =
        ::open(QFile::encodeName(path()).constData(), O_WRONLY | O_APPEND | O_CLOEXEC);
    QVERIFY(other >= 0);
    QCOMPARE(::flock(other, LOCK_EX), 0);
    QCOMPARE(::write(other, "{\"half\":", 8), 8);
    std::atomic<bool> written = false;
    std::thread writer([&] { written = AuditFile(path()).append(record()).has_value(); });
    const bool hasPassed =
        eventually([&] { return written.load(); }, std::chrono::milliseconds(100));
    QCOMPARE(::write(other, "1}\n", 3), 3);
    ::close(other); // and the lock with it
    writer.join();
    QVERIFY(!hasPassed);
    QVERIFY(written);
    const auto all = lines(path());
    QCOMPARE(all.size(), std::size_t(4)); // three, and the part after the last
    QCOMPARE(all[1], QByteArray("{\"half\":1}"));
    QVERIFY(QJsonDocument::fromJson(all[2]).isObject());
}

void TestAuditFile::tellsWhatIsWrong_data()
{
    using Prepare = void (*)(const QString &);
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QString>("says");
    const auto touch = [](const QString &file) {
        QFile made(file);
        (void)made.open(QIODevice::WriteOnly);
    };
    static const auto make = touch;
    QTest::newRow("symbolic link") << Prepare([](const QString &file) {
        make(file + u".target"_s);
        QFile::link(file + u".target"_s, file);
    }) << u"is a symbolic link"_s;
    QTest::newRow("folder") << Prepare([](const QString &file) { QDir().mkpath(file); })
                            << u"is a folder"_s;
    QTest::newRow("pipe") << Prepare([](const QString &file) {
        ::mkfifo(QFile::encodeName(file).constData(), 0600);
    }) << u"is not a plain file"_s;
    QTest::newRow("readable by others") << Prepare([](const QString &file) {
        make(file);
        ::chmod(QFile::encodeName(file).constData(), 0644);
    }) << u"is accessible to other users; run chmod 600"_s;
    QTest::newRow("folder open to others") << Prepare([](const QString &file) {
        ::chmod(QFile::encodeName(QFileInfo(file).path()).constData(), 0777);
    }) << u"is writable by other users"_s;
}

void TestAuditFile::tellsWhatIsWrong()
{
    using Prepare = void (*)(const QString &);
    QFETCH(Prepare, prepare);
    QFETCH(QString, says);
    prepare(path());
    const auto appended = AuditFile(path()).append(record());
    QVERIFY(!appended);
    QVERIFY2(appended.error().text.english().contains(says),
             qPrintable(appended.error().text.english()));
    QVERIFY(appended.error().text.english().contains(m_folder->path()));
}

void TestAuditFile::tellsOfAFullDisk()
{
    if (!QFile::exists(u"/dev/full"_s))
        QSKIP("there is no /dev/full");
    // No plain file, and said so before a line is lost in it.
    QVERIFY(!AuditFile(u"/dev/full"_s).append(record()));
    // A folder that is a file.
    const auto below = AuditFile(u"/dev/null/audit.jsonl"_s).append(record());
    QVERIFY(!below);
    QVERIFY2(below.error().text.english().contains(u"is not a folder"_s),
             qPrintable(below.error().text.english()));
}

void TestAuditFile::putsAFullFileAside()
{
    const admin::AuditLimits limits{.fileSize = 2000, .older = 2};
    QStringList written;
    for (int i = 0; i < 30; ++i) {
        QVERIFY(AuditFile(path(), limits).append(numbered(i)));
        written += QString::number(i);
        // The latest are there, in their order, and a file is no longer than it may be and a line.
        const QStringList kept = ids(limits.older);
        QVERIFY(kept.size() >= std::min<qsizetype>(written.size(), 5));
        QCOMPARE(kept, written.last(kept.size()));
        QVERIFY(QFileInfo(path()).size() < 3500);
    }
    for (int age = 0; age <= limits.older; ++age)
        QCOMPARE(modeOf(admin::auditFileAt(path(), age)), mode_t(0600));
    QVERIFY(!QFile::exists(admin::auditFileAt(path(), 3)));
    // One of earlier, as large as it may have become.
    QVERIFY(AuditFile(path()).append(numbered(30)));
    QVERIFY(AuditFile(path()).append(numbered(31)));
    QCOMPARE(ids(limits.older).last(2), QStringList({u"30"_s, u"31"_s}));
}

void TestAuditFile::writersGoOnWhileFilesArePutAside()
{
    constexpr int writers = 4;
    constexpr int each = 25;
    const admin::AuditLimits limits{.fileSize = 1500, .older = 200};
    std::vector<std::thread> threads;
    std::atomic<int> failures = 0;
    for (int i = 0; i < writers; ++i) {
        threads.emplace_back([&, i] {
            for (int j = 0; j < each; ++j) {
                if (!AuditFile(path(), limits).append(numbered(i * each + j)))
                    ++failures;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(failures.load(), 0);
    QStringList all = ids(limits.older);
    QCOMPARE(all.size(), writers * each);
    QCOMPARE(all.removeDuplicates(), 0);
    QVERIFY(!all.contains(u"no line"_s));
    QVERIFY(QFile::exists(admin::auditFileAt(path(), 20)));
}

void TestAuditFile::growsWhereNothingCanBePutAside()
{
    QVERIFY(QDir().mkpath(admin::auditFileAt(path(), 1) + u"/in the way"_s));
    const admin::AuditLimits limits{.fileSize = 1000, .older = 1};
    for (int i = 0; i < 5; ++i)
        QVERIFY(AuditFile(path(), limits).append(numbered(i)));
    QCOMPARE(ids(0).size(), 5);
}

LOCKSCOPE_TEST_SUITE(TestAuditFile)
#include "tst_auditfile.moc"
