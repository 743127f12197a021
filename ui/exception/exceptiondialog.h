// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/exception/exceptionfinder.h"
#include "ui/kit/dialog.h"

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace lockscope::ui {

class Navigator;

// Takes a pasted exception and says which locks it is about: what its owner held, how it ended, and
// who has the lock now. Not modal: what is watched goes on, and the answer follows it while the
// dialog is open. GUI thread; history, client and clock must outlive it.
class ExceptionDialog : public Dialog
{
    Q_OBJECT

public:
    ExceptionDialog(const watch::HoldHistory &history, WatchClient &client, const Clock &clock,
                    QWidget *parent = nullptr);

    // The window's one, made when it is first wanted, with what the clipboard has.
    static void open(const watch::HoldHistory &history, WatchClient &client, const Clock &clock,
                     Navigator &navigator, QWidget *window);

    void pasteClipboard(); // if it has text

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);
    // Where the hold ended, or began if it is held.
    void timelineWanted(const lockscope::watch::LockId &lock,
                        const std::optional<lockscope::WallInstant> &at);

protected:
    void showEvent(QShowEvent *event) override;
    bool isChanged() const override { return false; } // the text is there when it opens again
    void hideEvent(QHideEvent *event) override;

private:
    void refresh(bool isNewText);
    const ExceptionHit *chosen() const;
    void updateButtons();

    const watch::HoldHistory &m_history;
    WatchClient &m_client;
    const Clock &m_clock;
    ExceptionAnswer m_answer;
    QPlainTextEdit *m_text;
    QLabel *m_summary;
    QListWidget *m_hits;
    QPushButton *m_open;
    QPushButton *m_timeline;
    QTimer m_second;
    quint64 m_revision = 0;
    bool m_isOld = false; // the locks have changed since
};

} // namespace lockscope::ui
