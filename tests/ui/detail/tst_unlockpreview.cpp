// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "ui/detail/unlockpreview.h"
#include "ui/kit/commandsview.h"
#include "ui/theme/theme.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/wording.h"

#include <QLabel>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_UnlockPreview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_preview.reset(); }

    void effectsAndCommandsAreTold();
    void whyItCannotBeDoneIsTold();
    void everyKindHasItsOwnUnlock();
    void aBusyLockIsThoughtOfOnceASecond();
    void anotherLockIsShownAtOnce();
    void hiddenItThinksNothing();

private:
    static watch::LockPointer shared(const watch::LockRecord &lock)
    {
        return std::make_shared<const watch::LockRecord>(lock);
    }
    QString title() const { return m_preview->findChild<QLabel *>(u"unlockTitle"_s)->text(); }
    QString effects() const { return m_preview->findChild<QLabel *>(u"unlockEffects"_s)->text(); }
    QString commands() const
    {
        return m_preview->findChild<CommandsView *>(u"unlockCommands"_s)->toPlainText();
    }

    StandingClock m_clock;
    std::unique_ptr<UnlockPreview> m_preview;
};

void tst_UnlockPreview::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_preview = std::make_unique<UnlockPreview>(m_clock);
    m_preview->resize(500, 400);
}

void tst_UnlockPreview::effectsAndCommandsAreTold()
{
    m_preview->show();
    m_preview->showLock(shared(fairLock("ledger", m_clock, 2)), false);
    QVERIFY(title().startsWith(u"Force-unlock"_s));
    QVERIFY(effects().contains(wording::capitalised(wording::effect(admin::Effect::HeadMayWake))));
    QVERIFY(effects().contains(
        wording::capitalised(wording::effect(admin::Effect::HolderLearnsAtRenewal))));
    QVERIFY2(commands().contains(u"ledger"_s), qPrintable(commands()));
    m_preview->showLock({}, false);
    QVERIFY(title().contains(u"no longer exists"_s));
    QVERIFY(effects().isEmpty() && commands().isEmpty());
}

void tst_UnlockPreview::whyItCannotBeDoneIsTold()
{
    m_preview->show();
    watch::LockRecord lock = heldLock("long", m_clock);
    lock.truncated = true; // not everything was read: nothing can be promised
    m_preview->showLock(shared(lock), false);
    QVERIFY(!title().isEmpty());
    QVERIFY(!title().startsWith(u"Force-unlock"_s));
    QVERIFY(commands().isEmpty());
}

void tst_UnlockPreview::everyKindHasItsOwnUnlock()
{
    QCOMPARE(UnlockPreview::unlockOf("reentrant"), std::optional(admin::ActionType::ForceUnlock));
    QCOMPARE(UnlockPreview::unlockOf("count-down-latch"),
             std::optional(admin::ActionType::OpenLatch));
    QVERIFY(!UnlockPreview::unlockOf("semaphore"));
}

void tst_UnlockPreview::aBusyLockIsThoughtOfOnceASecond()
{
    m_preview->show();
    watch::LockRecord lock = heldLock("busy", m_clock);
    m_preview->showLock(shared(lock), false);
    QCOMPARE(m_preview->timesThought(), 2); // of no lock, and of this one
    const QString before = effects();
    for (int i = 0; i < 100; ++i) {
        lock.holds.front().count = 2 + i;
        m_preview->showLock(shared(lock), false);
    }
    QCOMPARE(m_preview->timesThought(), 2);
    QVERIFY(eventually([&] { return m_preview->timesThought() == 3; }));
    QCOMPARE(effects(), before);
    // The same once more is nothing new.
    const watch::LockPointer same = shared(lock);
    m_preview->showLock(same, false);
    QVERIFY(eventually([&] { return m_preview->timesThought() == 4; }));
    m_preview->showLock(same, false);
    QVERIFY(!m_preview->isWanted());
}

void tst_UnlockPreview::anotherLockIsShownAtOnce()
{
    m_preview->show();
    m_preview->showLock(shared(heldLock("one", m_clock)), false);
    m_preview->showLock(shared(heldLock("two", m_clock)), true);
    QVERIFY(commands().contains(u"two"_s) && !commands().contains(u"one"_s));
    QVERIFY(title().contains(u"last known state"_s));
}

void tst_UnlockPreview::hiddenItThinksNothing()
{
    m_preview->showLock(shared(heldLock("one", m_clock)), false);
    QCOMPARE(m_preview->timesThought(), 0);
    m_preview->show();
    QCOMPARE(m_preview->timesThought(), 1);
    QVERIFY(commands().contains(u"one"_s));
    m_preview->hide();
    m_preview->showLock(shared(heldLock("two", m_clock)), false);
    QCOMPARE(m_preview->timesThought(), 1);
    QVERIFY(m_preview->isWanted());
    m_preview->show();
    QVERIFY(commands().contains(u"two"_s));
}

LOCKSCOPE_TEST_SUITE(tst_UnlockPreview)
#include "tst_unlockpreview.moc"
