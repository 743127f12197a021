// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One client of the fault tests as a process of its own, so that it can be stopped and killed. Its
// plan is its argument; it works until its standard input ends, gives back what it holds, and ends
// with status 0.
#include "core/base/async/combine.h"
#include "tests/faults/client/worker.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>

using namespace lockscope;
using namespace lockscope::faults;

namespace {

QCoro::Task<int> workUntilStopped(TaskScope *scope, Session *session, const bool *stopping)
{
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<Pending<void>> done;
    for (int i = 0; i < session->plan().workers; ++i) {
        Worker *const worker =
            workers.emplace_back(std::make_unique<Worker>(*session, *scope, i)).get();
        done.push_back(scope->start([worker, stopping] { return worker->run(stopping); }));
    }
    auto all = whenAll(std::move(done));
    co_await scope->wait(std::move(all), std::chrono::hours(24));
    // Commands sent without waiting for an answer are flushed first.
    auto flushed = session->flushed();
    co_await scope->wait(std::move(flushed), std::chrono::seconds(3));
    QCoreApplication::quit();
    co_return 0;
}

} // namespace

int main(int argc, char **argv)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const QCoreApplication application(argc, argv);
    const auto plan = ClientPlan::fromJson(argc == 2 ? argv[1] : "");
    if (!plan) {
        std::fputs("faultclient: no plan\n", stderr);
        return 2;
    }
    Session session(*plan);
    if (!session.isComplete() || !session.history().isOpen()) {
        std::fputs("faultclient: the plan cannot be followed\n", stderr);
        return 2;
    }
    bool stopping = false;
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &application, [&] {
        std::array<char, 256> bytes{};
        if (::read(STDIN_FILENO, bytes.data(), bytes.size()) > 0)
            return;
        input.setEnabled(false);
        stopping = true;
    });
    TaskScope scope("fault client");
    const auto done = scope.start([&] { return workUntilStopped(&scope, &session, &stopping); });
    return QCoreApplication::exec();
}
