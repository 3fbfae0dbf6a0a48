#include "scratch_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <sstream>
#include <system_error>

namespace syntacticdiff::testing {

ScratchFile::ScratchFile() : file_(std::tmpfile()) {
    if (!file_) throw std::system_error(errno, std::generic_category());
}

int ScratchFile::descriptor() const { return fileno(file_.get()); }

std::vector<std::uint32_t> ScratchFile::numbers() const {
    struct stat status{};
    fstat(descriptor(), &status);
    const auto size = static_cast<std::size_t>(status.st_size) / sizeof(std::uint32_t);
    std::vector<std::uint32_t> result;
    Reader<std::uint32_t> reader(descriptor(), 0, size, 3);
    for (std::uint32_t number = 0; reader.next(number);) result.push_back(number);
    return result;
}

void add_sentences(TrainingText& text, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) {
        std::istringstream stream(sentence);
        for (std::string word; stream >> word;) text.add(word, false, false);
        text.end_sentence();
    }
    text.finish();
}

}  // namespace syntacticdiff::testing
