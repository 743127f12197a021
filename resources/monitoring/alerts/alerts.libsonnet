// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
local rules = import '../rules.libsonnet';

// deadlock -> LockscopeDeadlock, no-expiry -> LockscopeNoExpiry
local alertName(rule) =
  'Lockscope' + std.join('', [
    std.asciiUpper(word[0]) + word[1:]
    for word in std.split(rule, '-')
  ]);

{
  local config = self._config,
  local of(matchers) =
    '{' + std.join(',', [
      matcher
      for matcher in matchers + [config.lockscopeSelector]
      if matcher != ''
    ]) + '}',

  local ofRule(rule) = {
    alert: alertName(rule.name),
    expr: 'sum by (server, group) (lockscope_problems' + of(['rule="%s"' % rule.name]) + ') > 0',
    'for': config.problemFor,
    labels: { severity: rule.severity },
    annotations: {
      summary: '%s.' % rule.title,
      description: '{{ $value }} open on {{ $labels.server }}{{ $labels.group }}: lockctl doctor names the locks.',
      runbook_url: '%s/problem-%s.md' % [config.guideUrl, rule.name],
    },
  },

  prometheusAlerts+:: {
    groups+: [
      {
        name: 'lockscope-problems',
        rules: [ofRule(rule) for rule in rules],
      },
      {
        name: 'lockscope-sight',
        rules: [
          {
            alert: 'LockscopeServerOutOfSight',
            expr: 'lockscope_up' + of([]) + ' == 0',
            'for': config.downFor,
            labels: { severity: 'critical' },
            annotations: {
              summary: 'A server with locks is out of sight.',
              description: '{{ $labels.server }} cannot be reached: nothing is known of its locks.',
              runbook_url: '%s/troubleshooting.md' % config.guideUrl,
            },
          },
          {
            alert: 'LockscopeStale',
            expr: 'time() - lockscope_last_seen_timestamp_seconds' + of([]) +
                  ' > %d' % config.staleSeconds,
            'for': '0s',
            labels: { severity: 'warning' },
            annotations: {
              summary: 'What is told of a server is old.',
              description: '{{ $labels.server }} was last seen {{ $value | humanizeDuration }} ago.',
              runbook_url: '%s/troubleshooting.md' % config.guideUrl,
            },
          },
          {
            alert: 'LockscopePolls',
            expr: 'lockscope_watch_mode' + of(['mode="polling"']) + ' == 1',
            'for': config.pollingFor,
            labels: { severity: 'info' },
            annotations: {
              summary: 'Changes of locks are found by polling only.',
              description: '{{ $labels.server }} tells no changes, so short holds go unseen.',
              runbook_url: '%s/servers.md' % config.guideUrl,
            },
          },
          {
            alert: 'LockscopeLocksWereLost',
            expr: 'increase(lockscope_losses_total' + of([]) + '[5m]) > 0',
            'for': '0s',
            labels: { severity: 'critical' },
            annotations: {
              summary: 'A restart, failover or flush took locks.',
              description: '{{ $value }} locks of {{ $labels.server }} were lost: their holders may not know.',
              runbook_url: '%s/problem-locks-lost.md' % config.guideUrl,
            },
          },
          {
            alert: 'LockscopeFailover',
            expr: 'increase(lockscope_failovers_total' + of([]) + '[5m]) > 0',
            'for': '0s',
            labels: { severity: 'warning' },
            annotations: {
              summary: 'Another server became the primary.',
              description: '{{ $labels.server }} failed over: locks that were not copied yet are gone.',
              runbook_url: '%s/failover.md' % config.guideUrl,
            },
          },
        ],
      },
    ],
  },
}
