// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/latestwidget.h"
#include "ui/actions/sentineldialog.h"
#include "ui/client/actinglock.h"

#include <QAbstractItemView>
#include <QAction>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

// The whole console over a primary with replicas and Sentinels: actions on the Sentinels from the
// servers' view, with preview, guard and log. The set is shared: each test leaves it settled.
class tst_SentinelActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>();
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("LOCKSCOPE_AUDIT", m_folder->filePath(u"audit.jsonl"_s).toUtf8());
    }
    void cleanup()
    {
        m_console.reset();
        qunsetenv("LOCKSCOPE_AUDIT");
        QVERIFY(m_set->settle());
        QVERIFY(eventually([this] { return areReplicasKnown(); }));
        m_set->primary()->command({"FLUSHALL"});
    }

    void failsOverOnProduction();
    void showsWhatMayBeLost();
    void refusesWithoutAPromotableReplica();
    void doesNothingOnceItIsOtherwise();
    void monitorsAndRemoves();
    void dropsTheAnswerToWhatWasEnteredBefore();
    void isForWritersWhoNameSentinels_data();
    void isForWritersWhoNameSentinels();

private:
    void start(const QString &url, const admin::Place &place = {})
    {
        console::Options options;
        options.view = u"locks"_s;
        app::ChosenTarget target{*redis::parseTarget(url), place.profile, place.tag, {}, {}};
        target.readOnly = place.readOnly;
        options.targets = {target};
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
        m_console->window().actingLock().unlock(); // as production wants it
        find<QAction>("view-serversDock")->trigger();
        QVERIFY(eventually(
            [this] { return find<QAbstractItemView>("serverList")->currentIndex().isValid(); }));
    }
    void choose(const char *action)
    {
        QVERIFY(eventually([this] { return find<QPushButton>("serverSentinels")->isEnabled(); }));
        find<QAction>(action)->trigger();
        QVERIFY(dialog());
    }
    // Null: none is open. A closed one goes a little later.
    SentinelDialog *dialog()
    {
        const auto all = m_console->window().findChildren<SentinelDialog *>();
        const auto open = std::ranges::find_if(all, &QWidget::isVisible);
        return open == all.end() ? nullptr : *open;
    }
    void close()
    {
        find<QPushButton>("cancel")->click();
        QVERIFY(eventually([this] { return !dialog(); }));
    }
    template <typename T>
    T *find(const char *name)
    {
        return latestWidget<T>(m_console->window(), name);
    }
    QString text(const char *label) { return find<QLabel>(label)->text(); }
    bool tells(const QString &text)
    {
        const bool told = eventually([&] { return this->text("actionMessage").contains(text); });
        if (!told)
            qWarning("%s", qPrintable(this->text("actionMessage")));
        return told;
    }
    QString commands()
    {
        const auto views = dialog()->findChildren<QPlainTextEdit *>();
        return views.isEmpty() ? QString() : views.front()->toPlainText();
    }
    // Nothing is cut or squeezed for it.
    bool isWhole(const char *label)
    {
        const QLabel *const whole = find<QLabel>(label);
        const QWidget *const window = whole->window();
        return whole->height() >= whole->heightForWidth(whole->width())
            && window->height() >= window->layout()->totalHeightForWidth(window->width());
    }
    QPushButton *act() { return find<QPushButton>("act"); }
    bool canAct()
    {
        return eventually([this] { return act()->isEnabled(); });
    }
    std::vector<QJsonObject> auditLines() const
    {
        QFile file(m_folder->filePath(u"audit.jsonl"_s));
        std::vector<QJsonObject> lines;
        if (!file.open(QIODevice::ReadOnly))
            return lines;
        while (!file.atEnd())
            lines.push_back(QJsonDocument::fromJson(file.readLine()).object());
        return lines;
    }
    static QString addressOf(const RedisProcess &server)
    {
        return u"127.0.0.1:%1"_s.arg(server.port());
    }
    void hold(const QByteArray &name) const
    {
        m_set->primary()->command({"HSET", name, "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1", "1"});
        m_set->primary()->command({"PEXPIRE", name, "600000"});
        QVERIFY(eventually([&] {
            return std::ranges::all_of(m_set->replicas(), [&](const RedisProcess *replica) {
                return replica->command({"EXISTS", name}).integer == 1;
            });
        }));
    }
    Reply ask(int sentinel, const QByteArray &what, const QByteArray &name) const
    {
        return m_set->sentinel(sentinel).command({"SENTINEL", what, name});
    }
    // By each Sentinel, up and in step, as the next failover needs it.
    // All that there are: a server that is still being searched has others perhaps.
    bool areLocksFound(int count)
    {
        WatchClient &client = m_console->client();
        const auto isSearched = [](const ServerRow &row) {
            return row.server.state == watch::ServerState::Up && !row.server.discovering;
        };
        return std::ranges::all_of(client.servers().rows(), isSearched)
            && client.locks().rowCount() == count;
    }
    bool areReplicasKnown() const
    {
        for (int i = 0; i < m_set->sentinelCount(); ++i) {
            const auto replicas = ask(i, "REPLICAS", "mymaster").elements;
            const bool areUp = std::ranges::all_of(replicas, [](const Reply &replica) {
                const auto value = [&](const char *field) {
                    const auto &all = replica.elements;
                    for (std::size_t at = 0; at + 1 < all.size(); at += 2) {
                        if (all[at].bytes == field)
                            return all[at + 1].bytes;
                    }
                    return QByteArray();
                };
                return value("flags") == "slave" && value("master-link-status") == "ok"
                    && value("slave-priority") == "100";
            });
            if (replicas.size() != 2 || !areUp || ask(i, "CKQUORUM", "mymaster").isError())
                return false;
        }
        return true;
    }

    std::unique_ptr<SentinelSet> m_set;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<console::Application> m_console;
};

