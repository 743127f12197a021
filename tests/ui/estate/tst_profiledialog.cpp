// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/notifypage.h"
#include "ui/estate/profilecontroller.h"
#include "ui/estate/profiledialog.h"
#include "ui/estate/profilefields.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::EstateModel;
using ui::ProfileDialog;
using ui::ProfileField;

// Profiles are made, changed and removed in the window, in the file that lockctl reads, too.
class tst_ProfileDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init();
    void cleanup();

    void whatIsWrongIsToldInPlace_data();
    void whatIsWrongIsToldInPlace();
    void textAndProfileAreTheSame();
    void aProfileLivesFromItsDialogToItsRemoval();
    void everySecretHasItsLabel();
    void everythingIsSaved();
    void nothingOfOthersIsOverwritten();
    void aCommandThatAFieldCannotHoldStays();
    void aTestMessageIsSent();
    void theDefaultOfOthersStays();
    void whatCannotBeReadOrWrittenIsTold();
    void anotherProfileIsABeginning();
    void othersChangesAreShown_data();
    void othersChangesAreShown();

private:
    void start();
    void write(const QByteArray &text);
    QJsonObject saved(const QString &name) const;
    ui::EstatePane *estate() const { return m_console->window().findChild<ui::EstatePane *>(); }
    QModelIndex line(int row, const QModelIndex &parent = {}) const
    {
        return estate()->model()->index(row, 0, parent);
    }
    QString summary(const QModelIndex &index) const
    {
        return index.data(EstateModel::SummaryRole).toString();
    }
    void trigger(const char *action) const
    {
        m_console->window().findChild<QAction *>(QString::fromLatin1(action))->trigger();
    }
    ProfileDialog *dialog() const
    {
        for (auto *each : m_console->window().findChildren<ProfileDialog *>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    template <typename T>
    T *field(const char *name) const
    {
        return dialog()->findChild<T *>(QString::fromLatin1(name));
    }
    void setLines(const char *name, const QStringList &lines) const
    {
        field<QPlainTextEdit>(name)->setPlainText(lines.join(u'\n'));
    }
    QString message() const { return field<QLabel>("profileMessage")->text(); }
    QPushButton *saveButton() const { return field<QPushButton>("profileSave"); }
    QString notice() const { return m_console->window().findChild<QLabel *>(u"notice"_s)->text(); }
    QStringList locks() const
    {
        const auto *model = m_console->window().findChild<QAbstractItemView *>(u"locks"_s)->model();
        QStringList names;
        for (int row = 0; row < model->rowCount(); ++row)
            names += model->index(row, static_cast<int>(ui::LockColumn::Name)).data().toString();
        return names;
    }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    std::unique_ptr<console::Application> m_console;
};

void tst_ProfileDialog::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
    m_server.command({"FLUSHALL"});
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"profiles.json"_s);
    qputenv("LOCKSCOPE_PROFILES", m_file.toUtf8());
}

void tst_ProfileDialog::cleanup()
{
    m_console.reset();
    qunsetenv("LOCKSCOPE_PROFILES");
}

void tst_ProfileDialog::start()
{
    console::Options options;
    options.view = u"locks"_s;
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    m_console->window().findChild<QDockWidget *>(u"estateDock"_s)->show();
    m_console->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_console->window()));
}

