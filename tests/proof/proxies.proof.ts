// Caddy and nginx in front of a server, with the configurations in ops/: HTTPS, live events, and the addresses of callers.
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { seedFamilies, start, stop } from "#bench/processes/porchlight.ts";
import { grandmotherOf, helpersOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { login } from "#contract/accounts/sign-in.ts";
import { sessionCookie } from "#server/platform/http/session.ts";
import { makeCertificate } from "#tests/support/certificate.ts";
import { freePort } from "#tests/support/free-port.ts";
import { print } from "./figures.ts";
import { runNginx } from "./outside/nginx.ts";
import { configure, isInstalled, reasonToSkip, runProgram, temporary } from "./outside/programs.ts";

const loginsPerIp = 3;
const timeoutMs = 30_000;
const ops = join(import.meta.dirname, "../../ops");

interface Setup {
  readonly folder: string;
  readonly port: number;
  readonly serverPort: number;
  readonly certificate: string;
  readonly key: string;
}

const proxies = {
  caddy: async ({ folder, port, serverPort, certificate, key }: Setup) => {
    const template = readFileSync(join(ops, "Caddyfile"), "utf8");
    const file = configure(join(folder, "Caddyfile"), template, {
      "porchlight.example {": `https://localhost:${port} {\n\ttls ${certificate} ${key}`,
      "127.0.0.1:3000": `127.0.0.1:${serverPort}`,
    });
    // Leaves out the port on which Caddy redirects to HTTPS, and the one for its administration.
    const text = `{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}\n${readFileSync(file, "utf8")}`;
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const args = ["run", "--adapter", "caddyfile", "--config", configure(file, text, {})];
    await runProgram({ command: "caddy", args, options: { env, stdio: "ignore" } }, port);
  },
  nginx: ({ port, serverPort, ...files }: Setup) => runNginx(port, [serverPort], files),
};

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The address of this machine that the call comes from. */
  readonly from?: string;
}

/** Calls over HTTPS and trusts nothing but this certificate. */
function callerOf(port: number, certificate: string) {
  const ca = readFileSync(certificate);
  return ({ method = "GET", path, headers = {}, body, from = "127.0.0.1" }: Call): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const json = { "content-type": "application/json" };
      const options = { port, host: "localhost", family: 4, method, path, ca, localAddress: from };
      const sent = request({ ...options, headers: { ...(body !== undefined && json), ...headers } }, resolve);
      // A proxy that buffers live events also holds back the head of the response.
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`No answer from ${path}.`)));
      sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
}

describe.each(["caddy", "nginx"] as const)("%s", (program) => {
  test.skipIf(!isInstalled(program))(
    `carries HTTPS, live events at once, and the callers' own addresses${reasonToSkip(program)}`,
    async () => {
      const [folder, dataDir, port] = [temporary(), temporary(), await freePort()];
      const publicUrl = `https://localhost:${port}`;
      const env = { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: "127.0.0.1", LOGINS_PER_IP: String(loginsPerIp) };
      const server = await start(dataDir, undefined, { env });
      onTestFinished(() => stop(server));
      await seedFamilies(dataDir, 1);
      const { certificate, key } = makeCertificate(folder);
      await proxies[program]({ folder, port, serverPort: server.port, certificate, key });
      const call = callerOf(port, certificate);

      const page = await call({ path: "/" });
      expect(page.statusCode).toBe(200);
      expect(page.headers["strict-transport-security"]).toBeDefined();
      page.resume();

      const [helper = 0] = helpersOf(0);
      const cookie = `__Host-${sessionCookie}=${tokenOf(helper)}`;
      const live = await call({ path: "/api/live", headers: { cookie } });
      expect(live.statusCode).toBe(200);
      let heard = "";
      live.setEncoding("utf8").on("data", (chunk) => {
        heard += chunk;
      });
      await expect.poll(() => heard, { interval: 10 }).toContain("retry:");
      const authorization = `Bearer ${tokenOf(grandmotherOf(0))}`;
      const [headers, words] = [{ authorization, origin: publicUrl }, { text: "The lamp is broken." }];
      const askedAt = performance.now();
      const asked = await call({ method: "POST", path: "/api/help-requests", headers, body: words });
      expect({ status: asked.statusCode, body: await text(asked) }).toMatchObject({ status: 201 });
      await expect.poll(() => heard, { interval: 5 }).toContain("event: help-requests");
      const heardMs = Math.round(performance.now() - askedAt);
      live.destroy();

      const tryPassword = async (from: string, claimed: string) => {
        const body = { username: "Nobody", password: "not the password" };
        const said = { origin: publicUrl, "x-forwarded-for": claimed };
        const answer = await call({ method: "POST", path: login.path, headers: said, body, from });
        answer.resume();
        return answer.statusCode;
      };
      for (let count = 0; count < loginsPerIp; count += 1)
        expect(await tryPassword("127.0.0.2", `10.0.0.${count}`)).toBe(401);
      expect(await tryPassword("127.0.0.2", "10.0.0.9")).toBe(429);
      expect(await tryPassword("127.0.0.3", "127.0.0.2")).toBe(401);
      print(program, { "live event after (ms)": heardMs });
    },
  );
});
