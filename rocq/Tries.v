(* Sets of small numbers as binary tries, and the mex of a heap by crossing off.

   A trie holds the numbers that are still wanted (those below the claimed mex) and the one that is forbidden (the
   mex itself).  Each option crosses its value off; an option that hits the forbidden value breaks the trie.  Numbers
   are words of bits of one width, the lowest bit first, and an option is given as two words whose nim-sum it is:
   the sum is never written down, and a walk ends where nothing is left to cross off. *)
From Coq Require Import NArith List Lia.
Import ListNotations.
Open Scope N_scope.

Inductive word := E | O (w : word) | I (w : word).

Fixpoint width (w : word) : nat := match w with E => 0 | O w => S (width w) | I w => S (width w) end.
Fixpoint val (w : word) : N := match w with E => 0 | O w => N.double (val w) | I w => N.succ_double (val w) end.
Fixpoint of_N (k : nat) (v : N) : word :=
  match k with
  | 0%nat => E
  | S k => match v with
           | 0 => O (of_N k 0)
           | Npos xH => I (of_N k 0)
           | Npos (xO p) => O (of_N k (Npos p))
           | Npos (xI p) => I (of_N k (Npos p))
           end
  end.
Fixpoint wxor (a b : word) : word :=
  match a, b with
  | E, _ | _, E => E
  | O a, O b | I a, I b => O (wxor a b)
  | O a, I b | I a, O b => I (wxor a b)
  end.

Lemma width_of_N k : forall v, width (of_N k v) = k.
Proof. induction k; intros [|[p|p|]]; simpl; auto. Qed.
Lemma val_zero k : val (of_N k 0) = 0.
Proof. induction k; simpl; auto. now rewrite IHk. Qed.
Lemma width_wxor a : forall b, width a = width b -> width (wxor a b) = width a.
Proof. induction a; intros [|b|b] H; simpl in *; auto; discriminate. Qed.
Lemma val_wxor a : forall b, width a = width b -> val (wxor a b) = N.lxor (val a) (val b).
Proof.
  induction a; intros [|b|b] H; simpl in *; try discriminate; auto; injection H as H; rewrite IHa by auto;
    now destruct (val a), (val b).
Qed.
Lemma val_inj a : forall b, width a = width b -> val a = val b -> a = b.
Proof.
  induction a; intros [|b|b] H V; simpl in *; try discriminate; auto; injection H as H;
    rewrite ?N.double_spec, ?N.succ_double_spec in V; try lia; f_equal; apply IHa; auto; lia.
Qed.
Lemma wxor_zero a : wxor a (of_N (width a) 0) = a.
Proof. induction a; simpl; f_equal; auto. Qed.

Lemma val_bound w : val w < 2 ^ N.of_nat (width w).
Proof.
  induction w; cbn [val width]; [reflexivity| |]; rewrite Nat2N.inj_succ, N.pow_succ_r', ?N.double_spec, ?N.succ_double_spec; lia.
Qed.
Lemma val_of_N k : forall v, v < 2 ^ N.of_nat k -> val (of_N k v) = v.
Proof.
  induction k as [|k IH]; intros v H.
  - simpl in H. cbn. lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in H. destruct v as [|[p|p|]]; cbn [of_N val]; rewrite ?val_zero; auto;
      rewrite IH by lia; reflexivity.
Qed.

Inductive trie := Nothing | Broken | Wanted | Forbidden | Node (l r : trie).
Inductive found := Miss | Hit | Bad.

Fixpoint lookup (tr : trie) (w : word) : found :=
  match tr, w with
  | Wanted, E => Hit
  | Forbidden, E => Bad
  | Node l _, O w => lookup l w
  | Node _ r, I w => lookup r w
  | _, _ => Miss
  end.

(* [lookup tr (wxor a b)] *)
Fixpoint find (tr : trie) (a b : word) : found :=
  match tr with
  | Nothing | Broken => Miss
  | Wanted => match a, b with E, _ | _, E => Hit | _, _ => Miss end
  | Forbidden => match a, b with E, _ | _, E => Bad | _, _ => Miss end
  | Node l r => match a, b with
                | O a, O b | I a, I b => find l a b
                | O a, I b | I a, O b => find r a b
                | _, _ => Miss
                end
  end.

Definition node (l r : trie) : trie := match l, r with Nothing, Nothing => Nothing | _, _ => Node l r end.
Fixpoint remove (tr : trie) (a b : word) : trie :=
  match tr with
  | Nothing => Nothing
  | Broken => Broken
  | Wanted | Forbidden => match a, b with E, _ | _, E => Nothing | _, _ => tr end
  | Node l r => match a, b with
                | O a, O b | I a, I b => node (remove l a b) r
                | O a, I b | I a, O b => node l (remove r a b)
                | _, _ => tr
                end
  end.
Definition use (tr : trie) (a b : word) : trie :=
  match find tr a b with Miss => tr | Hit => remove tr a b | Bad => Broken end.

Lemma find_lookup tr : forall a b, find tr a b = lookup tr (wxor a b).
Proof. induction tr; intros [|a|a] [|b|b]; simpl; auto. Qed.
Lemma lookup_node l r w : lookup (node l r) w = lookup (Node l r) w.
Proof. destruct l, r, w; simpl; auto; now destruct w. Qed.
Lemma remove_same tr : forall a b, lookup (remove tr a b) (wxor a b) = Miss.
Proof. induction tr; intros [|a|a] [|b|b]; cbn [remove wxor]; rewrite ?lookup_node; simpl; auto. Qed.
Lemma remove_other tr : forall a b w, w <> wxor a b -> lookup (remove tr a b) w = lookup tr w.
Proof.
  induction tr; intros a b w H.
  - destruct a, b, w; reflexivity.
  - destruct a, b, w; reflexivity.
  - destruct a, b, w; simpl in *; congruence.
  - destruct a, b, w; simpl in *; congruence.
  - destruct a, b; cbn [remove]; rewrite ?lookup_node; auto; destruct w; simpl in *; auto;
      (apply IHtr1 || apply IHtr2); congruence.
