// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/fields.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

namespace lockscope::recorder {

namespace {

// One function describes each structure for both ways: with a Writer it stores, with a Reader it
// fills.
struct Writer {
    ByteWriter out;

    void operator()(const QByteArray &bytes) { out.putBytes(bytes); }
    void operator()(const QString &text) { out.putText(text); }
    void operator()(const Sentence &sentence) { out.putText(sentence.english()); }
    void operator()(bool is) { out.putByte(is ? 1 : 0); }
    void operator()(Instant at) { out.putSigned(at.time_since_epoch().count()); }
    template <typename Number>
    requires(std::integral<Number> && !std::same_as<Number, bool>) void operator()(Number number)
    {
        out.putSigned(static_cast<qint64>(number));
    }
    template <typename Rep, typename Period>
    void operator()(std::chrono::duration<Rep, Period> span)
    {
        out.putSigned(span.count());
    }
    template <typename Word>
    requires(std::is_enum_v<Word>) void operator()(Word word)
    {
        out.put(static_cast<quint64>(word));
    }
    template <typename Tag>
    void operator()(const BytesId<Tag> &id)
    {
        out.putBytes(id.bytes);
    }
    template <typename Tag>
    void operator()(const watch::NumberId<Tag> &id)
    {
        out.putSigned(id.number);
    }
    template <typename T>
    void operator()(const std::optional<T> &value)
    {
        (*this)(value.has_value());
        if (value)
            describeWith(*this, *value);
    }
    template <typename T>
    void operator()(const std::shared_ptr<const T> &value)
    {
        (*this)(value != nullptr);
        if (value)
            describeWith(*this, *value);
    }
    template <typename T>
    void operator()(const std::vector<T> &values)
    {
        out.put(values.size());
        for (const T &value : values)
            describeWith(*this, value);
    }
};

struct Reader {
    ByteReader in;

