// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/hiddenvariables.h"
#include "app/lockscope/notifications.h"
#include "core/recorder/recordfolder.h"
#include "tests/core/notify/hookserver.h"
#include "tests/core/notify/noticeproblems.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

// The console's part: whose problems are told, and when somebody else tells them.
class tst_Notifications : public QObject
{
    Q_OBJECT

private:
    static constexpr watch::DeploymentId place{0};

    struct Stage {
        QTemporaryDir folder;
        SystemClock clock;
        ui::WatchClient client{clock};
        secret::SecretBook secrets{clock, {}};
        QObject feeds;
        ui::HealthFeed &health = *new ui::HealthFeed(client, clock, &feeds);
        Notifications notifications{health, client.picture(), secrets, clock};
    };

    app::ChosenTarget shop() const
    {
        app::ChosenTarget target;
        target.profile = u"shop"_s;
        target.notifying.command = {u"sh"_s, u"-c"_s, u"cat >> \"$1\"; env > \"$1.env\""_s, u"x"_s,
                                    told()};
        target.secrets.profile = u"shop"_s;
        target.secrets.operatorPassword = {profile::SecretSource::From::Variable,
                                           u"OPS_PASSWORD"_s};
        return target;
    }
    QString told() const { return m_stage->folder.filePath(u"told"_s); }
    static QByteArray contentsOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList events() const
    {
        QStringList list;
        for (const QByteArray &line : contentsOf(told()).split('\n')) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            if (!object.isEmpty())
                list += object["event"_L1].toString() + u' '
                    + object["incident"_L1]["name"_L1].toString();
        }
        return list;
    }
    void tell(const health::ProblemChange &change) const
    {
        Q_EMIT m_stage->health.problemChanged(change);
    }

    std::unique_ptr<Stage> m_stage;

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_stage = std::make_unique<Stage>();
        qputenv("LOCKSCOPE_RECORDS", m_stage->folder.filePath(u"records"_s).toUtf8());
        qputenv("OPS_PASSWORD", "canary");
        // As the console does when it starts.
        const profile::ProfileStore store(m_stage->folder.filePath(u"profiles.json"_s));
        QVERIFY(store.update([](profile::Profiles &profiles) -> Result<void> {
            profile::Profile profile;
            profile.name = u"shop"_s;
            profile.urls = QStringList{u"redis://h"_s};
            profile.operatorUser = u"ops"_s;
            profile.operatorPassword = {profile::SecretSource::From::Variable, u"OPS_PASSWORD"_s};
            profiles.all = {profile};
            return {};
        }));
        app::hideSecretVariables(store);
    }
    void cleanup()
    {
        m_stage.reset();
        qunsetenv("LOCKSCOPE_RECORDS");
        qunsetenv("OPS_PASSWORD");
    }

    void aProblemAndItsEndAreTold()
    {
        m_stage->notifications.add(place, shop());
        tell(opened(problemOf(1)));
        QVERIFY(eventually([&] { return events().size() == 1; }));
        tell(closed(problemOf(1)));
        QVERIFY(eventually([&] { return events().size() == 2; }));
        QCOMPARE(events(), (QStringList{u"opened orders:1"_s, u"closed orders:1"_s}));
        const auto environment = [&] { return contentsOf(told() + u".env"_s); };
        QVERIFY(eventually([&] { return environment().contains("LOCKSCOPE_RECORDS"); }));
        QVERIFY(!environment().contains("canary"));
        // Another deployment's, and a server's that nobody knows.
        health::Problem other = problemOf(2);
        other.locks = {{watch::DeploymentId{7}, LockName("orders:2")}};
        tell(opened(other));
        health::Problem server = problemOf(3);
        server.subject = health::Subject::of(watch::ServerId{5});
        tell(opened(server));
        m_stage->notifications.stop();
        QCOMPARE(events().size(), 2);
    }

    void aRecorderTellsInItsPlace()
    {
        m_stage->notifications.add(place, shop());
        const QString folder = recorder::recordFolder(u"shop"_s);
        QVERIFY(recorder::makeRecordFolder(folder));
        QFile line(folder + u"/writer.lock"_s);
        QVERIFY(line.open(QIODevice::WriteOnly));
        line.write("lockctl record, process 1, since then\n");
        line.close();
        QProcess recorder;
        recorder.start(u"flock"_s, {line.fileName(), u"cat"_s});
        QVERIFY(eventually([&] { return recorder::FolderLock::isHeldElsewhere(folder); }));
        tell(opened(problemOf(1)));
        recorder.closeWriteChannel();
        QVERIFY(recorder.waitForFinished());
        // The console's own record keeps nobody from telling.
        const auto lock = recorder::FolderLock::take(folder, u"lockscope"_s, WallInstant());
        QVERIFY(lock && !recorder::FolderLock::holderOf(folder).isEmpty());
        tell(opened(problemOf(2)));
        m_stage->notifications.stop();
        QCOMPARE(events(), QStringList{u"opened orders:2"_s});
    }

    // The window closes it, not the server.
    void aDisconnectedServerIsNoEnd()
    {
        m_stage->notifications.add(place, shop());
        tell(opened(problemOf(1)));
        QVERIFY(eventually([&] { return events().size() == 1; }));
        m_stage->notifications.remove(place);
        tell(closed(problemOf(1)));
        m_stage->notifications.stop();
        QCOMPARE(events().size(), 1);
    }

    void theEndSendsWhatWaits()
    {
        m_stage->notifications.add(place, shop());
        tell(opened(problemOf(1)));
        m_stage->notifications.stop();
        QCOMPARE(events(), QStringList{u"opened orders:1"_s});
    }

    void aTestMessageNeedsNoConnection()
    {
        HookServer server;
        profile::Profile profile;
        profile.name = u"new"_s;
        profile.tag = profile::Tag::Staging;
        profile.notifyWebhook = {profile::SecretSource::From::File,
                                 m_stage->folder.filePath(u"hook"_s)};
        std::vector<ui::TestedMessage> told;
        const auto test = [&] {
            const std::size_t wanted = told.size() + 1;
            m_stage->notifications.test(
                profile, [&](const ui::TestedMessage &message) { told.push_back(message); });
            return eventually([&] { return told.size() >= wanted; });
        };
        QVERIFY(test());
        QVERIFY(!told.back().isDelivered);
        QVERIFY2(told.back().text.contains("No such file"_L1), qPrintable(told.back().text));
        // Its source is asked again each time.
        QFile hook(profile.notifyWebhook.where);
        QVERIFY(hook.open(QIODevice::WriteOnly) && hook.setPermissions(QFile::ReadOwner));
        hook.write(server.url());
        hook.close();
        QVERIFY(test());
        QVERIFY2(told.back().isDelivered, qPrintable(told.back().text));
        QVERIFY2(!told.back().text.contains("canary"_L1), qPrintable(told.back().text));
        QCOMPARE(server.requests().size(), 1);
        QVERIFY(server.requests().front().head.toLower().contains("user-agent: lockscope/"));
        const auto message = QJsonDocument::fromJson(server.requests().front().body).object();
        QCOMPARE(message["event"_L1].toString(), u"test"_s);
        QCOMPARE(message["profile"_L1].toString(), u"new"_s);
        QCOMPARE(message["tag"_L1].toString(), u"staging"_s);
    }

    void faultsAreSaid()
    {
        app::ChosenTarget target = shop();
        target.notifying.command = {u"/no/such/pager"_s};
        m_stage->notifications.add(place, target);
        QString said;
        connect(&m_stage->notifications, &Notifications::said, this,
                [&](const QString &text) { said = text; });
        tell(opened(problemOf(1)));
        QVERIFY(eventually([&] { return said.contains("/no/such/pager"_L1); }));
        QVERIFY(said.contains("shop"_L1));
    }
};

LOCKSCOPE_TEST_SUITE(tst_Notifications)

#include "tst_notifications.moc"
