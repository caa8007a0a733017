// The choices of technique and the numbers behind them, from params.def.  Each can be changed alone, to measure what
// it brings.
#pragma once

#include <cstdint>

namespace nonocsp {

#define CHOICE(name, Type, default_value, engines, help, ...) enum class Type { __VA_ARGS__ };
#include "params.def"

struct Tuning {
#define WHOLE(name, default_value, least, most, help) int name = default_value;
#define REAL(name, default_value, least, most, help) double name = default_value;
#include "params.def"
};

struct Options : Tuning {
#define CHOICE(name, Type, default_value, ...) Type name = Type::default_value;
#define FLAG(name, default_value, ...) bool name = default_value;
#define SEED(name, default_value, ...) std::uint64_t name = default_value;
#include "params.def"
};

}  // namespace nonocsp
