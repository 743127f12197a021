// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/sharednumbers.h"

#include <QStringList>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace lockscope::faults {

namespace {

constexpr std::size_t fileSize = SharedNumbers::size * sizeof(quint64);
constexpr int fenceBits = 32; // the token above, the number below

} // namespace

SharedNumbers::SharedNumbers(const QByteArray &path)
{
    const int file = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ::ftruncate(file, fileSize) != 0)
        qFatal("%s cannot be made", path.constData());
    void *const memory = ::mmap(nullptr, fileSize, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (memory == MAP_FAILED)
        qFatal("%s cannot be mapped", path.constData());
    static_assert(sizeof(std::atomic<quint64>) == sizeof(quint64)
                  && std::atomic<quint64>::is_always_lock_free);
    m_numbers = static_cast<std::atomic<quint64> *>(memory);
}

SharedNumbers::~SharedNumbers()
{
    ::munmap(m_numbers, fileSize);
}

std::atomic<quint64> &SharedNumbers::at(std::size_t index)
{
    Q_ASSERT(index < size);
    return m_numbers[index];
}

QStringList ClockShift::environment() const
{
    return {u"LD_PRELOAD="_s + QStringLiteral(CLOCKSHIM_PATH),
            u"LOCKSCOPE_CLOCK_SHIFT="_s + QString::fromUtf8(m_path)};
}

std::optional<qint64> Witness::readFenced(std::size_t lock, qint64 fence)
{
    auto &number = m_numbers.at(lock);
    quint64 known = number;
    for (;;) {
        if ((known >> fenceBits) > quint64(fence))
            return std::nullopt;
        const quint64 total = known & 0xffff'ffff;
        if (number.compare_exchange_weak(known, (quint64(fence) << fenceBits) | total))
            return qint64(total);
    }
}

bool Witness::writeFenced(std::size_t lock, qint64 fence, qint64 value)
{
    auto &number = m_numbers.at(lock);
    quint64 known = number;
    for (;;) {
        if ((known >> fenceBits) > quint64(fence))
            return false;
        if (number.compare_exchange_weak(known, (quint64(fence) << fenceBits) | quint64(value)))
            return true;
    }
}

} // namespace lockscope::faults
