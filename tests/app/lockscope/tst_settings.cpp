// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/settings.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace lockscope;
using namespace Qt::StringLiterals;
using console::Settings;

// The settings file where it cannot be read or written (F31 of the list of faults): the console
// starts with what it has, says so once, and loses nothing.
class tst_Settings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void comesBack()
    {
        Settings settings(file());
        ui::WindowState state = settings.load();
        QCOMPARE(settings.problem(), QString());
        state.recentUrls = {u"redis://a"_s};
        state.zoom = 150;
        settings.save(state);
        Settings again(file());
        QCOMPARE(again.load().recentUrls, state.recentUrls);
        QCOMPARE(again.load().zoom, 150);
        QCOMPARE(again.problem(), QString());
    }
    void aBrokenFileIsLeftAsItIs_data()
    {
        QTest::addColumn<QByteArray>("contents");
        QTest::newRow("text") << QByteArray("[window\nno settings\n");
        QTest::newRow("bytes") << QByteArray("\x00\x01\xff\xfe garbage \n\n\x80", 16);
        QTest::newRow("another text") << QByteArray("[window]\nzoom=150\ntheme=d\xc3\xa4mmrig\n");
    }
    void aBrokenFileIsLeftAsItIs()
    {
        QFETCH(QByteArray, contents);
        write(contents);
        Settings settings(file());
        ui::WindowState state = settings.load();
        QVERIFY2(settings.problem().contains(file()), qPrintable(settings.problem()));
        QCOMPARE(state.recentUrls, QStringList());
        state.recentUrls = {u"redis://a"_s};
        settings.save(state);
        settings.saveSession({});
        QCOMPARE(read(), contents);
    }
    void aFolderThatCannotBeMadeIsTold()
    {
        // Its parent is a file; permissions would not stop an administrator.
        write("x");
        Settings settings(file() + u"/lockscope/lockscope.ini"_s);
        ui::WindowState state = settings.load();
        QVERIFY(!settings.problem().isEmpty());
        settings.save(state);
        settings.saveSession({});
        QCOMPARE(read(), "x"_ba);
    }
    // A folder stands in its place.
    void noFileIsTold()
    {
        QVERIFY(QDir().mkpath(file() + u"/inner"_s));
        Settings settings(file());
        settings.save(settings.load());
        QVERIFY(!settings.problem().isEmpty());
        QVERIFY(QDir(file() + u"/inner"_s).exists());
    }

private:
    QString file() const { return m_folder->filePath(u"lockscope.ini"_s); }
    void write(const QByteArray &text) const
    {
        QFile out(file());
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    }
    QByteArray read() const
    {
        QFile in(file());
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LOCKSCOPE_TEST_SUITE(tst_Settings)
#include "tst_settings.moc"
