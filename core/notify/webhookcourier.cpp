// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/notify/courier.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslError>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::notify {

namespace {

// No answer is read beyond that: only its status counts.
constexpr qint64 readOfAnswer = qint64(64) * 1024;

// Empty: it can be posted to.
Sentence faultOf(const QUrl &url)
{
    if (!url.isValid() || url.host().isEmpty()
        || (url.scheme() != "http"_L1 && url.scheme() != "https"_L1))
        return Sentence::say("it is not an http or https URL");
    if (!url.userInfo().isEmpty())
        return Sentence::say("it contains a user or a password, which is not supported; use a "
                             "command, such as curl");
    return {};
}

// Not the words of Qt: they contain the URL.
Sentence problemOf(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
        return Sentence::say("the connection was refused");
    case QNetworkReply::RemoteHostClosedError:
        return Sentence::say("the connection was closed before an answer came");
    case QNetworkReply::HostNotFoundError:
        return Sentence::say("there is no such host");
    case QNetworkReply::SslHandshakeFailedError:
        return Sentence::say("TLS failed");
    default:
        return Sentence::say("there was no answer (network error %1)").arg(static_cast<int>(error));
    }
}

// 0: there is none yet.
int statusOf(const QNetworkReply &reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

class WebhookCourier final : public QObject, public Courier
{
public:
    WebhookCourier(std::shared_ptr<redis::Credentials> url, QByteArray userAgent, Millis limit)
        : m_source(std::move(url))
        , m_userAgent(std::move(userAgent))
        , m_limit(limit)
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            if (const int status = m_reply ? statusOf(*m_reply) : 0; status != 0)
                judge(status);
            else
                tell({.isDelivered = false,
                      .text = about(
                          Sentence::say("no answer within %1 s").arg(m_limit.count() / 1000))});
        });
    }

    ~WebhookCourier() override { end(); }

    void send(const QByteArray &json, Told told) override
    {
        end();
        m_told = std::move(told);
        m_fetching = m_source->password();
        m_fetching.then([this, json](Result<redis::Password> &&url) {
            if (!url)
                tell({.isDelivered = false, .text = url.error().text});
            else
                post(url->bytes, json);
        });
    }

    QString receiver() const override { return m_receiver; }

private:
    Sentence about(const Sentence &text) const
    {
        return Sentence::say("%1: %2").arg(m_receiver, text);
    }

    void post(const QByteArray &text, const QByteArray &json)
    {
        const QUrl url(fromUtf8(text), QUrl::StrictMode);
        if (const Sentence fault = faultOf(url); !fault.isEmpty()) {
            m_receiver.clear();
            // Another one may be there next time.
            refuse();
            tell({.isDelivered = false,
                  .isFinal = true,
                  .text = Sentence::say("the URL of the webhook cannot be used: %1").arg(fault)});
            return;
        }
        m_receiver = u"%1://%2"_s.arg(url.scheme(), visibleElided(url.host().toUtf8(), 200));
        if (url.port() != -1)
            m_receiver += u":%1"_s.arg(url.port());
        QNetworkRequest request(url);
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        request.setHeader(QNetworkRequest::UserAgentHeader, m_userAgent);
        // It would send what was seen to somebody whom nobody named.
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                             QNetworkRequest::ManualRedirectPolicy);
        for (const auto attribute : {QNetworkRequest::CookieLoadControlAttribute,
                                     QNetworkRequest::CookieSaveControlAttribute,
                                     QNetworkRequest::AuthenticationReuseAttribute})
            request.setAttribute(attribute, QNetworkRequest::Manual);
        // The last one may have been closed meanwhile, and its error would come with the next
        // message.
        m_manager.clearConnectionCache();
        m_reply = m_manager.post(request, json);
        m_reply->setReadBufferSize(readOfAnswer);
        connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
            tell({.isDelivered = false,
                  .text =
                      about(Sentence::say("the certificate is not trusted: %1")
                                .arg(visibleElided(errors.value(0).errorString().toUtf8(), 200)))});
        });
        // Not in the signal: Qt goes on with the reply after it.
        const auto look = [this, reply = m_reply] {
            if (m_reply == reply)
                answered();
        };
        connect(m_reply, &QNetworkReply::metaDataChanged, this, look, Qt::QueuedConnection);
        connect(m_reply, &QNetworkReply::finished, this, look, Qt::QueuedConnection);
        m_timer.start(m_limit);
    }

    // A good one by its status alone: a body without an end would make a delivered message look
    // late. Qt does not like to be stopped within others.
    void answered()
    {
        const int status = statusOf(*m_reply);
        const bool isGood = status >= 200 && status < 300;
        if (!isGood && !m_reply->isFinished())
            return;
        if (status == 0)
            tell({.isDelivered = false, .text = about(problemOf(m_reply->error()))});
        else
            judge(status);
    }

    void judge(int status)
    {
        if (status < 300) {
            tell({.isDelivered = true, .text = about(Sentence::say("HTTP status %1").arg(status))});
            return;
        }
        if (status < 400) {
            tell({.isDelivered = false,
                  .isFinal = true,
                  .text = about(Sentence::say("HTTP status %1: redirects are not followed; give "
                                              "the URL that it leads to")
                                    .arg(status))});
            return;
        }
        constexpr int requestTimeout = 408;
        constexpr int tooMany = 429;
        const bool isItsFault = status >= 500 || status == requestTimeout || status == tooMany;
        Outcome outcome{.isDelivered = false,
                        .isFinal = !isItsFault,
                        .text = about(Sentence::say("HTTP status %1").arg(status))};
        bool isNumber = false;
        const int seconds = m_reply->rawHeader("Retry-After").toInt(&isNumber);
        constexpr int most = 86'400;
        if (isNumber && seconds > 0)
            outcome.pause = std::chrono::seconds(std::min(seconds, most));
        // The URL may have been replaced where it comes from.
        constexpr std::array ofUrl{401, 403, 404, 410};
        if (std::ranges::find(ofUrl, status) != ofUrl.end())
            refuse();
        tell(std::move(outcome));
    }

    // Not kept here: its source overwrites what it gives up.
    void refuse()
    {
        if (const auto known = m_source->known())
            (void)m_source->refused(*known);
    }

    void tell(Outcome &&outcome)
    {
        end();
        if (const auto told = std::exchange(m_told, nullptr))
            told(std::move(outcome));
    }

    void end()
    {
        m_timer.stop();
        m_fetching = {};
        if (QNetworkReply *const reply = std::exchange(m_reply, nullptr)) {
            reply->disconnect(this);
            if (reply->error() == QNetworkReply::NoError)
                reply->abort();
            reply->deleteLater();
        }
    }

    const std::shared_ptr<redis::Credentials> m_source;
    const QByteArray m_userAgent;
    const Millis m_limit;
    QString m_receiver; // empty: not known yet
    Pending<redis::Password> m_fetching;
    Told m_told;
    QTimer m_timer;
    QNetworkAccessManager m_manager;
    QNetworkReply *m_reply = nullptr; // owned by the manager
};

} // namespace

std::unique_ptr<Courier> makeWebhookCourier(std::shared_ptr<redis::Credentials> url,
                                            const QByteArray &userAgent, Millis limit)
{
    return std::make_unique<WebhookCourier>(std::move(url), userAgent, limit);
}

} // namespace lockscope::notify
