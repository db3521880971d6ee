// A server of its own process on an embedded database, for tests that kill it: `node owner.ts <folder>`.
import { startEmbedded } from "#server/db/embedded.ts";

await startEmbedded(process.argv[2] ?? "");
process.stdout.write("owned\n");
setInterval(() => {}, 1_000);
