// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/acquirerules.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

using workbench::KindOptions;

namespace {

struct AcquireRulesWords {
    Q_DECLARE_TR_FUNCTIONS(AcquireRules)
};

} // namespace

QString reasonAgainstField(AcquireField field, const KindOptions &kind)
{
    switch (field) {
    case AcquireField::Side:
        return kind.hasModes
            ? QString()
            : AcquireRulesWords::tr("only a read-write lock has a read side and a write side");
    case AcquireField::Permits:
        return kind.hasPermits ? QString() : AcquireRulesWords::tr("only a semaphore has permits");
    case AcquireField::Initial:
        return kind.hasInitial ? QString() : AcquireRulesWords::tr("needs no initial value");
    case AcquireField::Expiry:
        if (kind.hasLease)
            return {};
        return kind.isHeld
            ? AcquireRulesWords::tr("has no expiry: permits stay taken until they are released")
            : AcquireRulesWords::tr("a count-down latch is only waited for, never held");
    case AcquireField::Owner:
        return kind.owner == KindOptions::Owner::Nobody
            ? AcquireRulesWords::tr("the server does not store its owner")
            : QString();
    case AcquireField::MinValidity:
        return kind.isQuorum ? QString()
                             : AcquireRulesWords::tr("only for a lock kept on several servers");
    }
    return {};
}

QString reasonAgainstTaking(const QByteArray &kind)
{
    return workbench::optionsOf(kind)
        ? QString()
        : AcquireRulesWords::tr("Lockscope cannot acquire locks of kind %1")
              .arg(wording::kind(kind));
}

QString reasonAgainstReentering(const QByteArray &kind)
{
    const format::KindTraits &traits = format::traitsOf(kind);
    if (traits.isPlainString)
        return AcquireRulesWords::tr("a %1 lock is not reentrant").arg(wording::kind(kind));
    if (traits.isSemaphore())
        return AcquireRulesWords::tr("to take more permits, use the form above");
    if (traits.hasOwners && !traits.isReentrant)
        return AcquireRulesWords::tr(
            "a non-reentrant lock cannot be taken twice by the same owner");
    return {};
}

QString reasonAgainstExtending(const QByteArray &kind)
{
    const KindOptions *const traits = workbench::optionsOf(kind);
    return traits ? reasonAgainstField(AcquireField::Expiry, *traits) : reasonAgainstTaking(kind);
}

QString groupSentence(const KindOptions &kind, int servers)
{
    if (!kind.onSeveralServers)
        return {};
    if (servers == 0)
        return AcquireRulesWords::tr("Select the servers.");
    if (!kind.isQuorum)
        return servers == 1
            ? AcquireRulesWords::tr("Acquires all of the locks or none.")
            : AcquireRulesWords::tr(
                  "Acquires each name on each of the %1 servers: all of the locks or none.")
                  .arg(servers);
    if (servers < static_cast<int>(workbench::leastQuorum))
        return AcquireRulesWords::tr(
                   "Select at least %1 servers: with fewer, the loss of one server leaves no "
                   "majority.")
            .arg(workbench::leastQuorum);
    const int needed = servers / 2 + 1;
    return AcquireRulesWords::tr("%1 of %2 servers must grant the lock; %3 may fail.")
        .arg(needed)
        .arg(servers)
        .arg(servers - needed);
}

Result<std::vector<LockName>> namesFrom(const QString &text, const KindOptions &kind)
{
    const QStringList typed =
        kind.ofSeveralNames ? text.split(u' ', Qt::SkipEmptyParts) : QStringList{text};
    std::vector<LockName> names;
    for (const QString &each : typed) {
        const auto bytes = fromVisible(each);
        if (!bytes)
            return fail(bytes.error());
        if (!bytes->isEmpty())
            names.emplace_back(*bytes);
    }
    if (names.empty())
        return fail(ErrorKind::InvalidInput, AcquireRulesWords::tr("enter the name of the lock"));
    return names;
}

QString namesAsTyped(const std::vector<LockName> &names, const KindOptions &kind)
{
    QStringList typed;
    for (const LockName &name : names) {
        const QString text = visibleName(name.bytes);
        typed.append(kind.ofSeveralNames ? QString(text).replace(u' ', "\\x20"_L1) : text);
    }
    return typed.join(u' ');
}

Result<std::optional<qint64>> numberFrom(const QString &text, qint64 least)
{
    const QString typed = text.trimmed();
    if (typed.isEmpty())
        return std::optional<qint64>();
    bool isNumber = false;
    const qint64 number = typed.toLongLong(&isNumber);
    if (!isNumber || number < least)
        return fail(ErrorKind::InvalidInput,
                    AcquireRulesWords::tr("\"%1\" is not a whole number of %2 or more")
                        .arg(visibleElided(typed.toUtf8(), 40), QString::number(least)));
    return std::optional(number);
}

} // namespace lockscope::ui
