// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/filtercompletion.h"
#include "core/insight/filter/filterwords.h"

#include <QLineEdit>

#include <functional>
#include <optional>

class QCompleter;
class QStandardItemModel;

namespace lockscope::ui {

// A line edit for a filter: offers completions at the cursor while the user types, all of them at
// Ctrl+Space, and underlines the part that cannot be understood. It does not know the filter's
// purpose. GUI thread.
class FilterField : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterField(QWidget *parent = nullptr);

    // Asked whenever something is to be offered: it costs nothing while nobody types.
    void setVocabulary(std::function<insight::FilterVocabulary()> vocabulary);
    // None: all is well. Stays until the next call.
    void showProblem(const std::optional<insight::FilterProblem> &problem);

    bool isOffering() const;
    // While a key changes the line: typed() follows.
    bool isTyping() const { return m_isTyping; }
    // The word that is typed at the end of the line may become the name of a field.
    bool isFieldBegun() const;

    // The key that leads here from elsewhere. Typed first into the line it is that key once more,
    // no text; typed again it is text.
    static constexpr Qt::Key way = Qt::Key_Slash;

Q_SIGNALS:
    // Enter where offers are open and none of them is chosen: it closes them, and means the line.
    void entered();
    // A key has changed the line, and what can be offered for it is known.
    void typed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    bool isWayHere(const QKeyEvent &event);
    void offer(bool wanted);
    void take(const QModelIndex &index);
    void underline();

    std::function<insight::FilterVocabulary()> m_vocabulary;
    std::optional<insight::FilterProblem> m_problem;
    insight::FilterCompletions m_completions;
    QStandardItemModel *m_offers;
    QCompleter *m_completer;
    bool m_isTyping = false;
    bool m_isHereToType = false; // the way here was pressed in the line, or something was typed
};

} // namespace lockscope::ui
