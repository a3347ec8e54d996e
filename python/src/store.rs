//! The place of a census: a folder, or a store that fsspec supports. The other half is in `bouton/_store.py`.

use std::io;
use std::path::{Path, PathBuf};

use bouton_lab::census::{Disk, Storage};
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// A folder by its path, or a store by its address.
pub(crate) struct Place {
    path: PathBuf,
    store: Option<Py<PyAny>>,
}

impl Place {
    /// The name of either, as messages show it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn store(&self) -> Option<&Py<PyAny>> {
        self.store.as_ref()
    }

    pub(crate) fn cloned(&self, py: Python<'_>) -> Place {
        Place {
            path: self.path.clone(),
            store: self.store.as_ref().map(|store| store.clone_ref(py)),
        }
    }

    /// Opens it for reading.
    pub(crate) fn reader(self) -> Box<dyn Storage> {
        match self.store {
            Some(store) => Box::new(Store { store }),
            None => Box::new(Disk::new(&self.path)),
        }
    }

    /// Opens it for writing, shared with other writers.
    pub(crate) fn writer(self) -> Result<Box<dyn Storage>, Refusal> {
        Ok(match self.store {
            Some(store) => Box::new(Store { store }),
            None => Box::new(Disk::shared(&self.path)?),
        })
    }
}

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Place> {
        let locate = object.py().import("bouton._store")?.getattr("locate")?;
        let (path, store) = locate.call1((object,))?.extract::<(PathBuf, Option<Py<PyAny>>)>()?;
        Ok(Place { path, store })
    }
}

/// A `bouton._store.Store`.
struct Store {
    store: Py<PyAny>,
}

impl Store {
    fn call<T>(&self, method: &str, arguments: &[&str], bytes: Option<&[u8]>) -> io::Result<T>
    where
        T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let called = Python::try_attach(|py| -> PyResult<T> {
            let mut all: Vec<Bound<'_, PyAny>> = Vec::new();
            for argument in arguments {
                all.push(argument.into_pyobject(py)?.into_any());
            }
            if let Some(bytes) = bytes {
                all.push(PyBytes::new(py, bytes).into_any());
            }
            self.store.bind(py).call_method1(method, PyTuple::new(py, all)?)?.extract()
        });
        match called {
            Some(done) => done.map_err(io::Error::from),
            None => Err(io::Error::other("Python is shutting down")),
        }
    }
}

impl Storage for Store {
    fn list(&self) -> io::Result<Vec<String>> {
        self.call("names", &[], None)
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.call("read", &[name], None)
    }

    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.call::<bool>("create", &[name], Some(bytes)).map(|_| ())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.call::<bool>("rename", &[from, to], None).map(|_| ())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.call::<bool>("remove", &[name], None).map(|_| ())
    }

    fn sync(&self) -> io::Result<()> {
        // A store has kept whatever it accepted.
        Ok(())
    }
}
