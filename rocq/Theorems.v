(* What is proved: theorems about games, and checkers whose answer [true] proves a certificate.  The words are defined
   in Games; the proofs are in the files named before each theorem. *)
From Coq Require Import NArith List Bool.
Import ListNotations.
From Bouton Require Import Games Winning Periods Sums Nim Lasker NimPeriod OneHeap Codes Digraphs Automata Automatic Strategies.
Open Scope N_scope.

(* Nobody wins what the opponent wins, so a position has one outcome at most.  (Winning) *)
Theorem one_outcome G x o o' : has_outcome G x o -> has_outcome G x o' -> o = o'.
Proof. apply Winning.one_outcome. Qed.

(* A take-and-break game has nim-values, and only one sequence of them.  (Sums) *)
Theorem values_exist digits : sensible digits -> exists g, nim_values (by_code digits) g.
Proof. apply code_values_exist. Qed.
Theorem values_unique digits g g' : sensible digits ->
  nim_values (by_code digits) g -> nim_values (by_code digits) g' -> forall n, g n = g' n.
Proof. intro S. apply Sums.values_unique. now apply code_smaller. Qed.

(* Sprague and Grundy: heaps side by side are lost for the next player if the nim-sum of their values is 0.  (Sums) *)
Theorem sprague_grundy digits g x : sensible digits -> nim_values (by_code digits) g ->
  has_outcome (heaps (by_code digits)) x (if nim_sum (map g x) =? 0 then Previous else Next).
Proof. intros S G. exact (Sums.sprague_grundy _ g (code_falls digits S) G x). Qed.

(* Bouton 1901, for any number of heaps, and under misère play.  (Nim) *)
Theorem bouton x : has_outcome (heaps nim) x (if nim_sum x =? 0 then Previous else Next).
Proof. apply Nim.bouton. Qed.
Theorem misere_nim x : has_outcome (misere_heaps nim) x
  (if existsb (fun h => 2 <=? h) x
   then if nim_sum x =? 0 then Previous else Next
   else if nim_sum x =? 1 then Previous else Next).
Proof. pose proof (Nim.misere_nim x) as H. unfold quiet, large in H. now destruct (existsb _ x). Qed.

(* Three-heap Antonim: Nim on a + 1, b + 1, c + 1, with the exception of (0, 0, 0).  (Nim) *)
Theorem antonim_three_heaps a b c : distinct [a; b; c] -> ~ (a = 0 /\ b = 0 /\ c = 0) ->
  has_outcome antonim [a; b; c]
    (if N.lxor (N.lxor (a + 1) (b + 1)) (c + 1) =? 0 then Previous else Next).
Proof.
  intros D Z. pose proof (antonim3 a b c D) as H. unfold antonim_previous in H. rewrite value3 in H.
  destruct (forallb (N.eqb 0) [a; b; c]) eqn:Q; [apply zero3 in Q; tauto|].
  rewrite <- !N.add_1_r in H. now destruct (_ =? 0).
Qed.
Theorem antonim_exception : has_outcome antonim [0; 0; 0] Previous.
Proof. apply (antonim3 0 0 0). intros i j _ _. now destruct i as [|[|[|[|i]]]]. Qed.

