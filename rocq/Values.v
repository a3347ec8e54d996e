(* Nim-values of all positions, by a table that reads the numbers of a position and then its value. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Automata Automatic.
Local Open Scope N_scope.
Local Opaque all_exist always decided most_states.

(* A move may leave several positions side by side: their numbers, one position after the other. *)
Fixpoint chunks {A} (k n : nat) (z : list A) : list (list A) :=
  match k with O => [] | S k => firstn n z :: chunks k n (skipn n z) end.
Definition apart {P} (n : nat) (at_ : list N -> P) (z : list N) : list P := map at_ (chunks (length z / n) n z).
Definition options_stated {P} (option : P -> list P -> Prop) (n : nat) (at_ : list N -> P) (atoms : list atom)
    (ws : list way) : Prop :=
  forall x ys, length x = n -> option (at_ x) ys <-> some_way (apart n at_) atoms x ys ws.

Lemma chunks_map {A B} (f : A -> B) k n : forall z, chunks k n (map f z) = map (map f) (chunks k n z).
Proof. induction k as [|k IH]; intro z; cbn [chunks map]; auto. now rewrite firstn_map, skipn_map, IH. Qed.

Lemma nim_sum_end l u : nim_sum (l ++ [u]) = N.lxor (nim_sum l) u.
Proof.
  induction l as [|a l IH]; cbn [app nim_sum fold_right]; [now rewrite N.lxor_0_r, N.lxor_0_l|].
  fold (nim_sum (l ++ [u])) (nim_sum l). now rewrite IH, N.lxor_assoc.
Qed.
Lemma pick_from c (Y : list N) : forall a (b : list N), length b = a -> (c <= length Y)%nat ->
  pick 0 (seq a c) (b ++ Y) = firstn c Y.
Proof.
  intros a b L C. rewrite <- (pick_start c Y C). unfold pick. subst a. induction b as [|d b IH]; [easy|].
  cbn [length app]. rewrite <- seq_shift, map_map. exact IH.
Qed.
Lemma as_long {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> length l = length l'.
Proof. induction 1; cbn; congruence. Qed.
Lemma of_map {A B C} (f : A -> B) (R : B -> C -> Prop) l : forall l', Forall2 R (map f l) l' -> Forall2 (fun a => R (f a)) l l'.
Proof. induction l as [|a l IH]; intros l' H; inversion H; subst; constructor; auto. Qed.
Lemma as_well {A B} (R R' : A -> B -> Prop) l l' : (forall a b, R a b -> R' a b) -> Forall2 R l l' -> Forall2 R' l l'.
Proof. intros I H. induction H; constructor; auto. Qed.
Lemma pick_app vs us (x : list N) : pick 0 (vs ++ us) x = pick 0 vs x ++ pick 0 us x.
Proof. apply map_app. Qed.

(* That all of these atoms hold *)
Fixpoint all_of (i m : nat) : formula := match m with O => Yes | S m => And (Is i) (all_of (S i) m) end.
Lemma all_of_ok X new : forall before after,
  holds (before ++ new ++ after) X (all_of (length before) (length new)) <-> Forall (atom_holds X) new.
Proof.
  induction new as [|a new IH]; intros before after; cbn [all_of length holds app]; [easy|].
  rewrite app_nth2, Nat.sub_diag by lia. cbn [nth].
  replace (S (length before)) with (length (before ++ [a])) by (rewrite app_length; cbn; lia).
  replace (before ++ a :: new ++ after) with ((before ++ [a]) ++ new ++ after) by (now rewrite <- app_assoc).
  rewrite IH. split; [intros []; auto|]. inversion 1; auto.
Qed.
Lemma first_atoms atoms n f : below atoms n f = true -> forall A more X, length A = length atoms ->
  holds (A ++ more) X f <-> holds A X f.
Proof.
  intros B A more X L. induction f as [i| | |f IH|f IHf g IHg|f IHf g IHg]; cbn [below holds] in *; try tauto.
  - destruct (nth_error atoms i) eqn:E; [|discriminate].
    assert (i < length atoms)%nat by (apply nth_error_Some; congruence). now rewrite app_nth1 by lia.
  - apply andb_prop in B as [B C]. tauto.
  - apply andb_prop in B as [B C]. tauto.
Qed.

Section Values.
Variables (n : nat) (atoms : list atom) (legal : formula) (weights : list N) (ws : list way) (t : table).
Let k := length atoms.
Let here := seq 0 n.

Definition parts (w : way) : list (list nat) := chunks (length (becomes w) / n) n (becomes w).
(* The value of each part is the next number from c on. *)
Fixpoint part_atoms (c : nat) (ps : list (list nat)) : list atom :=
  match ps with [] => [] | b :: ps => Within t (b ++ [c]) :: part_atoms (S c) ps end.

(* Every part of a move is legal and smaller. *)
Definition part_fine (w : way) (b : list nat) : bool :=
  let ok f := always (atoms ++ Less (weigh weights b) (weigh weights here) :: map (rename (n + chosen w) b) atoms)
    (n + chosen w) (Not (And legal (And (condition w) f))) in
  Nat.eqb (length b) n && vars_below (n + chosen w) b && ok (Not (Is k)) && ok (Not (shift (k + 1) legal)).
(* No move leads to the value of the position. *)
Definition new_value (w : way) : bool :=
  let c := (n + chosen w)%nat in let m := length (parts w) in
  let new := Within t (here ++ [c + m])%nat :: Xor (seq c (m + 1)) 0 :: part_atoms c (parts w) in
  always (atoms ++ new) (c + (m + 1)) (Not (And legal (And (condition w) (all_of k (length new))))).
Definition way_values (w : way) : bool :=
  below atoms (n + chosen w) (condition w) && forallb (part_fine w) (parts w) && new_value w.

(* Some move leads to every smaller value: after the position come its value, the smaller value, what is chosen, and the
   values of the parts. *)
Definition most_chosen : nat := fold_right (fun w m => Nat.max (chosen w) m) 0%nat ws.
Definition most_parts : nat := fold_right (fun w m => Nat.max (length (parts w)) m) 0%nat ws.
Definition names (w : way) : list nat := here ++ seq (n + 2) (chosen w).
Definition far : nat := n + 2 + (most_chosen + most_parts).
Definition reached (w : way) : list atom :=
  let c := (n + 2 + most_chosen)%nat in
  Xor (seq c (length (parts w)) ++ [n + 1])%nat 0 ::
  part_atoms c (map (map (rename_var far (names w))) (parts w)).
Definition block (w : way) : list atom := map (rename far (names w)) atoms ++ reached w.
Fixpoint blocks (i : nat) (l : list way) : list formula :=
  match l with
  | [] => []
  | w :: l => And (shift i (condition w)) (all_of (i + k) (length (reached w))) :: blocks (i + length (block w)) l
  end.
Definition all_smaller : bool :=
  all_exist ((atoms ++ [Within t (here ++ [n]); Less (Var (n + 1)) (Var n)]) ++ flat_map block ws) (n + 2)
    (most_chosen + most_parts) ([Not legal; Not (Is k); Not (Is (k + 1))] ++ blocks (k + 2) ws).
Definition total : bool := all_exist (atoms ++ [Within t (here ++ [n])]) n 1 [Not legal; Is k].
Definition values_fine : bool :=
  below atoms n legal && forallb way_values ws && total && all_smaller.

Lemma part_atoms_ok X ps : forall c, Forall (atom_holds X) (part_atoms c ps) <->
  Forall2 (fun b v => accepts t (pick 0 b X ++ [v]) = true) ps (pick 0 (seq c (length ps)) X).
Proof.
  induction ps as [|b ps IH]; intro c; cbn [part_atoms length seq pick map]; [split; constructor|].
  fold (pick 0 (seq (S c) (length ps)) X). split; intro H; inversion H; subst; constructor; try (now apply IH).
  - cbn [atom_holds] in *. now rewrite pick_app in *.
  - cbn [atom_holds]. now rewrite pick_app.
Qed.

Hypothesis F : values_fine = true.
Lemma fine_parts : below atoms n legal = true /\ forallb way_values ws = true /\ total = true /\ all_smaller = true.
Proof.
  unfold values_fine in F. apply andb_prop in F as [F3 D]. apply andb_prop in F3 as [F2 C]. apply andb_prop in F2 as [A B].
  auto.
Qed.
Lemma way_fine_parts w : In w ws -> below atoms (n + chosen w) (condition w) = true /\
  (forall b, In b (parts w) -> part_fine w b = true) /\ new_value w = true.
Proof.
  intro I. destruct fine_parts as (_ & W & _). rewrite forallb_forall in W. specialize (W w I). unfold way_values in W.
  apply andb_prop in W as [W N']. apply andb_prop in W as [B P]. rewrite forallb_forall in P. auto.
Qed.

Section Position.
Variable x : list N.
Hypothesis Lx : length x = n.
Hypothesis legal_x : holds atoms x legal.

Lemma here_x y : pick 0 here (x ++ y) = x.
Proof. now apply pick_here. Qed.
Lemma legal_more more y : holds (atoms ++ more) (x ++ y) legal.
Proof. destruct fine_parts as (B & _). apply below_ok; [now rewrite Lx|easy]. Qed.

Lemma has_value : exists v, accepts t (x ++ [v]) = true.
Proof.
  destruct fine_parts as (_ & _ & T & _). destruct (all_exist_ok _ _ _ _ T x Lx) as (y & Ly & f & [<-|[<-|[]]] & H).
  - exfalso. apply H, legal_more.
  - destruct y as [|v [|]]; try discriminate. exists v. cbn [holds] in H. unfold k in H.
    rewrite app_nth2, Nat.sub_diag in H by lia. cbn [nth atom_holds] in H.
    rewrite pick_app, here_x in H. unfold pick in H. cbn [map] in H. now rewrite app_nth2, Lx, Nat.sub_diag in H by lia.
Qed.

Lemma part_ok w y b : In w ws -> length y = chosen w -> holds atoms (x ++ y) (condition w) -> In b (parts w) ->
  let z := pick 0 b (x ++ y) in measure weights z < measure weights x /\ holds atoms z legal /\ length z = n /\
  vars_below (n + chosen w) b = true.
Proof.
  intros I Ly C Ib z. destruct (way_fine_parts w I) as (B & P & _). specialize (P b Ib). unfold part_fine in P.
  apply andb_prop in P as [P G]. apply andb_prop in P as [P M]. apply andb_prop in P as [Lb V]. apply Nat.eqb_eq in Lb.
  assert (length (x ++ y) = n + chosen w)%nat as Lxy by (rewrite app_length; lia).
  set (less := Less (weigh weights b) (weigh weights here)) in *.
  set (all := atoms ++ less :: map (rename (n + chosen w) b) atoms) in *.
  assert (forall f, always all (n + chosen w) (Not (And legal (And (condition w) f))) = true -> ~ holds all (x ++ y) f) as K.
  { intros f A H. apply (always_ok _ _ _ A (x ++ y) Lxy). cbn [holds]. split; [apply legal_more|split; auto].
    apply below_more; [now rewrite Lxy|easy]. }
  apply K in M, G. unfold all in *. repeat split; auto.
  - destruct (N.lt_ge_cases (measure weights z) (measure weights x)) as [|Q]; auto. exfalso. apply M. cbn [holds].
    unfold k. rewrite app_nth2, Nat.sub_diag by lia. cbn [nth atom_holds less]. unfold less. cbn [atom_holds].
    rewrite !weigh_ok, here_x. fold z. lia.
  - assert (holds (atoms ++ less :: map (rename (n + chosen w) b) atoms) (x ++ y) (shift (k + 1) legal) <-> holds atoms z legal) as R.
    { replace (atoms ++ less :: map (rename (n + chosen w) b) atoms) with ((atoms ++ [less]) ++ map (rename (n + chosen w) b) atoms)
        by (now rewrite <- app_assoc).
      replace (k + 1)%nat with (length (atoms ++ [less])) by (rewrite app_length; reflexivity).
      rewrite shift_holds. apply rename_holds. lia. }
    cbn [holds] in G. rewrite R in G. rewrite <- truth_ok in G |- *. destruct (truth atoms z legal); [easy|]. exfalso. now apply G.
  - unfold z. now rewrite pick_length.
Qed.

Lemma not_its_own w y v vs : In w ws -> length y = chosen w -> holds atoms (x ++ y) (condition w) ->
  accepts t (x ++ [v]) = true ->
  Forall2 (fun b u => accepts t (pick 0 b (x ++ y) ++ [u]) = true) (parts w) vs -> nim_sum vs <> v.
Proof.
  intros I Ly C T S E. destruct (way_fine_parts w I) as (B & P & N'). unfold new_value in N'. cbv zeta in N'.
  set (c := (n + chosen w)%nat) in *. set (m := length (parts w)) in *.
  assert (length (x ++ y) = c) as Lxy by (unfold c; rewrite app_length; lia).
  assert (length vs = m) as Lv by (symmetry; apply (as_long _ _ _ S)).
  pose (X := x ++ y ++ vs ++ [v]).
  assert (X = (x ++ y) ++ vs ++ [v]) as X1 by (unfold X; now rewrite app_assoc).
  assert (length X = c + (m + 1))%nat as LX by (rewrite X1, app_length, Lxy, app_length; cbn; lia).
  apply (always_ok _ _ _ N' X LX). cbn [holds]. split; [apply legal_more|]. split.
  - rewrite X1. apply below_ok; [now rewrite Lxy|easy].
  - set (new := Within t (here ++ [c + m])%nat :: Xor (seq c (m + 1)) 0 :: part_atoms c (parts w)) in *.
    rewrite <- (app_nil_r (atoms ++ new)), <- app_assoc. apply all_of_ok. unfold new. constructor; [|constructor].
    + cbn [atom_holds]. rewrite pick_app. unfold X at 1. rewrite here_x. unfold pick. cbn [map].
      rewrite X1, app_nth2 by lia. rewrite Lxy. replace (c + m - c)%nat with m by lia.
      rewrite app_nth2, Lv, Nat.sub_diag by lia. exact T.
    + cbn [atom_holds]. rewrite X1, (pick_from _ (vs ++ [v]) c (x ++ y)) by (rewrite ?app_length; cbn; lia).
      rewrite firstn_all2 by (rewrite app_length; cbn; lia). rewrite nim_sum_end, E. apply N.lxor_nilpotent.
    + apply part_atoms_ok. fold m.
      assert (pick 0 (seq c m) X = vs) as ->.
      { rewrite X1, (pick_from m (vs ++ [v]) c (x ++ y)) by (rewrite ?app_length; cbn; lia).
        rewrite firstn_app, Lv, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r. apply firstn_all2. lia. }
      assert (forall b, In b (parts w) -> pick 0 b X = pick 0 b (x ++ y)) as Q.
      { intros b Ib. rewrite X1. apply pick_below. rewrite Lxy. apply (part_ok w y b I Ly C Ib). }
      clearbody X. clear - S Q. induction S as [|b u bs us H S IH]; constructor.
      * rewrite Q by (now left). exact H.
      * apply IH. intros b' I. apply Q. now right.
Qed.

Lemma blocks_in X f : forall l before, In f (blocks (length before) l) -> holds (before ++ flat_map block l) X f ->
  exists w before' after, In w l /\ holds (before' ++ block w ++ after) X
    (And (shift (length before') (condition w)) (all_of (length before' + k) (length (reached w)))).
Proof.
  induction l as [|w l IH]; intros before I H; [easy|]. cbn [blocks flat_map] in I, H. destruct I as [<-|I].
  - exists w, before, (flat_map block l). split; [now left|exact H].
  - rewrite <- app_length in I. rewrite app_assoc in H.
    destruct (IH _ I H) as (w' & b & a & W & R). exists w', b, a. split; [now right|easy].
Qed.
Lemma most_ok {A} (f : A -> nat) w (l : list A) : In w l -> (f w <= fold_right (fun w m => Nat.max (f w) m) 0%nat l)%nat.
Proof. induction l as [|v l IH]; [easy|]. cbn [fold_right]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.

Lemma smaller v u : accepts t (x ++ [v]) = true -> u < v -> exists w y vs, In w ws /\ length y = chosen w /\
  holds atoms (x ++ y) (condition w) /\
  Forall2 (fun b u => accepts t (pick 0 b (x ++ y) ++ [u]) = true) (parts w) vs /\ nim_sum vs = u.
Proof.
  intros T U. destruct fine_parts as (_ & _ & _ & S). unfold all_smaller in S.
  assert (length (x ++ [v; u]) = n + 2)%nat as L2 by (rewrite app_length; cbn; lia).
  destruct (all_exist_ok _ _ _ _ S (x ++ [v; u]) L2) as (Y & LY & f & I & H).
  set (X := (x ++ [v; u]) ++ Y) in *.
  assert (length X = far) as LX by (unfold X, far; rewrite app_length; lia).
  assert (X = x ++ v :: u :: Y) as X1 by (unfold X; now rewrite <- app_assoc).
  assert (nth n X 0 = v) as Nv by (rewrite X1, app_nth2, Lx, Nat.sub_diag by lia; easy).
  assert (nth (n + 1) X 0 = u) as Nu by (rewrite X1, app_nth2, Lx by lia; now replace (n + 1 - n)%nat with 1%nat by lia).
  set (two := [Within t (here ++ [n]); Less (Var (n + 1)) (Var n)]) in *.
  assert (length (atoms ++ two) = k + 2)%nat as Lk by (rewrite app_length; reflexivity).
  apply in_app_iff in I as [I|I].
  - exfalso. rewrite <- app_assoc in H. destruct I as [<-|[<-|[<-|[]]]]; apply H.
    + rewrite X1. apply legal_more.
    + cbn [holds]. unfold k. rewrite app_nth2, Nat.sub_diag by lia. cbn [two app nth atom_holds].
      rewrite pick_app. rewrite X1 at 1. rewrite here_x. unfold pick. cbn [map]. now rewrite Nv.
    + cbn [holds]. unfold k. rewrite app_nth2_plus. cbn [two app nth atom_holds value]. now rewrite Nv, Nu.
  - rewrite <- Lk in I. destruct (blocks_in X f ws _ I H) as (w & before & after & W & H1 & H2).
    destruct (way_fine_parts w W) as (B & _).
    assert (pick 0 (names w) X = x ++ firstn (chosen w) Y) as PX.
    { unfold names. rewrite pick_app. rewrite X1 at 1. rewrite here_x. f_equal. apply pick_from; auto.
      pose proof (most_ok chosen w ws W) as Q. fold most_chosen in Q. lia. }
    exists w, (firstn (chosen w) Y).
    assert (length (firstn (chosen w) Y) = chosen w) as LF.
    { apply firstn_length_le. pose proof (most_ok chosen w ws W) as Q. fold most_chosen in Q. lia. }
    assert (holds atoms (x ++ firstn (chosen w) Y) (condition w)) as C.
    { unfold block in H1. rewrite <- app_assoc in H1. apply shift_holds in H1.
      apply (first_atoms atoms _ _ B) in H1; [|apply map_length]. apply rename_holds in H1; [|lia]. now rewrite PX in H1. }
    assert (Forall (atom_holds X) (reached w)) as R.
    { unfold block in H2. rewrite <- app_assoc, app_assoc in H2.
      replace (length before + k)%nat with (length (before ++ map (rename far (names w)) atoms)) in H2
        by (rewrite app_length, map_length; reflexivity).
      now apply all_of_ok in H2. }
    unfold reached in R. cbv zeta in R. inversion R as [|a l Ra Rl]; subst a l. apply part_atoms_ok in Rl.
    rewrite map_length in Rl. exists (pick 0 (seq (n + 2 + most_chosen) (length (parts w))) X). repeat split; auto.
    + apply of_map in Rl. refine (as_well _ _ _ _ _ Rl). intros b a Hb. rewrite rename_pick, PX in Hb by lia. exact Hb.
    + cbn [atom_holds] in Ra. rewrite pick_app in Ra. unfold pick at 2 in Ra. cbn [map] in Ra. rewrite nim_sum_end, Nu in Ra. now apply N.lxor_eq.
Qed.
End Position.

Section Option.
Context {P : Type} (option : P -> list P -> Prop) (at_ : list N -> P).
Hypothesis stated_ : options_stated option n at_ atoms ws.
Lemma options_of x ys : length x = n -> option (at_ x) ys <-> exists w y, In w ws /\ length y = chosen w /\
  holds atoms (x ++ y) (condition w) /\ ys = map (fun b => at_ (pick 0 b (x ++ y))) (parts w).
Proof.
  intro L. rewrite (stated_ x ys L), some_way_ok. unfold apart, parts.
  assert (forall w y, map at_ (chunks (length (pick 0 (becomes w) (x ++ y)) / n) n (pick 0 (becomes w) (x ++ y))) =
    map (fun b => at_ (pick 0 b (x ++ y))) (chunks (length (becomes w) / n) n (becomes w))) as E.
  { intros w y. rewrite pick_length. unfold pick at 1. rewrite chunks_map, map_map. reflexivity. }
  split; intros (w & y & I & Ly & C & Q); exists w, y; rewrite E in *; auto.
Qed.
Lemma parts_related (R : list N -> N -> Prop) (Q : P -> N -> Prop) x y ps us :
  (forall b u, In b ps -> R (pick 0 b (x ++ y)) u -> Q (at_ (pick 0 b (x ++ y))) u) ->
  Forall2 (fun b u => R (pick 0 b (x ++ y)) u) ps us -> Forall2 Q (map (fun b => at_ (pick 0 b (x ++ y))) ps) us.
Proof.
  intros H S. induction S as [|b u ps us A S IH]; cbn [map]; constructor.
  - apply H; [now left|easy].
  - apply IH. intros b' u' I. apply H. now right.
Qed.
Lemma table_values : forall M x, measure weights x = M -> length x = n -> holds atoms x legal ->
  forall v, accepts t (x ++ [v]) = true -> has_nim_value option (at_ x) v.
Proof.
  intro M. induction M as [M IH] using (well_founded_induction N.lt_wf_0). intros x Mx Lx A v T.
  assert (forall w y, In w ws -> length y = chosen w -> holds atoms (x ++ y) (condition w) ->
    forall b, In b (parts w) -> forall u, accepts t (pick 0 b (x ++ y) ++ [u]) = true ->
    has_nim_value option (at_ (pick 0 b (x ++ y))) u) as K.
  { intros w y I Ly C b Ib u U. destruct (part_ok x Lx A w y b I Ly C Ib) as (Ms & Ls & Ns & _).
    apply (IH (measure weights (pick 0 b (x ++ y)))); auto. lia. }
  constructor.
  - intros ys O. apply options_of in O as (w & y & I & Ly & C & ->); auto.
    assert (forall ps, incl ps (parts w) ->
      exists us, Forall2 (fun b u => accepts t (pick 0 b (x ++ y) ++ [u]) = true) ps us) as V.
    { induction ps as [|b ps IHp]; intro J; [exists []; constructor|].
      destruct IHp as (us & U); [intros a Ia; apply J; now right|].
      destruct (part_ok x Lx A w y b I Ly C) as (_ & Ls & Ns & _); [apply J; now left|].
      destruct (has_value _ Ns Ls) as (u & Hu). exists (u :: us). now constructor. }
    destruct (V (parts w) (incl_refl _)) as (us & U). exists us. split.
    + apply (parts_related (fun z u => accepts t (z ++ [u]) = true)); auto. intros b u Ib. now apply (K w y I Ly C b Ib).
    + now apply (not_its_own x Lx A w y v us).
  - intros u U. destruct (smaller x Lx A v u T U) as (w & y & us & I & Ly & C & S & E).
    exists (map (fun b => at_ (pick 0 b (x ++ y))) (parts w)), us. repeat split; auto.
    + apply options_of; auto. exists w, y. auto.
    + apply (parts_related (fun z u => accepts t (z ++ [u]) = true)); auto. intros b a Ib. now apply (K w y I Ly C b Ib).
Qed.
Lemma one_value : forall M x, measure weights x = M -> length x = n -> holds atoms x legal ->
  forall v v', has_nim_value option (at_ x) v -> has_nim_value option (at_ x) v' -> v < v' -> False.
Proof.
  intro M. induction M as [M IH] using (well_founded_induction N.lt_wf_0). intros x Mx Lx A v v' [H _] [_ H'] L.
  destruct (H' v L) as (ys & us & O & U & E). destruct (H ys O) as (us' & U' & D). apply D. rewrite <- E. f_equal.
  apply options_of in O as (w & y & I & Ly & C & ->); auto.
  assert (forall b, In b (parts w) -> forall u u', has_nim_value option (at_ (pick 0 b (x ++ y))) u ->
    has_nim_value option (at_ (pick 0 b (x ++ y))) u' -> u' = u) as K.
  { intros b Ib u u' Hu Hu'. destruct (part_ok x Lx A w y b I Ly C Ib) as (Ms & Ls & Ns & _).
    assert (forall a a', has_nim_value option (at_ (pick 0 b (x ++ y))) a ->
      has_nim_value option (at_ (pick 0 b (x ++ y))) a' -> ~ a < a') as Z.
    { intros a a' Ha Ha' La. apply (IH (measure weights (pick 0 b (x ++ y)))) with (x := pick 0 b (x ++ y)) (v := a) (v' := a'); auto. lia. }
    pose proof (Z u u' Hu Hu'). pose proof (Z u' u Hu' Hu). lia. }
  clear - U U' K. revert us us' U U' K. generalize (parts w) as ps.
  induction ps as [|b ps IHp]; intros us us' U U' K; inversion U; inversion U'; subst; auto. f_equal.
  - apply (K b (or_introl eq_refl)); auto.
  - apply IHp; auto. intros b' I. apply K. now right.
Qed.
Theorem values_ok x v : length x = n -> holds atoms x legal ->
  has_nim_value option (at_ x) v <-> accepts t (x ++ [v]) = true.
Proof.
  intros L A. split; [|intro T; now apply (table_values (measure weights x))]. intro H.
  destruct (has_value x L A) as (u & U). pose proof (table_values _ x eq_refl L A u U) as H'.
  pose proof (one_value _ x eq_refl L A u v H' H). pose proof (one_value _ x eq_refl L A v u H H').
  replace v with u by lia. exact U.
Qed.
End Option.
End Values.
