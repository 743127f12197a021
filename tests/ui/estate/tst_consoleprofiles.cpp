// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/namedclient.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/aliases/aliasbindings.h"
#include "ui/estate/profilecontroller.h"
#include "ui/estate/profiledialog.h"
#include "ui/table/roles.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSaveFile>
#include <QScopeGuard>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::LockColumn;

namespace {

const QByteArray uuid = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";

} // namespace

// Tests the effects of a profile and of the window's switches in the console's table.
class tst_ConsoleProfiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        m_server.command({"FLUSHALL"});
    }
    void cleanup() { m_console.reset(); }

    void aliasesStandInTheTable();
    void aliasesAreOfOneServer();
    void aFileOfNamesIsFollowed();
    void aNameIsSavedInTheProfile();
    void aNameIsSavedWhileItsProfileIsEdited();
    void aNameWithoutAProfileLastsForTheRun();
    void namesAreLearned();
    void prefixesAreThoseOfTheProfile();
    void guessesAreShownOnRequest();
    void whatCannotBeConnectedIsTold();

private:
    app::ChosenTarget chosen(const QString &profile, int database = 0) const
    {
        app::ChosenTarget target{m_server.target(), profile, {}, {}, {}};
        target.database = database;
        return target;
    }
    void start(std::vector<app::ChosenTarget> targets)
    {
        console::Options options;
        options.view = QStringLiteral("locks");
        options.targets = std::move(targets);
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
        m_console->window().findChild<QDockWidget *>(u"estateDock"_s)->show();
    }
    QAbstractItemModel &table() const
    {
        return *m_console->window().findChild<QAbstractItemView *>(u"locks"_s)->model();
    }
    QString cell(int row, LockColumn column, int role = Qt::DisplayRole) const
    {
        return table().index(row, static_cast<int>(column)).data(role).toString();
    }
    // The names in the table, in its order, once there are so many.
    QStringList names(int count) const
    {
        if (!eventually([&] { return table().rowCount() >= count; }))
            return {};
        QStringList names;
        for (int row = 0; row < table().rowCount(); ++row)
            names += cell(row, LockColumn::Name);
        return names;
    }
    void hold(const QByteArray &name, const QByteArray &owner, const QByteArray &database = "0")
    {
        m_server.command({"EVAL",
                          "redis.call('select',ARGV[3]) redis.call('hset',KEYS[1],ARGV[1],'1')"
                          "redis.call('pexpire',KEYS[1],ARGV[2])",
                          "1", name, owner, "60000", database});
    }

    RedisProcess m_server;
    std::unique_ptr<console::Application> m_console;
};

void tst_ConsoleProfiles::aliasesStandInTheTable()
{
    hold("a", uuid + ":7");
    hold("b", "99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");
    auto target = chosen(u"p"_s);
    target.aliases = {{uuid, u"billing"_s}};
    start({target});
    QCOMPARE(names(2), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(cell(0, LockColumn::Holder), u"billing:7"_s);
    QVERIFY(cell(0, LockColumn::Holder, Qt::ToolTipRole)
                .contains(u"billing (%1:7)"_s.arg(QString::fromLatin1(uuid))));
    // The copied text is the owner itself, to be searched elsewhere.
    QCOMPARE(cell(0, LockColumn::Holder, ui::RawRole), QString::fromLatin1(uuid + ":7"));
    table().sort(static_cast<int>(LockColumn::Holder), Qt::DescendingOrder);
    QCOMPARE(names(2), (QStringList{u"b"_s, u"a"_s})); // merry-sloth, billing
    table().sort(static_cast<int>(LockColumn::Name));
    // A change of the holder brings the name of the new one: words, since it has no alias.
    m_server.command({"DEL", "a"});
    hold("a", "11111111-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");
    QVERIFY(eventually([&] { return cell(0, LockColumn::Holder) == u"earnest-gecko:1"_s; }));
    m_console->window().findChild<QAction *>(u"actionWordNames"_s)->setChecked(false);
    QVERIFY(eventually([&] { return cell(0, LockColumn::Holder).startsWith("11111111"_L1); }));
}

void tst_ConsoleProfiles::aliasesAreOfOneServer()
{
    hold("a", uuid + ":7");
    hold("b", uuid + ":7", "1");
    auto first = chosen(u"p"_s);
    first.aliases = {{uuid, u"billing"_s}};
    start({first, chosen(u"q"_s, 1)});
    QCOMPARE(names(2), (QStringList{u"a"_s, u"b"_s}));
    QVERIFY(cell(0, LockColumn::Holder).startsWith("billing"_L1));
    QCOMPARE(cell(1, LockColumn::Holder), u"agile-guppy:7"_s);
}

void tst_ConsoleProfiles::aFileOfNamesIsFollowed()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"names.csv"_s);
    const auto write = [&file](const QByteArray &text) { // as an editor does: another file
        QSaveFile out(file);
        return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
    };
    QVERIFY(write(uuid + ",billing\n"));
    hold("a", uuid + ":7");
    auto target = chosen(u"p"_s);
    target.aliasesFile = file;
    start({target});
    QCOMPARE(names(1), QStringList{u"a"_s});
    QCOMPARE(cell(0, LockColumn::Holder), u"≡billing:7"_s);
    QVERIFY(write("3f2a9c44-*,cron\n"));
    QVERIFY(eventually([&] { return cell(0, LockColumn::Holder) == u"≡cron:7"_s; }));
    // Said with its line, and nothing is lost.
    QVERIFY(write("3f2a9c44-*\n"));
    auto *notice = m_console->window().findChild<QLabel *>(u"notice"_s);
    QVERIFY(eventually([&] { return notice->text().contains(u"line 1"_s); }));
    QCOMPARE(cell(0, LockColumn::Holder), u"≡cron:7"_s);
    QVERIFY(write("# nobody\n"));
    QVERIFY(eventually([&] { return cell(0, LockColumn::Holder) == u"agile-guppy:7"_s; }));
}

