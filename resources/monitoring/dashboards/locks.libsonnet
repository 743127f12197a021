// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One page: what is wrong, who waits, how long locks are held, and whether all is in sight.
{
  local config = self._config,
  local selector = std.join(',', ['server=~"$server"'] + (
    if config.lockscopeSelector == '' then [] else [config.lockscopeSelector]
  )),
  local of(name) = name + '{' + selector + '}',
  local datasource = { type: 'prometheus', uid: '${datasource}' },

  local panel(id, type, title, x, y, width, targets, unit='short') = {
    id: id,
    type: type,
    title: title,
    datasource: datasource,
    gridPos: { x: x, y: y, w: width, h: 8 },
    fieldConfig: { defaults: { unit: unit, min: 0 }, overrides: [] },
    targets: [
      {
        refId: std.char(65 + i),
        datasource: datasource,
        expr: targets[i][0],
        legendFormat: targets[i][1],
      }
      for i in std.range(0, std.length(targets) - 1)
    ],
  },
  local quantile(of_quantile, name) =
    'histogram_quantile(%s, sum by (le, kind) (rate(%s_bucket{%s}[$__rate_interval])))'
    % [of_quantile, name, selector],
  local rate(name) = 'sum by (server) (rate(%s[$__rate_interval]))' % of(name),

  grafanaDashboards+:: {
    'lockscope-locks.json': {
      uid: config.dashboardUid,
      title: 'Lockscope / Locks',
      tags: ['lockscope'],
      schemaVersion: 38,
      editable: true,
      refresh: '30s',
      time: { from: 'now-1h', to: 'now' },
      templating: {
        list: [
          { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
          {
            name: 'server',
            label: 'Server',
            type: 'query',
            datasource: datasource,
            query: 'label_values(lockscope_up, server)',
            refresh: 2,
            multi: true,
            includeAll: true,
            allValue: '.*',
          },
        ],
      },
      panels: [
        panel(1, 'stat', 'Open problems', 0, 0, 6, [
          ['sum by (severity) (%s)' % of('lockscope_problems'), '{{severity}}'],
        ]),
        panel(2, 'stat', 'Servers out of sight', 6, 0, 6, [
          ['count(%s == 0) or vector(0)' % of('lockscope_up'), 'out of sight'],
        ]),
        panel(3, 'timeseries', 'Problems by rule', 12, 0, 12, [
          ['sum by (rule) (%s) > 0' % of('lockscope_problems'), '{{rule}}'],
        ]),
        panel(4, 'timeseries', 'Locks by state', 0, 8, 12, [
          ['sum by (state) (%s)' % of('lockscope_locks'), '{{state}}'],
        ]),
        panel(5, 'timeseries', 'Waiting', 12, 8, 12, [
          ['sum by (server) (%s)' % of('lockscope_waiters'), 'waiters, {{server}}'],
          ['sum by (server) (%s)' % of('lockscope_waiting_connections'), 'connections, {{server}}'],
        ]),
        panel(6, 'timeseries', 'Acquired, released', 0, 16, 12, [
          [rate('lockscope_acquisitions_total'), 'acquired, {{server}}'],
          [rate('lockscope_releases_total'), 'released, {{server}}'],
        ], 'ops'),
        panel(7, 'timeseries', 'Ended otherwise', 12, 16, 12, [
          [rate('lockscope_expirations_total'), 'expired, {{server}}'],
          [rate('lockscope_force_unlocks_total'), 'force-unlocked, {{server}}'],
          [rate('lockscope_losses_total'), 'lost, {{server}}'],
          [rate('lockscope_renewals_overdue_total'), 'renewal overdue, {{server}}'],
        ], 'ops'),
        panel(8, 'timeseries', 'Hold, 95 %', 0, 24, 12, [
          [quantile('0.95', 'lockscope_hold_seconds'), '{{kind}}'],
        ], 's'),
        panel(9, 'timeseries', 'Wait, 95 %', 12, 24, 12, [
          [quantile('0.95', 'lockscope_wait_seconds'), '{{kind}}'],
        ], 's'),
        panel(10, 'timeseries', 'Longest present hold', 0, 32, 12, [
          ['max by (server, prefix) (%s)' % of('lockscope_longest_hold_seconds'), '{{server}} {{prefix}}'],
        ], 's'),
        panel(11, 'timeseries', 'Round trip', 12, 32, 12, [
          [of('lockscope_server_latency_seconds'), '{{server}}'],
        ], 's'),
      ],
    },
  },
}
