// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/admin/acting.h"

#include <functional>

namespace lockscope::test {

using admin::Action;
using admin::ActionType;
using format::Mode;

// One lock "a", an action on it, and the keys left afterwards.
struct Case {
    QByteArray name;
    std::function<void(const RedisProcess &)> write;
    Action action;
    bool aboutTime = false; // a command holds a time that goes on while the operator looks
    std::vector<QByteArray> keysLeft; // afterwards, sorted
};

inline const QByteArray queueKey = "redisson_lock_queue:{a}";
inline const QByteArray timeoutKey = "redisson_lock_timeout:{a}";
inline const QByteArray tokenKey = "redisson_lock_token:{a}";

Action forceUnlock();
Action release(const QByteArray &owner, Mode mode = Mode::Exclusive, bool all = false);
Action remove(const QByteArray &owner);
Action nudge();
Action live(Millis span);
QByteArray readKey(const QByteArray &owner, int number);
void hold(const RedisProcess &server, int times = 1);
void queue(const RedisProcess &server, const std::vector<std::pair<QByteArray, int>> &waiters);
void writeLock(const RedisProcess &server, const QByteArray &owner, int times = 1);
void nestedRead(const RedisProcess &server, const QByteArray &owner);
std::vector<Case> allCases();

// All cases as the rows of a test, by the column `index`, and the case of the current row.
void addCaseRows();
Case currentCase();

} // namespace lockscope::test
