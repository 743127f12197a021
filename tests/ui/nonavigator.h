// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/navigator.h"

namespace lockscope::test {

// Leads nowhere. For a test that needs one, or tells of some of its ways.
class NoNavigator : public ui::Navigator
{
public:
    virtual ~NoNavigator() = default;

    void openLock(const watch::LockId &) override {}
    void chooseLock(const std::optional<watch::LockId> &) override {}
    void openLockOf(const watch::Event &) override {}
    void openServer(watch::ServerId) override {}
    void showLocks(const QString &) override {}
    void showOnTimeline(const watch::LockId &, std::optional<WallInstant>) override {}
    void showInEvents(const ui::EventPlace &) override {}
    void showGuide(const QString &) override {}
    void showView(const QString &) override {}
};

} // namespace lockscope::test
