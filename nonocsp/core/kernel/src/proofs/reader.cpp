// The lines of a proof, word by word.
#include <algorithm>
#include <stdexcept>

#include "proofs/verifier.hpp"

namespace nonocsp {

namespace {

/// A line that is malformed or does not follow.
struct Refused {
    std::string why;
};

[[noreturn]] void refuse_word(std::string_view word) {
    throw Refused{"'" + std::string(word.substr(0, 40)) + "' is malformed, or names nothing"};
}

/// A whole number at the beginning of a text, which is taken away: from 1 (or 0) and without leading zeros.
std::uint64_t number(std::string_view& text, std::string_view word, bool may_be_zero = false, std::size_t digits = 9) {
    std::size_t size = 0;
    std::uint64_t value = 0;
    for (; size < text.size() && size <= digits && text[size] >= '0' && text[size] <= '9'; ++size)
        value = 10 * value + (text[size] - '0');
    if (!size || size > digits || (text[0] == '0' && (size > 1 || !may_be_zero))) refuse_word(word);
    text.remove_prefix(size);
    return value;
}

void expect_end(std::string_view text, std::string_view word) {
    if (!text.empty()) refuse_word(word);
}

char letter(std::string_view& text, std::string_view word, std::string_view expected) {
    if (text.empty() || expected.find(text[0]) == std::string_view::npos) refuse_word(word);
    const char result = text[0];
    text.remove_prefix(1);
    return result;
}

std::uint64_t step_id(std::string_view word) {
    std::string_view text = word;
    const std::uint64_t id = number(text, word, false, 18);
    expect_end(text, word);
    return id;
}

std::string decimal(BigUnsigned number) {
    const BigUnsigned group = 1'000'000'000'000'000'000;
    std::vector<std::uint64_t> groups;
    do {
        const BigUnsigned rest = number.divide(group);
        groups.push_back(rest.is_zero() ? 0 : rest.limbs[0]);
    } while (!number.is_zero());
    std::string result = std::to_string(groups.back());
    for (std::size_t i = groups.size() - 1; i-- > 0;) {
        const std::string text = std::to_string(groups[i]);
        result += std::string(18 - text.size(), '0') + text;
    }
    return result;
}

constexpr std::string_view digits = "0123456789abcdef";

}  // namespace

bool ProofVerifier::feed(std::string_view text) {
    while (error_.empty()) {
        const std::size_t end = text.find('\n');
        if (pending_.size() + std::min(end, text.size()) > longest_) {
            error_ =
                "line " + std::to_string(number_ + 1) + ": longer than " + std::to_string(longest_) + " characters";
            claim_.clear();
            return false;
        }
        if (end == std::string_view::npos) {
            pending_ += text;
            return true;
        }
        if (pending_.empty()) {
            check(text.substr(0, end));
        } else {
            pending_ += text.substr(0, end);
            check(pending_);
            pending_.clear();
        }
        text.remove_prefix(end + 1);
    }
    return false;
}

bool ProofVerifier::finish() {
    if (error_.empty() && !pending_.empty()) check(pending_);
    pending_.clear();
    if (error_.empty() && claim_.empty())
        error_ = "line " + std::to_string(number_) + ": the proof ends without a claim";
    return error_.empty();
}

bool ProofVerifier::check(std::string_view line) {
    ++number_;
    try {
        if (number_ <= 2) {
            if (number_ == 1 && line != "nonocsp proof 1") throw Refused{"expected 'nonocsp proof 1'"};
            if (number_ == 2 && line != "puzzle " + fingerprint_) throw Refused{"the proof is about another puzzle"};
        } else if (!line.empty() && line[0] != '#') {
            read(line);
        }
    } catch (const Refused& refused) {
        error_ = "line " + std::to_string(number_) + ": " + refused.why;
        claim_.clear();
    }
    return error_.empty();
}

std::string_view ProofVerifier::word() {
    if (rest_ended_) throw Refused{"a word is missing"};
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view result = rest_.substr(0, end);
    rest_ended_ = end == rest_.size();
    if (!rest_ended_) rest_.remove_prefix(end + 1);
    return result;
}

void ProofVerifier::read(std::string_view line) {
    rest_ = line;
    rest_ended_ = false;
    const std::string_view kind = word();
    if (!claim_.empty()) throw Refused{"there is a line after the claim"};
    if (kind == "b") {
        read_branch();
    } else if (counter_ && kind != "claim") {
        throw Refused{"only branches and the claim follow branches"};
    } else if (kind == "g" && !last_) {
        read_.clear();
        while (has_word()) read_.push_back(fact(word()));
        for (const Fact each : read_) given_.insert(each.variable);
        set_root(read_.data(), read_.size(), false);
    } else if (kind == "d") {
        read_deletions();
    } else if (kind == "claim") {
        read_claim(word());
    } else if (kind == "n" || kind == "w" || kind == "s") {
        const std::uint64_t id = step_id(word());
        if (id <= last_) throw Refused{"the number is not greater than those before"};
        if (kind == "n") read_nogood(id);
        else if (kind == "w") read_weights(id);
        else read_solution(id);
        last_ = id;
        ++checked_;
    } else {
        throw Refused{"there is no such kind of line here"};
    }
}

void ProofVerifier::read_claim(std::string_view word) {
    std::string claim(word);
    if (has_word()) (claim += ' ') += this->word();
    if (counter_) {
        const bool follows = counter_->is_done() && claim == "count " + decimal(counter_->count()) && !has_word();
        if (!follows) throw Refused{claim.substr(0, 40) + " is not proven"};
        claim_ = claim;
        return;
    }
    const std::size_t found = pictures_.size();
    const bool is_exact = claim == "count " + std::to_string(found) || (found == 0 && claim == "none") ||
                          (found == 1 && claim == "unique");
    const bool follows = claim == "multiple" ? found >= 2 : ended_ && is_exact;
    if (!follows || has_word()) throw Refused{claim.substr(0, 40) + " is not proven"};
    claim_ = claim;
}

/// The line that a text begins with, which is taken away: a letter and a number.
int ProofVerifier::line(std::string_view& text, std::string_view word) const {
    int direction = 0;
    while (direction < puzzle_.directions() && (text.empty() || text[0] != puzzle_.axis(direction))) ++direction;
    if (direction == puzzle_.directions()) refuse_word(word);
    text.remove_prefix(1);
    const auto number = static_cast<int>(nonocsp::number(text, word));
    const int first = puzzle_.first_line(direction);
    if (number > puzzle_.first_line(direction + 1) - first)
        throw Refused{puzzle_.axis(direction) + std::to_string(number) + ": there is no such line"};
    return first + number - 1;
}

/// A line, and nothing else.
int ProofVerifier::hinted_line(std::string_view word) const {
    std::string_view text = word;
    const int result = line(text, word);
    expect_end(text, word);
    return result;
}

ProofVerifier::Fact ProofVerifier::fact(std::string_view word) const {
    std::string_view text = word;
    if (!text.empty() && text[0] == 'r') {
        text.remove_prefix(1);
        const std::uint64_t row = number(text, word);
        letter(text, word, "c");
        const std::uint64_t column = number(text, word);
        const bool is_without = letter(text, word, "=!") == '!';
        const std::uint64_t colour = number(text, word, true);
        expect_end(text, word);
        const std::uint64_t rows = puzzle_.rows, colours = puzzle_.colours;
        if (row > rows || colour > colours) refuse_word(word);
        const auto own = static_cast<int>(row - 1);
        if (column > static_cast<std::uint64_t>(puzzle_.length(own))) refuse_word(word);
        const int cell = puzzle_.cell(own, static_cast<int>(column - 1));
        return {cell, static_cast<std::int32_t>(2 * colour + is_without)};
    }
    const int own = line(text, word);
    letter(text, word, "b");
    const std::uint64_t block = number(text, word);
    const bool is_after = letter(text, word, "<>") == '>';
    const auto position = static_cast<std::int32_t>(number(text, word));
    expect_end(text, word);
    if (block > static_cast<std::uint64_t>(lines_[own].windows())) refuse_word(word);
    const std::int32_t variable = -first_block_[own] - static_cast<std::int32_t>(block);
    return {variable, is_after ? 2 * position + 1 : 2 * (position - 2)};
}

std::size_t ProofVerifier::find(std::uint64_t id) const {
    const auto at = std::lower_bound(steps_.begin(), steps_.end(), id,
                                     [](const Step& step, std::uint64_t wanted) { return step.id < wanted; });
    if (at == steps_.end() || at->id != id || !at->kind) throw Refused{"there is no step " + std::to_string(id)};
    return at - steps_.begin();
}

void ProofVerifier::add(std::uint64_t id, char kind, std::size_t begin, std::size_t size) {
    steps_.push_back({id, begin, static_cast<std::uint32_t>(size), kind});
}

void ProofVerifier::read_nogood(std::uint64_t id) {
    read_.clear();
    hints_.clear();
    bool has_hints = false;
    while (has_word() && !has_hints) {
        const std::string_view next = word();
        if (next == ":") has_hints = true;
        else read_.push_back(fact(next));
    }
    while (has_word()) {
        const std::string_view next = word();
        const bool is_line = !next.empty() && next[0] >= 'A' && next[0] <= 'Z';
        hints_.push_back(is_line ? ~static_cast<std::int64_t>(hinted_line(next))
                                 : static_cast<std::int64_t>(find(step_id(next))));
    }
    if (!ended_) {
        bool is_possible = learn_all(read_.data(), read_.size());
        for (std::size_t h = 0; is_possible && h < hints_.size(); ++h)
            is_possible = hints_[h] < 0 ? tighten(static_cast<int>(~hints_[h])) : apply(steps_[hints_[h]]);
        if (is_possible && !has_hints) is_possible = follow_all();
        if (is_possible) throw Refused{"the nogood does not follow"};
        undo_to(0);
    }
    ended_ = ended_ || read_.empty();
    add(id, 'n', facts_.size(), read_.size());
    facts_.insert(facts_.end(), read_.begin(), read_.end());
    if (read_.size() == 1) set_root(read_.data(), 1, true);
}

void ProofVerifier::read_weights(std::uint64_t id) {
    const std::size_t begin = weights_.size();
    while (has_word()) {
        const std::string_view next = word();
        std::string_view text = next;
        Weight weight{line(text, next), -1, 0};
        if (letter(text, next, "k=") == 'k') {
            const std::uint64_t colour = number(text, next, true);
            if (colour > static_cast<std::uint64_t>(puzzle_.colours)) refuse_word(next);
            weight.colour = static_cast<int>(colour);
            letter(text, next, "=");
        }
        const bool is_negative = !text.empty() && text[0] == '-';
        if (is_negative) text.remove_prefix(1);
        weight.weight = static_cast<std::int64_t>(number(text, next, !is_negative)) * (is_negative ? -1 : 1);
        expect_end(text, next);
        for (std::size_t w = begin; w < weights_.size(); ++w)
            if (weights_[w].line == weight.line && weights_[w].colour == weight.colour)
                throw Refused{"there are two weights of the same cells"};
        weights_.push_back(weight);
    }
    add(id, 'w', begin, weights_.size() - begin);
}

void ProofVerifier::read_solution(std::uint64_t id) {
    const std::string_view picture = word();
    const std::size_t size = puzzle_.colours > 9 ? 2 : 1;  // digits of a cell
    if (has_word() || picture.size() != puzzle_.cells() * size + puzzle_.rows - 1)
        throw Refused{"the picture has another shape"};
    read_.clear();
    const char* next = picture.data();
    for (int row = 0; row < puzzle_.rows; ++row) {
        bool is_right = row == 0 || *next++ == '/';
        for (int i = 0; is_right && i < puzzle_.length(row); ++i) {
            std::size_t colour = 0;
            for (std::size_t k = 0; k < size; ++k) {
                const std::size_t digit = digits.find(*next++);
                is_right = is_right && digit < digits.size();
                colour = 16 * colour + digit;
            }
            is_right = is_right && colour <= static_cast<std::size_t>(puzzle_.colours);
            read_.push_back({puzzle_.cell(row, i), static_cast<std::int32_t>(2 * colour)});
        }
        if (!is_right) throw Refused{"the picture has another shape or colour"};
    }
    const bool is_new = pictures_.insert(std::string(picture)).second;
    if (ended_ || !is_new || !learn_all(read_.data(), read_.size()) || !tighten_all())
        throw Refused{"the picture is not a solution, or was found before"};
    undo_to(0);
    add(id, 's', facts_.size(), read_.size());
    facts_.insert(facts_.end(), read_.begin(), read_.end());
}

bool ProofVerifier::begin_counting() {
    if (ended_ || !pictures_.empty()) return false;
    if (!counter_) counter_ = std::make_unique<BranchCounter>(knowledge());
    return true;
}

void ProofVerifier::read_branch() {
    const std::string_view what = word();
    const Fact branch = fact(what);
    if (branch.variable < 0 || branch.value & 1) refuse_word(what);
    branch_hints_.clear();
    const bool has_hints = has_word();
    if (has_hints) {
        if (const std::string_view colon = word(); colon != ":") refuse_word(colon);
    }
    while (has_word()) branch_hints_.push_back(hinted_line(word()));
    if (!begin_counting()) throw Refused{"branches cannot follow what is proven here"};
    if (!counter_->branch({branch.variable, branch.value / 2}, has_hints ? &branch_hints_ : nullptr))
        throw Refused{"this is not the next branch"};
    ++checked_;
}

void ProofVerifier::read_deletions() {
    while (has_word()) {
        Step& step = steps_[find(step_id(word()))];
        if (step.kind != 'w') unused_ += step.size;
        step.kind = 0;
    }
    if (unused_ < facts_.size() / 2 + 1000) return;
    std::erase_if(steps_, [](const Step& step) { return !step.kind; });
    std::size_t end = 0;
    for (Step& step : steps_) {
        if (step.kind == 'w') continue;
        std::copy_n(facts_.begin() + step.begin, step.size, facts_.begin() + end);
        step.begin = end;
        end += step.size;
    }
    facts_.resize(end);
    unused_ = 0;
}

}  // namespace nonocsp
