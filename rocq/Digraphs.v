(* Digraphs: kernels, that there are no others, and who wins a walk. *)
From Coq Require Import NArith List Bool Lia.
Import ListNotations.
From Bouton Require Import Games Winning.
Local Open Scope N_scope.

(* Finite maps from numbers, as binary trees *)

Inductive tree (A : Type) := Leaf | Branch (l : tree A) (o : option A) (r : tree A).
Arguments Leaf {A}. Arguments Branch {A} l o r.
Fixpoint get_at {A} (p : positive) (t : tree A) : option A :=
  match t with
  | Leaf => None
  | Branch l o r => match p with xH => o | xO p => get_at p l | xI p => get_at p r end
  end.
Fixpoint set_at {A} (p : positive) (a : A) (t : tree A) : tree A :=
  match p, t with
  | xH, Leaf => Branch Leaf (Some a) Leaf
  | xH, Branch l _ r => Branch l (Some a) r
  | xO p, Leaf => Branch (set_at p a Leaf) None Leaf
  | xO p, Branch l o r => Branch (set_at p a l) o r
  | xI p, Leaf => Branch Leaf None (set_at p a Leaf)
  | xI p, Branch l o r => Branch l o (set_at p a r)
  end.
Definition get {A} (t : tree A) (v : N) : option A := get_at (N.succ_pos v) t.
Definition set {A} (t : tree A) (v : N) (a : A) : tree A := set_at (N.succ_pos v) a t.

Lemma get_at_same {A} p : forall (t : tree A) a, get_at p (set_at p a t) = Some a.
Proof. induction p; intros [|l o r] a; simpl; auto. Qed.
Lemma get_at_other {A} p : forall q (t : tree A) a, p <> q -> get_at p (set_at q a t) = get_at p t.
Proof.
  induction p; intros [q|q|] [|l o r] a H; simpl; auto; try congruence;
    try (rewrite IHp by congruence; simpl; auto); destruct p; auto.
Qed.
Lemma get_same {A} (t : tree A) v a : get (set t v a) v = Some a.
Proof. apply get_at_same. Qed.
Lemma get_other {A} (t : tree A) v u a : u <> v -> get (set t v a) u = get t u.
Proof.
  intro H. apply get_at_other. intro Q. apply H. apply (f_equal N.pos) in Q. rewrite !N.succ_pos_spec in Q. lia.
Qed.
Lemma get_leaf {A} v : get (@Leaf A) v = None.
Proof. unfold get. now destruct (N.succ_pos v). Qed.

Fixpoint to_map {A} (v : N) (l : list A) (t : tree A) : tree A :=
  match l with [] => t | a :: l => to_map (N.succ v) l (set t v a) end.
Lemma to_map_ok {A} (l : list A) : forall v t u, get (to_map v l t) u =
  if v <=? u then match nth_error l (N.to_nat (u - v)) with Some a => Some a | None => get t u end else get t u.
Proof.
  induction l as [|a l IH]; intros v t u; cbn [to_map].
  - destruct (N.leb_spec v u); auto. now destruct (N.to_nat (u - v)).
  - rewrite IH. destruct (N.leb_spec (N.succ v) u), (N.leb_spec v u); try lia.
    + replace (N.to_nat (u - v)) with (S (N.to_nat (u - N.succ v))) by lia. cbn [nth_error].
      destruct (nth_error l (N.to_nat (u - N.succ v))); auto. apply get_other. lia.
    + assert (u = v) as -> by lia. rewrite N.sub_diag. apply get_same.
    + apply get_other. lia.
Qed.
Lemma to_map_nth {A} (l : list A) u : get (to_map 0 l Leaf) u = nth_error l (N.to_nat u).
Proof.
  rewrite to_map_ok. destruct (N.leb_spec 0 u); [|lia]. rewrite N.sub_0_r.
  destruct (nth_error l (N.to_nat u)); auto. apply get_leaf.
Qed.

(* The successors of each vertex *)
Definition list_at {A} (t : tree (list A)) (v : N) : list A := match get t v with Some l => l | None => [] end.
Definition link (t : tree (list N)) (e : N * N) : tree (list N) := set t (fst e) (snd e :: list_at t (fst e)).
Definition successors (D : digraph) : tree (list N) := fold_left link (edges D) Leaf.

