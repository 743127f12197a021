// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QString>

#include <atomic>
#include <memory>

namespace lockscope::faults {

// Numbers in a file that several processes have in memory. Any thread.
class SharedNumbers
{
public:
    static constexpr std::size_t size = 64;

    // Makes the file if it is not there.
    explicit SharedNumbers(const QByteArray &path);
    ~SharedNumbers();
    SharedNumbers(const SharedNumbers &) = delete;
    SharedNumbers &operator=(const SharedNumbers &) = delete;

    std::atomic<quint64> &at(std::size_t index);

private:
    std::atomic<quint64> *m_numbers = nullptr;
};

// The clock of one process started with environment(): it jumps when it is told to.
class ClockShift
{
public:
    explicit ClockShift(const QByteArray &path)
        : m_path(path)
        , m_numbers(path)
    {}

    void jumpTo(Millis offset)
    {
        m_numbers.at(0) = quint64(std::chrono::nanoseconds(offset).count());
    }
    // NAME=value, for the process.
    QStringList environment() const;

private:
    QByteArray m_path;
    SharedNumbers m_numbers;
};

// The resource that a lock protects, outside Redis: a number that holders read, and after a while
// replace by the next one. It cannot tell holders apart.
class Witness
{
public:
    explicit Witness(const QByteArray &path)
        : m_numbers(path)
    {}

    qint64 read(std::size_t lock) { return qint64(m_numbers.at(lock).load()); }
    void write(std::size_t lock, qint64 value) { m_numbers.at(lock) = quint64(value); }

    // The same, guarded: it knows the highest fencing token that was shown, and lets in nobody with
    // a lower one. Both empty or false: refused.
    std::optional<qint64> readFenced(std::size_t lock, qint64 fence);
    bool writeFenced(std::size_t lock, qint64 fence, qint64 value);

    // Of either, in the end.
    qint64 total(std::size_t lock, bool isGuarded)
    {
        return isGuarded ? qint64(m_numbers.at(lock) & 0xffff'ffff) : read(lock);
    }

private:
    SharedNumbers m_numbers;
};

} // namespace lockscope::faults