(* Arithmetic periods: in Nim, and in Lasker's Nim, where a heap may also be broken into two.  (Lasker) *)
Theorem nim_grows g : nim_values nim g -> arithmetic_period g 0 1 1.
Proof. apply Lasker.nim_period. Qed.
Theorem lasker_grows g : nim_values lasker g -> arithmetic_period g 1 4 4.
Proof. apply Lasker.lasker_period. Qed.

(* Guy and Smith 1956, for any number of heaps: moves take at most k and leave at most t heaps.  (Periods) *)
Theorem guy_smith digits g n0 p t k : sensible digits -> nim_values (by_code digits) g ->
  (forall i b, N.testbit (nth i digits 0) b = true -> b <= t) ->
  (forall i, nth i digits 0 <> 0 -> N.of_nat i <= k) -> 1 <= t ->
  (forall n, n0 <= n -> n < t * N.max n0 1 + (t - 1) * p + k -> g (n + p) = g n) ->
  forall n, n0 <= n -> g (n + p) = g n.
Proof. apply Periods.guy_smith. Qed.

(* A repeated window of outcomes of one heap, where a move takes at most k and a player without moves fares alike.
   (OneHeap) *)
Theorem repeated_window s e f n0 p k : outcomes (one_heap s e) itself f ->
  (forall m j, In j (s m) -> 1 <= j <= k) ->
  (forall m n, s m = [] -> k <= n -> e m (n + p) = e m n) ->
  (forall n, n0 <= n -> n < n0 + k -> f (n + p) = f n) -> forall n, n0 <= n -> f (n + p) = f n.
Proof. intro F. exact (OneHeap.repeated_window s e f F n0 p k). Qed.

(* Checkers.  The mask and the truth value after it only choose how much is looked at; see NimValues. *)

Theorem nim_value_period digits mask alternate n0 p terms : nim_period digits mask alternate n0 p terms = true ->
  forall g, nim_values (by_code digits) g -> starts_with g terms /\ least_period g n0 p.
Proof. apply nim_period_ok. Qed.
Theorem subtraction_period s mask alternate n0 p terms :
  forallb (fun k => 1 <=? k) s && nim_period (digits_of s) mask alternate n0 p terms = true ->
  forall g, nim_values (taking s) g -> starts_with g terms /\ least_period g n0 p.
Proof. intro H. apply andb_prop in H as [A B]. exact (taking_period_ok _ _ _ _ _ _ A B). Qed.
Theorem code_outcome_period digits mask alternate n1 p1 values n0 p terms :
  Codes.code_outcome_period digits mask alternate n1 p1 values n0 p terms = true ->
  forall f, outcomes (heaps (by_code digits)) alone f -> starts_with f terms /\ least_period f n0 p.
Proof. apply code_outcome_period_ok. Qed.

Theorem normal_period l r n0 p terms : one_heap_period l r normal true n0 p terms = true ->
  forall f, outcomes (one_heap (sets l r) normal) itself f -> starts_with f terms /\ least_period f n0 p.
Proof. intro H. now apply (one_heap_period_ok (sets l r) normal true). Qed.
Theorem misere_period l r n0 p terms : one_heap_period l r misere true n0 p terms = true ->
  forall f, outcomes (one_heap (sets l r) misere) itself f -> starts_with f terms /\ least_period f n0 p.
Proof. intro H. now apply (one_heap_period_ok (sets l r) misere true). Qed.
Theorem ending_period l r e n0 p terms : one_heap_period l r e false n0 p terms = true ->
  forall f, outcomes (one_heap (sets l r) e) itself f -> starts_with f terms /\ least_period f n0 p.
Proof. intro H. now apply (one_heap_period_ok (sets l r) e false). Qed.

Theorem code_position digits mask alternate values x v : code_value digits mask alternate values x v = true ->
  (forall g, nim_values (by_code digits) g -> nim_sum (map g x) = v) /\
  has_outcome (heaps (by_code digits)) x (if v =? 0 then Previous else Next).
Proof. intro H. split; [now apply (code_value_ok _ _ _ _ _ _ H)|exact (code_outcome_ok _ _ _ _ _ _ H)]. Qed.
Theorem subtraction_position s mask alternate values x v :
  forallb (fun k => 1 <=? k) s && code_value (digits_of s) mask alternate values x v = true ->
  (forall g, nim_values (taking s) g -> nim_sum (map g x) = v) /\
  has_outcome (heaps (taking s)) x (if v =? 0 then Previous else Next).
Proof. intro H. apply andb_prop in H as [A B]. exact (taking_value_ok _ _ _ _ _ _ A B). Qed.

Theorem some_structure d D losing : is_structure d D losing = true -> structure d D (member losing).
Proof. apply is_structure_ok. Qed.
Theorem no_structure d D steps : refuted d D None steps = true -> forall k, ~ structure d D k.
Proof. apply no_structure_ok. Qed.
Theorem only_structure d D losing steps : Digraphs.only_structure d D losing steps = true ->
  structure d D (member losing) /\ forall k, structure d D k -> forall v, v < vertices D -> k v = member losing v.
Proof. apply only_structure_ok. Qed.
Theorem labels D labels : labels_ok D labels = true ->
  forall v, v < vertices D -> exists l r, nth_error labels (N.to_nat v) = Some (l, r) /\ labelled D v l.
Proof. apply labels_ok_ok. Qed.

(* Lost positions of all sizes, by a table that reads binary digits.  [stated] says that the moves and the ending of a game are
   given by formulas; [player_fine] decides, for all numbers, that every move lowers the measure and keeps to legal positions,
   that no move leads from a lost position to a lost one, and that one does from every other.  (Automatic) *)
Theorem lost_positions G n at_ atoms legal weights ways wins_stuck lost ended :
  (forall m, stated G n at_ atoms m ways wins_stuck) ->
  player_fine n atoms legal weights ways wins_stuck lost lost ended = true ->
  forall x, length x = n -> holds atoms x legal -> has_outcome G (at_ x) (if accepts lost x then Previous else Next).
Proof. apply one_set. Qed.
Theorem lost_by_player G n at_ atoms legal weights lways rways lwins rwins llost rlost lended rended :
  stated G n at_ atoms Left lways lwins -> stated G n at_ atoms Right rways rwins ->
  player_fine n atoms legal weights lways lwins llost rlost lended &&
  player_fine n atoms legal weights rways rwins rlost llost rended = true ->
  forall x, length x = n -> holds atoms x legal ->
  has_outcome G (at_ x) (outcome_of (accepts llost x) (accepts rlost x)).
Proof. apply two_sets. Qed.
Theorem set_in_words n k atoms legal defined said lost : same_set n k atoms legal defined said lost = true ->
  forall x y, length x = n -> length y = k -> holds atoms x legal -> holds atoms (x ++ y) defined ->
  accepts lost x = true <-> holds atoms (x ++ y) said.
Proof. apply same_set_ok. Qed.

(* Strategies that are written out: positions at which the winner's opponent loses, for each first player.  What a move
   chooses is bounded by [factor] times the sum of the position and 1, which is decided, too.  (Strategies) *)
Theorem won_by_strategies G n at_ factor atoms legal lways rways lwins rwins o left_first right_first x :
  stated G n at_ atoms Left lways lwins -> stated G n at_ atoms Right rways rwins ->
  strategies_fine n factor atoms legal lways rways lwins rwins o left_first right_first x = true ->
  has_outcome G (at_ x) o.
Proof. apply strategies_ok. Qed.

(* The kernel computes what is to be [true], once. *)
Ltac computed := vm_cast_no_check (@eq_refl bool true).
