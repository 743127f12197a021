// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/preferencesdialog.h"

#include "ui/kit/columnscroll.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QString plain(const QString &label)
{
    QString text = label;
    return text.remove(u'&');
}

} // namespace

PreferencesDialog::PreferencesDialog(QList<Preference> preferences, QWidget *parent)
    : Dialog(parent)
    , m_resetAll(nullptr)
{
    setObjectName("preferencesDialog"_L1);
    setWindowTitle(tr("Preferences"));
    auto *page = new QWidget;
    auto *groups = new QVBoxLayout(page);
    QStringList names;
    for (const Preference &each : preferences) {
        if (!names.contains(each.group))
            names += each.group;
    }
    for (const QString &name : names)
        addGroup(groups, name, preferences);
    groups->addStretch();
    auto *scroll = new ColumnScroll(
        page, ColumnScroll::Width::Whole); // at a large zoom it is higher than the screen
    scroll->setObjectName("preferencesScroll"_L1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_resetAll = buttons->addButton(tr("&Reset all"), QDialogButtonBox::ResetRole);
    m_resetAll->setObjectName("resetAllPreferences"_L1);
    m_resetAll->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    connect(m_resetAll, &QPushButton::clicked, this, &PreferencesDialog::resetAll);
    // Enter in a field applies it, and closes nothing.
    for (auto *button : buttons->findChildren<QPushButton *>())
        button->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
    resizeOnScreen(
        {sizeHint().width(),
         page->sizeHint().height() + buttons->sizeHint().height() + 4 * fontMetrics().height()});
}

void PreferencesDialog::addGroup(QVBoxLayout *layout, const QString &group,
                                 const QList<Preference> &all)
{
    auto *box = new QGroupBox(group);
    auto *grid = new QGridLayout(box);
    grid->setColumnStretch(1, 1);
    for (const Preference &each : all) {
        if (each.group != group)
            continue;
        const int row = grid->rowCount();
        QWidget *control = makeControl(each);
        if (each.isCheck()) {
            grid->addWidget(control, row, 0, 1, 2);
        } else {
            auto *label = new QLabel(each.label);
            label->setBuddy(control);
            grid->addWidget(label, row, 0);
            grid->addWidget(control, row, 1);
        }
        auto *reset = new QToolButton;
        reset->setObjectName(each.name + "Reset"_L1);
        reset->setText(tr("Reset"));
        reset->setAccessibleName(tr("Reset: %1").arg(plain(each.label)));
        reset->setFocusPolicy(Qt::StrongFocus);
        grid->addWidget(reset, row, 2);
        connect(reset, &QToolButton::clicked, this, [this, each] { set(each, each.usual); });
        if (!each.note.isEmpty()) {
            auto *note = new QLabel(each.note);
            note->setTextFormat(Qt::PlainText);
            note->setWordWrap(true);
            grid->addWidget(note, row + 1, 0, 1, 3);
        }
        m_lines.push_back({each, control, reset});
    }
    layout->addWidget(box);
}

QWidget *PreferencesDialog::makeControl(const Preference &preference)
{
    QWidget *control = nullptr;
    if (preference.isCheck()) {
        auto *check = new QCheckBox(preference.label);
        connect(check, &QCheckBox::clicked, this,
                [this, preference](bool isChecked) { set(preference, isChecked ? 1 : 0); });
        control = check;
    } else if (!preference.choices.isEmpty()) {
        auto *choice = new QComboBox;
        choice->addItems(preference.choices);
        connect(choice, &QComboBox::activated, this,
                [this, preference](int index) { set(preference, index); });
        control = choice;
    } else {
        auto *number = new QSpinBox;
        number->setRange(preference.least, preference.most);
        number->setSuffix(preference.suffix);
        number->setSingleStep(10);
        number->setKeyboardTracking(false); // 1 is not meant on the way to 150
        connect(number, &QSpinBox::valueChanged, this,
                [this, preference](int value) { set(preference, value); });
        control = number;
    }
    control->setObjectName(preference.name);
    control->setAccessibleName(plain(preference.label));
    control->setEnabled(preference.isPossible);
    return control;
}

void PreferencesDialog::set(const Preference &preference, int value)
{
    if (m_isRefreshing)
        return;
    if (preference.value() != value)
        preference.set(value);
    refresh();
}

void PreferencesDialog::refresh()
{
    const QScopedValueRollback refreshing(m_isRefreshing, true);
    bool areUsual = true;
    for (const Line &line : m_lines) {
        const int value = line.preference.value();
        if (auto *check = qobject_cast<QCheckBox *>(line.control))
            check->setChecked(value != 0);
        else if (auto *choice = qobject_cast<QComboBox *>(line.control))
            choice->setCurrentIndex(value);
        else if (auto *number = qobject_cast<QSpinBox *>(line.control))
            number->setValue(value);
        const bool isUsual = value == line.preference.usual;
        line.reset->setEnabled(!isUsual && line.preference.isPossible);
        areUsual = areUsual && (isUsual || !line.preference.isPossible);
    }
    m_resetAll->setEnabled(!areUsual);
}

void PreferencesDialog::resetAll()
{
    for (const Line &line : m_lines) {
        if (line.preference.isPossible && line.preference.value() != line.preference.usual)
            line.preference.set(line.preference.usual);
    }
    refresh();
}

} // namespace lockscope::ui
