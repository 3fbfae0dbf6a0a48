// Files without names for the tests of training.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "training_text.hpp"

namespace syntacticdiff::testing {

class ScratchFile {
public:
    ScratchFile();
    int descriptor() const;
    std::vector<std::uint32_t> numbers() const;  // what was written to it

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
};

// A text of sentences whose words are separated by spaces.
void add_sentences(TrainingText& text, const std::vector<std::string>& sentences);

}  // namespace syntacticdiff::testing
