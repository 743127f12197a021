// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/packing.h"

#include <QtEndian>

#include <lzma.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace lockscope::recorder {

namespace {

// Both packed forms begin with the length of the chunk, big-endian, as qCompress() has it.
constexpr qsizetype head = 4;
constexpr quint32 smallestDictionary = LZMA_DICT_SIZE_MIN;
constexpr quint32 largestDictionary = 8 * 1024 * 1024;

std::optional<qsizetype> lengthIn(const QByteArray &data)
{
    if (data.size() < head)
        return std::nullopt;
    const auto length = qFromBigEndian<quint32>(data.constData());
    return length <= static_cast<quint32>(largestChunk)
        ? std::optional(static_cast<qsizetype>(length))
        : std::nullopt;
}

uint8_t *bytesOf(QByteArray &data)
{
    return reinterpret_cast<uint8_t *>(data.data());
}

const uint8_t *bytesOf(const QByteArray &data)
{
    return reinterpret_cast<const uint8_t *>(data.constData());
}

// An xz stream with a sum that shows damage. Empty: it would be no shorter, or there is no memory.
QByteArray toLzma(const QByteArray &chunk)
{
    lzma_options_lzma options;
    if (lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT) != 0)
        return {};
    // The memory that this takes is some eleven times the dictionary.
    options.dict_size =
        std::clamp(static_cast<quint32>(chunk.size()), smallestDictionary, largestDictionary);
    std::array<lzma_filter, 2> filters{
        {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
    QByteArray data(chunk.size(), Qt::Uninitialized);
    qToBigEndian(static_cast<quint32>(chunk.size()), data.data());
    std::size_t end = head;
    const lzma_ret done =
        lzma_stream_buffer_encode(filters.data(), LZMA_CHECK_CRC32, nullptr, bytesOf(chunk),
                                  static_cast<std::size_t>(chunk.size()), bytesOf(data), &end,
                                  static_cast<std::size_t>(data.size()));
    if (done != LZMA_OK)
        return {};
    data.truncate(static_cast<qsizetype>(end));
    return data;
}

std::optional<QByteArray> fromLzma(const QByteArray &data, qsizetype length)
{
    // The dictionary and the decoder itself; a file of others may ask for any.
    std::uint64_t mostMemory = largestDictionary + 1024 * 1024;
    QByteArray chunk(length, Qt::Uninitialized);
    std::size_t read = head;
    std::size_t written = 0;
    const lzma_ret done = lzma_stream_buffer_decode(
        &mostMemory, 0, nullptr, bytesOf(data), &read, static_cast<std::size_t>(data.size()),
        bytesOf(chunk), &written, static_cast<std::size_t>(length));
    const bool isWhole = done == LZMA_OK && read == static_cast<std::size_t>(data.size())
        && written == static_cast<std::size_t>(length);
    return isWhole ? std::optional(std::move(chunk)) : std::nullopt;
}

} // namespace

std::pair<ChunkForm, QByteArray> stored(const QByteArray &chunk)
{
    constexpr qsizetype worthwhile = 100;
    if (chunk.size() >= worthwhile) {
        QByteArray small = qCompress(chunk);
        if (small.size() < chunk.size())
            return {ChunkForm::Compressed, std::move(small)};
    }
    return {ChunkForm::Plain, chunk};
}

std::pair<ChunkForm, QByteArray> storedTightly(const QByteArray &chunk)
{
    auto quick = stored(chunk);
    if (quick.first == ChunkForm::Plain)
        return quick;
    QByteArray tight = toLzma(chunk);
    if (tight.isEmpty() || tight.size() >= quick.second.size())
        return quick;
    return {ChunkForm::Lzma, std::move(tight)};
}

std::optional<QByteArray> restored(ChunkForm form, const QByteArray &data)
{
    if (form == ChunkForm::Plain)
        return data;
    const auto length = lengthIn(data);
    if (!length)
        return std::nullopt;
    if (form == ChunkForm::Lzma)
        return fromLzma(data, *length);
    if (form != ChunkForm::Compressed)
        return std::nullopt;
    QByteArray chunk = qUncompress(data);
    return chunk.size() == *length ? std::optional(std::move(chunk)) : std::nullopt;
}

} // namespace lockscope::recorder
