// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/languages.h"
#include "tests/support/testmain.h"
#include "tests/ui/fullwindow.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/actions/actiondialog.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/profilecontroller.h"
#include "ui/guide/guidewindow.h"
#include "ui/queue/queuelist.h"
#include "ui/table/celldelegate.h"
#include "ui/table/tableview.h"
#include "ui/window/languagemenu.h"
#include "ui/window/mainwindow.h"
#include "ui/window/viewlist.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QGlyphRun>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextLayout>

#include <algorithm>
#include <functional>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Whether every text has room, at 1280x800, in every language: in the window with each of its views
// and in the dialogs.
class tst_Fitting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }
    void cleanup()
    {
        m_window.reset();
        m_client.reset();
        m_translations.reset();
    }

    void seesWhatDoesNotFit();
    void emptyViewsFit_data() { languageRows(); }
    void emptyViewsFit();
    void filledViewsFit_data() { languageRows(); }
    void filledViewsFit();
    void dialogsFit_data() { languageRows(); }
    void dialogsFit();
    void theNextWaiterIsMarkedInFull_data() { languageRows(); }
    void theNextWaiterIsMarkedInFull();
    void fontsHaveTheCharacters();

private:
    static void languageRows();
    void start();
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    void fill();
    void chooseProfile();
    QStringList tooLongInAllViews();
    QStringList tooLongInWorkbench();
    QStringList tooLongInDialog(const QString &name, const std::function<void()> &open);
    QStringList tooLongInActions();

    const QTemporaryDir m_folder;
    const profile::ProfileStore m_store{m_folder.filePath(u"profiles.json"_s)};
    StandingClock m_clock;
    std::unique_ptr<console::Translations> m_translations;
    std::unique_ptr<WatchClient> m_client;
    std::unique_ptr<MainWindow> m_window;
    watch::WatchMailbox *m_mailbox = nullptr;
    int m_opened = 0; // dialogs
};

namespace {

int widthOf(const QWidget *widget, const QString &text)
{
    return widget->fontMetrics().size(Qt::TextShowMnemonic, text).width();
}

bool labelFits(const QLabel *label)
{
    if (label->text().isEmpty())
        return true;
    const QMargins margins = label->contentsMargins();
    if (label->wordWrap())
        return label->heightForWidth(label->width())
            <= label->height() + label->fontMetrics().leading() + 1;
    return widthOf(label, label->text()) <= label->width() - margins.left() - margins.right() + 1;
}

bool comboFits(const QComboBox *box)
{
    QStyleOptionComboBox option;
    option.initFrom(box);
    option.editable = box->isEditable();
    const QRect room = box->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                    QStyle::SC_ComboBoxEditField, box);
    return widthOf(box, box->currentText()) <= room.width() + 1;
}

QStringList headerProblems(const QHeaderView *header)
{
    QStringList problems;
    for (int i = 0; i < header->count(); ++i) {
        if (header->isSectionHidden(i) || header->orientation() != Qt::Horizontal)
            continue;
        const QString title = header->model()->headerData(i, Qt::Horizontal).toString();
        if (widthOf(header, title) > header->sectionSize(i))
            problems += title;
    }
    return problems;
}

QStringList tabProblems(const QTabBar *bar)
{
    QStringList problems;
    for (int i = 0; i < bar->count(); ++i) {
        if (bar->isTabVisible(i) && widthOf(bar, bar->tabText(i)) > bar->tabRect(i).width())
            problems += bar->tabText(i);
    }
    return problems;
}

bool buttonFits(const QAbstractButton *button)
{
    return button->text().isEmpty() || widthOf(button, button->text()) <= button->width();
}

// The widgets without room for their text, as class, name and text.
QStringList tooLong(const QWidget *top)
{
    QStringList problems;
    const auto add = [&](const QWidget *widget, const QString &text) {
        problems += u"%1 %2: %3"_s.arg(QString::fromLatin1(widget->metaObject()->className()),
                                       widget->objectName(), text);
    };
    const auto all = top->findChildren<QWidget *>();
    for (const QWidget *widget : all) {
        if (!widget->isVisible() || widget->window() != top)
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget); label && !labelFits(label))
            add(label, label->text());
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget);
                 button && !buttonFits(button))
            add(button, button->text());
        else if (const auto *box = qobject_cast<const QComboBox *>(widget); box && !comboFits(box))
            add(box, box->currentText());
        else if (const auto *group = qobject_cast<const QGroupBox *>(widget);
                 group && widthOf(group, group->title()) > group->width())
            add(group, group->title());
        if (const auto *header = qobject_cast<const QHeaderView *>(widget)) {
            for (const QString &title : headerProblems(header))
                add(header->parentWidget(), title);
        }
        if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
            for (const QString &title : tabProblems(bar))
                add(bar, title);
        }
    }
    return problems;
}

} // namespace

