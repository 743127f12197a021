// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/audit.h"
#include "tests/core/admin/slowlog.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <functional>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::Audit;
using admin::AuditRecord;

class TestAudit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void answersWhenTheLineIsThere();
    void leavesTheEventLoopRunningWhileTheDiskIsSlow();
    void answersInOrder();
    void letsAWaiterAppend();
    void tellsTheAskerWhatIsWrong();
    void writesAllBeforeItEnds();
    void endsWithoutALine();
    void takesNoMoreThanItsLimit();
    void knowsItsUsualPlace();

private:
    QString path() const { return m_folder->filePath(u"audit.jsonl"_s); }
    static AuditRecord record(int number, const QString &phase = u"intended"_s)
    {
        AuditRecord record;
        record.id = QString::number(number);
        record.phase = phase;
        return record;
    }
    QStringList ids() const
    {
        QStringList ids;
        QFile file(path());
        if (!file.open(QIODevice::ReadOnly))
            return ids;
        for (const QByteArray &line : file.readAll().trimmed().split('\n'))
            ids += QJsonDocument::fromJson(line).object()["id"_L1].toString();
        return ids;
    }
    static QStringList numbers(int count)
    {
        QStringList numbers;
        for (int i = 0; i < count; ++i)
            numbers += QString::number(i);
        return numbers;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAudit::answersWhenTheLineIsThere()
{
    Audit audit(path());
    QCOMPARE(audit.file(), path());
    QVERIFY(!QFile::exists(path()));
    QVERIFY(await(audit.append(record(0))));
    QCOMPARE(ids(), numbers(1));
    QVERIFY(await(audit.append(record(1))));
    QCOMPARE(ids(), numbers(2));
}

void TestAudit::leavesTheEventLoopRunningWhileTheDiskIsSlow()
{
    Audit audit(path());
    SlowLog slow(path());
    QVERIFY(slow.isHeld());
    int ticks = 0;
    QTimer watchdog;
    connect(&watchdog, &QTimer::timeout, this, [&] { ++ticks; });
    watchdog.start(Millis(1));
    auto writing = audit.append(record(0)); // would hang here, and the timer with it
    QVERIFY(eventually([&] { return ticks >= 20; }));
    QVERIFY(!writing.isReady());
    QCOMPARE(QFile(path()).size(), 0);
    slow.letGo();
    QVERIFY(await(std::move(writing)));
    QCOMPARE(ids(), numbers(1));
}

void TestAudit::answersInOrder()
{
    constexpr int count = 30;
    Audit audit(path());
    SlowLog slow(path());
    QVERIFY(slow.isHeld());
    QStringList answered;
    std::vector<Pending<void>> pending;
    for (int i = 0; i < count; ++i) {
        pending.push_back(audit.append(record(i)));
        pending.back().then([&answered, i](Result<void> &&written) {
            answered += written ? QString::number(i) : written.error().text.english();
        });
    }
    pending.erase(pending.begin() + 7); // a line that nobody waits for is written like others
    slow.letGo();
    QVERIFY(eventually([&] { return answered.size() == count - 1; }));
    QStringList expected = numbers(count);
    expected.removeAt(7);
    QCOMPARE(answered, expected);
    QCOMPARE(ids(), numbers(count));
}

void TestAudit::letsAWaiterAppend()
{
    constexpr int count = 5;
    Audit audit(path());
    Pending<void> current;
    int answers = 0;
    std::function<void()> next = [&] {
        current = audit.append(record(answers));
        current.then([&](Result<void> &&written) {
            QVERIFY(written);
            if (++answers < count)
                next();
        });
    };
    next();
    QVERIFY(eventually([&] { return answers == count; }));
    QCOMPARE(ids(), numbers(count));
}

void TestAudit::tellsTheAskerWhatIsWrong()
{
    Audit audit(path());
    QVERIFY(await(audit.append(record(0))));
    QVERIFY(QFile::rename(path(), path() + u".kept"_s));
    QVERIFY(QDir().mkpath(path()));
    const auto failed = await(audit.append(record(1)));
    QVERIFY(!failed);
    QVERIFY2(failed.error().text.english().contains(u"is a folder"_s),
             qPrintable(failed.error().text.english()));
    QVERIFY(failed.error().text.english().contains(m_folder->path()));
    QVERIFY(QDir().rmdir(path()));
    QVERIFY(QFile::rename(path() + u".kept"_s, path()));
    QVERIFY(await(audit.append(record(1)))); // a disk may recover
    QCOMPARE(ids(), numbers(2));
}

// A program ends right after an action.
void TestAudit::writesAllBeforeItEnds()
{
    constexpr int count = 30;
    auto owner = std::make_unique<Audit>(path());
    Audit &audit = *owner;
    for (int i = 0; i < count - 1; ++i)
        (void)audit.append(record(i)); // nobody waits
    auto last = audit.append(record(count - 1));
    std::vector<ErrorKind> told;
    last.then([&](Result<void> &&written) {
        QVERIFY(!written); // no event loop has brought the answer
        told.push_back(written.error().kind);
        auto tooLate = audit.append(record(count));
        QVERIFY(tooLate.isReady());
        told.push_back(tooLate.take().error().kind);
    });
    owner.reset();
    QVERIFY((told == std::vector{ErrorKind::Cancelled, ErrorKind::Cancelled}));
    QCOMPARE(ids(), numbers(count));
}

void TestAudit::endsWithoutALine()
{
    {
        const Audit audit(path());
    }
    QVERIFY(!QFile::exists(path()));
}

void TestAudit::takesNoMoreThanItsLimit()
{
    Audit audit(path(), 2);
    SlowLog slow(path());
    QVERIFY(slow.isHeld());
    auto first = audit.append(record(0));
    auto second = audit.append(record(1));
    auto third = audit.append(record(99));
    QVERIFY(third.isReady());
    const auto refused = third.take();
    QVERIFY(!refused);
    QVERIFY2(refused.error().text.english().contains(u"is too slow: 2 lines wait"_s),
             qPrintable(refused.error().text.english()));
    auto after = audit.append(record(2, u"done"_s)); // a begun entry is not left open
    QVERIFY(!after.isReady());
    slow.letGo();
    QVERIFY(await(std::move(after)));
    QVERIFY(await(audit.append(record(3))));
    QCOMPARE(ids(), numbers(4));
}

void TestAudit::knowsItsUsualPlace()
{
    qputenv("LOCKSCOPE_AUDIT", "/somewhere/log.jsonl");
    QCOMPARE(Audit::usualFile(), u"/somewhere/log.jsonl"_s);
    qputenv("LOCKSCOPE_AUDIT", "");
    qputenv("XDG_STATE_HOME", "/state");
    QCOMPARE(Audit::usualFile(), u"/state/lockscope/audit.jsonl"_s);
    qputenv("XDG_STATE_HOME", "relative");
    QCOMPARE(Audit::usualFile(), QDir::homePath() + u"/.local/state/lockscope/audit.jsonl"_s);
    qunsetenv("LOCKSCOPE_AUDIT");
    qunsetenv("XDG_STATE_HOME");
}

LOCKSCOPE_TEST_SUITE(TestAudit)
#include "tst_audit.moc"
