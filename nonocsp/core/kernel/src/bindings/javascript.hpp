// JavaScript as the host of the bindings, by embind, under the names of nanobind that they use.
//
// Bytes are Uint8Arrays, lists and tuples arrays, dictionaries plain objects, None is undefined.  A whole number is a
// number, or a BigInt where a number would round it; both are taken.  Exceptions become Errors whose name is that of
// the Python exception.  An object of a class belongs to JavaScript until its method `delete` is called.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/em_js.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace nonocsp::javascript {

using emscripten::val;

extern "C" {
/// 0: no whole number of 64 bits; 1: one of at least 0; 2: a negative one.  Infinity is the largest.
int nonocsp_whole(emscripten::EM_VAL value, std::uint64_t* to);
emscripten::EM_VAL nonocsp_big(std::uint32_t low, std::uint32_t high);
int nonocsp_is_bytes(emscripten::EM_VAL value);
/// Call a function; what it threw is put into an array of one.
emscripten::EM_VAL nonocsp_call(emscripten::EM_VAL function, emscripten::EM_VAL arguments, int* has_thrown);
[[noreturn]] void nonocsp_throw(const char* name, const char* message);
}

/// A value that is not of the expected type.
struct TypeError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// What a function of JavaScript threw.
struct Thrown {
    val error;
};

struct object : val {
    object(val value) : val(std::move(value)) {}
    bool is_none() const { return isUndefined() || isNull(); }
    template <class... A>
    object operator()(const A&... arguments) const;
};
using handle = object;

inline object none() { return val::undefined(); }
inline object str(const char* text) { return val(text); }

template <class T>
T cast(const object& value);
template <class T>
val to_value(T&& value);

/// Bytes; those that came from JavaScript are copied when they are read.
class bytes : public object {
public:
    explicit bytes(const object& array) : object(array) {
        if (!nonocsp_is_bytes(as_handle())) throw TypeError("bytes are expected");
    }
    bytes(const void* data, std::size_t size) : object(copied(static_cast<const std::uint8_t*>(data), size)) {}
    std::size_t size() const { return (*this)["length"].as<unsigned>(); }
    const char* c_str() const {
        if (copy_.empty() && size()) {
            copy_.resize(size());
            val(emscripten::typed_memory_view(copy_.size(), copy_.data()))
                .call<void>("set", static_cast<const val&>(*this));
        }
        return reinterpret_cast<const char*>(copy_.data());
    }

private:
    /// Empty ones are also made as defaults of arguments, before embind knows views of the memory.
    static val copied(const std::uint8_t* data, std::size_t size) {
        if (!size) return val::global("Uint8Array").new_();
        return val(emscripten::typed_memory_view(size, data)).call<val>("slice");
    }

    mutable std::vector<std::uint8_t> copy_;
};

class tuple : public object {
public:
    tuple() : object(array()) {}
    explicit tuple(const object& values) : object(values) {
        if (!isArray()) throw TypeError("an array is expected");
    }
    object operator[](int i) const { return val::operator[](i); }
    std::size_t size() const { return val::operator[]("length").as<unsigned>(); }

    struct iterator {
        const tuple& values;
        int i;
        object operator*() const { return values[i]; }
        iterator& operator++() { return ++i, *this; }
        bool operator!=(const iterator& other) const { return i != other.i; }
    };
    iterator begin() const { return {*this, 0}; }
    iterator end() const { return {*this, static_cast<int>(size())}; }
};

class list : public tuple {
public:
    using tuple::tuple;
    template <class T>
    void append(T&& value) {
        set(static_cast<unsigned>(size_++), to_value(std::forward<T>(value)));
    }

private:
    unsigned size_ = 0;  ///< of a list made here
};

inline std::size_t len(const tuple& values) { return values.size(); }

template <class... T>
tuple make_tuple(T&&... values) {
    list made;
    (made.append(std::forward<T>(values)), ...);
    return made;
}

class dict : public object {
public:
    dict() : object(val::object()) {}
    explicit dict(const object& members) : object(members) {
        if (typeOf().as<std::string>() != "object" || is_none()) throw TypeError("an object is expected");
    }
    struct member {
        dict& members;
        const char* name;
        template <class T>
        void operator=(T&& value) const {
            members.set(name, to_value(std::forward<T>(value)));
        }
    };
    member operator[](const char* name) { return {*this, name}; }

