//! The program under test, as a process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server that ends when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    folder: PathBuf,
}

impl Server {
    /// The program beside this one.
    pub(crate) fn start() -> Result<Server, String> {
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        let program = here.with_file_name("bouton");
        let folder = std::env::temp_dir().join(format!("bouton-load-{}", std::process::id()));
        let mut child = Command::new(&program)
            .args(["serve", "--port", "0", "--census-dir"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        match address(&mut child) {
            Some(address) => Ok(Server { child, address, folder }),
            None => Err("the server printed no address".to_owned()),
        }
    }

    /// The most memory that it ever held, in bytes, where the system reports it.
    pub(crate) fn peak_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024)
    }
}

fn address(child: &mut Child) -> Option<SocketAddr> {
    let mut line = String::new();
    BufReader::new(child.stdout.take()?).read_line(&mut line).ok()?;
    line.trim().strip_prefix("http://")?.trim_end_matches('/').parse().ok()
}

impl Drop for Server {
    fn drop(&mut self) {
        // If it has ended already, or made no folder, there is nothing to tidy up.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
