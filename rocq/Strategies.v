(* Strategies that are written out: lists of positions at which the opponent of the winner is to move and loses, each after
   those that it leads to.  The rules are stated by formulas, as in Automatic. *)
From Coq Require Import NArith List Bool Lia Arith.
Import ListNotations.
From Bouton Require Import Games Winning Automata Automatic.
Local Open Scope N_scope.
Local Opaque always.

(* All lists of c numbers up to b *)
Definition up_to (b : N) : list N := map N.of_nat (seq 0 (S (N.to_nat b))).
Fixpoint box (b : N) (c : nat) : list (list N) :=
  match c with O => [[]] | S c => flat_map (fun y => map (fun a => a :: y) (up_to b)) (box b c) end.
Lemma up_to_ok b a : In a (up_to b) <-> a <= b.
Proof.
  unfold up_to. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intro L. exists (N.to_nat a). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.
Lemma box_ok b c : forall y, length y = c -> Forall (fun a => a <= b) y -> In y (box b c).
Proof.
  induction c as [|c IH]; intros [|a y] L F; try discriminate; cbn [box]; [now left|].
  inversion F; subst. apply in_flat_map. exists y. split; [apply IH; auto|]. apply (in_map (fun a => a :: y)). now apply up_to_ok.
Qed.
Lemma box_length b c : forall y, In y (box b c) -> length y = c.
Proof.
  induction c as [|c IH]; intros y I; cbn [box] in I.
  - destruct I as [<-|[]]. easy.
  - apply in_flat_map in I as (z & Z & I). apply in_map_iff in I as (a & <- & _). cbn. f_equal. auto.
Qed.

Fixpoint list_eqb (x y : list N) : bool :=
  match x, y with
  | [], [] => true
  | a :: x, b :: y => (a =? b) && list_eqb x y
  | _, _ => false
  end.
Lemma list_eqb_ok x : forall y, list_eqb x y = true -> x = y.
Proof.
  induction x as [|a x IH]; intros [|b y] E; try discriminate; auto. cbn in E. apply andb_prop in E as [A B].
  apply N.eqb_eq in A. f_equal; auto.
Qed.

Definition same_player (a b : player) : bool := match a, b with Left, Left | Right, Right => true | _, _ => false end.
Lemma same_player_ok a b : a = if same_player a b then b else opponent b.
Proof. now destruct a, b. Qed.

Section Strategy.
Variables (G : game) (n : nat) (at_ : list N -> position G) (factor : N) (atoms : list atom) (legal : formula).
Variables (ws : player -> list way) (wins_stuck : player -> formula).
Hypothesis stated_ : forall m, stated G n at_ atoms m (ws m) (wins_stuck m).

(* Whatever is chosen for a move is not more than this. *)
Definition bound (x : list N) : N := factor * (measure (repeat 1 n) x + 1).
Definition bound_term : term := Times factor (Plus (weigh (repeat 1 n) (seq 0 n)) (Num 1)).
Definition bounded (w : way) : bool :=
  let k := length atoms in
  below atoms n legal && below atoms (n + chosen w) (condition w) && Nat.eqb (length (becomes w)) n &&
  forallb (fun j => always (atoms ++ [AtMost (Var (n + j)) bound_term]) (n + chosen w)
    (Not (And legal (And (condition w) (Not (Is k)))))) (seq 0 (chosen w)).
Definition all_bounded : bool := forallb bounded (ws Left) && forallb bounded (ws Right).
Hypothesis fine : all_bounded = true.

Definition options (m : player) (x : list N) : list (list N) :=
  flat_map (fun w => map (fun y => pick 0 (becomes w) (x ++ y))
    (filter (fun y => truth atoms (x ++ y) (condition w)) (box (bound x) (chosen w)))) (ws m).

Lemma way_bounded m w : In w (ws m) -> bounded w = true.
Proof.
  intro I. unfold all_bounded in fine. apply andb_prop in fine as [A B]. rewrite forallb_forall in A, B. destruct m; auto.
Qed.
Lemma options_complete m x q : length x = n -> holds atoms x legal -> moves G m (at_ x) q ->
  exists z, In z (options m x) /\ q = at_ z.
