// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/reading.h"

namespace lockscope::format::token {

// Forms of the values that libraries write as an owner's token, and the facts in some of them.
// Plain functions over hostile bytes, any thread.

bool isUuid(QByteArrayView text); // 36 characters, in either case
bool isHex32(QByteArrayView text); // lower case, with letters and digits
bool isHex40(QByteArrayView text); // likewise
bool isUuid1(QByteArrayView text); // 32 hexadecimal digits of a uuid of version 1, of our times
bool isRandom(QByteArrayView text, qsizetype size); // letters and digits, not all of one class
bool isMixed(QByteArrayView text); // letters of both cases, and digits
bool isBase64(QByteArrayView text, qsizetype size); // unpadded, as random bytes give
bool isPaddedBase64(QByteArrayView text, qsizetype size, int padding);
bool isUrlBase64(QByteArrayView text, qsizetype size);
bool isBinary(QByteArrayView text, qsizetype size); // no text: random bytes
bool isDecimal(QByteArrayView text); // an integer as Redis counts
bool isNumber(QByteArrayView text); // digits, with or without a sign and a fraction

// PHP's serialize() of a token: s:16:"...";
bool isSerialised(QByteArrayView text);

// machine_pid_32 digits
bool isMachineId(QByteArrayView text);
// ADDED:instant@host[:uuid]
bool isAdded(QByteArrayView text);
// uuid:number
bool isWorkerToken(QByteArrayView text);
// uuid, uuid_number or uuid-suffix
bool isSuffixedUuid(QByteArrayView text);

Origin ofUuid1(QByteArrayView text); // when it was made, on which network card
Origin ofMachineId(QByteArrayView text); // host and process
Origin ofAdded(QByteArrayView text); // host and instant

// An instant in seconds, with or without a fraction, or in milliseconds; empty: neither, or absurd.
std::optional<ServerMs> instantFrom(QByteArrayView text);
std::optional<ServerMs> instantFrom(double value);

} // namespace lockscope::format::token
