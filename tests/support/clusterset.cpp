// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clusterset.h"

#include "tests/support/waiting.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

constexpr int slotCount = 16'384;

// A line of CLUSTER NODES.
struct Line {
    QByteArray id;
    QByteArray address;
    QByteArrayList flags;
    QByteArray primaryId; // "-" of a primary
    QByteArray link;
    qint64 epoch = 0;
    QByteArrayList ranges; // of slots: "0-5460", "7000"

    bool isMyself() const { return flags.contains("myself"); }
    bool isPrimary() const { return flags.contains("master"); }
    bool isReachable() const
    {
        return !address.startsWith(':') && link == "connected" && !flags.contains("fail")
            && !flags.contains("fail?") && !flags.contains("handshake")
            && !flags.contains("noaddr");
    }
};
using View = std::vector<Line>; // of the whole cluster, by one node

std::optional<Line> parseLine(const QByteArray &text)
{
    const QByteArrayList words = text.split(' ');
    if (words.size() < 8)
        return std::nullopt;
    Line line{.id = words[0],
              .address = words[1],
              .flags = words[2].split(','),
              .primaryId = words[3],
              .link = words[7],
              .epoch = words[6].toLongLong(),
              .ranges = words.mid(8)};
    // A slot on its way: "[7000->-ID]".
    line.ranges.removeIf([](const QByteArray &range) { return range.startsWith('['); });
    return line;
}

View viewOf(const RedisProcess &node)
{
    View view;
    const Reply reply = node.command({"CLUSTER"_ba, "NODES"_ba});
    for (const QByteArray &text : reply.bytes.split('\n'))
        if (const auto line = parseLine(text))
            view.push_back(*line);
    return view;
}

std::optional<Line> ownLine(const RedisProcess &node)
{
    const View view = viewOf(node);
    const auto own = std::find_if(view.begin(), view.end(), std::mem_fn(&Line::isMyself));
    return own == view.end() ? std::nullopt : std::optional(*own);
}

const Line *lineOf(const View &view, const QByteArray &id)
{
    const auto line =
        std::find_if(view.begin(), view.end(), [&](const Line &each) { return each.id == id; });
    return line == view.end() ? nullptr : &*line;
}

bool hasSlot(const Line &line, int slot)
{
    return std::any_of(line.ranges.begin(), line.ranges.end(), [&](const QByteArray &range) {
        const QByteArrayList ends = range.split('-');
        return ends.first().toInt() <= slot && slot <= ends.last().toInt();
    });
}

// Who has which slots, since when, and who follows whom. A node that is down and has no slots is
// left out: it may be remembered in different roles.
using Map = std::map<QByteArray, std::tuple<QByteArray, qint64, QByteArrayList>>;

Map mapOf(const View &view)
{
    Map map;
    for (const Line &line : view)
        if (line.isReachable() || !line.ranges.isEmpty())
            map[line.id] = {line.primaryId, line.epoch, line.ranges};
    return map;
}

QByteArray numbered(qint64 value)
{
    return QByteArray::number(value);
}

QStringList argumentsOf(const ClusterSetOptions &options)
{
    // A replica would else wait five seconds for others before it is given the data, and one that
    // was without its primary for long would not be promoted.
    QStringList arguments{u"--repl-diskless-sync-delay"_s,        u"0"_s,
                          u"--repl-ping-replica-period"_s,        u"1"_s,
                          u"--cluster-replica-validity-factor"_s, u"0"_s,
                          u"--cluster-allow-replica-migration"_s, u"no"_s};
    arguments << u"--cluster-node-timeout"_s << QString::number(options.nodeTimeout.count())
              << u"--cluster-require-full-coverage"_s
              << (options.requireFullCoverage ? u"yes"_s : u"no"_s);
    if (!options.user.isEmpty())
        arguments << u"--masteruser"_s << QString::fromUtf8(options.user);
    if (!options.password.isEmpty())
        arguments << u"--masterauth"_s << QString::fromUtf8(options.password);
    return arguments + options.arguments;
}

bool acceptsCommands(const RedisProcess &node)
{
    return node.command({"CLUSTER"_ba, "INFO"_ba}).bytes.contains("cluster_state:ok");
}

} // namespace

ClusterSet::ClusterSet(ClusterSetOptions options)
    : m_options(std::move(options))
{}

ClusterSet::~ClusterSet() = default;

