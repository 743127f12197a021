// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockscope::lockctl {

// One key, as a terminal tells it.
struct Key {
    enum class Code : quint8 {
        Text, // one character
        Enter,
        Escape,
        Backspace,
        Delete,
        Up,
        Down,
        Left,
        Right,
        PageUp,
        PageDown,
        Home,
        End,
        Help, // F1
        Interrupt, // Ctrl+C
        Suspend, // Ctrl+Z
        Repaint, // Ctrl+L
        ClearLine, // Ctrl+U
    };

    Code code = Code::Text;
    QString text = {}; // of Text

    friend bool operator==(const Key &, const Key &) = default;
};

// Makes keys of the bytes of a terminal. Sequences and characters may be cut anywhere between two
// reads; unknown ones are left out. A value without a clock, one thread.
class KeyDecoder
{
public:
    std::vector<Key> take(const QByteArray &bytes);

    // An escape character came, which may begin a sequence or be the key itself.
    bool isUndecided() const { return m_rest.startsWith('\x1b'); }
    // Nothing followed for a moment: the key itself was meant.
    std::vector<Key> decide();

private:
    bool takeOne(std::vector<Key> &keys);
    bool takeSequence(std::vector<Key> &keys);
    bool takeCharacter(std::vector<Key> &keys);

    QByteArray m_rest; // not decoded yet
};

} // namespace lockscope::lockctl
