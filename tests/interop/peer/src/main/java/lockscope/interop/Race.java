// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
package lockscope.interop;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.client.codec.StringCodec;

/**
 * Many threads in and out of one lock, each adding one to a witness while it holds it: a key that
 * the lock alone guards, read, then after a while written. The other runtime does the same. What
 * each thread did goes to the file, one line a turn: "KIND ENTERED LEFT [TOKEN]", in nanoseconds of
 * the machine's monotonic clock, by which the turns of both can be compared. Answers with the
 * number of writing turns.
 *
 * The kind "readwrite" reads in three turns of four; "semaphore" is one, and "permits" one whose
 * permits lapse, both without a witness.
 */
final class Race {
    private final Clients clients;
    private final String kind;
    private final String name;
    private final long end;
    private final PrintWriter file;
    private final AtomicLong written = new AtomicLong();
    private final RBucket<String> witness;

    private Race(Clients clients, String kind, String name, long millis, PrintWriter file) {
        this.clients = clients;
        this.kind = kind;
        this.name = name;
        this.end = System.nanoTime() + millis * 1_000_000;
        this.file = file;
        this.witness = clients.first().getBucket(name + ":witness", StringCodec.INSTANCE);
    }

    static Object run(Clients clients, List<String> arguments) throws Exception {
        int count = Integer.parseInt(arguments.get(2));
        var threads = Executors.newFixedThreadPool(count);
        try (var file = new PrintWriter(arguments.get(4), StandardCharsets.UTF_8)) {
            var race = new Race(clients, arguments.get(0), arguments.get(1),
                    Long.parseLong(arguments.get(3)), file);
            Callable<Void> runner = race::runThread;
            for (var done : threads.invokeAll(java.util.Collections.nCopies(count, runner)))
                done.get(); // what a thread threw
            return race.written.get();
        } finally {
            threads.shutdown();
        }
    }

    private Void runThread() throws Exception {
        while (System.nanoTime() < end) {
            if (kind.equals("semaphore"))
                passSemaphore();
            else if (kind.equals("permits"))
                passPermits();
            else
                passLock();
        }
        return null;
    }

    private void passLock() {
        boolean reads = kind.equals("readwrite") && ThreadLocalRandom.current().nextInt(4) > 0;
        String mode = !kind.equals("readwrite") ? kind : reads ? "read" : "write";
        RLock lock = clients.lock(mode, name);
        Long token = null;
        if (kind.equals("fenced"))
            token = clients.fenced(name).lockAndGetToken();
        else
            lock.lock();
        long entered = System.nanoTime();
        if (reads)
            linger();
        else
            count();
        long left = System.nanoTime();
        lock.unlock();
        note(mode, entered, left, token);
    }

    private void passSemaphore() throws InterruptedException {
        var semaphore = clients.first().getSemaphore(name);
        semaphore.acquire();
        long entered = System.nanoTime();
        linger();
        long left = System.nanoTime();
        semaphore.release();
        note(kind, entered, left, null);
    }

    private void passPermits() throws InterruptedException {
        var permits = clients.first().getPermitExpirableSemaphore(name);
        String id = permits.acquire(2, TimeUnit.MINUTES);
        long entered = System.nanoTime();
        linger();
        long left = System.nanoTime();
        permits.release(id); // throws if it was not his any more
        note(kind, entered, left, null);
    }

    private void count() {
        String before = witness.get();
        linger();
        witness.set(Long.toString(before == null ? 1 : Long.parseLong(before) + 1));
        written.incrementAndGet();
    }

    private static void linger() {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(500_000));
    }

    private synchronized void note(String mode, long entered, long left, Long token) {
        file.println(mode + " " + entered + " " + left + (token == null ? "" : " " + token));
    }
}