void tst_ProfileDialog::write(const QByteArray &text)
{
    QFile out(m_file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    QCOMPARE(out.write(text), text.size());
}

QJsonObject tst_ProfileDialog::saved(const QString &name) const
{
    QFile in(m_file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    for (const QJsonValue value : QJsonDocument::fromJson(in.readAll())["profiles"_L1].toArray()) {
        if (value["name"_L1].toString() == name)
            return value.toObject();
    }
    return {};
}

void tst_ProfileDialog::whatIsWrongIsToldInPlace_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QString &field, const QString &text,
                        const QString &said) { QTest::newRow(name) << field << text << said; };
    row("no URL", u"profileUrls"_s, u"redis://h\nnonsense"_s, u"Servers, line 2: "_s);
    row("a password", u"profileUrls"_s, u"redis://h\n\nredis://:hidden@i"_s,
        u"Servers, line 3: The URL contains a password"_s);
    row("twice", u"profileUrls"_s, u"redis://h\nredis://h:6379"_s,
        u"Servers, line 2: The same server"_s);
    row("no group", u"profileGroups"_s, u"redis://a,redis://b"_s,
        u"Quorum groups, line 1: Give a name and the servers"_s);
    row("a group of one", u"profileGroups"_s, u"g=redis://a"_s,
        u"Quorum groups, line 1: A quorum group needs several servers"_s);
    row("a group's password", u"profileGroups"_s, u"g=redis://a,redis://:hidden@b"_s,
        u"Quorum groups, line 1: The URL contains a password"_s);
    row("no alias", u"profileAliases"_s, u"a=b\nbilling"_s, u"Names of owners, line 2: Give"_s);
    row("two names", u"profileAliases"_s, u"a=b\na=c"_s,
        u"Names of owners, line 2: The owner \"a\" has two names"_s);
    row("no name", u"profileAliases"_s, u"\na="_s, u"Names of owners, line 2: An alias has"_s);
    row("no kind", u"profilePins"_s, u"a:=nonsense"_s,
        u"Pinned kinds, line 1: \"nonsense\" is not a kind that can be pinned"_s);
    row("no file", u"profileAliasesFile"_s, u"names.csv"_s,
        u"File of names: \"names.csv\" is not an absolute path"_s);
    row("key alone", u"profileKeyFile"_s, u"/client.key"_s,
        u"Private key: A private key needs the certificate"_s);
    row("no server name", u"profileServerName"_s, u"a b"_s,
        u"Server name: \"a b\" cannot be the name of a server"_s);
    row("no fingerprint", u"profileFingerprints"_s, u"AB:CD"_s,
        u"Pinned certificates, line 1: A SHA-256 fingerprint has 64"_s);
    row("no way", u"profileThrough"_s, u"bastion"_s,
        u"Way to the servers: This is not a way to the servers"_s);
    row("no CA file", u"profileCaFile"_s, u"ca.pem"_s,
        u"CA file: \"ca.pem\" is not an absolute path"_s);
    row("no user", u"profileOperatorUser"_s, u"a b"_s,
        u"User for acting: The name of a user has up to 128"_s);
    row("a password of no user", u"profileOperatorPassword"_s, u"ask"_s,
        u"Password for acting from: There is no user for acting"_s);
    row("no program", u"profileNotifyCommand"_s, u"\"\""_s,
        u"Program for notifications: A command is a program"_s);
    row("a webhook itself", u"profileNotifyWebhook"_s, u"https://hook.example/hidden"_s,
        u"Webhook URL from: This is not a source"_s);
    row("a webhook that is asked for", u"profileNotifyWebhook"_s, u"ask"_s,
        u"Webhook URL from: The URL of a webhook comes from keychain"_s);
    row("no name of its own", u"profileName"_s, u"a b"_s, u"Name: \"a b\" is not a valid name"_s);
}

void tst_ProfileDialog::whatIsWrongIsToldInPlace()
{
    QFETCH(const QString, field);
    QFETCH(const QString, text);
    QFETCH(const QString, said);
    start();
    trigger("actionNewProfile");
    QVERIFY(dialog());
    QVERIFY(!saveButton()->isEnabled());
    this->field<QLineEdit>("profileName")->setText(u"p"_s);
    setLines("profileUrls", {u"redis://h"_s});
    QVERIFY2(saveButton()->isEnabled(), qPrintable(message()));
    if (auto *line = dialog()->findChild<QLineEdit *>(field))
        line->setText(text);
    else if (auto *source = dialog()->findChild<QComboBox *>(field))
        source->setEditText(text);
    else
        dialog()->findChild<QPlainTextEdit *>(field)->setPlainText(text);
    QVERIFY2(message().startsWith(said), qPrintable(message()));
    QVERIFY(!message().contains("hidden"_L1));
    QVERIFY(!saveButton()->isEnabled());
    dialog()->accept(); // in any way
    QVERIFY(dialog());
    QVERIFY(!QFile::exists(m_file));
}