bool ClusterSet::start()
{
    m_shards = m_options.primaries;
    if (!startNodes() || !assignEpochs() || !assignSlots())
        return false;
    for (int i = 1; i < nodeCount(); ++i)
        if (!introduce(i))
            return false;
    if (!eventually([this] { return isKnownToAll(); }))
        return false;
    for (int i = m_shards; i < nodeCount(); ++i)
        if (!follow(node(i), node(shardOf(node(i)))))
            return false;
    return settle();
}

bool ClusterSet::startNodes()
{
    for (int shard = 0; shard < m_shards; ++shard)
        if (!startNode(shard))
            return false;
    for (int i = 0; i < m_shards * m_options.replicas; ++i)
        if (!startNode(i / m_options.replicas))
            return false;
    return true;
}

bool ClusterSet::startNode(int shard)
{
    RedisOptions options;
    options.clusterNode = true;
    options.user = m_options.user;
    options.password = m_options.password;
    options.arguments = argumentsOf(m_options);
    if (m_nodes.size() < m_options.tls.size())
        options.tls = m_options.tls[m_nodes.size()];
    auto process = std::make_unique<RedisProcess>(options);
    if (!process->start())
        return false;
    const QByteArray id = process->command({"CLUSTER"_ba, "MYID"_ba}).bytes;
    m_nodes.push_back({.process = std::move(process), .id = id, .shard = shard});
    return !id.isEmpty();
}

// Before the nodes meet: nodes with the same epoch would first have to agree on new ones.
bool ClusterSet::assignEpochs() const
{
    int epoch = 0;
    return std::all_of(m_nodes.begin(), m_nodes.end(), [&](const Node &node) {
        return node.process->command({"CLUSTER"_ba, "SET-CONFIG-EPOCH"_ba, numbered(++epoch)})
            .isOk();
    });
}

// Redis 6.2 knows no ADDSLOTSRANGE.
bool ClusterSet::assignSlots() const
{
    for (int shard = 0; shard < m_shards; ++shard) {
        std::vector<QByteArray> command{"CLUSTER"_ba, "ADDSLOTS"_ba};
        const int end = slotCount * (shard + 1) / m_shards;
        for (int slot = slotCount * shard / m_shards; slot < end; ++slot)
            command.push_back(numbered(slot));
        if (!node(shard).command(command).isOk())
            return false;
    }
    return true;
}

// Each earlier node meets it: waiting for gossip would take seconds.
bool ClusterSet::introduce(int i) const
{
    const QByteArray port = numbered(node(i).port());
    const std::vector<QByteArray> meet{"CLUSTER"_ba, "MEET"_ba, "127.0.0.1"_ba, port};
    return std::all_of(m_nodes.begin(), m_nodes.begin() + i, [&](const Node &earlier) {
        return !earlier.answers() || earlier.process->command(meet).isOk();
    });
}

bool ClusterSet::follow(const RedisProcess &replica, const RedisProcess &primary) const
{
    return replica.command({"CLUSTER"_ba, "REPLICATE"_ba, idOf(primary)}).isOk();
}

QString ClusterSet::url() const
{
    QStringList hosts;
    for (const Node &each : m_nodes)
        if (each.isMember)
            hosts.append(u"127.0.0.1:"_s + QString::number(each.process->port()));
    return u"redis+cluster://"_s + hosts.join(u',');
}

// Of those nodes that call themselves primaries.
template <typename Condition>
RedisProcess *ClusterSet::newestPrimary(Condition condition) const
{
    RedisProcess *found = nullptr;
    qint64 newest = -1;
    for (const Node *node : answering()) {
        const auto line = ownLine(*node->process);
        if (line && line->isPrimary() && line->epoch > newest && condition(*node, *line)) {
            found = node->process.get();
            newest = line->epoch;
        }
    }
    return found;
}

RedisProcess *ClusterSet::primary(int shard) const
{
    return newestPrimary([&](const Node &node, const Line &) { return node.shard == shard; });
}

RedisProcess *ClusterSet::ownerOf(int slot) const
{
    return newestPrimary([&](const Node &, const Line &line) { return hasSlot(line, slot); });
}

std::vector<RedisProcess *> ClusterSet::primaries() const
{
    std::vector<RedisProcess *> found;
    for (int shard = 0; shard < m_shards; ++shard)
        if (RedisProcess *const node = primary(shard))
            found.push_back(node);
    return found;
}

