//! The compiled part of the Python package: it reads Python's arguments, asks the lab, and returns views.
//!
//! # Implementation notes
//! Classes here hold what views do not: games, answers with their arrays, digraphs, plans. The classes that users meet
//! are written in Python, and get their attributes from views.
//! Every question runs on a thread of its own while the caller waits without holding the interpreter (`work`),
//! so other Python threads go on, Ctrl-C is noticed at once, and a panic becomes an exception.
//! Doc comments are Python's docstrings; `-> …` at the end of one is the type in the stubs that are made from them.

#![allow(clippy::doc_lazy_continuation, reason = "doc comments are Python's docstrings")]

mod answer;
mod ask;
mod census;
mod census_plan;
#[cfg(feature = "papers")]
mod claims;
mod convert;
mod errors;
mod game;
mod graph;
mod picture;
mod play;
mod small;
mod store;
mod work;

use pyo3::prelude::*;

/// The compiled part of `bouton`. Import `bouton` instead.
#[pymodule]
fn _bouton(module: &Bound<'_, PyModule>) -> PyResult<()> {
    work::keep_panics_quiet();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<answer::LabAnswer>()?;
    module.add_class::<census::LabCensus>()?;
    module.add_class::<census_plan::LabPlan>()?;
    #[cfg(feature = "papers")]
    module.add_class::<claims::LabClaims>()?;
    module.add_class::<game::LabGame>()?;
    module.add_class::<graph::LabGraph>()?;
    module.add_class::<picture::Picture>()?;
    module.add_class::<play::LabPlay>()?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::questions, module)?)?;
    module.add_function(wrap_pyfunction!(ask::schemas, module)?)?;
    module.add_function(wrap_pyfunction!(census::census, module)?)?;
    module.add_function(wrap_pyfunction!(census::open_census, module)?)?;
    module.add_function(wrap_pyfunction!(convert::count, module)?)?;
    module.add_function(wrap_pyfunction!(convert::read_text, module)?)?;
    module.add_function(wrap_pyfunction!(convert::save, module)?)?;
    module.add_function(wrap_pyfunction!(small::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(small::catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(small::check, module)?)?;
    module.add_function(wrap_pyfunction!(small::check_rules, module)?)?;
    module.add_function(wrap_pyfunction!(small::duel, module)?)?;
    module.add_function(wrap_pyfunction!(small::format_rules, module)?)?;
    module.add_function(wrap_pyfunction!(small::strategies, module)?)?;
    module.add_function(wrap_pyfunction!(small::thermograph, module)?)?;
    module.add_function(wrap_pyfunction!(work::_stumble, module)?)?;
    Ok(())
}
