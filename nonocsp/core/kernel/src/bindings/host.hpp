// The host of the bindings: Python by nanobind; in the browser JavaScript, by the few names of nanobind that the
// bindings use.
#pragma once

#ifdef __EMSCRIPTEN__

#include "bindings/javascript.hpp"
namespace nb = nonocsp::javascript;

#else

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace nonocsp {

/// What a function of the host threw.
using HostError = nb::python_error;

/// Only the main thread handles signals and reports; set when the module is imported.
inline unsigned long main_thread = 0;
inline bool is_main_thread() { return PyThread_get_thread_ident() == main_thread; }
inline void set_up_host() {
    main_thread = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const std::bad_cast&) {
            PyErr_SetString(PyExc_TypeError, "an argument of another type is expected");
        }
    });
}

/// Run the handlers of signals; throws what one raised.
inline void handle_signals() {
    if (PyErr_CheckSignals() != 0) throw HostError();
}

}  // namespace nonocsp

#endif
