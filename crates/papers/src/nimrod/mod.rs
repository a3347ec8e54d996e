//! Nimrod: a pile and a rate, its sectors and its core.

mod cars;
mod games;
mod local;
mod polynomial;
mod row;
mod sectors;
#[cfg(test)]
mod tests;

use bouton_duels::{Model, Outcomes, State, StrategyName};

use crate::claim::{Claim, Paper};
use cars::{Cars, Changes, equivalent};
use games::{
    Beats, Copes, Direction, MODEL, PILES, copes, model_beats_proposition, model_beats_random,
    resembles, tests_the_core,
};
use local::{Small, intermediate_steps, proposition_1, rules_hold, small_configuration};
use row::{in_oeis, looks_chaotic, no_move, printed_row};
use sectors::{
    BOUNDARY, Edges, algebra, core_boundary, core_share, edges, options_of, read_sectors,
    read_steps, sector_theorem,
};

/// The paper.
pub const PAPER: Paper = Paper {
    letter: 'E',
    title: "Nimrod",
    source: "J. M. Henle and E. L. Schlatter",
    about: "A position is a pile p and a rate r; a move changes the rate by at most 1, keeps it \
         positive and takes as many tokens, and who cannot move \
            loses. Outside a core the plane falls into sectors in which the game is decided; \
            inside it seems chaotic. The figures and the \
            statement of Proposition 3, the sectors, are lost; they were taken back from its \
            proof.",
    claims: CLAIMS,
};

const ROW_1: &str = include_str!("../../data/nimrod-row-1.txt");
const SECTORS: &str = include_str!("../../data/nimrod-sectors.txt");
const STEPS: &str = include_str!("../../data/nimrod-steps.txt");

/// Why a position is lost or won, down to positions without a move, in a few lines.
fn proof_tree(state: State, outcomes: &Outcomes) -> Vec<String> {
    const MOST: usize = 40;
    let name = |state: State| format!("({},{})", state.pile, state.rate);
    let (mut lines, mut waiting, mut seen) = (Vec::new(), Vec::new(), vec![state]);
    if outcomes.is_lost(state) {
        waiting.push(state);
    } else {
        let reply = options_of(state).find(|option| outcomes.is_lost(*option));
        lines.extend(reply.map(|reply| {
            format!("{} is won by moving to {}, which is lost", name(state), name(reply))
        }));
        waiting.extend(reply);
    }
    while let Some(lost) = waiting.pop() {
        if lines.len() == MOST {
            lines.push("…".to_owned());
            break;
        }
        let answers: Vec<(State, State)> = options_of(lost)
            .filter_map(|option| {
                Some((option, options_of(option).find(|reply| outcomes.is_lost(*reply))?))
            })
            .collect();
        let texts: Vec<String> = answers
            .iter()
            .map(|(option, reply)| format!("{} is answered by {}", name(*option), name(*reply)))
            .collect();
        lines.push(match texts.len() {
            0 => format!("{} is lost: there is no move", name(lost)),
            _ => format!("{} is lost: {}", name(lost), texts.join(", ")),
        });
        for (_, reply) in answers {
            if !seen.contains(&reply) {
                seen.push(reply);
                waiting.push(reply);
            }
        }
        waiting.sort();
    }
    lines
}

