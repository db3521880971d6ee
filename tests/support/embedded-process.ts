// Runs an embedded database in its own process, for tests that kill it: `node embedded-process.ts <folder>`.
import { startEmbedded } from "#server/platform/db/embedded.ts";

await startEmbedded(process.argv[2] ?? "");
process.stdout.write("owned\n");
setInterval(() => {}, 1_000);
