// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/fullwindow.h"
#include "tests/ui/madeup.h"
#include "tests/ui/nonavigator.h"
#include "ui/actions/actioncontroller.h"
#include "ui/client/navigator.h"
#include "ui/client/watchclient.h"
#include "ui/detail/detailpane.h"
#include "ui/queue/queuepane.h"
#include "ui/window/viewlist.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QSet>
#include <QTimer>

#include <map>
#include <memory>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

// Records the work in this thread: every object that a timer wakes, and every widget that is
// painted.
class Work : public QObject
{
public:
    Work() { qApp->installEventFilter(this); }

    // Since the last call.
    std::map<const QObject *, QString> take() { return std::exchange(m_woken, {}); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Timer || event->type() == QEvent::Paint)
            m_woken.insert_or_assign(watched, nameOf(watched));
        return false;
    }

private:
    static QString nameOf(const QObject *object)
    {
        QStringList names;
        if (const auto *timer = qobject_cast<const QTimer *>(object))
            names += u"every %1 ms"_s.arg(timer->interval());
        for (; object; object = object->parent())
            names += u"%1 %2"_s.arg(QString::fromLatin1(object->metaObject()->className()),
                                    object->objectName());
        return names.join(u" of "_s);
    }

    std::map<const QObject *, QString> m_woken;
};

} // namespace

// Views that nobody sees cost nothing: while locks change, none of them is woken by a timer, none
// is painted, and no model of theirs changes. The same count is taken while they are shown, so that
// a way of counting that counts nothing would be noticed.
class tst_Hidden : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void hiddenViewsDoNothing();

private:
    workbench::Entry ownHold() const;
    void change();
    void letLocksChange();
    QStringList newlyWoken();
    void countWorkOf(QAbstractItemModel *model);

    StandingClock m_clock;
    NoNavigator m_navigator;
    std::unique_ptr<WatchClient> m_client;
    std::unique_ptr<QWidget> m_window; // the objects that the views share live with it
    std::unique_ptr<ActionController> m_actions;
    std::unique_ptr<ViewContext> m_context;
    std::vector<std::unique_ptr<QWidget>> m_views;
    watch::WatchMailbox *m_mailbox = nullptr;
    Work m_work;
    QTimer m_changes;
    int m_turns = 0;
    std::map<const QObject *, QString> m_others; // the objects that work without any view
    std::map<QString, int> m_modelWork;
};

void tst_Hidden::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_window = std::make_unique<QWidget>();
    m_actions = std::make_unique<ActionController>(*m_client, m_clock, m_window.get());
    m_context = std::make_unique<ViewContext>(ViewContext{
        *m_client, m_client->shownClock(), m_clock, *m_actions, m_navigator, *m_window});
    m_changes.setInterval(50ms);
    connect(&m_changes, &QTimer::timeout, this, &tst_Hidden::change);
}

void tst_Hidden::cleanup()
{
    m_changes.disconnect();
    m_changes.stop();
    m_views.clear();
    m_context.reset();
    m_actions.reset();
    m_window.reset();
    m_client.reset();
}

// One that counts down.
workbench::Entry tst_Hidden::ownHold() const
{
    workbench::Entry entry = workbenchEntry(1, workbench::Entry::State::Held, "reentrant", m_clock);
    entry.validUntil = m_clock.now() + 10min;
    return entry;
}

// Something for every view: holders, queues, renewals, events and a server that comes and goes.
void tst_Hidden::change()
{
    ++m_turns;
    m_clock.advance(50ms);
    const auto put = [this](const watch::LockRecord &lock) {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    };
    put(fairLock("ledger", m_clock, 2 + m_turns % 3));
    put(heldLock("orders", m_clock, 20s + m_turns * 1ms));
    put(heldLock("orders", m_clock, 20s + m_turns * 1ms, 1));
    put(heldLock("new" + QByteArray::number(m_turns % 4), m_clock));
    m_mailbox->post(eventOf(watch::EventType::Acquired, "ledger", m_clock));
    watch::ServerRecord server = upServer(0);
    m_mailbox->put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(server));
    server = m_turns % 2 == 0 ? upServer(1) : lostServer(m_clock, 1s, 1);
    m_mailbox->put(watch::ServerId{1}, std::make_shared<const watch::ServerRecord>(server));
}

