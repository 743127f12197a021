// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tlsfault.h"
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/estate/connectiontestdialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using Step = wording::ConnectionStep;

// The dialog for a test, over the window, with a tester that the test plays.
class tst_ConnectionTests : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theConnectDialogTestsWhatIsTyped();
    void aFailedStepSaysCauseAndCure();
    void whatIsOverIsNotTold();
    void closingEndsTheTest();
    void aProfileTestsAllItsServers();
    void aShownCertificateCanBePinned();

private:
    ConnectionTests &tests() { return m_window->tests(); }
    QString text() { return find<QPlainTextEdit>("connectionTestSteps")->toPlainText(); }
    QString verdict() { return find<QLabel>("connectionTestVerdict")->text(); }
    void openFor(const QString &url)
    {
        m_window->askForConnection();
        find<QComboBox>("url")->setEditText(url);
        find<QPushButton>("testConnection")->click();
    }
};

void tst_ConnectionTests::theConnectDialogTestsWhatIsTyped()
{
    QSignalSpy wanted(&tests(), &ConnectionTests::wanted);
    m_window->askForConnection();
    auto *button = find<QPushButton>("testConnection");
    find<QComboBox>("url")->setEditText({});
    QVERIFY(!button->isEnabled());
    find<QComboBox>("url")->setEditText(u"redis://host"_s);
    find<QLineEdit>("password")->setText(u"secret"_s);
    find<QLineEdit>("prefixes")->setText(u"orders:"_s);
    button->click();
    QCOMPARE(wanted.size(), 1);
    const auto requests = wanted.at(0).at(1).value<QList<ConnectRequest>>();
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests[0], (ConnectRequest{u"redis://host"_s, u"secret"_s, {u"orders:"_s}, {}}));
    QCOMPARE(verdict(), u"Testing…"_s);
    QVERIFY(!text().contains(u"secret"_s));
    const int id = wanted.at(0).at(0).toInt();
    tests().tell(id, 0, {Step::Kind::Connection, {}, {}});
    QVERIFY(text().contains(u"Connection: passed"_s));
    QVERIFY(!m_window->findChild<QPushButton *>(u"connectionTestPin"_s)); // a profile would keep it
    tests().end(id, 0);
    QCOMPARE(verdict(), u"The test passed."_s);
    QVERIFY(m_window->findChild<QDialog *>(u"connectDialog"_s)->isVisible());
    find<QPushButton>("connectionTestAgain")->click();
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(verdict(), u"Testing…"_s);
    QVERIFY(!text().contains(u"passed"_s));
}

void tst_ConnectionTests::aFailedStepSaysCauseAndCure()
{
    QSignalSpy wanted(&tests(), &ConnectionTests::wanted);
    openFor(u"redis://host"_s);
    const int id = wanted.at(0).at(0).toInt();
    const Error refused{ErrorKind::Refused, {}, u"refused"_s, u"host:6379"_s};
    tests().tell(id, 0, {Step::Kind::Connection, {}, refused});
    tests().end(id, 0);
    QCOMPARE(verdict(), u"The test failed."_s);
    QVERIFY(text().contains(u"Cause: host:6379 refused the connection."_s));
    QVERIFY(text().contains(u"Next step: Start the server, or correct the port."_s));
}

void tst_ConnectionTests::whatIsOverIsNotTold()
{
    QSignalSpy wanted(&tests(), &ConnectionTests::wanted);
    openFor(u"redis://host"_s);
    const int id = wanted.at(0).at(0).toInt();
    const QString before = text();
    tests().tell(id + 1, 0, {Step::Kind::Ping, {}, {}});
    tests().tell(id, 5, {Step::Kind::Ping, {}, {}});
    tests().tell(id, -1, {Step::Kind::Ping, {}, {}});
    QCOMPARE(text(), before);
}

void tst_ConnectionTests::closingEndsTheTest()
{
    QSignalSpy wanted(&tests(), &ConnectionTests::wanted);
    QSignalSpy stopped(&tests(), &ConnectionTests::stopWanted);
    openFor(u"redis://host"_s);
    auto *dialog = m_window->findChild<ConnectionTestDialog *>();
    QVERIFY(dialog);
    dialog->close();
    QTRY_COMPARE(stopped.size(), 1);
    QCOMPARE(stopped.at(0).at(0), wanted.at(0).at(0));
    QVERIFY(m_window->findChild<QDialog *>(u"connectDialog"_s)->isVisible());
}

void tst_ConnectionTests::aShownCertificateCanBePinned()
{
    QSignalSpy wanted(&tests(), &ConnectionTests::wanted);
    m_window->profiles().newProfile();
    find<QPlainTextEdit>("profileUrls")->setPlainText(u"rediss://one"_s);
    const QString known = fingerprintText(QByteArray(32, 'k'));
    find<QPlainTextEdit>("profileFingerprints")->setPlainText(known);
    find<QPushButton>("testConnection")->click();
    auto *pin = find<QPushButton>("connectionTestPin");
    QVERIFY(pin->isVisible());
    QVERIFY(!pin->isEnabled());
    const auto requests = wanted.at(0).at(1).value<QList<ConnectRequest>>();
    QCOMPARE(requests[0].tls.fingerprints, std::vector<QByteArray>{QByteArray(32, 'k')});
    const int id = wanted.at(0).at(0).toInt();
    const QByteArray shown(32, 's');
    tests().tell(
        id, 0,
        {Step::Kind::Tls,
         {},
         tlsError(TlsFault::OtherFingerprint, withFingerprint(Sentence::say("another"), shown))});
    tests().end(id, 0);
    QVERIFY(text().contains(fingerprintText(shown)));
    QTest::mouseClick(pin, Qt::LeftButton);
    QTRY_VERIFY(!m_window->findChild<ConnectionTestDialog *>());
    auto *fingerprints = find<QPlainTextEdit>("profileFingerprints");
    QVERIFY(fingerprints->isVisible()); // its page came to the front
    QCOMPARE(fingerprints->toPlainText(), known + u'\n' + fingerprintText(shown));
}

void tst_ConnectionTests::aProfileTestsAllItsServers()
{
    QSignalSpy wanted(&tests(), &ConnectionTests::wanted);
    m_window->profiles().newProfile();
    auto *button = find<QPushButton>("testConnection");
    QVERIFY(!button->isEnabled());
    find<QPlainTextEdit>("profileUrls")->setPlainText(u"redis://one\nredis://two"_s);
    QVERIFY(button->isEnabled()); // a name is not needed for it
    find<QPlainTextEdit>("profilePrefixes")->setPlainText(u"orders:"_s);
    button->click();
    QCOMPARE(wanted.size(), 1);
    const auto requests = wanted.at(0).at(1).value<QList<ConnectRequest>>();
    QCOMPARE(requests.size(), 2);
    QCOMPARE(requests[1].url, u"redis://two"_s);
    QCOMPARE(requests[1].prefixes, QStringList{u"orders:"_s});
    const int id = wanted.at(0).at(0).toInt();
    const Error silent{ErrorKind::Timeout, {}, {}, u"one:6379"_s};
    tests().tell(id, 0, {Step::Kind::Connection, {}, silent});
    tests().end(id, 0);
    QCOMPARE(verdict(), u"Testing…"_s);
    tests().end(id, 1);
    QCOMPARE(verdict(), u"The test failed for 1 of 2 servers."_s);
}

LOCKSCOPE_TEST_SUITE(tst_ConnectionTests)
#include "tst_connectiontests.moc"
