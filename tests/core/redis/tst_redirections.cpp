// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cluster nodes that send a command on and on, which real ones do for a moment only.
#include "core/redis/clusterwords.h"
#include "core/redis/deployment/deployment.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int mostFollowed = 5;

} // namespace

class TestRedirections : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ScriptedServer> m_first; // of the slots up to 8191
    std::unique_ptr<ScriptedServer> m_second;
    std::unique_ptr<Deployment> m_deployment;
    QByteArray m_verb; // the command that is redirected
    QByteArray m_word; // MOVED or ASK
    int m_redirections = 0; // so many times; the next is answered

    // How often it came to either of them.
    int count(const QByteArray &verb) const { return m_first->count(verb) + m_second->count(verb); }
    QByteArray nodes(bool isFirst) const
    {
        const auto line = [](const QByteArray &id, const ScriptedServer &server, bool isSelf,
                             const QByteArray &range) -> QByteArray {
            return id + " 127.0.0.1:" + server.port() + "@1"
                + (isSelf ? " myself,master" : " master") + " - 0 0 1 connected " + range + '\n';
        };
        return bulk(line("a", *m_first, isFirst, "0-8191")
                    + line("b", *m_second, !isFirst, "8192-16383"));
    }
    QByteArray answer(bool isFirst, const Command &command) const
    {
        const QByteArray &verb = command.front();
        if (verb == "CLUSTER")
            return nodes(isFirst);
        if (verb == "ASKING")
            return "+OK\r\n";
        if (verb != m_verb)
            return {};
        if (count(verb) > m_redirections)
            return "$5\r\nvalue\r\n";
        const ScriptedServer &other = isFirst ? *m_second : *m_first;
        return '-' + m_word + ' ' + QByteArray::number(slotOf("key")) + " 127.0.0.1:" + other.port()
            + "\r\n";
    }

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        const auto silent = [](const Command &) { return QByteArray(); };
        m_first = std::make_unique<ScriptedServer>(silent);
        m_second = std::make_unique<ScriptedServer>(silent);
        m_first->setAnswer([this](const Command &command) { return answer(true, command); });
        m_second->setAnswer([this](const Command &command) { return answer(false, command); });
        ConnectionConfig config;
        config.target = *parseTarget(u"redis+cluster://"_s + toText(m_first->address()) + u','
                                     + toText(m_second->address()));
        m_deployment = std::make_unique<Deployment>(config);
    }
    void cleanup()
    {
        m_deployment.reset();
        m_second.reset();
        m_first.reset();
    }

    void fiveAreFollowed_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<bool>("isScript");
        QTest::addColumn<int>("redirections");
        for (const QByteArray word : {"MOVED", "ASK"}) {
            for (const bool isScript : {false, true}) {
                for (const int redirections : {1, mostFollowed, mostFollowed + 1, 1000}) {
                    const QByteArray name = word + (isScript ? " of a script, " : " of a command, ")
                        + QByteArray::number(redirections);
                    QTest::newRow(name.constData()) << word << isScript << redirections;
                }
            }
        }
    }
    void fiveAreFollowed()
    {
        QFETCH(const bool, isScript);
        QFETCH(const QByteArray, word);
        QFETCH(const int, redirections);
        m_word = word;
        m_redirections = redirections;
        m_verb = isScript ? "EVALSHA" : "GET";
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
        const auto reply = isScript
            ? await(m_deployment->run(Script::of("return redis.call('GET', KEYS[1])"), {"key"}, {}))
            : await(m_deployment->send({"GET", "key"}));
        QVERIFY(reply);
        const int sent = 1 + std::min(redirections, mostFollowed);
        if (redirections <= mostFollowed) {
            QCOMPARE(reply->bytes, "value"_ba);
        } else {
            QCOMPARE(reply->errorCode(), "TRYAGAIN"_ba); // nothing was done
            QVERIFY(reply->bytes.contains(word));
        }
        QCOMPARE(count(m_verb), sent);
        QCOMPARE(count("ASKING"), word == "ASK" ? sent - 1 : 0);
        // One that is not redirected is answered, and by the same connections.
        m_verb = "GET";
        m_redirections = 0;
        const auto next = await(m_deployment->send({"GET", "key"}));
        QVERIFY(next);
        QCOMPARE(next->bytes, "value"_ba);
    }
};

LOCKSCOPE_TEST_SUITE(TestRedirections)
#include "tst_redirections.moc"
