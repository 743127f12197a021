// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
package lockscope.bench;

import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The same as bench_lock with Redisson's RLock, one run: pairs, then hand-over among threads. */
public final class Bench {
    private static final double SECONDS =
            Double.parseDouble(System.getenv().getOrDefault("PEER_SECONDS", "2"));
    private static int port;
    private static volatile long releasedAt;
    private static volatile long releasedBy;

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + arguments[0]);
        RedissonClient client = Redisson.create(config);
        RLock lock = client.getLock("pairs:redisson");
        pairs(lock); // warms the JIT up
        print("pairs", "pairs/s", pairs(lock));
        for (int waiters : new int[] {2, 4, 8, 16}) {
            handOver(client, waiters);
        }
        client.shutdown();
    }

    private static double pairs(RLock lock) {
        long end = System.nanoTime() + (long) (SECONDS * 1e9);
        int done = 0;
        while (System.nanoTime() < end) {
            lock.lock();
            lock.unlock();
            ++done;
        }
        return done / SECONDS;
    }

    private static void handOver(RedissonClient client, int waiters) throws Exception {
        List<Double> took = Collections.synchronizedList(new ArrayList<>());
        releasedBy = 0;
        double before = commands();
        long end = System.nanoTime() + (long) (SECONDS * 1e9);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < waiters + 1; ++i) {
            Thread thread = new Thread(() -> work(client.getLock("handed:redisson"), end, took));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Collections.sort(took);
        String bench = "hand-over " + waiters;
        print(bench, "ms median", took.get(took.size() / 2));
        print(bench, "ms 99th", took.get((int) (0.99 * (took.size() - 1))));
        print(bench, "commands", (commands() - before) / took.size());
    }

    /** All commands that the server has run, those inside scripts too. */
    private static double commands() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write("INFO commandstats\r\nQUIT\r\n".getBytes());
            String text = new String(socket.getInputStream().readAllBytes());
            Matcher calls = Pattern.compile("cmdstat_(?!info)[^:]+:calls=(\\d+)").matcher(text);
            return calls.results().mapToLong(one -> Long.parseLong(one.group(1))).sum();
        }
    }

    private static void work(RLock lock, long end, List<Double> took) {
        long me = Thread.currentThread().getId();
        while (System.nanoTime() < end) {
            lock.lock(30, TimeUnit.SECONDS);
            if (releasedBy != 0 && releasedBy != me) {
                took.add((System.nanoTime() - releasedAt) / 1e6);
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException interrupted) {
                return;
            }
            releasedBy = me;
            releasedAt = System.nanoTime();
            lock.unlock();
        }
    }

    private static void print(String bench, String unit, double value) {
        System.out.printf(
                java.util.Locale.ROOT,
                "{\"bench\":\"%s\",\"subject\":\"redisson\",\"unit\":\"%s\",\"runs\":[%f],\"median\":%f}%n",
                bench, unit, value, value);
    }
}
