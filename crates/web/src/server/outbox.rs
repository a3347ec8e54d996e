//! Bounds the bytes of responses in flight. Large responses that clients do not read must not fill the memory, so all
//! of them together have a limit; a request beyond it is refused and may be repeated.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::state::Shared;
use crate::page::MOST_CONTENT;
use crate::problem::Problem;

/// The most kilobytes of all large responses together.
const MOST: usize = (MOST_CONTENT >> 10) as usize;
/// Smaller responses, in kilobytes, are not counted: the number of connections bounds them.
const SMALL: u64 = 64;

/// The room that is left for large responses.
pub(crate) struct Outbox(Arc<Semaphore>);

impl Default for Outbox {
    fn default() -> Outbox {
        Outbox(Arc::new(Semaphore::new(MOST)))
    }
}

/// Counts a response until its last piece is handed to the connection, or it is dropped.
pub(crate) async fn count(State(state): State<Shared>, request: Request, next: Next) -> Response {
    let (parts, body) = next.run(request).await.into_parts();
    let size = body.size_hint().lower() >> 10;
    if size < SMALL {
        return Response::from_parts(parts, body);
    }
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    let room = Arc::clone(&state.outbox.0).try_acquire_many_owned(size);
    match (room, body.collect().await) {
        (Ok(room), Ok(whole)) => {
            let parcel = Parcel { rest: whole.to_bytes(), _room: room };
            Response::from_parts(parts, Body::new(parcel))
        }
        _ => Problem::Busy.into_response(),
    }
}

/// Bytes of a response that are handed to the connection at a time; it asks for more when it has sent them.
const PIECE: usize = 64 << 10;

/// The unsent rest of a large response.
struct Parcel {
    rest: Bytes,
    _room: OwnedSemaphorePermit,
}

impl HttpBody for Parcel {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.rest.len().min(PIECE);
        Poll::Ready((length > 0).then(|| Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_parcel_is_handed_over_in_pieces_and_then_makes_room() {
        let room = Arc::new(Semaphore::new(10));
        let bytes: Bytes = (0..3 * PIECE + 5).map(|index| index as u8).collect();
        let permit = Arc::clone(&room).try_acquire_many_owned(10).unwrap();
        let mut parcel = Parcel { rest: bytes.clone(), _room: permit };
        assert_eq!(parcel.size_hint().exact(), Some(bytes.len() as u64));
        let first = parcel.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!((first.len(), room.available_permits()), (PIECE, 0));
        let rest = parcel.collect().await.unwrap().to_bytes();
        assert_eq!([first, rest].concat(), bytes);
        assert_eq!(room.available_permits(), 10);
    }
}
