(* Checkers whose answer [true] proves a certificate.  The kernel compares what they prove with the statement of the
   certificate, so nobody has to read them to believe it. *)
From Coq Require Import NArith List Bool PeanoNat.
Import ListNotations.
From Bouton Require Import Games NimPeriod OneHeap Codes Digraphs Automata Automatic Strategies Values.
Open Scope N_scope.

(* The mask and the truth value after it only choose how much is looked at; see NimValues. *)

Theorem nim_value_period digits mask alternate n0 p terms : nim_period digits mask alternate n0 p terms = true ->
  forall g, nim_values (by_code digits) g -> starts_with g terms /\ least_period g n0 p.
Proof. apply nim_period_ok. Qed.
Theorem subtraction_period s mask alternate n0 p terms :
  forallb (fun k => 1 <=? k) s && nim_period (digits_of s) mask alternate n0 p terms = true ->
  forall g, nim_values (taking s) g -> starts_with g terms /\ least_period g n0 p.
Proof. intro H. apply andb_prop in H as [A B]. exact (taking_period_ok _ _ _ _ _ _ A B). Qed.
Theorem code_outcome_period digits mask alternate n1 p1 values n0 p terms :
  Codes.code_outcome_period digits mask alternate n1 p1 values n0 p terms = true ->
  forall f, outcomes (heaps (by_code digits)) alone f -> starts_with f terms /\ least_period f n0 p.
Proof. apply code_outcome_period_ok. Qed.

Theorem normal_period l r n0 p terms : one_heap_period l r normal true n0 p terms = true ->
  forall f, outcomes (one_heap (sets l r) normal) itself f -> starts_with f terms /\ least_period f n0 p.
Proof. intro H. now apply (one_heap_period_ok (sets l r) normal true). Qed.
Theorem misere_period l r n0 p terms : one_heap_period l r misere true n0 p terms = true ->
  forall f, outcomes (one_heap (sets l r) misere) itself f -> starts_with f terms /\ least_period f n0 p.
Proof. intro H. now apply (one_heap_period_ok (sets l r) misere true). Qed.
Theorem ending_period l r e n0 p terms : one_heap_period l r e false n0 p terms = true ->
  forall f, outcomes (one_heap (sets l r) e) itself f -> starts_with f terms /\ least_period f n0 p.
Proof. intro H. now apply (one_heap_period_ok (sets l r) e false). Qed.

Theorem code_position digits mask alternate values x v : code_value digits mask alternate values x v = true ->
  (forall g, nim_values (by_code digits) g -> nim_sum (map g x) = v) /\
  has_outcome (heaps (by_code digits)) x (if v =? 0 then Previous else Next).
Proof. intro H. split; [now apply (code_value_ok _ _ _ _ _ _ H)|exact (code_outcome_ok _ _ _ _ _ _ H)]. Qed.
Theorem subtraction_position s mask alternate values x v :
  forallb (fun k => 1 <=? k) s && code_value (digits_of s) mask alternate values x v = true ->
  (forall g, nim_values (taking s) g -> nim_sum (map g x) = v) /\
  has_outcome (heaps (taking s)) x (if v =? 0 then Previous else Next).
Proof. intro H. apply andb_prop in H as [A B]. exact (taking_value_ok _ _ _ _ _ _ A B). Qed.

Theorem some_structure d D losing : is_structure d D losing = true -> structure d D (member losing).
Proof. apply is_structure_ok. Qed.
Theorem all_structures d D n l steps : Nat.eqb (length l) n && Digraphs.all_structures d D l steps = true ->
  length l = n /\ ForallOrdPairs (fun a b => exists v, v < vertices D /\ member a v <> member b v) l /\
  forall k, structure d D k <-> exists losing, In losing l /\ forall v, v < vertices D -> k v = member losing v.
