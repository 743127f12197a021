// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QExplicitlySharedDataPointer>
#include <QString>
#include <QStringBuilder>

#include <concepts>

// Read by scripts/translations: sentences are looked up in this context.
#define LOCKSCOPE_SENTENCES_OF(context)

namespace lockscope {

// A sentence for people as a value: its English text, which is also the key of its translation, and
// the values of the placeholders %1 to %9. Any thread; arguments are shared and never change, a
// sentence without them allocates nothing. Core makes and keeps sentences; the programs turn them
// into words, English for JSON, the audit log and lockctl, the language of the window in
// wording::said(). Names and other data are arguments only, so none can pass for a sentence.
class Sentence
{
    LOCKSCOPE_SENTENCES_OF(Core)

public:
    Sentence() noexcept;
    Sentence(const QString &foreign); // somebody else's, as a server's error: never translated
    template <typename A, typename B>
    Sentence(const QStringBuilder<A, B> &foreign)
        : Sentence(QString(foreign))
    {}
    Sentence(const Sentence &other);
    Sentence(Sentence &&other) noexcept;
    Sentence &operator=(const Sentence &other);
    Sentence &operator=(Sentence &&other) noexcept;
    ~Sentence();

    // `text`: a literal, which scripts/translations finds by this call. Placeholders are numbered
    // from %1 without a hole.
    static Sentence say(const char *text);
    // The same for a text in a table, which is said later.
    static constexpr const char *marked(const char *text) { return text; }

    // Sets the values of the next placeholders: text, whole numbers, instants (of which the whole
    // second counts), other sentences.
    template <typename... Values>
    Sentence arg(const Values &...values) const
    {
        Sentence made = *this;
        (made.addValue(values), ...);
        return made;
    }

    // True if it is made of this text, and its argument for one of the placeholders, data as a
    // foreign sentence.
    bool isOf(const char *text) const;
    Sentence argument(int digit) const;

    bool isEmpty() const { return !m_text && !m_last; }
    bool isForeign() const { return !m_text && m_last; } // and the whole is argument(1)
    QString english() const { return inWords(englishOf); } // instants as "08:15:00Z"

    // The sentence in the words that `words` gives for each text, and `time` for each instant, also
    // for those of sentences within. A value may contain text that looks like a placeholder.
    using Words = QString (*)(const char *text);
    using Time = QString (*)(WallInstant at);
    QString inWords(Words words, Time time = utcTimeOf) const;
    // Whether it begins in these words with the value of a placeholder, which no capital letter may
    // change: with a name, an owner. False for a foreign one.
    bool beginsWithData(Words words) const;

    // Of the same text and arguments; a foreign one is like all that read the same. Two that are
    // made differently are compared without allocating: watches compare reasons at each reading.
    friend bool operator==(const Sentence &a, const Sentence &b)
    {
        return a.isMadeAs(b) || a.readsAs(b);
    }

private:
    struct Argument;
    struct Number;
    struct Moment;
    struct Data;
    struct Inner;

    static QString englishOf(const char *text);
    static QString utcTimeOf(WallInstant at);
    bool isMadeAs(const Sentence &other) const; // of the same text and arguments
    bool readsAs(const Sentence &other) const;

    template <typename Value>
    void addValue(const Value &value)
    {
        static_assert(
            !std::same_as<Value,
                          char> && !std::same_as<Value, bool> && !std::floating_point<Value>);
        if constexpr (std::integral<Value>)
            add(static_cast<qint64>(value));
        else if constexpr (std::same_as<Value, QStringView>)
            add(value.toString());
        else
            add(value);
    }
    void add(qint64 number);
    void add(WallInstant at);
    void add(const QString &data);
    void add(const Sentence &inner);

    const char *m_text = nullptr; // of foreign ones: none, and one argument
    QExplicitlySharedDataPointer<const Argument> m_last;
};

// Both in one, as "; " between them; an empty one leaves the other.
Sentence joined(const Sentence &first, const Sentence &second);

} // namespace lockscope
