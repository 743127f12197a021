// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/guardedrun.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

Result<void> checkReason(const TargetChoice &where, const QString &reason)
{
    const auto production = std::ranges::find(
        where.targets, profile::Tag::Production, [](const app::ChosenTarget &each) {
            return each.readOnly ? profile::Tag::Development : each.tag;
        });
    if (production == where.targets.end() || !reason.trimmed().isEmpty())
        return {};
    return fail(
        ErrorKind::InvalidInput,
        u"%1 is production; use --reason to say why, for the audit log"_s.arg(production->label()));
}

GuardedRun::GuardedRun(TargetChoice where, std::optional<QString> reason, Make make)
    : m_reason(std::move(reason))
    , m_make(std::move(make))
    , m_look(std::move(where))
{}

GuardedRun::~GuardedRun() = default;

void GuardedRun::start()
{
    m_looking = m_look.look();
    m_looking.then([this](Result<void> &&looked) {
        if (m_isFinished)
            return;
        if (looked) {
            begin();
            return;
        }
        writeError(u"lockctl: %1; no change was made, since a profile may guard the server\n"_s.arg(
            looked.error().text.english()));
        finish(Refused);
    });
}

void GuardedRun::begin()
{
    if (m_reason) {
        if (const auto checked = checkReason(m_look.where(), *m_reason); !checked) {
            writeError(u"lockctl: %1\n"_s.arg(checked.error().text.english()));
            finish(Usage);
            return;
        }
    }
    m_command = m_make(TargetChoice(m_look.where()));
    connect(m_command.get(), &Running::finished, this, &GuardedRun::finish);
    m_command->start();
}

void GuardedRun::interrupt(int signal)
{
    if (m_isFinished)
        return;
    if (m_command) {
        m_command->interrupt(signal);
        return;
    }
    writeError(u"lockctl: interrupted; no change was made\n"_s);
    finish(Refused);
}

void GuardedRun::finish(int status)
{
    if (!std::exchange(m_isFinished, true))
        Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
