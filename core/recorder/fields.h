// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/bytes.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::recorder {

// Parts of records as bytes of their own, for values that rarely change. Plain functions over
// values, any thread. Sentences are stored in English, so they come back as foreign ones, which are
// equal to those that they were made of.

// A server's record in parts, always as many, so that only those that differ have to be stored.
std::vector<QByteArray> serverFields(const watch::ServerRecord &server);
// Empty: the bytes are none.
std::optional<watch::ServerRecord> serverFrom(const std::vector<QByteArray> &fields);

QByteArray candidateBytes(const std::vector<watch::Candidate> &candidates);
std::vector<watch::Candidate> candidatesFrom(ByteReader &reader);
QByteArray lostBytes(const std::vector<watch::LostHold> &lost);
std::vector<watch::LostHold> lostFrom(ByteReader &reader);

} // namespace lockscope::recorder
