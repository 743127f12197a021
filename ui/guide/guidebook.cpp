// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guidebook.h"

#include "core/base/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct GuideBookWords {
    Q_DECLARE_TR_FUNCTIONS(GuideBook)
};

constexpr int inTitle = 100;
constexpr int asTitle = 100; // more
constexpr qsizetype mostCounted = 20; // of a word in one page
constexpr qsizetype charactersBefore = 30;
constexpr qsizetype charactersAround = 110;

QString textOf(const QString &file)
{
    QFile page(file);
    return page.open(QIODevice::ReadOnly) ? fromUtf8(page.readAll()) : QString();
}

// A line break between two Chinese characters is none of the text.
QString withoutMarks(QString markdown)
{
    static const QRegularExpression picture(u"!\\[[^\\]]*\\]\\([^)]*\\)"_s);
    static const QRegularExpression link(u"\\[([^\\]]+)\\]\\([^)]*\\)"_s);
    static const QRegularExpression rule(u"^\\|[ |:-]*$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression marks(u"^#+ |[*`|]"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression chineseBreak(
        u"(?<=[\\x{2e80}-\\x{ffef}])\\n(?=[\\x{2e80}-\\x{ffef}])"_s);
    markdown.remove(picture).replace(link, u"\\1"_s).remove(rule).remove(marks);
    return markdown.remove(chineseBreak).simplified();
}

qsizetype countOf(const QString &text, const QString &word)
{
    qsizetype count = 0;
    for (qsizetype at = text.indexOf(word); at >= 0 && count < mostCounted;
         at = text.indexOf(word, at + word.size()))
        ++count;
    return count;
}

// 0: a word is missing.
int scoreOf(const GuideBook::Page &page, const QStringList &words)
{
    int score = 0;
    for (const QString &word : words) {
        const int ofTitle = page.lowTitle.contains(word) ? inTitle : 0;
        const auto ofText = static_cast<int>(countOf(page.lowText, word));
        if (ofTitle + ofText == 0)
            return 0;
        score += ofTitle + ofText;
    }
    return score + (page.lowTitle == words.join(u' ') ? asTitle : 0);
}

QString around(const GuideBook::Page &page, const QString &word)
{
    const qsizetype at = std::max(qsizetype(0), page.lowText.indexOf(word));
    const qsizetype from = std::max(qsizetype(0), at - charactersBefore);
    QString text = page.text.mid(from, charactersAround);
    if (from > 0)
        text.prepend(u'…');
    if (from + charactersAround < page.text.size())
        text.append(u'…');
    return text;
}

} // namespace

GuideBook::GuideBook(const QString &folder)
    : m_folder(folder)
{
    const QString contents = folder.isEmpty() ? QString() : textOf(fileOf(index.toString()));
    if (contents.isEmpty())
        return;
    add(index.toString(), {});
    // Its headings and the pages beneath them; a link may go over the end of a line.
    static const QRegularExpression entry(u"^## +(.+)$|\\]\\(([A-Za-z0-9_-]+)\\.md\\)"_s,
                                          QRegularExpression::MultilineOption);
    QString section;
    for (auto each = entry.globalMatch(contents); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        if (match.hasCaptured(2))
            add(match.captured(2), section);
        else
            section = match.captured(1).trimmed();
    }
    const QStringList files = QDir(folder).entryList({u"*.md"_s}, QDir::Files, QDir::Name);
    for (const QString &file : files)
        add(file.chopped(3), {});
}

void GuideBook::add(const QString &name, const QString &section)
{
    if (find(name))
        return;
    const QString markdown = textOf(fileOf(name));
    if (!markdown.startsWith("# "_L1))
        return;
    Page page;
    page.name = name;
    page.title = withoutMarks(markdown.section(u'\n', 0, 0));
    page.section = section;
    page.text = withoutMarks(markdown.section(u'\n', 1));
    page.lowTitle = page.title.toLower();
    page.lowText = page.text.toLower();
    m_pages.push_back(std::move(page));
}

QString GuideBook::usualFolder()
{
    const QString here = QCoreApplication::applicationDirPath();
    //: The folder of the guide in this language: en or zh_CN
    const QStringList languages{GuideBookWords::tr("en"), u"en"_s};
    for (const char *docs : {"/../share/lockscope/docs", "/../../../../resources/docs"}) {
        for (const QString &language : languages) {
            const QDir found(here + QLatin1StringView(docs) + u'/' + language);
            if (found.exists(u"index.md"_s))
                return found.canonicalPath();
        }
    }
    return {};
}

const GuideBook::Page *GuideBook::find(const QString &name) const
{
    const auto at = std::find_if(m_pages.begin(), m_pages.end(),
                                 [&](const Page &page) { return page.name == name; });
    return at == m_pages.end() ? nullptr : &*at;
}

QString GuideBook::fileOf(const QString &name) const
{
    return m_folder + u'/' + name + ".md"_L1;
}

std::vector<GuideBook::Hit> GuideBook::search(const QString &typed, std::size_t most) const
{
    const QStringList words = typed.toLower().split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty())
        return {};
    std::vector<std::pair<int, const Page *>> found;
    for (const Page &page : m_pages) {
        if (const int score = scoreOf(page, words); score > 0)
            found.emplace_back(score, &page);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
    found.resize(std::min(found.size(), most));
    std::vector<Hit> hits;
    hits.reserve(found.size());
    for (const auto &[score, page] : found)
        hits.push_back({page, around(*page, words.front())});
    return hits;
}

} // namespace lockscope::ui
