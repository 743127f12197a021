// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/shortcutsdialog.h"

#include "ui/kit/actiontext.h"
#include "ui/preferences/shortcutbook.h"
#include "ui/theme/textwidth.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

enum ShortcutColumn { ShortcutAction, ShortcutKeys, ShortcutUsual };

constexpr int nameRole = Qt::UserRole;

// In characters and lines.
constexpr int dialogWidth = 78;
constexpr int dialogHeight = 30;

// As QKeySequenceEdit: Shift is a part of what a sign such as + is typed with.
QKeySequence pressedKeys(const QKeyEvent &press)
{
    Qt::KeyboardModifiers held = press.modifiers() & ~Qt::KeypadModifier;
    const QString text = press.text();
    const bool isSign =
        !text.isEmpty() && text[0].isPrint() && !text[0].isLetterOrNumber() && !text[0].isSpace();
    if (isSign)
        held &= ~Qt::ShiftModifier;
    return QKeySequence(QKeyCombination(held, static_cast<Qt::Key>(press.key())));
}

} // namespace

ShortcutsDialog::ShortcutsDialog(ShortcutBook &book, QWidget *parent)
    : Dialog(parent)
    , m_book(book)
    , m_list(new QTreeWidget)
    , m_keys(new QKeySequenceEdit)
    , m_remove(new QPushButton(tr("Re&move")))
    , m_reset(new QPushButton(tr("Re&set")))
    , m_resetAll(nullptr)
    , m_note(new QLabel)
{
    setObjectName("shortcutsDialog"_L1);
    setWindowTitle(tr("Change keys"));
    auto *search = new QLineEdit;
    search->setObjectName("shortcutsFilter"_L1);
    search->setPlaceholderText(tr("Filter by action or keys"));
    search->setAccessibleName(search->placeholderText());
    search->setClearButtonEnabled(true);
    m_list->setObjectName("shortcutsList"_L1);
    m_list->setAccessibleName(tr("Actions and their keys"));
    m_list->setHeaderLabels({tr("Action"), tr("Keys"), tr("Default")});
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setAlternatingRowColors(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(ShortcutAction, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(ShortcutKeys, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(ShortcutUsual, QHeaderView::ResizeToContents);
    m_keys->setObjectName("shortcutsKeys"_L1);
    m_keys->setAccessibleName(tr("New keys of the selected action"));
    m_note->setObjectName("shortcutsNote"_L1);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(2 * fontMetrics().lineSpacing()); // nothing moves when it speaks
    m_note->setAlignment(Qt::AlignTop);
    m_remove->setObjectName("shortcutsRemove"_L1);
    m_reset->setObjectName("shortcutsReset"_L1);
    auto *label = new QLabel(tr("&New keys:"));
    label->setBuddy(m_keys);
    auto *line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(m_keys, 1);
    line->addWidget(m_remove);
    line->addWidget(m_reset);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_resetAll = buttons->addButton(tr("Reset &all"), QDialogButtonBox::ResetRole);
    m_resetAll->setObjectName("shortcutsResetAll"_L1);
    for (auto *button : {m_remove, m_reset, m_resetAll, buttons->button(QDialogButtonBox::Close)})
        button->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(search);
    layout->addWidget(m_list, 1);
    layout->addLayout(line);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(search, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutsDialog::showCurrent);
    m_keys->installEventFilter(this);
    connect(m_remove, &QPushButton::clicked, this, &ShortcutsDialog::remove);
    connect(m_reset, &QPushButton::clicked, this, &ShortcutsDialog::reset);
    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        m_book.resetAll();
        tell(tr("All actions have their default keys."));
    });
    connect(&m_book, &ShortcutBook::changed, this, &ShortcutsDialog::refresh);
    fill();
    resizeOnScreen(
        {dialogWidth * characterWidth(fontMetrics()), dialogHeight * fontMetrics().lineSpacing()});
}

// The field alone would collect four combinations for a second each, show an accent as a box, and
// hold whoever has only a keyboard.
bool ShortcutsDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return Dialog::eventFilter(watched, event);
    const auto *press = static_cast<QKeyEvent *>(event);
    const bool isPlain = !(press->modifiers() & ~Qt::ShiftModifier);
    switch (press->key()) {
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_Meta:
    case Qt::Key_AltGr:
        return true; // the other key is still to come
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        if (isPlain)
            focusNextPrevChild(press->key() == Qt::Key_Tab);
        return true;
    case Qt::Key_Escape:
        if (isPlain)
            reject();
        return true;
    default:
        take(pressedKeys(*press));
        return true;
    }
}

