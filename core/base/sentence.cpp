// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

#include <QByteArray>
#include <QSharedData>

#include <array>
#include <utility>
#include <variant>

namespace lockscope {

// The last one leads to those before it, which several sentences may share.
struct Sentence::Argument : QSharedData {
    using Value = std::variant<qint64, QByteArray, Sentence>; // bytes: UTF-8

    Argument(QExplicitlySharedDataPointer<const Argument> before_, Value value_)
        : digit(before_ ? before_->digit + 1 : 1)
        , before(std::move(before_))
        , value(std::move(value_))
    {}

    int digit;
    QExplicitlySharedDataPointer<const Argument> before;
    Value value;
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
    m_last = new Argument(m_last, number);
}

void Sentence::add(const QString &data)
{
    m_last = new Argument(m_last, data.toUtf8());
}

void Sentence::add(const Sentence &inner)
{
    m_last = new Argument(m_last, inner);
}

QString Sentence::englishOf(const char *text)
{
    return QString::fromLatin1(text);
}

bool Sentence::isOf(const char *text) const
{
    return m_text && qstrcmp(m_text, text) == 0;
}

Sentence Sentence::argument(int digit) const
{
    struct Kept {
        Sentence operator()(qint64 number) const { return QString::number(number); }
        Sentence operator()(const QByteArray &data) const { return QString::fromUtf8(data); }
        Sentence operator()(const Sentence &inner) const { return inner; }
    };
    for (const Argument *each = m_last.data(); each; each = each->before.data()) {
        if (each->digit == digit)
            return std::visit(Kept{}, each->value);
    }
    return {};
}

QString Sentence::inWords(QString (*words)(const char *text)) const
{
    struct Shown {
        QString (*words)(const char *text);
        QString operator()(qint64 number) const { return QString::number(number); }
        QString operator()(const QByteArray &data) const { return QString::fromUtf8(data); }
        QString operator()(const Sentence &inner) const { return inner.inWords(words); }
    };
    constexpr int most = 9;
    std::array<QString, most + 1> values;
    const int count = m_last ? m_last->digit : 0;
    Q_ASSERT(count <= most);
    for (const Argument *each = m_last.data(); each; each = each->before.data()) {
        if (each->digit <= most)
            values.at(static_cast<std::size_t>(each->digit)) =
                std::visit(Shown{words}, each->value);
    }
    if (!m_text)
        return values[1];

    const QString text = words(m_text);
    QString filled;
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

Sentence joined(const Sentence &first, const Sentence &second)
{
    if (first.isEmpty() || second.isEmpty())
        return first.isEmpty() ? second : first;
    return Sentence::say("%1; %2").arg(first, second);
}

} // namespace lockscope
