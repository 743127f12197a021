<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AcquireRules</name>
    <message>
        <source>only a read-write lock has a read side and a write side</source>
        <translation>只有读写锁分读写侧</translation>
    </message>
    <message>
        <source>only a semaphore has permits</source>
        <translation>只有信号量有许可</translation>
    </message>
    <message>
        <source>needs no initial value</source>
        <translation>不需要初始值</translation>
    </message>
    <message>
        <source>has no expiry: permits stay taken until they are released</source>
        <translation>没有过期时间：取走的许可一直保留到释放</translation>
    </message>
    <message>
        <source>a count-down latch is only waited for, never held</source>
        <translation>闭锁只能被等待，不能被持有</translation>
    </message>
    <message>
        <source>the server does not store its owner</source>
        <translation>服务器不记录它的所有者</translation>
    </message>
    <message>
        <source>only for a lock kept on several servers</source>
        <translation>仅用于保存在多台服务器上的锁</translation>
    </message>
    <message>
        <source>Lockscope cannot acquire locks of kind %1</source>
        <translation>Lockscope 不能获取种类为 %1 的锁</translation>
    </message>
    <message>
        <source>a %1 lock is not reentrant</source>
        <translation>%1 锁不能重入</translation>
    </message>
    <message>
        <source>a non-reentrant lock cannot be taken twice by the same owner</source>
        <translation>不可重入锁不能由同一所有者取得两次</translation>
    </message>
    <message>
        <source>to take more permits, use the form above</source>
        <translation>请用表单获取更多许可</translation>
    </message>
    <message>
        <source>Select the servers.</source>
        <translation>请选择服务器。</translation>
    </message>
    <message>
        <source>Acquires all of the locks or none.</source>
        <translation>所有锁全部获取，否则都不获取。</translation>
    </message>
    <message>
        <source>Acquires each name on each of the %1 servers: all of the locks or none.</source>
        <translation>每个名称在 %1 台服务器的每一台上：全部获取，否则都不获取。</translation>
    </message>
    <message>
        <source>Select at least %1 servers: with fewer, the loss of one server leaves no majority.</source>
        <translation>请选择至少 %1 台服务器：再少的话，失去一台就没有多数了。</translation>
    </message>
    <message>
        <source>%1 of %2 servers must grant the lock; %3 may fail.</source>
        <translation>%2 台中须有 %1 台授予：允许 %3 台失败。</translation>
    </message>
    <message>
        <source>enter the name of the lock</source>
        <translation>请输入锁的名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number of %2 or more</source>
        <translation>“%1”不是不小于 %2 的整数</translation>
    </message>
</context>
<context>
    <name>ActionRules</name>
    <message>
        <source>Count: %1.</source>
        <translation>计数：%1。</translation>
    </message>
    <message>
        <source>The latch is open.</source>
        <translation>闭锁已打开。</translation>
    </message>
    <message>
        <source>Free permits: %1.</source>
        <translation>空闲许可：%1。</translation>
    </message>
    <message>
        <source>not held by this owner</source>
        <translation>不由此所有者持有</translation>
    </message>
    <message>
        <source>this owner has a read hold and a write hold; release them one at a time</source>
        <translation>此所有者既有读持有又有写持有；请分别释放</translation>
    </message>
    <message>
        <source>the connection to this server is read-only</source>
        <translation>与此服务器的连接是只读的</translation>
    </message>
    <message>
        <source>the profile %1 is read-only</source>
        <translation>配置 %1 为只读</translation>
    </message>
    <message>
        <source>the server is down; the data shown may be out of date</source>
        <translation>服务器已下线，所显示的可能已过时</translation>
    </message>
    <message>
        <source>the lock no longer exists</source>
        <translation>这把锁已不存在</translation>
    </message>
    <message>
        <source>Held by %1.</source>
        <translation>由 %1 持有。</translation>
    </message>
    <message>
        <source>The lock has no holder.</source>
        <translation>没有人持有它。</translation>
    </message>
    <message>
        <source>In the queue: %1.</source>
        <translation>队列中：%1。</translation>
    </message>
    <message>
        <source>Waiting connections: %1.</source>
        <translation>等待的连接：%1。</translation>
    </message>
    <message>
        <source>The waiters are unknown.</source>
        <translation>等待者未知。</translation>
    </message>
    <message>
        <source>Time to live: %1.</source>
        <translation>存活时间：%1。</translation>
    </message>
    <message>
        <source>The lock has no expiry.</source>
        <translation>这把锁没有过期时间。</translation>
    </message>
    <message>
        <source>Force-unlock</source>
        <translation>强制解锁</translation>
    </message>
    <message>
        <source>Release hold</source>
        <translation>释放持有</translation>
    </message>
    <message>
        <source>Remove waiter</source>
        <translation>移除等待者</translation>
    </message>
    <message>
        <source>Nudge waiters</source>
        <translation>唤醒等待者</translation>
    </message>
    <message>
        <source>Set time to live</source>
        <translation>设置存活时间</translation>
    </message>
    <message>
        <source>Extend time to live</source>
        <translation>延长存活时间</translation>
    </message>
    <message>
        <source>Add permits</source>
        <translation>增加许可</translation>
    </message>
    <message>
        <source>Take free permits</source>
        <translation>取走空闲许可</translation>
    </message>
    <message>
        <source>Set the latch</source>
        <translation>设置闭锁</translation>
    </message>
    <message>
        <source>Count the latch down</source>
        <translation>闭锁倒数</translation>
    </message>
    <message>
        <source>Open the latch</source>
        <translation>打开闭锁</translation>
    </message>
    <message>
        <source>acting is locked; unlock it at the right end of the menu bar</source>
        <translation>操作已锁定；请在菜单栏右端解锁</translation>
    </message>
    <message>
        <source>this is a record; the past cannot be changed</source>
        <translation>这是记录，过去无法更改</translation>
    </message>
    <message>
        <source>The semaphore is not initialised.</source>
        <translation>信号量未初始化。</translation>
    </message>
    <message>
        <source>Free permits: %1 (expired but still listed: %2).</source>
        <translation>空闲许可：%1（其中已过期但仍在列：%2）。</translation>
    </message>
</context>
<context>
    <name>ActionWords</name>
    <message>
        <source>%1, count %2</source>
        <translation>%1，计数 %2</translation>
    </message>
    <message>
        <source>%1 (read)</source>
        <translation>%1（读）</translation>
    </message>
    <message>
        <source>%1 (write)</source>
        <translation>%1（写）</translation>
    </message>
    <message>
        <source>Release the read hold of %1</source>
        <translation>释放 %1 的读持有</translation>
    </message>
    <message>
        <source>Release the write hold of %1</source>
        <translation>释放 %1 的写持有</translation>
    </message>
    <message>
        <source>Release the hold of %1</source>
        <translation>释放 %1 的持有</translation>
    </message>
    <message>
        <source>Release one read count of %1</source>
        <translation>释放 %1 的一个读计数</translation>
    </message>
    <message>
        <source>Release one write count of %1</source>
        <translation>释放 %1 的一个写计数</translation>
    </message>
    <message>
        <source>Release one count of %1</source>
        <translation>释放 %1 的一个计数</translation>
    </message>
    <message>
        <source>The holder loses the lock and is not notified. It keeps working as if it held the lock, at the same time as the next holder.</source>
        <translation>持有者失去锁而不会得到通知。它会像仍然持有一样继续工作，与下一个持有者同时进行。</translation>
    </message>
    <message>
        <source>If a watchdog renews the hold, it finds at its next renewal that the lock is gone, and stops.</source>
        <translation>如果有看门狗为此持有续期，它会在下次续期时发现锁已不存在，并停止续期。</translation>
    </message>
    <message>
        <source>The holder keeps the lock; its count decreases by one.</source>
        <translation>持有者保留锁，计数减一。</translation>
    </message>
    <message>
        <source>The holder&apos;s own unlock will fail, because it no longer holds the lock.</source>
        <translation>持有者自己的解锁会失败：锁已不属于它。</translation>
    </message>
    <message>
        <source>Lockscope acts in the holder&apos;s name. If the holder is alive and unlocks as often as it locked, it releases the lock too early and its last unlock fails.</source>
        <translation>Lockscope 以持有者的名义执行。持有者若仍在运行并按加锁次数解锁，会过早释放锁，最后一次解锁会失败。</translation>
    </message>
    <message>
        <source>The holder notices the loss when it next extends the lock. If it never extends the lock, it notices only when it releases it.</source>
        <translation>持有者在下次延长锁时发现锁已失去；如果从不延长，则到释放时才发现。</translation>
    </message>
    <message>
        <source>The holder does not notice: its library never checks the lock while the holder works. It keeps working, at the same time as the next holder.</source>
        <translation>持有者不会察觉：它的库在工作期间从不检查锁。它会与下一个持有者同时继续工作。</translation>
    </message>
    <message>
        <source>The lock comes back: at its next renewal, the library of a live holder creates the missing key again, unless another owner has the lock by then. Stop the holder first.</source>
        <translation>锁会恢复：仍在运行的持有者的库会在下次续期时重新设置缺失的键，除非那时已被他人获取。请先停止持有者。</translation>
    </message>
    <message>
        <source>The lock may come back: depending on an option, the library of a live holder creates the missing key again when it extends the lock.</source>
        <translation>锁可能恢复：视某个选项而定，仍在运行的持有者的库在延长锁时会重新创建缺失的键。</translation>
    </message>
    <message>
        <source>The server notifies the holder immediately, and the holder&apos;s work is cancelled.</source>
        <translation>服务器会立即通知持有者，它的工作会被取消。</translation>
    </message>
    <message>
        <source>The holder&apos;s program ends with an error at its next renewal and must be restarted.</source>
        <translation>持有者的程序会在下次续期时报错结束，必须重新启动。</translation>
    </message>
    <message>
        <source>The holder&apos;s own unlock does not check the owner: it may delete or extend the lock of the next holder.</source>
        <translation>持有者自己的解锁不检查所有者：它可能删除或延长下一个持有者的锁。</translation>
    </message>
    <message>
        <source>The queue considers the job stalled and gives it to another worker. The job runs twice until the first worker stops.</source>
        <translation>队列会认为任务停滞并交给另一个 worker。在第一个 worker 停止之前，任务会运行两次。</translation>
    </message>
    <message>
        <source>The holder&apos;s next renewal fails, and its job is marked as failed.</source>
        <translation>持有者的下次续期会失败，它的任务会被标记为失败。</translation>
    </message>
    <message>
        <source>A job of the same kind may start while the current one is still running. The current job is not notified.</source>
        <translation>同类任务可能在当前任务仍在运行时启动；当前任务不会得到通知。</translation>
    </message>
    <message>
        <source>If the holder took the permit for a block of code, the end of the block releases it a second time. There is then one permit more than before.</source>
        <translation>如果持有者为一段代码获取许可，代码段结束时会再归还一次：许可比之前多一个。</translation>
    </message>
    <message>
        <source>The head of the queue wakes and tries immediately.</source>
        <translation>队列的首位会被唤醒并立即尝试。</translation>
    </message>
    <message>
        <source>One waiter of each waiting client wakes and tries immediately.</source>
        <translation>每个等待的客户端会有一个等待者被唤醒并立即尝试。</translation>
    </message>
    <message>
        <source>All waiters wake and try immediately.</source>
        <translation>所有等待者都会被唤醒并立即尝试。</translation>
    </message>
    <message>
        <source>No waiter is woken: waiters of this kind of lock poll.</source>
        <translation>不唤醒任何等待者：这种锁的等待者采用轮询。</translation>
    </message>
    <message>
        <source>Waiters that use Lockscope wake and try immediately. Waiters of other libraries poll.</source>
        <translation>使用 Lockscope 的等待者被唤醒并立即尝试；其他库的等待者采用轮询。</translation>
    </message>
    <message>
        <source>One sleeping waiter wakes and tries immediately.</source>
        <translation>会有一个休眠的等待者被唤醒并立即尝试。</translation>
    </message>
    <message>
        <source>Waiters are not notified: they sleep until the lock is released or until their own time limit ends, even if the lock expires first.</source>
        <translation>等待者不会得到通知：它们会休眠到锁被释放或到自己的时限为止，即使锁在此之前过期。</translation>
    </message>
    <message>
        <source>Waiters keep their places in the queue and poll.</source>
        <translation>等待者保留在队列中的位置并继续轮询。</translation>
    </message>
    <message>
        <source>The lists of waiting jobs are deleted too: this lock no longer starts those jobs.</source>
        <translation>任务等待所用的列表也会删除：这把锁不会再启动那些任务。</translation>
    </message>
    <message>
        <source>The removed waiter is not notified. If it is alive, its next attempt restores its place.</source>
        <translation>被移除的等待者不会得到通知；如果它仍在运行，下次尝试会回到原位。</translation>
    </message>
    <message>
        <source>Waiters past their deadline are removed from the head of the queue first.</source>
        <translation>先从队列首部移除已过截止时间的等待者。</translation>
    </message>
    <message>
        <source>The removed waiter is not notified. If it is alive, it queues again at the end.</source>
        <translation>被移除的等待者不会得到通知；如果它仍在运行，会重新排到队尾。</translation>
    </message>
    <message>
        <source>The deadlines of the waiters behind it become correspondingly earlier.</source>
        <translation>排在其后者的截止时间会相应提前。</translation>
    </message>
    <message>
        <source>Waiters are woken so that they see the new time to live, which is shorter than the time they sleep for.</source>
        <translation>会唤醒等待者，使其看到新的存活时间，它比其休眠的时间短。</translation>
    </message>
    <message>
        <source>In each waiting client, as many waiters wake as there are permits then.</source>
        <translation>每个等待的客户端会唤醒与届时许可数相同的等待者。</translation>
    </message>
    <message>
        <source>No waiter is woken: clients wait until permits are free.</source>
        <translation>不唤醒任何等待者：客户端会等到有空闲许可。</translation>
    </message>
    <message>
        <source>Permits have no owner: clients that hold permits still give them back, and then there are more permits than before.</source>
        <translation>许可不属于任何人：持有许可者也会归还，届时会比之前多。</translation>
    </message>
    <message>
        <source>The holder loses the permit and is not notified. It keeps working at the same time as the next holder, and its own release fails.</source>
        <translation>持有者失去许可而不会得到通知。它会与下一个持有者同时继续工作，它自己的释放会失败。</translation>
    </message>
    <message>
        <source>no change was made, because the lock changed in the meantime: </source>
        <translation>未做任何事，锁在此期间已变化：</translation>
    </message>
    <message>
        <source>; check the lock and try again</source>
        <translation>；请再看一次并重新决定</translation>
    </message>
    <message>
        <source>its key now has the type %1</source>
        <translation>其键现在的类型为 %1</translation>
    </message>
    <message>
        <source>the lock could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>its number is now %1</source>
        <translation>其数值现在为 %1</translation>
    </message>
    <message>
        <source>it has no holder now</source>
        <translation>现在没有人持有它</translation>
    </message>
    <message>
        <source>its kind is now %1, held by %2</source>
        <translation>现在种类为 %1，由 %2 持有</translation>
    </message>
    <message>
        <source>it is still held by %1, but was released and taken again, or its waiters changed</source>
        <translation>仍由 %1 持有，但曾释放后重新获取，或等待者有变化</translation>
    </message>
    <message>
        <source>it is now held by %1</source>
        <translation>现在由 %1 持有</translation>
    </message>
    <message>
        <source>; no client was listening for a wake-up</source>
        <translation>；没有人监听唤醒消息</translation>
    </message>
    <message>
        <source>; one listening client was woken</source>
        <translation>；唤醒了一个监听的客户端</translation>
    </message>
    <message>
        <source>; %1 listening clients were woken</source>
        <translation>；唤醒了 %1 个监听的客户端</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>no change was made</source>
        <translation>未做任何事</translation>
    </message>
    <message>
        <source>the outcome is unknown; check the lock</source>
        <translation>不确定是否完成，请再查看锁</translation>
    </message>
    <message>
        <source>Force-unlock</source>
        <translation>强制解锁</translation>
    </message>
    <message>
        <source>Remove %1 from the queue</source>
        <translation>将 %1 移出队列</translation>
    </message>
    <message>
        <source>Wake the waiters again</source>
        <translation>再次唤醒等待者</translation>
    </message>
    <message>
        <source>Set the time to live to %1</source>
        <translation>将存活时间设置为 %1</translation>
    </message>
    <message>
        <source>Extend the time to live by %1</source>
        <translation>将存活时间延长 %1</translation>
    </message>
    <message>
        <source>Take %1 permits</source>
        <translation>收回 %1 个许可</translation>
    </message>
    <message>
        <source>Add %1 permits</source>
        <translation>增加 %1 个许可</translation>
    </message>
    <message>
        <source>Take all free permits</source>
        <translation>取走所有空闲许可</translation>
    </message>
    <message>
        <source>Open the latch</source>
        <translation>打开闭锁</translation>
    </message>
    <message>
        <source>Count the latch down by one</source>
        <translation>闭锁计数减一</translation>
    </message>
    <message>
        <source>Set the latch to %1</source>
        <translation>将闭锁设置为 %1</translation>
    </message>
    <message>
        <source>The lock expires earlier than before. A holder that is still working then works without it.</source>
        <translation>锁会比原本更早过期；仍在工作的持有者届时将失去它。</translation>
    </message>
    <message>
        <source>The lock expires later. If its holder is dead, other clients wait longer.</source>
        <translation>锁会更晚过期；如果持有者已死，其他人要等更久。</translation>
    </message>
    <message>
        <source>If a watchdog renews the hold, its next renewal sets its own time-out again, replacing this time.</source>
        <translation>如果有看门狗为此持有续期，它下次续期会重新设置自己的超时，取代此时间。</translation>
    </message>
    <message>
        <source>The fencing token is kept: the next holder&apos;s is higher.</source>
        <translation>隔离令牌保留：下一个持有者的令牌更大。</translation>
    </message>
    <message>
        <source>The action applies to all keys of the lock that contain this holder&apos;s token, usually three.</source>
        <translation>操作适用于该锁含有此持有者令牌的所有键，通常有三个。</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>The latch stays closed, and no waiter is woken.</source>
        <translation>闭锁保持关闭，不唤醒任何人。</translation>
    </message>
    <message>
        <source>refused, %1; use a profile that can write, or turn off its read-only setting</source>
        <translation>已拒绝，%1；请使用可写的配置，或关闭其只读开关</translation>
    </message>
    <message>
        <source>Waiters of Spring&apos;s RedisLockRegistry in its PUB_SUB mode wake and try immediately. Other waiters poll.</source>
        <translation>使用 PUB_SUB 模式的 Spring RedisLockRegistry 的等待者会被唤醒并立即尝试；其他等待者采用轮询。</translation>
    </message>
    <message>
        <source>done in %1 steps</source>
        <translation>已分 %1 步完成</translation>
    </message>
    <message>
        <source>The keys are in different hash slots of the cluster, so the commands run in steps, one slot after the other. Each step changes nothing if its keys have changed, and a step that fails leaves the steps before it done.</source>
        <translation>这些键位于集群的不同哈希槽中，因此命令分步执行，一个槽位接一个槽位。某一步的键已变化时，该步不做任何事；某一步失败时，之前的步骤保持已完成。</translation>
    </message>
    <message>
        <source>The head of the queue wakes and tries immediately, if its client still listens: that has not been checked. If not, no waiter wakes until its deadline.</source>
        <translation>队首会被唤醒并立即尝试，前提是它的客户端仍在监听：这一点尚未检查。如果没有监听，在它的期限之前没有等待者会被唤醒。</translation>
    </message>
    <message>
        <source>No waiter wakes: no client listens for the one that is first in the queue then. Those behind it, and those who still come, wait until its deadline, or until it is removed.</source>
        <translation>没有等待者会被唤醒：届时排在队首的那一个没有客户端在监听。排在它后面的和之后才来的，都要等到它的期限，或等到它被移除。</translation>
    </message>
    <message>
        <source>Nobody waits, so the message wakes nobody.</source>
        <translation>没有人等待，所以这条消息不会唤醒任何人。</translation>
    </message>
    <message>
        <source>The semaphore is not initialised yet; this initialises it. A later trySetPermits by a program then has no effect.</source>
        <translation>信号量尚未初始化；此操作会将其初始化。此后程序的 trySetPermits 不再起作用。</translation>
    </message>
    <message>
        <source>the latch is open now</source>
        <translation>闭锁现在已打开</translation>
    </message>
    <message>
        <source>the semaphore is not initialised any more</source>
        <translation>信号量现在未初始化</translation>
    </message>
    <message>
        <source>%1 (expired)</source>
        <translation>%1（已过期）</translation>
    </message>
    <message>
        <source>A hold that has expired is only removed: its holder lost it when it expired, even if it is still working.</source>
        <translation>已过期的持有只会被移除：它的持有者在过期时就已失去它，即使仍在工作。</translation>
    </message>
    <message>
        <source>Take 1 permit</source>
        <translation>收回 1 个许可</translation>
    </message>
    <message>
        <source>Add 1 permit</source>
        <translation>增加 1 个许可</translation>
    </message>
</context>
<context>
    <name>AuditWords</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>By</source>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Started at</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Done at</source>
        <translation>完成时间</translation>
    </message>
    <message>
        <source>State before</source>
        <translation>之前的状态</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>The log has no entry after the action began, so its outcome is unknown. Check the lock.</source>
        <translation>操作开始之后日志中没有记录，因此结果未知。请查看锁。</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>锁已变化</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>not-permitted</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>force-unlock</source>
        <translation>强制解锁</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放持有</translation>
    </message>
    <message>
        <source>remove-waiter</source>
        <translation>移除等待者</translation>
    </message>
    <message>
        <source>nudge</source>
        <translation>唤醒等待者</translation>
    </message>
    <message>
        <source>set-ttl</source>
        <translation>设置存活时间</translation>
    </message>
    <message>
        <source>extend-ttl</source>
        <translation>延长存活时间</translation>
    </message>
    <message>
        <source>add-permits</source>
        <translation>增加许可</translation>
    </message>
    <message>
        <source>drain-permits</source>
        <translation>取走空闲许可</translation>
    </message>
    <message>
        <source>open-latch</source>
        <translation>打开闭锁</translation>
    </message>
    <message>
        <source>count-down</source>
        <translation>闭锁倒数</translation>
    </message>
    <message>
        <source>set-latch</source>
        <translation>设置闭锁</translation>
    </message>
    <message>
        <source>take-permits</source>
        <translation>取走许可</translation>
    </message>
    <message>
        <source>sentinel-failover</source>
        <translation>哨兵故障转移</translation>
    </message>
    <message>
        <source>sentinel-monitor</source>
        <translation>哨兵开始监视</translation>
    </message>
    <message>
        <source>sentinel-remove</source>
        <translation>哨兵停止监视</translation>
    </message>
    <message>
        <source>sentinel-reset</source>
        <translation>哨兵重置</translation>
    </message>
    <message>
        <source>acquire</source>
        <translation>获取</translation>
    </message>
</context>
<context>
    <name>BlockingTree</name>
    <message>
        <source> The server is not connected: this is its last known state.</source>
        <translation> 与服务器没有连接：这是最后看到的状态。</translation>
    </message>
    <message>
        <source>, not held</source>
        <translation>，没有人持有</translation>
    </message>
    <message>
        <source>, see above</source>
        <translation>，同上</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 在等待</translation>
    </message>
    <message>
        <source>, and blocks others:</source>
        <translation>，并阻塞他人：</translation>
    </message>
    <message>
        <source>, and blocks others (see above)</source>
        <translation>，并阻塞他人（见上）</translation>
    </message>
    <message>
        <source>, and blocks others (shown elsewhere)</source>
        <translation>，并阻塞他人（见别处）</translation>
    </message>
    <message>
        <source>%1 more not shown</source>
        <translation>另有 %1 个未显示</translation>
    </message>
    <message>
        <source>The tree shows the worst cases only. &apos;lockctl blocking&apos; prints all of them.</source>
        <translation>树中只显示最严重的情况。lockctl blocking 会全部打印。</translation>
    </message>
    <message>
        <source>%1 waits, not checked</source>
        <translation>%1 在等待，未检查</translation>
    </message>
</context>
<context>
    <name>BlockingWords</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message>
        <source>whose data Lockscope does not see</source>
        <translation>Lockscope 看不到它的数据</translation>
    </message>
    <message>
        <source>whose holders are unknown</source>
        <translation>其持有者未知</translation>
    </message>
    <message>
        <source>not held</source>
        <translation>没有人持有它</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 waits</source>
        <translation>1 个等待者</translation>
    </message>
    <message>
        <source>%1 wait</source>
        <translation>%1 个等待者</translation>
    </message>
    <message>
        <source>1 waiting connection</source>
        <translation>1 个等待的连接</translation>
    </message>
    <message>
        <source>%1 waiting connections</source>
        <translation>%1 个等待的连接</translation>
    </message>
    <message>
        <source>%1 connection-seconds</source>
        <translation>%1 连接秒</translation>
    </message>
    <message>
        <source>%1 (%2) on %3</source>
        <translation>%3 上的 %1（%2）</translation>
    </message>
    <message>
        <source>Deadlock: an owner waits for itself</source>
        <translation>死锁：一个所有者在等待自己</translation>
    </message>
    <message>
        <source>Deadlock: %1 owners wait for each other</source>
        <translation>死锁：%1 个所有者相互等待</translation>
    </message>
    <message>
        <source>%1 (the smallest cycle among %2 owners)</source>
        <translation>%1（共涉及 %2 个所有者，此为最小的环）</translation>
    </message>
    <message>
        <source>%1 (one cycle among %2 owners)</source>
        <translation>%1（共涉及 %2 个所有者，此为其中一个环）</translation>
    </message>
    <message>
        <source>%1 waits for %2, held by %3</source>
        <translation>%1 等待 %2，持有者 %3</translation>
    </message>
    <message>
        <source>Dead: %1, a waiter of %2 on %3</source>
        <translation>已死：%1，%3 上 %2 的等待者</translation>
    </message>
    <message>
        <source>Dead: %1, a reader of %2 on %3</source>
        <translation>已死：%1，%3 上 %2 的读者</translation>
    </message>
    <message>
        <source>%1 waits for %2, which it already holds. Only a time-out or another client can end the wait.</source>
        <translation>%1 等待自己已持有的 %2。只有超时或其他客户端能结束等待。</translation>
    </message>
    <message>
        <source>Each owner waits for a lock that the next one holds, and the last waits for the first. None of them can proceed until one gives up or one of the locks ends.</source>
        <translation>每个所有者都等待下一个所持有的锁，最后一个等待第一个。在有一方放弃或其中某把锁结束之前，谁都无法继续。</translation>
    </message>
    <message>
        <source>%1 locks</source>
        <translation>%1 把锁</translation>
    </message>
    <message>
        <source>%1 including indirect waiters</source>
        <translation>含间接等待者共 %1 个</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>合计 %1</translation>
    </message>
    <message>
        <source>%1 holds %2; %3.</source>
        <translation>%1 持有 %2；%3。</translation>
    </message>
    <message>
        <source> This owner is part of a deadlock.</source>
        <translation> 此所有者是死锁的一部分。</translation>
    </message>
    <message>
        <source> This owner does not wait for any lock: the others proceed when it releases.</source>
        <translation> 此所有者不等待任何锁：它释放后其他人才能继续。</translation>
    </message>
    <message>
        <source>For %1, %2: %3.</source>
        <translation>%1，%2：%3。</translation>
    </message>
    <message>
        <source>%1 has waited %3 for %2, %4.</source>
        <translation>%1 等待 %2 已 %3，%4。</translation>
    </message>
    <message>
        <source>%1 is waiting for %2, %3.</source>
        <translation>%1 正在等待 %2，%3。</translation>
    </message>
    <message>
        <source> Others wait for a lock that this owner holds.</source>
        <translation> 有其他人等待此所有者持有的一把锁。</translation>
    </message>
    <message>
        <source> Others wait for %1 locks that this owner holds.</source>
        <translation> 有其他人等待此所有者持有的 %1 把锁。</translation>
    </message>
    <message>
        <source>%1 is still in the queue of %2, but is dead by the rules of the library. It no longer waits and blocks no other waiter.</source>
        <translation>%1 仍在 %2 的队列中，但按其库的规则已死：它不再等待，也不阻塞其他等待者。</translation>
    </message>
    <message>
        <source>%1 is still listed as a reader of %2, but is dead by the rules of the library. It blocks no waiter.</source>
        <translation>%1 仍列为 %2 的读者，但按其库的规则已死：它不阻塞任何等待者。</translation>
    </message>
    <message>
        <source>Ghost: %1, a waiter of %2 on %3</source>
        <translation>幽灵：%1，%3 上 %2 的等待者</translation>
    </message>
    <message>
        <source>%1 of them not checked</source>
        <translation>其中 %1 个未检查</translation>
    </message>
    <message>
        <source>%1 more in its queue</source>
        <translation>其队列中另有 %1 个</translation>
    </message>
    <message>
        <source> Lockscope has not checked whether it still listens.</source>
        <translation>尚未检查它是否仍在监听。</translation>
    </message>
    <message>
        <source>%1 is in the queue of %2, but no client listens to its channel. A wake-up for it is lost, and the waiters behind it wait until its deadline.</source>
        <translation>%1 在 %2 的队列中，但没有人监听它的频道：发给它的唤醒消息会丢失，它后面的等待者要等到它的截止时间。</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Try lockscope --help.</source>
        <translation>请尝试 lockscope --help。</translation>
    </message>
    <message>
        <source>The servers of a saved profile, including those of its quorum groups; can be repeated. Without a URL or profile, the default profile is used.</source>
        <translation>已保存配置中的服务器，包括其法定多数组的服务器；可多次给出。不给 URL 和配置时使用默认配置。</translation>
    </message>
    <message>
        <source>A prefix of lock names; can be repeated.</source>
        <translation>锁名称的前缀；可多次给出。</translation>
    </message>
    <message>
        <source>PEM file with the certificates to trust for TLS.</source>
        <translation>TLS 所信任证书的 PEM 文件。</translation>
    </message>
    <message>
        <source>The share of one server processor that the scan for locks may use; 5% by default.</source>
        <translation>查找锁的扫描可占用服务器一个处理器的份额；默认 5%。</translation>
    </message>
    <message>
        <source>en or zh_CN; by default the last language chosen, or the language of the system.</source>
        <translation>en 或 zh_CN；默认为上次选择的语言，或系统的语言。</translation>
    </message>
    <message>
        <source>Open the detail of this lock.</source>
        <translation>打开这把锁的详情。</translation>
    </message>
    <message>
        <source>Size of the window, such as 1280x800.</source>
        <translation>窗口大小，例如 1280x800。</translation>
    </message>
    <message>
        <source>--language must be en or zh_CN, not &quot;%1&quot;</source>
        <translation>--language 的值是 en 或 zh_CN，不能是“%1”</translation>
    </message>
    <message>
        <source>--size must be WIDTHxHEIGHT, for example 1280x800, not &quot;%1&quot;</source>
        <translation>--size 的值是宽x高，例如 1280x800，不能是“%1”</translation>
    </message>
    <message>
        <source>Shows live who holds and who waits for the locks in Redis.
Pass a password in the environment variable LOCKSCOPE_PASSWORD.</source>
        <translation>实时显示谁持有、谁在等待 Redis 中的锁。
请通过环境变量 LOCKSCOPE_PASSWORD 给出密码。</translation>
    </message>
    <message>
        <source>Print this text.</source>
        <translation>打印本帮助。</translation>
    </message>
    <message>
        <source>Print the version.</source>
        <translation>打印版本。</translation>
    </message>
    <message>
        <source>A file of owner names, as CSV (OWNER,NAME on each line) or JSON; read again when it changes. It replaces the file of a profile.</source>
        <translation>所有者的名称，CSV（每行 OWNER,NAME）或 JSON；变化时重新读取。代替配置中的文件。</translation>
    </message>
    <message>
        <source>light, dark, high-contrast or system.</source>
        <translation>light、dark、high-contrast 或 system。</translation>
    </message>
    <message>
        <source>Open this view: %1.</source>
        <translation>打开此视图：%1。</translation>
    </message>
    <message>
        <source>Show only the locks that match this filter, as in the filter field above the table.</source>
        <translation>显示匹配的锁，与表格上方的筛选相同。</translation>
    </message>
    <message>
        <source>--theme must be light, dark, high-contrast or system, not &quot;%1&quot;</source>
        <translation>--theme 的值是 light、dark、high-contrast 或 system，不能是“%1”</translation>
    </message>
    <message>
        <source>--view must be one of %1, not &quot;%2&quot;</source>
        <translation>--view 应为 %1 之一，而不是“%2”</translation>
    </message>
    <message>
        <source>--aliases requires a file name</source>
        <translation>--aliases 需要文件名</translation>
    </message>
    <message>
        <source>Show the overview alone on the whole screen, for a wall. Escape and F11 end it.</source>
        <translation>整个屏幕只显示总览，适合挂在墙上。按 Escape 或 F11 退出。</translation>
    </message>
    <message>
        <source>--kiosk shows the overview and does not take --view or --lock</source>
        <translation>--kiosk 显示总览，不能与 --view 或 --lock 同用</translation>
    </message>
    <message>
        <source>Start without the servers, filter and selection of the last session.</source>
        <translation>启动时不恢复上次会话的服务器、筛选和选中的锁。</translation>
    </message>
    <message>
        <source>A lockscope:// link to a lock, as Copy link makes it.</source>
        <translation>指向某个锁的 lockscope:// 链接，由“复制链接”生成。</translation>
    </message>
    <message>
        <source>only one link can be opened at a time</source>
        <translation>一次只能打开一个链接</translation>
    </message>
    <message>
        <source>--kiosk shows the overview and does not open links</source>
        <translation>--kiosk 只显示总览，不打开链接</translation>
    </message>
    <message>
        <source>Servers to watch: redis://, rediss:// (TLS), redis+unix://, redis+sentinel:// or redis+cluster://.</source>
        <translation>要监视的服务器：redis://、rediss://（TLS）、redis+unix://、redis+sentinel:// 或 redis+cluster://。</translation>
    </message>
    <message>
        <source>this is not a whole link: a link to a lock begins with lockscope://lock?, as Copy link makes it</source>
        <translation>这不是完整的链接：指向锁的链接以 lockscope://lock? 开头，由“复制链接”生成</translation>
    </message>
    <message>
        <source>Learn owner names from client connection names, and who is connected to replicas (CLIENT LIST, at most once a minute).</source>
        <translation>从客户端连接的名称得知所有者的名称，以及谁连接着副本（CLIENT LIST，每分钟最多一次）。</translation>
    </message>
    <message>
        <source>Look back: show what was recorded of this profile or URL, in place of servers. Nothing is connected.</source>
        <translation>回看：不显示服务器，而显示此配置档或 URL 的记录。不建立任何连接。</translation>
    </message>
    <message>
        <source>The time of the record or incident file to show, such as 03:12, 2026-11-22T08:30:00 or an age such as 15m; by default its end.</source>
        <translation>要显示的记录或事件文件中的时间，例如 03:12、2026-11-22T08:30:00，或 15m 这样的时长；默认为其末尾。</translation>
    </message>
    <message>
        <source>--record requires the name of a profile, or a URL</source>
        <translation>--record 需要配置档的名称或 URL</translation>
    </message>
    <message>
        <source>--at is a time of a record: give --record or an incident file</source>
        <translation>--at 是记录中的时间：请给出 --record 或事件文件</translation>
    </message>
    <message>
        <source>one record or incident file is looked at alone, without servers</source>
        <translation>记录或事件文件只能单独查看一份，不能同时给出服务器</translation>
    </message>
    <message>
        <source>--kiosk shows servers and does not look back</source>
        <translation>--kiosk 显示服务器，不能回看</translation>
    </message>
    <message>
        <source>An incident file, as lockctl history export writes it, to look at.</source>
        <translation>要查看的事件文件，由 lockctl history export 写出。</translation>
    </message>
    <message>
        <source>--%1 was given more than once; it takes one value</source>
        <translation>--%1 给出了不止一次；它只接受一个值</translation>
    </message>
    <message>
        <source>A server, as lockctl takes it: the same as URL; can be repeated.</source>
        <translation>一台服务器，写法同 lockctl：与 URL 相同；可重复给出。</translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Connect again without a password.</source>
        <translation>请不带密码重新连接。</translation>
    </message>
    <message>
        <source>Connect again with the right password.</source>
        <translation>请用正确的密码重新连接。</translation>
    </message>
    <message>
        <source>Correct the name of the host.</source>
        <translation>请更正主机名。</translation>
    </message>
    <message>
        <source>Start the server, or correct the path.</source>
        <translation>请启动服务器，或更正路径。</translation>
    </message>
    <message>
        <source>Check the address and the network.</source>
        <translation>请检查地址和网络。</translation>
    </message>
    <message>
        <source>%1 did not reply in time</source>
        <translation>%1 未及时回复</translation>
    </message>
    <message>
        <source>%1 cannot be reached</source>
        <translation>无法到达 %1</translation>
    </message>
    <message>
        <source>%1 refused the connection</source>
        <translation>%1 拒绝了连接</translation>
    </message>
    <message>
        <source>the connection to %1 was lost</source>
        <translation>与 %1 的连接已断开</translation>
    </message>
    <message>
        <source>no secure connection to %1</source>
        <translation>无法与 %1 建立安全连接</translation>
    </message>
    <message>
        <source>%1 does not speak the Redis protocol</source>
        <translation>%1 使用的不是 Redis 协议</translation>
    </message>
    <message>
        <source>%1 requires a password</source>
        <translation>%1 要求密码</translation>
    </message>
    <message>
        <source>%1 has no password, but one was given</source>
        <translation>%1 没有设置密码，却给出了密码</translation>
    </message>
    <message>
        <source>%1 rejected the user name or password</source>
        <translation>%1 拒绝了用户名或密码</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Name of the host</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>User and password</source>
        <translation>用户和密码</translation>
    </message>
    <message>
        <source>First commands</source>
        <translation>最初的命令</translation>
    </message>
    <message>
        <source>PING</source>
        <translation>PING</translation>
    </message>
    <message>
        <source>Rights to read</source>
        <translation>读取权限</translation>
    </message>
    <message>
        <source>no reply</source>
        <translation>无回复</translation>
    </message>
    <message>
        <source>unknown host</source>
        <translation>未知主机</translation>
    </message>
    <message>
        <source>no such socket</source>
        <translation>没有这个套接字</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>无法到达</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>连接断开</translation>
    </message>
    <message>
        <source>password required</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>password rejected</source>
        <translation>密码被拒绝</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>not Redis</source>
        <translation>不是 Redis</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>error reply</source>
        <translation>回复出错</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Check the server&apos;s load and the firewall.</source>
        <translation>请检查服务器的负载和防火墙。</translation>
    </message>
    <message>
        <source>Start the server, or correct the port.</source>
        <translation>请启动服务器，或更正端口。</translation>
    </message>
    <message>
        <source>Use rediss:// for TLS, redis:// without.</source>
        <translation>使用 TLS 请用 rediss://，否则用 redis://。</translation>
    </message>
    <message>
        <source>Give the user the missing right (ACL).</source>
        <translation>请给用户补上所缺的权限（ACL）。</translation>
    </message>
    <message>
        <source>Check the port; for TLS use rediss://.</source>
        <translation>请检查端口；使用 TLS 请用 rediss://。</translation>
    </message>
    <message>
        <source>Connect to the address of the primary.</source>
        <translation>请连接主节点的地址。</translation>
    </message>
    <message>
        <source>Correct the address.</source>
        <translation>请更正地址。</translation>
    </message>
    <message>
        <source>Connect again.</source>
        <translation>请重新连接。</translation>
    </message>
    <message>
        <source>%1: failed</source>
        <translation>%1：失败</translation>
    </message>
    <message>
        <source>Cause: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>Next step: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>%1: passed</source>
        <translation>%1：通过</translation>
    </message>
    <message>
        <source>%1: passed (%2)</source>
        <translation>%1：通过（%2）</translation>
    </message>
    <message>
        <source>no primary</source>
        <translation>没有主节点</translation>
    </message>
    <message>
        <source>a Sentinel</source>
        <translation>是哨兵</translation>
    </message>
    <message>
        <source>unknown name of a primary</source>
        <translation>主节点名称未知</translation>
    </message>
    <message>
        <source>Use redis+sentinel:// with the name of the primary.</source>
        <translation>请使用带主节点名称的 redis+sentinel://。</translation>
    </message>
    <message>
        <source>Correct the name of the primary in the URL.</source>
        <translation>请改正 URL 中主节点的名称。</translation>
    </message>
    <message>
        <source>no tunnel by ssh</source>
        <translation>没有 ssh 隧道</translation>
    </message>
    <message>
        <source>no way by the proxy</source>
        <translation>代理不通</translation>
    </message>
    <message>
        <source>Check the tunnel or proxy, and the server behind it.</source>
        <translation>请检查隧道或代理，以及其后的服务器。</translation>
    </message>
    <message>
        <source>Try the same ssh in a terminal, and accept its key there.</source>
        <translation>请在终端中试试同样的 ssh，并在那里接受其密钥。</translation>
    </message>
    <message>
        <source>Set LOCKSCOPE_PROXY_PASSWORD when you start Lockscope.</source>
        <translation>启动 Lockscope 时请设置 LOCKSCOPE_PROXY_PASSWORD。</translation>
    </message>
    <message>
        <source>Then reconnect.</source>
        <translation>然后重新连接。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Check the server.</source>
        <translation>请检查服务器。</translation>
    </message>
</context>
<context>
    <name>CopyWords</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>the profile is read-only</source>
        <translation>配置为只读</translation>
    </message>
    <message>
        <source>an empty command</source>
        <translation>空命令</translation>
    </message>
    <message>
        <source>%1 woken</source>
        <translation>唤醒了 %1 个</translation>
    </message>
    <message>
        <source>found a key of type %1</source>
        <translation>发现类型为 %1 的键</translation>
    </message>
    <message>
        <source>found %1</source>
        <translation>发现状态为%1</translation>
    </message>
    <message>
        <source>the log %1 is not a plain file</source>
        <translation>日志 %1 不是普通文件</translation>
    </message>
    <message>
        <source>the log %1 cannot be read: %2</source>
        <translation>无法读取日志 %1：%2</translation>
    </message>
    <message>
        <source>the log %1 cannot be written: %2</source>
        <translation>无法写入日志 %1：%2</translation>
    </message>
    <message>
        <source>the log %1 is too slow: %2 lines wait for the disk</source>
        <translation>日志 %1 太慢：有 %2 行在等待写入磁盘</translation>
    </message>
    <message>
        <source>the folder %1 of the log %2</source>
        <translation>日志所在文件夹 %1 %2</translation>
    </message>
    <message>
        <source>the log %1 %2</source>
        <translation>日志 %1 %2</translation>
    </message>
    <message>
        <source>is not a folder</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>is writable by other users; run chmod go-w on it</source>
        <translation>其他用户可写；请执行 chmod go-w</translation>
    </message>
    <message>
        <source>cannot be created: %1</source>
        <translation>无法创建：%1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>is not a plain file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>belongs to another user</source>
        <translation>属于其他用户</translation>
    </message>
    <message>
        <source>is accessible to other users; run chmod 600 on it</source>
        <translation>对其他用户开放；请执行 chmod 600</translation>
    </message>
    <message>
        <source>is a symbolic link; give the path of the file itself</source>
        <translation>是符号链接；请指明文件本身</translation>
    </message>
    <message>
        <source>is a folder; give the path of a file</source>
        <translation>是文件夹；请指明文件</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>无法打开：%1</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>was only partly written; is the disk full?</source>
        <translation>只写入了一部分；磁盘是否已满？</translation>
    </message>
    <message>
        <source>may not have reached the disk: %1</source>
        <translation>可能未写入磁盘：%1</translation>
    </message>
    <message>
        <source>this lock has no queue; its waiters are not stored in Redis</source>
        <translation>这把锁没有队列；其等待者没有存储在 Redis 中</translation>
    </message>
    <message>
        <source>this owner is not in the queue</source>
        <translation>它不在队列中等待</translation>
    </message>
    <message>
        <source>waiters of this kind of lock poll, so there is nothing to wake</source>
        <translation>这种锁的等待者采用轮询，没有可唤醒的对象</translation>
    </message>
    <message>
        <source>each hold of this kind of lock has its own time to live; release the hold instead</source>
        <translation>这种锁的每个持有都有自己的时间；请改为释放该持有</translation>
    </message>
    <message>
        <source>a hold of this kind of lock can only be released as a whole</source>
        <translation>这种锁的持有只能整体归还，不能逐次归还</translation>
    </message>
    <message>
        <source>the latch is still closed; its waiters are waiting correctly</source>
        <translation>闭锁仍是关闭的；其等待者的等待是正常的</translation>
    </message>
    <message>
        <source>no permit is free, so waking waiters would be useless</source>
        <translation>没有空闲许可，唤醒等待者没有用</translation>
    </message>
    <message>
        <source>this is not a latch</source>
        <translation>这不是闭锁</translation>
    </message>
    <message>
        <source>the latch is open; only its own program can close it again</source>
        <translation>此闭锁已打开；只有其自身的程序能再关闭它</translation>
    </message>
    <message>
        <source>the count of a latch is 1 or more and fits in 32 bits; to set it to 0, open the latch</source>
        <translation>闭锁的计数至少为 1，且不超过 32 位；要设为 0，请打开闭锁</translation>
    </message>
    <message>
        <source>the latch already has this count</source>
        <translation>闭锁的计数已是此值</translation>
    </message>
    <message>
        <source>a latch has no permits</source>
        <translation>闭锁没有许可</translation>
    </message>
    <message>
        <source>no permit is free</source>
        <translation>没有空闲许可</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a permit taken from this semaphore</source>
        <translation>“%1”不是此信号量已取走的许可</translation>
    </message>
    <message>
        <source>no permit is taken</source>
        <translation>没有许可被取走</translation>
    </message>
    <message>
        <source>the permits taken have no owner; add permits, or open the latch</source>
        <translation>取走的许可没有所有者；请增加许可或打开闭锁</translation>
    </message>
    <message>
        <source>the latch is already open</source>
        <translation>此闭锁已打开</translation>
    </message>
    <message>
        <source>the latch has no count to decrease</source>
        <translation>没有可倒数的计数</translation>
    </message>
    <message>
        <source>this action is not available for locks of kind &quot;%1&quot;</source>
        <translation>对种类为“%1”的锁不能这样操作</translation>
    </message>
    <message>
        <source>this is neither a semaphore nor a latch</source>
        <translation>这既不是信号量也不是闭锁</translation>
    </message>
    <message>
        <source>the server did not report its time</source>
        <translation>服务器没有给出时间</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; exists but is not a %2</source>
        <translation>“%1”存在，但不是 %2</translation>
    </message>
    <message>
        <source>a lock of the kind &quot;%1&quot; (%2) cannot be acted on safely</source>
        <translation>种类为“%1”（%2）的锁无法安全地操作</translation>
    </message>
    <message>
        <source>the lock is larger than the part that was read, so Lockscope does not act on it</source>
        <translation>这把锁大于已读取的部分，因此不对它执行操作</translation>
    </message>
    <message>
        <source>a hold of this lock has no count; only a force-unlock ends it</source>
        <translation>这把锁的一个持有没有计数；只有强制解锁才能结束它</translation>
    </message>
    <message>
        <source>only its value looks like a lock, and Lockscope does not act on a guess; give its kind, or pin it in the profile</source>
        <translation>只有它的值看起来像锁，对猜测不执行操作；请指明其类型，或在配置中固定它</translation>
    </message>
    <message>
        <source>waiters of a spin lock poll, so there is nothing to wake</source>
        <translation>自旋锁的等待者采用轮询，没有可唤醒的对象</translation>
    </message>
    <message>
        <source>only a fair lock has a queue; the waiters of this lock are not stored in Redis</source>
        <translation>只有公平锁有队列；这把锁的等待者没有存储在 Redis 中</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in this queue</source>
        <translation>“%1”不在此队列中等待</translation>
    </message>
    <message>
        <source>waiters of a string lock poll, so there is nothing to wake</source>
        <translation>字符串锁的等待者采用轮询，没有可唤醒的对象</translation>
    </message>
    <message>
        <source>the server notifies the waiters of this kind of lock, so there is nothing to wake</source>
        <translation>这种锁的等待者由服务器通知：没有可唤醒的对象</translation>
    </message>
    <message>
        <source>the queue is empty</source>
        <translation>队列是空的</translation>
    </message>
    <message>
        <source>a time to live must be greater than zero, for example 30s</source>
        <translation>存活时间必须大于零，例如 30s</translation>
    </message>
    <message>
        <source>a time to live can be at most 366 days</source>
        <translation>存活时间最长 366 天</translation>
    </message>
    <message>
        <source>this lock has no expiry to extend; set a time to live</source>
        <translation>这把锁没有可延后的过期时间；请设置存活时间</translation>
    </message>
    <message>
        <source>only Redisson semaphores have permits, and only latches have a count</source>
        <translation>只有 Redisson 的信号量有许可，只有闭锁有计数</translation>
    </message>
    <message>
        <source>this lock has no holder</source>
        <translation>没有人持有这把锁</translation>
    </message>
    <message>
        <source>only %1 of %2 holds were read, and none of these is this owner&apos;s, so Lockscope does not act on it</source>
        <translation>%2 个持有中只读取了 %1 个，其中没有该所有者的，因此 Lockscope 不对它操作</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not hold this lock</source>
        <translation>“%1”不持有这把锁</translation>
    </message>
    <message>
        <source>the action was only partly done</source>
        <translation>已完成其中一部分</translation>
    </message>
    <message>
        <source>unexpected reply from the script</source>
        <translation>脚本的应答出乎意料</translation>
    </message>
    <message>
        <source>&quot;%1&quot; contains a backslash that does not begin a known escape</source>
        <translation>“%1”中的反斜杠不构成已知的转义</translation>
    </message>
    <message>
        <source>duration &quot;%1&quot; is longer than a year</source>
        <translation>时长“%1”超过一年</translation>
    </message>
    <message>
        <source>a lease must be at least 1 ms</source>
        <translation>租期至少为 1 毫秒</translation>
    </message>
    <message>
        <source>the server replied with something other than numbers</source>
        <translation>服务器的应答不是数字</translation>
    </message>
    <message>
        <source>%1 is not a number between %2 and %3</source>
        <translation>%1 不是 %2 到 %3 之间的数字</translation>
    </message>
    <message>
        <source>the reply came too late</source>
        <translation>应答来得太晚</translation>
    </message>
    <message>
        <source>the fencing token is not a number</source>
        <translation>隔离令牌不是数字</translation>
    </message>
    <message>
        <source>the server did not reply to a query</source>
        <translation>服务器没有应答查看请求</translation>
    </message>
    <message>
        <source>one of the locks had expired when the last one was granted</source>
        <translation>获得最后一把锁时，其中一把已过期</translation>
    </message>
    <message>
        <source>an owner of this kind of lock has the form uuid:threadId, for example 3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1</source>
        <translation>这种锁的所有者形如 uuid:threadId，例如 3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1</translation>
    </message>
    <message>
        <source>a permit id has 32 hexadecimal digits</source>
        <translation>许可的 id 是 32 位十六进制数字</translation>
    </message>
    <message>
        <source>the number of permits must be 1 to %1</source>
        <translation>一次 1 到 %1 个许可</translation>
    </message>
    <message>
        <source>no permit id was given</source>
        <translation>没有指明许可</translation>
    </message>
    <message>
        <source>this permit is not taken</source>
        <translation>没有取走这样的许可</translation>
    </message>
    <message>
        <source>a lease of %1 ms exceeds the maximum of %2 ms for this group</source>
        <translation>租期 %1 毫秒超过了该组允许的 %2 毫秒</translation>
    </message>
    <message>
        <source>the replies took %1 ms of the lease of %2 ms: %3 ms are left, but at least %4 ms are required</source>
        <translation>应答用去 %2 毫秒租期中的 %1 毫秒：只剩 %3 毫秒，需要 %4 毫秒</translation>
    </message>
    <message>
        <source>a lease of %1 ms is certain for at most %2 ms, but at least %3 ms are required</source>
        <translation>%1 毫秒的租期最多只有 %2 毫秒是确定的，而需要 %3 毫秒</translation>
    </message>
    <message>
        <source>%1: no reply within %2 ms</source>
        <translation>%1：%2 毫秒内没有应答</translation>
    </message>
    <message>
        <source>%1: held by another owner</source>
        <translation>%1：被其他人持有</translation>
    </message>
    <message>
        <source>no majority: %1 of %2 servers granted it, %3 are needed (%4)</source>
        <translation>未达多数：%2 台服务器中有 %1 台授予，需要 %3 台（%4）</translation>
    </message>
    <message>
        <source>a quorum needs at least one server</source>
        <translation>法定多数至少需要一台服务器</translation>
    </message>
    <message>
        <source>%1 and %2 are the same server: a quorum needs independent servers</source>
        <translation>%1 和 %2 是同一服务器：法定多数需要相互独立的服务器</translation>
    </message>
    <message>
        <source>%1 and %2 replicate each other: a quorum needs independent servers</source>
        <translation>%1 和 %2 互为副本：法定多数需要相互独立的服务器</translation>
    </message>
    <message>
        <source>not connected: %1</source>
        <translation>未连接：%1</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>the server restarted and may have lost locks: it does not count for %1 ms more</source>
        <translation>它曾重启，可能丢失了锁：再过 %1 毫秒才计入</translation>
    </message>
    <message>
        <source>its clock is %1 ms ahead of this machine&apos;s, so it may have restarted later than it reports: it does not count for %2 ms more</source>
        <translation>它的时钟比本机快 %1 毫秒，因此它可能比自称的更晚重启：还有 %2 毫秒不计入</translation>
    </message>
    <message>
        <source>too many commands are waiting for a reply</source>
        <translation>未应答的命令太多</translation>
    </message>
    <message>
        <source>too few servers replied in time</source>
        <translation>及时应答的服务器太少</translation>
    </message>
    <message>
        <source>a reader cannot become a writer: release the read lock first</source>
        <translation>持有读锁不能转为写锁：请先释放读锁</translation>
    </message>
    <message>
        <source>a token must not be empty</source>
        <translation>空令牌不拥有任何东西</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; appears twice in one object</source>
        <translation>同一对象中“%1”出现两次</translation>
    </message>
    <message>
        <source>not JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>not a JSON object (it must begin with {)</source>
        <translation>不是以 { 开头的 JSON 对象</translation>
    </message>
    <message>
        <source>the same server is listed twice</source>
        <translation>同一服务器出现两次</translation>
    </message>
    <message>
        <source>there are two groups with this name</source>
        <translation>有两个同名的组</translation>
    </message>
    <message>
        <source>a quorum group needs several servers</source>
        <translation>法定多数组需要多台服务器</translation>
    </message>
    <message>
        <source>the name or prefix is empty</source>
        <translation>名称或前缀为空</translation>
    </message>
    <message>
        <source>a pin is a kind, or a kind and a library, for example string/redis-py</source>
        <translation>固定的形式是种类，或种类加库，例如 string/redis-py</translation>
    </message>
    <message>
        <source>the owner is empty</source>
        <translation>所有者为空</translation>
    </message>
    <message>
        <source>%1 is not a tag; use production, staging or development</source>
        <translation>%1 不是标签；标签为 production、staging 或 development</translation>
    </message>
    <message>
        <source>%1 is not a valid name; a name has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit</source>
        <translation>%1 不能作为名称；名称为 1 到 64 个字母、数字、点、连字符和下划线，且以字母或数字开头</translation>
    </message>
    <message>
        <source>no server was given</source>
        <translation>没有指明服务器</translation>
    </message>
    <message>
        <source>a prefix is empty; to search everywhere, give no prefix</source>
        <translation>有空前缀；去掉它即可在所有位置查找</translation>
    </message>
    <message>
        <source>urls[%1] of the profile %2: %3</source>
        <translation>配置 %2 的 urls[%1]：%3</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>this is not valid Unicode</source>
        <translation>不是有效的 Unicode</translation>
    </message>
    <message>
        <source>the name of this member must be &quot;%1&quot;</source>
        <translation>此成员应名为“%1”</translation>
    </message>
    <message>
        <source>this is not %1</source>
        <translation>这不是%1</translation>
    </message>
    <message>
        <source>the name of an owner is not a string</source>
        <translation>所有者的名称不是字符串</translation>
    </message>
    <message>
        <source>two entries have the same owner</source>
        <translation>有两个属于同一所有者</translation>
    </message>
    <message>
        <source>the kind of a pin is not a string</source>
        <translation>固定的种类不是字符串</translation>
    </message>
    <message>
        <source>two entries have the same name</source>
        <translation>有两个同名</translation>
    </message>
    <message>
        <source>it is missing or not a number</source>
        <translation>缺失，或不是数字</translation>
    </message>
    <message>
        <source>the file has version %1, but this program supports only version %2</source>
        <translation>这是版本 %1，而本程序只认识版本 %2</translation>
    </message>
    <message>
        <source>there are no profiles; create &quot;%1&quot; with lockctl profile save</source>
        <translation>没有任何配置；请用 lockctl profile save 创建“%1”</translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot;; available profiles: %2</source>
        <translation>没有配置“%1”；现有：%2</translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot;</source>
        <translation>没有配置“%1”</translation>
    </message>
    <message>
        <source>there are two profiles &quot;%1&quot;</source>
        <translation>有两个名为“%1”的配置</translation>
    </message>
    <message>
        <source>its folder is not writable</source>
        <translation>其文件夹不可写</translation>
    </message>
    <message>
        <source>another program is changing it now; try again</source>
        <translation>另一程序正在修改它；请重试</translation>
    </message>
    <message>
        <source>it is not a file, or it is a broken link</source>
        <translation>它不是文件，或是失效的链接</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>大于 1 MiB</translation>
    </message>
    <message>
        <source>it would be larger than 1 MiB</source>
        <translation>将会大于 1 MiB</translation>
    </message>
    <message>
        <source>another program has changed it in the meantime; try again</source>
        <translation>期间已被另一程序修改；请重试</translation>
    </message>
    <message>
        <source>permission denied, or no such folder</source>
        <translation>没有权限，或位置不存在</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>the server sent an unexpected reply</source>
        <translation>服务器发送了无人请求的应答</translation>
    </message>
    <message>
        <source>no reply in time</source>
        <translation>没有及时应答</translation>
    </message>
    <message>
        <source>the server accepted the connection but did not reply within %1 ms</source>
        <translation>已连接，但 %1 毫秒内没有应答</translation>
    </message>
    <message>
        <source>no TLS connection within %1 ms; does the server use TLS?</source>
        <translation>%1 毫秒内未建立 TLS 连接；服务器是否支持 TLS？</translation>
    </message>
    <message>
        <source>no connection within %1 ms</source>
        <translation>%1 毫秒内未建立连接</translation>
    </message>
    <message>
        <source>the server has been silent for %1 ms</source>
        <translation>服务器已有 %1 毫秒没有响应</translation>
    </message>
    <message>
        <source>the user name or password was rejected</source>
        <translation>用户名或密码被拒绝</translation>
    </message>
    <message>
        <source>a password was given, but the server has no password set</source>
        <translation>给出了密码，但服务器没有设置密码</translation>
    </message>
    <message>
        <source>the server does not support AUTH (%1)</source>
        <translation>服务器不接受 AUTH（%1）</translation>
    </message>
    <message>
        <source>ERR max number of clients reached</source>
        <translation>ERR max number of clients reached（客户端数已达上限）</translation>
    </message>
    <message>
        <source>AUTH failed: %1</source>
        <translation>AUTH 失败：%1</translation>
    </message>
    <message>
        <source>unexpected reply to the handshake; is this a Redis server?</source>
        <translation>对握手的应答出乎意料；这是 Redis 服务器吗？</translation>
    </message>
    <message>
        <source>the server requires a password</source>
        <translation>服务器要求密码</translation>
    </message>
    <message>
        <source>there is no such socket</source>
        <translation>没有这样的套接字</translation>
    </message>
    <message>
        <source>no server listens on the socket</source>
        <translation>套接字上没有监听者</translation>
    </message>
    <message>
        <source>the server closed the connection</source>
        <translation>服务器关闭了连接</translation>
    </message>
    <message>
        <source>no permission to use the socket</source>
        <translation>没有使用该套接字的权限</translation>
    </message>
    <message>
        <source>the network timed out</source>
        <translation>网络没有及时应答</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>an array has too many elements</source>
        <translation>数组元素太多</translation>
    </message>
    <message>
        <source>more than %1 arrays are nested</source>
        <translation>嵌套的数组超过 %1 层</translation>
    </message>
    <message>
        <source>the server broke the Redis protocol: %1</source>
        <translation>服务器违反了 Redis 协议：%1</translation>
    </message>
    <message>
        <source>the peer does not speak the Redis protocol: %1</source>
        <translation>应答方使用的不是 Redis 协议：%1</translation>
    </message>
    <message>
        <source>a string is longer than its declared length</source>
        <translation>字符串长于所声明的长度</translation>
    </message>
    <message>
        <source>it replied with a TLS alert; does it require TLS (rediss://)?</source>
        <translation>它以 TLS 警报应答；是否应使用 rediss:// ？</translation>
    </message>
    <message>
        <source>it replied &quot;%1&quot;</source>
        <translation>它说“%1”</translation>
    </message>
    <message>
        <source>a line is longer than %1 bytes</source>
        <translation>有一行超过 %1 字节</translation>
    </message>
    <message>
        <source>a line has a return or a line feed inside</source>
        <translation>一行中含有回车符或换行符</translation>
    </message>
    <message>
        <source>a number is too long</source>
        <translation>数字太长</translation>
    </message>
    <message>
        <source>a length is not a number</source>
        <translation>长度不是数字</translation>
    </message>
    <message>
        <source>a string is longer than %1 bytes</source>
        <translation>字符串超过 %1 字节</translation>
    </message>
    <message>
        <source>an array has more than %1 elements</source>
        <translation>数组超过 %1 个元素</translation>
    </message>
    <message>
        <source>a reply has too many elements</source>
        <translation>应答的元素太多</translation>
    </message>
    <message>
        <source>a reply is larger than %1 bytes</source>
        <translation>应答超过 %1 字节</translation>
    </message>
    <message>
        <source>%1; write for example %2</source>
        <translation>%1；写法例如 %2</translation>
    </message>
    <message>
        <source>the user name or password contains a % that is not followed by two hexadecimal digits (write % as %25)</source>
        <translation>用户名或密码中有 % 而后面不是两位十六进制数字（% 本身写作 %25）</translation>
    </message>
    <message>
        <source>the text in brackets is not an IPv6 address</source>
        <translation>方括号中的内容不是 IPv6 地址</translation>
    </message>
    <message>
        <source>only a port may follow the bracketed address</source>
        <translation>方括号地址之后只能是端口</translation>
    </message>
    <message>
        <source>the port is not a number from 1 to 65535</source>
        <translation>端口不是 1 到 65535 的数字</translation>
    </message>
    <message>
        <source>the host is missing</source>
        <translation>缺少主机</translation>
    </message>
    <message>
        <source>there is more than one colon (put an IPv6 address in brackets, and an @ after a password)</source>
        <translation>有多个冒号（IPv6 地址需要方括号，密码后面需要 @）</translation>
    </message>
    <message>
        <source>the host is neither a name nor an address</source>
        <translation>主机不是名称或地址</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a database number</source>
        <translation>“%1”不是数据库编号</translation>
    </message>
    <message>
        <source>the path contains a % that is not followed by two hexadecimal digits</source>
        <translation>路径中有 % 而后面不是两位十六进制数字</translation>
    </message>
    <message>
        <source>the socket path is missing</source>
        <translation>缺少套接字的路径</translation>
    </message>
    <message>
        <source>the socket path contains control characters or is not UTF-8</source>
        <translation>套接字的路径含控制字符或不是 UTF-8</translation>
    </message>
    <message>
        <source>the socket path is longer than %1 bytes</source>
        <translation>套接字的路径超过 %1 字节</translation>
    </message>
    <message>
        <source>only ?db=N may follow the socket path</source>
        <translation>套接字路径之后只能是 ?db=N</translation>
    </message>
    <message>
        <source>the master name is missing or not valid</source>
        <translation>主节点名称缺失或不可用</translation>
    </message>
    <message>
        <source>a / ? # or @ in a user name or password must be written %2F %3F %23 %40</source>
        <translation>用户名或密码中的 / ? # 或 @ 必须写作 %2F %3F %23 %40</translation>
    </message>
    <message>
        <source>no text may follow the database number</source>
        <translation>数据库之后不能有其他内容</translation>
    </message>
    <message>
        <source>the socket path must be absolute</source>
        <translation>套接字的路径必须是绝对路径</translation>
    </message>
    <message>
        <source>the address of the server is empty</source>
        <translation>服务器地址为空</translation>
    </message>
    <message>
        <source>the address of the server is too long</source>
        <translation>服务器地址太长</translation>
    </message>
    <message>
        <source>the address of the server contains a space or a control character</source>
        <translation>服务器地址中有空格或控制字符</translation>
    </message>
    <message>
        <source>the address of the server has no scheme</source>
        <translation>服务器地址没有协议前缀</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a Redis URL scheme</source>
        <translation>“%1”不是 Redis 的协议前缀</translation>
    </message>
    <message>
        <source>the address of the server does not begin with a scheme</source>
        <translation>服务器地址没有以协议前缀开头</translation>
    </message>
    <message>
        <source>no host has that name</source>
        <translation>没有此名称的主机</translation>
    </message>
    <message>
        <source>the connection was refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>no usable TLS library was found on this computer</source>
        <translation>本机没有可用的 TLS 库</translation>
    </message>
    <message>
        <source>&quot;%1&quot; contains no certificates</source>
        <translation>“%1”中没有可信任的证书</translation>
    </message>
    <message>
        <source>the server closed the connection during the TLS handshake; does it use TLS?</source>
        <translation>服务器在 TLS 建立之前关闭了连接；它是否支持 TLS？</translation>
    </message>
    <message>
        <source>the command is empty or too large to send</source>
        <translation>命令为空或过大而无法发送</translation>
    </message>
    <message>
        <source>Lockscope shows faster multi-locks but cannot acquire them: their field names depend on the codec of the Java client</source>
        <translation>faster multi-lock 只显示而不获取：其字段名取决于 Java 客户端的编解码器</translation>
    </message>
    <message>
        <source>there is no lock kind &quot;%1&quot;; available kinds: %2</source>
        <translation>没有可获取的锁种类“%1”；可选 %2</translation>
    </message>
    <message>
        <source>a lock of kind %1 is kept on one server, but %2 were given; kinds for several servers: %3</source>
        <translation>种类为 %1 的锁保存在一台服务器上，而指明了 %2 台；可用于多台的种类有 %3</translation>
    </message>
    <message>
        <source>a lock of kind %1 needs at least 3 independent servers, preferably 5, but only %2 %3 given: with fewer, the loss of one server leaves no majority</source>
        <translation>种类为 %1 的锁至少需要 3 台（最好 5 台）独立的服务器，而%3 %2 台：再少的话，失去一台就没有多数了</translation>
    </message>
    <message>
        <source>is</source>
        <translation>只指明了</translation>
    </message>
    <message>
        <source>are</source>
        <translation>只指明了</translation>
    </message>
    <message>
        <source>%1 was given twice</source>
        <translation>%1 指明了两次</translation>
    </message>
    <message>
        <source>no lock name was given</source>
        <translation>没有给出锁的名称</translation>
    </message>
    <message>
        <source>kind %1 takes one lock at a time, but %2 were given; for several locks together, use kind multi</source>
        <translation>种类 %1 一次只能一把锁，而指明了 %2 把；多把一起是种类为 multi 的锁</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was given twice</source>
        <translation>“%1”指明了两次</translation>
    </message>
    <message>
        <source>permits and counts must be whole numbers of 1 or more</source>
        <translation>许可和计数是从 1 起的整数</translation>
    </message>
    <message>
        <source>the owners of the other permits are unknown</source>
        <translation>其余许可的所有者未知</translation>
    </message>
    <message>
        <source>%1 permits are needed, but %2 are free</source>
        <translation>需要 %1 个许可，空闲 %2 个</translation>
    </message>
    <message>
        <source>its count is %1</source>
        <translation>其计数为 %1</translation>
    </message>
    <message>
        <source>these permits are already held; acquire more separately</source>
        <translation>这些许可已被持有；请另外获取</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>first seen after a gap</source>
        <translation>中断之后首次看到</translation>
    </message>
    <message>
        <source>between two readings</source>
        <translation>发生在两次读取之间</translation>
    </message>
    <message>
        <source>during a gap</source>
        <translation>发生在中断期间</translation>
    </message>
    <message>
        <source>taken away with Lockscope</source>
        <translation>由 Lockscope 的操作取走</translation>
    </message>
    <message>
        <source>%1 locks were lost in a restart or failover: %2</source>
        <translation>%1 把锁在重启或故障转移中丢失：%2</translation>
    </message>
    <message>
        <source>%1 locks were lost by FLUSHALL, FLUSHDB or SWAPDB: %2</source>
        <translation>%1 把锁因 FLUSHALL、FLUSHDB 或 SWAPDB 丢失：%2</translation>
    </message>
    <message>
        <source>in a restart or failover</source>
        <translation>发生在重启或故障转移中</translation>
    </message>
    <message>
        <source>by FLUSHALL, FLUSHDB or SWAPDB</source>
        <translation>由 FLUSHALL、FLUSHDB 或 SWAPDB 引起</translation>
    </message>
    <message>
        <source>its renewals had stopped</source>
        <translation>此前续期已停止</translation>
    </message>
    <message>
        <source>no wake-up seen, and no unlock latch</source>
        <translation>没有看到唤醒消息，也没有解锁标记</translation>
    </message>
    <message>
        <source>no unlock latch seen</source>
        <translation>没有看到解锁标记</translation>
    </message>
    <message>
        <source>no wake-up seen</source>
        <translation>没有看到唤醒消息</translation>
    </message>
    <message>
        <source>wake-up without an unlock latch</source>
        <translation>有唤醒消息而没有解锁标记</translation>
    </message>
    <message>
        <source>unlock latch seen</source>
        <translation>看到了解锁标记</translation>
    </message>
    <message>
        <source>wake-up and unlock latch seen</source>
        <translation>看到了唤醒消息和解锁标记</translation>
    </message>
    <message>
        <source>wake-up seen</source>
        <translation>看到了唤醒消息</translation>
    </message>
    <message>
        <source>%1 wake-ups and unlock latch seen</source>
        <translation>看到了 %1 条唤醒消息和解锁标记</translation>
    </message>
    <message>
        <source>%1 wake-ups seen</source>
        <translation>看到了 %1 条唤醒消息</translation>
    </message>
    <message>
        <source>no longer expires</source>
        <translation>不再过期</translation>
    </message>
    <message>
        <source>deadline moved by %1 ms, %2 changes since the last reading</source>
        <translation>截止时间移动了 %1 毫秒，自上次查看以来有 %2 次变化</translation>
    </message>
    <message>
        <source>deadline moved by %1 ms</source>
        <translation>截止时间移动了 %1 毫秒</translation>
    </message>
    <message>
        <source>renewed or re-acquired, %1 changes since the last reading</source>
        <translation>续期或重新获取，自上次查看以来有 %1 次变化</translation>
    </message>
    <message>
        <source>renewed or re-acquired</source>
        <translation>续期或重新获取</translation>
    </message>
    <message>
        <source>count was %1</source>
        <translation>此前计数为 %1</translation>
    </message>
    <message>
        <source>its entry still exists</source>
        <translation>其条目仍在</translation>
    </message>
    <message>
        <source>had expired</source>
        <translation>此前已过期</translation>
    </message>
    <message>
        <source>past its deadline</source>
        <translation>已过截止时间</translation>
    </message>
    <message>
        <source>from %1, %2</source>
        <translation>来自 %1，%2</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>was %1, its key is gone</source>
        <translation>此前为 %1，其键已不存在</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>此前为 %1</translation>
    </message>
    <message>
        <source>, its key is gone</source>
        <translation>，其键已不存在</translation>
    </message>
    <message>
        <source>due %1 ms ago</source>
        <translation>本应在 %1 毫秒前续期</translation>
    </message>
    <message>
        <source>the client still renews %1 others</source>
        <translation>该客户端仍在为另外 %1 把锁续期</translation>
    </message>
    <message>
        <source>with %1 other locks of the same client</source>
        <translation>同一客户端的另外 %1 把锁也是如此</translation>
    </message>
    <message>
        <source>no renewal of %1 other locks of the same client since</source>
        <translation>此后同一客户端的另外 %1 把锁也没有续期</translation>
    </message>
    <message>
        <source>a reply about it exceeded the size limit</source>
        <translation>关于它的应答超过了读取上限</translation>
    </message>
    <message>
        <source>the scan for locks failed: %1</source>
        <translation>查找锁的扫描失败：%1</translation>
    </message>
    <message>
        <source>the scan for locks was stopped after %1</source>
        <translation>查找锁的扫描已停止，此前扫描了 %1</translation>
    </message>
    <message>
        <source>%1 of %2 keys</source>
        <translation>%1/%2 个键</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>%1 个键</translation>
    </message>
    <message>
        <source>a scan found %1 locks that no event had reported</source>
        <translation>扫描发现了 %1 把没有任何事件提到过的锁</translation>
    </message>
    <message>
        <source>%1 locks changed without an event: SWAPDB, or lost events</source>
        <translation>%1 把锁变化了却没有事件提到：执行过 SWAPDB，或事件丢失</translation>
    </message>
    <message>
        <source>waiters on sharded channels are not counted: %1</source>
        <translation>分片频道上的等待者未计入：%1</translation>
    </message>
    <message>
        <source>a %1 of %2 elements; more than %3 are not read</source>
        <translation>有 %2 个元素的 %1；超过 %3 个则不读取</translation>
    </message>
    <message>
        <source>a number with an unknown purpose</source>
        <translation>是一个用途不明的数字</translation>
    </message>
    <message>
        <source>a string without expiry, with no sign that it is a lock</source>
        <translation>是不会过期的字符串，没有任何迹象表明它是锁</translation>
    </message>
    <message>
        <source>a %1, but not in the form of a known lock</source>
        <translation>是 %1，但不是已知的锁的形式</translation>
    </message>
    <message>
        <source>the server reported that any key may have changed: FLUSHALL, FLUSHDB or a full resynchronisation</source>
        <translation>服务器表示任何键都可能已变化：FLUSHALL、FLUSHDB 或全量同步</translation>
    </message>
    <message>
        <source>%1 changed keys were not read: there were more than 2000 new names a second; use --prefix to limit the names</source>
        <translation>有 %1 个变化的键未查看：新名称超过每秒 2000 个的预算；请用 --prefix 指明锁所在的位置</translation>
    </message>
    <message>
        <source>semaphores and latches that are visible only through their waiters are not found: %1</source>
        <translation>只能从等待者得知的信号量和闭锁无法找到：%1</translation>
    </message>
    <message>
        <source>the server does not allow Lockscope to subscribe</source>
        <translation>服务器不允许监听</translation>
    </message>
    <message>
        <source>the server is loading its data</source>
        <translation>正在加载数据</translation>
    </message>
    <message>
        <source>the server was a %1 and is now a %2: failover</source>
        <translation>服务器原为 %1，现为 %2：故障转移</translation>
    </message>
    <message>
        <source>the subscriber connection was lost and is restored</source>
        <translation>监听连接曾断开，现已恢复</translation>
    </message>
    <message>
        <source>now permitted: %1</source>
        <translation>现已允许：%1</translation>
    </message>
    <message>
        <source>watched by %1 instead of %2</source>
        <translation>监视方式为“%1”而不是“%2”</translation>
    </message>
    <message>
        <source>watched by %1</source>
        <translation>监视方式为“%1”</translation>
    </message>
    <message>
        <source>tracking</source>
        <translation>客户端跟踪</translation>
    </message>
    <message>
        <source>tracking-all</source>
        <translation>全键客户端跟踪</translation>
    </message>
    <message>
        <source>notifications</source>
        <translation>键空间通知</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>唤醒频道与轮询</translation>
    </message>
    <message>
        <source>polling</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>no prefix was given</source>
        <translation>没有给出前缀</translation>
    </message>
    <message>
        <source>a prefix is empty</source>
        <translation>有空前缀</translation>
    </message>
    <message>
        <source>%1 prefixes are needed, but at most %2 can be tracked</source>
        <translation>需要 %1 个前缀，而最多跟踪 %2 个</translation>
    </message>
    <message>
        <source>keyspace notifications are off</source>
        <translation>键空间通知已关闭</translation>
    </message>
    <message>
        <source>keyspace notifications lack %1</source>
        <translation>键空间通知缺少 %1</translation>
    </message>
    <message>
        <source>keyspace notifications cover only some changes</source>
        <translation>键空间通知只覆盖部分变化</translation>
    </message>
    <message>
        <source>no keyspace notification was received</source>
        <translation>没有收到任何键空间通知</translation>
    </message>
    <message>
        <source>inferred: the same owner holds %1 and %2 more</source>
        <translation>推断：同一所有者持有 %1 及另外 %2 把锁</translation>
    </message>
    <message>
        <source>inferred: the same owner holds %1</source>
        <translation>推断：同一所有者持有 %1</translation>
    </message>
    <message>
        <source>a %1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>未监视</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>the same server as %1: it counts only once</source>
        <translation>与 %1 是同一服务器：不重复计数</translation>
    </message>
    <message>
        <source>has the same data as %1: one replicates the other</source>
        <translation>与 %1 数据相同：其中一个是另一个的副本</translation>
    </message>
    <message>
        <source>unexpected reply to SCAN</source>
        <translation>SCAN 的应答形式未知</translation>
    </message>
    <message>
        <source>a quotation mark is missing</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>%1: needs a value, for example kind:fair</source>
        <translation>%1: 需要一个值，例如 kind:fair</translation>
    </message>
    <message>
        <source>a filter has at most %1 words</source>
        <translation>筛选条件最多 %1 个词</translation>
    </message>
    <message>
        <source>%1: needs a number, for example 2 or &gt;2%2, not %3</source>
        <translation>%1: 的值是数字，例如 2 或 &gt;2%2，不能是 %3</translation>
    </message>
    <message>
        <source>, or %1</source>
        <translation>，或 %1</translation>
    </message>
    <message>
        <source>%1, or </source>
        <translation>%1，或</translation>
    </message>
    <message>
        <source>%1: has no value %2; use one of %3</source>
        <translation>%1: 没有值 %2；可选值为 %3</translation>
    </message>
    <message>
        <source>a share must be a percentage greater than 0 and at most 100, for example 5%, not &quot;%1&quot;</source>
        <translation>份额是百分数，例如 5%，大于 0 且不超过 100，不能是“%1”</translation>
    </message>
    <message>
        <source>had a queue of waiters, which Lockscope may no longer read</source>
        <translation>曾有等待者队列，现已无权读取</translation>
    </message>
    <message>
        <source>only counted: Lockscope reads at most %1 one by one</source>
        <translation>按数目计：超过 %1 个时不逐个读取</translation>
    </message>
    <message>
        <source>had a queue of waiters</source>
        <translation>曾有等待者队列</translation>
    </message>
    <message>
        <source>%1, kind set by the user</source>
        <translation>%1，按用户指定</translation>
    </message>
    <message>
        <source>kind set by the user</source>
        <translation>按用户指定</translation>
    </message>
    <message>
        <source>.readers and .writer with machine, process and uuid of each</source>
        <translation>.readers 和 .writer，各带机器、进程和 uuid</translation>
    </message>
    <message>
        <source>rql:lock: with the owner&apos;s id, or its queue</source>
        <translation>rql:lock: 加所有者 id，或其队列</translation>
    </message>
    <message>
        <source>a number, with permits in another key</source>
        <translation>一个数字，旁边有许可</translation>
    </message>
    <message>
        <source>a number with a name that Redisson generates</source>
        <translation>数字，其名称由 Redisson 生成</translation>
    </message>
    <message>
        <source>a number whose channel was in use</source>
        <translation>数字，其频道曾被使用</translation>
    </message>
    <message>
        <source>a number, kind set by the user</source>
        <translation>数字，由用户指定为此类</translation>
    </message>
    <message>
        <source>looks the same as one without taken permits</source>
        <translation>没有许可被取走时看起来相同</translation>
    </message>
    <message>
        <source>hash of values with an owner and a deadline each</source>
        <translation>哈希，每个值带所有者和截止时间</translation>
    </message>
    <message>
        <source>the name of a fair lock of a map or a set</source>
        <translation>映射或集合的公平锁的名称</translation>
    </message>
    <message>
        <source>has a queue of waiters</source>
        <translation>有等待者队列</translation>
    </message>
    <message>
        <source>has a token</source>
        <translation>有令牌</translation>
    </message>
    <message>
        <source>it has no key, but connections wait on its channel</source>
        <translation>没有键，但有连接在其频道上等待</translation>
    </message>
    <message>
        <source>hash of owners and hold counts</source>
        <translation>哈希，含所有者和持有计数</translation>
    </message>
    <message>
        <source>if it has a queue of waiters, Lockscope has no right to read it</source>
        <translation>等待者队列（如果有）无权读取</translation>
    </message>
    <message>
        <source>looks the same when idle</source>
        <translation>静止时看起来相同</translation>
    </message>
    <message>
        <source>a fair lock without waiters looks the same</source>
        <translation>没有等待者的公平锁看起来相同</translation>
    </message>
    <message>
        <source>hash with a mode, owners and hold counts; Lockscope has no right to read the times of its readers and shows the time of the lock</source>
        <translation>哈希，含模式、所有者和持有计数；无权读取各读者的时间，显示的是锁本身的时间</translation>
    </message>
    <message>
        <source>hash with a mode, owners and hold counts</source>
        <translation>哈希，含模式、所有者和持有计数</translation>
    </message>
    <message>
        <source>SEMAPHORE: with its list and hash of tokens</source>
        <translation>SEMAPHORE: 及其令牌列表和哈希</translation>
    </message>
    <message>
        <source>uniquejobs: with a hash or lists of jobs</source>
        <translation>uniquejobs: 及任务的哈希或列表</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>一个字符串</translation>
    </message>
    <message>
        <source>%1, and the name contains &quot;lock&quot;</source>
        <translation>%1，且名称含 lock</translation>
    </message>
    <message>
        <source>%1, under a prefix for locks</source>
        <translation>%1，位于为锁指定的前缀之下</translation>
    </message>
    <message>
        <source>string under a prefix for locks</source>
        <translation>位于为锁指定的前缀之下的字符串</translation>
    </message>
    <message>
        <source>the name contains &quot;lock&quot;, and the key expires</source>
        <translation>名称含 lock，且会过期</translation>
    </message>
    <message>
        <source>the name contains &quot;lock&quot;</source>
        <translation>名称含 lock</translation>
    </message>
    <message>
        <source>lock: with an id chosen by the caller</source>
        <translation>lock: 加调用者的 id</translation>
    </message>
    <message>
        <source>the name of a rueidislock key</source>
        <translation>rueidislock 的某个键的名称</translation>
    </message>
    <message>
        <source>job-lock: with the time and the host in the value</source>
        <translation>job-lock:，值中含时刻和主机</translation>
    </message>
    <message>
        <source>the name begins with lock4j:</source>
        <translation>名称以 lock4j: 开头</translation>
    </message>
    <message>
        <source>a job&apos;s key :lock with a worker&apos;s token</source>
        <translation>任务的键 :lock，含 worker 的令牌</translation>
    </message>
    <message>
        <source>a job&apos;s key bull:...:lock with a token</source>
        <translation>任务的键 bull:...:lock，含令牌</translation>
    </message>
    <message>
        <source>redbeat::lock with a token of redis-py</source>
        <translation>redbeat::lock，含 redis-py 的令牌</translation>
    </message>
    <message>
        <source>qo_ with a token of redis-py</source>
        <translation>qo_，含 redis-py 的令牌</translation>
    </message>
    <message>
        <source>activejob_uniqueness: with a uuid</source>
        <translation>activejob_uniqueness:，含 uuid</translation>
    </message>
    <message>
        <source>mutex: with a uuid</source>
        <translation>mutex:，含 uuid</translation>
    </message>
    <message>
        <source>the name of a unique job&apos;s lock</source>
        <translation>唯一任务的锁的名称</translation>
    </message>
    <message>
        <source>the name of a lock against overlapping jobs</source>
        <translation>防止任务重叠的锁的名称</translation>
    </message>
    <message>
        <source>the name of a scheduled task&apos;s mutex</source>
        <translation>计划任务的互斥锁的名称</translation>
    </message>
    <message>
        <source>{hangfire}: with the uuid of a process</source>
        <translation>{hangfire}:，含进程的 uuid</translation>
    </message>
    <message>
        <source>redlock: with a uuid</source>
        <translation>redlock:，含 uuid</translation>
    </message>
    <message>
        <source>lock: with 18 bytes in base64</source>
        <translation>lock:，含 18 字节的 base64</translation>
    </message>
    <message>
        <source>lock: with 16 random characters</source>
        <translation>lock:，含 16 个随机字符</translation>
    </message>
    <message>
        <source>machine, process and uuid in the value</source>
        <translation>值中含机器、进程和 uuid</translation>
    </message>
    <message>
        <source>32 digits of a uuid made from time and network card</source>
        <translation>由时间和网卡生成的 uuid 的 32 位数字</translation>
    </message>
    <message>
        <source>16 random bytes as 32 digits</source>
        <translation>16 个随机字节，写作 32 位数字</translation>
    </message>
    <message>
        <source>16 random bytes in base64</source>
        <translation>16 个随机字节的 base64</translation>
    </message>
    <message>
        <source>32 random bytes in base64</source>
        <translation>32 个随机字节的 base64</translation>
    </message>
    <message>
        <source>18 random bytes in base64</source>
        <translation>18 个随机字节的 base64</translation>
    </message>
    <message>
        <source>20 random bytes</source>
        <translation>20 个随机字节</translation>
    </message>
    <message>
        <source>16 random characters as PHP serialises them</source>
        <translation>16 个随机字符，按 PHP 序列化</translation>
    </message>
    <message>
        <source>a uuid, as several libraries write it</source>
        <translation>一个 uuid，多个库都这样写</translation>
    </message>
    <message>
        <source>a uuid</source>
        <translation>一个 uuid</translation>
    </message>
    <message>
        <source>a registry and a key in the name, a uuid</source>
        <translation>名称中含注册表和键，值为 uuid</translation>
    </message>
    <message>
        <source>a uuid; the name&apos;s format is configurable</source>
        <translation>一个 uuid；名称格式可配置</translation>
    </message>
    <message>
        <source>a uuid; the prefix is configurable</source>
        <translation>一个 uuid；前缀可配置</translation>
    </message>
    <message>
        <source>22 random letters and digits</source>
        <translation>22 个随机字母和数字</translation>
    </message>
    <message>
        <source>16 random bytes in base64url</source>
        <translation>16 个随机字节的 base64url</translation>
    </message>
    <message>
        <source>16 random bytes in base64url, with a suffix of the client</source>
        <translation>16 个随机字节的 base64url，加上客户端附加的后缀</translation>
    </message>
    <message>
        <source>20 random letters and digits</source>
        <translation>20 个随机字母和数字</translation>
    </message>
    <message>
        <source>16 random letters and digits</source>
        <translation>16 个随机字母和数字</translation>
    </message>
    <message>
        <source>the value 1</source>
        <translation>值为 1</translation>
    </message>
    <message>
        <source>a value that the caller chose</source>
        <translation>调用者选定的值</translation>
    </message>
    <message>
        <source>32 bytes in base64, sorted by expiry time</source>
        <translation>32 字节的 base64，按过期时间排序</translation>
    </message>
    <message>
        <source>machine, process and uuid, sorted by expiry time</source>
        <translation>机器、进程和 uuid，按过期时间排序</translation>
    </message>
    <message>
        <source>uuids, sorted by the time of the last renewal</source>
        <translation>uuid，按最后续期时间排序</translation>
    </message>
    <message>
        <source>uuids, sorted by the second of the last renewal</source>
        <translation>uuid，按最后续期的秒数排序</translation>
    </message>
    <message>
        <source>too many events; %1 were left out</source>
        <translation>发生的事件多于可显示的数量；未显示的事件：%1</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>数值 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>the profile &quot;%1&quot; pins &quot;%2&quot; to the kind &quot;%3&quot;, which this version does not support; to change it, use lockctl profile save --change --pin</source>
        <translation>配置“%1”将“%2”固定为种类“%3”，而本版本不认识它；可用 lockctl profile save --change --pin 重新设置</translation>
    </message>
    <message>
        <source>the profile &quot;%1&quot; has only quorum groups and no servers of its own</source>
        <translation>配置“%1”只有法定多数组，没有自己的服务器</translation>
    </message>
    <message>
        <source>quorum groups are defined in profiles, and there are no profiles yet; use --url for each server instead</source>
        <translation>法定多数组在配置中命名，目前还没有；请改用 --url 给出服务器</translation>
    </message>
    <message>
        <source>there is no default profile; add --profile P (available: %1)</source>
        <translation>没有默认配置；请加上 --profile P（现有：%1）</translation>
    </message>
    <message>
        <source>the profile &quot;%1&quot; has no quorum groups; add one with lockctl profile save %1 --change --group NAME=URL,URL,URL</source>
        <translation>配置“%1”没有法定多数组；可用 lockctl profile save %1 --change --group NAME=URL,URL,URL 保存</translation>
    </message>
    <message>
        <source>the profile &quot;%1&quot; has several quorum groups; choose one with --group (available: %2)</source>
        <translation>配置“%1”有多个法定多数组；请用 --group 选择（现有：%2）</translation>
    </message>
    <message>
        <source>the profile &quot;%1&quot; has no quorum group &quot;%2&quot; (available: %3)</source>
        <translation>配置“%1”没有法定多数组“%2”（现有：%3）</translation>
    </message>
    <message>
        <source>for example, add --url redis://127.0.0.1:6379</source>
        <translation>请加上例如 --url redis://127.0.0.1:6379</translation>
    </message>
    <message>
        <source>add --url URL or --profile P (available: %1)</source>
        <translation>请加上 --url URL 或 --profile P（现有：%1）</translation>
    </message>
    <message>
        <source>the server did not reply to an extension</source>
        <translation>服务器没有应答延长请求</translation>
    </message>
    <message>
        <source>no reply to an extension</source>
        <translation>延长请求没有应答</translation>
    </message>
    <message>
        <source>the owner no longer holds it on that server</source>
        <translation>那里已不属于该所有者</translation>
    </message>
    <message>
        <source>no majority: %1 of %2 servers extended it, %3 are needed</source>
        <translation>未达多数：%2 台服务器中有 %1 台延长了它，需要 %3 台</translation>
    </message>
    <message>
        <source>has no expiry: permits stay taken until they are released</source>
        <translation>没有过期时间：取走的许可一直保留到释放</translation>
    </message>
    <message>
        <source>the owner has more than %1 bytes</source>
        <translation>所有者超过 %1 字节</translation>
    </message>
    <message>
        <source>the pattern matches every owner; it needs other characters besides * and ?</source>
        <translation>该模式匹配所有所有者；除 * 和 ? 外还需要其他内容</translation>
    </message>
    <message>
        <source>an alias has 1 to 64 characters, without backslash, = or invisible characters, and does not begin with %1 or %2</source>
        <translation>别名为 1 到 64 个字符，不含反斜杠、= 和不可见字符，且不以 %1 或 %2 开头</translation>
    </message>
    <message>
        <source>the owner %1 contains invisible characters; write such bytes as \xHH</source>
        <translation>所有者 %1 中有不可见内容；这样的字节请写作 \xHH</translation>
    </message>
    <message>
        <source>the owner %1: %2; write a backslash as two backslashes</source>
        <translation>所有者 %1：%2；反斜杠请写两个</translation>
    </message>
    <message>
        <source>%1; write OWNER,NAME</source>
        <translation>%1；请写 OWNER,NAME</translation>
    </message>
    <message>
        <source>the name %1 is not valid: %2</source>
        <translation>名称 %1 不可用：%2</translation>
    </message>
    <message>
        <source>the owner %1 also appears in line %2; remove one of the lines</source>
        <translation>所有者 %1 也出现在第 %2 行；请去掉其中一个</translation>
    </message>
    <message>
        <source>there are more than %1 names; use patterns instead of single owners</source>
        <translation>名称超过 %1 个；请用模式代替单个所有者</translation>
    </message>
    <message>
        <source>there are more than %1 wildcard patterns; use single owners, or fewer patterns</source>
        <translation>带通配符的模式超过 %1 个；请用单个所有者或更少的模式</translation>
    </message>
    <message>
        <source>a quotation mark is missing; end the field with &quot;</source>
        <translation>引号没有闭合；请用 &quot; 结束字段</translation>
    </message>
    <message>
        <source>there is text after the closing quotation mark; write a quotation mark inside the field twice</source>
        <translation>闭合引号后面还有内容；属于字段的引号请写两个</translation>
    </message>
    <message>
        <source>there are %1 fields instead of two; write OWNER,NAME, and put a field with a comma in quotation marks</source>
        <translation>有 %1 个字段而不是两个；请写 OWNER,NAME，含逗号的内容请加引号</translation>
    </message>
    <message>
        <source>the name of %1 is not a string; %2</source>
        <translation>%1 的名称不是字符串；%2</translation>
    </message>
    <message>
        <source>entry %1 is not an owner and a name; %2</source>
        <translation>第 %1 项不是所有者和名称；%2</translation>
    </message>
    <message>
        <source>a member appears twice in this entry or an earlier one; %1</source>
        <translation>此项或之前某项中有成员出现两次；%1</translation>
    </message>
    <message>
        <source>not JSON: %1; %2</source>
        <translation>不是 JSON：%1；%2</translation>
    </message>
    <message>
        <source>write {&quot;OWNER&quot;: &quot;NAME&quot;} or [{&quot;owner&quot;: &quot;OWNER&quot;, &quot;name&quot;: &quot;NAME&quot;}]</source>
        <translation>请写 {&quot;OWNER&quot;: &quot;NAME&quot;} 或 [{&quot;owner&quot;: &quot;OWNER&quot;, &quot;name&quot;: &quot;NAME&quot;}]</translation>
    </message>
    <message>
        <source>it is larger than 4 MiB; use patterns instead of single owners</source>
        <translation>大于 4 MiB；请用模式代替单个所有者</translation>
    </message>
    <message>
        <source>this is not UTF-8; save the file as UTF-8</source>
        <translation>不是 UTF-8；请将文件保存为 UTF-8</translation>
    </message>
    <message>
        <source>%1; the names read before are kept</source>
        <translation>%1；之前读取的名称保留</translation>
    </message>
    <message>
        <source>cannot read owner names from %1: %2</source>
        <translation>无法从 %1 读取所有者的名称：%2</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这样的文件</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>%1 is not an absolute path; an absolute path begins with /</source>
        <translation>%1 不是完整路径；完整路径以 / 开头</translation>
    </message>
    <message>
        <source>owner names cannot be learned, because CLIENT LIST is refused: %1</source>
        <translation>未获取所有者名称，CLIENT LIST 被拒绝：%1</translation>
    </message>
    <message>
        <source>disconnected by the user</source>
        <translation>操作者断开了连接</translation>
    </message>
    <message>
        <source>give a name and the servers, for example trio=redis://10.0.0.1,redis://10.0.0.2,redis://10.0.0.3</source>
        <translation>请给出名称和服务器，例如 trio=redis://10.0.0.1,redis://10.0.0.2,redis://10.0.0.3</translation>
    </message>
    <message>
        <source>give an owner and its name, for example 3f1c2a5e-9b7d-4c11-8a22-0123456789ab=billing</source>
        <translation>请给出所有者及其名称，例如 3f1c2a5e-9b7d-4c11-8a22-0123456789ab=billing</translation>
    </message>
    <message>
        <source>the owner &quot;%1&quot; has two names</source>
        <translation>给所有者“%1”指定了两个名称</translation>
    </message>
    <message>
        <source>give a name or prefix and its kind, for example orders:lock:=string/redsync</source>
        <translation>请给出名称或前缀及其种类，例如 orders:lock:=string/redsync</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has two kinds</source>
        <translation>给“%1”指定了两个种类</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a kind that can be pinned; available kinds: %2</source>
        <translation>“%1”不是可固定的种类；现有：%2</translation>
    </message>
    <message>
        <source>%1 holds began and ended between two readings</source>
        <translation>两次读取之间有 %1 次持有来了又去</translation>
    </message>
    <message>
        <source>at least %1 holds began and ended between two readings (%2 changes)</source>
        <translation>两次读取之间至少有 %1 次持有来了又去（按 %2 次变化计）</translation>
    </message>
    <message>
        <source>there is no field &quot;%1&quot;, so this would match almost every lock; fields: %2; to exclude plain text, write -&quot;%3&quot;</source>
        <translation>没有字段“%1”，这样几乎会匹配所有的锁；字段有 %2；若要排除普通文本，请写成 -&quot;%3&quot;</translation>
    </message>
    <message>
        <source>%1: is a field of locks, not of events; event fields: %2; to search for a colon, use quotes</source>
        <translation>%1: 是锁的字段，不是事件的字段；事件的字段有 %2；要把冒号当作文字，请加引号</translation>
    </message>
    <message>
        <source>the server accepted the connection but did not complete the TLS handshake within %1 ms</source>
        <translation>服务器接受了连接，但 %1 毫秒内没有完成 TLS 握手</translation>
    </message>
    <message>
        <source>the server closed the connection without a reply; does it require TLS (rediss://)?</source>
        <translation>服务器没有应答就关闭了连接；它是否要求 TLS（rediss://）？</translation>
    </message>
    <message>
        <source>the server does not allow this client to read the key</source>
        <translation>服务器不允许此客户端查看这个键</translation>
    </message>
    <message>
        <source>its number is unknown: a NameMapper stores it under another name</source>
        <translation>其数目未知：NameMapper 将其存于另一个名称下</translation>
    </message>
    <message>
        <source>has a queue of waiters, which may belong to %1 (NameMapper of Redisson before 3.52)</source>
        <translation>有等待者队列，可能属于 %1，经由 3.52 之前的 Redisson 的 NameMapper</translation>
    </message>
    <message>
        <source>its waiters wait for %1 (NameMapper of Redisson before 3.52)</source>
        <translation>其等待者等待的是 %1，经由 3.52 之前的 Redisson 的 NameMapper</translation>
    </message>
    <message>
        <source>its queue has the name %1, as with a NameMapper of Redisson before 3.52</source>
        <translation>其队列名为 %1，这是 3.52 之前的 Redisson 在 NameMapper 下的做法</translation>
    </message>
    <message>
        <source>only permits: their number has another name, as with a NameMapper of Redisson before 3.19.1</source>
        <translation>只有许可：其数目在另一个名称下，经由 3.19.1 之前的 Redisson 的 NameMapper</translation>
    </message>
    <message>
        <source>its number changed %1 times between two readings</source>
        <translation>两次读取之间其数目有 %1 次变更</translation>
    </message>
    <message>
        <source>the server executed FLUSHALL, FLUSHDB or SWAPDB</source>
        <translation>服务器已执行 FLUSHALL、FLUSHDB 或 SWAPDB</translation>
    </message>
    <message>
        <source>the profile &quot;%1&quot; guards this server and is read-only</source>
        <translation>配置“%1”保护此服务器且为只读</translation>
    </message>
    <message>
        <source>a %1 whose value looks like that of a lock; there is no other sign of a lock, and its library is unknown</source>
        <translation>是 %1，其值看起来像锁的值；没有其他迹象表明它是锁，所属的库也未知</translation>
    </message>
    <message>
        <source>a %1 whose value looks like that of a %2 lock; there is no other sign of a lock</source>
        <translation>是 %1，其值看起来像 %2 的锁的值；没有其他迹象表明它是锁</translation>
    </message>
    <message>
        <source>a key of its queue exists but has another type</source>
        <translation>其队列的键存在，但类型不同</translation>
    </message>
    <message>
        <source>the key %1 is not a list, so the waiters are unknown</source>
        <translation>键 %1 不是列表，因此不清楚谁在等待</translation>
    </message>
    <message>
        <source>the key %1 is not a sorted set, so the waiters are unknown</source>
        <translation>键 %1 不是有序集合，因此不清楚谁在等待</translation>
    </message>
    <message>
        <source>the key %1 is not a sorted set, so the deadlines of waiters are unknown</source>
        <translation>键 %1 不是有序集合，因此不清楚等待者的截止时间</translation>
    </message>
    <message>
        <source>the deadline of %1 is too far in the future: its score is infinite, or more than 99 years away</source>
        <translation>%1 的截止时间过于遥远：其分数为无穷大，或在 99 年之后</translation>
    </message>
    <message>
        <source>%1: has no value %2; similar values: %3</source>
        <translation>%1: 没有值 %2；相近的有：%3</translation>
    </message>
    <message>
        <source>%1: has no value &quot;%2&quot;, so this would match almost every lock; use one of %3</source>
        <translation>%1: 没有值“%2”，因此几乎会匹配所有锁；可用的值为 %3</translation>
    </message>
    <message>
        <source>the waiters in the queue are unknown, so Lockscope does not act on the lock</source>
        <translation>不清楚队列中有谁在等待，因此不对该锁执行操作</translation>
    </message>
    <message>
        <source>%1 ahead of the other servers of its group</source>
        <translation>比同组其他服务器快 %1</translation>
    </message>
    <message>
        <source>%1 behind the other servers of its group</source>
        <translation>比同组其他服务器慢 %1</translation>
    </message>
    <message>
        <source>Clock differs from its peers</source>
        <translation>时钟与同组不一致</translation>
    </message>
    <message>
        <source>The clock of this server differs from those of the other servers of its quorum by more than the drift that Redlock allows. If somebody corrects it, locks on it expire too early or too late.</source>
        <translation>这台服务器的时钟与法定多数组中其他服务器相差过大，超出了 Redlock 允许的漂移。如果有人校正它，上面的锁会过早或过晚过期。</translation>
    </message>
    <message>
        <source>Check the time service (NTP) of the server. Correct the clock slowly, not in one step, while locks are held.</source>
        <translation>检查该服务器的时间服务（NTP）。有锁被持有时，请缓慢校正时钟，不要一步到位。</translation>
    </message>
    <message>
        <source>Check the time service of the server</source>
        <translation>检查该服务器的时间服务</translation>
    </message>
    <message>
        <source>%1 is first in the queue and past its deadline</source>
        <translation>%1 排在队首，已超过期限</translation>
    </message>
    <message>
        <source>%1 is first in the queue, but no longer listens</source>
        <translation>%1 排在队首，但不再监听</translation>
    </message>
    <message>
        <source>Dead head of the queue</source>
        <translation>队首已死</translation>
    </message>
    <message>
        <source>Remove the dead waiter</source>
        <translation>移除已死的等待者</translation>
    </message>
    <message>
        <source>%1 waits for %2</source>
        <translation>%1 在等 %2</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>The owners wait for each other in a circle. None of them can proceed until a time-out ends one of the waits.</source>
        <translation>这些所有者互相等待，形成一圈。在某个等待超时之前，谁也无法继续。</translation>
    </message>
    <message>
        <source>End one of the owners, or force-unlock the lock whose owner can lose its work most easily. In the code: take locks always in the same order, or wait with a time-out.</source>
        <translation>结束其中一个所有者，或者强制解开最容易重做其工作的那把锁。在代码中：始终按同样的顺序取锁，或者带超时等待。</translation>
    </message>
    <message>
        <source>End one of the owners</source>
        <translation>结束其中一个所有者</translation>
    </message>
    <message>
        <source>the time of the reader %1 has run out, but its entry is still there</source>
        <translation>读者 %1 的时间已到，但条目仍在</translation>
    </message>
    <message>
        <source>Dead reader</source>
        <translation>已死的读者</translation>
    </message>
    <message>
        <source>The time of a reader has run out, but its entry is still in the read-write lock. Writers wait until the whole lock expires, which the living readers keep putting off.</source>
        <translation>一个读者的时间已到，但它的条目仍在读写锁中。写者要等到整把锁过期，而活着的读者不断把它推迟。</translation>
    </message>
    <message>
        <source>Check that the reader is dead, then release its hold.</source>
        <translation>确认读者已经死亡，然后释放它的持有。</translation>
    </message>
    <message>
        <source>Release the hold of the dead reader</source>
        <translation>释放已死读者的持有</translation>
    </message>
    <message>
        <source>Deadline that never comes</source>
        <translation>永不到来的期限</translation>
    </message>
    <message>
        <source>The deadline of a waiter is infinite or more than 99 years away. If the waiter dies, Redisson never drops it, and it blocks the queue.</source>
        <translation>某个等待者的期限是无穷大，或在 99 年以后。如果它死亡，Redisson 永远不会清除它，它会挡住队列。</translation>
    </message>
    <message>
        <source>Find out whether the waiter is alive. If it is not, remove it from the queue.</source>
        <translation>查明等待者是否还活着；如果没有，把它从队列中移除。</translation>
    </message>
    <message>
        <source>Remove the waiter if it is dead</source>
        <translation>若等待者已死则移除</translation>
    </message>
    <message>
        <source>maxmemory-policy is %1</source>
        <translation>maxmemory-policy 为 %1</translation>
    </message>
    <message>
        <source>maxmemory-policy is %1, and keys are being evicted</source>
        <translation>maxmemory-policy 为 %1，并且正在逐出键</translation>
    </message>
    <message>
        <source>Locks may be evicted</source>
        <translation>锁可能被逐出</translation>
    </message>
    <message>
        <source>When the memory is full, this server deletes keys that other clients still need. Policies that begin with volatile- choose keys with an expiry, which are the locks. An evicted lock is free for the next owner.</source>
        <translation>内存满时，这台服务器会删除其他客户端仍需要的键。以 volatile- 开头的策略选择有过期时间的键，也就是锁。被逐出的锁可由下一个所有者取得。</translation>
    </message>
    <message>
        <source>Keep locks on a server with maxmemory-policy noeviction, apart from caches.</source>
        <translation>把锁放在 maxmemory-policy 为 noeviction 的服务器上，与缓存分开。</translation>
    </message>
    <message>
        <source>Move locks to a server without eviction</source>
        <translation>把锁移到不逐出的服务器</translation>
    </message>
    <message>
        <source>the hold of %1 expired at %2</source>
        <translation>%1 的持有在 %2 过期</translation>
    </message>
    <message>
        <source>Expired while held</source>
        <translation>持有期间过期</translation>
    </message>
    <message>
        <source>The time to live ran out before the owner released the lock. The owner may not know it and may still be working, and nothing protects that work any more.</source>
        <translation>锁在所有者释放之前就过期了。所有者可能并不知道，仍在工作，而这些工作不再受任何保护。</translation>
    </message>
    <message>
        <source>Find out what the owner did at that time and whether its work was left half done. If the work takes longer than the lease: use a longer lease or a watchdog. Mute the rule for locks that are meant to expire.</source>
        <translation>查明所有者当时在做什么，工作是否半途而废。如果工作时间超过租期：使用更长的租期或看门狗。本来就要靠过期结束的锁，请将此规则静音。</translation>
    </message>
    <message>
        <source>Check the work of its last owner</source>
        <translation>检查上一个所有者的工作</translation>
    </message>
    <message>
        <source>free since at least %1, and somebody still waits</source>
        <translation>至少自 %1 起空闲，却仍有人等待</translation>
    </message>
    <message>
        <source>Free but waited for</source>
        <translation>空闲却有人等待</translation>
    </message>
    <message>
        <source>The lock is free and somebody waits for it. Its wake-up was lost: the waiters sleep until their own time-out, and for this time nobody works.</source>
        <translation>锁是空闲的，却有人在等。唤醒丢失了：等待者会睡到自己超时，其间没有人工作。</translation>
    </message>
    <message>
        <source>Wake the waiters (nudge). If it happens again: somebody deletes the lock or lets it expire without publishing the wake-up message, or nobody has given a semaphore or latch its number.</source>
        <translation>唤醒等待者。如果再次发生：有人删除了锁，或者让它过期，却没有发布唤醒消息；或者没有人为信号量或闭锁设置数值。</translation>
    </message>
    <message>
        <source>Wake the waiters</source>
        <translation>唤醒等待者</translation>
    </message>
    <message>
        <source>no append-only file, and no snapshot since %1</source>
        <translation>没有追加文件，自 %1 起也没有快照</translation>
    </message>
    <message>
        <source>A restart would lose locks</source>
        <translation>重启会丢失锁</translation>
    </message>
    <message>
        <source>The server keeps no append-only file, and its last snapshot is old. If it restarts now, the locks that are held are free for others, while their owners go on working.</source>
        <translation>服务器没有追加文件，上一次快照也已过时。如果现在重启，正被持有的锁会被他人取得，而原来的所有者仍在工作。</translation>
    </message>
    <message>
        <source>Turn on the append-only file on servers with locks (appendonly yes), or accept that a restart loses locks, and mute this rule.</source>
        <translation>在有锁的服务器上启用追加文件（appendonly yes）；或者接受重启会丢失锁，并将此规则静音。</translation>
    </message>
    <message>
        <source>Turn on the append-only file</source>
        <translation>启用追加文件</translation>
    </message>
    <message>
        <source>1 lock was lost at %1</source>
        <translation>%1 丢失了 1 把锁</translation>
    </message>
    <message>
        <source>%1 locks were lost at %2</source>
        <translation>%2 丢失了 %1 把锁</translation>
    </message>
    <message>
        <source>Locks lost</source>
        <translation>锁已丢失</translation>
    </message>
    <message>
        <source>A restart, a failover or a flush took locks that were held. Their owners do not know it and go on working, while others can take the same locks.</source>
        <translation>重启、故障转移或清空操作带走了正被持有的锁。所有者毫不知情，继续工作，而其他人可以取得同样的锁。</translation>
    </message>
    <message>
        <source>Check the owners that lost locks</source>
        <translation>检查丢失了锁的所有者</translation>
    </message>
    <message>
        <source>%1 has held it since at least %2; more than %3 is unusual</source>
        <translation>%1 至少自 %2 起持有；超过 %3 就不寻常</translation>
    </message>
    <message>
        <source>Long hold</source>
        <translation>持有过久</translation>
    </message>
    <message>
        <source>One owner holds the lock much longer than its owners usually do. It may hang, and everybody who needs the lock waits.</source>
        <translation>某个所有者持有这把锁的时间远超平常。它可能已经卡住，所有需要这把锁的人都在等。</translation>
    </message>
    <message>
        <source>Look at what the owner does (a thread dump, its log). If it hangs, end the process: its lock then expires. Force-unlock only if its work is certain to have stopped.</source>
        <translation>查看所有者在做什么（线程转储、日志）。如果卡住，结束进程，锁随后会过期。只有确定工作已经停止，才强制解锁。</translation>
    </message>
    <message>
        <source>Look at what the owner does</source>
        <translation>查看所有者在做什么</translation>
    </message>
    <message>
        <source>somebody has waited since at least %1; more than %2 is unusual</source>
        <translation>至少自 %1 起一直有人等待；超过 %2 就不寻常</translation>
    </message>
    <message>
        <source>Long wait</source>
        <translation>等待过久</translation>
    </message>
    <message>
        <source>Somebody waits for the lock much longer than usual. The request behind it is probably lost to its user already.</source>
        <translation>有人等这把锁的时间远超平常。对用户来说，背后的请求多半已经失败。</translation>
    </message>
    <message>
        <source>Look at the holder: a long hold, a deadlock, or simply too much work for one lock. Blocking shows who waits for whom.</source>
        <translation>查看持有者：持有过久、死锁，或者只是一把锁承担了太多工作。“阻塞”显示谁在等谁。</translation>
    </message>
    <message>
        <source>Look at the holder</source>
        <translation>查看持有者</translation>
    </message>
    <message>
        <source>%1 % of maxmemory is in use</source>
        <translation>maxmemory 已用 %1 %</translation>
    </message>
    <message>
        <source>Memory nearly full</source>
        <translation>内存将满</translation>
    </message>
    <message>
        <source>The server has used nearly all the memory that it may use. When it is full, it refuses new locks, renewals that need memory, or evicts keys.</source>
        <translation>服务器几乎用完了允许使用的内存。内存满时，它会拒绝新的锁和需要内存的续期，或者逐出键。</translation>
    </message>
    <message>
        <source>Find what fills the memory (redis-cli --bigkeys), or raise maxmemory.</source>
        <translation>找出占用内存的内容（redis-cli --bigkeys），或者提高 maxmemory。</translation>
    </message>
    <message>
        <source>Free memory or raise maxmemory</source>
        <translation>释放内存或提高 maxmemory</translation>
    </message>
    <message>
        <source>locks are polled</source>
        <translation>对锁进行轮询</translation>
    </message>
    <message>
        <source>locks are polled: %1</source>
        <translation>对锁进行轮询：%1</translation>
    </message>
    <message>
        <source>only the wake-ups of waiters are heard; the rest is polled</source>
        <translation>只能听到对等待者的唤醒，其余靠轮询</translation>
    </message>
    <message>
        <source>No change events</source>
        <translation>没有变更事件</translation>
    </message>
    <message>
        <source>The server grants neither client tracking nor keyspace notifications, or the connection that listens is lost and cannot be made again. So Lockscope polls: short holds are not seen, and everything is seen late.</source>
        <translation>服务器既不允许客户端跟踪，也没有键空间通知，或者负责监听的连接断开后无法重建，因此 Lockscope 只能轮询：看不到短暂的持有，一切都看到得较晚。</translation>
    </message>
    <message>
        <source>Allow the user CLIENT TRACKING (Redis 6 or newer), or turn on notify-keyspace-events. If the evidence speaks of a connection, look for what refuses a second one: maxclients, a proxy.</source>
        <translation>允许该用户使用 CLIENT TRACKING（Redis 6 或更新），或者开启 notify-keyspace-events。如果依据中说的是连接，请查明是什么拒绝第二个连接：maxclients、代理。</translation>
    </message>
    <message>
        <source>Allow CLIENT TRACKING</source>
        <translation>允许 CLIENT TRACKING</translation>
    </message>
    <message>
        <source>%1 holds it without an expiry, seen since %2</source>
        <translation>%1 持有它，没有过期时间，自 %2 起见到</translation>
    </message>
    <message>
        <source>No expiry</source>
        <translation>没有过期时间</translation>
    </message>
    <message>
        <source>The lock has no time to live. If its owner dies, nobody can take the lock until somebody deletes it.</source>
        <translation>锁没有存活时间。如果所有者死亡，在有人删除之前谁也无法取得这把锁。</translation>
    </message>
    <message>
        <source>Ask whether the owner is alive. If it is dead, force-unlock. In the code: use a lease or a watchdog, or set the value and the expiry in one command.</source>
        <translation>查明所有者是否还活着；如果已死，强制解锁。在代码中：使用租期或看门狗，或者用一条命令同时设置值和过期时间。</translation>
    </message>
    <message>
        <source>Check the owner; give it an expiry</source>
        <translation>检查所有者，设置过期时间</translation>
    </message>
    <message>
        <source>%1 is in the queue without a deadline</source>
        <translation>%1 在队列中，却没有期限</translation>
    </message>
    <message>
        <source>Queue and deadlines disagree</source>
        <translation>队列与期限不一致</translation>
    </message>
    <message>
        <source>A waiter of the fair queue has no deadline in the set beside it. Redisson cannot drop it when it dies, so it can block the queue for ever.</source>
        <translation>公平队列的一个等待者在旁边的集合中没有期限。它死亡时 Redisson 无法清除它，队列可能被永远挡住。</translation>
    </message>
    <message>
        <source>Find out whether the waiter is alive. If it is not, remove it from the queue. The usual cause is a key that was deleted or restored by hand.</source>
        <translation>查明等待者是否还活着；如果没有，把它从队列中移除。常见原因是有人手工删除或恢复了键。</translation>
    </message>
    <message>
        <source>%1 of %2 servers have it, and %3 are needed</source>
        <translation>%2 台服务器中有 %1 台持有，需要 %3 台</translation>
    </message>
    <message>
        <source>Quorum at risk</source>
        <translation>多数岌岌可危</translation>
    </message>
    <message>
        <source>The owner has exactly a majority. If one more server restarts or loses the key, another owner can take the lock at the same time.</source>
        <translation>所有者恰好拥有多数。如果再有一台服务器重启或丢失这个键，另一个所有者就能同时取得锁。</translation>
    </message>
    <message>
        <source>Look at the servers that do not have the lock: are they down, or did they restart? Do not restart a server of this group now.</source>
        <translation>查看没有这把锁的服务器：是下线了，还是重启了？现在不要重启该组的服务器。</translation>
    </message>
    <message>
        <source>Do not restart servers of this group</source>
        <translation>不要重启该组的服务器</translation>
    </message>
    <message>
        <source>started at %1; the longest lease is %2</source>
        <translation>启动于 %1；最长租期为 %2</translation>
    </message>
    <message>
        <source>Restarted within the lease</source>
        <translation>租期内重启过</translation>
    </message>
    <message>
        <source>A server of a quorum restarted less than the longest lease ago. It may have forgotten locks that are still held, so its vote can give a second owner a majority.</source>
        <translation>法定多数组中的一台服务器在最长租期之内重启过。它可能忘记了仍被持有的锁，它的票可能让另一个所有者取得多数。</translation>
    </message>
    <message>
        <source>Take no Redlock over this group until the longest lease has passed since the restart. A server should stay away that long before it joins again.</source>
        <translation>重启后经过最长租期之前，不要在该组上取得 Redlock。服务器在重新加入之前应缺席同样长的时间。</translation>
    </message>
    <message>
        <source>Wait until the longest lease has passed</source>
        <translation>等到最长租期过去</translation>
    </message>
    <message>
        <source>%1 has not renewed it; it expires at %2</source>
        <translation>%1 没有续期；将在 %2 过期</translation>
    </message>
    <message>
        <source>%1 has not renewed it</source>
        <translation>%1 没有续期</translation>
    </message>
    <message>
        <source>Renewal overdue</source>
        <translation>续期逾期</translation>
    </message>
    <message>
        <source>The watchdog of the owner has stopped renewing: the process is dead, paused or cut off. The lock expires soon, and another owner can take it while this one may still be working.</source>
        <translation>所有者的看门狗停止了续期：进程已死、被暂停或断开。锁即将过期，届时另一个所有者可以取得它，而这一个可能仍在工作。</translation>
    </message>
    <message>
        <source>Look at the process of the owner: a long garbage collection, a lost network or a crash. If it is alive, stop its work before the lock expires. If it is dead, wait for the expiry.</source>
        <translation>查看所有者的进程：长时间的垃圾回收、网络中断或崩溃。如果还活着，在锁过期之前停止它的工作；如果已死，等待过期。</translation>
    </message>
    <message>
        <source>Look at the owner before it expires</source>
        <translation>在过期之前查看所有者</translation>
    </message>
    <message>
        <source>%1 of %2 servers have it; a majority is %3</source>
        <translation>%2 台服务器中有 %1 台持有；多数是 %3 台</translation>
    </message>
    <message>
        <source>Minority residue</source>
        <translation>少数残留</translation>
    </message>
    <message>
        <source>An owner has the lock on fewer servers than a majority: nobody holds it. The remaining votes block the next owner until they expire.</source>
        <translation>所有者只在少数服务器上持有这把锁：没有人真正持有它。残留部分在过期之前会妨碍下一个所有者。</translation>
    </message>
    <message>
        <source>Wait for the expiry, or release the rest on all servers. If it happens often: the client does not release after an attempt that failed.</source>
        <translation>等待过期，或者在所有服务器上释放残留。如果经常发生：客户端在尝试失败后没有释放。</translation>
    </message>
    <message>
        <source>Release the rest on all servers</source>
        <translation>在所有服务器上释放残留</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 owners share %2 servers, and none has the majority of %3</source>
        <translation>%1 个所有者分占 %2 台服务器，谁也没有 %3 台的多数</translation>
    </message>
    <message>
        <source>Split vote</source>
        <translation>票数分散</translation>
    </message>
    <message>
        <source>Several owners have the lock on some of its servers, and none has a majority. Nobody holds it, and all of them may believe otherwise if they count wrongly.</source>
        <translation>多个所有者各自在部分服务器上持有这把锁，谁也没有多数。没有人真正持有它，但计票有误时，每一个都可能以为自己持有。</translation>
    </message>
    <message>
        <source>Check whether one of the owners is working. Release what is left on all servers. Clients should retry after a random delay.</source>
        <translation>查看是否有所有者在工作。在所有服务器上释放残留。客户端应在随机延迟后重试。</translation>
    </message>
    <message>
        <source>%1 and %2 hold it at the same time</source>
        <translation>%1 和 %2 同时持有</translation>
    </message>
    <message>
        <source>%1 lost it without a release, and %2 has it now</source>
        <translation>%1 未释放就失去了它，现在由 %2 持有</translation>
    </message>
    <message>
        <source>the hold of %1 expired, and %2 has it now</source>
        <translation>%1 的持有已过期，现在由 %2 持有</translation>
    </message>
    <message>
        <source>Two owners</source>
        <translation>两个所有者</translation>
    </message>
    <message>
        <source>One exclusive lock has two owners, or a second one although the first has not released it. The first may not know that, and both may change what the lock protects.</source>
        <translation>一把独占的锁有两个所有者，或者前一个没有释放，后一个就已经取得。前一个可能并不知情，锁所保护的内容可能被双方修改。</translation>
    </message>
    <message>
        <source>Stop one of the two at once, by preference the one whose hold has expired. Check what both have changed since.</source>
        <translation>立即停止其中一方，最好是持有已经过期的那一方。检查双方此后修改过的内容。</translation>
    </message>
    <message>
        <source>Stop one of the two owners</source>
        <translation>停止其中一个所有者</translation>
    </message>
    <message>
        <source>Key of a wrong type</source>
        <translation>键的类型不对</translation>
    </message>
    <message>
        <source>A key that belongs to the fair queue has another type than Redisson uses. Commands of Redisson fail on it, and the waiters or their deadlines are unknown.</source>
        <translation>属于公平队列的一个键与 Redisson 所用的类型不同。Redisson 的命令会因此失败，等待者或其期限未知。</translation>
    </message>
    <message>
        <source>Find out who wrote the key. If nobody needs it, delete it.</source>
        <translation>查明是谁写了这个键；如果没有人需要它，就删除。</translation>
    </message>
    <message>
        <source>Find out who wrote the key</source>
        <translation>查明是谁写了这个键</translation>
    </message>
    <message>
        <source>unknown threshold &quot;%1&quot;; thresholds: %2</source>
        <translation>未知的阈值“%1”；可用的阈值：%2</translation>
    </message>
    <message>
        <source>a threshold must be longer than 0</source>
        <translation>阈值必须大于 0</translation>
    </message>
    <message>
        <source>profile %1: %2</source>
        <translation>配置档 %1：%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>the reply took %1 ms, too long for a lease of %2 ms</source>
        <translation>应答用了 %1 毫秒，对 %2 毫秒的租期来说太久</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1.%2</source>
        <translation>%1.%2</translation>
    </message>
    <message>
        <source>too many commands are waiting to be sent</source>
        <translation>等待发送的命令过多</translation>
    </message>
    <message>
        <source>%1; %2 was not sent</source>
        <translation>%1；未发送 %2</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>the server did not reply with a number</source>
        <translation>服务器的应答不是数字</translation>
    </message>
    <message>
        <source>the server did not reply to an acquire</source>
        <translation>服务器没有应答获取请求</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>cannot change %1: %2</source>
        <translation>无法修改 %1：%2</translation>
    </message>
    <message>
        <source>cannot create the folder for %1: %2</source>
        <translation>无法为 %1 创建文件夹：%2</translation>
    </message>
    <message>
        <source>the same server as %1: Lockscope connects to it once</source>
        <translation>与 %1 是同一台服务器：只连接一次</translation>
    </message>
    <message>
        <source>reconnected to search for more locks</source>
        <translation>为查找更多的锁而重新连接</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; exists but is not a lock: a hash, but not in the form of a known lock; it was not changed</source>
        <translation>键“%1”存在，但不是锁：是哈希，但不是已知锁的形式；没有改动它</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; is a lock of kind %2, not of kind %3; it was not changed</source>
        <translation>键“%1”是 %2 类型的锁，不是 %3 类型；没有改动它</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be acquired: its key %2 has the type %3, not %4; the key was not changed</source>
        <translation>无法获取“%1”：它的键 %2 的类型是 %3，而不是 %4；没有改动这个键</translation>
    </message>
    <message>
        <source>an integer is not a number</source>
        <translation>一个整数不是数字</translation>
    </message>
    <message>
        <source>an unexpected reply</source>
        <translation>意外的回复</translation>
    </message>
    <message>
        <source>the server does not speak RESP3: %1</source>
        <translation>服务器不支持 RESP3：%1</translation>
    </message>
    <message>
        <source>a value is not of its type</source>
        <translation>一个值与其类型不符</translation>
    </message>
    <message>
        <source>a push is inside another reply</source>
        <translation>另一个回复中含有推送消息</translation>
    </message>
    <message>
        <source>by RESP3, since tracking in RESP2 is refused: %1</source>
        <translation>通过 RESP3，因为在 RESP2 中拒绝了跟踪：%1</translation>
    </message>
    <message>
        <source>the server announces maintenance: %1</source>
        <translation>服务器宣布维护：%1</translation>
    </message>
    <message>
        <source>the server runs no scripts: %1 was sent instead</source>
        <translation>服务器不执行脚本：改为发送了 %1</translation>
    </message>
    <message>
        <source>its replica has the priority 0</source>
        <translation>其副本的优先级为 0</translation>
    </message>
    <message>
        <source>all %1 replicas have the priority 0</source>
        <translation>全部 %1 个副本的优先级都为 0</translation>
    </message>
    <message>
        <source>No replica can be promoted</source>
        <translation>没有可提升的副本</translation>
    </message>
    <message>
        <source>A sentinel never promotes a replica of priority 0. If this primary fails, no lock can be taken or released until it is back.</source>
        <translation>哨兵永远不会提升优先级为 0 的副本。如果这个主节点发生故障，在它恢复之前，谁也无法获取或释放锁。</translation>
    </message>
    <message>
        <source>Give a replica another priority (replica-priority 100).</source>
        <translation>给某个副本设置其他优先级（replica-priority 100）。</translation>
    </message>
    <message>
        <source>Give a replica another priority</source>
        <translation>给某个副本设置其他优先级</translation>
    </message>
    <message>
        <source>it has replicas, and min-replicas-to-write is not set</source>
        <translation>它有副本，但没有设置 min-replicas-to-write</translation>
    </message>
    <message>
        <source>A cut-off primary would take locks</source>
        <translation>被隔离的主节点仍会授予锁</translation>
    </message>
    <message>
        <source>This primary takes locks also while none of its replicas is connected. If it is cut off and a replica is promoted, each of the two grants the same lock.</source>
        <translation>即使没有任何副本与之连接，这个主节点也会授予锁。如果它被隔离，而某个副本被提升，两者会各自授予同一把锁。</translation>
    </message>
    <message>
        <source>Set min-replicas-to-write 1 and min-replicas-max-lag 10 on all servers of the deployment: a primary that is cut off then refuses new locks.</source>
        <translation>在部署的所有服务器上设置 min-replicas-to-write 1 和 min-replicas-max-lag 10：被隔离的主节点就会拒绝新的锁。</translation>
    </message>
    <message>
        <source>Set min-replicas-to-write</source>
        <translation>设置 min-replicas-to-write</translation>
    </message>
    <message>
        <source>more than %1 behind: %2</source>
        <translation>落后超过 %1：%2</translation>
    </message>
    <message>
        <source>A replica is behind</source>
        <translation>副本落后</translation>
    </message>
    <message>
        <source>A replica does not have what was written lately. If it is promoted, the locks that were taken since are free for others, while their owners go on working.</source>
        <translation>某个副本缺少最近写入的数据。如果它被提升，此后取得的锁对其他客户端就是空闲的，而其所有者仍在继续工作。</translation>
    </message>
    <message>
        <source>Find out what holds the replica up: its network, its processor, or a full synchronisation. Do not fail over to it meanwhile.</source>
        <translation>查明是什么拖住了副本：网络、处理器，还是全量同步。在此期间不要故障转移到它。</translation>
    </message>
    <message>
        <source>the primary is %1 now and no longer %2</source>
        <translation>主节点现在是 %1，不再是 %2</translation>
    </message>
    <message>
        <source>%1 is not the primary any more</source>
        <translation>%1 不再是主节点</translation>
    </message>
    <message>
        <source>%1; use %2 (NAME is one of %3)</source>
        <translation>%1；请使用 %2（NAME 为以下之一：%3）</translation>
    </message>
    <message>
        <source>%1; use %2</source>
        <translation>%1；请使用 %2</translation>
    </message>
    <message>
        <source>no primary was found within %1 ms</source>
        <translation>%1 毫秒内没有找到主节点</translation>
    </message>
    <message>
        <source>no primary was found within %1 ms: %2</source>
        <translation>%1 毫秒内没有找到主节点：%2</translation>
    </message>
    <message>
        <source>%1 is a Sentinel and stores no locks</source>
        <translation>%1 是哨兵，不保存锁</translation>
    </message>
    <message>
        <source>the server at this address is a replica now</source>
        <translation>该地址上的服务器现在是副本</translation>
    </message>
    <message>
        <source>%1 and %2 both say that they are the primary</source>
        <translation>%1 和 %2 都说自己是主节点</translation>
    </message>
    <message>
        <source>%1 is a replica of %2, which does not reply: %3</source>
        <translation>%1 是 %2 的副本，而后者没有答复：%3</translation>
    </message>
    <message>
        <source>%1 is a replica of %2, and no server is the primary</source>
        <translation>%1 是 %2 的副本，而没有服务器是主节点</translation>
    </message>
    <message>
        <source>none of the %1 servers tells its role (%2: %3)</source>
        <translation>%1 台服务器都没有说明角色（%2：%3）</translation>
    </message>
    <message>
        <source>unexpected reply to a question about the primary; is this a Sentinel?</source>
        <translation>对主节点的询问得到意外的答复；这是哨兵吗？</translation>
    </message>
    <message>
        <source>the Sentinel at %1 watches no primary named &quot;%2&quot;</source>
        <translation>%1 上的哨兵没有监视名为“%2”的主节点</translation>
    </message>
    <message>
        <source>the Sentinel at %1 watches no primary named &quot;%2&quot;; it watches %3</source>
        <translation>%1 上的哨兵没有监视名为“%2”的主节点；它监视的是 %3</translation>
    </message>
    <message>
        <source>the Sentinel at %1: %2</source>
        <translation>%1 上的哨兵：%2</translation>
    </message>
    <message>
        <source>the Sentinel at %1 does not reply: %2</source>
        <translation>%1 上的哨兵没有答复：%2</translation>
    </message>
    <message>
        <source>none of the %1 Sentinels replies (%2: %3)</source>
        <translation>%1 个哨兵都没有答复（%2：%3）</translation>
    </message>
    <message>
        <source>the Sentinels name %1, which answers as a replica</source>
        <translation>哨兵指出 %1，而它以副本的身份答复</translation>
    </message>
    <message>
        <source>a host is listed twice</source>
        <translation>主机列出了两次</translation>
    </message>
    <message>
        <source>an address map is not ANNOUNCED:PORT=REACHABLE:PORT, with * for any host or port and +N or -N to count from the port</source>
        <translation>地址映射不是“宣告的主机:端口=可到达的主机:端口”的形式；* 代表任意主机或端口，+N 或 -N 在端口上加减</translation>
    </message>
    <message>
        <source>a parameter contains a % that is not followed by two hexadecimal digits (write % as %25)</source>
        <translation>参数中有 % 后面不是两位十六进制数字（% 写作 %25）</translation>
    </message>
    <message>
        <source>sentinel_tls is yes or no</source>
        <translation>sentinel_tls 为 yes 或 no</translation>
    </message>
    <message>
        <source>the parameters of a Sentinel URL are sentinel_user, sentinel_password, sentinel_tls and map</source>
        <translation>哨兵 URL 的参数为 sentinel_user、sentinel_password、sentinel_tls 和 map</translation>
    </message>
    <message>
        <source>the only parameter of this URL is map</source>
        <translation>此 URL 唯一的参数是 map</translation>
    </message>
    <message>
        <source>the server is not the primary any more</source>
        <translation>服务器不再是主节点</translation>
    </message>
    <message>
        <source>the server was not the primary meanwhile</source>
        <translation>服务器其间不是主节点</translation>
    </message>
    <message>
        <source>Find out what holds the replica up</source>
        <translation>查明是什么拖住了副本</translation>
    </message>
    <message>
        <source>only %1 of the cluster&apos;s %2 primaries reply, too few to believe what they say of the others</source>
        <translation>集群的 %2 个主节点中只有 %1 个有回应，不足以相信它们对其他节点的说法</translation>
    </message>
    <message>
        <source>unexpected reply to CLUSTER NODES</source>
        <translation>对 CLUSTER NODES 的回应不符合预期</translation>
    </message>
    <message>
        <source>none of the %1 servers describes the cluster (%2: %3)</source>
        <translation>%1 台服务器都没有给出集群的信息（%2：%3）</translation>
    </message>
    <message>
        <source>the shard is not part of the cluster any more</source>
        <translation>该分片已不属于此集群</translation>
    </message>
    <message>
        <source>it is a Redis Cluster node: only the locks in its own slots are visible; use redis+cluster:// to see all</source>
        <translation>它是 Redis Cluster 的一个节点：只能看到它自己槽位中的锁；要查看全部，请使用 redis+cluster://</translation>
    </message>
    <message>
        <source>no server of the cluster keeps the hash slot %1</source>
        <translation>集群中没有服务器负责哈希槽 %1</translation>
    </message>
    <message>
        <source>the server is not part of the cluster any more</source>
        <translation>该服务器已不再属于集群</translation>
    </message>
    <message>
        <source>the quorum is %1, and %2 Sentinels are known</source>
        <translation>法定票数为 %1，而已知的哨兵有 %2 个</translation>
    </message>
    <message>
        <source>too few of the %1 Sentinels see each other for the quorum of %2</source>
        <translation>%1 个哨兵中彼此可见的太少，达不到法定票数 %2</translation>
    </message>
    <message>
        <source>only 1 Sentinel is known</source>
        <translation>已知的哨兵只有 1 个</translation>
    </message>
    <message>
        <source>only %1 Sentinels are known</source>
        <translation>已知的哨兵只有 %1 个</translation>
    </message>
    <message>
        <source>all %1 Sentinels have to agree that the primary is down</source>
        <translation>必须全部 %1 个哨兵都认为主节点已下线</translation>
    </message>
    <message>
        <source>Too few Sentinels</source>
        <translation>哨兵太少</translation>
    </message>
    <message>
        <source>A failover needs the quorum, and a majority of all Sentinels. One failure is enough to prevent it: if the primary then fails, no lock can be taken or released until it is back.</source>
        <translation>故障转移需要达到法定票数，并有全部哨兵的多数。只要一次故障就会使它无法进行：此时主节点若发生故障，在它恢复之前谁也无法获取或释放锁。</translation>
    </message>
    <message>
        <source>Run at least three Sentinels on separate machines, start those that are down, and set a quorum that still is reached without one of them. SENTINEL CKQUORUM tells whether it is.</source>
        <translation>在不同的机器上至少运行三个哨兵，启动已停止的哨兵，并设置少一个哨兵也能达到的法定票数。SENTINEL CKQUORUM 会说明能否达到。</translation>
    </message>
    <message>
        <source>Run at least three Sentinels</source>
        <translation>至少运行三个哨兵</translation>
    </message>
    <message>
        <source>no shard keeps 1 of 16384 slots</source>
        <translation>16384 个槽中有 1 个没有分片负责</translation>
    </message>
    <message>
        <source>no shard keeps %1 of 16384 slots</source>
        <translation>16384 个槽中有 %1 个没有分片负责</translation>
    </message>
    <message>
        <source>Slots without a shard</source>
        <translation>有槽没有分片</translation>
    </message>
    <message>
        <source>A lock whose slot no shard keeps can be neither taken, renewed nor released, and its holder loses it. With cluster-require-full-coverage the whole cluster refuses commands.</source>
        <translation>槽没有分片负责的锁无法获取、续期或释放，持有者会失去它。设置了 cluster-require-full-coverage 时，整个集群都拒绝命令。</translation>
    </message>
    <message>
        <source>Assign the slots to a shard: redis-cli --cluster fix, or start the primary that kept them.</source>
        <translation>把这些槽分配给某个分片：redis-cli --cluster fix，或启动原先负责它们的主节点。</translation>
    </message>
    <message>
        <source>Assign the slots to a shard</source>
        <translation>把这些槽分配给分片</translation>
    </message>
    <message>
        <source>CROSSSLOT the keys %1 and %2 are in different hash slots of the cluster</source>
        <translation>CROSSSLOT 键 %1 和 %2 位于集群的不同槽位</translation>
    </message>
    <message>
        <source>the Sentinel at %1 watches no such primary</source>
        <translation>%1 上的哨兵没有监视这个主节点</translation>
    </message>
    <message>
        <source>the Sentinel at %1 watches %2</source>
        <translation>%1 上的哨兵监视 %2</translation>
    </message>
    <message>
        <source>replicas %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>%1 locks held</source>
        <translation>持有 %1 把锁</translation>
    </message>
    <message>
        <source>a failover is under way</source>
        <translation>故障转移正在进行</translation>
    </message>
    <message>
        <source>it watches %1 now</source>
        <translation>它现在监视 %1</translation>
    </message>
    <message>
        <source>it no longer watches such a primary</source>
        <translation>它不再监视这个主节点</translation>
    </message>
    <message>
        <source>not sent, because the Sentinel before it is not complete</source>
        <translation>没有发送，因为前一个哨兵尚未完成</translation>
    </message>
    <message>
        <source>it watches the primary, but was not given the user or the password</source>
        <translation>它监视该主节点，但没有得到用户或密码</translation>
    </message>
    <message>
        <source>the primary is %1</source>
        <translation>主节点为 %1</translation>
    </message>
    <message>
        <source>no reply came</source>
        <translation>没有收到答复</translation>
    </message>
    <message>
        <source>no other primary was seen within %1 s</source>
        <translation>%1 秒内没有看到其他主节点</translation>
    </message>
    <message>
        <source>it knows %1 other Sentinels and %2 replicas</source>
        <translation>它知道另外 %1 个哨兵和 %2 个副本</translation>
    </message>
    <message>
        <source>it was reset, but has not found the replicas and the other Sentinels again within %1 s</source>
        <translation>它已重置，但在 %1 秒内没有重新找到副本和其他哨兵</translation>
    </message>
    <message>
        <source>no Sentinel watches a primary named &quot;%1&quot;</source>
        <translation>没有哨兵监视名为“%1”的主节点</translation>
    </message>
    <message>
        <source>no Sentinel watches a primary named &quot;%1&quot;; they watch %2</source>
        <translation>没有哨兵监视名为“%1”的主节点；它们监视的是 %2</translation>
    </message>
    <message>
        <source>%1 has the priority 0</source>
        <translation>%1 的优先级为 0</translation>
    </message>
    <message>
        <source>%1 is not connected</source>
        <translation>%1 未连接</translation>
    </message>
    <message>
        <source>the primary has no replica that could take over</source>
        <translation>主节点没有可以接替的副本</translation>
    </message>
    <message>
        <source>no replica can be promoted: %1</source>
        <translation>没有可提升的副本：%1</translation>
    </message>
    <message>
        <source>The Sentinel promotes the connected replica with the lowest priority number and, of several, the one with the most data. %1 becomes its replica.</source>
        <translation>哨兵提升已连接的副本中优先级数值最小的一个，若有多个则取数据最多的。%1 成为它的副本。</translation>
    </message>
    <message>
        <source>Writes that the promoted replica has not received are lost. A lock among them is free for others while its owner goes on working.</source>
        <translation>被提升的副本尚未收到的写入会丢失。其中的锁对他人是空闲的，而其所有者仍在继续工作。</translation>
    </message>
    <message>
        <source>Until clients have connected to the new primary, they can neither take, renew nor release locks.</source>
        <translation>客户端在连接到新的主节点之前，无法获取、续期或释放锁。</translation>
    </message>
    <message>
        <source>%1 is a replica of %2; name the primary</source>
        <translation>%1 是 %2 的副本；请给出主节点</translation>
    </message>
    <message>
        <source>%1 watches another primary by this name: %2</source>
        <translation>%1 以这个名称监视另一个主节点：%2</translation>
    </message>
    <message>
        <source>it watches this primary already</source>
        <translation>它已在监视这个主节点</translation>
    </message>
    <message>
        <source>These Sentinels watch %1 from now on and fail it over once %2 of them call it down.</source>
        <translation>这些哨兵从现在起监视 %1，并在其中 %2 个认为它已下线时进行故障转移。</translation>
    </message>
    <message>
        <source>The quorum is larger than the number of Sentinels given here, so these alone cannot fail over.</source>
        <translation>法定票数大于此处给出的哨兵数，因此仅凭它们无法进行故障转移。</translation>
    </message>
    <message>
        <source>%1 could not be asked for its role from here.</source>
        <translation>无法从这里询问 %1 的角色。</translation>
    </message>
    <message>
        <source>it watches no primary by this name</source>
        <translation>它没有以这个名称监视主节点</translation>
    </message>
    <message>
        <source>These Sentinels no longer watch the primary: they do not fail it over, and clients that ask them for it get no address.</source>
        <translation>这些哨兵不再监视该主节点：它们不会对它进行故障转移，向它们询问的客户端得不到地址。</translation>
    </message>
    <message>
        <source>Each Sentinel forgets the replicas and the other Sentinels, and finds those that are up again. The next one follows when it has.</source>
        <translation>每个哨兵忘记副本和其他哨兵，并重新找到其中在线的成员。完成之后才轮到下一个。</translation>
    </message>
    <message>
        <source>A Sentinel that has forgotten the others cannot take part in a failover until it has found them.</source>
        <translation>忘记了其他成员的哨兵在重新找到它们之前，不能参与故障转移。</translation>
    </message>
    <message>
        <source>the primary is down: a Sentinel that forgets its replicas now cannot find them again</source>
        <translation>主节点已下线：现在忘记副本的哨兵无法重新找到它们</translation>
    </message>
    <message>
        <source>the Sentinels watch this primary already</source>
        <translation>哨兵已在监视这个主节点</translation>
    </message>
    <message>
        <source>These Sentinels are known, too, but not given, and are left alone: %1.</source>
        <translation>另外还知道这些哨兵，但没有给出，不会对它们操作：%1。</translation>
    </message>
    <message>
        <source>its role is active-replica</source>
        <translation>它的角色是 active-replica</translation>
    </message>
    <message>
        <source>Not the pinned certificate</source>
        <translation>不是固定的证书</translation>
    </message>
    <message>
        <source>A server shows another certificate than the one that is pinned for it. Somebody may stand between you and the server, to read passwords and to change what you see. Lockscope refuses the connection before it sends anything.</source>
        <translation>服务器出示的证书不是为它固定的那一个。可能有人处在您与服务器之间，读取密码并更改您看到的内容。Lockscope 在发送任何内容之前就拒绝连接。</translation>
    </message>
    <message>
        <source>Ask those who run the server whether they have replaced its certificate, and compare the fingerprint with theirs by another way than this connection. If it is theirs, pin it in the profile. If not, let nobody type a password for this server, and find out where the connection ends.</source>
        <translation>询问服务器的维护者是否更换了证书，并通过这条连接以外的途径比对指纹。如果确实是他们的证书，请在配置中固定它。如果不是，不要让任何人为这台服务器输入密码，并查明连接通向哪里。</translation>
    </message>
    <message>
        <source>Compare the fingerprint before you pin it</source>
        <translation>固定之前请先比对指纹</translation>
    </message>
    <message>
        <source>%1 shows a certificate that is not pinned; its SHA-256 fingerprint is %2</source>
        <translation>%1 出示的证书未被固定；其 SHA-256 指纹为 %2</translation>
    </message>
    <message>
        <source>%1 servers show certificates that are not pinned, such as %2; its SHA-256 fingerprint is %3</source>
        <translation>%1 台服务器出示的证书未被固定，例如 %2；其 SHA-256 指纹为 %3</translation>
    </message>
    <message>
        <source>Locks are not exclusive here</source>
        <translation>锁在这里不互斥</translation>
    </message>
    <message>
        <source>This server is one of several that accept writes and replicate them to each other afterwards. Two clients can acquire the same lock at the same time, each on its server.</source>
        <translation>这台服务器是同时接受写入、之后才相互复制的几台服务器之一。两个客户端可以各在自己的服务器上同时取得同一把锁。</translation>
    </message>
    <message>
        <source>Keep locks on a deployment with one primary, or let all clients of the locks use the same one of these servers.</source>
        <translation>把锁放在只有一个主节点的部署上，或者让使用锁的所有客户端都使用其中同一台服务器。</translation>
    </message>
    <message>
        <source>Move locks to a single primary</source>
        <translation>把锁移到单一主节点</translation>
    </message>
    <message>
        <source>%1 replied to PING and closed the connection at %2: it is probably a proxy that does not offer this command; connect to the server behind it</source>
        <translation>%1 回答了 PING，但在 %2 处关闭了连接：它很可能是不提供该命令的代理；请连接它后面的服务器</translation>
    </message>
    <message>
        <source>locks are found only by their names, since SCAN is not offered: %1</source>
        <translation>只能按名称找到锁，因为不提供 SCAN：%1</translation>
    </message>
    <message>
        <source>%1 of %2 replicas acknowledged the lock within %3 ms</source>
        <translation>%3 毫秒内只有 %1 个副本（共需 %2 个）确认了这把锁</translation>
    </message>
    <message>
        <source>another server may have taken over without all locks: it does not count for %1 ms more</source>
        <translation>可能已有另一台服务器接管，而它并没有全部的锁：还有 %1 毫秒不计入</translation>
    </message>
    <message>
        <source>%1 is a cluster: a lock of kind %2 needs independent servers, each alone or with its replicas</source>
        <translation>%1 是一个集群：%2 类型的锁需要相互独立的服务器，每台单独运行或带有自己的副本</translation>
    </message>
    <message>
        <source>releases on sharded channels are not heard: %1</source>
        <translation>听不到分片频道上的释放：%1</translation>
    </message>
    <message>
        <source>of sharded channels, only those of %1 locks are heard</source>
        <translation>分片频道中只监听 %1 个锁的频道</translation>
    </message>
    <message>
        <source>%1 of %2 steps were done</source>
        <translation>%2 步中完成了 %1 步</translation>
    </message>
    <message>
        <source>the two lists in which this job may wait are in different hash slots of the cluster, and it may move between them</source>
        <translation>该作业可能等待的两个列表位于集群的不同哈希槽中，而它可能在两者之间移动</translation>
    </message>
    <message>
        <source>the keys of this lock are in several hash slots of the cluster, and a job that takes the lock between two steps would lose its own</source>
        <translation>该锁的键位于集群的多个哈希槽中，在两步之间取得锁的作业会失去自己的键</translation>
    </message>
    <message>
        <source>the taken and the free permits are in different hash slots of the cluster, and a permit that is lost between two steps would not come back</source>
        <translation>已取的许可与空闲的许可位于集群的不同哈希槽中，两步之间丢失的许可不会回来</translation>
    </message>
    <message>
        <source>the keys of this lock are in several hash slots of the cluster, and its library changes them in one step only</source>
        <translation>该锁的键位于集群的多个哈希槽中，而其库只在一步之内更改它们</translation>
    </message>
    <message>
        <source>is replaced all the time by another program</source>
        <translation>不断被其他程序替换</translation>
    </message>
    <message>
        <source>%1; its SHA-256 fingerprint is %2</source>
        <translation>%1；其 SHA-256 指纹为 %2</translation>
    </message>
    <message>
        <source>a private key needs the certificate that belongs to it</source>
        <translation>私钥需要与之对应的证书</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be the name of a server</source>
        <translation>“%1”不能作为服务器的名称</translation>
    </message>
    <message>
        <source>a SHA-256 fingerprint has 64 hexadecimal digits, such as 4F:0A:...; openssl x509 -noout -fingerprint -sha256 prints it</source>
        <translation>SHA-256 指纹有 64 个十六进制数字，例如 4F:0A:...；可用 openssl x509 -noout -fingerprint -sha256 输出</translation>
    </message>
    <message>
        <source>the certificate expired on %1</source>
        <translation>证书已于 %1 过期</translation>
    </message>
    <message>
        <source>the certificate is not valid before %1</source>
        <translation>证书在 %1 之前无效</translation>
    </message>
    <message>
        <source>the certificate is for %1 and not for %2</source>
        <translation>证书属于 %1，而不属于 %2</translation>
    </message>
    <message>
        <source>the certificate is self-signed</source>
        <translation>证书是自签名的</translation>
    </message>
    <message>
        <source>the certificate was issued by &quot;%1&quot;, which is not trusted here</source>
        <translation>证书由“%1”签发，而这里不信任它</translation>
    </message>
    <message>
        <source>cannot read &quot;%1&quot;: %2</source>
        <translation>无法读取“%1”：%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; contains no private key that can be used</source>
        <translation>“%1”中没有可用的私钥</translation>
    </message>
    <message>
        <source>the private key in &quot;%1&quot; is encrypted, and no passphrase was given</source>
        <translation>“%1”中的私钥已加密，但没有给出口令</translation>
    </message>
    <message>
        <source>the passphrase does not open the private key in &quot;%1&quot;</source>
        <translation>口令无法打开“%1”中的私钥</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not the pinned one</source>
        <translation>服务器的证书不是固定的那一个</translation>
    </message>
    <message>
        <source>the certificate cannot be trusted: %1</source>
        <translation>无法信任证书：%1</translation>
    </message>
    <message>
        <source>the server asks for a client certificate</source>
        <translation>服务器要求客户端证书</translation>
    </message>
    <message>
        <source>the server refused the handshake; it probably asks for a client certificate</source>
        <translation>服务器拒绝了握手；它可能要求客户端证书</translation>
    </message>
    <message>
        <source>the server refused the client certificate: %1</source>
        <translation>服务器拒绝了客户端证书：%1</translation>
    </message>
    <message>
        <source>the server offers no TLS version from 1.2 on</source>
        <translation>服务器不提供 TLS 1.2 或更新的版本</translation>
    </message>
    <message>
        <source>the server replied without TLS</source>
        <translation>服务器的回复没有使用 TLS</translation>
    </message>
    <message>
        <source>the TLS connection failed: %1</source>
        <translation>TLS 连接失败：%1</translation>
    </message>
    <message>
        <source>the client certificate in &quot;%1&quot; and the private key do not belong together</source>
        <translation>“%1”中的客户端证书与私钥不匹配</translation>
    </message>
    <message>
        <source>one of the servers is a Unix socket of this computer; nothing leads to it</source>
        <translation>其中一台服务器是本机的 Unix 套接字；没有途径通向它</translation>
    </message>
    <message>
        <source>this is not a way to the servers; examples are ssh://ops@bastion.example.com, socks5://127.0.0.1:1080 and http://proxy.example.com:3128</source>
        <translation>这不是到达服务器的途径；例如 ssh://ops@bastion.example.com、socks5://127.0.0.1:1080 和 http://proxy.example.com:3128</translation>
    </message>
    <message>
        <source>the port of the way to the servers is not 1 to 65535</source>
        <translation>到达服务器途径的端口不在 1 到 65535 之间</translation>
    </message>
    <message>
        <source>the way to the servers contains a password; leave it out, and set LOCKSCOPE_PROXY_PASSWORD when you connect</source>
        <translation>到达服务器的途径包含密码；请去掉它，并在连接时设置 LOCKSCOPE_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be the name of a host</source>
        <translation>“%1”不能作为主机名</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be the name of a user of ssh</source>
        <translation>“%1”不能作为 ssh 的用户名</translation>
    </message>
    <message>
        <source>no pair of sockets is left for ssh</source>
        <translation>没有可供 ssh 使用的套接字对</translation>
    </message>
    <message>
        <source>ssh cannot be started; install OpenSSH&apos;s client</source>
        <translation>无法启动 ssh；请安装 OpenSSH 客户端</translation>
    </message>
    <message>
        <source>ssh to %1 says: %2</source>
        <translation>到 %1 的 ssh 报告：%2</translation>
    </message>
    <message>
        <source>the proxy %1 requires another user and password</source>
        <translation>代理 %1 要求其他用户和密码</translation>
    </message>
    <message>
        <source>the proxy %1 cannot be used: %2</source>
        <translation>无法使用代理 %1：%2</translation>
    </message>
    <message>
        <source>the URL contains a password, and profiles do not store secrets; leave it out and say where it comes from (lockctl profile save --password-from), or set LOCKSCOPE_PASSWORD when you connect</source>
        <translation>URL 中含有密码，而配置不保存秘密；请去掉它，并说明密码从哪里来（lockctl profile save --password-from），或在连接时设置 LOCKSCOPE_PASSWORD</translation>
    </message>
    <message>
        <source>it must be 1s or longer</source>
        <translation>必须不短于 1s</translation>
    </message>
    <message>
        <source>a new password can be had only from command:, file: or keychain</source>
        <translation>只有 command:、file: 或 keychain 能给出新密码</translation>
    </message>
    <message>
        <source>this is not a source of a password; use ask, keychain, env:NAME, file:/PATH, command:PROGRAM ARGUMENTS or none, and never the password itself</source>
        <translation>这不是密码来源；请使用 ask、keychain、env:NAME、file:/PATH、command:PROGRAM ARGUMENTS 或 none，切勿填写密码本身</translation>
    </message>
    <message>
        <source>env: needs the name of an environment variable, for example env:SHOP_PASSWORD</source>
        <translation>env: 后面需要环境变量名，例如 env:SHOP_PASSWORD</translation>
    </message>
    <message>
        <source>file: needs an absolute path, which begins with /, for example file:/run/secrets/shop</source>
        <translation>file: 后面需要以 / 开头的绝对路径，例如 file:/run/secrets/shop</translation>
    </message>
    <message>
        <source>command: needs a program and its arguments, for example command:pass show redis/shop</source>
        <translation>command: 后面需要程序及其参数，例如 command:pass show redis/shop</translation>
    </message>
    <message>
        <source>the keychain has no such entry</source>
        <translation>密钥环中没有这一条目</translation>
    </message>
    <message>
        <source>the keychain gave no access; unlock it and try again</source>
        <translation>密钥环拒绝访问；请解锁后重试</translation>
    </message>
    <message>
        <source>no keychain answers here (%1); it is a service of the desktop, such as GNOME Keyring, KWallet or KeePassXC</source>
        <translation>这里没有密钥环应答（%1）；它是桌面的服务，例如 GNOME Keyring、KWallet 或 KeePassXC</translation>
    </message>
    <message>
        <source>the keychain did not answer in time; is it waiting to be unlocked?</source>
        <translation>密钥环没有及时应答；它是否在等待解锁？</translation>
    </message>
    <message>
        <source>the password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>the password of the Sentinels</source>
        <translation>哨兵的密码</translation>
    </message>
    <message>
        <source>the passphrase of the key</source>
        <translation>私钥的口令</translation>
    </message>
    <message>
        <source>the server rejected %1 of the profile %2: %3</source>
        <translation>服务器拒绝了配置 %2 的%1：%3</translation>
    </message>
    <message>
        <source>the environment variable %1 is not set; set it before the program starts</source>
        <translation>环境变量 %1 未设置；请在启动程序之前设置</translation>
    </message>
    <message>
        <source>store the right one in the keychain with lockctl profile password %1</source>
        <translation>请用 lockctl profile password %1 把正确的存入密钥环</translation>
    </message>
    <message>
        <source>set the environment variable %1 to the right one and start the program again</source>
        <translation>请把环境变量 %1 设为正确的值，并重新启动程序</translation>
    </message>
    <message>
        <source>write the right one into the file %1</source>
        <translation>请把正确的写入文件 %1</translation>
    </message>
    <message>
        <source>see what the program %1 writes</source>
        <translation>请检查程序 %1 的输出</translation>
    </message>
    <message>
        <source>the profile says that there is none</source>
        <translation>配置说明没有密码</translation>
    </message>
    <message>
        <source>%1; store it with lockctl profile password %2</source>
        <translation>%1；请用 lockctl profile password %2 存入</translation>
    </message>
    <message>
        <source>none was given; %1</source>
        <translation>没有提供；%1</translation>
    </message>
    <message>
        <source>%1 of the profile %2: %3</source>
        <translation>配置 %2 的%1：%3</translation>
    </message>
    <message>
        <source>the program %1 cannot be started; is it installed, and is its path right?</source>
        <translation>程序 %1 无法启动；它是否已安装，路径是否正确？</translation>
    </message>
    <message>
        <source>the program %1 did not end within %2 s; run it in a terminal to see what it waits for</source>
        <translation>程序 %1 在 %2 秒内没有结束；请在终端中运行它，看看它在等待什么</translation>
    </message>
    <message>
        <source>the program %1 wrote too much for a password</source>
        <translation>程序 %1 的输出过多，不可能是密码</translation>
    </message>
    <message>
        <source>the program %1 failed with status %2; run it in a terminal to see its message</source>
        <translation>程序 %1 失败，状态为 %2；请在终端中运行它以查看其消息</translation>
    </message>
    <message>
        <source>the program %1 crashed</source>
        <translation>程序 %1 崩溃了</translation>
    </message>
    <message>
        <source>the program %1 wrote no password: %2</source>
        <translation>程序 %1 没有输出密码：%2</translation>
    </message>
    <message>
        <source>the file %1 cannot be read: %2</source>
        <translation>无法读取文件 %1：%2</translation>
    </message>
    <message>
        <source>its first line is empty</source>
        <translation>第一行是空的</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 不是文件</translation>
    </message>
    <message>
        <source>other users may use the file %1; to keep it to its owner, run chmod 600 %1</source>
        <translation>其他用户可以使用文件 %1；要使其仅归所有者，请运行 chmod 600 %1</translation>
    </message>
    <message>
        <source>the file %1 is too large for a password</source>
        <translation>文件 %1 过大，不可能是密码</translation>
    </message>
    <message>
        <source>the file %1: %2</source>
        <translation>文件 %1：%2</translation>
    </message>
    <message>
        <source>reconnect to be asked again</source>
        <translation>重新连接后会再次询问</translation>
    </message>
    <message>
        <source>the text is larger or more deeply nested than any configuration; give the part with the connections only</source>
        <translation>文本比任何配置都更大或嵌套更深；请只提供含连接的部分</translation>
    </message>
    <message>
        <source>line %1 is not valid YAML</source>
        <translation>第 %1 行不是有效的 YAML</translation>
    </message>
    <message>
        <source>it is not valid YAML</source>
        <translation>它不是有效的 YAML</translation>
    </message>
    <message>
        <source>the value of %1 is the default of the file, which may differ from the one that the application uses</source>
        <translation>%1 的值取自文件中的默认值，可能与应用实际使用的不同</translation>
    </message>
    <message>
        <source>the file does not say what %1 is; replace it in a copy of the file and import that</source>
        <translation>文件没有说明 %1 的值；请在文件的副本中替换它，再导入副本</translation>
    </message>
    <message>
        <source>an address has a scheme other than redis or rediss</source>
        <translation>某个地址的协议既不是 redis 也不是 rediss</translation>
    </message>
    <message>
        <source>there is no address in it</source>
        <translation>其中没有地址</translation>
    </message>
    <message>
        <source>an address is not a host name or an IP address</source>
        <translation>某个地址既不是主机名也不是 IP 地址</translation>
    </message>
    <message>
        <source>the port of %1 is not 1 to 65535</source>
        <translation>%1 的端口不在 1 到 65535 之间</translation>
    </message>
    <message>
        <source>the database is not a number</source>
        <translation>数据库不是数字</translation>
    </message>
    <message>
        <source>the password in the file was not taken over: Lockscope asks for it</source>
        <translation>没有采用文件中的密码：Lockscope 会询问密码</translation>
    </message>
    <message>
        <source>it has the tag %1, after its name</source>
        <translation>根据名称，它的标签为 %1</translation>
    </message>
    <message>
        <source>connection %1 was left out: %2</source>
        <translation>连接 %1 未采用：%2</translation>
    </message>
    <message>
        <source>where its password comes from was not taken over: Lockscope asks for it</source>
        <translation>没有采用其密码的来源：Lockscope 会询问密码</translation>
    </message>
    <message>
        <source>there are no profiles in it</source>
        <translation>其中没有配置</translation>
    </message>
    <message>
        <source>there is no connection in it; Lockscope reads its own exports, configurations of Redisson and Spring, exports of RedisInsight, redis.conf, sentinel.conf, and URLs</source>
        <translation>其中没有连接；Lockscope 可读取自己的导出、Redisson 和 Spring 的配置、RedisInsight 的导出、redis.conf、sentinel.conf 以及 URL</translation>
    </message>
    <message>
        <source>it is larger than 1 MB, which no file of connections is</source>
        <translation>它大于 1 MB，连接文件不会这么大</translation>
    </message>
    <message>
        <source>it is not a text in UTF-8</source>
        <translation>它不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>there are other profiles of these names already: %1</source>
        <translation>已有其他配置使用这些名称：%1</translation>
    </message>
    <message>
        <source>the file does not say by which name its machine is reached; 127.0.0.1 stands for it</source>
        <translation>文件没有说明机器的可达名称；以 127.0.0.1 代替</translation>
    </message>
    <message>
        <source>the server asks for a client certificate: name its file and the key&apos;s</source>
        <translation>服务器要求客户端证书：请指定证书文件和私钥文件</translation>
    </message>
    <message>
        <source>the file includes others, which were not read</source>
        <translation>该文件包含其他文件，这些文件没有读取</translation>
    </message>
    <message>
        <source>the server has users of its own: write the user into the URL if yours is not the default one</source>
        <translation>服务器有自己的用户：如果您的用户不是默认用户，请写入 URL</translation>
    </message>
    <message>
        <source>the file is that of a replica: the profile reaches its primary only if the URL names both (redis://A,B)</source>
        <translation>该文件属于副本：只有 URL 同时列出两者（redis://A,B），配置才能到达主节点</translation>
    </message>
    <message>
        <source>its CA certificate was not taken over: save it as a PEM file and name that as CA file</source>
        <translation>没有采用其 CA 证书：请另存为 PEM 文件，并指定为 CA 文件</translation>
    </message>
    <message>
        <source>its client certificate and key were not taken over: name their files</source>
        <translation>没有采用其客户端证书和私钥：请指定它们的文件</translation>
    </message>
    <message>
        <source>the application does not check the server&apos;s certificate; Lockscope does: name a CA file or pin the certificate</source>
        <translation>应用不检查服务器的证书，Lockscope 会检查：请指定 CA 文件或固定证书</translation>
    </message>
    <message>
        <source>its tunnel by ssh has no host, and was left out</source>
        <translation>其 ssh 隧道没有主机，未采用</translation>
    </message>
    <message>
        <source>its tunnel uses your own ssh, with your keys and agent; a password or key in the file was not taken over</source>
        <translation>其隧道使用您自己的 ssh、密钥和代理；没有采用文件中的密码或密钥</translation>
    </message>
    <message>
        <source>its prefix of keys was left out</source>
        <translation>其键前缀未采用</translation>
    </message>
    <message>
        <source>Java&apos;s stores of keys and certificates cannot be read: export them as PEM files, and name these as CA file, certificate and key</source>
        <translation>无法读取 Java 的密钥库和证书库：请导出为 PEM 文件，并指定为 CA 文件、证书和私钥</translation>
    </message>
    <message>
        <source>the bundle of certificates cannot be read: name the CA file, certificate and key</source>
        <translation>无法读取证书包：请指定 CA 文件、证书和私钥</translation>
    </message>
    <message>
        <source>the text of redisson.config is no configuration of Redisson</source>
        <translation>redisson.config 的文本不是 Redisson 配置</translation>
    </message>
    <message>
        <source>the connection is in a file of its own, which redisson.file names; import that file</source>
        <translation>连接在 redisson.file 指定的另一个文件中；请导入该文件</translation>
    </message>
    <message>
        <source>the name of a user has up to 128 characters and no spaces</source>
        <translation>用户名最多 128 个字符，不能有空格</translation>
    </message>
    <message>
        <source>there is no user for acting whose password it is</source>
        <translation>没有与此密码对应的操作用户</translation>
    </message>
    <message>
        <source>the password of the user for acting</source>
        <translation>操作用户的密码</translation>
    </message>
    <message>
        <source>its folder is not writable, or another program is writing it</source>
        <translation>其文件夹不可写，或有其他程序正在写入</translation>
    </message>
    <message>
        <source>the record %1 cannot be written: the disk is full</source>
        <translation>记录 %1 无法写入：磁盘已满</translation>
    </message>
    <message>
        <source>the record %1 cannot be written: it is read-only</source>
        <translation>记录 %1 无法写入：它是只读的</translation>
    </message>
    <message>
        <source>the record %1 is damaged</source>
        <translation>记录 %1 已损坏</translation>
    </message>
    <message>
        <source>the record %1: %2</source>
        <translation>记录 %1：%2</translation>
    </message>
    <message>
        <source>the record %1 was written by a newer version of Lockscope</source>
        <translation>记录 %1 由较新版本的 Lockscope 写成</translation>
    </message>
    <message>
        <source>the folder %1 of the record %2</source>
        <translation>记录的目录 %1 %2</translation>
    </message>
    <message>
        <source>is accessible to other users; run chmod 700 on it</source>
        <translation>对其他用户开放；请执行 chmod 700</translation>
    </message>
    <message>
        <source>the record in %1 has a writer already: %2</source>
        <translation>%1 中的记录已有写入者：%2</translation>
    </message>
    <message>
        <source>nothing was recorded at %1, between %2 and %3</source>
        <translation>%1 没有记录：%2 到 %3 之间是空的</translation>
    </message>
    <message>
        <source>nothing was recorded at %1; the record ends at %2</source>
        <translation>%1 没有记录：记录到 %2 为止</translation>
    </message>
    <message>
        <source>nothing was recorded at %1; the record begins at %2</source>
        <translation>%1 没有记录：记录从 %2 开始</translation>
    </message>
    <message>
        <source>nothing was recorded yet</source>
        <translation>还没有任何记录</translation>
    </message>
    <message>
        <source>recording goes on; %1 events since %2 are missing in the record</source>
        <translation>记录继续；从 %2 起缺少 %1 个事件</translation>
    </message>
    <message>
        <source>%1; it was renamed to %2, and a new one begins</source>
        <translation>%1；它已改名为 %2，并开始一个新文件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no address to listen on; examples are 127.0.0.1:9750, [::1]:9750 and 0.0.0.0:9750</source>
        <translation>“%1”不是可监听的地址；例如 127.0.0.1:9750、[::1]:9750 和 0.0.0.0:9750</translation>
    </message>
    <message>
        <source>cannot listen on %1: the address is not of this computer, or another program listens there</source>
        <translation>无法在 %1 上监听：该地址不属于本机，或另一个程序正在监听</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>the record %1: %2, %3</source>
        <translation>记录 %1：%2，%3</translation>
    </message>
    <message>
        <source>nothing was recorded between %1 and %2</source>
        <translation>%1 到 %2 之间没有任何记录</translation>
    </message>
    <message>
        <source>%1 is no incident file; &apos;lockctl history export&apos; makes one</source>
        <translation>%1 不是事件文件；用 &apos;lockctl history export&apos; 生成</translation>
    </message>
    <message>
        <source>%1 is there already; give another file</source>
        <translation>%1 已存在；请指定另一个文件</translation>
    </message>
    <message>
        <source>there is no file %1</source>
        <translation>没有文件 %1</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>nothing was recorded since %1</source>
        <translation>自 %1 以来没有任何记录</translation>
    </message>
    <message>
        <source>nothing was recorded until %1</source>
        <translation>到 %1 为止没有任何记录</translation>
    </message>
    <message>
        <source>who is told of problems was not taken over: it would run a program, or send what is seen to somebody</source>
        <translation>没有采用问题的通知对象：它会运行程序，或把看到的内容发给别人</translation>
    </message>
    <message>
        <source>the program %1 did not end within %2 s</source>
        <translation>程序 %1 在 %2 秒内没有结束</translation>
    </message>
    <message>
        <source>the program %1 took it</source>
        <translation>程序 %1 已接收</translation>
    </message>
    <message>
        <source>the program %1 failed with status %2</source>
        <translation>程序 %1 失败，状态为 %2</translation>
    </message>
    <message>
        <source>notifications of the profile %1 are delivered again</source>
        <translation>配置档 %1 的通知又能送达了</translation>
    </message>
    <message>
        <source>notifications of the profile %1 are delivered again; nobody was told of %2 problems</source>
        <translation>配置档 %1 的通知又能送达了；有 %2 个问题没有通知到任何人</translation>
    </message>
    <message>
        <source>a notification of the profile %1 was given up: %2</source>
        <translation>已放弃配置档 %1 的一条通知：%2</translation>
    </message>
    <message>
        <source>a notification of the profile %1 was not delivered and is tried again: %2</source>
        <translation>配置档 %1 的一条通知没有送达，正在重试：%2</translation>
    </message>
    <message>
        <source>it is not an http or https URL</source>
        <translation>它不是 http 或 https 的 URL</translation>
    </message>
    <message>
        <source>it contains a user or a password, which is not supported; use a command, such as curl</source>
        <translation>它含有用户名或密码，不受支持；请使用命令，例如 curl</translation>
    </message>
    <message>
        <source>the connection was closed before an answer came</source>
        <translation>连接在收到应答之前关闭</translation>
    </message>
    <message>
        <source>there is no such host</source>
        <translation>没有这台主机</translation>
    </message>
    <message>
        <source>TLS failed</source>
        <translation>TLS 失败</translation>
    </message>
    <message>
        <source>there was no answer (network error %1)</source>
        <translation>没有应答（网络错误 %1）</translation>
    </message>
    <message>
        <source>no answer within %1 s</source>
        <translation>%1 秒内没有应答</translation>
    </message>
    <message>
        <source>the URL of the webhook cannot be used: %1</source>
        <translation>webhook 的 URL 无法使用：%1</translation>
    </message>
    <message>
        <source>the certificate is not trusted: %1</source>
        <translation>证书不受信任：%1</translation>
    </message>
    <message>
        <source>HTTP status %1</source>
        <translation>HTTP 状态 %1</translation>
    </message>
    <message>
        <source>HTTP status %1: redirects are not followed; give the URL that it leads to</source>
        <translation>HTTP 状态 %1：不跟随重定向；请给出它指向的 URL</translation>
    </message>
    <message>
        <source>the URL of a webhook comes from keychain, env:NAME, file:/PATH or command:PROGRAM ARGUMENTS</source>
        <translation>webhook 的 URL 来自 keychain、env:NAME、file:/PATH 或 command:PROGRAM ARGUMENTS</translation>
    </message>
    <message>
        <source>a command is a program and its arguments, for example /usr/local/bin/page-me</source>
        <translation>命令是一个程序及其参数，例如 /usr/local/bin/page-me</translation>
    </message>
    <message>
        <source>there is a webhook, too; a profile has one or the other</source>
        <translation>已有 webhook；一个配置档只能有其中一种</translation>
    </message>
    <message>
        <source>this is neither warning nor critical</source>
        <translation>这既不是 warning 也不是 critical</translation>
    </message>
    <message>
        <source>the URL of the webhook</source>
        <translation>webhook 的 URL</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>%1 problems, %2 ended; the first: %3</source>
        <translation>%1 个问题，%2 个已结束；第一个：%3</translation>
    </message>
    <message>
        <source>a test: notifications of this profile arrive here</source>
        <translation>测试：此配置档的通知会送到这里</translation>
    </message>
    <message>
        <source>nothing was recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>the search was ended</source>
        <translation>搜索已结束</translation>
    </message>
    <message>
        <source>nobody needs it any more</source>
        <translation>已不再需要</translation>
    </message>
    <message>
        <source>the record %1 was removed while it was written</source>
        <translation>记录 %1 在写入时被删除</translation>
    </message>
    <message>
        <source>1 lock held</source>
        <translation>持有 1 把锁</translation>
    </message>
    <message>
        <source>recording goes on; 1 event since %1 is missing in the record</source>
        <translation>记录继续；从 %1 起缺少 1 个事件</translation>
    </message>
    <message>
        <source>a scan found a lock that no event had reported</source>
        <translation>扫描发现了一把没有任何事件提到过的锁</translation>
    </message>
    <message>
        <source>a lock changed without an event: SWAPDB, or a lost event</source>
        <translation>有一把锁变化了却没有事件提到：执行过 SWAPDB，或事件丢失</translation>
    </message>
    <message>
        <source>a changed key was not read: there were more than 2000 new names a second; use --prefix to limit the names</source>
        <translation>有 1 个变化的键未查看：新名称超过每秒 2000 个的预算；请用 --prefix 指明锁所在的位置</translation>
    </message>
    <message>
        <source>reconnected with another password</source>
        <translation>已用另一密码重新连接</translation>
    </message>
    <message>
        <source>replaced by a new connection to the same address</source>
        <translation>已由到同一地址的新连接代替</translation>
    </message>
    <message>
        <source>the record %1 cannot be read, since its folder is read-only; copy the whole folder to where you may write</source>
        <translation>无法读取记录 %1，因为它的文件夹是只读的；请把整个文件夹复制到可写的位置</translation>
    </message>
    <message>
        <source>%1 is empty, so it is no incident file; &apos;lockctl history export&apos; makes one</source>
        <translation>%1 是空的，不是事件文件；用 &apos;lockctl history export&apos; 生成</translation>
    </message>
    <message>
        <source>%1 is cut short: only its first %2 bytes are there; copy it again, or make another with &apos;lockctl history export&apos;</source>
        <translation>%1 不完整：只有前 %2 个字节；请重新复制，或用 &apos;lockctl history export&apos; 另外生成</translation>
    </message>
    <message>
        <source>must be a time such as 2026-11-22T08:30:00Z or 03:12, or an age in ms, s, m, h or d, such as 15m or 2d, not &quot;%1&quot;</source>
        <translation>必须是 2026-11-22T08:30:00Z 或 03:12 这样的时间，或 15m、2d 这样的时长（单位为 ms、s、m、h 或 d），而不是“%1”</translation>
    </message>
    <message>
        <source>the duration &quot;%1&quot; has no unit; write it with ms, s, m, h or d, for example %1s</source>
        <translation>时长“%1”没有单位；单位为 ms、s、m、h 或 d，例如写成 %1s</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a duration; write a whole number and its unit (ms, s, m, h or d), for example 500ms, 30s or 2d</source>
        <translation>“%1”不是时长；请写整数和单位（ms、s、m、h 或 d），例如 500ms、30s 或 2d</translation>
    </message>
    <message>
        <source>the client still renews another one</source>
        <translation>该客户端仍在为另一把锁续期</translation>
    </message>
    <message>
        <source>with another lock of the same client</source>
        <translation>同一客户端的另一把锁也是如此</translation>
    </message>
    <message>
        <source>no renewal of another lock of the same client since</source>
        <translation>此后同一客户端的另一把锁也没有续期</translation>
    </message>
    <message>
        <source>its number changed once between two readings</source>
        <translation>两次读取之间其数目有 1 次变更</translation>
    </message>
    <message>
        <source>one hold began and ended between two readings</source>
        <translation>两次读取之间有 1 次持有来了又去</translation>
    </message>
    <message>
        <source>at least one hold began and ended between two readings (%1 changes)</source>
        <translation>两次读取之间至少有 1 次持有来了又去（按 %1 次变化计）</translation>
    </message>
    <message>
        <source>%1: needs %2a duration, for example &lt;5s; %3</source>
        <translation>%1: 的值是 %2时长，例如 &lt;5s；%3</translation>
    </message>
    <message>
        <source>the server is in protected mode: without a password it takes only clients of its own machine</source>
        <translation>服务器处于保护模式：没有密码时只接受本机的客户端</translation>
    </message>
    <message>
        <source>nothing is known of its locks since %1: %2</source>
        <translation>自 %1 起对它的锁一无所知：%2</translation>
    </message>
    <message>
        <source>Server out of sight</source>
        <translation>服务器不在视野中</translation>
    </message>
    <message>
        <source>Lockscope cannot read the server. Its locks may be released, expire or get other owners, and nothing of it is told. Their incidents stay as they were.</source>
        <translation>Lockscope 无法读取该服务器。它的锁可能被释放、过期或换了所有者，而这些都看不到。它们的事故保持原样。</translation>
    </message>
    <message>
        <source>Look at the reason: the server may be down, busy or cut off, or may refuse the user. If the clients cannot reach it either, they can neither take nor renew a lock there.</source>
        <translation>请看原因：服务器可能已停止、繁忙或被隔断，或者拒绝该用户。如果客户端也连不上它，它们就无法在那里获取或续期锁。</translation>
    </message>
    <message>
        <source>Find out whether the clients reach it</source>
        <translation>查明客户端能否连上它</translation>
    </message>
    <message>
        <source>the primary is %1 now; no primary was connected for %2</source>
        <translation>主节点现在是 %1；有 %2 没有连接到主节点</translation>
    </message>
    <message>
        <source>not readable for %1</source>
        <translation>有 %1 无法读取</translation>
    </message>
    <message>
        <source>not seen for %1</source>
        <translation>有 %1 未看到</translation>
    </message>
    <message>
        <source>%1; another server process replies: restart or failover</source>
        <translation>%1；应答的是另一个服务器进程：重启或故障转移</translation>
    </message>
    <message>
        <source>Remove the dead waiter or ghost from the queue. If it happens often: the clients are killed while they wait; let them cancel the wait first.</source>
        <translation>把死亡的等待者或幽灵移出队列。如果经常发生：客户端在等待时被杀死；让它们先取消等待。</translation>
    </message>
    <message>
        <source>it has not answered yet</source>
        <translation>它还没有应答</translation>
    </message>
    <message>
        <source>it could not be read yet: %1</source>
        <translation>一直未能读取：%1</translation>
    </message>
    <message>
        <source>Check the work of the owners: the event of the loss lists them. Stop those that cannot tell that they lost their lock. Turn on persistence, or use Redlock over several servers.</source>
        <translation>检查所有者的工作：丢失事件列出了它们。停止那些无法得知自己已失去锁的所有者。打开持久化，或在多台服务器上使用 Redlock。</translation>
    </message>
    <message>
        <source>The first waiter of the fair queue is past its deadline or listens no more. A wake-up for it is lost: those behind it, and those who still come, wait until its time-out.</source>
        <translation>公平队列的第一个等待者已超过期限或不再监听。发给它的唤醒会丢失：排在它后面的和之后才来的，都要等到它超时。</translation>
    </message>
    <message>
        <source>%1 locks were lost in %2 losses, the last of them at %3</source>
        <translation>在 %2 次丢失中共丢失了 %1 把锁，最后一次在 %3</translation>
    </message>
    <message>
        <source>has an expiry now</source>
        <translation>现在有了过期时间</translation>
    </message>
    <message>
        <source>20 random bytes as digits, as Lockscope and others write them</source>
        <translation>以数字写出的 20 个随机字节，Lockscope 等这样写</translation>
    </message>
    <message>
        <source>line %1 is no URL that begins with redis or valkey, as the lines before it are; a comment begins with #</source>
        <translation>第 %1 行不是以 redis 或 valkey 开头的 URL，而前面的行是；注释以 # 开头</translation>
    </message>
    <message>
        <source>the server of &quot;%1&quot; has changed or was restarted, and does not have the latch any more: whether it was counted down is unknown</source>
        <translation>“%1”的服务器已更换或重启过，上面已没有这个闭锁：不知道它是否已倒数到零</translation>
    </message>
    <message>
        <source>another process of the server keeps the key now</source>
        <translation>键现在由服务器的另一个进程保存</translation>
    </message>
    <message>
        <source>the server has changed or was restarted since they were taken, and nothing tells whether it counts them as taken</source>
        <translation>取走许可之后，服务器已更换或重启过，无从得知它是否仍把这些许可计为已取走</translation>
    </message>
    <message>
        <source>it was: %1</source>
        <translation>当时：%1</translation>
    </message>
    <message>
        <source>over for %1; %2</source>
        <translation>已结束 %1；%2</translation>
    </message>
    <message>
        <source>the other files of the record are read; restore this one from a backup, or delete it</source>
        <translation>该记录的其他文件照常读取；请从备份恢复这一个文件，或者删除它</translation>
    </message>
    <message>
        <source>the file of %1 (UTC) was damaged and is kept as %2; %3</source>
        <translation>%1（UTC）的文件已损坏，保留为 %2；%3</translation>
    </message>
    <message>
        <source>the record of %1 cannot be read: %2</source>
        <translation>%1 的记录无法读取：%2</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>not initialised</source>
        <translation>未初始化</translation>
    </message>
    <message>
        <source>the semaphore is not initialised</source>
        <translation>信号量未初始化</translation>
    </message>
    <message>
        <source>the only free permits are %1 that have expired but are still listed; release those first</source>
        <translation>空闲的许可只有 %1 个已过期但仍在列的；请先释放它们</translation>
    </message>
    <message>
        <source>the number of permits must not be zero</source>
        <translation>许可的数量不能为零</translation>
    </message>
    <message>
        <source>%1 permits are too many: the number must fit in 32 bits, so it is at most %2</source>
        <translation>%1 个许可太多：数量必须能用 32 位表示，因此最多为 %2</translation>
    </message>
    <message>
        <source>%1 permits more than the %2 that are there would make %3; the sum must fit in 32 bits, so it is at most %4</source>
        <translation>在现有的 %2 个许可上再加 %1 个将得到 %3 个；总和必须能用 32 位表示，因此最多为 %4</translation>
    </message>
    <message>
        <source>%1 permits fewer than the %2 that are there would make %3; the sum must fit in 32 bits, so it is at least %4</source>
        <translation>从现有的 %2 个许可中减去 %1 个将得到 %3 个；总和必须能用 32 位表示，因此最少为 %4</translation>
    </message>
    <message>
        <source>min-replicas-to-write is set, and no replica follows it in time</source>
        <translation>设置了 min-replicas-to-write，但没有副本及时跟上它</translation>
    </message>
    <message>
        <source>Primary takes no writes</source>
        <translation>主节点拒绝写入</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a permit-expirable-semaphore, not a %2: permits that expire are stored beside its number</source>
        <translation>“%1”是 permit-expirable-semaphore，不是 %2：它的数字旁边存有会过期的许可</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a semaphore, not a %2: clients wait for its permits</source>
        <translation>“%1”是 semaphore，不是 %2：有客户端在等待它的许可</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a count-down-latch, not a %2: clients wait for it to open</source>
        <translation>“%1”是 count-down-latch，不是 %2：有客户端在等待它打开</translation>
    </message>
    <message>
        <source>it refuses writes with NOREPLICAS: fewer replicas follow it in time than min-replicas-to-write requires</source>
        <translation>它以 NOREPLICAS 拒绝写入：及时跟上它的副本少于 min-replicas-to-write 的要求</translation>
    </message>
    <message>
        <source>it refuses writes with MISCONF: it cannot save its data</source>
        <translation>它以 MISCONF 拒绝写入：它无法保存数据</translation>
    </message>
    <message>
        <source>it refuses writes that need memory with OOM: maxmemory is reached</source>
        <translation>它以 OOM 拒绝需要内存的写入：已达到 maxmemory</translation>
    </message>
    <message>
        <source>This primary refuses writes. No lock can be taken; with NOREPLICAS and MISCONF none can be renewed or released either, and with OOM many clients cannot release theirs. Holds end with their leases while their owners go on working.</source>
        <translation>这个主节点拒绝写入。谁也无法获取锁；在 NOREPLICAS 和 MISCONF 下也无法续期或释放锁，在 OOM 下许多客户端无法释放自己的锁。持有随租期结束，而它们的所有者还在继续工作。</translation>
    </message>
    <message>
        <source>NOREPLICAS: bring a replica back, or connect another one; if two primaries at a time are impossible here, set min-replicas-to-write 0 until then. MISCONF: make room on the disk; the server&apos;s log has the reason. OOM: free memory, or raise maxmemory. Waking waiters does not help.</source>
        <translation>NOREPLICAS：让一个副本恢复，或者接上另一个；如果这里不可能同时有两个主节点，在此之前设置 min-replicas-to-write 0。MISCONF：腾出磁盘空间；服务器日志中有原因。OOM：释放内存，或者提高 maxmemory。唤醒等待者没有用。</translation>
    </message>
    <message>
        <source>Let it take writes again</source>
        <translation>让它重新接受写入</translation>
    </message>
    <message>
        <source>min-replicas-to-write is %1; replicas that follow it in time: %2</source>
        <translation>min-replicas-to-write 为 %1；及时跟上它的副本：%2</translation>
    </message>
    <message>
        <source>its owner released it at %1; the restart or failover undid that</source>
        <translation>它的所有者在 %1 释放了它；重启或故障转移撤销了这次释放</translation>
    </message>
    <message>
        <source>its owner had released it at %1, before the restart or failover</source>
        <translation>它的所有者在 %1 已经释放了它，早于重启或故障转移</translation>
    </message>
    <message>
        <source>1 permit is needed, but none is free</source>
        <translation>需要 1 个许可，但没有空闲的</translation>
    </message>
    <message>
        <source>not all servers tell who listens</source>
        <translation>并非所有服务器都说明谁在监听</translation>
    </message>
    <message>
        <source>another process of the server answers now</source>
        <translation>现在应答的是服务器的另一个进程</translation>
    </message>
</context>
<context>
    <name>DataWords</name>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>contended</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>exclusive</source>
        <translation>独占</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>renewing</source>
        <translation>续期中</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>逾期</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>reentered</source>
        <translation>已重入</translation>
    </message>
    <message>
        <source>partially-released</source>
        <translation>部分释放</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>已续期</translation>
    </message>
    <message>
        <source>renewal-overdue</source>
        <translation>续期逾期</translation>
    </message>
    <message>
        <source>renewal-resumed</source>
        <translation>续期恢复</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>force-unlocked</source>
        <translation>强制解锁</translation>
    </message>
    <message>
        <source>handed-over</source>
        <translation>已移交</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>已排队</translation>
    </message>
    <message>
        <source>dequeued</source>
        <translation>已离队</translation>
    </message>
    <message>
        <source>permits-changed</source>
        <translation>许可变化</translation>
    </message>
    <message>
        <source>latch-changed</source>
        <translation>闭锁变化</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>problem-opened</source>
        <translation>出现问题</translation>
    </message>
    <message>
        <source>problem-closed</source>
        <translation>问题结束</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>server-up</source>
        <translation>服务器上线</translation>
    </message>
    <message>
        <source>server-down</source>
        <translation>服务器下线</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>at-risk</source>
        <translation>有风险</translation>
    </message>
    <message>
        <source>split</source>
        <translation>分裂</translation>
    </message>
    <message>
        <source>residue</source>
        <translation>残留</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>changes-read-together</source>
        <translation>多次变化一起读取</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>预发布</translation>
    </message>
    <message>
        <source>development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>failover</source>
        <translation>故障转移</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>appeared</source>
        <translation>已出现</translation>
    </message>
    <message>
        <source>problem-worsened</source>
        <translation>问题加重</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>%1 servers</source>
        <translation>%1 台服务器</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>No lock matches the filter</source>
        <translation>没有符合筛选条件的锁</translation>
    </message>
    <message>
        <source>Locks hidden by the filter: %1. Press Esc to clear it.</source>
        <translation>被筛选隐藏的锁：%1。按 Esc 清除筛选。</translation>
    </message>
    <message>
        <source> Lockscope retries automatically.</source>
        <translation> 会自动重试。</translation>
    </message>
    <message>
        <source>No connection to %1</source>
        <translation>与 %1 没有连接</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>Looking for locks on %1</source>
        <translation>正在 %1 上查找锁</translation>
    </message>
    <message>
        <source>Starting the sandbox</source>
        <translation>正在启动沙箱</translation>
    </message>
    <message>
        <source>It starts three servers on this machine, and clients that use locks. This takes a few seconds.</source>
        <translation>本机上的三台服务器，以及加锁的客户端。需要几秒钟。</translation>
    </message>
    <message>
        <source>To connect to a Redis or Valkey server, press Ctrl+N, or start lockscope redis://HOST:PORT.
No server at hand? The sandbox starts three servers on this machine, with clients that lock, wait and fail. It stores nothing and stops when this window closes.</source>
        <translation>请用 Ctrl+N 连接到 Redis 或 Valkey 服务器，或启动 lockscope redis://HOST:PORT。
手边没有服务器？沙箱会在本机启动三台服务器以及加锁、等待和出故障的客户端。它不保留任何内容，随此窗口结束。</translation>
    </message>
    <message>
        <source>The sandbox: %1</source>
        <translation>沙箱：%1</translation>
    </message>
    <message>
        <source>&quot;%1:&quot; is not a field, so the filter treats it as plain text.</source>
        <translation>“%1:”不是字段，已按普通文本查找。</translation>
    </message>
    <message>
        <source>No locks on %1 now</source>
        <translation>%1 上现在没有锁</translation>
    </message>
</context>
<context>
    <name>ErrorWords</name>
    <message>
        <source>a pattern for the channels (&amp;pattern)</source>
        <translation>频道的模式（&amp;pattern）</translation>
    </message>
    <message>
        <source>the command %1 (+%1)</source>
        <translation>命令 %1（+%1）</translation>
    </message>
    <message>
        <source>a pattern for the keys (~pattern)</source>
        <translation>键的模式（~pattern）</translation>
    </message>
    <message>
        <source>a right; the server says: %1</source>
        <translation>某项权限；服务器说：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>the user has no permission for this on %1; its ACL lacks %2</source>
        <translation>用户无权在 %1 上这样做；其 ACL 缺少%2</translation>
    </message>
    <message>
        <source>%1 did not reply in time; is it overloaded or stopped, or does a firewall drop packets to it?</source>
        <translation>%1 没有及时应答；是否过载或已停止，防火墙是否丢弃了发送给它的数据？</translation>
    </message>
    <message>
        <source>%1 cannot be reached; is the name right, is the network up, does the socket file exist?</source>
        <translation>无法到达 %1；名称是否正确，网络是否可达，套接字文件是否存在？</translation>
    </message>
    <message>
        <source>%1 refused the connection; is the server running, and is the port right?</source>
        <translation>%1 拒绝连接；服务器是否在运行，端口是否正确？</translation>
    </message>
    <message>
        <source>the connection to %1 was lost; is the server still running?</source>
        <translation>与 %1 的连接已断开；服务器还在运行吗？</translation>
    </message>
    <message>
        <source>%1 does not speak the Redis protocol; is it an HTTP server, or does it need TLS (rediss://)?</source>
        <translation>%1 的应答不是 Redis 协议；它是否为 HTTP 服务器，或是否需要 TLS（rediss://）？</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1 replied with an error: %2</source>
        <translation>%1 以错误应答：%2</translation>
    </message>
    <message>
        <source>too many requests to %1 at once; try again</source>
        <translation>一次向 %1 请求太多；请重试</translation>
    </message>
    <message>
        <source>this is not implemented yet</source>
        <translation>此功能尚未实现</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>an error inside Lockscope: %1; please report it</source>
        <translation>Lockscope 内部错误：%1；请报告</translation>
    </message>
    <message>
        <source>the Sentinels of %1 require another password; set LOCKSCOPE_SENTINEL_PASSWORD, and sentinel_user in the URL</source>
        <translation>%1 的哨兵要求另外的密码；请设置 LOCKSCOPE_SENTINEL_PASSWORD，并在 URL 中写入 sentinel_user</translation>
    </message>
    <message>
        <source>%1 is a Redis Cluster node, and %2 has this lock; use redis+cluster:// to reach all nodes</source>
        <translation>%1 是 Redis Cluster 的一个节点，这个锁在 %2 上；要访问所有节点，请使用 redis+cluster://</translation>
    </message>
    <message>
        <source>%1 is a Redis Cluster node that cannot serve this lock at the moment: %2</source>
        <translation>%1 是 Redis Cluster 的一个节点，目前无法处理这个锁：%2</translation>
    </message>
    <message>
        <source>%1 does not offer a command that is needed: %2</source>
        <translation>%1 不提供所需的命令：%2</translation>
    </message>
    <message>
        <source>%1 does not offer the command %2; connect to the Redis server behind it if it is a proxy, or see Managed servers and proxies in the guide</source>
        <translation>%1 不提供命令 %2；如果它是代理，请连接它后面的 Redis 服务器，或参见指南中的“托管服务器与代理”</translation>
    </message>
    <message>
        <source>no secure connection to %1: %2; %3</source>
        <translation>无法与 %1 建立安全连接：%2；%3</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2; try the same ssh in a terminal</source>
        <translation>无法连接 %1：%2；请在终端中试试同样的 ssh</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2; set LOCKSCOPE_PROXY_PASSWORD</source>
        <translation>无法连接 %1：%2；请设置 LOCKSCOPE_PROXY_PASSWORD</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>无法连接 %1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 requires a password; set LOCKSCOPE_PASSWORD, save in a profile where it comes from, or put user:password@ into the URL</source>
        <translation>%1 要求密码；请设置 LOCKSCOPE_PASSWORD，在配置中保存密码来源，或在 URL 中写入 user:password@</translation>
    </message>
    <message>
        <source>%1 rejected the user name or password; set LOCKSCOPE_PASSWORD, save in a profile where it comes from, or put user:password@ into the URL</source>
        <translation>%1 拒绝了用户名或密码；请设置 LOCKSCOPE_PASSWORD，在配置中保存密码来源，或在 URL 中写入 user:password@</translation>
    </message>
    <message>
        <source>%1 takes no more clients; end some (CLIENT LIST shows them), or raise maxclients</source>
        <translation>%1 不再接受客户端；请结束一些客户端（CLIENT LIST 可列出），或者调高 maxclients</translation>
    </message>
    <message>
        <source>%1 is in protected mode and takes only clients of its own machine; connect from there, or give it a password</source>
        <translation>%1 处于保护模式，只接受本机的客户端；请从那台机器连接，或者为它设置密码</translation>
    </message>
</context>
<context>
    <name>Estate</name>
    <message>
        <source>looking for locks: %1</source>
        <translation>正在查找锁：%1</translation>
    </message>
    <message>
        <source>looking for locks</source>
        <translation>正在查找锁</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>%1 changes were found late, because no event reported them.</source>
        <translation>%1 个变化发现得较晚，没有事件。</translation>
    </message>
    <message>
        <source>%1 changed keys were not read: too many new names.</source>
        <translation>%1 个变化的键未查看：新名称太多。</translation>
    </message>
    <message>
        <source>A key could not be read %1 times.</source>
        <translation>有 %1 次无法读取键。</translation>
    </message>
    <message>
        <source>%1 changes were read together with a later change.</source>
        <translation>%1 个变化与后来的变化一起读取。</translation>
    </message>
    <message>
        <source>Watching %1 by %2.</source>
        <translation>正在监视 %1，方式：%2。</translation>
    </message>
    <message>
        <source>Reason: %1.</source>
        <translation>原因：%1。</translation>
    </message>
    <message>
        <source>The scan for locks was stopped after %1.</source>
        <translation>查找锁的扫描已停止，此前扫描了 %1。</translation>
    </message>
    <message>
        <source>At least %1 keys look like locks by their value only. View &gt; Show guesses shows them.</source>
        <translation>至少有 %1 个键仅从值看像是锁；可用“视图”中的“显示猜测”显示。</translation>
    </message>
    <message>
        <source>%1 keys look like locks by their value only. View &gt; Show guesses shows them.</source>
        <translation>有 %1 个键仅从值看像是锁；可用“视图”中的“显示猜测”显示。</translation>
    </message>
    <message>
        <source>Connecting to %1.</source>
        <translation>正在连接 %1。</translation>
    </message>
    <message>
        <source>%1 is down.</source>
        <translation>%1 已下线。</translation>
    </message>
    <message>
        <source>The data shown is %1 old.</source>
        <translation>所显示的内容已是 %1 前的。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Watched by</source>
        <translation>监视方式</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Owner names cannot be learned: the user has no right to CLIENT LIST (+client|list).</source>
        <translation>未获取所有者名称：用户无权执行 CLIENT LIST（+client|list）。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Latency of the last answer: %1</source>
        <translation>最近一次应答的延迟：%1</translation>
    </message>
    <message>
        <source>1 change was found late, because no event reported it.</source>
        <translation>1 个变化发现得较晚，没有事件。</translation>
    </message>
    <message>
        <source>1 changed key was not read: too many new names.</source>
        <translation>1 个变化的键未查看：新名称太多。</translation>
    </message>
    <message>
        <source>A key could not be read once.</source>
        <translation>有 1 次无法读取键。</translation>
    </message>
    <message>
        <source>1 change was read together with a later change.</source>
        <translation>1 个变化与后来的变化一起读取。</translation>
    </message>
    <message>
        <source>1 key looks like a lock by its value only. View &gt; Show guesses shows it.</source>
        <translation>有 1 个键仅从值看像是锁；可用“视图”中的“显示猜测”显示。</translation>
    </message>
    <message>
        <source>Reconnect now asks for it.</source>
        <translation>“立即重新连接”会询问密码。</translation>
    </message>
</context>
<context>
    <name>ExceptionWords</name>
    <message>
        <source>The text contains no owner and no lock name.</source>
        <translation>其中没有像所有者或锁名称的内容。</translation>
    </message>
    <message>
        <source>The text</source>
        <translation>该文本</translation>
    </message>
    <message>
        <source>%1 reports that an owner released or extended a lock that it did not hold, or no longer held.</source>
        <translation>%1 表明某个所有者释放或延长了它并不持有或不再持有的锁。</translation>
    </message>
    <message>
        <source>%1 reports that a lock could not be acquired in time.</source>
        <translation>%1 表明没有及时得到锁。</translation>
    </message>
    <message>
        <source>This is not a message of a known library. Lockscope searched it for owners and lock names.</source>
        <translation>不是已知库的文本；已查找像所有者和名称的内容。</translation>
    </message>
    <message>
        <source>it expired after its renewals stopped: the client paused, lost its connection or died</source>
        <translation>它在续期停止后过期：其客户端暂停、失去连接或已死</translation>
    </message>
    <message>
        <source>its time to live ended before the work was done</source>
        <translation>工作完成之前其存活时间已结束</translation>
    </message>
    <message>
        <source>another client removed it</source>
        <translation>另一客户端移除了它</translation>
    </message>
    <message>
        <source>the next owner had it then, and nothing was seen in between: either it was released, and a second release fails, or it was taken away</source>
        <translation>随后由下一个所有者持有，其间没有看到任何变化：要么它已被释放，再次释放会失败；要么它被夺走</translation>
    </message>
    <message>
        <source>it was released: a second release fails</source>
        <translation>它已被释放：再次释放会失败</translation>
    </message>
    <message>
        <source>it ended while Lockscope could not see the server</source>
        <translation>它在看不到的期间结束</translation>
    </message>
    <message>
        <source>it was lost in a restart, failover or flush of the server</source>
        <translation>服务器的重启、故障转移或清空使它丢失</translation>
    </message>
    <message>
        <source>free now</source>
        <translation>现在空闲</translation>
    </message>
    <message>
        <source>%1 since %2 or earlier</source>
        <translation>%1，自 %2 或更早</translation>
    </message>
    <message>
        <source>now held by %1</source>
        <translation>现在由 %1 持有</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>%1 was not written: %2. A file that was there before is unchanged.</source>
        <translation>%1 未写入：%2。原有的文件保持不变。</translation>
    </message>
    <message>
        <source>Rows written to %1: %2.</source>
        <translation>已写入 %1 的行数：%2。</translation>
    </message>
    <message>
        <source>%1 is written.</source>
        <translation>%1 已写入。</translation>
    </message>
    <message>
        <source>Cells that began with =, +, - or @: %1. An apostrophe stands before them, so that no spreadsheet runs them.</source>
        <translation>以 =、+、- 或 @ 开头的单元格：%1。它们前面加了撇号，电子表格不会把它们当作公式执行。</translation>
    </message>
    <message>
        <source>Left out, because their server is lost: %1.</source>
        <translation>因服务器失联而略去：%1。</translation>
    </message>
    <message>
        <source>Left out, because they went meanwhile: %1.</source>
        <translation>因期间已消失而略去：%1。</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
</context>
<context>
    <name>GuideBook</name>
    <message>
        <source>en</source>
        <extracomment>The folder of the guide in this language: en or zh_CN</extracomment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>HealthWords</name>
    <message>
        <source>still looking</source>
        <translation>仍在查看</translation>
    </message>
    <message>
        <source>no server can be seen</source>
        <translation>看不到任何服务器</translation>
    </message>
    <message>
        <source>1 server of %1 cannot be seen</source>
        <translation>%1 台服务器中有 1 台看不到</translation>
    </message>
    <message>
        <source>%1 servers of %2 cannot be seen</source>
        <translation>%2 台服务器中有 %1 台看不到</translation>
    </message>
    <message>
        <source>nothing else is known to be wrong, but %1</source>
        <translation>没有发现其他问题，但%1</translation>
    </message>
    <message>
        <source>nothing is wrong, as far as can be seen</source>
        <translation>就所见而言，没有问题</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>HoldWords</name>
    <message>
        <source>from %1</source>
        <translation>从 %1</translation>
    </message>
    <message>
        <source>already held at %1</source>
        <translation>%1 发现时已持有</translation>
    </message>
    <message>
        <source>from before %1</source>
        <translation>%1 之前起</translation>
    </message>
    <message>
        <source>held</source>
        <translation>仍持有</translation>
    </message>
    <message>
        <source>released</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>force-unlocked</source>
        <translation>被强制解锁</translation>
    </message>
    <message>
        <source>handed over</source>
        <translation>移交</translation>
    </message>
    <message>
        <source>ended while not watched</source>
        <translation>在未看到时结束</translation>
    </message>
    <message>
        <source>lost in a restart or flush</source>
        <translation>在重启或清空中丢失</translation>
    </message>
    <message>
        <source>for at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>历时 %1</translation>
    </message>
    <message>
        <source>for about %1</source>
        <translation>历时约 %1</translation>
    </message>
    <message>
        <source>for at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>%1, %2, still held</source>
        <translation>%1，%2，仍持有</translation>
    </message>
    <message>
        <source>%1 to some time before %2, %3, then %4</source>
        <translation>%1 到 %2 之前的某时，%3，随后%4</translation>
    </message>
    <message>
        <source>%1 to %2, %3, then %4</source>
        <translation>%1 到 %2，%3，随后%4</translation>
    </message>
    <message>
        <source>, renewals seen: %1</source>
        <translation>，看到的续期：%1</translation>
    </message>
    <message>
        <source>, its renewals had stopped</source>
        <translation>，其续期已停止</translation>
    </message>
    <message>
        <source>changes may have been missed at %1</source>
        <translation>%1 时可能有变化未看到</translation>
    </message>
    <message>
        <source>no connection from %1 to %2</source>
        <translation>%1 到 %2 没有连接</translation>
    </message>
    <message>
        <source>no connection since %1</source>
        <translation>自 %1 起没有连接</translation>
    </message>
    <message>
        <source>%1 by Lockscope at %2</source>
        <translation>%2 由 Lockscope 执行的 %1</translation>
    </message>
    <message>
        <source>%1, %2, still held at %3, where the record ends</source>
        <translation>%1，%2，到记录结束时（%3）仍被持有</translation>
    </message>
</context>
<context>
    <name>IncidentNotices</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 on %2
%3</source>
        <translation>%1，位于 %2
%3</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>%1 more problems</source>
        <translation>又有 %1 个问题</translation>
    </message>
    <message>
        <source>%1; the worst: %2, %3</source>
        <translation>%1；最严重的是：%2，%3</translation>
    </message>
</context>
<context>
    <name>IncidentText</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Server: </source>
        <translation>服务器：</translation>
    </message>
    <message>
        <source>Lock: </source>
        <translation>锁：</translation>
    </message>
    <message>
        <source>Lock: %1</source>
        <translation>锁：%1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>Quorum group: %1</source>
        <translation>法定多数组：%1</translation>
    </message>
    <message>
        <source>Deployment: %1</source>
        <translation>部署：%1</translation>
    </message>
    <message>
        <source>From %1 to %2.</source>
        <translation>从 %1 到 %2。</translation>
    </message>
    <message>
        <source>Open since %1.</source>
        <translation>自 %1 起未结束。</translation>
    </message>
    <message>
        <source>Its server is out of sight: it may be over by now.</source>
        <translation>它的服务器不在视野中：问题可能已经结束。</translation>
    </message>
    <message>
        <source>It is muted.</source>
        <translation>已静音。</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么办</translation>
    </message>
    <message>
        <source>Why it matters</source>
        <translation>为什么重要</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>指南中的说明</translation>
    </message>
    <message>
        <source>Show on the timeline</source>
        <translation>在时间线上显示</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>Events around it</source>
        <translation>前后的事件</translation>
    </message>
    <message>
        <source>None is stored.</source>
        <translation>没有保存的事件。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>IncidentWords</name>
    <message>
        <source>%1 critical</source>
        <translation>%1 个严重</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>since</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1; its server is out of sight now</source>
        <translation>%1；它的服务器现在不在视野中</translation>
    </message>
    <message>
        <source>until</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>what to do</source>
        <translation>怎么办</translation>
    </message>
    <message>
        <source>guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>became critical</source>
        <translation>变为严重</translation>
    </message>
    <message>
        <source>became a warning</source>
        <translation>降为警告</translation>
    </message>
    <message>
        <source>its server went out of sight</source>
        <translation>它的服务器离开视野</translation>
    </message>
    <message>
        <source>its server came back into sight</source>
        <translation>它的服务器回到视野</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Every problem</source>
        <translation>所有问题</translation>
    </message>
    <message>
        <source>%1: locks that begin with %2</source>
        <translation>%1：以 %2 开头的锁</translation>
    </message>
    <message>
        <source>%1: locks on %3 that begin with %2</source>
        <translation>%1：%3 上以 %2 开头的锁</translation>
    </message>
    <message>
        <source>%1: everywhere</source>
        <translation>%1：所有地方</translation>
    </message>
    <message>
        <source>%1: the server %2</source>
        <translation>%1：服务器 %2</translation>
    </message>
    <message>
        <source>%1: everything on %2</source>
        <translation>%1：%2 上的一切</translation>
    </message>
    <message>
        <source>%1: the lock %2</source>
        <translation>%1：锁 %2</translation>
    </message>
    <message>
        <source>%1: the lock %2 on %3</source>
        <translation>%1：%3 上的锁 %2</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>until taken back</source>
        <translation>直到取消</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>已静音</translation>
    </message>
    <message>
        <source>no longer muted</source>
        <translation>不再静音</translation>
    </message>
</context>
<context>
    <name>LinkWays</name>
    <message>
        <source>The link cannot be opened: %1</source>
        <translation>无法打开此链接：%1</translation>
    </message>
    <message>
        <source>The link names the profile %1, which you do not have; nothing was connected.</source>
        <translation>此链接指向配置 %1，而您没有该配置；未建立任何连接。</translation>
    </message>
</context>
<context>
    <name>LockDetail</name>
    <message>
        <source>not seen since %1</source>
        <translation>自 %1 起看不到</translation>
    </message>
    <message>
        <source>presumed dead</source>
        <translation>推定已死</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Its time to live is over, but its entry still exists</source>
        <translation>其时间已到，但条目仍在</translation>
    </message>
    <message>
        <source>Each reader has its own time to live</source>
        <translation>每个读者有自己的存活时间</translation>
    </message>
    <message>
        <source>Presumed dead: two renewals are missing</source>
        <translation>错过两次续期：推定已死</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>看门狗</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>Observed since</source>
        <translation>首次看到</translation>
    </message>
    <message>
        <source>Renewed every</source>
        <translation>续期间隔</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>LockFacts</name>
    <message>
        <source>not seen since %1: the state of its clients is unknown</source>
        <translation>自 %1 起看不到服务器：不判断客户端是否存活</translation>
    </message>
    <message>
        <source>, but it has released %1</source>
        <translation>，但已放弃 %1</translation>
    </message>
    <message>
        <source>count %1</source>
        <translation>计数 %1</translation>
    </message>
    <message>
        <source>%1 of %2 permits free</source>
        <translation>%2 个许可中 %1 个空闲</translation>
    </message>
    <message>
        <source>%1 permits free</source>
        <translation>%1 个许可空闲</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>since %1 by the clock of its host</source>
        <translation>自 %1 起（按其主机的时钟）</translation>
    </message>
    <message>
        <source>Holds: %1</source>
        <translation>持有：%1</translation>
    </message>
    <message>
        <source>write: %1</source>
        <translation>写：%1</translation>
    </message>
    <message>
        <source>read: %1</source>
        <translation>读：%1</translation>
    </message>
    <message>
        <source>expired but still listed: %1</source>
        <translation>已结束但仍在：%1</translation>
    </message>
    <message>
        <source>or %1 (%2): %3</source>
        <translation>或 %1（%2）：%3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>its lock</source>
        <translation>其锁</translation>
    </message>
    <message>
        <source>its %1 locks</source>
        <translation>其 %1 把锁</translation>
    </message>
    <message>
        <source>alive; last renewal of %1 at %2</source>
        <translation>存活，%1最后续期于 %2</translation>
    </message>
    <message>
        <source>a renewal is late; the last renewal of %1 was at %2</source>
        <translation>续期迟到，%1最后续期于 %2</translation>
    </message>
    <message>
        <source>presumed dead or disconnected: no renewal of %1 since %2</source>
        <translation>推定已死或已断开：自 %2 起%1没有续期</translation>
    </message>
    <message>
        <source>A failover now would keep the lock.</source>
        <translation>现在故障转移会保住这把锁。</translation>
    </message>
    <message>
        <source>A failover now may lose the lock.</source>
        <translation>现在故障转移可能丢失这把锁。</translation>
    </message>
    <message>
        <source>Whether a failover now would keep the lock is not known.</source>
        <translation>不清楚现在故障转移是否会保住这把锁。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>has the lock</source>
        <translation>有这把锁</translation>
    </message>
    <message>
        <source>does not have the lock</source>
        <translation>没有这把锁</translation>
    </message>
    <message>
        <source>not reached from here</source>
        <translation>从这里无法连接</translation>
    </message>
    <message>
        <source>not connected to its primary</source>
        <translation>与其主节点断开</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation>落后 %1</translation>
    </message>
    <message>
        <source>never promoted (priority 0)</source>
        <translation>永不提升（优先级 0）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the primary until the failover</source>
        <translation>故障转移前的主节点</translation>
    </message>
    <message>
        <source>No replica is connected.</source>
        <translation>没有副本连接。</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>1 permit free</source>
        <translation>1 个许可空闲</translation>
    </message>
    <message>
        <source>not initialised: acquirers wait until its permits are set</source>
        <translation>未初始化：获取者会一直等待，直到设置许可数</translation>
    </message>
</context>
<context>
    <name>LockGroups</name>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>%1 contended</source>
        <translation>%1 争用</translation>
    </message>
    <message>
        <source>%1 held</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source> (%1)</source>
        <comment>number of locks</comment>
        <translation> （%1）</translation>
    </message>
    <message>
        <source>next %1</source>
        <translation>下一个 %1</translation>
    </message>
    <message>
        <source>%1 overdue</source>
        <translation>%1 逾期</translation>
    </message>
    <message>
        <source>Group %1, %2: %3 locks, %4 held, %5 contended, %6 overdue, %7 waiters</source>
        <translation>组 %1，%2：锁 %3，已持有 %4，争用 %5，逾期 %6，等待者 %7</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已收起</translation>
    </message>
    <message>
        <source>%1 with warnings</source>
        <translation>%1 个有警告</translation>
    </message>
    <message>
        <source>%1 critical, %2 with warnings</source>
        <translation>%1 个严重，%2 个有警告</translation>
    </message>
    <message>
        <source>%1 critical</source>
        <translation>%1 个严重</translation>
    </message>
    <message>
        <source>taken alone</source>
        <translation>单独获取</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 把</translation>
    </message>
    <message>
        <source> (%1 of %2)</source>
        <comment>number of locks</comment>
        <translation>（%1/%2）</translation>
    </message>
    <message>
        <source>multi-lock (a guess)</source>
        <translation>联锁（猜测）</translation>
    </message>
    <message>
        <source>Probably one multi-lock of %1, taken together and expiring together; %2.</source>
        <translation>可能是 %1 的一把联锁，一起获取并一起过期；%2。</translation>
    </message>
</context>
<context>
    <name>LockLink</name>
    <message>
        <source>This link cannot be read: its encoding is damaged.</source>
        <translation>无法读取此链接：其编码已损坏。</translation>
    </message>
    <message>
        <source>This link cannot be opened: it says &quot;%1&quot; twice.</source>
        <translation>无法打开此链接：“%1”出现了两次。</translation>
    </message>
    <message>
        <source>This link is too long to be a link to a lock.</source>
        <translation>此链接过长，不可能是指向锁的链接。</translation>
    </message>
    <message>
        <source>This link is of no known kind: a link to a lock begins with lockscope://lock?</source>
        <translation>无法识别此类链接：指向锁的链接以 lockscope://lock? 开头</translation>
    </message>
    <message>
        <source>This link names no lock.</source>
        <translation>此链接没有指明锁。</translation>
    </message>
    <message>
        <source>This link is not opened: its address contains a user or a password.</source>
        <translation>不打开此链接：其地址中含有用户名或密码。</translation>
    </message>
    <message>
        <source>This link cannot be opened: it must name either a profile (profile=) or a server (url=).</source>
        <translation>无法打开此链接：它必须指明一个配置（profile=）或一个服务器（url=），二者取一。</translation>
    </message>
</context>
<context>
    <name>LockName</name>
    <message>
        <source>(empty name)</source>
        <translation>（空名称）</translation>
    </message>
</context>
<context>
    <name>LockTable</name>
    <message>
        <source>not seen</source>
        <translation>看不到</translation>
    </message>
    <message>
        <source>stale %1</source>
        <translation>已过时 %1</translation>
    </message>
    <message>
        <source>%1 conn.</source>
        <translation>%1 连接</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Connections that wait for the release of this lock: %1</source>
        <translation>监听这把锁释放消息的连接：%1</translation>
    </message>
    <message>
        <source>Clients of this kind of lock poll, so the number of waiters is unknown</source>
        <translation>这种锁的客户端采用轮询：无法看到有多少等待者</translation>
    </message>
    <message>
        <source>The owner has stopped renewing its lease: it may be dead, disconnected or paused</source>
        <translation>所有者已停止续期：它可能已死、断开连接或暂停</translation>
    </message>
    <message>
        <source>Last known value, from before the connection was lost %1 ago: %2</source>
        <translation>最后看到于 %1 前连接断开之前：%2</translation>
    </message>
    <message>
        <source>When Lockscope first saw the hold; the hold may be older</source>
        <translation>本程序首次看到此持有的时间；实际可能更早</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Time to live</source>
        <translation>存活时间</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>看门狗</translation>
    </message>
    <message>
        <source>Observed since</source>
        <translation>首次看到</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>on one server only</source>
        <translation>只在一台服务器上</translation>
    </message>
    <message>
        <source>The verdict over all servers, for a lock kept on several of them</source>
        <translation>对保存在多台服务器上的锁，全部服务器合起来的结论</translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation>法定多数</translation>
    </message>
    <message>
        <source>Its server is connected without a profile</source>
        <translation>连接其服务器没有使用配置</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>%1 (%2), since %3</source>
        <translation>%1（%2），始于 %3</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判断</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>未发现</translation>
    </message>
    <message>
        <source>The worst problem of the lock, and how many more it has</source>
        <translation>此锁最严重的问题，以及另有多少个问题</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>The time until the lock expires. To choose rows that change their order, pause with Space.</source>
        <translation>距锁过期的时间。要选择顺序不断变化的行，请按空格暂停。</translation>
    </message>
    <message>
        <source>Whether the holder renews its lease. unknown: not seen for long enough; none: it does not; –: nobody holds the lock.</source>
        <translation>持有者是否续期。未知：观察时间还不够；无：不续期；–：无人持有该锁。</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>剩 %1 个</translation>
    </message>
    <message>
        <source>The next of its permits ends then; each has a time to live of its own</source>
        <translation>这是下一个到期的许可；每个许可都有自己的存活时间</translation>
    </message>
    <message>
        <source>not initialised</source>
        <translation>未初始化</translation>
    </message>
</context>
<context>
    <name>LockWords</name>
    <message>
        <source>unknown reason</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>%1 is held by another owner, for %2 more unless renewed; &apos;lockctl show&apos; shows the owner, --wait waits for the lock</source>
        <translation>%1 由他人持有，若不续期还有 %2；&apos;lockctl show&apos; 可显示持有者，--wait 可等待</translation>
    </message>
    <message>
        <source>%1 is held by another owner, without expiry; &apos;lockctl show&apos; shows the owner</source>
        <translation>%1 由他人持有，没有过期时间；&apos;lockctl show&apos; 可显示持有者</translation>
    </message>
    <message>
        <source>%1 cannot be acquired: %2; use --initial N to initialise it</source>
        <translation>无法获取 %1：%2；--initial N 可设定它</translation>
    </message>
    <message>
        <source>%1 is closed: %2; use --wait to wait until it opens</source>
        <translation>%1 已关闭：%2；--wait 可等待其打开</translation>
    </message>
    <message>
        <source>%1 is not available: %2; use --wait to wait for permits</source>
        <translation>无法获取 %1：%2；请用 --wait 等待许可</translation>
    </message>
    <message>
        <source>no majority for %1: %2 of %3 servers granted it, %4 are needed (%5)</source>
        <translation>%1 未达多数：%3 台服务器中有 %2 台授予，需要 %4 台（%5）</translation>
    </message>
    <message>
        <source>not enough servers granted it: %1 of %2</source>
        <translation>授予的服务器不足：%2 台中的 %1 台</translation>
    </message>
    <message>
        <source>another owner holds one of the locks</source>
        <translation>其中一把由他人持有</translation>
    </message>
    <message>
        <source>another owner holds it, for %1 more unless renewed</source>
        <translation>由他人持有，若不续期还有 %1</translation>
    </message>
    <message>
        <source>another owner holds it, without expiry</source>
        <translation>由他人持有，没有过期时间</translation>
    </message>
    <message>
        <source>the key %1 exists but is not a lock of this kind; it was not changed. &apos;lockctl show&apos; shows what it is</source>
        <translation>键 %1 存在，但不是这种锁；没有更改它。&apos;lockctl show&apos; 可显示它是什么</translation>
    </message>
    <message>
        <source>stopped waiting for %1; no keys are left behind</source>
        <translation>对 %1 的等待已结束；没有留下任何内容</translation>
    </message>
    <message>
        <source>%1 was released: %2</source>
        <translation>%1 已释放：%2</translation>
    </message>
    <message>
        <source>it is unknown whether %1 was acquired (%2); if it was, it expires after its lease</source>
        <translation>不确定是否获取了 %1（%2）；若已获取，租期结束后会过期</translation>
    </message>
    <message>
        <source>%1 is lost: its lease ended before it was released</source>
        <translation>%1 已丢失：租期在释放之前结束</translation>
    </message>
    <message>
        <source>%1 is lost: it was force-unlocked, deleted or flushed, or another owner holds it now</source>
        <translation>%1 已丢失：有人强制释放、删除或清空了它，或现属于其他所有者</translation>
    </message>
    <message>
        <source>%1 is lost: the limit of renewals was reached</source>
        <translation>%1 已丢失：已达到允许的续期次数</translation>
    </message>
    <message>
        <source>%1 is lost: servers restarted, and no majority has it any more</source>
        <translation>%1 已丢失：服务器曾重启，不再有多数持有它</translation>
    </message>
    <message>
        <source>%1 is lost: its lease ended while the server refused to renew it</source>
        <translation>%1 已丢失：服务器拒绝续期，租期已结束</translation>
    </message>
    <message>
        <source>its lease ended while the server refused to renew it</source>
        <translation>服务器拒绝续期，租期已结束</translation>
    </message>
    <message>
        <source>%1 was no longer held at its release</source>
        <translation>要释放 %1 时已不再持有它</translation>
    </message>
    <message>
        <source>%1 is no longer a lock of this kind</source>
        <translation>%1 已不是这种锁</translation>
    </message>
    <message>
        <source>%1 could not be released and will expire with its lease (%2)</source>
        <translation>无法释放 %1，留待租期结束（%2）</translation>
    </message>
    <message>
        <source>the key exists but is not a lock of this kind</source>
        <translation>键存在，但不是这种锁</translation>
    </message>
    <message>
        <source>the wait was stopped; no keys are left behind</source>
        <translation>等待已结束；没有留下任何内容</translation>
    </message>
    <message>
        <source>it is unknown whether it was acquired (%1)</source>
        <translation>不确定是否已获取（%1）</translation>
    </message>
    <message>
        <source>the lease ended before it was renewed</source>
        <translation>租期在续期之前结束</translation>
    </message>
    <message>
        <source>it was force-unlocked, deleted or flushed, or another owner holds it now</source>
        <translation>有人强制释放、删除或清空了它，或现属于其他所有者</translation>
    </message>
    <message>
        <source>the limit of renewals was reached</source>
        <translation>已达到允许的续期次数</translation>
    </message>
    <message>
        <source>servers restarted, and no majority has it any more</source>
        <translation>服务器曾重启，不再有多数持有它</translation>
    </message>
    <message>
        <source>it was no longer held at its release</source>
        <translation>要释放时已不再持有</translation>
    </message>
    <message>
        <source>it is no longer a lock of this kind</source>
        <translation>它已不是这种锁</translation>
    </message>
    <message>
        <source>it will expire with its lease (%1)</source>
        <translation>留待租期结束（%1）</translation>
    </message>
    <message>
        <source>granted</source>
        <translation>已授予</translation>
    </message>
    <message>
        <source>held by another owner</source>
        <translation>由他人持有</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>no reply in time</source>
        <translation>没有及时应答</translation>
    </message>
    <message>
        <source>reply not awaited</source>
        <translation>未等待其应答</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>it was no longer held when it was to be extended</source>
        <translation>要延长时已不再持有</translation>
    </message>
    <message>
        <source>it was not extended (%1)</source>
        <translation>它没有延长（%1）</translation>
    </message>
    <message>
        <source>it is unknown whether it was extended (%1)</source>
        <translation>不确定现在是否已延长（%1）</translation>
    </message>
    <message>
        <source>%1 is lost: its server has changed or was restarted, and does not have it</source>
        <translation>%1 已丢失：它的服务器已更换或重启过，上面没有这把锁</translation>
    </message>
    <message>
        <source>the server of %1 has changed or was restarted: reading whether it is still held</source>
        <translation>%1 的服务器已更换或重启过：正在读取是否仍然持有</translation>
    </message>
    <message>
        <source>%1 is still held</source>
        <translation>%1 仍然持有</translation>
    </message>
    <message>
        <source>its server has changed or was restarted, and does not have it</source>
        <translation>它的服务器已更换或重启过，上面没有这把锁</translation>
    </message>
    <message>
        <source>nobody holds %1, but it is the turn of the first in its queue, for %2 more; &apos;lockctl queue&apos; shows whether that one still waits</source>
        <translation>没有人持有 %1，但还有 %2 轮到队列中的第一个；“lockctl queue”可显示它是否仍在等待</translation>
    </message>
    <message>
        <source>nobody holds %1, but it is the turn of the first in its queue, without a deadline; &apos;lockctl queue&apos; shows it</source>
        <translation>没有人持有 %1，但轮到队列中的第一个，且没有期限；“lockctl queue”可显示它</translation>
    </message>
    <message>
        <source>it is free, but the turn of the first in its queue, for %1 more</source>
        <translation>它空闲，但还有 %1 轮到队列中的第一个</translation>
    </message>
    <message>
        <source>it is free, but the turn of the first in its queue</source>
        <translation>它空闲，但轮到队列中的第一个</translation>
    </message>
    <message>
        <source>free, but the turn of another waiter</source>
        <translation>空闲，但轮到另一个等待者</translation>
    </message>
    <message>
        <source>%1 was not obtained within %2: %3</source>
        <translation>%1 在 %2 内未能获取：%3</translation>
    </message>
    <message>
        <source>%1 was not obtained within %2: %3; &apos;lockctl queue&apos; shows whether that one still waits</source>
        <translation>%1 在 %2 内未能获取：%3；&apos;lockctl queue&apos; 可显示其是否仍在等待</translation>
    </message>
    <message>
        <source>%1 was not obtained within %2: %3; &apos;lockctl show&apos; shows the owner</source>
        <translation>%1 在 %2 内未能获取：%3；&apos;lockctl show&apos; 可显示持有者</translation>
    </message>
    <message>
        <source>it is unknown whether %1 was acquired (%2); permits do not expire: if it was, %3 gives them back</source>
        <translation>不确定是否获取了 %1（%2）；许可不会过期：若已获取，可用 %3 归还</translation>
    </message>
    <message>
        <source>the server of %1 has changed or was restarted: nothing tells whether it still counts what was taken, so it will not be given back</source>
        <translation>%1 的服务器已更换或重启过：无从得知它是否仍计入已取走的许可，因此不会归还</translation>
    </message>
    <message>
        <source>%1 could not be released (%2); permits do not expire: if they are still taken, %3 gives them back</source>
        <translation>无法释放 %1（%2）；许可不会过期：若仍被占用，可用 %3 归还</translation>
    </message>
    <message>
        <source>its permits may still be taken, and do not expire (%1)</source>
        <translation>它的许可可能仍被占用，且不会过期（%1）</translation>
    </message>
    <message>
        <source>%1 is lost: its lease ended while the server did not answer to its renewal</source>
        <translation>%1 已丢失：服务器没有应答续期，其租约已到期</translation>
    </message>
    <message>
        <source>%1 is lost: its lease ended while no majority of its servers renewed it</source>
        <translation>%1 已丢失：没有多数服务器为它续期，其租约已到期</translation>
    </message>
    <message>
        <source>no renewal by %1</source>
        <translation>%1 没有续期</translation>
    </message>
    <message>
        <source>the server refuses it</source>
        <translation>服务器拒绝续期</translation>
    </message>
    <message>
        <source>the server does not answer</source>
        <translation>服务器没有应答</translation>
    </message>
    <message>
        <source>%1 cannot be renewed (%2): it is lost in %3 unless a renewal succeeds until then</source>
        <translation>%1 无法续期（%2）：除非在此之前续期成功，否则将在 %3 后丢失</translation>
    </message>
    <message>
        <source>its lease ended while the server did not answer to its renewal</source>
        <translation>服务器没有应答续期，其租约已到期</translation>
    </message>
    <message>
        <source>its lease ended while no majority of its servers renewed it</source>
        <translation>没有多数服务器为它续期，其租约已到期</translation>
    </message>
    <message>
        <source>refused, %1; use a profile that can write, or turn off its read-only setting</source>
        <translation>已拒绝，%1；请使用可写的配置，或关闭其只读设置</translation>
    </message>
    <message>
        <source>it is not released yet; it is released as soon as the server accepts it, or ends with its lease (%1)</source>
        <translation>尚未释放；服务器一旦接受就会释放，否则随租约到期而结束（%1）</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>1 lock</source>
        <translation>1 把锁</translation>
    </message>
    <message>
        <source>%1 locks</source>
        <translation>%1 把锁</translation>
    </message>
    <message>
        <source>1 server</source>
        <translation>1 台服务器</translation>
    </message>
    <message>
        <source>%1 servers</source>
        <translation>%1 台服务器</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Act now</source>
        <translation>立即处理</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>请查看</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>已持续 %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Cannot see</source>
        <translation>看不到</translation>
    </message>
    <message>
        <source>%1 of %2 servers</source>
        <translation>%2 台服务器中的 %1 台</translation>
    </message>
    <message>
        <source>its locks are shown as they were last seen</source>
        <translation>其中的锁按最后看到的样子显示</translation>
    </message>
    <message>
        <source>under 1 ms</source>
        <translation>不到 1 毫秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>no news for %1</source>
        <translation>%1 没有消息</translation>
    </message>
    <message>
        <source>seen now</source>
        <translation>刚刚看到</translation>
    </message>
    <message>
        <source>seen %1 ago</source>
        <translation>%1 前看到</translation>
    </message>
    <message>
        <source>gone for %1</source>
        <translation>已失联 %1</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Looking for locks</source>
        <translation>正在查找锁</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>至今 %1</translation>
    </message>
    <message>
        <source>All is well</source>
        <translation>一切正常</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>muted problems: %1</source>
        <translation>已静音的问题：%1</translation>
    </message>
    <message>
        <source>held</source>
        <translation>被持有</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Locks that somebody holds.</source>
        <translation>有人持有的锁。</translation>
    </message>
    <message>
        <source>waited for</source>
        <translation>有人等待</translation>
    </message>
    <message>
        <source>nobody waits</source>
        <translation>无人等待</translation>
    </message>
    <message>
        <source>Locks that are held and that somebody waits for.</source>
        <translation>被持有且有人等待的锁。</translation>
    </message>
    <message>
        <source>owners waiting</source>
        <translation>等待的所有者</translation>
    </message>
    <message>
        <source>and %1 connections</source>
        <translation>另有 %1 个连接</translation>
    </message>
    <message>
        <source>renewals overdue</source>
        <translation>续期逾期</translation>
    </message>
    <message>
        <source>Locks whose holder has stopped renewing.</source>
        <translation>持有者已停止续期的锁。</translation>
    </message>
    <message>
        <source>expired while held</source>
        <translation>持有期间过期</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>today, last at %1</source>
        <translation>今天，最近在 %1</translation>
    </message>
    <message>
        <source>acquisitions / s</source>
        <translation>获取次数 / 秒</translation>
    </message>
    <message>
        <source>How often locks are acquired in a second.</source>
        <translation>每秒获取锁的次数。</translation>
    </message>
    <message>
        <source>changes / s</source>
        <translation>变化次数 / 秒</translation>
    </message>
    <message>
        <source>How much happens to locks in a second, renewals included.</source>
        <translation>锁每秒发生的变化，包括续期。</translation>
    </message>
    <message>
        <source>1 waits</source>
        <translation>1 个等待者</translation>
    </message>
    <message>
        <source>%1 wait</source>
        <translation>%1 个等待者</translation>
    </message>
    <message>
        <source>1 connection</source>
        <translation>1 个连接</translation>
    </message>
    <message>
        <source>%1 connections</source>
        <translation>%1 个连接</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Servers that look like a group</source>
        <translation>看似一组的服务器</translation>
    </message>
    <message>
        <source>no locks</source>
        <translation>没有锁</translation>
    </message>
    <message>
        <source>The last hour: incidents %1, outages %2, gaps %3, actions %4</source>
        <translation>最近一小时：事件 %1，失联 %2，中断 %3，操作 %4</translation>
    </message>
    <message>
        <source>clock +%1</source>
        <translation>时钟 +%1</translation>
    </message>
    <message>
        <source>clock -%1</source>
        <translation>时钟 -%1</translation>
    </message>
    <message>
        <source>1 restart or failover today</source>
        <translation>今天重启或故障转移 1 次</translation>
    </message>
    <message>
        <source>%1 restarts or failovers today</source>
        <translation>今天重启或故障转移 %1 次</translation>
    </message>
    <message>
        <source>gaps in the last hour: %1</source>
        <translation>最近一小时中断：%1 次</translation>
    </message>
    <message>
        <source>no gap since %1</source>
        <translation>自 %1 起没有中断</translation>
    </message>
    <message>
        <source>no gap in the last hour</source>
        <translation>最近一小时没有中断</translation>
    </message>
    <message>
        <source>Nobody waits too long, no renewal is overdue</source>
        <translation>没有人等待过久，没有逾期的续期</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>最久 %1</translation>
    </message>
    <message>
        <source>Owners in the queues of locks and the longest wait, and connections that wait where a lock has no queue.</source>
        <translation>锁队列中的所有者及其最长的等待，以及在没有队列的锁上等待的连接。</translation>
    </message>
    <message>
        <source>Holds that expired today before their owner released them.</source>
        <translation>今天在所有者释放之前过期的持有。</translation>
    </message>
    <message>
        <source>Yesterday at this time: %1.</source>
        <translation>昨天此时：%1。</translation>
    </message>
    <message>
        <source>its locks are not known</source>
        <translation>其中的锁未知</translation>
    </message>
    <message>
        <source>not seen yet, so their locks are not known</source>
        <translation>尚未看到，因此其中的锁未知</translation>
    </message>
    <message>
        <source>the locks of %1 are shown as they were last seen</source>
        <translation>%1 的锁按最后看到的样子显示</translation>
    </message>
    <message>
        <source>their locks are shown as they were last seen</source>
        <translation>其中的锁按最后看到的样子显示</translation>
    </message>
    <message>
        <source>not seen yet</source>
        <translation>尚未看到</translation>
    </message>
    <message>
        <source>As last seen: no server is in sight.</source>
        <translation>这是最后一次看到的数值：目前没有服务器在视野中。</translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>dead reader</source>
        <translation>已死的读者</translation>
    </message>
    <message>
        <source>presumed dead</source>
        <translation>推定已死</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 (next)</source>
        <translation>%1（下一个）</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>too far in the future</source>
        <translation>太过遥远</translation>
    </message>
    <message>
        <source>no deadline</source>
        <translation>无截止时间</translation>
    </message>
    <message>
        <source>passed %1 ago</source>
        <translation>已过 %1</translation>
    </message>
    <message>
        <source>Its time to live is over, but its entry still exists</source>
        <translation>它的存活时间已到，但条目仍在</translation>
    </message>
    <message>
        <source>Presumed dead: two renewals are missing</source>
        <translation>推定已死：缺少两次续期</translation>
    </message>
    <message>
        <source>%1, as far as Lockscope has seen it</source>
        <translation>%1，以 Lockscope 所见为准</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Deadline in</source>
        <translation>距截止时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>QuorumWords</name>
    <message>
        <source>%1 of %2 servers</source>
        <translation>%2 台服务器中的 %1 台</translation>
    </message>
    <message>
        <source>several owners</source>
        <translation>多个所有者</translation>
    </message>
    <message>
        <source>%1 and the same thread of other clients (inferred)</source>
        <translation>%1 及其他客户端的同一线程（推断）</translation>
    </message>
    <message>
        <source>without expiry</source>
        <translation>没有过期时间</translation>
    </message>
    <message>
        <source>validity no longer certain</source>
        <translation>不再确定有效</translation>
    </message>
    <message>
        <source>valid for only %1</source>
        <translation>有效期仅剩 %1</translation>
    </message>
    <message>
        <source>valid for %1</source>
        <translation>有效期还有 %1</translation>
    </message>
    <message>
        <source>held on %1 by %2, %3</source>
        <translation>由 %2 持有于 %1，%3</translation>
    </message>
    <message>
        <source>; no spare server</source>
        <translation>；没有多余的服务器</translation>
    </message>
    <message>
        <source>seen on %1, held by %2; a majority of %3 cannot be determined, because %4 could not be read</source>
        <translation>在 %1 上看到由 %2 持有；由于无法读取 %4，是否达到 %3 台的多数未知</translation>
    </message>
    <message>
        <source>keys of another type are on %1: no owner can get a majority until they are removed</source>
        <translation>%1 上有其他类型的键：在其消失之前任何人都无法达到多数</translation>
    </message>
    <message>
        <source>keys of another type are on %1, and one owner&apos;s keys are on %2: no owner can get a majority of %3</source>
        <translation>%1 上有其他类型的键，%2 上有某个所有者的键：任何所有者都无法达到 %3 台的多数</translation>
    </message>
    <message>
        <source>not held</source>
        <translation>没有人持有它</translation>
    </message>
    <message>
        <source>; %1 could not be read</source>
        <translation>；无法读取 %1</translation>
    </message>
    <message>
        <source>; keys of another type are on %1</source>
        <translation>；%1 上有其他类型的键</translation>
    </message>
    <message>
        <source>a hash, like the locks of Redisson</source>
        <translation>哈希，如 Redisson 的锁</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>its clock is %1 behind the others: when it is corrected, the key expires %1 earlier</source>
        <translation>其时钟比其他服务器慢 %1：校正后键会提前 %1 过期</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>at risk</source>
        <translation>有风险</translation>
    </message>
    <message>
        <source>split</source>
        <translation>分裂</translation>
    </message>
    <message>
        <source>residue</source>
        <translation>残留</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>unknown: %1 could not be read</source>
        <translation>未知：无法读取 %1</translation>
    </message>
    <message>
        <source>at risk: %1</source>
        <translation>有风险：%1</translation>
    </message>
    <message>
        <source>split: %1 owners, and none has the %2 needed</source>
        <translation>分裂：%1 个所有者，都没有达到所需的 %2</translation>
    </message>
    <message>
        <source>residue: %1 has it on %2 only, but %3 are needed: nobody holds the lock, and the residue expires</source>
        <translation>残留：%1 只在 %2 上持有，而需要 %3 台：没有人持有这把锁，残留会自行过期</translation>
    </message>
    <message>
        <source>blocked: %1</source>
        <translation>阻塞：%1</translation>
    </message>
    <message>
        <source>free: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>other type</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>no vote</source>
        <translation>无票</translation>
    </message>
    <message>
        <source>another owner</source>
        <translation>其他所有者</translation>
    </message>
    <message>
        <source>another type of key: %1</source>
        <translation>其他类型的键：%1</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>没有键</translation>
    </message>
    <message>
        <source>one of several owners</source>
        <translation>多个所有者之一</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>not a Redlock: it is on one server, and this kind is not kept on several</source>
        <translation>不是红锁：只在一台服务器上，且这种锁不会保存在多台服务器上</translation>
    </message>
</context>
<context>
    <name>RecordMenu</name>
    <message>
        <source>The window for the record could not be started.</source>
        <translation>无法启动显示记录的窗口。</translation>
    </message>
    <message>
        <source>Nothing was recorded on this machine yet</source>
        <translation>本机尚无记录</translation>
    </message>
    <message>
        <source>&amp;Incident file…</source>
        <translation>事件文件(&amp;I)…</translation>
    </message>
    <message>
        <source>Open an incident file</source>
        <translation>打开事件文件</translation>
    </message>
    <message>
        <source>Incidents of Lockscope (*.lockscope);;All files (*)</source>
        <translation>Lockscope 事件 (*.lockscope);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>Seat</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>SentinelRules</name>
    <message>
        <source>Fail over</source>
        <translation>故障转移</translation>
    </message>
    <message>
        <source>Watch a primary</source>
        <translation>监视主节点</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Reset the Sentinels</source>
        <translation>重置哨兵</translation>
    </message>
    <message>
        <source>no server is selected</source>
        <translation>没有选择服务器</translation>
    </message>
    <message>
        <source>it was not connected by the addresses of its Sentinels</source>
        <translation>它不是以哨兵的地址连接的</translation>
    </message>
</context>
<context>
    <name>SentinelWords</name>
    <message>
        <source>up</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>已同步</translation>
    </message>
    <message>
        <source>%1 bytes behind</source>
        <translation>落后 %1 字节</translation>
    </message>
    <message>
        <source>priority 0: never promoted</source>
        <translation>优先级 0：永不提升</translation>
    </message>
    <message>
        <source>priority %1</source>
        <translation>优先级 %1</translation>
    </message>
    <message>
        <source>Fail over</source>
        <translation>故障转移</translation>
    </message>
    <message>
        <source>Watch %1 with a quorum of %2</source>
        <translation>监视 %1，法定票数为 %2</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Reset the Sentinels, one after the other</source>
        <translation>逐个重置哨兵</translation>
    </message>
    <message>
        <source>%1, up</source>
        <translation>%1，在线</translation>
    </message>
    <message>
        <source>%1, does not answer</source>
        <translation>%1，没有应答</translation>
    </message>
    <message>
        <source>all replicas have it</source>
        <translation>所有副本都有</translation>
    </message>
    <message>
        <source>may be lost</source>
        <translation>可能丢失</translation>
    </message>
    <message>
        <source>not known whether replicas have it</source>
        <translation>不知道副本是否有</translation>
    </message>
    <message>
        <source>: %1</source>
        <translation>：%1</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>no change was made, because it has changed in the meantime</source>
        <translation>没有做任何更改，因为它在此期间已发生变化</translation>
    </message>
    <message>
        <source>no change was made</source>
        <translation>没有做任何更改</translation>
    </message>
    <message>
        <source>refused, %1; use a profile that can write, or turn off its read-only setting</source>
        <translation>已拒绝，%1；请使用可写的配置，或关闭其只读设置</translation>
    </message>
    <message>
        <source>not complete</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>the outcome is unknown; check the Sentinel</source>
        <translation>结果未知；请检查该哨兵</translation>
    </message>
    <message>
        <source>not asked, %1</source>
        <translation>未操作，%1</translation>
    </message>
    <message>
        <source>%1 is the primary after %2 s</source>
        <translation>%2 秒后主节点为 %1</translation>
    </message>
</context>
<context>
    <name>ServerFacts</name>
    <message>
        <source>not reported</source>
        <translation>未告知</translation>
    </message>
    <message>
        <source>looking for locks: %1</source>
        <translation>正在查找锁：%1</translation>
    </message>
    <message>
        <source>verifying events: %1</source>
        <translation>正在核对事件所述：%1</translation>
    </message>
    <message>
        <source>stopped after %1: locks may be missing</source>
        <translation>在 %1 后停止：可能缺少一些锁</translation>
    </message>
    <message>
        <source>not complete yet</source>
        <translation>尚未完成</translation>
    </message>
    <message>
        <source>complete: %1</source>
        <translation>完成：%1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Data shown</source>
        <translation>所显示的内容</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>Watched by</source>
        <translation>监视方式</translation>
    </message>
    <message>
        <source>Reason for this mode</source>
        <translation>采用此方式的原因</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Clock difference</source>
        <translation>时钟与本机相差</translation>
    </message>
    <message>
        <source>%1 ± %2 ms</source>
        <translation>%1 ± %2 毫秒</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Hidden guesses</source>
        <translation>未显示的猜测</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Changes found late</source>
        <translation>较晚发现的变化</translation>
    </message>
    <message>
        <source>Changed keys not read</source>
        <translation>未查看的变化的键</translation>
    </message>
    <message>
        <source>Changes read together</source>
        <translation>一起读取的变化</translation>
    </message>
    <message>
        <source>Reads refused</source>
        <translation>被拒绝的读取</translation>
    </message>
    <message>
        <source>Not permitted</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>and more than can be listed</source>
        <translation>以及其他，数量太多无法保留</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>疑问</translation>
    </message>
    <message>
        <source>Former primary</source>
        <translation>原主节点</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>The settings file %1 cannot be read. It is not changed, and this session&apos;s settings are not saved.</source>
        <translation>无法读取设置文件 %1。该文件不会被更改，本次运行的设置也不会保存。</translation>
    </message>
    <message>
        <source>The settings file %1 cannot be written. This session&apos;s settings are not saved.</source>
        <translation>设置文件 %1 无法写入。本次会话的设置不会保存。</translation>
    </message>
</context>
<context>
    <name>TimelineTexts</name>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>not held</source>
        <translation>没有人持有它</translation>
    </message>
    <message>
        <source>holds: %1</source>
        <translation>看到的持有：%1</translation>
    </message>
    <message>
        <source>%1 holds, the last one:</source>
        <translation>%1 次持有，其中最后一次：</translation>
    </message>
    <message>
        <source>your actions: %1</source>
        <translation>您的操作：%1</translation>
    </message>
    <message>
        <source>lost connections: %1</source>
        <translation>断开的连接：%1</translation>
    </message>
    <message>
        <source>gaps: %1</source>
        <translation>中断：%1</translation>
    </message>
    <message>
        <source>nothing was recorded before %1</source>
        <translation>%1 之前没有记录</translation>
    </message>
</context>
<context>
    <name>TlsWords</name>
    <message>
        <source>renew the certificate on the server</source>
        <translation>请在服务器上更新证书</translation>
    </message>
    <message>
        <source>check the clocks of the server and of this computer</source>
        <translation>请检查服务器和本机的时钟</translation>
    </message>
    <message>
        <source>use a name that the certificate has, or give it as the TLS server name</source>
        <translation>请使用证书中的名称，或将其作为 TLS 服务器名称给出</translation>
    </message>
    <message>
        <source>compare the fingerprint with the one on the server, and pin it if they are the same</source>
        <translation>请与服务器上的指纹比对，一致时将其固定</translation>
    </message>
    <message>
        <source>give the certificate of its authority as the CA file</source>
        <translation>请将其签发机构的证书作为 CA 文件给出</translation>
    </message>
    <message>
        <source>correct the certificate on the server</source>
        <translation>请更正服务器上的证书</translation>
    </message>
    <message>
        <source>do not connect before you know why the certificate changed: somebody may be in between; if the change is right, pin the new one</source>
        <translation>在弄清证书为何改变之前不要连接：中间可能有人；如果改变是对的，请固定新的证书</translation>
    </message>
    <message>
        <source>use redis:// if the server does not use TLS</source>
        <translation>如果服务器不使用 TLS，请用 redis://</translation>
    </message>
    <message>
        <source>give a client certificate and its key</source>
        <translation>请给出客户端证书及其私钥</translation>
    </message>
    <message>
        <source>give a client certificate whose authority the server trusts</source>
        <translation>请给出由服务器信任的机构签发的客户端证书</translation>
    </message>
    <message>
        <source>enable TLS 1.2 or 1.3 on the server</source>
        <translation>请在服务器上启用 TLS 1.2 或 1.3</translation>
    </message>
    <message>
        <source>correct the file or the settings for TLS</source>
        <translation>请更正该文件或 TLS 设置</translation>
    </message>
    <message>
        <source>certificate expired</source>
        <translation>证书已过期</translation>
    </message>
    <message>
        <source>certificate not yet valid</source>
        <translation>证书尚未生效</translation>
    </message>
    <message>
        <source>certificate of another host</source>
        <translation>其他主机的证书</translation>
    </message>
    <message>
        <source>self-signed certificate</source>
        <translation>自签名证书</translation>
    </message>
    <message>
        <source>certificate not trusted</source>
        <translation>证书不受信任</translation>
    </message>
    <message>
        <source>another certificate than pinned</source>
        <translation>证书与固定的不同</translation>
    </message>
    <message>
        <source>no TLS there</source>
        <translation>对方不使用 TLS</translation>
    </message>
    <message>
        <source>TLS failed</source>
        <translation>TLS 失败</translation>
    </message>
    <message>
        <source>client certificate wanted</source>
        <translation>要求客户端证书</translation>
    </message>
    <message>
        <source>client certificate refused</source>
        <translation>客户端证书被拒</translation>
    </message>
    <message>
        <source>TLS too old</source>
        <translation>TLS 版本过旧</translation>
    </message>
    <message>
        <source>file for TLS unusable</source>
        <translation>TLS 文件无法使用</translation>
    </message>
    <message>
        <source>check the settings for TLS on both sides</source>
        <translation>请检查双方的 TLS 设置</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ViewList</name>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Workbench</source>
        <translation>工作台</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Blocking</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation>法定多数</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>事故</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Estate</source>
        <translation>服务器树</translation>
    </message>
</context>
<context>
    <name>Votes</name>
    <message>
        <source>it is unknown whether the server restarted</source>
        <translation>是否曾重启未知</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>WaiterWords</name>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>since before %1</source>
        <translation>自 %1 之前起</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>from before %1</source>
        <translation>自 %1 之前</translation>
    </message>
    <message>
        <source>waiters unknown</source>
        <translation>等待者未知</translation>
    </message>
    <message>
        <source>nobody waiting</source>
        <translation>没有等待者</translation>
    </message>
    <message>
        <source>waiting connections: %1</source>
        <translation>等待的连接：%1</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>等待者：%1</translation>
    </message>
    <message>
        <source>%1, somebody %2</source>
        <translation>%1，%2一直有等待者</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>至 %1</translation>
    </message>
    <message>
        <source>to %1 or later</source>
        <translation>至 %1 或更晚</translation>
    </message>
    <message>
        <source>%1, somebody %2 %3</source>
        <translation>%1，%2%3一直有等待者</translation>
    </message>
    <message>
        <source>waiting connections: up to %1</source>
        <translation>等待的连接：最多 %1</translation>
    </message>
    <message>
        <source>up to %1 waiting</source>
        <translation>等待者：最多 %1</translation>
    </message>
    <message>
        <source>%1, as far as known</source>
        <translation>%1（就所知而言）</translation>
    </message>
</context>
<context>
    <name>WindowTitle</name>
    <message>
        <source>Record of %1</source>
        <translation>%1 的记录</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>%1 and %2 more - Lockscope</source>
        <translation>%1 及另外 %2 个 - Lockscope</translation>
    </message>
    <message>
        <source>%1 - Lockscope</source>
        <translation>%1 - Lockscope</translation>
    </message>
    <message>
        <source>(%1) %2</source>
        <translation>(%1) %2</translation>
    </message>
    <message>
        <source>%1 (paused)</source>
        <translation>%1（已暂停）</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>不过期</translation>
    </message>
    <message>
        <source>expired?</source>
        <translation>已过期？</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>up</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>down</source>
        <translation>下线</translation>
    </message>
    <message>
        <source>not watching</source>
        <translation>未监视</translation>
    </message>
    <message>
        <source>tracking</source>
        <translation>客户端跟踪</translation>
    </message>
    <message>
        <source>tracking all keys</source>
        <translation>全键客户端跟踪</translation>
    </message>
    <message>
        <source>keyspace notifications</source>
        <translation>键空间通知</translation>
    </message>
    <message>
        <source>wake-ups and polling</source>
        <translation>唤醒消息与轮询</translation>
    </message>
    <message>
        <source>polling</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>%1 个键</translation>
    </message>
    <message>
        <source>%1 of %2 keys</source>
        <translation>%1/%2 个键</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>预发布</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>name given by an operator</source>
        <translation>操作员给出的名称</translation>
    </message>
    <message>
        <source>%1 name from a file</source>
        <translation>%1 来自文件的名称</translation>
    </message>
    <message>
        <source>%1 name learned from CLIENT LIST (a guess)</source>
        <translation>%1 从 CLIENT LIST 得知的名称，是猜测</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>死亡</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>幽灵</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>deadline unknown</source>
        <translation>截止时间未知</translation>
    </message>
    <message>
        <source>no deadline</source>
        <translation>没有截止时间</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Alive: it listens to its own channel and is the next to wake.</source>
        <translation>存活：它在监听自己的频道，并且是下一个被唤醒的。</translation>
    </message>
    <message>
        <source>Alive: it listens to its own channel.</source>
        <translation>存活：它在监听自己的频道。</translation>
    </message>
    <message>
        <source>Dead: past its deadline. The next unlock removes it from the queue.</source>
        <translation>死亡：已过截止时间。下一次解锁会把它移出队列。</translation>
    </message>
    <message>
        <source>Ghost: no client listens to its channel. A wake-up for it is lost, and the waiters behind it wait until its deadline.</source>
        <translation>幽灵：没有人监听它的频道。发给它的唤醒消息会丢失，它后面的等待者要等到它的截止时间。</translation>
    </message>
    <message>
        <source>The next to wake. Lockscope has not checked whether it still listens.</source>
        <translation>下一个被唤醒。尚未检查它是否仍在监听。</translation>
    </message>
    <message>
        <source>Lockscope has not checked whether it still listens.</source>
        <translation>尚未检查它是否仍在监听。</translation>
    </message>
    <message>
        <source>deadline too far in the future</source>
        <translation>截止时间过于遥远</translation>
    </message>
    <message>
        <source>nobody waits</source>
        <translation>无人等待</translation>
    </message>
    <message>
        <source>%1 waiting, all alive</source>
        <translation>%1 个等待，全部存活</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>%1 个存活</translation>
    </message>
    <message>
        <source>%1 dead</source>
        <translation>%1 个死亡</translation>
    </message>
    <message>
        <source>%1 ghost</source>
        <translation>%1 个幽灵</translation>
    </message>
    <message>
        <source>%1 ghosts</source>
        <translation>%1 个幽灵</translation>
    </message>
    <message>
        <source>%1 not checked</source>
        <translation>%1 个未检查</translation>
    </message>
    <message>
        <source>%1 not shown</source>
        <translation>%1 个未显示</translation>
    </message>
    <message>
        <source>%1 waiting: %2</source>
        <translation>%1 个等待：%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Whether anybody waits is unknown.</source>
        <translation>不知道是否有人等待。</translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>无人等待。</translation>
    </message>
    <message>
        <source>1 connection waits; the server does not tell who.</source>
        <translation>1 个连接在等待；服务器没有说明是谁。</translation>
    </message>
    <message>
        <source>%1 connections wait; the server does not tell who.</source>
        <translation>%1 个连接在等待；服务器没有说明是谁。</translation>
    </message>
    <message>
        <source>words made from the client&apos;s id</source>
        <translation>由客户端标识生成的词</translation>
    </message>
    <message>
        <source>Sentinel</source>
        <translation>哨兵</translation>
    </message>
    <message>
        <source>not connected to its primary</source>
        <translation>与其主节点断开</translation>
    </message>
    <message>
        <source>no reply</source>
        <translation>无回复</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>已同步</translation>
    </message>
    <message>
        <source>1 byte behind</source>
        <translation>落后 1 字节</translation>
    </message>
    <message>
        <source>%1 bytes behind</source>
        <translation>落后 %1 字节</translation>
    </message>
    <message>
        <source>follows %1</source>
        <translation>跟随 %1</translation>
    </message>
    <message>
        <source>no client connection</source>
        <translation>没有客户端连接</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>and others</source>
        <translation>以及其他</translation>
    </message>
    <message>
        <source>1 client connection</source>
        <translation>1 个客户端连接</translation>
    </message>
    <message>
        <source>%1 client connections</source>
        <translation>%1 个客户端连接</translation>
    </message>
    <message>
        <source>Nobody waited when last seen.</source>
        <translation>最后一次看到时没有人等待。</translation>
    </message>
    <message>
        <source>Connections that waited when last seen: %1</source>
        <translation>最后一次看到时等待的连接：%1</translation>
    </message>
    <message>
        <source>%1 waiting: %2; the next one is a ghost and holds up all others</source>
        <translation>%1 个等待：%2；下一个是幽灵，挡住了其他所有人</translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>releasing</source>
        <translation>释放中</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>renewing</source>
        <translation>续期中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting, for %1 more</source>
        <translation>等待中，还有 %1</translation>
    </message>
    <message>
        <source>Acquiring</source>
        <translation>正在获取</translation>
    </message>
    <message>
        <source>Releasing</source>
        <translation>正在释放</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>Not held</source>
        <translation>未持有</translation>
    </message>
    <message>
        <source>Held, but the last request failed: %1</source>
        <translation>已持有，但上次请求失败：%1</translation>
    </message>
    <message>
        <source>Held until released; no expiry</source>
        <translation>持有到释放为止，没有过期时间</translation>
    </message>
    <message>
        <source>Its lease has ended: another owner may hold it now</source>
        <translation>租期已结束：可能已属于他人</translation>
    </message>
    <message>
        <source>Certainly held for %1 more</source>
        <translation>确定还持有 %1</translation>
    </message>
    <message>
        <source>, unless renewed</source>
        <translation>，除非续期</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Until it stops waiting</source>
        <translation>到放弃等待为止</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>看门狗</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>%1, at most once</source>
        <translation>%1，最多一次</translation>
    </message>
    <message>
        <source>%1, at most %2 times</source>
        <translation>%1，最多 %2 次</translation>
    </message>
    <message>
        <source>paused; otherwise %1</source>
        <translation>已暂停；否则%1</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>Uncertain: another server keeps the lock now, after a failover or a restart. Whether it has this hold is not known until it is read or renewed there</source>
        <translation>不确定：故障转移或重启之后，锁现在由另一台服务器保存。在那里读取或续期之前，不知道它是否有此持有</translation>
    </message>
    <message>
        <source>Uncertain: another server keeps the semaphore now, after a failover or a restart, and nothing tells whether it still counts these permits. They will not be given back</source>
        <translation>不确定：故障转移或重启之后，信号量现在由另一台服务器保存，无从得知它是否仍计入这些许可。不会归还这些许可</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>逾期</translation>
    </message>
    <message>
        <source>Not renewed (%1): lost in %2 unless a renewal succeeds until then</source>
        <translation>未能续期（%1）：除非在此之前续期成功，否则将在 %2 后丢失</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
</context>
<context>
    <name>lockscope::console::ActionRunner</name>
    <message>
        <source>the server is no longer connected</source>
        <translation>服务器已不再连接</translation>
    </message>
    <message>
        <source>acting is locked</source>
        <translation>操作已锁定</translation>
    </message>
</context>
<context>
    <name>lockscope::console::Application</name>
    <message>
        <source>The sandbox: %1</source>
        <translation>沙箱：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::console::Connections</name>
    <message>
        <source>Not connected. %1 Choose Connection &gt; Connect and correct the address.</source>
        <translation>未连接任何服务器。%1请选择“连接”菜单中的“连接”并更正地址。</translation>
    </message>
    <message>
        <source>Lockscope no longer knows how %1 was connected. Choose Connection &gt; Connect and enter its address.</source>
        <translation>Lockscope 已不再知道 %1 的连接方式。请选择“连接”菜单中的“连接”并输入其地址。</translation>
    </message>
    <message>
        <source>The profile %1 no longer contains %2, so that server was not connected. Choose Edit profile to see its servers.</source>
        <translation>配置 %1 中已不再有 %2，因此未连接。请选择“编辑配置”查看其中有哪些服务器。</translation>
    </message>
    <message>
        <source>You connected %1 twice.</source>
        <translation>您连接了 %1 两次。</translation>
    </message>
    <message>
        <source>%1 and %2 are the same server.</source>
        <translation>%1 和 %2 是同一台服务器。</translation>
    </message>
    <message>
        <source>It is shown once.</source>
        <translation>它只显示一次。</translation>
    </message>
    <message>
        <source>It is shown once, and the profile %1 (%2) decides which actions are allowed on it.</source>
        <translation>它只显示一次，允许做什么由配置 %1（%2）决定。</translation>
    </message>
    <message>
        <source>The profile %1 guards %2 and is read-only: nothing can be changed there.</source>
        <translation>配置档 %1 守护 %2，并且是只读的：那里什么都不能更改。</translation>
    </message>
    <message>
        <source>%1 belongs to a profile that is production: acting there is confirmed as on production.</source>
        <translation>%1 属于一个生产配置档：在那里操作时按生产环境确认。</translation>
    </message>
    <message>
        <source>%1. A profile may guard %2, so nothing can be changed there until it is connected again with profiles that can be read.</source>
        <translation>%1。可能有配置档保护 %2，因此在配置档可读并重新连接之前，那里不能做任何更改。</translation>
    </message>
</context>
<context>
    <name>lockscope::console::Guide</name>
    <message>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <source>The guide is not installed.</source>
        <translation>指南没有安装。</translation>
    </message>
</context>
<context>
    <name>lockscope::console::LookBack</name>
    <message>
        <source>a record connects to no server</source>
        <translation>记录不连接任何服务器</translation>
    </message>
    <message>
        <source>Names are hidden in this file.</source>
        <translation>此文件中的名称已隐藏。</translation>
    </message>
    <message>
        <source>there is no record of &quot;%1&quot;, and no other</source>
        <translation>没有“%1”的记录，也没有其他记录</translation>
    </message>
    <message>
        <source>there is no record of &quot;%1&quot;; there are records of %2</source>
        <translation>没有“%1”的记录；有以下记录：%2</translation>
    </message>
    <message>
        <source>Nothing was recorded at %1. This is the nearest time that was.</source>
        <translation>%1 没有记录。这里是最近的有记录的时刻。</translation>
    </message>
    <message>
        <source>Save an incident file</source>
        <translation>保存事件文件</translation>
    </message>
    <message>
        <source>Incidents of Lockscope (*.lockscope);;All files (*)</source>
        <translation>Lockscope 事件 (*.lockscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Saved in %1.</source>
        <translation>已保存到 %1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no time. Write one such as 03:12 or 2026-11-22 08:30:00, or an age such as 15m.</source>
        <translation>“%1”不是时间。请输入 03:12 或 2026-11-22 08:30:00 这样的时间，或 15m 这样的时长。</translation>
    </message>
    <message>
        <source>There is no earlier event in the record.</source>
        <translation>记录中没有更早的事件。</translation>
    </message>
    <message>
        <source>There is no later event in the record.</source>
        <translation>记录中没有更晚的事件。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（文件 %2）</translation>
    </message>
</context>
<context>
    <name>lockscope::console::Notifications</name>
    <message>
        <source>Delivered in %1 ms: %2</source>
        <translation>%1 毫秒内送达：%2</translation>
    </message>
    <message>
        <source>Not delivered: %1 Such a message would not be tried again.</source>
        <translation>没有送达：%1这样的消息不会重试。</translation>
    </message>
    <message>
        <source>Not delivered: %1 Such a message would be tried again.</source>
        <translation>没有送达：%1这样的消息会重试。</translation>
    </message>
</context>
<context>
    <name>lockscope::console::OwnerNames</name>
    <message>
        <source>The owner names in %1 were read again.</source>
        <translation>已重新读取 %1 中的所有者名称。</translation>
    </message>
    <message>
        <source>The name was not saved: %1.</source>
        <translation>名称未保存：%1。</translation>
    </message>
    <message>
        <source>Set until this console closes: the server has no profile.</source>
        <translation>已设置，在控制台关闭之前有效：该服务器没有配置。</translation>
    </message>
    <message>
        <source>Saved in the profile %1.</source>
        <translation>已保存到配置 %1。</translation>
    </message>
    <message>
        <source>The name was not set: the server is no longer connected. Connect it again, then name the owner.</source>
        <translation>名称未设置：该服务器已不再连接。请先重新连接，再命名所有者。</translation>
    </message>
</context>
<context>
    <name>lockscope::console::SandboxRunner</name>
    <message>
        <source>%1 cannot be started: %2.</source>
        <translation>无法启动 %1：%2。</translation>
    </message>
    <message>
        <source>lockctl was not found next to this program or in the PATH. It is part of Lockscope.</source>
        <translation>本程序旁边和 PATH 中都没有 lockctl。它随 Lockscope 提供。</translation>
    </message>
    <message>
        <source>It did not report any servers: %1</source>
        <translation>它没有给出服务器：%1</translation>
    </message>
    <message>
        <source>It was terminated by a signal.</source>
        <translation>它被信号终止。</translation>
    </message>
    <message>
        <source>It exited with status %1.</source>
        <translation>它以状态 %1 结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AcquireForm</name>
    <message>
        <source>The number of permits to acquire</source>
        <translation>一次获取多少个</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>The number of permits or counts to create it with, if it does not exist yet</source>
        <translation>不存在时按此数设定</translation>
    </message>
    <message>
        <source>half of the time to live</source>
        <translation>存活时间的一半</translation>
    </message>
    <message>
        <source>If less validity is left, the lock is released and the attempt fails</source>
        <translation>剩余有效期少于此值时，锁会被释放，此次尝试失败</translation>
    </message>
    <message>
        <source>a new owner</source>
        <translation>新的所有者</translation>
    </message>
    <message>
        <source>500ms, 30s, 5m; 0s makes one attempt</source>
        <translation>500ms、30s、5m；0s 表示只尝试一次</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>看门狗</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>500ms, 30s, 5m; the watchdog renews it after every third of this time</source>
        <translation>500ms、30s、5m；看门狗每过三分之一重新设置一次</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>读写侧</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Permits</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Initial value</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>Wait up to</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Expiry</source>
        <translation>到期方式</translation>
    </message>
    <message>
        <source>Durable servers</source>
        <translation>持久服务器</translation>
    </message>
    <message>
        <source>The servers lose nothing in a restart (appendonly yes, appendfsync always), so a restarted server counts immediately</source>
        <translation>重启不会丢失数据（appendonly yes、appendfsync always）：重启后的服务器立即计入</translation>
    </message>
    <message>
        <source>Min. validity</source>
        <translation>最小有效期</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Time to live</source>
        <translation>存活时间</translation>
    </message>
    <message>
        <source>Renewed as long as it is held</source>
        <translation>持有期间一直续期</translation>
    </message>
    <message>
        <source>Ends after this time in any case</source>
        <translation>无论如何到此时间结束</translation>
    </message>
    <message>
        <source>names, separated by spaces (\x20 in a name)</source>
        <translation>名称，以空格分隔（名称中的空格写作 \x20）</translation>
    </message>
    <message>
        <source>name of the lock</source>
        <translation>锁的名称</translation>
    </message>
    <message>
        <source>a quorum needs %1 servers or more</source>
        <translation>法定多数需要 %1 台或更多服务器</translation>
    </message>
    <message>
        <source>enter the number of permits to acquire</source>
        <translation>请指明要获取多少个许可</translation>
    </message>
    <message>
        <source>Expiry: the time must be greater than zero</source>
        <translation>到期方式：时间必须大于零</translation>
    </message>
    <message>
        <source>Min. validity: must be shorter than the time to live</source>
        <translation>最小有效期：必须短于存活时间</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Replaces the owner&apos;s id, in this window only</source>
        <translation>代替所有者显示，仅在此窗口中</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>The watchdog stops after this number of renewals, and the lock expires</source>
        <translation>看门狗达到此次数后停止，锁随后过期</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>Owner&apos;s name</source>
        <translation>所有者名称</translation>
    </message>
    <message>
        <source>Renewals: %1</source>
        <translation>续期：%1</translation>
    </message>
    <message>
        <source>Acq&amp;uire</source>
        <translation>获取(&amp;U)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionBar</name>
    <message>
        <source>Force-unlock…</source>
        <translation>强制解锁…</translation>
    </message>
    <message>
        <source>Release hold…</source>
        <translation>释放持有…</translation>
    </message>
    <message>
        <source>Remove waiter…</source>
        <translation>移除等待者…</translation>
    </message>
    <message>
        <source>Nudge…</source>
        <translation>唤醒…</translation>
    </message>
    <message>
        <source>Time to live…</source>
        <translation>存活时间…</translation>
    </message>
    <message>
        <source>Extend…</source>
        <translation>延长…</translation>
    </message>
    <message>
        <source>Add permits…</source>
        <translation>增加许可…</translation>
    </message>
    <message>
        <source>Take free…</source>
        <translation>取走空闲…</translation>
    </message>
    <message>
        <source>Count down…</source>
        <translation>倒数…</translation>
    </message>
    <message>
        <source>Open latch…</source>
        <translation>打开闭锁…</translation>
    </message>
    <message>
        <source>Acquire…</source>
        <translation>获取…</translation>
    </message>
    <message>
        <source>No action is possible: %1.</source>
        <translation>没有可执行的操作：%1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Set latch…</source>
        <translation>设置闭锁…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionBindings</name>
    <message>
        <source>&amp;Acquire in the workbench…</source>
        <translation>在工作台中获取(&amp;A)…</translation>
    </message>
    <message>
        <source>Copy &amp;owner</source>
        <translation>复制所有者(&amp;O)</translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <translation>%1 （%2）</translation>
    </message>
    <message>
        <source>no lock is selected</source>
        <translation>没有选中锁</translation>
    </message>
    <message>
        <source>&amp;Copy name	Ctrl+C</source>
        <translation>复制名称(&amp;C)	Ctrl+C</translation>
    </message>
    <message>
        <source>Show &amp;queue</source>
        <translation>显示队列(&amp;Q)</translation>
    </message>
    <message>
        <source>The lock cannot be acquired: %1</source>
        <translation>无法获取这把锁：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionConfirmation</name>
    <message>
        <source>required on production; stored in the audit log</source>
        <translation>生产环境必填；保存在审计日志中</translation>
    </message>
    <message>
        <source>stored in the audit log</source>
        <translation>保存在审计日志中</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>原因(&amp;R)</translation>
    </message>
    <message>
        <source>On production, enter a reason.</source>
        <translation>生产环境需要填写原因。</translation>
    </message>
    <message>
        <source>Type the lock&apos;s name to confirm.</source>
        <translation>请输入锁的名称以确认。</translation>
    </message>
    <message>
        <source>Type &quot;%1&quot; to confirm.</source>
        <translation>请输入“%1”以确认。</translation>
    </message>
    <message>
        <source>T&amp;ype the lock&apos;s name</source>
        <translation>输入锁的名称(&amp;Y)</translation>
    </message>
    <message>
        <source>T&amp;ype &quot;%1&quot;</source>
        <translation>输入“%1”(&amp;Y)</translation>
    </message>
    <message>
        <source>T&amp;ype the primary&apos;s name</source>
        <translation>输入主节点的名称(&amp;Y)</translation>
    </message>
    <message>
        <source>Type the primary&apos;s name to confirm.</source>
        <translation>请输入主节点的名称以确认。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionController</name>
    <message>
        <source>Force-&amp;unlock…</source>
        <translation>强制解锁(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Release hold…</source>
        <translation>释放持有(&amp;R)…</translation>
    </message>
    <message>
        <source>Remove &amp;waiter…</source>
        <translation>移除等待者(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Nudge waiters…</source>
        <translation>唤醒等待者(&amp;N)…</translation>
    </message>
    <message>
        <source>Set &amp;time to live…</source>
        <translation>设置存活时间(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Extend time to live…</source>
        <translation>延长存活时间(&amp;E)…</translation>
    </message>
    <message>
        <source>Add &amp;permits…</source>
        <translation>增加许可(&amp;P)…</translation>
    </message>
    <message>
        <source>Ta&amp;ke free permits…</source>
        <translation>取走空闲许可(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Set the latch…</source>
        <translation>设置闭锁(&amp;S)…</translation>
    </message>
    <message>
        <source>Count the latch &amp;down…</source>
        <translation>闭锁倒数(&amp;D)…</translation>
    </message>
    <message>
        <source>Open the &amp;latch…</source>
        <translation>打开闭锁(&amp;L)…</translation>
    </message>
    <message>
        <source>no lock is selected</source>
        <translation>没有选中锁</translation>
    </message>
    <message>
        <source>only for one lock at a time</source>
        <translation>一次只能对一把锁操作</translation>
    </message>
    <message>
        <source>only for up to %1 locks at a time</source>
        <translation>一次最多对 %1 把锁操作</translation>
    </message>
    <message>
        <source>not possible for any of them: %1</source>
        <translation>全都不行：%1</translation>
    </message>
    <message>
        <source>  (%1)</source>
        <translation> （%1）</translation>
    </message>
    <message>
        <source>%1 is not possible: %2</source>
        <translation>无法执行 %1：%2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1: done for %2 of %3 locks; the dialog and the audit log tell of each</source>
        <translation>%1：%3 个锁中已完成 %2 个；对话框和审计日志列出每一个的结果</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionDialog</name>
    <message>
        <source>%1: %2 locks</source>
        <translation>%1：%2 把锁</translation>
    </message>
    <message>
        <source>%1 locks</source>
        <translation>%1 把锁</translation>
    </message>
    <message>
        <source>State of the lock</source>
        <translation>锁的状态</translation>
    </message>
    <message>
        <source>Consequences</source>
        <translation>后果</translation>
    </message>
    <message>
        <source>Commands, run as one script that changes nothing if the lock has changed</source>
        <translation>命令，作为一个脚本运行，锁已变化时不做任何事</translation>
    </message>
    <message>
        <source>1 lock</source>
        <translation>1 把锁</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The lock no longer exists.</source>
        <translation>这把锁已不存在。</translation>
    </message>
    <message>
        <source>skipped: %1</source>
        <translation>已排除：%1</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>No action is possible on these locks.</source>
        <translation>这些锁都不能操作。</translation>
    </message>
    <message>
        <source>The lock has changed since this preview. Its state now: %1</source>
        <translation>预览之后锁已变化。现在：%1</translation>
    </message>
    <message>
        <source>Some locks have changed since this preview. Preview again before you act.</source>
        <translation>预览之后有锁已变化。操作前请重新预览。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Sent; waiting for the reply.</source>
        <translation>已发送；正在等待应答。</translation>
    </message>
    <message>
        <source>Done: %1 of %2.</source>
        <translation>完成：%2 中的 %1。</translation>
    </message>
    <message>
        <source>Commands, one script for each lock, which changes nothing if that lock has changed</source>
        <translation>命令，每个锁作为一个脚本运行，该锁已变化时不做任何事</translation>
    </message>
    <message>
        <source>Commands, run in steps; each step changes nothing if its keys have changed</source>
        <translation>命令，分步执行；某一步的键已变化时，该步不做任何事</translation>
    </message>
    <message>
        <source>This action has not been sent. Discard what you entered?</source>
        <translation>此操作尚未发送。要丢弃已输入的内容吗？</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionList</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Locks to act on</source>
        <translation>要操作的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionOptions</name>
    <message>
        <source>&amp;One count</source>
        <translation>一个计数(&amp;O)</translation>
    </message>
    <message>
        <source>The &amp;whole hold</source>
        <translation>整个持有(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Holder</source>
        <translation>持有者(&amp;H)</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>&amp;Waiter</source>
        <translation>等待者(&amp;W)</translation>
    </message>
    <message>
        <source>500ms, 30s, 5m</source>
        <translation>500ms、30s、5m</translation>
    </message>
    <message>
        <source>Extend &amp;by</source>
        <translation>延长(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Time to live</source>
        <translation>存活时间(&amp;T)</translation>
    </message>
    <message>
        <source>A negative number takes permits</source>
        <translation>小于零的数会收回许可</translation>
    </message>
    <message>
        <source>&amp;Count</source>
        <translation>计数(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Permits to add</source>
        <translation>增加的许可(&amp;P)</translation>
    </message>
    <message>
        <source>%1  (%2, count %3)</source>
        <translation>%1 （%2，计数 %3）</translation>
    </message>
    <message>
        <source>%1  (of these locks: %2)</source>
        <translation>%1 （这些锁中：%2）</translation>
    </message>
    <message>
        <source>select the hold to release</source>
        <translation>请选择要释放谁的持有</translation>
    </message>
    <message>
        <source>select the waiter to remove</source>
        <translation>请选择要移除的等待者</translation>
    </message>
    <message>
        <source>%1: %2  (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlarmBar</name>
    <message>
        <source>Opens the Incidents view</source>
        <translation>打开“事故”视图</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AliasBindings</name>
    <message>
        <source>Name th&amp;is owner…</source>
        <translation>命名此所有者(&amp;I)…</translation>
    </message>
    <message>
        <source>Names o&amp;f owners…</source>
        <translation>所有者的名称(&amp;F)…</translation>
    </message>
    <message>
        <source>Gives the selected holder or waiter a name.</source>
        <translation>给所选的持有者或等待者命名。</translation>
    </message>
    <message>
        <source>No owner is selected: select a held lock, a hold, a waiter or an event.</source>
        <translation>没有选择所有者：请选择有人持有的锁、一个持有、一个等待者或一个事件。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AliasDialog</name>
    <message>
        <source>&amp;Set name</source>
        <translation>设置名称(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Remove name</source>
        <translation>移除名称(&amp;R)</translation>
    </message>
    <message>
        <source>Names of owners</source>
        <translation>所有者的名称</translation>
    </message>
    <message>
        <source>Profile or server</source>
        <translation>配置或服务器</translation>
    </message>
    <message>
        <source>Owner or pattern</source>
        <translation>所有者或模式</translation>
    </message>
    <message>
        <source>An owner; or the part before its last colon, for all threads of a client; or a pattern (* matches any text, ? one character).</source>
        <translation>所有者；或其最后一个冒号之前的部分，用于客户端的所有线程；或模式：* 为任意内容，? 为一个字符。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>&amp;Of</source>
        <translation>属于(&amp;O)</translation>
    </message>
    <message>
        <source>O&amp;wner or pattern</source>
        <translation>所有者或模式(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>This owner has no name yet.</source>
        <translation>它还没有名称。</translation>
    </message>
    <message>
        <source>Current name: %1.</source>
        <translation>它现在的名称：%1。</translation>
    </message>
    <message>
        <source>You can remove only names set by an operator. A name set here takes precedence over names from a file and learned names.</source>
        <translation>此处只能移除操作员给出的名称；此处设置的名称优先于文件中的和得知的名称。</translation>
    </message>
    <message>
        <source>This owner has no name yet; it is shown as %1.</source>
        <translation>此所有者还没有名称，显示为 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AliasModel</name>
    <message>
        <source>operator</source>
        <translation>操作员</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 文件</translation>
    </message>
    <message>
        <source>%1 learned (a guess)</source>
        <translation>%1 得知，是猜测</translation>
    </message>
    <message>
        <source>profile %1</source>
        <translation>配置 %1</translation>
    </message>
    <message>
        <source>Owner or pattern</source>
        <translation>所有者或模式</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>属于</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AuditModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>By</source>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AuditPane</name>
    <message>
        <source>Filter of the audit log</source>
        <translation>审计日志的筛选</translation>
    </message>
    <message>
        <source>part of a lock, server, person or reason</source>
        <translation>锁、服务器、人员、原因的一部分</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Opens the folder of the log in the file manager</source>
        <translation>在桌面的文件管理器中打开日志所在文件夹</translation>
    </message>
    <message>
        <source>Audit log</source>
        <translation>审计日志</translation>
    </message>
    <message>
        <source>Details of the selected action</source>
        <translation>所选操作的全部内容</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>older entries are in the file</source>
        <translation>更早的在文件中</translation>
    </message>
    <message>
        <source>Select an action to see its details.</source>
        <translation>选择一个操作以查看全部内容。</translation>
    </message>
    <message>
        <source>The log cannot be read</source>
        <translation>无法读取日志</translation>
    </message>
    <message>
        <source>No actions on locks yet</source>
        <translation>尚未从此处对锁做过任何操作</translation>
    </message>
    <message>
        <source>This view lists your actions on locks, in this window and with lockctl: who did what, and why. The log is %1.</source>
        <translation>此视图列出您在此窗口和用 lockctl 对锁所做的操作：谁做了什么、为什么。日志文件为 %1。</translation>
    </message>
    <message>
        <source>No action in the log matches the filter</source>
        <translation>日志中没有符合筛选条件的操作</translation>
    </message>
    <message>
        <source>Open the lock</source>
        <translation>打开锁</translation>
    </message>
    <message>
        <source>Show on time&amp;line</source>
        <translation>在时间线上显示(&amp;L)</translation>
    </message>
    <message>
        <source>1 line of the audit log could not be read</source>
        <translation>审计日志中有 1 行无法读取</translation>
    </message>
    <message>
        <source>%1 lines of the audit log could not be read</source>
        <translation>审计日志中有 %1 行无法读取</translation>
    </message>
    <message>
        <source>No actions on locks up to this time</source>
        <translation>到此时为止没有对锁的操作</translation>
    </message>
    <message>
        <source>This view lists the actions on locks from this machine, up to the time that is shown. The log is %1.</source>
        <translation>此视图列出从本机对锁进行的操作，截至所看的时刻。日志是 %1。</translation>
    </message>
    <message>
        <source>up to the time that is shown</source>
        <translation>截至所看的时刻</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BlockerTile</name>
    <message>
        <source>%1 blocks others</source>
        <translation>%1 阻塞了别人</translation>
    </message>
    <message>
        <source>Holds %1. Waiters: %2.</source>
        <translation>持有 %1。等待者：%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BlockingModel</name>
    <message>
        <source>%1, %2 s</source>
        <translation>%1，%2 秒</translation>
    </message>
    <message>
        <source>Who waits for whom</source>
        <translation>谁在等待谁</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Total wait</source>
        <translation>合计等待</translation>
    </message>
    <message>
        <source>Connections, time</source>
        <translation>连接，时间</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BlockingPane</name>
    <message>
        <source>Who waits for whom</source>
        <translation>谁在等待谁</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>This view shows who waits for whom.</source>
        <translation>此处显示谁在等待谁。</translation>
    </message>
    <message>
        <source>Looking for waiters</source>
        <translation>正在查看谁在等待</translation>
    </message>
    <message>
        <source>No waiters</source>
        <translation>没有人等待</translation>
    </message>
    <message>
        <source>No watched lock has waiters in its queue or waiting connections. This view lists each holder that others wait for, with its waiters, deadlocks first.</source>
        <translation>所监视的锁都没有等待者队列，也没有等待它的连接。持有他人所等待的锁的所有者会与所有等待者一起显示在此处，死锁排在最前。</translation>
    </message>
    <message>
        <source>1 deadlock: none of its owners can proceed.</source>
        <translation>1 个死锁：其中任何一方都无法自行继续。</translation>
    </message>
    <message>
        <source>%1 deadlocks: none of their owners can proceed.</source>
        <translation>%1 个死锁：其中任何一方都无法自行继续。</translation>
    </message>
    <message>
        <source>There are too many waiters to compute the totals.</source>
        <translation>数量太多，无法合计所有等待他人者。</translation>
    </message>
    <message>
        <source>Select a row to read it as a sentence; Enter opens its lock.</source>
        <translation>选择一行以读成一句话；按 Enter 打开其锁。</translation>
    </message>
    <message>
        <source>Collapse or expand a row</source>
        <translation>收起或展开一行</translation>
    </message>
    <message>
        <source>Open the lock</source>
        <translation>打开锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ColumnChooser</name>
    <message>
        <source>&amp;Default columns</source>
        <translation>默认列(&amp;D)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Lock on %1</source>
        <translation>%1 上的锁</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>没有这样的名称。</translation>
    </message>
    <message>
        <source>Actions and views</source>
        <translation>操作和视图</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>查找任何内容</translation>
    </message>
    <message>
        <source>Find anything; &gt; actions, # locks, @ owners, ! events, ? guide</source>
        <translation>查找任何内容；&gt; 操作，# 锁，@ 所有者，! 事件，? 指南</translation>
    </message>
    <message>
        <source>Alias: %1 held, %2 waited for</source>
        <translation>别名：持有 %1，等待 %2</translation>
    </message>
    <message>
        <source>Owner: %1 held, %2 waited for</source>
        <translation>所有者：持有 %1，等待 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>an event, and the lock or server that it is about</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Client: %1 held, %2 waited for</source>
        <translation>客户端：持有 %1 个，等待 %2 个</translation>
    </message>
    <message>
        <source>Open the lock %1</source>
        <translation>打开锁 %1</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CommandsView</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectDialog</name>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>only if the URL has none; not stored</source>
        <translation>仅当 URL 中没有时需要；不会记住</translation>
    </message>
    <message>
        <source>all keys, or prefixes of names: orders:, billing:</source>
        <translation>所有键；或锁名称的前缀：orders:、billing:</translation>
    </message>
    <message>
        <source>the system&apos;s certificates</source>
        <translation>系统的证书</translation>
    </message>
    <message>
        <source>&amp;URL</source>
        <translation>URL(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>P&amp;refixes</source>
        <translation>前缀(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;CA file</source>
        <translation>CA 文件(&amp;C)</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt);;All files (*)</source>
        <translation>证书 (*.pem *.crt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Will connect to %1.</source>
        <translation>将连接到 %1。</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>Tries the server step by step, without adding it to the window.</source>
        <translation>逐步尝试这台服务器，而不将它加入窗口。</translation>
    </message>
    <message>
        <source>Will open the lock %1.</source>
        <translation>将打开锁 %1。</translation>
    </message>
    <message>
        <source>For example redis://127.0.0.1:6379, rediss:// for TLS, redis+unix:///run/redis.sock, redis+sentinel://A,B/mymaster, redis+cluster://A,B.</source>
        <translation>例如 redis://127.0.0.1:6379、rediss://（TLS）、redis+unix:///run/redis.sock、redis+sentinel://A,B/mymaster、redis+cluster://A,B。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectionTestDialog</name>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Steps of the test</source>
        <translation>测试的步骤</translation>
    </message>
    <message>
        <source>&amp;Test again</source>
        <translation>再次测试(&amp;T)</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>The test passed.</source>
        <translation>测试通过。</translation>
    </message>
    <message>
        <source>The test failed.</source>
        <translation>测试失败。</translation>
    </message>
    <message>
        <source>The test failed for %1 of %2 servers.</source>
        <translation>%2 台服务器中有 %1 台测试失败。</translation>
    </message>
    <message>
        <source>&amp;Pin this certificate</source>
        <translation>固定此证书(&amp;P)</translation>
    </message>
    <message>
        <source>Adds the fingerprint to the profile. Compare it with the one on the server first.</source>
        <translation>将指纹加入配置档。请先与服务器上的指纹比对。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionCharts</name>
    <message>
        <source>Locks with the highest cost, as a bar chart</source>
        <translation>代价最大的锁（条形图）</translation>
    </message>
    <message>
        <source>Use and waiters over time</source>
        <translation>使用与等待随时间的变化</translation>
    </message>
    <message>
        <source>minutes ago</source>
        <translation>分钟前</translation>
    </message>
    <message>
        <source>%1: in the last 10 s, %2 acquisitions, %3 renewals, at most %4 waiters</source>
        <translation>%1：最近 10 秒内获取 %2 次，续期 %3 次，最多 %4 个等待者</translation>
    </message>
    <message>
        <source>, at most %1 waiting connections</source>
        <translation>，最多 %1 个等待的连接</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>已续期</translation>
    </message>
    <message>
        <source>waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>conn.</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>in 10 s</source>
        <translation>每 10 秒</translation>
    </message>
    <message>
        <source>waiting at a time</source>
        <translation>同时等待数</translation>
    </message>
    <message>
        <source>Locks with the highest cost</source>
        <translation>代价最高的锁</translation>
    </message>
    <message>
        <source>%1: no server was in sight in the last 10 s</source>
        <translation>%1：最近 10 秒内看不到任何服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 connections</source>
        <translation>%1 个连接</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>The name of the lock</source>
        <translation>锁的名称</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Waiters now, or waiting connections if only those are known</source>
        <translation>现在等待者数量；只知道连接时为连接数</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待时长</translation>
    </message>
    <message>
        <source>Total waiting time in this period</source>
        <translation>在此时间内等待的总时长</translation>
    </message>
    <message>
        <source>Connection-s</source>
        <translation>连接秒</translation>
    </message>
    <message>
        <source>Waiting connections multiplied by the seconds they were seen: used where the waiters are unknown</source>
        <translation>等待的连接数乘以看到它们的秒数：不知道等待者时的另一种单位</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Number of acquisitions in this period</source>
        <translation>在此时间内获取的次数</translation>
    </message>
    <message>
        <source>Renewed</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>Number of renewals in this period</source>
        <translation>在此时间内续期的次数</translation>
    </message>
    <message>
        <source>Held 50 %</source>
        <translation>持有 50 %</translation>
    </message>
    <message>
        <source>Half of the holds were at most this long</source>
        <translation>看到的持有中有一半不超过此时长</translation>
    </message>
    <message>
        <source>Held 90 %</source>
        <translation>持有 90 %</translation>
    </message>
    <message>
        <source>90 of 100 holds were at most this long</source>
        <translation>看到的 100 次持有中有 90 次不超过此时长</translation>
    </message>
    <message>
        <source>Held 99 %</source>
        <translation>持有 99 %</translation>
    </message>
    <message>
        <source>99 of 100 holds were at most this long</source>
        <translation>看到的 100 次持有中有 99 次不超过此时长</translation>
    </message>
    <message>
        <source>Waits 50 %</source>
        <translation>等待 50 %</translation>
    </message>
    <message>
        <source>Half of the waits were at most this long</source>
        <translation>看到的等待中有一半不超过此时长</translation>
    </message>
    <message>
        <source>Waits 90 %</source>
        <translation>等待 90 %</translation>
    </message>
    <message>
        <source>90 of 100 waits were at most this long</source>
        <translation>看到的 100 次等待中有 90 次不超过此时长</translation>
    </message>
    <message>
        <source>Waits 99 %</source>
        <translation>等待 99 %</translation>
    </message>
    <message>
        <source>99 of 100 waits were at most this long</source>
        <translation>看到的 100 次等待中有 99 次不超过此时长</translation>
    </message>
    <message>
        <source>Gave up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Number of waiters that left the queue without the lock</source>
        <translation>没有得到锁就离开队列的数量</translation>
    </message>
    <message>
        <source>Lapsed</source>
        <translation>失效</translation>
    </message>
    <message>
        <source>Number of holds that expired or were force-unlocked</source>
        <translation>过期或被强制解锁的持有数</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>The server of the lock</source>
        <translation>锁所在的服务器</translation>
    </message>
    <message>
        <source>%1 in its queue now, %2 of waiting in total</source>
        <translation>现在队列中有 %1 个，合计等待 %2</translation>
    </message>
    <message>
        <source>%1 connections wait now, %2 connection-seconds</source>
        <translation>现在有 %1 个连接等待，%2 连接秒</translation>
    </message>
    <message>
        <source>acquired %1 times, renewed %2 times</source>
        <translation>获取 %1 次，续期 %2 次</translation>
    </message>
    <message>
        <source>half of its holds took at most %1, 99 of 100 at most %2</source>
        <translation>一半的持有最多 %1，100 次中有 99 次最多 %2</translation>
    </message>
    <message>
        <source>half of the waits took at most %1, 99 of 100 at most %2</source>
        <translation>一半的等待最多 %1，100 次中有 99 次最多 %2</translation>
    </message>
    <message>
        <source>%1 gave up waiting</source>
        <translation>%1 个放弃了等待</translation>
    </message>
    <message>
        <source>%1 holds expired or were force-unlocked</source>
        <translation>%1 个持有过期或被强制解锁</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>至今 %1</translation>
    </message>
    <message>
        <source>Longest hold</source>
        <translation>最长持有</translation>
    </message>
    <message>
        <source>The longest hold; its age so far if it has not ended</source>
        <translation>看到的持有中最长的一次；若仍在持续，则为至今的时长</translation>
    </message>
    <message>
        <source>held for %1 so far</source>
        <translation>至今已持有 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionPane</name>
    <message>
        <source>Rank the locks by</source>
        <translation>锁的排名依据</translation>
    </message>
    <message>
        <source>Most waiting</source>
        <translation>等待最多</translation>
    </message>
    <message>
        <source>Most connection-seconds</source>
        <translation>连接秒最多</translation>
    </message>
    <message>
        <source>Longest holds</source>
        <translation>持有最久</translation>
    </message>
    <message>
        <source>Most acquisitions</source>
        <translation>获取最多</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>所查看的时间</translation>
    </message>
    <message>
        <source>last %1 min</source>
        <translation>最近 %1 分钟</translation>
    </message>
    <message>
        <source>Contended locks, the worst first</source>
        <translation>被争用的锁，最严重的在前</translation>
    </message>
    <message>
        <source>No contention</source>
        <translation>没有争用</translation>
    </message>
    <message>
        <source>This view ranks the locks that have waiters or were acquired more than once, by their cost to clients.</source>
        <translation>被等待或多次获取的锁，按其使用者付出的代价在此排名。</translation>
    </message>
    <message>
        <source>No lock by this measure</source>
        <translation>按此指标没有</translation>
    </message>
    <message>
        <source>No lock has a cost by this measure in this period. Choose another measure or a longer period.</source>
        <translation>在此时间内没有锁按此指标付出代价。请选择其他指标或更长时间。</translation>
    </message>
    <message>
        <source>the worst %1</source>
        <translation>最严重的 %1 把</translation>
    </message>
    <message>
        <source>low cost, not shown: %1</source>
        <translation>代价很小，未显示：%1</translation>
    </message>
    <message>
        <source>seconds of waiting, total</source>
        <translation>等待的秒数合计</translation>
    </message>
    <message>
        <source>connection-seconds</source>
        <translation>连接秒</translation>
    </message>
    <message>
        <source>acquisitions</source>
        <translation>获取次数</translation>
    </message>
    <message>
        <source>All locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>Open the lock</source>
        <translation>打开锁</translation>
    </message>
    <message>
        <source>seconds of the longest hold, including holds that have not ended</source>
        <translation>最长一次持有的秒数，仍在持续的计至今</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CrashBanner</name>
    <message>
        <source>The last run of Lockscope ended unexpectedly. A report is on this computer; nothing was sent.</source>
        <translation>Lockscope 上次运行意外结束。本机上有一份报告；没有发送任何内容。</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>显示报告</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DetailPane</name>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Events of this lock</source>
        <translation>这把锁的事件</translation>
    </message>
    <message>
        <source>Time to live over time</source>
        <translation>存活时间的变化</translation>
    </message>
    <message>
        <source>What an unlock would do</source>
        <translation>解锁会做什么</translation>
    </message>
    <message>
        <source>&amp;Release hold…</source>
        <translation>释放持有(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Copy owner	Ctrl+C</source>
        <translation>复制所有者(&amp;C)	Ctrl+C</translation>
    </message>
    <message>
        <source>Holds: %1</source>
        <translation>持有：%1</translation>
    </message>
    <message>
        <source>Keys: %1</source>
        <translation>键：%1</translation>
    </message>
    <message>
        <source>Waiters: unknown</source>
        <translation>等待者：未知</translation>
    </message>
    <message>
        <source>No lock is selected</source>
        <translation>没有选中锁</translation>
    </message>
    <message>
        <source>Select a lock in the table.</source>
        <translation>请在表格中选择一把。</translation>
    </message>
    <message>
        <source>Name th&amp;is owner…</source>
        <translation>命名此所有者(&amp;I)…</translation>
    </message>
    <message>
        <source>Show on time&amp;line</source>
        <translation>在时间线上显示(&amp;L)</translation>
    </message>
    <message>
        <source>Show full &amp;queue</source>
        <translation>显示完整队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Queue, %1</source>
        <translation>队列，%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DetailSections</name>
    <message>
        <source>Collapse</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>展开</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DetailSummary</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Recognised by</source>
        <translation>识别依据</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Fencing token</source>
        <translation>隔离令牌</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>, with more holds or waiters than shown</source>
        <translation>，持有或等待者多于所显示的</translation>
    </message>
    <message>
        <source>%1 when last seen; the server connection was lost %2 ago</source>
        <translation>最后看到时为 %1；服务器在 %2 前断开</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>gone: it has no holder, and its keys no longer exist</source>
        <translation>已不存在：没有人持有，其键也不存在了</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copies a lockscope:// link that opens this lock</source>
        <translation>复制可打开此锁的 lockscope:// 链接</translation>
    </message>
    <message>
        <source>Key problems</source>
        <translation>键的问题</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>gone when last seen</source>
        <translation>最后一次看到时已消失</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Dialog</name>
    <message>
        <source>&amp;Discard</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>继续编辑(&amp;K)</translation>
    </message>
    <message>
        <source>Discard what you entered?</source>
        <translation>要丢弃已输入的内容吗？</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EmptyPage</name>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Try the sandbox</source>
        <translation>试用沙箱</translation>
    </message>
    <message>
        <source>Recent connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>Connects to %1.</source>
        <translation>连接到 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EstateModel</name>
    <message>
        <source>Without a profile</source>
        <translation>无配置</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1 of 1 server up</source>
        <translation>1 台服务器中 %1 台在线</translation>
    </message>
    <message>
        <source>%1 of %2 servers up</source>
        <translation>%2 台服务器中 %1 台在线</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>no longer saved</source>
        <translation>已不再保存</translation>
    </message>
    <message>
        <source>connected as %1</source>
        <translation>连接时为 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EstatePane</name>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Stops the scan for locks. Locks already found stay listed.</source>
        <translation>结束查找锁的扫描；已找到的保留。</translation>
    </message>
    <message>
        <source>No server is connected yet.</source>
        <translation>尚未监视任何服务器。</translation>
    </message>
    <message>
        <source>C&amp;onnect selected</source>
        <translation>连接所选项(&amp;O)</translation>
    </message>
    <message>
        <source>Connects the selected server, or all unconnected servers of the selected profile.</source>
        <translation>连接所选的服务器，或所选配置中所有未连接的服务器。</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开(&amp;D)</translation>
    </message>
    <message>
        <source>Stops watching the selected server, or all servers of the selected profile. Locks that the workbench holds there stay held.</source>
        <translation>不再监视所选的服务器，或所选配置的全部服务器；工作台在其上持有的锁仍然持有。</translation>
    </message>
    <message>
        <source>&amp;Reconnect now</source>
        <translation>立即重新连接(&amp;R)</translation>
    </message>
    <message>
        <source>Immediately retries servers that were disconnected or are down.</source>
        <translation>立即尝试已断开或离线的服务器。</translation>
    </message>
    <message>
        <source>&amp;Stop scanning</source>
        <translation>停止扫描(&amp;S)</translation>
    </message>
    <message>
        <source>For&amp;get server</source>
        <translation>忘记服务器(&amp;G)</translation>
    </message>
    <message>
        <source>Collapse or expand a row</source>
        <translation>收起或展开一行</translation>
    </message>
    <message>
        <source>Connect, or collapse or expand the row</source>
        <translation>连接，或收起、展开该行</translation>
    </message>
    <message>
        <source>Removes a server without a profile that is not connected, or is down, from the list.</source>
        <translation>从列表中移除未连接或已断开的、没有配置的服务器。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventModel</name>
    <message>
        <source>%1 locks</source>
        <translation>%1 把锁</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>count %1</source>
        <translation>计数 %1</translation>
    </message>
    <message>
        <source>TTL %1</source>
        <translation>TTL %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsPane</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Filter, for example: orders event:expired,force-unlocked owner:billing</source>
        <translation>筛选，例如：orders event:expired,force-unlocked owner:billing</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keeps the newest event in view</source>
        <translation>停留在最新的事件</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <translation>复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Events: %1</source>
        <translation>事件：%1</translation>
    </message>
    <message>
        <source>Events: %1 of %2</source>
        <translation>事件：%1/%2</translation>
    </message>
    <message>
        <source>Older events not shown: %1</source>
        <translation>未显示的较早事件：%1</translation>
    </message>
    <message>
        <source>Name th&amp;is owner…</source>
        <translation>命名此所有者(&amp;I)…</translation>
    </message>
    <message>
        <source>No events yet</source>
        <translation>尚未发生任何事</translation>
    </message>
    <message>
        <source>This view lists the events of locks and servers from now on.</source>
        <translation>从现在起，锁和服务器上发生的事在此列出。</translation>
    </message>
    <message>
        <source>No event matches the filter</source>
        <translation>没有符合筛选条件的事件</translation>
    </message>
    <message>
        <source>Events hidden by the filter: %1.</source>
        <translation>被筛选隐藏的事件：%1。</translation>
    </message>
    <message>
        <source>Open the lock</source>
        <translation>打开锁</translation>
    </message>
    <message>
        <source>Show on time&amp;line</source>
        <translation>在时间线上显示(&amp;L)</translation>
    </message>
    <message>
        <source>The filter of the Events view hides this event.</source>
        <translation>该事件被事件的筛选隐藏。</translation>
    </message>
    <message>
        <source>The event is no longer stored.</source>
        <translation>该事件已不再保留。</translation>
    </message>
    <message>
        <source>There is no matching event.</source>
        <translation>没有与之对应的事件。</translation>
    </message>
    <message>
        <source>No events up to this time</source>
        <translation>截至此时刻没有事件</translation>
    </message>
    <message>
        <source>This part of the record has no events up to the shown time. Go to another time.</source>
        <translation>记录的这一部分在所示时刻之前没有事件。请前往另一时刻。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExceptionDialog</name>
    <message>
        <source>%1, another thread of the same client,</source>
        <translation>%1，同一客户端的另一线程，</translation>
    </message>
    <message>
        <source>%1 - %2 holds it now</source>
        <translation>%1 - %2 现在持有它</translation>
    </message>
    <message>
        <source>%1 - %2 waits for it now</source>
        <translation>%1 - %2 现在等待它</translation>
    </message>
    <message>
        <source>%1 - %2 held it</source>
        <translation>%1 - %2 曾持有它</translation>
    </message>
    <message>
        <source>%1 - named in the text, last held by %2</source>
        <translation>%1 - 文本中提到，最后由 %2 持有</translation>
    </message>
    <message>
        <source>The next holder was %1, %2.</source>
        <translation>下一个是 %1，%2。</translation>
    </message>
    <message>
        <source>&amp;Open lock</source>
        <translation>打开锁(&amp;O)</translation>
    </message>
    <message>
        <source>Show on &amp;timeline</source>
        <translation>在时间线上显示(&amp;T)</translation>
    </message>
    <message>
        <source>Paste an exception</source>
        <translation>粘贴异常</translation>
    </message>
    <message>
        <source>&amp;Exception, stack trace or lines of a log:</source>
        <translation>异常、堆栈或日志行(&amp;E)：</translation>
    </message>
    <message>
        <source>Exception, stack trace or lines of a log</source>
        <translation>异常、堆栈或日志行</translation>
    </message>
    <message>
        <source>attempt to unlock lock, not locked by current thread by node id: ... thread-id: ...</source>
        <translation>attempt to unlock lock, not locked by current thread by node id: ... thread-id: ...</translation>
    </message>
    <message>
        <source>Locks that the exception may be about</source>
        <translation>可能涉及的锁</translation>
    </message>
    <message>
        <source>Shows which lock the exception is about, who holds it now, and what happened when.</source>
        <translation>指出异常涉及哪把锁、现在由谁持有以及何时发生了什么。</translation>
    </message>
    <message>
        <source>Lockscope has seen nothing related since %1, when it started watching.</source>
        <translation>自 %1 本次运行开始监视以来，没有看到与它有关的内容。</translation>
    </message>
    <message>
        <source>Lockscope has not seen any locks yet.</source>
        <translation>尚未看到任何锁。</translation>
    </message>
    <message>
        <source>Lockscope has not seen the owner %1 itself.</source>
        <translation>没有看到所有者 %1 本身。</translation>
    </message>
    <message>
        <source>Not all results are shown.</source>
        <translation>内容多于此处所示。</translation>
    </message>
    <message>
        <source>Only the beginning of the text was analysed.</source>
        <translation>只查看了文本的开头。</translation>
    </message>
    <message>
        <source>%1 - named in the text</source>
        <translation>%1 - 文本中提到</translation>
    </message>
    <message>
        <source>By the record of %1:</source>
        <translation>根据 %1 的记录：</translation>
    </message>
    <message>
        <source>Its server is not connected here.</source>
        <translation>此处未连接到它的服务器。</translation>
    </message>
    <message>
        <source>Look &amp;back</source>
        <translation>回看(&amp;B)</translation>
    </message>
    <message>
        <source>Opens a window over the record, at the end of the hold.</source>
        <translation>打开该记录的窗口，定位到持有结束的时刻。</translation>
    </message>
    <message>
        <source>Searching the record of %1, back to %2…</source>
        <translation>正在搜索 %1 的记录，回溯到 %2…</translation>
    </message>
    <message>
        <source>A part of the record of %1 could not be read.</source>
        <translation>%1 的记录有一部分无法读取。</translation>
    </message>
    <message>
        <source>The records of this machine have nothing related since %1.</source>
        <translation>本机的记录自 %1 以来没有相关内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>导出的内容</translation>
    </message>
    <message>
        <source>Picture: %1</source>
        <translation>图片：%1</translation>
    </message>
    <message>
        <source>Table: %1</source>
        <translation>表格：%1</translation>
    </message>
    <message>
        <source>Format of the file</source>
        <translation>文件格式</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>The rows and columns that the table shows, in its order, as text. A cell that begins with =, +, - or @ gets an apostrophe in front, so that no spreadsheet runs it.</source>
        <translation>表格所显示的行和列，按其顺序，以文本写出。以 =、+、- 或 @ 开头的单元格前面会加撇号，电子表格不会把它当作公式执行。</translation>
    </message>
    <message>
        <source>An array with an object for each row that the table shows, in its order. Locks, events and incidents are as lockctl --json prints them.</source>
        <translation>一个数组，表格所显示的每一行是一个对象，按其顺序。锁、事件和事故的形式与 lockctl --json 的输出相同。</translation>
    </message>
    <message>
        <source>The visible part, twice as large as on the screen.</source>
        <translation>当前可见的内容，大小为屏幕上的两倍。</translation>
    </message>
    <message>
        <source>&amp;Only the selected rows (%1)</source>
        <translation>仅所选的行（%1）(&amp;O)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Exporter</name>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Writes a table that is in sight to a CSV or JSON file, or a chart to a picture.</source>
        <translation>将可见的表格写入 CSV 或 JSON 文件，或将图表写成图片。</translation>
    </message>
    <message>
        <source>No table or chart is in sight that could be exported.</source>
        <translation>没有可见的表格或图表可以导出。</translation>
    </message>
    <message>
        <source>it is not there any more</source>
        <translation>它已不在了</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FilterBar</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <source>Saved filters, by name</source>
        <translation>已命名的筛选</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Enter a filter to save it here</source>
        <translation>在此写入筛选条件以保存</translation>
    </message>
    <message>
        <source>Name for this filter</source>
        <translation>此筛选的名称</translation>
    </message>
    <message>
        <source>Save filter as…</source>
        <translation>保存此筛选为…</translation>
    </message>
    <message>
        <source>Ready-made and saved filters</source>
        <translation>现成的和已保存的筛选条件</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FilterField</name>
    <message>
        <source>Suggestions</source>
        <translation>此处可用的内容</translation>
    </message>
    <message>
        <source>Show suggestions for the filter</source>
        <translation>列出筛选中可以写的内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FullScreen</name>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the window without a frame. F11 also ends it.</source>
        <translation>窗口占满屏幕、不带边框。再按 F11 退出。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GuidePage</name>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GuideWindow</name>
    <message>
        <source>Lockscope: user guide</source>
        <translation>Lockscope：用户指南</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>搜索指南</translation>
    </message>
    <message>
        <source>Find in this page</source>
        <translation>在本页中查找</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Pages found</source>
        <translation>找到的页面</translation>
    </message>
    <message>
        <source>Find in this page (%1)</source>
        <translation>在本页中查找（%1）</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 - Lockscope: user guide</source>
        <translation>%1 - Lockscope：用户指南</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>没有页面包含这些词。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Heartbeat</name>
    <message>
        <source>Time of day</source>
        <translation>当前时间</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>暂停于 %1</translation>
    </message>
    <message>
        <source>picture of %1</source>
        <translation>画面时间 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ImportDialog</name>
    <message>
        <source>profiles of Lockscope</source>
        <translation>Lockscope 的配置</translation>
    </message>
    <message>
        <source>configuration of Redisson</source>
        <translation>Redisson 的配置</translation>
    </message>
    <message>
        <source>settings of Spring</source>
        <translation>Spring 的设置</translation>
    </message>
    <message>
        <source>connections of RedisInsight</source>
        <translation>RedisInsight 的连接</translation>
    </message>
    <message>
        <source>configuration of a server</source>
        <translation>服务器的配置</translation>
    </message>
    <message>
        <source>URLs</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Import profiles</source>
        <translation>导入配置</translation>
    </message>
    <message>
        <source>Choose a file with connections, or copy a URL or the text of such a file and press Paste: exported profiles, a configuration of Redisson or Spring, an export of RedisInsight, redis.conf, sentinel.conf. Passwords are not taken over.</source>
        <translation>请选择含连接的文件，或复制 URL 或此类文件的文本后按“粘贴”：导出的配置、Redisson 或 Spring 的配置、RedisInsight 的导出、redis.conf、sentinel.conf。密码不会被采用。</translation>
    </message>
    <message>
        <source>Connections that were found</source>
        <translation>找到的连接</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>保存为</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Choose &amp;file…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Two profiles would have the name %1. Change one of them.</source>
        <translation>有两个配置的名称都是 %1。请更改其中一个。</translation>
    </message>
    <message>
        <source>Change the name (F2), or leave it out.</source>
        <translation>请更改名称 (F2)，或取消选中。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentDetail</name>
    <message>
        <source>Details of the selected incident</source>
        <translation>所选事故的详情</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentModel</name>
    <message>
        <source>muted</source>
        <translation>已静音</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>out of sight</source>
        <translation>不在视野中</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Concerns</source>
        <translation>涉及</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentTile</name>
    <message>
        <source>critical problem</source>
        <translation>严重问题</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>out of sight, %1</source>
        <translation>看不到，%1</translation>
    </message>
    <message>
        <source>acknowledged, %1</source>
        <translation>已确认，%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentTray</name>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>Lockscope: %1</source>
        <translation>Lockscope：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentsPane</name>
    <message>
        <source>&amp;Acknowledge</source>
        <translation>确认(&amp;A)</translation>
    </message>
    <message>
        <source>Incidents to show</source>
        <translation>要显示的事故</translation>
    </message>
    <message>
        <source>All incidents</source>
        <translation>所有事故</translation>
    </message>
    <message>
        <source>Open, not muted</source>
        <translation>未结束且未静音</translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>已静音</translation>
    </message>
    <message>
        <source>Marks the selected incidents: somebody is working on them (A)</source>
        <translation>标记所选事故：有人正在处理 (A)</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>Neither counts nor reports such problems (M)</source>
        <translation>不再计数也不再报告这类问题 (M)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copies the selected incidents for a ticket</source>
        <translation>复制所选事故，用于工单</translation>
    </message>
    <message>
        <source>Muted…</source>
        <translation>已静音…</translation>
    </message>
    <message>
        <source>Lists what is muted, to take it back</source>
        <translation>列出已静音的问题，可以取消</translation>
    </message>
    <message>
        <source>Incidents, the open and worst ones first</source>
        <translation>事故，未结束的和最严重的在前</translation>
    </message>
    <message>
        <source>Show on time&amp;line</source>
        <translation>在时间线上显示(&amp;L)</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <translation>复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Page of the &amp;guide</source>
        <translation>指南中的说明(&amp;G)</translation>
    </message>
    <message>
        <source>Mute the selected incident</source>
        <translation>静音所选事故</translation>
    </message>
    <message>
        <source>Open the lock or the server</source>
        <translation>打开锁或服务器</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <translation>未结束：%1</translation>
    </message>
    <message>
        <source>the worst %1 are shown</source>
        <translation>只显示最严重的 %1 个</translation>
    </message>
    <message>
        <source>mutes: %1</source>
        <translation>静音：%1</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>No incident of this kind</source>
        <translation>没有这一类事故</translation>
    </message>
    <message>
        <source>Choose All incidents to see the others.</source>
        <translation>选择“所有事故”可以看到其他的。</translation>
    </message>
    <message>
        <source>No server in sight</source>
        <translation>视野中没有服务器</translation>
    </message>
    <message>
        <source>Nothing can be judged until a server is connected and read.</source>
        <translation>连接并读取一台服务器之前，无法作出判断。</translation>
    </message>
    <message>
        <source>Nothing is wrong, as far as can be seen</source>
        <translation>就目前所见，一切正常</translation>
    </message>
    <message>
        <source>Servers out of sight, of which nothing is known: %1.</source>
        <translation>不在视野中、情况未知的服务器：%1。</translation>
    </message>
    <message>
        <source>Lockscope judges every lock and server by the rules of its guide, and lists here what they find.</source>
        <translation>Lockscope 按指南中的规则判断每一把锁和每一台服务器，并在这里列出发现的问题。</translation>
    </message>
    <message>
        <source>Select an incident to see its evidence and what to do.</source>
        <translation>选择一个事故，查看依据和处理办法。</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>This is a record: incidents of the past cannot be marked.</source>
        <translation>这是记录：过去的事件不能标记。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::KeyHelp</name>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts and their actions</source>
        <translation>按键及其作用</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LanguageMenu</name>
    <message>
        <source>&amp;System</source>
        <translation>系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LinkOpener</name>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>The link leads to %1, which none of your profiles names.
Connect to it without a password?</source>
        <translation>此链接指向 %1，您的配置中都没有它。
要不带密码连接它吗？</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>The link leads to the lock %1, which is not on %2 now.</source>
        <translation>此链接指向锁 %1，该锁目前不在 %2 上。</translation>
    </message>
    <message>
        <source>The link to the lock %1 was not opened. Answer the question about the link before it, and then open the link again.</source>
        <translation>未打开指向锁 %1 的链接。请先回答上一个链接的问题，然后再次打开该链接。</translation>
    </message>
    <message>
        <source>The link leads to the lock %1. Not all locks of %2 have been found yet, so it may be there. Open the link again later.</source>
        <translation>链接指向锁 %1。%2 的锁还没有全部找到，所以它可能在那里。请稍后再打开链接。</translation>
    </message>
    <message>
        <source>it has not answered yet</source>
        <translation>尚未应答</translation>
    </message>
    <message>
        <source>The link leads to the lock %1. %2 cannot be read now (%3), so nothing is known of the lock. Open the link again when the server is back.</source>
        <translation>链接指向锁 %1。现在无法读取 %2（%3），因此对这把锁一无所知。请在服务器恢复后再打开链接。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockCopyMenu</name>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Copy redis-cli co&amp;mmands</source>
        <translation>复制 redis-cli 命令(&amp;M)</translation>
    </message>
    <message>
        <source>Cop&amp;y as text</source>
        <translation>复制为文本(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksPane</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Filter, for example: orders kind:fair holder:billing waiters:&gt;3 ttl:none (Ctrl+F)</source>
        <translation>筛选，例如：orders kind:fair holder:billing waiters:&gt;3 ttl:none (Ctrl+F)</translation>
    </message>
    <message>
        <source>Groups of locks</source>
        <translation>锁的分组</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>By deployment</source>
        <translation>按部署</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按种类</translation>
    </message>
    <message>
        <source>By holder</source>
        <translation>按持有者</translation>
    </message>
    <message>
        <source>Locks: %1</source>
        <translation>锁：%1</translation>
    </message>
    <message>
        <source>Locks: %1 of %2</source>
        <translation>锁：%1/%2</translation>
    </message>
    <message>
        <source>%1, still scanning</source>
        <translation>%1，仍在查找</translation>
    </message>
    <message>
        <source>Go from the filter to the table of locks</source>
        <translation>从筛选到锁的表格</translation>
    </message>
    <message>
        <source>Collapse or expand a group of locks</source>
        <translation>收起或展开一组锁</translation>
    </message>
    <message>
        <source>Collapse or expand the selected group</source>
        <translation>收起或展开所选的组</translation>
    </message>
    <message>
        <source>By multi-lock</source>
        <translation>按联锁</translation>
    </message>
    <message>
        <source>Nothing was watched at this time</source>
        <translation>这个时刻没有监视任何服务器</translation>
    </message>
    <message>
        <source>The record has no servers here. Go to another time.</source>
        <translation>记录在此处没有服务器。请前往另一时刻。</translation>
    </message>
    <message>
        <source>%1; out of sight: %2</source>
        <translation>%1；不在视野中：%2</translation>
    </message>
    <message>
        <source>%1 servers</source>
        <translation>%1 台服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LookBackBar</name>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Time of the record</source>
        <translation>记录的时间</translation>
    </message>
    <message>
        <source>The past, from the record of %1. Nothing can be changed here.</source>
        <translation>这是过去，来自 %1 的记录。这里什么也改不了。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>A time, such as 03:12, 2026-11-22 08:30, or an age such as 15m. Enter goes there.</source>
        <translation>时间，例如 03:12、2026-11-22 08:30，或 15m 这样的时长。按 Enter 前往。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Seconds of the record in a second of play</source>
        <translation>播放一秒对应记录中的秒数</translation>
    </message>
    <message>
        <source>Stretch of time</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>a day</source>
        <translation>一天</translation>
    </message>
    <message>
        <source>6 hours</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>an hour</source>
        <translation>一小时</translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation>10 分钟</translation>
    </message>
    <message>
        <source>a minute</source>
        <translation>一分钟</translation>
    </message>
    <message>
        <source>How much time the line shows</source>
        <translation>线条显示多长时间</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Writes the time on the line into an incident file, to give away.</source>
        <translation>把线条上的时间写进事件文件，可以交给别人。</translation>
    </message>
    <message>
        <source>With &amp;names…</source>
        <translation>保留名称(&amp;N)…</translation>
    </message>
    <message>
        <source>With names &amp;hidden…</source>
        <translation>隐藏名称(&amp;H)…</translation>
    </message>
    <message>
        <source>‹ Event</source>
        <translation>‹ 事件</translation>
    </message>
    <message>
        <source>To the event before</source>
        <translation>到上一事件</translation>
    </message>
    <message>
        <source>Event ›</source>
        <translation>事件 ›</translation>
    </message>
    <message>
        <source>To the event after</source>
        <translation>到下一事件</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainWindow</name>
    <message>
        <source>Releasing the locks of the workbench; then the window closes.</source>
        <translation>正在释放工作台持有的锁；随后关闭窗口。</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>语言从下次启动起生效。</translation>
    </message>
    <message>
        <source>The timeline has no hold of %1: no hold was seen, or it was too long ago.</source>
        <translation>时间线上没有 %1 的持有：没有看到过，或时间太久。</translation>
    </message>
    <message>
        <source>Only the address of a server or a link to a lock can be dropped here.</source>
        <translation>这里只能放下服务器的地址或指向锁的链接。</translation>
    </message>
    <message>
        <source>Nobody has acted for ten minutes, so acting is locked again.</source>
        <translation>十分钟内没有操作，因此操作已重新锁定。</translation>
    </message>
    <message>
        <source>Time of the record</source>
        <translation>记录的时间</translation>
    </message>
    <message>
        <source>The filter hides the lock %1, so the table has no row for it.</source>
        <translation>锁 %1 不符合筛选条件，因此表格中没有它。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MuteMenu</name>
    <message>
        <source>&amp;Mute</source>
        <translation>静音(&amp;M)</translation>
    </message>
    <message>
        <source>For &amp;1 hour</source>
        <translation>1 小时(&amp;1)</translation>
    </message>
    <message>
        <source>For &amp;8 hours</source>
        <translation>8 小时(&amp;8)</translation>
    </message>
    <message>
        <source>&amp;Until taken back</source>
        <translation>直到取消(&amp;U)</translation>
    </message>
    <message>
        <source>%1: its %2 locks</source>
        <translation>%1：它的 %2 把锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MutesDialog</name>
    <message>
        <source>&amp;Unmute</source>
        <translation>取消静音(&amp;U)</translation>
    </message>
    <message>
        <source>Muted problems</source>
        <translation>已静音的问题</translation>
    </message>
    <message>
        <source>Incidents that match a line are still listed, but neither counted nor reported.</source>
        <translation>符合其中一行的事故仍会列出，但不计数也不报告。</translation>
    </message>
    <message>
        <source>Nothing is muted. To mute an incident, select it and press M.</source>
        <translation>没有静音。要静音一个事故，请选中它并按 M。</translation>
    </message>
    <message>
        <source>Counts and reports these problems again (Delete)</source>
        <translation>重新计数并报告这些问题 (Delete)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::NoticeStrip</name>
    <message>
        <source>Dismiss the notice</source>
        <translation>收起通知</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::NotifyPage</name>
    <message>
        <source>no webhook</source>
        <translation>没有 webhook</translation>
    </message>
    <message>
        <source>&amp;Also tell that a problem ended</source>
        <translation>问题结束时也通知(&amp;A)</translation>
    </message>
    <message>
        <source>Send a test &amp;message</source>
        <translation>发送测试消息(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>程序(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Webhook URL from</source>
        <translation>Webhook URL 来源(&amp;W)</translation>
    </message>
    <message>
        <source>Prob&amp;lems</source>
        <translation>问题(&amp;L)</translation>
    </message>
    <message>
        <source>no program, or its path and arguments</source>
        <translation>没有程序，或程序的路径和参数</translation>
    </message>
    <message>
        <source>Program for notifications</source>
        <translation>通知程序</translation>
    </message>
    <message>
        <source>Webhook URL from</source>
        <translation>Webhook URL 来源</translation>
    </message>
    <message>
        <source>Where the URL comes from that the same JSON is posted to: keychain, env:NAME, file:/PATH or command:PROGRAM ARGUMENTS. Whoever has the URL may write there, so it is treated as a password.</source>
        <translation>接收同一 JSON 的 URL 的来源：keychain、env:NAME、file:/PATH 或 command:PROGRAM ARGUMENTS。谁有这个 URL，谁就能向那里写入，所以它按密码对待。</translation>
    </message>
    <message>
        <source>Problems that are told</source>
        <translation>通知哪些问题</translation>
    </message>
    <message>
        <source>Critical problems only</source>
        <translation>只通知严重的问题</translation>
    </message>
    <message>
        <source>All problems</source>
        <translation>所有问题</translation>
    </message>
    <message>
        <source>Sends a message that tells of no problem, without saving the profile. The profile needs a name.</source>
        <translation>发送一条与任何问题无关的消息，而不保存配置。配置需要名称。</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在发送…</translation>
    </message>
    <message>
        <source>A program or a webhook is told of the problems of the profile while it is connected here, or while &apos;lockctl record&apos; runs.</source>
        <translation>配置在这里已连接时，或 &apos;lockctl record&apos; 运行时，把它的问题通知给一个程序或一个 webhook。</translation>
    </message>
    <message>
        <source>Run for each problem, with JSON on standard input. No shell; double quotes keep words together. Put no secret here.</source>
        <translation>每个问题运行一次，从标准输入得到 JSON。不经过 shell；双引号把单词合在一起。不要在这里写入秘密。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Open what the tile is about</source>
        <translation>打开该方块所指的内容</translation>
    </message>
    <message>
        <source>Open problems, the worst first</source>
        <translation>未解决的问题，最严重的在前</translation>
    </message>
    <message>
        <source>Top blockers by total waiting time</source>
        <translation>阻塞最久的所有者（按总等待时间）</translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation>法定多数</translation>
    </message>
    <message>
        <source>Nobody blocks others</source>
        <translation>没有人阻塞别人</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>muted: %1</source>
        <translation>已静音：%1</translation>
    </message>
    <message>
        <source>No open problem</source>
        <translation>没有未解决的问题</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OwnFilter</name>
    <message>
        <source>Go to the filter of this view; again: to the filter of locks</source>
        <translation>转到此视图的筛选；再按一次：转到锁的筛选</translation>
    </message>
    <message>
        <source>Clear the filter of this view</source>
        <translation>清空此视图的筛选</translation>
    </message>
    <message>
        <source>Go from the filter to what it filters</source>
        <translation>从筛选框移到被筛选的内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PageRail</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Move along the rail of pages</source>
        <translation>在页面栏中移动</translation>
    </message>
    <message>
        <source>Go to the page that has the focus on the rail</source>
        <translation>转到页面栏中有焦点的页面</translation>
    </message>
    <message>
        <source>Shows or hides the tree of servers (%1 goes there)</source>
        <translation>显示或隐藏服务器树（%1 转到该处）</translation>
    </message>
    <message>
        <source>Shows or hides the tree of servers</source>
        <translation>显示或隐藏服务器树</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PauseBanner</name>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Shows the current state (Space)</source>
        <translation>显示现在的内容（空格键）</translation>
    </message>
    <message>
        <source>Paused: the data shown is %1 old. Pending changes: %2.</source>
        <translation>已暂停：所显示的内容已是 %1 前的。暂存的变化：%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PlaceBanner</name>
    <message>
        <source>profile %1</source>
        <translation>配置 %1</translation>
    </message>
    <message>
        <source>%1 profiles</source>
        <translation>%1 个配置</translation>
    </message>
    <message>
        <source>No profile</source>
        <translation>没有配置</translation>
    </message>
    <message>
        <source>%1 servers</source>
        <translation>%1 台服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset: %1</source>
        <translation>重置：%1</translation>
    </message>
    <message>
        <source>&amp;Reset all</source>
        <translation>全部重置(&amp;R)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PreviewDialog</name>
    <message>
        <source>Preview &amp;again</source>
        <translation>重新预览(&amp;A)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProblemList</name>
    <message>
        <source>Explain</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>The page of the guide about this problem</source>
        <translation>指南中关于此问题的页面</translation>
    </message>
    <message>
        <source>%1 %2 (%3), since %4</source>
        <translation>%1 %2（%3），始于 %4</translation>
    </message>
    <message>
        <source>, not seen now</source>
        <translation>，目前看不到</translation>
    </message>
    <message>
        <source>, over since %1</source>
        <translation>，已于 %1 结束</translation>
    </message>
    <message>
        <source>Explain: %1</source>
        <translation>说明：%1</translation>
    </message>
    <message>
        <source>Further problems: %1</source>
        <translation>其他问题：%1 个</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileController</name>
    <message>
        <source>%1, read-only</source>
        <translation>%1，只读</translation>
    </message>
    <message>
        <source>quorum group %1: %2 servers</source>
        <translation>法定多数组 %1：%2 台服务器</translation>
    </message>
    <message>
        <source>prefixes: %1</source>
        <translation>前缀：%1 个</translation>
    </message>
    <message>
        <source>names of owners: %1</source>
        <translation>所有者的名称：%1 个</translation>
    </message>
    <message>
        <source>pinned kinds: %1</source>
        <translation>固定的种类：%1 个</translation>
    </message>
    <message>
        <source>This is the default profile; after its removal there is none.</source>
        <translation>这是默认配置；移除后不再有默认配置。</translation>
    </message>
    <message>
        <source>Connect to pro&amp;file</source>
        <translation>连接到配置(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New profile…</source>
        <translation>新建配置(&amp;N)…</translation>
    </message>
    <message>
        <source>Saves servers under a name, with their purpose.</source>
        <translation>以名称保存服务器及其用途。</translation>
    </message>
    <message>
        <source>&amp;Edit profile…</source>
        <translation>编辑配置(&amp;E)…</translation>
    </message>
    <message>
        <source>Edits the profile selected in the list of servers.</source>
        <translation>更改在服务器列表中所选的配置。</translation>
    </message>
    <message>
        <source>Re&amp;move profile…</source>
        <translation>移除配置(&amp;M)…</translation>
    </message>
    <message>
        <source>Removes the profile selected in the list of servers, after a confirmation.</source>
        <translation>移除在服务器列表中所选的配置；会先询问。</translation>
    </message>
    <message>
        <source>The profile %1 was saved.</source>
        <translation>配置 %1 已保存。</translation>
    </message>
    <message>
        <source>The profile %1 was saved. It applies to connected servers after you reconnect them.</source>
        <translation>配置 %1 已保存。对已连接的服务器，重新连接之后才生效。</translation>
    </message>
    <message>
        <source>Remove profile</source>
        <translation>移除配置</translation>
    </message>
    <message>
        <source>Remove the profile %1 from %2? Its servers are not affected, and their connections stay open.</source>
        <translation>要从 %2 中移除配置 %1 吗？其服务器不受影响，已连接的保持连接。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>another program has changed it in the meantime</source>
        <translation>期间它已被另一个程序更改</translation>
    </message>
    <message>
        <source>The profile %1 was removed.</source>
        <translation>配置 %1 已移除。</translation>
    </message>
    <message>
        <source>The profile %1 was not removed: %2.</source>
        <translation>配置 %1 未移除：%2。</translation>
    </message>
    <message>
        <source>&amp;Import profiles…</source>
        <translation>导入配置(&amp;I)…</translation>
    </message>
    <message>
        <source>Makes profiles of the connections in another program&apos;s file, or of a copied URL.</source>
        <translation>从其他程序的文件或复制的 URL 中的连接创建配置。</translation>
    </message>
    <message>
        <source>E&amp;xport profiles…</source>
        <translation>导出配置(&amp;X)…</translation>
    </message>
    <message>
        <source>Writes all profiles without secrets into a file, for another person or machine.</source>
        <translation>将所有配置（不含密码）写入文件，供他人或其他机器使用。</translation>
    </message>
    <message>
        <source>Profiles imported: %1.</source>
        <translation>已导入配置：%1。</translation>
    </message>
    <message>
        <source>Export profiles</source>
        <translation>导出配置</translation>
    </message>
    <message>
        <source>All profiles were exported to %1, without secrets.</source>
        <translation>所有配置已导出到 %1，不含密码。</translation>
    </message>
    <message>
        <source>The profiles were not exported to %1: %2.</source>
        <translation>配置未导出到 %1：%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Prefixes</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>Quorum groups</source>
        <translation>法定多数组</translation>
    </message>
    <message>
        <source>Names of owners</source>
        <translation>所有者的名称</translation>
    </message>
    <message>
        <source>File of names</source>
        <translation>名称文件</translation>
    </message>
    <message>
        <source>Pinned kinds</source>
        <translation>固定的种类</translation>
    </message>
    <message>
        <source>&amp;Read-only: refuse all changes through this profile</source>
        <translation>只读：不能通过它进行任何更改(&amp;R)</translation>
    </message>
    <message>
        <source>Use &amp;when no server and no profile is given</source>
        <translation>未指明服务器和配置时使用它(&amp;W)</translation>
    </message>
    <message>
        <source>all keys, or a prefix of names: orders:</source>
        <translation>所有键；或锁名称的前缀：orders:</translation>
    </message>
    <message>
        <source>Profile %1</source>
        <translation>配置 %1</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新建配置</translation>
    </message>
    <message>
        <source>empty form</source>
        <translation>空白表单</translation>
    </message>
    <message>
        <source>On production, every change of a lock asks for the name of the lock.</source>
        <translation>在生产环境中，每次更改锁都会要求输入锁的名称。</translation>
    </message>
    <message>
        <source>CSV or JSON, read again when it changes</source>
        <translation>CSV 或 JSON，变化时重新读取</translation>
    </message>
    <message>
        <source>One prefix of lock names per line.</source>
        <translation>每行一个锁名称的前缀。</translation>
    </message>
    <message>
        <source>One group per line: name, = and the servers of the quorum in order.</source>
        <translation>每行一个：名称、=，以及按顺序排列的法定多数组服务器。</translation>
    </message>
    <message>
        <source>One alias per line: an owner, the uuid of a client or a pattern with * and ?, then = and the name.</source>
        <translation>每行一个：所有者、客户端的 uuid 或含 * 和 ? 的模式，然后是 = 和名称。</translation>
    </message>
    <message>
        <source>One pin per line: a name or prefix, = and the kind of its keys; &apos;none&apos; means that they are not locks.</source>
        <translation>每行一个：名称或前缀、=，以及其键的种类；none 表示它们不是锁。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Tag</source>
        <translation>标签(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Servers</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Prefixes</source>
        <translation>前缀(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quorum groups</source>
        <translation>法定多数组(&amp;Q)</translation>
    </message>
    <message>
        <source>Names of &amp;owners</source>
        <translation>所有者的名称(&amp;O)</translation>
    </message>
    <message>
        <source>Pinned &amp;kinds</source>
        <translation>固定的种类(&amp;K)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Names (*.csv *.json);;All files (*)</source>
        <translation>名称 (*.csv *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>A profile needs a name and at least one server or quorum group.</source>
        <translation>配置需要名称，以及至少一台服务器或一个法定多数组。</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1，第 %2 行：%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>A profile with this name already exists; choose another name, or edit that profile.</source>
        <translation>已有同名的配置；请换一个名称，或编辑那一个。</translation>
    </message>
    <message>
        <source>The profile was removed in the meantime.</source>
        <translation>期间该配置已被移除。</translation>
    </message>
    <message>
        <source>Another program has changed the profile in the meantime. Nothing was overwritten. Open the profile again to see the changes.</source>
        <translation>期间该配置已被另一个程序更改；没有覆盖任何内容。重新打开即可查看现在的内容。</translation>
    </message>
    <message>
        <source>Will be saved in %1.</source>
        <translation>将保存在 %1。</translation>
    </message>
    <message>
        <source>Test &amp;connection</source>
        <translation>测试连接(&amp;C)</translation>
    </message>
    <message>
        <source>Tries all servers of the profile step by step, without saving it.</source>
        <translation>逐步尝试配置中的所有服务器，而不保存它。</translation>
    </message>
    <message>
        <source>Cop&amp;y from</source>
        <translation>复制自(&amp;Y)</translation>
    </message>
    <message>
        <source>One URL per line: redis://, rediss:// (TLS), redis+unix://, redis+sentinel:// or redis+cluster://; redis://A,B is a primary with its replicas.</source>
        <translation>每行一个 URL：redis://、rediss://（TLS）、redis+unix://、redis+sentinel:// 或 redis+cluster://；redis://A,B 表示一个主节点及其副本。</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Server name</source>
        <translation>服务器名称</translation>
    </message>
    <message>
        <source>Pinned certificates</source>
        <translation>固定的证书</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Security</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>&amp;Learn owner names, and clients of replicas, from CLIENT LIST</source>
        <translation>通过 CLIENT LIST 得知所有者的名称和副本的客户端(&amp;L)</translation>
    </message>
    <message>
        <source>Way to the servers</source>
        <translation>到达服务器的途径</translation>
    </message>
    <message>
        <source>no tunnel, or ssh://ops@bastion, socks5://proxy, http://proxy</source>
        <translation>无隧道，或 ssh://ops@bastion、socks5://proxy、http://proxy</translation>
    </message>
    <message>
        <source>The way to all servers: a tunnel by the system&apos;s ssh, with its own configuration and keys, or a proxy.</source>
        <translation>到达所有服务器的途径：系统 ssh 的隧道（使用其自己的配置和密钥），或代理。</translation>
    </message>
    <message>
        <source>Thr&amp;ough</source>
        <translation>经由(&amp;O)</translation>
    </message>
    <message>
        <source>Password from</source>
        <translation>密码来源</translation>
    </message>
    <message>
        <source>Password of the Sentinels from</source>
        <translation>哨兵密码的来源</translation>
    </message>
    <message>
        <source>Passphrase of the key from</source>
        <translation>私钥口令的来源</translation>
    </message>
    <message>
        <source>New password before</source>
        <translation>更换密码的时长</translation>
    </message>
    <message>
        <source>For passwords that expire: the password is fetched again, and open connections are given it, before it is this old.</source>
        <translation>用于会过期的密码：在密码达到这个时长之前重新获取，并交给已打开的连接。</translation>
    </message>
    <message>
        <source>Where the secret comes from: ask, keychain, env:NAME, file:/PATH, command:PROGRAM ARGUMENTS (no shell), or none. Empty: from LOCKSCOPE_PASSWORD and LOCKSCOPE_SENTINEL_PASSWORD.</source>
        <translation>秘密的来源：ask、keychain、env:NAME、file:/PATH、command:PROGRAM ARGUMENTS（不经过 shell）或 none。留空：来自 LOCKSCOPE_PASSWORD 和 LOCKSCOPE_SENTINEL_PASSWORD。</translation>
    </message>
    <message>
        <source>F&amp;ile of names</source>
        <translation>名称文件(&amp;I)</translation>
    </message>
    <message>
        <source>Passwords are not saved, only where they come from; a URL with a password is refused.</source>
        <translation>不保存密码，只保存其来源；含密码的 URL 会被拒绝。</translation>
    </message>
    <message>
        <source>User for acting</source>
        <translation>操作用户</translation>
    </message>
    <message>
        <source>Password for acting from</source>
        <translation>操作密码来源</translation>
    </message>
    <message>
        <source>The user who acts on locks. The user of the URLs then only watches, and acting is locked until you unlock it. Empty: the same user does both.</source>
        <translation>对锁进行操作的用户。此时 URL 的用户只监视，操作在您解锁之前是锁定的。留空：由同一个用户完成。</translation>
    </message>
    <message>
        <source>Where the password of the user for acting comes from, in the same words; it is fetched when acting is unlocked. Empty: from LOCKSCOPE_OPERATOR_PASSWORD.</source>
        <translation>操作用户的密码从哪里来，写法相同；解锁操作时获取。留空：来自 LOCKSCOPE_OPERATOR_PASSWORD。</translation>
    </message>
    <message>
        <source>Program for notifications</source>
        <translation>通知程序</translation>
    </message>
    <message>
        <source>Webhook URL from</source>
        <translation>Webhook URL 来源</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>LOCKSCOPE_PASSWORD, if set</source>
        <translation>LOCKSCOPE_PASSWORD（如已设置）</translation>
    </message>
    <message>
        <source>LOCKSCOPE_SENTINEL_PASSWORD, if set</source>
        <translation>LOCKSCOPE_SENTINEL_PASSWORD（如已设置）</translation>
    </message>
    <message>
        <source>the key has none</source>
        <translation>私钥没有口令</translation>
    </message>
    <message>
        <source>LOCKSCOPE_OPERATOR_PASSWORD, if set</source>
        <translation>LOCKSCOPE_OPERATOR_PASSWORD（如已设置）</translation>
    </message>
    <message>
        <source>never, or an age: 10m</source>
        <translation>从不，或时长：10m</translation>
    </message>
    <message>
        <source>the user of the URLs</source>
        <translation>URL 中的用户</translation>
    </message>
    <message>
        <source>Password &amp;from</source>
        <translation>密码来源(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New password before</source>
        <translation>更换密码的时长(&amp;N)</translation>
    </message>
    <message>
        <source>Password &amp;of the Sentinels from</source>
        <translation>哨兵密码的来源(&amp;O)</translation>
    </message>
    <message>
        <source>Pass&amp;phrase of the key from</source>
        <translation>私钥口令的来源(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;User for acting</source>
        <translation>操作用户(&amp;U)</translation>
    </message>
    <message>
        <source>Password for actin&amp;g from</source>
        <translation>操作密码来源(&amp;G)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueList</name>
    <message>
        <source>Queue in wake-up order</source>
        <translation>按唤醒顺序排列的队列</translation>
    </message>
    <message>
        <source>&amp;Release hold…</source>
        <translation>释放持有(&amp;R)…</translation>
    </message>
    <message>
        <source>Remove &amp;waiter…</source>
        <translation>移除等待者(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Nudge waiters…</source>
        <translation>唤醒等待者(&amp;N)…</translation>
    </message>
    <message>
        <source>Name th&amp;is owner…</source>
        <translation>命名此所有者(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Copy owner	Ctrl+C</source>
        <translation>复制所有者(&amp;C)	Ctrl+C</translation>
    </message>
    <message>
        <source>Copy r&amp;ow</source>
        <translation>复制该行(&amp;O)</translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <translation>%1 （%2）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueuePane</name>
    <message>
        <source>No lock is selected</source>
        <translation>没有选中锁</translation>
    </message>
    <message>
        <source>Select a lock in the table to see its queue.</source>
        <translation>在表格中选择一把锁即可查看它的队列。</translation>
    </message>
    <message>
        <source>Open &amp;detail</source>
        <translation>打开详情(&amp;D)</translation>
    </message>
    <message>
        <source>The lock is gone: it has no holder, and its keys no longer exist.</source>
        <translation>锁已不在：没有持有者，它的键也不再存在。</translation>
    </message>
    <message>
        <source>%1, %2, on %3</source>
        <translation>%1，%2，位于 %3</translation>
    </message>
    <message>
        <source>%1; the server connection was lost %2 ago</source>
        <translation>%1；与服务器的连接在 %2 前断开</translation>
    </message>
    <message>
        <source>The lock was gone when last seen.</source>
        <translation>最后一次看到时这把锁已消失。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QuitGuard</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>The workbench still holds or waits for locks: %1.</source>
        <translation>工作台仍持有或等待锁：%1。</translation>
    </message>
    <message>
        <source>If you leave them, they stay locked until their leases end, and Lockscope no longer renews them.</source>
        <translation>若置之不理，它们会一直锁定到租期结束；不再有续期。</translation>
    </message>
    <message>
        <source>&amp;Release all and quit</source>
        <translation>全部释放并退出(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Leave until leases end</source>
        <translation>留待租期结束(&amp;L)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QuorumModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>several</source>
        <translation>多个</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>票数</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Validity</source>
        <translation>有效期</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QuorumPane</name>
    <message>
        <source>Quorum group</source>
        <translation>法定多数组</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>组(&amp;G)</translation>
    </message>
    <message>
        <source>Locks over several servers</source>
        <translation>跨多台服务器的锁</translation>
    </message>
    <message>
        <source>Answers of each server for the selected lock</source>
        <translation>各服务器对所选锁的说法</translation>
    </message>
    <message>
        <source>Proposed: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>To save it as a group: %1</source>
        <translation>命名方法：%1</translation>
    </message>
    <message>
        <source>Not a saved group: the same thread holds locks on these servers. The group may have more servers.</source>
        <translation>尚未命名：同一线程在这些服务器上持有锁。可能还有更多服务器。</translation>
    </message>
    <message>
        <source>Not a saved group: these servers have the same tokens. The group may have more servers.</source>
        <translation>尚未命名：这些服务器上有相同的令牌。可能还有更多服务器。</translation>
    </message>
    <message>
        <source>%1 of its %2 servers are not watched.</source>
        <translation>其 %2 台服务器中有 %1 台未监视。</translation>
    </message>
    <message>
        <source>1 lock</source>
        <translation>1 把锁</translation>
    </message>
    <message>
        <source>%1 locks</source>
        <translation>%1 把锁</translation>
    </message>
    <message>
        <source>No quorum group</source>
        <translation>没有法定多数组</translation>
    </message>
    <message>
        <source>For locks kept on a majority of servers, Lockscope needs to know the group of servers. Define it in a profile:
%1
and start with --profile NAME. Lockscope also proposes groups of servers on which the same owner holds the same lock.</source>
        <translation>对于保存在多数服务器上的锁，Lockscope 需要知道其服务器组。请在配置中定义：
%1
并用 --profile NAME 启动。Lockscope 也会建议同一所有者持有同一把锁的服务器为一组。</translation>
    </message>
    <message>
        <source>No lock on %1</source>
        <translation>%1 上没有锁</translation>
    </message>
    <message>
        <source>Servers: %1.</source>
        <translation>服务器：%1。</translation>
    </message>
    <message>
        <source>Select a lock to see the answer of each server.</source>
        <translation>选择一把锁以查看各服务器对它的说法。</translation>
    </message>
    <message>
        <source>Only locks on several servers</source>
        <translation>只显示在多台服务器上的锁</translation>
    </message>
    <message>
        <source>Unlock on all servers…</source>
        <translation>在所有服务器上解锁…</translation>
    </message>
    <message>
        <source>Hides locks that only one server has: residues of an attempt, or locks of another kind</source>
        <translation>不含只在一台服务器上的键：一次尝试留下的残余，或其他种类的锁</translation>
    </message>
    <message>
        <source>No lock on several servers</source>
        <translation>没有在多台服务器上的锁</translation>
    </message>
    <message>
        <source>1 lock of this group is on one server only.</source>
        <translation>这一组有 1 把锁只在一台服务器上。</translation>
    </message>
    <message>
        <source>%1 locks of this group are on one server only.</source>
        <translation>这一组有 %1 把锁只在一台服务器上。</translation>
    </message>
    <message>
        <source>%1 of %2 locks</source>
        <translation>%2 把锁中的 %1 把</translation>
    </message>
    <message>
        <source>no lock is selected</source>
        <translation>没有选中的锁</translation>
    </message>
    <message>
        <source>no holder was seen</source>
        <translation>没有看到任何人持有它</translation>
    </message>
    <message>
        <source>not available here</source>
        <translation>不能在此操作</translation>
    </message>
    <message>
        <source>Takes the lock away from its holder on each server of the group. Lists the places first.</source>
        <translation>在组中的每台服务器上把锁从持有者手中拿走；会先列出所有位置</translation>
    </message>
    <message>
        <source>Open the lock</source>
        <translation>打开锁</translation>
    </message>
    <message>
        <source>The locks of %1 are not known</source>
        <translation>%1 的锁未知</translation>
    </message>
    <message>
        <source>A majority of its servers is out of sight or not read yet. Servers: %1.</source>
        <translation>其多数服务器不在视野中或尚未读取。服务器：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QuorumSeatsModel</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReadyFilters</name>
    <message>
        <source>In &amp;danger</source>
        <translation>有危险(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Long held</source>
        <translation>长时间持有(&amp;L)</translation>
    </message>
    <message>
        <source>Free but &amp;waited for</source>
        <translation>空闲却有人等待(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Mine</source>
        <translation>我的(&amp;M)</translation>
    </message>
    <message>
        <source>The workbench of this window holds no lock.</source>
        <translation>此窗口的工作台没有持有任何锁。</translation>
    </message>
    <message>
        <source>The locks that the workbench of this window holds</source>
        <translation>此窗口的工作台持有的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordingMark</name>
    <message>
        <source>● recording since %1</source>
        <translation>● 记录中，始于 %1</translation>
    </message>
    <message>
        <source>○ not recording</source>
        <translation>○ 未在记录</translation>
    </message>
    <message>
        <source>Recorded: %1</source>
        <translation>正在记录：%1</translation>
    </message>
    <message>
        <source>Recorded by another program: %1</source>
        <translation>由另一个程序记录：%1</translation>
    </message>
    <message>
        <source>Begins with the first server.</source>
        <translation>从第一台服务器开始。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReportDialog</name>
    <message>
        <source>Report of the last run</source>
        <translation>上次运行的报告</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>This report is the file %1. It stays on this computer unless you pass it on.</source>
        <translation>此报告即文件 %1。除非您转发，它只留在本机。</translation>
    </message>
    <message>
        <source>The report %1 cannot be read: %2.</source>
        <translation>无法读取报告 %1：%2。</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RibbonTile</name>
    <message>
        <source>Incidents</source>
        <translation>事故</translation>
    </message>
    <message>
        <source>Sight</source>
        <translation>视野</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SecretDialog</name>
    <message>
        <source>Password of the Sentinels of %1</source>
        <translation>%1 的哨兵密码</translation>
    </message>
    <message>
        <source>Passphrase of the key of %1</source>
        <translation>%1 的私钥口令</translation>
    </message>
    <message>
        <source>Password of %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>The server rejected the password before this one.</source>
        <translation>服务器拒绝了上一个密码。</translation>
    </message>
    <message>
        <source>The profile %1 needs it to connect.</source>
        <translation>配置 %1 连接时需要它。</translation>
    </message>
    <message>
        <source>It is sent to the servers of this profile only.</source>
        <translation>它只会发送给这个配置的服务器。</translation>
    </message>
    <message>
        <source>It is sent to the servers of this profile only, and kept until Lockscope ends.</source>
        <translation>它只会发送给这个配置的服务器，并保留到 Lockscope 结束。</translation>
    </message>
    <message>
        <source>&amp;Remember it in the keychain</source>
        <translation>记入密钥环(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>口令(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Password for acting on %1</source>
        <translation>%1 的操作密码</translation>
    </message>
    <message>
        <source>It is sent to the servers of this profile only, and forgotten when acting is locked.</source>
        <translation>它只发送给此配置档的服务器，操作锁定时即忘记。</translation>
    </message>
    <message>
        <source>%1 rejected the user name or password.</source>
        <translation>%1 拒绝了用户名或密码。</translation>
    </message>
    <message>
        <source>%1 requires a password.</source>
        <translation>%1 需要密码。</translation>
    </message>
    <message>
        <source>It is sent to this server only, and kept until Lockscope ends.</source>
        <translation>密码只发送到此服务器，并保留到 Lockscope 结束。</translation>
    </message>
    <message>
        <source>the default user</source>
        <translation>默认用户</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SentinelController</name>
    <message>
        <source>%1 is not possible: %2</source>
        <translation>无法执行“%1”：%2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SentinelDialog</name>
    <message>
        <source>Primary and replicas</source>
        <translation>主节点和副本</translation>
    </message>
    <message>
        <source>Locks held now</source>
        <translation>当前持有的锁</translation>
    </message>
    <message>
        <source>Consequences</source>
        <translation>后果</translation>
    </message>
    <message>
        <source>Commands, at one Sentinel after the other; each is asked first whether it is still as shown</source>
        <translation>命令，逐个哨兵执行；每次先询问它是否仍如所显示</translation>
    </message>
    <message>
        <source>Pre&amp;view</source>
        <translation>预览(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Address of the primary</source>
        <translation>主节点的地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quorum</source>
        <translation>法定票数(&amp;Q)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>•  %1: %2</source>
        <translation>•  %1：%2</translation>
    </message>
    <message>
        <source>Primary: %1</source>
        <translation>主节点：%1</translation>
    </message>
    <message>
        <source>•  Not at %1: %2</source>
        <translation>•  不在 %1 上执行：%2</translation>
    </message>
    <message>
        <source>Not known: the server is out of sight, or not all of its locks have been found yet.</source>
        <translation>未知：看不到该服务器，或者尚未找到它的全部锁。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 持有的 %1</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>没有。</translation>
    </message>
    <message>
        <source>•  and %1 more</source>
        <translation>•  还有 %1 个</translation>
    </message>
    <message>
        <source>Preview the action first.</source>
        <translation>请先预览该操作。</translation>
    </message>
    <message>
        <source>Enter the address of the primary, such as 10.0.0.5:6379.</source>
        <translation>请输入主节点的地址，例如 10.0.0.5:6379。</translation>
    </message>
    <message>
        <source>Looking at the Sentinels.</source>
        <translation>正在查看哨兵。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Sent; waiting for the new primary.</source>
        <translation>已发送；正在等待新的主节点。</translation>
    </message>
    <message>
        <source>Sent; waiting for the Sentinels.</source>
        <translation>已发送；正在等待哨兵。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerBar</name>
    <message>
        <source>, the data shown is %1 old</source>
        <translation>，所显示的内容已是 %1 前的</translation>
    </message>
    <message>
        <source>%1 (%2)  %3</source>
        <translation>%1（%2） %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerChooser</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>connect to a server first</source>
        <translation>请先连接到服务器</translation>
    </message>
    <message>
        <source>select at least one server</source>
        <translation>请至少选择一台服务器</translation>
    </message>
    <message>
        <source>Quorum group</source>
        <translation>法定多数组</translation>
    </message>
    <message>
        <source>Servers selected below</source>
        <translation>下方选择的服务器</translation>
    </message>
    <message>
        <source>not connected: %1</source>
        <translation>未连接：%1</translation>
    </message>
    <message>
        <source>select a server</source>
        <translation>请选择一台服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerTile</name>
    <message>
        <source>out of sight</source>
        <translation>看不到</translation>
    </message>
    <message>
        <source>no news</source>
        <translation>没有消息</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>in sight</source>
        <translation>看得到</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServersPane</name>
    <message>
        <source>&amp;Scan again</source>
        <translation>重新扫描(&amp;S)</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>No server</source>
        <translation>没有服务器</translation>
    </message>
    <message>
        <source>This view shows facts about each server after you connect one.</source>
        <translation>有服务器后，此处显示各服务器的情况。</translation>
    </message>
    <message>
        <source>Facts about the selected server</source>
        <translation>所选服务器的情况</translation>
    </message>
    <message>
        <source>Full text of the selected fact</source>
        <translation>所选情况的全部内容</translation>
    </message>
    <message>
        <source>&amp;Stop scanning</source>
        <translation>停止扫描(&amp;S)</translation>
    </message>
    <message>
        <source>Stops the scan for locks. Locks already found stay listed.</source>
        <translation>结束查找锁的扫描；已找到的保留。</translation>
    </message>
    <message>
        <source>Starts a new scan for locks.</source>
        <translation>从头再查找一次锁。</translation>
    </message>
    <message>
        <source>Se&amp;ntinels</source>
        <translation>哨兵(&amp;N)</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Starts a failover, or changes what the Sentinels watch.</source>
        <translation>发起故障转移，或更改哨兵所监视的内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionKeeper</name>
    <message>
        <source>Resume the last session at the start</source>
        <translation>启动时恢复上次会话</translation>
    </message>
    <message>
        <source>Remembers servers, page, filter, selected lock and scroll position.</source>
        <translation>记住服务器、页面、筛选、选中的锁和滚动位置。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ShortcutBook</name>
    <message>
        <source>This key makes accents, and cannot be given to an action.</source>
        <translation>此键用于输入重音符号，不能分配给操作。</translation>
    </message>
    <message>
        <source>These keys move and edit in tables and fields.</source>
        <translation>这些按键用于在表格和输入框中移动和编辑。</translation>
    </message>
    <message>
        <source>Without Ctrl, Alt or Meta this key types, or moves in tables.</source>
        <translation>不带 Ctrl、Alt 或 Meta 时，此键用于输入文字或在表格中移动。</translation>
    </message>
    <message>
        <source>These keys edit or copy in tables and fields.</source>
        <translation>这些按键用于在表格和输入框中编辑或复制。</translation>
    </message>
    <message>
        <source>Alt and a letter opens a menu or presses a button.</source>
        <translation>Alt 加字母会打开菜单或按下按钮。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ShortcutsDialog</name>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>Re&amp;set</source>
        <translation>重置(&amp;S)</translation>
    </message>
    <message>
        <source>Change keys</source>
        <translation>更改按键</translation>
    </message>
    <message>
        <source>Filter by action or keys</source>
        <translation>按操作或按键过滤</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>New keys of the selected action</source>
        <translation>所选操作的新按键</translation>
    </message>
    <message>
        <source>&amp;New keys:</source>
        <translation>新按键(&amp;N)：</translation>
    </message>
    <message>
        <source>Reset &amp;all</source>
        <translation>全部重置(&amp;A)</translation>
    </message>
    <message>
        <source>All actions have their default keys.</source>
        <translation>所有操作都恢复了默认按键。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 already means: %2. Give that other keys first.</source>
        <translation>%1 已用于：%2。请先为它设置其他按键。</translation>
    </message>
    <message>
        <source>%1 has no keys.</source>
        <translation>%1 没有按键。</translation>
    </message>
    <message>
        <source>%1 has its default keys.</source>
        <translation>%1 恢复了默认按键。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StateBar</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>no profile</source>
        <translation>无配置</translation>
    </message>
    <message>
        <source>%1 profiles</source>
        <translation>%1 个配置</translation>
    </message>
    <message>
        <source>The environment that the connected profiles belong to</source>
        <translation>所连接的配置所属的环境</translation>
    </message>
    <message>
        <source>can act</source>
        <translation>可操作</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>partly read-only</source>
        <translation>部分只读</translation>
    </message>
    <message>
        <source>Locks can be changed, each time after a preview</source>
        <translation>可以更改锁，每次都先预览</translation>
    </message>
    <message>
        <source>Lockscope refuses to change locks of profiles that are read-only</source>
        <translation>对于只读的配置，Lockscope 拒绝更改其中的锁</translation>
    </message>
    <message>
        <source>all shown</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %2 个中的 %1 个</translation>
    </message>
    <message>
        <source>The filter hides no lock. Goes to the filter (/).</source>
        <translation>筛选没有隐藏任何锁。转到筛选（/）。</translation>
    </message>
    <message>
        <source>The filter hides the other locks. Goes to the filter (/).</source>
        <translation>筛选隐藏了其他锁。转到筛选（/）。</translation>
    </message>
    <message>
        <source>Shows the current state (Space)</source>
        <translation>显示现在的内容（空格键）</translation>
    </message>
    <message>
        <source>Freezes the display (Space)</source>
        <translation>冻结显示（空格键）</translation>
    </message>
    <message>
        <source>Search…  %1</source>
        <translation>搜索…  %1</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Finds locks, owners, actions, views, events and pages of the guide.</source>
        <translation>查找锁、所有者、操作、视图、事件和指南的页面。</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>搜索…</translation>
    </message>
    <message>
        <source>Unlock acting</source>
        <translation>解锁操作</translation>
    </message>
    <message>
        <source>Lock acting</source>
        <translation>锁定操作</translation>
    </message>
    <message>
        <source>acting locked</source>
        <translation>操作已锁定</translation>
    </message>
    <message>
        <source>Nothing can be changed on production, and where another user acts, until you unlock it</source>
        <translation>在您解锁之前，生产环境以及由另一用户操作的地方什么都不能更改</translation>
    </message>
    <message>
        <source>Closes the connections for acting. After ten minutes without an action this happens by itself.</source>
        <translation>关闭用于操作的连接。十分钟没有操作时会自动关闭。</translation>
    </message>
    <message>
        <source>Lets you act on locks for as long as you do: after ten minutes without an action it is locked again.</source>
        <translation>让您可以对锁进行操作：十分钟没有操作后会重新锁定。</translation>
    </message>
    <message>
        <source>record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>This is the past: nothing can be changed there.</source>
        <translation>这是过去：那里什么也改不了。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TableView</name>
    <message>
        <source>Copy the selection</source>
        <translation>复制所选内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimeStrip</name>
    <message>
        <source>Time of the record</source>
        <translation>记录的时间</translation>
    </message>
    <message>
        <source>Click or drag to go to a time. Grey: nothing was recorded. Marks: a problem opened.</source>
        <translation>点击或拖动即可前往某一时刻。灰色：没有记录。标记：出现了问题。</translation>
    </message>
    <message>
        <source>A second back or on; with Ctrl a tenth of it</source>
        <translation>后退或前进一秒；按住 Ctrl 为十分之一秒</translation>
    </message>
    <message>
        <source>A minute back or on</source>
        <translation>后退或前进一分钟</translation>
    </message>
    <message>
        <source>To the first or the last time shown here</source>
        <translation>到这里显示的最早或最晚时刻</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineLegend</name>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>force-unlocked</source>
        <translation>强制解锁</translation>
    </message>
    <message>
        <source>ended while not watched</source>
        <translation>结束未看到</translation>
    </message>
    <message>
        <source>renewal</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>逾期</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>your action</source>
        <translation>您的操作</translation>
    </message>
    <message>
        <source>Legend: %1</source>
        <translation>图例：%1</translation>
    </message>
    <message>
        <source>several holds</source>
        <translation>多次持有</translation>
    </message>
    <message>
        <source>count changed</source>
        <translation>计数变化</translation>
    </message>
    <message>
        <source>renewed again</source>
        <translation>恢复续期</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>an action that failed</source>
        <translation>失败的操作</translation>
    </message>
    <message>
        <source>A hold has the colour of its client, stronger while it is held. Several clients may share a colour.</source>
        <translation>持有用其客户端的颜色表示，持有期间颜色较深。多个客户端可能颜色相同。</translation>
    </message>
    <message>
        <source>waiting: one, many</source>
        <translation>等待者：一个、多个</translation>
    </message>
    <message>
        <source>waiters unknown</source>
        <translation>等待者未知</translation>
    </message>
    <message>
        <source>lost in a restart or flush</source>
        <translation>在重启或清空中丢失</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelinePane</name>
    <message>
        <source>Part of a name or an owner</source>
        <translation>名称或所有者的一部分</translation>
    </message>
    <message>
        <source>Show only locks with this text in their name or owner</source>
        <translation>只显示名称或所有者含此内容的锁</translation>
    </message>
    <message>
        <source>Order of the locks</source>
        <translation>锁的顺序</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Latest first</source>
        <translation>最新在前</translation>
    </message>
    <message>
        <source>Most holds first</source>
        <translation>持有最多在前</translation>
    </message>
    <message>
        <source>Show more time (-)</source>
        <translation>显示更长时间 (-)</translation>
    </message>
    <message>
        <source>Show less time (+)</source>
        <translation>显示更短时间 (+)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show all recorded time (0)</source>
        <translation>显示已记录的全部时间 (0)</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Follow the present (End)</source>
        <translation>跟随现在发生的内容 (End)</translation>
    </message>
    <message>
        <source>No lock matches</source>
        <translation>没有匹配的锁</translation>
    </message>
    <message>
        <source>No lock name or owner contains this text. Press Esc to clear the field.</source>
        <translation>没有名称或所有者含此内容。按 Esc 清除。</translation>
    </message>
    <message>
        <source>No holds yet</source>
        <translation>尚未看到持有</translation>
    </message>
    <message>
        <source>This view draws every hold from now on as a bar: who held which lock, and when.</source>
        <translation>从现在起，每次持有都在此画成一条：谁从何时到何时持有了哪把锁。</translation>
    </message>
    <message>
        <source>%1 of %2 locks</source>
        <translation>%1/%2 把锁</translation>
    </message>
    <message>
        <source>older holds not shown: %1</source>
        <translation>未显示的较早持有：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, held by %2, %3</source>
        <translation>%1，由 %2 持有，%3</translation>
    </message>
    <message>
        <source>%1; the last of %2 holds drawn as one bar</source>
        <translation>%1；画成一条的 %2 次持有中的最后一次</translation>
    </message>
    <message>
        <source>&amp;Open lock	Enter</source>
        <translation>打开锁(&amp;O)	Enter</translation>
    </message>
    <message>
        <source>Show in &amp;events</source>
        <translation>在事件中显示(&amp;E)</translation>
    </message>
    <message>
        <source>Click a bar, or select a lock with Up and Down and its holds and marks with Ctrl+Left and Ctrl+Right. Enter opens the lock, Ctrl+Enter the event.</source>
        <translation>点击一条，或用上下键选择锁、用 Ctrl 加左右键选择发生在它身上的事；按 Enter 打开锁，按 Ctrl+Enter 打开事件。</translation>
    </message>
    <message>
        <source>As in the table</source>
        <translation>与表格一致</translation>
    </message>
    <message>
        <source>Show the locks that the filter of the table lets through, and select the lock that is selected there</source>
        <translation>显示表格的筛选条件放行的锁，并选中在表格中选中的锁</translation>
    </message>
    <message>
        <source>The filter of the table lets none of these locks through. &quot;As in the table&quot; shows them again.</source>
        <translation>表格的筛选条件没有放行这里的任何锁。“与表格一致”可重新显示它们。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineView</name>
    <message>
        <source>Timeline of holds</source>
        <translation>持有的时间线</translation>
    </message>
    <message>
        <source>Show less time</source>
        <translation>显示更短时间</translation>
    </message>
    <message>
        <source>Show more time</source>
        <translation>显示更长时间</translation>
    </message>
    <message>
        <source>Show all recorded time</source>
        <translation>显示已记录的全部时间</translation>
    </message>
    <message>
        <source>Scroll in time</source>
        <translation>在时间上移动</translation>
    </message>
    <message>
        <source>Go to the beginning</source>
        <translation>转到最早看到的内容</translation>
    </message>
    <message>
        <source>Follow the present</source>
        <translation>跟随现在发生的内容</translation>
    </message>
    <message>
        <source>Select a lock</source>
        <translation>选择一把锁</translation>
    </message>
    <message>
        <source>Select a hold or mark of the lock</source>
        <translation>选择这把锁的一次持有或一个标记</translation>
    </message>
    <message>
        <source>Open the lock</source>
        <translation>打开锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TlsPage</name>
    <message>
        <source>the system&apos;s certificates</source>
        <translation>系统的证书</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>in the file of the certificate</source>
        <translation>在证书文件中</translation>
    </message>
    <message>
        <source>the host of the URL</source>
        <translation>URL 中的主机</translation>
    </message>
    <message>
        <source>none: what the authority signed</source>
        <translation>无：由机构签发的即可</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.key);;All files (*)</source>
        <translation>证书 (*.pem *.crt *.key);;所有文件 (*)</translation>
    </message>
    <message>
        <source>C&amp;A file</source>
        <translation>CA 文件(&amp;A)</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Client c&amp;ertificate</source>
        <translation>客户端证书(&amp;E)</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>Private &amp;key</source>
        <translation>私钥(&amp;K)</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Server na&amp;me</source>
        <translation>服务器名称(&amp;M)</translation>
    </message>
    <message>
        <source>P&amp;inned certificates</source>
        <translation>固定的证书(&amp;I)</translation>
    </message>
    <message>
        <source>The name that the servers&apos; certificates must have; also sent to them (SNI).</source>
        <translation>服务器证书必须具有的名称；也会发送给服务器（SNI）。</translation>
    </message>
    <message>
        <source>One SHA-256 fingerprint per line. Only these certificates are trusted then, whoever issued them. Test connection shows the fingerprint of a server.</source>
        <translation>每行一个 SHA-256 指纹。此时只信任这些证书，不论由谁签发。“测试连接”会显示服务器的指纹。</translation>
    </message>
    <message>
        <source>Server name</source>
        <translation>服务器名称</translation>
    </message>
    <message>
        <source>Pinned certificates</source>
        <translation>固定的证书</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TtlChart</name>
    <message>
        <source>Time to live over time</source>
        <translation>存活时间的变化</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>从 %1</translation>
    </message>
    <message>
        <source>, time to live %1</source>
        <translation>，存活时间 %1</translation>
    </message>
    <message>
        <source> without expiry</source>
        <translation>，没有过期时间</translation>
    </message>
    <message>
        <source>, renewal overdue since %1</source>
        <translation>，自 %1 起续期逾期</translation>
    </message>
    <message>
        <source>, still running</source>
        <translation>，仍在进行</translation>
    </message>
    <message>
        <source>, renewed at %1 with %2 left</source>
        <translation>，于 %1 续期，当时剩余 %2</translation>
    </message>
    <message>
        <source>, set again at %1</source>
        <translation>，于 %1 重新设置</translation>
    </message>
    <message>
        <source>, shortened at %1</source>
        <translation>，于 %1 缩短</translation>
    </message>
    <message>
        <source>, released at %1</source>
        <translation>，于 %1 释放</translation>
    </message>
    <message>
        <source>, expired at %1</source>
        <translation>，于 %1 过期</translation>
    </message>
    <message>
        <source>, force-unlocked at %1</source>
        <translation>，于 %1 强制解锁</translation>
    </message>
    <message>
        <source>, handed over at %1</source>
        <translation>，于 %1 移交</translation>
    </message>
    <message>
        <source>, gone at %1</source>
        <translation>，于 %1 消失</translation>
    </message>
    <message>
        <source>, now without expiry</source>
        <translation>，现在没有过期时间</translation>
    </message>
    <message>
        <source>, expired</source>
        <translation>，已过期</translation>
    </message>
    <message>
        <source>, now %1 left</source>
        <translation>，现在剩余 %1</translation>
    </message>
    <message>
        <source>Not held in the last %1</source>
        <translation>最近 %1 没有持有</translation>
    </message>
    <message>
        <source>Last %1: renewals %2</source>
        <translation>最近 %1：续期 %2</translation>
    </message>
    <message>
        <source>, %1 overdue</source>
        <translation>，逾期 %1</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>租期</translation>
    </message>
    <message>
        <source>renewal due</source>
        <translation>续期到期</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>last seen</source>
        <translation>最后看到</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Select an interval between two renewals</source>
        <translation>选择两次续期之间的一段</translation>
    </message>
    <message>
        <source>Select the first or last interval</source>
        <translation>选择其中第一段或最后一段</translation>
    </message>
    <message>
        <source>Show less time</source>
        <translation>显示更短时间</translation>
    </message>
    <message>
        <source>Show more time</source>
        <translation>显示更长时间</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>一段也不选</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>some time before %1</source>
        <translation>%1 之前的某一时刻</translation>
    </message>
    <message>
        <source>, not seen for %1</source>
        <translation>，其中 %1 未看到</translation>
    </message>
    <message>
        <source>, not seen since %1</source>
        <translation>，自 %1 起未看到</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::UnlockPreview</name>
    <message>
        <source>What an unlock would do</source>
        <translation>解锁会做什么</translation>
    </message>
    <message>
        <source>Commands of an unlock</source>
        <translation>解锁的命令</translation>
    </message>
    <message>
        <source>There is nothing to unlock: the lock no longer exists.</source>
        <translation>没有可解锁的：这把锁已不存在。</translation>
    </message>
    <message>
        <source>These permits have no owner: only the clients that took them can release them.</source>
        <translation>这些许可不属于任何人：只有取走者才能归还。</translation>
    </message>
    <message>
        <source>%1, for the last known state of the lock:</source>
        <translation>%1，按最后看到的锁的状态：</translation>
    </message>
    <message>
        <source>%1 would have these effects:</source>
        <translation>%1 会有如下效果：</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowMenus</name>
    <message>
        <source>&amp;Connection</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Act</source>
        <translation>操作(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Lockscope</source>
        <translation>关于 Lockscope(&amp;A)</translation>
    </message>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Lockscope %1
A live console for distributed locks in Redis.
GPL-3.0-or-later</source>
        <translation>Lockscope %1
Redis 分布式锁的实时控制台。
GPL-3.0-or-later</translation>
    </message>
    <message>
        <source>&amp;Locks</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Clear filter</source>
        <translation>清除筛选(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open detail	Enter</source>
        <translation>打开详情(&amp;O)	Enter</translation>
    </message>
    <message>
        <source>Copy &amp;names	Ctrl+C</source>
        <translation>复制名称(&amp;N)	Ctrl+C</translation>
    </message>
    <message>
        <source>Paste an e&amp;xception…</source>
        <translation>粘贴异常(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Show &amp;guesses</source>
        <translation>显示猜测(&amp;G)</translation>
    </message>
    <message>
        <source>Also shows keys that look like locks by their value only.</source>
        <translation>同时显示仅从值看像是锁的键。</translation>
    </message>
    <message>
        <source>&amp;Columns</source>
        <translation>列(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Restores the default layout of views, columns and splitters.</source>
        <translation>将视图、列和分隔条恢复到最初位置。</translation>
    </message>
    <message>
        <source>Co&amp;mmand palette…</source>
        <translation>命令面板(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Freezes the display so that you can read it. Lockscope keeps watching.</source>
        <translation>冻结所显示的内容以便阅读；监视继续进行。</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一部分(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious pane</source>
        <translation>上一部分(&amp;V)</translation>
    </message>
    <message>
        <source>Go to the table of locks</source>
        <translation>到锁的表格</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>Notific&amp;ations</source>
        <translation>通知(&amp;A)</translation>
    </message>
    <message>
        <source>Tells new problems on the desktop and shows their number on an icon in the tray.</source>
        <translation>在桌面上通知新问题，并在托盘图标上显示数量。</translation>
    </message>
    <message>
        <source>This desktop has no tray for icons.</source>
        <translation>此桌面没有托盘。</translation>
    </message>
    <message>
        <source>&amp;Overview or locks</source>
        <translation>总览或锁(&amp;O)</translation>
    </message>
    <message>
        <source>Changes between the overview and the table of locks with its views.</source>
        <translation>在总览与带各视图的锁表之间切换。</translation>
    </message>
    <message>
        <source>Filter &amp;by</source>
        <translation>筛选条件(&amp;B)</translation>
    </message>
    <message>
        <source>Help on this &amp;view</source>
        <translation>此视图的帮助(&amp;V)</translation>
    </message>
    <message>
        <source>Close v&amp;iew</source>
        <translation>关闭视图(&amp;I)</translation>
    </message>
    <message>
        <source>Closes the view with the focus. Its key opens it again.</source>
        <translation>关闭有焦点的视图；它的快捷键可再次打开它。</translation>
    </message>
    <message>
        <source>Go to the filter of the view; where it has none, to that of locks</source>
        <translation>转到视图的筛选；视图没有时转到锁的筛选</translation>
    </message>
    <message>
        <source>Qt %1, %2
Settings: %3</source>
        <translation>Qt %1，%2
设置：%3</translation>
    </message>
    <message>
        <source>&amp;Words for owners</source>
        <translation>用词表示所有者(&amp;W)</translation>
    </message>
    <message>
        <source>Shows two words made from the uuid of a client in place of the uuid, for owners without an alias.</source>
        <translation>对没有别名的所有者，用由客户端 uuid 生成的两个词代替 uuid 显示。</translation>
    </message>
    <message>
        <source>Record &amp;what is seen</source>
        <translation>记录所见(&amp;W)</translation>
    </message>
    <message>
        <source>Keeps every event and state of the connected servers on this machine, to look back at with lockctl history.</source>
        <translation>把所连服务器的每个事件和状态保存在本机，供 lockctl history 回看。</translation>
    </message>
    <message>
        <source>Look &amp;back</source>
        <translation>回看(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Plays the record on from the time that is shown.</source>
        <translation>从显示的时刻继续播放记录。</translation>
    </message>
    <message>
        <source>Lock actin&amp;g</source>
        <translation>锁定操作(&amp;G)</translation>
    </message>
    <message>
        <source>Unlock actin&amp;g</source>
        <translation>解锁操作(&amp;G)</translation>
    </message>
    <message>
        <source>No connected server asks for it: only production, and servers where other users act, do.</source>
        <translation>已连接的服务器都不需要：只有生产环境和由其他用户操作的服务器才需要。</translation>
    </message>
    <message>
        <source>Closes the connections for acting.</source>
        <translation>关闭用于操作的连接。</translation>
    </message>
    <message>
        <source>Lets you act on locks until you have not acted for ten minutes.</source>
        <translation>允许您对锁进行操作，直到十分钟没有操作为止。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowPages</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowSettings</name>
    <message>
        <source>&amp;Zoom</source>
        <translation>缩放(&amp;Z)</translation>
    </message>
    <message>
        <source>Pref&amp;erences…</source>
        <translation>首选项(&amp;E)…</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>语言从下次启动起生效。</translation>
    </message>
    <message>
        <source>Watching</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>%1 Until the program ends.</source>
        <translation>%1 在程序结束前有效。</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>事故</translation>
    </message>
    <message>
        <source>Change &amp;keys…</source>
        <translation>更改按键(&amp;K)…</translation>
    </message>
    <message>
        <source>Gives actions of the menus other keys.</source>
        <translation>为菜单中的操作设置其他按键。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WorkbenchDetail</name>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Fencing token</source>
        <translation>隔离令牌</translation>
    </message>
    <message>
        <source>Votes of the servers</source>
        <translation>各服务器的应答</translation>
    </message>
    <message>
        <source>Renewed</source>
        <translation>续期</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WorkbenchPane</name>
    <message>
        <source>no lock of the workbench is selected</source>
        <translation>没有选择工作台的锁</translation>
    </message>
    <message>
        <source>it is not held</source>
        <translation>未持有</translation>
    </message>
    <message>
        <source>it is not renewed</source>
        <translation>没有续期</translation>
    </message>
    <message>
        <source>release it first</source>
        <translation>请先释放</translation>
    </message>
    <message>
        <source>Locks of the workbench</source>
        <translation>工作台的锁</translation>
    </message>
    <message>
        <source>Re-&amp;enter</source>
        <translation>重入(&amp;E)</translation>
    </message>
    <message>
        <source>Relea&amp;se</source>
        <translation>释放(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Pause watchdog</source>
        <translation>暂停看门狗(&amp;P)</translation>
    </message>
    <message>
        <source>Remove &amp;from list</source>
        <translation>从列表移除(&amp;F)</translation>
    </message>
    <message>
        <source>Count &amp;down</source>
        <translation>倒数(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Stop waiting</source>
        <translation>停止等待(&amp;S)</translation>
    </message>
    <message>
        <source>Resume watchdo&amp;g</source>
        <translation>恢复看门狗(&amp;G)</translation>
    </message>
    <message>
        <source>Select a lock to act on it.</source>
        <translation>选择一把锁以对其操作。</translation>
    </message>
    <message>
        <source>Copy &amp;name	Ctrl+C</source>
        <translation>复制名称(&amp;N)	Ctrl+C</translation>
    </message>
    <message>
        <source>No locks held</source>
        <translation>本程序没有持有锁</translation>
    </message>
    <message>
        <source>Acquire a lock to see how clients and the watchdog behave.</source>
        <translation>获取一把，以试验其客户端和看门狗的行为。</translation>
    </message>
    <message>
        <source>The selected lock of the workbench</source>
        <translation>工作台中所选的锁</translation>
    </message>
    <message>
        <source>E&amp;xtend to</source>
        <translation>延长到(&amp;X)</translation>
    </message>
    <message>
        <source>New time to live, from now</source>
        <translation>从现在起要持续的时间</translation>
    </message>
    <message>
        <source>500ms, 30s, 5m: the time to live from now. A longer time to live is not shortened, also not by the watchdog.</source>
        <translation>500ms、30s、5m：从现在起的存活时间。更长的存活时间不会缩短，看门狗也不会缩短它。</translation>
    </message>
    <message>
        <source>the time must be greater than zero</source>
        <translation>时间必须大于零</translation>
    </message>
    <message>
        <source>Not renewed: the watchdog is paused, and the lock expires when its lease ends.</source>
        <translation>未续期：看门狗已暂停，租期结束时锁会过期。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Zoom</name>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Usual size</source>
        <translation>正常大小(&amp;U)</translation>
    </message>
</context>
</TS>
