//! The lab inside the page: requests and replies as bytes in the memory of a WebAssembly module.
//!
//! A caller asks [`make_room`] for the address of its request, writes the address and the body there one after the
//! other, and calls [`answer`]. The reply is a head, `{ "status": …, "headers": … }`, and its content; both are valid
//! until the next request. A panic ends the module, and the caller starts another one.

// Names that JavaScript can call are not checked for clashes with those of other libraries, hence `unsafe`; here are
// no others. No pointer is followed on this side: JavaScript reads and writes the memory itself.
#![allow(unsafe_code, reason = "functions are exported by name")]

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use bouton_lab::rules::Watch;
use bouton_web::Alone;

/// The lab with the request and the reply that are in memory.
#[derive(Default)]
struct Desk {
    alone: Alone,
    request: Vec<u8>,
    head: Vec<u8>,
    content: Vec<u8>,
}

static DESK: LazyLock<Mutex<Desk>> = LazyLock::new(Mutex::default);

fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of this many bytes; returns where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn make_room(length: usize) -> *mut u8 {
    let mut desk = desk();
    desk.request = vec![0; length];
    desk.request.as_mut_ptr()
}

/// Answers the request in memory, which begins with an address of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer(address: usize) {
    let mut desk = desk();
    let request = std::mem::take(&mut desk.request);
    let (address, body) = request.split_at(address.min(request.len()));
    let reply = desk.alone.answer(&String::from_utf8_lossy(address), body, Arc::new(Bar));
    let head = serde_json::json!({ "status": reply.status, "headers": reply.headers });
    desk.head = head.to_string().into_bytes();
    desk.content = reply.content;
}

/// The address of the head of the reply in the module's memory.
#[unsafe(no_mangle)]
pub extern "C" fn head() -> *const u8 {
    desk().head.as_ptr()
}

/// The number of bytes of the head.
#[unsafe(no_mangle)]
pub extern "C" fn head_length() -> usize {
    desk().head.len()
}

/// The address of the content of the reply in the module's memory.
#[unsafe(no_mangle)]
pub extern "C" fn content() -> *const u8 {
    desk().content.as_ptr()
}

/// The number of bytes of the content.
#[unsafe(no_mangle)]
pub extern "C" fn content_length() -> usize {
    desk().content.len()
}

/// Reports progress to the page, which stops a question by ending the worker.
struct Bar;

impl Watch for Bar {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        report(done as f64, total as f64);
        ControlFlow::Continue(())
    }
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Shows how far the work is: a function of the page.
    safe fn report(done: f64, total: f64);
}

/// There is no page.
#[cfg(not(target_arch = "wasm32"))]
fn report(_: f64, _: f64) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Address and body are one piece of memory, and the reply is where the functions say.
    #[test]
    fn a_request_is_answered_in_memory() {
        for (address, body, status) in [
            ("solve", r#"{ "game": "nim", "position": "1,2,3" }"#, 200),
            ("solve", "{", 400),
            ("nothing", "", 404),
        ] {
            let length = address.len() + body.len();
            assert!(!make_room(length).is_null());
            desk().request = [address, body].concat().into_bytes();
            answer(address.len());
            let head: serde_json::Value = serde_json::from_slice(&desk().head).unwrap();
            assert_eq!(head["status"], status, "{address} {body}");
            assert_eq!(head["headers"][0][0], "content-type");
            assert_eq!((head_length(), content_length()), {
                let desk = desk();
                (desk.head.len(), desk.content.len())
            });
            let reply: serde_json::Value = serde_json::from_slice(&desk().content).unwrap();
            assert_eq!(reply["outcome"].as_str(), (status == 200).then_some("P"));
        }
    }
}