Proof. intro H. apply andb_prop in H as [L A]. split; [now apply Nat.eqb_eq|exact (all_structures_ok _ _ _ _ A)]. Qed.
Theorem no_structure d D steps : Digraphs.all_structures d D [] steps = true -> forall k, ~ structure d D k.
Proof. intros H k K. apply (all_structures_ok _ _ _ _ H) in K as (? & [] & _). Qed.
Theorem only_structure d D losing steps : Digraphs.all_structures d D [losing] steps = true ->
  structure d D (member losing) /\ forall k, structure d D k -> forall v, v < vertices D -> k v = member losing v.
Proof.
  intro H. apply all_structures_ok in H as [_ H]. split.
  - apply H. exists losing. split; [now left|easy].
  - intros k K. apply H in K as (? & [<-|[]] & A). exact A.
Qed.
Theorem labels D labels : labels_ok D labels = true ->
  forall v, v < vertices D -> exists l r, nth_error labels (N.to_nat v) = Some (l, r) /\ labelled D v l.
Proof. apply labels_ok_ok. Qed.

(* Lost positions of all sizes, by a table that reads binary digits.  [stated] says that the moves and the ending of a game are
   given by formulas; [player_fine] decides, for all numbers, that every move lowers the measure and keeps to legal positions,
   that no move leads from a lost position to a lost one, and that one does from every other.  (Automatic) *)
Theorem lost_positions G n at_ atoms legal weights ways wins_stuck lost ended :
  (forall m, stated G n at_ atoms m ways wins_stuck) ->
  player_fine n atoms legal weights ways wins_stuck lost lost ended = true ->
  forall x, length x = n -> holds atoms x legal -> has_outcome G (at_ x) (if accepts lost x then Previous else Next).
Proof. apply one_set. Qed.
Theorem lost_by_player G n at_ atoms legal weights lways rways lwins rwins llost rlost lended rended :
  stated G n at_ atoms Left lways lwins -> stated G n at_ atoms Right rways rwins ->
  player_fine n atoms legal weights lways lwins llost rlost lended &&
  player_fine n atoms legal weights rways rwins rlost llost rended = true ->
  forall x, length x = n -> holds atoms x legal ->
  has_outcome G (at_ x) (outcome_of (accepts llost x) (accepts rlost x)).
Proof. apply two_sets. Qed.
Theorem set_in_words n k atoms legal defined said lost : same_set n k atoms legal defined said lost = true ->
  forall x y, length x = n -> length y = k -> holds atoms x legal -> holds atoms (x ++ y) defined ->
  accepts lost x = true <-> holds atoms (x ++ y) said.
Proof. apply same_set_ok. Qed.

(* Nim-values of all sizes, by a table that reads the numbers of a position and then its value.  [values_fine] decides that
   every position has a value in the table, that no move leads to that value, and that one leads to every smaller one.
   (Values) *)
Theorem all_nim_values {P} (option : P -> list P -> Prop) n at_ atoms legal weights ways values :
  options_stated option n at_ atoms ways -> values_fine n atoms legal weights ways values = true ->
  forall x v, length x = n -> holds atoms x legal -> has_nim_value option (at_ x) v <-> accepts values (x ++ [v]) = true.
Proof. intros S F x v. exact (values_ok n atoms legal weights ways values F option at_ S x v). Qed.

(* Strategies that are written out: positions at which the winner's opponent loses, for each first player.  What a move
   chooses is bounded by [factor] times the sum of the position and 1, which is decided, too.  (Strategies) *)
Theorem won_by_strategies G n at_ factor atoms legal lways rways lwins rwins o left_first right_first x :
  stated G n at_ atoms Left lways lwins -> stated G n at_ atoms Right rways rwins ->
  strategies_fine n factor atoms legal lways rways lwins rwins o left_first right_first x = true ->
  has_outcome G (at_ x) o.
Proof. apply strategies_ok. Qed.

(* The kernel computes what is to be [true], once. *)
Ltac computed := vm_cast_no_check (@eq_refl bool true).
