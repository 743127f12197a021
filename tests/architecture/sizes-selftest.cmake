# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shows that sizes.py counts what a person would count.
#
#   cmake -DSCRATCH=<folder to use> -DPYTHON3=<python3> -P sizes-selftest.cmake
cmake_minimum_required(VERSION 3.25)
# REUSE-IgnoreStart: these lines are for the file that the test writes.
string(REPEAT "    call();\n" 60 calls)
file(REMOVE_RECURSE "${SCRATCH}")
file(WRITE "${SCRATCH}/core/base/thing.h" "// SPDX-License-Identifier: GPL-3.0-or-later
#define BRACE {
namespace lockscope {

// One thing. Nothing more.
class Thing final : public QObject
{
    Q_OBJECT

public:
    explicit Thing(int a) : m_a{a}, m_text(\"}\") { call(); }
    ~Thing() override = default;
    Thing(const Thing &) = delete;
    int a() const { return m_a; } // {
    void b(std::function<void()> then = {});
    friend bool operator==(const Thing &, const Thing &) = default;

private:
    struct Inner {
        int x = 0;
    };
    using Calls = std::map<int, int>;

    int m_a = 0;
    QByteArray m_text;
    std::function<void(int)> m_then;
    Clock m_clock{1};
};

inline void Thing::b(std::function<void()> then)
{
${calls}}

} // namespace lockscope
")
# REUSE-IgnoreEnd
execute_process(
  COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/sizes.py ${SCRATCH}
  OUTPUT_VARIABLE output
  RESULT_VARIABLE status)
foreach(row IN ITEMS "  3   4  Thing (core/base/thing.h): One thing.\n" "  0   1  Thing::Inner (core/base/thing.h): \n"
                     "   63  Thing::b (core/base/thing.h)\n" "classes by methods and members (2)")
  string(FIND "${output}" "${row}" found)
  if(NOT status EQUAL 0 OR found LESS 0)
    message(FATAL_ERROR "sizes: no '${row}' in status ${status}:\n${output}")
  endif()
endforeach()
message(STATUS "sizes: counts as expected")