const CLAIMS: &[Claim] = &[
    Claim {
        id: "E1",
        title: "The duel of cars",
        statement: "Two cars face each other; by turns each player changes his own speed by at \
             most 1, then the cars move towards each other according to \
                    their velocities; the player during whose move they crash loses. The game of a \
                    pile and a rate is equivalent.",
        restored: false,
        check: |effort, limits| {
            equivalent(Cars { changes: Changes::Own, least: 1 }, effort, limits)
        },
    },
    Claim {
        id: "E2",
        title: "The white triangle",
        statement: "If p < r - 1, the player to move has no legal move.",
        restored: false,
        check: |effort, _| no_move(1, effort),
    },
    Claim {
        id: "E3",
        title: "The row r = 1",
        statement: "The losing piles on the row r = 1 are 3, 5, 8, 11, 13, 17, 20, 22, 25, 27, 30, \
             32, 35, 38, 40, 43, …",
        restored: false,
        check: |_, limits| printed_row(ROW_1, limits),
    },
    Claim {
        id: "E4",
        title: "OEIS",
        statement: "That sequence was previously unknown to the On-line Encyclopedia of Integer \
             Sequences.",
        restored: false,
        check: |_, _| Ok(in_oeis()),
    },
    Claim {
        id: "E5",
        title: "Proposition 1",
        statement: "If w(a,1) = 0 then w(a+1,1) = 1; if w(a,1) = 1 and w(a+1,1) = 1 then w(a+2,1) \
             = 0.",
        restored: false,
        check: |effort, limits| rules_hold(&proposition_1(), effort, limits),
    },
    Claim {
        id: "E6",
        title: "Proof of Proposition 1",
        statement: "If w(a,1) = w(a+1,1) = 1, then w(a-1,2) = 0; so w(a-2,1) = w(a-3,2) = w(a-4,3) \
             = 1; so w(a-1,1) = 0; so w(a,2) = 1; so w(a+2,1) = 0.",
        restored: false,
        check: |effort, limits| rules_hold(&intermediate_steps(), effort, limits),
    },
    Claim {
        id: "E7",
        title: "A small configuration",
        statement: "Something as simple as a small configuration (its figure is lost) determines \
             the value of w at at least 30 positions.",
        restored: false,
        check: |_, limits| small_configuration(Small { cells: 2, fixes: 30 }, limits),
    },
    Claim {
        id: "E8",
        title: "Proposition 3 (the sectors)",
        statement: "For k ≥ 1 the mover wins by q = r-1 in A_k: (2k-1)r-k-1 < p < 2kr-3k, by q = r \
             in B_k: (2k-1)r+k-2 < p < 2kr-k, by q = r+1 in C_k: \
                    (2k-1)r+3k-3 < p < 2kr+k; for k ≥ 0 he loses in D_k: 2kr+k-1 < p < \
                    (2k+1)r-k-1.",
        restored: true,
        check: |effort, limits| sector_theorem(&read_sectors(SECTORS)?, effort, limits),
    },
    Claim {
        id: "E9",
        title: "Proof of Proposition 3",
        statement: "The algebra of the D_k step: what the three moves make of 2kr+k-1 < p < \
             (2k+1)r-k-1 (one printed end is off; does it matter?).",
        restored: false,
        check: |_, _| algebra(&read_steps(STEPS)?, 'D', &read_sectors(SECTORS)?),
    },
    Claim {
        id: "E10",
        title: "Edges of D_k",
        statement: "The edges of D_k are exact: the mover wins at the piles right before and right \
             behind it. (Are they?)",
        restored: false,
        check: |effort, limits| edges(Edges { room: 2 }, effort, limits),
    },
    Claim {
        id: "E11",
        title: "Equation (5)",
        statement: "Coverage by the sectors breaks down first where the right end of A_k meets the \
             left end of B_k, at p = r²/2 + r/4 - 3/2.",
        restored: false,
        check: |effort, limits| core_boundary(BOUNDARY, effort, limits),
    },
    Claim {
        id: "E12",
        title: "The core",
        statement: "Inside the core the sectors still decide a part. (How much?)",
        restored: false,
        check: |effort, limits| core_share(|t| 2.0 * (1.0 - t), effort, limits),
    },
    Claim {
        id: "E13",
        title: "Model",
        statement: "With G(r,p) = cos((ar+bp)/(cr+d)) one gets a plot resembling the game plot; \
             Model takes the q for which G(q,p-q) is largest. (The parameters are not printed.)",
        restored: false,
        check: |effort, limits| resembles(&Model::SECTORS, effort, limits),
    },
    Claim {
        id: "E14",
        title: "Model against Random",
        statement: "Starting inside the chaotic region, with r = 1, Model defeats Random over 80 % \
             of the time, for p as high as a million.",
        restored: false,
        check: |effort, limits| {
            let claim =
                Beats { first: MODEL, second: StrategyName::Random, piles: &PILES, more_than: 0.8 };
            model_beats_random(&claim, effort, limits)
        },
    },
    Claim {
        id: "E15",
        title: "Model against Proposition",
        statement: "In 2000 games each with 1000, 10000, 100000 and a million sticks Model beat \
             Proposition over 60 % of the time at each level.",
        restored: false,
        check: |effort, limits| {
            let second = StrategyName::Proposition(Model::FITTED);
            let claim = Beats { first: MODEL, second, piles: &PILES, more_than: 0.6 };
            model_beats_proposition(&claim, effort, limits)
        },
    },
    Claim {
        id: "E16",
        title: "Proposition",
        statement: "Proposition plays Random unless p > r²/2, in which case it plays Model; a game \
             between Model and Proposition tests how well Model deals with the chaotic region.",
        restored: false,
        check: |effort, limits| tests_the_core(Direction::Printed, effort, limits),
    },
    Claim {
        id: "E17",
        title: "Model in the core",
        statement: "Model deals well with the chaotic region. (Is it better than chance inside the \
             core?)",
        restored: false,
        check: |effort, limits| {
            let models = [Model::FITTED, Model::SECTORS];
            copes(&Copes { models: &models, last: effort.pick(3, 5) }, effort, limits)
        },
    },
    Claim {
        id: "E18",
        title: "Chaos",
        statement: "The part of the plot below the sectors seems frankly chaotic. (What of the \
             losing piles on the row r = 1, as p grows?)",
        restored: false,
        check: looks_chaotic,
    },
];
