// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
(import 'config.libsonnet') +
(import 'alerts/alerts.libsonnet') +
(import 'dashboards/locks.libsonnet')
