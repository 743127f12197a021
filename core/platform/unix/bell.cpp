// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/bell.h"

#include "core/platform/descriptor.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace lockscope::platform {

// A pipe, so that no object of Qt is touched by two threads.
struct Bell::Private {
    explicit Private(std::function<void()> callback)
    {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0)
            throw std::system_error(errno, std::generic_category());
        hearing = Descriptor(ends[0]);
        ringing = Descriptor(ends[1]);
        for (const int end : ends) {
            ::fcntl(end, F_SETFD, FD_CLOEXEC);
            ::fcntl(end, F_SETFL, O_NONBLOCK);
        }
        notifier = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
        QObject::connect(notifier.get(), &QSocketNotifier::activated, notifier.get(),
                         [this, callback = std::move(callback)] {
                             std::array<char, 16> bytes{};
                             while (::read(hearing.number(), bytes.data(), bytes.size()) > 0) {}
                             callback();
                         });
    }

    Descriptor hearing;
    Descriptor ringing;
    std::unique_ptr<QSocketNotifier> notifier; // goes before what it listens to
};

Bell::Bell(std::function<void()> callback)
    : m_d(std::make_unique<Private>(std::move(callback)))
{}

Bell::~Bell() = default;

void Bell::ring() const
{
    const char byte = 0;
    (void)!::write(m_d->ringing.number(), &byte, 1); // a full pipe rings already
}

} // namespace lockscope::platform
