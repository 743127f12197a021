// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/exceptiontext.h"

#include "core/format/tokens.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lockscope::format {

namespace {

using View = QByteArrayView;

constexpr qsizetype uuidSize = 36;
constexpr qsizetype longestName = 512;

// A text of a library, in lower case.
struct Phrase {
    const char *text;
    const char *library;
    Trouble trouble;
};

constexpr std::array phrases{
    Phrase{"not locked by current thread by node id", "redisson", Trouble::NotOwner},
    Phrase{"has already been released or doesn't exist", "redisson", Trouble::NotOwner},
    Phrase{"cannot release a lock that's no longer owned", "redis-py", Trouble::NotOwner},
    Phrase{"cannot extend a lock that's no longer owned", "redis-py", Trouble::NotOwner},
    Phrase{"cannot reacquire a lock that's no longer owned", "redis-py", Trouble::NotOwner},
    Phrase{"unable to acquire lock within the time specified", "redis-py", Trouble::NotAcquired},
    Phrase{"is not acquired or it already expired", "python-redis-lock", Trouble::NotOwner},
    Phrase{"unable to fully release the lock on resource", "node-redlock", Trouble::NotOwner},
    Phrase{"because the lock has already expired", "node-redlock", Trouble::NotOwner},
    Phrase{"attempts to lock the resource", "node-redlock", Trouble::NotAcquired},
    Phrase{"unable to achieve a quorum during its retry window", "node-redlock",
           Trouble::NotAcquired},
    Phrase{"you do not own lock at", "spring-integration", Trouble::NotOwner},
    Phrase{"lock was released in the store due to expiration", "spring-integration",
           Trouble::NotOwner},
    Phrase{"missing lock for job", "bullmq", Trouble::NotOwner},
    Phrase{"could not renew lock for job", "bullmq", Trouble::NotOwner},
    Phrase{"it's locked.", "shedlock", Trouble::NotAcquired},
    Phrase{"redsync: failed to unlock, lock was already expired", "redsync", Trouble::NotOwner},
    Phrase{"lock already taken, locked nodes", "redsync", Trouble::NotAcquired},
    Phrase{"redsync: failed to acquire lock", "redsync", Trouble::NotAcquired},
    Phrase{"redislock: lock not held", "bsm-redislock", Trouble::NotOwner},
    Phrase{"redislock: not obtained", "bsm-redislock", Trouble::NotAcquired},
    Phrase{"lockacquiringexception", "symfony", Trouble::NotAcquired},
    Phrase{"lock. someone else already acquired the lock", "symfony", Trouble::NotAcquired},
    Phrase{"lockexpiredexception", "symfony", Trouble::NotOwner},
    Phrase{"lock, someone else acquired the lock", "symfony", Trouble::NotOwner},
};

// A text in front of a lock's name, a job's number or an owner, in lower case.
struct Label {
    enum class Of { Name, Job, Owner };
    const char *text;
    Of of = Of::Name;
};

constexpr std::array labels{
    Label{"own lock at "},
    Label{"lock on resource "},
    Label{"to lock the resource "},
    Label{"lock for resource "},
    Label{"lock for key "},
    Label{"lock name"},
    Label{"lockname"},
    Label{"lock_name"},
    Label{"lock key"},
    Label{"lockkey"},
    Label{"lock_key"},
    Label{"resource"},
    Label{"acquire the "},
    Label{"release the "},
    Label{"not executing "},
    Label{"lock="},
    Label{"lock: "},
    Label{"lock "},
    Label{"lock for job ", Label::Of::Job},
    Label{"token", Label::Of::Owner},
    Label{"owner", Label::Of::Owner},
    Label{"lock value", Label::Of::Owner},
    Label{"lockvalue", Label::Of::Owner},
    Label{"lock id", Label::Of::Owner},
    Label{"lockid", Label::Of::Owner},
    Label{"permit with id", Label::Of::Owner},
};

bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isAlnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The text from there on for as long as it is so.
template <typename Test>
View runOf(View text, qsizetype at, qsizetype most, Test test)
{
    qsizetype end = at;
    while (end < text.size() && end - at < most && test(text[end]))
        ++end;
    return text.sliced(at, end - at);
}

template <typename Id>
void add(std::vector<Id> &found, View bytes)
{
    if (bytes.isEmpty() || found.size() >= mostFindings)
        return;
    Id id(bytes.toByteArray());
    if (std::find(found.begin(), found.end(), id) == found.end())
        found.push_back(std::move(id));
}

// Words that stand in place of a name in the texts of libraries.
bool isFiller(View word)
{
    static constexpr std::array words{"is",  "was",     "has",  "had",     "on",   "for", "the",
                                      "a",   "an",      "that", "already", "not",  "to",  "by",
                                      "id",  "within",  "held", "because", "with", "in",  "at",
                                      "and", "expired", "lock", "key",     "it",   "of",  "from"};
    return std::any_of(words.begin(), words.end(), [&](const char *filler) {
        return word.compare(View(filler), Qt::CaseInsensitive) == 0;
    });
}

class Reader
{
public:
    explicit Reader(View text)
        : m_text(text)
        , m_lower(text.toByteArray().toLower())
    {}

