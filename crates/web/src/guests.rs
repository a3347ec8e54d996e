//! Counts the connections of each client address, so that one machine cannot use up all of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The most connections of one address; this machine itself may have all.
const MOST: usize = 64;

/// The number of connections of each client address.
#[derive(Clone, Default)]
pub(crate) struct Guests(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A counted connection, until dropped.
pub(crate) struct Guest {
    guests: Guests,
    address: IpAddr,
}

impl Guests {
    /// Admits a connection, unless its address has too many already.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<Guest> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= MOST && !address.is_loopback() {
            return None;
        }
        *count += 1;
        Some(Guest { guests: self.clone(), address })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut counts = self.guests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_take_all_places() {
        let guests = Guests::default();
        let far = IpAddr::from([10, 1, 2, 3]);
        let mut inside: Vec<Guest> = (0..MOST).map(|_| guests.admit(far).unwrap()).collect();
        assert!(guests.admit(far).is_none());
        assert!(guests.admit(IpAddr::from([10, 1, 2, 4])).is_some(), "another address");
        inside.pop();
        assert!(guests.admit(far).is_some(), "a place is free again");
        drop(inside);
        assert!(guests.0.lock().unwrap().is_empty(), "nobody is remembered");
        let here = IpAddr::from([127, 0, 0, 1]);
        let many: Vec<Option<Guest>> = (0..=MOST).map(|_| guests.admit(here)).collect();
        assert!(many.iter().all(Option::is_some));
    }
}
