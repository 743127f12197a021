// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/audit/auditmodel.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;

namespace lockscope::ui {

class EmptyPage;
class PageSplitter;
class TableView;

// The log of actions on locks from this machine, the newest first; follows the file, whichever
// program writes to it. While it is hidden it neither reads nor watches. GUI thread: of a long log
// the last thousand actions are read.
class AuditPane : public QWidget
{
    Q_OBJECT

public:
    explicit AuditPane(QString file, QWidget *parent = nullptr);

    // Something was written: not every file system tells.
    void reloadSoon();

Q_SIGNALS:
    void lockChosen(const QByteArray &name, const QString &deployment);
    void lockSelected(const QByteArray &name, const QString &deployment); // by the user
    void timelineWanted(const QByteArray &name, const QString &deployment,
                        lockscope::WallInstant at);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeContents();
    void reload();
    void watch();
    void fill();
    void showCurrent();
    void openFolder();
    QString note() const;

    const QString m_file;
    Result<admin::AuditPage> m_page{admin::AuditPage{}};
    AuditModel m_model;
    QFileSystemWatcher m_watcher{this};
    QTimer m_soon;
    QLineEdit *m_filter;
    QLabel *m_note;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    PageSplitter *m_splitter;
    TableView *m_table;
    QPlainTextEdit *m_detail;
};

} // namespace lockscope::ui
