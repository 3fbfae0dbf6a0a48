// Arrays in as few bytes as they need, each item found in constant time: what
// syntacticdiff/reference/compact.py makes and defines.
//
// Lengths that must fit are checked when a view is made. Items are not trusted: a code has a level
// whatever it is, and whoever gets an offset clamps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace syntacticdiff {

// Word ids of two or four bytes.
class Words {
public:
    Words() = default;
    Words(const std::uint32_t* ids, std::size_t size) : wide_(ids), size_(size) {}
    Words(const std::uint16_t* ids, std::size_t size) : narrow_(ids), size_(size) {}

    std::size_t size() const { return size_; }
    std::uint32_t operator[](std::size_t i) const {
        return narrow_ != nullptr ? narrow_[i] : wide_[i];
    }

    // Calls f with a pointer to the ids: one decision for all of a loop.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return narrow_ != nullptr ? f(narrow_) : f(wide_);
    }

private:
    const std::uint32_t* wide_ = nullptr;
    const std::uint16_t* narrow_ = nullptr;
    std::size_t size_ = 0;
};

// Numbers as they are, or as codes of one or two bytes for the levels of a table. A table has a
// level for every possible code, so that no code leads outside.
class Values {
public:
    Values() = default;
    Values(const float* numbers, std::size_t size) : numbers_(numbers), size_(size) {}
    Values(const std::uint8_t* codes, std::size_t size, const float* table, std::size_t levels)
        : bytes_(codes), table_(table), size_(size) {
        check(levels, 1U << 8);
    }
    Values(const std::uint16_t* codes, std::size_t size, const float* table, std::size_t levels)
        : pairs_(codes), table_(table), size_(size) {
        check(levels, 1U << 16);
    }

    std::size_t size() const { return size_; }
    float operator[](std::size_t i) const {
        if (bytes_ != nullptr) return table_[bytes_[i]];
        if (pairs_ != nullptr) return table_[pairs_[i]];
        return numbers_[i];
    }
    const void* address(std::size_t i) const {
        if (bytes_ != nullptr) return bytes_ + i;
        if (pairs_ != nullptr) return pairs_ + i;
        return numbers_ + i;
    }

private:
    static void check(std::size_t levels, std::size_t codes) {
        if (levels != codes) throw std::invalid_argument("model: a level for each code is needed");
    }

    const float* numbers_ = nullptr;
    const std::uint8_t* bytes_ = nullptr;
    const std::uint16_t* pairs_ = nullptr;
    const float* table_ = nullptr;
    std::size_t size_ = 0;
};

// Numbers that never fall: as they are, or in one or two bytes relative to the base of a block of
// 2^shift of them.
class Offsets {
public:
    Offsets() = default;
    Offsets(const std::uint32_t* numbers, std::size_t size) : numbers_(numbers), size_(size) {}
    Offsets(const std::uint8_t* items, std::size_t size, const std::uint32_t* bases,
            std::size_t blocks, unsigned shift)
        : bytes_(items), bases_(bases), size_(size), shift_(shift) {
        check(blocks);
    }
    Offsets(const std::uint16_t* items, std::size_t size, const std::uint32_t* bases,
            std::size_t blocks, unsigned shift)
        : pairs_(items), bases_(bases), size_(size), shift_(shift) {
        check(blocks);
    }

    std::size_t size() const { return size_; }
    std::uint32_t operator[](std::size_t i) const {
        if (pairs_ != nullptr) return bases_[i >> shift_] + pairs_[i];
        if (bytes_ != nullptr) return bases_[i >> shift_] + bytes_[i];
        return numbers_[i];
    }
    const void* address(std::size_t i) const {
        if (pairs_ != nullptr) return pairs_ + i;
        if (bytes_ != nullptr) return bytes_ + i;
        return numbers_ + i;
    }

private:
    void check(std::size_t blocks) const {
        if (shift_ > 63 || size_ == 0 || blocks != ((size_ - 1) >> shift_) + 1) {
            throw std::invalid_argument("model: a base for each block is needed");
        }
    }

    const std::uint32_t* numbers_ = nullptr;
    const std::uint8_t* bytes_ = nullptr;
    const std::uint16_t* pairs_ = nullptr;
    const std::uint32_t* bases_ = nullptr;
    std::size_t size_ = 0;
    unsigned shift_ = 0;
};

}  // namespace syntacticdiff
