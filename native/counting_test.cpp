#include "counting.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "scratch_file.hpp"
#include "testing.hpp"

namespace syntacticdiff::testing {
namespace {

using Ids = std::vector<std::uint32_t>;

// A text of word ids, counted.
struct Case {
    Case(
        const std::vector<Ids>& sentences, std::uint32_t vocabulary, std::size_t order,
        std::size_t records, const Check& check = [] {}) {
        Writer<std::uint32_t> writer(text.descriptor());
        for (const Ids& sentence : sentences) {
            for (const std::uint32_t word : sentence) writer.push(word);
            writer.push(END);
        }
        writer.flush();
        Ids same(vocabulary);
        std::iota(same.begin(), same.end(), 0U);
        SentenceReader reader(text.descriptor(), writer.size(), same.data(), same.size(), {});
        files.resize(3 * (order - 1));
        std::vector<LevelFiles> levels;
        for (std::size_t i = 0; i < files.size(); i += 3) {
            levels.push_back(
                {files[i].descriptor(), files[i + 1].descriptor(), files[i + 2].descriptor()});
        }
        counted =
            count_ngrams(reader, vocabulary, order, records, runs.descriptor(), levels, check);
    }

    ScratchFile text, runs;
    std::vector<ScratchFile> files;
    Counted counted;
};

// The counts of all n-grams of one order, by their words, read from the trie.
std::map<Ids, std::uint32_t> counts_of(const Case& done, std::size_t order) {
    std::vector<Ids> names;
    for (std::uint32_t word = 0; word < done.counted.count.size(); ++word) names.push_back({word});
    Ids children = done.counted.children, counts = done.counted.count;
    for (std::size_t k = 1; k < order; ++k) {
        const Ids words = done.files[3 * (k - 1)].numbers();
        std::vector<Ids> longer;
        for (std::size_t i = 0; i < names.size(); ++i) {
            for (std::uint32_t j = children[i]; j < children[i + 1]; ++j) {
                longer.push_back(names[i]);
                longer.back().push_back(words[j]);
            }
        }
        CHECK(std::is_sorted(longer.begin(), longer.end()));
        names = longer;
        counts = done.files[3 * (k - 1) + 1].numbers();
        children = done.files[3 * (k - 1) + 2].numbers();
    }
    std::map<Ids, std::uint32_t> result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (counts[i] > 0) result[names[i]] = counts[i];
    }
    return result;
}

std::map<Ids, std::uint32_t> counted_slowly(const std::vector<Ids>& sentences, std::size_t order) {
    std::map<Ids, std::uint32_t> result;
    for (Ids sentence : sentences) {
        sentence.insert(sentence.begin(), BEGIN);
        sentence.push_back(END);
        for (auto i = sentence.begin(); sentence.end() - i >= static_cast<long>(order); ++i) {
            ++result[Ids(i, i + static_cast<long>(order))];
        }
    }
    if (order == 1) result.erase({BEGIN});
    return result;
}

std::vector<Ids> random_text(std::uint32_t vocabulary, std::size_t sentences) {
    std::mt19937 rng(3);
    const auto below = [&](std::uint32_t limit) {
        return static_cast<std::uint32_t>(rng()) % limit;
    };
    std::vector<Ids> result(sentences);
    for (Ids& sentence : result) {
        sentence.resize(1 + below(9));
        for (std::uint32_t& word : sentence) {
            const bool common = below(3) > 0;
            word = below(5) == 0 ? UNKNOWN : 3 + below(common ? 10 : vocabulary - 3);
        }
    }
    return result;
}

TEST_CASE("counts do not depend on how many n-grams are sorted at a time") {
    for (const std::uint32_t vocabulary : {40U, 1000000U}) {  // keys of one part and of two
        const std::vector<Ids> text = random_text(vocabulary, 1500);
        for (std::size_t order = 1; order <= MAX_ORDER; ++order) {
            for (const std::size_t records :
                 {std::size_t{100}, std::size_t{3000}, std::size_t{1} << 20}) {
                const Case done(text, vocabulary, order, records);
                for (std::size_t k = 1; k <= order; ++k) {
                    CHECK(counts_of(done, k) == counted_slowly(text, k));
                }
            }
        }
    }
}

TEST_CASE("of equal last words the words before decide what is sorted last") {
    // 5 is new last; before it stand 4, then <s>. Words count in the order in which they occur.
    const Case done({{4, 3, 5}, {5, 3}, {3, 5}}, 6, 3, 100);
    CHECK_EQ(done.counted.sorted_last, (Ids{4, 3, 5}));
}

TEST_CASE("whoever checks can end the work") {
    const auto stop = [] { throw std::runtime_error("stopped"); };
    const std::vector<Ids> text = random_text(40, 1500);
    CHECK_THROWS_AS(Case(text, 40, 3, 100, stop), std::runtime_error);
}

TEST_CASE("files that do not fit the order are refused") {
    const ScratchFile file;
    const Ids same = {0, 1, 2, 3};
    SentenceReader reader(file.descriptor(), 0, same.data(), same.size(), {});
    CHECK_THROWS_AS(count_ngrams(reader, 4, 3, 10, file.descriptor(), {}, [] {}),
                    std::invalid_argument);
    CHECK_THROWS_AS(count_ngrams(reader, 4, 6, 10, file.descriptor(), {}, [] {}),
                    std::invalid_argument);
}

}  // namespace
}  // namespace syntacticdiff::testing
