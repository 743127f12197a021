// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/followedfile.h"
#include "core/base/alias.h"
#include "core/base/sentence.h"

#include <QObject>
#include <QString>

#include <vector>

namespace lockscope::app {

// A file of names (core/profile/aliasfile.h) that is read again whenever it changes, also when an
// editor or another program replaces it. If the file cannot be understood, the names stay as they
// were. One thread with an event loop; read at once by the constructor.
class AliasFile : public QObject
{
    Q_OBJECT

public:
    explicit AliasFile(const QString &file, QObject *parent = nullptr);

    const QString &file() const { return m_followed.file(); }
    const std::vector<AliasRule> &rules() const { return m_rules; }
    // Why it could not be read the last time, with the line and what to do; empty: it could.
    const Sentence &problem() const { return m_problem; }

Q_SIGNALS:
    void rulesChanged();
    void problemChanged();

private:
    void read();

    FollowedFile m_followed;
    std::vector<AliasRule> m_rules;
    Sentence m_problem;
};

} // namespace lockscope::app