Proof.
  intros L A M. apply (proj1 (stated_ m)) in M; auto. apply some_way_ok in M as (w & y & I & Ly & C & ->).
  exists (pick 0 (becomes w) (x ++ y)). split; auto. unfold options. apply in_flat_map. exists w. split; auto.
  apply (in_map (fun y => pick 0 (becomes w) (x ++ y))). apply filter_In. split; [|now apply truth_ok]. apply box_ok; auto.
  pose proof (way_bounded m w I) as B. unfold bounded in B.
  apply andb_prop in B as [B F]. apply andb_prop in B as [B _]. apply andb_prop in B as [B1 B2].
  rewrite forallb_forall in F. apply Forall_forall. intros a J. apply (In_nth _ _ 0) in J as (j & J & <-).
  assert (In j (seq 0 (chosen w))) as Q by (apply in_seq; lia). specialize (F j Q).
  assert (length (x ++ y) = n + chosen w)%nat as Lxy by (rewrite app_length; lia).
  apply always_ok with (x := x ++ y) in F; auto. cbn [holds] in F.
  rewrite app_nth2, Nat.sub_diag in F by lia. cbn [nth atom_holds value] in F.
  rewrite (below_ok _ _ x y legal) in F by (now rewrite L).
  rewrite (below_more _ _ (x ++ y) (condition w)) in F by (now rewrite Lxy).
  unfold bound_term in F. cbn [value] in F. rewrite weigh_ok, (pick_here n x y L) in F.
  rewrite app_nth2, L in F by lia. replace (n + j - n)%nat with j in F by lia.
  destruct (N.le_gt_cases (nth j y 0) (bound x)) as [|Gt]; auto. exfalso. apply F. repeat split; auto. unfold bound in Gt. lia.
Qed.
Lemma options_sound m x z : length x = n -> In z (options m x) -> moves G m (at_ x) (at_ z) /\ length z = n.
Proof.
  intros L I. unfold options in I. apply in_flat_map in I as (w & W & I). apply in_map_iff in I as (y & <- & I).
  apply filter_In in I as [B T]. apply box_length in B. apply truth_ok in T. split.
  - apply (proj1 (stated_ m)); auto. apply some_way_ok. exists w, y. auto.
  - rewrite pick_length. pose proof (way_bounded m w W) as F. unfold bounded in F. apply andb_prop in F as [F _].
    apply andb_prop in F as [_ F]. now apply Nat.eqb_eq.
Qed.

(* A move to a given position: what is chosen is read off it. *)
Fixpoint position_of (i : nat) (vs : list nat) (z : list N) : N :=
  match vs, z with v :: vs, a :: z => if Nat.eqb v i then a else position_of i vs z | _, _ => 0 end.
Definition reaches (m : player) (y z : list N) : bool :=
  existsb (fun w => let v := map (fun j => position_of (n + j) (becomes w) z) (seq 0 (chosen w)) in
    truth atoms (y ++ v) (condition w) && list_eqb (pick 0 (becomes w) (y ++ v)) z) (ws m).
Lemma reaches_ok m y z : length y = n -> reaches m y z = true -> moves G m (at_ y) (at_ z).
Proof.
  intros L R. apply existsb_exists in R as (w & W & R). apply andb_prop in R as [T E]. apply list_eqb_ok in E.
  apply truth_ok in T. apply (proj1 (stated_ m)); auto. apply some_way_ok. exists w.
  eexists. split; [auto|]. split; [|split; [exact T|now rewrite E]]. now rewrite map_length, seq_length.
Qed.

Section Winner.
Variable w : player.
Definition moving (earlier : list (list N)) (y : list N) : bool :=
  if existsb (reaches w y) earlier then true else
  match options w y with
  | [] => truth atoms y legal && truth atoms y (wins_stuck w)
  | zs => existsb (fun z => existsb (list_eqb z) earlier) zs
  end.
Definition waiting (earlier : list (list N)) (x : list N) : bool :=
  let os := options (opponent w) x in
  Nat.eqb (length x) n && truth atoms x legal && forallb (moving earlier) os &&
  match os with [] => negb (truth atoms x (wins_stuck (opponent w))) | _ => true end.
Fixpoint good (earlier l : list (list N)) : bool :=
  match l with [] => true | x :: l => waiting earlier x && good (x :: earlier) l end.

Lemma stuck_when m x : length x = n -> truth atoms x legal = true -> options m x = [] -> stuck G m (at_ x).
Proof.
  intros L A O q M. apply truth_ok in A. destruct (options_complete m x q L A M) as (z & Z & _). now rewrite O in Z.
Qed.
Lemma moving_ok earlier y : length y = n -> (forall z, In z earlier -> wins G w (opponent w) (at_ z)) ->
  moving earlier y = true -> wins G w w (at_ y).
