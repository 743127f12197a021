// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/secretfile.h"

#include "core/base/text.h"
#include "core/secret/heldsecret.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace lockscope::secret {

namespace {

constexpr mode_t forOthers = 077;

class Descriptor
{
public:
    explicit Descriptor(int number)
        : m_number(number)
    {}
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int number() const { return m_number; }

private:
    int m_number;
};

tl::unexpected<Error> refusal(ErrorKind kind, const Sentence &text)
{
    return fail(kind, text);
}

tl::unexpected<Error> notRead(const QString &shown, int error)
{
    return refusal(ErrorKind::InvalidInput,
                   Sentence::say("the file %1 cannot be read: %2")
                       .arg(shown, QString::fromLocal8Bit(std::strerror(error))));
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

// Without stdio and QFile, which leave copies in their buffers. Not blocking: it may be a pipe.
Result<QByteArray> readSecretFile(const QString &path)
{
    const QString shown = visibleElided(path.toUtf8(), 200);
    const Descriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.number() < 0)
        return notRead(shown, errno);
    struct stat facts {
    };
    if (::fstat(file.number(), &facts) != 0)
        return notRead(shown, errno);
    if (!S_ISREG(facts.st_mode))
        return refusal(ErrorKind::InvalidInput, Sentence::say("%1 is not a file").arg(shown));
    if (facts.st_uid == ::getuid() && (facts.st_mode & forOthers) != 0)
        return refusal(ErrorKind::InvalidInput,
                       Sentence::say("other users may use the file %1; to keep it to its owner, "
                                     "run chmod 600 %1")
                           .arg(shown));
    QByteArray text(longestSecret + 1, Qt::Uninitialized);
    qsizetype size = 0;
    while (size < text.size()) {
        const auto count =
            ::read(file.number(), text.data() + size, static_cast<std::size_t>(text.size() - size));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            const int error = errno;
            wipe(text);
            return notRead(shown, error);
        }
        if (count == 0)
            break;
        size += count;
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
