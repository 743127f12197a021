// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/clashes.h"
#include "core/recorder/usual.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// The output of `history findings` and `history usual`. Plain functions.

QString clashesText(const recorder::ClashReport &report);
QJsonObject clashesJson(const recorder::ClashReport &report);

QString usualText(const recorder::UsualReport &report);
QJsonObject usualJson(const recorder::UsualReport &report, const LockName &lock,
                      const QTimeZone &zone);

// The limits of a report: times in which something may have happened unseen. Empty: there are none.
QString gapsText(const std::vector<recorder::RecordMark> &marks);

} // namespace lockscope::lockctl
