// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/filterfield.h"

#include "ui/kit/ownkeys.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QEvent>
#include <QInputMethodEvent>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextCharFormat>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int placeRole = Qt::UserRole; // among the offers
constexpr int offersInSight = 12;

} // namespace

FilterField::FilterField(QWidget *parent)
    : QLineEdit(parent)
    , m_offers(new QStandardItemModel(this))
    , m_completer(new QCompleter(m_offers, this))
{
    // Not the line's own completer: that one would put whole texts in place of the line.
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(offersInSight);
    m_completer->popup()->setObjectName("filterOffers"_L1);
    m_completer->popup()->setAccessibleName(tr("Suggestions"));
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this,
            &FilterField::take);
    m_completer->popup()->installEventFilter(this);
    setClearButtonEnabled(true);
    setKeys(this, {{{Qt::CTRL | Qt::Key_Space}, tr("Show suggestions for the filter")}});
}

void FilterField::setVocabulary(std::function<insight::FilterVocabulary()> vocabulary)
{
    m_vocabulary = std::move(vocabulary);
}

bool FilterField::isOffering() const
{
    return m_completer->popup()->isVisible();
}

bool FilterField::isFieldBegun() const
{
    if (cursorPosition() != text().size() || m_completions.at >= text().size())
        return false;
    const QString word = text().sliced(m_completions.at);
    return !word.isEmpty()
        && std::ranges::any_of(m_completions.offers, [&](const insight::FilterCompletion &offer) {
               return offer.text.endsWith(u':') && offer.text.startsWith(word, Qt::CaseInsensitive);
           });
}

void FilterField::showProblem(const std::optional<insight::FilterProblem> &problem)
{
    m_problem = problem;
    underline();
}

// A line edit has no formats except for the text that an input method composes: without a
// composition they apply to its own text.
void FilterField::underline()
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (m_problem) {
        const auto at = static_cast<int>(std::min(m_problem->at, text().size()));
        const auto end =
            static_cast<int>(std::min(m_problem->at + m_problem->length, text().size()));
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(toneColor(Tone::Alarm, palette()));
        format.setForeground(toneColor(Tone::Alarm, palette()));
        attributes.append(QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat,
                                                       at - cursorPosition(), end - at, format));
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
}

void FilterField::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_problem)
        underline();
}

// Escape closes the list, although it is a shortcut of the window.
bool FilterField::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_completer->popup() && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::eventFilter(watched, event);
}

void FilterField::focusInEvent(QFocusEvent *event)
{
    if (event->reason() != Qt::PopupFocusReason)
        m_isHereToType = false;
    QLineEdit::focusInEvent(event);
}

// Somebody who does not know that the line has the focus already.
bool FilterField::isWayHere(const QKeyEvent &event)
{
    const bool isAtFirst = text().isEmpty() || selectedText() == text();
    const bool isWay =
        event.key() == way && event.modifiers() == Qt::NoModifier && isAtFirst && !m_isHereToType;
    m_isHereToType = true;
    return isWay;
}

void FilterField::focusOutEvent(QFocusEvent *event)
{
    // The popup takes the focus for itself and hands its keys on.
    if (event->reason() != Qt::PopupFocusReason)
        m_completer->popup()->hide();
    QLineEdit::focusOutEvent(event);
}

void FilterField::keyPressEvent(QKeyEvent *event)
{
    if (isOffering()) {
        switch (event->key()) {
        case Qt::Key_Enter:
        case Qt::Key_Return:
            // The first one is current as soon as the list has the focus, but not chosen.
            if (m_completer->popup()->selectionModel()->hasSelection()) {
                event->ignore(); // the popup's
                return;
            }
            m_completer->popup()->hide();
            event->accept();
            Q_EMIT entered();
            return;
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
        case Qt::Key_Escape:
            event->ignore(); // the popup's
            return;
        default:
            break;
        }
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        offer(true);
        event->accept();
        return;
    }
    if (isWayHere(*event)) {
        selectAll();
        event->accept();
        return;
    }
    const QString before = text();
    m_isTyping = true;
    QLineEdit::keyPressEvent(event);
    m_isTyping = false;
    if (text() != before) {
        offer(false);
        Q_EMIT typed();
    } else if (isOffering() && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right))
        m_completer->popup()->hide();
}

// Unless somebody wants it, only where something of the word is there: a list under an empty line
// would be in the way.
void FilterField::offer(bool wanted)
{
    m_completions = {};
    if (m_vocabulary && (wanted || cursorPosition() > 0)) {
        const bool isBlankPlace =
            cursorPosition() == 0 || text().at(cursorPosition() - 1).isSpace();
        if (wanted || !isBlankPlace)
            m_completions = insight::filterCompletions(text(), cursorPosition(), m_vocabulary());
    }
    if (m_completions.offers.empty()) {
        m_completer->popup()->hide();
        return;
    }
    m_offers->clear();
    for (std::size_t i = 0; i < m_completions.offers.size(); ++i) {
        auto *item = new QStandardItem(m_completions.offers[i].shown);
        item->setData(static_cast<int>(i), placeRole);
        item->setEditable(false);
        m_offers->appendRow(item);
    }
    // As wide as its content, beneath the word that it completes.
    const auto at = static_cast<int>(m_completions.at);
    const int back =
        fontMetrics().horizontalAdvance(text().sliced(at, std::max(0, cursorPosition() - at)));
    QRect place = cursorRect();
    place.setLeft(std::max(0, place.left() - back));
    place.setWidth(m_completer->popup()->sizeHintForColumn(0)
                   + m_completer->popup()->verticalScrollBar()->sizeHint().width()
                   + 2 * characterWidth(fontMetrics()));
    m_completer->complete(place);
}

void FilterField::take(const QModelIndex &index)
{
    const auto place = static_cast<std::size_t>(index.data(placeRole).toInt());
    if (place >= m_completions.offers.size())
        return;
    const insight::FilterCompletions completions = std::exchange(m_completions, {});
    const insight::FilterCompletion &chosen = completions.offers[place];
    const auto at = static_cast<int>(completions.at);
    const auto length = static_cast<int>(completions.length);
    const bool isLast = at + length >= text().size();
    // By the line's own means, so that it can be undone.
    setSelection(at, length);
    insert(chosen.isWhole && isLast ? QString(chosen.text + u' ') : chosen.text);
    if (!chosen.isWhole)
        offer(false); // the field's values
}

} // namespace lockscope::ui
