(* Sentences about all numbers, decided by automata that read binary digits, the lowest first.

   An atom is a statement about a list of numbers; a formula combines atoms.  Reading a digit of each number turns a
   formula about 2 x + d into a formula about x: only the states of its atoms change.  So a sentence holds for all numbers
   if a set of formulas contains it, is closed under reading digits, and holds at 0.  For "there is" the digits of what
   is looked for are guessed: then a state is a list of formulas, one of which must hold. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
Import ListNotations.
From Bouton Require Import Games.
Local Open Scope N_scope.

(* Formulas as they are written *)

Inductive term := Var (i : nat) | Num (n : N) | Plus (s t : term) | Times (n : N) (t : term).
Fixpoint value (x : list N) (t : term) : N :=
  match t with
  | Var i => nth i x 0
  | Num n => n
  | Plus s t => value x s + value x t
  | Times n t => n * value x t
  end.
Definition pick {A} (d : A) (vs : list nat) (x : list A) : list A := map (fun i => nth i x d) vs.
Inductive atom :=
| Same (s t : term) | Less (s t : term) | AtMost (s t : term)
| Rest (s : term) (m r : N)
| Xor (vs : list nat) (k : N)
| Within (t : table) (vs : list nat).
Definition atom_holds (x : list N) (a : atom) : Prop :=
  match a with
  | Same s t => value x s = value x t
  | Less s t => value x s < value x t
  | AtMost s t => value x s <= value x t
  | Rest s m r => value x s mod m = r
  | Xor vs k => nim_sum (pick 0 vs x) = k
  | Within t vs => accepts t (pick 0 vs x) = true
  end.
Inductive formula := Is (i : nat) | Yes | No | Not (f : formula) | And (f g : formula) | Or (f g : formula).
Fixpoint holds (atoms : list atom) (x : list N) (f : formula) : Prop :=
  match f with
  | Is i => atom_holds x (nth i atoms (Same (Num 0) (Num 0)))
  | Yes => True
  | No => False
  | Not f => ~ holds atoms x f
  | And f g => holds atoms x f /\ holds atoms x g
  | Or f g => holds atoms x f \/ holds atoms x g
  end.

(* The same as a truth value, for endings *)
Definition atom_truth (x : list N) (a : atom) : bool :=
  match a with
  | Same s t => value x s =? value x t
  | Less s t => value x s <? value x t
  | AtMost s t => value x s <=? value x t
  | Rest s m r => value x s mod m =? r
  | Xor vs k => nim_sum (pick 0 vs x) =? k
  | Within t vs => accepts t (pick 0 vs x)
  end.
Fixpoint truth (atoms : list atom) (x : list N) (f : formula) : bool :=
  match f with
  | Is i => atom_truth x (nth i atoms (Same (Num 0) (Num 0)))
  | Yes => true
  | No => false
  | Not f => negb (truth atoms x f)
  | And f g => truth atoms x f && truth atoms x g
  | Or f g => truth atoms x f || truth atoms x g
  end.
Lemma truth_ok atoms x f : truth atoms x f = true <-> holds atoms x f.
Proof.
  induction f as [i| | |f IH|f IHf g IHg|f IHf g IHg]; cbn [truth holds];
    rewrite ?negb_true_iff, ?andb_true_iff, ?orb_true_iff, <- ?IH, <- ?IHf, <- ?IHg, <- ?not_true_iff_false; try easy.
  destruct (nth i atoms _); cbn [atom_truth atom_holds]; now rewrite ?N.eqb_eq, ?N.ltb_lt, ?N.leb_le.
Qed.

(* Digits *)

Fixpoint double (e : list bool) (x : list N) : list N :=
  match e, x with b :: e, n :: x => (2 * n + N.b2n b) :: double e x | _, _ => [] end.
Definition half (x : list N) : list N := map N.div2 x.
Definition digits (x : list N) : list bool := map N.odd x.

Lemma double_half x : double (digits x) (half x) = x.
Proof.
  induction x as [|n x IH]; [easy|]. cbn [digits half map double]. fold (digits x) (half x). rewrite IH. f_equal.
  symmetry. apply N.div2_odd.
Qed.
Lemma double_length e : forall x, length e = length x -> length (double e x) = length x.
Proof. induction e; intros [|n x] L; try discriminate; cbn in *; auto. Qed.
Lemma double_app e e' x x' : length e = length x -> double (e ++ e') (x ++ x') = double e x ++ double e' x'.
Proof.
  revert x. induction e as [|b e IH]; intros [|n x] L; try discriminate; [easy|]. cbn in *. f_equal. apply IH. lia.
Qed.
Lemma nth_double i e : forall x, length e = length x -> nth i (double e x) 0 = 2 * nth i x 0 + N.b2n (nth i e false).
Proof.
  revert i. induction e as [|b e IH]; intros i [|n x] L; try discriminate; [now destruct i|].
  destruct i; [easy|]. cbn [double nth]. apply IH. now injection L.
Qed.
Lemma pick_double vs e x : length e = length x -> pick 0 vs (double e x) = double (pick false vs e) (pick 0 vs x).
Proof.
  intro L. induction vs as [|i vs IH]; [easy|]. cbn [pick map double]. fold (pick 0 vs (double e x)).
  rewrite IH, nth_double by auto. reflexivity.
Qed.
Lemma pick_length {A} (d : A) vs x : length (pick d vs x) = length vs.
Proof. apply map_length. Qed.
Lemma odd_double n b : N.odd (2 * n + N.b2n b) = b.
Proof. rewrite N.odd_add, N.odd_mul. cbn. now destruct b. Qed.
Lemma div2_double n b : N.div2 (2 * n + N.b2n b) = n.
Proof. rewrite N.div2_div. symmetry. apply (N.div_unique _ 2 n (N.b2n b)); [destruct b; cbn; lia|lia]. Qed.
Lemma digits_double e : forall x, length e = length x -> digits (double e x) = e.
Proof.
  induction e as [|b e IH]; intros [|n x] L; try discriminate; [easy|]. cbn [double digits map]. rewrite odd_double.
  f_equal. apply IH. now injection L.
Qed.
Lemma half_double e : forall x, length e = length x -> half (double e x) = x.
Proof.
  induction e as [|b e IH]; intros [|n x] L; try discriminate; [easy|]. cbn [double half map]. rewrite div2_double.
  f_equal. apply IH. now injection L.
Qed.

Lemma bits_cons n x : bits (n :: x) = Nat.max (N.size_nat n) (bits x).
Proof. reflexivity. Qed.
Lemma bits_half x : bits (half x) = pred (bits x).
Proof.
  induction x as [|n x IH]; [easy|]. cbn [half map]. fold (half x). rewrite !bits_cons, IH.
  destruct n as [|[p|p|]]; cbn [N.div2 N.size_nat Pos.size_nat]; lia.
Qed.
Definition zeros (n : nat) : list N := repeat 0 n.
Lemma bits_0 x : bits x = 0%nat -> x = zeros (length x).
Proof.
  induction x as [|n x IH]; [easy|]. rewrite bits_cons. intro H. cbn [length zeros repeat]. f_equal.
  - assert (N.size_nat n = 0%nat) as Z by lia. now destruct n as [|[p|p|]].
  - apply IH. lia.
Qed.
Lemma bits_zeros n : bits (zeros n) = 0%nat.
Proof. induction n as [|n IH]; [easy|]. cbn [zeros repeat]. rewrite bits_cons. fold (zeros n). now rewrite IH. Qed.

(* Linear forms *)

Local Open Scope Z_scope.
Fixpoint dot (c : list Z) (x : list N) : Z :=
  match c, x with a :: c, n :: x => a * Z.of_N n + dot c x | _, _ => 0 end.
Fixpoint dot_digits (c : list Z) (e : list bool) : Z :=
  match c, e with a :: c, b :: e => (if b then a else 0) + dot_digits c e | _, _ => 0 end.
Fixpoint plus (c d : list Z) : list Z :=
  match c, d with a :: c, b :: d => (a + b) :: plus c d | [], d => d | c, [] => c end.
Definition times (a : Z) (c : list Z) : list Z := map (Z.mul a) c.
Fixpoint factors (t : term) : list Z :=
  match t with
  | Var i => repeat 0 i ++ [1]
  | Num _ => []
  | Plus s t => plus (factors s) (factors t)
  | Times n t => times (Z.of_N n) (factors t)
  end.
Fixpoint constant (t : term) : Z :=
  match t with
  | Var _ => 0
  | Num n => Z.of_N n
  | Plus s t => constant s + constant t
  | Times n t => Z.of_N n * constant t
  end.

Lemma dot_nil c : dot c [] = 0.
Proof. now destruct c. Qed.
Lemma dot_plus c : forall d x, dot (plus c d) x = dot c x + dot d x.
Proof.
  induction c as [|a c IH]; intros [|b d] [|n x]; cbn [plus dot]; try lia. rewrite IH. lia.
Qed.
Lemma dot_times a c : forall x, dot (times a c) x = a * dot c x.
Proof. induction c as [|b c IH]; intros [|n x]; cbn [times map dot]; try lia. fold (times a c). rewrite IH. lia. Qed.
Lemma dot_unit i : forall x, dot (repeat 0 i ++ [1]) x = Z.of_N (nth i x 0%N).
Proof.
  induction i as [|i IH]; intros [|n x]; cbn [repeat app dot nth]; rewrite ?dot_nil, ?IH; try lia.
Qed.
Lemma linear x t : Z.of_N (value x t) = dot (factors t) x + constant t.
Proof.
  induction t as [i|n|s IHs t IHt|n t IH]; cbn [value factors constant].
  - rewrite dot_unit. lia.
  - cbn. lia.
  - rewrite dot_plus. lia.
  - rewrite dot_times. lia.
Qed.
Lemma dot_double c : forall e x, length e = length x -> dot c (double e x) = 2 * dot c x + dot_digits c e.
Proof.
  induction c as [|a c IH]; intros e x L; [destruct e, x; cbn; lia|].
  destruct e as [|b e], x as [|n x]; try discriminate; cbn [double dot dot_digits]; [lia|].
  rewrite IH by (now injection L). destruct b; cbn [N.b2n]; nia.
Qed.
Lemma dot_zeros c : forall n, dot c (zeros n) = 0.
Proof. induction c as [|a c IH]; intros [|n]; cbn [zeros repeat dot]; try lia. fold (zeros n). rewrite IH. lia. Qed.

(* Atoms with a state *)

Inductive form :=
| FAtMost (c : list Z) | FEqual (c : list Z) | FRest (c : list Z) (m : Z) | FXor (vs : list nat)
| FWithin (t : table) (vs : list nat).
Definition means (f : form) (s : Z) (x : list N) : bool :=
  match f with
  | FAtMost c => dot c x <=? s
  | FEqual c => dot c x =? s
  | FRest c m => ((s / m) * dot c x - s mod m) mod m =? 0
  | FXor vs => Z.of_N (nim_sum (pick 0%N vs x)) =? s
  | FWithin t vs => let y := pick 0%N vs x in run t (Z.to_nat s) (bits y) y
  end.

Inductive tree := Known (b : bool) | Leaf (i : nat) (s : Z) | Neg (t : tree) | Conj (t u : tree) | Either (t u : tree).
Definition parity (e : list bool) : bool := fold_right xorb false e.
Definition up (c : list Z) : bool := forallb (fun a => 0 <=? a) c.
Definition down (c : list Z) : bool := forallb (fun a => a <=? 0) c.
Definition step_form (i : nat) (f : form) (s : Z) (e : list bool) : tree :=
  match f with
  | FAtMost c => let s := (s - dot_digits c e) / 2 in
      if s <? 0 then if up c then Known false else Leaf i s else if down c then Known true else Leaf i s
  | FEqual c => let s := s - dot_digits c e in if Z.even s then Leaf i (s / 2) else Known false
  | FRest c m => let p := s / m in Leaf i (m * (2 * p mod m) + (s mod m - p * dot_digits c e) mod m)
  | FXor vs => if Bool.eqb (Z.odd s) (parity (pick false vs e)) then Leaf i (s / 2) else Known false
  | FWithin t vs =>
      match nth (Z.to_nat s) t (Always false) with
      | Always b => Known b
      | Row _ next => let q := nth (letter (pick false vs e)) next 0%nat in
          match nth q t (Always false) with Always b => Known b | _ => Leaf i (Z.of_nat q) end
      end
  end.

(* Once all digits are read, further zeros make no difference. *)
Definition ends_in (t : table) (q : nat) : bool :=
  match nth q t (Always false) with Always b => b | Row a _ => a end.
Definition stable (t : table) : bool :=
  forallb (fun r => match r with Always _ => true | Row a next => Bool.eqb (ends_in t (nth 0 next 0%nat)) a end) t.
Definition fine (f : form) : bool :=
  match f with FRest _ m => 0 <? m | FWithin t _ => stable t | _ => true end.

Lemma letter_zeros n : letter (digits (zeros n)) = 0%nat.
Proof. induction n as [|n IH]; [easy|]. cbn. unfold digits in IH. unfold zeros in IH. now rewrite IH. Qed.
Lemma half_zeros n : half (zeros n) = zeros n.
Proof. induction n as [|n IH]; [easy|]. cbn. unfold half, zeros in IH. now rewrite IH. Qed.
Lemma run_zeros t n : stable t = true -> forall fuel q, run t q fuel (zeros n) = ends_in t q.
Proof.
  intro S. induction fuel as [|fuel IH]; intro q; cbn [run]; unfold ends_in.
  - now destruct (nth q t (Always false)).
  - destruct (nth q t (Always false)) as [b|a next] eqn:Q; auto.
    fold (digits (zeros n)) (half (zeros n)). rewrite letter_zeros, half_zeros, IH.
    unfold stable in S. rewrite forallb_forall in S. specialize (S (Row a next)). apply Bool.eqb_prop, S.
    rewrite <- Q. apply nth_In. destruct (Nat.lt_ge_cases q (length t)) as [|G]; auto.
    rewrite nth_overflow in Q by auto. discriminate.
Qed.
Lemma run_enough t : stable t = true -> forall fuel q x, (bits x <= fuel)%nat -> run t q fuel x = run t q (bits x) x.
Proof.
  intro S. induction fuel as [|fuel IH]; intros q x L; [now replace (bits x) with 0%nat by lia|].
  destruct (bits x) as [|b] eqn:B.
  - apply bits_0 in B. rewrite B. now rewrite !run_zeros.
  - cbn [run]. destruct (nth q t (Always false)); auto. fold (digits x) (half x).
    rewrite IH by (rewrite bits_half; lia). rewrite bits_half, B. reflexivity.
Qed.
Lemma nim_sum_double e : forall x, length e = length x ->
  nim_sum (double e x) = (2 * nim_sum x + N.b2n (parity e))%N.
Proof.
  induction e as [|b e IH]; intros [|n x] L; try discriminate; [easy|].
  cbn [double nim_sum fold_right parity]. fold (nim_sum (double e x)) (nim_sum x) (parity e).
  rewrite IH by (now injection L). apply N.bits_inj_iff. intro i. rewrite N.lxor_spec.
  destruct (N.eq_dec i 0) as [->|D].
  - rewrite !N.bit0_odd, !odd_double. reflexivity.
  - replace i with (N.succ (N.pred i)) by lia.
    rewrite !N.testbit_succ_r_div2, !div2_double, N.lxor_spec by lia. reflexivity.
Qed.

Lemma up_ok c : up c = true -> forall x, 0 <= dot c x.
Proof.
  induction c as [|a c IH]; intros U [|n x]; cbn [dot]; try lia. cbn in U. apply andb_prop in U as [A B].
  specialize (IH B x). nia.
Qed.
Lemma down_ok c : down c = true -> forall x, dot c x <= 0.
Proof.
  induction c as [|a c IH]; intros U [|n x]; cbn [dot]; try lia. cbn in U. apply andb_prop in U as [A B].
  specialize (IH B x). nia.
Qed.

Section Forms.
Variable forms : list form.
Definition form_of (i : nat) : form := nth i forms (FEqual []).
Fixpoint sat (x : list N) (t : tree) : bool :=
  match t with
  | Known b => b
  | Leaf i s => means (form_of i) s x
  | Neg t => negb (sat x t)
  | Conj t u => sat x t && sat x u
  | Either t u => sat x t || sat x u
  end.
Definition neg (t : tree) : tree := match t with Known b => Known (negb b) | _ => Neg t end.
Definition both (t u : tree) : tree :=
  match t with Known true => u | Known false => t | _ => match u with Known true => t | Known false => u | _ => Conj t u end end.
Definition either (t u : tree) : tree :=
  match t with Known false => u | Known true => t | _ => match u with Known false => t | Known true => u | _ => Either t u end end.
Fixpoint step (e : list bool) (t : tree) : tree :=
  match t with
  | Known _ => t
  | Leaf i s => step_form i (form_of i) s e
  | Neg t => neg (step e t)
  | Conj t u => match step e t with Known false => Known false | t => both t (step e u) end
  | Either t u => match step e t with Known true => Known true | t => either t (step e u) end
  end.
Fixpoint at_zero (t : tree) : bool :=
  match t with
  | Known b => b
  | Leaf i s => match form_of i with
      | FAtMost _ => 0 <=? s
      | FEqual _ | FXor _ => s =? 0
      | FRest _ m => s mod m =? 0
      | FWithin t _ => ends_in t (Z.to_nat s)
      end
  | Neg t => negb (at_zero t)
  | Conj t u => at_zero t && at_zero u
  | Either t u => at_zero t || at_zero u
  end.

Lemma sat_neg x t : sat x (neg t) = negb (sat x t).
Proof. now destruct t. Qed.
Lemma sat_both x t u : sat x (both t u) = sat x t && sat x u.
Proof.
  destruct t as [[]| | | |]; cbn [both]; auto; destruct u as [[]| | | |]; cbn [sat]; rewrite ?andb_true_r, ?andb_false_r; auto.
Qed.
Lemma sat_either x t u : sat x (either t u) = sat x t || sat x u.
Proof.
  destruct t as [[]| | | |]; cbn [either]; auto; destruct u as [[]| | | |]; cbn [sat]; rewrite ?orb_true_r, ?orb_false_r; auto.
Qed.

Hypothesis all_fine : forallb fine forms = true.
Lemma form_fine i : fine (form_of i) = true.
Proof.
  unfold form_of. destruct (Nat.lt_ge_cases i (length forms)) as [L|L].
  - rewrite forallb_forall in all_fine. now apply all_fine, nth_In.
  - now rewrite nth_overflow.
Qed.

Lemma step_form_ok i s e x : length e = length x -> sat x (step_form i (form_of i) s e) = means (form_of i) s (double e x).
Proof.
  intro L. pose proof (form_fine i) as F. destruct (form_of i) as [c|c|c m|vs|t vs] eqn:Q; cbn [step_form means].
  - rewrite dot_double by auto. set (s' := (s - dot_digits c e) / 2).
    assert ((2 * dot c x + dot_digits c e <=? s) = (dot c x <=? s')) as ->.
    { subst s'. pose proof (Z.div_mod (s - dot_digits c e) 2). pose proof (Z.mod_pos_bound (s - dot_digits c e) 2).
      destruct (Z.leb_spec (2 * dot c x + dot_digits c e) s), (Z.leb_spec (dot c x) ((s - dot_digits c e) / 2)); lia. }
    destruct (Z.ltb_spec s' 0).
    + destruct (up c) eqn:U; cbn [sat]; [|now rewrite Q]. pose proof (up_ok c U x). symmetry. apply Z.leb_gt. lia.
    + destruct (down c) eqn:U; cbn [sat]; [|now rewrite Q]. pose proof (down_ok c U x). symmetry. apply Z.leb_le. lia.
  - rewrite dot_double by auto. pose proof (Zeven_bool_iff (s - dot_digits c e)) as E.
    destruct (Z.even (s - dot_digits c e)); cbn [sat]; [rewrite Q; cbn [means]|].
    + destruct E as [E _]. specialize (E eq_refl). apply Zeven_div2 in E. rewrite Z.div2_div in E.
      destruct (Z.eqb_spec (dot c x) ((s - dot_digits c e) / 2)), (Z.eqb_spec (2 * dot c x + dot_digits c e) s); lia.
    + symmetry. apply Z.eqb_neq. intro Z. destruct E as [_ E]. assert (false = true) as X; [|discriminate]. apply E.
      replace (s - dot_digits c e) with (2 * dot c x) by lia. apply Zeven_2p.
  - cbn [fine] in F. apply Z.ltb_lt in F. cbn [sat]. rewrite Q. cbn [means]. rewrite dot_double by auto.
    set (p := s / m). set (r := s mod m). set (d := dot_digits c e).
    assert (0 <= (r - p * d) mod m < m) as B by (apply Z.mod_pos_bound; lia).
    rewrite (Z.mul_comm m). rewrite Z.div_add_l, Z.div_small, Z.add_0_r by lia.
    rewrite (Z.add_comm (_ * m)), Z.mod_add, Z.mod_mod by lia. f_equal.
    rewrite Zminus_mod_idemp_r, <- (Zminus_mod_idemp_l (_ * _)), Z.mul_mod_idemp_l, Zminus_mod_idemp_l by lia.
    f_equal. lia.
  - rewrite pick_double, nim_sum_double by (rewrite ?pick_length; auto). set (b := parity (pick false vs e)).
    set (n := nim_sum (pick 0%N vs x)). destruct (Bool.eqb (Z.odd s) b) eqn:E; cbn [sat].
    + rewrite Q. cbn [means]. fold n. apply Bool.eqb_prop in E.
      pose proof (Zdiv2_odd_eqn s) as D. rewrite Z.div2_div, E in D.
      destruct (Z.eqb_spec (Z.of_N n) (s / 2)), (Z.eqb_spec (Z.of_N (2 * n + N.b2n b)) s); auto; destruct b; cbn [N.b2n] in *; lia.
    + symmetry. apply Z.eqb_neq. intros <-. apply Bool.eqb_false_iff in E. apply E.
      rewrite N2Z.inj_add, N2Z.inj_mul, Z.odd_add, Z.odd_mul. now destruct b.
  - cbn [fine] in F. set (y := pick 0%N vs x). rewrite pick_double by auto. fold y. set (d := pick false vs e).
    assert (length d = length y) as Ly by (unfold d, y; now rewrite !pick_length).
    rewrite <- (run_enough t F (S (bits y))).
    2:{ assert (bits y = pred (bits (double d y))) as -> by (now rewrite <- bits_half, half_double). lia. }
    cbn [run]. fold (digits (double d y)) (half (double d y)). rewrite digits_double, half_double by auto.
    destruct (nth (Z.to_nat s) t (Always false)) as [b|a next]; [easy|].
    set (q := nth (letter d) next 0%nat). destruct (nth q t (Always false)) as [b|a' next'] eqn:R; cbn [sat].
    + destruct (bits y); cbn [run]; now rewrite R.
    + rewrite Q. cbn [means]. fold y. now rewrite Nat2Z.id.
Qed.

Lemma step_ok e x t : length e = length x -> sat x (step e t) = sat (double e x) t.
Proof.
  intro L. induction t as [b|i s|t IH|t IHt u IHu|t IHt u IHu]; cbn [step].
  - easy.
  - now apply step_form_ok.
  - rewrite sat_neg, IH. easy.
  - cbn [sat]. rewrite <- IHt, <- IHu, <- sat_both. now destruct (step e t) as [[]| | | |].
  - cbn [sat]. rewrite <- IHt, <- IHu, <- sat_either. now destruct (step e t) as [[]| | | |].
Qed.
Lemma at_zero_ok n t : sat (zeros n) t = at_zero t.
Proof.
  induction t as [b|i s|t IH|t IHt u IHu|t IHt u IHu]; cbn [sat at_zero]; try congruence.
  pose proof (form_fine i) as F. destruct (form_of i) as [c|c|c m|vs|t vs]; cbn [means].
  - now rewrite dot_zeros.
  - rewrite dot_zeros. apply Z.eqb_sym.
  - cbn [fine] in F. apply Z.ltb_lt in F. rewrite dot_zeros, Z.mul_0_r, Z.sub_0_l.
    pose proof (Z.mod_pos_bound s m F) as B. destruct (Z.eqb_spec (s mod m) 0) as [E|E].
    + now rewrite E, Z.opp_0, Zmod_0_l.
    + apply Z.eqb_neq. rewrite Z.mod_opp_l_nz; rewrite ?Z.mod_mod; lia.
  - assert (nim_sum (pick 0%N vs (zeros n)) = 0%N) as ->.
    { clear F. induction vs as [|v vs IH]; [easy|]. cbn [pick map nim_sum fold_right]. unfold nim_sum, pick in IH. rewrite IH.
      unfold zeros. rewrite nth_repeat. easy. }
    apply Z.eqb_sym.
  - assert (pick 0%N vs (zeros n) = zeros (length vs)) as ->.
    { clear F. induction vs as [|v vs IH]; [easy|]. cbn [pick map length zeros repeat]. unfold zeros in IH at 2. unfold pick in IH.
      rewrite IH. unfold zeros. now rewrite nth_repeat. }
    cbn [fine] in F. now apply run_zeros.
Qed.

(* States of a sentence: for some y, one of the formulas holds of x and y. *)

Fixpoint tree_eqb (t u : tree) : bool :=
  match t, u with
  | Known a, Known b => Bool.eqb a b
  | Leaf i s, Leaf j r => Nat.eqb i j && (s =? r)
  | Neg t, Neg u => tree_eqb t u
  | Conj t t', Conj u u' | Either t t', Either u u' => tree_eqb t u && tree_eqb t' u'
  | _, _ => false
  end.
Lemma tree_eqb_ok t : forall u, tree_eqb t u = true -> t = u.
Proof.
  induction t; intros [] E; cbn in E; try discriminate.
  - apply Bool.eqb_prop in E. congruence.
  - apply andb_prop in E as [A B]. apply Nat.eqb_eq in A. apply Z.eqb_eq in B. congruence.
  - f_equal. auto.
  - apply andb_prop in E as [A B]. f_equal; auto.
  - apply andb_prop in E as [A B]. f_equal; auto.
Qed.
Fixpoint same (s r : list tree) : bool :=
  match s, r with
  | [], [] => true
  | t :: s, u :: r => tree_eqb t u && same s r
  | _, _ => false
  end.
Lemma same_ok s : forall r, same s r = true -> s = r.
Proof.
  induction s as [|t s IH]; intros [|u r] E; cbn in E; try discriminate; auto.
  apply andb_prop in E as [A B]. f_equal; auto. now apply tree_eqb_ok.
Qed.

(* Keys only order what is looked up: nothing rests on them. *)
Fixpoint write (p acc : positive) : positive :=
  match p with xH => xO acc | xO p => write p (xO (xI acc)) | xI p => write p (xI (xI acc)) end.
Definition write_Z (s : Z) (acc : positive) : positive :=
  match s with Z0 => xO acc | Zpos p => write p (xO (xI acc)) | Zneg p => write p (xI (xI acc)) end.
Fixpoint key (t : tree) (acc : positive) : positive :=
  match t with
  | Known b => xO (xO (if b then xI acc else xO acc))
  | Leaf i s => xO (xI (write_Z s (write (Pos.of_succ_nat i) acc)))
  | Neg t => key t (xI (xO (xO acc)))
  | Conj t u => key t (key u (xI (xO (xI acc))))
  | Either t u => key t (key u (xI (xI acc)))
  end.
Fixpoint insert (k : positive) (t : tree) (l : list (positive * tree)) : list (positive * tree) :=
  match l with
  | [] => [(k, t)]
  | (k', t') :: r => match Pos.compare k k' with
      | Eq => if tree_eqb t t' then l else (k, t) :: l
      | Lt => (k, t) :: l
      | Gt => (k', t') :: insert k t r
      end
  end.
Definition add (t : tree) (l : list (positive * tree)) : list (positive * tree) :=
  match t with Known false => l | _ => insert (key t xH) t l end.
Definition normal_form (s : list tree) : list tree := map snd (fold_right add [] s).

Lemma insert_in k t l u : In u (map snd (insert k t l)) -> u = t \/ In u (map snd l).
Proof.
  induction l as [|[k' t'] l IH]; cbn [insert map snd In]; [intuition|].
  destruct (Pos.compare k k'); [destruct (tree_eqb t t')| |]; cbn [map snd In]; intuition.
Qed.
Lemma normal_form_in s u : In u (normal_form s) -> In u s.
Proof.
  unfold normal_form. induction s as [|t s IH]; cbn [fold_right]; [easy|]. intro H. cbn [In].
  assert (In u (map snd (insert (key t xH) t (fold_right add [] s))) \/ In u (map snd (fold_right add [] s))) as [K|K].
  { destruct t as [[]| | | |]; cbn [add] in H; auto. }
  - apply insert_in in K as [->|K]; auto.
  - auto.
Qed.

Fixpoint words (n : nat) : list (list bool) :=
  match n with O => [[]] | S n => flat_map (fun e => [false :: e; true :: e]) (words n) end.
Lemma words_ok n : forall e, length e = n <-> In e (words n).
Proof.
  induction n as [|n IH]; intro e; cbn [words].
  - destruct e; cbn; intuition discriminate.
  - rewrite in_flat_map. split.
    + destruct e as [|b e]; [discriminate|]. intro L. exists e. split; [apply IH; now injection L|].
      destruct b; cbn; auto.
    + intros (w & W & [<-|[<-|[]]]); cbn; f_equal; now apply IH.
Qed.

Section Sentence.
Variables n m : nat.
Definition next (d : list bool) (s : list tree) : list tree :=
  normal_form (flat_map (fun e => map (step (d ++ e)) s) (words m)).
Definition claim (s : list tree) (x : list N) : Prop :=
  exists y, length y = m /\ exists t, In t s /\ sat (x ++ y) t = true.
Lemma next_ok d s x : length d = length x -> claim (next d s) x -> claim s (double d x).
Proof.
  intros L (y & Y & t & T & H). apply normal_form_in in T. apply in_flat_map in T as (e & E & T).
  apply in_map_iff in T as (u & <- & U). apply words_ok in E. exists (double e y).
  split; [rewrite double_length; lia|]. exists u. split; auto.
  rewrite step_ok in H by (rewrite !app_length; lia). now rewrite double_app in H by auto.
Qed.

Definition is_true (t : tree) : bool := match t with Known true => true | _ => false end.
Definition is_done (s : list tree) : bool := existsb is_true s.
Lemma is_done_ok s x : is_done s = true -> claim s x.
Proof.
  intro D. apply existsb_exists in D as (t & T & D). exists (repeat 0%N m). rewrite repeat_length. split; auto.
  exists t. split; auto. destruct t as [[]| | | |]; easy.
Qed.
(* What is looked for may have more digits. *)
Fixpoint zero_holds (fuel : nat) (s : list tree) : bool :=
  existsb at_zero s || match fuel with O => false | S fuel => zero_holds fuel (next (repeat false n) s) end.
Lemma double_zeros k : double (repeat false k) (zeros k) = zeros k.
Proof. induction k as [|k IH]; [easy|]. cbn. unfold zeros in IH. now rewrite IH. Qed.
Lemma zeros_app j k : zeros j ++ zeros k = zeros (j + k).
Proof. unfold zeros. now rewrite repeat_app. Qed.
Lemma zero_holds_ok fuel : forall s, zero_holds fuel s = true -> claim s (zeros n).
Proof.
  induction fuel as [|fuel IH]; intros s H; cbn [zero_holds] in H; apply orb_prop in H as [H|H]; try discriminate;
    try (apply existsb_exists in H as (t & T & H); exists (zeros m); split; [apply repeat_length|];
      exists t; split; auto; rewrite zeros_app, at_zero_ok; auto).
  rewrite <- double_zeros. apply next_ok; [unfold zeros; now rewrite !repeat_length|]. now apply IH.
Qed.

Definition family := PositiveMap.t (list (list tree)).
Definition key_of (s : list tree) : positive := fold_right key xH s.
Definition known (F : family) (s : list tree) : bool :=
  is_done s || match PositiveMap.find (key_of s) F with Some b => existsb (same s) b | None => false end.
Definition remember (s : list tree) (F : family) : family :=
  let k := key_of s in
  PositiveMap.add k (s :: match PositiveMap.find k F with Some b => b | None => [] end) F.
Definition visit (p : list (list tree) * family) : list (list tree) * family :=
  match p with
  | ([], _) => p
  | (s :: todo, F) => fold_left (fun '(todo, F) d => let s' := next d s in
      if known F s' then (todo, F) else (s' :: todo, remember s' F)) (words n) (todo, F)
  end.
Fixpoint explore (times : positive) (p : list (list tree) * family) : list (list tree) * family :=
  match fst p with
  | [] => p
  | _ => match times with
      | xH => visit p
      | xO times => explore times (explore times p)
      | xI times => explore times (explore times (visit p))
      end
  end.
Definition look (F : family) (s : list tree) : bool :=
  zero_holds 8 s && forallb (fun d => known F (next d s)) (words n).
Definition closed (F : family) : bool :=
  forallb (fun '(_, b) => forallb (look F) b) (PositiveMap.elements F).
Definition decided (times : positive) (s : list tree) : bool :=
  let F := snd (explore times ([s], remember s (PositiveMap.empty _))) in known F s && closed F.

Lemma closed_ok F : closed F = true -> forall b x, bits x = b -> length x = n ->
  forall s, known F s = true -> claim s x.
Proof.
  intro C. induction b as [b IH] using (well_founded_induction Wf_nat.lt_wf). intros x B L s K. unfold known in K.
  apply orb_prop in K as [K|K]; [now apply is_done_ok|].
  destruct (PositiveMap.find (key_of s) F) as [bucket|] eqn:Q; [|discriminate].
  apply existsb_exists in K as (s' & I & E). apply same_ok in E. subst s'.
  apply PositiveMap.elements_correct in Q. unfold closed in C. rewrite forallb_forall in C. specialize (C _ Q). cbn in C.
  rewrite forallb_forall in C. specialize (C s I). apply andb_prop in C as [Z K].
  destruct b as [|b].
  - apply bits_0 in B. rewrite B, L. now apply zero_holds_ok in Z.
  - rewrite <- (double_half x). assert (length (digits x) = length (half x)) as D by (unfold digits, half; now rewrite !map_length).
    apply next_ok; auto. rewrite forallb_forall in K. apply (IH (pred (bits x))).
    + lia.
    + apply bits_half.
    + unfold half. now rewrite map_length.
    + apply K, words_ok. unfold digits. now rewrite map_length.
Qed.
Theorem decided_ok times s : decided times s = true -> forall x, length x = n -> claim s x.
Proof. intros D x L. apply andb_prop in D as [K C]. now apply (closed_ok _ C (bits x)). Qed.
End Sentence.
End Forms.

(* From atoms to forms *)

Definition form_for (a : atom) : form * Z :=
  match a with
  | Same s t => (FEqual (plus (factors s) (times (-1) (factors t))), constant t - constant s)
  | Less s t => (FAtMost (plus (factors s) (times (-1) (factors t))), constant t - constant s - 1)
  | AtMost s t => (FAtMost (plus (factors s) (times (-1) (factors t))), constant t - constant s)
  | Rest s m r => (FRest (factors s) (Z.of_N m), Z.of_N m * (1 mod Z.of_N m) + (Z.of_N r - constant s) mod (Z.of_N m))
  | Xor vs k => (FXor vs, Z.of_N k)
  | Within t vs => (FWithin t vs, 0)
  end.
Definition atom_fine (a : atom) : bool := match a with Rest _ m r => (r <? m)%N | _ => true end.
Lemma form_for_ok a x : atom_fine a = true -> fine (fst (form_for a)) = true ->
  means (fst (form_for a)) (snd (form_for a)) x = true <-> atom_holds x a.
Proof.
  intros A F. destruct a as [s t|s t|s t|s m r|vs k|t vs]; cbn [form_for fst snd means atom_holds].
  1-3: rewrite dot_plus, dot_times, ?Z.eqb_eq, ?Z.leb_le; pose proof (linear x s); pose proof (linear x t); lia.
  - cbn in A, F. apply N.ltb_lt in A. apply Z.ltb_lt in F. pose proof (linear x s) as L.
    set (v := value x s) in *. set (M := Z.of_N m) in *.
    assert (0 <= (Z.of_N r - constant s) mod M < M) as B by (apply Z.mod_pos_bound; lia).
    rewrite (Z.mul_comm M). rewrite Z.div_add_l, Z.div_small, Z.add_0_r by lia.
    rewrite (Z.add_comm (_ * M)), Z.mod_add, Z.mod_mod by lia.
    rewrite Zminus_mod_idemp_r, <- (Zminus_mod_idemp_l (_ * _)), Z.mul_mod_idemp_l, Zminus_mod_idemp_l by lia.
    replace (1 * dot (factors s) x - (Z.of_N r - constant s)) with (Z.of_N v - Z.of_N r) by lia.
    rewrite Z.eqb_eq. split.
    + intro H. apply Z.mod_divide in H; [|lia]. destruct H as [q H]. symmetry.
      apply N2Z.inj. rewrite N2Z.inj_mod by lia. fold M. apply (Z.mod_unique_pos _ _ q); lia.
    + intros <-. rewrite N2Z.inj_mod by lia. fold M. rewrite Zminus_mod_idemp_r, Z.sub_diag. apply Zmod_0_l.
  - rewrite Z.eqb_eq. split; [apply N2Z.inj|congruence].
  - now unfold accepts.
Qed.

Fixpoint tree_of (inits : list Z) (f : formula) : tree :=
  match f with
  | Is i => Leaf i (nth i inits 0)
  | Yes => Known true
  | No => Known false
  | Not f => neg (tree_of inits f)
  | And f g => both (tree_of inits f) (tree_of inits g)
  | Or f g => either (tree_of inits f) (tree_of inits g)
  end.
Definition atoms_fine (atoms : list atom) : bool :=
  forallb atom_fine atoms && forallb fine (map (fun a => fst (form_for a)) atoms).
Lemma tree_of_ok atoms x f : atoms_fine atoms = true ->
  sat (map (fun a => fst (form_for a)) atoms) x (tree_of (map (fun a => snd (form_for a)) atoms) f) = true <->
  holds atoms x f.
Proof.
  intro W. apply andb_prop in W as [W W'].
  induction f as [i| | |f IH|f IHf g IHg|f IHf g IHg]; cbn [tree_of holds]; rewrite ?sat_neg, ?sat_both, ?sat_either;
    cbn [sat]; rewrite ?negb_true_iff, ?andb_true_iff, ?orb_true_iff, <- ?IH; try (now intuition).
  - unfold form_of. change (FEqual []) with (fst (form_for (Same (Num 0) (Num 0)))).
    change 0 with (snd (form_for (Same (Num 0) (Num 0)))). rewrite (map_nth (fun a => fst (form_for a))), (map_nth (fun a => snd (form_for a))).
    destruct (Nat.lt_ge_cases i (length atoms)) as [L|L].
    + rewrite forallb_forall in W, W'. apply form_for_ok; [now apply W, nth_In|].
      apply W'. apply (in_map (fun a => fst (form_for a))). now apply nth_In.
    + rewrite nth_overflow by auto. now apply form_for_ok.
  - now rewrite <- not_true_iff_false, IH.
Qed.

(* For all x there is y: one of the formulas holds.  A sentence with more states than this is not decided. *)
Definition most_states : positive := 1000000.
Definition all_exist (atoms : list atom) (n m : nat) (fs : list formula) : bool :=
  atoms_fine atoms &&
  decided (map (fun a => fst (form_for a)) atoms) n m most_states
    (map (tree_of (map (fun a => snd (form_for a)) atoms)) fs).
Theorem all_exist_ok atoms n m fs : all_exist atoms n m fs = true ->
  forall x, length x = n -> exists y, length y = m /\ exists f, In f fs /\ holds atoms (x ++ y) f.
Proof.
  intros D x L. apply andb_prop in D as [W D].
  destruct (decided_ok _ (proj2 (andb_prop _ _ W)) _ _ _ _ D x L) as (y & Y & t & T & H).
  exists y. split; auto. apply in_map_iff in T as (f & <- & F). exists f. split; auto. now apply tree_of_ok.
Qed.
Definition always (atoms : list atom) (n : nat) (f : formula) : bool := all_exist atoms n 0 [f].
Theorem always_ok atoms n f : always atoms n f = true -> forall x, length x = n -> holds atoms x f.
Proof.
  intros D x L. destruct (all_exist_ok _ _ _ _ D x L) as ([|] & Y & g & [<-|[]] & H); try discriminate.
  now rewrite app_nil_r in H.
Qed.
