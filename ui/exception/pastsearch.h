// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/exceptiontext.h"
#include "core/insight/intervals/holdhistory.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>

namespace lockscope::ui {

// The answer of one record to a pasted exception. A value.
struct PastHolds {
    QString record; // its name
    // Of the locks that the text is about, as far back as `since`; deployments have numbers of its
    // own. Empty: the record has none of them.
    std::shared_ptr<const insight::HoldHistory> history;
    std::map<watch::DeploymentId, QString> labels; // of these numbers
    WallInstant since;
    WallInstant end; // of what is recorded
    bool isDamaged = false; // a part of it could not be read
};

// Searches the records of this machine for the locks and owners of a text, in the background. GUI
// thread.
class PastSearch : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // A search before it ends without a word.
    virtual void search(const format::ExceptionText &text) = 0;
    virtual void cancel() = 0;

Q_SIGNALS:
    void advanced(const QString &record, const lockscope::WallInstant &since);
    void found(const lockscope::ui::PastHolds &holds); // once a record
    void finished();
};

} // namespace lockscope::ui
