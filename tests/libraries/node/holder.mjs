// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes a lock with each library of npm on 127.0.0.1:PORT and writes one line of JSON about each:
//
//   {"case": which, "name": the key, "owner": what stands in it}
//
// then "ready", and holds them until its standard input ends.
import {Queue, Worker} from "bullmq";
import {Redis} from "ioredis";
import {Mutex, RedlockMutex, Semaphore} from "redis-semaphore";
import Redlock from "redlock";
import Redlock4 from "redlock-4";

const connection = {host: "127.0.0.1", port: Number(process.argv[2])};
const redis = new Redis(connection);
const lease = 120_000;
const ends = [];

function tell(which, name, owner) {
    console.log(JSON.stringify({case: which, name, owner}));
}

const redlock = await new Redlock([redis]).acquire(["orders:redlock"], lease);
tell("redlock-5", "orders:redlock", redlock.value);
ends.push(() => redlock.release());

const redlock4 = await new Redlock4([redis]).lock("orders:redlock4", lease);
tell("redlock-4", "orders:redlock4", redlock4.value);
ends.push(() => redlock4.unlock());

const mutex = new Mutex(redis, "orders", {lockTimeout: lease});
await mutex.acquire();
tell("redis-semaphore-mutex", "mutex:orders", mutex.identifier);
ends.push(() => mutex.release());

const voted = new RedlockMutex([redis], "voted", {lockTimeout: lease});
await voted.acquire();
tell("redis-semaphore-redlock-mutex", "mutex:voted", voted.identifier);
ends.push(() => voted.release());

const semaphore = new Semaphore(redis, "pool", 3, {lockTimeout: lease});
await semaphore.acquire();
tell("redis-semaphore-semaphore", "semaphore:pool", semaphore.identifier);
ends.push(() => semaphore.release());

// A worker holds the lock of the job that it works on.
const queue = new Queue("mails", {connection});
const job = await queue.add("mail", {});
let finish;
const finished = new Promise((resolve) => { finish = resolve; });
const worker = await new Promise((resolve) => {
    const one = new Worker("mails", async () => { resolve(one); await finished; },
                           {connection, lockDuration: lease});
});
const key = `bull:mails:${job.id}:lock`;
tell("bullmq", key, await redis.get(key));
ends.push(async () => {
    finish();
    await worker.close();
    await queue.close();
});

console.log("ready");
process.stdin.resume();
process.stdin.on("end", async () => {
    for (const end of ends)
        await end();
    redis.disconnect();
});
