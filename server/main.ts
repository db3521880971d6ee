// Compiled code is kept for the next start, so nothing may be imported before that is set up.
import { enableCompileCache, setSourceMapsSupport } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));
// Stack traces of the built server name the source files.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

const refuse = (failure: string) => (error: Error) => {
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : "";
  process.stderr.write(`\n${failure}\n${error.message}${cause}\n\n`);
  process.exit(1);
};

const [name = "", ...args] = process.argv.slice(2);
const dataCommands = new Map([
  ["backup", "The backup failed."],
  ["restore", "The restore failed."],
  ["verify", "The verification failed."],
]);
const failure = dataCommands.get(name);
if (name === "porchlight") {
  const [{ runPorchlight }, { connectForCommand }] = await Promise.all([
    import("#server/features/operator/commands.ts"),
    import("./services.ts"),
  ]);
  runPorchlight(args, process.env, connectForCommand).catch(refuse("That did not work."));
} else if (failure !== undefined) {
  const { runDataCommand } = await import("#server/features/backup/commands.ts");
  runDataCommand(name, args, process.env).catch(refuse(failure));
} else {
  const { serve } = await import("./lifetime.ts");
  serve(process.env, process.argv.slice(2)).catch(refuse("Porchlight could not start."));
}
