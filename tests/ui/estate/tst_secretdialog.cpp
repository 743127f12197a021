// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/estate/estatemodel.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/secretdialog.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDirIterator>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

namespace {

const QByteArray canary = "CANARY-2d41f08b";

} // namespace

// The dialog that asks for a profile's password, alone and in the console on a real server.
class tst_SecretDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }
    void cleanup() { m_console.reset(); }

    void answersOnce();
    void saysWhyItAsks();
    void asksUntilTheServerAgrees();
    void cancelLeavesItDownUntilTheUserReconnects();
    void aServerIsAskedForWithItsUser();
    void theSessionAsksForATypedPassword();

private:
    void start()
    {
        app::ChosenTarget target{m_server.target(), u"shop"_s, {}, {}, {}};
        target.password.clear();
        target.secrets = {u"shop"_s, profile::secretSourceFrom(u"ask"_s).value(), {}, {}, {}};
        console::Options options;
        options.targets = {target};
        m_console = std::make_unique<console::Application>(std::move(options),
                                                           m_folder.filePath(u"window.ini"_s));
        m_console->start();
    }
    ui::SecretDialog *dialog() const
    {
        ui::SecretDialog *shown = nullptr;
        (void)eventually([&] {
            for (auto *each : m_console->window().findChildren<ui::SecretDialog *>()) {
                if (each->isVisible())
                    shown = each;
            }
            return shown != nullptr;
        });
        return shown;
    }
    static void answer(ui::SecretDialog *dialog, const QByteArray &secret)
    {
        dialog->findChild<QLineEdit *>(u"secret"_s)->setText(QString::fromUtf8(secret));
        dialog->findChild<QPushButton *>(u"useSecret"_s)->click();
    }
    watch::ServerRecord server() const { return m_console->client().servers().rows().at(0).server; }
    bool isUp() const
    {
        return eventually([&] {
            return m_console->client().servers().rowCount() == 1
                && server().state == watch::ServerState::Up;
        });
    }

    RedisProcess m_server{{.unixSocket = false, .password = canary, .tls = {}, .arguments = {}}};
    QTemporaryDir m_folder;
    std::unique_ptr<console::Application> m_console;
};

void tst_SecretDialog::answersOnce()
{
    ui::SecretDialog dialog({u"shop"_s, ui::SecretRequest::Kind::Password, false, {}, true});
    QSignalSpy answered(&dialog, &ui::SecretDialog::answered);
    dialog.show();
    auto *field = dialog.findChild<QLineEdit *>(u"secret"_s);
    auto *use = dialog.findChild<QPushButton *>(u"useSecret"_s);
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    QVERIFY(!use->isEnabled());
    field->setText(u"typed"_s);
    QVERIFY(use->isEnabled());
    dialog.findChild<QCheckBox *>(u"rememberSecret"_s)->setChecked(true);
    use->click();
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered[0][0].toByteArray(), "typed");
    QVERIFY(answered[0][1].toBool());
    QVERIFY(field->text().isEmpty());
    ui::SecretDialog closed({u"shop"_s, {}, false, {}, false});
    QSignalSpy declined(&closed, &ui::SecretDialog::answered);
    closed.show();
    closed.findChild<QLineEdit *>(u"secret"_s)->setText(u"typed"_s);
    closed.close();
    QCOMPARE(declined.size(), 1);
    QVERIFY(declined[0][0].toByteArray().isNull());
}

void tst_SecretDialog::saysWhyItAsks()
{
    const auto textOf = [](const ui::SecretRequest &request) {
        ui::SecretDialog dialog(request);
        return dialog.findChild<QLabel *>(u"secretText"_s)->text();
    };
    using enum ui::SecretRequest::Kind;
    QVERIFY(textOf({u"shop"_s, Password, true, {}, false}).contains("rejected"_L1));
    QVERIFY(textOf({u"shop"_s, Password, false, u"no keychain answers here"_s, false})
                .contains("No keychain answers here."_L1));
    QVERIFY(!ui::SecretDialog({u"shop"_s, Password, false, {}, false})
                 .findChild<QCheckBox *>(u"rememberSecret"_s)
                 ->isVisibleTo(nullptr));
    QCOMPARE(ui::SecretDialog({u"shop"_s, SentinelPassword, false, {}, false}).windowTitle(),
             u"Password of the Sentinels of shop"_s);
}

