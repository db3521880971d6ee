// Serves the app with hot reload at one address: Vite in front, and the API behind it, which restarts when
// its code changes.
import { spawn } from "node:child_process";
import { createServer } from "vite";

const port = Number(process.env.PORT || 3000);
const apiPort = port + 1;

const watched = ["server", "contract", "dev"].map((folder) => `--watch-path=${folder}`);
const api = spawn(process.execPath, [...watched, "server/main.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    PORT: String(apiPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  },
});

const target = `http://127.0.0.1:${apiPort}`;
/** The beginnings of the paths that the API answers. Vite serves all others. */
const answered = ["/api", "/calendar/", "/texts", "/twilio", "/sandbox", "/healthz", "/readyz"];
const vite = await createServer({
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(answered.map((path) => [path, target])),
  },
});
await vite.listen();
vite.printUrls();

async function stop(): Promise<void> {
  api.kill("SIGTERM");
  await vite.close();
}
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
api.once("exit", (code) => vite.close().then(() => process.exit(code ?? 0)));
