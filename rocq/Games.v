(* Games, and what is claimed of them: every word in the claim of a certificate is defined here. *)
From Coq Require Import NArith List String Ascii.
Import ListNotations.
Open Scope N_scope. Open Scope list_scope.

(* Games: who may move where, and who wins when the player to move is stuck *)
Inductive player := Left | Right.
Definition opponent (m : player) : player := match m with Left => Right | Right => Left end.
Record game := Game {
  position : Type;
  moves : player -> position -> position -> Prop;
  ending : player -> position -> player }.
Definition normal {P} (m : player) (_ : P) : player := opponent m.
Definition misere {P} (m : player) (_ : P) : player := m.
(* From x, where m is to move, w has a winning strategy, and play then ends. *)
Inductive wins (G : game) (w : player) : forall (m : player) (x : position G), Prop :=
| wins_at_end x : (forall y, ~ moves G w x y) -> ending G w x = w -> wins G w w x
| wins_by_moving x y : moves G w x y -> wins G w (opponent w) y -> wins G w w x
| wins_by_waiting x :
    ((forall y, ~ moves G (opponent w) x y) -> ending G (opponent w) x = w) ->
    (forall y, moves G (opponent w) x y -> wins G w w y) -> wins G w (opponent w) x.
(* Who wins: the next player, the previous one, Left, or Right *)
Inductive outcome := Next | Previous | OnlyLeft | OnlyRight.
Definition winner (o : outcome) (m : player) : player :=
  match o with Next => m | Previous => opponent m | OnlyLeft => Left | OnlyRight => Right end.
Definition has_outcome (G : game) (x : position G) (o : outcome) : Prop :=
  forall first, wins G (winner o first) first x.
Definition outcome_of (left_loses right_loses : bool) : outcome :=
  if left_loses then if right_loses then Previous else OnlyRight
  else if right_loses then OnlyLeft else Next.
Fixpoint letters (word : string) : list outcome :=
  match word with
  | EmptyString => []
  | String "N" word => Next :: letters word
  | String "L" word => OnlyLeft :: letters word
  | String "R" word => OnlyRight :: letters word
  | String _ word => Previous :: letters word
  end.

(* Heaps of tokens: a rule says by which heaps a move may replace a heap. *)
Definition rule := N -> list N -> Prop.
Definition sum (hs : list N) : N := fold_right N.add 0 hs.
Definition nim_sum (vs : list N) : N := fold_right N.lxor 0 vs.
Definition nim : rule := fun n hs => exists m, m < n /\ hs = [m].
Definition taking (s : list N) : rule := fun n hs => exists k, In k s /\ k <= n /\ hs = [n - k].
(* With the digits d_0, d_1, ...: if bit b of d_t is set, a player may take t tokens from a heap and
   leave the rest as exactly b heaps that are not empty.  Kayles is [0; 7; 7]. *)
Definition by_code (digits : list N) : rule := fun n hs => exists t : nat,
  N.testbit (nth t digits 0) (N.of_nat (List.length hs)) = true /\
  Forall (fun h => 1 <= h) hs /\ sum hs + N.of_nat t = n.
(* Heaps side by side: a move changes one of them. *)
Definition changes (r : rule) (x y : list N) : Prop :=
  exists before n after hs, x = before ++ n :: after /\ r n hs /\ y = before ++ hs ++ after.
Definition heaps (r : rule) : game := Game (list N) (fun _ => changes r) normal.
Definition misere_heaps (r : rule) : game := Game (list N) (fun _ => changes r) misere.
(* One heap, from which each player takes as the own set says *)
Definition sets (l r : list N) (m : player) : list N := match m with Left => l | Right => r end.
Definition one_heap (s : player -> list N) (e : player -> N -> player) : game :=
  Game N (fun m n n' => exists k, In k (s m) /\ k <= n /\ n' = n - k) e.
Definition even_odd (_ : player) (n : N) : player := if N.even n then Left else Right.
Definition ends_by (word : list outcome) (m : player) (n : N) : player :=
  winner (nth (N.to_nat n) word Previous) m.
Definition ending_partizan (s : list N) : game := one_heap (sets s s) even_odd.

(* Sequences.  f gives each heap its outcome; g gives each position its nim-value, the mex of those
   of its options.  An option is a list of positions side by side, with the nim-sum of theirs.
   Of a single position [has_nim_value] says the same. *)
Definition outcomes (G : game) (heap : N -> position G) (f : N -> outcome) : Prop :=
  forall n, has_outcome G (heap n) (f n).
Definition alone (n : N) : list N := [n]. Definition itself (n : N) : N := n.
Definition mex (s : N -> Prop) (v : N) : Prop := ~ s v /\ forall u, u < v -> s u.
Definition nim_values {P} (option : P -> list P -> Prop) (g : P -> N) : Prop :=
  forall x, mex (fun v => exists ys, option x ys /\ v = nim_sum (map g ys)) (g x).
Inductive has_nim_value {P} (option : P -> list P -> Prop) (x : P) (v : N) : Prop :=
| mex_of_options :
    (forall ys, option x ys ->
      exists us, Forall2 (has_nim_value option) ys us /\ nim_sum us <> v) ->
    (forall u, u < v ->
      exists ys us, option x ys /\ Forall2 (has_nim_value option) ys us /\ nim_sum us = u) ->
    has_nim_value option x v.
Definition starts_with {A} (f : N -> A) (terms : list A) : Prop :=
  forall n a, nth_error terms n = Some a -> f (N.of_nat n) = a.
Definition period {A} (f : N -> A) (n0 p : N) : Prop :=
  0 < p /\ forall n, n0 <= n -> f (n + p) = f n.
Definition least_period {A} (f : N -> A) (n0 p : N) : Prop :=
  period f n0 p /\ forall n1 q, period f n1 q -> n0 <= n1 /\ p <= q.

(* Automata read binary digits of several numbers at once, the lowest first.  A state accepts or
   not, whatever follows, or has the next state for each letter d1 + 2 d2 + 4 d3 + ... *)
Inductive row := Always (b : bool) | Row (accepting : bool) (next : list nat).
Definition table := list row.
Fixpoint letter (e : list bool) : nat :=
  match e with [] => 0 | b :: e => (if b then 1 else 0) + 2 * letter e end.
Fixpoint run (t : table) (q fuel : nat) (x : list N) : bool :=
  match nth q t (Always false), fuel with
  | Always b, _ => b
  | Row a next, O => a
  | Row a next, S fuel => run t (nth (letter (map N.odd x)) next 0%nat) fuel (map N.div2 x)
  end.
(* It starts in state 0 and reads until all digits are 0. *)
Definition bits (x : list N) : nat := fold_right (fun n b => Nat.max (N.size_nat n) b) 0%nat x.
Definition accepts (t : table) (x : list N) : bool := run t 0 (bits x) x.

(* Digraphs on the vertices 0, ..., n - 1.  A vertex is in a kernel if and only if no edge leads
   from it into the kernel.  A structure is one for play along the edges, against them, or both. *)
Record digraph := Digraph { vertices : N; edges : list (N * N) }.
Definition edge (D : digraph) (a b : N) : Prop := In (a, b) (edges D).
Definition reversed (D : digraph) : digraph :=
  Digraph (vertices D) (map (fun '(a, b) => (b, a)) (edges D)).
Definition kernel (D : digraph) (k : N -> bool) : Prop :=
  forall v, v < vertices D -> k v = true <-> forall u, edge D v u -> k u = false.
Inductive direction := Along | Against | Both.
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
