// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope {

namespace {

struct CodePoint {
    char32_t value = 0;
    qsizetype size = 0; // 0: not UTF-8 here
};

// Decodes one code point; Unicode 15, table 3-7.
CodePoint decodeOne(QByteArrayView bytes)
{
    const auto at = [&](qsizetype i) { return static_cast<unsigned char>(bytes[i]); };
    const auto first = at(0);
    if (first < 0x80)
        return {first, 1};
    const qsizetype size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || bytes.size() < size)
        return {};
    char32_t value = first & (0xffU >> (size + 1));
    for (qsizetype i = 1; i < size; ++i) {
        if ((at(i) & 0xc0U) != 0x80)
            return {};
        value = (value << 6U) | (at(i) & 0x3fU);
    }
    const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (overlong || surrogate || value > 0x10ffff)
        return {};
    return {value, size};
}

bool mustEscape(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) // controls
        || c == 0xad || c == 0x061c || c == 0x180e // soft hyphen, Arabic mark, vowel separator
        || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) // zero width, bidi
        || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff // joiners, isolates, BOM
        || (c >= 0xfff0 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff); // annotations, tags
}

void appendEscape(QString &out, char32_t c)
{
    switch (c) {
    case '\n':
        out += "\\n"_L1;
        return;
    case '\r':
        out += "\\r"_L1;
        return;
    case '\t':
        out += "\\t"_L1;
        return;
    default:
        break;
    }
    if (c < 0x80)
        out += u"\\x%1"_s.arg(static_cast<uint>(c), 2, 16, '0'_L1);
    else
        out += u"\\u{%1}"_s.arg(static_cast<uint>(c), 4, 16, '0'_L1);
}

} // namespace

QString visibleElided(QByteArrayView bytes, qsizetype limit)
{
    QString out;
    qsizetype cut = 0; // where an ellipsis still fits, never inside an escape or a character
    while (!bytes.isEmpty()) {
        const CodePoint point = decodeOne(bytes);
        if (point.size == 0)
            out += u"\\x%1"_s.arg(static_cast<unsigned char>(bytes[0]), 2, 16, '0'_L1);
        else if (point.value == '\\')
            out += "\\\\"_L1;
        else if (mustEscape(point.value))
            appendEscape(out, point.value);
        else
            out += QStringView(QChar::fromUcs4(point.value));
        if (out.size() > limit) {
            out.truncate(cut);
            return out + QChar(0x2026);
        }
        if (out.size() < limit)
            cut = out.size();
        bytes = bytes.sliced(std::max<qsizetype>(point.size, 1));
    }
    return out;
}

QString visible(QByteArrayView bytes)
{
    return visibleElided(bytes, std::numeric_limits<qsizetype>::max());
}

QString visibleName(QByteArrayView bytes, qsizetype limit)
{
    QString shown = visibleElided(bytes, limit);
    if (shown.endsWith(' '_L1))
        shown.replace(shown.size() - 1, 1, u"\\x20"_s);
    if (shown.startsWith(' '_L1))
        shown.replace(0, 1, u"\\x20"_s);
    return shown;
}

QString visibleNames(const std::vector<LockName> &names)
{
    constexpr std::size_t most = 5;
    constexpr qsizetype longest = 60;
    QStringList shown;
    for (const LockName &name : names) {
        if (static_cast<std::size_t>(shown.size()) == most) {
            shown += QString(QChar(0x2026));
            break;
        }
        shown += name.isEmpty() ? uR"(\u{})"_s : visibleName(name.bytes, longest);
    }
    return shown.join(", "_L1);
}

Result<QByteArray> fromVisible(const QString &text)
{
    static const QRegularExpression escape(
        uR"(\\(?:([nrt\\])|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}))"_s);
    QByteArray bytes;
    qsizetype done = 0;
    for (qsizetype at = text.indexOf('\\'_L1); at >= 0; at = text.indexOf('\\'_L1, done)) {
        const auto match = escape.match(text, at, QRegularExpression::NormalMatch,
                                        QRegularExpression::AnchorAtOffsetMatchOption);
        const char32_t point = match.captured(3).toUInt(nullptr, 16);
        if (!match.hasMatch() || point > QChar::LastValidCodePoint || QChar::isSurrogate(point))
            return fail(
                ErrorKind::InvalidInput,
                Sentence::say("\"%1\" contains a backslash that does not begin a known escape")
                    .arg(visibleElided(text.toUtf8(), 60).replace("\\\\"_L1, "\\"_L1)));
        bytes += QStringView(text).sliced(done, at - done).toUtf8();
        if (const QString letter = match.captured(1); !letter.isEmpty())
            bytes += letter == "n"_L1 ? '\n'
                : letter == "r"_L1    ? '\r'
                : letter == "t"_L1    ? '\t'
                                      : '\\';
        else if (const QString hex = match.captured(2); !hex.isEmpty())
            bytes += static_cast<char>(hex.toUInt(nullptr, 16));
        else
            // Not QString::fromUcs4(): it swallows a byte order mark.
            bytes += QStringView(QChar::fromUcs4(point)).toUtf8();
        done = match.capturedEnd();
    }
    return bytes + QStringView(text).sliced(done).toUtf8();
}

QString fromUtf8(QByteArrayView bytes)
{
    const QByteArrayView mark("\xef\xbb\xbf");
    QString marks;
    for (; bytes.startsWith(mark); bytes = bytes.sliced(mark.size()))
        marks += QChar(0xfeff);
    return marks + QString::fromUtf8(bytes);
}

bool isUtf8(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const CodePoint point = decodeOne(bytes);
        if (point.size == 0)
            return false;
        bytes = bytes.sliced(point.size);
    }
    return true;
}

Result<Millis> parseDuration(const QString &text)
{
    static const QRegularExpression form(uR"(^([0-9]{1,15})(ms|s|m|h|d)\z)"_s);
    const auto match = form.match(text);
    const QString shown = visibleElided(text.toUtf8(), 60);
    if (!match.hasMatch()) {
        static const QRegularExpression bare(uR"(^[0-9]+\z)"_s);
        if (bare.match(text).hasMatch())
            return fail(
                ErrorKind::InvalidInput,
                Sentence::say("the duration \"%1\" has no unit; write it with ms, s, m, h or d, "
                              "for example %1s")
                    .arg(shown));
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("\"%1\" is not a duration; write a whole number and its unit "
                                  "(ms, s, m, h or d), for example 500ms, 30s or 2d")
                        .arg(shown));
    }
    const qint64 number = match.captured(1).toLongLong();
    const QString unit = match.captured(2);
    const qint64 factor = unit == "ms"_L1 ? 1
        : unit == "s"_L1                  ? 1000
        : unit == "m"_L1                  ? 60'000
        : unit == "h"_L1                  ? 3'600'000
                                          : 86'400'000;
    constexpr qint64 longest = Millis(std::chrono::hours(24 * 366)).count();
    if (number > longest / factor)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("duration \"%1\" is longer than a year").arg(shown));
    return Millis(number * factor);
}

QString isoTime(WallInstant at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count())
        .toUTC()
        .toString(Qt::ISODateWithMs);
}

} // namespace lockscope