void tst_ConsoleProfiles::aNameIsSavedInTheProfile()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"profiles.json"_s);
    qputenv("LOCKSCOPE_PROFILES", file.toUtf8());
    {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("{\"version\":1,\"profiles\":[{\"name\":\"p\",\"urls\":[\"redis://h\"],"
                  "\"future\":[1]}]}");
    }
    const auto saved = [&file] {
        QFile in(file);
        return in.open(QIODevice::ReadOnly)
            ? QJsonDocument::fromJson(in.readAll())["profiles"_L1][0].toObject()
            : QJsonObject();
    };
    hold("a", uuid + ":7");
    hold("b", uuid + ":8", "1");
    start({chosen(u"p"_s), chosen(u"p"_s, 1)});
    QCOMPARE(names(2), (QStringList{u"a"_s, u"b"_s}));
    ui::AliasBindings &desk = m_console->window().names();
    Q_EMIT desk.nameWanted(watch::DeploymentId{0}, uuid, u"billing"_s);
    // On all servers of the profile, in existing rows.
    QCOMPARE(cell(0, LockColumn::Holder), u"billing:7"_s);
    QCOMPARE(cell(1, LockColumn::Holder), u"billing:8"_s);
    QCOMPARE(saved()["aliases"_L1].toObject(),
             (QJsonObject{{QString::fromLatin1(uuid), u"billing"_s}}));
    QCOMPARE(saved()["future"_L1].toArray(), QJsonArray{1}); // of another version
    Q_EMIT desk.nameWanted(watch::DeploymentId{1}, uuid, QString());
    QCOMPARE(cell(0, LockColumn::Holder), u"agile-guppy:7"_s);
    QVERIFY(saved()["aliases"_L1].toObject().isEmpty());
    // A name that cannot be saved is not shown as if it were.
    QVERIFY(QFile::remove(file));
    Q_EMIT desk.nameWanted(watch::DeploymentId{0}, uuid, u"billing"_s);
    QCOMPARE(cell(0, LockColumn::Holder), u"agile-guppy:7"_s);
    auto *notice = m_console->window().findChild<QLabel *>(u"notice"_s);
    QVERIFY(notice->text().contains(u"not saved"_s));
    qunsetenv("LOCKSCOPE_PROFILES");
}

void tst_ConsoleProfiles::aNameIsSavedWhileItsProfileIsEdited()
{
    const QTemporaryDir folder;
    const profile::ProfileStore store(folder.filePath(u"profiles.json"_s));
    qputenv("LOCKSCOPE_PROFILES", store.file().toUtf8());
    const auto unset = qScopeGuard([] { qunsetenv("LOCKSCOPE_PROFILES"); });
    QVERIFY(store.update([](profile::Profiles &profiles) -> Result<void> {
        profile::Profile profile;
        profile.name = u"p"_s;
        profile.urls = QStringList{u"redis://h"_s};
        profiles.all = {profile};
        return {};
    }));
    const auto saved = [&store] {
        return store.load().value_or(profile::Profiles()).named(u"p"_s);
    };
    start({chosen(u"p"_s)});
    const auto open = [this] {
        m_console->window().profiles().editProfile(u"p"_s);
        return m_console->window().findChild<ui::ProfileDialog *>();
    };
    QPointer<ui::ProfileDialog> dialog = open();
    QVERIFY(dialog);
    dialog->findChild<QCheckBox *>(u"profileReadOnly"_s)->setChecked(true);
    Q_EMIT m_console->window().names().nameWanted(watch::DeploymentId{0}, uuid, u"billing"_s);
    dialog->accept();
    QVERIFY(!dialog || !dialog->isVisible());
    QVERIFY(saved());
    QVERIFY(saved()->readOnly);
    QCOMPARE(saved()->aliases, (profile::Aliases{{uuid, u"billing"_s}}));
    QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
    QVERIFY(!dialog);
    // Names that were written there are not mixed with others.
    dialog = open();
    QVERIFY(dialog);
    dialog->findChild<QPlainTextEdit *>(u"profileAliases"_s)->setPlainText(u"worker-*=cron"_s);
    Q_EMIT m_console->window().names().nameWanted(watch::DeploymentId{0}, uuid, u"shipping"_s);
    dialog->accept();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(
        dialog->findChild<QLabel *>(u"profileMessage"_s)->text().contains(u"in the meantime"_s));
    QCOMPARE(saved()->aliases, (profile::Aliases{{uuid, u"shipping"_s}}));
}