// For longer than the slowest of the views' clocks, which is a second.
void tst_Hidden::letLocksChange()
{
    m_changes.start();
    for (const int end = m_turns + 30; m_turns < end;)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    m_changes.stop();
}

// Those that worked since the last call, and did not before there were views.
QStringList tst_Hidden::newlyWoken()
{
    QStringList names;
    for (const auto &[object, name] : m_work.take()) {
        // Everybody's, for the next moment at which time brings something: on a busy machine they
        // may come due for the first time only now.
        if (name.endsWith("QTimer healthDue"_L1) || name.endsWith("QTimer quorumDue"_L1))
            continue;
        const auto known = m_others.find(object);
        if (known == m_others.end() || known->second != name)
            names += name;
    }
    return names;
}

void tst_Hidden::countWorkOf(QAbstractItemModel *model)
{
    const QString name = QString::fromLatin1(model->metaObject()->className());
    const auto count = [this, name] { ++m_modelWork[name]; };
    connect(model, &QAbstractItemModel::dataChanged, this, count);
    connect(model, &QAbstractItemModel::rowsInserted, this, count);
    connect(model, &QAbstractItemModel::rowsRemoved, this, count);
    connect(model, &QAbstractItemModel::rowsMoved, this, count);
    connect(model, &QAbstractItemModel::layoutChanged, this, count);
    connect(model, &QAbstractItemModel::modelReset, this, count);
}

void tst_Hidden::hiddenViewsDoNothing()
{
    // Histories are kept whether a view shows them or not: shared objects outlive the views.
    const qsizetype before = m_window->children().size();
    for (const ViewSpec &spec : allViews())
        delete spec.make(*m_context);
    QVERIFY(m_window->children().size() > before);
    letLocksChange();
    m_others = m_work.take();
    QVERIFY(!m_others.empty());

    QSet<QAbstractItemModel *> models;
    for (const ViewSpec &spec : allViews()) {
        m_views.emplace_back(spec.make(*m_context));
        QWidget *view = m_views.back().get();
        view->setObjectName(spec.name); // for the message
        QList<QAbstractItemView *> parts = view->findChildren<QAbstractItemView *>();
        if (auto *itself = qobject_cast<QAbstractItemView *>(view))
            parts += itself;
        for (const QAbstractItemView *part : parts)
            models += part->model();
        if (auto *detail = qobject_cast<DetailPane *>(view))
            detail->showLock(watch::LockId{0, LockName("ledger")});
        if (auto *queue = qobject_cast<QueuePane *>(view))
            queue->showLock(watch::LockId{0, LockName("ledger")});
        if (auto *workbench = qobject_cast<WorkbenchPane *>(view))
            workbench->show({ownHold()});
    }
    // These are everybody's, and are kept up to date for the table and the status bar.
    models -= {&m_client->locks(), &m_client->servers(), nullptr};
    for (QAbstractItemModel *model : std::as_const(models))
        countWorkOf(model);
    QVERIFY(models.size() >= 8);

    const auto nothingIsDone = [this](const char *when) {
        letLocksChange(); // earlier work may end
        newlyWoken();
        m_modelWork.clear();
        letLocksChange();
        const QStringList woken = newlyWoken();
        QVERIFY2(woken.isEmpty(), qPrintable(QLatin1StringView(when) + u'\n' + woken.join(u'\n')));
        QStringList changed;
        for (const auto &[name, times] : m_modelWork)
            changed += u"%1 changed %2 times"_s.arg(name).arg(times);
        QVERIFY2(changed.isEmpty(),
                 qPrintable(QLatin1StringView(when) + u'\n' + changed.join(u'\n')));
    };
    nothingIsDone("before they are shown");
    if (QTest::currentTestFailed())
        return;

    for (const auto &view : m_views)
        view->show();
    letLocksChange();
    QVERIFY(newlyWoken().size() > 10);
    QVERIFY(m_modelWork.size() >= 4);

    for (const auto &view : m_views)
        view->hide();
    nothingIsDone("after they were shown");
}

LOCKSCOPE_TEST_SUITE(tst_Hidden)
#include "tst_hidden.moc"
