// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace lockscope::profile {

// The source of a profile's secret; never the secret. A value, any thread. Its text is the
// same in the file, on a command line and in a form:
//
//   ask                    the program asks the user when it connects
//   keychain               the desktop's keychain
//   env:NAME               an environment variable
//   file:/PATH             the first line of a file that its owner alone may read
//   command:PROGRAM ARG... the first line that a program writes; words are split at spaces, double
//                          quotes keep them together, and no shell is asked: no variables, no pipes
//   none                   there is no secret
struct SecretSource {
    enum class From { Unset, Ask, Keychain, Variable, File, Command, None };

    From from = From::Unset; // Unset: LOCKSCOPE_PASSWORD or the like, as for a URL
    QString where = {}; // the variable, the path, the command line

    bool isSet() const { return from != From::Unset; }

    friend bool operator==(const SecretSource &, const SecretSource &) = default;
};

// Empty for Unset.
QString toText(const SecretSource &source);

// InvalidInput shows the forms, never the text: it may be a password. An empty text is Unset.
Result<SecretSource> secretSourceFrom(const QString &text);

// The reason why it cannot be used; success if it can.
Result<void> check(const SecretSource &source);

// The words of a command.
QStringList commandWords(const SecretSource &source);

} // namespace lockscope::profile
