// What the tests of the units are written with: a small part of doctest, under doctest's names.
//
// A header of doctest or Catch2 cannot be had from PyPI, where everything else comes from that
// the tests need. If that changes, doctest.h can take this header's place.
#pragma once

#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace syntacticdiff::testing {

// Registers a test; `main` in testing.cpp runs them all.
class TestCase {
public:
    TestCase(const char* name, const char* file, void (*body)());
};

void check(bool passed, const char* expression, const char* file, int line);

template <class T>
std::string shown(const T& value) {
    std::ostringstream stream;
    if constexpr (std::is_enum_v<T>) {
        stream << +static_cast<std::underlying_type_t<T>>(value);
    } else {
        stream.precision(17);
        stream << value;
    }
    return stream.str();
}

template <class T>
std::string shown(const std::vector<T>& values) {
    std::string result = "{";
    for (const T& value : values) result += (result.size() > 1 ? ", " : "") + shown(value);
    return result + "}";
}

template <class A, class B>
void check_equal(const A& a, const B& b, const char* expressions, const char* file, int line) {
    const bool equal = a == b;
    check(equal,
          equal ? expressions : (expressions + (": " + shown(a) + " and " + shown(b))).c_str(),
          file, line);
}

}  // namespace syntacticdiff::testing

#define SYNTACTICDIFF_JOINED_(a, b) a##b
#define SYNTACTICDIFF_JOINED(a, b) SYNTACTICDIFF_JOINED_(a, b)

#define SYNTACTICDIFF_TEST_CASE(function, name)                                            \
    static void function();                                                                \
    static const ::syntacticdiff::testing::TestCase SYNTACTICDIFF_JOINED(function, _case)( \
        name, __FILE__, function);                                                         \
    static void function()

// TEST_CASE("what holds") { ... }
#define TEST_CASE(name) SYNTACTICDIFF_TEST_CASE(SYNTACTICDIFF_JOINED(test_, __LINE__), name)

// A check that fails is reported, and the test goes on.
#define CHECK(...) ::syntacticdiff::testing::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#define CHECK_EQ(a, b) ::syntacticdiff::testing::check_equal(a, b, #a " == " #b, __FILE__, __LINE__)

#define CHECK_THROWS_AS(expression, type)                                                          \
    do {                                                                                           \
        bool thrown = false;                                                                       \
        try {                                                                                      \
            static_cast<void>(expression);                                                         \
        } catch (const type&) {                                                                    \
            thrown = true;                                                                         \
        }                                                                                          \
        ::syntacticdiff::testing::check(thrown, #expression " throws " #type, __FILE__, __LINE__); \
    } while (false)
