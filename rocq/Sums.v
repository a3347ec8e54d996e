(* Heaps side by side: the theorem of Sprague and Grundy, and that nim-values exist. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Named Winning Periods.
Local Open Scope N_scope.

(* The nim-sum: some summand can be lowered so that it becomes 0. *)
Lemma lxor_lowers x s : s <> 0 -> N.testbit x (N.log2 s) = true -> N.lxor x s < x.
Proof.
  intros Z B. set (k := N.log2 s) in *.
  assert (N.shiftr s k = 1) as S1.
  { apply N.bits_inj_iff. intro i. rewrite N.shiftr_spec' by lia. destruct (N.eq_dec i 0) as [->|D].
    - rewrite N.add_0_l. unfold k. now rewrite N.bit_log2.
    - rewrite N.bits_above_log2 by (fold k; lia). destruct i as [|[i|i|]]; auto; lia. }
  assert (N.shiftr (N.lxor x s) k = N.shiftr x k - 1 /\ 1 <= N.shiftr x k) as [Q1 Q2].
  { rewrite N.shiftr_lxor, S1. assert (N.testbit (N.shiftr x k) 0 = true) as O by (now rewrite N.shiftr_spec' by lia).
    destruct (N.shiftr x k) as [|[y|y|]]; try discriminate O; split; try reflexivity; lia. }
  rewrite N.shiftr_div_pow2 in Q1, Q2. rewrite N.shiftr_div_pow2 in Q1.
  assert (2 ^ k <> 0) as P by (apply N.pow_nonzero; lia). clearbody k. revert Q1 Q2 P. generalize (2 ^ k). intros c Q1 Q2 P.
  pose proof (N.div_mod x c P) as D1. pose proof (N.div_mod (N.lxor x s) c P) as D2.
  pose proof (N.mod_lt (N.lxor x s) c P) as D3. rewrite Q1 in D2.
  assert (x / c = N.succ (x / c - 1)) as D4 by lia. rewrite D4, N.mul_succ_r in D1.
  clear D4 Q1 Q2 B S1 Z. revert D1 D2 D3.
  generalize (x mod c) (N.lxor x s mod c) (c * (x / c - 1)) (N.lxor x s). intros. lia.
Qed.

Lemma testbit_sum k vs : N.testbit (nim_sum vs) k = true -> exists a x b, vs = a ++ x :: b /\ N.testbit x k = true.
Proof.
  induction vs as [|x vs IH]; intro H.
  - change (N.testbit 0 k = true) in H. now rewrite N.bits_0 in H.
  - change (N.testbit (N.lxor x (nim_sum vs)) k = true) in H. rewrite N.lxor_spec in H.
    destruct (N.testbit x k) eqn:B; [now exists [], x, vs|].
    destruct IH as (a & y & b & -> & Y); [now destruct (N.testbit (nim_sum vs) k)|]. now exists (x :: a), y, b.
Qed.

Lemma some_lowers vs : nim_sum vs <> 0 -> exists a x b, vs = a ++ x :: b /\ N.lxor x (nim_sum vs) < x.
Proof.
  intro Z. destruct (testbit_sum (N.log2 (nim_sum vs)) vs (N.bit_log2 _ Z)) as (a & x & b & Q & B).
  exists a, x, b. split; auto. now apply lxor_lowers.
Qed.

Lemma nim_sum_cons x vs : nim_sum (x :: vs) = N.lxor x (nim_sum vs).
Proof. reflexivity. Qed.
Lemma nim_sum_middle a x b : nim_sum (a ++ x :: b) = N.lxor x (nim_sum (a ++ b)).
Proof. rewrite !nim_sum_app, nim_sum_cons, <- !N.lxor_assoc. f_equal. apply N.lxor_comm. Qed.
Lemma lxor_zero_eq x y : N.lxor x y = 0 <-> x = y.
Proof. split; [apply N.lxor_eq|intros ->; apply N.lxor_nilpotent]. Qed.

Lemma lxor_cancel x y z : N.lxor x z = N.lxor y z -> x = y.
Proof.
  intro H. rewrite <- (N.lxor_0_r x), <- (N.lxor_0_r y), <- (N.lxor_nilpotent z), <- !N.lxor_assoc. now rewrite H.
Qed.

Definition weight (hs : list N) : N := sum (map (fun h => 2 * h - 1) hs).
(* Every move makes a position lighter. *)
Definition falls (r : rule) : Prop := forall n hs, r n hs -> weight hs < weight [n].

Lemma weight_app a b : weight (a ++ b) = weight a + weight b.
Proof. unfold weight. now rewrite map_app, sum_app. Qed.
Lemma weight_cons h hs : weight (h :: hs) = 2 * h - 1 + weight hs.
Proof. reflexivity. Qed.
Lemma lighter r x y : falls r -> changes r x y -> weight y < weight x.
Proof.
  intros F (a & n & b & hs & -> & M & ->). specialize (F n hs M). rewrite weight_cons in F.
  change (weight []) with 0 in F. rewrite !weight_app, weight_cons. lia.
Qed.

Section SpragueGrundy.
Variables (r : rule) (g : N -> N).
Hypothesis F : falls r.
Hypothesis G : nim_values r g.
Notation value x := (nim_sum (map g x)).

Lemma to_zero x : value x <> 0 -> exists y, changes r x y /\ value y = 0.
Proof.
  intro Z. destruct (some_lowers _ Z) as (a' & v & b' & Q & L).
  apply map_eq_app in Q as (a & b1 & -> & <- & Qb). apply map_eq_cons in Qb as (n & b & -> & <- & <-).
  destruct (G n) as [_ B]. destruct (B _ L) as (hs & M & V).
  exists (a ++ hs ++ b). split; [now exists a, n, b, hs|].
  rewrite !map_app, !nim_sum_app, <- V, !map_app. cbn [map]. rewrite nim_sum_app, nim_sum_cons.
  set (s := nim_sum (map g a)). set (t := nim_sum (map g b)). set (v := g n).
  apply N.bits_inj_iff. intro i. rewrite !N.lxor_spec, N.bits_0.
  now destruct (N.testbit s i), (N.testbit v i), (N.testbit t i).
Qed.
Lemma from_zero x y : value x = 0 -> changes r x y -> value y <> 0.
Proof.
  intros Z (a & n & b & hs & -> & M & ->) Y. destruct (G n) as [A _]. apply A. exists hs. split; auto.
  rewrite !map_app, !nim_sum_app in *. cbn [map] in Z. rewrite nim_sum_cons in Z.
  apply N.lxor_eq in Z, Y. rewrite Z in Y. now apply lxor_cancel in Y.
Qed.

Theorem sprague_grundy x : has_outcome (heaps r) x (if value x =? 0 then Previous else Next).
Proof.
  assert (forall m, wins (heaps r) (if value x =? 0 then opponent m else m) m x) as H.
  { remember (weight x) as k eqn:K. revert x K.
    induction k as [k IH] using (well_founded_induction N.lt_wf_0). intros x -> m.
    destruct (N.eqb_spec (value x) 0) as [Z|Z].
    - apply wins_other. split; auto. intros y M.
      specialize (IH (weight y) (lighter r x y F M) y eq_refl (opponent m)).
      destruct (N.eqb_spec (value y) 0) as [Q|Q]; auto. now apply (from_zero x y Z M) in Q.
    - apply wins_mover. right. destruct (to_zero x Z) as (y & M & Q). exists y. split; auto.
      specialize (IH (weight y) (lighter r x y F M) y eq_refl (opponent m)). rewrite Q in IH. cbn in IH.
      now rewrite opponent_twice in IH. }
  intro m. specialize (H m). now destruct (value x =? 0).
Qed.
End SpragueGrundy.

Lemma sum_le_weight hs : Forall (fun h => 1 <= h) hs -> weight hs + N.of_nat (length hs) = 2 * sum hs.
Proof.
  induction 1 as [|h hs H _ IH]; [reflexivity|]. rewrite weight_cons. cbn [length sum fold_right]. fold (sum hs). lia.
Qed.
Lemma code_falls digits : sensible digits -> falls (by_code digits).
Proof.
  intros [S0 S1] n hs (t & B & P & T). pose proof (sum_le_weight hs P) as W.
  rewrite weight_cons. change (weight []) with 0. destruct t as [|t].
  - destruct hs as [|a [|b hs]]; cbn [length] in *.
    + change (N.of_nat 0) with 0 in *. congruence.
    + change (N.of_nat 1) with 1 in *. congruence.
    + inversion P; subst. cbn [sum fold_right] in *. lia.
  - lia.
Qed.
Lemma nim_falls : falls nim.
Proof. intros n hs (m & L & ->). rewrite !weight_cons. change (weight []) with 0. lia. Qed.
Lemma taking_falls s : Forall (fun k => 1 <= k) s -> falls (taking s).
Proof.
  intros P n hs (k & J & L & ->). rewrite Forall_forall in P. specialize (P k J).
  rewrite !weight_cons. change (weight []) with 0. lia.
Qed.

(* Nim-values exist where the options can be listed. *)

Fixpoint first_free (fuel : nat) (u : N) (l : list N) : N :=
  match fuel with
  | O => u
  | S fuel => if existsb (N.eqb u) l then first_free fuel (N.succ u) l else u
  end.
Definition mex_of (l : list N) : N := first_free (N.to_nat (N.succ (fold_right N.max 0 l))) 0 l.

Lemma mem_ok u l : existsb (N.eqb u) l = true <-> In u l.
Proof.
  rewrite existsb_exists. split; [intros (x & J & Q); apply N.eqb_eq in Q; now subst|].
  intro J. exists u. split; auto. apply N.eqb_refl.
Qed.
Lemma first_free_ok l fuel : forall u, (forall x, x < u -> In x l) -> (forall x, u + N.of_nat fuel <= x -> ~ In x l) ->
  mex (fun x => In x l) (first_free fuel u l).
Proof.
  induction fuel as [|fuel IH]; intros u A B; cbn [first_free].
  - split; [apply B; lia|auto].
  - destruct (existsb (N.eqb u) l) eqn:Q.
    + apply mem_ok in Q. apply IH; [|intros x X; apply B; lia].
      intros x X. destruct (N.eq_dec x u) as [->|]; auto. apply A. lia.
    + split; auto. intro J. apply mem_ok in J. congruence.
Qed.
Lemma mex_of_ok l : mex (fun x => In x l) (mex_of l).
Proof.
  apply first_free_ok; [intros; lia|]. intros x X J.
  assert (forall y, In y l -> y <= fold_right N.max 0 l) as M.
  { clear. induction l as [|a l IH]; [easy|]. intros y [->|J]; cbn; [|specialize (IH y J)]; lia. }
  specialize (M x J). lia.
Qed.

Section Exists.
Variables (r : rule) (options : N -> list (list N)).
Hypothesis O1 : forall n hs, In hs (options n) <-> r n hs.
Hypothesis smaller : forall n hs, r n hs -> Forall (fun h => h < n) hs.

Fixpoint first_values (k : nat) : list N :=
  match k with
  | O => []
  | S k => let t := first_values k in
      t ++ [mex_of (map (fun hs => nim_sum (map (fun h => nth (N.to_nat h) t 0) hs)) (options (N.of_nat k)))]
  end.
Definition value_of (n : N) : N := nth (N.to_nat n) (first_values (S (N.to_nat n))) 0.

Lemma length_values k : length (first_values k) = k.
Proof. induction k; auto. cbn. rewrite app_length, IHk. cbn. lia. Qed.
Lemma values_stable k n : (N.to_nat n < k)%nat -> nth (N.to_nat n) (first_values k) 0 = value_of n.
Proof.
  induction k as [|k IH]; intro L; [lia|]. destruct (Nat.eq_dec (N.to_nat n) k) as [Q|D].
  - unfold value_of. now rewrite Q.
  - cbn [first_values]. rewrite app_nth1 by (rewrite length_values; lia). apply IH. lia.
Qed.
Theorem values_exist : nim_values r value_of.
Proof.
  intro n. assert (value_of n = mex_of (map (fun hs => nim_sum (map value_of hs)) (options n))) as Q.
  { unfold value_of at 1. cbn [first_values]. rewrite app_nth2; rewrite length_values; [|lia].
    rewrite Nat.sub_diag, N2Nat.id. cbn [nth]. f_equal. apply map_ext_in. intros hs J. f_equal.
    apply map_ext_in. intros h H. apply values_stable. apply O1, smaller in J. rewrite Forall_forall in J.
    specialize (J h H). lia. }
  rewrite Q. destruct (mex_of_ok (map (fun hs => nim_sum (map value_of hs)) (options n))) as [A B]. split.
  - intros (hs & M & V). apply A. rewrite V. apply in_map_iff. exists hs. split; auto. now apply O1.
  - intros u U. specialize (B u U). apply in_map_iff in B as (hs & V & J). exists hs. split; auto. now apply O1.
Qed.
End Exists.

(* All lists of b positive numbers with the sum m *)
Fixpoint compositions (b : nat) (m : nat) : list (list N) :=
  match b with
  | O => if (m =? 0)%nat then [[]] else []
  | S b => flat_map (fun h => map (cons (N.of_nat h)) (compositions b (m - h))) (seq 1 m)
  end.
Lemma compositions_ok b : forall m hs, In hs (compositions b m) <->
  length hs = b /\ Forall (fun h => 1 <= h) hs /\ sum hs = N.of_nat m.
Proof.
  induction b as [|b IH]; intros m hs; cbn [compositions].
  - destruct (Nat.eqb_spec m 0) as [->|D]; cbn [In]; split.
    + intros [<-|[]]. repeat split; auto.
    + intros (L & _ & _). left. now destruct hs.
    + easy.
    + intros (L & _ & S). destruct hs; [|easy]. cbn in S. lia.
  - rewrite in_flat_map. split.
    + intros (h & Hh & J). apply in_seq in Hh. apply in_map_iff in J as (t & <- & J). apply IH in J as (L & P & S).
      repeat split; [cbn; lia|constructor; auto; lia|]. cbn [sum fold_right]. fold (sum t). lia.
    + intros (L & P & S). destruct hs as [|h t]; [easy|]. inversion P; subst. cbn [sum fold_right] in S. fold (sum t) in S.
      exists (N.to_nat h). split; [apply in_seq; lia|]. apply in_map_iff. exists t. rewrite N2Nat.id. split; auto.
      apply IH. cbn in L. split; [lia|split; [auto|lia]].
Qed.

Definition code_options (digits : list N) (n : N) : list (list N) :=
  flat_map (fun t => flat_map (fun b => if N.testbit (nth t digits 0) (N.of_nat b)
    then (if (N.of_nat t <=? n) then compositions b (N.to_nat (n - N.of_nat t)) else []) else [])
    (seq 0 (S (N.size_nat (nth t digits 0))))) (seq 0 (length digits)).
Lemma code_options_ok digits n hs : In hs (code_options digits n) <-> by_code digits n hs.
Proof.
  unfold code_options. rewrite in_flat_map. split.
  - intros (t & _ & J). apply in_flat_map in J as (b & _ & J).
    destruct (N.testbit (nth t digits 0) (N.of_nat b)) eqn:B; [|easy].
    destruct (N.leb_spec (N.of_nat t) n); [|easy]. apply compositions_ok in J as (L & P & S).
    exists t. rewrite L. repeat split; auto. lia.
  - intros (t & B & P & S).
    assert (nth t digits 0 <> 0) as Z by (intro Z; rewrite Z, N.bits_0 in B; discriminate).
    exists t. split.
    { apply in_seq. destruct (le_lt_dec (length digits) t); [|lia]. now rewrite nth_overflow in Z. }
    apply in_flat_map. exists (length hs). split.
    + apply in_seq. split; [lia|].
      assert (N.of_nat (length hs) <= N.log2 (nth t digits 0)) as L.
      { destruct (N.le_gt_cases (N.of_nat (length hs)) (N.log2 (nth t digits 0))) as [|X]; auto.
        now rewrite N.bits_above_log2 in B. }
      assert (N.log2 (nth t digits 0) <= N.of_nat (N.size_nat (nth t digits 0))) as M; [|lia].
      clear. destruct (nth t digits 0) as [|q]; [cbn; lia|]. cbn [N.size_nat].
      destruct q as [q|q|]; cbn [N.log2 Pos.size_nat]; try lia;
        (rewrite Nat2N.inj_succ; enough (N.pos (Pos.size q) = N.of_nat (Pos.size_nat q)) by lia;
         clear; induction q; cbn [Pos.size Pos.size_nat]; rewrite ?Nat2N.inj_succ, <- ?IHq; lia).
    + rewrite B. destruct (N.leb_spec (N.of_nat t) n); [|lia]. apply compositions_ok. repeat split; auto. lia.
Qed.
Lemma code_smaller digits : sensible digits -> forall n hs, by_code digits n hs -> Forall (fun h => h < n) hs.
Proof.
  intros S n hs M. apply Forall_forall. intros h J. apply in_split in J as (a & b & ->).
  eapply part_below; eauto.
Qed.

Theorem code_values_exist digits : sensible digits -> exists g, nim_values (by_code digits) g.
Proof.
  intro S. eexists. apply (values_exist _ (code_options digits)); [apply code_options_ok|now apply code_smaller].
Qed.
Theorem values_unique (r : rule) g g' : (forall n hs, r n hs -> Forall (fun h => h < n) hs) ->
  nim_values r g -> nim_values r g' -> forall n, g n = g' n.
Proof.
  intros S G G' n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  refine (mex_unique _ _ _ _ _ (G n) (G' n)).
  assert (forall hs, r n hs -> map g hs = map g' hs) as Q.
  { intros hs M. apply map_ext_in. intros h J. apply IH. specialize (S n hs M). rewrite Forall_forall in S. auto. }
  intro u. split; intros (hs & M & ->); exists hs; split; auto; now rewrite Q.
Qed.
