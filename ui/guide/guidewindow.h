// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/guide/guidebook.h"
#include "ui/kit/dialog.h"

class QAction;
class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QTextCursor;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace lockscope::ui {

class GuidePage;

// The user guide: contents or found pages on the left, a page on the right, and beneath it a search
// in the page. A window of its own beside the console, which goes on working. GUI thread.
class GuideWindow : public Dialog
{
    Q_OBJECT

public:
    static constexpr std::size_t mostHits = 50;
    static constexpr qsizetype mostMarks = 1000;

    explicit GuideWindow(GuideBook book, QWidget *parent = nullptr);

    // The index, if there is no page of this name.
    void showPage(const QString &name);
    QString page() const; // its name

protected:
    bool isChanged() const override { return false; } // a search is nothing to lose
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeSide();
    QWidget *makeReader();
    void addActions(QVBoxLayout *layout);
    void fillContents();
    void search();
    void openHit();
    void onPageChanged(const QUrl &file);
    void markFound();
    enum class Move { Stay, Next, Previous };
    void findInPage(Move move);
    void sayFound(const QTextCursor &at);

    GuideBook m_book;
    QLineEdit *m_search;
    QStackedWidget *m_stack;
    QTreeWidget *m_contents;
    QListWidget *m_hits;
    GuidePage *m_page;
    QLineEdit *m_find;
    QLabel *m_found;
    QList<int> m_places; // of the matches in the page
};

} // namespace lockscope::ui
