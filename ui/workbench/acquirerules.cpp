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

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AcquireRules)
};

} // namespace

QString reasonAgainstField(AcquireField field, const KindOptions &kind)
{
    switch (field) {
    case AcquireField::Side:
        return kind.hasModes ? QString()
                             : Words::tr("only a read-write lock has a read side and a write side");
    case AcquireField::Permits:
        return kind.hasPermits ? QString() : Words::tr("only a semaphore counts permits");
    case AcquireField::Initial:
        return kind.hasInitial ? QString() : Words::tr("it needs nothing to begin with");
    case AcquireField::Expiry:
        if (kind.hasLease)
            return {};
        return kind.isHeld ? Words::tr("has no expiry: permits stay taken until they are released")
                           : Words::tr("it is only waited for");
    case AcquireField::Owner:
        return kind.owner == KindOptions::Owner::Nobody
            ? Words::tr("the server keeps no owner of it")
            : QString();
    case AcquireField::MinValidity:
        return kind.isQuorum ? QString() : Words::tr("one server keeps it");
    }
    return {};
}

QString reasonAgainstTaking(const QByteArray &kind)
{
    return workbench::optionsOf(kind)
        ? QString()
        : Words::tr("locks of the kind %1 cannot be taken by hand").arg(wording::kind(kind));
}

QString reasonAgainstReentering(const QByteArray &kind)
{
    const format::KindTraits &traits = format::traitsOf(kind);
    if (traits.isPlainString)
        return Words::tr("a %1 lock cannot be entered again").arg(wording::kind(kind));
    if (traits.isSemaphore())
        return Words::tr("take more permits with the form");
    if (traits.hasOwners && !traits.isReentrant)
        return Words::tr("it is there not to be entered again");
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
        return Words::tr("Choose the servers.");
    if (!kind.isQuorum)
        return servers == 1 ? Words::tr("All of the locks or none.")
                            : Words::tr("Each name on each of the %1 servers: all of the locks or "
                                        "none.")
                                  .arg(servers);
    if (servers < static_cast<int>(workbench::leastQuorum))
        return Words::tr("Choose %1 servers or more: a majority of fewer does not survive the loss "
                         "of one.")
            .arg(workbench::leastQuorum);
    const int needed = servers / 2 + 1;
    return Words::tr("%1 of the %2 have to grant it: %3 may fail.")
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
        return fail(ErrorKind::InvalidInput, Words::tr("give the lock a name"));
    return names;
}

QString namesAsTyped(const std::vector<LockName> &names, const KindOptions &kind)
{
    QStringList typed;
    for (const LockName &name : names) {
        const QString text = visible(name.bytes);
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
                    Words::tr("\"%1\" is no whole number of at least %2")
                        .arg(visibleElided(typed.toUtf8(), 40), QString::number(least)));
    return std::optional(number);
}

} // namespace lockscope::ui
