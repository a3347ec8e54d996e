(* Nim-values of take-and-break games whose moves leave at most two heaps: a checker for a table of them, and for
   their period.

   A table of n terms has about n^2/4 splits.  The sparse-space argument needs far fewer.  Let phi be the parity of
   some of a value's bits, so that phi (a xor b) = phi a xor phi b, and call a heap common if phi of its value is 1.
   Two common heaps have a sum with phi 0.  So a common value can only be an option of a heap through a split with a
   heap that is not common, and in many games such heaps are rare.  That the smaller values are options is shown by
   looking for them from the smallest splits on, which ends soon.  (With [alternate], a heap is common if phi of its
   value differs from, or for odd takes is, the parity of the heap.) *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Periods Tries.

Local Open Scope nat_scope.

Record take := Take { amount : nat; none : bool; one : bool; two : bool }.

Definition opt1 (v : nat -> N) (n : nat) (u : N) (r : take) : Prop :=
  (none r = true /\ n = amount r /\ u = 0%N) \/
  (one r = true /\ amount r < n /\ u = v (n - amount r)) \/
  (two r = true /\ exists a b, 1 <= a /\ 1 <= b /\ a + b + amount r = n /\ u = N.lxor (v a) (v b)).
Definition opt (c : list take) (v : nat -> N) (n : nat) (u : N) : Prop := exists r, In r c /\ opt1 v n u r.

Notation cross := (fold_left (fun tr (ab : word * word) => use tr (fst ab) (snd ab))).

(* Walking through splits: the values of 1, 2, ... against those of n-1, n-2, ...; [h] is as long as the latter, and
   two of its cells are spent on each split. *)
Fixpoint scan (f q h : list word) (tr : trie) {struct h} : trie :=
  match h with
  | _ :: h1 => match h1 with
               | _ :: h => match f, q with a :: f, b :: q => scan f q h (use tr a b) | _, _ => tr end
               | [] => tr
               end
  | [] => tr
  end.
Fixpoint search (f q h : list word) (tr : trie) {struct h} : trie :=
  match tr with
  | Nothing => Nothing
  | _ =>
    match h with
    | _ :: h1 => match h1 with
                 | _ :: h => match f, q with a :: f, b :: q => search f q h (use tr a b) | _, _ => tr end
                 | [] => tr
                 end
    | [] => tr
    end
  end.
Definition half (q : list word) : nat := Nat.div2 (length q).

Lemma two_ind {A} (P : list A -> Prop) : P [] -> (forall a, P [a]) -> (forall a b l, P l -> P (a :: b :: l)) ->
  forall l, P l.
Proof. intros H0 H1 H2. fix F 1. intros [|a [|b l]]; [exact H0|exact (H1 a)|apply H2, F]. Qed.

Lemma scan_ok h : forall f q tr, scan f q h tr = cross (firstn (half h) (combine f q)) tr.
Proof.
  unfold half. induction h as [|x|x y h IH] using two_ind; intros f q tr; try reflexivity.
  cbn [scan length Nat.div2]. destruct f as [|a f], q as [|b q]; try reflexivity. rewrite IH. reflexivity.
Qed.
Lemma search_ok h : forall f q tr, exists j, search f q h tr = cross (firstn j (firstn (half h) (combine f q))) tr.
Proof.
  unfold half. induction h as [|x|x y h IH] using two_ind; intros f q tr.
  - exists 0. now destruct tr.
  - exists 0. now destruct tr.
  - assert (tr = Nothing \/ search f q (x :: y :: h) tr =
      match f, q with a :: f, b :: q => search f q h (use tr a b) | _, _ => tr end) as [-> | ->]
      by (destruct tr; auto).
    + exists 0. reflexivity.
    + destruct f as [|a f], q as [|b q]; try (exists 0; reflexivity).
      destruct (IH f q (use tr a b)) as [j Hj]. exists (S j). exact Hj.
Qed.

Section Table.
Variables (code : list take) (w : nat).            (* the game; the width of words *)
Variables (sparse alternate colour : bool) (mask : word).
Variable l : list word.                            (* the values of 0, 1, 2, ... *)

Fixpoint phi (m x : word) : bool :=
  match m, x with
  | I m, I x => negb (phi m x)
  | I m, O x | O m, I x | O m, O x => phi m x
  | _, _ => false
  end.
Definition common (n : N) (x : word) : bool :=
  if sparse then eqb (xorb (phi mask x) (alternate && N.odd n)) colour else false.
(* Two common heaps make no common one. *)
Definition apart (r : take) : bool := negb (two r) || eqb colour (negb (alternate && Nat.odd (amount r))).

Notation zero := (of_N w 0).
Definition lone (n : N) (rv : list word) (r : take) (tr : trie) : trie :=
  let tr := if none r && N.eqb n (N.of_nat (amount r)) then use tr zero zero else tr in
  if one r then
    match amount r with
    | S t => match skipn t rv with a :: _ :: _ => use tr a zero | _ => tr end
    | 0 => tr
    end
  else tr.

(* All options *)
Definition full1 (n : N) (f rv : list word) (tr : trie) (r : take) : trie :=
  let tr := lone n rv r tr in
  if two r then let q := skipn (amount r) rv in scan f q q tr else tr.
Definition full (n : N) (f rv : list word) (x : word) : bool :=
  match remove (fold_left (full1 n f rv) code (start x)) x zero with Nothing => true | _ => false end.

(* Options with a heap that is not common, and then as many as are needed.  Each such heap comes with the values of
   its partners; there are none at first. *)
Definition streams := list (word * list word).
Definition heads (ss : streams) : list (word * word) :=
  map (fun s => (fst s, match snd s with b :: _ => b | [] => E end)) ss.
Definition rare1 (n : N) (rv : list word) (tr : trie) (rs : take * list word * streams) : trie :=
  let '(r, _, ss) := rs in
  let tr := lone n rv r tr in
  if two r then
    fold_left (fun tr (s : word * list word) => match snd s with b :: _ => use tr (fst s) b | [] => tr end) ss tr
  else tr.
Definition search1 (f rv : list word) (tr : trie) (r : take) : trie :=
  if two r then let q := skipn (amount r) rv in search f q q tr else tr.
Definition rare (n : N) (f rv : list word) (st : list (take * list word * streams)) (x : word) : bool :=
  let tr := fold_left (rare1 n rv) st (start x) in
  match fold_left (search1 f rv) code (remove tr x zero) with Nothing => true | _ => false end.

Definition advance (is_rare : bool) (x : word) (rs : take * list word * streams) : take * list word * streams :=
  let '(r, pad, ss) := rs in
  let ss := map (fun s => (fst s, tl (snd s))) ss in
  (r, pad, if is_rare then (x, pad) :: ss else ss).

Fixpoint run (n : N) (f rv : list word) (st : list (take * list word * streams)) (rest : list word) : bool :=
  match rest with
  | [] => true
  | x :: rest =>
    let c := common n x in
    if (if c then rare n f rv st x else full n f rv x)
    then run (N.succ n) f (x :: rv) (if sparse then map (advance (negb c) x) st else st) rest
    else false
  end.

Definition padded (f : list word) (r : take) : list word := repeat E (amount r) ++ f.
Definition table : bool :=
  match l with
  | [] => true
  | x :: f =>
    forallb (fun r => negb (none r || one r) || (1 <=? amount r)) code &&
    (if sparse then forallb apart code else true) && (1 <=? w) && N.eqb (val x) 0 &&
    run 1 f [x] (map (fun r => (r, padded f r, [])) code) f
  end.

(* Why this is right *)

Hypothesis widths : forall x, In x l -> width x = w.
Hypothesis positive : 1 <= w.
Hypothesis taking_something : forall r, In r code -> none r || one r = true -> 1 <= amount r.

Notation v := (fun i => val (nth i l E)).
Notation at_ i := (nth i l E).

Lemma width_at i : i < length l -> width (at_ i) = w.
Proof. intro H. apply widths, nth_In, H. Qed.

Section Heap.
Variables (n : nat) (f rv : list word).
Hypothesis n1 : 1 <= n < length l.
Hypothesis Hf : f = tl l.
Hypothesis Lr : length rv = n.
Hypothesis Hr : forall i, i < n -> nth i rv E = at_ (n - 1 - i).

(* A pair of words that stands for an option, or for nothing. *)
Definition is_option (ab : word * word) : Prop :=
  wxor (fst ab) (snd ab) = E \/
  (width (fst ab) = w /\ width (snd ab) = w /\ opt code v n (N.lxor (val (fst ab)) (val (snd ab)))).
Definition complete (ps : list (word * word)) (u : N) : Prop :=
  opt code v n u -> exists a b, In (a, b) ps /\ width a = w /\ width b = w /\ u = N.lxor (val a) (val b).

Lemma shows_mex ps qs x : width x = w -> Forall is_option (ps ++ qs) -> complete ps (val x) ->
  cross qs (remove (cross ps (start x)) x zero) = Nothing ->
  mex (opt code v n) (val x).
Proof.
  intros W F C H. destruct (crossed ps qs x zero) as [A B]; auto.
  { rewrite <- W. apply wxor_zero. }
  split.
  - intro O. destruct (C O) as (a & b & J & Wa & Wb & V). apply (A a b J). apply val_inj.
    + rewrite width_wxor; congruence.
    + rewrite val_wxor; congruence.
  - intros u U. assert (val (of_N w u) = u) as V.
    { apply val_of_N. pose proof (val_bound x). rewrite W in *. lia. }
    destruct (B (of_N w u)) as (a & b & J & K).
    + now rewrite width_of_N.
    + now rewrite V.
    + rewrite Forall_forall in F. destruct (F _ J) as [Q|(Wa & Wb & Q)]; cbn [fst snd] in *.
      * rewrite Q in K. pose proof (width_of_N w u) as X. rewrite <- K in X. simpl in X. lia.
      * now rewrite <- val_wxor, K, V in Q by congruence.
Qed.

(* What the steps cross off *)

Definition lone_pairs (r : take) : list (word * word) :=
  (if none r && (n =? amount r) then [(zero, zero)] else []) ++
  (if one r && (amount r <? n) then [(at_ (n - amount r), zero)] else []).
Definition split_pairs (r : take) : list (word * word) :=
  if two r then firstn (Nat.div2 (n - amount r)) (combine f (skipn (amount r) rv)) else [].

Lemma nth_skip {A} (d : A) t : forall i x, nth i (skipn t x) d = nth (t + i) x d.
Proof. induction t; intros i [|a x]; simpl; auto. now destruct i. Qed.

Lemma lone_ok r tr : In r code -> lone (N.of_nat n) rv r tr = cross (lone_pairs r) tr.
Proof.
  intro J. unfold lone, lone_pairs. rewrite fold_left_app.
  assert (N.eqb (N.of_nat n) (N.of_nat (amount r)) = (n =? amount r)) as ->.
  { destruct (Nat.eqb_spec n (amount r)), (N.eqb_spec (N.of_nat n) (N.of_nat (amount r))); auto; lia. }
  set (tr' := if none r && (n =? amount r) then use tr zero zero else tr).
  replace (cross (if none r && (n =? amount r) then [(zero, zero)] else []) tr) with tr'
    by (subst tr'; now destruct (none r && (n =? amount r))).
  generalize tr'. clear tr tr'. intro tr.
  destruct (one r) eqn:O1; [|reflexivity].
  assert (1 <= amount r) as A by (apply taking_something; auto; rewrite O1; apply orb_true_r).
  destruct (amount r) as [|t] eqn:T; [lia|]. clear A.
  assert (length (skipn t rv) = n - t) as L by (rewrite skipn_length; lia).
  assert (t < n -> nth 0 (skipn t rv) E = at_ (n - S t)) as Q.
  { intro H. rewrite nth_skip, Hr by lia. f_equal. lia. }
  cbn [andb]. destruct (Nat.ltb_spec (S t) n) as [H|H];
    destruct (skipn t rv) as [|a [|b s]]; simpl in *; try lia; auto.
  rewrite Q by lia. reflexivity.
Qed.

Lemma scan_pairs r tr : (if two r then scan f (skipn (amount r) rv) (skipn (amount r) rv) tr else tr) =
  cross (split_pairs r) tr.
Proof. unfold split_pairs. destruct (two r); auto. rewrite scan_ok. unfold half. now rewrite skipn_length, Lr. Qed.

Lemma full1_ok r tr : In r code -> full1 (N.of_nat n) f rv tr r = cross (lone_pairs r ++ split_pairs r) tr.
Proof. intro J. unfold full1. rewrite fold_left_app, <- scan_pairs, lone_ok; auto. Qed.

Lemma fold_pairs {B} (g : trie -> B -> trie) (pairs : B -> list (word * word)) c :
  (forall r tr, In r c -> g tr r = cross (pairs r) tr) ->
  forall tr, fold_left g c tr = cross (flat_map pairs c) tr.
Proof.
  induction c as [|r c IH]; intros H tr; auto. cbn [fold_left flat_map]. rewrite fold_left_app, <- H by (simpl; auto).
  apply IH. intros; apply H; simpl; auto.
Qed.

(* The pairs are options *)

Lemma in_firstn_combine (k : nat) : forall (x y : list word) a b, In (a, b) (firstn k (combine x y)) <->
  exists i, i < k /\ i < length x /\ i < length y /\ a = nth i x E /\ b = nth i y E.
Proof.
  induction k; intros x y a b; [simpl; split; [easy|intros (i & H & _); lia]|].
  destruct x as [|c x]; [simpl; split; [easy|intros (i & _ & H & _); lia]|].
  destruct y as [|d y]; [simpl; split; [easy|intros (i & _ & _ & H & _); lia]|].
  cbn [combine firstn In]. rewrite IHk. split.
  - intros [H|(i & A & B & C & D & F)].
    + injection H as -> ->. exists 0. simpl. repeat split; lia.
    + exists (S i). simpl. repeat split; auto; lia.
  - intros ([|i] & A & B & C & D & F); simpl in *.
    + left. congruence.
    + right. exists i. repeat split; auto; lia.
Qed.

Lemma nth_f i : nth i f E = at_ (S i).
Proof. rewrite Hf. destruct l; [|reflexivity]. now destruct i. Qed.
Lemma length_f : length f = length l - 1.
Proof. rewrite Hf. destruct l; simpl; lia. Qed.

Lemma in_split_pairs r a b : In (a, b) (split_pairs r) <-> two r = true /\
  exists i j, 1 <= i <= j /\ i + j + amount r = n /\ a = at_ i /\ b = at_ j.
Proof.
  unfold split_pairs. destruct (two r); [|simpl; intuition discriminate].
  rewrite in_firstn_combine, skipn_length, Lr, length_f.
  pose proof (Nat.div2_odd (n - amount r)) as D.
  assert (Nat.b2n (Nat.odd (n - amount r)) <= 1) as D1 by (destruct (Nat.odd (n - amount r)); simpl; lia).
  split.
  - intros (i & A & B & C & -> & ->). split; auto. exists (S i), (n - amount r - S i).
    rewrite nth_f, nth_skip, Hr by lia. repeat split; try lia. f_equal. lia.
  - intros (_ & i & j & A & B & -> & ->). exists (i - 1).
    rewrite nth_f, nth_skip, Hr by lia. repeat split; try lia; f_equal; lia.
Qed.

Lemma val_zero' : val zero = 0%N.
Proof. apply val_zero. Qed.

Lemma lone_are_options r : In r code -> Forall is_option (lone_pairs r).
Proof.
  intro J. unfold lone_pairs. apply Forall_app. split.
  - destruct (none r) eqn:O0; [|constructor]. destruct (Nat.eqb_spec n (amount r)); [|constructor].
    constructor; [|constructor]. right. cbn [fst snd]. rewrite width_of_N, val_zero. repeat split; auto.
    exists r. split; auto. left. auto.
  - destruct (one r) eqn:O1; [|constructor]. destruct (Nat.ltb_spec (amount r) n); [|constructor].
    constructor; [|constructor]. right. cbn [fst snd]. rewrite width_of_N, val_zero, width_at by lia. repeat split; auto.
    exists r. split; auto. right. left. rewrite N.lxor_0_r. auto.
Qed.
Lemma splits_are_options r : In r code -> Forall is_option (split_pairs r).
Proof.
  intro J. apply Forall_forall. intros [a b] H. apply in_split_pairs in H as (O2 & i & j & A & B & -> & ->).
  right. cbn [fst snd]. rewrite !width_at by lia. repeat split; auto.
  exists r. split; auto. right. right. split; auto. exists i, j. repeat split; auto; lia.
Qed.

Lemma lone_complete r u : In r code -> ((none r = true /\ n = amount r /\ u = 0%N) \/
  (one r = true /\ amount r < n /\ u = v (n - amount r))) ->
  exists a b, In (a, b) (lone_pairs r) /\ width a = w /\ width b = w /\ u = N.lxor (val a) (val b).
Proof.
  intros J [(O0 & H & ->)|(O1 & H & ->)].
  - exists zero, zero. rewrite width_of_N, val_zero. repeat split; auto. apply in_or_app. left.
    rewrite O0. destruct (Nat.eqb_spec n (amount r)); [|easy]. now left.
  - exists (at_ (n - amount r)), zero. rewrite width_of_N, val_zero, N.lxor_0_r. rewrite width_at by lia.
    repeat split; auto. apply in_or_app. right.
    rewrite O1. destruct (Nat.ltb_spec (amount r) n); [|lia]. now left.
Qed.

Definition full_pairs : list (word * word) := flat_map (fun r => lone_pairs r ++ split_pairs r) code.

Lemma full_complete u : complete full_pairs u.
Proof.
  intros (r & J & H). assert (forall a b, In (a, b) (lone_pairs r ++ split_pairs r) -> In (a, b) full_pairs) as X.
  { intros a b K. apply in_flat_map. eauto. }
  destruct H as [H|[H|(O2 & i & j & A & B & C & ->)]].
  1,2: destruct (lone_complete r u J) as (a & b & K & R); [tauto|];
    exists a, b; split; [apply X, in_or_app; auto|auto].
  destruct (le_lt_dec i j).
  - exists (at_ i), (at_ j). rewrite !width_at by lia. repeat split; auto. apply X, in_or_app. right.
    apply in_split_pairs. split; auto. exists i, j. repeat split; auto.
  - exists (at_ j), (at_ i). rewrite !width_at by lia. repeat split; auto; [|apply N.lxor_comm].
    apply X, in_or_app. right. apply in_split_pairs. split; auto. exists j, i. repeat split; auto; lia.
Qed.

Lemma full_ok x : x = at_ n -> full (N.of_nat n) f rv x = true -> mex (opt code v n) (val x).
Proof.
  intros X H. unfold full in H.
  rewrite (fold_pairs _ (fun r => lone_pairs r ++ split_pairs r)) in H by (intros; now apply full1_ok).
  fold full_pairs in H.
  apply (shows_mex full_pairs []).
  - subst x. apply width_at. lia.
  - rewrite app_nil_r. apply Forall_forall. intros ab K. apply in_flat_map in K as (r & J & K).
    pose proof (lone_are_options r J) as A. pose proof (splits_are_options r J) as B.
    rewrite Forall_forall in A, B. apply in_app_or in K as [K|K]; auto.
  - apply full_complete.
  - cbn [fold_left]. destruct (remove _ x zero); congruence.
Qed.

(* The sparse check *)

Hypothesis Hsparse : sparse = true.
Hypothesis Happart : forall r, In r code -> apart r = true.
Notation common_at i := (common (N.of_nat i) (at_ i)).

(* The streams of a rule: of all heaps that are not common, with the partners that they have from now on. *)
Definition rare_streams (r : take) (ss : streams) : Prop := forall x s, In (x, s) ss <->
  exists a, 1 <= a < n /\ common_at a = false /\ x = at_ a /\ s = skipn (n - a - 1) (padded f r).

Lemma nth_padded r i : nth i (padded f r) E = if i <? amount r then E else at_ (S (i - amount r)).
Proof.
  unfold padded. destruct (Nat.ltb_spec i (amount r)) as [H|H].
  - rewrite app_nth1 by (now rewrite repeat_length). apply nth_repeat.
  - rewrite app_nth2 by (now rewrite repeat_length). rewrite repeat_length. apply nth_f.
Qed.

Definition rare_pairs (rs : take * list word * streams) : list (word * word) :=
  let '(r, _, ss) := rs in lone_pairs r ++ if two r then heads ss else [].

Variable st : list (take * list word * streams).
Hypothesis Hst : map (fun rs => fst (fst rs)) st = code.
Hypothesis Hss : forall r pad ss, In (r, pad, ss) st -> rare_streams r ss.

Lemma in_heads r ss a b : rare_streams r ss -> In (a, b) (heads ss) <->
  exists i, 1 <= i < n /\ common_at i = false /\ a = at_ i /\
    b = if n - i - 1 <? amount r then E else at_ (n - i - amount r).
Proof.
  intro S. unfold heads. rewrite in_map_iff. 
  assert (forall i s, s = skipn (n - i - 1) (padded f r) -> 1 <= i < n ->
    match s with b :: _ => b | [] => E end = if n - i - 1 <? amount r then E else at_ (n - i - amount r)) as X.
  { intros i s -> Hi. transitivity (nth 0 (skipn (n - i - 1) (padded f r)) E).
    - now destruct (skipn (n - i - 1) (padded f r)).
    - rewrite nth_skip, nth_padded. replace (n - i - 1 + 0) with (n - i - 1) by lia.
      destruct (Nat.ltb_spec (n - i - 1) (amount r)); auto. f_equal. lia. }
  split.
  - intros ([y s] & Q & H). apply S in H as (i & Hi & Ci & Hy & Hs). cbn [fst snd] in Q.
    rewrite (X i s) in Q by auto. injection Q as <- <-. exists i. repeat split; auto; lia.
  - intros (i & Hi & Ci & -> & ->). exists (at_ i, skipn (n - i - 1) (padded f r)). split.
    + cbn [fst snd]. f_equal. now apply X.
    + apply S. exists i. auto.
Qed.

Lemma use_heads ss : forall tr, (forall x s, In (x, s) ss -> s <> []) ->
  fold_left (fun tr (s : word * list word) => match snd s with b :: _ => use tr (fst s) b | [] => tr end) ss tr =
  cross (heads ss) tr.
Proof.
  induction ss as [|[x s] ss IH]; intros tr H; auto. cbn [heads map fold_left fst snd].
  destruct s as [|b s]; [exfalso; apply (H x []); simpl; auto|]. apply IH. intros y t K. apply (H y t). simpl. auto.
Qed.

Lemma in_st r pad ss : In (r, pad, ss) st -> In r code.
Proof. intro H. rewrite <- Hst. apply in_map_iff. exists (r, pad, ss). auto. Qed.

Lemma rare1_ok rs tr : In rs st -> rare1 (N.of_nat n) rv tr rs = cross (rare_pairs rs) tr.
Proof.
  destruct rs as [[r pad] ss]. intro J. unfold rare1, rare_pairs.
  rewrite fold_left_app, <- lone_ok by (eapply in_st; eauto).
  destruct (two r); auto. apply use_heads. intros x s H. apply (Hss r pad ss J) in H as (a & Ha & _ & _ & ->).
  intro Q. apply (f_equal (@length word)) in Q. rewrite skipn_length in Q. unfold padded in Q.
  rewrite app_length, repeat_length, length_f in Q. simpl in Q. lia.
Qed.

Lemma phi_xor m : forall a b, width a = width m -> width b = width m -> phi m (wxor a b) = xorb (phi m a) (phi m b).
Proof.
  induction m; intros [|a|a] [|b|b] A B; simpl in *; try discriminate; auto; rewrite IHm by congruence;
    destruct (phi m a), (phi m b); auto.
Qed.

Hypothesis Hmask : width mask = w.

Lemma odd_of_nat k : N.odd (N.of_nat k) = Nat.odd k.
Proof.
  induction k; auto. now rewrite Nat2N.inj_succ, N.odd_succ, Nat.odd_succ, <- N.negb_odd, <- Nat.negb_odd, IHk.
Qed.

Lemma common_apart r i j x : In r code -> two r = true -> 1 <= i -> 1 <= j -> i + j + amount r = n -> x = at_ n ->
  common_at i = true -> common_at j = true -> common (N.of_nat n) x = true -> val x <> N.lxor (val (at_ i)) (val (at_ j)).
Proof.
  intros J T Hi Hj S X A B C V. unfold common in *. rewrite Hsparse in *.
  assert (x = wxor (at_ i) (at_ j)) as Q.
  { apply val_inj; [rewrite width_wxor|rewrite val_wxor]; subst x; rewrite ?width_at by lia; auto. }
  rewrite Q in C. rewrite phi_xor in C by (rewrite Hmask; apply width_at; lia).
  pose proof (Happart r J) as P. unfold apart in P. rewrite T in P. cbn in P.
  apply eqb_prop in A, B, C, P.
  assert (N.odd (N.of_nat n) = xorb (xorb (N.odd (N.of_nat i)) (N.odd (N.of_nat j))) (Nat.odd (amount r))) as O.
  { now rewrite <- S, !Nat2N.inj_add, !N.odd_add, (odd_of_nat (amount r)). }
  rewrite O in C.
  destruct (phi mask (at_ i)), (phi mask (at_ j)), alternate, (N.odd (N.of_nat i)), (N.odd (N.of_nat j)),
    (Nat.odd (amount r)), colour; simpl in *; discriminate.
Qed.

Lemma search_pairs c : incl c code -> forall tr, exists qs, Forall is_option qs /\
  fold_left (search1 f rv) c tr = cross qs tr.
Proof.
  induction c as [|r c IH]; intros J tr; [exists []; auto|]. cbn [fold_left].
  destruct (IH (fun x K => J x (or_intror K)) (search1 f rv tr r)) as (qs & Q & R). rewrite R.
  assert (exists ps, Forall is_option ps /\ search1 f rv tr r = cross ps tr) as (ps & P & ->).
  { pose proof (splits_are_options r (J r (or_introl eq_refl))) as S. unfold split_pairs in S.
    unfold search1. destruct (two r); [|exists []; auto].
    destruct (search_ok (skipn (amount r) rv) f (skipn (amount r) rv) tr) as [j Hj].
    unfold half in Hj. rewrite skipn_length, Lr in Hj. eexists. split; [|exact Hj].
    rewrite Forall_forall in *. intros ab K. apply S. rewrite <- (firstn_skipn j). apply in_or_app. eauto. }
  exists (ps ++ qs). split; [apply Forall_app; auto|]. now rewrite fold_left_app.
Qed.

Lemma rare_ok x : x = at_ n -> common (N.of_nat n) x = true -> rare (N.of_nat n) f rv st x = true ->
  mex (opt code v n) (val x).
Proof.
  intros X Cx H. unfold rare in H. rewrite (fold_pairs _ rare_pairs) in H by (intros; now apply rare1_ok).
  destruct (search_pairs code (fun _ K => K) (remove (cross (flat_map rare_pairs st) (start x)) x zero)) as (qs & Q & R).
  rewrite R in H. apply (shows_mex (flat_map rare_pairs st) qs).
  - subst x. apply width_at. lia.
  - apply Forall_app. split; auto. apply Forall_forall. intros [a b] K.
    apply in_flat_map in K as ([[r pad] ss] & J & K). pose proof (in_st r pad ss J) as Jr.
    apply in_app_or in K as [K|K].
    + pose proof (lone_are_options r Jr) as A. rewrite Forall_forall in A. auto.
    + destruct (two r) eqn:T; [|easy]. apply (in_heads r ss a b (Hss r pad ss J)) in K as (i & Hi & _ & -> & ->).
      destruct (Nat.ltb_spec (n - i - 1) (amount r)).
      * left. cbn [fst snd]. now destruct (at_ i).
      * right. cbn [fst snd]. rewrite !width_at by lia. repeat split; auto. exists r. split; auto.
        right. right. split; auto. exists i, (n - i - amount r). repeat split; auto; lia.
  - intros (r & J & O). assert (exists pad ss, In (r, pad, ss) st) as (pad & ss & Jst).
    { rewrite <- Hst in J. apply in_map_iff in J as ([[r' pad] ss] & <- & J). exists pad, ss. exact J. }
    assert (forall a b, In (a, b) (rare_pairs (r, pad, ss)) -> In (a, b) (flat_map rare_pairs st)) as Y.
    { intros a b K. apply in_flat_map. eauto. }
    destruct O as [O|[O|(T & i & j & A & B & C & V)]].
    1,2: destruct (lone_complete r (val x) J) as (a & b & K & Z); [tauto|];
      exists a, b; split; [apply Y, in_or_app; auto|auto].
    assert (forall i j, 1 <= i -> 1 <= j -> i + j + amount r = n -> common_at i = false ->
      In (at_ i, at_ j) (flat_map rare_pairs st)) as Z.
    { intros i' j' A' B' C' D'. apply Y, in_or_app. right. rewrite T. apply (in_heads r ss _ _ (Hss r pad ss Jst)).
      exists i'. repeat split; auto; try lia. destruct (Nat.ltb_spec (n - i' - 1) (amount r)); [lia|]. f_equal. lia. }
    destruct (common_at i) eqn:Ci; [destruct (common_at j) eqn:Cj|].
    + exfalso. exact (common_apart r i j x J T A B C X Ci Cj Cx V).
    + exists (at_ j), (at_ i). rewrite !width_at by lia. repeat split; auto; [apply Z; auto; lia|].
      rewrite V. apply N.lxor_comm.
    + exists (at_ i), (at_ j). rewrite !width_at by lia. repeat split; auto.
  - destruct (cross qs _); congruence.
Qed.
End Heap.

(* The whole table *)

Lemma next_streams n f r ss pad x : rare_streams n f r ss -> 1 <= n -> pad = padded f r -> x = at_ n ->
  sparse = true ->
  rare_streams (S n) f r (snd (advance (negb (common (N.of_nat n) x)) x (r, pad, ss))).
Proof.
  intros S n1 -> -> Sp y s. cbn [advance snd].
  assert (In (y, s) (map (fun s => (fst s, tl (snd s))) ss) <->
    exists a, 1 <= a < n /\ common (N.of_nat a) (at_ a) = false /\ y = at_ a /\ s = skipn (Datatypes.S n - a - 1) (padded f r)) as M.
  { assert (forall t (z : list word), tl (skipn t z) = skipn (Datatypes.S t) z) as T.
    { induction t; intros [|c z]; auto. apply IHt. }
    rewrite in_map_iff. split.
    - intros ([z t] & Q & H). apply S in H as (a & A & B & C & D). cbn [fst snd] in Q. injection Q as <- <-.
      exists a. repeat split; auto; try lia. rewrite D, T. f_equal. lia.
    - intros (a & A & B & -> & ->). exists (at_ a, skipn (n - a - 1) (padded f r)). cbn [fst snd]. split.
      + f_equal. rewrite T. f_equal. lia.
      + apply S. exists a. auto. }
  destruct (common (N.of_nat n) (at_ n)) eqn:C; cbn [negb].
  - rewrite M. split; intros (a & A & B & D & F).
    + exists a. repeat split; auto; lia.
    + exists a. repeat split; auto; try lia. destruct (Nat.eq_dec a n) as [->|]; [congruence|lia].
  - cbn [In]. rewrite M. split.
    + intros [Q|(a & A & B & D & F)].
      * injection Q as <- <-. exists n. repeat split; auto. replace (Datatypes.S n - n - 1) with 0 by lia. reflexivity.
      * exists a. repeat split; auto; lia.
    + intros (a & A & B & D & F). destruct (Nat.eq_dec a n) as [->|].
      * left. rewrite D, F. replace (Datatypes.S n - n - 1) with 0 by lia. reflexivity.
      * right. exists a. repeat split; auto; lia.
Qed.

Lemma run_ok f : f = tl l -> width mask = w ->
  (sparse = true -> forall r, In r code -> apart r = true) ->
  forall rest n rv st, l = rev rv ++ rest -> length rv = n -> 1 <= n ->
  map (fun rs => fst (fst rs)) st = code ->
  (sparse = true -> forall r pad ss, In (r, pad, ss) st -> pad = padded f r /\ rare_streams n f r ss) ->
  run (N.of_nat n) f rv st rest = true ->
  forall i, n <= i < length l -> mex (opt code v i) (v i).
Proof.
  intros Hf Hm Hap. induction rest as [|x rest IH]; intros n rv st L Hn n1 Hst Hss H i Hi.
  - rewrite L, app_nil_r, rev_length in Hi. lia.
  - cbn [run] in H. set (c := common (N.of_nat n) x) in *.
    destruct (if c then rare (N.of_nat n) f rv st x else full (N.of_nat n) f rv x) eqn:K; [|discriminate].
    assert (x = at_ n) as X.
    { rewrite L, app_nth2; rewrite rev_length; [|lia]. now rewrite Hn, Nat.sub_diag. }
    assert (n < length l) as nl by (rewrite L, app_length, rev_length; simpl; lia).
    assert (forall i, i < n -> nth i rv E = at_ (n - 1 - i)) as Hr.
    { intros j J. rewrite L, app_nth1 by (rewrite rev_length; lia). rewrite rev_nth by lia. f_equal. lia. }
    destruct (Nat.eq_dec i n) as [->|D].
    + cbn beta. rewrite <- X. destruct c eqn:C.
      * assert (sparse = true) as Sp by (subst c; unfold common in C; destruct sparse; auto).
        eapply rare_ok with (f := f) (rv := rv) (st := st); eauto.
        intros r pad ss J. now apply (Hss Sp r pad ss).
      * eapply full_ok with (f := f) (rv := rv); eauto.
    + rewrite <- Nat2N.inj_succ in H. refine (IH (S n) (x :: rv) _ _ _ _ _ _ H i _).
      * simpl. now rewrite <- app_assoc.
      * simpl. lia.
      * lia.
      * destruct sparse; auto. rewrite map_map, <- Hst. apply map_ext. now intros [[r pad] ss].
      * intros Sp r pad ss J. rewrite Sp in J. apply in_map_iff in J as ([[r' pad'] ss'] & Q & J).
        destruct (Hss Sp _ _ _ J) as [P1 P2].
        pose proof (next_streams n f r' ss' pad' x P2 n1 P1 X Sp) as NS. fold c in NS. rewrite Q in NS. cbn [snd] in NS.
        cbn [advance] in Q. injection Q as <- <- <-. split; auto.
      * lia.
Qed.
End Table.

Theorem table_ok code w sparse alternate colour mask l :
  (forall x, In x l -> width x = w) -> width mask = w ->
  table code w sparse alternate colour mask l = true ->
  forall i, i < length l -> mex (opt code (fun i => val (nth i l E)) i) (val (nth i l E)).
Proof.
  intros W M H i L. unfold table in H. destruct l as [|x f] eqn:Q; [simpl in L; lia|]. rewrite <- Q in *.
  repeat (apply andb_prop in H as [H ?]).
  match goal with A : (1 <=? w) = true, B : run _ _ _ _ _ _ _ _ _ _ _ = true, C : N.eqb (val x) 0 = true |- _ =>
    rename A into A1; rename B into A2; rename C into A3 end.
  apply Nat.leb_le in A1. apply N.eqb_eq in A3.
  assert (forall r, In r code -> none r || one r = true -> 1 <= amount r) as T.
  { intros r J K. rewrite forallb_forall in H. specialize (H r J). rewrite K in H. now apply Nat.leb_le in H. }
  destruct (Nat.eq_dec i 0) as [->|D].
  - replace (nth 0 l E) with x by (now rewrite Q). rewrite A3. split; [|intros; lia].
    intros (r & J & [(O0 & N0 & _)|[(_ & N0 & _)|(_ & a & b & N1 & N2 & N3 & _)]]); try lia.
    specialize (T r J). rewrite O0 in T. specialize (T eq_refl). lia.
  - eapply run_ok with (f := f) (rest := f) (n := 1) (rv := [x]) (st := map (fun r => (r, padded f r, [])) code); eauto;
      try lia.
    + now rewrite Q.
    + intro Sp. rewrite Sp in *. match goal with A : forallb (apart _ _) code = true |- _ => rewrite forallb_forall in A; auto end.
    + rewrite map_map. cbn. apply map_id.
    + intros Sp r pad ss J. apply in_map_iff in J as (r' & J & _). injection J as <- <- <-. split; auto.
      intros y s. split; [easy|]. intros (a & A & _). lia.
Qed.
