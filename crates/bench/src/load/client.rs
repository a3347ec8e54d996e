//! A client with a persistent connection, and as much of HTTP as this server needs.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::questions::Question;

/// A client gives up after this time without an answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Seconds, if the server asks for a pause.
    pub(crate) retry_after: Option<u64>,
    /// Is it only a part of what was asked for?
    pub(crate) is_partial: bool,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Client {
        Client { address, connection: None }
    }

    /// Asks, over the connection that is there or over a new one.
    pub(crate) fn ask(&mut self, question: &Question) -> Result<Reply> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(self.address)?,
        };
        let request = question.request(self.address);
        connection.get_mut().write_all(request.as_bytes())?;
        let (reply, is_kept) = read(&mut connection)?;
        self.connection = is_kept.then_some(connection);
        Ok(reply)
    }
}

fn connect(address: SocketAddr) -> Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(BufReader::new(stream))
}

/// An answer, and whether the connection stays.
fn read(connection: &mut BufReader<TcpStream>) -> Result<(Reply, bool)> {
    let status = line(connection)?;
    let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
    let mut reply = Reply { status: status.ok_or(broken())?, retry_after: None, is_partial: false };
    let (mut length, mut is_kept) = (0, true);
    loop {
        let header = line(connection)?.to_ascii_lowercase();
        let Some((name, value)) = header.split_once(':') else { break };
        match (name, value.trim()) {
            ("content-length", value) => length = value.parse().map_err(|_| broken())?,
            ("retry-after", value) => reply.retry_after = value.parse().ok(),
            ("connection", value) => is_kept = value != "close",
            _ => {}
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body)?;
    let mark: &[u8] = br#""partial":true"#;
    reply.is_partial = body.windows(mark.len()).any(|window| window == mark);
    Ok((reply, is_kept))
}

/// A line of the head; a connection that was closed has none.
fn line(connection: &mut BufReader<TcpStream>) -> Result<String> {
    let mut line = String::new();
    match connection.read_line(&mut line)? {
        0 => Err(broken()),
        _ => Ok(line.trim_end().to_owned()),
    }
}

fn broken() -> Error {
    Error::new(ErrorKind::InvalidData, "the answer ended early")
}
