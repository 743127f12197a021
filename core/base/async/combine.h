// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"

#include <vector>

namespace lockscope {

// Outstanding results as another one. Plain functions; the thread of their inputs.

// All results in the order of the inputs, when the last has come. An empty input is ready at once.
template <typename T>
Pending<std::vector<Result<T>>> whenAll(std::vector<Pending<T>> inputs)
{
    struct Gathering {
        Completion<std::vector<Result<T>>> done;
        std::vector<std::optional<Result<T>>> results;
        std::vector<Pending<T>> inputs;
        std::size_t missing = 0;

        void answerWhenComplete()
        {
            if (missing != 0)
                return;
            std::vector<Result<T>> all;
            all.reserve(results.size());
            for (auto &result : results)
                all.push_back(std::move(*result));
            done.complete(std::move(all));
        }
    };
    auto state = std::make_shared<Gathering>();
    auto pending = state->done.pending();
    state->missing = inputs.size();
    state->results.resize(inputs.size());
    state->inputs = std::move(inputs);
    for (std::size_t i = 0; i < state->inputs.size(); ++i) {
        // The callback keeps the gathering alive; it is dropped with the input's answer.
        state->inputs[i].then([state, i](Result<T> &&result) {
            state->results[i] = std::move(result);
            --state->missing;
            state->answerWhenComplete();
        });
    }
    if (state->results.empty())
        state->answerWhenComplete();
    return pending;
}

// The first input that answered, and its answer; the others are abandoned then, and all of them
// when nobody waits for the first any more.
template <typename T>
Pending<std::pair<std::size_t, Result<T>>> whenAny(std::vector<Pending<T>> inputs)
{
    struct Race {
        Completion<std::pair<std::size_t, Result<T>>> done;
        std::vector<Pending<T>> inputs;
    };
    auto state = std::make_shared<Race>();
    auto pending = state->done.pending();
    state->inputs = std::move(inputs);
    for (std::size_t i = 0; i < state->inputs.size(); ++i) {
        if (state->done.isAbandoned())
            break; // an earlier one was ready
        state->inputs[i].then([weak = std::weak_ptr(state), i](Result<T> &&result) {
            const auto race = weak.lock();
            if (!race)
                return;
            const auto losers = std::move(race->inputs);
            race->done.complete(std::pair(i, std::move(result)));
        });
    }
    if (!state->inputs.empty())
        pending.keep(std::move(state));
    return pending;
}

// The result of `function` on the value of another result, once that is there; `function` may
// return a Result again. Errors stay.
template <typename T, typename Source, typename Function>
Pending<T> flatMapped(Pending<Source> pendingSource, Function function)
{
    auto source = std::make_shared<Pending<Source>>(std::move(pendingSource));
    auto done = std::make_shared<Completion<T>>();
    auto pending = done->pending();
    source->then([done, function = std::move(function)](Result<Source> &&result) {
        if (result)
            done->complete(function(std::move(*result)));
        else
            done->complete(fail(std::move(result.error())));
    });
    pending.keep(std::move(source));
    return pending;
}

template <typename T, typename Source, typename Function>
Pending<T> mapped(Pending<Source> source, Function function)
{
    return flatMapped<T>(std::move(source),
                         [function = std::move(function)](Source &&value) -> Result<T> {
                             return function(std::move(value));
                         });
}

} // namespace lockscope
