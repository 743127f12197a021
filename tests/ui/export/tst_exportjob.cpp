// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "ui/export/exportjob.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"
#include "ui/table/ttlvalue.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTreeView>

#include <sys/resource.h>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(nothing)");
}

// No file may become longer: as on a disk that is full.
class SmallDisk
{
public:
    explicit SmallDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit small = m_before;
        small.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(SmallDisk)

private:
    rlimit m_before{};
};

} // namespace

class tst_ExportJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void columnsAreAsShown();
    void selectedRowsAlone();
    void whatTheViewCutsIsWrittenInFull();
    void machinesGetValues();
    void recordsAreTakenWhereThereAreSome();
    void openBranchesOfATreeHaveALevel();
    void aLongTableLeavesTheWindowItsTurns();
    void rowsThatGoAreLeftOut();
    void aFullDiskLeavesTheOldFile();
    void aFolderThatCannotBeWrittenToIsTold();
    void aJobThatIsDroppedLeavesTheOldFile();

private:
    ExportOutcome write(QAbstractItemView &view, ExportFormat format, bool selectedOnly = false);
    QString path(const QString &name) const { return m_folder->filePath(name); }
    void fill(int rows);

    StandingClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<TableView> m_table;
};

void tst_ExportJob::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
    m_table = std::make_unique<TableView>(u"table"_s);
    m_model = std::make_unique<QStandardItemModel>();
    m_model->setHorizontalHeaderLabels({u"Name"_s, u"Count"_s, u"Server"_s});
    m_table->setModel(m_model.get());
    fill(3);
}

void tst_ExportJob::fill(int rows)
{
    m_model->setRowCount(0);
    for (int row = 0; row < rows; ++row) {
        m_model->appendRow({new QStandardItem(u"lock:%1"_s.arg(row)),
                            new QStandardItem(QString::number(row)), new QStandardItem(u"–"_s)});
    }
}

ExportOutcome tst_ExportJob::write(QAbstractItemView &view, ExportFormat format, bool selectedOnly)
{
    ExportJob job(view, TableRows(view, selectedOnly, m_clock), format, path(u"out"_s), nullptr);
    std::optional<ExportOutcome> done;
    connect(&job, &ExportJob::finished, this,
            [&](const ExportOutcome &outcome) { done = outcome; });
    job.start();
    if (!eventually([&] { return done.has_value(); }))
        qWarning("the export did not end");
    return done.value_or(ExportOutcome());
}

void tst_ExportJob::columnsAreAsShown()
{
    m_table->horizontalHeader()->moveSection(1, 0);
    m_table->setColumnHidden(2, true);
    m_model->item(1, 0)->setText(u"=evil()"_s);
    const ExportOutcome outcome = write(*m_table, ExportFormat::Csv);
    QCOMPARE(outcome.problem, QString());
    QCOMPARE(outcome.rows, 3);
    QCOMPARE(outcome.defused, 1);
    QCOMPARE(contents(path(u"out"_s)),
             QByteArray("Count,Name\r\n0,lock:0\r\n1,'=evil()\r\n2,lock:2\r\n"));
    QVERIFY(exportSentence(outcome).contains(u"apostrophe"_s));
}

void tst_ExportJob::selectedRowsAlone()
{
    m_table->setSelectionMode(QAbstractItemView::MultiSelection);
    m_table->selectRow(2);
    m_table->selectRow(0);
    QCOMPARE(selectedRows(*m_table), 2);
    QCOMPARE(write(*m_table, ExportFormat::Csv, true).rows, 2);
    QCOMPARE(contents(path(u"out"_s)),
             QByteArray("Name,Count,Server\r\nlock:0,0,–\r\nlock:2,2,–\r\n"));
}

void tst_ExportJob::whatTheViewCutsIsWrittenInFull()
{
    m_model->item(0, 0)->setText(u"lo\u20260"_s);
    m_model->item(0, 0)->setData(QByteArray("lock:with\na:long:name:0"), RawRole);
    write(*m_table, ExportFormat::Csv);
    QVERIFY(contents(path(u"out"_s)).contains("lock:with\\na:long:name:0"));
    // An owner that is shown by its name only.
    m_model->item(1, 0)->setText(u"amber-otter:64"_s);
    m_model->item(1, 0)->setData(QByteArray("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:64"), RawRole);
    m_model->item(1, 0)->setData(quint64(7), MarkRole);
    write(*m_table, ExportFormat::Csv);
    QVERIFY(contents(path(u"out"_s))
                .contains("amber-otter:64 (3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:64)"));
}

void tst_ExportJob::machinesGetValues()
{
    setExportRows(m_table.get(), {.fields = {u"name"_s, u"count"_s, u"ttl_ms"_s}});
    const TtlValue ttl{true, m_clock.now() + 1500ms, {}, {}};
    m_model->item(0, 2)->setData(QVariant::fromValue(ttl), RawRole);
    m_model->item(0, 0)->setData(QByteArray("\xff"), RawRole);
    QCOMPARE(write(*m_table, ExportFormat::Json).rows, 3);
    const QJsonArray rows = QJsonDocument::fromJson(contents(path(u"out"_s))).array();
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[0].toObject()["count"_L1], QJsonValue(0));
    QCOMPARE(rows[0].toObject()["ttl_ms"_L1], QJsonValue(1500));
    QCOMPARE(rows[0].toObject()["name_base64"_L1], QJsonValue(u"/w=="_s));
    QCOMPARE(rows[1].toObject()["name"_L1], QJsonValue(u"lock:1"_s));
    QCOMPARE(rows[1].toObject()["ttl_ms"_L1], QJsonValue(QJsonValue::Null));
}

