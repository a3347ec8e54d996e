(* Periods: when they are least, and the theorem of Guy and Smith. *)
From Coq Require Import NArith List Lia.
Import ListNotations.
From Bouton Require Import Games Named.
Open Scope N_scope.

Lemma period_times {A} (f : N -> A) n0 p : period f n0 p ->
  forall k n, n0 <= n -> f (n + k * p) = f n.
Proof.
  intros [_ H] k. induction k as [|k IH] using N.peano_ind; intros n L.
  - f_equal. lia.
  - replace (n + N.succ k * p) with (n + k * p + p) by lia. rewrite H by lia. now apply IH.
Qed.

(* Two periods have their greatest common divisor as a period. *)
Lemma period_gcd {A} (f : N -> A) n0 p n1 q : period f n0 p -> period f n1 q -> period f n0 (N.gcd p q).
Proof.
  intros P Q. assert (p <> 0 /\ q <> 0) as [p0 q0] by (destruct P, Q; lia). split.
  - destruct (N.eq_dec (N.gcd p q) 0) as [E|E]; [|lia]. apply N.gcd_eq_0 in E. lia.
  - intros n L. destruct (N.gcd_bezout_pos q p) as [u [v E]]; [lia|]. rewrite N.gcd_comm in E.
    rewrite <- (period_times f n0 p P (n1 + v) (n + _)) by lia.
    replace (n + N.gcd p q + (n1 + v) * p) with (n + n1 * p + u * q) by lia.
    rewrite (period_times f n1 q Q) by nia. now apply (period_times f n0 p P).
Qed.

Theorem least_when {A} (f : N -> A) n0 p : period f n0 p ->
  (forall d, 0 < d -> d < p -> N.divide d p -> exists i, n0 <= i /\ f (i + d) <> f i) ->
  (n0 = 0 \/ f (n0 - 1 + p) <> f (n0 - 1)) -> least_period f n0 p.
Proof.
  intros P W B. split; auto. intros n1 q Q.
  assert (N.gcd p q = p) as E.
  { pose proof (period_gcd f n0 p n1 q P Q) as [G1 G2].
    pose proof (N.gcd_divide_l p q) as D.
    destruct (N.eq_dec (N.gcd p q) p) as [|F]; auto. exfalso.
    assert (N.gcd p q <= p) as U by (apply N.divide_pos_le; [destruct P; lia|auto]).
    destruct (W (N.gcd p q)) as [i [I J]]; [lia|lia|auto|]. apply J, G2, I. }
  pose proof (N.gcd_divide_r p q) as [k K]. rewrite E in K. destruct Q as [q0 Q], P as [p0 P].
  assert (k <> 0) by (intros ->; lia). split; [|nia].
  destruct B as [->|B]; [lia|].
  destruct (N.le_gt_cases n0 n1) as [|L]; auto. exfalso. apply B.
  rewrite <- (Q (n0 - 1)) by lia. subst q.
  replace (n0 - 1 + k * p) with (n0 - 1 + p + (k - 1) * p) by nia.
  symmetry. apply (period_times f n0 p); [now split|lia].
Qed.

(* Guy and Smith *)

Lemma sum_app a b : sum (a ++ b) = sum a + sum b.
Proof. induction a; simpl; lia. Qed.

Lemma nim_sum_app a b : nim_sum (a ++ b) = N.lxor (nim_sum a) (nim_sum b).
Proof.
  induction a as [|x a IH]; [symmetry; apply N.lxor_0_l|].
  change (N.lxor x (nim_sum (a ++ b)) = N.lxor (N.lxor x (nim_sum a)) (nim_sum b)). now rewrite IH, N.lxor_assoc.
Qed.

Lemma mex_unique (s s' : N -> Prop) v w : (forall u, s u <-> s' u) -> mex s v -> mex s' w -> v = w.
Proof.
  intros E [A B] [C D]. destruct (N.lt_trichotomy v w) as [H|[H|H]]; auto; exfalso.
  - apply A, E, D, H.
  - apply C, E, B, H.
Qed.

Lemma large_part hs : forall m, hs <> [] -> N.of_nat (length hs) * m <= sum hs ->
  exists a h b, hs = a ++ h :: b /\ m <= h.
