# One round of one row for Elixir: elixir elixir_bench.exs ROW COUNT; prints one number.
# A burst of casts ends in a call; memory is that of the VM (:erlang.memory), not of its process.

defmodule Echo do
  use GenServer
  def init(state), do: {:ok, state}
  def handle_call(request, _from, state), do: {:reply, request, state}
  def handle_cast(:crash, _state), do: exit(:crash)
  def handle_cast(_message, state), do: {:noreply, state}
end

defmodule Bench do
  def timed(work) do
    begin = System.monotonic_time(:nanosecond)
    work.()
    System.monotonic_time(:nanosecond) - begin
  end

  def run("call", count) do
    {:ok, pid} = GenServer.start(Echo, nil)
    call = fn n -> timed(fn -> Enum.each(1..n, fn _ -> GenServer.call(pid, 1) end) end) end
    call.(div(count, 10))
    call.(count) / count / 1000
  end

  def run("fan_in", count) do
    {:ok, pid} = GenServer.start(Echo, nil)
    each = div(count, 100)
    caller = fn -> Enum.each(1..each, fn _ -> GenServer.call(pid, 1) end) end
    waves = fn -> 1..100 |> Enum.map(fn _ -> Task.async(caller) end) |> Enum.each(&Task.await(&1, :infinity)) end
    timed(waves) / count / 1000
  end

  def run("cast", count) do
    {:ok, pid} = GenServer.start(Echo, nil)

    burst = fn _ ->
      Enum.each(1..1000, fn _ -> GenServer.cast(pid, 1) end)
      GenServer.call(pid, 1)
    end

    burst.(0)
    count / timed(fn -> Enum.each(1..div(count, 1000), burst) end) * 1.0e9
  end

  def run("idle", count) do
    {:ok, _} = GenServer.start(Echo, nil)
    before = :erlang.memory(:total)
    Enum.each(1..count, fn _ -> {:ok, _} = GenServer.start(Echo, nil) end)
    (:erlang.memory(:total) - before) / count
  end

  def run("spawn", count) do
    {:ok, _} = GenServer.start(Echo, nil)
    count / timed(fn -> Enum.each(1..count, fn _ -> {:ok, _} = GenServer.start(Echo, nil) end) end) * 1.0e9
  end

  def run("restart", count) do
    child = %{id: Echo, start: {GenServer, :start_link, [Echo, nil, [name: Echo]]}}
    {:ok, _} = Supervisor.start_link([child], strategy: :one_for_one, max_restarts: 1_000_000_000)
    Logger.configure(level: :none)

    times =
      for _ <- 1..count do
        before = Process.whereis(Echo)

        timed(fn ->
          GenServer.cast(Echo, :crash)
          wait(before)
          GenServer.call(Echo, 1)
        end)
      end

    Enum.at(Enum.sort(times), div(count, 2)) / 1000
  end

  defp wait(before) do
    case Process.whereis(Echo) do
      pid when pid in [nil, before] ->
        :erlang.yield()
        wait(before)

      _ ->
        :ok
    end
  end
end

[row, count] = System.argv()
IO.puts(Bench.run(row, String.to_integer(count)))