std::vector<RedisProcess *> ClusterSet::replicasOf(const RedisProcess &primary) const
{
    const QByteArray id = idOf(primary);
    std::vector<RedisProcess *> replicas;
    for (const Node *node : answering()) {
        const auto line = ownLine(*node->process);
        if (line && line->primaryId == id)
            replicas.push_back(node->process.get());
    }
    return replicas;
}

int ClusterSet::slotOf(const QByteArray &key) const
{
    for (const Node *node : answering()) {
        const Reply reply = node->process->command({"CLUSTER"_ba, "KEYSLOT"_ba, key});
        if (reply.isInteger())
            return static_cast<int>(reply.integer);
    }
    return -1;
}

RedisProcess &ClusterSet::killPrimary(int shard)
{
    RedisProcess *const current = primary(shard);
    Q_ASSERT(current != nullptr);
    current->kill();
    return *current;
}

RedisProcess &ClusterSet::pausePrimary(int shard)
{
    RedisProcess *const current = primary(shard);
    Q_ASSERT(current != nullptr);
    current->pause();
    return *current;
}

bool ClusterSet::awaitPromotion(const RedisProcess &former) const
{
    return eventually([&] {
        const RedisProcess *const current = primary(shardOf(former));
        return current != nullptr && current != &former;
    });
}

