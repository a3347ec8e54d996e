(* Arithmetic periods: Nim and Lasker's Nim, in which a heap may also be broken into two. *)
From Coq Require Import NArith List Bool Lia.
Import ListNotations.
From Bouton Require Import Games Named Periods Sums Nim.
Local Open Scope N_scope.

(* 0; 1, 2, 4, 3; 5, 6, 8, 7; ... *)
Definition lasker_value (n : N) : N :=
  if n mod 4 =? 3 then n + 1 else if (n mod 4 =? 0) && negb (n =? 0) then n - 1 else n.

Lemma residue n : exists q r, n = 4 * q + r /\ r < 4 /\ n mod 4 = r.
Proof.
  exists (n / 4), (n mod 4). repeat split; [apply N.div_mod'|now apply N.mod_lt].
Qed.
Lemma residue_of q r : r < 4 -> (4 * q + r) mod 4 = r.
Proof. intro L. rewrite N.add_comm, N.mul_comm, N.mod_add by lia. now apply N.mod_small. Qed.
Lemma lasker_at q r : r < 4 -> 1 <= 4 * q + r ->
  lasker_value (4 * q + r) = if r =? 3 then 4 * q + 4 else if r =? 0 then 4 * q - 1 else 4 * q + r.
Proof.
  intros L P. unfold lasker_value. rewrite residue_of by auto.
  destruct (N.eqb_spec r 3) as [->|]; [lia|]. destruct (N.eqb_spec r 0) as [->|]; auto.
  destruct (N.eqb_spec (4 * q + 0) 0); [lia|]. cbn [andb negb]. lia.
Qed.

Definition low (n : N) : N := if n mod 4 =? 3 then 0 else if n mod 4 =? 0 then 3 else n mod 4.
Lemma low_value n : 1 <= n -> lasker_value n mod 4 = low n.
Proof.
  intro P. destruct (residue n) as (q & r & -> & L & M). unfold low. rewrite M, lasker_at by auto.
  assert (r = 0 \/ r = 1 \/ r = 2 \/ r = 3) as [->|[->|[->| ->]]] by lia; cbn [N.eqb Pos.eqb].
  - replace (4 * q - 1) with (4 * (q - 1) + 3) by lia. now apply residue_of.
  - now apply residue_of.
  - now apply residue_of.
  - replace (4 * q + 4) with (4 * (q + 1) + 0) by lia. now apply residue_of.
Qed.
Lemma lxor_mod x y : N.lxor x y mod 4 = N.lxor (x mod 4) (y mod 4).
Proof.
  change 4 with (2 ^ 2). rewrite <- !N.land_ones. apply N.bits_inj_iff. intro i.
  rewrite !N.lxor_spec, !N.land_spec, N.lxor_spec.
  destruct (N.testbit x i), (N.testbit y i), (N.testbit (N.ones 2) i); reflexivity.
Qed.
Lemma split_apart a b : 1 <= a -> 1 <= b -> N.lxor (lasker_value a) (lasker_value b) <> lasker_value (a + b).
Proof.
  intros A B H. apply (f_equal (fun x => x mod 4)) in H. cbn beta in H. rewrite lxor_mod, !low_value in H by lia.
  unfold low in H. rewrite (N.add_mod a b 4 ltac:(discriminate)) in H.
  assert (forall x, x mod 4 = 0 \/ x mod 4 = 1 \/ x mod 4 = 2 \/ x mod 4 = 3) as F.
  { intro x. destruct (residue x) as (q & r & _ & L & ->). lia. }
  destruct (F a) as [Qa|[Qa|[Qa|Qa]]], (F b) as [Qb|[Qb|[Qb|Qb]]];
    rewrite Qa, Qb in H; discriminate.
Qed.

Lemma lasker_cases n : n = 0 /\ lasker_value n = 0 \/ exists q r, 1 <= n /\ n = 4 * q + r /\ r < 4 /\
  lasker_value n = if r =? 3 then 4 * q + 4 else if r =? 0 then 4 * q - 1 else 4 * q + r.
Proof.
  destruct (N.eq_dec n 0) as [->|D]; [left; auto|right]. destruct (residue n) as (q & r & Q & L & _).
  exists q, r. repeat split; auto; [lia|]. rewrite Q. apply lasker_at; lia.
Qed.
Ltac four r L := assert (r = 0 \/ r = 1 \/ r = 2 \/ r = 3) as [->|[->|[->| ->]]] by lia; cbn [N.eqb Pos.eqb] in *.

Lemma lasker_injective m n : m < n -> lasker_value m <> lasker_value n.
Proof.
  intros L. destruct (lasker_cases m) as [[-> ->]|(q & r & P & Q & Lr & ->)],
    (lasker_cases n) as [[-> ->]|(q' & r' & P' & Q' & Lr' & ->)]; try lia.
  - four r' Lr'; lia.
  - four r Lr; four r' Lr'; lia.
Qed.
Lemma lasker_onto n u : u < lasker_value n ->
  (exists m, m < n /\ u = lasker_value m) \/ exists q, n = 4 * q + 3 /\ u = 4 * q + 3.
Proof.
  intro U. assert (exists m, u = lasker_value m /\ (m = u \/ (exists q, u = 4 * q + 4 /\ m = 4 * q + 3) \/ exists q, u = 4 * q + 3 /\ m = 4 * q + 4)) as (m & M & C).
  { destruct (N.eq_dec u 0) as [->|D]; [exists 0; auto|]. destruct (residue u) as (q & r & Q & L & _). four r L.
    - exists (4 * (q - 1) + 3). rewrite lasker_at by lia. cbn [N.eqb Pos.eqb]. split; [lia|]. right. left. exists (q - 1). lia.
    - exists u. rewrite Q, lasker_at by lia. cbn [N.eqb Pos.eqb]. auto.
    - exists u. rewrite Q, lasker_at by lia. cbn [N.eqb Pos.eqb]. auto.
    - exists (4 * (q + 1) + 0). rewrite lasker_at by lia. cbn [N.eqb Pos.eqb]. split; [lia|]. right. right. exists q. lia. }
  destruct (N.lt_ge_cases m n) as [|G]; [left; exists m; auto|]. right.
  destruct (lasker_cases n) as [[-> E0]|(q' & r' & P' & Q' & Lr' & E0)]; rewrite E0 in U; [lia|].
  exists q'. four r' Lr'; destruct C as [->|[(q & -> & ->)|(q & -> & ->)]]; lia.
Qed.

Theorem lasker_values : nim_values lasker lasker_value.
Proof.
  intro n. split.
  - intros (hs & [(m & L & ->)|(a & b & A & B & <- & ->)] & Q); cbn [map] in Q; rewrite ?nim_sum_cons in Q;
      change (nim_sum []) with 0 in Q; rewrite N.lxor_0_r in Q.
    + symmetry in Q. now apply lasker_injective in Q.
    + symmetry in Q. now apply split_apart in Q.
  - intros u U. destruct (lasker_onto n u U) as [(m & L & ->)|(q & -> & ->)].
    + exists [m]. split; [left; now exists m|]. cbn. now rewrite N.lxor_0_r.
    + exists [1; 4 * q + 2]. split; [right; exists 1, (4 * q + 2); repeat split; lia|].
      cbn [map]. rewrite !nim_sum_cons. change (nim_sum []) with 0. rewrite N.lxor_0_r.
      rewrite (lasker_at q 2) by lia. change (lasker_value 1) with 1. cbn [N.eqb Pos.eqb].
      replace (4 * q + 2) with (2 * (2 * q + 1)) by lia. replace (4 * q + 3) with (2 * (2 * q + 1) + 1) by lia.
      generalize (2 * q + 1). intros [|x]; reflexivity.
Qed.

Theorem lasker_period g : nim_values lasker g -> arithmetic_period g 1 4 4.
Proof.
  intro G. assert (forall n, g n = lasker_value n) as E0.
  { apply (values_unique lasker); auto; [|apply lasker_values].
    intros n hs [(m & L & ->)|(a & b & A & B & <- & ->)]; repeat constructor; lia. }
  split; [lia|]. intros n L. rewrite !E0. destruct (residue n) as (q & r & -> & Lr & _).
  replace (4 * q + r + 4) with (4 * (q + 1) + r) by lia. rewrite !lasker_at by lia. four r Lr; lia.
Qed.

Theorem nim_period g : nim_values nim g -> arithmetic_period g 0 1 1.
Proof.
  intro G. assert (forall n, g n = n) as Q.
  { apply (values_unique nim g (fun n => n)); auto; [|apply nim_values_nim].
    intros n hs (m & L & ->). repeat constructor. exact L. }
  split; [lia|]. intros n _. now rewrite !Q.
Qed.
