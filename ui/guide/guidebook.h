// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::ui {

// The pages of the user guide in one language, in the order of the index, with a search over their
// text. A value that reads a folder of Markdown once; any thread.
class GuideBook
{
public:
    struct Page {
        QString name; // of its file, without the end
        QString title;
        QString section; // of the index; empty: it is the index, or the index does not name it
        QString text; // without the marks of Markdown, as one line
        QString lowTitle; // both in small letters, for the search
        QString lowText;
    };
    struct Hit {
        const Page *page;
        QString around; // the text beside the first word that was found
    };

    static constexpr QStringView index = u"index";

    explicit GuideBook(const QString &folder = usualFolder());

    // The folder of the guide, in the language of the window or else in English: installed, or in
    // the source tree that this program was built in. Empty: there is none.
    static QString usualFolder();

    bool isEmpty() const { return m_pages.empty(); }
    const std::vector<Page> &pages() const { return m_pages; } // the index first
    const Page *find(const QString &name) const; // null: there is none
    QString fileOf(const QString &name) const;

    // Pages with every word in their title or text, in any case; the best first. Hits point into
    // this book.
    std::vector<Hit> search(const QString &typed, std::size_t most) const;

private:
    void add(const QString &name, const QString &section);

    QString m_folder;
    std::vector<Page> m_pages;
};

} // namespace lockscope::ui
