// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/estate/connectiontests.h"
#include "ui/window/connectprompt.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;

class tst_ConnectPrompt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }

    void oneDialogAtATime();
    void anythingButAnAddressIsRefused();
    void theLatestAddressesAreKept();
    void aLinkIsNoAddress();

private:
    ConnectDialog *dialog() const { return m_window->findChild<ConnectDialog *>(); }

    std::unique_ptr<QWidget> m_window;
    ConnectPrompt *m_prompt = nullptr;
};

void tst_ConnectPrompt::init()
{
    m_window = std::make_unique<QWidget>();
    m_prompt = new ConnectPrompt(
        [](const QString &url) -> Result<QString> {
            if (!url.startsWith("redis://"_L1))
                return fail(ErrorKind::InvalidInput, u"write for example redis://host"_s);
            return QString(u"redis://"_s + url.section(u'@', -1).remove("redis://"_L1));
        },
        *new ConnectionTests(m_window.get()), m_window.get());
}

void tst_ConnectPrompt::oneDialogAtATime()
{
    m_prompt->open();
    m_prompt->open();
    QVERIFY(m_prompt->openWith(u"redis://host"_s));
    QCOMPARE(m_window->findChildren<ConnectDialog *>().size(), 1);
    QCOMPARE(dialog()->request().url, u"redis://host"_s);
    dialog()->accept();
    QTRY_VERIFY(!dialog());
    m_prompt->open();
    QVERIFY(dialog());
}

void tst_ConnectPrompt::anythingButAnAddressIsRefused()
{
    const QStringList texts{u"a sentence"_s, u"redis://a\nredis://b"_s,
                            u"redis://"_s + QString(5000, u'a')};
    for (const QString &text : texts) {
        QVERIFY(!m_prompt->openWith(text));
        QVERIFY(!dialog());
    }
}

void tst_ConnectPrompt::theLatestAddressesAreKept()
{
    QSignalSpy asked(m_prompt, &ConnectPrompt::requested);
    for (int i = 0; i < ConnectPrompt::mostRecent + 2; ++i)
        m_prompt->connectTo(u"redis://host%1"_s.arg(i));
    m_prompt->connectTo(u"redis://host5"_s);
    QCOMPARE(m_prompt->recent().size(), ConnectPrompt::mostRecent);
    QCOMPARE(m_prompt->recent().first(), u"redis://host5"_s);
    QCOMPARE(m_prompt->recent().count(u"redis://host5"_s), 1);
    QCOMPARE(asked.last().at(0).value<ConnectRequest>().url, u"redis://host5"_s);
    // The address of the dialog is kept without its password.
    QVERIFY(m_prompt->openWith(u"redis://me:secret@host"_s));
    dialog()->accept();
    QCOMPARE(asked.last().at(0).value<ConnectRequest>().url, u"redis://me:secret@host"_s);
    QCOMPARE(m_prompt->recent().first(), u"redis://host"_s);
}

void tst_ConnectPrompt::aLinkIsNoAddress()
{
    QSignalSpy asked(m_prompt, &ConnectPrompt::requested);
    QSignalSpy links(m_prompt, &ConnectPrompt::linkGiven);
    m_prompt->open();
    dialog()->findChild<QComboBox *>(u"url"_s)->setEditText(
        u"lockscope://lock?server=redis://host&name=a"_s);
    dialog()->accept();
    QCOMPARE(asked.size(), 0);
    QCOMPARE(links.size(), 1);
    QVERIFY(m_prompt->recent().isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_ConnectPrompt)
#include "tst_connectprompt.moc"
