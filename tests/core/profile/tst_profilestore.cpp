// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profilestore.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QLockFile>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

#include <thread>

using namespace lockscope;
using namespace lockscope::profile;
using namespace Qt::StringLiterals;

class TestProfileStore : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const QString &name = u"own/profiles.json"_s) const
    {
        return m_folder->filePath(name);
    }
    static Profile made(const QString &name, const QString &url = u"redis://127.0.0.1"_s)
    {
        Profile profile;
        profile.name = name;
        profile.urls = {url};
        return profile;
    }
    static Result<void> add(const ProfileStore &store, const Profile &profile)
    {
        return store.update([&](Profiles &profiles) -> Result<void> {
            profiles.all.push_back(profile);
            return {};
        });
    }
    static int mode(const QString &file)
    {
        struct stat found = {};
        return ::stat(QFile::encodeName(file).constData(), &found) == 0
            ? static_cast<int>(found.st_mode & 0777U)
            : -1;
    }
    static void write(const QString &file, const QByteArray &text)
    {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    static QByteArray contentsOf(const QString &file)
    {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void noFileHoldsNoProfiles()
    {
        const ProfileStore store(path());
        const auto loaded = store.load();
        QVERIFY(loaded && loaded->all.empty() && loaded->defaultName.isEmpty());
        QVERIFY(!QFileInfo::exists(path(u"own"_s)));
    }

    void savesForItsOwnerAlone()
    {
        const auto before = ::umask(0);
        const ProfileStore store(path());
        const auto saved = add(store, made(u"a"_s));
        ::umask(before);
        QVERIFY2(saved, saved ? "" : qPrintable(saved.error().text.english()));
        QCOMPARE(mode(path()), 0600);
        QCOMPARE(mode(path(u"own"_s)), 0700);
        QCOMPARE(QDir(path(u"own"_s)).entryList(QDir::Files | QDir::Hidden),
                 QStringList{u"profiles.json"_s});
        // Also where it was open to others before.
        QVERIFY(::chmod(QFile::encodeName(path()).constData(), 0644) == 0);
        QVERIFY(add(store, made(u"b"_s)));
        QCOMPARE(mode(path()), 0600);
        QCOMPARE(store.load()->names(), (QStringList{u"a"_s, u"b"_s}));
    }

    void leavesAnotherFolderAsItIs()
    {
        QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755) == 0);
        QVERIFY(add(ProfileStore(path(u"p.json"_s)), made(u"a"_s)));
        QCOMPARE(mode(m_folder->path()), 0755);
    }

    void theUsualFile()
    {
        const auto restore = [before = qgetenv("LOCKSCOPE_PROFILES")] {
            qputenv("LOCKSCOPE_PROFILES", before);
        };
        qputenv("LOCKSCOPE_PROFILES", "/somewhere/p.json");
        QCOMPARE(ProfileStore::usualFile(), u"/somewhere/p.json"_s);
        qputenv("LOCKSCOPE_PROFILES", "");
        const QString usual =
            QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
            + u"/lockscope/profiles.json"_s;
        QCOMPARE(ProfileStore::usualFile(), usual);
        restore();
    }

    void aBrokenFileIsReportedAndNeverOverwritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("not JSON") << "{\n\"version\": 1,\n nonsense"_ba << u": line 3: "_s;
        QTest::newRow("newer") << R"({"version":2,"profiles":[]})"_ba << u": version: "_s;
        QTest::newRow("a password")
            << R"({"version":1,"profiles":[{"name":"a","urls":["redis://:hidden@h"]}]})"_ba
            << u": profiles[0].urls[0]: "_s;
        QTest::newRow("empty") << ""_ba << u": line 1: "_s;
        QTest::newRow("large") << QByteArray(1024 * 1024 + 1, ' ') << u": it is larger"_s;
    }
    void aBrokenFileIsReportedAndNeverOverwritten()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        const QString file = path(u"p.json"_s);
        write(file, text);
        const ProfileStore store(file);
        const auto loaded = store.load();
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().text.english().startsWith(file + where),
                 qPrintable(loaded.error().text.english()));
        QVERIFY(!loaded.error().text.english().contains("hidden"_L1));
        const auto saved = add(store, made(u"b"_s));
        QVERIFY(!saved);
        QCOMPARE(saved.error(), loaded.error());
        QCOMPARE(contentsOf(file), text);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{u"p.json"_s});
    }

    void whatCannotBeReadBackIsNotWritten()
    {
        const ProfileStore store(path());
        QVERIFY(add(store, made(u"a"_s)));
        const QByteArray before = contentsOf(path());
        const auto saved = add(store, made(u"b"_s, u"redis://:hidden@h"_s));
        QVERIFY(!saved && saved.error().text.english().contains("LOCKSCOPE_PASSWORD"_L1));
        QVERIFY(!add(store, made(u"a"_s)));
        const auto named = store.update([](Profiles &profiles) -> Result<void> {
            profiles.defaultName = u"nobody"_s;
            return {};
        });
        QVERIFY(!named);
        const auto refused = store.update([](Profiles &profiles) -> Result<void> {
            profiles.all.clear();
            return fail(ErrorKind::InvalidInput, u"no"_s);
        });
        QVERIFY(!refused && refused.error().text.english() == "no"_L1);
        QCOMPARE(contentsOf(path()), before);
    }

    void aChangeOfAnotherProgramIsNotLost()
    {
        const ProfileStore store(path());
        QVERIFY(add(store, made(u"a"_s)));
        const QByteArray others = contentsOf(path()).replace("\"a\"", "\"others\"");
        const auto saved = store.update([&](Profiles &profiles) -> Result<void> {
            write(path(), others); // an editor, which asks nobody
            profiles.all.push_back(made(u"b"_s));
            return {};
        });
        QVERIFY(!saved);
        QCOMPARE(saved.error().kind, ErrorKind::Busy);
        QCOMPARE(contentsOf(path()), others);
        // So too one that made the file, or broke it.
        const QString fresh = path(u"own/fresh.json"_s);
        const auto created = ProfileStore(fresh).update([&](Profiles &profiles) -> Result<void> {
            write(fresh, "{");
            profiles.all.push_back(made(u"b"_s));
            return {};
        });
        QVERIFY(!created && created.error().kind == ErrorKind::Busy);
        QCOMPARE(contentsOf(fresh), "{"_ba);
    }

    void foldersAreTheOwnersWhateverTheMask()
    {
        const mode_t before = ::umask(0);
        const bool saved =
            add(ProfileStore(path(u"x/y/z/profiles.json"_s)), made(u"a"_s)).has_value();
        ::umask(before);
        QVERIFY(saved);
        for (const QString &folder : {u"x"_s, u"x/y"_s, u"x/y/z"_s})
            QCOMPARE(mode(path(folder)), 0700);
        QCOMPARE(mode(path(u"x/y/z/profiles.json"_s)), 0600);
    }

    void waitsForAnotherWriter()
    {
        const ProfileStore store(path());
        QVERIFY(add(store, made(u"a"_s)));
        auto other = std::make_unique<QLockFile>(path() + u".lock"_s);
        QVERIFY(other->tryLock());
        std::thread ending([&other] {
            std::this_thread::yield();
            other->unlock();
        });
        const auto saved = store.update(
            [&](Profiles &profiles) -> Result<void> {
                profiles.all.push_back(made(u"b"_s));
                return {};
            },
            Millis(5000));
        ending.join();
        QVERIFY(saved);
        QCOMPARE(store.load()->names(), (QStringList{u"a"_s, u"b"_s}));
    }

    void twoWritersDoNotMeet()
    {
        const ProfileStore store(path());
        QVERIFY(add(store, made(u"a"_s)));
        Result<void> inner;
        const auto outer = store.update([&](Profiles &profiles) -> Result<void> {
            inner = add(ProfileStore(path()), made(u"b"_s));
            profiles.all.push_back(made(u"c"_s));
            return {};
        });
        QVERIFY(outer);
        QVERIFY(!inner && inner.error().kind == ErrorKind::Busy);
        QVERIFY(inner.error().text.english().contains("try again"_L1));
        QCOMPARE(store.load()->names(), (QStringList{u"a"_s, u"c"_s}));
        QVERIFY(add(store, made(u"b"_s)));
    }

    void aLinkStaysALink()
    {
        QVERIFY(QDir().mkdir(path(u"dotfiles"_s)));
        const QString real = path(u"dotfiles/p.json"_s);
        write(real, R"({"version":1,"profiles":[]})");
        QVERIFY(QFile::link(real, path(u"p.json"_s)));
        const auto saved = add(ProfileStore(path(u"p.json"_s)), made(u"a"_s));
        QVERIFY2(saved, saved ? "" : qPrintable(saved.error().text.english()));
        QVERIFY(QFileInfo(path(u"p.json"_s)).isSymLink());
        QCOMPARE(ProfileStore(real).load()->names(), QStringList{u"a"_s});
        QVERIFY(QFile::link(path(u"nowhere"_s), path(u"dangling"_s)));
        QVERIFY(!ProfileStore(path(u"dangling"_s)).load());
    }

    void whatIsNoFileIsRefused()
    {
        for (const QString &place : {m_folder->path(), u"/dev/zero"_s}) {
            const auto loaded = ProfileStore(place).load();
            QVERIFY(!loaded);
            QCOMPARE(loaded.error().code, "PROFILEFILE"_ba);
            QVERIFY(!add(ProfileStore(place), made(u"a"_s)));
        }
    }

    void whereNothingCanBeWritten()
    {
        write(path(u"file"_s), "x");
        const auto saved = add(ProfileStore(path(u"file/p.json"_s)), made(u"a"_s));
        QVERIFY(!saved);
        QCOMPARE(saved.error().kind, ErrorKind::Permission);
        QVERIFY(saved.error().text.english().contains("file/p.json"_L1));
    }

    void nothingNewIsNotWritten()
    {
        const QString file = path(u"p.json"_s);
        const QByteArray text = R"({"profiles":[],"version":1})";
        write(file, text);
        QVERIFY(ProfileStore(file).update([](Profiles &) -> Result<void> { return {}; }));
        QCOMPARE(contentsOf(file), text);
    }
};

LOCKSCOPE_TEST_SUITE(TestProfileStore)
#include "tst_profilestore.moc"