Proof.
  intros L E H. apply wins_mover. unfold moving in H. destruct (existsb (reaches w y) earlier) eqn:R.
  - right. apply existsb_exists in R as (z & Z & R). exists (at_ z). split; [now apply reaches_ok|auto].
  - destruct (options w y) as [|o os] eqn:O.
    + left. apply andb_prop in H as [A H]. split; [now apply stuck_when|].
      apply (proj2 (stated_ w)); auto. now apply truth_ok.
    + right. apply existsb_exists in H as (z & Z & H). apply existsb_exists in H as (z' & Z' & H).
      apply list_eqb_ok in H. subst z'. exists (at_ z). split; [|auto].
      apply (options_sound w y z L). now rewrite O.
Qed.
Lemma waiting_ok earlier x : (forall z, In z earlier -> wins G w (opponent w) (at_ z)) ->
  waiting earlier x = true -> wins G w (opponent w) (at_ x).
Proof.
  intros E H. unfold waiting in H. apply andb_prop in H as [H S]. apply andb_prop in H as [H F]. apply andb_prop in H as [L A].
  apply Nat.eqb_eq in L. rewrite forallb_forall in F. rewrite <- (opponent_twice w) at 1. apply wins_other. rewrite opponent_twice. split.
  - intro T. destruct (options (opponent w) x) as [|z os] eqn:O.
    + destruct (player_dec (ending G (opponent w) (at_ x)) (opponent w)) as [Q|Q].
      * apply (proj2 (stated_ (opponent w))) in Q; auto. apply truth_ok in Q. now rewrite Q in S.
      * apply opponent_other in Q. now rewrite opponent_twice in Q.
    + exfalso. destruct (options_sound (opponent w) x z L) as [M _]; [rewrite O; now left|]. now apply T in M.
  - intros q M. apply truth_ok in A. destruct (options_complete _ _ _ L A M) as (z & Z & ->).
    destruct (options_sound _ _ _ L Z) as [_ Lz]. apply (moving_ok earlier); auto.
Qed.
Lemma good_ok l : forall earlier, (forall z, In z earlier -> wins G w (opponent w) (at_ z)) -> good earlier l = true ->
  forall x, In x l -> wins G w (opponent w) (at_ x).
Proof.
  induction l as [|x l IH]; intros earlier E H y I; [easy|]. cbn [good] in H. apply andb_prop in H as [W H].
  pose proof (waiting_ok earlier x E W) as X. destruct I as [<-|I]; auto.
  apply (IH (x :: earlier)); auto. intros z [<-|Z]; auto.
Qed.
Definition beats (first : player) (l : list (list N)) (x : list N) : bool :=
  good [] l && if same_player first w then Nat.eqb (length x) n && moving l x else existsb (list_eqb x) l.
Theorem beats_ok first l x : beats first l x = true -> wins G w first (at_ x).
Proof.
  intro H. apply andb_prop in H as [Gd H]. pose proof (good_ok l [] ltac:(easy) Gd) as W.
  rewrite (same_player_ok first w). destruct (same_player first w).
  - apply andb_prop in H as [L H]. apply Nat.eqb_eq in L. now apply (moving_ok l).
  - apply existsb_exists in H as (y & I & E). apply list_eqb_ok in E. subst y. auto.
Qed.
End Winner.
End Strategy.

(* A strategy for each first player *)
Definition strategies_fine (n : nat) (factor : N) (atoms : list atom) (legal : formula) (lways rways : list way)
    (lwins rwins : formula) (o : outcome) (left_first right_first : list (list N)) (x : list N) : bool :=
  let ws m := match m with Left => lways | Right => rways end in
  let wins m := match m with Left => lwins | Right => rwins end in
  all_bounded n factor atoms legal ws &&
  beats n factor atoms legal ws wins (winner o Left) Left left_first x &&
  beats n factor atoms legal ws wins (winner o Right) Right right_first x.
Theorem strategies_ok G n at_ factor atoms legal lways rways lwins rwins o left_first right_first x :
  stated G n at_ atoms Left lways lwins -> stated G n at_ atoms Right rways rwins ->
  strategies_fine n factor atoms legal lways rways lwins rwins o left_first right_first x = true ->
  has_outcome G (at_ x) o.
Proof.
  intros S S' H m. unfold strategies_fine in H. cbn zeta in H. apply andb_prop in H as [H R]. apply andb_prop in H as [B L].
  assert (forall m, stated G n at_ atoms m (match m with Left => lways | Right => rways end)
    (match m with Left => lwins | Right => rwins end)) as A by (intros []; [exact S|exact S']).
  destruct m.
  - exact (beats_ok G n at_ factor atoms legal _ _ A B _ _ _ _ L).
  - exact (beats_ok G n at_ factor atoms legal _ _ A B _ _ _ _ R).
Qed.
