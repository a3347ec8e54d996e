(* Outcomes of one heap from which the players take by their sets: a repeated window, and its checker. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Winning Periods Tables.
Local Open Scope N_scope.

Section Theory.
Variables (s : player -> list N) (e : player -> N -> player) (f : N -> outcome).
Notation G := (one_heap s e).
Hypothesis F : outcomes G itself f.

Definition can (m : player) (n : N) : Prop := exists k, In k (s m) /\ k <= n.

Lemma at_end m n : ~ can m n -> winner (f n) m = e m n.
Proof.
  intro C. assert (stuck G m n) as S by (intros y (k & J & L & _); apply C; exists k; auto).
  apply (outcome_wins G n (f n) _ m (F n)). now apply (wins_stuck G m n).
Qed.
Lemma by_moving m n : can m n ->
  (winner (f n) m = m <-> exists k, In k (s m) /\ k <= n /\ winner (f (n - k)) (opponent m) = m).
Proof.
  intros (k0 & J0 & L0). rewrite <- (outcome_wins G n (f n) _ m (F n)), wins_mover. split.
  - intros [[S _]|(y & (k & J & L & ->) & W)].
    + exfalso. apply (S (n - k0)). exists k0. auto.
    + exists k. repeat split; auto. now apply (outcome_wins G (n - k) _ m (opponent m) (F (n - k))).
  - intros (k & J & L & W). right. exists (n - k). split; [now exists k|].
    now apply (outcome_wins G (n - k) _ m (opponent m) (F (n - k))).
Qed.

Variables (n0 p k : N).
Hypothesis takes : forall m j, In j (s m) -> 1 <= j <= k.
Hypothesis ends_alike : forall m n, s m = [] -> k <= n -> e m (n + p) = e m n.

Theorem repeated_window : (forall n, n0 <= n -> n < n0 + k -> f (n + p) = f n) ->
  forall n, n0 <= n -> f (n + p) = f n.
Proof.
  intros window n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro H.
  destruct (N.le_gt_cases (n0 + k) n) as [L|L]; [|now apply window].
  apply winner_inj. intro m. destruct (s m) as [|j0 js] eqn:Q.
  - assert (forall i, ~ can m i) as C by (intros i (j & J & _); now rewrite Q in J).
    rewrite !at_end by auto. apply ends_alike; auto. lia.
  - assert (forall i, n <= i -> can m i) as C.
    { intros i Hi. exists j0. rewrite Q. split; [now left|]. specialize (takes m j0). rewrite Q in takes.
      specialize (takes (or_introl eq_refl)). lia. }
    assert (winner (f (n + p)) m = m <-> winner (f n) m = m) as X.
    { rewrite !by_moving by (apply C; lia).
      assert (forall j, In j (s m) -> f (n + p - j) = f (n - j)) as Y.
      { intros j J. specialize (takes m j J). replace (n + p - j) with (n - j + p) by lia. apply IH; lia. }
      split; intros (j & J & Hj & W); specialize (takes m j J); exists j; repeat split; auto; try lia;
        [rewrite <- Y|rewrite Y]; auto. }
    destruct (winner (f (n + p)) m), (winner (f n) m), m; intuition congruence.
Qed.
End Theory.

(* The checker *)

Definition same_player (m w : player) : bool := match m, w with Left, Left | Right, Right => true | _, _ => false end.
Definition same_outcome (o o' : outcome) : bool :=
  match o, o' with
  | Next, Next | Previous, Previous | OnlyLeft, OnlyLeft | OnlyRight, OnlyRight => true
  | _, _ => false
  end.
Lemma same_outcome_eq o o' : same_outcome o o' = true <-> o = o'.
Proof. destruct o, o'; split; auto; discriminate. Qed.
Lemma same_player_eq m w : same_player m w = true <-> m = w.
Proof. destruct m, w; split; auto; discriminate. Qed.

(* What the options of a heap show: [None] if there are none, else whether one is lost for the opponent.  Takes are
   given as how many terms to skip of those of n - 1, n - 2, .... *)
Fixpoint best (m : player) (skips : list nat) (rv : list outcome) : option bool :=
  match skips with
  | [] => None
  | j :: skips => match skipn j rv with
                  | [] => best m skips rv
                  | o :: _ => if same_player (winner o (opponent m)) m then Some true
                              else match best m skips rv with None => Some false | r => r end
                  end
  end.
Definition who (e : player -> N -> player) (skips : list nat) (n : N) (rv : list outcome) (m : player) : player :=
  match best m skips rv with None => e m n | Some true => m | Some false => opponent m end.
Fixpoint fits (e : player -> N -> player) (ls rs : list nat) (n : N) (rv rest : list outcome) : bool :=
  match rest with
  | [] => true
  | o :: rest =>
    if same_player (winner o Left) (who e ls n rv Left)
    then if same_player (winner o Right) (who e rs n rv Right) then fits e ls rs (N.succ n) (o :: rv) rest else false
    else false
  end.

Definition skips (s : list N) : list nat := map (fun k => N.to_nat (k - 1)) s.
Definition one_heap_period (l r : list N) (e : player -> N -> player) (constant : bool) (n0 p : N)
  (terms : list outcome) : bool :=
  let k := fold_left N.max (l ++ r) 0 in
  let len := N.max (n0 + k + p) (n0 + 2 * p) in
  let t := extend terms (N.to_nat n0) (N.to_nat len) in
  (0 <? p) && forallb (fun j => 1 <=? j) (l ++ r) &&
  (if constant then true else match l, r with _ :: _, _ :: _ => true | _, _ => false end) &&
  Nat.eqb (length t) (N.to_nat len) &&
  same same_outcome (skipn (N.to_nat n0) t) (skipn (N.to_nat (n0 + p)) t) && least same_outcome t n0 p &&
  fits e (skips l) (skips r) 0 [] t.

Section Check.
Variables (s : player -> list N) (e : player -> N -> player) (f : N -> outcome).
Hypothesis F : outcomes (one_heap s e) itself f.
Hypothesis positive : forall m j, In j (s m) -> 1 <= j.

Lemma best_ok m n rv : length rv = N.to_nat n ->
  (forall i, (i < length rv)%nat -> nth i rv Next = f (n - 1 - N.of_nat i)) ->
  forall js, incl js (s m) -> match best m (skips js) rv with
  | None => forall j, In j js -> n < j
  | Some b => (exists j, In j js /\ j <= n) /\
              (b = true <-> exists j, In j js /\ j <= n /\ winner (f (n - j)) (opponent m) = m)
  end.
Proof.
  intros L H js. induction js as [|j js IH]; intro J; [easy|].
  assert (1 <= j) as j1 by (apply (positive m), J; now left).
  specialize (IH (fun x K => J x (or_intror K))). cbn [skips map best]. fold (skips js).
  pose proof (skipn_length (N.to_nat (j - 1)) rv) as SL.
  destruct (skipn (N.to_nat (j - 1)) rv) as [|o t] eqn:Q; simpl in SL.
  - assert (n < j) as B by lia. destruct (best m (skips js) rv) as [b|].
    + destruct IH as [(i & I1 & I2) X]. split; [exists i; simpl; auto|]. rewrite X. split.
      * intros (i' & A & C). exists i'. simpl. auto.
      * intros (i' & [->|A] & C & D); [lia|]. exists i'. auto.
    + intros i [->|I]; auto.
  - assert (j <= n) as B by lia.
    assert (o = f (n - j)) as ->.
    { transitivity (nth 0 (skipn (N.to_nat (j - 1)) rv) Next); [now rewrite Q|].
      rewrite nth_skip, H by lia. f_equal. lia. }
    destruct (same_player (winner (f (n - j)) (opponent m)) m) eqn:W.
    + apply same_player_eq in W. split; [exists j; simpl; auto|]. split; auto. intros _. exists j. simpl. auto.
    + assert (winner (f (n - j)) (opponent m) <> m) as W' by (intro X; apply same_player_eq in X; congruence).
      destruct (best m (skips js) rv) as [b|].
      * destruct IH as [_ X]. split; [exists j; simpl; auto|]. rewrite X. split.
        -- intros (i' & A & C). exists i'. simpl. auto.
        -- intros (i' & [->|A] & C & D); [congruence|]. exists i'. auto.
      * split; [exists j; simpl; auto|]. split; [discriminate|].
        intros (i' & [->|A] & C & D); [congruence|]. specialize (IH _ A). lia.
Qed.

Lemma who_ok m n rv : length rv = N.to_nat n ->
  (forall i, (i < length rv)%nat -> nth i rv Next = f (n - 1 - N.of_nat i)) ->
  who e (skips (s m)) n rv m = winner (f n) m.
Proof.
  intros L H. pose proof (best_ok m n rv L H (s m) (fun x K => K)) as B. unfold who.
  destruct (best m (skips (s m)) rv) as [b|].
  - destruct B as [C X]. pose proof (by_moving s e f F m n C) as Y. destruct b.
    + symmetry. apply Y, X, eq_refl.
    + symmetry. apply opponent_other. intro Z. apply Y, X in Z. discriminate.
  - symmetry. apply (at_end s e f F). intros (j & J & Lj). specialize (B j J). lia.
Qed.

Lemma fits_ok : forall rest n rv, fits e (skips (s Left)) (skips (s Right)) n rv rest = true ->
  length rv = N.to_nat n -> (forall i, (i < length rv)%nat -> nth i rv Next = f (n - 1 - N.of_nat i)) ->
  forall i, (i < length rest)%nat -> f (n + N.of_nat i) = nth i rest Next.
Proof.
  induction rest as [|o rest IH]; intros n rv H L R i Hi; [simpl in Hi; lia|]. cbn [fits] in H.
  destruct (same_player (winner o Left) _) eqn:A; [|discriminate].
  destruct (same_player (winner o Right) _) eqn:B; [|discriminate].
  apply same_player_eq in A, B. rewrite who_ok in A, B by auto.
  assert (f n = o) as Fo by (apply winner_inj; intros []; auto).
  destruct i as [|i].
  - cbn [nth]. rewrite <- Fo. f_equal. lia.
  - cbn [nth]. replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia.
    apply (IH (N.succ n) (o :: rv)); auto.
    + simpl. lia.
    + intros [|j] Hj; cbn [nth].
      * rewrite <- Fo. f_equal. lia.
      * simpl in Hj. rewrite R by lia. f_equal. lia.
    + simpl in Hi. lia.
Qed.
End Check.

Lemma fold_max l : forall a j, In j l \/ j <= a -> j <= fold_left N.max l a.
Proof.
  induction l as [|x l IH]; intros a j [H|H]; simpl in *; auto; try easy.
  - destruct H as [->|H]; apply IH; [right; lia|auto].
  - apply IH. right. lia.
Qed.

Theorem one_heap_period_ok s e constant n0 p terms :
  (constant = true -> forall m n n', e m n = e m n') ->
  one_heap_period (s Left) (s Right) e constant n0 p terms = true ->
  forall f, outcomes (one_heap s e) itself f -> starts_with f terms /\ least_period f n0 p.
Proof.
  unfold one_heap_period. set (k := fold_left N.max _ 0). set (len := N.max _ _). set (t := extend _ _ _).
  intros C H f F.
  apply andb_prop in H as [H Hfits]. apply andb_prop in H as [H Hleast]. apply andb_prop in H as [H Hsame].
  apply andb_prop in H as [H Hlen]. apply andb_prop in H as [H Hc]. apply andb_prop in H as [Hp H1].
  apply N.ltb_lt in Hp. apply Nat.eqb_eq in Hlen.
  assert (forall m j, In j (s m) -> In j (s Left ++ s Right)) as I.
  { intros [] j J; apply in_or_app; auto. }
  assert (forall m j, In j (s m) -> 1 <= j) as P.
  { intros m j J. rewrite forallb_forall in H1. apply N.leb_le, H1, (I m), J. }
  assert (forall i, (i < length t)%nat -> f (N.of_nat i) = nth i t Next) as T.
  { intros i L. rewrite <- (fits_ok s e f F P t 0 [] Hfits eq_refl) by (auto; simpl; lia). reflexivity. }
  split.
  - apply (starts_ok f t Next T terms (N.to_nat n0) (N.to_nat len) eq_refl).
  - apply (least_ok same_outcome same_outcome_eq f t Next T n0 p Hleast). split; auto.
    apply (repeated_window s e f F n0 p k).
    + intros m j J. split; [eapply P; eauto|]. apply fold_max. left. eapply I; eauto.
    + intros m n Q L. destruct constant; [now apply C|].
      destruct (s Left) eqn:QL, (s Right) eqn:QR; try discriminate. destruct m; congruence.
    + intros n L1 L2. apply (window_ok same_outcome same_outcome_eq f t Next T n0 p Hsame); auto. rewrite Hlen. lia.
Qed.
