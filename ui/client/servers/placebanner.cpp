// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/servers/placebanner.h"

#include "core/base/text.h"
#include "ui/client/servers/serverbar.h"
#include "ui/client/servers/servermodel.h"
#include "ui/theme/tones.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

Badge badgeOf(profile::Tag tag)
{
    switch (tag) {
    case profile::Tag::Production:
        return Badge::Trouble;
    case profile::Tag::Staging:
        return Badge::Contended;
    case profile::Tag::Development:
        break;
    }
    return Badge::Free;
}

} // namespace

PlaceBanner::PlaceBanner(QWidget *parent)
    : QFrame(parent)
    , m_label(new BadgeLabel)
{
    setObjectName("place"_L1);
    setAutoFillBackground(true);
    m_label->setObjectName("placeText"_L1);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->addWidget(m_label);
}

void PlaceBanner::show(const std::vector<admin::Place> &places)
{
    m_tag = profile::Tag::Development;
    std::set<QString> profiles;
    std::set<QString> deployments;
    for (const admin::Place &place : places) {
        m_tag = std::max(m_tag, place.tag);
        if (!place.profile.isEmpty())
            profiles.insert(visibleElided(place.profile.toUtf8(), 64));
        deployments.insert(shortLabel(place.deployment));
    }
    QStringList parts;
    if (!profiles.empty())
        parts += m_tag == profile::Tag::Production ? wording::tag(m_tag).toUpper()
                                                   : wording::capitalised(wording::tag(m_tag));
    if (profiles.size() == 1)
        parts += tr("profile %1").arg(*profiles.begin());
    else if (profiles.size() > 1)
        parts += tr("%1 profiles").arg(profiles.size());
    else
        parts += tr("No profile");
    parts +=
        deployments.size() == 1 ? *deployments.begin() : tr("%1 servers").arg(deployments.size());
    m_label->setText(parts.join(u"  ·  "_s));
    m_label->setBadge(badgeOf(m_tag));
    m_label->setToolTip({});
    QFont font = this->font();
    font.setBold(m_tag == profile::Tag::Production);
    m_label->setFont(font);
    colour();
}

QString PlaceBanner::text() const
{
    return m_label->text();
}

void PlaceBanner::colour()
{
    const QPalette common = parentWidget() ? parentWidget()->palette() : palette();
    QPalette own = common;
    if (m_tag == profile::Tag::Production)
        own.setColor(QPalette::Window, toneFill(Tone::Alarm, common));
    else if (m_tag == profile::Tag::Staging)
        own.setColor(QPalette::Window, toneFill(Tone::Notice, common));
    else
        own.setColor(QPalette::Window, common.color(QPalette::AlternateBase));
    if (own != palette())
        setPalette(own);
}

void PlaceBanner::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ParentChange)
        colour();
}

} // namespace lockscope::ui
