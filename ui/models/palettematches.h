// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::ui {

// What somebody typed to find something by its name, as pure functions over values. Any thread.
class PaletteQuery
{
public:
    explicit PaletteQuery(const QString &typed);

    bool isEmpty() const { return m_words.isEmpty(); }

    // How well a text in UTF-8 fits: more is better, empty is not at all. Every word must be in it:
    // best at its start, then at the start of a part of it, then anywhere, then letter by letter.
    // Capitals do not matter where they are of ASCII.
    std::optional<int> score(QByteArrayView text) const;

private:
    QByteArrayList m_words;
};

struct PaletteMatch {
    std::size_t index = 0; // of what was offered
    int score = 0;
};

// The best first, at most so many; what fits equally well stays in its order.
void keepBest(std::vector<PaletteMatch> &matches, std::size_t most);

} // namespace lockscope::ui
