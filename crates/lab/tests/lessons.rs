//! Every task of every lesson against the definition: the oracle on the rules as they are written.

use bouton_lab::ask::{Attempt, LessonView, Lessons, Mover, Number, Task, TaskView};
use bouton_lab::oracle::Oracle;
use bouton_lab::rules::{FiniteGame, Game, Limits, Position, Ruleset};
use bouton_lab::values::{Outcome, Player};
use bouton_lab::{Answerable, Desk, player_of};

fn desk() -> Desk {
    Desk { limits: Limits::default(), files: false }
}

fn lessons() -> Vec<LessonView> {
    Lessons::default().answer(&desk()).unwrap().lessons
}

/// A task, and what the definition says of it.
struct Truth<'a> {
    task: &'a TaskView,
    /// The game as it is shown, which lists the moves.
    shown: Game,
    /// The rules as they are written, which decide who wins.
    game: &'a Game,
    oracle: Oracle<'a, FiniteGame>,
    mover: Player,
}

impl Truth<'_> {
    fn attempt(&self, position: &str, answer: &str) -> bouton_lab::ask::AttemptView {
        let TaskView { task, number, mover, game, .. } = self.task;
        let asked = Attempt {
            task: *task,
            number: *number,
            mover: *mover,
            ..Attempt::new(game, position, answer)
        };
        asked.answer(&desk()).unwrap()
    }

    fn options(&self, position: &str, mover: Player) -> Vec<String> {
        let position = self.shown.position(position).unwrap();
        let options = self.shown.finite().unwrap().options(&position, mover);
        options.iter().map(ToString::to_string).collect()
    }

    /// Who wins if this player is to move.
    fn winner(&mut self, position: &str, mover: Player) -> Option<Player> {
        let position = self.game.position(position).unwrap();
        self.oracle.outcome(&position).unwrap().winner(mover)
    }

    /// The options with which the mover wins.
    fn winning(&mut self, position: &str) -> Vec<String> {
        let mover = self.mover;
        let mut options = self.options(position, mover);
        options.retain(|option| self.winner(option, mover.opponent()) == Some(mover));
        options
    }

    /// Every move is judged as the definition judges it, and a mistake is refuted.
    fn check_moves(&mut self, position: &str) {
        let mover = self.mover;
        let winning = self.winning(position);
        assert!(!winning.is_empty(), "{} {position} cannot be won", self.task.game);
        for option in self.options(position, mover) {
            let judged = self.attempt(position, &option);
            let right = winning.contains(&option);
            assert_eq!(judged.right, Some(right), "{} {position} → {option}", self.task.game);
            assert_eq!(judged.answer.is_some(), right);
            let Some(reply) = judged.reply else { continue };
            assert!(self.options(&option, mover.opponent()).contains(&reply.position));
            // The refutation of a mistake keeps what the mistake gave away.
            let after = self.winner(&reply.position, mover);
            assert_eq!(after == Some(mover), right, "{option} → {}", reply.position);
            assert!(!judged.why.is_empty());
        }
    }

    /// Right moves lead to the end of a game, and to a win.
    fn win(&mut self) {
        let mut position = self.task.position.clone();
        for _ in 0..100 {
            self.check_moves(&position);
            let best = self.winning(&position).remove(0);
            let judged = self.attempt(&position, &best);
            if let Some(winner) = judged.winner {
                assert_eq!(player_of(winner), self.mover);
                return;
            }
            position = judged.reply.unwrap().position;
        }
        panic!("{} {} does not end", self.task.game, self.task.position);
    }

    fn check_winner(&mut self, at: &Position) {
        let truth = match self.oracle.outcome(at).unwrap().winner(self.mover) {
            None => "nobody",
            Some(winner) if winner == self.mover => "mover",
            Some(_) => "other",
        };
        assert!(truth != "nobody" || self.task.may_be_drawn);
        for answer in ["mover", "other", "nobody"] {
            let judged = self.attempt(&self.task.position, answer);
            assert_eq!(judged.right, Some(answer == truth), "{} {at}", self.task.game);
            assert_eq!(judged.answer.is_some(), answer == truth);
        }
    }

    fn check_number(&mut self, at: &Position) {
        let truth = match self.task.number.unwrap() {
            Number::NimValue => self.oracle.nim_value(at).unwrap().unwrap().0,
            Number::WinningMoves => self.winning(&self.task.position).len() as u64,
            Number::Completion => {
                let mut completes = |last: &u64| {
                    let longer = self.game.position(&format!("{at},{last}"));
                    longer.is_ok_and(|longer| self.oracle.outcome(&longer).unwrap() == Outcome::P)
                };
                (0..100).find(|last| completes(last)).unwrap()
            }
            Number::Period => self.period(),
        };
        for (answer, right) in [(truth, true), (truth + 1, false), (truth + 7, false)] {
            let judged = self.attempt(&self.task.position, &answer.to_string());
            assert_eq!(judged.right, Some(right), "{} {at}: {answer}", self.task.game);
            assert_eq!(judged.answer, right.then(|| truth.to_string()));
        }
    }

    /// The least period of the outcomes from 10 to 200.
    fn period(&mut self) -> u64 {
        let mut outcome = |heap: u64| {
            self.oracle.outcome(&self.game.position(&heap.to_string()).unwrap()).unwrap()
        };
        let outcomes: Vec<Outcome> = (10..=200).map(&mut outcome).collect();
        let repeats =
            |period: &usize| outcomes.windows(period + 1).all(|part| part[0] == part[*period]);
        (1..100).find(repeats).unwrap() as u64
    }
}

