"""Places for a census: a folder, or any store that fsspec supports."""

from __future__ import annotations

import io
import os
from importlib import import_module
from typing import Any

#: Stores that write objects atomically, so that no temporary name is needed.
_WHOLE = {"memory", "s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oci", "r2"}


class Store:
    """A folder in a store of fsspec, with the operations that a census needs. It pickles as its address."""

    def __init__(self, url: str, options: dict[str, Any] | None = None) -> None:
        try:
            core = import_module("fsspec.core")
        except ImportError as error:
            raise ImportError(f"{url} needs fsspec: pip install 'bouton[distributed]'") from error
        self.url = url.rstrip("/")
        self.options = dict(options or {})
        self._files, self._root = core.url_to_fs(self.url, **self.options)
        protocol = self._files.protocol
        names = {protocol} if isinstance(protocol, str) else set(protocol)
        self._is_whole = bool(names & _WHOLE)
        self._waiting: dict[str, bytes] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Store, (self.url, self.options)

    def __repr__(self) -> str:
        return f"Store({self.url!r})"

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def names(self) -> list[str]:
        """The names of all files; none if there is no such folder yet."""
        self._files.invalidate_cache()
        try:
            found = self._files.ls(self._root, detail=False)
        except FileNotFoundError:
            return []
        return [str(path).rstrip("/").rsplit("/", 1)[-1] for path in found]

    def read(self, name: str) -> bytes:
        """All bytes of a file."""
        return bytes(self._files.cat_file(self._path(name)))

    def create(self, name: str, content: bytes) -> bool:
        """A new file. If a store writes objects atomically, the bytes wait here for the final name."""
        if self._is_whole:
            self._waiting[name] = content
            return True
        self._files.makedirs(self._root, exist_ok=True)
        if self._files.exists(self._path(name)):
            raise FileExistsError(name)
        self._files.pipe_file(self._path(name), content)
        return True

    def rename(self, name: str, to: str) -> bool:
        """Gives a file its final name."""
        content = self._waiting.pop(name, None)
        if content is None:
            self._files.mv(self._path(name), self._path(to))
        else:
            self._files.pipe_file(self._path(to), content)
        return True

    def remove(self, name: str) -> bool:
        """Removes a file."""
        if self._waiting.pop(name, None) is None:
            self._files.rm_file(self._path(name))
        return True


def locate(place: Any) -> tuple[str, Store | None]:
    """The path of a folder, or the address of a store and the store."""
    if isinstance(place, Store):
        return place.url, place
    path = os.fspath(place)
    if not isinstance(path, str):
        raise TypeError("a folder must be a str or a path")
    protocol, colon, rest = path.partition("://")
    if not colon:
        return path, None
    if protocol in ("file", "local"):
        return rest, None
    store = Store(path)
    return store.url, store


def to_polars(files: list[str], store: Store | None) -> Any:
    """The rows as a Polars data frame."""
    try:
        polars = import_module("polars")
    except ImportError as error:
        raise ImportError("to_polars() needs Polars: pip install polars") from error
    if store is None:
        return polars.read_parquet(files)
    return polars.concat([polars.read_parquet(io.BytesIO(store.read(name))) for name in files])


def to_arrow(files: list[str], store: Store | None) -> Any:
    """The rows as an Arrow table."""
    try:
        pyarrow = import_module("pyarrow")
        read = import_module("pyarrow.parquet").ParquetFile
    except ImportError as error:
        raise ImportError("to_arrow() needs PyArrow: pip install pyarrow") from error
    sources = files if store is None else [io.BytesIO(store.read(name)) for name in files]
    return pyarrow.concat_tables(
        [read(source, page_checksum_verification=True).read() for source in sources]
    )
