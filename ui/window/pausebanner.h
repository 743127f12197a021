// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"

#include <QFrame>

class QLabel;

namespace lockscope::ui {

// Says that the picture is frozen, how old it is and how much has changed since; there only in a
// pause. GUI thread; client and clock must outlive it. The clock must not stand still in a pause.
class PauseBanner : public QFrame
{
    Q_OBJECT

public:
    PauseBanner(WatchClient &client, const Clock &clock, QWidget *parent = nullptr);

private:
    void refresh();

    WatchClient &m_client;
    const Clock &m_clock;
    QLabel *m_text;
    QTimer m_second;
};

} // namespace lockscope::ui
