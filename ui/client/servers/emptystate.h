// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/servers/servermodel.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QLayout;
class QPushButton;

namespace lockscope::ui {

class BadgeLabel;

// Servers of one's own to try the console with, which the program can start.
struct SandboxState {
    enum class Kind { None, Starting, Failed };

    Kind kind = Kind::None;
    QString problem; // Failed: why, as a sentence

    friend bool operator==(const SandboxState &, const SandboxState &) = default;
};

// Why nothing is shown, and the remedy.
struct EmptyState {
    enum class Kind { Empty, Loading, Failed };

    QString title;
    QString text;
    bool offersConnect = false;
    Kind kind = Kind::Empty;
    bool offersSandbox = false;
    QString problem = {}; // of what is offered here
    QStringList recent = {}; // connections to make again, latest first

    friend bool operator==(const EmptyState &, const EmptyState &) = default;
};

// The empty state of the table of locks: not connected, connecting, loading, filtered away, or none
// there. `locks` counts those that the filter hides, `noFields` are words of the filter that were
// taken for text.
EmptyState emptyState(const std::vector<ServerRow> &servers, std::size_t locks, Instant now,
                      const SandboxState &sandbox = {}, const QStringList &noFields = {});

// The page in place of a view's content while there is none: empty, loading or failed, each with a
// mark of its own. Its parts are named after the view: NAMETitle, NAMEText, NAMEConnect,
// NAMESandbox, NAMEProblem, NAMERecent0 and so on. GUI thread.
class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    static constexpr int shownRecent = 5;

    explicit EmptyPage(const QString &name = QStringLiteral("empty"), QWidget *parent = nullptr);

    void show(const EmptyState &state);

Q_SIGNALS:
    void connectRequested();
    void sandboxRequested();
    void recentChosen(const QString &label);

protected:
    void changeEvent(QEvent *event) override;

private:
    QLayout *makeRecent(const QString &name);
    void showRecent(const QStringList &labels);
    void colour();

    BadgeLabel *m_mark;
    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_problem;
    QPushButton *m_connect;
    QPushButton *m_sandbox;
    QLabel *m_recentTitle;
    std::vector<QPushButton *> m_recent;
    QStringList m_recentLabels;
};

} // namespace lockscope::ui
