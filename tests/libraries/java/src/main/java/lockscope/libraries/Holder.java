// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
package lockscope.libraries;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Lock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Takes a lock with each library of Maven on 127.0.0.1:PORT; what it writes is told in node/holder.mjs. */
public final class Holder {
    private static final Duration LEASE = Duration.ofMinutes(2);

    private Holder() {}

    private static void tell(StringRedisTemplate redis, String which, String name) {
        System.out.printf("{\"case\":\"%s\",\"name\":\"%s\",\"owner\":\"%s\"}%n", which, name,
                redis.opsForValue().get(name));
    }

    public static void main(String[] args) throws Exception {
        var factory = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(args[0]));
        factory.afterPropertiesSet();
        factory.start();
        var redis = new StringRedisTemplate(factory);

        SimpleLock shed = new RedisLockProvider(factory, "billing")
                .lock(new LockConfiguration(Instant.now(), "nightly", LEASE, Duration.ZERO))
                .orElseThrow();
        tell(redis, "shedlock", "job-lock:billing:nightly");

        var registry = new RedisLockRegistry(factory, "registry", LEASE.toMillis());
        Lock lock = registry.obtain("orders");
        lock.lock();
        tell(redis, "spring-integration", "registry:orders");

        System.out.println("ready");
        System.in.readAllBytes();
        lock.unlock();
        shed.unlock();
        registry.destroy();
        factory.destroy();
    }
}
