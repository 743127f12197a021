// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/ownfilter.h"

#include "ui/kit/ownkeys.h"
#include "ui/table/filterfield.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVariant>

namespace lockscope::ui {

namespace {

constexpr const char *ownFilterProperty = "ownFilter";

} // namespace

OwnFilter::OwnFilter(QWidget *view, QLineEdit *field, QWidget *filtered)
    : QObject(field)
    , m_field(field)
    , m_filtered(filtered)
{
    view->setProperty(ownFilterProperty, QVariant::fromValue(field));
    setKeys(field,
            ownKeysOf(*field)
                << OwnKeys{{FilterField::way},
                           tr("Go to the filter of this view; again: to the filter of locks")}
                << OwnKeys{{Qt::Key_Escape}, tr("Clear the filter of this view")}
                << OwnKeys{{Qt::Key_Down}, tr("Go from the filter to what it filters")});
    field->installEventFilter(this);
}

QLineEdit *OwnFilter::near(const QWidget *widget)
{
    const QWidget *const focus = widget;
    for (; widget; widget = widget->parentWidget()) {
        if (auto *field = widget->property(ownFilterProperty).value<QLineEdit *>())
            return field == focus || !field->isVisible() ? nullptr : field;
    }
    return nullptr;
}

void OwnFilter::reach(QLineEdit *field)
{
    field->setFocus(Qt::ShortcutFocusReason);
    field->selectAll();
    if (auto *own = field->findChild<OwnFilter *>())
        own->m_state = State::Reached;
}

// As in the table of locks: with a first row chosen, so that the next key tells of something.
void OwnFilter::enterFiltered()
{
    m_filtered->setFocus(Qt::ShortcutFocusReason);
    auto *const table = qobject_cast<QAbstractItemView *>(m_filtered);
    if (table && table->model() && table->model()->rowCount() > 0
        && !table->currentIndex().isValid())
        table->setCurrentIndex(table->model()->index(0, 0));
}

bool OwnFilter::isKeyFirst(const QKeyEvent &key) const
{
    const bool isAtFirst = m_field->text().isEmpty() || m_field->selectedText() == m_field->text();
    return m_state != State::Typed && isAtFirst && key.key() == FilterField::way
        && key.modifiers() == Qt::NoModifier;
}

bool OwnFilter::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn)
        m_state = State::Entered;
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!isOverride && event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (isKeyFirst(*key)) {
        // It is the window's shortcut, or was for this field, which has the focus already.
        event->setAccepted(m_state == State::Entered);
        if (!isOverride)
            reach(m_field);
        return true;
    }
    if (key->key() == Qt::Key_Escape) { // which is one, too
        event->accept();
        if (isOverride)
            return true;
        m_field->clear();
        m_filtered->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    if (!isOverride && key->key() == Qt::Key_Down && key->modifiers() == Qt::NoModifier
        && m_filtered->isVisible()) {
        enterFiltered();
        return true;
    }
    if (!isOverride)
        m_state = State::Typed;
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::ui
