// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
package lockscope.interop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.RedissonMultiLock;
import org.redisson.RedissonRedLock;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SingleServerConfig;

/** One Redisson client a server, and locks of every kind by their name. */
final class Clients {
    private final List<RedissonClient> all;
    private final Supplier<RedissonClient> toMapped;
    private RedissonClient mapped; // null: not needed so far

    Clients(long watchdogMillis, List<String> urls) {
        all = urls.stream().map(url -> Redisson.create(configure(watchdogMillis, url))).toList();
        toMapped = () -> {
            var config = configure(watchdogMillis, urls.get(0));
            prefixNames(config.useSingleServer());
            return Redisson.create(config);
        };
    }

    /** Puts "app:" before each name. The interface has moved from one package to another. */
    private static void prefixNames(SingleServerConfig server) {
        try {
            var setter = Stream.of(SingleServerConfig.class.getMethods())
                    .filter(method -> method.getName().equals("setNameMapper")).findFirst().get();
            var mapper = Proxy.newProxyInstance(Clients.class.getClassLoader(),
                    setter.getParameterTypes(), (proxy, method, names) ->
                    method.getName().equals("map") ? "app:" + names[0]
                            : names[0].toString().substring(4));
            setter.invoke(server, mapper);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new UnsupportedOperationException("setNameMapper");
        }
    }

    private static Config configure(long watchdogMillis, String url) {
        var config = new Config();
        config.setLockWatchdogTimeout(watchdogMillis);
        config.setNettyThreads(4);
        var hosts = url.substring(url.indexOf("://") + 3).split("/");
        if (url.startsWith("redis+cluster://")) {
            modest(config.useClusterServers()).addNodeAddress(addresses(hosts[0]));
        } else if (url.startsWith("redis+sentinel://")) {
            modest(config.useSentinelServers()).addSentinelAddress(addresses(hosts[0]))
                    .setMasterName(hosts[1]);
        } else {
            config.useSingleServer()
                    .setAddress(url)
                    .setConnectionMinimumIdleSize(2)
                    .setSubscriptionConnectionMinimumIdleSize(1);
        }
        return config;
    }

    private static String[] addresses(String hosts) {
        return Stream.of(hosts.split(",")).map(host -> "redis://" + host).toArray(String[]::new);
    }

    /** Few connections; what a lock is asked is asked of its primary. */
    private static <T extends BaseMasterSlaveServersConfig<T>> T modest(T servers) {
        return servers.setReadMode(ReadMode.MASTER)
                .setMasterConnectionMinimumIdleSize(2)
                .setSlaveConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
    }

    /** The first server under the NameMapper. */
    synchronized RedissonClient mapped() {
        if (mapped == null)
            mapped = toMapped.get();
        return mapped;
    }

    RedissonClient first() {
        return all.get(0);
    }

    /**
     * "multi" takes names with commas between; these and "reentrant" with NAME@I one on the server I;
     * "red" is kept on all. Those of a map are of its key "key", the name is the map's; "faster" is
     * over two values of a group.
     */
    RLock lock(String kind, String name) {
        return switch (kind) {
            case "reentrant" -> member(name);
            case "mapped-fair" -> mapped().getFairLock(name);
            case "fair" -> first().getFairLock(name);
            case "spin" -> first().getSpinLock(name);
            case "fenced" -> fenced(name);
            case "non-reentrant" -> newer("getNonReentrantLock", name);
            case "non-reentrant-fair" -> newer("getNonReentrantFairLock", name);
            case "read" -> first().getReadWriteLock(name).readLock();
            case "write" -> first().getReadWriteLock(name).writeLock();
            case "map-lock" -> first().getMap(name).getLock("key");
            case "map-fair" -> first().getMap(name).getFairLock("key");
            case "map-write" -> first().getMap(name).getReadWriteLock("key").writeLock();
            case "faster" -> newer("getMultiLock", name, List.of("first", "second"));
            case "multi" -> new RedissonMultiLock(
                    Stream.of(name.split(",")).map(this::member).toArray(RLock[]::new));
            case "red" -> new RedissonRedLock(
                    all.stream().map(client -> client.getLock(name)).toArray(RLock[]::new));
            default -> throw new IllegalArgumentException("no such kind: " + kind);
        };
    }

    RFencedLock fenced(String name) {
        return first().getFencedLock(name);
    }

    private RLock member(String name) {
        int at = name.lastIndexOf('@');
        return at < 0 ? first().getLock(name)
                : all.get(Integer.parseInt(name.substring(at + 1))).getLock(name.substring(0, at));
    }

    /** What the older of the two releases does not have. */
    private RLock newer(String method, String name) {
        return call(method, new Class<?>[] {String.class}, name);
    }

    private RLock newer(String method, String name, List<Object> values) {
        return call(method, new Class<?>[] {String.class, Collection.class}, name, values);
    }

    private RLock call(String method, Class<?>[] types, Object... arguments) {
        try {
            return (RLock) RedissonClient.class.getMethod(method, types)
                    .invoke(first(), arguments);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new UnsupportedOperationException(method);
        }
    }
}