Lemma successors_ok D a b : In b (list_at (successors D) a) <-> edge D a b.
Proof.
  unfold successors, edge. assert (forall l t, In b (list_at (fold_left link l t) a) <-> In (a, b) l \/ In b (list_at t a)) as H.
  { induction l as [|[x y] l IH]; intro t; simpl; [tauto|]. rewrite IH. unfold link, list_at at 1. cbn [fst snd].
    destruct (N.eq_dec a x) as [->|D1].
    - rewrite get_same. cbn [In]. split.
      + intros [H|[->|H]]; auto.
      + intros [[H|H]|H]; auto. injection H as ->. auto.
    - rewrite get_other by auto. split; [tauto|]. intros [[H|H]|H]; auto. injection H. congruence. }
  rewrite H. unfold list_at. rewrite get_leaf. simpl. tauto.
Qed.

(* Does [f] hold of the numbers from [v] on, [k] of them? *)
Fixpoint all_from (f : N -> bool) (k : nat) (v : N) : bool :=
  match k with
  | O => true
  | S k => if f v then all_from f k (N.succ v) else false
  end.
Lemma all_from_ok f k : forall v, all_from f k v = true -> forall u, v <= u < v + N.of_nat k -> f u = true.
Proof.
  induction k; intros v H u L; [lia|]. cbn [all_from] in H. destruct (f v) eqn:F; [|discriminate].
  destruct (N.eq_dec u v) as [->|D]; auto. apply (IHk _ H). lia.
Qed.
Definition below (n : N) (f : N -> bool) : bool := all_from f (N.to_nat n) 0.
Lemma below_ok n f : below n f = true -> forall u, u < n -> f u = true.
Proof. intros H u L. apply (all_from_ok _ _ _ H). lia. Qed.

Definition is_digraph (D : digraph) : Prop := forall a b, edge D a b -> a < vertices D /\ b < vertices D.
Definition well_formed (D : digraph) : bool :=
  forallb (fun e => (fst e <? vertices D) && (snd e <? vertices D)) (edges D).
Lemma well_formed_ok D : well_formed D = true -> is_digraph D.
Proof.
  intros H a b E. unfold well_formed in H. rewrite forallb_forall in H. specialize (H _ E).
  apply andb_prop in H as [A B]. apply N.ltb_lt in A, B. auto.
Qed.

(* A kernel *)

Definition to_set (l : list N) : tree unit := fold_left (fun t v => set t v tt) l Leaf.
Definition has (t : tree unit) (v : N) : bool := match get t v with Some _ => true | None => false end.
Lemma to_set_ok l v : has (to_set l) v = member l v.
Proof.
  unfold to_set, member. assert (forall t, has (fold_left (fun t v => set t v tt) l t) v = existsb (N.eqb v) l || has t v) as H.
  { induction l as [|x l IH]; intro t; auto. cbn [fold_left existsb]. rewrite IH. unfold has at 1.
    destruct (N.eqb_spec v x) as [->|D].
    - rewrite get_same. now rewrite orb_true_r.
    - rewrite get_other by auto. reflexivity. }
  rewrite H. unfold has. rewrite get_leaf. apply orb_false_r.
Qed.

(* The successors are looked up once, for any number of sets. *)
Definition is_kernel (D : digraph) : list N -> bool :=
  let s := successors D in fun losing => let k := to_set losing in
  forallb (fun e => if has k (fst e) then negb (has k (snd e)) else true) (edges D) &&
  below (vertices D) (fun v => if has k v then true else existsb (has k) (list_at s v)).

Theorem is_kernel_ok D losing : is_kernel D losing = true -> kernel D (member losing).
Proof.
  intro H. apply andb_prop in H as [A B]. rewrite forallb_forall in A. pose proof (below_ok _ _ B) as C. clear B.
  intros v V. split.
  - intros K u E. specialize (A _ E). cbn [fst snd] in A. rewrite !to_set_ok, K in A. now apply negb_true_iff in A.
  - intro K. specialize (C v V). cbn beta in C. rewrite to_set_ok in C. destruct (member losing v); auto.
    apply existsb_exists in C as (u & J & M). rewrite to_set_ok in M. rewrite K in M; [discriminate|].
    now apply successors_ok.
