// What a look-up costs one after another and many at once, and what the memory allows: for
// benchmarks/limits.py, which compiles and runs it. Prints "name nanoseconds" lines.
//
//   lookups_bench MEGABYTES [huge]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "lookups.hpp"
#include "model.hpp"

namespace syntacticdiff {
namespace {

constexpr std::size_t BATCH = 64;  // about as many as one position asks
constexpr std::size_t QUESTIONS = 1 << 18;
constexpr int RUNS = 9;

// Memory in large pages, if they are asked for and the system has them.
template <class T>
class Pages {
public:
    Pages(std::size_t size, [[maybe_unused]] bool huge) : size_(size) {
        constexpr std::size_t page = std::size_t{2} << 20;
        const std::size_t bytes = (size * sizeof(T) / page + 1) * page;
        memory_.reset(std::aligned_alloc(page, bytes));
        if (memory_ == nullptr) std::abort();
#if defined(__linux__)
        if (huge) madvise(memory_.get(), bytes, MADV_HUGEPAGE);
#endif
        std::memset(memory_.get(), 0, bytes);
    }
    T* data() const { return static_cast<T*>(memory_.get()); }
    std::size_t size() const { return size_; }

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    std::size_t size_;
};

// The processor's time of the quickest of several runs, for each of so many.
template <class F>
void report(const char* name, std::size_t count, F&& work) {
    double quickest = std::numeric_limits<double>::infinity();
    for (int run = 0; run < RUNS; ++run) {
        const std::clock_t start = std::clock();
        work();
        const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        quickest = std::min(quickest, 1e9 * taken / static_cast<double>(count));
    }
    std::printf("%s\t%.3f\n", name, quickest);
}

// A word list for each of many contexts: mostly short ones, as in the highest order of a model.
void measure_lookups(std::size_t bytes, bool huge, std::mt19937_64& random) {
    const std::size_t contexts = bytes / 16;
    Pages<std::uint32_t> offsets(contexts + 1, huge);
    for (std::size_t i = 0; i < contexts; ++i) {
        const std::uint64_t drawn = random();
        const auto size =
            static_cast<std::uint32_t>(drawn % 64 == 0 ? drawn / 64 % 256 : drawn / 64 % 5);
        offsets.data()[i + 1] = offsets.data()[i] + size;
    }
    Pages<std::uint16_t> words(offsets.data()[contexts], huge);
    for (std::size_t i = 0; i < contexts; ++i) {
        const std::uint32_t begin = offsets.data()[i], end = offsets.data()[i + 1];
        for (std::uint32_t k = begin; k < end; ++k) {
            words.data()[k] = static_cast<std::uint16_t>(random() % 1000);
        }
        std::sort(words.data() + begin, words.data() + end);
    }
    const std::vector<float> numbers(std::max(contexts, words.size()));
    Level lower, upper;
    lower.log10 = lower.backoff = Values(numbers.data(), contexts);
    lower.children = Offsets(offsets.data(), contexts + 1);
    upper.words = Words(words.data(), words.size());
    upper.log10 = Values(numbers.data(), words.size());
    const Model model({lower, upper}, false);

    std::vector<std::vector<Question>> batches(QUESTIONS / BATCH, std::vector<Question>(BATCH));
    for (std::vector<Question>& batch : batches) {
        for (Question& question : batch) {
            question.context = static_cast<std::uint32_t>(random() % contexts);
            question.word = static_cast<std::uint32_t>(random() % 1000);
        }
    }
    std::uint64_t found = 0;
    Lookups lookups;
    std::vector<std::uint32_t> answers;
    const auto at_once = [&](const std::vector<Question>& batch) {
        lookups.answer(model, 1, batch, answers);
        for (const std::uint32_t answer : answers) found += answer != ABSENT ? 1U : 0U;
    };
    report("look-up, one after another", QUESTIONS, [&] {
        for (const std::vector<Question>& batch : batches) {
            for (const Question& each : batch) {
                found += model.child(1, each.context, each.word) != ABSENT ? 1U : 0U;
            }
        }
    });
    report("look-up, 64 at once", QUESTIONS, [&] {
        for (const std::vector<Question>& batch : batches) at_once(batch);
    });
    report("look-up, 64 at once, the next 64 fetched ahead", QUESTIONS, [&] {
        for (std::size_t i = 0; i < batches.size(); ++i) {
            for (const Question& next : batches[std::min(i + 1, batches.size() - 1)]) {
                model.prefetch(1, next.context);
            }
            at_once(batches[i]);
        }
    });
    for (std::vector<Question>& batch : batches) {
        std::sort(batch.begin(), batch.end(),
                  [](const Question& a, const Question& b) { return a.context < b.context; });
    }
    report("look-up, 64 at once, in the order of their ids", QUESTIONS, [&] {
        for (const std::vector<Question>& batch : batches) at_once(batch);
    });
    if (found == 0) std::abort();  // nothing may be left out because nobody looks at it
}

// What the memory allows: cache lines in no order, each known beforehand or only from the one
// before.
void measure_memory(std::size_t bytes, bool huge, std::mt19937_64& random) {
    constexpr std::size_t line = 64 / sizeof(std::uint32_t);
    const std::size_t lines = bytes / 64;
    Pages<std::uint32_t> memory(lines * line, huge);
    std::vector<std::uint32_t> order(lines);
    for (std::uint32_t i = 0; i < lines; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < lines; ++i) {
        memory.data()[order[i] * line] = order[(i + 1) % lines];  // one round through all of them
    }
    const std::size_t count = std::min(lines, QUESTIONS);
    std::uint64_t sum = 0;
    report("line, known beforehand", count, [&] {
        for (std::size_t i = 0; i < count; ++i) sum += memory.data()[order[i] * line];
    });
    report("line, known from the one before", count, [&] {
        std::uint32_t at = 0;
        for (std::size_t i = 0; i < count; ++i) at = memory.data()[at * line];
        sum += at;
    });
    if (sum == 0) std::abort();
}

}  // namespace
}  // namespace syntacticdiff

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::size_t bytes = std::strtoul(argv[1], nullptr, 10) * 1'000'000;
    const bool huge = argc > 2 && std::string(argv[2]) == "huge";
    std::mt19937_64 random(1);
    syntacticdiff::measure_lookups(bytes, huge, random);
    syntacticdiff::measure_memory(bytes, huge, random);
}
