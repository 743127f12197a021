// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/said.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

namespace lockscope::wording {

namespace {

// In the context that core/base/sentence.h names.
QString translated(const char *text)
{
    return QCoreApplication::translate("Core", text);
}

QString timeHere(WallInstant at)
{
    return clockTime(at, SystemClock().wallNow());
}

QString alone(const Sentence &sentence, const QString &text)
{
    return ended(sentence.beginsWithData(translated) ? text : capitalised(text));
}

} // namespace

QString said(const Sentence &sentence)
{
    return sentence.inWords(translated, timeHere);
}

QString saidInUtc(const Sentence &sentence)
{
    return sentence.inWords(translated);
}

QString said(const Sentence &sentence, qsizetype limit)
{
    return visibleElided(said(sentence).toUtf8(), limit);
}

QString saidAlone(const Sentence &sentence)
{
    return alone(sentence, said(sentence));
}

QString saidAlone(const Sentence &sentence, qsizetype limit)
{
    return alone(sentence, said(sentence, limit));
}

} // namespace lockscope::wording
