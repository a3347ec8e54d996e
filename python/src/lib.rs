//! The Python package: it reads what Python hands over, asks the lab, and hands back objects.
//!
//! # Implementation notes
//! Every question runs on a thread of its own while the caller waits without holding the interpreter (`work`),
//! so other Python threads go on, Ctrl-C is noticed at once, and a panic becomes an exception.
//! Doc comments of classes and methods are Python's docstrings; their examples are run by the tests.

#![allow(clippy::doc_lazy_continuation, reason = "doc comments are Python's docstrings")]

mod ask;
mod census;
mod census_plan;
mod certificate;
mod chart;
mod claims;
mod convert;
mod duel;
mod errors;
mod game;
mod graph;
mod rules;
mod sequence;
mod solution;
mod store;
mod structures;
mod table;
mod thermograph;
mod value;
mod work;

use pyo3::prelude::*;

/// The compiled part of `bouton`. Import `bouton` instead.
#[pymodule]
fn _bouton(module: &Bound<'_, PyModule>) -> PyResult<()> {
    work::keep_panics_quiet();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<census::Census>()?;
    module.add_class::<census_plan::CensusPlan>()?;
    module.add_class::<census_plan::CensusShard>()?;
    module.add_class::<certificate::Certificate>()?;
    module.add_class::<certificate::Checked>()?;
    module.add_class::<chart::Chart>()?;
    module.add_class::<claims::Claims>()?;
    module.add_class::<claims::Finding>()?;
    module.add_class::<duel::Duel>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<graph::Graph>()?;
    module.add_class::<rules::Entry>()?;
    module.add_class::<sequence::Period>()?;
    module.add_class::<sequence::Sequence>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<structures::Explored>()?;
    module.add_class::<structures::Structure>()?;
    module.add_class::<structures::Structures>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<thermograph::Thermograph>()?;
    module.add_class::<value::Value>()?;
    module.add_function(wrap_pyfunction!(ask::_ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::questions, module)?)?;
    module.add_function(wrap_pyfunction!(census::census, module)?)?;
    module.add_function(wrap_pyfunction!(census::open_census, module)?)?;
    module.add_function(wrap_pyfunction!(census_plan::_read_shard, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::check, module)?)?;
    module.add_function(wrap_pyfunction!(claims::claims, module)?)?;
    module.add_function(wrap_pyfunction!(duel::duel, module)?)?;
    module.add_function(wrap_pyfunction!(duel::strategies, module)?)?;
    module.add_function(wrap_pyfunction!(rules::check_rules, module)?)?;
    module.add_function(wrap_pyfunction!(rules::format_rules, module)?)?;
    module.add_function(wrap_pyfunction!(rules::games, module)?)?;
    module.add_function(wrap_pyfunction!(value::born_by, module)?)?;
    module.add_function(wrap_pyfunction!(work::_stumble, module)?)?;
    Ok(())
}
