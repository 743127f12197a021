// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/estate/importdialog.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::ImportDialog;

// Connections of other programs become profiles in the window, and profiles a file for others.
class tst_ImportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theClipboardIsOffered();
    void whatWasCopiedIsNoConnection();
    void aFileIsRead();
    void namesThatAreTakenAreChanged();
    void whatCannotBeReadIsTold();
    void profilesAreExported();

private:
    QAction *action(const char *name) const
    {
        return m_console->window().findChild<QAction *>(QString::fromLatin1(name));
    }
    ImportDialog *open() const
    {
        action("actionImportProfiles")->trigger();
        return m_console->window().findChild<ImportDialog *>();
    }
    QStringList savedNames() const
    {
        QFile in(m_file);
        if (!in.open(QIODevice::ReadOnly))
            return {};
        QStringList names;
        const QJsonArray all = QJsonDocument::fromJson(in.readAll())["profiles"_L1].toArray();
        for (const QJsonValue &one : all)
            names += one["name"_L1].toString();
        return names;
    }
    QString write(const QString &name, const QByteArray &text) const
    {
        QFile out(m_folder->filePath(name));
        return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() ? out.fileName()
                                                                                : QString();
    }
    static QTreeWidget *list(ImportDialog *dialog)
    {
        return dialog->findChild<QTreeWidget *>(u"importList"_s);
    }
    static QPushButton *button(ImportDialog *dialog, const char *name)
    {
        return dialog->findChild<QPushButton *>(QString::fromLatin1(name));
    }
    static QString message(ImportDialog *dialog)
    {
        return dialog->findChild<QLabel *>(u"importMessage"_s)->text();
    }
    static QString notes(ImportDialog *dialog)
    {
        return dialog->findChild<QPlainTextEdit *>(u"importNotes"_s)->toPlainText();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    std::unique_ptr<console::Application> m_console;
};

void tst_ImportDialog::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
    QGuiApplication::clipboard()->clear();
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"profiles.json"_s);
    qputenv("LOCKSCOPE_PROFILES", m_file.toUtf8());
    m_console = std::make_unique<console::Application>(console::Options(), QString());
    m_console->start();
}

void tst_ImportDialog::cleanup()
{
    m_console.reset();
    qunsetenv("LOCKSCOPE_PROFILES");
}

void tst_ImportDialog::theClipboardIsOffered()
{
    QGuiApplication::clipboard()->setText(u"redis://ops:hunter2@redis.prod:6380\n"_s);
    ImportDialog *dialog = open();
    QVERIFY(dialog);
    QCOMPARE(list(dialog)->topLevelItemCount(), 1);
    const QTreeWidgetItem *line = list(dialog)->topLevelItem(0);
    QCOMPARE(line->text(0), u"redis.prod"_s);
    QCOMPARE(line->text(1), u"production"_s);
    QCOMPARE(line->text(2), u"redis://ops@redis.prod:6380"_s);
    QVERIFY(notes(dialog).contains("not taken over"_L1));
    QVERIFY(button(dialog, "importSave")->isEnabled());
    // By the keyboard alone.
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(savedNames(), QStringList{u"redis.prod"_s});
    QFile in(m_file);
    QVERIFY(in.open(QIODevice::ReadOnly) && !in.readAll().contains("hunter"));
}

void tst_ImportDialog::whatWasCopiedIsNoConnection()
{
    QGuiApplication::clipboard()->setText(u"billing:export\n"_s);
    ImportDialog *dialog = open();
    QCOMPARE(message(dialog), QString());
    QVERIFY(!button(dialog, "importSave")->isEnabled());
    button(dialog, "importPaste")->click();
    QVERIFY(!message(dialog).isEmpty());
    QGuiApplication::clipboard()->setText(u"singleServerConfig: {address: 'redis://a:1'}"_s);
    button(dialog, "importPaste")->click();
    QCOMPARE(message(dialog), QString());
    QCOMPARE(list(dialog)->topLevelItemCount(), 1);
}

