// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/spacekey.h"

#include "ui/overview/tile.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QKeyEvent>

namespace lockscope::ui {

namespace {

bool usesSpace(const QObject *object)
{
    if (qobject_cast<const Tile *>(object)) // a button that leaves it to the window
        return false;
    if (const auto *view = qobject_cast<const QAbstractItemView *>(object))
        return view->currentIndex().flags().testFlag(Qt::ItemIsUserCheckable);
    return qobject_cast<const QAbstractButton *>(object) || qobject_cast<const QComboBox *>(object)
        || qobject_cast<const QAbstractSlider *>(object) || qobject_cast<const QGroupBox *>(object);
}

} // namespace

SpaceKey::SpaceKey(QObject *parent)
    : QObject(parent)
{
    QApplication::instance()->installEventFilter(this);
}

bool SpaceKey::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() != Qt::Key_Space || key->modifiers() != Qt::NoModifier || !usesSpace(watched))
        return false;
    event->accept();
    return true;
}

} // namespace lockscope::ui
