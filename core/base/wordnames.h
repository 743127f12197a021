// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"
#include "core/base/compact.h"
#include "core/base/ids.h"

#include <QByteArrayView>

#include <unordered_map>

namespace lockscope {

// Names for clients that nobody has named: two words made from the client's uuid, the same on every
// machine and in every run and version. People tell "amber-otter" from "calm-lynx" at a glance,
// which they cannot do with uuids. Plain functions, any thread.

// The uuid before the owner's first colon, which is the client that the owner is a thread of.
// Empty: the owner has another form and gets no words, since a token may be readable itself, or
// new for each acquisition.
QByteArrayView clientUuid(const OwnerId &owner);

QByteArray wordName(QByteArrayView client); // "amber-otter", one of 32,768
QByteArray longWordName(QByteArrayView client); // "amber-otter-3f", if several would share it

// FNV-1a: qHash() may give other values in another version of Qt or on another processor.
quint64 clientHash(QByteArrayView client);

// The word-names of the clients of an estate. If two clients would have one name, both have the
// long one. A value, any thread. It remembers at most one client for each name, so it stays small.
class WordNames
{
public:
    bool isOn() const { return m_isOn; }
    bool setOn(bool on); // off at first; whether that differs

    // Such an owner was seen. Whether another client has a longer name from now on.
    bool note(const OwnerId &owner);

    // Empty: none, or switched off. The threads of a client share one object.
    Shared<Alias> find(const OwnerId &owner) const;

private:
    struct Taken {
        quint64 hash = 0; // of the first client
        bool isShared = false; // another client has come
        Shared<Alias> name; // of the first client, while it is alone
    };

    bool m_isOn = false;
    std::unordered_map<quint16, Taken> m_taken; // by the number of the name
};

} // namespace lockscope
