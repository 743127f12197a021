# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a lock with each library of PyPI on 127.0.0.1:PORT; what it writes is told in node/holder.mjs."""
import json
import sys

import redis
import redis_lock
import redlock

PORT = int(sys.argv[1])
LEASE = 120


def tell(which, name, owner):
    print(json.dumps({"case": which, "name": name, "owner": owner}))


def main():
    server = redis.Redis(host="127.0.0.1", port=PORT)

    plain = server.lock("orders:redis-py", timeout=LEASE)
    plain.acquire()
    tell("redis-py", "orders:redis-py", plain.local.token.decode())

    endless = server.lock("orders:endless")
    endless.acquire()
    tell("redis-py-endless", "orders:endless", endless.local.token.decode())

    signalled = redis_lock.Lock(server, "orders", expire=LEASE, auto_renewal=True)
    signalled.acquire()
    tell("python-redis-lock", "lock:orders", signalled.id)

    named = redis_lock.Lock(server, "named", expire=LEASE, id="billing-7")
    named.acquire()
    tell("python-redis-lock-named", "lock:named", "billing-7")

    voting = redlock.Redlock([{"host": "127.0.0.1", "port": PORT}])
    while True:
        voted = voting.lock("orders:redlock-py", LEASE * 1000)
        key = voted.key.decode() if isinstance(voted.key, bytes) else voted.key
        # Without digits, as one token in fifty is, it is not even a guess.
        if any(map(str.isdigit, key)) and any(map(str.isupper, key)) and any(map(str.islower, key)):
            break
        voting.unlock(voted)
    tell("redlock-py", "orders:redlock-py", key)

    print("ready", flush=True)
    sys.stdin.read()
    voting.unlock(voted)
    for lock in (named, signalled, endless, plain):
        lock.release()


main()
