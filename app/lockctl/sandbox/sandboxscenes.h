// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/sandbox/sandboxstage.h"

#include <vector>

namespace lockscope::lockctl {

// The scenes that the sandbox's clients play: a shop's billing, stock and payments. A scene is
// played by one process or by several alike, on one server or on all. Plain data; each goes on
// until its stage is over.
struct SandboxScene {
    QByteArray name;
    int parts; // processes
    // The index of one of three servers; the last one if there are fewer. Empty: all, if there are
    // several.
    std::optional<std::size_t> server;
    QCoro::Task<> (*play)(SandboxStage *stage);
    // In which sandbox: with troubles, calm, or both.
    enum class In : quint8 { Both, Lively, Calm } in = In::Both;
};

const std::vector<SandboxScene> &sandboxScenes();

} // namespace lockscope::lockctl
