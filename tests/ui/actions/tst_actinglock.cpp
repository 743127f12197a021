// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "core/admin/accessrules.h"
#include "tests/support/clocks.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/actions/actioncontroller.h"
#include "ui/actions/actiondialog.h"
#include "ui/client/actinglock.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::ActingLock;

// Acting that has to be unlocked: the user for acting connects only then, and is gone afterwards.
class tst_ActingLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_console.reset(); }

    void itIsLockedAgainAfterTenIdleMinutes();
    void onlySomePlacesNeedIt();
    void theOperatorConnectsOnlyWhileUnlocked();
    void theSecretIsDropped();
    void productionIsLockedAtFirst();
    void developmentIsNot();
    void whatTheUserMayNotDoIsGrey();

private:
    void setUser(const QByteArray &name, const QByteArray &password, const QByteArrayList &rules);
    void start(const QStringList &profiles);
    void save(const profile::Profile &profile);
    ui::MainWindow &window() const { return m_console->window(); }
    QAction *action(const char *name) const
    {
        return window().findChild<QAction *>(QLatin1StringView(name));
    }
    QToolButton *button() const { return window().findChild<QToolButton *>(u"stateUnlock"_s); }
    void choose() const;
    int connectionsOf(const QByteArray &user) const
    {
        const QByteArray mark = " user=" + user + ' ';
        return int(m_server.command({"CLIENT", "LIST"}).bytes.count(mark));
    }
    profile::Profile made(const QString &user = {}) const
    {
        profile::Profile profile;
        profile.name = u"shop"_s;
        const QString place = u"127.0.0.1:"_s + QString::number(m_server.port());
        profile.urls = {u"redis://"_s + (user.isEmpty() ? place : user + u'@' + place)};
        if (!user.isEmpty())
            profile.password = profile::secretSourceFrom(u"file:"_s + secretFile(user)).value();
        return profile;
    }
    QString secretFile(const QString &secret) const
    {
        QFile file(m_folder->filePath(secret));
        if (!file.open(QIODevice::WriteOnly)
            || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
            || file.write(secret.toUtf8()) < 0)
            return {};
        return file.fileName();
    }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<console::Application> m_console;
};

void tst_ActingLock::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
    QVERIFY(m_server.start());
}

