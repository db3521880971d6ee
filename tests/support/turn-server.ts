// coturn, as Debian packages it: a TURN server that relays video calls.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { freePort } from "./free-port.ts";

const program = ["/usr/bin/turnserver", "/usr/local/bin/turnserver"].find(existsSync);

/** Where coturn is missing, its tests are skipped. */
export const hasTurnServer = program !== undefined;

export interface TurnServer {
  /** The environment that makes our server use it. */
  readonly env: { readonly TURN_URL: string; readonly TURN_SECRET: string };
  /** How many relays it has opened so far. */
  allocations(): number;
  stop(): void;
}

/** coturn refuses to relay between loopback addresses, so it works at another address of this machine. */
const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";

/** Starts coturn with a shared secret. It has no accounts. */
export async function startTurnServer(): Promise<TurnServer> {
  const port = await freePort();
  const address = ownAddress();
  const secret = "a-secret-of-the-relay";
  const settings = [
    ...["-n", "--no-cli", "--no-tls", "--no-dtls", "--verbose", "--log-file=stdout", "--simple-log"],
    ...[`--listening-ip=${address}`, `--relay-ip=${address}`, `--listening-port=${port}`],
    ...["--realm=porchlight.example", "--use-auth-secret", `--static-auth-secret=${secret}`, "--pidfile="],
  ];
  const server = spawn(program ?? "", settings, { stdio: ["ignore", "pipe", "ignore"] });
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("exit", () => reject(new Error(`coturn did not start:\n${log}`)));
    server.stdout.on("data", (lines: Buffer) => {
      log += lines;
      if (log.includes("UDP listener opened")) resolve();
    });
  });
  return {
    env: { TURN_URL: `turn:${address}:${port}`, TURN_SECRET: secret },
    allocations: () => log.match(/ALLOCATE processed, success/g)?.length ?? 0,
    stop: () => void server.kill("SIGKILL"),
  };
}
