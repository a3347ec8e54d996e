(* The games and what is claimed of them.  Everything that a theorem of this library says is defined here;
   the proofs are in the other files. *)
From Coq Require Import NArith List String Ascii.
Import ListNotations.
Open Scope N_scope.
Open Scope list_scope.

(* Games in general *)

Inductive player := Left | Right.
Definition opponent (m : player) : player := match m with Left => Right | Right => Left end.

(* Who may move where, and who wins when the player to move is stuck. *)
Record game := Game {
  position : Type;
  moves : player -> position -> position -> Prop;
  ending : player -> position -> player }.

(* [wins G w m x]: from [x], where [m] is to move, [w] has a winning strategy, and play then ends. *)
Inductive wins (G : game) (w : player) : player -> position G -> Prop :=
| wins_at_end x : (forall y, ~ moves G w x y) -> ending G w x = w -> wins G w w x
| wins_by_moving x y : moves G w x y -> wins G w (opponent w) y -> wins G w w x
| wins_by_waiting x : ((forall y, ~ moves G (opponent w) x y) -> ending G (opponent w) x = w) ->
    (forall y, moves G (opponent w) x y -> wins G w w y) -> wins G w (opponent w) x.

(* N: the next player wins; P: the previous one; L: Left; R: Right. *)
Inductive outcome := Next | Previous | OnlyLeft | OnlyRight.
Definition winner (o : outcome) (first : player) : player :=
  match o with Next => first | Previous => opponent first | OnlyLeft => Left | OnlyRight => Right end.
Definition has_outcome (G : game) (x : position G) (o : outcome) : Prop :=
  forall first, wins G (winner o first) first x.

(* The letters of a word as outcomes: "LRNP" is [OnlyLeft; OnlyRight; Next; Previous]. *)
Fixpoint letters (w : string) : list outcome :=
  match w with
  | EmptyString => []
  | String "N" w => Next :: letters w
  | String "L" w => OnlyLeft :: letters w
  | String "R" w => OnlyRight :: letters w
  | String _ w => Previous :: letters w
  end.

Definition normal {A} (m : player) (_ : A) : player := opponent m.
Definition misere {A} (m : player) (_ : A) : player := m.

(* Heaps of tokens *)

Definition sum (hs : list N) : N := fold_right N.add 0 hs.
Definition nim_sum (vs : list N) : N := fold_right N.lxor 0 vs.

(* A rule says by which heaps a move may replace a heap. *)
Definition rule := N -> list N -> Prop.

(* Take-and-break games.  If bit b of the digit d_t is set, a player may take t tokens from a heap and leave the
   rest as exactly b non-empty heaps.  The digits are d_0, d_1, ...: Kayles is [0; 7; 7]. *)
Definition by_code (digits : list N) : rule := fun n hs => exists t : nat,
  N.testbit (nth t digits 0) (N.of_nat (List.length hs)) = true /\
  Forall (fun h => 1 <= h) hs /\ sum hs + N.of_nat t = n.
(* Without taking, a heap must at least be broken. *)
Definition sensible (digits : list N) : Prop :=
  N.testbit (nth 0 digits 0) 0 = false /\ N.testbit (nth 0 digits 0) 1 = false.
Definition taking (s : list N) : rule := fun n hs => exists k, In k s /\ k <= n /\ hs = [n - k].
Definition nim : rule := fun n hs => exists m, m < n /\ hs = [m].
Definition lasker : rule := fun n hs => nim n hs \/ exists a b, 1 <= a /\ 1 <= b /\ a + b = n /\ hs = [a; b].

(* Heaps side by side: a move changes one of them. *)
Definition changes (r : rule) (x y : list N) : Prop :=
  exists before n after hs, x = before ++ n :: after /\ r n hs /\ y = before ++ hs ++ after.
Definition heaps (r : rule) : game := Game (list N) (fun _ => changes r) normal.
Definition misere_heaps (r : rule) : game := Game (list N) (fun _ => changes r) misere.

(* One heap, from which each player takes as the own set says. *)
Definition sets (l r : list N) (m : player) : list N := match m with Left => l | Right => r end.
Definition one_heap (s : player -> list N) (e : player -> N -> player) : game :=
  Game N (fun m n n' => exists k, In k (s m) /\ k <= n /\ n' = n - k) e.
(* As L, R, N, P name the winner of a game that has ended: there the player to move is the next player. *)
Definition ends_by (word : list outcome) (m : player) (n : N) : player := winner (nth (N.to_nat n) word Previous) m.
Definition even_odd (_ : player) (n : N) : player := if N.even n then Left else Right.
Definition ending_partizan (s : list N) : game := one_heap (sets s s) even_odd.
Definition partizan_subtraction (l r : list N) : game := one_heap (sets l r) normal.

