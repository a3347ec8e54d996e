(* Nim under normal and misère play, and Antonim with three heaps. *)
From Coq Require Import NArith List Bool Lia.
Import ListNotations.
From Bouton Require Import Games Named Winning Periods Sums.
Local Open Scope N_scope.

Lemma nim_values_nim : nim_values nim (fun n => n).
Proof.
  intro n. split.
  - intros (hs & (m & L & ->) & Q). cbn in Q. rewrite N.lxor_0_r in Q. lia.
  - intros u U. exists [u]. split; [now exists u|]. cbn. now rewrite N.lxor_0_r.
Qed.

Theorem bouton x : has_outcome (heaps nim) x (if nim_sum x =? 0 then Previous else Next).
Proof.
  pose proof (sprague_grundy nim (fun n => n) nim_falls nim_values_nim x) as H. now rewrite map_id in H.
Qed.

(* Misère play *)

Definition large (x : list N) : bool := existsb (fun h => 2 <=? h) x.
(* Won for the previous player *)
Definition quiet (x : list N) : bool := if large x then nim_sum x =? 0 else nim_sum x =? 1.

Lemma large_app a b : large (a ++ b) = large a || large b.
Proof. apply existsb_app. Qed.
Lemma large_middle a h b : large (a ++ h :: b) = (2 <=? h) || large (a ++ b).
Proof. rewrite !large_app. cbn. rewrite !orb_assoc. f_equal. apply orb_comm. Qed.
Lemma small_sum x : large x = false -> nim_sum x <= 1.
Proof.
  induction x as [|h x IH]; intro H; [cbn; lia|]. cbn in H. apply orb_false_elim in H as [A B].
  apply N.leb_gt in A. specialize (IH B). rewrite nim_sum_cons.
  assert (h = 0 \/ h = 1) as [->| ->] by lia; assert (nim_sum x = 0 \/ nim_sum x = 1) as [->| ->] by lia; cbn; lia.
