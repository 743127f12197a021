// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/file.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

#include <cerrno>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using platform::File;
using platform::FileFacts;

// Files and folders of a real file system.
class TestPrivateFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void aNewFileIsItsOwnersAlone();
    void linksAreNotWritten();
    void aPipeHoldsNobodyUp();
    void factsSayWhoMayDoWhat();
    void linesAreAddedAtTheEnd();
    void allIsReplaced();
    void oneLockAtATime();
    void whatWasPutAsideIsNoLongerAtItsPath();
    void aFolderIsMadeOnce();
    void errorsAreThoseOfTheSystem();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestPrivateFile::aNewFileIsItsOwnersAlone()
{
    for (const File::Purpose purpose :
         {File::Purpose::Append, File::Purpose::Rewrite, File::Purpose::Make}) {
        const auto file = File::open(path(u"new%1"_s.arg(int(purpose))), purpose);
        QVERIFY(file.has_value());
        const auto facts = file->facts();
        QVERIFY(facts.has_value());
        QVERIFY(facts->sort == FileFacts::Sort::File && facts->isOurs);
        QVERIFY(!facts->isOpenToOthers && !facts->isWritableByOthers);
        QCOMPARE(facts->size, 0);
    }
    QCOMPARE(File::open(path(u"new3"_s), File::Purpose::Make).error(), EEXIST);
}

void TestPrivateFile::linksAreNotWritten()
{
    QVERIFY(File::open(path(u"target"_s), File::Purpose::Make).has_value());
    QVERIFY(QFile::link(path(u"target"_s), path(u"link"_s)));
    QCOMPARE(File::open(path(u"link"_s), File::Purpose::Append).error(), ELOOP);
    QCOMPARE(File::open(path(u"link"_s), File::Purpose::Rewrite).error(), ELOOP);
    QCOMPARE(File::open(path(u"link"_s), File::Purpose::Make).error(), EEXIST);
    QVERIFY(File::open(path(u"link"_s), File::Purpose::Read).has_value());
}

void TestPrivateFile::aPipeHoldsNobodyUp()
{
    QCOMPARE(::mkfifo(QFile::encodeName(path(u"pipe"_s)).constData(), 0600), 0);
    for (const File::Purpose purpose :
         {File::Purpose::Read, File::Purpose::Append, File::Purpose::Rewrite}) {
        const auto file = File::open(path(u"pipe"_s), purpose);
        QVERIFY(file.has_value());
        QVERIFY(file->facts()->sort == FileFacts::Sort::Other);
    }
}

void TestPrivateFile::factsSayWhoMayDoWhat()
{
    const QByteArray name = QFile::encodeName(path(u"folder"_s));
    QVERIFY(platform::makeFolder(path(u"folder"_s)).has_value());
    const auto factsWith = [&](mode_t mode) {
        ::chmod(name.constData(), mode);
        return *platform::factsAt(path(u"folder"_s));
    };
    QVERIFY(factsWith(0700).sort == FileFacts::Sort::Folder);
    QVERIFY(!factsWith(0700).isOpenToOthers);
    QVERIFY(factsWith(0750).isOpenToOthers && !factsWith(0750).isWritableByOthers);
    QVERIFY(factsWith(0770).isWritableByOthers && !factsWith(0770).isSticky);
    QVERIFY(factsWith(01777).isSticky);
}

void TestPrivateFile::linesAreAddedAtTheEnd()
{
    const auto one = File::open(path(u"log"_s), File::Purpose::Append);
    const auto other = File::open(path(u"log"_s), File::Purpose::Append);
    QVERIFY(one && other);
    QCOMPARE(one->write("first\n").value(), 6);
    QCOMPARE(other->write("second\n").value(), 7);
    QCOMPARE(one->write("third\n").value(), 6);
    QVERIFY(one->sync().has_value());
    QCOMPARE(one->readAt(6, 6), QByteArray("second"));
    QCOMPARE(one->readAt(13, 100), QByteArray("third\n"));
    QVERIFY(one->readAt(100, 1).isEmpty());
    const auto reader = File::open(path(u"log"_s), File::Purpose::Read);
    std::array<char, 100> bytes{};
    QCOMPARE(reader->read(bytes.data(), 5).value(), 5);
    QCOMPARE(reader->read(bytes.data(), 100).value(), 14);
    QCOMPARE(reader->read(bytes.data(), 100).value(), 0);
}

void TestPrivateFile::allIsReplaced()
{
    const auto file = File::open(path(u"line"_s), File::Purpose::Rewrite);
    file->rewrite("a long line\n");
    file->rewrite("short\n");
    QCOMPARE(file->readAt(0, 100), QByteArray("short\n"));
}

// Of two open files, as of two processes.
void TestPrivateFile::oneLockAtATime()
{
    auto one = File::open(path(u"lock"_s), File::Purpose::Rewrite);
    const auto other = File::open(path(u"lock"_s), File::Purpose::Rewrite);
    QVERIFY(one->tryLock(File::Sharing::Alone));
    QVERIFY(!other->tryLock(File::Sharing::Alone));
    QVERIFY(!other->tryLock(File::Sharing::WithOthers));
    one->unlock();
    QVERIFY(other->tryLock(File::Sharing::WithOthers));
    QVERIFY(one->tryLock(File::Sharing::WithOthers));
    QVERIFY(!one->tryLock(File::Sharing::Alone));
    one = File::open(path(u"another"_s), File::Purpose::Make); // closed: its lock is given back
    QVERIFY(other->tryLock(File::Sharing::Alone));
}

void TestPrivateFile::whatWasPutAsideIsNoLongerAtItsPath()
{
    const auto file = File::open(path(u"log"_s), File::Purpose::Append);
    QVERIFY(file->isAt(path(u"log"_s)));
    QVERIFY(File::open(path(u"log.1"_s), File::Purpose::Make).has_value());
    QVERIFY(platform::moveFile(path(u"log"_s), path(u"log.1"_s)).has_value()); // in its place
    QVERIFY(!file->isAt(path(u"log"_s)));
    QVERIFY(file->isAt(path(u"log.1"_s)));
    QVERIFY(QFile::link(path(u"log.1"_s), path(u"log"_s)));
    QVERIFY(!file->isAt(path(u"log"_s)));
    QCOMPARE(platform::moveFile(path(u"none"_s), path(u"log"_s)).error(), ENOENT);
    QVERIFY(platform::syncFolder(m_folder->path()).has_value());
}

void TestPrivateFile::aFolderIsMadeOnce()
{
    QVERIFY(platform::makeFolder(path(u"folder"_s)).has_value());
    QVERIFY(!platform::factsAt(path(u"folder"_s))->isOpenToOthers);
    QVERIFY(platform::makeFolder(path(u"folder"_s)).has_value());
    QCOMPARE(platform::makeFolder(path(u"none/folder"_s)).error(), ENOENT);
}

void TestPrivateFile::errorsAreThoseOfTheSystem()
{
    QCOMPARE(platform::factsAt(path(u"none"_s)).error(), ENOENT);
    QCOMPARE(File::open(path(u"none"_s), File::Purpose::Read).error(), ENOENT);
    QCOMPARE(File::open(m_folder->path(), File::Purpose::Append).error(), EISDIR);
    QVERIFY(!platform::systemText(ENOENT).isEmpty());
}

LOCKSCOPE_TEST_SUITE(TestPrivateFile)
#include "tst_privatefile.moc"
