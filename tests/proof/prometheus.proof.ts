// Prometheus beside a server, with the example configuration and the alert rules in ops/.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { start, stop } from "#bench/processes/porchlight.ts";
import { freePort } from "#tests/support/free-port.ts";
import { configure, isInstalled, reasonToSkip, runProgram, temporary } from "./outside/programs.ts";

const ops = join(import.meta.dirname, "../../ops");
const token = "a-token-of-the-proofs";

const Values = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});
const Rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), health: z.string(), state: z.string() })) }),
    ),
  }),
});

/** Runs Prometheus until the test is done, and returns its address. It reads the server and checks the rules each second. */
async function startPrometheus(serverPort: number): Promise<string> {
  const [folder, port] = [temporary(), await freePort()];
  writeFileSync(join(folder, "metrics-token"), token);
  copyFileSync(join(ops, "prometheus-alerts.yml"), join(folder, "prometheus-alerts.yml"));
  const config = configure(
    join(folder, "prometheus.yml"),
    readFileSync(join(ops, "prometheus.yml"), "utf8"),
    {
      "scrape_interval: 15s": "scrape_interval: 1s\n  evaluation_interval: 1s",
      "127.0.0.1:3000": `127.0.0.1:${serverPort}`,
    },
  );
  const storage = ["--storage.tsdb.path", join(folder, "series")];
  const listening = [`--web.listen-address=127.0.0.1:${port}`, "--log.level=warn"];
  const args = ["--config.file", config, ...storage, ...listening];
  await runProgram({ command: "prometheus", args, options: {} }, port);
  return `http://127.0.0.1:${port}`;
}

test.skipIf(!isInstalled("prometheus"))(
  `Prometheus reads a server, checks every alert rule, and notices when the server is gone${reasonToSkip("prometheus")}`,
  async () => {
    const env = { METRICS_TOKEN: token };
    const server = await start(temporary(), undefined, { env });
    onTestFinished(() => stop(server));
    const prometheus = await startPrometheus(server.port);
    const read = async (path: string): Promise<unknown> => {
      const answer = await fetch(`${prometheus}/api/v1/${path}`);
      expect(answer.status, path).toBe(200);
      return await answer.json();
    };
    const valuesOf = async (query: string): Promise<string[]> => {
      const { data } = Values.parse(await read(`query?query=${encodeURIComponent(query)}`));
      return data.result.map(({ value: [, value] }) => value);
    };
    const rules = async () => Rules.parse(await read("rules")).data.groups.flatMap((group) => group.rules);

    await expect.poll(() => valuesOf('up{job="porchlight"}')).toEqual(["1"]);
    await expect.poll(async () => (await rules()).filter(({ health }) => health !== "ok")).toEqual([]);
    expect((await rules()).filter(({ state }) => state === "firing")).toEqual([]);

    expect(await valuesOf("porchlight_database_up")).toEqual(["1"]);

    await stop(server);
    const down = async () => (await rules()).find(({ name }) => name === "PorchlightDown");
    await expect.poll(down).toMatchObject({ health: "ok", state: "pending" });
  },
);
