// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
package lockscope.interop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RCountDownLatch;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RSemaphore;

/**
 * What can be asked of the peer. Times are milliseconds, as a lease -1 for the watchdog.
 *
 * <pre>
 *   owner                                         the calling thread as it stands in Redis
 *   lock KIND NAME LEASE                          trylock KIND NAME WAIT LEASE
 *   unlock|force|count|locked|ttl KIND NAME
 *   token NAME                                    lock-token NAME
 *   s-set|s-acquire|s-release|s-add NAME N        s-try NAME N WAIT     s-free|s-drain NAME
 *   p-set|p-add|p-total NAME N                    p-acquire NAME WAIT LEASE [N]
 *   p-release NAME ID[,ID]...                     p-lease NAME ID LEASE
 *   p-free|p-held|p-all NAME
 *   l-set NAME N    l-down|l-count|l-delete NAME  l-await NAME WAIT
 *   race KIND NAME THREADS MILLISECONDS FILE      see Race
 * </pre>
 */
final class Commands {
    private final Clients clients;

    Commands(Clients clients) {
        this.clients = clients;
    }

    Object run(String command, List<String> arguments) throws Exception {
        return switch (command.charAt(1) == '-' ? command.charAt(0) : ' ') {
            case 's' -> semaphore(command, arguments);
            case 'p' -> permits(command, arguments);
            case 'l' -> latch(command, arguments);
            default -> lock(command, arguments);
        };
    }

    private Object lock(String command, List<String> arguments) throws Exception {
        if (command.equals("owner"))
            return ((Redisson) clients.first()).getId() + ":" + Thread.currentThread().getId();
        if (command.equals("token"))
            return clients.fenced(arguments.get(0)).getToken();
        if (command.equals("lock-token"))
            return clients.fenced(arguments.get(0)).lockAndGetToken();
        if (command.equals("race"))
            return Race.run(clients, arguments);

        RLock lock = clients.lock(arguments.get(0), arguments.get(1));
        return switch (command) {
            case "lock" -> {
                lock.lock(number(arguments, 2), MILLISECONDS);
                yield null;
            }
            case "trylock" ->
                lock.tryLock(number(arguments, 2), number(arguments, 3), MILLISECONDS);
            case "unlock" -> {
                lock.unlock();
                yield null;
            }
            case "force" -> lock.forceUnlock();
            case "count" -> lock.getHoldCount();
            case "locked" -> lock.isLocked();
            case "ttl" -> lock.remainTimeToLive();
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private Object semaphore(String command, List<String> arguments) throws Exception {
        RSemaphore semaphore = clients.first().getSemaphore(arguments.get(0));
        int n = arguments.size() < 2 ? 0 : (int) number(arguments, 1);
        return switch (command) {
            case "s-set" -> semaphore.trySetPermits(n);
            case "s-acquire" -> {
                semaphore.acquire(n);
                yield null;
            }
            case "s-try" -> semaphore.tryAcquire(n, number(arguments, 2), MILLISECONDS);
            case "s-release" -> {
                semaphore.release(n);
                yield null;
            }
            case "s-add" -> {
                semaphore.addPermits(n);
                yield null;
            }
            case "s-free" -> semaphore.availablePermits();
            case "s-drain" -> semaphore.drainPermits();
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private Object permits(String command, List<String> arguments) throws Exception {
        RPermitExpirableSemaphore permits =
                clients.first().getPermitExpirableSemaphore(arguments.get(0));
        return switch (command) {
            case "p-set" -> permits.trySetPermits((int) number(arguments, 1));
            case "p-add" -> {
                permits.addPermits((int) number(arguments, 1));
                yield null;
            }
            case "p-total" -> {
                permits.setPermits((int) number(arguments, 1));
                yield null;
            }
            case "p-acquire" -> acquire(permits, arguments);
            case "p-release" -> arguments.get(1).contains(",")
                    ? permits.tryRelease(List.of(arguments.get(1).split(",")))
                    : permits.tryRelease(arguments.get(1));
            case "p-lease" ->
                permits.updateLeaseTime(arguments.get(1), number(arguments, 2), MILLISECONDS);
            case "p-free" -> permits.availablePermits();
            case "p-held" -> permits.acquiredPermits();
            case "p-all" -> permits.getPermits();
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    /** One id, or with N all of them with commas between, if there are as many. */
    private static String acquire(RPermitExpirableSemaphore permits, List<String> arguments)
            throws InterruptedException {
        long wait = number(arguments, 1);
        long lease = number(arguments, 2);
        if (arguments.size() < 4)
            return permits.tryAcquire(wait, lease, MILLISECONDS);
        return String.join(",",
                permits.tryAcquire((int) number(arguments, 3), wait, lease, MILLISECONDS));
    }

    private Object latch(String command, List<String> arguments) throws Exception {
        RCountDownLatch latch = clients.first().getCountDownLatch(arguments.get(0));
        return switch (command) {
            case "l-set" -> latch.trySetCount(number(arguments, 1));
            case "l-down" -> {
                latch.countDown();
                yield null;
            }
            case "l-count" -> latch.getCount();
            case "l-delete" -> latch.delete();
            case "l-await" -> latch.await(number(arguments, 1), MILLISECONDS);
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private static long number(List<String> arguments, int at) {
        return Long.parseLong(arguments.get(at));
    }
}
