// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pagerail.h"

#include "ui/health/healthfeed.h"
#include "ui/kit/ownkeys.h"
#include "ui/window/railbutton.h"
#include "ui/window/viewdocks.h"
#include "ui/window/windowpages.h"
#include "ui/wording/incidentwording.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

PageRail::PageRail(ViewDocks &docks, WindowPages &pages, const HealthFeed &health, QWidget *window)
    : QToolBar(window)
    , m_column(new QWidget)
{
    setObjectName("pageRail"_L1);
    setWindowTitle(tr("Pages"));
    setAccessibleName(tr("Pages"));
    setMovable(false);
    setFloatable(false);
    toggleViewAction()->setVisible(false); // in the menu of the window's edge
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto *column = new QVBoxLayout(m_column);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_column->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setKeys(this,
            {{{Qt::Key_Up, Qt::Key_Down}, tr("Move along the rail of pages")},
             {{Qt::Key_Enter}, tr("Go to the page that has the focus on the rail")}});

    using Kind = WindowPages::Page;
    addPage(u"overview"_s, Glyph::Overview, pages.action(Kind::Overview),
            pages.widget(Kind::Overview));
    addPage(u"locks"_s, Glyph::Locks, pages.action(Kind::Locks), pages.widget(Kind::Locks));
    for (const ViewSpec &view : railViews())
        addPage(view.name, view.glyph, docks.action(view.name), docks.content(view.name));
    column->addStretch(1);
    addEstate(docks);
    addWidget(m_column);

    // A view that goes while it is marked leaves the page behind it.
    for (std::size_t i = 2; i < m_pages.size(); ++i)
        connect(m_pages[i].action, &QAction::toggled, this, [this, i](bool isInFront) {
            if (!isInFront && i == m_current)
                mark(m_front);
        });
    const auto showFront = [this, &pages](Kind front) {
        const QString name = front == Kind::Overview ? u"overview"_s
            : front == Kind::Locks                   ? u"locks"_s
                                                     : pages.view();
        const auto at = std::ranges::find(m_pages, name, &Page::name);
        m_front = static_cast<std::size_t>(at - m_pages.begin());
        mark(m_front);
    };
    connect(&pages, &WindowPages::changed, this, showFront);
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, const QWidget *now) { follow(now); });
    const auto count = [this, &health] {
        const auto at = std::ranges::find(m_pages, u"rail-incidentsDock"_s, [](const Page &page) {
            return page.button->objectName();
        });
        const auto counts = health.incidents().counts(health.wallNow());
        if (at != m_pages.end())
            at->button->showCount(counts.total(),
                                  wording::severityCounts(counts.critical, counts.warning));
    };
    connect(&health, &HealthFeed::incidentsChanged, this, count);
    count();
    showFront(pages.current());
}

void PageRail::addPage(const QString &name, Glyph glyph, QAction *action, const QWidget *content)
{
    auto *button = new RailButton("rail-"_L1 + name, action->text(), glyph, m_column);
    const auto tell = [button, action] {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        button->setTip(keys.isEmpty() ? action->text() : u"%1 (%2)"_s.arg(action->text(), keys));
    };
    tell();
    connect(action, &QAction::changed, button, tell); // the keys can be changed
    button->setAutoExclusive(true); // one stop of Tab, as radio buttons are
    button->installEventFilter(this);
    m_column->layout()->addWidget(button);
    const std::size_t page = m_pages.size();
    m_pages.push_back({name, button, action, content});
    m_buttons.push_back(button);
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::triggered, this, [this, page] { mark(page); });
}

void PageRail::addEstate(ViewDocks &docks)
{
    const QString name = u"estateDock"_s;
    const QAction *action = docks.action(name);
    auto *button = new RailButton(u"rail-estate"_s, action->text(), Glyph::Estate, m_column);
    const auto tell = [button, action] {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        button->setTip(keys.isEmpty()
                           ? tr("Shows or hides the tree of servers")
                           : tr("Shows or hides the tree of servers (%1 goes there)").arg(keys));
    };
    tell();
    connect(action, &QAction::changed, button, tell);
    button->installEventFilter(this);
    button->setChecked(action->isChecked());
    m_column->layout()->addWidget(button);
    m_buttons.push_back(button);
    connect(action, &QAction::toggled, button, &QToolButton::setChecked);
    connect(button, &QToolButton::clicked, this, [&docks, button, action, name] {
        docks.toggle(name);
        button->setChecked(action->isChecked());
    });
}

void PageRail::mark(std::size_t page)
{
    m_current = page;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pages[i].button->setChecked(i == page);
        m_pages[i].button->setFocusPolicy(i == page ? Qt::TabFocus : Qt::NoFocus);
    }
}

void PageRail::follow(const QWidget *focus)
{
    const auto at = std::ranges::find_if(m_pages, [focus](const Page &page) {
        return focus && page.content && page.content->isVisible()
            && (page.content == focus || page.content->isAncestorOf(focus));
    });
    if (at != m_pages.end())
        mark(static_cast<std::size_t>(at - m_pages.begin()));
}

bool PageRail::moveFocus(int key)
{
    const auto at = std::ranges::find_if(
        m_buttons, [](const RailButton *button) { return button->hasFocus(); });
    if (at == m_buttons.end())
        return false;
    const auto last = static_cast<std::ptrdiff_t>(m_buttons.size()) - 1;
    const auto from = at - m_buttons.begin();
    std::ptrdiff_t to = from;
    switch (key) {
    case Qt::Key_Up:
        to = from - 1;
        break;
    case Qt::Key_Down:
        to = from + 1;
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        (*at)->click();
        return true;
    default:
        return false;
    }
    m_buttons[static_cast<std::size_t>(std::clamp(to, std::ptrdiff_t(0), last))]->setFocus(
        Qt::TabFocusReason);
    return true;
}

bool PageRail::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress
        && moveFocus(static_cast<const QKeyEvent *>(event)->key()))
        return true;
    return QToolBar::eventFilter(watched, event);
}

} // namespace lockscope::ui
