// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

class QCommandLineParser;

namespace lockscope::lockctl {

enum ExitStatus {
    Done = 0,
    Refused = 1, // busy, not held, state changed, no such lock, another type of key
    Usage = 2,
    Unreachable = 3, // or not permitted
    NotObtained = 75, // run: the lock was not obtained
    LockLost = 76, // acquire, run: the lock was lost
};

// One command on its way from start to exit status, on the main thread. `finished` comes once, and
// may come from within start().
class Running : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual void interrupt(int signal) = 0; // SIGINT, SIGTERM or SIGHUP came: end soon

Q_SIGNALS:
    void finished(int status);
};

// A word of the command line: one file pair, one line in commandlist.cpp.
struct CommandSpec {
    QString name;
    QString summary; // in lower case, for the overview
    QString usage; // lines that begin with "lockctl NAME"
    void (*addOptions)(QCommandLineParser &parser);
    // An Error is a usage error: its text is shown, and the status is Usage. Nothing has been
    // connected or written by then.
    Result<std::unique_ptr<Running>> (*prepare)(const QCommandLineParser &parser);
    bool takesBytes = false; // its words are names of locks, owners, or a command to run
    // Explains arguments that the parser does not understand; empty: the parser's own words do.
    QString (*explain)(const QStringList &arguments) = nullptr;
    // Puts arguments right before they are parsed.
    void (*arrange)(QStringList &arguments) = nullptr;
};

// `prepare` answers this to words that make no sense.
inline tl::unexpected<Error> usage(const QString &text)
{
    return fail(ErrorKind::InvalidInput, text);
}

const std::vector<CommandSpec> &allCommands();

// Either a command to run, or text to print and the status to end with: help and version go to
// standard output and end 0, errors go to standard error and end 2.
struct Parsed {
    std::unique_ptr<Running> command;
    QString text;
    ExitStatus status = Done;
};

// Reads a command line; the first argument is the program's name.
Parsed parseCommandLine(const QStringList &arguments);

} // namespace lockscope::lockctl
