// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::faults {

// The actions of clients and nemeses, one JSON line an event, by the monotonic clock of the one
// host that all of them run on. Plain values and files; any thread.

enum class Op { Acquire, Release, Extend, Lost, Work, Fault, InEffect };
enum class Phase {
    Invoke,
    Ok,
    Fail, // certainly not done
    Info, // nobody knows
};

// One moment of one worker, which does one thing at a time; only Lost comes unrequested: Ok, the
// worker was told of the loss; Fail, it was not, though the hold is gone. Extend: Ok, the hold
// lasts longer; Info, it is certain for a shorter time than before. The nemesis writes when a Fault
// may have an effect (Invoke: about to strike, Ok: healed) and when it certainly has its full
// effect (InEffect; Invoke: struck everywhere, Ok: about to heal).
struct Event {
    qint64 t = 0; // ns
    QByteArray proc; // process.worker
    Op op = Op::Acquire;
    Phase phase = Phase::Invoke;
    QByteArray lock; // kind-number
    QByteArray token; // the owner; several workers may share one
    bool isShared = false; // a reader's hold
    std::optional<qint64> fence;
    std::optional<qint64> validity; // ns from t; acquire that is ok, extend
    std::optional<int> nodeAcks; // servers that granted it
    std::optional<qint64> value; // work: read (invoke), written (ok)
    QByteArray note;

    friend bool operator==(const Event &, const Event &) = default;
};

using History = std::vector<Event>;

// Now, in the history's time.
qint64 monotonicNs();

// `lock` up to its last hyphen.
QByteArray kindOf(const QByteArray &lock);

QByteArray toLine(const Event &event);
std::optional<Event> fromLine(const QByteArray &line);

// Appends to a file, each event by one write, so that a process that is killed has lost none.
class HistoryWriter
{
public:
    explicit HistoryWriter(const QByteArray &path);
    ~HistoryWriter();
    HistoryWriter(const HistoryWriter &) = delete;
    HistoryWriter &operator=(const HistoryWriter &) = delete;

    bool isOpen() const { return m_file >= 0; }
    void write(const Event &event); // with the time it bears

private:
    int m_file;
};

// The events of all files *.jsonl of a folder in the order of time; a last line that is cut off by
// a kill is left out.
History readHistory(const QByteArray &folder);
// The events of one file.
History readFile(const QByteArray &path);

} // namespace lockscope::faults
