// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisprocess.h"

#include <QStringList>

#include <functional>

namespace lockscope::test {

// One action on one lock: the initial state, the input in the window, the expected preview, the
// expected result, and a change by somebody else meanwhile.
struct Deed {
    QByteArray lock = {};
    QByteArray action = {}; // its object
    QByteArray word = {}; // in the log
    std::function<void(const RedisProcess &)> put = {}; // as Redisson has it
    QByteArray field = {}; // of the dialog; empty: there is nothing to choose
    QString choice = {};
    QStringList commands = {}; // #: a number that the clock decides
    QByteArray channel = {}; // of its waiters
    QByteArrayList messages = {}; // that they get
    std::function<bool(const RedisProcess &)> isDone = {};
    std::function<void(const RedisProcess &)> change = {};
    QString foundThen = {}; // in the result, after the change
    QString seenThen = {}; // in a new preview
};

// One of each kind of action, and more where what follows differs.
std::vector<std::pair<const char *, Deed>> allDeeds();

} // namespace lockscope::test
