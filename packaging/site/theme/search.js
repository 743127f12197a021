// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the pages of this language that have every word, as the console's guide does: also parts of words, since
// Chinese has no spaces. `guidePages` comes from search/pages.js, so that a copy on a disk searches as well.
'use strict';
(() => {
  const field = document.getElementById('query');
  const found = document.getElementById('found');
  const hits = document.getElementById('hits');
  const language = document.body.dataset.language;
  const base = document.body.dataset.base;
  const pages = guidePages.filter(page => page.location.startsWith(`docs/${language}/`));

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
    hits.replaceChildren();
    found.textContent = '';
    if (!words.length)
      return;
    const rank = page => {
      const title = page.title.toLowerCase();
      return (title === words.join(' ') ? 4 : 0) + (words.every(word => title.includes(word)) ? 2 : 0);
    };
    const matching = pages
      .filter(page => words.every(word => `${page.title} ${page.text}`.toLowerCase().includes(word)))
      .map((page, at) => ({ page, at, rank: rank(page) }))
      .sort((a, b) => b.rank - a.rank || a.at - b.at);
    found.textContent = matching.length ? found.dataset.some + matching.length : found.dataset.none;
    for (const { page } of matching.slice(0, 20)) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `${base}/${page.location}`;
      link.textContent = page.title;
      const at = Math.max(0, page.text.toLowerCase().indexOf(words[0]) - 40);
      const around = document.createElement('div');
      around.textContent = (at ? '… ' : '') + page.text.slice(at, at + 140) + ' …';
      item.append(link, around);
      hits.append(item);
    }
  }
  field.addEventListener('input', search);
  document.getElementById('search').addEventListener('submit', event => {
    event.preventDefault();
    hits.querySelector('a')?.focus();
  });
})();
