// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"

#include <QAbstractItemView>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QUuid>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

// The first page of somebody who has no server at hand: one button, and locks are to be seen.
class tst_SandboxRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        m_mark = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
        qputenv("LOCKSCOPE_TEST_RUN", m_mark);
    }
    void cleanup()
    {
        m_console.reset();
        qunsetenv("LOCKSCOPE_TEST_RUN");
    }

    void theSandboxIsWatchedAndEndsWithTheWindow();
    void whatIsMissingIsToldInPlace_data();
    void whatIsMissingIsToldInPlace();
    void nothingIsAskedAtTheStart();

private:
    void start(const QString &lockctl)
    {
        console::Options options;
        options.view = QStringLiteral("locks");
        options.lockctl = lockctl;
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
    }
    template <typename T>
    T *find(const char *name) const
    {
        return findNamed<T>(m_console->window(), name);
    }
    // Processes that were started by this test function, but for this one.
    int children() const
    {
        int count = 0;
        for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
            const qint64 process = entry.toLongLong();
            QFile environment(u"/proc/%1/environ"_s.arg(process));
            if (process > 0 && process != QCoreApplication::applicationPid()
                && environment.open(QIODevice::ReadOnly) && environment.readAll().contains(m_mark))
                ++count;
        }
        return count;
    }

    QByteArray m_mark;
    std::unique_ptr<console::Application> m_console;
};

void tst_SandboxRunner::theSandboxIsWatchedAndEndsWithTheWindow()
{
    LOCKSCOPE_REQUIRE_REDIS();
    start(QStringLiteral(LOCKCTL_PATH));
    QVERIFY(find<QPushButton>("emptySandbox")->isVisible());
    QTest::mouseClick(find<QPushButton>("emptySandbox"), Qt::LeftButton);
    QVERIFY(find<QLabel>("emptyTitle")->text().contains("Starting"_L1));
    QVERIFY(!find<QPushButton>("emptySandbox")->isVisible());
    const auto *locks = find<QAbstractItemView>("locks");
    QVERIFY(eventually([&] { return locks->model()->rowCount() > 3; }, 3 * patience));
    find<QDockWidget>("estateDock")->show(); // hidden at first, and does no work then
    const auto *estate = find<QAbstractItemView>("estate")->model();
    QTRY_COMPARE(estate->rowCount(), 1); // those without a profile
    QCOMPARE(estate->rowCount(estate->index(0, 0)), 3);
    QVERIFY(children() > 3); // lockctl and its three servers, at least
    m_console.reset();
    QVERIFY(eventually([this] { return children() == 0; }));
}

void tst_SandboxRunner::whatIsMissingIsToldInPlace_data()
{
    QTest::addColumn<QString>("lockctl");
    QTest::addColumn<QString>("said");
    QTest::newRow("no lockctl") << u"/nowhere/lockctl"_s << u"/nowhere/lockctl"_s;
    QTest::newRow("no redis-server")
        << QStringLiteral(LOCKCTL_PATH) << u"redis-server was not found"_s;
    QTest::newRow("another program") << u"/bin/echo"_s << u"any servers: sandbox up"_s;
}

void tst_SandboxRunner::whatIsMissingIsToldInPlace()
{
    QFETCH(QString, lockctl);
    QFETCH(QString, said);
    const QTemporaryDir nothing;
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", nothing.path().toUtf8());
    const auto back = qScopeGuard([&] { qputenv("PATH", path); });
    start(lockctl);
    for (int i = 0; i < 2; ++i) { // it can be tried again
        find<QPushButton>("emptySandbox")->click();
        auto *problem = find<QLabel>("emptyProblem");
        QVERIFY(eventually([&] { return problem->isVisible() && problem->text().contains(said); }));
        QVERIFY(find<QPushButton>("emptySandbox")->isVisible());
        QVERIFY(find<QPushButton>("emptyConnect")->isVisible());
    }
}

void tst_SandboxRunner::nothingIsAskedAtTheStart()
{
    start(QString());
    QVERIFY(m_console->window().findChildren<QDialog *>().isEmpty());
    QVERIFY(find<QPushButton>("emptyConnect")->isVisible());
}

LOCKSCOPE_TEST_SUITE(tst_SandboxRunner)
#include "tst_sandboxrunner.moc"