Proof.
  induction hs as [|x hs IH]; intros m E L; [easy|]. cbn [length sum fold_right] in L. fold (sum hs) in L.
  rewrite Nat2N.inj_succ, N.mul_succ_l in L.
  destruct (N.le_gt_cases m x) as [G|G]; [now exists [], x, hs|].
  destruct (IH m) as (a & h & b & -> & H).
  - intros ->. cbn in L. lia.
  - lia.
  - now exists (x :: a), h, b.
Qed.

Lemma part_below digits n a h b : sensible digits -> by_code digits n (a ++ h :: b) -> h < n.
Proof.
  intros sense (i & B & F & S). rewrite sum_app in S. cbn [sum fold_right] in S. fold (sum b) in S.
  destruct i as [|i]; [|lia]. destruct sense as [_ E].
  apply Forall_app in F as [Fa Fb]. inversion Fb as [|? ? Hh Fb']; subst.
  destruct a as [|x a]; [destruct b as [|y b]|].
  - simpl in B, E. rewrite E in B. discriminate.
  - inversion Fb'; subst. cbn [sum fold_right] in *. lia.
  - inversion Fa; subst. cbn [sum fold_right] in *. lia.
Qed.

Section GuySmith.
Variables (digits : list N) (g : N -> N) (n0 p t k : N).
Hypothesis sense : sensible digits.
Hypothesis G : nim_values (by_code digits) g.
Hypothesis parts : forall i b, N.testbit (nth i digits 0) b = true -> b <= t.
Hypothesis taken : forall i, nth i digits 0 <> 0 -> N.of_nat i <= k.
Hypothesis some : 1 <= t.
Definition window_end : N := t * N.max n0 1 + (t - 1) * p + k.

Lemma move_taken n hs : by_code digits n hs -> N.of_nat (length hs) <= t /\ n <= sum hs + k.
Proof.
  intros (i & B & _ & S). split; [eapply parts; eauto|].
  assert (nth i digits 0 <> 0) as Z by (intro Z; rewrite Z, N.bits_0 in B; discriminate).
  specialize (taken i Z). lia.
Qed.

(* The largest heap of an option may be exchanged for one of the same value. *)
Lemma exchange n n' hs m : by_code digits n hs -> 1 <= m -> t * m + k <= n ->
  (forall h, m <= h -> h < n -> exists h', 1 <= h' /\ h' + n = h + n' /\ g h' = g h) ->
  exists hs', by_code digits n' hs' /\ nim_sum (map g hs) = nim_sum (map g hs').
Proof.
  intros M m1 L X. pose proof (move_taken n hs M) as (A & B).
  destruct (large_part hs m) as (a & h & b & -> & H).
  - intros ->. simpl in *. nia.
  - nia.
  - destruct (X h H (part_below _ _ _ _ _ sense M)) as (h' & P1 & P2 & P3). exists (a ++ h' :: b).
    destruct M as (i & Bi & F & S). split.
    + exists i. rewrite app_length in *. cbn [length] in *. split; [exact Bi|].
      rewrite Forall_app in *. rewrite sum_app in *. cbn [sum fold_right] in *. fold (sum b) in *.
      destruct F as [F1 F2]. inversion F2; subst. repeat split; auto. lia.
    + rewrite !map_app, !nim_sum_app. cbn. now rewrite P3.
Qed.

Theorem guy_smith : (forall n, n0 <= n -> n < window_end -> g (n + p) = g n) ->
  forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros window n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro H.
  destruct (N.le_gt_cases window_end n) as [L|L]; [|now apply window].
  unfold window_end in L. set (m := N.max n0 1) in *. assert (n0 <= m /\ 1 <= m) as [M0 M1] by lia.
  assert (t * (m + p) = t * m + (t - 1) * p + p) as T by nia.
  refine (mex_unique _ _ _ _ _ (G (n + p)) (G n)).
  intro u. split; intros (hs & M & ->).
  - destruct (exchange (n + p) n hs (m + p)) as (hs' & M' & E); auto; try lia.
    + intros h Hh Hn. exists (h - p). repeat split; try lia.
      rewrite <- (IH (h - p)) by lia. f_equal. lia.
    + exists hs'. auto.
  - destruct (exchange n (n + p) hs m) as (hs' & M' & E); auto; try lia.
    + intros h Hh Hn. exists (h + p). repeat split; try lia. apply IH; lia.
    + exists hs'. auto.
Qed.
End GuySmith.
