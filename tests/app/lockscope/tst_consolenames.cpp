// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/ownernames.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

namespace {

const OwnerId owner("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1");
const QByteArray annsClient = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
constexpr watch::DeploymentId first{0};
constexpr watch::DeploymentId second{1};
constexpr watch::DeploymentId other{2};

app::ChosenTarget targetOf(const QString &profile, const QString &aliasesFile = {})
{
    app::ChosenTarget target;
    static_cast<redis::Target &>(target) = *redis::parseTarget(u"redis://127.0.0.1:7000"_s);
    target.profile = profile;
    target.aliasesFile = aliasesFile;
    return target;
}

} // namespace

// Tests the sources and the storage of owners' names: no server and no window.
class tst_ConsoleNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aNameIsSavedInTheProfileAndCountsForAllOfIt();
    void aNameWithoutAProfileIsForThatServerAlone();
    void anEmptyNameTakesItAway();
    void aNameThatCannotBeSavedIsNotShown();
    void aServerThatWasLeftIsNamedNoMore();
    void namesOfAFileAreReadAgainForEachOfItsServers();

private:
    QByteArray nameOf(watch::DeploymentId deployment) const
    {
        return m_client->picture().aliases().find(deployment, owner).name;
    }
    profile::Aliases saved() const
    {
        const auto profiles = m_store->load();
        const auto *const found = profiles ? profiles->find(u"shop"_s) : nullptr;
        return found ? found->aliases : profile::Aliases();
    }
    void write(const QByteArray &name) const
    {
        QFile file(namesFile());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("{\"" + annsClient + "\": \"" + name + "\"}");
    }
    QString namesFile() const { return m_folder->filePath(u"names.json"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
    SystemClock m_clock;
    std::unique_ptr<ui::WatchClient> m_client;
    std::unique_ptr<profile::ProfileStore> m_store;
    std::unique_ptr<OwnerNames> m_names;
    QStringList m_problems;
    int m_done = 0;
};

void tst_ConsoleNames::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
    m_client = std::make_unique<ui::WatchClient>(m_clock);
    m_store = std::make_unique<profile::ProfileStore>(m_folder->filePath(u"profiles.json"_s));
    QVERIFY(m_store->update([](profile::Profiles &profiles) -> Result<void> {
        profile::Profile shop;
        shop.name = u"shop"_s;
        shop.urls = {u"redis://127.0.0.1:7000"_s};
        profiles.all.push_back(shop);
        return {};
    }));
    m_names = std::make_unique<OwnerNames>(*m_client, *m_store);
    m_problems.clear();
    m_done = 0;
    connect(m_names.get(), &OwnerNames::problem, this,
            [this](const QString &text) { m_problems.append(text); });
    connect(m_names.get(), &OwnerNames::done, this, [this] { ++m_done; });
}

void tst_ConsoleNames::cleanup()
{
    m_names.reset();
    m_client.reset();
}

void tst_ConsoleNames::aNameIsSavedInTheProfileAndCountsForAllOfIt()
{
    m_names->addDeployment(first, targetOf(u"shop"_s));
    m_names->addDeployment(second, targetOf(u"shop"_s));
    m_names->addDeployment(other, targetOf({}));
    m_names->set(first, annsClient, u"billing"_s);
    QCOMPARE(m_problems, QStringList());
    QCOMPARE(m_done, 1);
    QCOMPARE(saved(), (profile::Aliases{{annsClient, u"billing"_s}}));
    QCOMPARE(nameOf(first), "billing"_ba);
    QCOMPARE(nameOf(second), "billing"_ba);
    QCOMPARE(nameOf(other), QByteArray());
}

void tst_ConsoleNames::aNameWithoutAProfileIsForThatServerAlone()
{
    m_names->addDeployment(first, targetOf({}));
    m_names->addDeployment(second,
                           targetOf({})); // has no profile either: that is nothing in common
    m_names->set(first, annsClient, u"billing"_s);
    QCOMPARE(m_done, 1);
    QCOMPARE(nameOf(first), "billing"_ba);
    QCOMPARE(nameOf(second), QByteArray());
    QVERIFY(saved().empty());
}

void tst_ConsoleNames::anEmptyNameTakesItAway()
{
    m_names->addDeployment(first, targetOf(u"shop"_s));
    m_names->set(first, annsClient, u"billing"_s);
    m_names->set(first, annsClient, {});
    QCOMPARE(m_problems, QStringList());
    QCOMPARE(nameOf(first), QByteArray());
    QVERIFY(saved().empty());
}

void tst_ConsoleNames::aNameThatCannotBeSavedIsNotShown()
{
    m_names->addDeployment(first, targetOf(u"shop"_s));
    QVERIFY(m_store->update([](profile::Profiles &profiles) -> Result<void> {
        profiles.all.clear();
        return {};
    }));
    m_names->set(first, annsClient, u"billing"_s);
    m_names->set(first, annsClient, u"two\nlines"_s);
    QCOMPARE(m_problems.size(), 2);
    QCOMPARE(m_done, 0);
    QCOMPARE(nameOf(first), QByteArray());
}

void tst_ConsoleNames::aServerThatWasLeftIsNamedNoMore()
{
    m_names->addDeployment(first, targetOf(u"shop"_s));
    m_names->addDeployment(second, targetOf(u"shop"_s));
    m_names->set(first, annsClient, u"billing"_s);
    m_names->removeDeployment(first);
    m_names->set(first, annsClient, u"other"_s);
    QCOMPARE(m_problems.size(), 1);
    m_names->set(second, annsClient, u"orders"_s);
    QCOMPARE(nameOf(first), "billing"_ba); // its name stays
    QCOMPARE(nameOf(second), "orders"_ba);
}

void tst_ConsoleNames::namesOfAFileAreReadAgainForEachOfItsServers()
{
    write("billing");
    m_names->addDeployment(first, targetOf({}, namesFile()));
    m_names->addDeployment(second, targetOf({}, namesFile()));
    QCOMPARE(nameOf(first), "billing"_ba);
    QCOMPARE(nameOf(second), "billing"_ba);
    m_names->removeDeployment(first);
    write("orders");
    QVERIFY(eventually([this] { return nameOf(second) == "orders"; }));
    QCOMPARE(nameOf(first), "billing"_ba);
    QCOMPARE(m_problems, QStringList());
}

LOCKSCOPE_TEST_SUITE(tst_ConsoleNames)
#include "tst_consolenames.moc"
