// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
package lockscope.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Redisson, driven over standard input and output.
 *
 * <pre>
 *   arguments   WATCHDOG-MILLISECONDS URL...      one client a server
 *   in          ID THREAD COMMAND [ARGUMENT]...   in order within a thread, else side by side
 *   out         ID ok [VALUE]  |  ID error CLASS MESSAGE
 * </pre>
 *
 * A THREAD is a Java thread of its own, made with its first command, so that a call that blocks
 * keeps only its own thread's later commands; "asleep" tells whether all that do so wait to be woken,
 * and are not about to try once more, "sleeps" how often they have begun to wait for anything.
 * "ready VERSION" is printed first. The end of the input ends the process at once, whatever it holds.
 */
public final class Peer {
    private final PrintStream out =
            new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true,
                    StandardCharsets.UTF_8);
    private final Map<String, ExecutorService> threads = new HashMap<>();
    private final Commands commands;

    private Peer(Commands commands) {
        this.commands = commands;
    }

    public static void main(String[] arguments) throws IOException {
        var urls = List.of(arguments).subList(1, arguments.length);
        var clients = new Clients(Long.parseLong(arguments[0]), urls);
        new Peer(new Commands(clients)).run();
        Runtime.getRuntime().halt(0);
    }

    private void run() throws IOException {
        say("ready " + org.redisson.Version.class.getPackage().getImplementationVersion());
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            var words = Arrays.asList(line.split(" "));
            threads.computeIfAbsent(words.get(1), name -> Executors.newSingleThreadExecutor())
                    .execute(() -> obey(words));
        }
    }

    private void obey(List<String> words) {
        String id = words.get(0);
        try {
            Object value = switch (words.get(2)) {
                case "asleep" -> others().stream().allMatch(Peer::isAsleep);
                case "sleeps" -> others().stream().mapToLong(Peer::sleepsOf).sum();
                default -> commands.run(words.get(2), words.subList(3, words.size()));
            };
            say(id + " ok" + (value == null ? "" : " " + value));
        } catch (Exception | LinkageError problem) {
            var why = problem.getMessage() == null ? "" : problem.getMessage();
            say(id + " error " + problem.getClass().getSimpleName() + " "
                    + why.replaceAll("\\s+", " "));
        }
    }

    /** The other threads with something to do. */
    private static List<Thread> others() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey() != Thread.currentThread())
                .filter(entry -> Arrays.stream(entry.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("obey")))
                .map(Map.Entry::getKey).toList();
    }

    /** Waits to be woken: not for an answer of Redis, as it does once more after it has subscribed. */
    private static boolean isAsleep(Thread thread) {
        return Arrays.stream(thread.getStackTrace()).anyMatch(Peer::isSleep);
    }

    private static long sleepsOf(Thread thread) {
        var facts = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
        return facts == null ? 0 : facts.getWaitedCount();
    }

    private static boolean isSleep(StackTraceElement frame) {
        return frame.getClassName().equals("java.util.concurrent.Semaphore")
                || frame.getClassName().equals("org.redisson.misc.ReclosableLatch")
                || frame.getClassName().equals("java.lang.Thread")
                        && frame.getMethodName().startsWith("sleep");
    }

    private synchronized void say(String line) {
        out.println(line);
    }
}