bool ClusterSet::failover(int shard)
{
    const RedisProcess *const former = primary(shard);
    if (former == nullptr)
        return false;
    const auto replicas = replicasOf(*former);
    if (replicas.empty())
        return false;
    const RedisProcess &next = *replicas.front();
    // A node gives up after five seconds: the others grant one vote for a shard in twice the
    // time-out.
    for (int attempt = 0; attempt < 3; ++attempt)
        if (next.command({"CLUSTER"_ba, "FAILOVER"_ba}).isOk()
            && eventually([&] { return primary(shard) == &next; }, Millis(6'000)))
            return settle();
    return false;
}

bool ClusterSet::setSlot(const RedisProcess &node, int slot, const char *state,
                         const QByteArray &id) const
{
    return node.command({"CLUSTER"_ba, "SETSLOT"_ba, numbered(slot), state, id}).isOk();
}

bool ClusterSet::moveSlot(int slot, RedisProcess &to)
{
    return beginMove(slot, to) && migrateKeys(slot) && endMove(slot) && settle();
}

bool ClusterSet::moveSlotAtomically(int slot, RedisProcess &to)
{
    const RedisProcess *const from = ownerOf(slot);
    if (from == nullptr || from == &to)
        return false;
    return from->command({"CLUSTER"_ba, "MIGRATESLOTS"_ba, "SLOTSRANGE"_ba, numbered(slot),
                          numbered(slot), "NODE"_ba, idOf(to)})
               .isOk()
        && eventually([&] { return ownerOf(slot) == &to; }) && settle();
}

bool ClusterSet::beginMove(int slot, RedisProcess &to)
{
    const RedisProcess *const from = ownerOf(slot);
    if (from == nullptr || from == &to)
        return false;
    m_moves[slot] = &to;
    return setSlot(to, slot, "IMPORTING", idOf(*from))
        && setSlot(*from, slot, "MIGRATING", idOf(to));
}

bool ClusterSet::migrateKeys(int slot, int atMost) const
{
    const RedisProcess *const from = ownerOf(slot);
    if (from == nullptr)
        return false;
    const Reply keys =
        from->command({"CLUSTER"_ba, "GETKEYSINSLOT"_ba, numbered(slot), numbered(atMost)});
    if (!keys.isArray() || keys.elements.empty())
        return keys.isArray();
    std::vector<QByteArray> command{
        "MIGRATE"_ba, "127.0.0.1"_ba, numbered(m_moves.at(slot)->port()), ""_ba, "0"_ba, "5000"_ba};
    if (!m_options.user.isEmpty())
        command.insert(command.end(), {"AUTH2"_ba, m_options.user, m_options.password});
    else if (!m_options.password.isEmpty())
        command.insert(command.end(), {"AUTH"_ba, m_options.password});
    command.push_back("KEYS"_ba);
    for (const Reply &key : keys.elements)
        command.push_back(key.bytes);
    return from->command(command).isOk();
}

// The new owner is told first and takes a newer epoch. It tells the old one, which then deletes
// the keys that it still has.
bool ClusterSet::endMove(int slot)
{
    const RedisProcess *const from = ownerOf(slot);
    if (from == nullptr
        || from->command({"CLUSTER"_ba, "COUNTKEYSINSLOT"_ba, numbered(slot)}).integer != 0)
        return false;
    const RedisProcess &to = *m_moves.at(slot);
    if (!setSlot(to, slot, "NODE", idOf(to)))
        return false;
    for (const RedisProcess *other : primaries())
        if (other != &to && !setSlot(*other, slot, "NODE", idOf(to)))
            return false;
    m_moves.erase(slot);
    return true;
}

RedisProcess *ClusterSet::addPrimary()
{
    if (!addNode(m_shards))
        return nullptr;
    ++m_shards;
    return settle() ? m_nodes.back().process.get() : nullptr;
}

RedisProcess *ClusterSet::addReplica(int shard)
{
    const RedisProcess *const followed = primary(shard);
    if (followed == nullptr || !addNode(shard))
        return nullptr;
    RedisProcess &added = *m_nodes.back().process;
    return follow(added, *followed) && settle() ? &added : nullptr;
}

bool ClusterSet::addNode(int shard)
{
    return startNode(shard) && introduce(nodeCount() - 1)
        && eventually([this] { return isKnownToAll(); });
}

// It is stopped first: it would else introduce itself again to those that have forgotten it.
bool ClusterSet::removeNode(int i)
{
    Node &removed = m_nodes.at(static_cast<std::size_t>(i));
    removed.process->stop();
    removed.isMember = false;
    // Newer servers pass it on, and the next node does not know the ID any more.
    for (const Node *node : answering())
        static_cast<void>(node->process->command({"CLUSTER"_ba, "FORGET"_ba, removed.id}));
    return eventually([&] { return isForgotten(removed.id); }) && settle();
}

bool ClusterSet::isForgotten(const QByteArray &id) const
{
    const auto nodes = answering();
    return std::none_of(nodes.begin(), nodes.end(), [&](const Node *node) {
        return lineOf(viewOf(*node->process), id) != nullptr;
    });
}

std::vector<const ClusterSet::Node *> ClusterSet::answering() const
{
    std::vector<const Node *> found;
    for (const Node &node : m_nodes)
        if (node.answers())
            found.push_back(&node);
    return found;
}

const ClusterSet::Node &ClusterSet::find(const RedisProcess &node) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(),
                                    [&](const Node &each) { return each.process.get() == &node; });
    Q_ASSERT(found != m_nodes.end());
    return *found;
}

bool ClusterSet::isKnownToAll() const
{
    const auto nodes = answering();
    return std::all_of(nodes.begin(), nodes.end(), [&](const Node *node) {
        const View view = viewOf(*node->process);
        return std::all_of(nodes.begin(), nodes.end(), [&](const Node *other) {
            const Line *const line = lineOf(view, other->id);
            return line != nullptr && line->isReachable();
        });
    });
}

bool ClusterSet::isAgreed() const
{
    std::vector<Map> maps;
    for (const Node *node : answering())
        maps.push_back(mapOf(viewOf(*node->process)));
    return std::adjacent_find(maps.begin(), maps.end(), std::not_equal_to()) == maps.end();
}

// A paused primary looks linked for a minute. The replica has all that the primary had written
// when it was asked.
bool ClusterSet::isLinked(const RedisProcess &node) const
{
    const Reply role = node.command({"ROLE"_ba});
    if (role.elements.size() < 4)
        return !role.elements.empty() && role.elements[0].bytes == "master";
    const auto nodes = answering();
    const auto primary = std::ranges::find_if(nodes, [&](const Node *other) {
        return other->process->port() == role.elements[2].integer;
    });
    if (primary == nodes.end())
        return false;
    const Reply followed = (*primary)->process->command({"ROLE"_ba});
    return followed.elements.size() == 3 && node.hasFollowed(followed.elements[1].integer);
}

bool ClusterSet::settle() const
{
    return eventually(
        [this] {
            const auto nodes = answering();
            return isKnownToAll() && isAgreed()
                && std::all_of(nodes.begin(), nodes.end(), [this](const Node *node) {
                       return acceptsCommands(*node->process) && isLinked(*node->process);
                   });
        },
        Millis(60'000));
}

} // namespace lockscope::test
