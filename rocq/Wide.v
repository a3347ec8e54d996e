(* Nim-values of take-and-break games whose moves may leave any number of heaps: a checker for a table of them.

   The values of b non-empty heaps with s tokens together are, for each first heap a, its value with those of b - 1 heaps
   with s - a tokens.  So there is a list of sets for each b, made from the one before; a set is a number, as bits. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Named Periods Sums.
Local Open Scope N_scope.

Definition add_all (g : N) (us : list N) (m : N) : N := fold_left (fun m u => N.setbit m (N.lxor g u)) us m.
Definition members (m : N) : list N := filter (N.testbit m) (map N.of_nat (seq 0 (N.to_nat (N.size m)))).
Fixpoint pair_up (gs : list N) (sets : list (list N)) (m : N) : N :=
  match gs, sets with g :: gs, us :: sets => pair_up gs sets (add_all g us m) | _, _ => m end.
Fixpoint more_heaps (gs : list N) (todo seen : list (list N)) : list (list N) :=
  match todo with [] => [] | us :: todo => members (pair_up gs seen 0) :: more_heaps gs todo (us :: seen) end.
Fixpoint by_count (gs : list N) (k : nat) (t : list (list N)) : list (list (list N)) :=
  t :: match k with O => [] | S k => by_count gs k (more_heaps gs t []) end.
(* The values of what is left after a move, s tokens as the digit says *)
Fixpoint left_over (s : nat) (d : N) (b : nat) (ts : list (list (list N))) (m : N) : N :=
  match ts with
  | [] => m
  | t :: ts => left_over s d (S b) ts (if N.testbit d (N.of_nat b) then add_all 0 (nth s t []) m else m)
  end.
Fixpoint option_values (n t : nat) (digits : list N) (ts : list (list (list N))) (m : N) : N :=
  match digits with
  | [] => m
  | d :: ds => option_values n (S t) ds ts (if Nat.leb t n then left_over (n - t) d 0 ts m else m)
  end.
Definition is_mex (m v : N) : bool :=
  negb (N.testbit m v) && forallb (N.testbit m) (map N.of_nat (seq 0 (N.to_nat v))).
Definition wide_table (digits l : list N) : bool :=
  let k := N.to_nat (N.log2 (fold_right N.max 1 digits)) in
  let ts := by_count (tl l) k ([0] :: repeat [] (length l - 1)) in
  forallb (fun d => N.ltb d (2 ^ N.of_nat (S k))) digits && N.eqb (N.modulo (nth 0 digits 0) 4) 0 &&
  forallb (fun n => is_mex (option_values n 0 digits ts 0) (nth n l 0)) (seq 0 (length l)).

Lemma add_all_ok g us : forall m x, N.testbit (add_all g us m) x = true <->
  N.testbit m x = true \/ exists u, In u us /\ x = N.lxor g u.
Proof.
  unfold add_all. induction us as [|u us IH]; intros m x; cbn [fold_left In].
  - split; [auto|]. now intros [H|(u & [] & _)].
  - rewrite IH, N.setbit_iff. split.
    + intros [[H|H]|(w & I & ->)]; [right; exists u|left|right; exists w]; auto.
    + intros [H|(w & [<-|I] & ->)]; auto. right. exists w. auto.
Qed.
Lemma members_ok m u : In u (members m) <-> N.testbit m u = true.
Proof.
  unfold members. rewrite filter_In, in_map_iff. split; [tauto|]. intro H. split; auto. exists (N.to_nat u).
  split; [apply N2Nat.id|]. apply in_seq. split; [lia|]. cbn [Nat.add].
  destruct (N.le_gt_cases (N.size m) u) as [L|L]; [|lia]. exfalso.
  destruct (N.eq_dec m 0) as [->|Z]; [now rewrite N.bits_0 in H|].
  rewrite N.size_log2 in L by auto. rewrite N.bits_above_log2 in H by lia. discriminate.
Qed.
Lemma pair_up_ok gs : forall sets m x, N.testbit (pair_up gs sets m) x = true <-> N.testbit m x = true \/
  exists i u, (i < length gs)%nat /\ (i < length sets)%nat /\ In u (nth i sets []) /\ x = N.lxor (nth i gs 0) u.
Proof.
  induction gs as [|g gs IH]; intros [|us sets] m x; cbn [pair_up length].
  1-3: split; [auto|]; intros [H|(i & u & A & B & _)]; [auto|lia].
  rewrite IH, add_all_ok. split.
  - intros [[H|(u & I & ->)]|(i & u & A & B & I & ->)]; [auto|right; exists 0%nat, u|right; exists (S i), u]; repeat split; auto; lia.
  - intros [H|([|i] & u & A & B & I & ->)]; [auto|left; right; now exists u|right; exists i, u]; repeat split; auto; lia.
Qed.
Lemma more_heaps_ok gs todo : forall seen s u, (s < length todo)%nat ->
  In u (nth s (more_heaps gs todo seen) []) <-> exists i w, (i < length gs)%nat /\ (i < s + length seen)%nat /\
    In w (nth i (rev (firstn s todo) ++ seen) []) /\ u = N.lxor (nth i gs 0) w.
Proof.
  induction todo as [|us todo IH]; intros seen s u L; cbn [length] in L; [lia|]. destruct s as [|s]; cbn [more_heaps nth firstn rev app].
  - rewrite members_ok, pair_up_ok, N.bits_0. split; [intros [H|(i & w & H)]; [easy|]|intros (i & w & H); right];
      exists i, w; cbn [Nat.add] in *; tauto.
  - rewrite IH by lia. cbn [length]. rewrite <- app_assoc. cbn [app]. replace (s + S (length seen))%nat with (S s + length seen)%nat by lia.
    reflexivity.
Qed.
Lemma more_heaps_length gs todo : forall seen, length (more_heaps gs todo seen) = length todo.
Proof. induction todo; intro seen; cbn; auto. Qed.

Section Table.
Variables (digits l : list N) (k : nat).
Definition value_at (n : N) : N := nth (N.to_nat n) l 0.
Definition parts (b s : nat) (u : N) : Prop := exists hs, length hs = b /\ Forall (fun h => 1 <= h) hs /\
  sum hs = N.of_nat s /\ u = nim_sum (map value_at hs).
Fixpoint sets_for (b : nat) (t : list (list N)) : list (list N) :=
  match b with O => t | S b => sets_for b (more_heaps (tl l) t []) end.
Let start := [0] :: repeat ([] : list N) (length l - 1).
Hypothesis some : (1 <= length l)%nat.

Lemma sets_succ b : forall t, sets_for (S b) t = more_heaps (tl l) (sets_for b t) [].
Proof. induction b as [|b IH]; intro t; [easy|]. cbn [sets_for] in *. apply IH. Qed.
Lemma sets_length b : length (sets_for b start) = length l.
Proof.
  induction b as [|b IH].
  - unfold start. cbn [sets_for length]. rewrite repeat_length. lia.
  - now rewrite sets_succ, more_heaps_length.
Qed.
Lemma parts_succ b s u : parts (S b) s u <-> exists a w, (1 <= a <= s)%nat /\ parts b (s - a) w /\ u = N.lxor (nth a l 0) w.
Proof.
  split.
  - intros ([|h hs] & L & F & T & ->); [easy|]. inversion F as [|? ? Fh F']; subst. cbn [sum fold_right] in T. fold (sum hs) in T.
    exists (N.to_nat h), (nim_sum (map value_at hs)). split; [lia|]. split; [|reflexivity].
    exists hs. repeat split; auto. lia.
  - intros (a & w & A & (hs & L & F & T & ->) & ->). exists (N.of_nat a :: hs). repeat split.
    + cbn. lia.
    + constructor; [lia|auto].
    + cbn [sum fold_right]. fold (sum hs). lia.
    + cbn [map nim_sum fold_right]. unfold value_at at 2. now rewrite Nat2N.id.
Qed.
Lemma sets_ok b : forall s u, (s < length l)%nat -> In u (nth s (sets_for b start) []) <-> parts b s u.
Proof.
  induction b as [|b IH]; intros s u L.
  - cbn [sets_for]. unfold start. split.
    + destruct s as [|s]; cbn [nth].
      * intros [<-|[]]. exists []. repeat split; auto.
      * intro H. exfalso. destruct (nth_in_or_default s (repeat ([] : list N) (length l - 1)) []) as [J|J].
        -- apply repeat_spec in J. now rewrite J in H.
        -- now rewrite J in H.
    + intros ([|] & Q & _ & T & ->); [|easy]. cbn in T. destruct s; [now left|lia].
  - rewrite sets_succ, more_heaps_ok by (rewrite sets_length; auto). rewrite app_nil_r, parts_succ. cbn [length].
    assert (length (tl l) = length l - 1)%nat as Ltl by (destruct l; cbn; lia).
    assert (forall i, nth i (tl l) 0 = nth (S i) l 0) as Nt by (intro i; destruct l; cbn; [now destruct i|easy]).
    assert (forall i, (i < s)%nat -> nth i (rev (firstn s (sets_for b start))) [] = nth (s - S i) (sets_for b start) []) as R.
    { intros i I. rewrite rev_nth; rewrite firstn_length, sets_length, Nat.min_l by lia; [|lia].
      rewrite <- (firstn_skipn s (sets_for b start)) at 2. rewrite app_nth1; auto. rewrite firstn_length, sets_length. lia. }
    split.
    + intros (i & w & A & B & I & ->). exists (S i), w. rewrite R in I by lia. split; [lia|]. split; [apply IH; auto; lia|].
      now rewrite Nt.
    + intros (a & w & A & P & ->). exists (a - 1)%nat, w. rewrite R, Nt by lia. replace (S (a - 1)) with a by lia.
      repeat split; try lia. apply IH; auto. lia.
Qed.
Lemma by_count_nth j : forall t b, (b <= j)%nat -> nth b (by_count (tl l) j t) [] = sets_for b t.
Proof.
  induction j as [|j IH]; intros t [|b] L; cbn [by_count nth sets_for]; auto; [lia|]. apply IH. lia.
Qed.
Lemma by_count_length j : forall t, length (by_count (tl l) j t) = S j.
Proof. induction j as [|j IH]; intro t; cbn [by_count length]; auto. Qed.

Lemma left_over_ok s d ts : forall b m x, N.testbit (left_over s d b ts m) x = true <-> N.testbit m x = true \/
  exists j, (j < length ts)%nat /\ N.testbit d (N.of_nat (b + j)) = true /\ In x (nth s (nth j ts []) []).
Proof.
  induction ts as [|t ts IH]; intros b m x; cbn [left_over length].
  - split; [auto|]. intros [H|(j & J & _)]; [auto|lia].
  - rewrite IH. assert (N.testbit (if N.testbit d (N.of_nat b) then add_all 0 (nth s t []) m else m) x = true <->
      N.testbit m x = true \/ (N.testbit d (N.of_nat b) = true /\ In x (nth s t []))) as ->.
    { destruct (N.testbit d (N.of_nat b)); [|intuition discriminate]. rewrite add_all_ok. split.
      - intros [H|(u & I & ->)]; auto.
      - intros [H|[_ I]]; auto. right. exists x. auto. }
    split.
    + intros [[H|[D I]]|(j & J & D & I)]; [auto|right; exists 0%nat|right; exists (S j)].
      * rewrite Nat.add_0_r. repeat split; auto. lia.
      * rewrite Nat.add_succ_r. repeat split; auto. lia.
    + intros [H|([|j] & J & D & I)]; [auto|left; right|right; exists j].
      * now rewrite Nat.add_0_r in D.
      * rewrite Nat.add_succ_r in D. repeat split; auto. lia.
Qed.
Lemma option_values_ok n ts ds : forall t m x, N.testbit (option_values n t ds ts m) x = true <-> N.testbit m x = true \/
  exists i j, (i < length ds)%nat /\ (t + i <= n)%nat /\ (j < length ts)%nat /\
    N.testbit (nth i ds 0) (N.of_nat j) = true /\ In x (nth (n - (t + i)) (nth j ts []) []).
Proof.
  induction ds as [|d ds IH]; intros t m x; cbn [option_values length].
  - split; [auto|]. intros [H|(i & j & I & _)]; [auto|lia].
  - rewrite IH. assert (N.testbit (if Nat.leb t n then left_over (n - t) d 0 ts m else m) x = true <->
      N.testbit m x = true \/ ((t <= n)%nat /\ exists j, (j < length ts)%nat /\ N.testbit d (N.of_nat j) = true /\
        In x (nth (n - t) (nth j ts []) []))) as ->.
    { destruct (Nat.leb_spec t n); [|intuition lia]. rewrite left_over_ok. cbn [Nat.add]. intuition. }
    split.
    + intros [[H|[L (j & J & D & I)]]|(i & j & A & B & J & D & I)]; [auto|right; exists 0%nat, j|right; exists (S i), j].
      * rewrite Nat.add_0_r. repeat split; auto. lia.
      * rewrite Nat.add_succ_r. repeat split; auto; lia.
    + intros [H|([|i] & j & A & B & J & D & I)]; [auto|left; right|right; exists i, j].
      * rewrite Nat.add_0_r in *. split; auto. exists j. auto.
      * rewrite Nat.add_succ_r in *. repeat split; auto; lia.
Qed.

Hypothesis small : forall i b, N.testbit (nth i digits 0) b = true -> b <= N.of_nat k.
Lemma values_are_options n x : (n < length l)%nat ->
  N.testbit (option_values n 0 digits (by_count (tl l) k start) 0) x = true <->
  exists hs, by_code digits (N.of_nat n) hs /\ x = nim_sum (map value_at hs).
Proof.
  intro L. rewrite option_values_ok, N.bits_0, by_count_length. cbn [Nat.add]. split.
  - intros [H|(i & j & A & B & J & D & I)]; [easy|]. rewrite by_count_nth in I by lia. apply sets_ok in I; [|lia].
    destruct I as (hs & Lh & F & T & ->). exists hs. split; auto. exists i. rewrite Lh. repeat split; auto. lia.
  - intros (hs & (i & D & F & T) & ->). right. exists i, (length hs). pose proof (small i _ D) as S0.
    repeat split; auto; try lia.
    + destruct (Nat.lt_ge_cases i (length digits)) as [|G]; auto. rewrite nth_overflow, N.bits_0 in D by auto. discriminate.
    + rewrite by_count_nth by lia. apply sets_ok; [lia|]. exists hs. repeat split; auto. lia.
Qed.
End Table.

Lemma is_mex_ok m v : is_mex m v = true -> mex (fun x => N.testbit m x = true) v.
Proof.
  intro H. apply andb_prop in H as [A B]. split; [now rewrite <- not_true_iff_false in A || (intro C; rewrite C in A)|].
  intros u U. rewrite forallb_forall in B. apply B. apply in_map_iff. exists (N.to_nat u). split; [apply N2Nat.id|].
  apply in_seq. lia.
Qed.
Lemma max_digit digits d : In d digits -> d <= fold_right N.max 1 digits.
Proof. induction digits as [|e ds IH]; [easy|]. cbn [fold_right]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.

Theorem wide_table_ok digits l : wide_table digits l = true -> sensible digits ->
  forall g, nim_values (by_code digits) g -> forall i, (i < length l)%nat -> g (N.of_nat i) = nth i l 0.
Proof.
  intros H sense g G. unfold wide_table in H. set (k := N.to_nat (N.log2 (fold_right N.max 1 digits))) in *.
  apply andb_prop in H as [H T]. apply andb_prop in H as [Dg _]. rewrite forallb_forall in T, Dg.
  assert (forall i b, N.testbit (nth i digits 0) b = true -> b <= N.of_nat k) as small.
  { intros i b B. destruct (nth_in_or_default i digits 0) as [J|J]; [|now rewrite J, N.bits_0 in B].
    specialize (Dg _ J). apply N.ltb_lt in Dg. destruct (N.le_gt_cases b (N.of_nat k)) as [|K]; auto. exfalso.
    destruct (N.eq_dec (nth i digits 0) 0) as [Z|Z]; [now rewrite Z, N.bits_0 in B|].
    rewrite N.bits_above_log2 in B; [discriminate|]. apply N.log2_lt_pow2 in Dg; lia. }
  intro i. induction i as [i IH] using lt_wf_ind. intro L.
  assert (In i (seq 0 (length l))) as I by (apply in_seq; lia). specialize (T i I). apply is_mex_ok in T.
  refine (mex_unique _ _ _ _ _ (G (N.of_nat i)) T). intro u. rewrite values_are_options by (auto; lia).
  assert (forall hs, by_code digits (N.of_nat i) hs -> nim_sum (map g hs) = nim_sum (map (value_at l) hs)) as Q.
  { intros hs B. f_equal. apply map_ext_in. intros h J. pose proof (code_smaller digits sense _ _ B) as F.
    rewrite Forall_forall in F. specialize (F h J). unfold value_at. rewrite <- IH by lia. now rewrite N2Nat.id. }
  split; intros (hs & B & ->); exists hs; split; auto. symmetry. auto.
Qed.
