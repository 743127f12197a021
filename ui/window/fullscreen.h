// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

class QAction;
class QMainWindow;
class QShortcut;

namespace lockscope::ui {

// The window without a frame around it, and as a kiosk: without menus and status bar, and without
// the pointer while nobody moves it. GUI thread; a child of the window.
class FullScreen : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds pointerRests{5};

    explicit FullScreen(QMainWindow &window);
    ~FullScreen() override;

    // For a menu; F11, also where no menu is shown.
    QAction *action() const { return m_action; }

    // Escape and F11 end it.
    void startKiosk();
    void endKiosk();
    bool isKiosk() const { return m_isKiosk; }
    bool isPointerHidden() const { return m_isPointerHidden; }

    // As the window is to be remembered: not as a kiosk, which is for one run.
    QByteArray geometry() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void toggle();
    void setFull(bool isFull);
    void showBars(bool isShown);
    void showPointer();

    QMainWindow &m_window;
    QAction *m_action;
    QShortcut *m_escape;
    QTimer m_rest{this};
    QByteArray m_before; // of the kiosk
    bool m_isKiosk = false;
    bool m_isPointerHidden = false;
};

} // namespace lockscope::ui
