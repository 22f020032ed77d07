//! What is compiled for every movement: the inner loops. Everything else is compiled once for each size of boards.

use std::marker::PhantomData;

use boardgame::{MoveList, Position};
use catalog::draughts::{AnyVariant, MovesLike, Variant, Word, variants};
use catalog::{GameId, for_all_variants};

use crate::error::TableError;
use crate::index::PlacementNumbering;
use crate::material::Material;
use crate::solve::{Known, Solved, Solver, is_resolved_by_captures, value_by_captures};
use crate::stop_flag::{StopFlag, Stopped};
use crate::value::Value;
use crate::verify::{Row, Verifier};

/// Loops over the positions of one game.
pub(crate) trait Movement<W: Word>: Sync {
    /// Solves the slices of some material, with either side to move.
    fn solve(
        &self,
        known: &Known<W>,
        material: Material,
        with_distances: bool,
        control: &StopFlag,
    ) -> Result<Vec<Solved<W>>, Stopped>;

    /// The values of some rows from their symbols in a file, and from the captures that decide positions.
    fn complete_rows(
        &self,
        known: &Known<W>,
        numbering: &PlacementNumbering<W>,
        first_row: u64,
        symbols: &[u16],
    ) -> Vec<Option<Value>>;

    /// See [`Verifier::check_row`].
    fn check_row(
        &self,
        verifier: &Verifier<'_, W>,
        numbering: &PlacementNumbering<W>,
        row: u64,
        distances: Option<&[u16]>,
    ) -> Result<Row, TableError>;
}

/// Work that needs the movement of a game.
pub(crate) trait MovementTask {
    type Output;
    fn run<W: Word>(self, movement: &dyn Movement<W>) -> Self::Output;
}

/// Does the work of a task with the movement of a draughts game.
pub(crate) fn with_movement<E, T>(game: GameId, task: T) -> Result<E, TableError>
where
    T: MovementTask<Output = Result<E, TableError>>,
{
    let variant = game.variant().ok_or(TableError::NoDraughts { game: game.name() })?;
    macro_rules! choose {
        ($($id:ident, $variant:ident, $like:ident;)*) => {
            match game {
                $(GameId::$id => run_task::<variants::$like, T>(variant, task),)*
                GameId::Chess | GameId::Chess960 => Err(TableError::NoDraughts { game: game.name() }),
            }
        };
    }
    for_all_variants!(choose)
}

fn run_task<M: Variant, T: MovementTask>(variant: AnyVariant, task: T) -> T::Output {
    task.run(&Moving::<M> { variant, movement: PhantomData })
}

/// The movement of `M` in a variant.
struct Moving<M> {
    variant: AnyVariant,
    movement: PhantomData<M>,
}

impl<M: Variant> Movement<M::Word> for Moving<M> {
    fn solve(
        &self,
        known: &Known<M::Word>,
        material: Material,
        with_distances: bool,
        control: &StopFlag,
    ) -> Result<Vec<Solved<M::Word>>, Stopped> {
        Solver::<MovesLike<M>>::new(self.variant, known, material, with_distances, control).solve()
    }

    fn complete_rows(
        &self,
        known: &Known<M::Word>,
        numbering: &PlacementNumbering<M::Word>,
        first_row: u64,
        symbols: &[u16],
    ) -> Vec<Option<Value>> {
        let row_len = numbering.row_len() as usize;
        let mut values = vec![None; symbols.len()];
        let mut list = MoveList::new();
        for row in 0..symbols.len() / row_len {
            numbering.for_each_in_row(first_row + row as u64, |column, placement| {
                let place = row * row_len + column as usize;
                let position = placement.position::<MovesLike<M>>(self.variant);
                values[place] = if is_resolved_by_captures(&position) {
                    position.legal_moves_into(&mut list);
                    value_by_captures(known, &position, &list)
                } else {
                    Value::ALL.get(usize::from(symbols[place])).copied()
                };
            });
        }
        values
    }

    fn check_row(
        &self,
        verifier: &Verifier<'_, M::Word>,
        numbering: &PlacementNumbering<M::Word>,
        row: u64,
        distances: Option<&[u16]>,
    ) -> Result<Row, TableError> {
        verifier.check_row::<MovesLike<M>>(self.variant, numbering, row, distances)
    }
}
