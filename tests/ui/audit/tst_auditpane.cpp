// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditfile.h"
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/audit/auditpane.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileSystemWatcher>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using admin::AuditEntry;
using admin::AuditFile;
using admin::AuditRecord;

namespace {

AuditRecord record(const QString &id, int second, const QString &phase)
{
    AuditRecord record;
    record.at = WallInstant(1'700'000'000'000ms + second * 1000ms);
    record.id = id;
    record.phase = phase;
    record.user = u"ann"_s;
    record.host = u"desk"_s;
    record.program = u"lockctl"_s;
    record.deployment = u"redis://10.0.0.1:6379"_s;
    record.action = "force-unlock";
    record.lock = "orders:" + id.toUtf8();
    record.kind = "reentrant";
    record.commands = {"\"DEL\" \"orders\""};
    record.reason = u"stuck"_s;
    record.outcome = phase == "done"_L1 ? u"done"_s : QString();
    return record;
}

} // namespace

// The log as a screen: rows that follow the file, a filter, one action in full.
class tst_AuditPane : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AuditPane> m_pane;

    QString path() const { return m_folder->filePath(u"audit.jsonl"_s); }
    void write(const AuditRecord &record) const { QVERIFY(AuditFile(path()).append(record)); }
    template <typename T>
    T *find(const char *name) const
    {
        return m_pane->findChild<T *>(QString::fromLatin1(name));
    }
    QAbstractItemModel *model() const { return find<TableView>("audit")->model(); }
    QString text(int row, int column) const
    {
        return model()->index(row, column).data().toString();
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_pane = std::make_unique<AuditPane>(path());
        m_pane->resize(900, 300);
    }
    void cleanup() { m_pane.reset(); }

    void theModelMerges()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Mirror mirror(model, AuditModel::Lock);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        std::vector<AuditEntry> entries;
        for (int i = 0; i < 20; ++i)
            entries.push_back({record(QString::number(i), i, u"intended"_s), {}, true});
        model.setEntries(entries, {});
        QCOMPARE(model.rowCount(), 20);
        QCOMPARE(model.index(0, AuditModel::Lock).data().toString(), u"orders:19"_s);
        QCOMPARE(model.index(0, AuditModel::Outcome).data().toString(), u"not known"_s);
        QCOMPARE(model.index(0, AuditModel::Outcome).data(BadgeRole).toInt(), int(Badge::Overdue));
        entries[19].doneAt = entries[19].record.at + 1s;
        entries[19].record.outcome = u"done"_s;
        entries.push_back(entries[3]); // twice the same
        model.setEntries(entries, {});
        QCOMPARE(model.rowCount(), 20);
        QCOMPARE(model.index(0, AuditModel::Outcome).data().toString(), u"done"_s);
        model.setEntries(entries, u"ORDERS:1"_s);
        QCOMPARE(model.rowCount(), 11);
        model.setEntries({}, {});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(resets.isEmpty());
    }

    void followsTheFile()
    {
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
        QVERIFY(find<QLabel>("auditEmptyTitle")->isVisible());
        QVERIFY(find<QLabel>("auditEmptyTitle")->text().contains("No actions on locks"_L1));
        write(record(u"a"_s, 0, u"intended"_s));
        QTRY_COMPARE(model()->rowCount(), 1);
        QCOMPARE(text(0, AuditModel::Outcome), u"not known"_s);
        write(record(u"a"_s, 1, u"done"_s));
        QTRY_COMPARE(text(0, AuditModel::Outcome), u"done"_s);
        write(record(u"b"_s, 2, u"done"_s));
        QTRY_COMPARE(model()->rowCount(), 2);
        QCOMPARE(text(0, AuditModel::Lock), u"orders:b"_s);
        QVERIFY(!find<QLabel>("auditEmptyTitle")->isVisible());
        find<QLineEdit>("auditFilter")->setText(u"ORDERS:a"_s);
        QCOMPARE(model()->rowCount(), 1);
        QVERIFY(find<QLabel>("auditNote")->text().contains("1 of 2"_L1));
        find<QLineEdit>("auditFilter")->setText(u"nobody"_s);
        QVERIFY(find<QLabel>("auditEmptyTitle")->text().contains("filter"_L1));
        find<QLineEdit>("auditFilter")->clear();
        QFile file(path());
        QVERIFY(file.open(QIODevice::Append));
        file.write("no record\n");
        file.close();
        QTRY_VERIFY(find<QLabel>("auditNote")
                        ->text()
                        .contains("1 line of the audit log could not be read"_L1));
    }

    // Over a record, nothing is shown that came later.
    void showsTheLogAsItWas()
    {
        for (int i = 0; i < 3; ++i) {
            write(record(QString::number(i), 10 * i, u"intended"_s));
            write(record(QString::number(i), 10 * i + 5, u"done"_s));
        }
        std::optional<WallInstant> until = record({}, 12, {}).at;
        m_pane->setUntil([&] { return until; });
        m_pane->show();
        QTRY_COMPARE(model()->rowCount(), 2);
        QCOMPARE(text(0, AuditModel::Lock), u"orders:1"_s);
        QCOMPARE(text(0, AuditModel::Outcome), u"not known"_s); // by then
        QCOMPARE(text(1, AuditModel::Outcome), u"done"_s);
        QVERIFY(find<QLabel>("auditNote")->text().contains("up to the time that is shown"_L1));
        until = record({}, -1, {}).at;
        m_pane->reloadSoon();
        QTRY_COMPARE(model()->rowCount(), 0);
        QVERIFY(find<QLabel>("auditEmptyTitle")->text().contains("up to this time"_L1));
        until.reset();
        m_pane->reloadSoon();
        QTRY_COMPARE(model()->rowCount(), 3);
        QVERIFY(!find<QLabel>("auditNote")->text().contains("time that is shown"_L1));
    }

    void showsOneInFull()
    {
        AuditRecord hostile = record(u"a"_s, 0, u"done"_s);
        hostile.reason = u"<b>why</b>\u202e\n"_s;
        hostile.lock = "x\xff";
        hostile.commands = {"DEL \"\\\"quoted\\\" tag\" \\x00"}; // made safe when it was written
        write(hostile);
        m_pane->show();
        QTRY_COMPARE(model()->rowCount(), 1);
        auto *table = find<TableView>("audit");
        table->selectRow(0);
        const QString detail = find<QPlainTextEdit>("auditDetail")->toPlainText();
        for (const char *part : {"ann@desk, lockctl", "DEL", "<b>why</b>", "x\\xff", "done"})
            QVERIFY2(detail.contains(QLatin1StringView(part)), part);
        QVERIFY(!detail.contains(QChar(0x202e)));
        QVERIFY2(detail.contains(u"Command: DEL \"\\\"quoted\\\" tag\" \\x00"_s),
                 qPrintable(detail));
        // In local time, as in the table.
        const auto at = QDateTime::fromMSecsSinceEpoch(hostile.at.time_since_epoch().count());
        QVERIFY2(detail.contains(at.toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s)), qPrintable(detail));
        QSignalSpy chosen(m_pane.get(), &AuditPane::lockChosen);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toByteArray(), hostile.lock);
    }

    // As in the table of locks.
    void downLeadsFromTheFilterToTheTable()
    {
        write(record(u"a"_s, 0, u"done"_s));
        write(record(u"b"_s, 1, u"done"_s));
        m_pane->show();
        QTRY_COMPARE(model()->rowCount(), 2);
        m_pane->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
        auto *filter = find<QLineEdit>("auditFilter");
        auto *table = find<TableView>("audit");
        filter->setFocus();
        QTest::keyClicks(filter, u"orders"_s);
        QTest::keyClick(filter, Qt::Key_Down);
        QVERIFY(table->hasFocus());
        QCOMPARE(table->currentIndex().row(), 0);
        QTest::keyClick(table, Qt::Key_Down);
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Down);
        QCOMPARE(table->currentIndex().row(), 1); // the row that was chosen stays
        // Without a table there is nowhere to go.
        filter->setFocus();
        filter->setText(u"nobody"_s);
        QTest::keyClick(filter, Qt::Key_Down);
        QVERIFY(filter->hasFocus());
    }

    void leadsToTheTimeline()
    {
        write(record(u"a"_s, 0, u"done"_s));
        write(record(u"b"_s, 1, u"done"_s));
        m_pane->show();
        QTRY_COMPARE(model()->rowCount(), 2);
        QSignalSpy wanted(m_pane.get(), &AuditPane::timelineWanted);
        auto *show = find<QAction>("auditShowOnTimeline");
        show->trigger(); // nothing is chosen
        QVERIFY(wanted.isEmpty());
        m_pane->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
        auto *table = find<TableView>("audit");
        table->setFocus();
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toByteArray(), QByteArray("orders:a"));
        QCOMPARE(wanted[0][1].toString(), u"redis://10.0.0.1:6379"_s);
        QCOMPARE(wanted[0][2].value<WallInstant>(), record(u"a"_s, 0, u"done"_s).at);
        QVERIFY(table->actions().contains(show)); // its menu
    }

    void costsNothingWhileHidden()
    {
        write(record(u"a"_s, 0, u"done"_s));
        QCOMPARE(model()->rowCount(), 0);
        const auto *watcher = m_pane->findChild<QFileSystemWatcher *>();
        QVERIFY(watcher && watcher->files().isEmpty() && watcher->directories().isEmpty());
        m_pane->show();
        QTRY_COMPARE(model()->rowCount(), 1);
        m_pane->hide();
        write(record(u"b"_s, 1, u"done"_s));
        m_pane->reloadSoon();
        m_pane->show(); // now it is read again
        QTRY_COMPARE(model()->rowCount(), 2);
    }

    void saysWhatCannotBeRead()
    {
        QVERIFY(QDir().mkdir(path()));
        m_pane->show();
        QTRY_VERIFY(find<QLabel>("auditEmptyText")->text().contains("plain file"_L1));
        QVERIFY(find<QLabel>("auditEmptyTitle")->isVisible());
    }

    // Pictures for people to look at, where LOCKSCOPE_TEST_PICTURES names a folder.
    void painted()
    {
        for (int i = 0; i < 6; ++i)
            write(record(QString::number(i), i, i == 4 ? u"intended"_s : u"done"_s));
        AuditRecord refused = record(u"x"_s, 9, u"done"_s);
        refused.outcome = u"refused"_s;
        write(refused);
        m_pane->resize(1200, 300);
        m_pane->show();
        QTRY_COMPARE(model()->rowCount(), 7);
        find<TableView>("audit")->selectRow(2);
        takePicture(*m_pane, u"audit"_s);
    }
};

LOCKSCOPE_TEST_SUITE(tst_AuditPane)
#include "tst_auditpane.moc"