void tst_ConsoleProfiles::aNameWithoutAProfileLastsForTheRun()
{
    hold("a", uuid + ":7");
    start({chosen(QString())});
    QCOMPARE(names(1), QStringList{u"a"_s});
    Q_EMIT m_console->window().names().nameWanted(watch::DeploymentId{0}, uuid, u"billing"_s);
    QCOMPARE(cell(0, LockColumn::Holder), u"billing:7"_s);
    auto *notice = m_console->window().findChild<QLabel *>(u"notice"_s);
    QVERIFY(notice->text().contains(u"no profile"_s));
    // Nor is one set, and kept for nobody, where nobody is connected any more.
    Q_EMIT m_console->window().disconnectRequested(watch::DeploymentId{0});
    Q_EMIT m_console->window().names().nameWanted(watch::DeploymentId{0}, uuid, u"shipping"_s);
    QVERIFY(notice->text().contains(u"no longer connected"_s));
}

void tst_ConsoleProfiles::namesAreLearned()
{
    NamedClient client;
    QVERIFY(client.open(m_server, "billing-" + uuid));
    hold("a", uuid + ":7");
    auto target = chosen(QString());
    target.learnNames = true;
    start({target});
    QCOMPARE(names(1), QStringList{u"a"_s});
    // The lock is there before its name is.
    QVERIFY(eventually([&] { return cell(0, LockColumn::Holder) == u"≈billing:7"_s; }));
}

void tst_ConsoleProfiles::prefixesAreThoseOfTheProfile()
{
    for (const QByteArray &name : {"a:1"_ba, "b:1"_ba}) {
        hold(name, uuid + ":7");
        hold(name, uuid + ":7", "1");
    }
    auto first = chosen(u"p"_s);
    first.prefixes = {"a:"};
    start({first, chosen(u"q"_s, 1)});
    QCOMPARE(names(3), (QStringList{u"a:1"_s, u"a:1"_s, u"b:1"_s}));
}

void tst_ConsoleProfiles::guessesAreShownOnRequest()
{
    hold("a", uuid + ":7");
    m_server.command({"SET", "session:1", "0123456789abcdef0123456789abcdef", "PX", "60000"});
    start({chosen(u"p"_s), chosen(u"q"_s, 1)});
    QCOMPARE(names(1), QStringList{u"a"_s});
    auto *guesses = m_console->window().findChild<QAction *>(u"actionGuesses"_s);
    QVERIFY(guesses && !guesses->isChecked());
    guesses->trigger();
    QCOMPARE(names(2), (QStringList{u"a"_s, u"session:1"_s}));
    guesses->trigger();
    QVERIFY(eventually([&] { return table().rowCount() == 1; }));
    QCOMPARE(cell(0, LockColumn::Name), u"a"_s);
}

void tst_ConsoleProfiles::whatCannotBeConnectedIsTold()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"profiles.json"_s);
    qputenv("LOCKSCOPE_PROFILES", file.toUtf8());
    const auto unset = qScopeGuard([] { qunsetenv("LOCKSCOPE_PROFILES"); });
    {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("{\"version\":1,\"profiles\":[{\"name\":\"p\",\"urls\":[\"redis://h\"]}]}");
    }
    start({chosen(QString())});
    const auto *notice = m_console->window().findChild<QLabel *>(u"notice"_s);
    // Another program has changed the profile since.
    Q_EMIT m_console->window().deploymentsRequested(u"p"_s, {u"redis://gone:6379"_s});
    QVERIFY2(notice->text().contains(u"no longer contains gone:6379"_s),
             qPrintable(notice->text()));
    ui::ConnectRequest request;
    request.url = u"redis:/h"_s;
    Q_EMIT m_console->window().connectRequested(request);
    QVERIFY2(notice->text().contains(u"Not connected."_s), qPrintable(notice->text()));
    QVERIFY(notice->text().contains(u"correct the address"_s));
}

LOCKSCOPE_TEST_SUITE(tst_ConsoleProfiles)
#include "tst_consoleprofiles.moc"
