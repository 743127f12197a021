// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/secretfile.h"

#include "core/base/text.h"
#include "core/platform/file.h"
#include "core/secret/heldsecret.h"

using namespace Qt::StringLiterals;

namespace lockscope::secret {

namespace {

tl::unexpected<Error> refusal(ErrorKind kind, const Sentence &text)
{
    return fail(kind, text);
}

tl::unexpected<Error> notRead(const QString &shown, int error)
{
    return refusal(
        ErrorKind::InvalidInput,
        Sentence::say("the file %1 cannot be read: %2").arg(shown, platform::systemText(error)));
}

} // namespace

Result<QByteArray> firstLineOf(QByteArray text)
{
    qsizetype end = text.indexOf('\n');
    if (end < 0)
        end = text.size();
    if (end > 0 && end < text.size() && text[end - 1] == '\r')
        --end;
    QByteArray line(text.constData(), end);
    wipe(text);
    if (line.isEmpty())
        return refusal(ErrorKind::InvalidInput, Sentence::say("its first line is empty"));
    return line;
}

// Without stdio and QFile, which leave copies in their buffers.
Result<QByteArray> readSecretFile(const QString &path)
{
    const QString shown = visibleElided(path.toUtf8(), 200);
    const auto file = platform::File::open(path, platform::File::Purpose::Read);
    if (!file)
        return notRead(shown, file.error());
    const auto facts = file->facts();
    if (!facts)
        return notRead(shown, facts.error());
    if (facts->sort != platform::FileFacts::Sort::File)
        return refusal(ErrorKind::InvalidInput, Sentence::say("%1 is not a file").arg(shown));
    if (facts->isOurs && facts->isOpenToOthers)
        return refusal(ErrorKind::InvalidInput,
                       Sentence::say("other users may use the file %1; to keep it to its owner, "
                                     "run chmod 600 %1")
                           .arg(shown));
    QByteArray text(longestSecret + 1, Qt::Uninitialized);
    qsizetype size = 0;
    while (size < text.size()) {
        const auto count = file->read(text.data() + size, text.size() - size);
        if (!count) {
            wipe(text);
            return notRead(shown, count.error());
        }
        if (*count == 0)
            break;
        size += *count;
    }
    if (size > longestSecret) {
        wipe(text);
        return refusal(ErrorKind::InvalidInput,
                       Sentence::say("the file %1 is too large for a password").arg(shown));
    }
    text.truncate(size);
    auto line = firstLineOf(std::move(text));
    if (!line)
        return refusal(ErrorKind::InvalidInput,
                       Sentence::say("the file %1: %2").arg(shown, line.error().text));
    return line;
}

} // namespace lockscope::secret
