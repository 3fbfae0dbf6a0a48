// Arrays in files that are open already: appended to, read in blocks, or mapped by someone else.
//
// Python makes the files, without names, so that nothing is left behind however the process ends.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <vector>

namespace syntacticdiff {

// Numbers that someone else keeps.
template <class T>
struct Span {
    const T* data = nullptr;
    std::size_t size = 0;
};

// Appends numbers to a file, many at a time; without a file (-1) it only counts them.
template <class T>
class Writer {
public:
    explicit Writer(int descriptor) : descriptor_(descriptor) {}

    void push(T value) {
        ++size_;
        if (descriptor_ < 0) return;
        buffer_.push_back(value);
        if (buffer_.size() == BLOCK) flush();
    }
    std::size_t size() const { return size_; }

    // To be called at the end: a destructor could not say that the disk is full.
    void flush() {
        const char* next = reinterpret_cast<const char*>(buffer_.data());
        std::size_t left = buffer_.size() * sizeof(T);
        while (left > 0) {
            const ssize_t written = ::write(descriptor_, next, left);
            if (written < 0) {
                if (errno == EINTR) continue;
                throw std::system_error(errno, std::generic_category());
            }
            next += written;
            left -= static_cast<std::size_t>(written);
        }
        buffer_.clear();
    }

private:
    static constexpr std::size_t BLOCK = (1 << 17) / sizeof(T);

    int descriptor_;
    std::size_t size_ = 0;
    std::vector<T> buffer_;
};

// Reads items `begin` to `end` of a file, `block` items at a time.
template <class T>
class Reader {
public:
    Reader(int descriptor, std::size_t begin, std::size_t end, std::size_t block)
        : descriptor_(descriptor),
          next_(begin),
          end_(end),
          block_(std::max<std::size_t>(block, 1)) {}

    bool next(T& value) {
        if (place_ == buffer_.size() && !fill()) return false;
        value = buffer_[place_++];
        return true;
    }

private:
    bool fill() {
        buffer_.resize(std::min(block_, end_ - next_));
        place_ = 0;
        char* target = reinterpret_cast<char*>(buffer_.data());
        std::size_t left = buffer_.size() * sizeof(T), offset = next_ * sizeof(T);
        while (left > 0) {
            const ssize_t got = ::pread(descriptor_, target, left, static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) throw std::system_error(got < 0 ? errno : EIO, std::generic_category());
            target += got;
            offset += static_cast<std::size_t>(got);
            left -= static_cast<std::size_t>(got);
        }
        next_ += buffer_.size();
        return !buffer_.empty();
    }

    int descriptor_;
    std::size_t next_, end_, block_, place_ = 0;
    std::vector<T> buffer_;
};

}  // namespace syntacticdiff
