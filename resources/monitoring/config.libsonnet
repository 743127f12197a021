// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
{
  _config+:: {
    // Which series are Lockscope's: 'job="lockscope"', or '' for all.
    lockscopeSelector: '',
    // Where the guide is, for the links of the alerts. Pages are FOLDER/problem-RULE.md.
    guideUrl: 'https://lockscope.invalid/guide/en',
    // Locks are renewed every ten seconds: what lasts is told at once. A rule opens after a second
    // and closes after ten, so that no alert flaps.
    problemFor: '0s',
    downFor: '1m',
    staleSeconds: 60,
    pollingFor: '15m',
    dashboardUid: 'lockscope-locks',
  },
}
