// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/terminalconfirmation.h"

#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/sentinelreport.h"
#include "core/base/text.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype typedLimit = qsizetype(64) * 1024;

} // namespace

TerminalConfirmation::TerminalConfirmation(QString reason, bool answeredYes)
    : m_reason(std::move(reason))
    , m_answeredYes(answeredYes)
{}

TerminalConfirmation::~TerminalConfirmation() = default;

bool TerminalConfirmation::hasTerminal()
{
    return ::isatty(STDIN_FILENO) == 1;
}

Pending<admin::Decision> TerminalConfirmation::confirm(const std::vector<admin::Step> &steps)
{
    for (const admin::Step &step : steps)
        writeError(previewOf(step));
    const bool isProduction = std::any_of(steps.begin(), steps.end(), [](const auto &step) {
        return step.place.tag == profile::Tag::Production;
    });
    return ask(isProduction, u"lock"_s, steps.front().plan.sight.name.bytes);
}

Pending<admin::Decision> TerminalConfirmation::confirm(const admin::Place &place,
                                                       const admin::SentinelPlan &plan)
{
    writeError(previewOf(place, plan));
    return ask(place.tag == profile::Tag::Production, u"primary"_s, plan.sight.name);
}

Pending<admin::Decision> TerminalConfirmation::ask(bool isProduction, const QString &what,
                                                   const QByteArray &name)
{
    m_decision = {};
    auto pending = m_decision.pending();
    if (m_answeredYes || !hasTerminal()) {
        answer(m_answeredYes);
        return pending;
    }
    if (isProduction) {
        m_nameToType = name.isEmpty() ? QByteArray(emptyName.data(), emptyName.size()) : name;
        writeError(
            u"This is production. To confirm, type the name of the %1 as shown: "_s.arg(what));
    } else {
        writeError(u"Continue? [y/N] "_s);
    }
    m_notifier = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(),
                     [this] { onReadable(); });
    return pending;
}

bool TerminalConfirmation::interrupt()
{
    if (!m_notifier)
        return false;
    writeError(u"\n"_s);
    answer(false);
    return true;
}

void TerminalConfirmation::onReadable()
{
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) { // Ctrl+D, or the terminal is gone
        writeError(u"\n"_s);
        answer(false);
        return;
    }
    m_typed.append(bytes.data(), count);
    const qsizetype end = m_typed.indexOf('\n');
    if (end >= 0)
        answer(isConfirmed(m_typed.first(end)));
    else if (m_typed.size() > typedLimit)
        answer(false);
}

void TerminalConfirmation::answer(bool confirmed)
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    // Not deleted now: this may be its own signal.
    if (QSocketNotifier *notifier = m_notifier.release())
        notifier->deleteLater();
    m_decision.complete(admin::Decision{confirmed, m_reason});
}

bool TerminalConfirmation::isConfirmed(const QByteArray &line) const
{
    const QByteArray word = line.trimmed();
    if (m_nameToType.isEmpty())
        return word.compare("y", Qt::CaseInsensitive) == 0
            || word.compare("yes", Qt::CaseInsensitive) == 0;
    const auto typed = fromVisible(fromUtf8(line));
    return line == m_nameToType || (typed && *typed == m_nameToType);
}

} // namespace lockscope::lockctl
