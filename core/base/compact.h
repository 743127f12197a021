// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QExplicitlySharedDataPointer>
#include <QSharedData>

#include <algorithm>
#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope {

// Values for records of which there are very many, in eight bytes each.

// A std::optional that is mostly empty: the value is allocated apart.
template <typename T>
class Rare
{
public:
    Rare() = default;
    Rare(std::nullopt_t) {}
    Rare(T value)
        : m_value(std::make_unique<T>(std::move(value)))
    {}
    Rare(std::optional<T> value)
    {
        if (value)
            emplace(std::move(*value));
    }
    Rare(const Rare &other)
        : m_value(other ? std::make_unique<T>(*other) : nullptr)
    {}
    Rare(Rare &&other) noexcept = default;
    Rare &operator=(Rare other) noexcept
    {
        m_value.swap(other.m_value);
        return *this;
    }
    ~Rare() = default;

    explicit operator bool() const { return m_value != nullptr; }
    bool has_value() const { return m_value != nullptr; }
    T &operator*() { return *m_value; }
    const T &operator*() const { return *m_value; }
    T *operator->() { return m_value.get(); }
    const T *operator->() const { return m_value.get(); }
    T value_or(T other) const { return m_value ? *m_value : std::move(other); }
    operator std::optional<T>() const
    {
        return m_value ? std::optional<T>(*m_value) : std::nullopt;
    }

    template <typename... Arguments>
    T &emplace(Arguments &&...arguments)
    {
        m_value = std::make_unique<T>(std::forward<Arguments>(arguments)...);
        return *m_value;
    }
    void reset() { m_value.reset(); }

    friend bool operator==(const Rare &a, const Rare &b)
    {
        return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
    }
    friend bool operator==(const Rare &a, const std::optional<T> &b)
    {
        return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
    }

private:
    std::unique_ptr<T> m_value;
};

// A std::optional in eight bytes, for numbers and times of which the lowest never occurs: that one
// is taken for none.
template <typename T>
class Slim
{
public:
    Slim() = default;
    Slim(std::nullopt_t) {}
    template <typename U>
    requires(std::convertible_to<U, T>) Slim(U value)
        : m_value(value)
    {}
    Slim(const std::optional<T> &value)
        : m_value(value.value_or(lowest()))
    {}

    explicit operator bool() const { return has_value(); }
    bool has_value() const { return m_value != lowest(); }
    const T &operator*() const { return m_value; }
    const T *operator->() const { return &m_value; }
    T value_or(T other) const { return has_value() ? m_value : other; }
    operator std::optional<T>() const
    {
        return has_value() ? std::optional<T>(m_value) : std::nullopt;
    }
    void reset() { m_value = lowest(); }

    friend bool operator==(const Slim &, const Slim &) = default;
    friend bool operator==(const Slim &a, const std::optional<T> &b) { return a == Slim(b); }

private:
    static constexpr T lowest()
    {
        if constexpr (std::integral<T>)
            return std::numeric_limits<T>::min();
        else
            return T::min();
    }

    T m_value = lowest();
};

// A value that many records have in common and none changes: copies share it. One that is as T() is
// takes nothing beside.
template <typename T>
class Shared
{
public:
    Shared() = default;
    template <typename U>
    requires(!std::same_as<std::remove_cvref_t<U>, Shared> && std::convertible_to<U, T>)
        Shared(U &&value)
    {
        T wanted(std::forward<U>(value));
        if (!(wanted == T()))
            m_box = new Box(std::move(wanted));
    }

    const T &operator*() const { return m_box ? m_box->value : nothing(); }
    const T *operator->() const { return &**this; }
    operator const T &() const { return **this; }

    friend bool operator==(const Shared &a, const Shared &b)
    {
        return a.m_box == b.m_box || *a == *b;
    }
    template <typename U>
    requires(!std::same_as<U, Shared>) friend bool operator==(const Shared &a, const U &b)
    {
        return *a == b;
    }

private:
    struct Box : QSharedData {
        explicit Box(T wanted)
            : value(std::move(wanted))
        {}
        T value;
    };

    static const T &nothing()
    {
        static const T value{};
        return value;
    }

    QExplicitlySharedDataPointer<Box> m_box;
};

// Makes equal values one, a few of them: beyond that each is on its own. One thread.
template <typename T>
class Shares
{
public:
    Shared<T> of(const T &value)
    {
        const auto known = std::find(m_known.begin(), m_known.end(), value);
        if (known != m_known.end())
            return *known;
        constexpr std::size_t most = 64;
        Shared<T> fresh(value);
        if (m_known.size() < most)
            m_known.push_back(fresh);
        return fresh;
    }

private:
    std::vector<Shared<T>> m_known;
};

} // namespace lockscope
