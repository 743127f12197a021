// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/history.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockscope::faults {

namespace {

constexpr std::array opNames{"acquire", "release", "extend", "lost", "work", "fault", "in-effect"};
constexpr std::array phaseNames{"invoke", "ok", "fail", "info"};
constexpr double nsPerMs = 1e6;

QJsonValue text(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

template <typename Enum, std::size_t size>
std::optional<Enum> named(const std::array<const char *, size> &names, const QJsonValue &value)
{
    const QByteArray name = value.toString().toUtf8();
    const auto found = std::ranges::find_if(names, [&](const char *one) { return name == one; });
    if (found == names.end())
        return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

} // namespace

qint64 monotonicNs()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

QByteArray kindOf(const QByteArray &lock)
{
    return lock.left(lock.lastIndexOf('-'));
}

QByteArray toLine(const Event &event)
{
    QJsonObject object{{u"t"_s, event.t},
                       {u"proc"_s, text(event.proc)},
                       {u"op"_s, QString::fromLatin1(opNames.at(std::size_t(event.op)))},
                       {u"phase"_s, QString::fromLatin1(phaseNames.at(std::size_t(event.phase)))}};
    if (!event.lock.isEmpty())
        object.insert(u"lock"_s, text(event.lock));
    if (!event.token.isEmpty())
        object.insert(u"token"_s, text(event.token));
    if (event.isShared)
        object.insert(u"shared"_s, true);
    if (event.fence)
        object.insert(u"fence"_s, *event.fence);
    if (event.validity)
        object.insert(u"validity_ms"_s, double(*event.validity) / nsPerMs);
    if (event.nodeAcks)
        object.insert(u"node_acks"_s, *event.nodeAcks);
    if (event.value)
        object.insert(u"value"_s, *event.value);
    if (!event.note.isEmpty())
        object.insert(u"note"_s, text(event.note));
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<Event> fromLine(const QByteArray &line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const auto op = named<Op>(opNames, object.value(u"op"_s));
    const auto phase = named<Phase>(phaseNames, object.value(u"phase"_s));
    if (!op || !phase)
        return std::nullopt;
    Event event;
    event.t = object.value(u"t"_s).toInteger();
    event.proc = object.value(u"proc"_s).toString().toUtf8();
    event.op = *op;
    event.phase = *phase;
    event.lock = object.value(u"lock"_s).toString().toUtf8();
    event.token = object.value(u"token"_s).toString().toUtf8();
    event.isShared = object.value(u"shared"_s).toBool();
    if (object.contains(u"fence"_s))
        event.fence = object.value(u"fence"_s).toInteger();
    if (object.contains(u"validity_ms"_s))
        event.validity = std::llround(object.value(u"validity_ms"_s).toDouble() * nsPerMs);
    if (object.contains(u"node_acks"_s))
        event.nodeAcks = object.value(u"node_acks"_s).toInt();
    if (object.contains(u"value"_s))
        event.value = object.value(u"value"_s).toInteger();
    event.note = object.value(u"note"_s).toString().toUtf8();
    return event;
}

HistoryWriter::HistoryWriter(const QByteArray &path)
    : m_file(::open(path.constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644))
{}

HistoryWriter::~HistoryWriter()
{
    if (m_file >= 0)
        ::close(m_file);
}

void HistoryWriter::write(const Event &event)
{
    const QByteArray line = toLine(event);
    if (::write(m_file, line.constData(), std::size_t(line.size())) != line.size())
        qFatal("the history cannot be written");
}

History readFile(const QByteArray &path)
{
    History history;
    QFile file(QString::fromUtf8(path));
    if (!file.open(QIODevice::ReadOnly))
        return history;
    const QByteArray all = file.readAll();
    for (qsizetype at = 0; at < all.size();) {
        const qsizetype end = all.indexOf('\n', at);
        if (end < 0)
            break;
        if (auto event = fromLine(QByteArray::fromRawData(all.constData() + at, end - at)))
            history.push_back(std::move(*event));
        at = end + 1;
    }
    return history;
}

History readHistory(const QByteArray &folder)
{
    History all;
    const QDir dir(QString::fromUtf8(folder));
    const auto names = dir.entryList({u"*.jsonl"_s}, QDir::Files);
    for (const QString &name : names) {
        History one = readFile(dir.filePath(name).toUtf8());
        std::ranges::move(one, std::back_inserter(all));
    }
    std::ranges::stable_sort(all, {}, &Event::t);
    return all;
}

} // namespace lockscope::faults