void tst_SecretDialog::asksUntilTheServerAgrees()
{
    start();
    auto *first = dialog();
    QVERIFY(first);
    QVERIFY(!first->findChild<QLabel *>(u"secretText"_s)->text().contains("rejected"_L1));
    answer(first, "CANARY-wrong");
    QVERIFY(!first->isVisible());
    auto *second = dialog();
    QVERIFY(second && second != first);
    QVERIFY(second->findChild<QLabel *>(u"secretText"_s)->text().contains("rejected"_L1));
    answer(second, canary);
    QVERIFY(isUp());
    // Nowhere on the screen, and in no file that stays.
    for (QWidget *window : QApplication::topLevelWidgets()) {
        QVERIFY(!window->windowTitle().contains("CANARY"_L1));
        for (const QLabel *label : window->findChildren<QLabel *>())
            QVERIFY(!label->text().contains("CANARY"_L1));
        for (const QLineEdit *field : window->findChildren<QLineEdit *>())
            QVERIFY(!field->text().contains("CANARY"_L1));
    }
    m_console.reset();
    QDirIterator files(m_folder.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("CANARY"));
    }
}

void tst_SecretDialog::cancelLeavesItDownUntilTheUserReconnects()
{
    start();
    auto *asked = dialog();
    QVERIFY(asked);
    asked->reject();
    QVERIFY(eventually([&] {
        return m_console->client().servers().rowCount() == 1
            && server().state == watch::ServerState::Down && server().error;
    }));
    QCOMPARE(server().error->code, "NOSECRET");
    QVERIFY(server().error->text.english().contains("reconnect to be asked again"_L1));
    Q_EMIT m_console->window().reconnectRequested(server().server);
    auto *again = dialog();
    QVERIFY(again);
    answer(again, canary);
    QVERIFY(isUp());
}

void tst_SecretDialog::aServerIsAskedForWithItsUser()
{
    ui::SecretRequest request;
    request.server = u"10.0.0.1:6379"_s;
    request.user = u"ops"_s;
    ui::SecretDialog dialog(request);
    dialog.show();
    QCOMPARE(dialog.windowTitle(), u"Password of 10.0.0.1:6379"_s);
    const QString text = dialog.findChild<QLabel *>(u"secretText"_s)->text();
    QVERIFY2(text.startsWith("10.0.0.1:6379 requires a password."_L1), qPrintable(text));
    auto *user = dialog.findChild<QLineEdit *>(u"secretUser"_s);
    QVERIFY(user->isVisible());
    QCOMPARE(dialog.user(), u"ops"_s);
    user->setText(u" watcher "_s);
    QCOMPARE(dialog.user(), u"watcher"_s);
    ui::SecretDialog ofProfile({u"shop"_s, {}, false, {}, false});
    ofProfile.show();
    QVERIFY(!ofProfile.findChild<QLineEdit *>(u"secretUser"_s)->isVisible());
}

// It is not stored. The answer takes the place of the failed connection; Reconnect asks again.
void tst_SecretDialog::theSessionAsksForATypedPassword()
{
    const QString file = m_folder.filePath(u"session.ini"_s);
    const QString label = m_server.target().label();
    const auto open = [&] {
        console::Options options;
        options.resumesSession = true;
        m_console = std::make_unique<console::Application>(std::move(options), file);
        m_console->start();
    };
    open();
    Q_EMIT m_console->window().connectRequested({label, u"wrong"_s, {}, {}});
    QVERIFY(eventually([&] { return m_console->client().servers().rowCount() == 1; }));
    Q_EMIT m_console->window().connectRequested({label, QString::fromUtf8(canary), {}, {}});
    QVERIFY(isUp());
    m_console.reset();
    open();
    ui::SecretDialog *asked = dialog();
    QVERIFY(asked);
    answer(asked, "wrong");
    QVERIFY(eventually([&] {
        return m_console->client().servers().rowCount() == 1 && server().error
            && server().error->code == "WRONGPASS";
    }));
    m_console->window().findChild<QDockWidget *>(u"estateDock"_s)->show();
    auto *estate = m_console->window().findChild<ui::EstatePane *>();
    estate->choose(server().server);
    auto *reconnect = m_console->window().findChild<QAction *>(u"reconnectServer"_s);
    reconnect->trigger();
    reconnect->trigger(); // the dialog is there already
    asked = dialog();
    QVERIFY(asked);
    QCOMPARE(std::ranges::count_if(m_console->window().findChildren<ui::SecretDialog *>(),
                                   [](const auto *each) { return each->isVisible(); }),
             1);
    answer(asked, canary);
    QVERIFY(isUp());
    QFile session(file);
    QVERIFY(session.open(QIODevice::ReadOnly));
    QVERIFY(!session.readAll().contains(canary));
}

LOCKSCOPE_TEST_SUITE(tst_SecretDialog)
#include "tst_secretdialog.moc"
