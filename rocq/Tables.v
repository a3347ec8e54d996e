(* Sequences given by a table of their first terms: whether a window repeats, and whether a period is the least. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Periods.
Local Open Scope nat_scope.

Section Tables.
Context {A : Type} (eqb : A -> A -> bool).
Hypothesis eqb_eq : forall x y, eqb x y = true <-> x = y.

(* [k] terms of the word [base] repeated, from [now] on *)
Fixpoint cycle (k : nat) (now base : list A) : list A :=
  match k with
  | 0 => []
  | S k => match now with
           | x :: now => x :: cycle k now base
           | [] => match base with x :: now => x :: cycle k now base | [] => [] end
           end
  end.
Definition extend (terms : list A) (n0 : nat) (len : nat) : list A :=
  terms ++ cycle (len - length terms) [] (skipn n0 terms).

Fixpoint same (a b : list A) : bool :=
  match a, b with
  | x :: a, y :: b => if eqb x y then same a b else false
  | _, [] => true
  | [], _ => false
  end.
Fixpoint differ (a b : list A) : bool :=
  match a, b with
  | x :: a, y :: b => if eqb x y then differ a b else true
  | _, _ => false
  end.
(* Every divisor of [p] from [d] on, [k] of them, fails as a period. *)
Fixpoint divisors_fail (k : nat) (d p : N) (l : list A) : bool :=
  match k with
  | 0 => true
  | S k => if (if N.eqb (N.modulo p d) 0 then differ l (skipn (N.to_nat d) l) else true)
           then divisors_fail k (N.succ d) p l else false
  end.
Definition least (l : list A) (n0 p : N) : bool :=
  divisors_fail (N.to_nat (p - 1)) 1 p (skipn (N.to_nat n0) l) &&
  (N.eqb n0 0 || differ (firstn 1 (skipn (N.to_nat (n0 - 1)) l)) (skipn (N.to_nat (n0 - 1 + p)) l)).

Lemma same_ok a : forall b i d, same a b = true -> i < length b -> nth i a d = nth i b d.
Proof.
  induction a as [|x a IH]; intros [|y b] i d H L; simpl in *; try lia; try discriminate.
  destruct (eqb x y) eqn:Q; [|discriminate]. apply eqb_eq in Q. destruct i; auto. apply IH; auto. lia.
Qed.
Lemma differ_ok a : forall b, differ a b = true -> exists i, i < length a /\ i < length b /\
  forall d, nth i a d <> nth i b d.
Proof.
  induction a as [|x a IH]; intros [|y b] H; simpl in *; try discriminate. destruct (eqb x y) eqn:Q.
  - destruct (IH b H) as (i & L1 & L2 & D). exists (S i). repeat split; auto; lia.
  - exists 0. repeat split; try lia. intros d K. apply eqb_eq in K. congruence.
Qed.
Lemma divisors_ok k : forall d p l, divisors_fail k d p l = true ->
  forall e, (d <= e < d + N.of_nat k)%N -> N.divide e p -> differ l (skipn (N.to_nat e) l) = true.
Proof.
  induction k as [|k IH]; intros d p l H e L D; [lia|]. cbn [divisors_fail] in H.
  destruct (if N.eqb (N.modulo p d) 0 then _ else _) eqn:Q; [|discriminate].
  destruct (N.eq_dec e d) as [->|F]; [|apply (IH _ _ _ H); auto; lia].
  destruct (N.eqb_spec (N.modulo p d) 0) as [|F]; auto. exfalso. apply F.
  destruct (N.eq_dec d 0) as [->|d0].
  - destruct D as [z ->]. now rewrite N.mul_0_r.
  - now apply N.mod_divide.
Qed.

Variables (f : N -> A) (l : list A) (d : A).
Hypothesis table : forall i, i < length l -> f (N.of_nat i) = nth i l d.

Lemma nth_skip (t : nat) : forall i x, nth i (skipn t x) d = nth (t + i) x d.
Proof. induction t; intros i [|a x]; simpl; auto. now destruct i. Qed.
Lemma f_at n : N.to_nat n < length l -> f n = nth (N.to_nat n) l d.
Proof. intro L. rewrite <- table by auto. now rewrite N2Nat.id. Qed.

Lemma window_ok n0 p : same (skipn (N.to_nat n0) l) (skipn (N.to_nat (n0 + p)) l) = true ->
  forall n, (n0 <= n)%N -> (n + p < N.of_nat (length l))%N -> f (n + p)%N = f n.
Proof.
  intros H n L B. rewrite !f_at by lia.
  pose proof (same_ok _ _ (N.to_nat (n - n0)) d H) as S. rewrite !nth_skip, skipn_length in S.
  replace (N.to_nat (n0 + p) + N.to_nat (n - n0)) with (N.to_nat (n + p)) in S by lia.
  replace (N.to_nat n0 + N.to_nat (n - n0)) with (N.to_nat n) in S by lia. symmetry. apply S. lia.
Qed.

Lemma least_ok n0 p : least l n0 p = true -> period f n0 p -> least_period f n0 p.
Proof.
  intros H P. apply andb_prop in H as [H1 H2]. apply least_when; auto.
  - intros e e0 ep D. assert (1 <= e < 1 + N.of_nat (N.to_nat (p - 1)))%N as R by lia.
    destruct (differ_ok _ _ (divisors_ok _ _ _ _ H1 e R D)) as (i & L1 & L2 & X).
    rewrite !skipn_length in L2. rewrite skipn_length in L1. specialize (X d). rewrite !nth_skip in X.
    exists (n0 + N.of_nat i)%N. split; [lia|]. rewrite !f_at by lia. intro Q. apply X.
    replace (N.to_nat n0 + i) with (N.to_nat (n0 + N.of_nat i)) by lia. rewrite <- Q. f_equal. lia.
  - destruct (N.eqb_spec n0 0) as [|n1]; auto. right. cbn [orb] in H2.
    destruct (differ_ok _ _ H2) as (i & L1 & L2 & X). rewrite skipn_length in L2.
    assert (length (firstn 1 (skipn (N.to_nat (n0 - 1)) l)) <= 1) as L4.
    { rewrite firstn_length. lia. }
    assert (i = 0) as -> by lia. specialize (X d). rewrite nth_skip in X.
    rewrite !f_at by lia. intro Q. apply X.
    replace (N.to_nat (n0 - 1 + p) + 0) with (N.to_nat (n0 - 1 + p)) by lia. rewrite Q.
    transitivity (nth 0 (skipn (N.to_nat (n0 - 1)) l) d).
    + now destruct (skipn (N.to_nat (n0 - 1)) l).
    + rewrite nth_skip. f_equal. lia.
Qed.

Lemma starts_ok terms n0 len : l = extend terms n0 len -> starts_with f terms.
Proof.
  intros Q n a H. assert (n < length terms) as L by (apply nth_error_Some; congruence).
  rewrite table by (rewrite Q; unfold extend; rewrite app_length; lia).
  rewrite Q. unfold extend. rewrite app_nth1 by auto. now apply nth_error_nth.
Qed.
End Tables.
