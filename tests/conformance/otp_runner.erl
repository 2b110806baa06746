%% Interprets supervision scenarios (one JSON object a line on standard input) on
%% Erlang/OTP's own supervisor and gen_server, and on Elixir's DynamicSupervisor, and
%% prints one JSON trace a line. docs/otp-conformance.md describes both formats.
%%
%% Must run on one scheduler (+S 1:1): a signal is then in its target's queue when
%% the send returns, which makes "every process waits with an empty queue" a proof
%% that nothing more will happen. That is what quiesce/1 waits for after each step.
-module(otp_runner).
-export([main/0]).
-export([start_worker/1, start_supervisor/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2]).

-define(QUIET_LIMIT_MS, 5000).
-define(QUIET_SCANS, 3).
-define(SLOW_MS, 10).

main() ->
    logger:set_primary_config(level, none),
    io:setopts(standard_io, [{encoding, unicode}, binary]),
    lines(io:get_line("")),
    halt(0).

lines(eof) -> ok;
lines(Line) ->
    {Scenario, _} = decode(string:trim(Line)),
    Trace = run(Scenario),
    io:put_chars([encode(Trace), $\n]),
    lines(io:get_line("")).

%%% One scenario

run(#{<<"name">> := Name, <<"tree">> := Tree, <<"steps">> := Steps}) ->
    Base = processes(),
    Me = self(),
    ets:new(counters, [named_table, public]),
    ets:new(labels, [named_table, public]),
    ets:new(events, [named_table, public, ordered_set]),
    ets:new(results, [named_table, public]),
    Observer = spawn(fun() -> observe(#{}, []) end),
    register(observer, Observer),
    Owner = spawn(fun() -> own(Me, Tree) end),
    register(owner, Owner),
    Started = receive {started, R} -> R end,
    Hidden = [Me, Observer, Owner | Base],
    put(hidden, sets:from_list(Hidden)),
    put(scenario, Name),
    put(tree, <<>>),
    put(step, 0),
    put(pending, []),
    First = record(case Started of
        {ok, _} -> <<"ok">>;
        {error, Reason} -> text(["error:", reason(Reason)])
    end),
    Rest = [step(Step) || Step <- Steps],
    [exit(P, kill) || P <- processes(), not lists:member(P, [Me | Base])],
    drained(Base, Me),
    [ets:delete(T) || T <- [counters, labels, events, results]],
    #{<<"name">> => Name, <<"trace">> => [First | Rest]}.

drained(Base, Me) ->
    case processes() -- [Me | Base] of
        [] -> ok;
        _ -> erlang:yield(), drained(Base, Me)
    end.

%% The parent of the root: what the process that called start_link is in OTP.
own(Driver, Tree) ->
    process_flag(trap_exit, true),
    Driver ! {started, start_supervisor(Tree)},
    own_loop().

own_loop() ->
    receive
        stop ->
            case whereis(name(<<"root">>)) of
                undefined -> ok;
                Pid -> exit(Pid, shutdown)
            end,
            own_loop();
        {'EXIT', _, _} -> own_loop()
    end.

step([Op | Args]) ->
    N = put(step, get(step) + 1) + 1,
    Result = perform(Op, Args, N),
    record(Result).

record(Result) ->
    quiesce(erlang:monotonic_time(millisecond) + ?QUIET_LIMIT_MS),
    discover(<<"root">>),
    Events = [E || {_, E} <- ets:tab2list(events)],
    ets:delete_all_objects(events),
    observer ! {take, self()},
    Downs = receive {downs, D} -> D end,
    Step = get(step),
    Outcome = case Result of
        pending ->
            case ets:take(results, Step) of
                [{_, Done}] -> outcome(Done);
                [] -> put(pending, [Step | get(pending)]), <<"pending">>
            end;
        _ -> Result
    end,
    Late = [text([integer_to_list(S), " ", outcome(Done2)])
            || S <- lists:sort(get(pending)), S =/= Step, {_, Done2} <- ets:take(results, S)],
    Tree = text(snapshot(<<"root">>)),
    Before = put(tree, Tree),
    maps:from_list(
        [{<<"r">>, Outcome}]
        ++ [{<<"e">>, Events} || Events =/= []]
        ++ [{<<"d">>, Downs} || Downs =/= []]
        ++ [{<<"q">>, Late} || Late =/= []]
        ++ [{<<"t">>, Tree} || Tree =/= Before]).

%%% Steps

perform(<<"advance">>, [Ms], _) -> timer:sleep(Ms), <<"ok">>;
perform(<<"stop">>, [], _) -> owner ! stop, <<"ok">>;
perform(<<"exit">>, [Id, Reason], _) -> cast(Id, {stop, Reason});
perform(<<"link">>, [Id, Peer], _) -> connect(link, Id, Peer);
perform(<<"unlink">>, [Id, Peer], _) -> connect(unlink, Id, Peer);
perform(<<"cast">>, [Id], _) -> cast(Id, note);
perform(<<"answer">>, [Id], _) -> cast(Id, answer);
perform(<<"hold">>, [Id], _) -> cast(Id, hold);
perform(<<"release">>, [Id], _) -> send(Id, release);
perform(<<"signal">>, [Id, Reason], _) ->
    case whereis(name(Id)) of
        undefined -> <<"noproc">>;
        Pid -> exit(Pid, signal_reason(Reason)), <<"ok">>
    end;
perform(<<"monitor">>, [Id], _) ->
    observer ! {monitor, name(Id), <<"m:", Id/binary>>, self()},
    receive monitored -> <<"ok">> end;
perform(<<"call">>, [Id], N) -> ask(N, fun() -> gen_server:call(name(Id), get, infinity) end);
perform(<<"call">>, [Id, <<"noreply">>, Ms], N) ->
    Caller = ask(N, fun() -> gen_server:call(name(Id), noreply, Ms) end),
    timer:sleep(Ms * 2),
    Caller;
perform(<<"call">>, [Id, <<"defer">>], N) ->
    ask(N, fun() -> gen_server:call(name(Id), noreply, infinity) end);
perform(<<"call">>, [Id, <<"relay">>, Peer], N) ->
    ask(N, fun() -> gen_server:call(name(Id), {relay, Peer}, infinity) end);
perform(<<"call">>, [Id, Act, Reason], N) ->
    ask(N, fun() -> gen_server:call(name(Id), {Act, Reason}, infinity) end);
perform(<<"stop">>, [Id, Reason], N) ->
    ask(N, fun() -> gen_server:stop(name(Id), stop_reason(Reason), infinity) end);
perform(<<"start_child">>, [Sup, Spec], N) ->
    manage(N, Sup, fun
        (dynamic, Pid) -> 'Elixir.DynamicSupervisor':start_child(Pid, child(Spec));
        (_, Pid) -> supervisor:start_child(Pid, child(Spec))
    end);
perform(<<"terminate_child">>, [Sup, Id], N) ->
    manage(N, Sup, fun
        (dynamic, Pid) ->
            Child = case ets:lookup(labels, {last, Id}) of [{_, P}] -> P; [] -> self() end,
            'Elixir.DynamicSupervisor':terminate_child(Pid, Child);
        (_, Pid) -> supervisor:terminate_child(Pid, Id)
    end);
perform(<<"restart_child">>, [Sup, Id], N) ->
    manage(N, Sup, fun(_, Pid) -> supervisor:restart_child(Pid, Id) end);
perform(<<"delete_child">>, [Sup, Id], N) ->
    manage(N, Sup, fun(_, Pid) -> supervisor:delete_child(Pid, Id) end);
perform(<<"which">>, [Sup], N) ->
    manage(N, Sup, fun(_, Pid) -> {which, supervisor:which_children(Pid)} end);
perform(<<"count">>, [Sup], N) ->
    manage(N, Sup, fun
        (dynamic, Pid) -> {count, 'Elixir.DynamicSupervisor':count_children(Pid)};
        (_, Pid) -> {count, maps:from_list(supervisor:count_children(Pid))}
    end).

cast(Id, Message) -> gen_server:cast(name(Id), Message), <<"ok">>.

connect(How, Id, Peer) ->
    case ets:lookup(labels, {last, Peer}) of
        [{_, Pid}] -> cast(Id, {How, Pid});
        [] -> <<"noproc">>
    end.

send(Id, Message) ->
    case whereis(name(Id)) of
        undefined -> ok;
        Pid -> Pid ! Message
    end,
    <<"ok">>.

manage(N, Sup, Do) ->
    Kind = case ets:lookup(labels, {kind, Sup}) of [{_, K}] -> K; [] -> supervisor end,
    ask(N, fun() -> Do(Kind, name(Sup)) end).

ask(N, Do) ->
    spawn(fun() ->
        Done = try {value, Do()} catch exit:Reason -> {exit, Reason} end,
        ets:insert(results, {N, Done})
    end),
    pending.

outcome({exit, {Reason, {_, _, _}}}) -> text(["exit:", reason(Reason)]);
outcome({exit, Reason}) -> text(["exit:", reason(Reason)]);
outcome({value, ok}) -> <<"ok">>;
outcome({value, {ok, undefined}}) -> <<"ok -">>;
outcome({value, ignore}) -> <<"ignore">>;
outcome({value, {ok, Pid}}) when is_pid(Pid) -> text(["ok ", label(Pid)]);
outcome({value, {reply, Label}}) -> text(["reply ", Label]);
outcome({value, {which, Children}}) ->
    text(["[", lists:join(" ", [listed(C) || C <- Children]), "]"]);
outcome({value, {count, C}}) ->
    text([io_lib:format("~b", [maps:get(K, C)]) ++ Sep
          || {K, Sep} <- [{specs, "/"}, {active, "/"}, {supervisors, "/"}, {workers, ""}]]);
outcome({value, {error, {already_started, Pid}}}) -> text(["error:already_started ", label(Pid)]);
outcome({value, {error, {Reason, Child}}}) when element(1, Child) =:= child ->
    text(["error:", reason(Reason)]);
outcome({value, {error, Known}})
  when Known =:= not_found; Known =:= running; Known =:= restarting;
       Known =:= already_present; Known =:= max_children ->
    text(["error:", atom_to_list(Known)]);
outcome({value, {error, Reason}}) -> text(["error:", reason(Reason)]).

listed({Id, Pid, Type, _}) ->
    Who = case Pid of
        undefined -> [Id, "-"];
        restarting -> [Id, "?"];
        _ -> label(Pid)
    end,
    case Type of worker -> Who; supervisor -> [Who, "*"] end.

%%% What is seen from outside

%% Supervisors are numbered as the driver finds them between steps, since neither
%% runtime lets a test hook into a dynamic supervisor's own start.
discover(Id) ->
    case whereis(name(Id)) of
        undefined -> ok;
        Pid ->
            case ets:member(labels, Pid) of
                true -> ok;
                false ->
                    Label = text([Id, "#", integer_to_list(next({sup, Id}))]),
                    ets:insert(labels, {Pid, Label}),
                    watch(Pid, Label)
            end,
            [discover(Child) || {Child, P, supervisor, _} <- supervisor:which_children(Pid),
                                is_pid(P), Child =/= undefined]
    end.

snapshot(Id) ->
    case whereis(name(Id)) of
        undefined -> "-";
        Pid -> nested(Pid)
    end.

nested(Pid) ->
    [{_, Label}] = ets:lookup(labels, Pid),
    Children = supervisor:which_children(Pid),
    Shown = [case C of
                 {_, P, supervisor, _} when is_pid(P) -> nested(P);
                 _ -> listed(C)
             end || C <- lists:reverse(Children)],
    Ordered = case Children of
        [{undefined, _, _, _} | _] -> lists:sort([text(S) || S <- Shown]);
        _ -> Shown
    end,
    [Label, "(", lists:join(" ", Ordered), ")"].

watch(Pid, Label) ->
    observer ! {monitor, Pid, Label, self()},
    receive monitored -> ok end.

observe(Watched, Downs) ->
    receive
        {monitor, Target, Label, From} ->
            Ref = erlang:monitor(process, Target),
            From ! monitored,
            observe(Watched#{Ref => Label}, Downs);
        {'DOWN', Ref, process, _, Reason} ->
            {Label, Rest} = maps:take(Ref, Watched),
            observe(Rest, [text([Label, " ", reason(Reason)]) | Downs]);
        {take, From} ->
            From ! {downs, lists:reverse(Downs)},
            observe(Watched, [])
    end.

quiesce(Deadline) -> quiesce(Deadline, ?QUIET_SCANS).

quiesce(_, 0) -> ok;
quiesce(Deadline, Scans) ->
    erlang:yield(),
    Busy = [P || P <- processes(), not sets:is_element(P, get(hidden)), not quiet(P)],
    case Busy of
        [] -> quiesce(Deadline, Scans - 1);
        _ ->
            case erlang:monotonic_time(millisecond) > Deadline of
                true ->
                    Stacks = [process_info(P, [current_stacktrace, messages]) || P <- Busy],
                    io:format(standard_error, "~ts step ~b is not quiescent: ~p~n",
                              [get(scenario), get(step), Stacks]),
                    halt(1);
                false -> quiesce(Deadline, ?QUIET_SCANS)
            end
    end.

quiet(Pid) ->
    case process_info(Pid, [status, message_queue_len, current_function]) of
        undefined -> false;
        [{status, waiting}, {message_queue_len, 0}, {current_function, {gen_server, loop, _}}] -> true;
        [{status, waiting}, _, {current_function, {?MODULE, hold, 0}}] -> true;
        [{status, waiting}, _, {current_function, {gen, do_call, _}}] -> true;
        _ -> false
    end.

%%% Reasons

signal_reason(<<"kill">>) -> kill;
signal_reason(Reason) -> stop_reason(Reason).

stop_reason(<<"normal">>) -> normal;
stop_reason(<<"shutdown">>) -> shutdown;
stop_reason(<<"shutdown:", Detail/binary>>) -> {shutdown, Detail};
stop_reason(<<"crash">>) -> boom.

reason(normal) -> "normal";
reason(shutdown) -> "shutdown";
reason(killed) -> "killed";
reason(noproc) -> "noproc";
reason({noproc, Stack}) when is_list(Stack) -> "noproc";
reason(timeout) -> "timeout";
reason(calling_self) -> "calling_self";
reason({Reason, {gen_server, call, _}}) -> ["call ", reason(Reason)];
reason({shutdown, {failed_to_start_child, Id, Reason}}) ->
    ["shutdown:failed(", Id, ",", reason(Reason), ")"];
reason({shutdown, Detail}) -> ["shutdown:", Detail];
reason({boom, Stack}) when is_list(Stack) -> "crash";
reason({terminate_boom, Stack}) when is_list(Stack) -> "crash in terminate";
reason(boom) -> "crash";
reason(Other) -> io_lib:format("other ~0p", [Other]).

%%% Processes under test

name(Id) -> binary_to_atom(<<"conformance_", Id/binary>>).

next(Key) -> ets:update_counter(counters, Key, 1, {Key, 0}).

label(Pid) ->
    case ets:lookup(labels, Pid) of
        [{_, Label}] -> Label;
        [] -> "?"
    end.

log(Text) -> ets:insert(events, {erlang:unique_integer([monotonic]), text(Text)}).

child(#{<<"id">> := Id} = Spec) ->
    Supervisor = maps:is_key(<<"kind">>, Spec),
    {Start, Type, Limit} = case Supervisor of
        true -> {start_supervisor, supervisor, <<"infinity">>};
        false -> {start_worker, worker, 5000}
    end,
    Child = #{
        id => Id,
        start => {?MODULE, Start, [Spec]},
        restart => binary_to_atom(maps:get(<<"restart">>, Spec, <<"permanent">>)),
        shutdown => case maps:get(<<"shutdown">>, Spec, Limit) of
            Ms when is_integer(Ms) -> Ms;
            Word -> binary_to_atom(Word)
        end,
        type => Type
    },
    case Spec of
        #{<<"significant">> := true} -> Child#{significant => true};
        _ -> Child
    end.

start_worker(#{<<"id">> := Id} = Spec) ->
    gen_server:start_link({local, name(Id)}, ?MODULE, {worker, Spec}, []).

start_supervisor(#{<<"kind">> := <<"dynamic">>, <<"id">> := Id} = Spec) ->
    ets:insert(labels, {{kind, Id}, dynamic}),
    'Elixir.DynamicSupervisor':start_link([
        {name, name(Id)},
        {strategy, one_for_one},
        {max_restarts, maps:get(<<"intensity">>, Spec, 3)},
        {max_seconds, maps:get(<<"period">>, Spec, 3600)},
        {max_children, case Spec of #{<<"max_children">> := M} -> M; _ -> infinity end}]);
start_supervisor(#{<<"id">> := Id} = Spec) ->
    supervisor:start_link({local, name(Id)}, ?MODULE, {supervisor, Spec}).

init({supervisor, Spec}) ->
    Flags = #{
        strategy => binary_to_atom(maps:get(<<"strategy">>, Spec, <<"one_for_one">>)),
        intensity => maps:get(<<"intensity">>, Spec, 3),
        period => maps:get(<<"period">>, Spec, 3600),
        auto_shutdown => binary_to_atom(maps:get(<<"auto_shutdown">>, Spec, <<"never">>))
    },
    {ok, {Flags, [child(C) || C <- maps:get(<<"children">>, Spec, [])]}};
init({worker, #{<<"id">> := Id} = Spec}) ->
    process_flag(trap_exit, maps:get(<<"trap">>, Spec, true)),
    N = next(Id),
    Label = text([Id, integer_to_list(N)]),
    Script = maps:get(<<"init">>, Spec, [<<"ok">>]),
    State = #{label => Label, deferred => [], term => maps:get(<<"term">>, Spec, <<"ok">>)},
    case lists:nth(min(N, length(Script)), Script) of
        <<"ok">> -> born(Id, Label), {ok, State};
        <<"continue">> -> born(Id, Label), {ok, State, {continue, note}};
        <<"continue_crash">> -> born(Id, Label), {ok, State, {continue, crash}};
        <<"ignore">> -> log(["+", Label, " ignore"]), ignore;
        <<"crash">> -> log(["+", Label, " crash"]), error(boom);
        Reason -> log(["+", Label, " ", Reason]), {stop, stop_reason(Reason)}
    end.

born(Id, Label) ->
    ets:insert(labels, [{self(), Label}, {{last, Id}, self()}]),
    watch(self(), Label),
    log(["+", Label]).

handle_continue(note, #{label := Label} = State) -> log(["c ", Label]), {noreply, State};
handle_continue(crash, #{label := Label}) -> log(["c ", Label]), error(boom).

handle_call(get, _, #{label := Label} = State) -> {reply, {reply, Label}, State};
handle_call(noreply, From, #{deferred := Deferred} = State) ->
    {noreply, State#{deferred := [From | Deferred]}};
handle_call({relay, Peer}, _, State) -> {reply, gen_server:call(name(Peer), get, infinity), State};
handle_call({<<"stop_reply">>, Reason}, _, #{label := Label} = State) ->
    {stop, stop_reason(Reason), {reply, Label}, State};
handle_call({<<"stop_noreply">>, <<"crash">>}, _, _) -> error(boom);
handle_call({<<"stop_noreply">>, Reason}, _, State) -> {stop, stop_reason(Reason), State};
handle_call({<<"reply_continue">>, <<"crash">>}, _, #{label := Label} = State) ->
    {reply, {reply, Label}, State, {continue, crash}};
handle_call({<<"reply_continue">>, _}, _, #{label := Label} = State) ->
    {reply, {reply, Label}, State, {continue, note}}.

handle_cast(note, #{label := Label} = State) -> log(["n ", Label]), {noreply, State};
handle_cast(answer, #{label := Label, deferred := Deferred} = State) ->
    [gen_server:reply(From, {reply, Label}) || From <- Deferred],
    {noreply, State#{deferred := []}};
handle_cast({stop, <<"crash">>}, _) -> error(boom);
handle_cast({stop, Reason}, State) -> {stop, stop_reason(Reason), State};
handle_cast({link, Pid}, State) -> link(Pid), {noreply, State};
handle_cast({unlink, Pid}, State) -> unlink(Pid), {noreply, State};
handle_cast(hold, State) -> hold(), {noreply, State}.

hold() -> receive release -> ok end.

handle_info({'EXIT', _, Reason}, #{label := Label} = State) ->
    log(["i ", Label, " ", reason(Reason)]),
    {noreply, State};
handle_info(release, State) -> {noreply, State}.

terminate(Reason, #{label := Label, term := Behaviour}) ->
    log(["t ", Label, " ", reason(Reason)]),
    case Behaviour of
        <<"ok">> -> ok;
        <<"raise">> -> error(terminate_boom);
        <<"slow">> -> timer:sleep(?SLOW_MS);
        <<"hang">> -> timer:sleep(infinity)
    end.

%%% JSON: as much of it as the two formats use

text(Chars) -> unicode:characters_to_binary(Chars).

encode(Map) when is_map(Map) ->
    [${, lists:join($,, [[encode(K), $:, encode(V)] || {K, V} <- lists:sort(maps:to_list(Map))]), $}];
encode(List) when is_list(List) -> [$[, lists:join($,, [encode(X) || X <- List]), $]];
encode(Text) when is_binary(Text) ->
    Escaped = string:replace(string:replace(Text, "\\", "\\\\", all), "\"", "\\\"", all),
    [$", Escaped, $"].

decode(<<C, Rest/binary>>) when C =:= $\s; C =:= $,; C =:= $: -> decode(Rest);
decode(<<"true", Rest/binary>>) -> {true, Rest};
decode(<<"false", Rest/binary>>) -> {false, Rest};
decode(<<"\"", Rest/binary>>) ->
    [Text, After] = binary:split(Rest, <<"\"">>),
    {Text, After};
decode(<<"[", Rest/binary>>) -> decode_items(Rest, []);
decode(<<"{", Rest/binary>>) ->
    {Items, After} = decode_items(Rest, []),
    {maps:from_list(pairs(Items)), After};
decode(Number) ->
    {Value, After} = string:to_integer(Number),
    {Value, After}.

decode_items(<<C, Rest/binary>>, Items) when C =:= $\s; C =:= $,; C =:= $: ->
    decode_items(Rest, Items);
decode_items(<<C, Rest/binary>>, Items) when C =:= $]; C =:= $} -> {lists:reverse(Items), Rest};
decode_items(Text, Items) ->
    {Item, Rest} = decode(Text),
    decode_items(Rest, [Item | Items]).

pairs([K, V | Rest]) -> [{K, V} | pairs(Rest)];
pairs([]) -> [].
