// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/filterbar.h"

#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype longestItem = 60;
constexpr std::chrono::milliseconds halfSecond{500};
constexpr int roomForFilter = 24; // characters: a field and a value

// A menu takes an ampersand for a shortcut.
QString menuText(QString text)
{
    if (text.size() > longestItem)
        text = text.first(longestItem - 1) + u'…';
    return text.replace(u'&', "&&"_L1);
}

} // namespace

FilterBar::FilterBar(const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_field(new FilterField)
    , m_button(new QToolButton)
    , m_menu(new QMenu(m_button))
    , m_problem(new QLabel(this))
    , m_row(new QHBoxLayout)
{
    setObjectName(name + "Bar"_L1);
    m_field->setObjectName(name);
    m_field->setAccessibleName(tr("Filter"));
    m_button->setObjectName(name + "Saved"_L1);
    m_button->setText(tr("Filters"));
    m_button->setAccessibleName(tr("Saved filters"));
    m_button->setToolTip(tr("Saved filters, by name"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setFocusPolicy(Qt::TabFocus);
    m_button->setMenu(m_menu);
    m_menu->setObjectName(name + "SavedMenu"_L1);
    m_problem->setObjectName(name + "Problem"_L1);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(8, 3, 8, 3);
    m_problem->hide();
    m_row->setContentsMargins(6, 6, 8, 6);
    m_row->setSpacing(10);
    m_row->addWidget(m_field, 1);
    m_row->addWidget(m_button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_row);
    m_unsettled.setSingleShot(true);
    m_unsettled.setInterval(halfSecond);
    connect(&m_unsettled, &QTimer::timeout, this, &FilterBar::tell);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        if (!m_field->isTyping())
            tell();
    });
    connect(m_field, &FilterField::typed, this, [this] {
        if (m_field->isFieldBegun())
            m_unsettled.start();
        else
            tell();
    });
    connect(m_field, &QLineEdit::editingFinished, this, &FilterBar::settle);
    makeItems();
    connect(m_menu, &QMenu::aboutToShow, this, &FilterBar::makeItems);
    colourProblem();
}

void FilterBar::settle()
{
    if (m_unsettled.isActive())
        tell();
}

void FilterBar::tell()
{
    m_unsettled.stop();
    Q_EMIT edited(m_field->text());
}

void FilterBar::addWidget(QWidget *widget)
{
    m_row->addWidget(widget);
}

void FilterBar::addLabel(QWidget *label)
{
    m_label = label;
    m_row->insertWidget(1, label);
}

void FilterBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void FilterBar::fit()
{
    if (!m_label)
        return;
    int taken = m_row->contentsMargins().left() + m_row->contentsMargins().right();
    for (int i = 0; i < m_row->count(); ++i) {
        const QWidget *part = m_row->itemAt(i)->widget();
        if (part != m_field)
            taken += m_row->spacing() + part->sizeHint().width();
    }
    m_label->setVisible(width() - taken >= roomForFilter * characterWidth(m_field->fontMetrics()));
}

void FilterBar::showProblem(const std::optional<insight::FilterProblem> &problem)
{
    m_field->showProblem(problem);
    QString text;
    if (problem) {
        text = wording::ended(
            wording::errorSentence({ErrorKind::InvalidInput, {}, problem->text, {}}));
        if (!text.section(u' ', 0, 0).endsWith(u':')) // a field's name is in small letters
            text = wording::capitalised(text);
    }
    m_problem->setText(text);
    m_problem->setVisible(problem.has_value());
    m_field->setToolTip(toolTipOf(m_problem->text()));
    m_field->setAccessibleDescription(m_problem->text());
}

void FilterBar::setReadyMade(const QList<QAction *> &actions)
{
    m_readyMade = actions;
    m_button->setToolTip(tr("Ready-made and saved filters"));
    makeItems();
}

void FilterBar::makeItems()
{
    m_menu->clear();
    // clear() leaves menus within it alone.
    delete m_menu->findChild<QMenu *>(u"savedFilterRemoval"_s, Qt::FindDirectChildrenOnly);
    m_menu->addActions(m_readyMade);
    if (!m_readyMade.isEmpty())
        m_menu->addSeparator();
    QMenu *removal = m_saved.all().empty() ? nullptr : new QMenu(tr("&Remove"), m_menu);
    for (const SavedFilter &filter : m_saved.all()) {
        QAction *action = m_menu->addAction(menuText(filter.name), m_field,
                                            [this, text = filter.text] { m_field->setText(text); });
        action->setObjectName("savedFilter:"_L1 + filter.name);
        action->setToolTip(filter.text);
        removal->addAction(menuText(filter.name), this,
                           [this, name = filter.name] { m_saved.remove(name); });
    }
    if (removal) {
        removal->setObjectName("savedFilterRemoval"_L1);
        m_menu->addSeparator();
        m_menu->addMenu(removal);
    }
    addSaver();
}

// A line in the menu itself: to give a name needs no dialog.
void FilterBar::addSaver()
{
    if (m_field->text().trimmed().isEmpty()) {
        QAction *hint = m_menu->addAction(tr("Enter a filter to save it here"));
        hint->setEnabled(false);
        return;
    }
    auto *line = new QLineEdit;
    line->setObjectName("savedFilterName"_L1);
    line->setAccessibleName(tr("Name for this filter"));
    line->setPlaceholderText(tr("Save filter as…"));
    line->setMinimumWidth(28 * characterWidth(fontMetrics()));
    auto *action = new QWidgetAction(m_menu);
    action->setDefaultWidget(line);
    m_menu->addAction(action);
    connect(line, &QLineEdit::returnPressed, this, [this, line] {
        if (m_saved.put(line->text(), wording::filterInOwnWords(m_field->text())))
            m_menu->hide();
    });
}

void FilterBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourProblem();
}

void FilterBar::colourProblem()
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, palette()));
    m_problem->setPalette(colours);
}

} // namespace lockscope::ui
