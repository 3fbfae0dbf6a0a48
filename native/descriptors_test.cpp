#include "descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <vector>

#include "scratch_file.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

TEST_CASE("what is written is read back, whatever the sizes of blocks") {
    const ScratchFile file;
    Writer<std::uint32_t> writer(file.descriptor());
    for (std::uint32_t i = 0; i < 100000; ++i) writer.push(i);
    writer.flush();
    CHECK_EQ(writer.size(), 100000U);
    for (const std::size_t block : {std::size_t{0}, std::size_t{7}, std::size_t{1} << 20}) {
        Reader<std::uint32_t> reader(file.descriptor(), 10, 99990, block);
        std::uint32_t expected = 10, number = 0;
        while (reader.next(number)) CHECK_EQ(number, expected++);
        CHECK_EQ(expected, 99990U);
    }
}

TEST_CASE("without a file numbers are only counted") {
    Writer<double> writer(-1);
    writer.push(1.5);
    writer.flush();
    CHECK_EQ(writer.size(), 1U);
}

TEST_CASE("a full disk and a file that is too short are errors") {
    const int full = ::open("/dev/full", O_WRONLY);
    if (full >= 0) {
        Writer<std::uint32_t> writer(full);
        writer.push(1);
        try {
            writer.flush();
            CHECK(false);
        } catch (const std::system_error& error) {
            CHECK_EQ(error.code().value(), ENOSPC);
        }
        ::close(full);
    }
    const ScratchFile file;
    Reader<std::uint32_t> reader(file.descriptor(), 0, 1, 1);
    std::uint32_t number = 0;
    CHECK_THROWS_AS(reader.next(number), std::system_error);
}

}  // namespace
}  // namespace syntacticdiff::testing