    ExceptionText run();

private:
    void findLibrary();
    void findNodes();
    void findUuids();
    void findDigits();
    void findLabelled();
    void take(const Label &label, qsizetype at);
    void findQuoted();
    View word(qsizetype at) const;
    qsizetype skipSeparators(qsizetype at) const;
    void addClient(View uuid);

    View m_text;
    QByteArray m_lower;
    ExceptionText m_found;
};

void Reader::findLibrary()
{
    const QByteArray text = m_lower.simplified(); // lines may have been wrapped
    qsizetype first = text.size();
    for (const Phrase &phrase : phrases) {
        const qsizetype at = text.indexOf(phrase.text);
        if (at < 0 || at >= first)
            continue;
        first = at;
        m_found.library = phrase.library;
        m_found.trouble = phrase.trouble;
    }
}

// Redisson's own words, which may be wrapped: node id: UUID thread-id: NUMBER
void Reader::findNodes()
{
    constexpr View node("node id:");
    constexpr View thread("thread-id:");
    constexpr qsizetype mostBetween = 64;
    for (qsizetype at = m_lower.indexOf(node); at >= 0; at = m_lower.indexOf(node, at + 1)) {
        const qsizetype id =
            at + node.size() + runOf(m_text, at + node.size(), mostBetween, isBlank).size();
        if (id + uuidSize > m_text.size())
            return;
        const View uuid = m_text.sliced(id, uuidSize);
        if (!token::isUuid(uuid))
            continue;
        const qsizetype rest = id + uuidSize;
        const View near = View(m_lower).sliced(rest, std::min(mostBetween, m_text.size() - rest));
        const qsizetype label = near.indexOf(thread);
        if (label < 0)
            continue;
        const qsizetype from = rest + label + thread.size();
        const qsizetype number = from + runOf(m_text, from, mostBetween, isBlank).size();
        const View digits = runOf(m_text, number, 20, isDigit);
        if (!digits.isEmpty())
            add(m_found.owners, QByteArray(uuid.toByteArray() + ':' + digits.toByteArray()));
    }
}

void Reader::addClient(View uuid)
{
    add(m_found.clients, uuid);
}

// Any uuid, alone or with the additions of libraries: uuid:thread, uuid_number.
void Reader::findUuids()
{
    for (qsizetype at = 8; at + uuidSize - 8 <= m_text.size(); ++at) {
        if (m_text[at] != '-')
            continue;
        const qsizetype begin = at - 8;
        if (!token::isUuid(m_text.sliced(begin, uuidSize))
            || (begin > 0 && isAlnum(m_text[begin - 1])))
            continue;
        const View uuid = m_text.sliced(begin, uuidSize);
        const qsizetype end = begin + uuidSize;
        const bool goesOn = end + 1 < m_text.size() && isAlnum(m_text[end + 1])
            && (m_text[end] == ':' || m_text[end] == '_' || m_text[end] == '-');
        if (goesOn) {
            const View rest = runOf(m_text, end + 1, 40, isAlnum);
            add(m_found.owners, m_text.sliced(begin, uuidSize + 1 + rest.size()));
        }
        addClient(uuid);
        at = end;
    }
}

// Tokens of 32 digits. A permit of Redisson's is shown as text, and kept as the bytes that the text
// means.
void Reader::findDigits()
{
    for (qsizetype at = 0; at < m_text.size(); ++at) {
        if (!isAlnum(m_text[at]))
            continue;
        const View word = runOf(m_text, at, m_text.size(), isAlnum);
        if (token::isHex32(word)) {
            add(m_found.owners, word);
            if (m_found.library == "redisson")
                add(m_found.owners, QByteArray::fromHex(word.toByteArray()));
        }
        at += word.size();
    }
}

qsizetype Reader::skipSeparators(qsizetype at) const
{
    const auto isSeparator = [](char c) {
        return isBlank(c) || c == ':' || c == '=' || c == '"' || c == '\'' || c == '`' || c == '['
            || c == '(' || c == '<' || c == '{';
    };
    return at + runOf(m_text, at, 8, isSeparator).size();
}

// One word, without the punctuation that ends a sentence or a bracket.
View Reader::word(qsizetype at) const
{
    View word = runOf(m_text, at, longestName + 1, [](char c) {
        return !isBlank(c) && c != '"' && c != '\'' && c != '`' && c != ',' && c != ';';
    });
    if (word.size() > longestName)
        return {};
    while (!word.isEmpty() && View(".:)]}>!?").contains(word.back())) {
        if ((word.back() == '}' && word.contains('{'))
            || (word.back() == ']' && word.contains('[')))
            break; // its own
        word.chop(1);
    }
    return word;
}

void Reader::take(const Label &label, qsizetype at)
{
    // "lock" must not be the end of another word, nor "token" the beginning of one.
    const bool isWhole = at == 0 || !isAlnum(m_text[at - 1]);
    const qsizetype end = at + View(label.text).size();
    if (!isWhole || end >= m_text.size() || (isAlnum(m_text[end - 1]) && isAlnum(m_text[end])))
        return;
    const View found = word(skipSeparators(end));
    if (found.isEmpty() || isFiller(found))
        return;
    switch (label.of) {
    case Label::Of::Name:
        add(m_found.names, found);
        break;
    case Label::Of::Job: // its key ends so
        add(m_found.names, QByteArray(found.toByteArray() + ":lock"));
        break;
    case Label::Of::Owner:
        if (found.size() >= 8) // no word of a sentence, but a token
            add(m_found.owners, found);
        break;
    }
}

void Reader::findLabelled()
{
    for (const Label &label : labels) {
        for (qsizetype at = m_lower.indexOf(label.text); at >= 0;
             at = m_lower.indexOf(label.text, at + 1))
            take(label, at);
    }
}

// On one line; an apostrophe within a word is none.
void Reader::findQuoted()
{
    qsizetype open = -1;
    for (qsizetype at = 0; at < m_text.size(); ++at) {
        const char c = m_text[at];
        if (c == '\n' || c == '\r' || (open >= 0 && at - open > longestName)) {
            open = -1;
            continue;
        }
        if (c != '"' && c != '\'' && c != '`')
            continue;
        const bool isInWord = c == '\'' && at > 0 && isAlnum(m_text[at - 1])
            && at + 1 < m_text.size() && isAlnum(m_text[at + 1]);
        if (isInWord)
            continue;
        if (open >= 0 && m_text[open] == c) {
            add(m_found.quoted, m_text.sliced(open + 1, at - open - 1));
            open = -1;
        } else if (open < 0) {
            open = at;
        }
    }
}

ExceptionText Reader::run()
{
    findLibrary();
    findNodes();
    findUuids();
    findDigits();
    findLabelled();
    findQuoted();
    const auto isName = [&](const LockName &quoted) {
        return std::find(m_found.names.begin(), m_found.names.end(), quoted) != m_found.names.end();
    };
    std::erase_if(m_found.quoted, isName);
    return std::move(m_found);
}

} // namespace

ExceptionText readException(QByteArrayView text)
{
    ExceptionText found = Reader(text.first(std::min(text.size(), longestException))).run();
    found.cut = text.size() > longestException;
    return found;
}

} // namespace lockscope::format