void tst_Fitting::languageRows()
{
    QTest::addColumn<QString>("language");
    for (const Language &language : languages())
        QTest::newRow(qPrintable(language.name)) << language.name;
}

void tst_Fitting::start()
{
    QFETCH(const QString, language);
    m_translations = std::make_unique<console::Translations>();
    QVERIFY(m_translations->install(language));
    applyTheme(Theme::Light);
    m_client = std::make_unique<WatchClient>(m_clock);
    const admin::Place production{u"redis://127.0.0.1:6380"_s, u"prod-eu"_s,
                                  profile::Tag::Production, false};
    m_mailbox = &m_client->addSource();
    m_client->setPlace({1}, production);
    m_window = std::make_unique<MainWindow>(
        *m_client, m_clock, [](const QString &url) { return Result<QString>(url); });
    m_window->profiles().setStore(m_store); // there is none at first
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_Fitting::fill()
{
    put(upServer(0));
    put(upServer(1));
    put(lostServer(m_clock, 15s, 2));
    put(heldLock("orders:nightly", m_clock));
    watch::LockRecord overdue = heldLock("billing:invoices", m_clock, 4s, 1);
    overdue.holds[0].watchdog = watch::Watchdog::Overdue;
    put(overdue);
    put(fairLock("stock:reserve", m_clock, 4));
    for (const watch::LockRecord &lock : countedLocks(m_clock))
        put(lock);
    m_client->setQuorumGroups({quorumGroup()});
    for (const watch::LockRecord &lock : quorumLocks(m_clock))
        put(lock);
    m_window->workbench().show(workbenchEntries(m_clock));
    for (int type = 0; type <= static_cast<int>(watch::lastEventType); ++type)
        m_mailbox->post(eventOf(static_cast<watch::EventType>(type), "orders:nightly", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 11);
    QTRY_COMPARE(m_client->servers().rowCount(), 3);
    m_window->openLock(watch::LockId{0, LockName("stock:reserve")});
    layOut();
}

// Each view in turn, in front of others at its place.
QStringList tst_Fitting::tooLongInAllViews()
{
    layOut();
    QStringList problems = tooLong(m_window.get());
    for (const ViewSpec &view : allViews()) {
        m_window->showView(view.name);
        if (view.name == "quorumDock"_L1 && m_client->locks().rowCount() > 0) {
            auto *quorum = m_window->findChild<TableView *>(u"quorum"_s);
            [&] { QTRY_VERIFY(quorum->model()->rowCount() >= 2); }();
            quorum->setCurrentIndex(quorum->model()->index(0, 0));
        }
        layOut();
        for (const QString &problem : tooLong(m_window.get()))
            problems += view.name + u": "_s + problem;
        takePicture(*m_window, view.name);
    }
    problems.removeDuplicates();
    return problems;
}

// In the detail, where there is the least room.
void tst_Fitting::theNextWaiterIsMarkedInFull()
{
    start();
    fill();
    const auto lists = m_window->findChildren<QueueList *>();
    QCOMPARE(lists.size(), 2);
    for (const QueueList *list : lists) {
        QFont bold = list->font();
        bold.setBold(true);
        const QFontMetrics metrics(bold);
        const int needed = metrics.horizontalAdvance(QueueModel::nextText(99)) + badgeRoom(metrics)
            + 2 * CellDelegate::margin;
        QVERIFY2(list->columnWidth(QueueModel::Place) >= needed, qPrintable(list->objectName()));
    }
}

// The form for each kind, and the description of each lock.
QStringList tst_Fitting::tooLongInWorkbench()
{
    m_window->showView(u"workbenchDock"_s);
    QStringList problems;
    const auto look = [&](const QString &what) {
        layOut();
        for (const QString &problem : tooLong(m_window.get()))
            problems += u"%1: %2"_s.arg(what, problem);
        takePicture(*m_window, u"workbench-"_s + what);
    };
    auto *kinds = m_window->findChild<QComboBox *>(u"workbenchKind"_s);
    for (int i = 0; i < kinds->count(); ++i) {
        kinds->setCurrentIndex(i);
        look(kinds->itemData(i).toString());
    }
    auto *held = m_window->findChild<TableView *>(u"workbench"_s);
    for (int row = 0; row < held->model()->rowCount(); ++row) {
        held->setCurrentIndex(held->model()->index(row, 0));
        look(QString::number(row + 1));
    }
    return problems;
}

// The walk is worth nothing if it sees nothing.
void tst_Fitting::seesWhatDoesNotFit()
{
    QWidget top;
    auto *label = new QLabel(u"much too long for so little room"_s, &top);
    label->resize(20, 20);
    auto *button = new QPushButton(u"much too long for so little room"_s, &top);
    button->resize(20, 20);
    auto *box = new QComboBox(&top);
    box->addItem(u"much too long for so little room"_s);
    box->resize(40, 20);
    auto *good = new QLabel(u"short"_s, &top);
    good->resize(good->sizeHint());
    top.show();
    QVERIFY(QTest::qWaitForWindowExposed(&top));
    QCOMPARE(tooLong(&top).size(), 3);
}

void tst_Fitting::emptyViewsFit()
{
    start();
    const QStringList problems = tooLongInAllViews();
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void tst_Fitting::filledViewsFit()
{
    start();
    fill();
    QStringList problems = tooLongInAllViews() + tooLongInWorkbench();
    problems.removeDuplicates();
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

QStringList tst_Fitting::tooLongInDialog(const QString &name, const std::function<void()> &open)
{
    QStringList problems;
    open();
    layOut();
    const auto dialogs = m_window->findChildren<QDialog *>();
    for (QDialog *dialog : dialogs) {
        if (!dialog->isVisible())
            continue;
        ++m_opened;
        if (dialog->width() > 1280 || dialog->height() > 800)
            problems += u"%1: it is %2x%3"_s.arg(name).arg(dialog->width()).arg(dialog->height());
        for (const QString &problem : tooLong(dialog))
            problems += u"%1: %2"_s.arg(name, problem);
        takePicture(*dialog, name);
        dialog->close();
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return problems;
}

// Each possible action on the selected locks.
QStringList tst_Fitting::tooLongInActions()
{
    layOut();
    QStringList problems;
    const QList<QAction *> actions = m_window->findChild<QMenu *>(u"actMenu"_s)->actions();
    for (QAction *action : actions) {
        if (!action->isSeparator() && !action->menu() && action->isEnabled()
            && action->text().endsWith(u'…') && !action->objectName().isEmpty())
            problems += tooLongInDialog(action->objectName(), [action] { action->trigger(); });
    }
    return problems;
}

void tst_Fitting::chooseProfile()
{
    const auto saved = m_store.update([&](profile::Profiles &profiles) -> Result<void> {
        profiles.all = {fullProfile()};
        profiles.defaultName = fullProfile().name;
        return {};
    });
    QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().text.english()));
    m_window->profiles().reload();
    m_window->showView(u"estateDock"_s);
    auto *estate = m_window->findChild<EstatePane *>();
    estate->setCurrentIndex(estate->model()->index(0, 0));
    QTRY_COMPARE(estate->currentProfile(), fullProfile().name);
}

void tst_Fitting::dialogsFit()
{
    start();
    fill();
    auto *table = m_window->findChild<TableView *>(u"locks"_s);
    QVERIFY(table);
    QStringList problems;
    m_opened = 0;
    const auto look = [&](const QString &action) {
        auto *trigger = m_window->findChild<QAction *>(action);
        QVERIFY2(trigger && trigger->isEnabled(), qPrintable(action));
        problems += tooLongInDialog(action, [trigger] { trigger->trigger(); });
    };
    look(u"actionConnect"_s);
    look(u"actionPasteException"_s);
    look(u"actionNewProfile"_s);
    look(u"actionImportProfiles"_s);
    chooseProfile();
    look(u"actionEditProfile"_s);
    look(u"actionRemoveProfile"_s);
    problems += tooLongInDialog(u"quit"_s, [this] { m_window->close(); });
    problems += tooLongInDialog(u"guide"_s, [this] {
        auto *guide = new GuideWindow(GuideBook(), m_window.get());
        guide->show();
        guide->showPage(u"index"_s);
    });
    QCOMPARE(m_opened, 8);
    table->selectAll();
    problems += tooLongInActions();
    QVERIFY(m_opened > 7);
    // Every sort of lock is there, so that every action is possible to one of them.
    for (int row = 0; row < m_client->locks().rowCount(); ++row) {
        table->selectRow(row);
        problems += tooLongInActions();
    }
    problems.removeDuplicates();
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

// Else the pictures would show boxes, and widths would mean nothing.
void tst_Fitting::fontsHaveTheCharacters()
{
    const QString text =
        u"\u9501\u7684\u6301\u6709\u8005\u3001\u7b49\u5f85\u8005\u4e0e\u770b\u95e8\u72d7"_s;
    QTextLayout layout(text, QApplication::font());
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    const QList<QGlyphRun> runs = layout.glyphRuns();
    QVERIFY(!runs.isEmpty());
    for (const QGlyphRun &run : runs) {
        const QList<quint32> glyphs = run.glyphIndexes();
        QVERIFY2(
            std::none_of(glyphs.begin(), glyphs.end(), [](quint32 glyph) { return glyph == 0; }),
            "no font has Chinese characters; scripts/setup installs one");
    }
}

LOCKSCOPE_TEST_SUITE(tst_Fitting)
#include "tst_fitting.moc"
