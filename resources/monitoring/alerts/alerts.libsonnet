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
    // By exporter, too: 127.0.0.1 is another server for each, and two that watch the same one would
    // count its problems twice.
    expr: 'sum without (rule, severity) (lockscope_problems' + of(['rule="%s"' % rule.name]) + ') > 0',
    'for': config.problemFor,
    labels: { severity: rule.severity },
    annotations: {
      summary: '%s.' % rule.title,
      description: '{{ $value }} open on {{ $labels.server }}{{ $labels.group }}: lockctl doctor has the evidence.',
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
            alert: 'LockscopeStale',
            // A server in sight is not stale, however seldom it is scraped and whatever the clock of
            // the exporter says.
            expr: 'time() - lockscope_last_seen_timestamp_seconds' + of([]) +
                  ' > %d and lockscope_up' % config.staleSeconds + of([]) + ' == 0',
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
            // One alert for a server, whatever its locks are. increase() extrapolates: 2.07 locks.
            expr: 'round(sum without (kind, library, prefix) (increase(lockscope_losses_total' + of([]) +
                  '[5m]))) > 0',
            'for': '0s',
            labels: { severity: 'critical' },
            annotations: {
              summary: 'A restart, failover or flush took locks.',
              description: '{{ $labels.server }} lost locks (about {{ $value }}): their holders may not know.',
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
          {
            // Without its series no other alert can fire, and those that did have cleared.
            alert: 'LockscopeExporterGone',
            expr: 'max by (job, instance) (max_over_time(lockscope_build_info' + of([]) +
                  '[1h])) unless on (job, instance) lockscope_build_info' + of([]),
            'for': config.downFor,
            labels: { severity: 'critical' },
            annotations: {
              summary: 'lockctl metrics does not answer any more.',
              description: '{{ $labels.instance }} tells nothing, so no other alert of its servers can fire.',
              runbook_url: '%s/metrics.md' % config.guideUrl,
            },
          },
        ],
      },
    ],
  },
}
