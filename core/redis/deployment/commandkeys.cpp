// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/commandkeys.h"

#include <algorithm>
#include <array>

namespace lockscope::redis {

namespace {

struct Row {
    const char *verb;
    std::size_t place; // 0: no key
};

// A channel counts as a key: the slot of a sharded channel says where it is published, and a plain
// one is broadcast from wherever it was published.
constexpr std::array<Row, 27> rows{{
    {"ACL", 0},    {"AUTH", 0},   {"CLIENT", 0}, {"CLUSTER", 0}, {"COMMAND", 0}, {"CONFIG", 0},
    {"DBSIZE", 0}, {"ECHO", 0},   {"HELLO", 0},  {"INFO", 0},    {"LATENCY", 0}, {"PING", 0},
    {"PUBSUB", 0}, {"ROLE", 0},   {"SCAN", 0},   {"SCRIPT", 0},  {"SELECT", 0},  {"SLOWLOG", 0},
    {"TIME", 0},   {"WAIT", 0},   {"EVAL", 3},   {"EVALSHA", 3}, {"EVAL_RO", 3}, {"FCALL", 3},
    {"BITOP", 2},  {"MEMORY", 2}, {"OBJECT", 2},
}};

} // namespace

std::optional<std::size_t> placeOfKey(const Arguments &command)
{
    if (command.size() < 2)
        return {};
    const QByteArray verb = command.front().toUpper();
    const auto known = std::ranges::find_if(rows, [&](const Row &row) { return verb == row.verb; });
    const std::size_t place = known == rows.end() ? 1 : known->place;
    const bool isScript = place == 3;
    if (place == 0 || place >= command.size() || (isScript && command[2] == "0"))
        return {};
    return place;
}

} // namespace lockscope::redis
