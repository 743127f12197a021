// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/aliases/aliasdialog.h"
#include "ui/kit/dialog.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Enter does what a dialog is for, and nothing that was entered is lost without a question.
class tst_Dialogs : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void enterConnects_data();
    void enterConnects();
    void enterInAnUnfinishedFormDoesNothing();
    void enterOnAButtonPressesIt();
    void enterSavesAProfile_data();
    void enterSavesAProfile();
    void enterInATableSetsNoName();
    void enterInANumberDoesNotCancel();
    void noDialogIsCancelledByEnter_data();
    void noDialogIsCancelledByEnter();
    void aChangedFormIsNotDiscardedUnasked_data();
    void aChangedFormIsNotDiscardedUnasked();
    void anUnchangedFormIsClosedAtOnce_data();
    void anUnchangedFormIsClosedAtOnce();

private:
    Dialog *openDialog(const char *action)
    {
        auto *dialog = qobject_cast<Dialog *>(open(QString::fromLatin1(action)));
        if (dialog && !QTest::qWaitForWindowActive(dialog))
            return nullptr;
        return dialog;
    }
    static void forms()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<QString>("field");
        QTest::newRow("connect") << QByteArray("actionConnect") << u"password"_s;
        QTest::newRow("new profile") << QByteArray("actionNewProfile") << u"profileName"_s;
        QTest::newRow("edit profile") << QByteArray("actionEditProfile") << u"profileServers"_s;
        QTest::newRow("name an owner") << QByteArray("actionNameOwner") << u"aliasName"_s;
        QTest::newRow("force-unlock") << QByteArray("actionForceUnlock") << u"reason"_s;
        QTest::newRow("set time to live") << QByteArray("actionSetTimeToLive") << u"reason"_s;
    }
    static QWidget *fieldOf(Dialog *dialog, const QString &name)
    {
        if (name == u"profileServers"_s)
            return dialog->findChild<QPlainTextEdit *>(u"profileUrls"_s);
        return dialog->findChild<QLineEdit *>(name);
    }
    static QMessageBox *question(Dialog *dialog)
    {
        return dialog->findChild<QMessageBox *>(u"discardBox"_s);
    }
};

void tst_Dialogs::enterConnects_data()
{
    QTest::addColumn<QString>("field");
    QTest::newRow("url") << u"url"_s;
    QTest::newRow("password") << u"password"_s;
    QTest::newRow("prefixes") << u"prefixes"_s;
}

void tst_Dialogs::enterConnects()
{
    QFETCH(QString, field);
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    QPointer<Dialog> dialog = openDialog("actionConnect");
    QVERIFY(dialog);
    auto *url = dialog->findChild<QComboBox *>(u"url"_s);
    // The field has the focus and is selected: typing replaces it, and is wrong until its end.
    QTest::keyClicks(url->lineEdit(), u"redis://127.0.0.1:23000"_s);
    QVERIFY(dialog->findChild<QPushButton *>(u"connect"_s)->isDefault());
    auto *at = field == u"url"_s ? static_cast<QWidget *>(url) : fieldOf(dialog, field);
    at->setFocus();
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(!dialog || !dialog->isVisible());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).value<ConnectRequest>().url, u"redis://127.0.0.1:23000"_s);
}

void tst_Dialogs::enterInAnUnfinishedFormDoesNothing()
{
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    Dialog *dialog = openDialog("actionConnect");
    QVERIFY(dialog);
    auto *url = dialog->findChild<QComboBox *>(u"url"_s);
    url->lineEdit()->clear();
    QTest::keyClick(url, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QCOMPARE(asked.size(), 0);
}

void tst_Dialogs::enterOnAButtonPressesIt()
{
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    QPointer<Dialog> dialog = openDialog("actionConnect");
    QVERIFY(dialog);
    for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
        if (button->text().contains(u"Cancel"_s))
            button->setFocus();
    }
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(!dialog || !dialog->isVisible());
    QCOMPARE(asked.size(), 0);
}

void tst_Dialogs::enterSavesAProfile_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<Qt::KeyboardModifiers>("keys");
    QTest::newRow("name") << u"profileName"_s << Qt::KeyboardModifiers();
    QTest::newRow("several lines")
        << u"profileServers"_s << Qt::KeyboardModifiers(Qt::ControlModifier);
}

