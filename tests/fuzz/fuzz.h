// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// What the fuzz targets share. Each is one source, includes this and defines run(). Targets are
// compiled with Clang alone, and run on one thread.
namespace lockscope::fuzz {

// One input, without a byte behind it.
void run(QByteArrayView input);

// What a target promises of every input. libFuzzer keeps the input that breaks it.
inline void require(bool holds, const char *promise)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

// How much more memory is in use now than when this was made, and at most meanwhile. One at a time.
class Memory
{
public:
    Memory()
    {
        static const bool isHeard = __sanitizer_install_malloc_and_free_hooks(allocated, freed) > 0;
        require(isHeard, "allocations can be counted");
        s_now = s_most = 0;
    }
    // Of an answer of so many bytes: not an announced length, nor each piece of it as an object.
    static void requireAtMost(qsizetype bytes, const char *promise)
    {
        require(s_most <= bytes, promise);
    }

private:
    static void allocated(const volatile void *, std::size_t size)
    {
        s_now += static_cast<qsizetype>(size);
        s_most = std::max(s_most, s_now);
    }
    static void freed(const volatile void *at)
    {
        if (at != nullptr)
            s_now -= static_cast<qsizetype>(__sanitizer_get_allocated_size(at));
    }

    static inline qsizetype s_now = 0;
    static inline qsizetype s_most = 0;
};

// Takes an input apart: small numbers decide what is made, the rest is text.
class Bytes
{
public:
    explicit Bytes(QByteArrayView input)
        : m_rest(input)
    {}

    bool isEmpty() const { return m_rest.isEmpty(); }
    QByteArray rest() { return take(m_rest.size()); }
    QByteArray take(qsizetype size)
    {
        const QByteArrayView taken = m_rest.first(std::min(size, m_rest.size()));
        m_rest = m_rest.sliced(taken.size());
        return taken.toByteArray();
    }
    // Up to the next byte 0, which is left out.
    QByteArray text()
    {
        const qsizetype end = m_rest.indexOf('\0');
        QByteArray text = take(end < 0 ? m_rest.size() : end);
        take(1);
        return text;
    }
    // Below `limit`; 0 behind the end.
    int number(int limit)
    {
        const QByteArray byte = take(1);
        return byte.isEmpty() ? 0 : static_cast<unsigned char>(byte.front()) % limit;
    }

private:
    QByteArrayView m_rest;
};

} // namespace lockscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    lockscope::fuzz::run(
        QByteArrayView(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size)));
    return 0;
}
