// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/servermodel.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockscope::ui {

// Why nothing is shown, and what to do about it.
struct EmptyState {
    QString title;
    QString text;
    bool offersConnect = false;

    friend bool operator==(const EmptyState &, const EmptyState &) = default;
};

// Of the table of locks: not connected, connecting, loading, filtered away, or none there. `locks`
// counts those that the filter holds back.
EmptyState emptyState(const std::vector<ServerRow> &servers, std::size_t locks, Instant now);

// The page in place of a view's content while there is none: empty, loading or failed. Its parts
// are named after the view: NAMETitle, NAMEText, NAMEConnect. GUI thread.
class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(const QString &name = QStringLiteral("empty"), QWidget *parent = nullptr);

    void show(const EmptyState &state);

Q_SIGNALS:
    void connectRequested();

private:
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_connect;
};

} // namespace lockscope::ui
