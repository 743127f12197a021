// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/table/roles.h"

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::LockColumn;

// The first moments: no server may keep the window from being used, or others from being shown.
class tst_Start : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        QVERIFY(m_silent.listen(QHostAddress::LocalHost)); // takes connections, says nothing
        m_closedPort = freePort();
    }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }
    void cleanup() { m_console.reset(); }

    void theWindowIsUsableWhenNoServerAnswers();
    void theFirstRowComesWhileOthersAreSilent();
    void whatNeverStartedLeavesNothing();

private:
    app::ChosenTarget targetAt(quint16 port) const
    {
        app::ChosenTarget target{m_server.target(), {}, {}, {}, {}};
        target.hosts.front().port = port;
        return target;
    }
    void start(std::vector<app::ChosenTarget> targets)
    {
        console::Options options;
        options.targets = std::move(targets);
        options.view = u"locks"_s; // the page that is looked at here
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
    }
    template <typename T>
    T *find(const QString &name) const
    {
        auto *found = m_console->window().findChild<T *>(name);
        if (!found)
            qFatal("nothing is named %s", qPrintable(name));
        return found;
    }

    RedisProcess m_server;
    QTcpServer m_silent;
    quint16 m_closedPort = 0;
    std::unique_ptr<console::Application> m_console;
};

void tst_Start::theWindowIsUsableWhenNoServerAnswers()
{
    start({targetAt(m_silent.serverPort()), targetAt(m_closedPort)});
    QVERIFY(QTest::qWaitForWindowExposed(&m_console->window()));
    auto *filter = find<QLineEdit>(u"filter"_s);
    filter->setFocus();
    QTest::keyClicks(filter, u"orders"_s);
    QCOMPARE(filter->text(), u"orders"_s);
    const auto *text = find<QLabel>(u"emptyText"_s);
    QVERIFY2(eventually([&] { return text->text().contains("refused the connection"_L1); }),
             qPrintable(text->text()));
    // The silent one is still being asked, and that is said, too.
    QVERIFY2(text->text().contains(QString::number(m_silent.serverPort())),
             qPrintable(text->text()));
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
}

void tst_Start::theFirstRowComesWhileOthersAreSilent()
{
    m_server.command({"HSET", "orders", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
    m_server.command({"PEXPIRE", "orders", "60000"});
    QElapsedTimer timer;
    timer.start();
    start({targetAt(m_silent.serverPort()), targetAt(m_server.port())});
    const auto *locks = find<QAbstractItemView>(u"locks"_s)->model();
    QVERIFY(eventually([&] { return locks->rowCount() == 1; }));
    qInfo("the first row after %lld ms", timer.elapsed());
    const auto cell = [&](LockColumn column) {
        return locks->index(0, static_cast<int>(column)).data(ui::RawRole).toByteArray();
    };
    QCOMPARE(cell(LockColumn::Name), QByteArray("orders"));
    QCOMPARE(cell(LockColumn::Holder), QByteArray("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"));
}

// The sanitizers see what is left.
void tst_Start::whatNeverStartedLeavesNothing()
{
    console::Options options;
    options.targets = {targetAt(m_server.port())};
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    ui::ConnectRequest request;
    request.url = u"redis://127.0.0.1:%1"_s.arg(m_server.port());
    Q_EMIT m_console->window().connectRequested(request);
    m_console.reset();
}

LOCKSCOPE_TEST_SUITE(tst_Start)
#include "tst_start.moc"
