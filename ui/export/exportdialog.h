// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/exportjob.h"
#include "ui/export/exporttargets.h"
#include "ui/kit/dialog.h"

class QCheckBox;
class QComboBox;

namespace lockscope::ui {

class RoomyLabel;

// The data to write, and the file.
struct ExportRequest {
    ExportTarget target;
    ExportFormat format = ExportFormat::Csv;
    bool selectedOnly = false;
    QString path;
};

// Asks what to export, in which form, and for the file. It writes nothing. GUI thread.
class ExportDialog : public Dialog
{
    Q_OBJECT

public:
    // The first target is chosen; there must be one.
    ExportDialog(std::vector<ExportTarget> targets, QWidget *parent);

Q_SIGNALS:
    void wanted(const lockscope::ui::ExportRequest &request); // and the dialog closes

protected:
    bool isChanged() const override { return false; } // nothing is lost with it

private:
    const ExportTarget &target() const;
    ExportFormat format() const;
    void fitTarget();
    void fitFormat();
    void askForFile();

    std::vector<ExportTarget> m_targets;
    QComboBox *m_what;
    QComboBox *m_format;
    QCheckBox *m_selectedOnly;
    RoomyLabel *m_note;
};

} // namespace lockscope::ui
