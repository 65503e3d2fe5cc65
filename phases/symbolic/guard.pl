% What a program may call. A goal that can be read is checked before anything runs; one that is known
% only at run time is checked when it is called.

:- module(intend_guard, [guard/3, refuse/3, refuse_state/1, guarding/1, refused/1, brief/3]).
:- use_module(library(sandbox)).
:- use_module(library(lists)).
:- use_module(library(occurs)).

%   The module of the program; goals that were found harmless for any arguments; the first refusal, which
%   a program may have caught.
:- dynamic program/1, admitted/1, refused/1.

%   guarding(+Module): a new program begins.

guarding(Module) :-
    retractall(program(_)),
    retractall(admitted(_)),
    retractall(refused(_)),
    assertz(program(Module)).

refuse(Kind, Format, Arguments) :-
    brief(Format, Arguments, Message),
    throw(intend(Kind, Message)).

brief(Format, Arguments, Text) :-
    format(string(Long), Format, Arguments),
    string_length(Long, Length),
    Kept is min(Length, 1000),
    sub_string(Long, 0, Kept, _, Text).

%   What the sandbox allows although it would outlive the evaluation.

refuse_state(Terms) :-
    (   sub_term(Part, Terms), callable(Part), functor(Part, Name, _),
        memberchk(Name, [set_prolog_flag, print_message, engine_create])
    ->  refuse(forbidden, '~w is not allowed here', [Name])
    ;   true
    ).

% --- before it runs ---

%   guard(+Goal, +Module, -Guarded): throws for what is dangerous; what cannot be judged yet is left to
%   `$guarded`. The program's own predicates need no look: each of their clauses is guarded.

guard(Goal, _, '$guarded'(Goal)) :- var(Goal), !.
guard(Goal, _, Goal) :- functor(Goal, '$guarded', _), !.
guard(Of:Goal, Module, Guarded) :- !, qualified(Of, Goal, Module, Guarded).
guard(Goal, Module, Goal) :- own(Module, Goal), !.
guard(Goal, _, intend_language:Said) :- restated(Goal, Said), !.
guard(apply(Closure, Extra), Module, Guarded) :-
    callable(Closure), is_list(Extra),
    !,
    extended(Closure, Extra, Goal),
    guard(Goal, Module, Guarded).
guard(Goal, _, '$guarded'(Goal)) :- late(Goal), !.
guard(Goal, Module, Guarded) :-
    callable(Goal),
    predicate_property(Module:Goal, meta_predicate(Modes)),
    !,
    Goal =.. [Name|Arguments],
    Modes =.. [_|Each],
    maplist(argument(Module), Each, Arguments, Ready, Harmless),
    Guarded =.. [Name|Ready],
    Skeleton =.. [Name|Harmless],
    allow(Module, Skeleton).
guard(Goal, Module, Guarded) :-
    (   callable(Goal), \+ there(Module, Goal)
    ->  Guarded = '$guarded'(Goal)
    ;   allow(Module, Goal),
        Guarded = Goal
    ).

%   A goal of a named module has to be the one that is meant without the name.

qualified(Of, Goal, Module, Guarded) :-
    (   ( var(Of) ; var(Goal) )
    ->  Guarded = '$guarded'(Of:Goal)
    ;   atom(Of), callable(Goal),
        (   Of == Module
        ;   \+ own(Module, Goal),
            predicate_property(Of:Goal, visible),
            predicate_property(Of:Goal, implementation_module(Same)),
            predicate_property(Module:Goal, implementation_module(Same))
        )
    ->  guard(Goal, Module, Guarded)
    ;   deny(Of:Goal)
    ).

%   Which clauses are meant is known only then; so is what an unknown closure is applied to.

late(Goal) :-
    changes(Goal, Clause),
    ( var(Clause) ; Clause = (_ :- _) ; Clause = _:_ ; callable(Clause), intend_helpers:protected(Clause) ),
    !.
late(apply(_, _)).

changes(Goal, Clause) :-
    callable(Goal), Goal \= _:_,
    Goal =.. [Name, Clause|_],
    memberchk(Name, [assert, asserta, assertz, retract, retractall, clause]).

%   What the language here means otherwise although it is of the standard, which no module can redefine.

restated(write(Term), write(Term)).
restated(write(Stream, Term), write(Stream, Term)).
restated(writeq(Term), writeq(Term)).
restated(nl(Stream), nl(Stream)).
restated(float(Number), decimal(Number)).

%   argument(+Module, +Mode, +Argument, -Guarded, -Harmless): Harmless stands for the goal it was when the
%   predicate that calls it is judged.

