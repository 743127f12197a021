// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/lockname.h"

#include "core/base/text.h"

#include <QCoreApplication>

namespace lockscope::wording {

namespace {

struct LockNameWords {
    Q_DECLARE_TR_FUNCTIONS(LockName)
};

} // namespace

QString lockName(const LockName &name, qsizetype limit)
{
    return name.bytes.isEmpty() ? LockNameWords::tr("(empty name)")
                                : visibleName(name.bytes, limit);
}

} // namespace lockscope::wording
