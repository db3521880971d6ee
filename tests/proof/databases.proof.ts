// The same test on each PostgreSQL that this machine has.
import { expect, onTestFinished, test } from "vitest";
import { type Porchlight, start, stop } from "#bench/processes/porchlight.ts";
import { useTextGateway } from "#tests/support/text-providers.ts";
import { print } from "./figures.ts";
import { meetFirstFamily, textsTo } from "./outside/first-family.ts";
import { findPostgres, queryOnce, startPostgres, temporary } from "./outside/programs.ts";

const texts = useTextGateway();
const installed = await findPostgres();

async function serveOn(databases: Readonly<Record<string, string>>): Promise<Porchlight> {
  const server = await start(temporary(), undefined, { env: { ...textsTo(texts), ...databases } });
  onTestFinished(() => stop(server));
  return server;
}

test.each(installed)("a family is served on PostgreSQL $major", async (programs) => {
  const url = await startPostgres(programs);
  const server = await serveOn({ DATABASE_URL: url });
  const seconds = await meetFirstFamily(`http://localhost:${server.port}`, texts);
  const [found] = await queryOnce<{ version: string }>(
    url,
    "select current_setting('server_version') as version",
  );
  print("PostgreSQL", { version: found?.version ?? "", "text after (s)": seconds });
  expect(found?.version).toMatch(new RegExp(`^${programs.major}\\.`));
});
