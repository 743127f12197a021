// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/record/backgroundread.h"
#include "core/base/clock.h"
#include "ui/exception/pastsearch.h"

namespace lockscope::console {

// Reads all records of this machine, one after the other: of each first the last hours, then four
// times as far back until the owner of the text is found. GUI thread; reads on another. The clock
// must outlive it.
class RecordSearch : public ui::PastSearch
{
    Q_OBJECT

public:
    explicit RecordSearch(const Clock &clock, QObject *parent = nullptr)
        : ui::PastSearch(parent)
        , m_clock(clock)
    {}

    void search(const format::ExceptionText &text) override;
    void cancel() override { m_read.cancel(); }

private:
    const Clock &m_clock;
    BackgroundRead m_read;
};

} // namespace lockscope::console
