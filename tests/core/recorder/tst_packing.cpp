// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/packing.h"
#include "tests/support/testmain.h"

#include <QTest>
#include <QtEndian>

#include <lzma.h>

#include <random>

using namespace lockscope::recorder;
using namespace lockscope::test;

namespace {

// Like a stream: the same words again and again, with numbers between them.
QByteArray streamOf(int length)
{
    std::mt19937 random(5);
    QByteArray bytes;
    while (bytes.size() < length)
        bytes += "orders:checkout:" + QByteArray::number(random() % 1000) + " renewed";
    return bytes.left(length);
}

} // namespace

class TestPacking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBack_data();
    void comesBack();
    void isSmallerWhereItIsWrittenOnce();
    void damageIsSeen();
    void aChunkThatIsTooLongIsRefused();
    void aDictionaryThatIsTooLargeIsRefused();
};

void TestPacking::comesBack_data()
{
    QTest::addColumn<QByteArray>("chunk");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a byte") << QByteArray(1, '\xff');
    QTest::newRow("short") << streamOf(99);
    QTest::newRow("a stream") << streamOf(700'000);
    QTest::newRow("zeros") << QByteArray(3'000'000, '\0');
    QByteArray noise(50'000, Qt::Uninitialized);
    std::mt19937 random(1);
    for (char &each : noise)
        each = static_cast<char>(random() & 0xffU);
    QTest::newRow("noise") << noise;
}

void TestPacking::comesBack()
{
    QFETCH(const QByteArray, chunk);
    for (const auto &[form, data] : {stored(chunk), storedTightly(chunk)}) {
        QVERIFY(data.size() <= chunk.size());
        QVERIFY(restored(form, data) == chunk);
    }
}

void TestPacking::isSmallerWhereItIsWrittenOnce()
{
    const QByteArray chunk = streamOf(700'000);
    const auto quick = stored(chunk);
    const auto tight = storedTightly(chunk);
    QCOMPARE(quick.first, ChunkForm::Compressed);
    QCOMPARE(tight.first, ChunkForm::Lzma);
    QVERIFY(tight.second.size() < quick.second.size() * 9 / 10);
}

void TestPacking::damageIsSeen()
{
    const QByteArray chunk = streamOf(30'000);
    const auto [form, data] = storedTightly(chunk);
    QCOMPARE(form, ChunkForm::Lzma);
    for (qsizetype i = 0; i < data.size(); ++i) {
        QByteArray bad = data;
        bad[i] = static_cast<char>(bad[i] ^ 0x10);
        QVERIFY(!restored(form, bad));
        QVERIFY(!restored(form, data.left(i)));
    }
    QVERIFY(!restored(form, data + '\0'));
    for (const quint32 length : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
        QByteArray bad = data;
        qToBigEndian(length, bad.data());
        QVERIFY(!restored(form, bad));
    }
    QVERIFY(!restored(ChunkForm(3), data));
    QVERIFY(!restored(ChunkForm::Compressed, data));
}

void TestPacking::aChunkThatIsTooLongIsRefused()
{
    const QByteArray zeros(largestChunk + 1, '\0');
    for (const auto &[form, data] : {stored(zeros), storedTightly(zeros)})
        QVERIFY(!restored(form, data));
}

void TestPacking::aDictionaryThatIsTooLargeIsRefused()
{
    const QByteArray chunk = streamOf(3000);
    for (const quint32 megabytes : {8U, 12U}) {
        lzma_options_lzma options;
        QVERIFY(lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT) == 0);
        options.dict_size = megabytes * 1024 * 1024;
        std::array<lzma_filter, 2> filters{
            {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
        QByteArray data(chunk.size(), Qt::Uninitialized);
        qToBigEndian(static_cast<quint32>(chunk.size()), data.data());
        std::size_t end = 4;
        QVERIFY(lzma_stream_buffer_encode(filters.data(), LZMA_CHECK_CRC32, nullptr,
                                          reinterpret_cast<const uint8_t *>(chunk.constData()),
                                          static_cast<std::size_t>(chunk.size()),
                                          reinterpret_cast<uint8_t *>(data.data()), &end,
                                          static_cast<std::size_t>(data.size()))
                == LZMA_OK);
        data.truncate(static_cast<qsizetype>(end));
        QCOMPARE(restored(ChunkForm::Lzma, data).has_value(), megabytes == 8);
    }
}

LOCKSCOPE_TEST_SUITE(TestPacking)
#include "tst_packing.moc"
