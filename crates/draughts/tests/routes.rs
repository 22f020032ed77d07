//! Routes: how many ways there are to make each capture.

use boardgame::{MoveList, Position};
use draughts::variants::{Brazilian, Frisian, International, Italian, Russian, Thai, Turkish};
use draughts::{Draughts, Variant};

/// Perft in which every route counts.
fn perft_of_routes<V: Variant>(position: &Draughts<V>, depth: u32) -> usize {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let below = |mv| if depth == 1 { 1 } else { perft_of_routes(&position.after(mv), depth - 1) };
    list.iter().map(|&mv| position.count_routes(mv) * below(mv)).sum()
}

/// Every listed route is a route, no two are the same, and there are as many as counted.
fn check_routes<V: Variant>(position: &Draughts<V>, depth: u32) {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    for &mv in &list {
        let routes = position.routes(mv, usize::MAX);
        assert_eq!(routes.len(), position.count_routes(mv));
        for (index, route) in routes.iter().enumerate() {
            let squares = route.squares::<V>();
            assert!(position.is_route(mv, &squares), "{route:?}");
            assert!(!routes[..index].contains(route), "twice: {route:?}");
            let others = list.iter().filter(|&&other| other != mv);
            let fits_other = others.filter(|&&other| position.is_route(other, &squares)).count();
            assert_eq!(fits_other, 0, "the long form {squares:?} fits another move");
        }
        if depth > 1 {
            check_routes(&position.after(mv), depth - 1);
        }
    }
}

#[test]
fn published_tables_from_the_start() {
    // laatste.info t=2822, shashki.com t=627: tables that keep duplicates.
    assert_eq!(perft_of_routes(&Draughts::<International>::start(), 8), 6_483_971);
    assert_eq!(perft_of_routes(&Draughts::<Frisian>::start(), 7), 550_314);
    assert_eq!(perft_of_routes(&Draughts::<Russian>::start(), 9), 4_570_667);
    assert_eq!(perft_of_routes(&Draughts::<Italian>::start(), 9), 3_860_875);
}

#[test]
fn listed_routes_are_routes() {
    check_routes(&Draughts::<International>::start(), 6);
    check_routes(&Draughts::<Brazilian>::start(), 7);
    check_routes(&Draughts::<Russian>::start(), 7);
    check_routes(&Draughts::<Frisian>::start(), 5);
    check_routes(&Draughts::<Italian>::start(), 7);
    check_routes(&Draughts::<Thai>::start(), 5);
    check_routes(&Draughts::<Turkish>::start(), 4);
}
