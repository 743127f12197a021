// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "ui/table/roles.h"

#include <QFrame>

class QLabel;

namespace lockscope::ui {

class BadgeLabel;

// Shows the place of an action, so that nobody overlooks production: a word in capitals, a mark of
// its own shape and a coloured strip, then profile and server. GUI thread.
class PlaceBanner : public QFrame
{
    Q_OBJECT

public:
    explicit PlaceBanner(QWidget *parent = nullptr);

    // The gravest of them gives the strip its look; with several the servers are counted.
    void show(const std::vector<admin::Place> &places);

    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();

    BadgeLabel *m_label;
    profile::Tag m_tag = profile::Tag::Development;
};

} // namespace lockscope::ui