    /// Pairs (name, value).
    struct iterator : tuple::iterator {
        std::pair<object, object> operator*() const {
            const tuple pair(tuple::iterator::operator*());
            return {pair[0], pair[1]};
        }
    };
    iterator begin() const { return {entries_.begin()}; }
    iterator end() const { return {entries_.end()}; }

private:
    tuple entries_{val::global("Object").call<val>("entries", static_cast<const val&>(*this))};
};

// Values into C++.

template <class T>
struct Reader;

template <class T>
bool try_cast(const object& value, T& result) {
    return Reader<T>::read(value, result);
}

template <>
struct Reader<bool> {
    static bool read(const object& value, bool& result) {
        result = value.isTrue();
        return value.isTrue() || value.isFalse();
    }
};
template <>
struct Reader<std::string> {
    static bool read(const object& value, std::string& result) {
        if (value.isString()) result = value.as<std::string>();
        return value.isString();
    }
};
template <>
struct Reader<double> {
    static bool read(const object& value, double& result) {
        if (value.isNumber()) return result = value.as<double>(), true;
        std::uint64_t whole;
        if (nonocsp_whole(value.as_handle(), &whole) != 1) return false;
        return result = static_cast<double>(whole), true;
    }
};
template <class T>
    requires std::is_integral_v<T>
struct Reader<T> {
    static bool read(const object& value, T& result) {
        std::uint64_t whole;
        const int kind = nonocsp_whole(value.as_handle(), &whole);
        result = static_cast<T>(whole);
        return kind == 1 ? whole <= static_cast<std::uint64_t>(std::numeric_limits<T>::max())
                         : kind == 2 && std::is_signed_v<T> && result == static_cast<std::int64_t>(whole);
    }
};
template <class T>
    requires std::is_base_of_v<object, T>
struct Reader<T> {
    static T make(const object& value) { return T(value); }
};
template <class T>
struct Reader<std::vector<T>> {
    static bool read(const object& value, std::vector<T>& result) {
        for (const object each : tuple(value)) result.push_back(cast<T>(each));
        return true;
    }
};
template <class A, class B>
struct Reader<std::pair<A, B>> {
    static std::pair<A, B> make(const object& value) {
        const tuple both(value);
        return {cast<A>(both[0]), cast<B>(both[1])};
    }
};

template <class T>
T cast(const object& value) {
    if constexpr (std::is_reference_v<T>) {
        return *value.as<std::remove_reference_t<T>*>(emscripten::allow_raw_pointers());
    } else if constexpr (requires { Reader<T>::make(value); }) {
        return Reader<T>::make(value);
    } else {
        T result{};
        if (!try_cast(value, result)) throw TypeError("an argument of another type is expected");
        return result;
    }
}

// Values out of C++.

template <class T>
val to_value(T&& value) {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (std::is_base_of_v<val, Plain>) return std::forward<T>(value);
    else if constexpr (std::is_same_v<Plain, std::uint64_t>) {
        if (value <= (std::uint64_t{1} << 53)) return val(static_cast<double>(value));
        return val::take_ownership(
            nonocsp_big(static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)));
    } else if constexpr (std::is_convertible_v<T, std::string_view>) return val(std::string(value));
    else return val(std::forward<T>(value));
}

/// An object of a class that was bound.
template <class T>
object cast(T&& value)
    requires(!std::is_base_of_v<val, std::remove_cvref_t<T>>)
{
    return val(std::forward<T>(value));
}

template <class... A>
object object::operator()(const A&... arguments) const {
    int has_thrown = 0;
    val answer = val::take_ownership(nonocsp_call(as_handle(), make_tuple(arguments...).as_handle(), &has_thrown));
    if (has_thrown) throw Thrown{answer[0]};
    return answer;
}

// Functions and classes.

/// Call a function of C++; what it throws reaches JavaScript as an Error.
template <class F>
val guarded(F&& function) {
    std::string name, message;
    std::optional<val> thrown;
    try {
        if constexpr (std::is_void_v<decltype(function())>) return function(), val::undefined();
        else return to_value(function());
    } catch (const Thrown& error) {
        thrown = error.error;
    } catch (const TypeError& error) {
        name = "TypeError", message = error.what();
    } catch (const std::out_of_range& error) {
        name = "IndexError", message = error.what();
    } catch (const std::invalid_argument& error) {
        name = "ValueError", message = error.what();
    } catch (const std::length_error& error) {
        name = "ValueError", message = error.what();
    } catch (const std::bad_alloc&) {
        name = "MemoryError", message = "out of memory";
    } catch (const std::exception& error) {
        name = "RuntimeError", message = error.what();
    }
    if (thrown) thrown->throw_();
    nonocsp_throw(name.c_str(), message.c_str());
}

