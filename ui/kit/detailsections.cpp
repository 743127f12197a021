// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/detailsections.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

DetailSections::DetailSections(const QString &name, QWidget *parent)
    : QSplitter(Qt::Vertical, parent)
{
    setObjectName(name);
    setChildrenCollapsible(false); // a heading always stays
}

QLabel *DetailSections::add(const QString &name, const QString &title, QWidget *content,
                            int stretch)
{
    auto *heading = new QLabel(title);
    heading->setObjectName(name + "Heading"_L1);
    heading->setTextFormat(Qt::PlainText);
    heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    auto *fold = new QToolButton;
    fold->setObjectName(name + "Fold"_L1);
    fold->setAccessibleName(title);
    fold->setCheckable(true);
    fold->setAutoRaise(true);

    auto *whole = new QWidget;
    const int gap = std::max(2, fontMetrics().height() / 4);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(gap, gap, gap, gap);
    line->setSpacing(gap);
    line->addWidget(fold);
    line->addWidget(heading, 1);
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(content, 1);
    addWidget(whole);
    setStretchFactor(count() - 1, stretch);

    m_sections.push_back({name, whole, fold, content});
    fold->setChecked(true);
    apply(m_sections.back(), true);
    connect(fold, &QToolButton::toggled, this, [this, name](bool isOpen) {
        if (const Section *const section = find(name))
            apply(*section, isOpen);
        Q_EMIT openChanged(name, isOpen);
    });
    return heading;
}

void DetailSections::apply(const Section &section, bool isOpen)
{
    section.fold->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    section.fold->setToolTip(isOpen ? tr("Collapse") : tr("Expand"));
    section.content->setVisible(isOpen);
    // A folded section is as high as its heading, in any font.
    section.whole->setSizePolicy(QSizePolicy::Preferred,
                                 isOpen ? QSizePolicy::Expanding : QSizePolicy::Fixed);
}

const DetailSections::Section *DetailSections::find(const QString &name) const
{
    const auto found =
        std::find_if(m_sections.begin(), m_sections.end(),
                     [&name](const Section &section) { return section.name == name; });
    return found == m_sections.end() ? nullptr : &*found;
}

void DetailSections::setOpen(const QString &name, bool isOpen)
{
    if (const Section *const section = find(name))
        section->fold->setChecked(isOpen);
}

bool DetailSections::isOpen(const QString &name) const
{
    const Section *const section = find(name);
    return section && section->fold->isChecked();
}

QStringList DetailSections::folded() const
{
    QStringList names;
    for (const Section &section : m_sections) {
        if (!section.fold->isChecked())
            names += section.name;
    }
    return names;
}

void DetailSections::setFolded(const QStringList &names)
{
    for (const Section &section : m_sections)
        section.fold->setChecked(!names.contains(section.name));
}

} // namespace lockscope::ui
