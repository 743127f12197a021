// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"
#include "tests/ui/actions/actingfixture.h"
#include "tests/ui/actions/deeds.h"

#include <QComboBox>
#include <QJsonArray>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using admin::ActionType;

namespace {

void addDeeds()
{
    QTest::addColumn<Deed>("deed");
    for (const auto &[name, deed] : allDeeds())
        QTest::newRow(name) << deed;
}

std::vector<format::Pin> pins()
{
    return {*format::pinFrom("pool", "semaphore"), *format::pinFrom("gate", "count-down-latch")};
}

admin::Place production(bool isReadOnly)
{
    return {{}, u"prod"_s, profile::Tag::Production, isReadOnly};
}

admin::Action actionOf(const QByteArray &word)
{
    admin::Action action;
    if (word == "take-permits") {
        action.type = ActionType::AddPermits;
        action.permits = -1;
    } else {
        action.type = *std::find_if(ui::allActions.begin(), ui::allActions.end(),
                                    [&](ActionType type) { return admin::name(type) == word; });
    }
    return action;
}

} // namespace

// Each action of the window on the lock that it is for, on a real server.
class tst_ActingKinds : public lockscope::test::ActingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void isDoneAsPreviewed_data() { addDeeds(); }
    void isDoneAsPreviewed();
    void isRefusedWhereOnlyReadingIsAllowed_data() { addDeeds(); }
    void isRefusedWhereOnlyReadingIsAllowed();
    void isConfirmedOnProduction_data() { addDeeds(); }
    void isConfirmedOnProduction();
    void isNotDoneToWhatHasChanged_data() { addDeeds(); }
    void isNotDoneToWhatHasChanged();
    void severalQueuesAreNudged();

private:
    bool isOpened(const Deed &deed);
    QPushButton *act() { return find<QPushButton>("act"); }
    bool isPreviewed(const QStringList &commands);
    // The messages received, once no more can come.
    QByteArrayList heardBy(const Ears &ears, const QByteArray &channel)
    {
        m_server->command({"PUBLISH", channel, "end"});
        return eventually([&] { return ears.heard().contains("end"); })
            ? ears.heard()
            : QByteArrayList{"never ends"};
    }
};

// Selected, pressed, and filled in.
bool tst_ActingKinds::isOpened(const Deed &deed)
{
    auto *action = find<QAction>(deed.action.constData());
    if (!isSelected(deed.lock) || !eventually([&] { return action->isEnabled(); }))
        return false;
    action->trigger();
    if (deed.field.isEmpty())
        return true;
    auto *field = find<QWidget>(deed.field.constData());
    if (auto *box = qobject_cast<QComboBox *>(field))
        box->setCurrentIndex(box->findText(deed.choice, Qt::MatchContains));
    else if (auto *number = qobject_cast<QSpinBox *>(field))
        number->setValue(deed.choice.toInt());
    else if (auto *edit = qobject_cast<QLineEdit *>(field))
        edit->setText(deed.choice);
    return true;
}

bool tst_ActingKinds::isPreviewed(const QStringList &commands)
{
    const QString shown = find<QPlainTextEdit>("commands")->toPlainText();
    const QString pattern =
        QRegularExpression::escape(commands.join(u'\n')).replace("\\#"_L1, "\\d+"_L1);
    const bool isSame =
        QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(shown).hasMatch();
    if (!isSame)
        qWarning("%s", qPrintable(shown));
    return isSame;
}

void tst_ActingKinds::isDoneAsPreviewed()
{
    QFETCH(const Deed, deed);
    deed.put(*m_server);
    const Ears ears(*m_server, {deed.channel});
    QVERIFY(ears.works());
    start({}, pins());
    QVERIFY(isOpened(deed));
    QVERIFY(isPreviewed(deed.commands));
    find<QLineEdit>("reason")->setText(u"fire drill"_s);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    QVERIFY(ears.heard().isEmpty() && auditLines().empty());
    act()->click();
    QVERIFY(tells(deed.messages.isEmpty() ? u"Done"_s : u"one listening client was woken"_s));
    QVERIFY(message().startsWith("Done"_L1));
    QVERIFY(deed.isDone(*m_server));
    QCOMPARE(heardBy(ears, deed.channel), deed.messages + QByteArrayList{"end"});
    const auto lines = auditLines();
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[0].value("phase"_L1).toString(), u"intended"_s);
    QCOMPARE(lines[1].value("phase"_L1).toString(), u"done"_s);
    QCOMPARE(lines[1].value("outcome"_L1).toString(), u"done"_s);
    for (const QJsonObject &line : lines) {
        QCOMPARE(line.value("id"_L1), lines[0].value("id"_L1));
        QCOMPARE(line.value("action"_L1).toString(), QString::fromLatin1(deed.word));
        QCOMPARE(line.value("lock"_L1).toString(), QString::fromLatin1(deed.lock));
        QCOMPARE(line.value("reason"_L1).toString(), u"fire drill"_s);
        QCOMPARE(line.value("commands"_L1).toArray().size(), deed.commands.size());
    }
}