void tst_Dialogs::enterSavesAProfile()
{
    QFETCH(QString, field);
    QFETCH(Qt::KeyboardModifiers, keys);
    QPointer<Dialog> dialog = openDialog("actionNewProfile");
    QVERIFY(dialog);
    auto *name = fieldOf(dialog, u"profileName"_s);
    name->setFocus();
    QTest::keyClicks(name, u"shop"_s);
    dialog->findChild<QPlainTextEdit *>(u"profileUrls"_s)->setPlainText(u"redis://127.0.0.1:7"_s);
    QVERIFY(dialog->findChild<QLabel *>(u"profileMessage"_s)
                ->text()
                .startsWith(u"Will be saved in "_s));
    fieldOf(dialog, field)->setFocus();
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return, keys);
    QTRY_VERIFY(!dialog || !dialog->isVisible());
    const auto saved = store().load();
    QVERIFY(saved && saved->find(u"shop"_s));
}

// It leads to the field of the name.
void tst_Dialogs::enterInATableSetsNoName()
{
    m_client->picture().setAliases({0}, AliasOrigin::File,
                                   {{QByteArray("worker-*"), u"billing"_s, AliasOrigin::File}});
    auto *dialog = static_cast<AliasDialog *>(openDialog("actionOwnerNames"));
    QVERIFY(dialog);
    QSignalSpy wanted(dialog, &AliasDialog::nameWanted);
    auto *table = dialog->findChild<TableView *>(u"aliases"_s);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(dialog->focusWidget(), fieldOf(dialog, u"aliasName"_s));
    QCOMPARE(wanted.size(), 0);
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
}

void tst_Dialogs::enterInANumberDoesNotCancel()
{
    QPointer<Dialog> dialog = openDialog("actionAddPermits");
    QVERIFY(dialog);
    auto *number = dialog->findChild<QAbstractSpinBox *>();
    QVERIFY(number);
    number->setFocus();
    QTest::keyClick(number, Qt::Key_Return);
    QVERIFY(dialog && dialog->isVisible());
}

void tst_Dialogs::noDialogIsCancelledByEnter_data()
{
    QTest::addColumn<QString>("place");
    for (const QString &place : dialogPlaces())
        QTest::newRow(qPrintable(place)) << place;
}

// In any field Enter runs the dialog's main action, or does nothing.
void tst_Dialogs::noDialogIsCancelledByEnter()
{
    QFETCH(QString, place);
    auto *dialog = qobject_cast<Dialog *>(open(place));
    if (!dialog)
        return; // a question or the palette, which have their own tests
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QSignalSpy rejected(dialog, &QDialog::rejected);
    for (QLineEdit *line : dialog->findChildren<QLineEdit *>()) {
        if (line->window() != dialog || !line->isVisible() || !dialog->isVisible())
            continue;
        line->setFocus();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(rejected.size(), 0);
    }
}

void tst_Dialogs::aChangedFormIsNotDiscardedUnasked_data()
{
    forms();
}

void tst_Dialogs::aChangedFormIsNotDiscardedUnasked()
{
    QFETCH(QByteArray, action);
    QFETCH(QString, field);
    QPointer<Dialog> dialog = openDialog(action.constData());
    QVERIFY(dialog);
    QWidget *input = fieldOf(dialog, field);
    QVERIFY(input);
    input->setFocus();
    QTest::keyClicks(input, u"x"_s);
    dialog->reject(); // as Escape and Cancel do
    QVERIFY(dialog->isVisible());
    QVERIFY(question(dialog));
    // Nothing was changed yet, so it is not asked about changes.
    const bool isAction = dialog->objectName() == "actionDialog"_L1;
    QCOMPARE(question(dialog)->text(),
             isAction ? u"This action has not been sent. Discard what you entered?"_s
                      : u"Discard what you entered?"_s);
    // Enter keeps it.
    QTest::keyClick(question(dialog), Qt::Key_Return);
    QTRY_VERIFY(!question(dialog));
    QVERIFY(dialog->isVisible());
    QVERIFY(!dialog->close());
    QTRY_VERIFY(question(dialog));
    QVERIFY(dialog->isVisible());
    question(dialog)->findChild<QPushButton *>(u"discard"_s)->click();
    QTRY_VERIFY(!dialog || !dialog->isVisible());
}

void tst_Dialogs::anUnchangedFormIsClosedAtOnce_data()
{
    forms();
}

void tst_Dialogs::anUnchangedFormIsClosedAtOnce()
{
    QFETCH(QByteArray, action);
    QPointer<Dialog> dialog = openDialog(action.constData());
    QVERIFY(dialog);
    dialog->reject(); // as Escape and Cancel do
    QTRY_VERIFY(!dialog || !dialog->isVisible());
}

LOCKSCOPE_TEST_SUITE(tst_Dialogs)
#include "tst_dialogs.moc"
