// What a search is told, and the objective that it makes small.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "scorer.hpp"

namespace syntacticdiff {

enum class Search : std::uint8_t { recursive, beam, lattice, sweep };
enum class Positions : std::uint8_t { worst, window, all };
enum class Cost : std::uint8_t { bits, perplexity, window };  // H; 2^H; the bits in total

constexpr std::uint32_t NO_LIMIT = 0xFFFFFFFF;

struct Settings {
    Search search = Search::beam;
    std::uint32_t max_edits = 3;
    std::optional<std::uint32_t> beam = 8;
    Positions positions = Positions::window;
    bool mean = true;  // aggregate: the mean of the penalties, else their sum
    Cost cost = Cost::bits;
    double alpha = 0.5;
    std::optional<double> stop_at;
    double min_gain = 0.0;
    // The lattice's
    std::uint32_t max_inserted = 1;
    std::optional<double> prune;
    double min_probability = 0.5;
    double temperature = 1.0;
    bool probabilities = true;  // without them, which only benchmarks want, no edit has one
};

// H: fixed-point bits over m+1 windows. Both numbers are exact, so there is one rounding.
inline double bits_per_token(std::int64_t total, std::size_t windows) {
    return static_cast<double>(total) / (ONE_BIT * static_cast<double>(windows));
}

// J = alpha * cost + (1 - alpha) * W, the expression of search/scoring.py.
class Objective {
public:
    explicit Objective(const Settings& settings)
        : alpha_(settings.alpha), cost_(settings.cost), mean_(settings.mean) {}

    double operator()(std::int64_t total, std::size_t windows, std::int64_t penalty,
                      std::size_t edits) const {
        double cost = bits_per_token(total, cost_ == Cost::window ? 1 : windows);
        if (cost_ == Cost::perplexity) cost = std::exp2(cost);
        const double objective = alpha_ * cost + (1.0 - alpha_) * weight(penalty, edits);
        // Only 0 * infinity gives NaN, which has no place in an order.
        return std::isnan(objective) ? std::numeric_limits<double>::infinity() : objective;
    }

    // A total beyond which J is certainly larger than `limit`: it spares most candidates the
    // division. Rounding is far below the slack left here.
    std::int64_t most_total(double limit, std::size_t windows, std::int64_t penalty,
                            std::size_t edits) const {
        constexpr auto anything = std::numeric_limits<std::int64_t>::max() / 2;  // room to subtract
        if (cost_ == Cost::perplexity || alpha_ < 1e-6) return anything;
        const double rest = (1.0 - alpha_) * weight(penalty, edits);
        const double cost = (limit - rest) / alpha_;
        const double slack = 1e-9 * (std::fabs(limit) + std::fabs(rest)) / alpha_ + 1e-9;
        const std::size_t divisor = cost_ == Cost::window ? 1 : windows;
        const double total = (cost + slack) * ONE_BIT * static_cast<double>(divisor) + 1.0;
        if (!(total < 1e15)) return anything;
        return total > -1e15 ? static_cast<std::int64_t>(total) : -anything;
    }

private:
    // W
    double weight(std::int64_t penalty, std::size_t edits) const {
        double weight = static_cast<double>(penalty) / ONE_BIT;
        if (mean_ && edits != 0) weight /= static_cast<double>(edits);
        return weight;
    }

    double alpha_;
    Cost cost_;
    bool mean_;
};

}  // namespace syntacticdiff
