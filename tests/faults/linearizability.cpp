// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/linearizability.h"

#include <QSet>
#include <QString>

#include <algorithm>
#include <list>
#include <map>
#include <set>

namespace lockscope::faults {

namespace {

struct Call {
    bool isTaking = false;
    bool isShared = false;
    int owner = 0; // several workers have it in common; 0: nobody has
    qint64 invoked = 0;
    qint64 answered = never;
};

// Readers, or -1 for the one writer, or how often an owner that several have in common holds it.
using State = int;
constexpr State jointFactor = 1'000'000; // -1 * owner, and one more for each hold

// Workers that share an owner can enter whenever that owner holds the lock.
std::optional<State> stepJoint(State state, const Call &call)
{
    const State none = -jointFactor * call.owner;
    const bool isOurs = state < none && state > none - jointFactor;
    if (call.isTaking && state == 0)
        return none - 1;
    if (call.isTaking)
        return isOurs ? std::optional(state - 1) : std::nullopt;
    if (!isOurs)
        return std::nullopt;
    return state == none - 1 ? 0 : state + 1;
}

std::optional<State> step(State state, const Call &call)
{
    if (call.owner > 0)
        return stepJoint(state, call);
    if (call.isTaking && call.isShared)
        return state >= 0 ? std::optional(state + 1) : std::nullopt;
    if (call.isTaking)
        return state == 0 ? std::optional(-1) : std::nullopt;
    if (call.isShared)
        return state > 0 ? std::optional(state - 1) : std::nullopt;
    return state == -1 ? std::optional(0) : std::nullopt;
}

class Search
{
public:
    explicit Search(std::vector<Call> calls);
    bool succeeds();

private:
    struct Entry {
        qint64 t;
        bool isAnswer;
        std::size_t call;
    };
    using Entries = std::list<Entry>;
    struct Taken {
        Entries::iterator question;
        Entries::iterator afterQuestion;
        Entries::iterator answer;
        Entries::iterator afterAnswer;
        State state; // before it, as the rest
        std::size_t lowest;
        std::set<std::size_t> doneAbove;
    };

    bool tryCall(Entries::iterator at);
    bool undo(Entries::iterator &at);
    QByteArray configuration(State state) const;

    const std::vector<Call> m_calls;
    Entries m_entries; // the calls that are not put in order yet
    Entries m_aside; // the calls that are
    std::vector<Entries::iterator> m_answers;
    std::vector<Taken> m_taken;
    std::size_t m_lowest = 0; // all calls before it are done
    std::set<std::size_t> m_doneAbove; // done ones from there on
    QSet<QByteArray> m_seen;
    State m_state = 0;
};

Search::Search(std::vector<Call> calls)
    : m_calls(std::move(calls))
    , m_answers(m_calls.size())
{
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        entries.push_back({m_calls[i].invoked, false, i});
        entries.push_back({m_calls[i].answered, true, i});
    }
    // A question at the very instant of another's answer may come before it.
    std::ranges::stable_sort(entries, [](const Entry &a, const Entry &b) {
        return a.t != b.t ? a.t < b.t : a.isAnswer < b.isAnswer;
    });
    for (const Entry &entry : entries) {
        m_entries.push_back(entry);
        if (entry.isAnswer)
            m_answers[entry.call] = std::prev(m_entries.end());
    }
}

// The calls that are done, in a short form: calls are numbered by time, so few are done out of
// order.
QByteArray Search::configuration(State state) const
{
    QByteArray text = QByteArray::number(state) + ':' + QByteArray::number(m_lowest);
    for (const std::size_t call : m_doneAbove)
        text += ',' + QByteArray::number(call);
    return text;
}

bool Search::tryCall(Entries::iterator at)
{
    const std::size_t call = at->call;
    const auto next = step(m_state, m_calls[call]);
    if (!next)
        return false;
    const auto answer = m_answers[call];
    Taken taken{at, std::next(at), answer, std::next(answer), m_state, m_lowest, m_doneAbove};
    m_doneAbove.insert(call);
    while (m_doneAbove.erase(m_lowest) > 0)
        ++m_lowest;
    const QByteArray reached = configuration(*next);
    if (m_seen.contains(reached)) {
        m_lowest = taken.lowest;
        m_doneAbove = std::move(taken.doneAbove);
        return false;
    }
    m_seen.insert(reached);
    m_aside.splice(m_aside.end(), m_entries, at);
    if (taken.afterQuestion == answer)
        taken.afterQuestion = taken.afterAnswer;
    m_aside.splice(m_aside.end(), m_entries, answer);
    m_state = *next;
    m_taken.push_back(std::move(taken));
    return true;
}

// Takes the last call back; the search goes on after its question.
bool Search::undo(Entries::iterator &at)
{
    if (m_taken.empty())
        return false;
    Taken taken = std::move(m_taken.back());
    m_taken.pop_back();
    m_entries.splice(taken.afterAnswer, m_aside, taken.answer);
    const bool wereNeighbours = taken.afterQuestion == taken.afterAnswer;
    m_entries.splice(wereNeighbours ? taken.answer : taken.afterQuestion, m_aside, taken.question);
    m_state = taken.state;
    m_lowest = taken.lowest;
    m_doneAbove = std::move(taken.doneAbove);
    at = std::next(taken.question);
    return true;
}

bool Search::succeeds()
{
    auto at = m_entries.begin();
    while (at != m_entries.end()) {
        if (!at->isAnswer) {
            if (tryCall(at))
                at = m_entries.begin();
            else
                ++at;
            continue;
        }
        // Its call should have been done by now; calls without an answer are not owed.
        if (m_calls[at->call].answered == never)
            return true;
        if (!undo(at))
            return false;
    }
    return true;
}

} // namespace

bool isLinearizable(const Timeline &timeline, const QByteArray &lock)
{
    std::vector<Call> calls;
    std::map<QByteArray, std::set<QByteArray>> workers; // by owner
    for (const Hold &hold : timeline.holds) {
        if (hold.lock == lock && !hold.token.isEmpty())
            workers[hold.token].insert(hold.proc);
    }
    std::erase_if(workers, [](const auto &one) { return one.second.size() < 2; });
    const auto ownerOf = [&](const Hold &hold) {
        const auto found = workers.find(hold.token);
        return found == workers.end() ? 0 : 1 + int(std::distance(workers.begin(), found));
    };
    for (const Hold &hold : timeline.holds) {
        if (hold.lock != lock || hold.ends <= hold.granted)
            continue;
        const int owner = ownerOf(hold);
        calls.push_back({true, hold.isShared, owner, hold.invoked, hold.granted});
        const bool isOwed = !hold.isOpen && hold.released >= hold.ends;
        calls.push_back({false, hold.isShared, owner, hold.ends, isOwed ? hold.released : never});
    }
    // By question, so that the memory of configurations stays short.
    std::ranges::stable_sort(calls, {}, &Call::invoked);
    return Search(std::move(calls)).succeeds();
}

std::optional<QByteArray> firstNotLinearizable(const Timeline &timeline)
{
    std::set<QByteArray> locks;
    for (const Hold &hold : timeline.holds)
        locks.insert(hold.lock);
    for (const QByteArray &lock : locks) {
        if (!isLinearizable(timeline, lock))
            return lock;
    }
    return std::nullopt;
}

} // namespace lockscope::faults
