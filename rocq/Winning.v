(* Winning strategies: nobody wins what the other wins, and one step of play. *)
From Coq Require Import NArith List Bool Lia.
Import ListNotations.
From Bouton Require Import Games.

Lemma opponent_twice m : opponent (opponent m) = m.
Proof. now destruct m. Qed.
Lemma opponent_other m w : m <> w -> m = opponent w.
Proof. destruct m, w; auto; congruence. Qed.
Lemma opponent_not m : opponent m <> m.
Proof. now destruct m. Qed.
Lemma player_dec (m w : player) : {m = w} + {m <> w}.
Proof. decide equality. Qed.

Definition stuck (G : game) (m : player) (x : position G) : Prop := forall y, ~ moves G m x y.

Lemma wins_mover G m x : wins G m m x <->
  (stuck G m x /\ ending G m x = m) \/ exists y, moves G m x y /\ wins G m (opponent m) y.
Proof.
  split.
  - intro H. inversion H as [? S F|? y M W|? S W Q]; subst.
    + left. auto.
    + right. exists y. auto.
    + now destruct m.
  - intros [[S F]|(y & M & W)]; [now apply wins_at_end|]. eapply wins_by_moving; eauto.
Qed.
Lemma wins_other G m x : wins G (opponent m) m x <->
  (stuck G m x -> ending G m x = opponent m) /\ forall y, moves G m x y -> wins G (opponent m) (opponent m) y.
Proof.
  split.
  - intro H. destruct m; cbn [opponent] in *; inversion H as [? S F|? y M W Q|? S W Q]; subst; auto.
  - intros [S W]. destruct m; [apply (wins_by_waiting G Right)|apply (wins_by_waiting G Left)]; auto.
Qed.
Lemma wins_stuck G m x : stuck G m x -> wins G (ending G m x) m x.
Proof.
  intro S. destruct (player_dec (ending G m x) m) as [Q|D].
  - rewrite Q. now apply wins_at_end.
  - apply opponent_other in D. rewrite D. apply wins_other. split; auto. intros y M. now apply S in M.
Qed.

Lemma one_winner G w m x : wins G w m x -> forall w', wins G w' m x -> w = w'.
Proof.
  induction 1 as [x S F|x y M W IH|x S W IH]; intros w' H;
    (destruct (player_dec w' w) as [->|D]; auto; apply opponent_other in D; subst w'; exfalso).
  - apply wins_other in H as [H _]. specialize (H S). rewrite F in H. now destruct w.
  - apply wins_other in H as [_ H]. specialize (IH _ (H y M)). now destruct w.
  - apply wins_mover in H as [[S' H]|(z & N & H)].
    + specialize (S S'). rewrite S in H. now destruct w.
    + rewrite opponent_twice in H. specialize (IH z N _ H). now destruct w.
Qed.

Lemma winner_inj o o' : (forall m, winner o m = winner o' m) -> o = o'.
Proof. intro H. pose proof (H Left). pose proof (H Right). now destruct o, o'. Qed.

Theorem one_outcome G x o o' : has_outcome G x o -> has_outcome G x o' -> o = o'.
Proof. intros A B. apply winner_inj. intro m. exact (one_winner G _ m x (A m) _ (B m)). Qed.

Lemma outcome_wins G x o w m : has_outcome G x o -> (wins G w m x <-> winner o m = w).
Proof.
  intro H. split; [intro W; exact (one_winner G _ m x (H m) _ W)|]. intros <-. apply H.
Qed.
