// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace lockscope::ui {

// Says that the last run ended unexpectedly, and offers the report, a file on this computer. It
// asks for nothing and stays until it is put away. GUI thread.
class CrashBanner : public QFrame
{
    Q_OBJECT

public:
    explicit CrashBanner(const QString &report, QWidget *parent = nullptr);

private:
    void showReport();

    QString m_report; // path of the file
};

} // namespace lockscope::ui
