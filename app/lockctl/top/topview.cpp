// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topview.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

using Code = Key::Code;

QString name(LockSort sort)
{
    switch (sort) {
    case LockSort::Problems:
        return u"problems"_s;
    case LockSort::Waiters:
        return u"waiters"_s;
    case LockSort::Held:
        return u"time held"_s;
    case LockSort::Expiry:
        return u"expiry"_s;
    case LockSort::Name:
        return u"name"_s;
    }
    return {};
}

insight::FilterResult<insight::LockFilter> readTopFilter(const QString &text)
{
    auto filter = insight::LockFilter::read(text);
    if (filter && filter->dependsOnQuorum())
        return tl::unexpected(insight::FilterProblem{
            u"quorum: cannot be used here; see 'lockctl quorum --watch'"_s, 0, text.size()});
    return filter;
}

TopView::Act TopView::press(const Key &key, std::size_t count, std::size_t page)
{
    if (key.code == Code::Interrupt)
        return Act::Quit;
    if (key.code == Code::Suspend)
        return Act::Suspend;
    if (key.code == Code::Repaint)
        return Act::Repaint;
    if (m_edit)
        return pressInFilter(key);
    if (std::exchange(m_isHelp, false))
        return key.text == u"q"_s ? Act::Quit : Act::Draw;
    const auto rows = static_cast<qsizetype>(std::max<std::size_t>(1, page));
    switch (key.code) {
    case Code::Text:
        return pressText(key.text.front());
    case Code::Help:
        m_isHelp = true;
        return Act::Draw;
    case Code::Up:
        return move(-1, count, page);
    case Code::Down:
        return move(1, count, page);
    case Code::PageUp:
        return move(-rows, count, page);
    case Code::PageDown:
        return move(rows, count, page);
    case Code::Home:
        return moveTo(0);
    case Code::End:
        return moveTo(count == 0 ? 0 : count - 1);
    case Code::Enter:
    case Code::Right:
        if (!m_place)
            moveTo(m_first);
        m_isDetail = key.code == Code::Right || !m_isDetail;
        return Act::Draw;
    case Code::Left:
        m_isDetail = false;
        return Act::Draw;
    case Code::Escape:
        if (!std::exchange(m_isDetail, false))
            select({});
        return Act::Draw;
    default:
        return Act::None;
    }
}

TopView::Act TopView::pressText(QChar character)
{
    constexpr int sorts = static_cast<int>(LockSort::Name) + 1;
    switch (character.unicode()) {
    case 'q':
        return Act::Quit;
    case 'p':
    case ' ':
        return Act::TogglePause;
    case '?':
    case 'h':
        m_isHelp = true;
        return Act::Draw;
    case 's':
        m_sort = static_cast<LockSort>((static_cast<int>(m_sort) + 1) % sorts);
        return Act::Draw;
    case 'S':
        m_isReversed = !m_isReversed;
        return Act::Draw;
    case 'i':
        m_isProblemsOnly = !m_isProblemsOnly;
        return Act::Gather;
    case '/':
        m_edit = FilterEdit{m_filterText, m_filterText.size(), {}};
        return Act::Draw;
    default:
        return Act::None;
    }
}

TopView::Act TopView::pressInFilter(const Key &key)
{
    FilterEdit &edit = *m_edit;
    // A character may be two halves.
    const auto before = [&edit] {
        const bool isPair = edit.cursor >= 2 && edit.text[edit.cursor - 1].isLowSurrogate();
        return std::max<qsizetype>(0, edit.cursor - (isPair ? 2 : 1));
    };
    const auto behind = [&edit] {
        const bool isPair =
            edit.cursor < edit.text.size() && edit.text[edit.cursor].isHighSurrogate();
        return std::min(edit.text.size(), edit.cursor + (isPair ? 2 : 1));
    };
    constexpr qsizetype longest = 1000;
    switch (key.code) {
    case Code::Text:
        if (edit.text.size() < longest) {
            edit.text.insert(edit.cursor, key.text);
            edit.cursor += key.text.size();
        }
        break;
    case Code::Backspace: {
        const qsizetype at = before();
        edit.text.remove(at, edit.cursor - at);
        edit.cursor = at;
        break;
    }
    case Code::Delete:
        edit.text.remove(edit.cursor, behind() - edit.cursor);
        break;
    case Code::ClearLine:
        edit.text.remove(0, std::exchange(edit.cursor, 0));
        break;
    case Code::Left:
        edit.cursor = before();
        break;
    case Code::Right:
        edit.cursor = behind();
        break;
    case Code::Home:
        edit.cursor = 0;
        break;
    case Code::End:
        edit.cursor = edit.text.size();
        break;
    case Code::Escape:
        m_edit.reset();
        return Act::Draw;
    case Code::Enter: {
        auto filter = readTopFilter(edit.text);
        if (!filter)
            break; // the problem is shown, and the text can be mended
        m_filter = std::move(*filter);
        m_filterText = edit.text.trimmed();
        m_edit.reset();
        return Act::Gather;
    }
    default:
        return Act::None;
    }
    check();
    return Act::Draw;
}

void TopView::check()
{
    const auto filter = readTopFilter(m_edit->text);
    m_edit->problem.reset();
    if (!filter)
        m_edit->problem = filter.error();
}

TopView::Act TopView::move(qsizetype by, std::size_t count, std::size_t page)
{
    if (count == 0)
        return Act::None;
    // The first key selects the first row that is shown, or the last one.
    if (!m_place)
        return moveTo(by > 0 ? m_first
                             : std::min(count, m_first + std::max<std::size_t>(1, page)) - 1);
    const auto last = static_cast<qsizetype>(count) - 1;
    return moveTo(static_cast<std::size_t>(
        std::clamp<qsizetype>(static_cast<qsizetype>(*m_place) + by, 0, last)));
}

TopView::Act TopView::moveTo(std::size_t place)
{
    select(place);
    return Act::Draw;
}

void TopView::select(std::optional<std::size_t> place, std::optional<watch::LockId> id)
{
    m_place = place;
    m_selected = std::move(id);
    if (!m_place)
        m_isDetail = false;
}

std::size_t TopView::scrollTo(std::size_t count, std::size_t page)
{
    if (!m_place) {
        m_first = 0;
        return m_first;
    }
    const std::size_t rows = std::max<std::size_t>(1, page);
    m_first = std::clamp(m_first, *m_place < rows ? 0 : *m_place - rows + 1, *m_place);
    m_first = std::min(m_first, count > rows ? count - rows : 0);
    return m_first;
}

} // namespace lockscope::lockctl
