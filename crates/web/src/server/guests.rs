//! Counts the connections of each client address, so that one machine cannot use up all of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The most connections of one address; this machine itself may have all.
const MOST: usize = 64;
/// The most connections of one address in a class, which may share a router: forty browsers with six each.
const MOST_OF_A_CLASS: usize = 40 * 6;

/// The number of connections of each client address.
#[derive(Clone)]
pub(crate) struct Guests {
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
    most: usize,
}

/// A counted connection, until dropped.
pub(crate) struct Guest {
    guests: Guests,
    address: IpAddr,
}

impl Guests {
    pub(crate) fn new(is_class: bool) -> Guests {
        Guests { counts: Arc::default(), most: if is_class { MOST_OF_A_CLASS } else { MOST } }
    }

    /// Admits a connection, unless its address has too many already.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<Guest> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= self.most && !address.is_loopback() {
            return None;
        }
        *count += 1;
        Some(Guest { guests: self.clone(), address })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut counts = self.guests.counts.lock().unwrap_or_else(PoisonError::into_inner);
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
        for is_class in [false, true] {
            let guests = Guests::new(is_class);
            let far = IpAddr::from([10, 1, 2, 3]);
            let mut inside: Vec<Guest> =
                (0..guests.most).map(|_| guests.admit(far).unwrap()).collect();
            assert!(guests.admit(far).is_none());
            assert!(guests.admit(IpAddr::from([10, 1, 2, 4])).is_some(), "another address");
            inside.pop();
            assert!(guests.admit(far).is_some(), "a place is free again");
            drop(inside);
            assert!(guests.counts.lock().unwrap().is_empty(), "nobody is remembered");
            let here = IpAddr::from([127, 0, 0, 1]);
            let many: Vec<Option<Guest>> = (0..=guests.most).map(|_| guests.admit(here)).collect();
            assert!(many.iter().all(Option::is_some));
        }
    }

    #[test]
    fn a_class_behind_one_router_has_room_for_forty_browsers() {
        let (guests, router) = (Guests::new(true), IpAddr::from([10, 1, 2, 3]));
        let browsers: Vec<Option<Guest>> = (0..40 * 6).map(|_| guests.admit(router)).collect();
        assert!(browsers.iter().all(Option::is_some));
    }
}