argument(Module, Mode, Argument, Guarded, Harmless) :-
    (   Mode == 0
    ->  guard(Argument, Module, Guarded), Harmless = true
    ;   Mode == (^)
    ->  quantified(Argument, Module, Guarded), Harmless = true
    ;   integer(Mode)
    ->  closure(Mode, Argument, Module, Guarded), Harmless = '$guarded'(true)
    ;   Mode == (//), plain_body(Argument)
    ->  closure(2, Argument, Module, Guarded), Harmless = '$guarded'(true)
    ;   Guarded = Argument, Harmless = Argument
    ).

plain_body(Body) :-
    var(Body), !.
plain_body(Body) :-
    callable(Body),
    functor(Body, Name, _),
    \+ memberchk(Name, [',', ';', '|', '->', '*->', '\\+', '{}', '[]', '[|]', !, call, :]).

quantified(Goal, Module, Guarded) :-
    (   nonvar(Goal), Goal = Variable^Inner
    ->  quantified(Inner, Module, Ready), Guarded = Variable^Ready
    ;   guard(Goal, Module, Guarded)
    ).

closure(_, Closure, _, '$guarded'(Closure)) :- ( var(Closure) ; Closure = _:_ ), !.
closure(Count, Parameters>>Body, Module, Guarded) :-
    !,
    (   nonvar(Parameters),
        ( Parameters = _/List -> true ; List = Parameters ),
        is_list(List), length(List, Length), Length >= Count
    ->  guard(Body, Module, Ready), Guarded = Parameters>>Ready
    ;   Guarded = '$guarded'(Parameters>>Body)
    ).
closure(Count, Closure, Module, Guarded) :-
    (   callable(Closure),
        length(Extra, Count),
        extended(Closure, Extra, Goal),
        guard(Goal, Module, Same),
        Same == Goal
    ->  Guarded = Closure
    ;   Guarded = '$guarded'(Closure)
    ).

extended(Of:Closure, Extra, Of:Goal) :- !, callable(Closure), extended(Closure, Extra, Goal).
extended(Closure, Extra, Goal) :-
    Closure =.. [Name|Arguments],
    append(Arguments, Extra, All),
    Goal =.. [Name|All].

%   The library's main/0 looks for the arguments of a command line.

there(Module, Goal) :-
    predicate_property(Module:Goal, visible),
    ( Goal == main -> own(Module, Goal) ; true ).

own(Module, Goal) :-
    callable(Goal), Goal \= _:_,
    predicate_property(Module:Goal, defined),
    \+ predicate_property(Module:Goal, imported_from(_)),
    \+ predicate_property(system:Goal, iso).

%   What is harmless whatever its arguments are is looked at once.

allow(_, Goal) :- admitted(Goal), !.
allow(Module, Goal) :-
    (   general(Goal, Module, General),
        catch(safe_goal(Module:General), _, fail)
    ->  assertz(admitted(General))
    ;   safe_goal(Module:Goal)
    ).

general(Goal, Module, General) :-
    callable(Goal), Goal \= _:_,
    Goal =.. [Name|Arguments],
    (   predicate_property(Module:Goal, meta_predicate(Modes))
    ->  Modes =.. [_|Each],
        maplist(kept, Each, Arguments, Any)
    ;   same_length(Arguments, Any)
    ),
    General =.. [Name|Any].

%   Of a goal or what belongs to a module a variable would say too little.

kept(Mode, Argument, Any) :- ( memberchk(Mode, [+, -, ?]) -> true ; Any = Argument ).

% --- while it runs ---

run(Closure, _) :- var(Closure), !, throw(error(instantiation_error, _)).
run(Closure, _) :- \+ callable(Closure), !, throw(error(type_error(callable, Closure), _)).
run(Module:Closure, Extra) :- program(Module), !, run(Closure, Extra).
run(Closure, Extra) :-
    program(Module),
    ( Extra == [] -> Goal = Closure ; extended(Closure, Extra, Goal) ),
    (   ( own(Module, Goal) ; admitted(Goal) )
    ->  Ready = Goal
    ;   catch(judged(Goal, Module, Ready), Error, ( noted(Error), throw(Error) ))
    ),
    call(Module:Ready).

judged(Goal, Module, Ready) :-
    refuse_state(Goal),
    (   changes(Goal, Clause)
    ->  changed(Clause, Goal, Module, Ready)
    ;   Goal = Of:Inner, ( var(Of) ; var(Inner) )
    ->  throw(error(instantiation_error, _))
    ;   callable(Goal), Goal \= _:_, \+ there(Module, Goal)
    ->  functor(Goal, Name, Arity),
        throw(error(existence_error(procedure, Name/Arity), Name/Arity))
    ;   guard(Goal, Module, Ready)
    ).

%   A rule that is asserted is guarded as one that is written down.

changed(Clause, _, _, _) :- var(Clause), !, throw(error(instantiation_error, _)).
changed(_:_, Goal, _, _) :- !, deny(Goal).
changed((Head :- Body), Goal, Module, Ready) :-
    Goal =.. [Name, _|More],
    Name \== retract,
    !,
    must_be(callable, Head),
    ( Head \= _:_, \+ intend_helpers:protected(Head), ( own(Module, Head) ; \+ predicate_property(Module:Head, visible) ) -> true ; deny(Goal) ),
    guard(Body, Module, Guarded),
    Ready =.. [Name, (Head :- Guarded)|More].
changed(Head, Goal, _, _) :- callable(Head), intend_helpers:protected(Head), !, deny(Goal).
changed(_, Goal, Module, Goal) :- allow(Module, Goal).

deny(Goal) :-
    Error = error(permission_error(call, sandboxed, Goal), sandbox(Goal, [])),
    noted(Error),
    throw(Error).

%   A refusal stands, whatever the program does with the error.

noted(Error) :-
    (   \+ refused(_),
        ( Error = intend(forbidden, _) ; Error = error(permission_error(_, _, _), _)
        ; Error = error(instantiation_error, Context), nonvar(Context), Context = sandbox(_, _) )
    ->  assertz(refused(Error))
    ;   true
    ).

% --- internal: in `system`, so that no program can define them ---

:- forall(between(0, 7, Count),
          ( length(Extra, Count),
            Head =.. ['$guarded', Closure|Extra],
            assertz((system:Head :- intend_guard:run(Closure, Extra))),
            Arity is Count + 1,
            compile_predicates([system:'$guarded'/Arity]),
            '$iso'(system:'$guarded'/Arity),
            '$set_predicate_attribute'(system:'$guarded'/Arity, system, true) )).

:- multifile sandbox:safe_primitive/1.
user:term_expansion(guarded_is_safe, Clauses) :-
    findall(sandbox:safe_primitive(system:Head), ( between(1, 8, Arity), functor(Head, '$guarded', Arity) ), Clauses).

guarded_is_safe.
