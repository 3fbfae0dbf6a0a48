// Runs the tests of the units: all of them, or those whose file or name contains the argument.
#include "testing.hpp"

#include <cstddef>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace syntacticdiff::testing {
namespace {

struct Registered {
    std::string name, file;
    void (*body)();
};

std::vector<Registered>& registered() {
    static std::vector<Registered> all;  // made when the first test registers itself
    return all;
}

std::size_t checks = 0, failures = 0;

void run(const Registered& test) {
    const std::size_t before = failures;
    try {
        test.body();
    } catch (const std::exception& error) {
        check(false, error.what(), test.file.c_str(), 0);
    }
    if (failures != before) std::cerr << "FAILED: " << test.name << '\n';
}

}  // namespace

TestCase::TestCase(const char* name, const char* file, void (*body)()) {
    registered().push_back({name, file, body});
}

void check(bool passed, const char* expression, const char* file, int line) {
    ++checks;
    if (passed) return;
    ++failures;
    std::cerr << file << ':' << line << ": " << expression << '\n';
}

}  // namespace syntacticdiff::testing

int main(int count, char** arguments) {
    using namespace syntacticdiff::testing;
    const std::string wanted = count > 1 ? arguments[1] : "";
    std::size_t tests = 0;
    for (const Registered& test : registered()) {
        if ((test.file + ": " + test.name).find(wanted) == std::string::npos) continue;
        run(test);
        ++tests;
    }
    std::cout << tests << " tests of native units, " << checks << " checks, " << failures
              << " failed\n";
    return tests == 0 || failures != 0 ? 1 : 0;
}
