// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope {

template <typename T>
class Pending;

namespace detail {

template <typename T>
struct PendingCell {
    std::optional<Result<T>> result;
    std::function<void(Result<T> &&)> then;
    std::shared_ptr<void> source; // see Pending::keep
    bool abandoned = false;
};

} // namespace detail

// The producer's end of one outstanding result. One thread. The first complete() wins, later ones
// are ignored; a Completion that is destroyed unanswered completes with ErrorKind::Cancelled, so no
// waiter is ever forgotten. complete() runs the waiter before it returns: update your own state
// first; the waiter may destroy you.
template <typename T>
class Completion
{
public:
    Completion()
        : m_cell(std::make_shared<detail::PendingCell<T>>())
    {}
    Completion(Completion &&) noexcept = default;
    Completion &operator=(Completion &&other) noexcept
    {
        if (this != &other) {
            drop();
            m_cell = std::move(other.m_cell);
        }
        return *this;
    }
    Completion(const Completion &) = delete;
    Completion &operator=(const Completion &) = delete;
    ~Completion() { drop(); }

    // The consumer's end. To be called once.
    Pending<T> pending() { return Pending<T>(m_cell); }

    // Nobody waits any more: the result would be thrown away.
    bool isAbandoned() const { return !m_cell || m_cell->abandoned; }

    void complete(Result<T> result)
    {
        const auto cell = std::exchange(m_cell, nullptr);
        if (!cell || cell->abandoned)
            return;
        const auto source = std::exchange(cell->source, nullptr);
        if (cell->then) {
            const auto then = std::exchange(cell->then, nullptr);
            then(std::move(result));
        } else {
            cell->result = std::move(result);
        }
    }

private:
    void drop()
    {
        if (m_cell)
            complete(fail(ErrorKind::Cancelled, Sentence::say("cancelled")));
    }

    std::shared_ptr<detail::PendingCell<T>> m_cell;
};

// The consumer's end: a result that is there or will be. Move-only, one thread. Destroying it tells
// the producer that nobody waits; nothing is called afterwards. Wait for it in a coroutine with
// TaskScope::wait, which adds the deadline and the cancel.
template <typename T>
class Pending
{
public:
    Pending() = default;
    Pending(Pending &&) noexcept = default;
    Pending &operator=(Pending &&other) noexcept
    {
        if (this != &other) {
            abandon();
            m_cell = std::move(other.m_cell);
        }
        return *this;
    }
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;
    ~Pending() { abandon(); }

    // A result that is known already.
    static Pending ready(Result<T> result)
    {
        Completion<T> completion;
        Pending pending = completion.pending();
        completion.complete(std::move(result));
        return pending;
    }

    bool isReady() const { return m_cell && m_cell->result; }

    // The result, once; only while isReady().
    Result<T> take()
    {
        Result<T> result = std::move(*m_cell->result);
        m_cell.reset();
        return result;
    }

    // Calls back once: at once when the result is there, else from complete(). Not after this end
    // is gone.
    void then(std::function<void(Result<T> &&)> callback)
    {
        if (isReady())
            callback(take());
        else if (m_cell)
            m_cell->then = std::move(callback);
    }

    // Keeps the source of the result until it is there or nobody waits for it any more.
    void keep(std::shared_ptr<void> source)
    {
        if (m_cell && !isReady())
            m_cell->source = std::move(source);
    }

private:
    friend class Completion<T>;
    explicit Pending(std::shared_ptr<detail::PendingCell<T>> cell)
        : m_cell(std::move(cell))
    {}

    void abandon()
    {
        if (const auto cell = std::exchange(m_cell, nullptr)) {
            cell->abandoned = true;
            cell->then = nullptr;
            cell->source = nullptr;
        }
    }

    std::shared_ptr<detail::PendingCell<T>> m_cell;
};

} // namespace lockscope