void tst_SentinelActions::failsOverOnProduction()
{
    hold("job");
    const RedisProcess &former = *m_set->primary();
    start(m_set->url(), {{}, u"prod-eu"_s, profile::Tag::Production, false});
    choose("sentinel-failover");
    QVERIFY(tells(u"enter a reason"_s));
    QVERIFY2(text("servers").startsWith(u"Primary: %1, up"_s.arg(addressOf(former))),
             qPrintable(text("servers")));
    for (const RedisProcess *replica : m_set->replicas())
        QVERIFY2(text("servers").contains(addressOf(*replica) + u": up, "_s),
                 qPrintable(text("servers")));
    QVERIFY(text("effects").contains(u"becomes its replica"_s));
    QVERIFY2(commands().contains(u"SENTINEL FAILOVER mymaster"_s), qPrintable(commands()));
    find<QLineEdit>("reason")->setText(u"moving house"_s);
    find<QLineEdit>("typedName")->setText(u"mymaste"_s);
    QVERIFY(tells(u"Type the primary's name"_s));
    QVERIFY(!act()->isEnabled());
    find<QLineEdit>("typedName")->setText(u"mymaster"_s);
    QVERIFY(act()->isEnabled());
    QVERIFY(auditLines().empty());
    act()->click();
    QVERIFY(tells(u"is the primary after"_s));
    QVERIFY(m_set->awaitPromotion(former));
    QVERIFY(text("actionMessage").contains(addressOf(*m_set->primary())));
    const auto log = auditLines();
    QCOMPARE(log.size(), std::size_t(2));
    QCOMPARE(log[0]["phase"_L1].toString(), u"intended"_s);
    QCOMPARE(log[0]["action"_L1].toString(), u"sentinel-failover"_s);
    QCOMPARE(log[0]["profile"_L1].toString(), u"prod-eu"_s);
    QCOMPARE(log[0]["reason"_L1].toString(), u"moving house"_s);
    QCOMPARE(log[1]["outcome"_L1].toString(), u"done"_s);
}

// One of two replicas lacks one of two locks.
void tst_SentinelActions::showsWhatMayBeLost()
{
    hold("job");
    hold("other");
    RedisProcess &replica = *m_set->replicas().front();
    QVERIFY(replica.command({"CONFIG", "SET", "replica-read-only", "no"}).isOk());
    QCOMPARE(replica.command({"DEL", "job"}).integer, 1);
    start(m_set->url());
    QVERIFY(eventually([this] { return areLocksFound(2); }));
    choose("sentinel-failover");
    QVERIFY(canAct());
    const QStringList locks = text("locksAtRisk").split(u'\n');
    QCOMPARE(locks.size(), 2);
    QVERIFY2(locks[0].contains(u"job"_s) && locks[0].endsWith(u"may be lost"_s),
             qPrintable(locks[0]));
    QVERIFY2(locks[1].contains(u"other"_s) && locks[1].endsWith(u"all replicas have it"_s),
             qPrintable(locks[1]));
    close();
    QVERIFY(replica.command({"CONFIG", "SET", "replica-read-only", "yes"}).isOk());
    QVERIFY(auditLines().empty());
}

void tst_SentinelActions::refusesWithoutAPromotableReplica()
{
    const auto replicas = m_set->replicas();
    for (RedisProcess *replica : replicas)
        QVERIFY(replica->command({"CONFIG", "SET", "replica-priority", "0"}).isOk());
    start(m_set->url());
    choose("sentinel-failover");
    // A Sentinel hears of it by INFO.
    QVERIFY(eventually([this] {
        if (text("actionMessage").contains(u"No replica can be promoted"_s))
            return true;
        find<QPushButton>("previewAgain")->click();
        return false;
    }));
    QVERIFY(!act()->isEnabled());
    for (RedisProcess *replica : replicas)
        QVERIFY(replica->command({"CONFIG", "SET", "replica-priority", "100"}).isOk());
}