    void operator()(QByteArray &bytes) { bytes = in.bytes(); }
    void operator()(QString &text) { text = in.text(); }
    void operator()(Sentence &sentence)
    {
        const QString text = in.text();
        sentence = text.isEmpty() ? Sentence() : Sentence(text);
    }
    void operator()(bool &is) { is = in.byte() != 0; }
    void operator()(Instant &at)
    {
        // The difference of two of them is a number, too.
        constexpr qint64 farthest = std::numeric_limits<qint64>::max() / 2;
        const qint64 nanos = in.signedNumber();
        if (nanos > farthest || nanos < -farthest)
            in.fail();
        at = Instant(Instant::duration(in.hasFailed() ? 0 : nanos));
    }
    template <typename Number>
    requires(std::integral<Number> && !std::same_as<Number, bool>) void operator()(Number &number)
    {
        number = static_cast<Number>(in.signedNumber());
    }
    template <typename Rep, typename Period>
    void operator()(std::chrono::duration<Rep, Period> &span)
    {
        span = std::chrono::duration<Rep, Period>(static_cast<Rep>(in.signedNumber()));
    }
    template <typename Word>
    requires(std::is_enum_v<Word>) void operator()(Word &word)
    {
        word = static_cast<Word>(in.number());
    }
    template <typename Tag>
    void operator()(BytesId<Tag> &id)
    {
        id.bytes = in.bytes();
    }
    template <typename Tag>
    void operator()(watch::NumberId<Tag> &id)
    {
        id.number = static_cast<int>(in.signedNumber());
    }
    template <typename T>
    void operator()(std::optional<T> &value)
    {
        value.reset();
        if (in.byte() != 0)
            describeWith(*this, value.emplace());
    }
    template <typename T>
    void operator()(std::shared_ptr<const T> &value)
    {
        value.reset();
        if (in.byte() == 0)
            return;
        auto read = std::make_shared<T>();
        describeWith(*this, *read);
        value = std::move(read);
    }
    template <typename T>
    void operator()(std::vector<T> &values)
    {
        values.clear();
        for (std::size_t left = in.count(); left > 0 && !in.hasFailed(); --left)
            describeWith(*this, values.emplace_back());
    }
};

// A structure has a describe(); anything else goes as it is. Value is const where it is stored.
template <typename Way, typename Value>
void describeWith(Way &way, Value &value)
{
    if constexpr (requires { describe(way, value); })
        describe(way, value);
    else
        way(value);
}

template <typename Value, typename Plain>
concept Of = std::same_as<std::remove_const_t<Value>, Plain>;

void describe(auto &way, Of<watch::MemberRecord> auto &member)
{
    way(member.role);
    way(member.address);
    way(member.follows);
    way(member.isUp);
    way(member.behind);
}

void describe(auto &way, Of<watch::SentinelRecord> auto &sentinels)
{
    way(sentinels.known);
    way(sentinels.quorum);
    way(sentinels.canFailOver);
}

void describe(auto &way, Of<watch::ForeignCertificate> auto &certificate)
{
    way(certificate.server);
    way(certificate.fingerprint);
}

void describe(auto &way, Of<Error> auto &error)
{
    way(error.kind);
    way(error.code);
    way(error.text);
    way(error.endpoint);
}

void describe(auto &way, Of<watch::WriteRefusals> auto &refusals)
{
    way(refusals.tooFewReplicas);
    way(refusals.unsaved);
    way(refusals.outOfMemory);
}

// Unsaved changes differ with every write and have a part of their own; in records of version 1
// they are here.
void describeUnsaved(Writer &way, const watch::ServerFacts & /*facts*/)
{
    way(std::optional<qint64>());
}

void describeUnsaved(Reader &way, watch::ServerFacts &facts)
{
    way(facts.unsavedChanges);
}

void describe(auto &way, Of<watch::ServerFacts> auto &facts)
{
    way(facts.evictionPolicy);
    way(facts.mostMemory);
    way(facts.evictedKeys);
    way(facts.keepsLog);
    describeUnsaved(way, facts);
    way(facts.savedAt);
}

void describe(auto &way, Of<watch::ClientGroup> auto &group)
{
    way(group.host);
    way(group.name);
    way(group.connections);
}

void describe(auto &way, Of<watch::ServerClients> auto &clients)
{
    way(clients.connections);
    way(clients.groups);
}

void describe(auto &way, Of<watch::ReplicaRecord> auto &replica)
{
    way(replica.server);
    way(replica.isReached);
    way(replica.isLinked);
    way(replica.bytesBehind);
    way(replica.behind);
    way(replica.priority);
    way(replica.wasPrimary);
    way(replica.clients);
}

void describe(auto &way, Of<watch::ClockOffset> auto &clock)
{
    way(clock.offset);
    way(clock.uncertainty);
}

void describe(auto &way, Of<AliasRule> auto &rule)
{
    way(rule.pattern);
    way(rule.name);
    way(rule.origin);
}

void describe(auto &way, Of<watch::Candidate> auto &candidate)
{
    way(candidate.kind);
    way(candidate.library);
    way(candidate.reason);
    way(candidate.confidence);
}

void describe(auto &way, Of<watch::LostHold> auto &hold)
{
    way(hold.name);
    way(hold.kind);
    way(hold.owner);
    way(hold.mode);
    way(hold.count);
}

// A map and a set, which are stored as lists.
void describe(Writer &way, const watch::Replication &replication)
{
    way(replication.replicas);
    way(replication.requiresReplicas);
    way(replication.present.size());
    for (const auto &[name, has] : replication.present) {
        way(name);
        way(has);
    }
}

void describe(Reader &way, watch::Replication &replication)
{
    way(replication.replicas);
    way(replication.requiresReplicas);
    qint64 size = 0;
    way(size);
    for (; size > 0 && !way.in.hasFailed(); --size) {
        LockName name;
        way(name);
        way(replication.present[name]);
    }
}

void describe(Writer &way, const watch::UnreadableNames &names)
{
    way(names.isPartial);
    way(std::vector<LockName>(names.names.begin(), names.names.end()));
}

void describe(Reader &way, watch::UnreadableNames &names)
{
    way(names.isPartial);
    std::vector<LockName> list;
    way(list);
    names.names.insert(list.begin(), list.end());
}

constexpr std::size_t partCount = 22;
constexpr std::size_t leastPartCount = 18; // records of earlier versions have no more

// Fields that change together, or never, are one part.
void describePart(std::size_t part, auto &way, Of<watch::ServerRecord> auto &server)
{
    switch (part) {
    case 0:
        way(server.server);
        way(server.deployment);
        way(server.label);
        break;
    case 1:
        way(server.address);
        way(server.runId);
        way(server.replicationId);
        way(server.role);
        way(server.version);
        break;
    case 2:
        way(server.members);
        break;
    case 3:
        way(server.topologyDoubt);
        way(server.sentinels);
        way(server.uncoveredSlots);
        way(server.isShard);
        way(server.isPartOfCluster);
        break;
    case 4:
        way(server.state);
        way(server.mode);
        way(server.modeReason);
        way(server.hasLeft);
        way(server.discovering);
        way(server.guessesSampled);
        break;
    case 5:
        way(server.error);
        way(server.keyRefusal);
        way(server.learningRefusal);
        break;
    case 6:
        describeWith(way, server.unreadable);
        break;
    case 7:
        way(server.startedAt);
        break;
    case 8:
        describeWith(way, server.facts);
        break;
    case 9:
        describeWith(way, server.replication);
        break;
    case 10:
        way(server.lostAt);
        break;
    case 11:
        way(server.latency);
        break;
    case 12:
        way(server.clock);
        break;
    case 13:
        way(server.scan.scanned);
        way(server.scan.total);
        way(server.scan.running);
        way(server.scan.stopped);
        break;
    case 14:
        way(server.counters.missed);
        way(server.counters.dropped);
        way(server.counters.coalesced);
        way(server.counters.unreadable);
        break;
    case 15:
        way(server.hiddenGuesses);
        break;
    case 16:
        way(server.learned);
        break;
    case 17:
        way(server.facts.usedMemory);
        break;
    case 18:
        way(server.foreignCertificates);
        break;
    case 19:
        way(server.goodReplicas);
        break;
    case 20:
        way(server.requiredReplicas);
        way(server.facts.refusals);
        break;
    case 21:
        way(server.facts.unsavedChanges);
        break;
    default:
        break;
    }
}

template <typename T>
QByteArray bytesOf(const std::vector<T> &values)
{
    Writer way;
    way(values);
    return way.out.take();
}

template <typename T>
std::vector<T> valuesFrom(ByteReader &reader)
{
    Reader way{reader};
    std::vector<T> values;
    way(values);
    reader = way.in;
    return values;
}

} // namespace

std::vector<QByteArray> serverFields(const watch::ServerRecord &server)
{
    std::vector<QByteArray> fields;
    fields.reserve(partCount);
    for (std::size_t part = 0; part < partCount; ++part) {
        Writer way;
        describePart(part, way, server);
        fields.push_back(way.out.take());
    }
    return fields;
}

std::optional<watch::ServerRecord> serverFrom(const std::vector<QByteArray> &fields)
{
    if (fields.size() < leastPartCount)
        return std::nullopt;
    watch::ServerRecord server;
    for (std::size_t part = 0; part < std::min(fields.size(), partCount); ++part) {
        Reader way{ByteReader(fields[part])};
        describePart(part, way, server);
        if (way.in.hasFailed())
            return std::nullopt;
    }
    return server;
}

QByteArray candidateBytes(const std::vector<watch::Candidate> &candidates)
{
    return bytesOf(candidates);
}

std::vector<watch::Candidate> candidatesFrom(ByteReader &reader)
{
    return valuesFrom<watch::Candidate>(reader);
}

QByteArray lostBytes(const std::vector<watch::LostHold> &lost)
{
    return bytesOf(lost);
}

std::vector<watch::LostHold> lostFrom(ByteReader &reader)
{
    return valuesFrom<watch::LostHold>(reader);
}

} // namespace lockscope::recorder