void tst_ProfileDialog::textAndProfileAreTheSame()
{
    profile::Profile profile;
    profile.name = u"shop"_s;
    profile.tag = profile::Tag::Staging;
    profile.readOnly = true;
    profile.urls = {u"redis://h"_s, u"rediss://ops@i:6380/2"_s};
    profile.prefixes = {"a:", "\xff:", " b"};
    profile.groups = {{u"duo"_s, {u"redis+sentinel://a,b/m"_s, u"redis://c"_s}}};
    profile.aliases = {{"worker-*", u"billing"_s}, {"\x80token=", u"cron job"_s}};
    profile.pins = {{"orders:", "string/redis-py"}};
    profile.aliasesFile = u"/etc/names.csv"_s;
    profile.learnNames = true;
    profile.tls = {.caFile = u"/etc/ca.pem"_s,
                   .certificateFile = u"/etc/c.pem"_s,
                   .keyFile = u"/etc/c.key"_s,
                   .keyPassphrase = {},
                   .serverName = u"redis.example"_s,
                   .fingerprints = {QByteArray(32, 'a'), QByteArray(32, 'b')}};
    profile.relay = redis::relayFrom(u"ssh://ops@bastion"_s).value();
    profile.password = profile::secretSourceFrom(u"command:pass show shop"_s).value();
    profile.sentinelPassword = profile::secretSourceFrom(u"ask"_s).value();
    profile.keyPassphrase = profile::secretSourceFrom(u"env:KEY"_s).value();
    profile.reauthenticate = Millis(600'000);
    profile.operatorUser = u"ops"_s;
    profile.operatorPassword = profile::secretSourceFrom(u"env:OPS"_s).value();
    profile.notifying = {
        {u"/opt/page me"_s, u"--team=a"_s, u"say \"hi\" to all"_s, u"\"x"_s}, true, false};
    const ui::ReadProfile read = ui::readProfile(ui::textOf(profile));
    QVERIFY(!read.problem);
    QCOMPARE(read.profile, profile);
    ui::ProfileText text = ui::textOf(profile);
    text.prefixes += u"\n\n"_s; // blank lines say nothing
    QCOMPARE(ui::readProfile(text).profile, profile);
    ui::ProfileText two = ui::textOf(profile);
    two.notifyWebhook = u"keychain"_s;
    QCOMPARE(ui::readProfile(two).problem->field, ProfileField::NotifyCommand);
    two.notifyCommand.clear();
    QCOMPARE(ui::readProfile(two).profile.notifyWebhook,
             profile::secretSourceFrom(u"keychain"_s).value());
    text.password = u"hunter2"_s;
    QCOMPARE(ui::readProfile(text).problem->field, ProfileField::Password);
    text.password = u"ask"_s; // nothing new can be had from there
    QCOMPARE(ui::readProfile(text).problem->field, ProfileField::Reauthenticate);
    text.servers.clear();
    text.groups.clear();
    QCOMPARE(ui::readProfile(text).problem->field, ProfileField::Servers);
}

void tst_ProfileDialog::aProfileLivesFromItsDialogToItsRemoval()
{
    m_server.command({"HSET", "lock:a", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
    m_server.command({"PEXPIRE", "lock:a", "60000"});
    m_server.command({"HSET", "other:b", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:8", "1"});
    m_server.command({"PEXPIRE", "other:b", "60000"});
    start();
    // Made.
    trigger("actionNewProfile");
    QTRY_COMPARE(QApplication::activeWindow(), dialog());
    QCOMPARE(QApplication::focusWidget(), field<QLineEdit>("profileName"));
    QTest::keyClicks(field<QLineEdit>("profileName"), u"shop"_s);
    auto *tag = field<QComboBox>("profileTag");
    tag->setCurrentIndex(tag->findText(u"Production"_s));
    setLines("profileUrls", {m_server.url()});
    setLines("profilePrefixes", {u"lock:"_s});
    QVERIFY2(saveButton()->isEnabled(), qPrintable(message()));
    QTest::mouseClick(saveButton(), Qt::LeftButton);
    QVERIFY(!dialog());
    QCOMPARE(saved(u"shop"_s)["tag"_L1].toString(), u"production"_s);
    QCOMPARE(estate()->model()->rowCount(), 1);
    QCOMPARE(line(0).data(EstateModel::LinesRole).toStringList(), QStringList{u"PRODUCTION"_s});
    QCOMPARE(summary(line(0)), u"not connected"_s);
    QVERIFY(notice().contains("shop"_L1));
    // Connected to.
    m_console->window().showView(u"estateDock"_s);
    estate()->setCurrentIndex(line(0));
    QTest::keyClick(estate(), Qt::Key_Return);
    QVERIFY(eventually([this] { return locks() == QStringList{u"lock:a"_s}; }));
    QVERIFY(eventually([this] { return summary(line(0)) == "1 of 1 server up"_L1; }));
    const QModelIndex server = line(0, line(0));
    QVERIFY(eventually([&] { return summary(server).startsWith("primary, up, "_L1); }));
    trigger("connectChosen"); // there is nothing more to connect
    QCOMPARE(estate()->model()->rowCount(line(0)), 1);
    // Left and taken up again.
    trigger("disconnectServer");
    QVERIFY(eventually([this] { return locks().isEmpty(); }));
    QCOMPARE(summary(server), u"not connected"_s);
    QCOMPARE(estate()->currentIndex(), line(0));
    trigger("reconnectServer");
    QVERIFY(eventually([this] { return locks() == QStringList{u"lock:a"_s}; }));
    // Changed: a connected server is marked as differing from the profile.
    trigger("actionEditProfile");
    QTRY_COMPARE(QApplication::activeWindow(), dialog());
    QVERIFY(field<QLineEdit>("profileName")->isReadOnly());
    field<QCheckBox>("profileReadOnly")->setChecked(true);
    setLines("profilePrefixes", {});
    QTest::mouseClick(saveButton(), Qt::LeftButton);
    QVERIFY(!dialog());
    QVERIFY(saved(u"shop"_s)["read_only"_L1].toBool());
    QCOMPARE(line(0).data(EstateModel::LinesRole).toStringList(),
             QStringList{u"PRODUCTION, read-only"_s});
    QCOMPARE(server.data(EstateModel::LinesRole).toStringList(),
             QStringList{u"connected as PRODUCTION"_s});
    trigger("disconnectServer");
    trigger("connectChosen");
    QVERIFY(eventually([this] { return locks() == QStringList{u"lock:a"_s, u"other:b"_s}; }));
    QVERIFY(server.data(EstateModel::LinesRole).toStringList().isEmpty());
    // Removed, when it was said that it is meant.
    trigger("actionRemoveProfile");
    auto *box = m_console->window().findChild<QMessageBox *>(u"removeProfileBox"_s);
    QVERIFY(box && box->isVisible() && !box->isModal());
    QVERIFY(box->informativeText().contains("PRODUCTION, read-only"_L1));
    QVERIFY(box->informativeText().contains(m_server.url()));
    box->button(QMessageBox::Cancel)->click();
    QVERIFY(!saved(u"shop"_s).isEmpty());
    trigger("actionRemoveProfile");
    QTRY_COMPARE(m_console->window().findChildren<QMessageBox *>().size(), 1);
    m_console->window().findChild<QPushButton *>(u"removeProfile"_s)->click();
    QVERIFY(saved(u"shop"_s).isEmpty());
    // Its server stays until it is left.
    QVERIFY(line(0).data(EstateModel::LinesRole).toStringList().contains(u"no longer saved"_s));
    QCOMPARE(locks().size(), 2);
    trigger("disconnectServer");
    QCOMPARE(estate()->model()->rowCount(), 0);
}

// A filled field has no placeholder, so only a label tells which it is.
void tst_ProfileDialog::everySecretHasItsLabel()
{
    start();
    trigger("actionNewProfile");
    field<QTabWidget>("profilePages")->setCurrentIndex(1);
    QStringList labels;
    for (const char *name :
         {"profilePassword", "profileReauthenticate", "profileSentinelPassword",
          "profileKeyPassphrase", "profileOperatorUser", "profileOperatorPassword"}) {
        const auto *box = field<QWidget>(name);
        QVERIFY2(box->isVisible(), name);
        const auto all = dialog()->findChildren<QLabel *>();
        const auto label =
            std::ranges::find_if(all, [&](const QLabel *each) { return each->buddy() == box; });
        QVERIFY2(label != all.end(), name);
        QVERIFY2((*label)->isVisible(), name);
        labels += (*label)->text().remove(u'&');
        QCOMPARE(box->accessibleName(), labels.back());
        // On one line with its box.
        const QPoint at = (*label)->mapTo(dialog(), (*label)->rect().center());
        QVERIFY2(std::abs(at.y() - box->mapTo(dialog(), box->rect().center()).y()) < 4, name);
    }
    QCOMPARE(labels.removeDuplicates(), 0);
    // A problem is told in the same words.
    field<QLineEdit>("profileName")->setText(u"shop"_s);
    setLines("profileUrls", {u"redis://h"_s});
    field<QLineEdit>("profileReauthenticate")->setText(u"keychain"_s);
    QVERIFY2(message().startsWith(labels.at(1) + u':'), qPrintable(message()));
}

void tst_ProfileDialog::everythingIsSaved()
{
    const QString names = m_folder->filePath(u"names.csv"_s);
    QFile out(names);
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write("worker-*,billing\n") > 0);
    out.close();
    start();
    trigger("actionNewProfile");
    field<QLineEdit>("profileName")->setText(u"all"_s);
    setLines("profileUrls", {u"redis://h"_s, u"redis://i"_s});
    setLines("profilePrefixes", {u"a:"_s, u"b\\xff"_s});
    setLines("profileGroups", {u"trio=redis://a,redis://b,redis://c"_s});
    setLines("profileAliases", {u"cron-*=cron"_s});
    setLines("profilePins", {u"orders:=string/redis-py"_s});
    field<QCheckBox>("profileLearnNames")->setChecked(true);
    field<QCheckBox>("profileDefault")->setChecked(true);
    field<QLineEdit>("profileNotifyCommand")->setText(u"/opt/page-me --team \"the locks\""_s);
    field<QComboBox>("profileNotifySeverity")->setCurrentIndex(1);
    field<QCheckBox>("profileNotifyEnds")->setChecked(false);
    field<QLineEdit>("profileAliasesFile")->setText(m_folder->filePath(u"nowhere.csv"_s));
    saveButton()->click();
    QVERIFY(dialog()); // there is no such file
    QVERIFY2(message().startsWith("File of names: "_L1), qPrintable(message()));
    field<QLineEdit>("profileAliasesFile")->setText(names);
    saveButton()->click();
    QVERIFY(!dialog());
    const auto profiles = profile::ProfileStore(m_file).load();
    QVERIFY(profiles);
    QCOMPARE(profiles->defaultName, u"all"_s);
    profile::Profile wanted;
    wanted.name = u"all"_s;
    wanted.urls = {u"redis://h"_s, u"redis://i"_s};
    wanted.prefixes = {"a:", "b\xff"};
    wanted.groups = {{u"trio"_s, {u"redis://a"_s, u"redis://b"_s, u"redis://c"_s}}};
    wanted.aliases = {{"cron-*", u"cron"_s}};
    wanted.pins = {{"orders:", "string/redis-py"}};
    wanted.aliasesFile = names;
    wanted.learnNames = true;
    wanted.notifying = {{u"/opt/page-me"_s, u"--team"_s, u"the locks"_s}, true, false};
    QCOMPARE(profiles->all, std::vector<profile::Profile>{wanted});
    // The members of a group are deployments of the profile, too.
    QCOMPARE(estate()->model()->rowCount(line(0)), 5);
}

void tst_ProfileDialog::nothingOfOthersIsOverwritten()
{
    const QByteArray before =
        "{\"version\":1,\"future\":7,\"profiles\":[{\"name\":\"p\",\"urls\":[\"redis://h\"],"
        "\"pins\":{\"a:\":\"newkind\"},\"thresholds\":{\"wait\":\"90s\"},"
        "\"notify_webhook_from\":\"keychain\",\"notify_severity\":\"warning\","
        "\"notify_ends\":false,\"future\":[1]}]}";
    write(before);
    start();
    estate()->setCurrentIndex(line(0));
    trigger("actionEditProfile");
    field<QCheckBox>("profileReadOnly")->setChecked(true);
    QVERIFY2(saveButton()->isEnabled(), qPrintable(message()));
    saveButton()->click();
    QVERIFY(!dialog());
    // Members that this version does not know stay.
    QCOMPARE(saved(u"p"_s)["future"_L1].toArray(), QJsonArray{1});
    QCOMPARE(saved(u"p"_s)["pins"_L1].toObject(), (QJsonObject{{u"a:"_s, u"newkind"_s}}));
    QVERIFY(saved(u"p"_s)["read_only"_L1].toBool());
    // Nor do those that no field has go, or that were not touched.
    QCOMPARE(saved(u"p"_s)["thresholds"_L1].toObject(), (QJsonObject{{u"wait"_s, u"90s"_s}}));
    QCOMPARE(saved(u"p"_s)["notify_webhook_from"_L1].toString(), u"keychain"_s);
    QCOMPARE(saved(u"p"_s)["notify_severity"_L1].toString(), u"warning"_s);
    QCOMPARE(saved(u"p"_s)["notify_ends"_L1], QJsonValue(false));
    // Somebody else was quicker.
    trigger("actionEditProfile");
    field<QCheckBox>("profileReadOnly")->setChecked(false);
    write(before);
    saveButton()->click();
    QVERIFY(dialog());
    QVERIFY2(message().contains("has changed the profile"_L1), qPrintable(message()));
    dialog()->done(QDialog::Rejected);
    // A new one does not take the place of another.
    trigger("actionNewProfile");
    field<QLineEdit>("profileName")->setText(u"p"_s);
    setLines("profileUrls", {u"redis://i"_s});
    saveButton()->click();
    QVERIFY(dialog());
    QVERIFY2(message().contains("already"_L1), qPrintable(message()));
    QCOMPARE(saved(u"p"_s)["urls"_L1].toArray(), QJsonArray{u"redis://h"_s});
}

// A word of it is empty.
void tst_ProfileDialog::aCommandThatAFieldCannotHoldStays()
{
    write("{\"version\":1,\"profiles\":[{\"name\":\"p\",\"urls\":[\"redis://h\"],"
          "\"notify_command\":[\"page\",\"\",\"me\"]}]}");
    start();
    estate()->setCurrentIndex(line(0));
    trigger("actionEditProfile");
    QCOMPARE(field<QLineEdit>("profileNotifyCommand")->text(), u"page me"_s);
    field<QCheckBox>("profileNotifyEnds")->setChecked(false);
    saveButton()->click();
    QVERIFY(!dialog());
    QCOMPARE(saved(u"p"_s)["notify_command"_L1].toArray(), (QJsonArray{u"page"_s, u""_s, u"me"_s}));
    QCOMPARE(saved(u"p"_s)["notify_ends"_L1], QJsonValue(false));
    // Of one that is removed nothing stays.
    trigger("actionEditProfile");
    field<QLineEdit>("profileNotifyCommand")->clear();
    field<QComboBox>("profileNotifyWebhook")->setEditText(u"keychain"_s);
    saveButton()->click();
    QVERIFY(!dialog());
    QVERIFY(!saved(u"p"_s).contains("notify_command"_L1));
    QCOMPARE(saved(u"p"_s)["notify_webhook_from"_L1].toString(), u"keychain"_s);
}

// Before anything is saved; and the button stays where it is, with the focus.
void tst_ProfileDialog::aTestMessageIsSent()
{
    start();
    trigger("actionNewProfile");
    QTRY_COMPARE(QApplication::activeWindow(), dialog());
    field<QTabWidget>("profilePages")->setCurrentWidget(dialog()->findChild<ui::NotifyPage *>());
    auto *test = field<QPushButton>("profileNotifyTest");
    auto *command = field<QLineEdit>("profileNotifyCommand");
    auto *result = field<QLabel>("profileNotifyResult");
    QVERIFY(!test->isEnabled());
    const QString got = m_folder->filePath(u"got"_s);
    command->setText(u"sh -c \"cat > '%1'\""_s.arg(got));
    QVERIFY(!test->isEnabled()); // a message says of which profile it is
    field<QLineEdit>("profileName")->setText(u"shop"_s);
    QVERIFY(test->isEnabled()); // and needs no server
    QCoreApplication::processEvents(); // the page is laid out
    const QPoint before = test->mapTo(dialog(), QPoint());
    test->setFocus();
    QTest::keyClick(test, Qt::Key_Space);
    QCOMPARE(result->text(), u"Sending…"_s);
    QVERIFY(eventually([&] { return result->text().startsWith("Delivered in "_L1); }));
    QVERIFY2(result->text().endsWith(" ms: the program sh took it."_L1),
             qPrintable(result->text()));
    QCOMPARE(test->mapTo(dialog(), QPoint()), before);
    QCOMPARE(QApplication::focusWidget(), test);
    QFile in(got);
    QVERIFY(in.open(QIODevice::ReadOnly));
    const auto message = QJsonDocument::fromJson(in.readAll()).object();
    QCOMPARE(message["event"_L1].toString(), u"test"_s);
    QCOMPARE(message["profile"_L1].toString(), u"shop"_s);
    QCOMPARE(message["program"_L1].toString(), u"lockscope"_s);
    // Of another receiver nothing is known yet.
    command->setText(u"sh -c \"echo no pager >&2; exit 3\""_s);
    QCOMPARE(result->text(), QString());
    test->click();
    QVERIFY(eventually([&] { return result->text().startsWith("Not delivered: "_L1); }));
    QCOMPARE(result->text(),
             u"Not delivered: the program sh failed with status 3: no pager. Such a message would "
             "be tried again."_s);
    QVERIFY(result->palette().color(QPalette::WindowText)
            != dialog()->palette().color(QPalette::WindowText));
    QCOMPARE(test->mapTo(dialog(), QPoint()), before);
    command->clear();
    QVERIFY(!test->isEnabled());
    // What is on its way at the end of the form is told to nobody.
    command->setText(u"sh -c \"cat > '%1.last'\""_s.arg(got));
    test->click();
    dialog()->done(QDialog::Rejected);
    QVERIFY(eventually([&] { return QFile::exists(got + u".last"_s); }));
    QVERIFY(!QFile::exists(m_file));
}

void tst_ProfileDialog::theDefaultOfOthersStays()
{
    const auto isTheDefault = [this](const QString &name) {
        const auto profiles = profile::ProfileStore(m_file).load();
        return profiles && profiles->defaultName == name;
    };
    const auto setDefault = [this](const QString &name) {
        return profile::ProfileStore(m_file).update(
            [&](profile::Profiles &profiles) -> Result<void> {
                profiles.defaultName = name;
                return {};
            });
    };
    write(
        "{\"version\":1,\"default\":\"p\",\"profiles\":[{\"name\":\"p\",\"urls\":[\"redis://h\"]},"
        "{\"name\":\"q\",\"urls\":[\"redis://i\"]}]}");
    start();
    estate()->setCurrentIndex(line(0));
    trigger("actionEditProfile");
    QVERIFY(field<QCheckBox>("profileDefault")->isChecked());
    field<QCheckBox>("profileDefault")->setChecked(false);
    QVERIFY(setDefault(u"q"_s));
    saveButton()->click();
    QVERIFY(!dialog());
    QVERIFY(isTheDefault(u"q"_s));
    // Nor is it taken from it where nobody said so.
    trigger("actionEditProfile");
    field<QCheckBox>("profileReadOnly")->setChecked(true);
    QVERIFY(setDefault(u"p"_s));
    saveButton()->click();
    QVERIFY(!dialog());
    QVERIFY(isTheDefault(u"p"_s));
    estate()->setCurrentIndex(line(0));
    trigger("actionEditProfile");
    field<QCheckBox>("profileDefault")->setChecked(false);
    saveButton()->click();
    QVERIFY(isTheDefault({}));
}

void tst_ProfileDialog::whatCannotBeReadOrWrittenIsTold()
{
    write("{\"version\":1,\"profiles\":[");
    start();
    QVERIFY2(notice().contains("profiles.json"_L1), qPrintable(notice()));
    trigger("actionNewProfile");
    field<QLineEdit>("profileName")->setText(u"p"_s);
    setLines("profileUrls", {u"redis://h"_s});
    saveButton()->click();
    QVERIFY(dialog());
    QVERIFY2(message().contains("profiles.json"_L1), qPrintable(message()));
    QFile in(m_file);
    QVERIFY(in.open(QIODevice::ReadOnly));
    QCOMPARE(in.readAll(), "{\"version\":1,\"profiles\":["_ba);
    // Put right it can be saved, without typing it again.
    QVERIFY(QFile::remove(m_file));
    saveButton()->click();
    QVERIFY(!dialog());
    QVERIFY(!saved(u"p"_s).isEmpty());
}

void tst_ProfileDialog::anotherProfileIsABeginning()
{
    write("{\"version\":1,\"profiles\":[{\"name\":\"p\",\"tag\":\"staging\",\"read_only\":true,"
          "\"urls\":[\"redis://h\"],\"prefixes\":[\"a:\"]}]}");
    start();
    trigger("actionNewProfile");
    field<QLineEdit>("profileName")->setText(u"q"_s);
    auto *begin = field<QComboBox>("profileStart");
    QVERIFY(begin->isVisible());
    begin->setFocus();
    QTest::keyClick(begin, Qt::Key_Down);
    QCOMPARE(field<QPlainTextEdit>("profileUrls")->toPlainText(), u"redis://h"_s);
    QCOMPARE(field<QLineEdit>("profileName")->text(), u"q"_s);
    saveButton()->click();
    QVERIFY(!dialog());
    QJsonObject copy = saved(u"q"_s);
    copy["name"_L1] = u"p"_s;
    QCOMPARE(copy["tag"_L1].toString(), u"staging"_s);
    QCOMPARE(copy["prefixes"_L1].toArray(), QJsonArray{u"a:"_s});
    QVERIFY(copy["read_only"_L1].toBool());
    QCOMPARE(estate()->model()->rowCount(), 2);
}

void tst_ProfileDialog::othersChangesAreShown_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("in a folder") << u"profiles.json"_s;
    QTest::newRow("nobody has made its folder yet") << u"config/lockscope/profiles.json"_s;
}

void tst_ProfileDialog::othersChangesAreShown()
{
    QFETCH(QString, file);
    m_file = m_folder->filePath(file);
    qputenv("LOCKSCOPE_PROFILES", m_file.toUtf8());
    start();
    QCOMPARE(estate()->model()->rowCount(), 0);
    const profile::ProfileStore store(m_file);
    const auto add = [&store](const QString &name) {
        return store.update([&](profile::Profiles &profiles) -> Result<void> {
            profile::Profile profile;
            profile.name = name;
            profile.urls = QStringList{u"redis://h"_s};
            profiles.all.push_back(profile);
            return {};
        });
    };
    QVERIFY(add(u"of-lockctl"_s));
    QVERIFY(eventually([this] { return estate()->model()->rowCount() == 1; }));
    QVERIFY(add(u"another"_s));
    QVERIFY(eventually([this] { return estate()->model()->rowCount() == 2; }));
    QCOMPARE(line(0).data().toString(), u"another"_s);
}

LOCKSCOPE_TEST_SUITE(tst_ProfileDialog)
#include "tst_profiledialog.moc"
