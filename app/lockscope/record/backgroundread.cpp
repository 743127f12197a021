// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/backgroundread.h"

#include <utility>

namespace lockscope::console {

void BackgroundRead::start(Work work)
{
    cancel();
    m_stop = std::make_shared<Stop>(false);
    m_thread = std::thread([this, work = std::move(work), stop = m_stop] {
        work(*stop, [this, &stop](std::function<void()> act) {
            QMetaObject::invokeMethod(
                this,
                [stop, act = std::move(act)] {
                    if (!*stop)
                        act();
                },
                Qt::QueuedConnection);
        });
    });
}

void BackgroundRead::cancel()
{
    if (m_stop)
        *m_stop = true;
    if (m_thread.joinable())
        m_thread.join();
}

} // namespace lockscope::console
