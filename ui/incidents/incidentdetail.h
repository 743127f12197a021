// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/incidents/incidenttext.h"

#include <QTextBrowser>

namespace lockscope::ui {

// One incident in full, with links that mouse and Tab reach. Its text is put together from plain
// pieces: nothing that Redis says can become markup. GUI thread.
class IncidentDetail : public QTextBrowser
{
    Q_OBJECT

public:
    explicit IncidentDetail(QWidget *parent = nullptr);

    // The same lines as before change nothing: neither the selection nor the scroll bar.
    void show(std::vector<IncidentText::Line> lines);

Q_SIGNALS:
    void linkChosen(const lockscope::ui::IncidentText::Link &link);

protected:
    void changeEvent(QEvent *event) override;
    QVariant loadResource(int type, const QUrl &name) override;

private:
    void write();

    std::vector<IncidentText::Line> m_lines;
};

} // namespace lockscope::ui
