// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

namespace lockscope {

// A value or the Error in its place, the return type of every fallible function of core. One alias,
// so that std::expected can take over when the compilers have it.
template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

inline tl::unexpected<Error> fail(ErrorKind kind, Sentence text, QString endpoint = {})
{
    return tl::unexpected<Error>(Error{kind, {}, std::move(text), std::move(endpoint)});
}

} // namespace lockscope
