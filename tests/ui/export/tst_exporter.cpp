// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/export/exporter.h"
#include "ui/timeline/timelineview.h"
#include "ui/window/viewlist.h"

#include <QComboBox>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests the export of the window's tables and charts.
class tst_Exporter : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void whatHasTheFocusComesFirst();
    void everyTableCanBeExported_data();
    void everyTableCanBeExported();
    void locksAreAsLockctlPrintsThem();
    void chartsBecomePictures();
    void theDialogAsksForAFile();

private:
    QByteArray written(const ExportTarget &target, ExportFormat format);
    std::vector<ExportTarget> targets()
    {
        return exportTargets(*m_window, QApplication::focusWidget());
    }
};

QByteArray tst_Exporter::written(const ExportTarget &target, ExportFormat format)
{
    const QString path = m_folder->filePath(u"out"_s);
    std::optional<ExportOutcome> done;
    const QObject whileHere;
    connect(&m_window->exporter(), &Exporter::finished, &whileHere,
            [&](const ExportOutcome &outcome) { done = outcome; });
    m_window->exporter().write({target, format, false, path});
    if (!eventually([&] { return done.has_value(); }) || !done->problem.isEmpty())
        return {};
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void tst_Exporter::whatHasTheFocusComesFirst()
{
    open(u"eventsDock"_s);
    find<TableView>("locks")->setFocus();
    QCOMPARE(targets().front().widget->objectName(), u"locks"_s);
    find<QWidget>("eventFilter")->setFocus();
    QCOMPARE(targets().front().widget->objectName(), u"events"_s);
    m_window->showView(u"timelineDock"_s);
    for (const ExportTarget &target : targets())
        QVERIFY2(target.widget->isVisible(), qPrintable(target.title));
}

void tst_Exporter::everyTableCanBeExported_data()
{
    QTest::addColumn<QString>("place");
    for (const ViewSpec &spec : allViews())
        QTest::newRow(qPrintable(spec.name)) << spec.name;
}

void tst_Exporter::everyTableCanBeExported()
{
    QFETCH(QString, place);
    open(place);
    layOut();
    const auto all = targets();
    QVERIFY(!all.empty());
    for (const ExportTarget &target : all) {
        QVERIFY2(!target.title.isEmpty(), qPrintable(target.widget->objectName()));
        if (target.isPicture) {
            QVERIFY(!written(target, ExportFormat::Png).isEmpty());
            continue;
        }
        const QByteArray csv = written(target, ExportFormat::Csv);
        QVERIFY2(csv.endsWith("\r\n"), qPrintable(target.title));
        QJsonParseError error{};
        const auto json = QJsonDocument::fromJson(written(target, ExportFormat::Json), &error);
        QVERIFY2(json.isArray(), qPrintable(target.title + error.errorString()));
    }
}

void tst_Exporter::locksAreAsLockctlPrintsThem()
{
    open(u"eventsDock"_s);
    find<TableView>("locks")->setFocus();
    const QJsonArray locks =
        QJsonDocument::fromJson(written(targets().front(), ExportFormat::Json)).array();
    QCOMPARE(locks.size(), 4);
    QStringList names;
    for (const QJsonValue lock : locks) {
        names += lock["name"_L1].toString();
        QVERIFY(lock["holds"_L1].isArray());
        QVERIFY(lock.toObject().contains("waiters_total"_L1));
    }
    QStringList rows;
    for (int row = 0; row < m_client->locks().rowCount(); ++row)
        rows += QString::fromUtf8(m_client->locks().lockAt(row).id.name.bytes);
    QCOMPARE(names, rows);
}

void tst_Exporter::chartsBecomePictures()
{
    open(u"timelineDock"_s);
    layOut();
    QStringList pictures;
    for (const ExportTarget &target : targets()) {
        if (!target.isPicture)
            continue;
        pictures += target.widget->objectName();
        QCOMPARE(QImage::fromData(written(target, ExportFormat::Png)).size(),
                 target.widget->size() * 2);
        const QByteArray svg = written(target, ExportFormat::Svg);
        QVERIFY(svg.contains("<svg"));
        savePicture(QImage::fromData(written(target, ExportFormat::Png)),
                    u"export-"_s + target.widget->objectName());
    }
    m_window->showOverview();
    for (const ExportTarget &target : targets())
        pictures += target.widget->objectName();
    QVERIFY2(pictures.contains(u"overviewPage"_s), qPrintable(pictures.join(u' ')));
}

void tst_Exporter::theDialogAsksForAFile()
{
    open(u"eventsDock"_s);
    find<TableView>("locks")->setFocus();
    QTest::keyClick(find<TableView>("locks"), Qt::Key_E, Qt::ControlModifier);
    const QPointer dialog = m_window->findChild<ExportDialog *>(); // goes with its end
    QVERIFY(dialog);
    auto *format = findNamed<QComboBox>(*dialog, "exportFormat");
    format->setCurrentIndex(1);
    QSignalSpy wanted(dialog, &ExportDialog::wanted);
    findNamed<QPushButton>(*dialog, "exportSave")->click();
    auto *files = findNamed<QFileDialog>(*dialog, "exportFileDialog");
    QCOMPARE(files->acceptMode(), QFileDialog::AcceptSave);
    QCOMPARE(files->defaultSuffix(), u"json"_s);
    QSignalSpy finished(&m_window->exporter(), &Exporter::finished);
    const QString path = m_folder->filePath(u"locks.json"_s);
    Q_EMIT files->fileSelected(path);
    QCOMPARE(wanted.count(), 1);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(QFile::exists(path));
    QTRY_VERIFY(!dialog || !dialog->isVisible());
}

LOCKSCOPE_TEST_SUITE(tst_Exporter)
#include "tst_exporter.moc"
