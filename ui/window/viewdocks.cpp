// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/viewdocks.h"

#include "ui/kit/focusring.h"
#include "ui/theme/textwidth.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMenu>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// In characters across and lines down.
constexpr int leftWidth = 40;
constexpr int rightWidth = 70;
constexpr int bottomHeight = 12;

// Floating it is a window of its own, with a ring of its own.
class Dock : public QDockWidget
{
public:
    using QDockWidget::QDockWidget;

protected:
    bool focusNextPrevChild(bool next) override
    {
        return isFloating() ? moveToNextStop(this, {widget()}, next)
                            : QDockWidget::focusNextPrevChild(next);
    }
};

} // namespace

ViewDocks::ViewDocks(const std::vector<ViewSpec> &specs, ViewContext &context, QMainWindow *window)
    : QObject(window)
    , m_window(window)
{
    // Without animation: nobody on call waits for it, and Qt's outlives views that go meanwhile.
    window->setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks
                           | QMainWindow::GroupedDragging);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_entries.reserve(specs.size());
    for (const ViewSpec &spec : specs)
        add(spec, context);
    arrange();
    window->installEventFilter(this);
}

bool ViewDocks::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::Show && std::exchange(m_isSizeDue, false))
        setSizes();
    return QObject::eventFilter(watched, event);
}

void ViewDocks::add(const ViewSpec &spec, ViewContext &context)
{
    auto *dock = new Dock(spec.title, m_window);
    dock->setObjectName(spec.name);
    QWidget *content = spec.make(context);
    content->setProperty(viewProperty, spec.name);
    content->setWindowTitle(spec.title);
    QSizePolicy policy = content->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // docks in tabs are of one size
    content->setSizePolicy(policy);
    dock->setWidget(content);
    auto *action = new QAction(spec.title, dock);
    action->setObjectName("view-"_L1 + spec.name);
    action->setCheckable(true);
    action->setShortcut(spec.key);
    // Behind another tab Qt moves a dock out of sight, but calls it visible.
    connect(dock, &QDockWidget::visibilityChanged, content,
            [this, dock, content, action](bool isInFront) {
                if (!dock->isAncestorOf(content)) // lent to a page
                    return;
                if (isInFront)
                    m_raised.clear();
                content->setVisible(isInFront);
                action->setChecked(isInFront);
            });
    // Its key leads to the view and never hides it: closeCurrent() and the dock's own button do.
    connect(action, &QAction::triggered, this,
            [this, action, name = spec.name, isOfRail = spec.page > 0] {
                if (isOfRail)
                    Q_EMIT pageWanted(name);
                else
                    show(name);
                action->setChecked(true);
            });
    m_entries.push_back({spec, dock, content, action});
}

void ViewDocks::arrange()
{
    const bool wasAway = std::exchange(m_away, std::nullopt).has_value();
    m_front.clear();
    // All of them first: two of them side by side could be wider than the window.
    for (const Entry &entry : m_entries) {
        entry.dock->setFloating(false);
        m_window->removeDockWidget(entry.dock);
    }
    std::map<Qt::DockWidgetArea, QDockWidget *> first;
    for (const Entry &entry : m_entries) {
        m_window->addDockWidget(entry.spec.area, entry.dock);
        const auto [at, isFirst] = first.try_emplace(entry.spec.area, entry.dock);
        if (!isFirst)
            m_window->tabifyDockWidget(at->second, entry.dock);
        entry.dock->setVisible(entry.spec.isOpenAtFirst);
    }
    for (const auto &[area, dock] : first)
        dock->raise();
    setSizes();
    m_isSizeDue = !m_window->isVisible();
    if (wasAway)
        putAway();
}

void ViewDocks::putAway()
{
    if (m_away)
        return;
    m_away = state();
    m_front.clear();
    for (const Entry &entry : m_entries) {
        if (entry.content->isVisible())
            m_front += entry.dock;
    }
    for (const Entry &entry : m_entries)
        entry.dock->hide();
}

void ViewDocks::takeBack()
{
    const auto before = std::exchange(m_away, std::nullopt);
    if (!before)
        return;
    restore(*before);
    const QList<QDockWidget *> front = std::exchange(m_front, {});
    for (QDockWidget *dock : front) {
        if (!dock->isHidden())
            dock->raise();
    }
    m_raised = front;
}

QWidget *ViewDocks::lend(const QString &name)
{
    const Entry *entry = find(name);
    if (!entry || m_loan)
        return nullptr;
    Loan loan{name, state(), {}, nullptr, 0};
    for (const Entry &each : m_entries) {
        QDockWidget *const dock = each.dock;
        const bool isBelow =
            !dock->isFloating() && m_window->dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
        if (dock->isHidden() || !(isBelow || &each == entry))
            continue;
        loan.hidden += dock; // the view's own dock may be anywhere, and is empty now
        if (!isBelow)
            continue;
        if (each.content->isVisible() || m_raised.contains(dock)) {
            loan.front = dock;
            loan.height = dock->height();
        }
    }
    if (!loan.front) // before the window is shown nothing is in sight
        loan.front = loan.hidden.value(0);
    m_loan = std::move(loan);
    entry->dock->setWidget(nullptr);
    for (QDockWidget *dock : std::as_const(m_loan->hidden))
        dock->hide();
    entry->action->setChecked(true);
    return entry->content;
}

