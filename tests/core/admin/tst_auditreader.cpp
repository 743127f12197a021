// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditreader.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <unistd.h>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using admin::AuditEntry;
using admin::AuditFile;
using admin::AuditPage;
using admin::AuditReader;
using admin::AuditRecord;

// Written entries can be read back, from the end, with any other content in the file.
class TestAuditReader : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath(u"audit.jsonl"_s); }
    static WallInstant at(int second) { return WallInstant(1'700'000'000'000ms + second * 1000ms); }
    static AuditRecord record(const QString &id, int second, const QString &phase)
    {
        AuditRecord record;
        record.at = at(second);
        record.id = id;
        record.phase = phase;
        record.user = u"ann"_s;
        record.host = u"desk"_s;
        record.program = u"lockctl"_s;
        record.profile = u"prod-eu"_s;
        record.deployment = u"redis://10.0.0.1:6379"_s;
        record.action = "force-unlock";
        record.lock = "orders\n\xff";
        record.kind = "reentrant";
        record.seen = u"u:1 x2"_s;
        record.commands = {"\"DEL\" \"orders\"", "\"PUBLISH\" \"c\" \"0\""};
        record.reason = u"stuck"_s;
        if (phase == "done"_L1) {
            record.outcome = u"done"_s;
            record.detail = u"1 woken"_s;
        }
        return record;
    }
    void write(const AuditRecord &record) const { QVERIFY(AuditFile(path()).append(record)); }
    void both(const QString &id, int second) const
    {
        write(record(id, second, u"intended"_s));
        write(record(id, second + 1, u"done"_s));
    }
    void append(const QByteArray &bytes) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    AuditPage read(const AuditReader::Range &range = {}) const
    {
        const auto page = AuditReader(path()).read(range);
        return page ? *page : AuditPage{{}, -1, false};
    }
    static QStringList ids(const AuditPage &page)
    {
        QStringList ids;
        for (const AuditEntry &entry : page.entries)
            ids += entry.record.id;
        return ids;
    }

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void goesOnInTheFilesThatWerePutAside()
    {
        const auto putAside = [this](int age) {
            QVERIFY(QFile::rename(admin::auditFileAt(path(), age),
                                  admin::auditFileAt(path(), age + 1)));
        };
        both(u"a"_s, 0);
        both(u"b"_s, 10);
        putAside(0);
        putAside(1);
        both(u"c"_s, 20);
        write(record(u"d"_s, 30, u"intended"_s));
        putAside(0);
        // Not a file of its own yet.
        QCOMPARE(ids(read()), QStringList({u"d"_s, u"c"_s, u"b"_s, u"a"_s}));
        write(record(u"d"_s, 31, u"done"_s));
        const AuditPage page = read();
        QCOMPARE(ids(page), QStringList({u"d"_s, u"c"_s, u"b"_s, u"a"_s}));
        QVERIFY(page.entries[0].isAnnounced && !page.entries[0].isOpen());
        QVERIFY(page.entries[0].record.at == at(30));
        QCOMPARE(page.broken, 0);
        QCOMPARE(ids(read({.since = {}, .most = 3})), QStringList({u"d"_s, u"c"_s, u"b"_s}));
        QVERIFY(read({.since = {}, .most = 3}).isCut);
        QCOMPARE(ids(read({.since = at(15), .most = 10})), QStringList({u"d"_s, u"c"_s}));
    }

    void readsWhatWasWritten()
    {
        both(u"a"_s, 0);
        both(u"b"_s, 10);
        const AuditPage page = read();
        QCOMPARE(ids(page), QStringList({u"b"_s, u"a"_s}));
        QCOMPARE(page.broken, 0);
        QVERIFY(!page.isCut);
        const AuditEntry &entry = page.entries[1];
        QVERIFY(!entry.isOpen() && entry.isAnnounced);
        QVERIFY(entry.record.at == at(0) && *entry.doneAt == at(1));
        const AuditRecord wanted = record(u"a"_s, 0, u"done"_s);
        QCOMPARE(entry.record.lock, wanted.lock);
        QCOMPARE(entry.record.action, wanted.action);
        QCOMPARE(entry.record.kind, wanted.kind);
        QCOMPARE(entry.record.commands, wanted.commands);
        QCOMPARE(entry.record.reason, wanted.reason);
        QCOMPARE(entry.record.outcome, wanted.outcome);
        QCOMPARE(entry.record.detail, wanted.detail);
        QCOMPARE(entry.record.user + entry.record.host + entry.record.program,
                 wanted.user + wanted.host + wanted.program);
        QCOMPARE(entry.record.profile + entry.record.deployment + entry.record.seen,
                 wanted.profile + wanted.deployment + wanted.seen);
    }

    void pairsLinesThatCameInOneAnother()
    {
        write(record(u"a"_s, 0, u"intended"_s));
        write(record(u"b"_s, 1, u"intended"_s));
        write(record(u"a"_s, 2, u"done"_s));
        write(record(u"c"_s, 3, u"done"_s)); // refused at once
        const AuditPage page = read();
        QCOMPARE(ids(page), QStringList({u"c"_s, u"a"_s, u"b"_s}));
        QVERIFY(!page.entries[0].isAnnounced && !page.entries[0].isOpen());
        QVERIFY(page.entries[1].isAnnounced && page.entries[1].record.at == at(0));
        QVERIFY(page.entries[2].isOpen());
        QVERIFY(page.entries[2].record.outcome.isEmpty());
    }

    void countsWhatIsNoRecord()
    {
        both(u"a"_s, 0);
        append("no json\n\n[]\n{\"schema\":1}\n{\"schema\":2,\"at\":\"2026-01-01T00:00:00Z\"}\n"
               "\xff\xfe\n{\"schema\":1,\"at\":\"2026-01-01T00:00:00Z\",\"id\":\"x\","
               "\"phase\":\"perhaps\",\"lock\":\"a\"}\n");
        append(QByteArray(3'000'000, 'x') + '\n');
        both(u"b"_s, 10);
        append("{\"schema\":1,\"half\":"); // being written
        const AuditPage page = read();
        QCOMPARE(ids(page), QStringList({u"b"_s, u"a"_s}));
        QCOMPARE(page.broken, 7);
    }

    // Of an action that was under way then, what became of it is not known yet.
    void readsTheLogAsItWas()
    {
        for (int i = 0; i < 10; ++i)
            both(u"id-%1"_s.arg(i), 2 * i);
        AuditReader::Range range;
        range.most = 3;
        range.until = at(8);
        const AuditPage page = read(range);
        QCOMPARE(ids(page), QStringList({u"id-4"_s, u"id-3"_s, u"id-2"_s}));
        QVERIFY(page.entries[0].isOpen() && page.entries[0].record.outcome.isEmpty());
        QVERIFY(!page.entries[1].isOpen());
        range.until = at(0) - 1ms;
        QVERIFY(read(range).entries.empty());
    }

    void readsNoMoreThanWanted()
    {
        for (int i = 0; i < 300; ++i)
            both(u"id-%1"_s.arg(i), 2 * i);
        AuditReader::Range range;
        range.most = 3;
        AuditPage page = read(range);
        QCOMPARE(ids(page), QStringList({u"id-299"_s, u"id-298"_s, u"id-297"_s}));
        QVERIFY(page.isCut);
        for (const AuditEntry &entry : page.entries)
            QVERIFY(entry.isAnnounced);
        range.most = 300;
        page = read(range);
        QCOMPARE(page.entries.size(), std::size_t(300));
        QVERIFY(!page.isCut);
        QCOMPARE(page.entries.back().record.id, u"id-0"_s);
        range.since = at(2 * 290);
        QCOMPARE(read(range).entries.size(), std::size_t(10));
        range.since = at(1'000'000);
        QVERIFY(read(range).entries.empty());
    }

    void readsAFileOfOneBlockAndOfMany()
    {
        // Lines of every length meet the edges of the blocks that are read.
        for (int i = 0; i < 120; ++i) {
            AuditRecord each = record(u"id-%1"_s.arg(i), i, u"done"_s);
            each.reason = QString(i * 97, u'r');
            write(each);
        }
        const AuditPage page = read();
        QCOMPARE(page.entries.size(), std::size_t(120));
        QCOMPARE(page.broken, 0);
        for (int i = 0; i < 120; ++i)
            QCOMPARE(page.entries[std::size_t(119 - i)].record.reason.size(), i * 97);
    }

    void tellsWhatCannotBeRead()
    {
        QVERIFY(read().entries.empty()); // nothing has been done yet
        QCOMPARE(read().broken, 0);
        append("");
        QVERIFY(read().entries.empty());
        QVERIFY(QFile::remove(path()));
        QVERIFY(QDir().mkdir(path()));
        const auto folder = AuditReader(path()).read({});
        QVERIFY(!folder);
        QVERIFY2(folder.error().text.english().contains("not a plain file"_L1),
                 qPrintable(folder.error().text.english()));
        if (::geteuid() == 0)
            return; // root reads everything
        QVERIFY(QDir().rmdir(path()));
        both(u"a"_s, 0);
        QVERIFY(QFile::setPermissions(path(), {}));
        QVERIFY(!AuditReader(path()).read({}));
    }
};

LOCKSCOPE_TEST_SUITE(TestAuditReader)
#include "tst_auditreader.moc"
