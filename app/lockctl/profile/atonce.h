// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/printing.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/profile/profilejson.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <functional>
#include <utility>

namespace lockscope::lockctl {

// The longest wait for another program that saves profiles.
inline constexpr Millis profilePatience{10'000};

inline void tell(const QString &text)
{
    writeError(QStringLiteral("lockctl: %1\n").arg(text));
}

// The status after an error with the saved profiles.
inline ExitStatus statusAfter(const Error &error)
{
    return error.kind == ErrorKind::Permission ? Unreachable : Refused;
}

inline ExitStatus refused(const Error &error)
{
    tell(error.text.english());
    return statusAfter(error);
}

// Prints a profile that was replaced or removed, so that everything can be typed again.
inline void tellWhatItWas(const profile::Profile &before)
{
    const QByteArray text = QJsonDocument(profile::toJson(before)).toJson(QJsonDocument::Compact);
    tell(QStringLiteral("it was: ") + fromUtf8(text));
}

// Reading and writing small files: nothing to wait for, nothing to interrupt. Main thread.
class AtOnce final : public Running
{
public:
    explicit AtOnce(std::function<ExitStatus()> work)
        : m_work(std::move(work))
    {}

    void start() override { Q_EMIT finished(m_work()); }
    void interrupt(int /*signal*/) override {}

private:
    std::function<ExitStatus()> m_work;
};

} // namespace lockscope::lockctl
