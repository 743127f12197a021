// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/secretprompts.h"

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

ui::SecretRequest requestOf(const secret::Question &question)
{
    using Kind = ui::SecretRequest::Kind;
    const auto kind = [&] {
        switch (question.which) {
        case secret::Which::SentinelPassword:
            return Kind::SentinelPassword;
        case secret::Which::KeyPassphrase:
            return Kind::KeyPassphrase;
        case secret::Which::OperatorPassword:
            return Kind::OperatorPassword;
        case secret::Which::Webhook: // never asked for
        case secret::Which::Password:
            break;
        }
        return Kind::Password;
    };
    return {question.profile, kind(), question.wasRejected, question.why, question.mayRemember};
}

// Not modal: the other servers go on, and can be looked at.
void present(ui::SecretDialog &dialog)
{
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
}

} // namespace

SecretPrompts::SecretPrompts(QWidget &window, QObject *parent)
    : QObject(parent)
    , m_window(window)
{}

SecretPrompts::~SecretPrompts() = default;

secret::SecretBook::Options SecretPrompts::bookOptions()
{
    secret::SecretBook::Options options;
    options.asker = asker();
    options.asksAgain = true;
    options.howToRetry = Sentence::say("reconnect to be asked again");
    return options;
}

secret::Asker SecretPrompts::asker()
{
    return [this](const secret::Question &question, Reply reply) {
        // It lives where the question comes from, and so do the calls to it.
        const std::shared_ptr<QObject> home(new QObject,
                                            [](QObject *each) { each->deleteLater(); });
        QMetaObject::invokeMethod(
            this, [this, question, home, reply = std::move(reply)] { ask(question, home, reply); });
    };
}

void SecretPrompts::askForServer(watch::DeploymentId deployment, const ui::SecretRequest &request,
                                 const Login &use)
{
    QPointer<ui::SecretDialog> &dialog = m_ofServers[deployment];
    if (!dialog) {
        dialog = new ui::SecretDialog(request, &m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ui::SecretDialog::answered, this,
                [this, deployment, use, asked = dialog.data()](const QByteArray &secret) {
                    m_ofServers.erase(deployment); // it closes itself
                    if (!secret.isNull())
                        use(asked->user().toUtf8(), secret);
                });
    }
    present(*dialog);
}

void SecretPrompts::drop(watch::DeploymentId deployment)
{
    const auto asked = m_ofServers.find(deployment);
    if (asked != m_ofServers.end() && asked->second)
        asked->second->reject();
}

void SecretPrompts::ask(const secret::Question &question, std::shared_ptr<QObject> home,
                        const Reply &reply)
{
    auto *dialog = new ui::SecretDialog(requestOf(question), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ui::SecretDialog::answered, this,
            [home = std::move(home), reply](const QByteArray &secret, bool isToBeRemembered) {
                QMetaObject::invokeMethod(
                    home.get(),
                    [home, reply, answer = QByteArray(secret), isToBeRemembered] {
                        reply({answer.isNull() ? std::nullopt : std::optional(answer),
                               isToBeRemembered});
                    },
                    Qt::QueuedConnection);
            });
    present(*dialog);
}

} // namespace lockscope::console
