// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/keys.h"

#include "core/base/text.h"

#include <QList>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lockscope::lockctl {

namespace {

using Code = Key::Code;

constexpr qsizetype longestSequence = 32;

std::optional<Code> codeOfControl(char byte)
{
    switch (byte) {
    case '\r':
    case '\n':
        return Code::Enter;
    case '\x7f':
    case '\b':
        return Code::Backspace;
    case '\x03':
        return Code::Interrupt;
    case '\x0c':
        return Code::Repaint;
    case '\x15':
        return Code::ClearLine;
    case '\x1a':
        return Code::Suspend;
    default:
        return std::nullopt;
    }
}

std::optional<Code> codeOfFinal(char final)
{
    switch (final) {
    case 'A':
        return Code::Up;
    case 'B':
        return Code::Down;
    case 'C':
        return Code::Right;
    case 'D':
        return Code::Left;
    case 'H':
        return Code::Home;
    case 'F':
        return Code::End;
    case 'P':
        return Code::Help;
    default:
        return std::nullopt;
    }
}

// "\e[5~"; modifiers may follow behind a semicolon.
std::optional<Code> codeOfNumber(const QByteArray &number)
{
    constexpr std::array codes{
        std::pair{1, Code::Home},   std::pair{3, Code::Delete},   std::pair{4, Code::End},
        std::pair{5, Code::PageUp}, std::pair{6, Code::PageDown}, std::pair{7, Code::Home},
        std::pair{8, Code::End},    std::pair{11, Code::Help},
    };
    const int wanted = number.split(';').front().toInt();
    for (const auto &[value, code] : codes) {
        if (value == wanted)
            return code;
    }
    return std::nullopt;
}

bool isFinal(char byte)
{
    return byte >= 0x40 && byte <= 0x7e;
}

void add(std::vector<Key> &keys, std::optional<Code> code)
{
    if (code)
        keys.push_back({*code});
}

} // namespace

std::vector<Key> KeyDecoder::take(const QByteArray &bytes)
{
    m_rest += bytes;
    std::vector<Key> keys;
    while (!m_rest.isEmpty() && takeOne(keys)) {}
    return keys;
}

std::vector<Key> KeyDecoder::decide()
{
    std::vector<Key> keys;
    if (!isUndecided())
        return keys;
    // Alone it is the key; a sequence that breaks off is none.
    if (m_rest.size() == 1)
        keys.push_back({Code::Escape});
    m_rest.clear();
    return keys;
}

// False: more bytes have to come first.
bool KeyDecoder::takeOne(std::vector<Key> &keys)
{
    const char first = m_rest.front();
    if (first == '\x1b')
        return takeSequence(keys);
    if (static_cast<unsigned char>(first) < 0x20 || first == '\x7f') {
        add(keys, codeOfControl(first));
        m_rest.remove(0, 1);
        return true;
    }
    return takeCharacter(keys);
}

bool KeyDecoder::takeSequence(std::vector<Key> &keys)
{
    if (m_rest.size() < 2)
        return false;
    const char kind = m_rest[1];
    if (kind != '[' && kind != 'O') {
        // Escape, and soon another key.
        keys.push_back({Code::Escape});
        m_rest.remove(0, 1);
        return true;
    }
    if (m_rest.size() < 3)
        return false;
    qsizetype end = 2;
    while (kind == '[' && end < m_rest.size() && end < longestSequence && !isFinal(m_rest[end])) {
        if (static_cast<unsigned char>(m_rest[end]) < 0x20) {
            m_rest.remove(0, end); // broken off by another key
            return true;
        }
        ++end;
    }
    if (end == m_rest.size())
        return false;
    const char final = m_rest[end];
    add(keys, final == '~' ? codeOfNumber(m_rest.sliced(2, end - 2)) : codeOfFinal(final));
    m_rest.remove(0, end + 1);
    return true;
}

bool KeyDecoder::takeCharacter(std::vector<Key> &keys)
{
    const auto first = static_cast<unsigned char>(m_rest.front());
    const qsizetype size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const QByteArray bytes = m_rest.first(std::min(size, m_rest.size()));
    for (qsizetype i = 1; i < bytes.size(); ++i) {
        if ((static_cast<unsigned char>(bytes[i]) & 0xc0) != 0x80) {
            m_rest.remove(0, i); // no character
            return true;
        }
    }
    if (bytes.size() < size)
        return false;
    if (isUtf8(bytes))
        keys.push_back({Code::Text, fromUtf8(bytes)});
    m_rest.remove(0, size);
    return true;
}

} // namespace lockscope::lockctl
