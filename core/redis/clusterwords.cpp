// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clusterwords.h"

#include "core/redis/topologywords.h"

#include <QList>

#include <algorithm>
#include <array>

namespace lockscope::redis {

namespace {

constexpr qsizetype fieldsBeforeSlots = 8;

constexpr std::array<quint16, 256> crcTable = [] {
    std::array<quint16, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned crc = byte << 8U;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 0x8000U) != 0 ? (crc << 1U) ^ 0x1021U : crc << 1U;
        table[byte] = static_cast<quint16>(crc);
    }
    return table;
}();

unsigned crc16(QByteArrayView bytes)
{
    unsigned crc = 0;
    for (const char byte : bytes)
        crc = ((crc << 8U) & 0xffffU) ^ crcTable[((crc >> 8U) ^ static_cast<uchar>(byte)) & 0xffU];
    return crc;
}

// "5461-10922", "7"; empty: a slot that is imported or migrated, or nonsense.
std::optional<SlotRange> rangeFrom(const QByteArray &word)
{
    const qsizetype dash = word.indexOf('-');
    bool isFirst = false;
    bool isLast = false;
    const int first = (dash < 0 ? word : word.first(dash)).toInt(&isFirst);
    const int last = dash < 0 ? first : word.sliced(dash + 1).toInt(&isLast);
    if (!isFirst || (dash >= 0 && !isLast) || first < 0 || last < first || last >= slotCount)
        return {};
    return SlotRange{first, last};
}

// "127.0.0.1:7000@17000,name.example.com,shard-id=..."; before 7.0 without what follows the comma.
std::optional<HostPort> placeFrom(const QByteArray &word, const HostPort &asked, bool byName)
{
    const QList<QByteArray> parts = word.split(',');
    const QByteArray address = parts.front().split('@').front();
    const qsizetype colon = address.lastIndexOf(':');
    if (colon < 0)
        return {};
    QByteArray host = address.first(colon);
    if (byName && parts.size() > 1 && !parts[1].isEmpty() && !parts[1].contains('='))
        host = parts[1];
    if (host.isEmpty())
        host = asked.host.toUtf8();
    return addressFrom(host, address.sliced(colon + 1));
}

std::optional<ClusterNode> nodeFrom(const QByteArray &line, const HostPort &asked, bool byName)
{
    const QList<QByteArray> words = line.split(' ');
    if (words.size() < fieldsBeforeSlots || words[0].isEmpty())
        return {};
    const QList<QByteArray> flags = words[2].split(',');
    if (flags.contains("noaddr") || flags.contains("handshake"))
        return {};
    const bool isPrimary = flags.contains("master");
    auto place = placeFrom(words[1], asked, byName);
    if (!place || isPrimary == flags.contains("slave") || (!isPrimary && words[3] == "-"))
        return {};
    ClusterNode node;
    node.id = words[0];
    node.announced = *std::move(place);
    node.follows = isPrimary ? QByteArray() : words[3];
    node.isSelf = flags.contains("myself");
    node.isFailing = flags.contains("fail");
    node.isLinked = node.isSelf || words[7] == "connected";
    node.epoch = std::max<qint64>(0, words[6].toLongLong());
    int named = 0;
    for (qsizetype i = fieldsBeforeSlots; i < words.size(); ++i) {
        const auto range = rangeFrom(words[i]);
        if (!range)
            continue;
        named += range->last - range->first + 1;
        if (named > slotCount)
            break; // some are named over and over, and each time costs time
        node.slots.push_back(*range);
    }
    return node;
}

} // namespace

int slotOf(const QByteArray &key)
{
    QByteArrayView hashed = key;
    if (const qsizetype open = key.indexOf('{'); open >= 0) {
        const qsizetype close = key.indexOf('}', open + 1);
        if (close > open + 1)
            hashed = QByteArrayView(key).sliced(open + 1, close - open - 1);
    }
    return static_cast<int>(crc16(hashed) % slotCount);
}

std::optional<std::vector<ClusterNode>> clusterNodesFrom(const Reply &reply, const HostPort &asked,
                                                         bool byName)
{
    if (!reply.isString())
        return {};
    std::vector<ClusterNode> nodes;
    for (const QByteArray &line : reply.bytes.split('\n')) {
        if (nodes.size() >= mostClusterNodes)
            break;
        if (auto node = nodeFrom(line.trimmed(), asked, byName))
            nodes.push_back(*std::move(node));
    }
    // Each node knows itself, or what answers is none.
    if (std::ranges::none_of(nodes, &ClusterNode::isSelf))
        return {};
    return nodes;
}

} // namespace lockscope::redis
