// Options by name: a dictionary in, a dictionary out.
#include "search/base/options.hpp"

#include <string>
#include <string_view>

#include "bindings/convert.hpp"

namespace nonocsp {

namespace {

/// The words of a list such as "none, forward_checking, ac3".
std::vector<std::string_view> words_of(std::string_view list) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < list.size(); at = list.find_first_not_of(", ", at)) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        words.push_back(list.substr(at, end - at));
        at = end;
    }
    return words;
}

[[noreturn]] void refuse(std::string_view name, std::string_view expected) {
    throw std::invalid_argument("option " + std::string(name) + " is " + std::string(expected));
}

template <class T>
T converted(std::string_view name, nb::handle value) {
    T result;
    if (!nb::try_cast(value, result)) refuse(name, "of another type");
    return result;
}

template <class Choice>
Choice chosen(std::string_view name, nb::handle value, std::string_view choices) {
    const auto word = converted<std::string>(name, value);
    const std::vector<std::string_view> words = words_of(choices);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == word) return static_cast<Choice>(i);
    refuse(name, "one of " + std::string(choices));
}

template <class Number>
Number within(std::string_view name, nb::handle value, Number least, Number most) {
    const auto number = converted<Number>(name, value);
    if (!(number >= least && number <= most))
        refuse(name, "from " + std::to_string(least) + " to " + std::to_string(most));
    return number;
}

void set(Options& options, std::string_view option, nb::handle value) {
#define CHOICE(name, Type, default_value, engines, help, ...) \
    if (option == #name) return void(options.name = chosen<Type>(option, value, #__VA_ARGS__));
#define FLAG(name, ...) \
    if (option == #name) return void(options.name = converted<bool>(option, value));
#define SEED(name, default_value, least, most, ...) \
    if (option == #name) return void(options.name = within<std::uint64_t>(option, value, least, most));
#define WHOLE(name, default_value, least, most, help) \
    if (option == #name) return void(options.name = within<int>(option, value, least, most));
#define REAL(name, default_value, least, most, help) \
    if (option == #name) return void(options.name = within<double>(option, value, least, most));
#include "params.def"
    refuse(option, "unknown");
}

nb::dict as_dict(const Options& options) {
    nb::dict result;
#define CHOICE(name, Type, default_value, engines, help, ...) \
    result[#name] = words_of(#__VA_ARGS__)[static_cast<int>(options.name)];
#define FLAG(name, ...) result[#name] = options.name;
#define SEED(name, ...) result[#name] = options.name;
#define WHOLE(name, ...) result[#name] = options.name;
#define REAL(name, ...) result[#name] = options.name;
#include "params.def"
    return result;
}

}  // namespace

OptionsHandle::OptionsHandle(const nb::dict& given) {
    for (const auto& [name, value] : given) set(options, nb::cast<std::string>(name), value);
}

void bind_options(nb::module_& m) {
    nb::class_<OptionsHandle>(m, "Options")
        .def(nb::init<const nb::dict&>())
        .def("as_dict", [](const OptionsHandle& handle) { return as_dict(handle.options); });
}

}  // namespace nonocsp