void tst_ImportDialog::aFileIsRead()
{
    const QString file = write(u"application.yml"_s,
                               "spring: {redis: {host: a}}\n---\nspring:\n  profiles: prod\n"
                               "  redis: {host: b, port: x}\n---\nspring:\n  profiles: test\n"
                               "  redis: {host: '${HOST:c}'}\n");
    ImportDialog *dialog = open();
    button(dialog, "importChoose")->click();
    auto *chooser = dialog->findChild<QFileDialog *>();
    QVERIFY(chooser);
    Q_EMIT chooser->fileSelected(file);
    QCOMPARE(list(dialog)->topLevelItemCount(), 2);
    QVERIFY(notes(dialog).contains("connection 2 was left out"_L1, Qt::CaseInsensitive));
    list(dialog)->setCurrentItem(list(dialog)->topLevelItem(1));
    QVERIFY(notes(dialog).contains("HOST"_L1));
    // Only those that are marked.
    list(dialog)->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    list(dialog)->topLevelItem(1)->setText(0, u"test-redis"_s);
    button(dialog, "importSave")->click();
    QCOMPARE(savedNames(), QStringList{u"test-redis"_s});
}

void tst_ImportDialog::namesThatAreTakenAreChanged()
{
    write(u"profiles.json"_s, R"({"version":1,"profiles":[{"name":"a","urls":["redis://z"]}]})");
    QGuiApplication::clipboard()->setText(u"redis://a\nredis://b"_s);
    ImportDialog *dialog = open();
    QVERIFY(!button(dialog, "importSave")->isEnabled());
    QVERIFY2(message(dialog).contains(": a."_L1), qPrintable(message(dialog)));
    auto *line = list(dialog)->topLevelItem(0);
    line->setText(0, u"b"_s); // as the other one
    QVERIFY(!button(dialog, "importSave")->isEnabled());
    line->setText(0, u"no name"_s);
    QVERIFY(!button(dialog, "importSave")->isEnabled());
    line->setText(0, u"c"_s);
    QVERIFY2(button(dialog, "importSave")->isEnabled(), qPrintable(message(dialog)));
    // Another program was faster.
    write(u"profiles.json"_s, R"({"version":1,"profiles":[{"name":"c","urls":["redis://z"]}]})");
    button(dialog, "importSave")->click();
    QVERIFY2(message(dialog).contains(": c."_L1), qPrintable(message(dialog)));
    QCOMPARE(savedNames(), QStringList{u"c"_s});
}

void tst_ImportDialog::whatCannotBeReadIsTold()
{
    ImportDialog *dialog = open();
    dialog->read(m_folder->path());
    QVERIFY(!message(dialog).isEmpty());
    dialog->read(write(u"x"_s, "a: b\nsecret: [}\n"));
    QVERIFY2(message(dialog).contains("Line 2"_L1), qPrintable(message(dialog)));
    QVERIFY(!message(dialog).contains("secret"_L1));
    QCOMPARE(list(dialog)->topLevelItemCount(), 0);
}

void tst_ImportDialog::profilesAreExported()
{
    QVERIFY(!action("actionExportProfiles")->isEnabled());
    write(
        u"profiles.json"_s,
        R"({"version":1,"profiles":[{"name":"a","urls":["redis://z"],"password_from":"env:X"}]})");
    QVERIFY(eventually([this] { return action("actionExportProfiles")->isEnabled(); }));
    action("actionExportProfiles")->trigger();
    auto *chooser = m_console->window().findChild<QFileDialog *>(u"exportProfilesDialog"_s);
    QVERIFY(chooser);
    const QString file = m_folder->filePath(u"shared.json"_s);
    Q_EMIT chooser->fileSelected(file);
    QFile in(file);
    QVERIFY(in.open(QIODevice::ReadOnly));
    const QByteArray text = in.readAll();
    QVERIFY(text.contains("redis://z") && text.contains("ask") && !text.contains("env:"));
}

LOCKSCOPE_TEST_SUITE(tst_ImportDialog)
#include "tst_importdialog.moc"
