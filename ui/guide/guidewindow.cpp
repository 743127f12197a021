// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guidewindow.h"

#include "ui/guide/guidepage.h"
#include "ui/theme/textwidth.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int nameRole = Qt::UserRole;

// In characters and lines.
constexpr int wide = 130;
constexpr int sideWidth = 34;
constexpr int high = 45;

QToolButton *makeButton(QAction *action)
{
    auto *button = new QToolButton;
    button->setObjectName(action->objectName() + "Button"_L1);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(u"%1 (%2)"_s.arg(action->text(), keys));
    return button;
}

QString nameOf(const QUrl &file)
{
    return file.fileName().section(u'.', 0, 0);
}

} // namespace

GuideWindow::GuideWindow(GuideBook book, QWidget *parent)
    : Dialog(parent)
    , m_book(std::move(book))
    , m_search(new QLineEdit)
    , m_stack(new QStackedWidget)
    , m_contents(new QTreeWidget)
    , m_hits(new QListWidget)
    , m_page(new GuidePage)
    , m_find(new QLineEdit)
    , m_found(new QLabel)
{
    setObjectName("guideWindow"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Lockscope: user guide"));
    auto *layout = new QVBoxLayout(this);
    addActions(layout);
    auto *both = new QSplitter;
    both->setObjectName("guideSplitter"_L1);
    both->setChildrenCollapsible(false);
    both->addWidget(makeSide());
    both->addWidget(makeReader());
    both->setStretchFactor(1, 1);
    layout->addWidget(both, 1);
    fillContents();
    connect(m_page, &QTextBrowser::sourceChanged, this, &GuideWindow::onPageChanged);
    const int character = characterWidth(fontMetrics());
    const int across = std::min(wide * character, screen()->availableSize().width() * 9 / 10);
    resize(across, high * fontMetrics().height());
    both->setSizes({sideWidth * character, across - sideWidth * character});
    m_page->setFocus();
}

void GuideWindow::addActions(QVBoxLayout *layout)
{
    auto *bar = new QHBoxLayout;
    const auto add = [&](const char *name, const QString &text, const QList<QKeySequence> &keys,
                         auto &&act) {
        auto *action = new QAction(text, this);
        action->setObjectName(QLatin1StringView(name));
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        return action;
    };
    QAction *back = add("guideBack", tr("Back"), {Qt::ALT | Qt::Key_Left, Qt::Key_Back},
                        [this] { m_page->backward(); });
    QAction *forward =
        add("guideForward", tr("Forward"), {Qt::ALT | Qt::Key_Right, Qt::Key_Forward},
            [this] { m_page->forward(); });
    QAction *start = add("guideStart", tr("Start page"), {Qt::ALT | Qt::Key_Home},
                         [this] { showPage(GuideBook::index.toString()); });
    for (QAction *action : {back, forward, start})
        bar->addWidget(makeButton(action));
    bar->addStretch(1);
    layout->addLayout(bar);
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(m_page, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    const auto focus = [](QLineEdit *field) {
        field->setFocus(Qt::ShortcutFocusReason);
        field->selectAll();
    };
    add("guideToSearch", tr("Search the guide"), {Qt::CTRL | Qt::SHIFT | Qt::Key_F},
        [this, focus] { focus(m_search); });
    add("guideToFind", tr("Find in this page"), {QKeySequence(QKeySequence::Find)},
        [this, focus] { focus(m_find); });
}

QWidget *GuideWindow::makeSide()
{
    auto *side = new QWidget;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    m_search->setObjectName("guideSearch"_L1);
    m_search->setAccessibleName(tr("Search the guide"));
    m_search->setPlaceholderText(m_search->accessibleName());
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_contents->setObjectName("guideContents"_L1);
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setHeaderHidden(true);
    m_hits->setObjectName("guideHits"_L1);
    m_hits->setAccessibleName(tr("Pages found"));
    m_hits->setWordWrap(true);
    m_hits->setAlternatingRowColors(true);
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stack->addWidget(m_contents);
    m_stack->addWidget(m_hits);
    layout->addWidget(m_search);
    layout->addWidget(m_stack, 1);
    connect(m_search, &QLineEdit::textChanged, this, &GuideWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &GuideWindow::openHit);
    for (const auto signal : {&QTreeWidget::itemActivated, &QTreeWidget::itemClicked})
        connect(m_contents, signal, this, [this](const QTreeWidgetItem *item) {
            if (const QString name = item->data(0, nameRole).toString(); !name.isEmpty())
                showPage(name);
        });
    for (const auto signal : {&QListWidget::itemActivated, &QListWidget::itemClicked})
        connect(m_hits, signal, this, &GuideWindow::openHit);
    return side;
}

QWidget *GuideWindow::makeReader()
{
    auto *reader = new QWidget;
    auto *layout = new QVBoxLayout(reader);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page, 1);
    auto *bar = new QHBoxLayout;
    m_find->setObjectName("guideFind"_L1);
    m_find->setAccessibleName(tr("Find in this page"));
    m_find->setPlaceholderText(
        tr("Find in this page (%1)")
            .arg(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText)));
    m_find->setClearButtonEnabled(true);
    m_find->installEventFilter(this);
    bar->addWidget(m_find, 1);
    const std::array<std::pair<Move, QKeySequence>, 2> moves{
        {{Move::Previous, QKeySequence(Qt::SHIFT | Qt::Key_F3)},
         {Move::Next, QKeySequence(Qt::Key_F3)}}};
    for (const auto &[move, key] : moves) {
        auto *action = new QAction(move == Move::Next ? tr("Next") : tr("Previous"), this);
        action->setObjectName(move == Move::Next ? "guideNext"_L1 : "guidePrevious"_L1);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, [this, move = move] { findInPage(move); });
        addAction(action);
        bar->addWidget(makeButton(action));
    }
    // As wide as the longest text, so that nothing beside it moves.
    m_found->setObjectName("guideFound"_L1);
    const QString most = QString::number(mostMarks);
    m_found->setMinimumWidth(
        std::max(fontMetrics().horizontalAdvance(tr("%1 of %2").arg(most, most)),
                 fontMetrics().horizontalAdvance(tr("Not found"))));
    bar->addWidget(m_found);
    layout->addLayout(bar);
    connect(m_find, &QLineEdit::textChanged, this, [this] {
        markFound();
        findInPage(Move::Stay);
    });
    return reader;
}

