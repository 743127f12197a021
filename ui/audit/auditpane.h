// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"
#include "ui/audit/auditmodel.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

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

    // Finds a lock that is watched now by its name and the label of its deployment.
    using LockFinder =
        std::function<std::optional<watch::LockId>(const QByteArray &, const QString &)>;
    void setLockFinder(LockFinder finder) { m_find = std::move(finder); }

    // The time of a record that is looked at, asked for at each reading: the log is shown as it was
    // then. Empty: the present log.
    using Until = std::function<std::optional<WallInstant>()>;
    void setUntil(Until until) { m_until = std::move(until); }

Q_SIGNALS:
    void lockChosen(const QByteArray &name, const QString &deployment);
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

    LockFinder m_find; // none: no row stands for a lock
    Until m_until;
    bool m_isOfPast = false; // what is shown
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