Qed.

(* A kernel that contains another one is that one. *)
Lemma kernel_within D k k' : kernel D k -> kernel D k' -> is_digraph D ->
  (forall v, v < vertices D -> k v = true -> k' v = true) -> forall v, v < vertices D -> k' v = k v.
Proof.
  intros K K' W I v V. destruct (k v) eqn:Q; [auto|]. destruct (k' v) eqn:Q'; auto. exfalso.
  destruct (K v V) as [_ X]. rewrite X in Q; [discriminate|]. intros u E.
  destruct (k u) eqn:U; auto. apply I in U; [|eapply W; eauto]. rewrite (proj1 (K' v V) Q' u E) in U. discriminate.
Qed.

(* Refutations by unit propagation.  The literal (v, true) says that v is in the kernel.  A hint names the clause that
   becomes unit, or fails, at this point; nothing is searched for. *)

Definition clause := list (N * bool).
Inductive hint :=
| Edge (a b : N)     (* one end of an edge is not in the kernel *)
| Out (v : N)        (* v or one of its successors is *)
| Into (v : N)       (* v or one of its predecessors is, for cogames *)
| Learnt (i : N)     (* a clause of an earlier step, counted from 0 *)
| Other (i : N).     (* one vertex of the i-th other kernel is not, counted from 0 *)
Inductive step :=
| Force (hs : list hint)               (* what follows without an assumption, for good *)
| Add (c : clause) (hs : list hint).   (* a clause whose negation leads to a contradiction *)

Definition holds (k : N -> bool) (c : clause) : Prop := exists v b, In (v, b) c /\ k v = b.

Inductive state := Conflict | Known (t : tree bool) | Failed.

(* The only literal that is not false, if there is just one *)
Fixpoint unit (t : tree bool) (c : clause) (open : option (N * bool)) : state :=
  match c with
  | [] => match open with None => Conflict | Some (v, b) => Known (set t v b) end
  | (v, b) :: c => match get t v with
                   | Some b' => if eqb b b' then Failed else unit t c open
                   | None => match open with
                             | None => unit t c (Some (v, b))
                             | Some (u, d) => if N.eqb u v && eqb d b then unit t c open else Failed
                             end
                   end
  end.

Section Refutation.
Variables (D : digraph) (outs ins : bool) (others : tree clause).
Variables (succ pred : tree (list N)).

Definition clause_of (learnt : tree clause) (edge_there : N -> N -> bool) (h : hint) : option clause :=
  match h with
  | Edge a b => if edge_there a b then Some [(a, false); (b, false)] else None
  | Out v => if outs && (v <? vertices D) then Some ((v, true) :: map (fun u => (u, true)) (list_at succ v)) else None
  | Into v => if ins && (v <? vertices D) then Some ((v, true) :: map (fun u => (u, true)) (list_at pred v)) else None
  | Learnt i => get learnt i
  | Other i => get others i
  end.
Definition edge_there (a b : N) : bool := existsb (N.eqb b) (list_at succ a).

Fixpoint propagate (learnt : tree clause) (t : tree bool) (hs : list hint) : state :=
  match hs with
  | [] => Known t
  | h :: hs => match clause_of learnt edge_there h with
               | None => Failed
               | Some c => match unit t c None with Known t => propagate learnt t hs | r => r end
               end
  end.
Fixpoint suppose (t : tree bool) (c : clause) : state :=
  match c with
  | [] => Known t
  | (v, b) :: c => match get t v with
                   | Some b' => if eqb b b' then Conflict else suppose t c
                   | None => suppose (set t v (negb b)) c
                   end
  end.
Fixpoint refute (learnt : tree clause) (next : N) (t : tree bool) (steps : list step) : bool :=
  match steps with
  | [] => false
  | Force hs :: steps => match propagate learnt t hs with
                         | Conflict => true
                         | Known t => refute learnt next t steps
                         | Failed => false
                         end
  | Add c hs :: steps =>
    match suppose t c with
    | Failed => false
    | Conflict => refute (set learnt next c) (N.succ next) t steps
    | Known t' => match propagate learnt t' hs with
                  | Conflict => match c with [] => true | _ => refute (set learnt next c) (N.succ next) t steps end
                  | _ => false
                  end
    end
  end.

Variable k : N -> bool.
Hypothesis Hs : forall a b, In b (list_at succ a) <-> edge D a b.
Hypothesis Hp : forall a b, In a (list_at pred b) <-> edge D a b.
Hypothesis W : is_digraph D.
Hypothesis Houts : outs = true -> kernel D k.
Hypothesis Hins : ins = true -> kernel (reversed D) k.
Hypothesis Hsome : outs = true \/ ins = true.
Hypothesis Hothers : forall i c, get others i = Some c -> holds k c.

Lemma edge_reversed a b : edge (reversed D) a b <-> edge D b a.
Proof.
  unfold edge, reversed. cbn. rewrite in_map_iff. split.
  - intros ([x y] & Q & J). injection Q as -> ->. exact J.
  - intro J. exists (b, a). auto.
Qed.

Lemma vertex_clause D' (s : tree (list N)) v : kernel D' k -> v < vertices D' ->
  (forall u, In u (list_at s v) <-> edge D' v u) ->
  holds k ((v, true) :: map (fun u => (u, true)) (list_at s v)).
Proof.
  intros K V S. destruct (k v) eqn:Q; [exists v, true; simpl; auto|].
  destruct (existsb k (list_at s v)) eqn:X.
  - apply existsb_exists in X as (u & J & U). exists u, true. split; auto. right. apply in_map_iff. eauto.
  - exfalso. rewrite (proj2 (K v V)) in Q; [discriminate|]. intros u E. apply S in E.
    destruct (k u) eqn:U; auto. assert (existsb k (list_at s v) = true) by (apply existsb_exists; eauto). congruence.
Qed.

Lemma clause_ok learnt h c : (forall i d, get learnt i = Some d -> holds k d) ->
  clause_of learnt edge_there h = Some c -> holds k c.
Proof.
  intros L H. destruct h as [a b|v|v|i|i]; cbn [clause_of] in H.
  - destruct (edge_there a b) eqn:E; [|discriminate]. injection H as <-.
    apply existsb_exists in E as (u & J & Q). apply N.eqb_eq in Q. subst u. apply Hs in J.
    destruct (k a) eqn:A; [|exists a, false; simpl; auto]. exists b, false. split; [simpl; auto|].
    destruct (W a b J) as [Wa Wb]. destruct Hsome as [O|O].
    + exact (proj1 (Houts O a Wa) A b J).
    + destruct (k b) eqn:B; auto. pose proof (proj1 (Hins O b Wb) B a (proj2 (edge_reversed b a) J)). congruence.
  - destruct outs; [|discriminate]. destruct (N.ltb_spec v (vertices D)); [|discriminate]. injection H as <-.
    apply (vertex_clause D); auto.
  - destruct ins; [|discriminate]. destruct (N.ltb_spec v (vertices D)); [|discriminate]. injection H as <-.
    apply (vertex_clause (reversed D)); auto. intro u. rewrite Hp, edge_reversed. tauto.
  - eauto.
  - eauto.
Qed.

Definition true_in (t : tree bool) : Prop := forall v b, get t v = Some b -> k v = b.

Lemma set_true t v b : true_in t -> k v = b -> true_in (set t v b).
Proof.
  intros T Q u b' G. destruct (N.eq_dec u v) as [->|D1]; [rewrite get_same in G; congruence|].
  rewrite get_other in G by auto. auto.
Qed.

Lemma unit_ok t c : true_in t -> forall open, (holds k c \/ exists v b, open = Some (v, b) /\ k v = b) ->
  match unit t c open with Conflict => False | Known t' => true_in t' | Failed => True end.
Proof.
  intro T. induction c as [|[v b] c IH]; intros open H; cbn [unit].
  - destruct open as [[v b]|].
    + apply set_true; auto. destruct H as [(? & ? & [] & _)|(v' & b' & Q & K)]. congruence.
    + destruct H as [(? & ? & [] & _)|(v' & b' & Q & K)]. discriminate.
  - destruct (get t v) as [b'|] eqn:G.
    + destruct (eqb b b') eqn:Q; auto. apply IH. apply T in G. destruct H as [(u & d & [J|J] & K)|H]; auto.
      * injection J as -> ->. rewrite G in K. subst. now rewrite eqb_reflx in Q.
      * left. exists u, d. auto.
    + destruct open as [[u d]|].
      * destruct (N.eqb_spec u v) as [->|]; cbn [andb]; auto. destruct (eqb d b) eqn:Q; auto. apply eqb_prop in Q. subst d.
        apply IH. destruct H as [(u & d & [J|J] & K)|H]; auto.
        -- injection J as -> ->. right. eauto.
        -- left. exists u, d. auto.
      * apply IH. destruct H as [(u & d & [J|J] & K)|(? & ? & Q & _)]; [| |discriminate].
        -- injection J as -> ->. right. eauto.
        -- left. exists u, d. auto.
Qed.

Lemma propagate_ok learnt hs : (forall i d, get learnt i = Some d -> holds k d) -> forall t, true_in t ->
  match propagate learnt t hs with Conflict => False | Known t' => true_in t' | Failed => True end.
Proof.
  intro L. induction hs as [|h hs IH]; intros t T; cbn [propagate]; auto.
  destruct (clause_of learnt edge_there h) as [c|] eqn:C; auto. apply clause_ok in C; auto.
  pose proof (unit_ok t c T None (or_introl C)) as U.
  destruct (unit t c None) as [|t'|]; [exact U|exact (IH t' U)|exact I].
Qed.

Lemma suppose_ok c : forall t, true_in t ->
  match suppose t c with
  | Conflict => holds k c
  | Known t' => holds k c \/ true_in t'
  | Failed => True
  end.
Proof.
  induction c as [|[v b] c IH]; intros t T; cbn [suppose]; auto.
  assert (holds k c -> holds k ((v, b) :: c)) as M by (intros (u & d & J & K); exists u, d; simpl; auto).
  assert (k v = b -> holds k ((v, b) :: c)) as M' by (intro K; exists v, b; simpl; auto).
  destruct (get t v) as [b'|] eqn:G.
  - destruct (eqb b b') eqn:Q; [apply eqb_prop in Q; subst; apply M', T, G|].
    specialize (IH t T). destruct (suppose t c); tauto.
  - destruct (bool_dec (k v) b) as [Q|Q].
    + destruct (suppose _ c); auto.
    + assert (k v = negb b) as Q' by (destruct (k v), b; simpl in *; congruence).
      specialize (IH _ (set_true t v (negb b) T Q')). destruct (suppose _ c); tauto.
Qed.

Lemma refute_ok steps : forall learnt next t, (forall i d, get learnt i = Some d -> holds k d) -> true_in t ->
  refute learnt next t steps = true -> False.
Proof.
  induction steps as [|[hs|c hs] steps IH]; intros learnt next t L T H; cbn [refute] in H; [discriminate| |].
  - pose proof (propagate_ok learnt hs L t T) as P. destruct (propagate learnt t hs); [auto|eauto|discriminate].
  - assert (holds k c -> refute (set learnt next c) (N.succ next) t steps = true -> False) as A.
    { intros K. apply IH; auto. intros i d G. destruct (N.eq_dec i next) as [->|D1].
      - rewrite get_same in G. congruence.
      - rewrite get_other in G by auto. eauto. }
    pose proof (suppose_ok c t T) as S. destruct (suppose t c) as [|t'|]; [auto| |discriminate].
    assert (holds k c) as K.
    { destruct S as [S|S]; auto. pose proof (propagate_ok learnt hs L t' S) as P.
      destruct (propagate learnt t' hs); [easy|discriminate|discriminate]. }
    destruct (propagate learnt t' hs); try discriminate.
    destruct c; [|auto]. destruct K as (? & ? & [] & _).
Qed.
End Refutation.

Definition outward (d : direction) : bool := match d with Against => false | _ => true end.
Definition inward (d : direction) : bool := match d with Along => false | _ => true end.

Definition refuted (d : direction) (D : digraph) (others : tree clause) (steps : list step) : bool :=
  well_formed D &&
  refute D (outward d) (inward d) others (successors D) (successors (reversed D)) Leaf 0 Leaf steps.

Lemma refuted_ok d D others steps : refuted d D others steps = true -> forall k, structure d D k ->
  (forall i c, get others i = Some c -> holds k c) -> False.
Proof.
  intros H k K O. apply andb_prop in H as [A B]. apply well_formed_ok in A.
  refine (refute_ok D (outward d) (inward d) others _ _ k _ _ A _ _ _ O steps Leaf 0 Leaf _ _ B).
  - apply successors_ok.
  - intros a b. rewrite successors_ok. apply edge_reversed.
  - destruct d; cbn in *; [auto|discriminate|tauto].
  - destruct d; cbn in *; [discriminate|auto|tauto].
  - destruct d; auto.
  - intros i e G. rewrite get_leaf in G. discriminate.
  - intros i e G. rewrite get_leaf in G. discriminate.
Qed.

Definition is_structure (d : direction) (D : digraph) : list N -> bool :=
  let along := is_kernel D in let against := is_kernel (reversed D) in
  fun losing => (if outward d then along losing else true) && (if inward d then against losing else true).
Theorem is_structure_ok d D losing : is_structure d D losing = true -> structure d D (member losing).
Proof.
  intro H. apply andb_prop in H as [A B]. destruct d; cbn in *; try split; now apply is_kernel_ok.
Qed.

Lemma reversed_digraph D : is_digraph D -> is_digraph (reversed D).
Proof. intros W a b E. apply (proj1 (edge_reversed D a b)) in E. cbn. apply W in E. tauto. Qed.
Definition agree (D : digraph) (k k' : N -> bool) : Prop := forall v, v < vertices D -> k v = k' v.
Lemma structure_agree d D k k' : is_digraph D -> agree D k k' -> structure d D k' -> structure d D k.
Proof.
  intros W A. assert (forall D', is_digraph D' -> vertices D' = vertices D -> kernel D' k' -> kernel D' k) as H.
  { intros D' W' Q K v V. rewrite (A v), (K v V) by congruence.
    split; intros F u E; [rewrite A|rewrite <- A]; auto; rewrite <- Q; eapply W'; eauto. }
  pose proof (reversed_digraph D W). destruct d; cbn; [| |intros []; split]; auto.
Qed.
Lemma structure_within d D losing k : is_digraph D -> structure d D (member losing) -> structure d D k ->
  forallb k losing = true -> agree D k (member losing).
Proof.
  intros W L K F. rewrite forallb_forall in F. pose proof (reversed_digraph D W).
  assert (forall v, member losing v = true -> k v = true) as I.
  { intros v M. apply existsb_exists in M as (u & J & Q). apply N.eqb_eq in Q. subst. auto. }
  unfold agree. destruct d; cbn in L, K.
  - apply (kernel_within D); auto.
  - apply (kernel_within (reversed D)); auto.
  - apply (kernel_within D); tauto || auto.
Qed.

(* Sets, no two of which agree on the [n] vertices from [v] on: divided by one vertex after the other *)
Fixpoint distinct (n : nat) (v : N) (l : list (tree Datatypes.unit)) : bool :=
  match l with
  | [] | [_] => true
  | _ => match n with
         | O => false
         | S n => distinct n (N.succ v) (filter (fun t => has t v) l) &&
                  distinct n (N.succ v) (filter (fun t => negb (has t v)) l)
         end
  end.
Lemma pairs_of_parts {A} (R : A -> A -> Prop) f (l : list A) : (forall a b, f a <> f b -> R a b) ->
  ForallOrdPairs R (filter f l) -> ForallOrdPairs R (filter (fun a => negb (f a)) l) -> ForallOrdPairs R l.
Proof.
  intro D. induction l as [|a l IH]; intros T F; [constructor|]. cbn [filter] in T, F.
  destruct (f a) eqn:Q; cbn [negb] in T, F.
  - inversion T as [|? ? P T']; subst. constructor; auto. rewrite Forall_forall in *. intros b J.
    destruct (f b) eqn:Q'; [apply P, filter_In; auto|apply D; congruence].
  - inversion F as [|? ? P F']; subst. constructor; auto. rewrite Forall_forall in *. intros b J.
    destruct (f b) eqn:Q'; [apply D; congruence|apply P, filter_In; rewrite Q'; auto].
Qed.
Lemma distinct_ok m n : forall v l, v + N.of_nat n <= m -> distinct n v l = true ->
  ForallOrdPairs (fun a b => exists u, u < m /\ has a u <> has b u) l.
Proof.
  induction n; intros v [|a [|b l]] L H; try (repeat constructor; fail); [discriminate|].
  cbn [distinct] in H. apply andb_prop in H as [X Y]. apply (pairs_of_parts _ (fun t => has t v)).
  - intros c d Q. exists v. split; [lia|auto].
  - apply IHn in X; [auto|lia].
  - apply IHn in Y; [auto|lia].
Qed.

(* Exactly these structures: in any other one, a vertex of each is not in the kernel. *)
Definition all_structures (d : direction) (D : digraph) (l : list (list N)) (steps : list step) : bool :=
  distinct (N.to_nat (vertices D)) 0 (map to_set l) && forallb (is_structure d D) l &&
  refuted d D (to_map 0 (map (map (fun v => (v, false))) l) Leaf) steps.
Theorem all_structures_ok d D l steps : all_structures d D l steps = true ->
  ForallOrdPairs (fun a b => exists v, v < vertices D /\ member a v <> member b v) l /\
  forall k, structure d D k <-> exists losing, In losing l /\ agree D k (member losing).
Proof.
  intro H. apply andb_prop in H as [H R]. apply andb_prop in H as [P S]. rewrite forallb_forall in S.
  assert (is_digraph D) as W by (apply andb_prop in R as [W _]; now apply well_formed_ok). split.
  - apply (distinct_ok (vertices D)) in P; [|lia]. clear S R. induction l as [|a l IH]; [constructor|].
    inversion P as [|? ? F P']; subst. constructor; auto. rewrite Forall_forall in *. intros b J.
    destruct (F _ (in_map to_set _ _ J)) as (u & U & Q). exists u. rewrite !to_set_ok in Q. auto.
  - intro k. split.
    + intro K. destruct (existsb (forallb k) l) eqn:X.
      * apply existsb_exists in X as (losing & J & F). exists losing. split; auto.
        apply (structure_within d); auto. apply is_structure_ok; auto.
      * exfalso. apply (refuted_ok _ _ _ _ R k K). intros i c G. rewrite to_map_nth in G.
        apply nth_error_In, in_map_iff in G as (losing & <- & J).
        destruct (existsb (fun v => negb (k v)) losing) eqn:F.
        -- apply existsb_exists in F as (v & I & Q). exists v, false. split; [apply in_map_iff; eauto|].
           now apply negb_true_iff.
        -- assert (existsb (forallb k) l = true) as Y; [|congruence]. apply existsb_exists. exists losing.
           split; auto. apply forallb_forall. intros v I. destruct (k v) eqn:Q; auto.
           assert (existsb (fun v => negb (k v)) losing = true) as Z; [|congruence].
           apply existsb_exists. exists v. now rewrite Q.
    + intros (losing & J & A). apply (structure_agree d D k (member losing)); auto. apply is_structure_ok; auto.
Qed.

(* Labels with ranks *)

Definition label_ok (t : tree (label * N)) (s : tree (list N)) (v : N) : bool :=
  let next := list_at s v in
  match get t v with
  | Some (Won, r) => existsb (fun u => match get t u with Some (Lost, r') => r' <? r | _ => false end) next
  | Some (Lost, r) => forallb (fun u => match get t u with Some (Won, r') => r' <? r | _ => false end) next
  | Some (Drawn, _) =>
    existsb (fun u => match get t u with Some (Drawn, _) => true | _ => false end) next &&
    forallb (fun u => match get t u with Some (Lost, _) => false | _ => true end) next
  | None => false
  end.
Definition labels_ok (D : digraph) (labels : list (label * N)) : bool :=
  let t := to_map 0 labels Leaf in let s := successors D in
  well_formed D && below (vertices D) (label_ok t s).

Theorem labels_ok_ok D labels : labels_ok D labels = true ->
  forall v, v < vertices D -> exists l r, nth_error labels (N.to_nat v) = Some (l, r) /\ labelled D v l.
Proof.
  intro H. apply andb_prop in H as [A B]. apply well_formed_ok in A. pose proof (below_ok _ _ B) as C. clear B.
  set (t := to_map 0 labels Leaf) in *.
  assert (forall v, get t v = nth_error labels (N.to_nat v)) as T by (intro v; apply to_map_nth).
  assert (forall r v l, get t v = Some (l, r) -> v < vertices D ->
    match l with Won => forall m, wins (walk D) m m v | Lost => forall m, wins (walk D) (opponent m) m v | Drawn => True end) as WL.
  { induction r as [r IH] using (well_founded_induction N.lt_wf_0). intros v l G V.
    specialize (C v V). unfold label_ok in C. rewrite G in C. destruct l; auto; intro m.
    - apply existsb_exists in C as (u & J & K). apply successors_ok in J.
      destruct (get t u) as [[[] r']|] eqn:U; try discriminate. apply N.ltb_lt in K.
      apply wins_mover. right. exists u. split; auto.
      specialize (IH r' K u Lost U (proj2 (A _ _ J)) (opponent m)). cbn beta in IH. now rewrite opponent_twice in IH.
    - rewrite forallb_forall in C. apply wins_other. split; auto. intros u J.
      assert (In u (list_at (successors D) v)) as J' by (now apply successors_ok). specialize (C u J').
      destruct (get t u) as [[[] r']|] eqn:U; try discriminate. apply N.ltb_lt in C.
      exact (IH r' C u Won U (proj2 (A _ _ J)) (opponent m)). }
  assert (forall w m v, wins (walk D) w m v -> v < vertices D ->
    exists r, get t v = Some (if player_dec m w then Won else Lost, r)) as Dr.
  { intros w m v Wn. induction Wn as [x S F|x y M Wn IH|x S Wn IH]; intro V.
    - now destruct w.
    - destruct (player_dec w w) as [_|]; [|easy]. destruct (IH (proj2 (A _ _ M))) as [r' Y].
      destruct (player_dec (opponent w) w) as [Q|_]; [now destruct w|].
      specialize (C x V). unfold label_ok in C. apply successors_ok in M.
      destruct (get t x) as [[[] r]|] eqn:X; try discriminate; eauto.
      + rewrite forallb_forall in C. specialize (C y M). rewrite Y in C. discriminate.
      + apply andb_prop in C as [_ C]. rewrite forallb_forall in C. specialize (C y M). rewrite Y in C. discriminate.
    - destruct (player_dec (opponent w) w) as [Q|_]; [now destruct w|].
      assert (forall u, In u (list_at (successors D) x) -> exists r, get t u = Some (Won, r)) as Y.
      { intros u J. apply successors_ok in J. destruct (IH u J (proj2 (A _ _ J))) as [r' Y].
        destruct (player_dec w w); [eauto|easy]. }
      specialize (C x V). unfold label_ok in C. destruct (get t x) as [[[] r]|] eqn:X; try discriminate; eauto.
      + apply existsb_exists in C as (u & J & K). destruct (Y u J) as [r' Z]. rewrite Z in K. discriminate.
      + apply andb_prop in C as [C _]. apply existsb_exists in C as (u & J & K). destruct (Y u J) as [r' Z].
        rewrite Z in K. discriminate. }
  intros v V. pose proof (C v V) as Cv. unfold label_ok in Cv. destruct (get t v) as [[l r]|] eqn:G; [|discriminate].
  exists l, r. rewrite <- T. split; auto. specialize (WL r v l G V). destruct l; auto.
  intros w m Wn. destruct (Dr w m v Wn V) as [r' Q]. rewrite G in Q. destruct (player_dec m w); discriminate.
Qed.
