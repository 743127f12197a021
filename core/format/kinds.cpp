// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/kinds.h"

#include "core/format/stringrules.h"
#include "core/format/traits.h"

namespace lockscope::format {

namespace {

// These, and one of each string rule; sorted, each once.
QStringList withRules(QStringList words, const char *StringRule::*word)
{
    for (const StringRule &rule : stringRules())
        words += QString::fromLatin1(rule.*word);
    words.sort();
    words.removeDuplicates();
    return words;
}

QStringList shownKinds()
{
    QStringList words;
    for (const KindTraits &row : allKindTraits()) {
        if (row.isShown)
            words += QString::fromLatin1(row.kind);
    }
    return words;
}

QStringList knownLibraries()
{
    QStringList words;
    for (const LibraryTraits &row : allLibraryTraits())
        words += QString::fromLatin1(row.library);
    return words;
}

} // namespace

const QStringList &kindNames()
{
    static const QStringList words = withRules(shownKinds(), &StringRule::kind);
    return words;
}

const QStringList &libraryNames()
{
    static const QStringList words = withRules(knownLibraries(), &StringRule::library);
    return words;
}

} // namespace lockscope::format
