// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/memberbook.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::profile;
using namespace Qt::StringLiterals;

class TestMemberBook : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    ProfileStore store() const { return ProfileStore(m_folder->filePath(u"profiles.json"_s)); }
    static Profile made(const QString &name, const QString &url = u"redis://10.0.0.1"_s)
    {
        Profile profile;
        profile.name = name;
        profile.urls = {url};
        return profile;
    }
    static Profiles savedWith(const Profile &profile) { return {{profile}, {}}; }
    bool knows(const Profile &profile, const QByteArray &mark, int database = 0) const
    {
        const Profiles saved = savedWith(profile);
        return !MemberBook(store()).profilesOf(saved, database, {mark}).empty();
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatWasSeenIsKnownAgain()
    {
        const Profile shop = made(u"shop"_s);
        const MemberBook book(store());
        QVERIFY(!knows(shop, "process:1"));
        QVERIFY(book.remember(shop, 0, {"process:1", "data:a"}));
        QVERIFY(book.remember(shop, 2, {"process:2"}));
        QVERIFY(knows(shop, "process:1") && knows(shop, "data:a") && knows(shop, "process:2", 2));
        QVERIFY(!knows(shop, "process:1", 2)); // a database is a deployment of its own
        QVERIFY(!knows(made(u"other"_s), "process:1"));
        const QFileInfo file(book.file());
        QCOMPARE(file.fileName(), u"profiles.members.json"_s);
        QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }

    void otherUrlsForget()
    {
        const MemberBook book(store());
        QVERIFY(book.remember(made(u"shop"_s), 0, {"process:1"}));
        const Profile moved = made(u"shop"_s, u"redis://10.0.0.2"_s);
        QVERIFY(!knows(moved, "process:1"));
        QVERIFY(book.remember(moved, 0, {"process:2"}));
        QVERIFY(knows(moved, "process:2"));
        QVERIFY(!knows(made(u"shop"_s), "process:1")); // for good
    }

    void theNewestAreKept()
    {
        const Profile shop = made(u"shop"_s);
        const MemberBook book(store());
        for (int i = 0; i < 200; ++i)
            QVERIFY(book.remember(shop, 0, {"process:" + QByteArray::number(i)}));
        QVERIFY(knows(shop, "process:199") && knows(shop, "process:150"));
        QVERIFY(!knows(shop, "process:1"));
        QVERIFY(QFileInfo(book.file()).size() < 8192);
    }

    void whatIsKnownIsNotWrittenAgain()
    {
        const Profile shop = made(u"shop"_s);
        const MemberBook book(store());
        QVERIFY(book.remember(shop, 0, {"process:1", "data:a"}));
        QFile file(book.file());
        QVERIFY(file.remove());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QVERIFY(book.remember(shop, 0, {}));
        QCOMPARE(QFileInfo(book.file()).size(), 0);
    }

    void aFileThatCannotBeUnderstoodIsBegunAnew()
    {
        const Profile shop = made(u"shop"_s);
        const MemberBook book(store());
        QFile file(book.file());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"profiles\": [");
        file.close();
        QVERIFY(!knows(shop, "process:1"));
        QVERIFY(book.remember(shop, 0, {"process:1"}));
        QVERIFY(knows(shop, "process:1"));
    }
};

LOCKSCOPE_TEST_SUITE(TestMemberBook)
#include "tst_memberbook.moc"
