// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target/credentials.h"
#include "core/secret/secretbook.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QTemporaryDir>

#include <vector>

namespace lockscope::test {

// A user whom a book of secrets can ask.
struct AskedUser {
    std::vector<secret::Question> questions;
    std::function<void(secret::Answer &&)> reply; // to the last one

    secret::Asker asker()
    {
        return [this](const secret::Question &question,
                      std::function<void(secret::Answer &&)> answer) {
            questions.push_back(question);
            reply = std::move(answer);
        };
    }
    [[nodiscard]] bool isAsked(std::size_t times) const
    {
        return eventually([&] { return questions.size() >= times; });
    }
    void says(const QByteArray &secret, bool isToBeRemembered = false)
    {
        reply({secret, isToBeRemembered});
    }
    void declines() { reply({}); }
};

inline profile::SecretSource source(const QString &text)
{
    return profile::secretSourceFrom(text).value();
}

// A file with this content and these permissions.
inline QString written(const QTemporaryDir &folder, const QString &name, const QByteArray &text,
                       QFile::Permissions permissions = QFile::ReadOwner | QFile::WriteOwner)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()
        || !file.setPermissions(permissions))
        return {};
    return file.fileName();
}

} // namespace lockscope::test