void tst_ActingKinds::isRefusedWhereOnlyReadingIsAllowed()
{
    QFETCH(const Deed, deed);
    deed.put(*m_server);
    const Ears ears(*m_server, {deed.channel});
    QVERIFY(ears.works());
    start(production(true), pins());
    QVERIFY(isSelected(deed.lock));
    auto *action = find<QAction>(deed.action.constData());
    QVERIFY(eventually([&] { return action->text().contains("prod is read-only"_L1); }));
    QVERIFY(!action->isEnabled());
    action->trigger();
    QVERIFY(!m_console->window().findChild<ui::ActionDialog *>());
    // As if the window had let it pass.
    admin::Plan plan;
    plan.sight.name = LockName(deed.lock);
    plan.action = actionOf(deed.word);
    Q_EMIT m_console->window().actions().actionRequested(watch::DeploymentId{0}, plan, u"why not"_s,
                                                         1);
    QVERIFY(eventually([this] { return !auditLines().empty(); }));
    QCOMPARE(auditLines().front().value("action"_L1).toString(), QString::fromLatin1(deed.word));
    QCOMPARE(auditLines().front().value("outcome"_L1).toString(), u"refused"_s);
    QVERIFY(deed.word == "nudge" || !deed.isDone(*m_server));
    QCOMPARE(heardBy(ears, deed.channel), QByteArrayList{"end"});
}

void tst_ActingKinds::isConfirmedOnProduction()
{
    QFETCH(const Deed, deed);
    deed.put(*m_server);
    start(production(false), pins());
    QVERIFY(isOpened(deed));
    QVERIFY(!act()->isEnabled());
    QVERIFY(tells(u"enter a reason"_s));
    find<QLineEdit>("reason")->setText(u"fire drill"_s);
    QVERIFY(!act()->isEnabled());
    QVERIFY(tells(u"Type the lock's name"_s));
    auto *typed = find<QLineEdit>("typedName");
    typed->setText(QString::fromLatin1(deed.lock).chopped(1));
    QVERIFY(!act()->isEnabled());
    act()->click();
    QVERIFY(auditLines().empty());
    typed->setText(QString::fromLatin1(deed.lock));
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    find<QLineEdit>("reason")->setText(u"  "_s);
    QVERIFY(!act()->isEnabled());
    find<QLineEdit>("reason")->setText(u"fire drill"_s);
    act()->click();
    QVERIFY(tells(u"Done"_s));
    QVERIFY(deed.isDone(*m_server));
    QCOMPARE(auditLines().size(), std::size_t(2));
    QCOMPARE(auditLines().back().value("profile"_L1).toString(), u"prod"_s);
}

void tst_ActingKinds::isNotDoneToWhatHasChanged()
{
    QFETCH(const Deed, deed);
    deed.put(*m_server);
    const Ears ears(*m_server, {deed.channel});
    QVERIFY(ears.works());
    start({}, pins());
    QVERIFY(isOpened(deed));
    // No turn of the event loop: the window cannot know of the change when the button is pressed.
    deed.change(*m_server);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QVERIFY(tells(deed.foundThen));
    QVERIFY(message().startsWith("No change was made"_L1));
    QVERIFY(deed.word == "nudge" || !deed.isDone(*m_server));
    QCOMPARE(heardBy(ears, deed.channel), QByteArrayList{"end"});
    const auto lines = auditLines();
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[0].value("phase"_L1).toString(), u"intended"_s);
    QCOMPARE(lines[1].value("outcome"_L1).toString(), u"changed"_s);
    // Another look shows what is there now.
    QVERIFY(eventually([&] {
        find<QPushButton>("previewAgain")->click();
        return find<QLabel>("seen")->text().contains(deed.seenThen);
    }));
}

void tst_ActingKinds::severalQueuesAreNudged()
{
    QByteArrayList channels;
    for (const QByteArray name : {"stock:1", "stock:2"}) {
        LockWriter(*m_server).acquire(name, ann, 60'000);
        LockWriter(*m_server).enqueue(name, bob, 300'000);
        channels += "redisson_lock__channel:{" + name + "}:" + bob;
    }
    const Ears ears(*m_server, channels);
    QVERIFY(ears.works());
    start();
    auto *table = find<ui::TableView>("locks");
    QVERIFY(eventually([&] { return table->model()->rowCount() == 2; }));
    table->selectAll();
    auto *action = find<QAction>("actionNudge");
    QVERIFY(eventually([&] { return action->isEnabled(); }));
    action->trigger();
    // All of them are listed before anything is done.
    const auto *list = find<ui::TableView>("actionList")->model();
    const auto column = [&](int number) {
        QStringList texts{list->index(0, number).data().toString(),
                          list->index(1, number).data().toString()};
        texts.sort();
        return texts;
    };
    QCOMPARE(list->rowCount(), 2);
    QCOMPARE(column(0), QStringList({u"stock:1"_s, u"stock:2"_s}));
    QCOMPARE(column(3), QStringList({u"Wake the waiters again"_s, u"Wake the waiters again"_s}));
    const QString commands = find<QPlainTextEdit>("commands")->toPlainText();
    for (const QByteArray &channel : channels)
        QVERIFY(commands.contains(QString::fromLatin1("PUBLISH " + channel + " 0")));
    QVERIFY(ears.heard().isEmpty() && auditLines().empty());
    act()->click();
    QVERIFY(tells(u"Done: 2 of 2."_s));
    const QString woken = u"Done; one listening client was woken."_s;
    QCOMPARE(column(3), QStringList({woken, woken}));
    QVERIFY(eventually([&] { return ears.heard() == QByteArrayList({"0", "0"}); }));
    QCOMPARE(auditLines().size(), std::size_t(4));
}

LOCKSCOPE_TEST_SUITE(tst_ActingKinds)
#include "tst_actingkinds.moc"
