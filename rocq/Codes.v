(* What follows from nim-values: outcomes of take-and-break games, values and outcomes of positions, subtraction. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Named Winning Periods Tables Tries NimValues NimPeriod OneHeap Sums.
Local Open Scope N_scope.

Lemma nim_period_sensible digits mask alternate n0 p terms :
  nim_period digits mask alternate n0 p terms = true -> sensible digits.
Proof.
  intro H. unfold nim_period in H. apply andb_prop in H as [_ H]. now apply nim_table_ok in H as (S & _).
Qed.

(* Outcomes of lone heaps *)

Definition by_value (v : N) : outcome := if v =? 0 then Previous else Next.

Definition code_outcome_period (digits : list N) (mask : N) (alternate : bool) (n1 p1 : N) (values : list N)
  (n0 p : N) (terms : list outcome) : bool :=
  let len := N.max (N.max n0 n1 + p1 + p) (n0 + 2 * p) in
  let v := extend values (N.to_nat n1) (N.to_nat len) in
  let t := extend terms (N.to_nat n0) (N.to_nat len) in
  nim_period digits mask alternate n1 p1 values && (0 <? p) &&
  Nat.eqb (length values) (N.to_nat (n1 + p1)) && Nat.eqb (length v) (N.to_nat len) &&
  Nat.eqb (length t) (N.to_nat len) && same N.eqb (skipn (N.to_nat n1) v) (skipn (N.to_nat (n1 + p1)) v) &&
  same same_outcome (map by_value v) t &&
  same same_outcome (skipn (N.to_nat n0) t) (skipn (N.to_nat (n0 + p)) t) && least same_outcome t n0 p.

Theorem code_outcome_period_ok digits mask alternate n1 p1 values n0 p terms :
  code_outcome_period digits mask alternate n1 p1 values n0 p terms = true ->
  forall f, outcomes (heaps (by_code digits)) alone f -> starts_with f terms /\ least_period f n0 p.
Proof.
  unfold code_outcome_period. set (len := N.max _ _). set (v := extend values _ _). set (t := extend terms _ _).
  intros H f F.
  apply andb_prop in H as [H Hleast]. apply andb_prop in H as [H Hwin]. apply andb_prop in H as [H Hv].
  apply andb_prop in H as [H Hper]. apply andb_prop in H as [H Hlt]. apply andb_prop in H as [H Hlv].
  apply andb_prop in H as [H Hl]. apply andb_prop in H as [Hnim Hp].
  apply N.ltb_lt in Hp. apply Nat.eqb_eq in Hlt, Hlv, Hl.
  pose proof (nim_period_sensible _ _ _ _ _ _ Hnim) as S. destruct (code_values_exist digits S) as [g G].
  destruct (nim_period_ok _ _ _ _ _ _ Hnim g G) as [Gs [[p1' Gp] _]].
  assert (forall i, (i < length v)%nat -> g (N.of_nat i) = nth i v 0) as Tv.
  { intro i. induction i as [i IH] using lt_wf_ind. intro L.
    destruct (le_lt_dec (length values) i) as [B|B].
    - pose proof (same_ok N.eqb N.eqb_eq _ _ (i - N.to_nat (n1 + p1)) 0 Hper) as X.
      rewrite !nth_skip, skipn_length in X.
      assert (i - N.to_nat (n1 + p1) < length v - N.to_nat (n1 + p1))%nat as Y by lia. specialize (X Y).
      replace (N.to_nat (n1 + p1) + (i - N.to_nat (n1 + p1)))%nat with i in X by lia. rewrite <- X.
      rewrite <- IH by lia.
      rewrite <- (Gp (N.of_nat (N.to_nat n1 + (i - N.to_nat (n1 + p1))))) by lia. f_equal. lia.
    - destruct (nth_error values i) as [a|] eqn:Q; [|apply nth_error_None in Q; lia].
      rewrite (Gs i a Q). unfold v, extend. rewrite app_nth1 by auto. symmetry. now apply nth_error_nth. }
  assert (forall n, f n = by_value (g n)) as Fg.
  { intro n. apply (one_outcome (heaps (by_code digits)) (alone n)); [apply F|].
    pose proof (sprague_grundy (by_code digits) g (code_falls digits S) G [n]) as SG.
    cbn [map nim_sum fold_right] in SG. now rewrite N.lxor_0_r in SG. }
  assert (forall i, (i < length t)%nat -> f (N.of_nat i) = nth i t Next) as T.
  { intros i L. rewrite <- (same_ok same_outcome same_outcome_eq _ _ i Next Hv L).
    rewrite (nth_indep _ Next (by_value 0)) by (rewrite map_length; lia). rewrite map_nth, <- Tv by lia. apply Fg. }
  split.
  - apply (starts_ok f t Next T terms (N.to_nat n0) (N.to_nat len) eq_refl).
  - apply (least_ok same_outcome same_outcome_eq f t Next T n0 p Hleast). split; auto.
    pose proof (window_ok same_outcome same_outcome_eq f t Next T n0 p Hwin) as Wn.
    intro n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
    destruct (N.le_gt_cases (N.max n0 n1 + p1) n) as [B|B]; [|apply Wn; auto; rewrite Hlt; lia].
    rewrite !Fg. replace (n + p) with (n - p1 + p + p1) by lia. rewrite Gp by lia.
    replace n with (n - p1 + p1) at 2 by lia. rewrite (Gp (n - p1)) by lia. rewrite <- !Fg. apply IH; lia.
Qed.

(* Positions of several heaps, from the values of the heaps 0, 1, ... *)

Definition code_value (digits : list N) (mask : N) (alternate : bool) (values x : list N) (v : N) : bool :=
  nim_table digits mask alternate values &&
  forallb (fun h => Nat.ltb (N.to_nat h) (length values)) x &&
  (nim_sum (map (fun h => nth (N.to_nat h) values 0) x) =? v).
Theorem code_value_ok digits mask alternate values x v :
  code_value digits mask alternate values x v = true ->
  sensible digits /\ forall g, nim_values (by_code digits) g -> nim_sum (map g x) = v.
Proof.
  intro H. apply andb_prop in H as [H Hv]. apply andb_prop in H as [Ht Hx]. apply N.eqb_eq in Hv.
  destruct (nim_table_ok _ _ _ _ Ht) as (S & V). split; auto. intros g G. rewrite <- Hv. f_equal.
  apply map_ext_in. intros h J. rewrite forallb_forall in Hx. specialize (Hx h J). apply Nat.ltb_lt in Hx.
  rewrite <- (V g G) by auto. now rewrite N2Nat.id.
Qed.
Theorem code_outcome_ok digits mask alternate values x v :
  code_value digits mask alternate values x v = true ->
  has_outcome (heaps (by_code digits)) x (by_value v).
Proof.
  intro H. destruct (code_value_ok _ _ _ _ _ _ H) as [S V]. destruct (code_values_exist digits S) as [g G].
  rewrite <- (V g G). exact (sprague_grundy _ g (code_falls digits S) G x).
Qed.

(* Subtraction is the code with the digit 3 at the places of the set. *)

Definition digits_of (s : list N) : list N :=
  map (fun t => if member s (N.of_nat t) then 3 else 0) (seq 0 (S (N.to_nat (fold_left N.max s 0)))).
Lemma nth_digits s t : nth t (digits_of s) 0 = if member s (N.of_nat t) then 3 else 0.
Proof.
  unfold digits_of. destruct (le_lt_dec (S (N.to_nat (fold_left N.max s 0))) t) as [L|L].
  - rewrite nth_overflow by (rewrite map_length, seq_length; auto).
    destruct (member s (N.of_nat t)) eqn:M; auto. apply existsb_exists in M as (k & J & Q). apply N.eqb_eq in Q.
    pose proof (fold_max s 0 k (or_introl J)). lia.
  - set (h := fun t => if member s (N.of_nat t) then 3 else 0).
    rewrite (nth_indep _ 0 (h 0%nat)) by (rewrite map_length, seq_length; auto).
    rewrite map_nth, seq_nth by auto. reflexivity.
Qed.
Theorem taking_code s g : Forall (fun k => 1 <= k) s -> nim_values (taking s) g -> nim_values (by_code (digits_of s)) g.
Proof.
  intros P G. rewrite Forall_forall in P.
  assert (g 0 = 0) as Z.
  { destruct (G 0) as [_ B]. destruct (N.eq_dec (g 0) 0) as [|D]; auto.
    destruct (B 0) as (hs & (k & J & L & _) & _); [lia|]. specialize (P k J). lia. }
  intro n. destruct (G n) as [A B].
  assert (forall u, (exists hs, by_code (digits_of s) n hs /\ u = nim_sum (map g hs)) <->
    (exists hs, taking s n hs /\ u = nim_sum (map g hs))) as Q.
  { intro u. split.
    - intros (hs & (t & Bt & F & T) & ->). rewrite nth_digits in Bt.
      destruct (member s (N.of_nat t)) eqn:M; [|now rewrite N.bits_0 in Bt].
      apply existsb_exists in M as (k & J & E0). apply N.eqb_eq in E0. subst k.
      pose proof (small_digit 3 _ 2 eq_refl Bt) as L.
      exists [n - N.of_nat t]. split; [exists (N.of_nat t); repeat split; auto; lia|].
      destruct hs as [|a [|b hs]]; cbn [length sum fold_right map nim_sum] in *; [| |lia].
      + replace (n - N.of_nat t) with 0 by lia. now rewrite Z.
      + f_equal. f_equal. lia.
    - intros (hs & (k & J & L & ->) & ->).
      assert (N.testbit (nth (N.to_nat k) (digits_of s) 0) 0 = true /\ N.testbit (nth (N.to_nat k) (digits_of s) 0) 1 = true) as [B0 B1].
      { rewrite nth_digits, N2Nat.id. replace (member s k) with true; [auto|]. symmetry. apply existsb_exists.
        exists k. split; auto. apply N.eqb_refl. }
      destruct (N.eq_dec k n) as [->|D].
      + exists []. split; [exists (N.to_nat n); repeat split; auto; cbn; lia|]. rewrite N.sub_diag. cbn. now rewrite Z.
      + exists [n - k]. split; auto. exists (N.to_nat k). repeat split; auto; [repeat constructor; lia|cbn; lia]. }
  split.
  - intro H. apply A. now apply Q.
  - intros u U. apply Q. auto.
Qed.
Theorem taking_period_ok s mask alternate n0 p terms : forallb (fun k => 1 <=? k) s = true ->
  nim_period (digits_of s) mask alternate n0 p terms = true ->
  forall g, nim_values (taking s) g -> starts_with g terms /\ least_period g n0 p.
Proof.
  intros P H g G. apply (nim_period_ok _ _ _ _ _ _ H). apply taking_code; auto.
  rewrite forallb_forall in P. apply Forall_forall. intros k J. now apply N.leb_le, P.
Qed.

Lemma taking_values_exist s : Forall (fun k => 1 <= k) s -> exists g, nim_values (taking s) g.
Proof.
  intro P. rewrite Forall_forall in P. eexists.
  apply (values_exist _ (fun n => map (fun k => [n - k]) (filter (fun k => k <=? n) s))).
  - intros n hs. rewrite in_map_iff. split.
    + intros (k & <- & J). apply filter_In in J as [J L]. apply N.leb_le in L. exists k. auto.
    + intros (k & J & L & ->). exists k. split; auto. apply filter_In. split; auto. now apply N.leb_le.
  - intros n hs (k & J & L & ->). specialize (P k J). constructor; [lia|constructor].
Qed.
Theorem taking_value_ok s mask alternate values x v : forallb (fun k => 1 <=? k) s = true ->
  code_value (digits_of s) mask alternate values x v = true ->
  (forall g, nim_values (taking s) g -> nim_sum (map g x) = v) /\ has_outcome (heaps (taking s)) x (by_value v).
Proof.
  intros P H. assert (Forall (fun k => 1 <= k) s) as P'.
  { rewrite forallb_forall in P. apply Forall_forall. intros k J. now apply N.leb_le, P. }
  destruct (code_value_ok _ _ _ _ _ _ H) as [_ V].
  assert (forall g, nim_values (taking s) g -> nim_sum (map g x) = v) as V' by (intros; apply V; now apply taking_code).
  split; auto. destruct (taking_values_exist s P') as [g G]. rewrite <- (V' g G).
  exact (sprague_grundy _ g (taking_falls s P') G x).
Qed.