void tst_ExportJob::recordsAreTakenWhereThereAreSome()
{
    setExportRows(m_table.get(),
                  {.record = [](int row) -> std::optional<QJsonObject> {
                       if (row == 0)
                           return std::nullopt;
                       return QJsonObject{{u"row"_s, row}};
                   },
                   .isHead = [](int row) { return row == 1; }});
    const ExportOutcome outcome = write(*m_table, ExportFormat::Json);
    QCOMPARE(outcome.rows, 1);
    QCOMPARE(outcome.untold, 1);
    QCOMPARE(QJsonDocument::fromJson(contents(path(u"out"_s))).array(),
             QJsonArray{QJsonObject({{u"row"_s, 2}})});
}

void tst_ExportJob::openBranchesOfATreeHaveALevel()
{
    QTreeView tree;
    m_model->item(0)->appendRow(new QStandardItem(u"inside"_s));
    m_model->item(1)->appendRow(new QStandardItem(u"folded"_s));
    tree.setModel(m_model.get());
    tree.expand(m_model->index(0, 0));
    write(tree, ExportFormat::Csv);
    const QByteArray written = contents(path(u"out"_s));
    QVERIFY2(written.contains("lock:0,0,–\r\n  inside,,\r\nlock:1"), written.constData());
    QVERIFY(!written.contains("folded"));
    write(tree, ExportFormat::Json);
    const QJsonArray rows = QJsonDocument::fromJson(contents(path(u"out"_s))).array();
    QCOMPARE(rows[1].toObject()["level"_L1], QJsonValue(1));
}

void tst_ExportJob::aLongTableLeavesTheWindowItsTurns()
{
    constexpr int many = 100'000;
    fill(many);
    int turns = 0;
    QTimer turn;
    connect(&turn, &QTimer::timeout, this, [&] { ++turns; });
    turn.start(0);
    QCOMPARE(write(*m_table, ExportFormat::Csv).rows, many);
    QVERIFY2(turns > 5, qPrintable(QString::number(turns)));
    QCOMPARE(contents(path(u"out"_s)).count('\n'), many + 1);
}

void tst_ExportJob::rowsThatGoAreLeftOut()
{
    TableRows rows(*m_table, false, m_clock);
    m_model->removeRow(1);
    ExportJob job(*m_table, std::move(rows), ExportFormat::Json, path(u"out"_s), nullptr);
    std::optional<ExportOutcome> done;
    connect(&job, &ExportJob::finished, this,
            [&](const ExportOutcome &outcome) { done = outcome; });
    job.start();
    QVERIFY(eventually([&] { return done.has_value(); }));
    QCOMPARE(done->rows, 2);
    QCOMPARE(done->gone, 1);
    QVERIFY(exportSentence(*done).contains(u"meanwhile"_s));
}

void tst_ExportJob::aFullDiskLeavesTheOldFile()
{
    QCOMPARE(saveBytes(path(u"out"_s), "as it was"), QString());
    fill(5000);
    ExportOutcome outcome;
    {
        const SmallDisk disk(4096);
        outcome = write(*m_table, ExportFormat::Csv);
    }
    QVERIFY(!outcome.problem.isEmpty());
    QVERIFY2(exportSentence(outcome).contains(outcome.problem),
             qPrintable(exportSentence(outcome)));
    QCOMPARE(contents(path(u"out"_s)), QByteArray("as it was"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{u"out"_s});
    {
        const SmallDisk disk(4096);
        QVERIFY(!saveBytes(path(u"out"_s), QByteArray(100'000, 'x')).isEmpty());
    }
    QCOMPARE(contents(path(u"out"_s)), QByteArray("as it was"));
}

void tst_ExportJob::aFolderThatCannotBeWrittenToIsTold()
{
    ExportJob job(*m_table, TableRows(*m_table, false, m_clock), ExportFormat::Csv,
                  path(u"nowhere/out"_s), nullptr);
    std::optional<ExportOutcome> done;
    connect(&job, &ExportJob::finished, this,
            [&](const ExportOutcome &outcome) { done = outcome; });
    job.start();
    QVERIFY(done);
    QVERIFY(!done->problem.isEmpty());
    QVERIFY(exportSentence(*done).contains(u"nowhere"_s));
    QVERIFY(!saveBytes(path(u"nowhere/out"_s), "x").isEmpty());
}

void tst_ExportJob::aJobThatIsDroppedLeavesTheOldFile()
{
    QCOMPARE(saveBytes(path(u"out"_s), "as it was"), QString());
    fill(5000);
    {
        ExportJob job(*m_table, TableRows(*m_table, false, m_clock), ExportFormat::Csv,
                      path(u"out"_s), nullptr);
        job.start();
    }
    QCOMPARE(contents(path(u"out"_s)), QByteArray("as it was"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{u"out"_s});
}

LOCKSCOPE_TEST_SUITE(tst_ExportJob)
#include "tst_exportjob.moc"
