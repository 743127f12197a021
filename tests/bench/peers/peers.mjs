// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same as bench_lock and bench_redlock with libraries of node, one run: redlock 5 beta and
// redis-semaphore over ioredis. `peers.mjs WHAT PORT...` prints one JSON object a line.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import * as redlockModule from 'redlock';
import { Mutex, RedlockMutex } from 'redis-semaphore';

const Redlock = redlockModule.default?.default ?? redlockModule.default;
const [what, ...ports] = process.argv.slice(2);
const seconds = Number(process.env.PEER_SECONDS ?? 2);
const clients = ports.map((port) => {
  const client = new Redis(Number(port), '127.0.0.1', {
    commandTimeout: ports.length > 1 ? 50 : undefined, maxRetriesPerRequest: 0, retryStrategy: () => 100,
  });
  client.on('error', () => {});
  return client;
});
await sleep(300);

const print = (bench, subject, unit, value) =>
  console.log(JSON.stringify({ bench, subject, unit, runs: [value], median: value }));
const percentile = (values, part) =>
  values.sort((a, b) => a - b)[Math.floor(part * (values.length - 1))];

// Both libraries as acquire() -> release().
function libraries() {
  const redlock = new Redlock(clients, { retryCount: -1, automaticExtensionThreshold: 1 });
  redlock.on('error', () => {});
  const single = clients.length === 1;
  return {
    redlock: (name) => async () => {
      const lock = await redlock.acquire([name], 30000);
      return () => lock.release();
    },
    'redis-semaphore': (name) => {
      return async () => {
        const options = { lockTimeout: 30000, refreshInterval: 0, acquireTimeout: 60000 };
        const mutex = single ? new Mutex(clients[0], name, options)
                             : new RedlockMutex(clients, name, options);
        await mutex.acquire();
        return () => mutex.release();
      };
    },
  };
}

async function pairs(bench) {
  for (const [subject, make] of Object.entries(libraries())) {
    const acquire = make(`pairs:${subject}`);
    const took = [];
    let failed = 0;
    for (let warm = 0; warm < 100; ++warm) await acquire().then((release) => release(), () => {});
    const start = performance.now();
    while (performance.now() - start < seconds * 1000) {
      const before = performance.now();
      try {
        await (await acquire())();
      } catch {
        ++failed;
      }
      took.push(performance.now() - before);
    }
    print(bench, subject, 'pairs/s', (took.length - failed) / seconds);
    print(bench, subject, 'ms 99th', percentile(took, 0.99));
    if (failed) print(bench, subject, 'failed', failed);
  }
}

async function commands() {
  const text = await clients[0].info('commandstats');
  return [...text.matchAll(/cmdstat_(\S+?):calls=(\d+)/g)]
    .filter(([, name]) => name !== 'info').reduce((sum, [, , calls]) => sum + Number(calls), 0);
}

async function handOver(waiters) {
  for (const [subject, make] of Object.entries(libraries())) {
    const took = [];
    let released;
    const before = await commands();
    const end = performance.now() + seconds * 1000;
    const work = async (me) => {
      const acquire = make(`handed:${subject}`);
      while (performance.now() < end) {
        const release = await acquire();
        if (released && released.by !== me) took.push(performance.now() - released.at);
        await sleep(5);
        released = { by: me, at: performance.now() };
        await release();
      }
    };
    await Promise.all(Array.from({ length: waiters + 1 }, (_, me) => work(me)));
    const spent = (await commands()) - before;
    print(`hand-over ${waiters}`, subject, 'ms median', percentile(took, 0.5));
    print(`hand-over ${waiters}`, subject, 'ms 99th', percentile(took, 0.99));
    print(`hand-over ${waiters}`, subject, 'commands', spent / took.length);
  }
}

if (what === 'handover') for (const waiters of [2, 4, 8, 16]) await handOver(waiters);
else await pairs(what);
process.exit(0);
