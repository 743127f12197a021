// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

#include "core/base/text.h"

#include <QByteArrayView>
#include <QSharedData>
#include <QStringEncoder>

#include <array>
#include <new>
#include <utility>

namespace lockscope {

static_assert(sizeof(Sentence) <= sizeof(QString), "events and reasons keep very many of them");

// The last one leads to those before it, which several sentences may share. One allocation each,
// since events keep them: the bytes of data stand behind the object.
struct Sentence::Argument : QSharedData {
    explicit Argument(QExplicitlySharedDataPointer<const Argument> before_)
        : digit(before_ ? before_->digit + 1 : 1)
        , before(std::move(before_))
    {}
    Argument(const Argument &) = delete;
    Argument &operator=(const Argument &) = delete;
    virtual ~Argument() = default;

    virtual QString inWords(Words words, Time time) const = 0;
    virtual bool isSame(const Argument &other) const = 0; // not what is before
    virtual Sentence asSentence() const { return inWords(englishOf, utcTimeOf); }
    virtual bool isData(Words) const { return true; }

    int digit;
    QExplicitlySharedDataPointer<const Argument> before;
};

struct Sentence::Number final : Argument {
    Number(QExplicitlySharedDataPointer<const Argument> before_, qint64 value_)
        : Argument(std::move(before_))
        , value(value_)
    {}

    QString inWords(Words, Time) const override { return QString::number(value); }
    bool isSame(const Argument &other) const override
    {
        const auto *number = dynamic_cast<const Number *>(&other);
        return number && number->value == value;
    }

    qint64 value;
};

struct Sentence::Moment final : Argument {
    Moment(QExplicitlySharedDataPointer<const Argument> before_, WallInstant value_)
        : Argument(std::move(before_))
        , value(std::chrono::floor<std::chrono::seconds>(value_))
    {}

    QString inWords(Words, Time time) const override { return time(value); }
    bool isSame(const Argument &other) const override
    {
        const auto *moment = dynamic_cast<const Moment *>(&other);
        return moment && moment->value == value;
    }

    WallInstant value;
};

struct Sentence::Data final : Argument {
    static const Data *made(QExplicitlySharedDataPointer<const Argument> before, QStringView text)
    {
        // As many bytes as its UTF-8 has, or more if it is malformed.
        std::size_t most = 0;
        for (const QChar each : text)
            most += each.unicode() < 0x80 ? 1U : each.unicode() < 0x800 ? 2U : 3U;
        void *place = ::operator new(sizeof(Data) + most);
        auto *data = new (place) Data(std::move(before));
        QStringEncoder encoder(QStringEncoder::Utf8, QStringEncoder::Flag::Stateless);
        data->size = encoder.appendToBuffer(data->bytes(), text) - data->bytes();
        return data;
    }
    static void *operator new(std::size_t) = delete; // see made()
    static void operator delete(void *place) { ::operator delete(place); }

    QString inWords(Words, Time) const override { return fromUtf8(view()); }
    bool isSame(const Argument &other) const override
    {
        const auto *data = dynamic_cast<const Data *>(&other);
        return data && data->view() == view();
    }

private:
    using Argument::Argument;
    static void *operator new(std::size_t, void *place) { return place; }

    char *bytes() { return reinterpret_cast<char *>(this + 1); }
    QByteArrayView view() const { return {bytes(), size}; }
    const char *bytes() const { return reinterpret_cast<const char *>(this + 1); }

    qsizetype size = 0;
};

struct Sentence::Inner final : Argument {
    Inner(QExplicitlySharedDataPointer<const Argument> before_, Sentence value_)
        : Argument(std::move(before_))
        , value(std::move(value_))
    {}

    QString inWords(Words words, Time time) const override { return value.inWords(words, time); }
    bool isSame(const Argument &other) const override
    {
        const auto *inner = dynamic_cast<const Inner *>(&other);
        return inner && inner->value.isMadeAs(value);
    }
    Sentence asSentence() const override { return value; }
    bool isData(Words words) const override
    {
        return value.isForeign() || value.beginsWithData(words);
    }

    Sentence value;
};

Sentence::Sentence() noexcept = default;

Sentence::Sentence(const QString &foreign)
{
    if (!foreign.isEmpty())
        add(foreign);
}

Sentence::Sentence(const Sentence &other) = default;
Sentence::Sentence(Sentence &&other) noexcept = default;
Sentence &Sentence::operator=(const Sentence &other) = default;
Sentence &Sentence::operator=(Sentence &&other) noexcept = default;
Sentence::~Sentence() = default;

Sentence Sentence::say(const char *text)
{
    Sentence made;
    made.m_text = text;
    return made;
}

void Sentence::add(qint64 number)
{
    m_last = new Number(m_last, number);
}

void Sentence::add(WallInstant at)
{
    m_last = new Moment(m_last, at);
}

void Sentence::add(const QString &data)
{
    m_last = Data::made(m_last, data);
}

void Sentence::add(const Sentence &inner)
{
    m_last = new Inner(m_last, inner);
}

QString Sentence::englishOf(const char *text)
{
    return QString::fromLatin1(text);
}

QString Sentence::utcTimeOf(WallInstant at)
{
    return isoTime(at).mid(11, 8) + QLatin1Char('Z');
}

bool Sentence::isMadeAs(const Sentence &other) const
{
    if (m_text != other.m_text && qstrcmp(m_text, other.m_text) != 0)
        return false;
    const Argument *one = m_last.data();
    const Argument *two = other.m_last.data();
    while (one != two) {
        if (!one || !two || one->digit != two->digit || !one->isSame(*two))
            return false;
        one = one->before.data();
        two = two->before.data();
    }
    return true;
}

bool Sentence::readsAs(const Sentence &other) const
{
    return (isForeign() || other.isForeign()) && english() == other.english();
}

bool Sentence::isOf(const char *text) const
{
    return m_text && qstrcmp(m_text, text) == 0;
}

Sentence Sentence::argument(int digit) const
{
    for (const Argument *each = m_last.data(); each; each = each->before.data()) {
        if (each->digit == digit)
            return each->asSentence();
    }
    return {};
}

QString Sentence::inWords(Words words, Time time) const
{
    constexpr int most = 9;
    std::array<QString, most + 1> values;
    const int count = m_last ? m_last->digit : 0;
    Q_ASSERT(count <= most);
    for (const Argument *each = m_last.data(); each; each = each->before.data()) {
        if (each->digit <= most)
            values.at(static_cast<std::size_t>(each->digit)) = each->inWords(words, time);
    }
    if (!m_text)
        return values[1];

    const QString text = words(m_text);
    if (count == 0)
        return text;
    qsizetype size = text.size();
    for (const QString &value : values)
        size += value.size();
    QString filled;
    filled.reserve(size);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int digit = text[i] == u'%' && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (digit >= 1 && digit <= count) {
            filled += values.at(static_cast<std::size_t>(digit));
            ++i;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

bool Sentence::beginsWithData(Words words) const
{
    if (!m_text)
        return false;
    const QString text = words(m_text);
    const int digit = text.size() > 1 && text[0] == u'%' ? text[1].digitValue() : -1;
    for (const Argument *each = m_last.data(); each; each = each->before.data()) {
        if (each->digit == digit)
            return each->isData(words);
    }
    return false;
}

Sentence joined(const Sentence &first, const Sentence &second)
{
    if (first.isEmpty() || second.isEmpty())
        return first.isEmpty() ? second : first;
    return Sentence::say("%1; %2").arg(first, second);
}

} // namespace lockscope