void ShortcutsDialog::fill()
{
    QTreeWidgetItem *group = nullptr;
    for (const ShortcutBook::Entry &entry : m_book.entries()) {
        if (!group || group->text(ShortcutAction) != entry.group) {
            group = new QTreeWidgetItem(m_list, {entry.group});
            group->setFlags(Qt::ItemIsEnabled);
            QFont bold = m_list->font();
            bold.setBold(true);
            group->setFont(ShortcutAction, bold);
            group->setFirstColumnSpanned(true);
        }
        auto *line = new QTreeWidgetItem(group, {entry.text, {}, entry.usualText()});
        line->setData(ShortcutAction, nameRole, entry.name);
    }
    m_list->expandAll();
    refresh();
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0)->child(0));
}

void ShortcutsDialog::refresh()
{
    bool areUsual = true;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *group = m_list->topLevelItem(i);
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem *line = group->child(j);
            const auto *entry = m_book.find(line->data(ShortcutAction, nameRole).toString());
            line->setText(ShortcutKeys, entry->keysText());
            QFont font = m_list->font();
            font.setBold(!entry->isUsual());
            line->setFont(ShortcutKeys, font);
            areUsual = areUsual && entry->isUsual();
        }
    }
    m_resetAll->setEnabled(!areUsual);
    showCurrent();
}

QString ShortcutsDialog::current() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    return item ? item->data(ShortcutAction, nameRole).toString() : QString();
}

void ShortcutsDialog::showCurrent()
{
    const auto *entry = m_book.find(current());
    const QSignalBlocker quiet(m_keys);
    m_keys->setKeySequence(entry && !entry->keys().isEmpty() ? entry->keys().front()
                                                             : QKeySequence());
    m_keys->setEnabled(entry != nullptr);
    m_remove->setEnabled(entry != nullptr && !entry->keys().isEmpty());
    m_reset->setEnabled(entry != nullptr && !entry->isUsual());
    tell({});
}

void ShortcutsDialog::filter(const QString &text)
{
    QTreeWidgetItem *first = nullptr;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem *group = m_list->topLevelItem(i);
        int shown = 0;
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem *line = group->child(j);
            const bool fits = line->text(ShortcutAction).contains(text, Qt::CaseInsensitive)
                || line->text(ShortcutKeys).contains(text, Qt::CaseInsensitive);
            line->setHidden(!fits);
            shown += fits ? 1 : 0;
            if (fits && !first)
                first = line;
        }
        group->setHidden(shown == 0);
    }
    // Keys are never given to an action that is out of sight.
    if (const QTreeWidgetItem *current = m_list->currentItem(); !current || current->isHidden())
        m_list->setCurrentItem(first);
}

// The keys that were pressed in the field.
void ShortcutsDialog::take(const QKeySequence &keys)
{
    const QString name = current();
    const auto *entry = m_book.find(name);
    if (!entry || entry->keys() == QList<QKeySequence>{keys})
        return;
    if (m_book.setKeys(name, keys)) {
        tell(tr("%1: %2").arg(entry->text, keys.toString(QKeySequence::NativeText)));
        return;
    }
    const QString effect = m_book.effectOf(keys, name);
    if (effect.isEmpty())
        tell(ShortcutBook::reasonAgainst(keys));
    else
        tell(tr("%1 already means: %2. Give that other keys first.")
                 .arg(keys.toString(QKeySequence::NativeText), effect));
}

void ShortcutsDialog::remove()
{
    const auto *entry = m_book.find(current());
    if (entry && m_book.setKeys(entry->name, {}))
        tell(tr("%1 has no keys.").arg(entry->text));
}

void ShortcutsDialog::reset()
{
    const auto *entry = m_book.find(current());
    if (!entry)
        return;
    if (m_book.reset(entry->name)) {
        tell(tr("%1 has its default keys.").arg(entry->text));
        return;
    }
    QString effect;
    for (const QKeySequence &keys : entry->usual) {
        if (effect.isEmpty())
            effect = m_book.effectOf(keys, entry->name);
    }
    tell(tr("%1 already means: %2. Give that other keys first.")
             .arg(keysText(entry->usual), effect));
}

void ShortcutsDialog::tell(const QString &text)
{
    m_note->setText(text);
}

} // namespace lockscope::ui
