// GitHub's Node SDK, used as its documentation says: one round of one scenario, one line of JSON.
// Times and memory are taken as in harness.py. Usage: node node_sdk.mjs SCENARIO --count N

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The SDK is installed below BENCH_NODE, not beside this file.
const entry = join(process.env.BENCH_NODE, "node_modules/@github/copilot-sdk");
const manifest = createRequire(import.meta.url)(join(entry, "package.json"));
const began = performance.now();
const { CopilotClient, RuntimeConnection } = await import(
  pathToFileURL(join(entry, manifest.exports["."].import.default))
);
const importSeconds = (performance.now() - began) / 1e3;

const SMALL = 380;
const LARGE = 64 * 1024;
const [, , scenario, , number] = process.argv;

const sum = (values) => values.reduce((left, right) => left + right, 0);
const quantile = (values, share) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * share)];
const resident = () => Number(readFileSync("/proc/self/statm", "ascii").split(" ")[1]) * 4096;

function serverSeconds() {
  const pids = readdirSync("/proc/self/task").flatMap((task) => {
    const children = readFileSync(`/proc/self/task/${task}/children`, "ascii");
    return children.split(" ").filter(Boolean);
  });
  const spent = pids.map((pid) => Number(readFileSync(`/proc/${pid}/schedstat`, "ascii").split(" ")[0]));
  return sum(spent) / 1e9;
}

class Meter {
  constructor() {
    this.began = { server: serverSeconds(), cpu: process.cpuUsage(), wall: performance.now() };
  }
  read() {
    this.wall = (performance.now() - this.began.wall) / 1e3;
    const { user, system } = process.cpuUsage(this.began.cpu);
    this.cpu = (user + system) / 1e6;
    this.server = serverSeconds() - this.began.server;
    return this;
  }
  rate(metric, amount) {
    const seconds = process.env.BENCH_CPU ? this.cpu : this.wall;
    return { [metric]: amount / seconds, server_share: this.server / this.wall };
  }
}

async function opened(work) {
  const home = mkdtempSync(join(tmpdir(), "bench-"));
  const client = new CopilotClient({
    connection: RuntimeConnection.forStdio({
      path: process.env.BENCH_PYTHON,
      args: ["-I", "-S", process.env.BENCH_SERVER],
    }),
    baseDirectory: home,
    logLevel: "error",
  });
  await client.start();
  try {
    return await work(client);
  } finally {
    await client.forceStop();
    rmSync(home, { recursive: true, force: true });
  }
}

const many = (count, work) => Promise.all(Array.from({ length: count }, work));
const create = (client, more = {}) => client.createSession({ model: "bench", ...more });

const flood = (size) => (count) =>
  opened(async (client) => {
    const session = await create(client);
    let seen, last, meter, finish;
    session.on("assistant.message_delta", (event) => {
      void event.data.deltaContent;
      seen += 1;
      if (seen === last) {
        meter.read();
        finish();
      }
    });
    for (const part of [Math.max(Math.floor(count / 20), 1), count]) {
      const done = new Promise((resolve) => (finish = resolve));
      seen = 0;
      last = part;
      meter = new Meter();
      await session.send({ prompt: `flood ${size === SMALL ? "small" : "large"} ${part}` });
      await done;
    }
    if (size === LARGE) return meter.rate("events_64k", (count * size) / 1e6);
    return { ...meter.rate("events_small", count), events_cpu: (meter.cpu / count) * 1e5 };
  });

const paced = (count) =>
  opened(async (client) => {
    const session = await create(client);
    const delays = [];
    await new Promise((resolve) => {
      session.on("assistant.message_delta", (event) => {
        delays.push(Number(process.hrtime.bigint() - BigInt(event.data.deltaContent)) / 1e3);
        if (delays.length === count) resolve();
      });
      session.send({ prompt: `paced ${count} 1000` });
    });
    const kept = delays.slice(Math.floor(count / 10));
    return { paced_p50: quantile(kept, 0.5), paced_p99: quantile(kept, 0.99) };
  });

const ping = (count) =>
  opened(async (client) => {
    const times = [];
    for (let turn = 0; turn < count * 1.1; turn += 1) {
      const begin = performance.now();
      await client.ping();
      if (turn >= count / 10) times.push(performance.now() - begin);
    }
    return { ping_sequential: quantile(times, 0.5) * 1e3 };
  });

const pingMany = (count) =>
  opened(async (client) => {
    await many(1000, () => client.ping());
    const meter = new Meter();
    for (let wave = 0; wave < count / 1000; wave += 1) await many(1000, () => client.ping());
    return meter.read().rate("ping_1000", count);
  });

const turn = (count) =>
  opened(async (client) => {
    const session = await create(client);
    for (let wave = 0; wave < count / 10; wave += 1) await session.sendAndWait({ prompt: "go" });
    const meter = new Meter();
    for (let wave = 0; wave < count; wave += 1) await session.sendAndWait({ prompt: "go" });
    return meter.read().rate("turn", count);
  });

const turns = (count) =>
  opened(async (client) => {
    const sessions = [];
    for (let batch = 0; batch < 10; batch += 1)
      sessions.push(...(await many(100, () => create(client))));
    const wave = () => Promise.all(sessions.map((session) => session.sendAndWait({ prompt: "go" })));
    await wave();
    const meter = new Meter();
    for (let turn = 0; turn < count; turn += 1) await wave();
    return meter.read().rate("turns_1000", count * 1000);
  });

const tools = (window) => (count) =>
  opened(async (client) => {
    const lookup = {
      name: "lookup",
      description: "Look up",
      parameters: {
        type: "object",
        properties: { number: { type: "integer" } },
        required: ["number"],
      },
      skipPermission: true,
      handler: async ({ number: value }) => `value ${value}`,
    };
    const session = await create(client, { tools: [lookup] });
    const wave = () => session.sendAndWait({ prompt: `tools ${window} 100` });
    await wave();
    const meter = new Meter();
    for (let turn = 0; turn < count / 100; turn += 1) await wave();
    return meter.read().rate(`tools_${window}`, count);
  });

const sessions = (count) =>
  opened(async (client) => {
    const kept = [await create(client)];
    const at = {};
    const begin = resident();
    const meter = new Meter();
    for (let first = 0; first < count; first += 100) {
      kept.push(...(await many(100, () => create(client))));
      at[first + 100] = resident();
    }
    const metrics = meter.read().rate("session_create", count);
    if (at[1000]) metrics.session_rss_1k = (at[1000] - begin) / 1000 / 1024;
    if (at[10000]) metrics.session_rss_10k = (at[10000] - begin) / 10000 / 1024;
    return metrics;
  });

const SCENARIOS = {
  import: () => ({ import_time: importSeconds }),
  "events-small": flood(SMALL),
  "events-64k": flood(LARGE),
  paced,
  ping,
  "ping-1000": pingMany,
  turn,
  "turns-1000": turns,
  "tools-1": tools(1),
  "tools-32": tools(32),
  sessions,
};

console.log(JSON.stringify(await SCENARIOS[scenario](Number(number))));
process.exit(0);
