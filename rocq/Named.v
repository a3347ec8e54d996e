(* Words of the theorems about games which no certificate uses. *)
From Coq Require Import NArith List.
Import ListNotations.
From Bouton Require Import Games.
Open Scope N_scope.

(* Without taking, a heap must at least be broken. *)
Definition sensible (digits : list N) : Prop :=
  N.testbit (nth 0 digits 0) 0 = false /\ N.testbit (nth 0 digits 0) 1 = false.
Definition lasker : rule := fun n hs =>
  nim n hs \/ exists a b, 1 <= a /\ 1 <= b /\ a + b = n /\ hs = [a; b].
(* Antonim: Nim in which two heaps that are not empty are never equal. *)
Definition distinct (x : list N) : Prop :=
  forall i j, (i < j < length x)%nat -> nth i x 0 = nth j x 0 -> nth i x 0 = 0.
Definition antonim : game := Game (list N) (fun _ x y => changes nim x y /\ distinct y) normal.
(* The terms grow by the saltus s with each period. *)
Definition arithmetic_period (f : N -> N) (n0 p s : N) : Prop :=
  0 < p /\ forall n, n0 <= n -> f (n + p) = f n + s.