Qed.
Lemma large_sum h s : 2 <= h -> s <= 1 -> N.lxor h s <> 0.
Proof. intros A B C. apply N.lxor_eq in C. lia. Qed.
Lemma nim_move a h h' b : h' < h -> changes nim (a ++ h :: b) (a ++ h' :: b).
Proof. intro L. exists a, h, b, [h']. split; auto. split; auto. exists h'. auto. Qed.

Lemma from_quiet x y : quiet x = true -> changes nim x y -> quiet y = false.
Proof.
  intros Q (a & h & b & hs & -> & (h' & L & ->) & ->). cbn [app]. unfold quiet in *.
  rewrite !large_middle, !nim_sum_middle in *. set (r := nim_sum (a ++ b)) in *.
  assert (N.lxor h r <> N.lxor h' r) as D by (intro D; apply lxor_cancel in D; lia).
  destruct (large (a ++ b)) eqn:B; rewrite ?orb_true_r, ?orb_false_r in *.
  - apply N.eqb_eq in Q. apply N.eqb_neq. congruence.
  - pose proof (small_sum _ B) as S. fold r in S. destruct (N.leb_spec 2 h) as [H|H].
    + apply N.eqb_eq in Q. now apply large_sum in Q.
    + destruct (N.leb_spec 2 h'); [lia|]. apply N.eqb_eq in Q. apply N.eqb_neq. congruence.
Qed.

Lemma to_quiet x : quiet x = false -> (forall y, ~ changes nim x y) \/ exists y, changes nim x y /\ quiet y = true.
Proof.
  intro Q. unfold quiet in Q. destruct (large x) eqn:Lx.
  - right. apply N.eqb_neq in Q. destruct (some_lowers x Q) as (a & h & b & -> & L).
    rewrite nim_sum_middle in L. set (r := nim_sum (a ++ b)) in *.
    rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in L.
    destruct (large (a ++ b)) eqn:B.
    + exists (a ++ r :: b). split; [now apply nim_move|]. unfold quiet.
      rewrite large_middle, B, orb_true_r, nim_sum_middle. fold r. now rewrite N.lxor_nilpotent.
    + pose proof (small_sum _ B) as S. fold r in S. rewrite large_middle, B, orb_false_r in Lx. apply N.leb_le in Lx.
      exists (a ++ (1 - r) :: b). split; [apply nim_move; lia|]. unfold quiet.
      rewrite large_middle, B, orb_false_r, nim_sum_middle. fold r.
      assert (r = 0 \/ r = 1) as [->| ->] by lia; reflexivity.
  - pose proof (small_sum x Lx) as S. apply N.eqb_neq in Q. assert (nim_sum x = 0) as Z by lia. clear S Q.
    assert ((forall h, In h x -> h = 0) \/ exists a b, x = a ++ 1 :: b) as [E|(a & b & ->)].
    { clear Z. induction x as [|h x IH]; [left; easy|]. cbn in Lx. apply orb_false_elim in Lx as [A B].
      apply N.leb_gt in A. assert (h = 0 \/ h = 1) as [->| ->] by lia.
      - destruct (IH B) as [E|(a & b & ->)]; [left|right; now exists (0 :: a), b].
        intros k [<-|K]; auto.
      - right. now exists [], x. }
    + left. intros y (a & h & b & hs & -> & (h' & L & ->) & ->). assert (h = 0); [|lia]. apply E.
      apply in_or_app. right. now left.
    + right. exists (a ++ 0 :: b). split; [apply nim_move; lia|]. rewrite large_middle in Lx. cbn in Lx.
      unfold quiet. rewrite large_middle, Lx. rewrite nim_sum_middle in *. apply N.lxor_eq in Z. now rewrite <- Z.
Qed.

Theorem misere_nim x : has_outcome (misere_heaps nim) x (if quiet x then Previous else Next).
Proof.
  assert (forall m, wins (misere_heaps nim) (if quiet x then opponent m else m) m x) as H.
  { remember (weight x) as k eqn:K. revert x K.
    induction k as [k IH] using (well_founded_induction N.lt_wf_0). intros x -> m. destruct (quiet x) eqn:Q.
    - apply wins_other. split.
      + (* a quiet position has a move *)
        intro S. exfalso. assert (nim_sum x <> 0 \/ large x = true) as H.
        { unfold quiet in Q. destruct (large x); auto. apply N.eqb_eq in Q. left. lia. }
        assert (exists a h b, x = a ++ h :: b /\ 0 < h) as (a & h & b & -> & P).
        { destruct H as [H|H].
          - destruct (some_lowers x H) as (a & h & b & -> & L). exists a, h, b. split; auto. lia.
          - apply existsb_exists in H as (h & J & L). apply N.leb_le in L. apply in_split in J as (a & b & ->).
            exists a, h, b. split; auto. lia. }
        exact (S (a ++ 0 :: b) (nim_move a h 0 b P)).
      + intros y M. specialize (IH (weight y) (lighter nim x y nim_falls M) y eq_refl (opponent m)).
        now rewrite (from_quiet x y Q M) in IH.
    - apply wins_mover. destruct (to_quiet x Q) as [S|(y & M & Qy)]; [left; split; auto|right].
      exists y. split; auto. specialize (IH (weight y) (lighter nim x y nim_falls M) y eq_refl (opponent m)).
      rewrite Qy, opponent_twice in IH. exact IH. }
  intro m. specialize (H m). now destruct (quiet x).
Qed.

(* Three-heap Antonim: Nim on a + 1, b + 1, c + 1, but for the empty position *)

Definition antonim_value (x : list N) : N := nim_sum (map N.succ x).
Definition antonim_previous (x : list N) : bool :=
  if forallb (N.eqb 0) x then true else antonim_value x =? 0.

Lemma distinct3 a b c : distinct [a; b; c] <-> (a = b -> a = 0) /\ (a = c -> a = 0) /\ (b = c -> b = 0).
Proof.
  split.
  - intro D. repeat split; [apply (D 0 1)%nat|apply (D 0 2)%nat|apply (D 1 2)%nat]; cbn; lia.
  - intros (A & B & C) [|[|[|i]]] [|[|[|j]]] L; cbn in *; try lia; auto.
Qed.
Lemma three_heaps a b c y : changes nim [a; b; c] y <->
  (exists a', a' < a /\ y = [a'; b; c]) \/ (exists b', b' < b /\ y = [a; b'; c]) \/ (exists c', c' < c /\ y = [a; b; c']).
Proof.
  split.
  - intros (p & h & q & hs & Q & (h' & L & ->) & ->).
    destruct p as [|? [|? [|? [|? p]]]]; cbn in Q; try discriminate; injection Q; intros; subst; cbn; eauto 6.
  - intros [(h & L & ->)|[(h & L & ->)|(h & L & ->)]].
    + now apply (nim_move [] a h [b; c]).
    + now apply (nim_move [a] b h [c]).
    + now apply (nim_move [a; b] c h []).
Qed.
Lemma value3 a b c : antonim_value [a; b; c] = N.lxor (N.lxor (N.succ a) (N.succ b)) (N.succ c).
Proof. unfold antonim_value. cbn [map nim_sum fold_right]. now rewrite N.lxor_0_r, N.lxor_assoc. Qed.
Lemma zero3 a b c : forallb (N.eqb 0) [a; b; c] = true <-> a = 0 /\ b = 0 /\ c = 0.
Proof. cbn [forallb]. rewrite !andb_true_iff, !N.eqb_eq. intuition. Qed.
Lemma previous3 a b c : antonim_previous [a; b; c] = true <->
  (a = 0 /\ b = 0 /\ c = 0) \/ N.lxor (N.lxor (N.succ a) (N.succ b)) (N.succ c) = 0.
Proof.
  unfold antonim_previous. pose proof (zero3 a b c) as Z. rewrite value3 in *.
  destruct (forallb (N.eqb 0) [a; b; c]); rewrite ?N.eqb_eq in *; intuition discriminate.
Qed.
Lemma sum3 x y z : N.lxor (N.lxor x y) z = 0 <-> z = N.lxor x y.
Proof. split; [intro H; apply N.lxor_eq in H; congruence|intros ->; apply N.lxor_nilpotent]. Qed.
Ltac xor_bits := apply N.bits_inj_iff; let i := fresh in intro i; rewrite ?N.lxor_spec, ?N.bits_0;
  repeat match goal with |- context [N.testbit ?x ?j] => destruct (N.testbit x j) end; reflexivity.

Lemma lower3 x y z : N.lxor (N.lxor x y) z <> 0 -> N.lxor y z < x \/ N.lxor x z < y \/ N.lxor x y < z.
Proof.
  intro H. assert (nim_sum [x; y; z] = N.lxor (N.lxor x y) z) as Q.
  { cbn. now rewrite N.lxor_0_r, N.lxor_assoc. }
  destruct (some_lowers [x; y; z]) as (p & h & q & E & L); [congruence|]. rewrite Q in L.
  destruct p as [|? [|? [|? p]]]; cbn in E; injection E; intros; subst.
  - left. match type of L with N.lxor ?a (N.lxor (N.lxor _ ?b) ?c) < _ =>
      replace (N.lxor a (N.lxor (N.lxor a b) c)) with (N.lxor b c) in L by xor_bits end. exact L.
  - right. left. match type of L with N.lxor ?b (N.lxor (N.lxor ?a _) ?c) < _ =>
      replace (N.lxor b (N.lxor (N.lxor a b) c)) with (N.lxor a c) in L by xor_bits end. exact L.
  - right. right. match type of L with N.lxor ?c (N.lxor (N.lxor ?a ?b) _) < _ =>
      replace (N.lxor c (N.lxor (N.lxor a b) c)) with (N.lxor a b) in L by xor_bits end. exact L.
  - now destruct p.
Qed.

Lemma lxor_same_l x y : N.lxor x y = x -> y = 0.
Proof. intro H. apply (lxor_cancel _ _ x). now rewrite N.lxor_comm, H, N.lxor_0_l. Qed.
Lemma lxor_same_r x y : N.lxor x y = y -> x = 0.
Proof. rewrite N.lxor_comm. apply lxor_same_l. Qed.
Lemma partner b c : b <> c -> exists h, N.succ h = N.lxor (N.succ b) (N.succ c) /\ h <> b /\ h <> c.
Proof.
  intro D. exists (N.pred (N.lxor (N.succ b) (N.succ c))).
  assert (N.lxor (N.succ b) (N.succ c) <> 0) as Z by (intro Z; apply N.lxor_eq in Z; lia).
  assert (N.lxor (N.succ b) (N.succ c) <> N.succ b) as B by (intro H; apply lxor_same_l in H; lia).
  assert (N.lxor (N.succ b) (N.succ c) <> N.succ c) as C by (intro H; apply lxor_same_r in H; lia).
  repeat split; lia.
Qed.

Lemma from_previous a b c y : distinct [a; b; c] -> antonim_previous [a; b; c] = true ->
  changes nim [a; b; c] y -> antonim_previous y = false.
Proof.
  intros D P M. apply previous3 in P. apply three_heaps in M.
  destruct P as [(-> & -> & ->)|P]; [destruct M as [(h & L & _)|[(h & L & _)|(h & L & _)]]; lia|].
  apply sum3 in P.
  assert (forall a' b' c', (a' < a /\ b' = b /\ c' = c) \/ (a' = a /\ b' < b /\ c' = c) \/ (a' = a /\ b' = b /\ c' < c) ->
    antonim_previous [a'; b'; c'] = false) as H.
  { intros a' b' c' L. destruct (antonim_previous [a'; b'; c']) eqn:Q; auto. exfalso. apply previous3 in Q.
    destruct Q as [(-> & -> & ->)|Q].
    - assert ((b = 0 /\ c = 0) \/ (a = 0 /\ c = 0) \/ (a = 0 /\ b = 0)) as [[-> ->]|[[-> ->]|[-> ->]]] by lia.
      + symmetry in P. apply lxor_same_r in P. lia.
      + symmetry in P. apply lxor_same_l in P. lia.
      + rewrite N.lxor_nilpotent in P. lia.
    - apply sum3 in Q. destruct L as [(L & -> & ->)|[(-> & L & ->)|(-> & -> & L)]].
      + rewrite Q in P. apply lxor_cancel in P. lia.
      + rewrite Q, !(N.lxor_comm (N.succ a)) in P. apply lxor_cancel in P. lia.
      + rewrite <- Q in P. lia. }
  destruct M as [(h & L & ->)|[(h & L & ->)|(h & L & ->)]]; apply H; lia.
Qed.

Lemma to_previous a b c : distinct [a; b; c] -> antonim_previous [a; b; c] = false ->
  exists a' b' c', (changes nim [a; b; c] [a'; b'; c'] /\ distinct [a'; b'; c']) /\ antonim_previous [a'; b'; c'] = true.
Proof.
  intros D P.
  assert (~ (a = 0 /\ b = 0 /\ c = 0) /\ N.lxor (N.lxor (N.succ a) (N.succ b)) (N.succ c) <> 0) as [Z V].
  { split; intro X; assert (antonim_previous [a; b; c] = true) by (apply previous3; auto); congruence. }
  apply distinct3 in D as (D1 & D2 & D3).
  assert (forall a' b' c', ((a' < a /\ b' = b /\ c' = c) \/ (a' = a /\ b' < b /\ c' = c) \/ (a' = a /\ b' = b /\ c' < c)) ->
    (a' = b' -> a' = 0) /\ (a' = c' -> a' = 0) /\ (b' = c' -> b' = 0) ->
    (a' = 0 /\ b' = 0 /\ c' = 0) \/ N.lxor (N.lxor (N.succ a') (N.succ b')) (N.succ c') = 0 ->
    exists a' b' c', (changes nim [a; b; c] [a'; b'; c'] /\ distinct [a'; b'; c']) /\ antonim_previous [a'; b'; c'] = true) as H.
  { intros a' b' c' L D Q. exists a', b', c'. split; [|now apply previous3]. split; [|now apply distinct3].
    apply three_heaps. destruct L as [(L & -> & ->)|[(-> & L & ->)|(-> & -> & L)]]; eauto 7. }
  destruct (lower3 _ _ _ V) as [L|[L|L]].
  - destruct (N.eq_dec b c) as [->|E]; [apply (H 0 0 0); lia|].
    destruct (partner b c E) as (h & Q & B & C). rewrite <- Q in L.
    apply (H h b c); try lia. right. rewrite Q. xor_bits.
  - destruct (N.eq_dec a c) as [->|E]; [apply (H 0 0 0); lia|].
    destruct (partner a c E) as (h & Q & B & C). rewrite <- Q in L.
    apply (H a h c); try lia. right. rewrite Q. xor_bits.
  - destruct (N.eq_dec a b) as [->|E]; [apply (H 0 0 0); lia|].
    destruct (partner a b E) as (h & Q & B & C). rewrite <- Q in L.
    apply (H a b h); try lia. right. rewrite Q. xor_bits.
Qed.

Theorem antonim3 a b c : distinct [a; b; c] ->
  has_outcome antonim [a; b; c] (if antonim_previous [a; b; c] then Previous else Next).
Proof.
  intro D0. assert (forall m, wins antonim (if antonim_previous [a; b; c] then opponent m else m) m [a; b; c]) as H.
  { remember (a + b + c) as k eqn:K. revert a b c D0 K.
    induction k as [k IH] using (well_founded_induction N.lt_wf_0). intros a b c D -> m.
    destruct (antonim_previous [a; b; c]) eqn:Q.
    - apply wins_other. split; auto. intros y [M Dy]. pose proof (from_previous a b c y D Q M) as X.
      assert (forall a' b' c', y = [a'; b'; c'] -> a' + b' + c' < a + b + c -> wins antonim (opponent m) (opponent m) y) as W.
      { intros a' b' c' -> L. specialize (IH _ L a' b' c' Dy eq_refl (opponent m)). now rewrite X in IH. }
      apply three_heaps in M as [(h & L & E)|[(h & L & E)|(h & L & E)]]; apply (W _ _ _ E); lia.
    - apply wins_mover. right. destruct (to_previous a b c D Q) as (a' & b' & c' & [M Dy] & X).
      exists [a'; b'; c']. split; [now split|].
      assert (a' + b' + c' < a + b + c) as L.
      { apply three_heaps in M as [(h & L & E)|[(h & L & E)|(h & L & E)]]; injection E; lia. }
      specialize (IH _ L a' b' c' Dy eq_refl (opponent m)). rewrite X, opponent_twice in IH. exact IH. }
  intro m. specialize (H m). now destruct (antonim_previous [a; b; c]).
Qed.