/// How an argument crosses: objects of bound classes as embind has them, everything else as a value.
template <class A>
inline constexpr bool is_bound =
    std::is_class_v<std::remove_cvref_t<A>> && !std::is_base_of_v<val, std::remove_cvref_t<A>>;
template <class A>
using Crossing = std::conditional_t<is_bound<A>, const std::remove_cvref_t<A>&, val>;
template <class A>
decltype(auto) crossed(const std::conditional_t<is_bound<A>, std::remove_cvref_t<A>, val>& argument) {
    if constexpr (is_bound<A>) return (argument);
    else return cast<std::remove_cvref_t<A>>(argument);
}

template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... A>
struct Signature<R (*)(A...)> {
    /// The function as embind takes it.
    template <class F>
    static std::function<val(Crossing<A>...)> wrapped(F function) {
        return [function](Crossing<A>... arguments) {
            return guarded([&] { return function(crossed<A>(arguments)...); });
        };
    }
    /// Embind takes free functions by address only: F is of a type of its own.
    template <class F>
    static inline std::optional<F> kept;
    template <class F>
    static val call(Crossing<A>... arguments) {
        return guarded([&] { return (*kept<F>)(crossed<A>(arguments)...); });
    }
};
template <class T, class R, class... A>
struct Signature<R (T::*)(A...)> : Signature<R (*)(A...)> {
    template <class S>
    static std::function<val(S&, Crossing<A>...)> method(R (T::*function)(A...)) {
        return [function](S& self, Crossing<A>... arguments) {
            return guarded([&] { return (self.*function)(crossed<A>(arguments)...); });
        };
    }
};
template <class T, class R, class... A>
struct Signature<R (T::*)(A...) const> : Signature<R (T::*)(A...)> {
    template <class S>
    static std::function<val(S&, Crossing<A>...)> method(R (T::*function)(A...) const) {
        return [function](S& self, Crossing<A>... arguments) {
            return guarded([&] { return (self.*function)(crossed<A>(arguments)...); });
        };
    }
};

struct arg {
    explicit arg(const char*) {}
    arg none() const { return *this; }
    arg operator=(const object&) const { return *this; }
};

template <class... A>
struct init {};

class module_ {
public:
    template <class F, class... Annotations>
    void def(const char* name, F function, const Annotations&...) {
        Signature<F>::template kept<F> = function;
        emscripten::function(name, &Signature<F>::template call<F>);
    }
    struct member {
        const char* name;
        void operator=(int value) const { emscripten::constant(name, value); }
    };
    member attr(const char* name) { return {name}; }
};

template <class T>
class class_ {
public:
    class_(module_&, const char* name) : bound_(name) {}

    template <class... A, class... Annotations>
    class_& def(init<A...>, const Annotations&...) {
        bound_.constructor(&make<A...>, emscripten::allow_raw_pointers());
        return *this;
    }
    template <class F, class... Annotations>
    class_& def(const char* name, F function, const Annotations&...) {
        if constexpr (std::is_member_function_pointer_v<F>)
            bound_.function(name, Signature<F>::template method<T>(function));
        else bound_.function(name, Signature<F>::wrapped(function));
        return *this;
    }
    template <class F>
    class_& def_prop_ro(const char* name, F function) {
        return def(name, function);
    }

private:
    template <class... A>
    static T* make(Crossing<A>... arguments) {
        T* made = nullptr;
        guarded([&] { made = new T(crossed<A>(arguments)...); });
        return made;
    }

    emscripten::class_<T> bound_;
};

// There is one thread, and no lock.
struct gil_scoped_release {
    ~gil_scoped_release() {}
};
struct gil_scoped_acquire {
    ~gil_scoped_acquire() {}
};
inline void set_leak_warnings(bool) {}

}  // namespace nonocsp::javascript

namespace nonocsp {

using HostError = javascript::Thrown;

inline bool is_main_thread() { return true; }
inline void set_up_host() {}
inline void handle_signals() {}

}  // namespace nonocsp

#define NB_MODULE(name, m)                                  \
    static void bind_module(nonocsp::javascript::module_&); \
    EMSCRIPTEN_BINDINGS(name) {                             \
        nonocsp::javascript::module_ m;                     \
        bind_module(m);                                     \
    }                                                       \
    static void bind_module(nonocsp::javascript::module_& m)