void tst_SentinelActions::doesNothingOnceItIsOtherwise()
{
    start(m_set->url());
    choose("sentinel-failover");
    QVERIFY(canAct());
    QVERIFY(m_set->failover());
    QVERIFY(m_set->settle());
    QVERIFY(eventually([this] { return areReplicasKnown(); }));
    const RedisProcess *const primary = m_set->primary();
    act()->click();
    QVERIFY(tells(u"it watches %1 now"_s.arg(addressOf(*primary))));
    QCOMPARE(m_set->primary(), primary);
    QCOMPARE(auditLines().at(1)["outcome"_L1].toString(), u"changed"_s);
    // The next preview is of the new state.
    find<QPushButton>("previewAgain")->click();
    QVERIFY(canAct());
    QVERIFY(text("servers").startsWith(u"Primary: %1, up"_s.arg(addressOf(*primary))));
}

// A name that no Sentinel knows yet: the deployment is down until they watch it.
void tst_SentinelActions::monitorsAndRemoves()
{
    RedisProcess shop;
    QVERIFY(shop.start());
    start(m_set->url().replace(u"mymaster"_s, u"shop"_s));
    choose("sentinel-failover");
    QVERIFY(tells(u"o Sentinel watches a primary named \"shop\""_s));
    close();
    choose("sentinel-monitor");
    QVERIFY(tells(u"Enter the address"_s));
    auto *address = find<QLineEdit>("primaryAddress");
    address->setText(addressOf(*m_set->replicas().front()));
    find<QPushButton>("previewAgain")->click();
    QVERIFY(tells(u"is a replica of"_s));
    address->setText(addressOf(shop));
    QVERIFY(tells(u"Preview the action first"_s));
    QVERIFY(!act()->isEnabled());
    find<QPushButton>("previewAgain")->click();
    QVERIFY(canAct());
    QCOMPARE(commands().count(u"SENTINEL MONITOR shop 127.0.0.1 %1 2"_s.arg(shop.port())), 3);
    act()->click();
    QVERIFY(tells(u"Done"_s));
    QVERIFY2(isWhole("actionMessage"), qPrintable(text("actionMessage")));
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        QVERIFY(!ask(i, "MASTER", "shop").isError());
    close();
    choose("sentinel-remove");
    QVERIFY(canAct());
    act()->click();
    QVERIFY(tells(u"Done"_s));
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        QVERIFY(ask(i, "MASTER", "shop").isError());
    QCOMPARE(auditLines().size(), std::size_t(12));
}

void tst_SentinelActions::dropsTheAnswerToWhatWasEnteredBefore()
{
    SentinelDialog open(admin::SentinelActionType::Monitor,
                        {u"redis+sentinel://a/shop"_s, {}, profile::Tag::Production, false});
    std::vector<admin::SentinelAction> looks;
    connect(&open, &SentinelDialog::lookRequested, this,
            [&](const admin::SentinelAction &action) { looks.push_back(action); });
    open.show();
    open.begin();
    for (const QString &address : {u"10.0.0.5:6379"_s, u"10.0.0.6:6379"_s}) {
        open.findChild<QLineEdit *>(u"primaryAddress"_s)->setText(address);
        open.findChild<QPushButton *>(u"previewAgain"_s)->click();
    }
    QCOMPARE(looks.size(), std::size_t(2));
    const auto told = [&] { return open.findChild<QLabel *>(u"actionMessage"_s)->text(); };
    open.showProblem(looks[0], Error{ErrorKind::InvalidInput, {}, Sentence::say("no"), {}});
    QCOMPARE(told(), u"Looking at the Sentinels."_s);
    admin::SentinelPlan plan;
    plan.action = looks[0];
    open.showPlan(plan);
    QCOMPARE(told(), u"Looking at the Sentinels."_s);
    plan.action = looks[1];
    open.showPlan(plan);
    QCOMPARE(told(), u"On production, enter a reason."_s);
}

void tst_SentinelActions::isForWritersWhoNameSentinels_data()
{
    QTest::addColumn<bool>("isBySentinels");
    QTest::addColumn<bool>("isReadOnly");
    QTest::addColumn<QString>("why");
    QTest::newRow("read-only") << true << true << u"The profile shop is read-only"_s;
    QTest::newRow("no Sentinels") << false << false << u"It was not connected by"_s;
    QTest::newRow("both as needed") << true << false << u"Starts a failover"_s;
}

void tst_SentinelActions::isForWritersWhoNameSentinels()
{
    QFETCH(const bool, isBySentinels);
    QFETCH(const bool, isReadOnly);
    QFETCH(const QString, why);
    start(isBySentinels ? m_set->url() : m_set->replicatedUrl(),
          {{}, u"shop"_s, profile::Tag::Staging, isReadOnly});
    auto *button = find<QPushButton>("serverSentinels");
    QVERIFY(eventually([&] { return button->toolTip().contains(why); }));
    QCOMPARE(button->isEnabled(), isBySentinels && !isReadOnly);
}

LOCKSCOPE_TEST_SUITE(tst_SentinelActions)
#include "tst_sentinelactions.moc"
