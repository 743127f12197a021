// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/imports/importer.h"
#include "core/profile/profilestore.h"
#include "ui/kit/dialog.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace lockscope::ui {

// Makes profiles of the connections that another program's file or the clipboard has: shows what
// was found, each with its name, which can be changed, and what was not taken over; saves those
// that are chosen, all or none. It replaces no profile. GUI thread.
class ImportDialog : public Dialog
{
    Q_OBJECT

public:
    explicit ImportDialog(profile::ProfileStore store, QWidget *parent = nullptr);

    // Looks at the file at once; blocks for as long as the disk takes.
    void read(const QString &file);
    // Looks at what was copied; says nothing if it is no connection and `quietly` is asked for.
    void readClipboard(bool quietly);

Q_SIGNALS:
    void imported(const QStringList &names);

protected:
    bool isChanged() const override;

private:
    void chooseFile();
    void take(const QByteArray &text, const QString &fileName, const QString &source, bool quietly);
    void showFound(const imports::Imported &imported, const QString &source);
    void refuse(const QString &source, const QString &why);
    void showNotes();
    void validate();
    void save();
    std::vector<profile::Profile> chosen() const;

    profile::ProfileStore m_store;
    std::vector<imports::Found> m_found; // a line each
    QString m_left; // what of the source was left out
    QLabel *m_source;
    QTreeWidget *m_list;
    QPlainTextEdit *m_notes;
    QLabel *m_message;
    QPushButton *m_import;
};

} // namespace lockscope::ui
