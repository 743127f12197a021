// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/configtree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>
#include <string>

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

// Far beyond any configuration. Aliases of YAML may stand for each other many times over, so that
// a short text unfolds into a huge tree.
constexpr int mostNodes = 20'000;
constexpr int deepest = 40;

// Unfolds what yaml-cpp has parsed, aliases and merges included.
class Unfolding
{
public:
    QJsonValue value(const YAML::Node &node, int depth = 0)
    {
        if (++m_count > mostNodes || depth > deepest) {
            m_isTooLarge = true;
            return {};
        }
        switch (node.Type()) {
        case YAML::NodeType::Scalar:
            return QString::fromStdString(node.Scalar());
        case YAML::NodeType::Sequence: {
            QJsonArray list;
            for (std::size_t i = 0; i < node.size() && !m_isTooLarge; ++i)
                list.append(value(node[i], depth + 1));
            return list;
        }
        case YAML::NodeType::Map:
            return object(node, depth);
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined:
            break;
        }
        return {};
    }
    bool isTooLarge() const { return m_isTooLarge; }

private:
    QJsonObject object(const YAML::Node &node, int depth)
    {
        QJsonObject own;
        QJsonObject base;
        for (auto member = node.begin(); member != node.end() && !m_isTooLarge; ++member) {
            if (!member->first.IsScalar())
                continue;
            const QString name = QString::fromStdString(member->first.Scalar());
            if (name != "<<"_L1) {
                own[name] = value(member->second, depth + 1);
                continue;
            }
            const QJsonValue others = value(member->second, depth + 1);
            const QJsonArray list = others.isArray() ? others.toArray() : QJsonArray{others};
            for (qsizetype i = list.size(); i-- > 0;)
                base = merged(base, list[i].toObject()); // the first one counts most
        }
        return merged(base, own);
    }

    int m_count = 0;
    bool m_isTooLarge = false;
};

// Refuses what yaml-cpp takes no step in: after a comma where a document begins, for one, it finds
// an empty document, and another one at the same place, for ever, until there is no memory left.
class Steps : public YAML::EventHandler
{
public:
    void OnDocumentStart(const YAML::Mark &mark) override
    {
        if (mark.pos <= m_last)
            throw YAML::ParserException(mark, std::string()); // the mark is what is told
        m_last = mark.pos;
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark &, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark &, const std::string &, YAML::anchor_t,
                  const std::string &) override
    {}
    void OnSequenceStart(const YAML::Mark &, const std::string &, YAML::anchor_t,
                         YAML::EmitterStyle::value) override
    {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark &, const std::string &, YAML::anchor_t,
                    YAML::EmitterStyle::value) override
    {}
    void OnMapEnd() override {}

private:
    int m_last = -1;
};

// Throws a YAML::Exception if the text is no YAML.
std::vector<YAML::Node> parsed(const std::string &text)
{
    std::istringstream input(text);
    YAML::Parser parser(input);
    Steps steps;
    while (parser.HandleNextDocument(steps)) {}
    return YAML::LoadAll(text);
}

QString plain(QStringView name)
{
    QString letters;
    for (const QChar c : name) {
        if (c != u'-' && c != u'_')
            letters += c.toLower();
    }
    return letters;
}

QString textOf(const QJsonValue &value)
{
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return value.isString() || value.isDouble() ? value.toVariant().toString() : QString();
}

} // namespace

Result<std::vector<QJsonValue>> documentsFromYaml(const QByteArray &text)
{
    std::vector<QJsonValue> documents;
    try {
        Unfolding unfolding;
        for (const YAML::Node &node : parsed(text.toStdString()))
            documents.push_back(unfolding.value(node));
        if (unfolding.isTooLarge())
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("the text is larger or more deeply nested than any "
                                      "configuration; give the part with the connections only"));
    } catch (const YAML::Exception &exception) {
        // Its message may quote the text.
        return fail(ErrorKind::InvalidInput,
                    exception.mark.line >= 0
                        ? Sentence::say("line %1 is not valid YAML").arg(exception.mark.line + 1)
                        : Sentence::say("it is not valid YAML"));
    }
    return documents;
}

QJsonObject treeFromProperties(const QString &text)
{
    QJsonObject tree;
    const auto lines = QStringView(text).split(u'\n');
    for (const QStringView whole : lines) {
        const QStringView line = whole.trimmed();
        if (line.startsWith(u'#') || line.startsWith(u'!'))
            continue;
        qsizetype end = 0;
        while (end < line.size() && line[end] != u'=' && line[end] != u':')
            ++end;
        if (end > 0 && end < line.size())
            tree[line.first(end).trimmed().toString()] = line.sliced(end + 1).trimmed().toString();
    }
    return withoutDots(tree);
}

QJsonObject withoutDots(const QJsonObject &tree)
{
    QJsonObject result;
    for (auto member = tree.begin(); member != tree.end(); ++member) {
        QJsonValue value = member.value();
        if (value.isObject())
            value = withoutDots(value.toObject());
        const QStringList steps = member.key().split(u'.');
        if (steps.size() > deepest)
            continue;
        for (qsizetype i = steps.size(); i-- > 1;)
            value = QJsonObject{{steps[i], value}};
        result = merged(result, {{steps.front(), value}});
    }
    return result;
}

QJsonObject merged(const QJsonObject &base, const QJsonObject &over)
{
    QJsonObject result = base;
    for (auto member = over.begin(); member != over.end(); ++member) {
        QJsonValue value = member.value();
        if (const QJsonValue before = result.value(member.key());
            before.isObject() && value.isObject())
            value = merged(before.toObject(), value.toObject());
        result[member.key()] = value;
    }
    return result;
}

QJsonValue memberAt(const QJsonObject &tree, QStringView path)
{
    QJsonValue value = tree;
    const auto steps = path.split(u'.');
    for (const QStringView step : steps) {
        const QJsonObject object = value.toObject();
        const QString wanted = plain(step);
        value = QJsonValue(QJsonValue::Undefined);
        for (auto member = object.begin(); member != object.end(); ++member) {
            if (plain(member.key()) == wanted)
                value = member.value();
        }
    }
    return value;
}

QJsonObject objectAt(const QJsonObject &tree, QStringView path)
{
    return memberAt(tree, path).toObject();
}

QString textAt(const QJsonObject &tree, QStringView path)
{
    return textOf(memberAt(tree, path)).trimmed();
}

bool truthAt(const QJsonObject &tree, QStringView path)
{
    const QString text = textAt(tree, path).toLower();
    return text == "true"_L1 || text == "yes"_L1 || text == "on"_L1;
}

QStringList textsAt(const QJsonObject &tree, QStringView path)
{
    const QJsonValue value = memberAt(tree, path);
    QStringList texts;
    if (value.isArray()) {
        const QJsonArray list = value.toArray();
        for (const QJsonValue &one : list)
            texts += textOf(one).trimmed();
    } else {
        const QStringList parts = textOf(value).split(u',');
        for (const QString &part : parts)
            texts += part.trimmed();
    }
    texts.removeAll(QString());
    return texts;
}

} // namespace lockscope::imports
