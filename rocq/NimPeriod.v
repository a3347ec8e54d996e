(* A period of nim-values, from the digits of the code to the theorem. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Named Periods Tables Tries NimValues Wide.
Local Open Scope nat_scope.

Fixpoint compile (t : nat) (digits : list N) : list take :=
  match digits with
  | [] => []
  | d :: ds => if N.eqb d 0 then compile (S t) ds
               else Take t (N.testbit d 0) (N.testbit d 1) (N.testbit d 2) :: compile (S t) ds
  end.

Lemma in_compile digits : forall t r, In r (compile t digits) <-> exists i, let d := nth i digits 0%N in
  d <> 0%N /\ r = Take (t + i) (N.testbit d 0) (N.testbit d 1) (N.testbit d 2).
Proof.
  induction digits as [|d ds IH]; intros t r.
  - simpl. split; [easy|]. intros ([|i] & H & _); easy.
  - assert (In r (compile (S t) ds) <-> exists i, let e := nth (S i) (d :: ds) 0%N in
      e <> 0%N /\ r = Take (t + S i) (N.testbit e 0) (N.testbit e 1) (N.testbit e 2)) as X.
    { rewrite IH. split; intros (i & H & Q); exists i; split; auto; rewrite Q; f_equal; lia. }
    cbn [compile]. destruct (N.eqb_spec d 0) as [Z|Z].
    + rewrite X. split; [intros (i & H); now exists (S i)|]. intros ([|i] & H & Q); [easy|]. exists i. auto.
    + cbn [In]. rewrite X. split.
      * intros [<-|(i & H)]; [exists 0|now exists (S i)]. split; auto. f_equal. lia.
      * intros ([|i] & H & Q); [left|right; exists i; auto]. rewrite Q. f_equal. lia.
Qed.

Lemma small_digit d b k : (d < 2 ^ k)%N -> N.testbit d b = true -> (b < k)%N.
Proof.
  intros L H. destruct (N.le_gt_cases k b) as [G|]; auto. exfalso.
  destruct (N.eq_dec d 0) as [->|Z]; [now rewrite N.bits_0 in H|].
  rewrite N.bits_above_log2 in H; [discriminate|]. apply N.log2_lt_pow2 in L; lia.
Qed.

(* The options of a heap and their values *)
Lemma code_options digits g n u : (forall i, (nth i digits 0 < 8)%N) ->
  (exists hs, by_code digits (N.of_nat n) hs /\ u = nim_sum (map g hs)) <->
  opt (compile 0 digits) (fun i => g (N.of_nat i)) n u.
Proof.
  intro S. split.
  - intros (hs & (t & B & F & T) & ->). exists (Take t (N.testbit (nth t digits 0%N) 0) (N.testbit (nth t digits 0%N) 1)
      (N.testbit (nth t digits 0%N) 2)). split.
    { apply in_compile. exists t. split; auto. intro Z. now rewrite Z, N.bits_0 in B. }
    pose proof (small_digit _ _ 3 (S t) B) as L. unfold opt1. cbn [none one two amount].
    destruct hs as [|a [|b [|c hs]]]; cbn [length sum fold_right map nim_sum] in *; [left|right; left|right; right|lia].
    + repeat split; auto. lia.
    + inversion F; subst. repeat split; auto; [lia|]. rewrite N.lxor_0_r. f_equal. lia.
    + inversion F as [|? ? Fa F']; subst. inversion F'; subst. split; auto.
      exists (N.to_nat a), (N.to_nat b). rewrite !N2Nat.id, N.lxor_0_r. repeat split; lia.
  - intros (r & J & O). apply in_compile in J as (t & Z & ->). unfold opt1 in O. cbn [none one two amount] in O.
    rewrite Nat.add_0_l in O. destruct O as [(B & -> & ->)|[(B & L & ->)|(B & a & b & La & Lb & T & ->)]].
    + exists []. split; auto. exists t. repeat split; auto.
    + exists [N.of_nat (n - t)]. split; [|cbn; now rewrite N.lxor_0_r]. exists t. repeat split; auto.
      * constructor; [lia|constructor].
      * cbn. lia.
    + exists [N.of_nat a; N.of_nat b]. split; [|cbn; now rewrite N.lxor_0_r]. exists t. repeat split; auto.
      * repeat constructor; lia.
      * cbn. lia.
Qed.

Lemma opt_ext c v v' n u : (forall r, In r c -> one r = true -> 1 <= amount r) ->
  (forall m, m < n -> v m = v' m) -> opt c v n u -> opt c v' n u.
Proof.
  intros T Q (r & J & O). exists r. split; auto. destruct O as [O|[(B & L & ->)|(B & a & b & La & Lb & S & ->)]].
  - left. auto.
  - right. left. specialize (T r J B). repeat split; auto. apply Q. lia.
  - right. right. split; auto. exists a, b. rewrite !Q by lia. auto.
Qed.

(* A table with the mex property holds the nim-values. *)
Lemma table_unique c v v' k : (forall r, In r c -> one r = true -> 1 <= amount r) ->
  (forall n, n < k -> mex (opt c v n) (v n)) -> (forall n, n < k -> mex (opt c v' n) (v' n)) ->
  forall n, n < k -> v n = v' n.
Proof.
  intros T A B n. induction n as [n IH] using lt_wf_ind. intro L.
  refine (mex_unique _ _ _ _ _ (A n L) (B n L)).
  intro u. split; apply opt_ext; auto; intros; [|symmetry]; apply IH; lia.
Qed.

(* The first nim-values.  [mask] and [alternate] choose the common values (see NimValues); with [mask] = 0 all splits
   are looked at. *)
Definition narrow_table (digits : list N) (mask : N) (alternate : bool) (l : list N) : bool :=
  let code := compile 0 digits in
  let w := Nat.max 1 (N.size_nat (fold_left N.max l 0%N)) in
  let colour := negb (alternate && existsb (fun r => two r && Nat.odd (amount r)) code) in
  forallb (fun d => N.ltb d 8) digits && N.eqb (N.modulo (nth 0 digits 0%N) 4) 0 &&
  forallb (fun x => N.eqb (val (of_N w x)) x) l &&
  table code w (negb (N.eqb mask 0)) alternate colour (of_N w mask) (map (of_N w) l).

Lemma small_digits digits b : forallb (fun d => N.ltb d b) digits = true -> (0 < b)%N -> forall i, (nth i digits 0 < b)%N.
Proof.
  intros F b0 i. rewrite forallb_forall in F. destruct (nth_in_or_default i digits 0%N) as [J| ->]; auto.
  apply N.ltb_lt, F, J.
Qed.
Lemma sensible_digit digits : N.modulo (nth 0 digits 0%N) 4 = 0%N -> sensible digits.
Proof.
  intro H. unfold sensible. pose proof (N.div_mod (nth 0 digits 0%N) 4) as D. rewrite H in D.
  assert (nth 0 digits 0%N = 2 * (2 * (nth 0 digits 0 / 4)))%N as -> by lia.
  rewrite N.testbit_even_0. change 1%N with (N.succ 0). rewrite N.testbit_even_succ by lia. now rewrite N.testbit_even_0.
Qed.

Theorem narrow_table_ok digits mask alternate l : narrow_table digits mask alternate l = true ->
  sensible digits /\
  forall g, nim_values (by_code digits) g -> forall i, i < length l -> g (N.of_nat i) = nth i l 0%N.
Proof.
  unfold narrow_table. set (code := compile 0 digits). set (w := Nat.max 1 _). intro H.
  apply andb_prop in H as [H Htable]. apply andb_prop in H as [H Hval]. apply andb_prop in H as [H8 Hzero].
  apply N.eqb_eq in Hzero. pose proof (small_digits digits 8 H8 eq_refl) as S8.
  pose proof (sensible_digit digits Hzero) as sense. split; auto.
  assert (forall r, In r code -> one r = true -> 1 <= amount r) as T.
  { intros r J O. apply in_compile in J as ([|i] & Z & ->); cbn in *; [|lia].
    destruct sense as [_ S1]. cbn in S1. congruence. }
  intros g G i L.
  assert (val (nth i (map (of_N w) l) E) = nth i l 0%N) as <-.
  { rewrite (nth_indep _ E (of_N w 0)) by (now rewrite map_length). rewrite map_nth.
    rewrite forallb_forall in Hval. apply N.eqb_eq, Hval, nth_In, L. }
  apply (table_unique code (fun i => g (N.of_nat i)) (fun i => val (nth i (map (of_N w) l) E)) (length l)); auto.
  - intros n _. destruct (G (N.of_nat n)) as [M1 M2]. split.
    + intro O. apply M1. now apply code_options.
    + intros u U. now apply code_options; [|apply M2].
  - intros n Ln. refine (table_ok code w _ alternate _ (of_N w mask) _ _ _ Htable n _).
    + intros x J. apply in_map_iff in J as (y & <- & _). apply width_of_N.
    + apply width_of_N.
    + now rewrite map_length.
Qed.

(* Moves that leave more than two heaps are looked at one by one. *)
Definition nim_table (digits : list N) (mask : N) (alternate : bool) (l : list N) : bool :=
  if forallb (fun d => N.ltb d 8) digits then narrow_table digits mask alternate l else wide_table digits l.
Theorem nim_table_ok digits mask alternate l : nim_table digits mask alternate l = true ->
  sensible digits /\
  forall g, nim_values (by_code digits) g -> forall i, i < length l -> g (N.of_nat i) = nth i l 0%N.
Proof.
  unfold nim_table. destruct (forallb _ digits); [apply narrow_table_ok|]. intro H.
  assert (sensible digits) as S.
  { apply sensible_digit. unfold wide_table in H. apply andb_prop in H as [H _]. apply andb_prop in H as [_ H].
    now apply N.eqb_eq. }
  split; auto. now apply wide_table_ok.
Qed.

(* The most heaps that a move leaves *)
Definition most_parts (digits : list N) : N := N.log2 (fold_right N.max 2%N digits).
Lemma most_parts_ok digits i b : N.testbit (nth i digits 0%N) b = true -> (b <= most_parts digits)%N.
Proof.
  intro B. destruct (nth_in_or_default i digits 0%N) as [J|J]; [|now rewrite J, N.bits_0 in B].
  assert (forall ds d, In d ds -> (d <= fold_right N.max 2 ds)%N) as M.
  { induction ds as [|e ds IH]; [easy|]. cbn [fold_right]. intros d [->|I]; [lia|]. specialize (IH d I). lia. }
  pose proof (N.log2_le_mono _ _ (M digits _ J)) as L.
  unfold most_parts. destruct (N.le_gt_cases b (N.log2 (nth i digits 0%N))) as [|G]; [lia|].
  rewrite N.bits_above_log2 in B by auto. discriminate.
Qed.

Definition nim_period (digits : list N) (mask : N) (alternate : bool) (n0 p : N) (terms : list N) : bool :=
  let t := most_parts digits in
  let k := N.of_nat (length digits - 1) in
  let e := N.max (window_end n0 p t k + p) (n0 + 2 * p) in
  let l := extend terms (N.to_nat n0) (N.to_nat e) in
  N.ltb 0 p && Nat.eqb (length terms) (N.to_nat (n0 + p)) && Nat.eqb (length l) (N.to_nat e) &&
  same N.eqb (skipn (N.to_nat n0) l) (skipn (N.to_nat (n0 + p)) l) && least N.eqb l n0 p &&
  nim_table digits mask alternate l.

Theorem nim_period_ok digits mask alternate n0 p terms : nim_period digits mask alternate n0 p terms = true ->
  forall g, nim_values (by_code digits) g -> starts_with g terms /\ least_period g n0 p.
Proof.
  unfold nim_period. set (t := most_parts digits).
  set (k := N.of_nat (length digits - 1)). set (e := N.max (window_end n0 p t k + p) (n0 + 2 * p)).
  set (l := extend terms (N.to_nat n0) (N.to_nat e)). intros H g G.
  apply andb_prop in H as [H Htable]. apply andb_prop in H as [H Hleast]. apply andb_prop in H as [H Hsame].
  apply andb_prop in H as [H Hlen]. apply andb_prop in H as [Hp _]. apply N.ltb_lt in Hp. apply Nat.eqb_eq in Hlen.
  destruct (nim_table_ok digits mask alternate l Htable) as (sense & V). specialize (V g G).
  split.
  - apply (starts_ok g l 0%N V terms (N.to_nat n0) (N.to_nat e) eq_refl).
  - apply (least_ok N.eqb N.eqb_eq g l 0%N V n0 p Hleast). split; auto.
    apply (guy_smith digits g n0 p t k); auto.
    + intros i b B. now apply most_parts_ok in B.
    + intros i Z. destruct (le_lt_dec (length digits) i); [now rewrite nth_overflow in Z|]. subst k. lia.
    + subst t. unfold most_parts. change 1%N with (N.log2 2). apply N.log2_le_mono.
      clear. induction digits as [|d ds IH]; cbn [fold_right]; lia.
    + intros n L1 L2. apply (window_ok N.eqb N.eqb_eq g l 0%N V n0 p Hsame); auto. rewrite Hlen. lia.
Qed.