Qed.
Lemma remove_broken tr a b : remove tr a b = Broken -> tr = Broken.
Proof. destruct tr; simpl; auto; destruct a, b; try discriminate; unfold node;
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; discriminate. Qed.

(* Numbers below [v], up to [v], and below [v] with [v] forbidden. *)
Fixpoint below (v : word) : trie * trie * trie :=
  match v with
  | E => (Nothing, Wanted, Forbidden)
  | O v => let '(lt, le, lf) := below v in (node lt lt, node le lt, node lf lt)
  | I v => let '(lt, le, lf) := below v in (node le lt, node le le, node le lf)
  end.
Definition start (v : word) : trie := snd (below v).

Lemma below_ok v : forall w, width w = width v ->
  lookup (fst (fst (below v))) w = (if val w <? val v then Hit else Miss) /\
  lookup (snd (fst (below v))) w = (if val w <=? val v then Hit else Miss) /\
  lookup (snd (below v)) w = (if val w =? val v then Bad else if val w <? val v then Hit else Miss).
Proof.
  induction v as [|v IH|v IH]; intros [|w|w] H; try discriminate; auto; injection H as H; specialize (IH w H);
    cbn [below val]; destruct (below v) as [[lt le] lf]; cbn [fst snd] in *; destruct IH as (A & B & C);
    rewrite ?lookup_node; cbn [lookup];
    rewrite ?A, ?B, ?C; rewrite ?N.double_spec, ?N.succ_double_spec;
    repeat split;
    repeat match goal with
    | |- context [?x <? ?y] => destruct (N.ltb_spec x y)
    | |- context [?x <=? ?y] => destruct (N.leb_spec x y)
    | |- context [?x =? ?y] => destruct (N.eqb_spec x y)
    end; auto; lia.
Qed.

(* Crossing off a list of options *)

Notation cross := (fold_left (fun tr (ab : word * word) => use tr (fst ab) (snd ab))).

Lemma cross_broken ps : cross ps Broken = Broken.
Proof. induction ps; auto. Qed.
Lemma cross_hit ps : forall tr w, lookup tr w = Hit -> cross ps tr <> Broken ->
  lookup (cross ps tr) w = Hit \/ exists a b, In (a, b) ps /\ wxor a b = w.
Proof.
  induction ps as [|[a b] ps IH]; intros tr w H B; simpl in *; auto.
  unfold use in *. rewrite find_lookup in *. destruct (lookup tr (wxor a b)) eqn:F.
  - destruct (IH _ _ H B) as [|(c & d & J & K)]; eauto 6.
  - assert (wxor a b = w \/ w <> wxor a b) as [Q|Q].
    { assert ({w = wxor a b} + {w <> wxor a b}) as [|] by decide equality; auto. }
    + right. exists a, b. auto.
    + destruct (IH (remove tr a b) w) as [|(c & d & J & K)]; auto; [|right; exists c, d; auto].
      rewrite remove_other; auto.
  - now rewrite cross_broken in B.
Qed.
Lemma cross_bad ps : forall tr w, lookup tr w = Bad -> cross ps tr <> Broken ->
  forall a b, In (a, b) ps -> wxor a b <> w.
Proof.
  induction ps as [|[a b] ps IH]; intros tr w H B c d J; [easy|]. simpl in *.
  unfold use in *. rewrite find_lookup in *. destruct (lookup tr (wxor a b)) eqn:F.
  - destruct J as [J|J]; [injection J as -> ->; congruence|]. eapply IH; eauto.
  - assert (w <> wxor a b) by congruence.
    destruct J as [J|J]; [injection J as -> ->; congruence|].
    apply (IH (remove tr a b) w); auto. rewrite remove_other; auto.
  - now rewrite cross_broken in B.
Qed.

(* What is left of the start when all is crossed off shows the mex. *)
Lemma crossed ps qs x z : wxor x z = x -> cross qs (remove (cross ps (start x)) x z) = Nothing ->
  (forall a b, In (a, b) ps -> wxor a b <> x) /\
  (forall w, width w = width x -> val w < val x -> exists a b, In (a, b) (ps ++ qs) /\ wxor a b = w).
Proof.
  intros Z H. set (t1 := cross ps (start x)) in *.
  assert (remove t1 x z <> Broken) as B2 by (intro B; rewrite B, cross_broken in H; discriminate).
  assert (t1 <> Broken) as B1 by (intro B; apply B2; now rewrite B).
  pose proof (below_ok x) as S. split.
  - apply (cross_bad ps (start x) x); auto. destruct (S x eq_refl) as (_ & _ & Q). unfold start. now rewrite Q, N.eqb_refl.
  - intros w Hw L. destruct (S w Hw) as (_ & _ & S3). fold (start x) in S3.
    destruct (N.eqb_spec (val w) (val x)) as [|D]; [lia|]. destruct (N.ltb_spec (val w) (val x)); [|lia].
    destruct (cross_hit ps _ _ S3 B1) as [F|(a & b & J & K)].
    2:{ exists a, b. split; auto. apply in_or_app; auto. }
    fold t1 in F. rewrite <- (remove_other t1 x z w) in F by (rewrite Z; congruence).
    destruct (cross_hit qs _ _ F) as [G|(a & b & J & K)].
    + rewrite H. discriminate.
    + rewrite H in G. discriminate.
    + exists a, b. split; auto. apply in_or_app; auto.
Qed.