#[test]
fn every_task_agrees_with_the_definition() {
    let mut count = 0;
    for task in lessons().iter().flat_map(|lesson| &lesson.tasks) {
        let game = Game::defined(&task.game).unwrap();
        let rules = game.finite().unwrap();
        let at = game.position(&task.position).unwrap();
        let oracle = Oracle::new(rules, Limits::default());
        let mover = player_of(task.mover);
        let shown = Game::parse(&task.game).unwrap();
        let mut truth = Truth { task, shown, game: &game, oracle, mover };
        match task.task {
            Task::Move | Task::Win => {
                let moves = truth.options(&task.position, mover).len();
                let winning = truth.winning(&task.position).len();
                assert!(winning < moves, "every move wins {} {at}", task.game);
                truth.check_moves(&task.position);
                if task.task == Task::Win {
                    truth.win();
                }
            }
            Task::Winner => truth.check_winner(&at),
            Task::Number => truth.check_number(&at),
        }
        count += 1;
    }
    assert!(count >= 60, "{count} tasks");
}

#[test]
fn lessons_have_all_their_texts_and_no_two_tasks_alike() {
    let lessons = lessons();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/lessons")).unwrap();
    assert_eq!(lessons.len(), files.count(), "each file has its line in lessons.rs");
    for lesson in &lessons {
        let LessonView { name, title, about, learnt, tasks } = lesson;
        assert!((5..=8).contains(&tasks.len()), "{name}");
        for text in [title, about, learnt] {
            assert!(!text.is_empty(), "{name}");
        }
        for (at, task) in tasks.iter().enumerate() {
            assert!(!task.text.is_empty() && !task.hint.is_empty(), "{name}, task {}", at + 1);
            assert_eq!(task.number.is_some(), task.task == Task::Number, "{name}");
            assert!(!tasks[..at].contains(task), "{name}, task {}", at + 1);
        }
    }
}

#[test]
fn a_language_that_is_missing_falls_back_to_english() {
    let read = |language: &str| {
        let asked = Lessons { name: Some("mirror".into()), language: Some(language.into()) };
        asked.answer(&desk()).unwrap().lessons
    };
    assert_eq!(read("en"), read("xx-YY"));
    let unknown = Lessons { name: Some("mirorr".into()), language: None }.answer(&desk());
    assert!(unknown.is_err());
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let attempt = |game: &str, position: &str, answer: &str| Attempt::new(game, position, answer);
    for (wrong, asked) in [
        ("an illegal move", attempt("nim", "3,4", "9,9")),
        ("nothing wins", attempt("nim", "3,3", "3,2")),
        ("the game is over", attempt("nim", "0,0", "0,0")),
        ("not a winner", Attempt { task: Task::Winner, ..attempt("nim", "3", "me") }),
        ("no number", Attempt { task: Task::Number, ..attempt("nim", "3", "3") }),
        (
            "not a number",
            Attempt {
                task: Task::Number,
                number: Some(Number::NimValue),
                ..attempt("nim", "3", "three")
            },
        ),
        (
            "no nim-value under misère play",
            Attempt {
                task: Task::Number,
                number: Some(Number::NimValue),
                ..attempt("nim/misere", "3", "3")
            },
        ),
    ] {
        assert!(asked.answer(&desk()).is_err(), "{wrong}");
    }
    let shown = Attempt { answer: None, ..attempt("nim", "3,4,6", "") }.answer(&desk()).unwrap();
    assert_eq!((shown.right, shown.answer.as_deref()), (None, Some("2,4,6")));
    let right = Attempt { mover: Mover::Right, ..attempt("domineering", "...", "##.") };
    assert_eq!(right.answer(&desk()).unwrap().winner, Some(Mover::Right));
}