(* Antonim: Nim in which two heaps that are not empty are never equal. *)
Definition distinct (x : list N) : Prop :=
  forall i j, (i < j < List.length x)%nat -> nth i x 0 = nth j x 0 -> nth i x 0 = 0.
Definition antonim : game := Game (list N) (fun _ x y => changes nim x y /\ distinct y) normal.

(* Sequences *)

Definition mex (s : N -> Prop) (v : N) : Prop := ~ s v /\ forall u, u < v -> s u.
(* [g] gives every heap its nim-value: the mex of those of its options, each the nim-sum of its heaps. *)
Definition nim_values (r : rule) (g : N -> N) : Prop :=
  forall n, mex (fun v => exists hs, r n hs /\ v = nim_sum (map g hs)) (g n).
(* [f] gives every heap its outcome. *)
Definition outcomes (G : game) (heap : N -> position G) (f : N -> outcome) : Prop :=
  forall n, has_outcome G (heap n) (f n).
Definition alone (n : N) : list N := [n].
Definition itself (n : N) : N := n.

Definition starts_with {A} (f : N -> A) (terms : list A) : Prop :=
  forall n a, nth_error terms n = Some a -> f (N.of_nat n) = a.
Definition period {A} (f : N -> A) (n0 p : N) : Prop := 0 < p /\ forall n, n0 <= n -> f (n + p) = f n.
(* The terms grow by the saltus s with each period. *)
Definition arithmetic_period (f : N -> N) (n0 p s : N) : Prop := 0 < p /\ forall n, n0 <= n -> f (n + p) = f n + s.
Definition least_period {A} (f : N -> A) (n0 p : N) : Prop :=
  period f n0 p /\ forall n1 q, period f n1 q -> n0 <= n1 /\ p <= q.

(* Automata read binary digits of several numbers at once, the lowest first *)

(* A state accepts or not, whatever follows, or has the next state for each letter. *)
Inductive row := Always (b : bool) | Row (accepting : bool) (next : list nat).
Definition table := list row.
(* With the digits d1, d2, d3, ... the letter is d1 + 2 d2 + 4 d3 + ... *)
Fixpoint letter (e : list bool) : nat :=
  match e with [] => 0 | b :: e => (if b then 1 else 0) + 2 * letter e end.
Fixpoint run (t : table) (q fuel : nat) (x : list N) : bool :=
  match nth q t (Always false) with
  | Always b => b
  | Row a next => match fuel with
      | O => a
      | S fuel => run t (nth (letter (map N.odd x)) next 0%nat) fuel (map N.div2 x)
      end
  end.
Definition bits (x : list N) : nat := fold_right (fun n b => Nat.max (N.size_nat n) b) 0%nat x.
(* It starts in state 0 and reads until all digits are 0. *)
Definition accepts (t : table) (x : list N) : bool := run t 0 (bits x) x.

(* Digraphs: vertices are 0, ..., n - 1 *)

Record digraph := Digraph { vertices : N; edges : list (N * N) }.
Definition edge (D : digraph) (a b : N) : Prop := In (a, b) (edges D).
Definition is_digraph (D : digraph) : Prop := forall a b, edge D a b -> a < vertices D /\ b < vertices D.
Definition reversed (D : digraph) : digraph := Digraph (vertices D) (map (fun '(a, b) => (b, a)) (edges D)).
(* A vertex is in a kernel if and only if no edge leads from it into the kernel. *)
Definition kernel (D : digraph) (k : N -> bool) : Prop :=
  forall v, v < vertices D -> k v = true <-> forall u, edge D v u -> k u = false.
Inductive direction := Along | Against | Both.
(* A kernel for play along the edges (game), against them (cogame), or one for both. *)
Definition structure (d : direction) (D : digraph) (k : N -> bool) : Prop :=
  match d with
  | Along => kernel D k
  | Against => kernel (reversed D) k
  | Both => kernel D k /\ kernel (reversed D) k
  end.
Definition member (l : list N) (v : N) : bool := existsb (N.eqb v) l.

(* A token is moved along the edges, and who cannot move loses. *)
Definition walk (D : digraph) : game := Game N (fun _ => edge D) normal.
Inductive label := Won | Lost | Drawn.
Definition labelled (D : digraph) (v : N) (l : label) : Prop :=
  match l with
  | Won => forall m, wins (walk D) m m v
  | Lost => forall m, wins (walk D) (opponent m) m v
  | Drawn => forall w m, ~ wins (walk D) w m v
  end.