void GuideWindow::fillContents()
{
    QTreeWidgetItem *section = nullptr;
    for (const GuideBook::Page &page : m_book.pages()) {
        if (!page.section.isEmpty() && (!section || section->text(0) != page.section)) {
            section = new QTreeWidgetItem(m_contents, {page.section});
            section->setExpanded(true);
        }
        auto *item =
            page.section.isEmpty() ? new QTreeWidgetItem(m_contents) : new QTreeWidgetItem(section);
        item->setText(0, page.title);
        item->setToolTip(0, page.title);
        item->setData(0, nameRole, page.name);
    }
}

void GuideWindow::showPage(const QString &name)
{
    const GuideBook::Page *page = m_book.find(name);
    if (!page && m_book.isEmpty())
        return;
    const QUrl file =
        QUrl::fromLocalFile(m_book.fileOf(page ? page->name : GuideBook::index.toString()));
    if (m_page->source() != file)
        m_page->setSource(file, QTextDocument::MarkdownResource);
}

QString GuideWindow::page() const
{
    return nameOf(m_page->source());
}

// By a link, the contents, the search or the way back. page() is still the one before.
void GuideWindow::onPageChanged(const QUrl &file)
{
    const QString name = nameOf(file);
    if (const GuideBook::Page *shown = m_book.find(name))
        setWindowTitle(tr("%1 - Lockscope: user guide").arg(shown->title));
    for (QTreeWidgetItemIterator each(m_contents); *each; ++each) {
        if ((*each)->data(0, nameRole).toString() == name)
            m_contents->setCurrentItem(*each);
    }
    markFound();
    sayFound({});
}

