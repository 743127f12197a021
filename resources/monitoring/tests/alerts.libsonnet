// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// For promtool: every alert with a series that makes it fire and then clear.
local mixin = import '../mixin.libsonnet';
local rules = import '../rules.libsonnet';

local server = 'redis://a:6379';
local alerts = std.flattenArrays([group.rules for group in mixin.prometheusAlerts.groups]);
local named(name) = [alert for alert in alerts if alert.alert == name][0];

// What is expected of an alert: its labels, and its annotations with the value filled in.
local expected(alert, labels, replacements) = {
  exp_labels: labels + alert.labels,
  exp_annotations: alert.annotations + {
    description: std.foldl(
      function(text, pair) std.strReplace(text, pair[0], pair[1]),
      replacements + [['{{ $labels.server }}', server], ['{{ $labels.group }}', '']],
      alert.annotations.description
    ),
  },
};

// `values`: of each half minute. It fires at `fires` and not before or after. `more`: series beside it.
local test(name, series, values, fires, clear, labels={ server: server }, replacements=[], more=[]) = {
  name: name,
  interval: '30s',
  input_series: [{ series: series, values: values }] + more,
  alert_rule_test: [
    { eval_time: '0s', alertname: name, exp_alerts: [] },
    {
      eval_time: fires,
      alertname: name,
      exp_alerts: [expected(named(name), labels, replacements)],
    },
    { eval_time: clear, alertname: name, exp_alerts: [] },
  ],
};

local never(name, series) = {
  name: '%s, never' % name,
  interval: '30s',
  input_series: series,
  alert_rule_test: [
    { eval_time: '%ds' % [30 * i], alertname: name, exp_alerts: [] }
    for i in std.range(0, 8)
  ],
};

local exporter = 'job="lockscope",instance="a:9750"';

local ofRule(rule, alert) = test(
  alert.alert,
  'lockscope_problems{server="%s",rule="%s",severity="%s"}' % [server, rule.name, rule.severity],
  '0 2 2 0 0',
  '30s',
  '1m30s',
  replacements=[['{{ $value }}', '2']]
);

{
  rule_files: ['alerts.yaml'],
  evaluation_interval: '30s',
  tests: [
    ofRule(rules[i], mixin.prometheusAlerts.groups[0].rules[i])
    for i in std.range(0, std.length(rules) - 1)
  ] + [
    test(
      'LockscopeStale',
      'lockscope_last_seen_timestamp_seconds{server="%s"}' % server,
      '0 0 0 0 120',
      '1m30s',
      '2m',
      replacements=[['{{ $value | humanizeDuration }}', '1m 30s']],
      more=[{ series: 'lockscope_up{server="%s"}' % server, values: '1 0 0 0 1' }]
    ),
    // An exporter whose clock is behind.
    never('LockscopeStale', [
      { series: 'lockscope_last_seen_timestamp_seconds{server="%s"}' % server, values: '0x8' },
      { series: 'lockscope_up{server="%s"}' % server, values: '1x8' },
    ]),
    test(
      'LockscopePolls',
      'lockscope_watch_mode{server="%s",mode="polling"}' % server,
      '0 1x40 0 0',
      '16m',
      '21m30s',
      labels={ server: server, mode: 'polling' }
    ),
    // Locks of two kinds are one alert.
    test(
      'LockscopeLocksWereLost',
      'lockscope_losses_total{server="%s",kind="fair",library="redisson",prefix=""}' % server,
      '0x12 8x30',
      '7m',
      '12m30s',
      replacements=[['{{ $value }}', '11']],
      more=[{
        series: 'lockscope_losses_total{server="%s",kind="string",library="",prefix="a:"}' % server,
        values: '0x12 3x30',
      }]
    ),
    test('LockscopeFailover', 'lockscope_failovers_total{server="%s"}' % server, '0x12 1x30', '7m', '12m30s'),
    test(
      'LockscopeExporterGone',
      'lockscope_build_info{%s,version="1"}' % exporter,
      '1x4 stale _x6 1x4',
      '3m30s',
      '6m',
      labels={ job: 'lockscope', instance: 'a:9750' },
      replacements=[['{{ $labels.instance }}', 'a:9750']]
    ),
    // It is another version after an upgrade, and not gone.
    never('LockscopeExporterGone', [
      { series: 'lockscope_build_info{%s,version="1"}' % exporter, values: '1x4 stale' },
      { series: 'lockscope_build_info{%s,version="2"}' % exporter, values: '_x5 1x8' },
    ]),
  ],
}
