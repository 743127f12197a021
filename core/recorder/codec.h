// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/recorder/bytes.h"
#include "core/recorder/entry.h"

#include <QHash>

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::recorder {

// How entries are stored: as a stream in which each lock and server is the difference from its last
// state, each time that from the last one, and each name, owner or word is written once and then a
// number. A stream begins with all that is there (a key frame) and is read from there on; it is cut
// into chunks at any entry. Values without I/O; one thread each.

// The state that both ends of a stream keep.
struct StreamState {
    struct LockSlot {
        watch::LockId id;
        watch::LockPointer last; // its last state; kept when it is gone
        bool isThere = false;
    };
    std::vector<LockSlot> locks;
    std::map<int, std::vector<QByteArray>> servers; // by number
    std::map<int, qint64> phases; // of the instants of a server, below a millisecond
    qint64 at = 0; // of the last entry, in milliseconds
    qint64 wallOffset = 0; // what is added to it for the wall clock
};

class Encoder
{
public:
    // A new stream. What is stored is bounded to times of whole milliseconds.
    void begin();
    void add(const Stamped &stamped);
    // The bytes since the last call.
    QByteArray take() { return m_out.take(); }
    qsizetype size() const { return m_out.size(); }

private:
    void putHead(quint8 type, const Stamped &stamped);
    void putWord(const QByteArray &word);
    void putText(const QString &text);
    void putSentence(const Sentence &sentence);
    void putAlias(const Alias &alias);
    std::size_t putLock(const watch::LockId &id); // its slot
    void putInstant(const std::optional<Instant> &at);
    void putWall(WallInstant at);
    void putRecord(const watch::LockRecord &before, const watch::LockRecord &now);
    void putHolds(const watch::LockRecord &before, const watch::LockRecord &now);
    void putHold(const watch::HoldRecord &before, const watch::HoldRecord &now);
    void putWaiters(const watch::LockRecord &before, const watch::LockRecord &now);
    void putWaiter(const watch::WaiterRecord &waiter);

    void put(const Stamped &stamped, const LockEntry &entry);
    void put(const Stamped &stamped, const watch::ServerPointer &server);
    void put(const Stamped &stamped, const watch::Event &event);
    void put(const Stamped &stamped, const RemovedEntry &entry);
    void put(const Stamped &stamped, const health::ProblemChange &change);
    void put(const Stamped &stamped, const PlaceEntry &place);

    ByteWriter m_out;
    StreamState m_state;
    bool m_isFirst = true;
    QHash<QByteArray, quint32> m_words;
    std::unordered_map<watch::LockId, std::size_t> m_slots;
    // Of the present entry: what instants are compared with.
    qint64 m_base = 0;
    int m_server = -1;
};

class Decoder
{
public:
    // A new stream.
    void begin();
    // The next chunk. Each entry is handed over as it was stored; false: stop there, and read no
    // more. Returns false if the bytes are damaged.
    using Visitor = std::function<bool(const Stamped &)>;
    bool feed(QByteArrayView chunk, const Visitor &visitor);

private:
    enum class Step : quint8 { Next, Stop, Damaged };

    Step readEntry(const Visitor &visitor);
    QByteArray word();
    QString text() { return fromUtf8(word()); }
    Sentence sentence();
    Alias alias();
    StreamState::LockSlot *lock();
    std::optional<Instant> instant();
    WallInstant wall();
    watch::LockPointer record(const StreamState::LockSlot &slot);
    void readHolds(watch::LockRecord &lock);
    void readHold(watch::HoldRecord &hold);
    void readWaiters(watch::LockRecord &lock);
    watch::WaiterRecord waiter();
    watch::ServerPointer server();
    watch::Event event();
    std::optional<health::ProblemChange> problem();

    ByteReader m_in{QByteArrayView()};
    StreamState m_state;
    std::vector<QByteArray> m_words;
    qint64 m_base = 0;
    int m_server = -1;
};

} // namespace lockscope::recorder
