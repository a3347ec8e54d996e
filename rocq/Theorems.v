(* Theorems about games, proved once and for all.  The words are defined in Games and Named; the
   proofs are in the files that are named before each theorem. *)
From Coq Require Import NArith List Bool.
Import ListNotations.
From Bouton Require Import Games Named Winning Periods Sums Nim Lasker OneHeap.
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

(* Sprague and Grundy: heaps are lost for the next player just if the nim-sum of their values is 0.
   (Sums) *)
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
Proof.
  pose proof (Nim.misere_nim x) as H. unfold quiet, large in H. now destruct (existsb _ x).
Qed.

(* Three-heap Antonim: Nim on a + 1, b + 1, c + 1, with the exception of (0, 0, 0).  (Nim) *)
Theorem antonim_three_heaps a b c : distinct [a; b; c] -> ~ (a = 0 /\ b = 0 /\ c = 0) ->
  has_outcome antonim [a; b; c]
    (if nim_sum [a + 1; b + 1; c + 1] =? 0 then Previous else Next).
Proof.
  intros D Z. pose proof (antonim3 a b c D) as H. unfold antonim_previous in H. rewrite value3 in H.
  destruct (forallb (N.eqb 0) [a; b; c]) eqn:Q; [apply zero3 in Q; tauto|].
  rewrite <- !N.add_1_r in H. cbn [nim_sum fold_right]. rewrite N.lxor_0_r, <- N.lxor_assoc.
  now destruct (_ =? 0).
Qed.
Theorem antonim_exception : has_outcome antonim [0; 0; 0] Previous.
Proof. apply (antonim3 0 0 0). intros i j _ _. now destruct i as [|[|[|[|i]]]]. Qed.

(* Arithmetic periods: Nim, and Lasker's Nim, where a heap may also be broken into two.  (Lasker) *)
Theorem nim_grows g : nim_values nim g -> arithmetic_period g 0 1 1.
Proof. apply Lasker.nim_period. Qed.
Theorem lasker_grows g : nim_values lasker g -> arithmetic_period g 1 4 4.
Proof. apply Lasker.lasker_period. Qed.

(* Guy and Smith 1956, for any number of heaps: moves take at most k and leave at most t heaps.
   (Periods) *)
Theorem guy_smith digits g n0 p t k : sensible digits -> nim_values (by_code digits) g ->
  (forall i b, N.testbit (nth i digits 0) b = true -> b <= t) ->
  (forall i, nth i digits 0 <> 0 -> N.of_nat i <= k) -> 1 <= t ->
  (forall n, n0 <= n -> n < t * N.max n0 1 + (t - 1) * p + k -> g (n + p) = g n) ->
  forall n, n0 <= n -> g (n + p) = g n.
Proof. apply Periods.guy_smith. Qed.

(* A repeated window of outcomes of one heap, where a move takes at most k and a player without
   moves fares alike.  (OneHeap) *)
Theorem repeated_window s e f n0 p k : outcomes (one_heap s e) itself f ->
  (forall m j, In j (s m) -> 1 <= j <= k) ->
  (forall m n, s m = [] -> k <= n -> e m (n + p) = e m n) ->
  (forall n, n0 <= n -> n < n0 + k -> f (n + p) = f n) -> forall n, n0 <= n -> f (n + p) = f n.
Proof. intro F. exact (OneHeap.repeated_window s e f F n0 p k). Qed.
