(* Lost positions as automata: rules that are stated by formulas, and when a table is the set of lost positions. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Winning Automata.
Local Open Scope N_scope.
Local Opaque all_exist always decided most_states.

(* A way to move: for numbers that are chosen and satisfy a condition, some of all numbers are the new position. *)
Record way := Way { chosen : nat; condition : formula; becomes : list nat }.

Fixpoint exist (k : nat) (P : list N -> Prop) : Prop :=
  match k with O => P [] | S k => exists a, exist k (fun y => P (a :: y)) end.
Section Some.
Context {P : Type} (at_ : list N -> P) (atoms : list atom) (x : list N) (q : P).
Definition one_way (w : way) : Prop :=
  exist (chosen w) (fun y => holds atoms (x ++ y) (condition w) /\ q = at_ (pick 0 (becomes w) (x ++ y))).
Fixpoint some_way (ws : list way) : Prop :=
  match ws with [] => False | [w] => one_way w | w :: ws => one_way w \/ some_way ws end.
End Some.

(* The rules of a game, as far as its positions are lists of n numbers, are these. *)
Definition stated (G : game) (n : nat) (at_ : list N -> position G) (atoms : list atom)
    (m : player) (ws : list way) (wins_stuck : formula) : Prop :=
  (forall x q, length x = n -> moves G m (at_ x) q <-> some_way at_ atoms x q ws) /\
  (forall x, length x = n -> ending G m (at_ x) = m <-> holds atoms x wins_stuck).

Lemma exist_ok k : forall P, exist k P <-> exists y, length y = k /\ P y.
Proof.
  induction k as [|k IH]; intro P; cbn [exist].
  - split; [intro H; now exists []|]. now intros ([|] & L & H).
  - split.
    + intros (a & H). apply IH in H as (y & L & H). exists (a :: y). cbn. auto.
    + intros ([|a y] & L & H); [easy|]. exists a. apply IH. exists y. auto.
Qed.
Lemma some_way_ok {P} (at_ : list N -> P) atoms x q ws : some_way at_ atoms x q ws <-> exists w y, In w ws /\
  length y = chosen w /\ holds atoms (x ++ y) (condition w) /\ q = at_ (pick 0 (becomes w) (x ++ y)).
Proof.
  assert (some_way at_ atoms x q ws <-> exists w, In w ws /\ one_way at_ atoms x q w) as ->.
  { induction ws as [|w [|w' ws] IH]; cbn [some_way].
    - split; [easy|]. now intros (w & [] & _).
    - split; [intro H; exists w; cbn; auto|]. now intros (? & [<-|[]] & H).
    - rewrite IH. split.
      + intros [H|(v & I & H)]; [exists w|exists v]; cbn in *; auto.
      + intros (v & [<-|I] & H); [now left|right; now exists v]. }
  split.
  - intros (w & I & H). apply exist_ok in H as (y & L & H). exists w, y. auto.
  - intros (w & y & I & L & H). exists w. split; auto. apply exist_ok. exists y. auto.
Qed.

(* Atoms under other names, and formulas over more atoms *)

Section Rename.
Variables (far : nat) (vs : list nat).
Definition rename_var (i : nat) : nat := nth i vs far.
Fixpoint rename_term (t : term) : term :=
  match t with
  | Var i => Var (rename_var i)
  | Num n => Num n
  | Plus s t => Plus (rename_term s) (rename_term t)
  | Times n t => Times n (rename_term t)
  end.
Definition rename (a : atom) : atom :=
  match a with
  | Same s t => Same (rename_term s) (rename_term t)
  | Less s t => Less (rename_term s) (rename_term t)
  | AtMost s t => AtMost (rename_term s) (rename_term t)
  | Rest s m r => Rest (rename_term s) m r
  | Xor us k => Xor (map rename_var us) k
  | Within t us => Within t (map rename_var us)
  end.
Variable x : list N.
Hypothesis far_ok : (length x <= far)%nat.
Lemma rename_var_ok i : nth (rename_var i) x 0 = nth i (pick 0 vs x) 0.
Proof.
  unfold pick, rename_var. rewrite <- (map_nth (fun i => nth i x 0) vs far i).
  destruct (Nat.lt_ge_cases i (length vs)).
  - apply nth_indep. now rewrite map_length.
  - rewrite !nth_overflow; auto; now rewrite map_length.
Qed.
Lemma rename_term_ok t : value x (rename_term t) = value (pick 0 vs x) t.
Proof. induction t; cbn [rename_term value]; rewrite ?rename_var_ok; congruence. Qed.
Lemma rename_pick us : pick 0 (map rename_var us) x = pick 0 us (pick 0 vs x).
Proof. unfold pick at 1 2. rewrite map_map. apply map_ext. intro i. apply rename_var_ok. Qed.
Lemma rename_ok a : atom_holds x (rename a) <-> atom_holds (pick 0 vs x) a.
Proof. destruct a; cbn [rename atom_holds]; rewrite ?rename_term_ok, ?rename_pick; reflexivity. Qed.
Lemma rename_holds atoms f : holds (map rename atoms) x f <-> holds atoms (pick 0 vs x) f.
Proof.
  induction f as [i| | |f IH|f IHf g IHg|f IHf g IHg]; cbn [holds]; try tauto.
  change (Same (Num 0) (Num 0)) with (rename (Same (Num 0) (Num 0))) at 1. rewrite map_nth. apply rename_ok.
Qed.
End Rename.

(* A formula that speaks of the first k atoms and the first n numbers only *)
Fixpoint term_below (n : nat) (t : term) : bool :=
  match t with
  | Var i => Nat.ltb i n
  | Num _ => true
  | Plus s t => term_below n s && term_below n t
  | Times _ t => term_below n t
  end.
Definition vars_below (n : nat) (vs : list nat) : bool := forallb (fun i => Nat.ltb i n) vs.
Definition atom_below (n : nat) (a : atom) : bool :=
  match a with
  | Same s t | Less s t | AtMost s t => term_below n s && term_below n t
  | Rest s _ _ => term_below n s
  | Xor vs _ | Within _ vs => vars_below n vs
  end.
Fixpoint below (atoms : list atom) (n : nat) (f : formula) : bool :=
  match f with
  | Is i => match nth_error atoms i with Some a => atom_below n a | None => false end
  | Yes | No => true
  | Not f => below atoms n f
  | And f g | Or f g => below atoms n f && below atoms n g
  end.
Fixpoint shift (k : nat) (f : formula) : formula :=
  match f with
  | Is i => Is (k + i)
  | Yes | No => f
  | Not f => Not (shift k f)
  | And f g => And (shift k f) (shift k g)
  | Or f g => Or (shift k f) (shift k g)
  end.

Lemma term_below_ok t x y : term_below (length x) t = true -> value (x ++ y) t = value x t.
Proof.
  induction t as [i|n|s IHs t IHt|n t IH]; cbn [term_below value]; intro B; auto.
  - apply Nat.ltb_lt in B. now apply app_nth1.
  - apply andb_prop in B as [B C]. now rewrite IHs, IHt.
  - now rewrite IH.
Qed.
Lemma pick_below vs (x y : list N) : vars_below (length x) vs = true -> pick 0 vs (x ++ y) = pick 0 vs x.
Proof.
  unfold vars_below. rewrite forallb_forall. intro B. apply map_ext_in. intros i I. apply app_nth1. now apply Nat.ltb_lt, B.
Qed.
Lemma atom_below_ok a x y : atom_below (length x) a = true -> atom_holds (x ++ y) a <-> atom_holds x a.
Proof.
  destruct a; cbn [atom_below atom_holds]; intro B; try (apply andb_prop in B as [B C]);
    rewrite ?term_below_ok, ?pick_below by auto; reflexivity.
Qed.
Lemma below_ok atoms more x y f : below atoms (length x) f = true ->
  holds (atoms ++ more) (x ++ y) f <-> holds atoms x f.
Proof.
  induction f as [i| | |f IH|f IHf g IHg|f IHf g IHg]; cbn [below holds]; intro B; try tauto.
  - destruct (nth_error atoms i) as [a|] eqn:E; [|discriminate].
    assert (i < length atoms)%nat as L by (apply nth_error_Some; congruence).
    rewrite app_nth1 by auto. rewrite (nth_error_nth _ _ _ E). now apply atom_below_ok.
  - apply andb_prop in B as [B C]. tauto.
  - apply andb_prop in B as [B C]. tauto.
Qed.
Lemma below_more atoms more x f : below atoms (length x) f = true -> holds (atoms ++ more) x f <-> holds atoms x f.
Proof. intro B. rewrite <- (app_nil_r x) at 1. now apply below_ok. Qed.
Lemma shift_holds before atoms x f : holds (before ++ atoms) x (shift (length before) f) <-> holds atoms x f.
Proof. induction f as [i| | |f IH|f IHf g IHg|f IHf g IHg]; cbn [shift holds]; try tauto. now rewrite app_nth2_plus. Qed.

(* The measure *)

Fixpoint measure (ws x : list N) : N :=
  match ws, x with w :: ws, n :: x => w * n + measure ws x | _, _ => 0 end.
Fixpoint weigh (ws : list N) (vs : list nat) : term :=
  match ws, vs with w :: ws, v :: vs => Plus (Times w (Var v)) (weigh ws vs) | _, _ => Num 0 end.
Lemma weigh_ok ws : forall vs x, value x (weigh ws vs) = measure ws (pick 0 vs x).
Proof.
  induction ws as [|w ws IH]; intros [|v vs] x; cbn [weigh value pick map measure]; auto. fold (pick 0 vs x). now rewrite IH.
Qed.

Lemma pick_start k : forall x : list N, (k <= length x)%nat -> pick 0 (seq 0 k) x = firstn k x.
Proof.
  intros x L. unfold pick. revert x L. induction k as [|k IH]; intros [|a x] L; cbn [length] in L; try lia; auto.
  cbn [seq map nth firstn]. f_equal. rewrite <- seq_shift, map_map. cbn [nth]. apply IH. lia.
Qed.

Lemma pick_here n (x y : list N) : length x = n -> pick 0 (seq 0 n) (x ++ y) = x.
Proof.
  intro L. rewrite pick_start by (rewrite app_length; lia). rewrite <- L, firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r.
Qed.

(* What is computed, for a player with these ways to move, who loses in [own] and whose opponent loses in [other].  A
   position in [ended] has no move. *)
Section Player.
Variables (n : nat) (atoms : list atom) (legal : formula) (weights : list N).
Variables (ws : list way) (wins_stuck : formula) (own other ended : table).
Let k := length atoms.
Let here := seq 0 n.

Definition way_atoms (w : way) : list atom :=
  [Within own here; Within ended here; Within other (becomes w); Less (weigh weights (becomes w)) (weigh weights here)].
Definition way_fine (w : way) : bool :=
  let ok f := always (atoms ++ way_atoms w ++ map (rename (n + chosen w) (becomes w)) atoms) (n + chosen w)
    (Not (And legal (And (condition w) f))) in
  below atoms (n + chosen w) (condition w) && vars_below (n + chosen w) (becomes w) && Nat.eqb (length (becomes w)) n &&
  ok (Not (Is (k + 3))) && ok (Not (shift (k + 4) legal)) && ok (And (Is k) (Is (k + 2))) && ok (Is (k + 1)).

Definition most : nat := fold_right (fun w m => Nat.max (chosen w) m) 0%nat ws.
Definition moving (f : way -> nat -> formula) : list formula :=
  map (fun '(j, w) => f w (k + 2 + j)%nat) (combine (seq 0 (length ws)) ws).
Definition exist_fine (start : list formula) (f : way -> nat -> formula) : bool :=
  all_exist (atoms ++ [Within own here; Within ended here] ++ map (fun w => Within other (becomes w)) ws) n most
    (start ++ moving f).
Definition player_fine : bool :=
  below atoms n legal && below atoms n wins_stuck && forallb way_fine ws &&
  exist_fine [Not legal; Is k; And (Is (k + 1)) wins_stuck] (fun w i => And (condition w) (Is i)) &&
  exist_fine [Not legal; Not (Is k); Not wins_stuck] (fun w _ => condition w).

Hypothesis P : player_fine = true.
Variable x : list N.
Hypothesis Lx : length x = n.
Hypothesis legal_x : holds atoms x legal.

Lemma parts : (below atoms n legal = true /\ below atoms n wins_stuck = true) /\ forallb way_fine ws = true /\
  exist_fine [Not legal; Is k; And (Is (k + 1)) wins_stuck] (fun w i => And (condition w) (Is i)) = true /\
  exist_fine [Not legal; Not (Is k); Not wins_stuck] (fun w _ => condition w) = true.
Proof.
  unfold player_fine in P. apply andb_prop in P as [P4 E]. apply andb_prop in P4 as [P3 D].
  apply andb_prop in P3 as [P2 C]. apply andb_prop in P2 as [A B]. exact (conj (conj A B) (conj C (conj D E))).
Qed.

Lemma here_x y : pick 0 here (x ++ y) = x.
Proof. now apply pick_here. Qed.
Lemma own_x more y : holds (atoms ++ Within own here :: more) (x ++ y) (Is k) <-> accepts own x = true.
Proof. cbn [holds]. unfold k. rewrite app_nth2, Nat.sub_diag by lia. cbn [nth atom_holds]. now rewrite here_x. Qed.
Lemma ended_x a more y : holds (atoms ++ a :: Within ended here :: more) (x ++ y) (Is (k + 1)) <-> accepts ended x = true.
Proof. cbn [holds]. unfold k. rewrite app_nth2_plus. cbn [nth atom_holds]. now rewrite here_x. Qed.

(* What is true of a move *)
Lemma move_fine w y : In w ws -> length y = chosen w -> holds atoms (x ++ y) (condition w) ->
  let z := pick 0 (becomes w) (x ++ y) in
  measure weights z < measure weights x /\ holds atoms z legal /\
  ~ (accepts own x = true /\ accepts other z = true) /\ accepts ended x <> true /\ length z = n.
Proof.
  intros I Ly C z. destruct parts as ((B1 & B2) & W & _). rewrite forallb_forall in W. specialize (W w I).
  unfold way_fine in W. rewrite !andb_true_iff in W. destruct W as ((((((B & V) & N') & M) & L) & O) & E).
  assert (length (x ++ y) = n + chosen w)%nat as Lxy by (rewrite app_length; lia).
  set (all := atoms ++ way_atoms w ++ map (rename (n + chosen w) (becomes w)) atoms) in *.
  assert (forall f, always all (n + chosen w) (Not (And legal (And (condition w) f))) = true ->
    ~ holds all (x ++ y) f) as K.
  { intros f F H. apply (always_ok _ _ _ F (x ++ y) Lxy). cbn [holds]. split; [|split]; auto.
    - apply below_ok; [now rewrite Lx|easy].
    - apply below_more; [now rewrite Lxy|easy]. }
  apply K in M, L, O, E. unfold all in *. repeat split.
  - destruct (N.lt_ge_cases (measure weights z) (measure weights x)) as [|G]; auto. exfalso. apply M. cbn [holds].
    unfold k. rewrite app_nth2_plus. cbn [way_atoms app nth atom_holds]. rewrite !weigh_ok, here_x. fold z. lia.
  - assert (length (atoms ++ way_atoms w) = k + 4)%nat as Q by (rewrite app_length; reflexivity).
    assert (holds (atoms ++ way_atoms w ++ map (rename (n + chosen w) (becomes w)) atoms) (x ++ y) (shift (k + 4) legal) <->
      holds atoms z legal) as R.
    { rewrite app_assoc, <- Q, shift_holds. apply rename_holds. lia. }
    cbn [holds] in L. rewrite R in L.
    rewrite <- truth_ok in L |- *. destruct (truth atoms z legal); [easy|]. exfalso. now apply L.
  - intros [A A']. apply O. cbn [way_atoms app]. split; [now apply own_x|]. cbn [holds]. unfold k. rewrite app_nth2_plus. exact A'.
  - intro A. apply E. cbn [way_atoms app]. now apply ended_x.
  - unfold z. rewrite pick_length. now apply Nat.eqb_eq.
Qed.

Lemma combine_in j w (l : list way) : forall s, In (j, w) (combine (seq s (length l)) l) ->
  In w l /\ exists i, j = (s + i)%nat /\ nth_error l i = Some w.
Proof.
  induction l as [|v l IH]; intros s H; [easy|]. cbn [length seq combine In] in H. destruct H as [H|H].
  - injection H as -> ->. split; [now left|]. exists 0%nat. split; [lia|easy].
  - apply IH in H as (I & i & -> & E). split; [now right|]. exists (S i). split; [lia|easy].
Qed.
Lemma most_ok w : In w ws -> (chosen w <= most)%nat.
Proof. unfold most. induction ws as [|v l IH]; [easy|]. cbn [fold_right]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.

Lemma exist_ways start f : exist_fine start f = true -> exists y,
  let all := atoms ++ [Within own here; Within ended here] ++ map (fun w => Within other (becomes w)) ws in
  (exists g, In g start /\ holds all (x ++ y) g) \/
  exists w i, In w ws /\ nth_error ws i = Some w /\ (chosen w <= length y)%nat /\ holds all (x ++ y) (f w (k + 2 + i)%nat).
Proof.
  intro F. destruct (all_exist_ok _ _ _ _ F x Lx) as (y & Ly & g & G & H). exists y.
  apply in_app_iff in G as [G|G]; [left; now exists g|right]. apply in_map_iff in G as ([j w] & <- & G).
  apply combine_in in G as (I & i & -> & E). exists w, i. repeat split; auto. rewrite Ly. now apply most_ok.
Qed.
Lemma start_of w y : In w ws -> (chosen w <= length y)%nat -> forall more,
  (holds (atoms ++ more) (x ++ y) (condition w) <-> holds atoms (x ++ firstn (chosen w) y) (condition w)) /\
  pick 0 (becomes w) (x ++ y) = pick 0 (becomes w) (x ++ firstn (chosen w) y).
Proof.
  intros I L more. destruct parts as (_ & W & _). rewrite forallb_forall in W. specialize (W w I).
  unfold way_fine in W. rewrite !andb_true_iff in W. destruct W as ((((((B & V) & _) & _) & _) & _) & _).
  rewrite <- (firstn_skipn (chosen w) y) at 1 3. rewrite !app_assoc.
  assert (length (x ++ firstn (chosen w) y) = n + chosen w)%nat as Q by (rewrite app_length, firstn_length; lia).
  split; [apply below_ok|apply pick_below]; now rewrite Q.
Qed.

Lemma when_won : accepts own x <> true ->
  (accepts ended x = true /\ holds atoms x wins_stuck) \/
  exists w y, In w ws /\ length y = chosen w /\ holds atoms (x ++ y) (condition w) /\
    accepts other (pick 0 (becomes w) (x ++ y)) = true.
Proof.
  intro O. destruct parts as ((B1 & B2) & _ & F & _). apply exist_ways in F as (y & [(g & G & H)|(w & i & I & E & L & H)]).
  - destruct G as [<-|[<-|[<-|[]]]].
    + exfalso. apply H. apply below_ok; [now rewrite Lx|easy].
    + exfalso. apply O. now apply own_x in H.
    + left. destruct H as [A S]. split; [now apply ended_x in A|]. apply below_ok in S; [easy|now rewrite Lx].
  - right. destruct H as [C A]. destruct (start_of w y I L ([Within own here; Within ended here] ++ map (fun w => Within other (becomes w)) ws)) as [Q R].
    exists w, (firstn (chosen w) y). repeat split; auto.
    + rewrite firstn_length. lia.
    + now apply Q.
    + rewrite <- R. cbn [holds] in A. unfold k in A. rewrite <- Nat.add_assoc, app_nth2_plus in A. cbn [Nat.add app nth] in A.
      assert (nth i (map (fun w => Within other (becomes w)) ws) (Same (Num 0) (Num 0)) = Within other (becomes w)) as Z.
      { apply nth_error_nth. now rewrite nth_error_map, E. }
      rewrite Z in A. exact A.
Qed.
Lemma when_lost : accepts own x = true -> holds atoms x wins_stuck ->
  exists w y, In w ws /\ length y = chosen w /\ holds atoms (x ++ y) (condition w).
Proof.
  intros O S. destruct parts as ((B1 & B2) & _ & _ & F). apply exist_ways in F as (y & [(g & G & H)|(w & i & I & E & L & H)]).
  - exfalso. destruct G as [<-|[<-|[<-|[]]]]; apply H.
    + apply below_ok; [now rewrite Lx|easy].
    + now apply own_x.
    + apply below_ok; [now rewrite Lx|easy].
  - exists w, (firstn (chosen w) y). split; auto. split; [rewrite firstn_length; lia|].
    apply (start_of w y I L) in H. exact H.
Qed.
End Player.

Section Lost.
Variables (G : game) (n : nat) (at_ : list N -> position G) (atoms : list atom) (legal : formula).
Variables (weights : list N) (ws : player -> list way) (wins_stuck : player -> formula) (lost ended : player -> table).
Hypothesis S : forall m, stated G n at_ atoms m (ws m) (wins_stuck m).
Hypothesis P : forall m, player_fine n atoms legal weights (ws m) (wins_stuck m) (lost m) (lost (opponent m)) (ended m) = true.

Theorem lost_ok x : length x = n -> holds atoms x legal -> forall m,
  wins G (if accepts (lost m) x then opponent m else m) m (at_ x).
Proof.
  remember (measure weights x) as b eqn:Q. revert x Q.
  induction b as [b IH] using (well_founded_induction N.lt_wf_0). intros x -> L A m. destruct (S m) as [M E].
  destruct (accepts (lost m) x) eqn:O.
  - apply wins_other. split.
    + intro T. destruct (player_dec (ending G m (at_ x)) m) as [R|R]; [|now apply opponent_other].
      exfalso. apply E in R; auto. destruct (when_lost _ _ _ _ _ _ _ _ _ (P m) x L A O R) as (w & y & I & Ly & C).
      apply (T (at_ (pick 0 (becomes w) (x ++ y)))). apply M; auto. apply some_way_ok. exists w, y. auto.
    + intros q K. apply M in K; auto. apply some_way_ok in K as (w & y & I & Ly & C & ->).
      destruct (move_fine _ _ _ _ _ _ _ _ _ (P m) x L A w y I Ly C) as (D & A' & N' & _ & Lz).
      specialize (IH _ D _ eq_refl Lz A' (opponent m)).
      destruct (accepts (lost (opponent m)) (pick 0 (becomes w) (x ++ y))); [tauto|exact IH].
  - apply wins_mover. destruct (when_won _ _ _ _ _ _ _ _ _ (P m) x L A) as [[T W]|(w & y & I & Ly & C & K)]; [congruence| |].
    + left. split; [|now apply E]. intros q K. apply M in K; auto. apply some_way_ok in K as (w & y & I & Ly & C & ->).
      destruct (move_fine _ _ _ _ _ _ _ _ _ (P m) x L A w y I Ly C) as (_ & _ & _ & N' & _). tauto.
    + right. exists (at_ (pick 0 (becomes w) (x ++ y))). split.
      * apply M; auto. apply some_way_ok. exists w, y. auto.
      * destruct (move_fine _ _ _ _ _ _ _ _ _ (P m) x L A w y I Ly C) as (D & A' & _ & _ & Lz).
          specialize (IH _ D _ eq_refl Lz A' (opponent m)). rewrite K, opponent_twice in IH. exact IH.
Qed.
End Lost.

(* One table for both players, who have the same moves *)
Theorem one_set G n at_ atoms legal weights ws wins_stuck lost ended :
  (forall m, stated G n at_ atoms m ws wins_stuck) ->
  player_fine n atoms legal weights ws wins_stuck lost lost ended = true ->
  forall x, length x = n -> holds atoms x legal -> has_outcome G (at_ x) (if accepts lost x then Previous else Next).
Proof.
  intros S P x L A m.
  pose proof (lost_ok G n at_ atoms legal weights (fun _ => ws) (fun _ => wins_stuck) (fun _ => lost) (fun _ => ended)
    S (fun _ => P) x L A m) as H. cbn beta in H. now destruct (accepts lost x).
Qed.
(* One table for Left and one for Right: the positions that are lost by who is to move *)
Theorem two_sets G n at_ atoms legal weights wsl wsr stl str left_lost right_lost left_ended right_ended :
  stated G n at_ atoms Left wsl stl -> stated G n at_ atoms Right wsr str ->
  player_fine n atoms legal weights wsl stl left_lost right_lost left_ended &&
  player_fine n atoms legal weights wsr str right_lost left_lost right_ended = true ->
  forall x, length x = n -> holds atoms x legal ->
  has_outcome G (at_ x) (outcome_of (accepts left_lost x) (accepts right_lost x)).
Proof.
  intros S S' P x L A m. apply andb_prop in P as [P P'].
  pose (by_player := fun {T : Type} (a b : T) m => match m with Left => a | Right => b end).
  pose proof (lost_ok G n at_ atoms legal weights (by_player _ wsl wsr) (by_player _ stl str)
    (by_player _ left_lost right_lost) (by_player _ left_ended right_ended)) as H.
  assert (forall m, stated G n at_ atoms m (by_player _ wsl wsr m) (by_player _ stl str m)) as X by (intros []; [exact S|exact S']).
  specialize (H X). clear X.
  specialize (H (fun m => match m with Left => P | Right => P' end) x L A m).
  destruct m; cbn [by_player] in H; destruct (accepts left_lost x), (accepts right_lost x); exact H.
Qed.

(* The table in other words: a formula, which may speak of further numbers that are defined from the position *)
Definition same_set (n k : nat) (atoms : list atom) (legal defined said : formula) (lost : table) : bool :=
  let l := Is (length atoms) in
  below atoms n legal && below atoms (n + k) defined && below atoms (n + k) said &&
  always (atoms ++ [Within lost (seq 0 n)]) (n + k)
    (Not (And legal (And defined (Or (And l (Not said)) (And (Not l) said))))).
Theorem same_set_ok n k atoms legal defined said lost : same_set n k atoms legal defined said lost = true ->
  forall x y, length x = n -> length y = k -> holds atoms x legal -> holds atoms (x ++ y) defined ->
  accepts lost x = true <-> holds atoms (x ++ y) said.
Proof.
  intros H x y Lx Ly A D. unfold same_set in H. apply andb_prop in H as [H3 H]. apply andb_prop in H3 as [H2 B3].
  apply andb_prop in H2 as [B1 B2].
  assert (length (x ++ y) = n + k)%nat as L by (rewrite app_length; lia).
  apply always_ok with (x := x ++ y) in H; auto. cbn [holds] in H.
  rewrite app_nth2, Nat.sub_diag in H by lia. cbn [nth atom_holds] in H. rewrite (pick_here n x y Lx) in H.
  rewrite (below_ok _ _ x y legal) in H by (now rewrite Lx).
  rewrite (below_more _ _ (x ++ y) defined), (below_more _ _ (x ++ y) said) in H by (now rewrite L).
  rewrite <- (truth_ok atoms (x ++ y) said) in *. destruct (accepts lost x), (truth atoms (x ++ y) said); intuition congruence.
Qed.
Lemma previous_if G p (b : bool) : has_outcome G p (if b then Previous else Next) -> has_outcome G p Previous <-> b = true.
Proof.
  intro H. split.
  - intro Q. pose proof (one_outcome G p _ _ H Q). now destruct b.
  - intros ->. exact H.
Qed.
Theorem in_other_words G p (b : bool) (P : Prop) : has_outcome G p (if b then Previous else Next) -> (b = true <-> P) ->
  has_outcome G p Previous <-> P.
Proof. intros H Q. now rewrite (previous_if _ _ _ H). Qed.
(* An ending, as it is computed *)
Lemma ends_when atoms x f m : (if truth atoms x f then m else opponent m) = m <-> holds atoms x f.
Proof. rewrite <- truth_ok. destruct (truth atoms x f), m; split; easy. Qed.
