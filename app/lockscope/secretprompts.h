// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secret/secretbook.h"

#include <QObject>
#include <QWidget>

#include <memory>

namespace lockscope::console {

// Asks the user for secrets in the window, one dialog for each, and takes the answers back to the
// thread that asked. GUI thread, but for the asker; made before the window is shown.
class SecretPrompts : public QObject
{
    Q_OBJECT

public:
    explicit SecretPrompts(QWidget &window, QObject *parent = nullptr);
    ~SecretPrompts() override;

    // For the thread of the connections; usable as long as this object.
    secret::Asker asker();
    // The options of the console's book of secrets.
    secret::SecretBook::Options bookOptions();

private:
    using Reply = std::function<void(secret::Answer &&)>;

    void ask(const secret::Question &question, std::shared_ptr<QObject> home, const Reply &reply);

    QWidget &m_window;
};

} // namespace lockscope::console
