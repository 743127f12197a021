// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>
#include <QStringList>

#include <vector>

class QLabel;
class QToolButton;

namespace lockscope::ui {

// Sections one above the other, each under a heading that folds it: a folded section is hidden and
// costs nothing. GUI thread. The folded sections can be saved as a list of their names.
class DetailSections : public QSplitter
{
    Q_OBJECT

public:
    explicit DetailSections(const QString &name, QWidget *parent = nullptr);

    // The heading's label, named after the section; the caller sets its text.
    QLabel *add(const QString &name, const QString &title, QWidget *content, int stretch);

    void setOpen(const QString &name, bool isOpen);
    bool isOpen(const QString &name) const;

    QStringList folded() const;
    // All others are opened; names that do not exist are nobody's.
    void setFolded(const QStringList &names);

Q_SIGNALS:
    void openChanged(const QString &name, bool isOpen);

private:
    struct Section {
        QString name;
        QWidget *whole;
        QToolButton *fold;
        QWidget *content;
    };

    void apply(const Section &section, bool isOpen);
    const Section *find(const QString &name) const;

    std::vector<Section> m_sections;
};

} // namespace lockscope::ui
