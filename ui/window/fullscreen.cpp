// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/fullscreen.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QShortcut>
#include <QStatusBar>
#include <QToolBar>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

FullScreen::FullScreen(QMainWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_action(new QAction(tr("&Full screen"), this))
    , m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), &window))
{
    m_action->setObjectName("actionFullScreen"_L1);
    m_action->setShortcut(QKeySequence(Qt::Key_F11));
    m_action->setToolTip(tr("Shows the window without a frame. F11 also ends it."));
    window.addAction(m_action); // its key has to work without the menu
    connect(m_action, &QAction::triggered, this, &FullScreen::toggle);
    m_escape->setEnabled(false); // else it is the filter's
    connect(m_escape, &QShortcut::activated, this, &FullScreen::endKiosk);
    m_rest.setSingleShot(true);
    m_rest.setInterval(pointerRests);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_isKiosk && !std::exchange(m_isPointerHidden, true))
            QApplication::setOverrideCursor(Qt::BlankCursor);
    });
}

FullScreen::~FullScreen()
{
    showPointer();
}

QByteArray FullScreen::geometry() const
{
    return m_isKiosk ? m_before : m_window.saveGeometry();
}

void FullScreen::setFull(bool isFull)
{
    m_window.setWindowState(isFull ? m_window.windowState() | Qt::WindowFullScreen
                                   : m_window.windowState() & ~Qt::WindowFullScreen);
}

void FullScreen::toggle()
{
    if (m_isKiosk)
        endKiosk();
    else
        setFull(!m_window.isFullScreen());
}

void FullScreen::startKiosk()
{
    if (m_isKiosk)
        return;
    m_before = m_window.saveGeometry();
    m_isKiosk = true;
    showBars(false);
    m_escape->setEnabled(true);
    qApp->installEventFilter(this);
    m_rest.start();
    setFull(true);
}

void FullScreen::endKiosk()
{
    if (!std::exchange(m_isKiosk, false))
        return;
    qApp->removeEventFilter(this);
    m_rest.stop();
    showPointer();
    m_escape->setEnabled(false);
    showBars(true);
    setFull(false);
}

void FullScreen::showBars(bool isShown)
{
    m_window.menuBar()->setVisible(isShown);
    m_window.statusBar()->setVisible(isShown);
    for (auto *bar : m_window.findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly))
        bar->setVisible(isShown);
}

void FullScreen::showPointer()
{
    if (std::exchange(m_isPointerHidden, false))
        QApplication::restoreOverrideCursor();
}

bool FullScreen::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonPress) {
        showPointer();
        m_rest.start();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::ui
