// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <utility>

namespace lockscope::recorder {

// How the bytes of a chunk are stored. Plain functions, any thread; only this knows liblzma.

// The numbers are stored. Lzma: since version 2.
enum class ChunkForm { Plain = 0, Compressed = 1, Lzma = 2 };

inline constexpr qsizetype largestChunk = 64 * 1024 * 1024;
// A writer begins another chunk behind so many bytes: each is packed and read as a whole.
inline constexpr qsizetype fullChunk = 4 * 1024 * 1024;

// Quickly, for a chunk that is being written.
std::pair<ChunkForm, QByteArray> stored(const QByteArray &chunk);
// A fifth smaller or more, for what is written once: up to a second of a processor a megabyte.
std::pair<ChunkForm, QByteArray> storedTightly(const QByteArray &chunk);
// The chunk as it was. Empty: it is damaged, or longer than the largest chunk.
std::optional<QByteArray> restored(ChunkForm form, const QByteArray &data);

} // namespace lockscope::recorder
