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

// Takes a pasted exception and shows which locks it is about: the hold of its owner, how that
// ended, and the lock's current holder; as this run has seen it, and as the records of this machine
// have it. Not modal: the watch goes on, and the answer follows it while the dialog is open. GUI
// thread; what it is given must outlive it.
class ExceptionDialog : public Dialog
{
    Q_OBJECT

public:
    struct Sources {
        const insight::HoldHistory &history;
        WatchClient &client;
        const Clock &clock;
        PastSearch *records = nullptr; // none: they are not searched
    };

    explicit ExceptionDialog(const Sources &sources, QWidget *parent = nullptr);

    // The window's dialog, created at the first request, with the clipboard's text.
    static ExceptionDialog *open(const Sources &sources, Navigator &navigator, QWidget *window);

    void pasteClipboard(); // if it has text

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);
    // `at`: the end of the hold, or its beginning while it is held.
    void timelineWanted(const lockscope::watch::LockId &lock,
                        const std::optional<lockscope::WallInstant> &at);
    // At the same time, in a window over that record.
    void lookBackWanted(const QString &record, const lockscope::WallInstant &at);

protected:
    void showEvent(QShowEvent *event) override;
    bool isChanged() const override { return false; } // the text is there when it opens again
    void hideEvent(QHideEvent *event) override;

private:
    void connectRecords();
    void searchRecords();
    void findHits();
    QStringList summary(WallInstant now) const;
    QString recordsSentence(WallInstant now) const;
    void refresh(bool isNewText);
    const ExceptionHit *chosen() const;
    void updateButtons();

    const insight::HoldHistory &m_history;
    WatchClient &m_client;
    const Clock &m_clock;
    PastSearch *m_records;
    std::vector<PastHolds> m_past; // of the present text
    QString m_searched; // the record that is searched now; empty: none is
    WallInstant m_searchedSince;
    ExceptionAnswer m_answer;
    QPlainTextEdit *m_text;
    QLabel *m_summary;
    QListWidget *m_hits;
    QPushButton *m_open;
    QPushButton *m_timeline;
    QPushButton *m_lookBack;
    QTimer m_second;
    QTimer m_typed; // since the text changed
    quint64 m_revision = 0;
    bool m_isOld = false; // the locks have changed since
};

} // namespace lockscope::ui
