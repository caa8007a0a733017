#include "proofs/count_writer.hpp"

#include <algorithm>
#include <utility>

namespace nonocsp {

CountWriter::CountWriter(ProofVerifier& verifier) : verifier_(verifier), knowledge_(verifier.knowledge()) {
    const Puzzle& puzzle = knowledge_.puzzle();
    is_needed_.resize(puzzle.lines());
    int most = 0;
    for (int d = 0; d < puzzle.directions(); ++d)
        if (const int lines = puzzle.first_line(d + 1) - puzzle.first_line(d); lines > most) {
            most = lines;
            direction_ = static_cast<std::size_t>(d);
        }
}

std::size_t CountWriter::bytes() const {
    return text_.capacity() + (verifier_.counter() ? verifier_.counter()->bytes() : 0);
}

std::string CountWriter::text() { return std::exchange(text_, {}); }

bool CountWriter::run(std::uint64_t steps) {
    for (; steps; --steps) {
        if (!verifier_.counter()) {
            if (probe()) continue;
            if (!verifier_.begin_counting()) return true;
            verifier_.counter()->on_propagated = [this](bool is_refuted) { write_hints(is_refuted); };
        }
        if (verifier_.counter()->is_done()) return true;
        branch();
    }
    return false;
}

/// Look for colours of the next cell that fail at once.  False when all cells have been looked at since the last.
bool CountWriter::probe() {
    const std::int32_t cells = knowledge_.cells();
    if (verifier_.is_ended() || probed_ == last_probed_ + cells) return false;
    const std::int32_t cell = probed_++ % cells;
    for (int c = 0; c <= knowledge_.puzzle().colours; ++c) {
        if (knowledge_.options(cell) < 2) return true;
        if (!knowledge_.has(cell, c) || !refutes(cell, c)) continue;
        last_probed_ = probed_;
        if (verifier_.is_ended()) return false;
    }
    return true;
}

/// Try a colour at the root, and write a nogood if that is a contradiction.
bool CountWriter::refutes(std::int32_t cell, int colour) {
    log_.clear();
    knowledge_.record(&log_);
    const bool is_refuted = !knowledge_.learn({cell, 2 * colour}) || !knowledge_.tighten_all();
    knowledge_.record(nullptr);
    if (is_refuted) {
        const std::size_t from = text_.size();
        text_ += "n " + std::to_string(++id_);
        write_fact(cell, colour);
        write_hints(true);
        knowledge_.undo_to(0);
        verifier_.feed(std::string_view(text_).substr(from));
    } else {
        knowledge_.undo_to(0);
    }
    return is_refuted;
}

/// The next colour; or the first cell of the smallest part.
void CountWriter::branch() {
    BranchCounter& counter = *verifier_.counter();
    BranchCounter::Branch next = counter.next();
    if (next.colour < 0) {
        const auto parts = counter.parts();
        const auto& cells = **std::min_element(parts.begin(), parts.end(),
                                               [](const auto* a, const auto* b) { return a->size() < b->size(); });
        const auto place = [&](std::int32_t cell) { return knowledge_.places(cell)[direction_]; };
        next.cell = *std::min_element(cells.begin(), cells.end(), [&](std::int32_t a, std::int32_t b) {
            return std::pair(place(a).line, place(a).i) < std::pair(place(b).line, place(b).i);
        });
        next.colour = counter.first_colour(next.cell);
    }
    text_ += 'b';
    write_fact(next.cell, next.colour);
    ++branches_;
    log_.clear();
    knowledge_.record(&log_);
    counter.branch(next, nullptr);
    knowledge_.record(nullptr);
}

void CountWriter::write_fact(std::int32_t cell, int colour) {
    const auto [row, i] = knowledge_.places(cell)[0];
    text_ += " r" + std::to_string(row + 1) + 'c' + std::to_string(i + 1) + '=' + std::to_string(colour);
}

/// The tightenings that changed something; of a contradiction, what it follows from.
void CountWriter::write_hints(bool is_refuted) {
    const Puzzle& puzzle = knowledge_.puzzle();
    const auto& trail = knowledge_.trail();
    std::fill(is_needed_.begin(), is_needed_.end(), 0);
    hints_.clear();
    std::size_t end = trail.size();
    for (std::size_t at = log_.size(); at-- > 0;) {
        const auto [line, start] = log_[at];
        bool is_kept = is_refuted && at + 1 == log_.size();
        for (std::size_t i = start; !is_kept && i < end; ++i) {
            const std::int32_t cell = trail[i].variable;
            if (cell < 0) continue;
            is_kept = !is_refuted;
            for (const Board::Place& place : knowledge_.places(cell))
                is_kept = is_kept || (place.line != line && is_needed_[place.line]);
        }
        if (is_kept) {
            hints_.push_back(line);
            is_needed_[line] = 1;
        }
        end = start;
    }
    text_ += " :";
    for (auto line = hints_.rbegin(); line != hints_.rend(); ++line) {
        (text_ += ' ') += puzzle.axis(puzzle.direction(*line));
        text_ += std::to_string(puzzle.number(*line) + 1);
    }
    text_ += '\n';
}

}  // namespace nonocsp
