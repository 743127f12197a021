// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/profilegroups.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

namespace {

const QString one = u"redis://127.0.0.1:7001"_s;
const QString two = u"redis://127.0.0.1:7002"_s;
const QString three = u"redis://127.0.0.1:7003"_s;
const QString alsoThree = u"redis://localhost:7003"_s;

} // namespace

// The quorum groups of profiles, as they are told to the client: no server and no window.
class tst_ProfileGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void aProfilesGroupsAreTakenAnewAndRemoved();
    void aGroupStaysWhereAnotherProfileHasIt();
    void aServerReachedTwiceCountsByTheAddressThatIsConnected();

private:
    void save(const QString &profile, const QStringList &urls);
    std::vector<insight::GroupMembers> told() const { return m_client->quorumGroups(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    SystemClock m_clock;
    std::unique_ptr<ui::WatchClient> m_client;
    std::unique_ptr<profile::ProfileStore> m_store;
};

void tst_ProfileGroups::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
    m_client = std::make_unique<ui::WatchClient>(m_clock);
    m_store = std::make_unique<profile::ProfileStore>(m_folder->filePath(u"profiles.json"_s));
}

// A profile that has this group alone, in place of its former content.
void tst_ProfileGroups::save(const QString &profile, const QStringList &urls)
{
    QVERIFY(m_store->update([&](profile::Profiles &profiles) -> Result<void> {
        std::erase_if(profiles.all, [&](const auto &each) { return each.name == profile; });
        profile::Profile made;
        made.name = profile;
        made.urls = urls;
        made.groups = {{u"quorum"_s, urls}};
        profiles.all.push_back(made);
        return {};
    }));
}

void tst_ProfileGroups::aProfilesGroupsAreTakenAnewAndRemoved()
{
    ProfileGroups groups(*m_client, *m_store);
    save(u"shop"_s, {one, two, three});
    groups.take(u"shop"_s);
    QCOMPARE(told().size(), std::size_t(1));
    QCOMPARE(told().front().labels, (std::vector<QString>{one, two, three}));
    save(u"shop"_s, {three, two, one});
    QCOMPARE(told().front().labels.front(), one); // until it is connected again
    groups.take(u"shop"_s);
    QCOMPARE(told().size(), std::size_t(1));
    QCOMPARE(told().front().labels.front(), three);
    groups.remove(u"other"_s);
    QCOMPARE(told().size(), std::size_t(1));
    groups.remove(u"shop"_s);
    QVERIFY(told().empty());
}

// A profile that was renamed has its groups under the new name.
void tst_ProfileGroups::aGroupStaysWhereAnotherProfileHasIt()
{
    ProfileGroups groups(*m_client, *m_store);
    save(u"shop"_s, {one, two, three});
    groups.take(u"shop"_s);
    QVERIFY(m_store->update([](profile::Profiles &profiles) -> Result<void> {
        profiles.all.front().name = u"store"_s;
        return {};
    }));
    groups.dropRemoved();
    QCOMPARE(told().size(), std::size_t(1));
    QVERIFY(m_store->update([](profile::Profiles &profiles) -> Result<void> {
        profiles.all.clear();
        return {};
    }));
    groups.dropRemoved();
    QVERIFY(told().empty());
}

void tst_ProfileGroups::aServerReachedTwiceCountsByTheAddressThatIsConnected()
{
    ProfileGroups groups(*m_client, *m_store);
    save(u"shop"_s, {one, two, three});
    groups.take(u"shop"_s);
    groups.setSame(three, alsoThree);
    QCOMPARE(told().front().labels, (std::vector<QString>{one, two, alsoThree}));
    groups.forget(two); // of another one
    QCOMPARE(told().front().labels.back(), alsoThree);
    groups.forget(alsoThree);
    QCOMPARE(told().front().labels.back(), three);
}

LOCKSCOPE_TEST_SUITE(tst_ProfileGroups)
#include "tst_profilegroups.moc"
