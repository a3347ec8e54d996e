//! Points of the plane, and a little geometry.

use std::ops::{Add, Mul, Sub};

/// A place, or the way from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    pub(super) fn pair(self) -> (f64, f64) {
        (self.x, self.y)
    }

    pub(super) fn at_angle(angle: f64) -> Point {
        Point::new(angle.cos(), angle.sin())
    }

    pub(super) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// A quarter turn clockwise on the page.
    pub(super) fn turned(self) -> Point {
        Point::new(-self.y, self.x)
    }

    pub(super) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

/// The corners of the smallest box around some points.
pub(super) fn corners(points: impl Iterator<Item = Point>) -> (Point, Point) {
    let far = Point::new(f64::INFINITY, f64::INFINITY);
    points.fold((far, far * -1.0), |(low, high), point| {
        let low = Point::new(low.x.min(point.x), low.y.min(point.y));
        (low, Point::new(high.x.max(point.x), high.y.max(point.y)))
    })
}

/// How far a place is from a segment.
pub(super) fn distance(place: Point, [a, b]: [Point; 2]) -> f64 {
    let way = b - a;
    let share = ((place - a).dot(way) / way.dot(way).max(1e-9)).clamp(0.0, 1.0);
    (a + way * share - place).length()
}