void tst_ActingLock::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_PROFILES", m_folder->filePath(u"profiles.json"_s).toUtf8());
    qputenv("LOCKSCOPE_AUDIT", m_folder->filePath(u"audit.jsonl"_s).toUtf8());
    m_server.command({"FLUSHALL"});
    m_server.command({"HSET", "orders:1", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
    m_server.command({"PEXPIRE", "orders:1", "600000"});
}

void tst_ActingLock::setUser(const QByteArray &name, const QByteArray &password,
                             const QByteArrayList &rules)
{
    std::vector<QByteArray> command{"ACL", "SETUSER", name, "reset", "on", '>' + password};
    command.insert(command.end(), rules.begin(), rules.end());
    const Reply reply = m_server.command(command);
    QVERIFY2(reply.isOk(), reply.bytes.constData());
}

void tst_ActingLock::save(const profile::Profile &profile)
{
    QVERIFY(profile::ProfileStore().update([&](profile::Profiles &profiles) -> Result<void> {
        profiles.all.push_back(profile);
        return {};
    }));
}

void tst_ActingLock::start(const QStringList &profiles)
{
    console::Options options;
    const auto targets = app::targetsFrom({}, profiles, profile::ProfileStore());
    QVERIFY(targets.has_value());
    options.targets = *targets;
    options.view = u"locks"_s;
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    choose();
}

void tst_ActingLock::choose() const
{
    auto *table = window().findChild<QAbstractItemView *>(u"locks"_s);
    QVERIFY(eventually([&] { return table->model()->rowCount() == 1; }));
    table->setCurrentIndex(table->model()->index(0, 0));
}

void tst_ActingLock::itIsLockedAgainAfterTenIdleMinutes()
{
    ManualClock clock;
    ui::WatchClient client(clock);
    admin::Place place{u"redis://a"_s, u"shop"_s, profile::Tag::Production, false};
    place.isUnlockNeeded = true;
    client.setPlace(watch::DeploymentId{1}, place);
    ActingLock lock(client, clock);
    const auto isLocked = [&] {
        return client.servers().placeOf(watch::DeploymentId{1}).isActingLocked;
    };
    QVERIFY(!lock.isUnlocked() && isLocked());
    const QSignalSpy changed(&lock, &ActingLock::changed);
    const QSignalSpy byTime(&lock, &ActingLock::lockedByTime);
    lock.unlock();
    QVERIFY(lock.isUnlocked() && !isLocked());
    clock.advance(ActingLock::idleLimit - Millis(1));
    lock.look();
    QVERIFY(lock.isUnlocked());
    lock.touch(); // somebody has acted
    clock.advance(ActingLock::idleLimit - Millis(1));
    lock.look();
    QVERIFY(lock.isUnlocked());
    QCOMPARE(lock.left(), Millis(1));
    clock.advance(Millis(1));
    QVERIFY(eventually([&] { return !lock.isUnlocked(); })); // by its own timer
    QVERIFY(isLocked());
    QCOMPARE(byTime.count(), 1);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(ActingLock::idleLimit, std::chrono::minutes(10));
    lock.unlock();
    lock.lock();
    QVERIFY(isLocked());
    QCOMPARE(byTime.count(), 1);
}

void tst_ActingLock::onlySomePlacesNeedIt()
{
    ManualClock clock;
    ui::WatchClient client(clock);
    client.setPlace(watch::DeploymentId{1}, {u"redis://a"_s, {}, {}, false});
    const ActingLock lock(client, clock);
    QVERIFY(!lock.isNeeded());
    QVERIFY(!client.servers().placeOf(watch::DeploymentId{1}).isActingLocked);
}

void tst_ActingLock::theOperatorConnectsOnlyWhileUnlocked()
{
    admin::AccessPlace place;
    place.server = m_server.version() < 700 ? "Redis 6.2.0" : "Redis 7.0.0";
    setUser("watcher", "watcher", admin::observerRules(place));
    setUser("acting", "acting", admin::operatorRules(place));
    profile::Profile profile = made(u"watcher"_s);
    profile.operatorUser = u"acting"_s;
    profile.operatorPassword =
        profile::secretSourceFrom(u"file:"_s + secretFile(u"acting"_s)).value();
    save(profile);
    start({u"shop"_s});
    QAction *const force = action("actionForceUnlock");
    QVERIFY(!force->isEnabled());
    QVERIFY2(force->statusTip().contains("acting is locked"_L1, Qt::CaseInsensitive),
             qPrintable(force->statusTip()));
    QCOMPARE(window().findChild<QLabel *>(u"stateActing"_s)->text(), u"acting locked"_s);
    QVERIFY(button()->isVisible());
    QVERIFY(connectionsOf("watcher") > 0);
    QCOMPARE(connectionsOf("acting"), 0);

    button()->click();
    QVERIFY(eventually([&] { return force->isEnabled(); }));
    QVERIFY(eventually([&] { return connectionsOf("acting") > 0; })); // asks what it may do
    force->trigger();
    auto *dialog = window().findChild<ui::ActionDialog *>();
    QVERIFY(dialog);
    auto *confirm = dialog->findChild<QPushButton *>(u"act"_s);
    QVERIFY(confirm);
    confirm->click();
    QVERIFY(eventually([&] { return m_server.command({"EXISTS", "orders:1"}).integer == 0; }));

    button()->click();
    QVERIFY(eventually([&] { return connectionsOf("acting") == 0; }));
    QVERIFY(connectionsOf("watcher") > 0);
    QVERIFY(!window().actingLock().isUnlocked());
}

// It is fetched once for each time that acting is unlocked, and not before.
void tst_ActingLock::theSecretIsDropped()
{
    setUser("acting", "acting", {"~*", "&*", "+@all"});
    const QString file = m_folder->filePath(u"fetched"_s);
    profile::Profile profile = made();
    profile.operatorUser = u"acting"_s;
    profile.operatorPassword =
        profile::secretSourceFrom(u"command:sh -c \"echo x >> %1; echo acting\""_s.arg(file))
            .value();
    save(profile);
    start({u"shop"_s});
    const auto fetched = [&] {
        QFile counted(file);
        return counted.open(QIODevice::ReadOnly) ? counted.readAll().count('x') : qsizetype(0);
    };
    for (qsizetype times = 1; times <= 2; ++times) {
        QCOMPARE(fetched(), times - 1);
        window().actingLock().unlock();
        QVERIFY(eventually([&] { return connectionsOf("acting") > 0; }));
        window().actions().askRights();
        QCOMPARE(fetched(), times);
        window().actingLock().lock();
        QVERIFY(eventually([&] { return connectionsOf("acting") == 0; }));
    }
}

void tst_ActingLock::productionIsLockedAtFirst()
{
    profile::Profile profile = made();
    profile.tag = profile::Tag::Production;
    save(profile);
    start({u"shop"_s});
    QVERIFY(!action("actionForceUnlock")->isEnabled());
    QVERIFY(!action("actionAcquire")->isEnabled());
    button()->click();
    QVERIFY(eventually([&] { return action("actionForceUnlock")->isEnabled(); }));
    button()->click();
    QVERIFY(!action("actionForceUnlock")->isEnabled());
}

void tst_ActingLock::developmentIsNot()
{
    save(made());
    start({u"shop"_s});
    QVERIFY(eventually([&] { return action("actionForceUnlock")->isEnabled(); }));
    QVERIFY(!button()->isVisible());
}

void tst_ActingLock::whatTheUserMayNotDoIsGrey()
{
    if (m_server.version() < 700)
        QSKIP("before 7.0 a user with these rules cannot ask");
    admin::AccessPlace place;
    setUser("watcher", "watcher", admin::observerRules(place));
    save(made(u"watcher"_s));
    start({u"shop"_s});
    QAction *const force = action("actionForceUnlock");
    QVERIFY(eventually([&] { return !force->isEnabled(); }));
    QVERIFY2(force->statusTip().contains("eval"_L1), qPrintable(force->statusTip()));
    QVERIFY2(force->toolTip().contains("eval"_L1), qPrintable(force->toolTip()));
    setUser("watcher", "watcher", admin::operatorRules(place) + QByteArrayList{"-del"});
    window().actions().askRights();
    QVERIFY(eventually([&] { return action("actionSetTimeToLive")->isEnabled(); }));
    QVERIFY(!action("actionForceUnlock")->isEnabled());
    QVERIFY(m_server.command({"EXISTS", "orders:1"}).integer == 1);
}

LOCKSCOPE_TEST_SUITE(tst_ActingLock)
#include "tst_actinglock.moc"
