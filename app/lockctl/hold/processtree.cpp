// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/hold/processtree.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <string>

namespace lockscope::lockctl {

namespace {

std::optional<std::string> contentOf(const std::string &path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return std::nullopt;
    std::string all;
    char bytes[4096];
    ssize_t got = 0;
    while ((got = ::read(file, bytes, sizeof(bytes))) > 0)
        all.append(bytes, static_cast<std::size_t>(got));
    ::close(file);
    return all;
}

// The entries of a folder of /proc that are numbers.
std::vector<pid_t> numbersIn(const std::string &path)
{
    std::vector<pid_t> numbers;
    DIR *const folder = ::opendir(path.c_str());
    if (folder == nullptr)
        return numbers;
    while (const dirent *const entry = ::readdir(folder)) {
        char *end = nullptr;
        const long number = std::strtol(entry->d_name, &end, 10);
        if (number > 0 && *end == '\0')
            numbers.push_back(static_cast<pid_t>(number));
    }
    ::closedir(folder);
    return numbers;
}

pid_t parentOf(pid_t process)
{
    const auto stat = contentOf("/proc/" + std::to_string(process) + "/stat");
    // PID (NAME) STATE PARENT ..., and the name may hold anything.
    const std::size_t end = stat ? stat->rfind(')') : std::string::npos;
    if (end == std::string::npos || end + 4 >= stat->size())
        return -1;
    return static_cast<pid_t>(std::strtol(stat->c_str() + end + 4, nullptr, 10));
}

} // namespace

std::vector<pid_t> childrenOf(pid_t process)
{
    std::vector<pid_t> children;
    const std::string tasks = "/proc/" + std::to_string(process) + "/task/";
    for (const pid_t task : numbersIn(tasks)) {
        const auto listed = contentOf(tasks + std::to_string(task) + "/children");
        if (!listed) {
            // A kernel without these lists.
            children = numbersIn("/proc/");
            std::erase_if(children, [&](pid_t each) { return parentOf(each) != process; });
            return children;
        }
        for (const char *at = listed->c_str(); *at != '\0';) {
            char *end = nullptr;
            const long child = std::strtol(at, &end, 10);
            if (end == at)
                break;
            children.push_back(static_cast<pid_t>(child));
            at = end + std::strspn(end, " ");
        }
    }
    return children;
}

std::vector<pid_t> descendantsOf(pid_t root)
{
    std::multimap<pid_t, pid_t> children;
    for (const pid_t process : numbersIn("/proc/"))
        children.emplace(parentOf(process), process);
    std::vector<pid_t> all{root};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto [from, to] = children.equal_range(all[i]);
        std::transform(from, to, std::back_inserter(all),
                       [](const auto &each) { return each.second; });
    }
    all.erase(all.begin());
    return all;
}

int signalBelow(pid_t root, int signal, const std::vector<pid_t> &spared)
{
    int signalled = 0;
    std::vector<pid_t> all = childrenOf(root);
    std::erase_if(all, [&](pid_t child) { return std::ranges::count(spared, child) > 0; });
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<pid_t> below = childrenOf(all[i]); // read first: the signal may end it
        if (::kill(all[i], signal) == 0)
            ++signalled;
        all.insert(all.end(), below.begin(), below.end());
    }
    return signalled;
}

std::int64_t bootTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * std::int64_t(1'000'000'000) + time.tv_nsec;
}

} // namespace lockscope::lockctl