void ViewDocks::endLoan()
{
    const auto loan = std::exchange(m_loan, std::nullopt);
    const Entry *entry = loan ? find(loan->name) : nullptr;
    if (!entry)
        return;
    entry->action->setChecked(false);
    entry->dock->setWidget(entry->content);
    entry->content->hide(); // until its dock is in front
    for (QDockWidget *dock : loan->hidden)
        dock->show();
    if (!loan->front)
        return;
    loan->front->raise();
    m_raised = {loan->front};
    if (loan->height > 0)
        m_window->resizeDocks({loan->front}, {loan->height}, Qt::Vertical);
    else
        setSizes();
}

QString ViewDocks::lent() const
{
    return m_loan ? m_loan->name : QString();
}

bool ViewDocks::isFloating(const QString &name) const
{
    const Entry *entry = find(name);
    return entry && entry->dock->isFloating() && !entry->dock->isHidden();
}

void ViewDocks::setSizes()
{
    const QFontMetrics metrics = m_window->fontMetrics();
    for (const Entry &entry : m_entries) {
        switch (entry.spec.area) {
        case Qt::LeftDockWidgetArea:
            m_window->resizeDocks({entry.dock}, {leftWidth * characterWidth(metrics)},
                                  Qt::Horizontal);
            break;
        case Qt::RightDockWidgetArea:
            m_window->resizeDocks({entry.dock}, {rightWidth * characterWidth(metrics)},
                                  Qt::Horizontal);
            break;
        default:
            m_window->resizeDocks({entry.dock}, {bottomHeight * metrics.height()}, Qt::Vertical);
        }
    }
}

const ViewDocks::Entry *ViewDocks::find(const QString &name) const
{
    const auto at = std::find_if(m_entries.begin(), m_entries.end(),
                                 [&](const Entry &entry) { return entry.spec.name == name; });
    Q_ASSERT(at != m_entries.end());
    return at == m_entries.end() ? nullptr : &*at;
}

void ViewDocks::bring(const QString &name)
{
    if (const Entry *entry = find(name)) {
        Q_EMIT needed(entry->spec.page > 0);
        entry->dock->show();
        entry->dock->raise();
    }
}

void ViewDocks::show(const QString &name)
{
    const Entry *entry = find(name);
    if (!entry)
        return;
    bring(name);
    if (entry->dock->isFloating())
        entry->dock->activateWindow();
    entry->content->setVisible(true); // a tab that comes to the front reports it later
    focusPart(entry->content);
}

void ViewDocks::toggle(const QString &name)
{
    const Entry *entry = find(name);
    if (entry && entry->content->isVisible())
        entry->dock->hide();
    else
        bring(name);
}

QAction *ViewDocks::action(const QString &name) const
{
    const Entry *entry = find(name);
    return entry ? entry->action : nullptr;
}

QWidget *ViewDocks::content(const QString &name) const
{
    const Entry *entry = find(name);
    return entry ? entry->content : nullptr;
}

bool ViewDocks::closeCurrent()
{
    const QWidget *focus = QApplication::focusWidget();
    const auto at = std::ranges::find_if(m_entries, [focus](const Entry &entry) {
        return focus && entry.dock->isAncestorOf(focus);
    });
    if (at == m_entries.end())
        return false;
    at->dock->hide();
    return true;
}

QList<QWidget *> ViewDocks::inFront() const
{
    QList<QWidget *> views;
    for (const Entry &entry : m_entries) {
        if (entry.content->isVisible() && entry.dock->isAncestorOf(entry.content))
            views += entry.content;
    }
    return views;
}

void ViewDocks::fillMenu(QMenu *menu)
{
    for (const Entry &entry : m_entries)
        menu->addAction(entry.action);
}

// Bytes of a smaller set would leave the others anywhere.
int ViewDocks::version() const
{
    QByteArray names;
    for (const Entry &entry : m_entries)
        names += entry.spec.name.toUtf8() + ' ';
    return qChecksum(names);
}

QByteArray ViewDocks::state() const
{
    if (m_loan)
        return m_loan->state;
    return m_away ? *m_away : m_window->saveState(version());
}

bool ViewDocks::restore(const QByteArray &state)
{
    const bool isAway = m_away.has_value();
    const bool isRestored = m_window->restoreState(state, version());
    m_isSizeDue = m_isSizeDue && !isRestored;
    if (isRestored && isAway) {
        m_away = state;
        m_front.clear();
        for (const Entry &entry : m_entries)
            entry.dock->hide();
    }
    return isRestored;
}

} // namespace lockscope::ui