void GuideWindow::search()
{
    const QString typed = m_search->text().simplified();
    m_hits->clear();
    m_stack->setCurrentWidget(typed.isEmpty() ? static_cast<QWidget *>(m_contents) : m_hits);
    if (typed.isEmpty())
        return;
    for (const GuideBook::Hit &hit : m_book.search(typed, mostHits)) {
        auto *item = new QListWidgetItem(u"%1\n%2"_s.arg(hit.page->title, hit.around), m_hits);
        item->setData(nameRole, hit.page->name);
    }
    if (m_hits->count() == 0)
        (new QListWidgetItem(tr("No page has these words."), m_hits))->setFlags(Qt::NoItemFlags);
    else
        m_hits->setCurrentRow(0);
}

// Opens the page with the searched text marked: the whole text, or else the first of its words that
// is there.
void GuideWindow::openHit()
{
    const QListWidgetItem *item = m_hits->currentItem();
    if (m_stack->currentWidget() != m_hits || !item || item->data(nameRole).isNull())
        return;
    showPage(item->data(nameRole).toString());
    const QString typed = m_search->text().simplified();
    QString wanted;
    for (const QString &words : QStringList{typed} + typed.split(u' ')) {
        if (wanted.isEmpty() && m_page->toPlainText().contains(words, Qt::CaseInsensitive))
            wanted = words;
    }
    m_page->moveCursor(QTextCursor::Start);
    m_find->setText(wanted);
    findInPage(Move::Stay); // also where the text is that of before
}

void GuideWindow::markFound()
{
    const QString text = m_find->text();
    m_places.clear();
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat marked;
    QColor colour = palette().color(QPalette::Highlight);
    colour.setAlphaF(0.35F);
    marked.setBackground(colour);
    QTextCursor at(m_page->document());
    while (!text.isEmpty() && marks.size() < mostMarks) {
        at = m_page->document()->find(text, at);
        if (at.isNull())
            break;
        marks += {at, marked};
        m_places += at.selectionStart();
    }
    m_page->setExtraSelections(marks);
}

// Round the end, as everywhere.
void GuideWindow::findInPage(Move move)
{
    if (m_places.isEmpty()) {
        sayFound({});
        return;
    }
    const QTextCursor now = m_page->textCursor();
    const int from = move == Move::Next ? now.selectionEnd() : now.selectionStart();
    const auto at = std::lower_bound(m_places.begin(), m_places.end(), from);
    qsizetype number = at - m_places.begin();
    if (move == Move::Previous)
        --number;
    number = (number + m_places.size()) % m_places.size();
    QTextCursor found(m_page->document());
    found.setPosition(m_places[number]);
    found.setPosition(m_places[number] + static_cast<int>(m_find->text().size()),
                      QTextCursor::KeepAnchor);
    m_page->setTextCursor(found);
    sayFound(found);
}

void GuideWindow::sayFound(const QTextCursor &at)
{
    const qsizetype number = at.isNull() ? -1 : m_places.indexOf(at.selectionStart());
    QString text;
    if (number >= 0)
        text = tr("%1 of %2").arg(number + 1).arg(m_places.size());
    else if (!m_find->text().isEmpty() && m_places.isEmpty())
        text = tr("Not found");
    m_found->setText(text);
    m_find->setAccessibleDescription(text); // for screen readers while typing
}

// Escape empties a field before it closes the window; Down leads from the search to its pages.
bool GuideWindow::eventFilter(QObject *watched, QEvent *event)
{
    auto *field = qobject_cast<QLineEdit *>(watched);
    if (!field || event->type() != QEvent::KeyPress)
        return Dialog::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (key->key() == Qt::Key_Escape && !field->text().isEmpty()) {
        field->clear();
        return true;
    }
    if (field == m_search && key->key() == Qt::Key_Down) {
        m_stack->currentWidget()->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (field == m_find && isEnter) {
        findInPage(key->modifiers() & Qt::ShiftModifier ? Move::Previous : Move::Next);
        return true;
    }
    return Dialog::eventFilter(watched, event);
}

} // namespace lockscope::ui
