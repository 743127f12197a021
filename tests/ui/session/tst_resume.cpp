// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

// The console as a whole, from one start to the next, with its settings in a file.
class tst_Resume : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        for (const char *name : {"orders", "ledger"}) {
            m_server.command({"HSET", name, "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
            m_server.command({"PEXPIRE", name, "600000"});
        }
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("LOCKSCOPE_PROFILES", m_folder->filePath(u"profiles.json"_s).toUtf8());
    }
    void cleanup()
    {
        m_console.reset();
        qunsetenv("LOCKSCOPE_PROFILES");
    }

    void theLastSessionGoesOn();
    void itIsForgottenWhenItIsTurnedOff();
    void aLinkOfTheCommandLineIsOpened();

private:
    void start(const QStringList &arguments)
    {
        auto line = console::parseCommandLine(QStringList{u"lockscope"_s} + arguments);
        QVERIFY2(line.options, qPrintable(line.text));
        m_console = std::make_unique<console::Application>(std::move(*line.options),
                                                           m_folder->filePath(u"settings.ini"_s));
        m_console->start();
    }
    int locks() const { return m_console->client().locks().rowCount(); }
    template <typename T>
    T *find(const char *name) const
    {
        return findNamed<T>(m_console->window(), name);
    }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<console::Application> m_console;
};

void tst_Resume::theLastSessionGoesOn()
{
    start({m_server.url(), u"--view"_s, u"locks"_s});
    QVERIFY(eventually([&] { return locks() == 2; }));
    find<QLineEdit>("filter")->setText(u"kind:reentrant"_s);
    m_console->window().openLock("orders");
    m_console.reset();

    start({});
    QVERIFY(eventually([&] { return locks() == 2; }));
    QCOMPARE(find<QLineEdit>("filter")->text(), u"kind:reentrant"_s);
    QCOMPARE(m_console->window().page(), u"locks"_s);
    QVERIFY(eventually([&] { return find<QLabel>("detailName")->text() == "orders"_L1; }));
    QVERIFY(!find<QLabel>("notice")->isVisible());
    m_console.reset();

    start({u"--no-resume"_s});
    QCOMPARE(m_console->client().servers().rowCount(), 0);
    QVERIFY(find<QLineEdit>("filter")->text().isEmpty());
}

void tst_Resume::itIsForgottenWhenItIsTurnedOff()
{
    start({m_server.url()});
    QVERIFY(eventually([&] { return locks() == 2; }));
    find<QAction>("actionResumeSession")->trigger();
    m_console.reset();
    QFile file(m_folder->filePath(u"settings.ini"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains(m_server.url().toUtf8()));

    start({});
    QVERIFY(!find<QAction>("actionResumeSession")->isChecked());
    QVERIFY(find<QLabel>("emptyText")->isVisible());
    QCOMPARE(m_console->client().servers().rowCount(), 0);
}

void tst_Resume::aLinkOfTheCommandLineIsOpened()
{
    const QString link = u"lockscope://lock?name=ledger&url="_s
        + QString::fromLatin1(m_server.url().toUtf8().toPercentEncoding());
    start({m_server.url(), link});
    QVERIFY(eventually([&] { return find<QLabel>("detailName")->text() == "ledger"_L1; }));
    m_console.reset();
    start({u"lockscope://lock?profile=nobody&name=ledger"_s});
    QVERIFY(find<QLabel>("notice")->text().contains("nobody"_L1));
    QCOMPARE(m_console->client().servers().rowCount(), 0);
}

LOCKSCOPE_TEST_SUITE(tst_Resume)
#include "tst_resume.moc"
