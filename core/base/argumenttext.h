// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace lockscope {

// Bytes of a command line as text that gives all of them back: valid UTF-8 is that text, every
// other byte a lone surrogate from U+DC80 to U+DCFF. Not to be shown. Any thread.
QString textOfArgument(QByteArrayView bytes);
QByteArray bytesOfArgument(QStringView text);

// The position of the first byte that is no UTF-8, from that place on; -1: none.
qsizetype rawByteIn(QStringView text, qsizetype from = 0);

} // namespace lockscope
