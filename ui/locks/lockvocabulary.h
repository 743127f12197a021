// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/filtercompletion.h"

#include <QElapsedTimer>

namespace lockscope::ui {

class LockTableModel;
class ServerModel;

// The completions for a filter of locks: words that occur among the locks. GUI thread; it owns the
// words, which serve a few keystrokes, since of many locks they take milliseconds. The models must
// outlive it.
class LockVocabulary
{
public:
    LockVocabulary(const LockTableModel &locks, const ServerModel &servers)
        : m_locks(locks)
        , m_servers(servers)
    {}

    const insight::FilterVocabulary &words();

private:
    void collect();

    const LockTableModel &m_locks;
    const ServerModel &m_servers;
    insight::FilterVocabulary m_words;
    QElapsedTimer m_age;
};

} // namespace lockscope::ui
