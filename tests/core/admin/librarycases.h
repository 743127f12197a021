// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "tests/core/admin/acting.h"

namespace lockscope::test {

using Commands = std::vector<redis::Arguments>;

// A lock as its library writes it, an action, its result, and the change that is to stop it.
struct LibraryCase {
    QByteArray name;
    QByteArray lock;
    Commands written;
    admin::Action action;
    Commands planned;
    std::vector<QByteArray> left;
    Commands changes; // each alone: the lock is no longer what was seen
    admin::Effect effect = admin::Effect::NobodyIsWoken; // among others
};

inline const QByteArray python = "q1W2e3R4t5Y6u7I8o9P0a1S2";
inline const QByteArray machine = "web-3_4242_0123456789abcdef0123456789abcdef";
inline const QByteArray other = "web-4_17_abcdef0123456789abcdef0123456789";
inline const QByteArray third = "web-5_18_bbcdef0123456789abcdef0123456789";
inline const QByteArray uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";
inline const QByteArray uuid2 = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
inline const QByteArray token = "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C=";
inline const QByteArray token2 = "a1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C=";
inline const QByteArray job = "0123456789abcdef01234567";
inline const QByteArray job2 = "abcdefabcdef012345678901";
inline const QByteArray me = "rql:acq:4242/456/789/987/fa76df9cc2";
inline const QByteArray them = "rql:acq:17/456/789/987/fa76df9cc2";
inline const QByteArray redissonOwner = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
inline const QByteArray redissonOther = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7";
inline const QByteArray group = "redisson_lock__channel:{group}";
inline const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";

QByteArray soon();
admin::Action force();
admin::Action releaseOf(const QByteArray &owner, format::Mode mode = format::Mode::Exclusive);
admin::Action removalOf(const QByteArray &owner);
admin::Action waking();
admin::Action timed(admin::ActionType type, Millis span);

std::vector<LibraryCase> libraryCases();

} // namespace lockscope::test
