// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/secretsource.h"

#include "core/base/sentence.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

using From = SecretSource::From;

struct SourceForm {
    From from;
    QLatin1StringView word; // with a colon: something follows
};

constexpr std::array sourceForms{
    SourceForm{From::Ask, "ask"_L1},    SourceForm{From::Keychain, "keychain"_L1},
    SourceForm{From::None, "none"_L1},  SourceForm{From::Variable, "env:"_L1},
    SourceForm{From::File, "file:"_L1}, SourceForm{From::Command, "command:"_L1},
};

bool hasControlCharacter(const QString &text)
{
    return std::ranges::any_of(text,
                               [](QChar c) { return c.unicode() < 0x20 || c == QChar(0x7f); });
}

tl::unexpected<Error> refusal(const Sentence &text)
{
    return fail(ErrorKind::InvalidInput, text);
}

} // namespace

QString toText(const SecretSource &source)
{
    const auto *const form = std::ranges::find(sourceForms, source.from, &SourceForm::from);
    return form == sourceForms.end() ? QString() : form->word + source.where;
}

Result<SecretSource> secretSourceFrom(const QString &text)
{
    if (text.isEmpty())
        return SecretSource();
    for (const SourceForm &form : sourceForms) {
        const bool takesMore = form.word.endsWith(u':');
        if (takesMore ? !text.startsWith(form.word) : text != form.word)
            continue;
        const SecretSource source{form.from, takesMore ? text.sliced(form.word.size()) : QString()};
        if (const auto checked = check(source); !checked)
            return fail(checked.error());
        return source;
    }
    return refusal(Sentence::say(
        "this is not a source of a password; use ask, keychain, env:NAME, "
        "file:/PATH, command:PROGRAM ARGUMENTS or none, and never the password itself"));
}

Result<void> check(const SecretSource &source)
{
    static const QRegularExpression variable(uR"(^[A-Za-z_][A-Za-z0-9_]{0,127}\z)"_s);
    switch (source.from) {
    case From::Variable:
        if (!variable.match(source.where).hasMatch())
            return refusal(
                Sentence::say("env: needs the name of an environment variable, for example "
                              "env:SHOP_PASSWORD"));
        return {};
    case From::File:
        if (!QDir::isAbsolutePath(source.where) || hasControlCharacter(source.where))
            return refusal(
                Sentence::say("file: needs an absolute path, which begins with /, for example "
                              "file:/run/secrets/shop"));
        return {};
    case From::Command:
        if (hasControlCharacter(source.where) || commandWords(source).value(0).isEmpty())
            return refusal(Sentence::say("command: needs a program and its arguments, for example "
                                         "command:pass show redis/shop"));
        return {};
    default:
        return {};
    }
}

QStringList commandWords(const SecretSource &source)
{
    return QProcess::splitCommand(source.where);
}

} // namespace lockscope::profile
